"""The agent's end of a telephone platform's media stream: what a served agent's mouth needs of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from callproof.audio.pcm import Signal
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.twilio import ENCODING, TwilioAgent

# Agents send much faster than real time, in pieces of about this length.
_PIECE_MS = 100


class PlatformEnd(Protocol):
    """What an agent tells the platform; sound is at `rate_hz`."""

    @property
    def rate_hz(self) -> int: ...
    def play(self, signal: Signal) -> None: ...
    def mark(self, name: str) -> None: ...
    def clear(self) -> None: ...


class TwilioEnd:
    """Twilio Media Streams; `wire` reads what comes in."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.wire = TwilioAgent()
        self.rate_hz = ENCODING.rate_hz
        self._send = send

    def play(self, signal: Signal) -> None:
        size = self.rate_hz * _PIECE_MS // 1000
        for start in range(0, len(signal), size):
            self._send(self.wire.audio(signal[start : start + size]))

    def mark(self, name: str) -> None:
        self._send(self.wire.mark(name))

    def clear(self) -> None:
        self._send(self.wire.clear())
