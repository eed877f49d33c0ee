"""Whether a record holds together: phases in order and once, ids that exist, times that make sense."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from callproof.evidence.events import (
    AnyEvent,
    CallerBegan,
    CallerEnded,
    FaultInjected,
    LineConnected,
    LineEnded,
    SnapshotTaken,
    Speaker,
    SpeechCut,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.evidence.record import LONGEST_CALL_MS, Record


@dataclass(frozen=True, slots=True)
class RecordProblem:
    """What is wrong with one event of a record: its place in `Record.events`, and a sentence."""

    index: int
    message: str


def validate(record: Record) -> list[RecordProblem]:
    """All that is wrong with a record, in the order of its events; an empty list when it is sound.

    This is about the record, not about the call: an agent that does everything wrong leaves a sound record.
    """
    return _Validation(record).problems()


class _Validation:
    def __init__(self, record: Record) -> None:
        self._events = record.events
        self._speech: dict[str, tuple[Speaker, set[str]]] = {}
        self._tools: dict[str, set[str]] = {}
        self._tool_names: dict[str, str] = {}
        self._acts: dict[str, set[str]] = {}
        self._once: set[str] = set()
        self._problems: list[RecordProblem] = []
        self._index = 0
        # The calls that any event is the beginning of; looked for when the first event asks for one.
        self._known_calls: set[str] | None = None

    def problems(self) -> list[RecordProblem]:
        before_seq, before_ms = -1, 0
        speech = self._speech
        for index, event in enumerate(self._events):
            ms, seq = event.ms, event.seq
            if (
                ms < before_ms
                or ms > LONGEST_CALL_MS
                or seq <= before_seq
                or event.uncertainty_ms is not None
            ):
                self._index = index
                self._out_of_place(event, before_ms, before_seq)
            before_seq, before_ms = seq, ms
            if type(event) is SpeechText:
                # The most frequent ones, and nothing else can be wrong with them.
                known = speech.get(event.utterance)
                if known is not None and known[0] == event.speaker:
                    continue
            phase = _PHASES.get(type(event))
            if phase is not None:
                self._index = index
                phase(self, event)
        return self._problems

    def _out_of_place(self, event: AnyEvent, before_ms: int, before_seq: int) -> None:
        if not 0 <= event.ms <= LONGEST_CALL_MS:
            self._add(f"ms is {event.ms}; a time counts from the start of the call, up to seven days")
        if event.uncertainty_ms is not None and event.uncertainty_ms < 0:
            self._add(f"uncertainty_ms is {event.uncertainty_ms}; it cannot be negative")
        if self._index:
            if event.seq <= before_seq:
                self._add(f"seq is {event.seq} after {before_seq}; sequence numbers rise from event to event")
            if event.ms < before_ms:
                self._add(f"ms is {event.ms} after {before_ms}; events are in the order of their times")

    def _add(self, message: str) -> None:
        self._problems.append(RecordProblem(self._index, message))

    def _started(self, event: SpeechStarted) -> None:
        if event.utterance in self._speech:
            self._add(f"utterance {event.utterance!r} starts a second time")
        else:
            self._speech[event.utterance] = (event.speaker, set())
        if "line.ended" in self._once:
            self._add(f"utterance {event.utterance!r} starts after the line has ended")

    def _spoken(self, event: SpeechText | SpeechCut | SpeechEnded) -> None:
        name = event.utterance
        known = self._speech.get(name)
        if known is None:
            self._add(f"utterance {name!r} has not started")
            return
        speaker, phases = known
        if event.speaker != speaker:
            self._add(f"utterance {name!r} is the {speaker}'s, not the {event.speaker}'s")
        if type(event) is SpeechText:
            return
        if event.type in phases:
            self._add(f"utterance {name!r} has a second {event.type}")
        elif type(event) is SpeechCut and "speech.ended" in phases:
            self._add(f"utterance {name!r} is cut after it has ended")
        phases.add(event.type)

    def _tool_phase(self, event: ToolBuilt | ToolSent | ToolReturned | ToolFailed | ToolCancelled) -> None:
        phases = self._tools.setdefault(event.call, set())
        if event.type in phases:
            self._add(f"tool call {event.call!r} has a second {event.type}")
        if type(event) is ToolBuilt or type(event) is ToolSent:
            name = self._tool_names.setdefault(event.call, event.name)
            if event.name != name:
                self._add(f"tool call {event.call!r} is of {name!r}, not of {event.name!r}")
            if type(event) is ToolBuilt and "tool.sent" in phases:
                self._add(f"tool call {event.call!r} is built after it was sent")
        elif type(event) is ToolCancelled:
            if not phases & {"tool.built", "tool.sent"}:
                self._add(f"tool call {event.call!r} is cancelled before it was built or sent")
        else:
            if "tool.sent" not in phases:
                self._add(f"tool call {event.call!r} has a {event.type} before its tool.sent")
            if phases & ({"tool.returned", "tool.failed"} - {event.type}):
                self._add(f"tool call {event.call!r} both returned and failed")
        phases.add(event.type)

    def _act_phase(self, event: CallerBegan | CallerEnded) -> None:
        phases = self._acts.setdefault(event.act, set())
        if event.type in phases:
            self._add(f"act {event.act!r} has a second {event.type}")
        if isinstance(event, CallerEnded) and "caller.began" not in phases:
            self._add(f"act {event.act!r} ends before it began")
        phases.add(event.type)

    def _exists(self, call: str) -> None:
        if call in self._tool_names:
            return
        if self._known_calls is None:
            self._known_calls = {e.call for e in self._events if isinstance(e, (ToolBuilt, ToolSent))}
        if call not in self._known_calls:
            self._add(f"there is no tool call {call!r} in the record")

    def _first(self, what: str) -> None:
        if what in self._once:
            self._add(f"a second {what}")
        self._once.add(what)

    def _written(self, event: WriteCommitted) -> None:
        if event.call is not None:
            self._exists(event.call)
        if event.before is None and event.after is None:
            self._add("has neither a before nor an after: nothing changed")

    def _snapshot(self, event: SnapshotTaken) -> None:
        if event.moment == "before" and "snapshot after" in self._once:
            self._add("the snapshot before the call comes after the one after it")
        self._first(f"snapshot {event.moment}")

    def _line(self, event: LineConnected | LineEnded) -> None:
        if isinstance(event, LineConnected) and "line.ended" in self._once:
            self._add("the line connects after it has ended")
        self._first(event.type)

    def _fault(self, event: FaultInjected) -> None:
        self._exists(event.call)


# What has to hold for the events of a class beside the order of their times.
_PHASES: Mapping[type, Callable[[_Validation, Any], None]] = {
    SpeechStarted: _Validation._started,
    SpeechText: _Validation._spoken,
    SpeechCut: _Validation._spoken,
    SpeechEnded: _Validation._spoken,
    **dict.fromkeys((ToolBuilt, ToolSent, ToolReturned, ToolFailed, ToolCancelled), _Validation._tool_phase),
    CallerBegan: _Validation._act_phase,
    CallerEnded: _Validation._act_phase,
    FaultInjected: _Validation._fault,
    WriteCommitted: _Validation._written,
    SnapshotTaken: _Validation._snapshot,
    LineConnected: _Validation._line,
    LineEnded: _Validation._line,
}
