"""Scenarios for the tools that write: what the caller asks, corrects and interrupts, and what breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callproof.scenario.drafting.declared import DeclaredParameter
from callproof.scenario.drafting.describing import spoken_label
from callproof.scenario.drafting.samples import keys_like, values
from callproof.scenario.drafting.sentences import (
    Subject,
    amending,
    breaking_in,
    other_record,
    requests,
    taking_back,
    undoing,
)
from callproof.scenario.drafting.wording import identified, is_identifier, words_of
from callproof.scenario.drafting.world import DraftTable, DraftTool, DraftWorld

MOST_DRAFTED = 6
# Optional parameters of a change that the caller names, beside what is needed.
_MORE_OPTIONAL = 1
_IN_WORK = {
    "tool_preparing": "while the agent puts the call together",
    "tool_in_flight": "while the call is on its way to the backend",
}
_PLACES = {"tool_preparing": "in-preparation", "tool_in_flight": "in-flight"}


@dataclass(frozen=True, slots=True)
class DraftScenario:
    """`forms` are the scenario in several wordings, the most natural first."""

    id: str
    tool: str
    forms: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class _Goal:
    """What a caller wants of a tool: `second` are other values for the same parameters, `record` is the parameter that names a row, and
    `noun` what such a row is one of."""

    tool: DraftTool
    first: Mapping[str, Any]
    second: Mapping[str, Any]
    record: str | None
    noun: str

    @property
    def others(self) -> list[str]:
        return [name for name in self.first if name != self.record]

    @property
    def subject(self) -> Subject:
        return Subject(
            self.tool, self.record, self.noun, {name: self.label(name) for name in self.first}, self.first
        )

    def changed(self, name: str) -> tuple[Subject, dict[str, Any]]:
        """What the caller says it about once they want the second value of a parameter, and that change."""
        change = {name: self.second[name]}
        return self.subject.with_values(change), change

    def label(self, name: str) -> str:
        return spoken_label(name, self.tool.placed.noun)


def guess_scenarios(world: DraftWorld) -> list[DraftScenario]:
    """At most those of six tools: first of those that take more than a record, in the source's order."""
    writing = [tool for tool in world.tools if tool.writes]
    writing.sort(key=lambda tool: tool.placed.deed in ("cancel", "delete", "mark"))
    found: list[DraftScenario] = []
    for tool in writing[:MOST_DRAFTED]:
        goal = _goal(tool, world)
        if goal is not None:
            found.extend(_scenarios(goal, world))
    return found


def _goal(tool: DraftTool, world: DraftWorld) -> _Goal | None:
    parameters = {p.name: p for p in tool.placed.tool.parameters if p.name in tool.data["parameters"]}
    names = [name for name, p in parameters.items() if p.required]
    own = [name for name in names if name != tool.placed.record]
    optional = [name for name in parameters if name not in names and name in tool.fills]
    if tool.placed.deed == "set" and not own:
        names += optional[:_MORE_OPTIONAL]
    elif tool.placed.deed == "insert" and not own:
        names += optional[: 2 * _MORE_OPTIONAL]
    elif len(names) == 1:  # an agent may well ask for the next one
        names += optional[:_MORE_OPTIONAL]
    first: dict[str, Any] = {}
    second: dict[str, Any] = {}
    for name in names:
        offered = _values(parameters[name], tool, world)
        if not offered:
            return None
        first[name], second[name] = offered[0], offered[min(1, len(offered) - 1)]
    record = tool.placed.record or next((name for name in names if is_identifier(name)), None)
    noun = tool.placed.noun
    if record is not None and record != tool.placed.record:
        table, words = world.table_of(record), identified(record)
        noun = table.noun if table is not None else words[-1] if words else noun
    return _Goal(tool, first, second, record, noun) if first else None


def _values(parameter: DeclaredParameter, tool: DraftTool, world: DraftWorld) -> list[Any]:
    """Two values that a caller may want: rows that are there; of a column, other values than the rows have."""
    table: DraftTable | None = (
        tool.table if parameter.name == tool.placed.record else world.table_of(parameter.name)
    )
    kind = str(tool.data["parameters"][parameter.name]["type"])
    column = tool.fills.get(parameter.name)
    if table is tool.table and column == table.key and tool.placed.deed == "insert":
        taken = {row[table.key] for row in table.rows}
        free = keys_like(table.rows[0][table.key], 8, 12)
        return [key for key in free if key not in taken][:2] if kind == "string" else []
    if table is not None and table.rows:
        return [row[table.key] for row in table.rows[:2]]
    there = [row.get(column) for row in tool.table.rows[:2]] if column is not None else []
    offered: list[Any] = []
    for value in values(parameter, kind, 5):
        if value not in offered:
            offered.append(value)
    if tool.placed.deed == "insert":
        return offered[:2]
    fresh = [value for value in offered if value not in there]
    # A change must change something for either of the first two rows.
    return (
        fresh if len(fresh) > 1 else [*fresh, *(value for value in offered if value not in there[:1] + fresh)]
    )[:2]


def _scenarios(goal: _Goal, world: DraftWorld) -> Iterator[DraftScenario]:
    tool = goal.tool.name
    yield _scenario(goal, "plain", "task", "The caller wants something and does not change their mind.", [[]])
    if goal.record is not None and goal.first[goal.record] != goal.second[goal.record]:
        value = goal.first[goal.record]
        lines = [
            [_act("correction", {"agent_says": str(value)}, say, {goal.record: goal.second[goal.record]})]
            for say in other_record(goal.subject)
        ]
        yield _scenario(
            goal, "other-record-while-read-back", "correction",
            f"Another {goal.label(goal.record)}, while the agent reads the first one back.", lines,
        )  # fmt: skip
    changing = [name for name in goal.others if goal.first[name] != goal.second[name]]
    for at, (moment, words) in enumerate(_IN_WORK.items()):
        if changing:
            name = changing[at % len(changing)]
            subject, change = goal.changed(name)
            lines = [[_act("correction", {moment: tool}, say, change)] for say in amending(subject, name)]
            what = f"Another {goal.label(name)}, {words}."
            yield _scenario(goal, f"other-{_slug(name)}-{_PLACES[moment]}", "correction", what, lines)
    if changing:
        name = changing[-1]
        subject, change = goal.changed(name)
        lines = [
            [_act("interruption", {"agent_speaking": 600}, say, change)] for say in breaking_in(subject, name)
        ]
        what = f"The caller talks over the agent with another {goal.label(name)}."
        yield _scenario(goal, "interrupted", "interruption", what, lines)
    yield from _taken_back(goal, changing=bool(changing))
    yield _scenario(goal, "times-out", "tool_fault", "The first try times out and writes nothing.", [[]],
                    [{"tool": tool, "kind": "timeout"}])  # fmt: skip
    look = _look(goal, world)
    if look is not None and goal.record is not None and goal.first[goal.record] != goal.second[goal.record]:
        fault = {"tool": look.name, "kind": "wrong_record", "record": str(goal.second[goal.record])}
        yield _scenario(goal, f"wrong-{look.placed.noun}-comes-back", "tool_fault",
                        f"The look-up answers with another {look.placed.noun}.", [[]], [fault])  # fmt: skip


def _taken_back(goal: _Goal, *, changing: bool) -> Iterator[DraftScenario]:
    """A caller who does not want it any more: as late as the tool has a way back."""
    tool = goal.tool.name
    if not changing:
        say, moment = taking_back(goal.subject), {"tool_preparing": tool}
        what = "The caller takes it back while the agent is at it."
        yield _scenario(goal, "taken-back", "correction", what, [[_negation(moment, words)] for words in say])
    if "undo" in goal.tool.data:
        say, moment = undoing(goal.subject), {"tool_succeeded": tool}
        what = "The caller takes it back when it is done."
        yield _scenario(goal, "undone", "correction", what, [[_negation(moment, words)] for words in say])
    elif goal.tool.data.get("cancellable"):
        say, moment = taking_back(goal.subject), {"tool_in_flight": tool}
        what = f"The caller takes it back {_IN_WORK['tool_in_flight']}."
        yield _scenario(
            goal, "taken-back-in-flight", "correction", what, [[_negation(moment, words)] for words in say]
        )


def _negation(when: dict[str, Any], say: str) -> dict[str, Any]:
    return {"when": when, "act": "negation", "say": say}


def _look(goal: _Goal, world: DraftWorld) -> DraftTool | None:
    """The tool that finds what the goal is about."""
    return next(
        (
            tool
            for tool in world.tools
            if tool.placed.deed == "look"
            and tool.placed.record is not None
            and tool.placed.record == goal.record
        ),
        None,
    )


def _act(act: str, when: dict[str, Any], say: str, changes: dict[str, Any]) -> dict[str, Any]:
    return {"when": when, "act": act, "say": say, "changes": changes}


def _scenario(
    goal: _Goal, name: str, category: str, description: str, lines: Sequence[list[dict[str, Any]]],
    faults: Sequence[dict[str, Any]] = (),
) -> DraftScenario:  # fmt: skip
    """One scenario for each way to ask, with each way to go on."""
    forms: list[dict[str, Any]] = []
    head = {
        "id": f"{_slug(goal.tool.name)}-{name}"[:100],
        "category": category,
        "description": description,
        "goal": {"tool": goal.tool.name, "arguments": dict(goal.first)},
    }
    for request in requests(goal.subject):
        for more in lines:
            data = {**head, "script": [{"say": request}, *more]}
            forms.append({**data, "faults": [dict(fault) for fault in faults]} if faults else data)
    return DraftScenario(str(head["id"]), goal.tool.name, tuple(forms))


def _slug(name: str) -> str:
    return "-".join(words_of(name)) or "tool"
