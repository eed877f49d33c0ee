"""What has to hold in a world beyond its types: names that exist, rows that fit their columns, tools that do something."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date

from callproof.problems import found
from callproof.scenario.report import Report
from callproof.scenario.sameness import canonical
from callproof.scenario.worlds import ColumnType, Json, Parameter, ParameterType, Table, Tool, World

# Names become those of tables and columns in a database, and of functions in a chat model's tools.
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,62}")
_TOOL_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_KINDS: dict[str, str] = {
    "text": "a text",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}
# What may go from a parameter into a column without becoming something else.
_FITS: frozenset[tuple[str, str]] = frozenset(
    (
        ("string", "text"),
        ("integer", "integer"),
        ("integer", "number"),
        ("number", "number"),
        ("boolean", "boolean"),
    )
)


def misfit(value: Json, kind: ColumnType | ParameterType) -> str | None:
    """`found 3, expected a text` when a value is not of a column's or parameter's type; a column's null is for the caller to allow."""
    if kind in ("text", "string"):
        fits = isinstance(value, str)
    elif kind == "boolean":
        fits = isinstance(value, bool)
    elif kind == "integer":
        fits = isinstance(value, int) and not isinstance(value, bool)
    else:
        fits = isinstance(value, int | float) and not isinstance(value, bool)
    if fits:
        return None
    hint = " (write it in quotes)" if kind in ("text", "string") and isinstance(value, int | float) else ""
    return f"found {found(value)}, expected {_KINDS[kind]}{hint}"


def misfit_argument(value: Json, parameter: Parameter) -> str | None:
    """Why a value cannot be given for a parameter of a tool."""
    wrong = misfit(value, parameter.type)
    if wrong is not None:
        return wrong
    if parameter.choices and value not in parameter.choices:
        return f"found {found(value)}, expected one of {', '.join(found(item) for item in parameter.choices)}"
    return misfit_date(value) if parameter.format == "date" else None


def misfit_date(value: Json) -> str | None:
    if isinstance(value, str) and _DATE.fullmatch(value):
        with suppress(ValueError):
            date.fromisoformat(value)
            return None
    return f"found {found(value)}, expected a date as 2026-03-14"


def check_world(world: World, report: Report) -> None:
    if not world.tables:
        report.add(("tables",), "holds no table")
    if not world.tools:
        report.add(("tools",), "holds no tool, so that no agent could do anything")
    lower: dict[str, str] = {}
    for name, table in world.tables.items():
        place = report.below("tables", name)
        if not _NAME.fullmatch(name):
            place.add((), "is no name for a table: letters, digits and underscores, 63 at most")
        if lower.setdefault(name.lower(), name) != name:
            place.add((), f"differs from {lower[name.lower()]} only in upper and lower case")
        _check_table(table, place)
    for name, tool in world.tools.items():
        place = report.below("tools", name)
        if not _TOOL_NAME.fullmatch(name):
            place.add((), "is no name for a tool: letters, digits, dashes and underscores, 64 at most")
        _check_tool(name, tool, world, place)


def _check_table(table: Table, report: Report) -> None:
    lower: dict[str, str] = {}
    for name in table.columns:
        if not _NAME.fullmatch(name):
            report.add(
                ("columns", name), "is no name for a column: letters, digits and underscores, 63 at most"
            )
        if lower.setdefault(name.lower(), name) != name:
            report.add(("columns", name), f"differs from {lower[name.lower()]} only in upper and lower case")
    if table.key not in table.columns:
        report.unknown(("key",), table.key, table.columns, "column")
    elif table.columns[table.key] not in ("text", "integer"):
        report.add(
            ("key",), f"the column {table.key} is a {table.columns[table.key]}; a key is a text or an integer"
        )
    for at, name in enumerate(table.ignore):
        if name not in table.columns:
            report.unknown(("ignore", at), name, table.columns, "column")
        elif name == table.key:
            report.add(("ignore", at), "is the key; without it no row could be told from another")
    check_values(table, table.void, report.below("void"))
    check_rows(table, report.below("rows"))


def check_rows(table: Table, report: Report) -> None:
    seen: dict[object, int] = {}
    for at, row in enumerate(table.rows):
        check_values(table, row, report.below(at))
        key = row.get(table.key)
        if key is None or key == "":
            report.add((at,), f"has no {table.key}, which is the key")
        elif seen.setdefault(canonical(key), at) != at:
            report.add((at, table.key), f"{found(key)} is the key of row {seen[canonical(key)]} already")


def check_values(table: Table, values: Mapping[str, Json], report: Report) -> None:
    """Values by column: the columns exist and the values are of their types; null fits any."""
    for name, value in values.items():
        kind = table.columns.get(name)
        if kind is None:
            report.unknown((name,), name, table.columns, "column")
        elif value is not None and (wrong := misfit(value, kind)) is not None:
            report.add((name,), wrong)


def _check_tool(name: str, tool: Tool, world: World, report: Report) -> None:
    if (tool.write is None) == (tool.read is None):
        what = (
            "neither reads nor writes; it needs either read or write, for what it does to be known, or a function "
            "that says so (--tools)"
            if tool.write is None
            else "both reads and writes; it needs either read or write, for what it does to be known"
        )
        report.add((), what)
    if tool.commit_after_ms < 0:
        report.add(("commit_after_ms",), f"found {tool.commit_after_ms}, expected 0 or more")
    if tool.reply_after_ms < tool.commit_after_ms:
        report.add(
            ("reply_after_ms",),
            f"is {tool.reply_after_ms}, before the commit at {tool.commit_after_ms}; a reply comes when the work is done",
        )
    if tool.undo is not None:
        other = world.tools.get(tool.undo)
        if other is None:
            report.unknown(("undo",), tool.undo, world.tools, "tool")
        elif other.write is None:
            report.add(("undo",), f"{tool.undo} writes nothing, so it undoes nothing")
    for parameter, declared in tool.parameters.items():
        if declared.default is not None:
            if declared.required:
                place = ("parameters", parameter, "default")
                report.add(place, "is of no use: the parameter is required; say required: false")
            if (wrong := misfit_argument(declared.default, declared)) is not None:
                report.add(("parameters", parameter, "default"), wrong)
        for at, choice in enumerate(declared.choices):
            if (wrong := misfit(choice, declared.type)) is not None:
                report.add(("parameters", parameter, "choices", at), wrong)
    if tool.write is not None:
        _check_write(tool, world, report.below("write"))
    if tool.read is not None:
        _check_read(tool, world, report.below("read"))
    if tool.write is None:
        for flag in ("keyed", "cancellable"):
            if getattr(tool, flag):
                report.add((flag,), f"{name} writes nothing, so this has no effect")
        if tool.undo is not None:
            report.add(("undo",), f"{name} writes nothing, so there is nothing to undo")


def _check_write(tool: Tool, world: World, report: Report) -> None:
    write = tool.write
    assert write is not None  # noqa: S101 - the caller looked
    table = world.tables.get(write.table)
    if table is None:
        report.unknown(("table",), write.table, world.tables, "table")
        return
    if write.kind == "insert":
        if write.record is not None:
            report.add(("record",), "a new row has no record yet; put its key into values")
    else:
        _check_record(write.record, tool, report)
    if write.kind == "delete" and (write.values or write.constants):
        report.add((), "a row that is deleted takes no values")
    if write.kind != "delete" and not write.values and not write.constants:
        report.add(
            (), f"{'sets' if write.kind == 'set' else 'inserts'} nothing: values and constants are empty"
        )
    _check_columns(write.values, tool, table, report.below("values"))
    check_values(table, write.constants, report.below("constants"))
    for column in write.constants:
        if column in write.values:
            report.add(("constants", column), "is in values, too")
    if write.kind == "set" and (table.key in write.values or table.key in write.constants):
        report.add((), f"would change {table.key}, the key of {write.table}; a row keeps its key")


def _check_read(tool: Tool, world: World, report: Report) -> None:
    read = tool.read
    assert read is not None  # noqa: S101 - the caller looked
    table = world.tables.get(read.table)
    if table is None:
        report.unknown(("table",), read.table, world.tables, "table")
        return
    if read.record is not None:
        _check_record(read.record, tool, report)
        if read.where:
            report.add(("where",), "a tool reads one row by record or rows by where, not both")
    _check_columns(read.where, tool, table, report.below("where"))


def _check_record(name: str | None, tool: Tool, report: Report) -> None:
    if name is None:
        report.add(("record",), "is missing: the parameter that names the row")
    elif name not in tool.parameters:
        report.unknown(("record",), name, tool.parameters, "parameter")
    elif not tool.parameters[name].required:
        report.add(("record",), f"the parameter {name} is not required; without it there is no row")


def _check_columns(columns: Mapping[str, str], tool: Tool, table: Table, report: Report) -> None:
    for column, name in columns.items():
        kind, parameter = table.columns.get(column), tool.parameters.get(name)
        if kind is None:
            report.unknown((column,), column, table.columns, "column")
        if parameter is None:
            report.unknown((column,), name, tool.parameters, "parameter")
        elif kind is not None and (parameter.type, kind) not in _FITS:
            report.add((column,), f"the parameter {name} is a {parameter.type}, the column {column} a {kind}")
