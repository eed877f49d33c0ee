"""The user's own backend: read before and after, set up, and never touched where it is production."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from callproof.calling.toolserver.backend_errors import HookFailedError
from callproof.calling.toolserver.json_path import rows_at
from callproof.calling.toolserver.listening import Listener
from callproof.calling.toolserver.probe_settings import BackendConfig, backend_config
from callproof.calling.toolserver.probes import OwnBackend, Reading, plain
from callproof.errors import InputError
from tests.unit.calling.toolserver.running import run

ORDERS = {"4821": {"order_number": "4821", "quantity": 1, "price": 12.5}}
SEEDED: list[str] = []


def rows() -> Any:
    """A function of the user's."""
    return {"orders": {"4821": {"order_number": "4821", "placed": date(2026, 3, 10)}}}


async def rows_awaited() -> Any:
    return {"orders": {4821: {"order_number": "4821"}}}


def no_rows() -> Any:
    return [1]


def secretive() -> Any:
    raise RuntimeError("cannot log in with hunter2-secret")


def slow() -> Any:
    time.sleep(1)


def exits(*call_id: str) -> Any:
    sys.exit("no account")


def finds_nothing(*call_id: str) -> Any:
    return next(iter(()))


def times_out(*call_id: str) -> Any:
    raise TimeoutError("the test account is locked\nfor an hour")


def seed(call_id: str) -> None:
    SEEDED.append(call_id)


@pytest.fixture
def database(tmp_path: Path) -> str:
    file = tmp_path / "shop.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE orders (order_number TEXT, quantity INTEGER, price REAL)")
        connection.execute("INSERT INTO orders VALUES ('4821', 1, 12.5)")
    connection.close()
    return f"sqlite:///{file}"


def _config(**settings: Any) -> BackendConfig:
    return backend_config(settings)


def _read(**settings: Any) -> Reading:
    async def test() -> Reading:
        return await OwnBackend(_config(**settings)).read()

    return run(test)


def _python(name: str) -> dict[str, str]:
    return {"kind": "python", "function": f"{__name__}:{name}"}


def _sql(url: str, query: str = "SELECT * FROM orders", key: str = "order_number") -> dict[str, Any]:
    return {"kind": "sql", "url": url, "tables": {"orders": {"query": query, "key": key}}}


def test_a_database_is_read_and_cannot_be_written(database: str) -> None:
    assert _read(probes=[_sql(database)]) == Reading(tables={"orders": ORDERS})
    reading = _read(probes=[_sql(database, "DELETE FROM orders RETURNING *")])
    assert reading.tables is None
    assert "readonly database" in (reading.problem or "")
    assert _read(probes=[_sql(database)]).tables == {"orders": ORDERS}


@pytest.mark.parametrize(
    ("query", "key", "sentence"),
    [
        ("SELECT * FROM nowhere", "id", "no such table: nowhere"),
        ("SELECT * FROM orders", "id", "a row of orders has no 'id'; it has order_number, quantity, price"),
        (
            "SELECT * FROM orders UNION ALL SELECT * FROM orders",
            "order_number",
            "two rows of orders have the",
        ),
        ("SELECT NULL AS order_number", "order_number", "a row of orders has no 'order_number'"),
    ],
)
def test_what_cannot_be_read_is_no_snapshot(database: str, query: str, key: str, sentence: str) -> None:
    reading = _read(probes=[_sql(database, query, key)])
    assert reading.tables is None
    assert sentence in (reading.problem or "")
    assert (reading.problem or "").startswith("the backend (sql: orders) cannot be read: ")


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "none.db"
    reading = _read(probes=[_sql(f"sqlite:///{missing}")])
    assert reading.problem == f"the backend (sql: orders) cannot be read: there is no file {missing}"
    assert not missing.exists()


def test_one_unreadable_part_makes_the_whole_unmeasured(database: str) -> None:
    reading = _read(probes=[_sql(database), _python("no_rows")])
    assert reading.tables is None
    assert "gave a list of 1, expected rows by table and key" in (reading.problem or "")
    assert "reads orders, which was read before" in (
        _read(probes=[_sql(database), _python("rows")]).problem or ""
    )


def test_a_function_is_read() -> None:
    placed = {"order_number": "4821", "placed": "2026-03-10"}
    assert _read(probes=[_python("rows")]).tables == {"orders": {"4821": placed}}
    assert _read(probes=[_python("rows_awaited")]).tables == {"orders": {"4821": {"order_number": "4821"}}}
    assert "cannot be loaded" in (_read(probes=[_python("none_such")]).problem or "")


def test_what_hangs_is_given_up() -> None:
    started = time.monotonic()
    reading = _read(probes=[_python("slow")], within_s=0.1)
    assert reading.problem == f"the backend (python: {__name__}:slow) cannot be read: no answer within 0.1 s"
    assert time.monotonic() - started < 0.8


@dataclass
class Api:
    """Answers with orders; keeps what it was sent."""

    seen: list[tuple[str, str, bytes]] = field(default_factory=list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive()).get("body", b"")
        self.seen.append((scope["method"], scope["path"], body))
        authorized = (b"authorization", b"Bearer api-token-1") in scope["headers"]
        status, answer = {
            "/orders": (200, b'{"data": {"items": [{"order_number": 4821, "quantity": 1.0}]}}'),
            "/broken": (200, b"<html>"),
            "/moved": (302, b""),
            "/seed": (204, b""),
        }.get(scope["path"], (404, b""))
        headers = [(b"location", b"http://prod.example.com/")] if status == 302 else []
        await send(
            {"type": "http.response.start", "status": status if authorized else 401, "headers": headers}
        )
        await send({"type": "http.response.body", "body": answer if authorized else b""})


@asynccontextmanager
async def _api() -> AsyncIterator[tuple[Api, str]]:
    api = Api()
    async with Listener(api, "127.0.0.1", 0) as listener:
        yield api, listener.url


def _http(url: str, rows: str = "$.data.items") -> dict[str, Any]:
    return {
        "kind": "http",
        "headers": {"Authorization": "Bearer api-token-1"},
        "tables": {"orders": {"url": url, "rows": rows, "key": "order_number"}},
    }


@pytest.mark.parametrize(
    ("path", "rows", "expected"),
    [
        ("/orders", "$.data.items", {"4821": {"order_number": 4821, "quantity": 1}}),
        ("/orders", "data.items[*]", {"4821": {"order_number": 4821, "quantity": 1}}),
        ("/orders", "$.data.items[0]", {"4821": {"order_number": 4821, "quantity": 1}}),
        ("/orders", "$.items", "there is no 'items' at $"),
        ("/orders", "$.data", "a row of orders has no 'order_number'; it has items"),
        ("/orders", "$.data.items[1]", "has 1 elements and no [1]"),
        ("/broken", "$", "Expecting value"),
        ("/moved", "$", "/moved answered 302"),
        ("/none?secret=hidden", "$", "/none answered 404"),
    ],
)
def test_an_api_is_read(path: str, rows: str, expected: Any) -> None:
    async def test() -> None:
        async with _api() as (_, url):
            settings = {"probes": [_http(f"{url}{path}", rows)]}
            reading = await OwnBackend(backend_config(settings)).read()
            if isinstance(expected, str):
                assert reading.tables is None
                assert expected in (reading.problem or "")
                assert "hidden" not in (reading.problem or "")
            else:
                assert reading == Reading(tables={"orders": expected})
        gone = await OwnBackend(backend_config(settings)).read()
        assert gone.tables is None
        assert (gone.problem or "").startswith("the backend (http: orders) cannot be read: ConnectError")

    run(test)


def test_seed_and_reset(database: str) -> None:
    SEEDED.clear()

    async def test() -> None:
        async with _api() as (api, url):
            insert = "INSERT INTO orders VALUES ('4281', 2, 1)"
            seeds = [
                {"kind": "sql", "url": database, "statements": [insert]},
                {
                    "kind": "http",
                    "url": f"{url}/seed",
                    "json": {"x": 1},
                    "headers": {"Authorization": "Bearer api-token-1"},
                },
                _python("seed"),
            ]
            reset = [
                {"kind": "sql", "url": database, "statements": ["DELETE FROM orders WHERE quantity = 2"]}
            ]
            backend = OwnBackend(_config(probes=[_sql(database)], seed=seeds, reset=reset))
            await backend.seed("call-7")
            assert api.seen == [("POST", "/seed", b'{"x":1}')]
            assert SEEDED == ["call-7"]
            assert list((await backend.read()).tables["orders"]) == ["4821", "4281"]  # type: ignore[index]
            await backend.reset("call-7")
            assert list((await backend.read()).tables["orders"]) == ["4821"]  # type: ignore[index]

    run(test)


def test_a_backend_that_is_not_set_up_is_said_by_its_hook(database: str) -> None:
    both = ["INSERT INTO orders VALUES ('1', 1, 1)", "INSERT INTO nowhere VALUES (1)"]
    backend = OwnBackend(
        _config(probes=[_sql(database)], seed=[{"kind": "sql", "url": database, "statements": both}])
    )

    async def test() -> None:
        with pytest.raises(HookFailedError, match=r"seed\[0\] \(sql\) failed: .*no such table: nowhere"):
            await backend.seed("a")
        # All of it or nothing.
        assert (await backend.read()).tables == {"orders": ORDERS}

    run(test)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("exits", "SystemExit: no account"),
        ("finds_nothing", "StopIteration"),
        ("times_out", "TimeoutError: the test account is locked"),
    ],
)
def test_whatever_a_function_of_the_users_raises_is_said_at_once(function: str, said: str) -> None:
    backend = OwnBackend(_config(probes=[_python(function)], seed=[_python(function)], within_s=5))

    async def test() -> None:
        began = time.monotonic()
        with pytest.raises(HookFailedError) as raised:
            await backend.seed("a")
        assert str(raised.value) == f"the backend's hook seed[0] (python) failed: {said}"
        assert (await backend.read()).problem == (
            f"the backend (python: tests.unit.calling.toolserver.test_probes:{function}) cannot be read: {said}"
        )
        assert time.monotonic() - began < 2

    run(test)


def test_secrets_are_in_no_message_and_in_no_repr() -> None:
    settings = {
        "probes": [_python("secretive"), _sql("postgresql+psycopg://tester:hunter2-secret@127.0.0.1:1/shop")],
        "seed": [_python("secretive")],
    }
    config = backend_config(settings)
    assert "hunter2" not in repr(config)

    async def test() -> None:
        backend = OwnBackend(config)
        reading = await backend.read()
        assert "RuntimeError: cannot log in with ***" in (reading.problem or "")
        with pytest.raises(HookFailedError) as raised:
            await backend.seed("a")
        assert "hunter2" not in str(raised.value)

    run(test)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://db.example.com/shop",
        "postgresql://tester:pw@DB.Example.com.:5432/shop",
        "postgresql:///shop?host=db.example.com",
        "postgresql://localhost/shop?host=db.example.com",
        "postgresql://localhost/shop?host=localhost,db.example.com",
        "postgresql:///shop?host=localhost&host=db.example.com",
        "postgresql:///shop?service=production",
        "postgresql:///shop",
        "mssql+pyodbc:///?odbc_connect=SERVER%3Ddb.example.com",
    ],
)
def test_production_databases_are_refused_however_they_are_named(url: str) -> None:
    for part in (
        {"probes": [_sql(url)]},
        {"probes": [], "reset": [{"kind": "sql", "url": url, "statements": ["x"]}]},
    ):
        with pytest.raises(InputError, match="production hosts"):
            _config(**part, production_hosts=["db.example.com"])
    _config(probes=[_sql("postgresql://db.staging.example/shop")], production_hosts=["db.example.com"])


def test_production_apis_are_refused() -> None:
    for where in (
        {"probes": [_http("https://api.example.com/x")]},
        {"probes": [], "seed": [{"kind": "http", "url": "https://API.example.com:8443/"}]},
    ):
        with pytest.raises(
            InputError, match=r"production hosts \(\*\.example\.com\), which no run may touch"
        ):
            _config(**where, production_hosts=["*.example.com"])
    # The settings are checked again where they are used.
    config = _config(probes=[{"kind": "http", "tables": {}, "headers": {}}])
    assert OwnBackend(config) is not None


def test_mistakes_in_the_settings_are_named_all_at_once() -> None:
    wrong: dict[str, Any] = {
        "probes": [
            {"kind": "sql", "url": "sqlite:///x", "tables": {"orders": {"querry": "x", "key": 3}}},
            {"kind": "mongo"},
            {"kind": "python", "function": "nothing"},
        ],
        "sead": [],
    }
    with pytest.raises(InputError) as raised:
        backend_config(wrong, "backend.yaml")
    told = [str(problem) for problem in raised.value.problems]
    assert (
        "backend.yaml: probes[0].tables.orders.querry: is not a field that is known here. Did you mean 'query'?"
        in told
    )
    assert "backend.yaml: probes[0].tables.orders.key: found 3, expected a text" in told
    assert "backend.yaml: probes[1]: found 'mongo', expected one of 'sql', 'http', 'python'" in told
    assert any(line.startswith("backend.yaml: sead: is not a field") for line in told)
    with pytest.raises(InputError, match=r"probes\[0\]\.function: found 'nothing', expected module:name"):
        _config(probes=[{"kind": "python", "function": "nothing"}])
    with pytest.raises(InputError, match=r"tables\.orders\.rows: found '\$\[\?', expected names"):
        _config(probes=[_http("http://x", "$[?")])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Decimal("12.50"), 12.5),
        (Decimal("3"), 3),
        (Decimal("NaN"), None),
        (2.0, 2),
        (float("inf"), None),
        (datetime(2026, 3, 10, 14, 30, tzinfo=UTC), "2026-03-10T14:30:00+00:00"),
        (timedelta(seconds=90), 90.0),
        (b"\x01\xff", "01ff"),
        ({"a": [Decimal("1")]}, {"a": [1]}),
        (True, True),
    ],
)
def test_values_become_those_of_json(value: Any, expected: Any) -> None:
    assert plain(value) == expected
    assert type(plain(value)) is type(expected)


def test_paths_to_rows() -> None:
    assert rows_at([1, 2], "$") == [1, 2]
    assert rows_at({"a": [{"b": [1]}, {"b": [2, 3]}]}, "a[*].b[*]") == [1, 2, 3]
    for wrong in ("a..b", "a[b]", "a[0]b", "[?(@.x)]", "a[-1]"):
        with pytest.raises(ValueError, match="expected names"):
            rows_at({}, wrong)


def test_reading_does_not_stop_the_loop() -> None:
    async def test() -> None:
        backend = OwnBackend(_config(probes=[_python("slow")], within_s=0.3))
        reading = asyncio.create_task(backend.read())
        ticks = 0
        while not reading.done():
            await asyncio.sleep(0.01)
            ticks += 1
        assert ticks > 10

    run(test)


def test_a_server_is_read_in_one_transaction_that_may_not_write(postgres: str) -> None:
    url = postgres.replace("postgresql:", "postgresql+psycopg:")
    setup = [
        "CREATE TABLE probed (id INTEGER PRIMARY KEY, price NUMERIC(8, 2), placed DATE, tags TEXT[])",
        "INSERT INTO probed VALUES (7, 12.50, '2026-03-10', '{a,b}')",
    ]
    probe = {"kind": "sql", "url": url, "tables": {"probed": {"query": "SELECT * FROM probed", "key": "id"}}}
    writing = {"query": "DELETE FROM probed RETURNING *", "key": "id"}
    backend = OwnBackend(
        _config(
            probes=[probe],
            seed=[{"kind": "sql", "url": url, "statements": setup}],
            reset=[{"kind": "sql", "url": url, "statements": ["DROP TABLE probed"]}],
        )
    )
    writer = OwnBackend(_config(probes=[{**probe, "tables": {"probed": writing}}]))

    async def test() -> None:
        await backend.seed("a")
        try:
            row = {"id": 7, "price": 12.5, "placed": "2026-03-10", "tags": ["a", "b"]}
            assert await backend.read() == Reading(tables={"probed": {"7": row}})
            assert "read-only transaction" in ((await writer.read()).problem or "")
            assert await backend.read() == Reading(tables={"probed": {"7": row}})
        finally:
            await backend.reset("a")

    run(test)


def test_what_is_given_up_is_stopped_at_the_server_too(postgres: str) -> None:
    """A hook that takes too long never comes true, and no query that nobody waits for keeps the tables."""
    url = postgres.replace("postgresql:", "postgresql+psycopg:")
    late = ["CREATE TABLE late (id INTEGER)", "SELECT pg_sleep(0.6)"]
    slow = {"query": "SELECT 1 AS id, pg_sleep(30)", "key": "id"}
    probe = {"kind": "sql", "url": url, "tables": {"slow": slow}}
    hook = {"kind": "sql", "url": url, "statements": late}
    backend = OwnBackend(_config(probes=[probe], seed=[hook], within_s=0.3))
    there = "SELECT 1 AS id, to_regclass('late')::text AS late, (SELECT count(*) FROM pg_stat_activity WHERE query LIKE {}) AS run"
    seen = there.format("'SELECT 1 AS id, pg_sleep%'")
    sees = OwnBackend(_config(probes=[_sql(url, seen, "id")]))

    async def test() -> None:
        with pytest.raises(HookFailedError, match=r"seed\[0\] \(sql\) failed: no answer within 0.3 s"):
            await backend.seed("a")
        assert (
            await backend.read()
        ).problem == "the backend (sql: slow) cannot be read: no answer within 0.3 s"
        await asyncio.sleep(1)
        assert (await sees.read()).tables == {"orders": {"1": {"id": 1, "late": None, "run": 0}}}

    run(test)
