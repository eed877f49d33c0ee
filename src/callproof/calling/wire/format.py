"""What a wire format is: one call over one connection, from the caller's end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from callproof.audio.pcm import Signal
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import Events, Json, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What can be done over a format, and seen.

    `caller_audio` is what our frames are made of. `tools`: the agent has us run them (`asked`), tells of those it
    runs (`reported`), or neither. `said_when`: a text comes before its sound has been heard, in its
    place in the stream of sound, or after it has been heard.
    `plays_out`: what has arrived is heard to its end when the agent closes the connection; a telephone platform drops it.
    """

    caller_audio: Encoding
    takes_text: bool = False
    tells_said: bool = False
    said_when: Literal["before", "in place", "after"] = "before"
    tells_heard: bool = False
    tools: Literal["none", "asked", "reported"] = "none"
    keys: bool = False
    plays_out: bool = True


class WireFormat(Protocol):
    """Commands give the messages to send, in order; `receive` gives what a message means, and never raises.

    A command that the protocol has no words for gives nothing; `capabilities` say so beforehand.
    """

    @property
    def capabilities(self) -> Capabilities: ...

    def opening(self) -> tuple[Message, ...]:
        """What goes out as soon as the connection stands."""

    def audio(self, frame: Signal) -> tuple[Message, ...]:
        """The caller's next frame, at the rate of `caller_audio`; a format may gather several into one message."""

    def text(self, text: str) -> tuple[Message, ...]:
        """A turn of the caller's in writing."""

    def key_press(self, digit: str) -> tuple[Message, ...]:
        """One of 0-9, * and #."""

    def mark_played(self, name: str) -> tuple[Message, ...]:
        """Everything queued before this mark has been heard."""

    def cleared(self, dropped_ms: int, marks: Sequence[str]) -> tuple[Message, ...]:
        """The queue was dropped on `Clear`: this much of the agent's audio was never heard, and these marks never reached."""

    def tool_result(self, call: str, result: Json, *, failed: bool = False) -> tuple[Message, ...]:
        """The answer to `ToolCalled`; with `failed`, `result` says why. A call that was taken back gets none."""

    def closing(self) -> tuple[Message, ...]:
        """The caller hangs up. The connection is closed after it."""

    def receive(self, message: Message) -> Events: ...
