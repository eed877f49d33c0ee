"""What the agent's state holds, put together from what it reports of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from callproof.evidence.events import Json, StateReported
from callproof.scenario.model import Goal
from callproof.scoring.outcome.effects import canonical


@dataclass(frozen=True, slots=True)
class HeldField:
    """A field of the state and the position of the report that it is from; not `is_told` where that report leaves it out."""

    name: str
    value: Json
    at: int
    is_told: bool = True

    @property
    def is_empty(self) -> bool:
        return not canonical(self.value)


class AgentState:
    """`actions`: the fields in which the agent reports what it is about to do, those that ever held the tool of a goal."""

    def __init__(self, reports: list[tuple[int, StateReported]], goals: Iterable[Goal]) -> None:
        tools = {canonical(goal.tool) for goal in goals}
        self.actions = {
            name
            for _, report in reports
            for name, value in report.fields.items()
            if canonical(value) in tools
        }
        self._reports = reports
        self._held: list[tuple[int, Mapping[str, HeldField]]] = []
        held: Mapping[str, HeldField] = {}
        for at, report in reports:
            held = self._after(held, report, at)
            self._held.append((at, held))

    @property
    def is_told(self) -> bool:
        """Whether any report holds a value."""
        return any(not field.is_empty for _, held in self._held for field in held.values())

    def at(self, pos: float) -> Mapping[str, HeldField]:
        """What the state holds at a position, by field."""
        return next((held for at, held in reversed(self._held) if at < pos), {})

    def report_at(self, pos: float) -> StateReported | None:
        """The last report before a position."""
        return next((report for at, report in reversed(self._reports) if at < pos), None)

    def _after(
        self, held: Mapping[str, HeldField], report: StateReported, at: int
    ) -> Mapping[str, HeldField]:
        """A report tells the whole state: what it leaves out, and was there while the agent was about the same thing, is not known any more.
        Where nothing has a value the state has been emptied, as an agent does that is done: it has not got a value wrong."""
        fields = {name: HeldField(name, value, at) for name, value in report.fields.items()}
        if all(field.is_empty for field in fields.values()):
            return {name: field for name, field in fields.items() if name in self.actions}
        goes_on = all(
            canonical(held[name].value) == canonical(fields[name].value)
            for name in self.actions & held.keys() & fields.keys()
        )
        left_out = {name: HeldField(name, None, at, is_told=False) for name in held} if goes_on else {}
        return {**left_out, **fields}
