"""How the user's own backend is read, seeded and reset: the settings, and reading them.

    probes:
      - kind: sql
        url: postgresql+psycopg://tester:${DB_PASSWORD}@db.staging.example/shop
        tables:
          orders: {query: "SELECT * FROM orders", key: order_number}
      - kind: http
        headers: {Authorization: "Bearer ${API_TOKEN}"}
        tables:
          returns: {url: "https://staging.example/returns", rows: "$.items", key: id}
      - {kind: python, function: "tests.backend:rows"}
    seed: [{kind: http, url: "https://staging.example/test/seed"}]
    reset: [{kind: sql, url: "…", statements: ["DELETE FROM returns"]}]
    production_hosts: [db.example.com, "*.prod.example.com"]

`${NAME}` is a variable of the environment, for secrets; it is filled in where the file is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from callproof.calling.agent import Json
from callproof.calling.toolserver.hosts import host_of, refuse_production
from callproof.calling.toolserver.json_path import steps_of
from callproof.errors import InputError, Problem
from callproof.problems import below, from_pydantic
from callproof.scenario.worlds import STRICT

_SHORTEST_POLL_MS = 50
# These say where the database is in a way that cannot be read here.
_OPAQUE = ("odbc_connect", "service", "dsn")


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlTable:
    """`query` gives all rows that count; `key` is the column that names a row."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    query: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlProbe:
    """`url` is SQLAlchemy's; its driver has to be installed. All tables are read in one transaction that may not write."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    kind: Literal["sql"] = "sql"
    url: str = field(repr=False)
    tables: Mapping[str, SqlTable]


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpTable:
    """`rows` is where in the answer to a GET the rows are (`$.items`); an object there is one row."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    url: str
    key: str
    rows: str = "$"


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpProbe:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    kind: Literal["http"] = "http"
    tables: Mapping[str, HttpTable]
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonProbe:
    """`function` (`module:name`) takes nothing and gives the rows by table and key."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    kind: Literal["python"] = "python"
    function: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlHook:
    """The statements, one after the other, in one transaction."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    kind: Literal["sql"] = "sql"
    url: str = field(repr=False)
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpHook:
    """Anything but an answer with a 2xx is a failure."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    kind: Literal["http"] = "http"
    url: str
    method: Literal["POST", "PUT", "PATCH", "DELETE"] = "POST"
    json: Json = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonHook:
    """`function` (`module:name`) takes the id of the call."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    kind: Literal["python"] = "python"
    function: str


Probe: TypeAlias = SqlProbe | HttpProbe | PythonProbe
Hook: TypeAlias = SqlHook | HttpHook | PythonHook
# Told apart by `kind`: else a mistake in one would be a mistake in all of them.
_Probes: TypeAlias = tuple[Annotated[Probe, Field(discriminator="kind")], ...]
_Hooks: TypeAlias = tuple[Annotated[Hook, Field(discriminator="kind")], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendConfig:
    """How the user's own backend is read and set up.

    `seed` runs before a call, `reset` after it. `production_hosts` are refused, by the names they have in the URLs: an alias or an
    address for one of them is another name. Whatever takes longer than `within_s` has failed.

    With `poll_ms` it is read so often during a call too; `settle_ms` is how long to wait before the last reading, for what is written with delay.
    `shared`: all calls meet the same rows, so that no two may go on at once.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    probes: _Probes
    seed: _Hooks = ()
    reset: _Hooks = ()
    production_hosts: tuple[str, ...] = ()
    within_s: float = 10.0
    poll_ms: int | None = None
    settle_ms: int = 0
    shared: bool = True

    def check(self, file: str = "") -> None:
        """Raises InputError with all that is wrong."""
        if problems := list(_problems(self, file)):
            raise InputError(problems)


def backend_config(data: Json, file: str = "", within: tuple[str, ...] = ()) -> BackendConfig:
    """From settings in which all variables are filled in; `within` is where they stand in the file. Raises InputError."""
    try:
        config = TypeAdapter(BackendConfig).validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        tags = ("sql", "http", "python")
        raise InputError(from_pydantic(error, file, known=_known(), tags=tags, within=within)) from None
    with below(within, file):
        config.check(file)
    return config


def _known() -> list[str]:
    kinds = (SqlTable, SqlProbe, HttpTable, HttpProbe, PythonProbe, SqlHook, HttpHook, BackendConfig)
    return sorted({item.name for kind in kinds for item in fields(kind)})


def _problems(config: BackendConfig, file: str) -> Iterator[Problem]:
    for name, least in (("poll_ms", _SHORTEST_POLL_MS), ("settle_ms", 0), ("within_s", 0.1)):
        value = getattr(config, name)
        if value is not None and not value >= least:
            yield Problem(file, name, f"found {value:g}, expected at least {least:g}")
    if not config.probes:
        yield Problem(file, "probes", "is empty: no table would be read")
    tables: set[str] = set()
    for number, probe in enumerate(config.probes):
        place = f"probes[{number}]"
        yield from _reached(probe, config.production_hosts, file, place)
        for name in () if isinstance(probe, PythonProbe) else probe.tables:
            if name in tables:
                yield Problem(file, f"{place}.tables.{name}", "is read by an earlier probe too")
            tables.add(name)
        if isinstance(probe, HttpProbe):
            for name, table in probe.tables.items():
                try:
                    steps_of(table.rows)
                except ValueError as error:
                    yield Problem(file, f"{place}.tables.{name}.rows", str(error))
    for when, hooks in (("seed", config.seed), ("reset", config.reset)):
        for number, hook in enumerate(hooks):
            yield from _reached(hook, config.production_hosts, file, f"{when}[{number}]")


def _reached(item: Probe | Hook, refused: Iterable[str], file: str, place: str) -> Iterator[Problem]:
    """What is wrong with where it leads."""
    if isinstance(item, PythonProbe | PythonHook):
        module, _, name = item.function.partition(":")
        if not all(part.isidentifier() for part in (*module.split("."), name)):
            yield Problem(file, f"{place}.function", f"found {item.function!r}, expected module:name")
        return
    try:
        if isinstance(item, SqlProbe | SqlHook):
            refuse_production(_sql_hosts(item.url, bool(tuple(refused))), refused, "the database")
        else:
            urls = [item.url] if isinstance(item, HttpHook) else [t.url for t in item.tables.values()]
            refuse_production([host_of(url) for url in urls], refused, "the API")
    except InputError as error:
        for problem in error.problems:
            yield Problem(file, place, problem.message)


def _sql_hosts(url: str, guarded: bool) -> list[str]:
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        raise InputError.of(
            "the database's URL cannot be read; SQLAlchemy's look like sqlite:///file.db"
        ) from None
    if parts.get_backend_name() == "sqlite":
        return []
    query = {name: (value,) if isinstance(value, str) else value for name, value in parts.query.items()}
    named = [parts.host or "", *query.get("host", ()), *query.get("hostaddr", ())]
    hosts = [host for given in named for host in given.split(",") if host]
    if guarded and (not hosts or any(name in query for name in _OPAQUE)):
        raise InputError.of(
            "the database's URL does not say at which host it is, and production hosts are to be refused"
        )
    return hosts
