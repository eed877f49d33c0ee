"""What the agent's state holds, put together from what it reports of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from callproof.evidence.events import Json, StateReported
from callproof.scenario.sameness import canonical

Reports = list[tuple[int, StateReported]]


@dataclass(frozen=True, slots=True)
class HeldField:
    """A field of the state and the position of the report that it is from. Not `is_told` where that report leaves it out; then `value` is
    what it was before if the agent reports nothing but changes."""

    name: str
    value: Json
    at: int
    is_told: bool = True

    @property
    def is_empty(self) -> bool:
        return not (self.is_told and has_value(self.value))


@dataclass(frozen=True, slots=True)
class Subject:
    """What a state can be about: a goal's tool, the parameters that its caller ever named, and where it was first called."""

    tool: str
    parameters: frozenset[str]
    called: float


class AgentState:
    """`actions`: the fields in which the agent reports what it is about to do, those that held the tool of a goal before it was called.
    Where there is none, those that held it only afterwards, which may tell what was done last: not `tells_actions`."""

    def __init__(self, reports: Reports, subjects: Iterable[Subject]) -> None:
        self._reports = reports
        self._subjects = tuple(subjects)
        self.parameters = {name for subject in self._subjects for name in subject.parameters}
        self._tools = {canonical(subject.tool) for subject in self._subjects}
        named = [
            (name, at < one.called)
            for at, report in reports
            for name, value in report.fields.items()
            for one in self._subjects
            if canonical(value) == canonical(one.tool)
        ]
        self.tells_actions = any(before for _, before in named)
        self.actions = {name for name, before in named if before or not self.tells_actions}
        self._names = {name for _, report in reports for name in report.fields}
        self._only_changes = _tell_only_changes(reports)
        self._held: list[tuple[int, Mapping[str, HeldField]]] = []
        held: Mapping[str, HeldField] = {}
        for at, report in reports:
            held = self._after(held, report, at)
            self._held.append((at, held))

    @property
    def is_told(self) -> bool:
        """Whether any report holds a value."""
        return any(has_value(value) for _, report in self._reports for value in report.fields.values())

    def names_any(self, names: Iterable[str]) -> bool:
        """Whether any report has one of these fields, empty or not."""
        return not self._names.isdisjoint(names)

    def at(self, pos: float) -> Mapping[str, HeldField]:
        """What the state holds at a position, by field."""
        return next((held for at, held in reversed(self._held) if at < pos), {})

    def report_at(self, pos: float) -> StateReported | None:
        """The last report before a position."""
        return next((report for at, report in reversed(self._reports) if at < pos), None)

    def emptied_at(self, pos: float) -> int | None:
        """Where the state was emptied, if it is so at a position."""
        return next(
            (
                (at if self._is_emptied(report) else None)
                for at, report in reversed(self._reports)
                if at < pos
            ),
            None,
        )

    def _is_emptied(self, report: StateReported) -> bool:
        """Whether a report holds nothing that is asked for, as that of an agent which is done: it has not got a value wrong."""
        return not any(
            has_value(value) if name in self.parameters else canonical(value) in self._tools
            for name, value in report.fields.items()
            if name in self.parameters or name in self.actions
        )

    def _after(
        self, held: Mapping[str, HeldField], report: StateReported, at: int
    ) -> Mapping[str, HeldField]:
        """A report tells the whole state: what it leaves out, and was there while the agent was about the same thing, is not known any more."""
        fields = {name: HeldField(name, value, at) for name, value in report.fields.items()}
        if self._is_emptied(report):
            return {name: field for name, field in fields.items() if name not in self.parameters}
        changed = [
            canonical(fields[name].value)
            for name in self.actions & held.keys() & fields.keys()
            if canonical(held[name].value) != canonical(fields[name].value)
        ]
        if changed:
            kept = {
                name for one in self._subjects if canonical(one.tool) in changed for name in one.parameters
            }
            others = self.parameters - kept
            return {name: field for name, field in fields.items() if not field.is_empty or name not in others}
        left_out = {
            name: HeldField(name, field.value if self._only_changes else None, at, is_told=False)
            for name, field in held.items()
        }
        return {**left_out, **fields}


def has_value(value: Json) -> bool:
    return bool(canonical(value))


def _tell_only_changes(reports: Reports) -> bool:
    """Whether no report repeats what an earlier one told, as those of an agent do that reports what changed and nothing else."""
    told: dict[str, str | None] = {}
    for _, report in reports:
        for name, value in report.fields.items():
            if has_value(value) and told.get(name) == canonical(value):
                return False
            told[name] = canonical(value)
    return True
