"""From what is wanted and what has been done to the next step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from callproof.calling.agent import Json
from callproof.calling.agents.schemas import Catalogue, ToolSchema
from callproof.calling.agents.wishes import Goal, Goals

# unknown: sent, and nobody told how it ended. taken back: by another call.
EffectStatus: TypeAlias = Literal["unknown", "done", "taken_back", "never"]


@dataclass(eq=False)
class Effect:
    """What a call of the agent's has brought about, as far as the agent knows.

    `goal` is what it was built for, `booked` the goal that the agent believes it to fulfil. `row` is what the tool answered, `before`
    are the values that it overwrote. `checked`: the agent has looked at the backend since. `stuck`: it cannot be taken back. `told`: that it was taken
    back.
    """

    goal: Goal
    booked: Goal
    arguments: Mapping[str, Json]
    status: EffectStatus
    row: Mapping[str, Json] | None = None
    before: Mapping[str, Json] | None = None
    checked: bool = False
    stuck: bool = False
    told: bool = False


@dataclass(frozen=True)
class Resolve:
    """Find out what became of a call that failed or was not answered."""

    effect: Effect


@dataclass(frozen=True)
class TakeBack:
    effect: Effect


@dataclass(frozen=True)
class Ask:
    goal: Goal
    parameter: str


@dataclass(frozen=True)
class LookUp:
    goal: Goal


@dataclass(frozen=True)
class Confirm:
    goal: Goal


@dataclass(frozen=True)
class Do:
    goal: Goal


@dataclass(frozen=True)
class Check:
    effect: Effect


@dataclass(frozen=True)
class Account:
    pass


Step: TypeAlias = Resolve | TakeBack | Ask | LookUp | Confirm | Do | Check | Account


@dataclass
class Desk:
    """What the plan depends on besides the goals.

    `looked_up` and `agreed` are goals as they were then (`agreed`: the caller said yes to them); `again` are goals whose failed call is sent again as it was built, whatever is
    wanted by now; `given_up` are goals that did not work out.
    """

    catalogue: Catalogue
    effects: list[Effect]
    looked_up: set[tuple[int, str, Json]]
    agreed: set[str]
    again: dict[int, Goal]
    given_up: set[int]

    def looks_up(self, goal: Goal) -> tuple[int, str, Json] | None:
        """What has to have been looked up before a goal is worked on."""
        record = self.catalogue.tools[goal.tool].record
        if record is None or goal.arguments.get(record.name) is None:
            return None
        return goal.number, record.name, goal.arguments[record.name]


def next_step(goals: Goals, desk: Desk, *, retries_blindly: bool, accounted: bool) -> Step | None:
    """First certainty about what is open, then taking back, then doing, then checking, then telling.

    `retries_blindly`: what is still wanted is sent again without certainty.
    """
    open_effects = [
        effect
        for effect in desk.effects
        if effect.status == "unknown" and not (retries_blindly and _will_be_sent(effect, goals, desk))
    ]
    if open_effects:
        return Resolve(open_effects[0])
    for effect in desk.effects:
        if effect.status == "done" and not effect.stuck and _is_unwanted(effect, goals, desk.catalogue):
            return TakeBack(effect)
    for goal in goals:
        step = _towards(goal, desk)
        if step is not None:
            return step
    for effect in desk.effects:
        if not effect.checked and effect.status in ("done", "taken_back"):
            return Check(effect)
    return None if accounted or not goals else Account()


def _will_be_sent(effect: Effect, goals: Goals, desk: Desk) -> bool:
    number = effect.goal.number
    if number in desk.given_up or effect.row is not None:
        return False
    return number in desk.again or any(goal.number == number and goal.wanted for goal in goals)


def _is_unwanted(effect: Effect, goals: Goals, catalogue: Catalogue) -> bool:
    if effect.booked in goals:
        return False
    goal = next((goal for goal in goals if goal.number == effect.goal.number), None)
    return goal is None or not goal.wanted or not overwrites(goal, effect, catalogue.tools[effect.goal.tool])


def overwrites(goal: Goal, effect: Effect, tool: ToolSchema) -> bool:
    """Whether doing the goal sets all that the effect has set: the same values of the same record."""
    record = tool.record.name if tool.record else ""
    return (
        tool.changes
        and goal.tool == effect.goal.tool
        and goal.arguments.get(record) == effect.arguments.get(record)
        and all(goal.arguments.get(name) is not None for name in effect.arguments)
    )


def _towards(goal: Goal, desk: Desk) -> Step | None:
    if goal.number in desk.given_up:
        return None
    if goal.number in desk.again:
        return Do(desk.again[goal.number])
    if not goal.wanted or is_done(goal, desk.effects):
        return None
    tool = desk.catalogue.tools[goal.tool]
    missing = _missing(goal, tool)
    if missing and missing == (tool.record.name if tool.record else None):
        return Ask(goal, missing)
    needs = desk.looks_up(goal)
    if needs is not None and needs not in desk.looked_up:
        return LookUp(goal)
    if missing:
        return Ask(goal, missing)
    if key_of(goal) not in desk.agreed:
        return Confirm(goal)
    return Do(goal)


def is_done(goal: Goal, effects: Iterable[Effect]) -> bool:
    return any(effect.status == "done" and effect.booked == goal for effect in effects)


def _missing(goal: Goal, tool: ToolSchema) -> str | None:
    for p in tool.parameters.values():
        if p.required and goal.arguments.get(p.name) is None and p.name not in goal.more:
            return p.name
    if len(tool.required) == 1 and len(tool.parameters) > 1 and len(goal.arguments) + len(goal.more) <= 1:
        return next((p.name for p in tool.parameters.values() if not p.required and not p.has_default), None)
    return None


def key_of(goal: Goal) -> str:
    """A goal and its values as one text: the idempotency key of all attempts at it."""
    values = ",".join(f"{name}={goal.arguments[name]}" for name in sorted(goal.arguments))
    return f"{goal.number}:{goal.tool}:{values}"


def column_of(name: str, row: Mapping[str, Json]) -> str:
    """Where a row has what a parameter sets: `date` for `new_date`."""
    bare = name.removeprefix("new_")
    return name if name in row or bare not in row else bare


def fits_row(arguments: Mapping[str, Json], row: Mapping[str, Json]) -> bool:
    """Whether a row holds the arguments: each in the column of its name, or anywhere where there is no such column."""
    plain = [_plain(value) for value in row.values()]
    return all(
        _plain(row[column]) == _plain(value)
        if (column := column_of(name, row)) in row
        else _plain(value) in plain
        for name, value in arguments.items()
        if value is not None
    )


def rows_of(result: Json) -> Sequence[Mapping[str, Json]] | None:
    """The rows in the answer of a tool that looks; None where it is no such answer."""
    if result is None:
        return []
    rows = result if isinstance(result, list) else [result]
    return rows if all(isinstance(row, dict) for row in rows) else None


def same_row(one: Mapping[str, Json], other: Mapping[str, Json]) -> bool:
    return all(_plain(other[name]) == _plain(value) for name, value in one.items() if name in other)


def _plain(value: Json) -> str:
    if isinstance(value, float) and value == int(value):
        value = int(value)
    return str(value).strip().lower()
