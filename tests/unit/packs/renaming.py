"""A scenario in a world where everything bears another name: tables, columns, tools, parameters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from callproof.scenario.model import EndState, Fault, Goal, Line, Scenario
from callproof.scenario.worlds import Read, Table, Tool, World, Write

Rename = Callable[[str], str]


def renamed(scenario: Scenario) -> Scenario:
    """The same scenario; no name of the world is left in it. What people say, and descriptions but for the names in them, stay."""
    names = {name: f"zq{n:02d}" for n, name in enumerate(sorted(set(_names(scenario.world))))}
    new = names.__getitem__
    world = World(
        tables={new(name): _table(table, new) for name, table in scenario.world.tables.items()},
        tools={new(name): _tool(tool, new, names) for name, tool in scenario.world.tools.items()},
    )
    return replace(
        scenario,
        world=world,
        goals={
            name: Goal(tool=new(goal.tool), arguments=_keys(goal.arguments, new))
            for name, goal in scenario.goals.items()
        },
        script=tuple(_line(line, new, names) for line in scenario.script),
        faults=tuple(_fault(fault, new) for fault in scenario.faults),
        expect=tuple(_end(end, new) for end in scenario.expect),
    )


def _names(world: World) -> Iterable[str]:
    for name, table in world.tables.items():
        yield name
        yield from table.columns
    for name, tool in world.tools.items():
        yield name
        yield from tool.parameters


def _keys(values: Mapping[str, Any], new: Rename) -> dict[str, Any]:
    return {new(key): value for key, value in values.items()}


def _both(values: Mapping[str, str], new: Rename) -> dict[str, str]:
    return {new(key): new(value) for key, value in values.items()}


def _table(table: Table, new: Rename) -> Table:
    return replace(
        table,
        key=new(table.key),
        columns=_keys(table.columns, new),
        rows=tuple(_keys(row, new) for row in table.rows),
        ignore=tuple(map(new, table.ignore)),
        void=_keys(table.void, new),
    )


def _tool(tool: Tool, new: Rename, names: Mapping[str, str]) -> Tool:
    def record(name: str | None) -> str | None:
        return None if name is None else new(name)

    write, read = tool.write, tool.read
    return replace(
        tool,
        description=_in_text(tool.description, names),
        parameters={
            new(name): replace(p, description=_in_text(p.description, names))
            for name, p in tool.parameters.items()
        },
        write=write
        and Write(
            kind=write.kind,
            table=new(write.table),
            record=record(write.record),
            values=_both(write.values, new),
            constants=_keys(write.constants, new),
        ),
        read=read and Read(table=new(read.table), record=record(read.record), where=_both(read.where, new)),
        undo=record(tool.undo),
    )


def _in_text(text: str, names: Mapping[str, str]) -> str:
    """Only what is no English word: `order_number`, not "quantity"."""
    return re.sub(r"\b[a-z]+_[a-z_]+\b", lambda match: names.get(match[0], match[0]), text)


def _line(line: Line, new: Rename, names: Mapping[str, str]) -> Line:
    when = line.when if line.when.tool in (None, "*") else replace(line.when, tool=new(line.when.tool or ""))
    say = line.say and re.sub(r"\{(\w+)\}", lambda match: f"{{{names[match[1]]}}}", line.say)
    return replace(line, when=when, say=say, changes=_keys(line.changes, new))


def _fault(fault: Fault, new: Rename) -> Fault:
    return replace(fault, tool=new(fault.tool), keep=tuple(map(new, fault.keep)), row=_keys(fault.row, new))


def _end(end: EndState, new: Rename) -> EndState:
    return replace(
        end,
        changes=tuple(
            replace(change, table=new(change.table), values=_keys(change.values, new))
            for change in end.changes
        ),
    )
