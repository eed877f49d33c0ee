"""What the caller of a scenario wants at each line of the script, as far as the script alone tells.

A call can go otherwise than planned: judges take what was wanted from the log. This is for whoever reads or writes scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from callproof.scenario.model import Change, EndState, Goal, Line, Scenario
from callproof.scenario.sameness import canonical, same
from callproof.scenario.worlds import Json, Row, Table, Tool, World


def row_of(table: Table, record: Json) -> Row | None:
    """The row as a call finds it, if there is one; a row that counts as taken back is none."""
    row = _named(table, record)
    if (
        row is not None
        and table.void
        and all(same(row.get(name), value) for name, value in table.void.items())
    ):
        return None
    return row


def _named(table: Table, record: Json) -> Row | None:
    # No two keys are the same in any form, and nearly always it is written as it is stored.
    if isinstance(record, str):
        for row in table.rows:
            if row.get(table.key) == record:
                return row
    wanted = canonical(record)
    return next((row for row in table.rows if canonical(row.get(table.key)) == wanted), None)


def effect_of(tool: Tool, arguments: Mapping[str, Json]) -> Change | None:
    """The change that a call of a tool means; None for a tool that reads."""
    write = tool.write
    if write is None:
        return None
    arguments = tool.filled(arguments)
    values = {column: arguments[name] for column, name in write.values.items() if name in arguments}
    record = None if write.record is None else str(arguments.get(write.record))
    return Change(kind=write.kind, table=write.table, record=record, values={**values, **write.constants})


def changes_anything(world: World, change: Change) -> bool:
    """Whether the rows of the world would differ afterwards."""
    if change.kind == "insert":
        return True
    row = row_of(world.tables[change.table], change.record)
    if row is None:
        return False
    return change.kind == "delete" or any(
        not same(row.get(column), value) for column, value in change.values.items()
    )


@dataclass(frozen=True, slots=True)
class Step:
    """A line with what it makes of its goal: the arguments wanted before and after it (None: nothing is), and the last that
    were ever wanted, which a correction after a negation starts from."""

    line: Line
    goal: str | None
    before: Mapping[str, Json] | None
    after: Mapping[str, Json] | None
    last: Mapping[str, Json]


def steps(goals: Mapping[str, Goal], script: tuple[Line, ...]) -> Iterator[Step]:
    """The script line by line. A line that changes no goal has `before` and `after` alike."""
    wanted: dict[str, Mapping[str, Json] | None] = dict.fromkeys(goals)
    last: dict[str, Mapping[str, Json]] = {}
    for line in script:
        name = line.request or line.goal or (next(iter(goals)) if len(goals) == 1 else None)
        if name is None or name not in goals:
            yield Step(line, None, None, None, {})
            continue
        before = wanted[name]
        base = last.get(name, goals[name].arguments)
        if line.request is not None:
            after: Mapping[str, Json] | None = goals[name].arguments
        elif line.act == "negation" or line.negates:
            after = None
        elif line.act == "correction" or (line.act == "interruption" and line.changes):
            after = {**base, **line.changes}
        else:
            after = before
        wanted[name] = after
        if after is not None:
            last[name] = after
        yield Step(line, name, before, after, base)


def final_arguments(scenario: Scenario) -> dict[str, Mapping[str, Json] | None]:
    """By goal, what is wanted when all lines have been said; None: nothing any more."""
    final: dict[str, Mapping[str, Json] | None] = dict.fromkeys(scenario.goals)
    for step in steps(scenario.goals, scenario.script):
        if step.goal is not None:
            final[step.goal] = step.after
    return final


def wanted_changes(scenario: Scenario) -> tuple[Change, ...]:
    """What should differ in the backend when all lines have been said."""
    changes: list[Change] = []
    for name, arguments in final_arguments(scenario).items():
        if arguments is not None:
            effect = effect_of(scenario.world.tools[scenario.goals[name].tool], arguments)
            if effect is not None:
                changes.append(effect)
    return tuple(changes)


def end_states(scenario: Scenario) -> tuple[EndState, ...]:
    """The right ends: those that the scenario names, else the one end that is wanted."""
    return scenario.expect or (EndState(changes=wanted_changes(scenario)),)
