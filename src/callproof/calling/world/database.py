"""`Backend`: the database behind one call."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from threading import RLock
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from callproof.calling.world.tables import KEY, Rows, TableSql, in_sql, seed_rows, table_problems
from callproof.calling.world.values import MisfitError, coerced, fitted
from callproof.errors import HarnessError, InputError, did_you_mean
from callproof.scenario.worlds import Json, World

if TYPE_CHECKING:
    from callproof.calling.world.postgres import Schema

_NUMBERED = re.compile(r"(.*?)([0-9]{1,18})", re.DOTALL)
_PLURALS = (
    ("ies", "y"),
    ("sses", "ss"),
    ("xes", "x"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("ss", "ss"),
    ("us", "us"),
    ("s", ""),
)


@dataclass(frozen=True, slots=True)
class Change:
    """One row written: `before` is None for a new row, `after` for one that is gone. A write that altered nothing is one too."""

    table: str
    key: str
    before: Mapping[str, Json] | None
    after: Mapping[str, Json] | None


class ApiError(Exception):
    """What a tool answers instead of a result: `404 no order 4281`. A tool's function may raise it too."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status} {message}")
        self.status = status
        self.message = message


class Backend:
    """One call's database, filled with the rows of a world.

    Without `url` it lives in memory (SQLite) and is gone with the call. With the URL of a PostgreSQL server the call gets a
    schema of its own there, which `close` drops. `file` is the file to name when a row does not fit.

    Calls from several threads wait for each other; a transaction belongs to the thread that began it.
    """

    def __init__(self, world: World, *, url: str | None = None, file: str = "") -> None:
        problems = table_problems(world.tables, file)
        seeds, misfits = seed_rows(world.tables, file)
        if problems or misfits:
            raise InputError([*problems, *misfits])
        self.initial: Mapping[str, Rows] = seeds
        self._tables = in_sql(world.tables)
        self._gone: dict[str, list[str]] = {}
        self._lock = RLock()
        self._schema: Schema | None = None
        if url is None:
            self._connection = _in_memory().connect()
        else:
            from callproof.calling.world.postgres import connect

            self._connection, self._schema = connect(url)
        try:
            self._fill()
        except BaseException:
            self.close()
            raise

    def _fill(self) -> None:
        with self._guarded(), self._connection.begin():
            for name, sql in self._tables.items():
                self._connection.exec_driver_sql(sql.create(self._connection.dialect))
                if rows := list(self.initial[name].values()):
                    self._connection.execute(sql.insert, rows)

    def __enter__(self) -> Backend:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Drops everything. Once closed, closing again does nothing."""
        with self._lock, self._guarded():
            if self._connection.closed:
                return
            try:
                if self._schema is not None:
                    self._schema.drop(self._connection)
            finally:
                self._connection.close()

    def snapshot(self) -> dict[str, Rows]:
        """All rows by table and key, in the order of the keys."""
        with self.transaction() as transaction:
            return {name: transaction.rows(name) for name in self._tables}

    @contextmanager
    def transaction(self, *, keep: bool = True) -> Iterator[Transaction]:
        """All of it or, when the block raises, nothing. With `keep` false nothing in either case."""
        with self._lock, self._guarded(), self._connection.begin() as outer:
            transaction = Transaction(self._connection, self._tables, self._gone)
            try:
                yield transaction
            except BaseException:
                transaction.end()
                raise
            transaction.end()
            if not keep:
                outer.rollback()
                return
            outer.commit()
            for change in transaction.changes:
                if change.after is None:
                    self._gone.setdefault(change.table, []).append(change.key)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise HarnessError(f"the database behind the tools failed: {error}") from error


class Transaction:
    """What a tool does to the backend. `changes` are its writes, in their order; they count once it has ended well.

    Rows are plain dicts; a row that was handed out may be altered freely, the backend has its own. A key may be given as a text
    or as a number.
    """

    def __init__(
        self, connection: Connection, tables: Mapping[str, TableSql], gone: Mapping[str, list[str]]
    ) -> None:
        self._connection = connection
        self._tables = tables
        self._gone = gone
        self._open = True
        self.changes: list[Change] = []

    def end(self) -> None:
        """From here on it refuses to work."""
        self._open = False

    def rows(self, table: str) -> Rows:
        """Every row of a table by key, in the order of the keys (numbers in them by their size)."""
        sql = self._sql(table)
        found = {str(row[sql.key]): dict(row) for row in self._connection.execute(sql.every_row).mappings()}
        return {key: found[key] for key in sorted(found, key=natural)} if len(found) > 1 else found

    def get(self, table: str, key: Json) -> dict[str, Json] | None:
        """The row of that key; None when there is none."""
        sql = self._sql(table)
        try:
            wanted = coerced(key, sql.columns[sql.key])
        except MisfitError:
            return None
        row = self._connection.execute(sql.one_row, {KEY: wanted}).mappings().first()
        return None if row is None else dict(row)

    def find(
        self, table: str, where: Mapping[str, Json] | None = None, /, **equal: Json
    ) -> list[dict[str, Json]]:
        """The rows whose columns equal all of these values, in the order of the keys."""
        sql = self._sql(table)
        wanted = self._fit(sql, {**(where or {}), **equal})
        query = sql.every_row.where(*(sql.table.c[column] == value for column, value in wanted.items()))
        found = [dict(row) for row in self._connection.execute(query).mappings()]
        return sorted(found, key=lambda row: natural(str(row[sql.key])))

    def insert(self, table: str, row: Mapping[str, Json] | None = None, /, **values: Json) -> dict[str, Json]:
        """Adds a row and gives it as stored. Without a key it gets the next number (after R-7: R-8)."""
        sql = self._sql(table)
        new = dict.fromkeys(sql.columns) | self._fit(sql, {**(row or {}), **values})
        if new[sql.key] is None:
            new[sql.key] = self._next_key(sql)
        elif self.get(table, new[sql.key]) is not None:
            raise ApiError(409, f"{singular(table)} {new[sql.key]} is already there")
        self._connection.execute(sql.insert, new)
        return self._written(sql, new[sql.key], None)

    def update(
        self, table: str, key: Json, changes: Mapping[str, Json] | None = None, /, **values: Json
    ) -> dict[str, Json]:
        """Changes columns of one row and gives it as stored. Raises `404 no order 4281`. The key itself stays."""
        sql = self._sql(table)
        before = self._existing(table, key)
        new = self._fit(sql, {**(changes or {}), **values})
        if new.get(sql.key, before[sql.key]) != before[sql.key]:
            raise ValueError(f"{table}.{sql.key} names the row and cannot be changed")
        if new:
            this = sql.table.c[sql.key] == before[sql.key]
            self._connection.execute(update(sql.table).where(this).values(new))
        return self._written(sql, before[sql.key], before)

    def delete(self, table: str, key: Json) -> dict[str, Json]:
        """Removes one row and gives it as it was. Raises `404 no order 4281`."""
        sql = self._sql(table)
        before = self._existing(table, key)
        self._connection.execute(sql.delete, {KEY: before[sql.key]})
        self.changes.append(Change(table, str(before[sql.key]), dict(before), None))
        return before

    def _written(self, sql: TableSql, key: Json, before: dict[str, Json] | None) -> dict[str, Json]:
        """Read back, so that what is told is what is there."""
        after = self.get(sql.name, key)
        self.changes.append(Change(sql.name, str(key), before, after))
        return dict(after or {})

    def _existing(self, table: str, key: Json) -> dict[str, Json]:
        row = self.get(table, key)
        if row is None:
            raise ApiError(404, f"no {singular(table)} {key}")
        return row

    def _fit(self, sql: TableSql, values: Mapping[str, Json]) -> dict[str, Json]:
        stored = {}
        for column, value in values.items():
            if column not in sql.columns:
                raise ValueError(
                    f"{sql.name} has no column {column!r}.{did_you_mean(str(column), sql.columns)}"
                )
            try:
                stored[column] = fitted(value, sql.columns[column])
            except MisfitError as error:
                raise ValueError(f"{sql.name}.{column}: {error}") from None
        return stored

    def _next_key(self, sql: TableSql) -> Json:
        """Numbers of rows that are gone are not given again."""
        there = [str(key) for key in self._connection.execute(select(sql.table.c[sql.key])).scalars()]
        removed = [c.key for c in self.changes if c.table == sql.name and c.after is None]
        text = following([*there, *removed, *self._gone.get(sql.name, ())])
        return int(text) if sql.columns[sql.key] == "integer" else text

    def _sql(self, table: str) -> TableSql:
        if not self._open:
            raise RuntimeError("this transaction is over: a tool works on the backend only while it runs")
        try:
            return self._tables[table]
        except KeyError:
            raise ValueError(
                f"there is no table {table!r}.{did_you_mean(str(table), self._tables)}"
            ) from None


def following(keys: Iterable[str]) -> str:
    """The next key after the one with the highest number at its end: R-8 after R-7, 0043 after 0042, 1 after none."""
    prefix, width, highest = "", 0, 0
    for key in keys:
        if (match := _NUMBERED.fullmatch(key)) and int(match[2]) >= highest:
            prefix, highest = match[1], int(match[2])
            width = len(match[2]) if match[2].startswith("0") else 0
    return f"{prefix}{highest + 1:0{width}d}"


def natural(key: str) -> list[tuple[int, str]]:
    """Sorts S-9 before S-10."""
    parts = re.split(r"([0-9]+)", key)
    return [
        (len(digits), digits) if index % 2 else (0, part)
        for index, part in enumerate(parts)
        for digits in (part.lstrip("0"),)
    ]


def singular(table: str) -> str:
    """`order` for a table of orders, for messages."""
    word = table.replace("_", " ")
    for ending, instead in _PLURALS:
        if word.lower().endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + instead
    return word


@lru_cache(maxsize=1)
def _in_memory() -> Engine:
    """One engine for all calls, so that its compiled statements are shared; every connection is a database of its own."""
    settings: dict[str, Any] = {"check_same_thread": False}
    return create_engine("sqlite://", poolclass=NullPool, connect_args=settings)
