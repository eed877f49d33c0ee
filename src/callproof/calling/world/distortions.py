"""How the result of a tool call is made wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress

from callproof.calling.world.database import natural
from callproof.calling.world.tools import Tools
from callproof.calling.world.values import MisfitError, coerced
from callproof.errors import HarnessError
from callproof.scenario.model import Fault
from callproof.scenario.worlds import Json, Row, Tool


def distorted(tools: Tools, name: str, arguments: Mapping[str, Json], fault: Fault, result: Json) -> Json:
    """The result as the fault has it; the result itself where the fault alters nothing. Nothing is altered in place."""
    tool = tools.world.tools[name]
    arguments = tool.filled(arguments)
    if fault.kind == "empty":
        return [] if isinstance(result, list) else {} if tool.write is not None else None
    if fault.kind == "partial":
        return _each_row(result, lambda row: {c: v for c, v in row.items() if c in fault.keep})
    if fault.kind == "wrong_record":
        row = _other_row(tools, name, arguments, fault, result)
        return result if row is None else _in_place_of(result, row)
    if fault.kind == "stale_read":
        return _stale(tools, name, arguments, fault, result)
    text = json.dumps({"data": result}, ensure_ascii=False, default=str)
    # Broken off in the middle: no prefix of an object is JSON.
    return text[: (len(text) + 1) // 2]


def _each_row(result: Json, change: Callable[[Row], Row]) -> Json:
    if isinstance(result, list):
        return [change(row) if isinstance(row, dict) else row for row in result]
    if not isinstance(result, dict):
        return result
    if isinstance(record := result.get("record"), dict):
        return {**result, "record": change(record)}
    return change(result)


def _in_place_of(result: Json, row: Row | None) -> Json:
    if isinstance(result, list):
        return [] if row is None else [dict(row)]
    if isinstance(result, dict) and "record" in result:
        return {**result, "record": row}
    return row


def _other_row(
    tools: Tools, name: str, arguments: Mapping[str, Json], fault: Fault, result: Json
) -> Row | None:
    """The row of `fault.record`; without it the first row that is not the one asked for. None: there is no other."""
    table, asked = _asked(tools, name, arguments, fault, result)
    with tools.backend.transaction() as transaction:
        if fault.record is None:
            return next((row for key, row in transaction.rows(table).items() if key not in asked), None)
        row = transaction.get(table, fault.record)
    if row is None:
        raise HarnessError(
            f"the fault wrong_record of {name} is to answer with the record {fault.record}, which {table} does not have"
        )
    return row


def _stale(tools: Tools, name: str, arguments: Mapping[str, Json], fault: Fault, result: Json) -> Json:
    """The rows as they were when the call began, with the values of `fault.row` laid over them."""
    table, asked = _asked(tools, name, arguments, fault, result)
    start = tools.backend.initial[table]
    if isinstance(result, list):
        keys = _found_at_the_start(tools, table, tools.world.tools[name], arguments)
        return [{**start[key], **fault.row} for key in sorted(keys, key=natural)]
    before = next((start[key] for key in asked if key in start), None)
    if before is not None:
        return _in_place_of(result, {**before, **fault.row})
    return _each_row(result, lambda row: {**row, **fault.row}) if fault.row else _in_place_of(result, None)


def _found_at_the_start(tools: Tools, table: str, tool: Tool, arguments: Mapping[str, Json]) -> list[str]:
    columns = tools.world.tables[table].columns
    where = tool.read.where if tool.read is not None else {}
    wanted = {c: coerced(arguments[p], columns[c]) for c, p in where.items() if arguments.get(p) is not None}
    rows = tools.backend.initial[table]
    return [key for key, row in rows.items() if all(row[c] == value for c, value in wanted.items())]


def _asked(
    tools: Tools, name: str, arguments: Mapping[str, Json], fault: Fault, result: Json
) -> tuple[str, list[str]]:
    """The tool's table, and the keys of the rows that were asked for or came back."""
    tool = tools.world.tools[name]
    touched = tool.write or tool.read
    if touched is None:
        raise HarnessError(
            f"the fault {fault.kind} of {name} needs the tool's table: declare read=Read(...) or write=Write(...)"
        )
    table = tools.world.tables[touched.table]
    rows = result if isinstance(result, list) else [result]
    rows = [row.get("record", row) for row in rows if isinstance(row, dict)]
    keys = [str(row[table.key]) for row in rows if isinstance(row, dict) and row.get(table.key) is not None]
    if touched.record is not None and touched.record in arguments:
        with suppress(MisfitError):
            keys.append(str(coerced(arguments[touched.record], table.columns[table.key])))
    return touched.table, keys
