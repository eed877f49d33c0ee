"""A call as it is stored: a header and its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Literal, TypeAlias

from callproof.evidence.events import STRICT, AnyEvent, Json, Quality
from callproof.evidence.frozen import quick_init

SCHEMA_VERSION = 1
# Who called whom: `inbound` is a call to the agent, `outbound` one that the agent makes.
Direction: TypeAlias = Literal["inbound", "outbound"]

# Seven days. No call lasts longer; a time beyond it cannot belong to the call.
LONGEST_CALL_MS = 7 * 24 * 3600 * 1000


def is_moment(text: str) -> bool:
    """Whether a text is an ISO 8601 time, or a date."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeLatency:
    """A latency as the platform reports it, shown beside ours and never mixed with it. None: of no known utterance."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    ms: float
    utterance: str | None = None
    quality: Quality = "reported"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeProblem:
    """A time of the source that cannot be true. The record leaves it out; `path` names it in the source."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    path: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HarnessTiming:
    """How well callproof itself kept to the clock in a call with sound.

    `late_*`: how long after its moment each frame was out; `frames_lost` never went out. `reaction_max_ms`: the longest from the
    moment of one of the caller's acts to its first sound on the line, of `reactions` (None: there was none). The drifts are what the
    recording, and the machine's wall clock, show more than the call's own clock at the end.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    frames: int
    frames_lost: int
    late_p50_ms: float
    late_p99_ms: float
    late_max_ms: float
    reactions: int
    reaction_max_ms: int | None = None
    recording_drift_ms: float = 0.0
    wall_drift_ms: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line of a `call.jsonl`: what holds for the whole call.

    `format` is the shape it was read from (`callproof` for calls that callproof placed itself), `started_at` an ISO 8601
    time with its zone, `direction` who called whom (None: not known), `policy` the rules that came with the call, in the
    words of the source, `given` what the agent was told before the call, by name: the variables of a platform's prompt. For calls that callproof placed, `agent` names whom it called, and `clock` says whether the call's time was
    virtual, in which whoever is prompt takes no time at all; `line_effects` is what the line did to the caller's voice
    (`noise=babble:10dB`), `speech` which voice spoke and which recogniser listened, with their versions. `harness` says how well callproof itself kept to the clock, where it spoke with a voice.
    `own_backend`: the rows are those of the user's own backend, which callproof reads, before and after the call alone ("snapshots") or during
    it as well ("watched"); None: they are callproof's own, and every write is in the log.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    type: Literal["call"] = "call"
    schema_version: int = SCHEMA_VERSION
    id: str
    format: str
    started_at: str | None = None
    direction: Direction | None = None
    agent: str | None = None
    clock: Literal["real", "virtual"] | None = None
    line_effects: tuple[str, ...] = ()
    speech: Mapping[str, str] = field(default_factory=dict)
    harness: HarnessTiming | None = None
    policy: Mapping[str, Json] = field(default_factory=dict)
    given: Mapping[str, Json] = field(default_factory=dict)
    own_backend: Literal["snapshots", "watched"] | None = None
    runtime_latencies: tuple[RuntimeLatency, ...] = ()
    time_problems: tuple[TimeProblem, ...] = ()


@quick_init
@dataclass(frozen=True, slots=True)
class Record:
    """`events` are in the order of (ms, seq)."""

    header: Header
    events: tuple[AnyEvent, ...]
