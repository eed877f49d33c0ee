"""A schema per call on a PostgreSQL server.

A schema's name ends in the number of a lock that its call holds on the server for as long as it is connected. When a process
dies, the server lets go of the lock; `sweep` drops every schema whose lock it can take.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from callproof.errors import HarnessError, InputError

PREFIX = "callproof_"
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Schema:
    name: str

    def drop(self, connection: Connection) -> None:
        connection.rollback()
        with connection.begin():
            connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {self.name} CASCADE")


def connect(url: str) -> tuple[Connection, Schema]:
    """A connection that works in a new schema. The first one to a server sweeps up there."""
    engine = _engine(url)
    _swept(url)
    connection = _connected(engine)
    token = secrets.token_hex(_DIGITS // 2)
    schema = Schema(PREFIX + token)
    try:
        with connection.begin():
            # Before the schema is there, or somebody's sweep could find it without its lock.
            connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": _lock_of(token)})
            connection.exec_driver_sql(f"CREATE SCHEMA {schema.name}")
            connection.exec_driver_sql(f"SET search_path TO {schema.name}")
    except SQLAlchemyError as error:
        connection.close()
        raise HarnessError(f"no schema could be made on {_shown(url)}: {_first_line(error)}") from error
    return connection, schema


def sweep(url: str) -> list[str]:
    """Drops the schemas of calls that are no longer connected; the names of those it dropped."""
    dropped = []
    with _connected(_engine(url)) as connection:
        # autocommit: each one by itself, so that one that cannot be dropped is no hindrance to the others.
        connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        names = connection.execute(
            text("SELECT nspname FROM pg_namespace WHERE nspname ~ :pattern ORDER BY nspname"),
            {"pattern": f"^{PREFIX}[0-9a-f]{{{_DIGITS}}}$"},
        )
        for name in names.scalars().all():
            lock = {"lock": _lock_of(name.removeprefix(PREFIX))}
            if connection.execute(text("SELECT pg_try_advisory_lock(:lock)"), lock).scalar():
                connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {name} CASCADE")
                connection.execute(text("SELECT pg_advisory_unlock(:lock)"), lock)
                dropped.append(name)
    return dropped


@lru_cache(maxsize=8)
def _swept(url: str) -> tuple[str, ...]:
    return tuple(sweep(url))


@lru_cache(maxsize=8)
def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise InputError.of(
            "the database URL cannot be read; expected postgresql://user@host:5432/name"
        ) from None
    if parsed.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise InputError.of(
            f"found a database URL of {parsed.drivername!r}, expected postgresql://…; without a URL every call gets "
            "a database in memory"
        )
    try:
        return create_engine(parsed.set(drivername="postgresql+psycopg"), poolclass=NullPool)
    except ModuleNotFoundError:
        raise InputError.of("PostgreSQL needs one more package: pip install 'callproof[postgres]'") from None


def _connected(engine: Engine) -> Connection:
    try:
        return engine.connect()
    except OperationalError as error:
        where = engine.url.render_as_string(hide_password=True)
        raise HarnessError(f"the database at {where} cannot be reached: {_first_line(error)}") from error


def _lock_of(token: str) -> int:
    return int(token, 16) - 2**63


def _shown(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)


def _first_line(error: SQLAlchemyError) -> str:
    return str(error).splitlines()[0]
