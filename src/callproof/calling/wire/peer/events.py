"""What an agent understands of its caller, over a wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from callproof.audio.pcm import Signal


@dataclass(frozen=True, slots=True)
class CallStarted:
    """The line stands. `settings` are the stream's custom parameters, or the session as the client wants it."""

    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class CallerAudio:
    signal: Signal = field(repr=False)
    rate_hz: int


@dataclass(frozen=True, slots=True)
class CallerWrote:
    text: str


@dataclass(frozen=True, slots=True)
class KeyPressed:
    digit: str


@dataclass(frozen=True, slots=True)
class MarkReached:
    """Played, or dropped: the platform does not say which."""

    name: str


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """Of this utterance of the agent's, the caller heard so much."""

    utterance: str
    heard_ms: int


@dataclass(frozen=True, slots=True)
class ToolAnswered:
    call: str
    output: str


@dataclass(frozen=True, slots=True)
class AnswerWanted:
    """The client asks the agent to speak."""


@dataclass(frozen=True, slots=True)
class AnswerCancelled:
    """The client does not want the answer that is being made."""


@dataclass(frozen=True, slots=True)
class CallEnded:
    pass


PeerEvent: TypeAlias = (
    CallStarted
    | CallerAudio
    | CallerWrote
    | KeyPressed
    | MarkReached
    | BrokenOff
    | ToolAnswered
    | AnswerWanted
    | AnswerCancelled
    | CallEnded
)
PeerEvents: TypeAlias = tuple[PeerEvent, ...]
