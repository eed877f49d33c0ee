"""Reads the user's own backend before and after a call, and sets it up.

What cannot be read is no snapshot: half of one would tell of rows that are gone, and an empty one of all of them.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import math
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, TypeVar

import httpx
from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from callproof.calling.agent import Json
from callproof.calling.toolserver.backend_errors import HookFailedError
from callproof.calling.toolserver.json_path import rows_at
from callproof.calling.toolserver.probe_settings import (
    BackendConfig,
    Hook,
    HttpHook,
    HttpProbe,
    Probe,
    PythonHook,
    PythonProbe,
    SqlHook,
    SqlProbe,
)
from callproof.problems import found

Rows = Mapping[str, Mapping[str, Json]]
R = TypeVar("R")

# Nothing that a probe does may write.
_READ_ONLY = {
    "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    "sqlite": "PRAGMA query_only = ON",
    "mysql": "SET TRANSACTION READ ONLY",
    "mariadb": "SET TRANSACTION READ ONLY",
}
# What is given up is stopped at the server too, a little later, so that it is we who say so.
_STOPPED_AFTER_S = 0.5
_SHORTEST_SECRET = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All rows by table and key; or None, and why there are none."""

    tables: Mapping[str, Rows] | None
    problem: str | None = None


class UnreadableError(Exception):
    """Something of the backend cannot be read, or is not what it should be."""


class OwnBackend:
    """A backend that is the user's. `watched`: it is looked at after each writing call, which goes through the proxy. Raises InputError for settings that cannot be, or that name a production host."""

    def __init__(self, config: BackendConfig, *, watched: bool = False) -> None:
        config.check()
        self.poll_ms = config.poll_ms
        self.settle_ms = config.settle_ms
        # With nothing but readings before and after a call, what comes and goes in it is not seen.
        self.seen: Literal["snapshots", "watched"] = (
            "watched" if watched or config.poll_ms is not None else "snapshots"
        )
        self._config = config
        self._secrets = sorted(_secrets(config), key=len, reverse=True)

    async def read(self) -> Reading:
        """Never raises: a backend that cannot be read is not measured."""
        tables: dict[str, Rows] = {}
        readings = [self._in_time(_reader(probe, self._config.within_s)) for probe in self._config.probes]
        for probe, came in zip(
            self._config.probes, await asyncio.gather(*readings, return_exceptions=True), strict=True
        ):
            if isinstance(came, BaseException):
                return Reading(tables=None, problem=f"{_named(probe)} cannot be read: {self._told(came)}")
            if twice := sorted(tables.keys() & came.keys()):
                return Reading(
                    tables=None, problem=f"{_named(probe)} reads {twice[0]}, which was read before"
                )
            tables.update(came)
        return Reading(tables=tables)

    async def seed(self, call_id: str) -> None:
        """Raises HookFailedError: a call on a backend that is not set up would say nothing."""
        await self._run("seed", self._config.seed, call_id)

    async def reset(self, call_id: str) -> None:
        """Raises HookFailedError."""
        await self._run("reset", self._config.reset, call_id)

    async def _run(self, when: str, hooks: Iterable[Hook], call_id: str) -> None:
        for number, hook in enumerate(hooks):
            given_up = threading.Event()
            try:
                await self._in_time(_runner(hook, call_id, self._config.within_s, given_up))
            except UnreadableError as error:
                named = f"the backend's hook {when}[{number}] ({hook.kind})"
                raise HookFailedError(f"{named} failed: {self._told(error)}") from None
            finally:
                given_up.set()

    async def _in_time(self, work: Callable[[], R]) -> R:
        try:
            return await asyncio.wait_for(_in_thread(work), self._config.within_s)
        except TimeoutError:
            raise UnreadableError(f"no answer within {self._config.within_s:g} s") from None

    def _told(self, error: BaseException) -> str:
        """What went wrong, in one line without secrets."""
        text = str(error).partition("\n")[0]
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


def _in_one_line(error: BaseException) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return ": ".join([type(error).__name__, *lines[:1]])


def _named(probe: Probe) -> str:
    what = probe.function if isinstance(probe, PythonProbe) else ", ".join(probe.tables)
    return f"the backend ({probe.kind}: {what})"


def _secrets(config: BackendConfig) -> set[str]:
    secrets: set[str] = set()
    for item in (*config.probes, *config.seed, *config.reset):
        if isinstance(item, SqlProbe | SqlHook):
            url = make_url(item.url)
            secrets |= {str(url.password or ""), item.url, url.render_as_string(hide_password=False)}
        elif isinstance(item, HttpProbe | HttpHook):
            secrets |= {part for value in item.headers.values() for part in (value, *value.split())}
    return {secret for secret in secrets if len(secret) >= _SHORTEST_SECRET} - {"Bearer", "Basic"}


async def _in_thread(work: Callable[[], R]) -> R:
    """In a thread that no exit of the program waits for, since a driver may hang."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[R] = loop.create_future()

    def settle(result: R | None, error: UnreadableError | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, failed = None, None
        try:
            result = work()
        except UnreadableError as error:
            failed = error
        except BaseException as error:
            # What of a user's function leaves a loop (SystemExit), or no future takes (StopIteration), is an error like others.
            failed = UnreadableError(_in_one_line(error))
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, failed)

    threading.Thread(target=run, name="callproof-probe", daemon=True).start()
    return await future


# -- reading -----------------------------------------------------------------------------------------------------------


def _reader(probe: Probe, within_s: float) -> Callable[[], Mapping[str, Rows]]:
    if isinstance(probe, SqlProbe):
        return lambda: _read_sql(probe, within_s)
    if isinstance(probe, HttpProbe):
        return lambda: _read_http(probe, within_s)
    return lambda: _read_python(probe)


def _client(headers: Mapping[str, str], within_s: float) -> httpx.Client:
    return httpx.Client(headers=dict(headers), timeout=within_s, trust_env=False)


def _read_sql(probe: SqlProbe, within_s: float) -> Mapping[str, Rows]:
    url = make_url(probe.url)
    with _connected(url, within_s) as connection:
        if statement := _READ_ONLY.get(url.get_backend_name()):
            connection.exec_driver_sql(statement)
        tables = {}
        for name, table in probe.tables.items():
            rows = [dict(row) for row in connection.exec_driver_sql(table.query).mappings()]
            tables[name] = keyed(name, rows, table.key)
        connection.rollback()
        return tables


def _connected(url: URL, within_s: float) -> Connection:
    """In a transaction of which no statement takes much longer than that, where the server has such a limit."""
    file = url.database
    in_file = url.get_backend_name() == "sqlite" and file and file != ":memory:"
    if in_file and file and not file.startswith("file:") and not Path(file).is_file():
        # SQLite would make an empty one.
        raise UnreadableError(f"there is no file {file}")
    try:
        # Statements are taken as they stand: no driver looks for places to fill at a percent sign.
        engine = create_engine(url, poolclass=NullPool, execution_options={"no_parameters": True})
        connection = engine.connect()
    except (ImportError, SQLAlchemyError) as error:
        driver = f"the driver of {url.drivername} is not installed: {error}"
        raise UnreadableError(driver if isinstance(error, ImportError) else _first_line(error)) from None
    if url.get_backend_name() == "postgresql":
        limit_ms = round((within_s + _STOPPED_AFTER_S) * 1000)
        connection.exec_driver_sql(f"SET LOCAL statement_timeout = {limit_ms}")
    return connection


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().split("\n")[0]


def _read_http(probe: HttpProbe, within_s: float) -> Mapping[str, Rows]:
    tables = {}
    with _client(probe.headers, within_s) as client:
        for name, table in probe.tables.items():
            answer = client.get(table.url)
            # A redirect could lead to a host that nobody has checked.
            if answer.status_code != httpx.codes.OK:
                raise UnreadableError(f"{_shown(table.url)} answered {answer.status_code}")
            try:
                rows = rows_at(answer.json(), table.rows)
            except ValueError as error:
                raise UnreadableError(f"{_shown(table.url)}: {error}") from None
            tables[name] = keyed(name, rows, table.key)
    return tables


def _shown(url: str) -> str:
    """Without the query, in which secrets can stand."""
    return url.split("?")[0]


def _read_python(probe: PythonProbe) -> Mapping[str, Rows]:
    given = _called(probe.function)
    if not isinstance(given, Mapping) or not all(isinstance(rows, Mapping) for rows in given.values()):
        raise UnreadableError(f"{probe.function} gave {found(given)}, expected rows by table and key")
    tables = {}
    for name, rows in given.items():
        tables[str(name)] = {str(key): _row(str(name), row) for key, row in rows.items()}
    return tables


def keyed(table: str, rows: Iterable[Json], key: str) -> Rows:
    """The rows by their key. Raises UnreadableError where two have the same, or one has none."""
    named: dict[str, Mapping[str, Json]] = {}
    for row in rows:
        plain = _row(table, row)
        if plain.get(key) is None:
            raise UnreadableError(f"a row of {table} has no {key!r}; it has {', '.join(plain) or 'nothing'}")
        name = str(plain[key])
        if name in named:
            raise UnreadableError(f"two rows of {table} have the {key} {name}")
        named[name] = plain
    return named


def _row(table: str, row: Json) -> Mapping[str, Json]:
    if not isinstance(row, Mapping):
        raise UnreadableError(f"{table} has {found(row)} where a row should be")
    return {str(column): plain(value) for column, value in row.items()}


def plain(value: Any) -> Json:
    """A value as JSON has it. 12.50 from a database becomes 12.5, a time its ISO 8601 text, bytes their hex digits."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, Decimal):
        if not value.is_finite():
            return None
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return int(value) if value.is_integer() else value
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part) for part in value]
    return str(value)


# -- setting up --------------------------------------------------------------------------------------------------------


def _runner(hook: Hook, call_id: str, within_s: float, given_up: threading.Event) -> Callable[[], None]:
    if isinstance(hook, SqlHook):
        return lambda: _run_sql(hook, within_s, given_up)
    if isinstance(hook, HttpHook):
        return lambda: _run_http(hook, within_s)
    return lambda: _run_python(hook, call_id)


def _run_sql(hook: SqlHook, within_s: float, given_up: threading.Event) -> None:
    """All of it or nothing: what nobody waits for any more must not come true in the middle of a later call."""
    with _connected(make_url(hook.url), within_s) as connection:
        for statement in hook.statements:
            connection.exec_driver_sql(statement)
        if not given_up.is_set():
            connection.commit()


def _run_http(hook: HttpHook, within_s: float) -> None:
    with _client(hook.headers, within_s) as client:
        answer = client.request(hook.method, hook.url, json=hook.json)
    if not answer.is_success:
        raise UnreadableError(f"{_shown(hook.url)} answered {answer.status_code}")


def _run_python(hook: PythonHook, call_id: str) -> None:
    _called(hook.function, call_id)


def _called(function: str, *arguments: str) -> Any:
    module, _, name = function.partition(":")
    try:
        target = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnreadableError(f"{function} cannot be loaded: {error}") from None
    result = target(*arguments)
    return asyncio.run(result) if inspect.iscoroutine(result) else result
