"""Whether a record holds together: phases in order and once, ids that exist, times that make sense."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
    return sorted(_Validation(record).problems(), key=lambda problem: problem.index)


class _Validation:
    def __init__(self, record: Record) -> None:
        self._events = record.events
        self._speech: dict[str, tuple[Speaker, set[str]]] = {}
        self._tools: dict[str, set[str]] = {}
        self._tool_names: dict[str, str] = {}
        self._acts: dict[str, set[str]] = {}
        self._once: set[str] = set()
        self._known_calls = {e.call for e in record.events if isinstance(e, ToolBuilt | ToolSent)}

    def problems(self) -> Iterator[RecordProblem]:
        for index, event in enumerate(self._events):
            for message in self._clock(index, event):
                yield RecordProblem(index, message)
            for message in self._phase(event):
                yield RecordProblem(index, message)

    def _clock(self, index: int, event: AnyEvent) -> Iterator[str]:
        if not 0 <= event.ms <= LONGEST_CALL_MS:
            yield f"ms is {event.ms}; a time counts from the start of the call, up to seven days"
        if event.uncertainty_ms is not None and event.uncertainty_ms < 0:
            yield f"uncertainty_ms is {event.uncertainty_ms}; it cannot be negative"
        if index:
            before = self._events[index - 1]
            if event.seq <= before.seq:
                yield f"seq is {event.seq} after {before.seq}; sequence numbers rise from event to event"
            if event.ms < before.ms:
                yield f"ms is {event.ms} after {before.ms}; events are in the order of their times"

    def _phase(self, event: AnyEvent) -> Iterator[str]:
        if isinstance(event, SpeechStarted | SpeechText | SpeechCut | SpeechEnded):
            yield from self._speech_phase(event)
        elif isinstance(event, ToolBuilt | ToolSent | ToolReturned | ToolFailed | ToolCancelled):
            yield from self._tool_phase(event)
        elif isinstance(event, CallerBegan | CallerEnded):
            yield from self._act_phase(event)
        elif isinstance(event, FaultInjected):
            yield from self._exists(event.call)
        elif isinstance(event, WriteCommitted):
            if event.call is not None:
                yield from self._exists(event.call)
            if event.before is None and event.after is None:
                yield "has neither a before nor an after: nothing changed"
        elif isinstance(event, SnapshotTaken):
            if event.moment == "before" and "snapshot after" in self._once:
                yield "the snapshot before the call comes after the one after it"
            yield from self._first(f"snapshot {event.moment}")
        elif isinstance(event, LineConnected | LineEnded):
            if isinstance(event, LineConnected) and "line.ended" in self._once:
                yield "the line connects after it has ended"
            yield from self._first(event.type)

    def _speech_phase(self, event: SpeechStarted | SpeechText | SpeechCut | SpeechEnded) -> Iterator[str]:
        name = event.utterance
        known = self._speech.get(name)
        if isinstance(event, SpeechStarted):
            if known is not None:
                yield f"utterance {name!r} starts a second time"
            else:
                self._speech[name] = (event.speaker, set())
            if "line.ended" in self._once:
                yield f"utterance {name!r} starts after the line has ended"
            return
        if known is None:
            yield f"utterance {name!r} has not started"
            return
        speaker, phases = known
        if event.speaker != speaker:
            yield f"utterance {name!r} is the {speaker}'s, not the {event.speaker}'s"
        if isinstance(event, SpeechText):
            return
        if event.type in phases:
            yield f"utterance {name!r} has a second {event.type}"
        elif isinstance(event, SpeechCut) and "speech.ended" in phases:
            yield f"utterance {name!r} is cut after it has ended"
        phases.add(event.type)

    def _tool_phase(
        self, event: ToolBuilt | ToolSent | ToolReturned | ToolFailed | ToolCancelled
    ) -> Iterator[str]:
        phases = self._tools.setdefault(event.call, set())
        if event.type in phases:
            yield f"tool call {event.call!r} has a second {event.type}"
        if isinstance(event, ToolBuilt | ToolSent):
            name = self._tool_names.setdefault(event.call, event.name)
            if event.name != name:
                yield f"tool call {event.call!r} is of {name!r}, not of {event.name!r}"
            if isinstance(event, ToolBuilt) and "tool.sent" in phases:
                yield f"tool call {event.call!r} is built after it was sent"
        elif isinstance(event, ToolCancelled):
            if not phases & {"tool.built", "tool.sent"}:
                yield f"tool call {event.call!r} is cancelled before it was built or sent"
        else:
            if "tool.sent" not in phases:
                yield f"tool call {event.call!r} has a {event.type} before its tool.sent"
            if phases & ({"tool.returned", "tool.failed"} - {event.type}):
                yield f"tool call {event.call!r} both returned and failed"
        phases.add(event.type)

    def _act_phase(self, event: CallerBegan | CallerEnded) -> Iterator[str]:
        phases = self._acts.setdefault(event.act, set())
        if event.type in phases:
            yield f"act {event.act!r} has a second {event.type}"
        if isinstance(event, CallerEnded) and "caller.began" not in phases:
            yield f"act {event.act!r} ends before it began"
        phases.add(event.type)

    def _exists(self, call: str) -> Iterator[str]:
        if call not in self._known_calls:
            yield f"there is no tool call {call!r} in the record"

    def _first(self, what: str) -> Iterator[str]:
        if what in self._once:
            yield f"a second {what}"
        self._once.add(what)
