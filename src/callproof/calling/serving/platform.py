"""The agent's end of a platform's connection: what a served agent's mouth and ears need of it."""

from __future__ import annotations

from collections.abc import Callable

from callproof.audio.pcm import Signal
from callproof.calling.serving.mouth import Mouth
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.twilio import ENCODING, TwilioAgent

# Agents send much faster than real time, in pieces of about this length.
PIECE_MS = 100


class TwilioEnd:
    """`PlatformEnd` on Twilio Media Streams, which plays what it gets and sends marks back. `wire` reads what comes in; `mouth` is set
    before the call begins."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.mouth: Mouth
        self.wire = TwilioAgent()
        self.rate_hz = ENCODING.rate_hz
        self._send = send

    def utter(self, utterance: str, text: str, signal: Signal) -> None:
        self._send(self.wire.mark(f"{utterance} starts"))
        for piece in pieces(signal, self.rate_hz):
            self._send(self.wire.audio(piece))
        self._send(self.wire.mark(f"{utterance} ends"))

    def clear(self) -> None:
        self._send(self.wire.clear())

    def marked(self, name: str) -> None:
        """The platform has played everything up to a mark."""
        utterance, _, place = name.rpartition(" ")
        if place == "starts":
            self.mouth.begun(utterance)
        elif place == "ends":
            self.mouth.played_out(utterance)

    def caller_began(self, so_far_ms: int) -> None:
        """It is nothing to the platform; nor that the caller has ended."""

    def caller_ended(self) -> None:
        return


def pieces(signal: Signal, rate_hz: int) -> list[Signal]:
    size = rate_hz * PIECE_MS // 1000
    return [signal[start : start + size] for start in range(0, len(signal), size)]
