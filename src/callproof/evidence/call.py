"""`Call`: a record folded into what judges want: utterances, tool calls, state by version, writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Literal, TypeAlias

from callproof.evidence.derived import Derivation, EdgeFound, SpeechFound, TextFound
from callproof.evidence.events import (
    AnyEvent,
    CallerBegan,
    CallerEnded,
    FaultInjected,
    FaultKind,
    Json,
    LineConnected,
    LineEnded,
    LineError,
    Quality,
    SnapshotTaken,
    Speaker,
    SpeechCut,
    SpeechEnded,
    SpeechEvent,
    SpeechStarted,
    SpeechText,
    StateReported,
    TextKind,
    ToolBuilt,
    ToolCancelled,
    ToolEvent,
    ToolFailed,
    ToolReturned,
    ToolSent,
    Word,
    WriteCommitted,
)
from callproof.evidence.frozen import maker, quick_init
from callproof.evidence.record import Header, Record

ToolStatus: TypeAlias = Literal["built", "sent", "returned", "failed", "cancelled"]

_TIMED: frozenset[Quality] = frozenset({"measured", "reported"})


@quick_init
@dataclass(frozen=True, slots=True)
class Utterance:
    """What one speaker said without giving up the floor, from first to last sound.

    `index` is its place among the call's utterances, by start. A time is None when nobody knows it; metrics use only
    `timed_start_ms` and `timed_end_ms`, which are None for derived times too. `text` is the transcript's: what was heard of the
    caller, what the agent's own text says; else the other one. `words` are those of one text: of the transcript's, or of the other
    one where that has none. `events` are the sequence numbers of the events it was made of.
    """

    id: str
    index: int
    speaker: Speaker
    start_ms: int | None
    start_quality: Quality
    end_ms: int | None
    end_quality: Quality
    said: str | None
    heard: str | None
    words: tuple[Word, ...]
    cut: bool
    played: str | None
    speech_ms: int | None
    backchannel: bool | None
    uncertainty_ms: int
    source: str | None
    events: tuple[int, ...]
    # Fields and not properties: they are read a hundred times a call.
    timed_start_ms: int | None
    timed_end_ms: int | None
    text: str


@quick_init
@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool with all its times; None where a phase did not happen or its time is not known.

    `utterance` is the utterance that had started last when the call was built or sent. `cancelled_in_time` is None when
    the call was not cancelled, or nobody knows.
    """

    id: str
    name: str
    arguments: Mapping[str, Json] | str
    status: ToolStatus
    consequential: bool | None
    idempotency_key: str | None
    state_version: int | None
    built_ms: int | None
    sent_ms: int | None
    sent_quality: Quality
    finished_ms: int | None
    finished_quality: Quality
    cancelled_ms: int | None
    cancelled_in_time: bool | None
    result: Json
    error: str | None
    faults: tuple[FaultKind, ...]
    utterance: str | None
    source: str | None
    events: tuple[int, ...]
    # As in an utterance: None for derived times too.
    timed_sent_ms: int | None
    timed_finished_ms: int | None


@dataclass(frozen=True, slots=True)
class Act:
    """What the caller did on purpose. `ended` is None when the call was over first."""

    began: CallerBegan
    ended: CallerEnded | None


@quick_init
@dataclass(frozen=True, slots=True)
class Line:
    """The connection: its events, each None when the record does not have it."""

    connected: LineConnected | None
    ended: LineEnded | None
    errors: tuple[LineError, ...]


@quick_init
@dataclass(frozen=True, slots=True)
class Call:
    header: Header
    utterances: tuple[Utterance, ...]
    tool_calls: tuple[ToolCall, ...]
    states: tuple[StateReported, ...]
    writes: tuple[WriteCommitted, ...]
    before: SnapshotTaken | None
    after: SnapshotTaken | None
    acts: tuple[Act, ...]
    line: Line

    @property
    def ended_ms(self) -> int | None:
        """When the line was given up, where that was measured or reported."""
        ended = self.line.ended
        return ended.ms if ended is not None and ended.quality in _TIMED else None

    @property
    def duration_ms(self) -> int | None:
        """From the connection (else the first sound) to the end of the line (else the last sound); None without times."""
        start, end = _known_ms(self.line.connected), self.ended_ms
        if start is None:
            start = min([u.start_ms for u in self.utterances if u.start_ms is not None], default=None)
        if end is None:
            end = max([u.end_ms for u in self.utterances if u.end_ms is not None], default=None)
        return end - start if start is not None and end is not None else None


_FINISHED = (ToolReturned, ToolFailed)
_TOOL = (ToolSent, ToolReturned, ToolBuilt, ToolFailed, ToolCancelled, FaultInjected)
_new_utterance = maker(Utterance)
_new_tool_call = maker(ToolCall)


def utterances_of(
    speech: Mapping[str, list[SpeechEvent]], derived: Iterable[Derivation] = ()
) -> tuple[Utterance, ...]:
    """The utterances alone, of the events of each in their order, with derived evidence laid over them as by `fold`."""
    return _utterances(speech, _Overlay(derived))


def fold(record: Record, derived: Iterable[Derivation] = ()) -> Call:
    """The call that a record tells of, with derived evidence laid over it.

    A measured edge takes the place of the event's own time; a text found fills in for one that the record does not have;
    speech found becomes an utterance of its own. Of two derivations the later one holds.
    """
    overlay = _Overlay(derived)
    speech: defaultdict[str, list[SpeechEvent]] = defaultdict(list)
    tools: dict[str, list[ToolEvent | FaultInjected]] = {}
    spoken_before: dict[str, str | None] = {}
    states: list[StateReported] = []
    writes: list[WriteCommitted] = []
    errors: list[LineError] = []
    snapshots: dict[str, SnapshotTaken] = {}
    began: dict[str, CallerBegan] = {}
    act_ends: dict[str, CallerEnded] = {}
    connected: LineConnected | None = None
    ended: LineEnded | None = None
    last_utterance: str | None = None
    for event in record.events:
        # Nearly all events are of speech, and which class it is is asked more quickly than whether it is of one.
        if (
            type(event) is SpeechText
            or type(event) is SpeechEnded
            or type(event) is SpeechStarted
            or type(event) is SpeechCut
        ):
            speech[event.utterance].append(event)
            if type(event) is SpeechStarted:
                last_utterance = event.utterance
        elif isinstance(event, _TOOL):
            tools.setdefault(event.call, []).append(event)
            spoken_before.setdefault(event.call, last_utterance)
        elif isinstance(event, StateReported):
            states.append(event)
        elif isinstance(event, WriteCommitted):
            writes.append(event)
        elif isinstance(event, SnapshotTaken):
            snapshots[event.moment] = event
        elif isinstance(event, CallerBegan):
            began[event.act] = event
        elif isinstance(event, CallerEnded):
            act_ends[event.act] = event
        elif isinstance(event, LineConnected):
            connected = event
        elif isinstance(event, LineEnded):
            ended = event
        elif isinstance(event, LineError):
            errors.append(event)
    return Call(
        header=record.header,
        utterances=_utterances(speech, overlay),
        tool_calls=tuple([_tool_call(name, events, spoken_before[name]) for name, events in tools.items()]),
        states=tuple(states),
        writes=tuple(writes),
        before=snapshots.get("before"),
        after=snapshots.get("after"),
        acts=tuple([Act(event, act_ends.get(act)) for act, event in began.items()]),
        line=Line(connected, ended, tuple(errors)),
    )


class _Overlay:
    """Derived evidence by the event that it is about."""

    def __init__(self, derived: Iterable[Derivation]) -> None:
        self.edges: dict[int, EdgeFound] = {}
        self.texts: dict[int, list[TextFound]] = {}
        self.found: list[SpeechFound] = []
        for derivation in derived:
            for item in derivation.items:
                if isinstance(item, EdgeFound):
                    self.edges[item.event] = item
                elif isinstance(item, TextFound):
                    self.texts.setdefault(item.event, []).append(item)
                else:
                    self.found.append(item)

    def measured(self, event: SpeechEvent) -> SpeechEvent:
        """The event with a measured edge in the place of its own time, if there is one."""
        edge = self.edges.get(event.seq)
        if edge is None:
            return event
        return replace(event, ms=edge.ms, quality="measured", uncertainty_ms=edge.uncertainty_ms)

    def text(
        self, event: int, kind: TextKind, text: str | None, words: tuple[Word, ...]
    ) -> tuple[str | None, tuple[Word, ...]]:
        """The record's own text of that kind, or else the one that was found last."""
        for found in reversed(self.texts.get(event, ())):
            if text is None and found.kind == kind:
                text, words = found.text, found.words
        return text, words


def _utterances(speech: Mapping[str, list[SpeechEvent]], overlay: _Overlay) -> tuple[Utterance, ...]:
    if not overlay.edges and not overlay.found:
        return tuple([_utterance(index, events, overlay) for index, events in enumerate(speech.values())])
    # By start, as far as that is known better by now than when the events were put in their order.
    order: list[tuple[int, int, list[SpeechEvent] | SpeechFound]] = []
    for events in speech.values():
        measured = [overlay.measured(event) for event in events]
        order.append((measured[0].ms, measured[0].seq, measured))
    order.extend((item.start_ms, -1, item) for item in overlay.found)
    order.sort(key=itemgetter(0, 1))
    return tuple(
        [
            _found_utterance(index, what)
            if isinstance(what, SpeechFound)
            else _utterance(index, what, overlay)
            for index, (_, _, what) in enumerate(order)
        ]
    )


def _utterance(index: int, events: list[SpeechEvent], overlay: _Overlay) -> Utterance:
    said: str | None = None
    heard: str | None = None
    said_words: tuple[Word, ...] = ()
    heard_words: tuple[Word, ...] = ()
    started: SpeechStarted | None = None
    ended: SpeechEnded | None = None
    cut: SpeechCut | None = None
    for event in events:
        # By class and not by isinstance, as in `fold`.
        if type(event) is SpeechText:
            if event.kind == "said":
                said = event.text if said is None else said + event.text
                said_words += event.words
            else:
                heard = event.text if heard is None else heard + event.text
                heard_words += event.words
        elif type(event) is SpeechStarted:
            started = event
        elif type(event) is SpeechEnded:
            ended = event
        elif type(event) is SpeechCut:
            cut = event
    seqs = [event.seq for event in events]
    if overlay.texts:
        said, said_words = overlay.text(seqs[0], "said", said, said_words)
        heard, heard_words = overlay.text(seqs[0], "heard", heard, heard_words)
    start_quality: Quality = "unknown" if started is None else started.quality
    end_quality: Quality = "unknown" if ended is None else ended.quality
    start_ms = None if started is None or start_quality == "unknown" else started.ms
    end_ms = None if ended is None or end_quality == "unknown" else ended.ms
    spread = 0 if started is None else started.uncertainty_ms or 0
    end_spread = 0 if ended is None else ended.uncertainty_ms or 0
    speaker = events[0].speaker
    if speaker == "agent":
        text, other, words = said, heard, said_words or heard_words
    else:
        text, other, words = heard, said, heard_words or said_words
    return _new_utterance(
        events[0].utterance,
        index,
        speaker,
        start_ms,
        start_quality,
        end_ms,
        end_quality,
        said,
        heard,
        words,
        cut is not None,
        None if cut is None else cut.played,
        None if ended is None else ended.speech_ms,
        None if ended is None else ended.backchannel,
        spread if spread > end_spread else end_spread,
        None if started is None else started.source,
        tuple(seqs),
        start_ms if start_quality in _TIMED else None,
        end_ms if end_quality in _TIMED else None,
        text if text is not None else other or "",
    )


def _found_utterance(index: int, found: SpeechFound) -> Utterance:
    return Utterance(
        id=f"found{index}",
        index=index,
        speaker=found.speaker,
        start_ms=found.start_ms,
        start_quality="measured",
        end_ms=found.end_ms,
        end_quality="measured",
        said=None,
        heard=None,
        words=(),
        cut=False,
        played=None,
        speech_ms=None,
        backchannel=None,
        uncertainty_ms=found.uncertainty_ms,
        source=None,
        events=(),
        timed_start_ms=found.start_ms,
        timed_end_ms=found.end_ms,
        text="",
    )


def _tool_call(name: str, events: list[ToolEvent | FaultInjected], utterance: str | None) -> ToolCall:
    built: ToolBuilt | None = None
    sent: ToolSent | None = None
    finished: ToolReturned | ToolFailed | None = None
    cancelled: ToolCancelled | None = None
    faults: list[FaultKind] = []
    for event in events:
        if isinstance(event, ToolSent):
            sent = event
        elif isinstance(event, _FINISHED):
            finished = event
        elif isinstance(event, ToolBuilt):
            built = event
        elif isinstance(event, ToolCancelled):
            cancelled = event
        else:
            faults.append(event.kind)
    status: ToolStatus = "built" if sent is None else "sent"
    if cancelled is not None and cancelled.in_time:
        status = "cancelled"
    elif isinstance(finished, ToolReturned):
        status = "returned"
    elif finished is not None:
        status = "failed"
    elif cancelled is not None:
        status = "cancelled"
    as_sent = sent if sent is not None else built
    sent_ms, finished_ms = _known_ms(sent), _known_ms(finished)
    sent_quality: Quality = sent.quality if sent is not None else "unknown"
    finished_quality: Quality = finished.quality if finished is not None else "unknown"
    return _new_tool_call(
        name,
        as_sent.name if as_sent is not None else "",
        as_sent.arguments if as_sent is not None else {},
        status,
        sent.consequential if sent is not None else None,
        sent.idempotency_key if sent is not None else None,
        as_sent.state_version if as_sent is not None else None,
        _known_ms(built),
        sent_ms,
        sent_quality,
        finished_ms,
        finished_quality,
        _known_ms(cancelled),
        cancelled.in_time if cancelled is not None else None,
        finished.result if isinstance(finished, ToolReturned) else None,
        (finished.message or finished.reason) if isinstance(finished, ToolFailed) else None,
        tuple(faults),
        utterance,
        as_sent.source if as_sent is not None else None,
        tuple([event.seq for event in events]),
        sent_ms if sent_quality in _TIMED else None,
        finished_ms if finished_quality in _TIMED else None,
    )


def _known_ms(event: AnyEvent | None) -> int | None:
    return event.ms if event is not None and event.quality != "unknown" else None
