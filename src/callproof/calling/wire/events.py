"""The closed set of what can be understood from a live agent, whatever it speaks.

Events carry no time: whoever received the message knows when. Texts are whole: a later text of the same utterance takes the place of
the earlier one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from callproof.audio.pcm import Signal
from callproof.calling.agent import ToolStatus

Json: TypeAlias = Any
# What goes over the connection in one piece: a text frame or a binary one.
Message: TypeAlias = str | bytes
ToolStage: TypeAlias = ToolStatus
Activity: TypeAlias = Literal["starting", "idle", "listening", "thinking", "speaking"]
ProblemKind: TypeAlias = Literal[
    "not_json",  # a message that should be JSON and is none, or is no object
    "wrong_frame",  # binary where the protocol has text, or the other way round
    "malformed",  # a message without what it must have, or with something else in its place
    "too_large",
    "wrong_stream",  # the id of another stream, or none where one is needed: the message is dropped
    "bad_base64",
    "container_audio",  # a file (WAV, MP3, Ogg, ...) where bare samples belong
    "half_sample",
    "wrong_codec",  # sounds like noise: samples of another codec than the line's
    "unknown_codec",
    "wrong_rate",
    "agent_error",  # the agent says that something failed on its side
    "refused",  # the agent refuses a message of ours
]


@dataclass(frozen=True, slots=True)
class Ready:
    """The agent says that it takes the call. Protocols in which it says nothing have no such event."""


@dataclass(frozen=True, slots=True, eq=False)
class AgentAudio:
    """Sound to be queued behind what is queued already. `utterance` ties it to texts, where the protocol does."""

    signal: Signal = field(repr=False)
    rate_hz: int
    utterance: str | None = None

    @property
    def ms(self) -> float:
        return len(self.signal) * 1000 / self.rate_hz


@dataclass(frozen=True, slots=True)
class Mark:
    """The agent wants to be told when everything queued before this has played: `WireFormat.mark_played`."""

    name: str


@dataclass(frozen=True, slots=True)
class Clear:
    """Everything queued is to be dropped now; a pause is over with it. Answer: `WireFormat.cleared`."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The agent holds its tongue: nothing more is played, and the queue is kept, until `Resume` or `Clear`."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The agent goes on where it paused."""


@dataclass(frozen=True, slots=True)
class AgentText:
    """A text, as the agent tells it.

    `said` is what the agent itself says, `heard` what it made of the caller's words. `final` is False while more of the utterance may
    come. `interrupted`: the agent holds that it was broken off at the end of this text.
    """

    text: str
    final: bool
    kind: Literal["said", "heard"]
    utterance: str | None = None
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class ToolCalled:
    """The agent asks us to run a tool; it waits for `WireFormat.tool_result`. `arguments` is text where it is not a JSON object."""

    call: str
    name: str
    arguments: Mapping[str, Json] | str


@dataclass(frozen=True, slots=True)
class ToolCancelled:
    """The agent takes a call back that it built or asked for; no result is wanted any more."""

    call: str


@dataclass(frozen=True, slots=True)
class ToolReported:
    """The agent tells how far a tool call is that it makes itself (or is about to ask for: `built`).

    What it does not tell is None. `result` is what came back, or why it failed.
    """

    call: str
    stage: ToolStage
    name: str | None = None
    arguments: Mapping[str, Json] | str | None = None
    result: Json = None


@dataclass(frozen=True, slots=True)
class StateReported:
    """The agent's own working state."""

    fields: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class ActivityReported:
    """What the agent says it is doing."""

    activity: Activity


@dataclass(frozen=True, slots=True)
class SpeechOfCallerDetected:
    """The agent's own view of the caller's voice: it began, or ended.

    `basis` is `sound` for bare speech detection and `turn` for a decision about turns, which may come later than the sound.
    `audio_ms` is the place in the caller's audio that the agent means, counted from the first frame, where it tells.
    """

    edge: Literal["began", "ended"]
    basis: Literal["sound", "turn"] = "sound"
    audio_ms: int | None = None


@dataclass(frozen=True, slots=True)
class HungUp:
    """The agent ends the call by a message. (Most do it by closing the connection.)"""

    reason: str


@dataclass(frozen=True, slots=True)
class Send:
    """The protocol has an answer to what was just received, due at once."""

    message: Message


@dataclass(frozen=True, slots=True)
class Problem:
    """Something is wrong with what the agent sent. `fatal`: the real platform would end the connection here, or it is lost."""

    kind: ProblemKind
    message: str
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class Ignored:
    """A message that is fine and means nothing to a call."""

    type: str


Event: TypeAlias = (
    Ready
    | AgentAudio
    | Mark
    | Clear
    | Pause
    | Resume
    | AgentText
    | ToolCalled
    | ToolCancelled
    | ToolReported
    | StateReported
    | ActivityReported
    | SpeechOfCallerDetected
    | HungUp
    | Send
    | Problem
    | Ignored
)
Events: TypeAlias = tuple[Event, ...]
