"""`callproof run` with rows in a PostgreSQL server that cannot be read, set up, or touched. Calls on them: `tests/live`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.cli.running import Done, run
from tests.cli.test_run_own_backend import events, placed, prepared
from tests.ports import free_port

SCHEMA = """
DROP TABLE IF EXISTS orders, seen_keys;
CREATE TABLE orders (order_number TEXT PRIMARY KEY, item TEXT, quantity INTEGER, updated_at TIMESTAMPTZ, price NUMERIC(8, 2));
CREATE TABLE seen_keys (key TEXT PRIMARY KEY);
"""
ROWS = [
    "INSERT INTO orders VALUES ('4821', 'rain jacket', 1, NULL, 79.90)",
    "INSERT INTO orders VALUES ('4281', 'garden bench', 1, NULL, 149)",
    "INSERT INTO orders VALUES ('5590', 'desk lamp', 2, NULL, 34.5)",
]
EMPTY = ["DELETE FROM orders", "DELETE FROM seen_keys"]
QUERY = {"query": "SELECT order_number, item, quantity, updated_at, price FROM orders", "key": "order_number"}


@pytest.fixture
def shop(postgres: str, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The server's URL, and the port of the service before it."""
    with psycopg.connect(postgres) as db:
        db.execute(SCHEMA.encode())
    port = str(free_port())
    program = Path(__file__).with_name("postgres_orders.py")
    with subprocess.Popen(
        [sys.executable, str(program), port, postgres], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "listening\n"
            yield postgres, port
        finally:
            process.kill()


def called(folder: Path, shop: tuple[str, str], case: str, **backend: Any) -> Done:
    return placed(folder, (folder / "none.db", shop[1]), changed(shop, **backend), "--only", case)


def changed(shop: tuple[str, str], **backend: Any) -> dict[str, Any]:
    """What of the agent's file is not as in the example."""
    url = shop[0].replace("postgresql:", "postgresql+psycopg:")
    settings = {
        "probes": [{"kind": "sql", "url": url, "tables": {"orders": QUERY}}],
        "seed": [{"kind": "sql", "url": url, "statements": [*EMPTY, *ROWS]}],
        "reset": [{"kind": "sql", "url": url, "statements": EMPTY}],
        **backend,
    }
    return {"backend": settings}


def rows_there(url: str) -> int:
    with psycopg.connect(url) as db:
        found = db.execute("SELECT count(*) FROM orders").fetchone()
    assert found is not None
    return int(found[0])


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("SELECT order_number, colour FROM orders", 'column "colour" does not exist'),
        ("DELETE FROM orders RETURNING *", "cannot execute DELETE in a read-only transaction"),
        ("SELECT quantity, item FROM orders", "a row of orders has no 'order_number'"),
        ("SELECT *, pg_sleep(5) FROM orders", "no answer within 1 s"),
    ],
)
def test_rows_that_cannot_be_read_are_not_measured(
    query: str, reason: str, tmp_path: Path, shop: tuple[str, str]
) -> None:
    url = shop[0].replace("postgresql:", "postgresql+psycopg:")
    probe = {"kind": "sql", "url": url, "tables": {"orders": {"query": query, "key": "order_number"}}}
    done = called(tmp_path, shop, "set-quantity", probes=[probe], within_s=1)
    (case,) = done.json["cases"]
    assert (case["status"], case["blame"]) == ("invalid", "platform")
    assert reason in case["reasons"][0]
    assert {verdict["status"] for verdict in case["axes"].values()} <= {"not_measured"}
    assert not events(tmp_path, "set-quantity", "speech.started")
    # What was set up is taken away all the same.
    assert rows_there(shop[0]) == 0


def test_a_hook_that_the_server_refuses_is_the_backends(tmp_path: Path, shop: tuple[str, str]) -> None:
    url = shop[0].replace("postgresql:", "postgresql+psycopg:")
    seed = [{"kind": "sql", "url": url, "statements": [*EMPTY, *ROWS, ROWS[0]]}]
    done = called(tmp_path, shop, "set-quantity", seed=seed)
    (case,) = done.json["cases"]
    assert (case["status"], case["blame"]) == ("invalid", "platform")
    assert "seed[0] (sql) failed: " in case["reasons"][0]
    assert "duplicate key" in case["reasons"][0]


@pytest.mark.parametrize("part", ["probes", "seed", "reset"])
def test_a_production_server_is_refused_and_never_touched(
    part: str, tmp_path: Path, shop: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with psycopg.connect(shop[0]) as db:
        db.execute(ROWS[0].encode())
    # The same server by another name.
    there = shop[0].replace("postgresql:", "postgresql+psycopg:").replace("127.0.0.1", "localhost")
    what: dict[str, Any] = (
        {"tables": {"orders": QUERY}} if part == "probes" else {"statements": ["DELETE FROM orders"]}
    )
    hooks = {"seed": [], "reset": [], part: [{"kind": "sql", "url": there, **what}]}
    changes = changed(shop, **hooks, production_hosts=["localhost"])
    done = run(*prepared(tmp_path, (tmp_path / "none.db", shop[1]), changes))
    assert done.code == 2
    assert (
        f"agent.yaml: backend.{part}[0]: the database: localhost is on the list of production hosts"
        in done.err
    )
    assert rows_there(shop[0]) == 1
