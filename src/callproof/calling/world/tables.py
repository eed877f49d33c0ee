"""A world's tables in SQL: checked, seeded, and with the statements that a call needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Delete,
    Dialect,
    Insert,
    MetaData,
    Numeric,
    Select,
    Text,
    bindparam,
    delete,
    insert,
    select,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.schema import CreateTable
from sqlalchemy.types import TypeDecorator, TypeEngine

from callproof.calling.world.values import LARGEST, SMALLEST, MisfitError, fitted
from callproof.errors import Problem, did_you_mean
from callproof.problems import found
from callproof.scenario.worlds import ColumnType, Json, Table

Rows: TypeAlias = dict[str, dict[str, Json]]

# PostgreSQL cuts longer names off without a word.
LONGEST_NAME = 63
KEY = "callproof_key"


class _AsItIs(Numeric[Any]):
    """SQLite keeps ints and floats apart by itself; SQLAlchemy would make floats of both."""

    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> None:
        return None

    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        return None


class ExactNumber(TypeDecorator[Any]):
    """A number that comes back as it was. Floats go to PostgreSQL as decimals: its own cast would keep 15 digits."""

    impl = Numeric
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(_AsItIs() if dialect.name == "sqlite" else Numeric())

    def process_bind_param(self, value: float | None, dialect: Dialect) -> Any:
        return value if value is None or dialect.name == "sqlite" else Decimal(repr(value))

    def process_result_value(self, value: Any, dialect: Dialect) -> int | float | None:
        return _from_decimal(value) if isinstance(value, Decimal) else value


def _from_decimal(value: Decimal) -> int | float:
    whole = int(value)
    return whole if whole == value and SMALLEST <= whole <= LARGEST else float(value)


_TYPES: Mapping[ColumnType, type[TypeEngine[Any]]] = {
    "text": Text,
    "integer": BigInteger,
    "number": ExactNumber,
    "boolean": Boolean,
}


@dataclass(frozen=True)
class TableSql:
    """One table's statements; those about one row take its key as the parameter `KEY`."""

    name: str
    key: str
    columns: Mapping[str, ColumnType]
    table: SqlTable
    every_row: Select[Any]
    one_row: Select[Any]
    insert: Insert
    delete: Delete

    def create(self, dialect: Dialect) -> str:
        return _create(self.table, dialect)


@lru_cache(maxsize=512)
def _create(table: SqlTable, dialect: Dialect) -> str:
    return str(CreateTable(table).compile(dialect=dialect))


def in_sql(tables: Mapping[str, Table]) -> dict[str, TableSql]:
    return {name: _table_sql(name, table.key, tuple(table.columns.items())) for name, table in tables.items()}


@lru_cache(maxsize=512)
def _table_sql(name: str, key: str, columns: tuple[tuple[str, ColumnType], ...]) -> TableSql:
    """Kept from call to call: to put statements together takes longer than to run them."""
    made = [
        Column(column, _TYPES[kind](), primary_key=column == key, autoincrement=False)
        for column, kind in columns
    ]
    table = SqlTable(name, MetaData(), *made)
    this = table.c[key] == bindparam(KEY)
    return TableSql(
        name,
        key,
        dict(columns),
        table,
        select(table),
        select(table).where(this),
        insert(table),
        delete(table).where(this),
    )


def table_problems(tables: Mapping[str, Table], file: str = "") -> list[Problem]:
    """What is wrong with the tables themselves, their rows aside."""
    problems = [Problem(file, f"tables.{name}", text) for name, text in _name_problems(tables, "table")]
    for name, table in tables.items():
        place = f"tables.{name}"
        problems.extend(
            Problem(file, f"{place}.columns", text) for _, text in _name_problems(table.columns, "column")
        )
        if table.key not in table.columns:
            near = did_you_mean(table.key, table.columns)
            problems.append(Problem(file, f"{place}.key", f"no column is called {table.key!r}.{near}"))
        elif table.columns[table.key] not in ("text", "integer"):
            kind = table.columns[table.key]
            problems.append(Problem(file, f"{place}.key", f"is a {kind}; a key is a text or an integer"))
        for field, names in (("ignore", table.ignore), ("void", table.void)):
            problems.extend(
                Problem(
                    file, f"{place}.{field}", f"no column is called {n!r}.{did_you_mean(n, table.columns)}"
                )
                for n in names
                if n not in table.columns
            )
    return problems


def _name_problems(names: Mapping[str, Any], what: str) -> list[tuple[str, str]]:
    problems = []
    seen: dict[str, str] = {}
    for name in names:
        if not name or "\0" in name or not 0 < len(name.encode(errors="replace")) <= LONGEST_NAME:
            text = f"{found(name)} is no name for a {what}: 1 to {LONGEST_NAME} bytes"
            problems.append((name, text))
        elif (other := seen.setdefault(name.lower(), name)) != name:
            problems.append((name, f"the {what}s {other!r} and {name!r} differ in nothing but case"))
    return problems


def seed_rows(tables: Mapping[str, Table], file: str = "") -> tuple[dict[str, Rows], list[Problem]]:
    """The rows of every table by key, as they will be stored, and every value that does not fit."""
    seeds: dict[str, Rows] = {}
    problems: list[Problem] = []
    for name, table in tables.items():
        rows: Rows = {}
        for index, row in enumerate(table.rows):
            place = f"tables.{name}.rows[{index}]"
            stored: dict[str, Json] = {}
            for column, kind in table.columns.items():
                try:
                    stored[column] = fitted(row.get(column), kind)
                except MisfitError as error:
                    problems.append(Problem(file, f"{place}.{column}", str(error)))
            problems.extend(
                Problem(file, f"{place}.{c}", f"is no column of {name}.{did_you_mean(str(c), table.columns)}")
                for c in row
                if c not in table.columns
            )
            if row.get(table.key) is None:
                problems.append(Problem(file, f"{place}.{table.key}", "is missing: it names the row"))
            elif (key := str(row[table.key])) in rows:
                problems.append(Problem(file, f"{place}.{table.key}", f"{key!r} is there twice"))
            else:
                rows[key] = stored
        seeds[name] = rows
    return seeds, problems
