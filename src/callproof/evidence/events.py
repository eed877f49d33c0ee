"""The closed set of point events that a call is made of.

Everything that happened in a call is one list of these, ordered by (`ms`, `seq`). `ms` counts from the start of the
call; two events may share a millisecond (in virtual time they often do), so `seq`, which the one writer of the log
hands out, is part of the record. `quality` says how the time is known:

- `measured`: read off the audio;
- `reported`: a platform or an agent said so;
- `derived`: worked out from other times; shown, never used in a metric;
- `unknown`: `ms` only keeps the event in its place.

Events are frozen; what they carry (`arguments`, `fields`, rows) must not be changed either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from callproof.evidence.frozen import quick_init

Speaker: TypeAlias = Literal["caller", "agent", "other"]
Quality: TypeAlias = Literal["measured", "reported", "derived", "unknown"]
TextKind: TypeAlias = Literal["said", "heard"]
ActKind: TypeAlias = Literal[
    "request", "correction", "negation", "interruption", "backchannel", "noise", "silence", "key_press"
]
Party: TypeAlias = Literal["caller", "agent", "platform", "harness"]
FaultKind: TypeAlias = Literal[
    "timeout",
    "delay",
    "late_success",
    "empty",
    "partial",
    "wrong_record",
    "stale_read",
    "error_status",
    "malformed",
    "acknowledged_but_lost",
    "duplicate_delivery",
]
# A value as JSON has it. `Any` and not a recursive union: it is carried, never looked into here.
Json: TypeAlias = Any
Row: TypeAlias = Mapping[str, Json]


# For pydantic, where files are read: our own files have no field and no type that we do not know.
STRICT: Mapping[str, Any] = {"extra": "forbid", "strict": True, "allow_inf_nan": False}


class Word(NamedTuple):
    """One word of a text; times in ms from the start of the call, None where they are not known."""

    text: str
    start_ms: int | None = None
    end_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What all events have: their place on the clock of the call, and how well it is known."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    ms: int
    seq: int
    quality: Quality
    uncertainty_ms: int | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechStarted(Event):
    """`source` names the item of the imported file that it came from, as `turns[3]`."""

    type: Literal["speech.started"] = "speech.started"
    speaker: Speaker
    utterance: str
    source: str | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechText(Event):
    """A text of an utterance, or a further piece of it.

    `said` is what the speaker really said (the caller's script, the agent's own text stream); `heard` is what the
    other side's recogniser made of it.
    """

    type: Literal["speech.text"] = "speech.text"
    speaker: Speaker
    utterance: str
    kind: TextKind
    text: str
    words: tuple[Word, ...] = ()


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechCut(Event):
    """The utterance was broken off. `played` is the text that had been heard by then, where it is known."""

    type: Literal["speech.cut"] = "speech.cut"
    speaker: Speaker
    utterance: str
    played: str | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechEnded(Event):
    """The last sound of an utterance.

    `speech_ms` is how much of start to end was speech, for sources that join fragments of one speaker and leave the
    pauses in: whoever spoke in between may have spoken in a pause. `backchannel` is the source's own verdict.
    """

    type: Literal["speech.ended"] = "speech.ended"
    speaker: Speaker
    utterance: str
    speech_ms: int | None = None
    backchannel: bool | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class CallerBegan(Event):
    """The caller begins an act on purpose. `moment` is what the act hung on, as the scenario names it.

    An act that changes what is wanted of `goal` gives one `field` with its old and new value, or, without a field, objects of
    several; a request gives all values as `new`. `negates`: the goal is no longer wanted.
    """

    type: Literal["caller.began"] = "caller.began"
    act: str
    kind: ActKind
    goal: str | None = None
    field: str | None = None
    old: Json = None
    new: Json = None
    negates: bool = False
    moment: str | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class CallerEnded(Event):
    """The act is over. What the caller wants changes here, not at the onset."""

    type: Literal["caller.ended"] = "caller.ended"
    act: str


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class StateReported(Event):
    """The agent's own working state, as it told us."""

    type: Literal["state.reported"] = "state.reported"
    version: int
    fields: Mapping[str, Json]


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class ToolBuilt(Event):
    """The agent has put a call together; it has not left yet. `arguments` is text where it is not valid JSON."""

    type: Literal["tool.built"] = "tool.built"
    call: str
    name: str
    arguments: Mapping[str, Json] | str
    state_version: int | None = None
    source: str | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSent(Event):
    """The call leaves the agent. `consequential`: it costs money, moves data or is hard to undo; None: not known."""

    type: Literal["tool.sent"] = "tool.sent"
    call: str
    name: str
    arguments: Mapping[str, Json] | str
    idempotency_key: str | None = None
    state_version: int | None = None
    consequential: bool | None = None
    source: str | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReturned(Event):
    type: Literal["tool.returned"] = "tool.returned"
    call: str
    result: Json = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFailed(Event):
    """The agent was told that the call failed, or was told nothing in time. The backend may have done it all the same."""

    type: Literal["tool.failed"] = "tool.failed"
    call: str
    reason: Literal["error", "timeout"]
    message: str | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCancelled(Event):
    """The agent took the call back. `in_time`: before its effect; None: nobody knows."""

    type: Literal["tool.cancelled"] = "tool.cancelled"
    call: str
    in_time: bool | None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class FaultInjected(Event):
    """We broke a tool on purpose, in this call of it."""

    type: Literal["fault.injected"] = "fault.injected"
    call: str
    kind: FaultKind
    detail: str | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class WriteCommitted(Event):
    """A row of the backend changed. `before` is None for an insert, `after` for a delete; `call` is the tool call behind it.

    Where the backend is the user's own, the event stands where the change was read; it happened then or before, and not before `not_before_ms`.
    """

    type: Literal["write.committed"] = "write.committed"
    table: str
    key: str
    before: Row | None
    after: Row | None
    call: str | None = None
    not_before_ms: int | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotTaken(Event):
    """The backend's rows, by table and key, before or after the call."""

    type: Literal["snapshot.taken"] = "snapshot.taken"
    moment: Literal["before", "after"]
    tables: Mapping[str, Mapping[str, Row]]


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class LineConnected(Event):
    type: Literal["line.connected"] = "line.connected"
    by: Party | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class LineEnded(Event):
    """The call is over. `reason` is in the source's own words; `completed` is its claim that the goal was reached."""

    type: Literal["line.ended"] = "line.ended"
    by: Party | None = None
    reason: str | None = None
    completed: bool | None = None


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class LineError(Event):
    """Something broke on the way, and at whose side. `part` is what of callproof's own it was, where that has a blame of its own."""

    type: Literal["line.error"] = "line.error"
    by: Party | None = None
    message: str
    part: Literal["recogniser"] | None = None


SpeechEvent: TypeAlias = SpeechStarted | SpeechText | SpeechCut | SpeechEnded
ToolEvent: TypeAlias = ToolBuilt | ToolSent | ToolReturned | ToolFailed | ToolCancelled
AnyEvent: TypeAlias = (
    SpeechEvent
    | CallerBegan
    | CallerEnded
    | StateReported
    | ToolEvent
    | FaultInjected
    | WriteCommitted
    | SnapshotTaken
    | LineConnected
    | LineEnded
    | LineError
)
EVENT_TYPES: tuple[type[AnyEvent], ...] = (
    SpeechStarted,
    SpeechText,
    SpeechCut,
    SpeechEnded,
    CallerBegan,
    CallerEnded,
    StateReported,
    ToolBuilt,
    ToolSent,
    ToolReturned,
    ToolFailed,
    ToolCancelled,
    FaultInjected,
    WriteCommitted,
    SnapshotTaken,
    LineConnected,
    LineEnded,
    LineError,
)
