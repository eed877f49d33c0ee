"""A served agent's end of a Realtime session: the client plays, and tells what it broke off; nothing tells what it has played."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from callproof.audio.pcm import Signal
from callproof.audio.resampling import Resampler, resample
from callproof.calling.serving.mouth import Mouth
from callproof.calling.serving.platform import pieces
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.openai_realtime import RealtimeServer

RATE_HZ = 24000
# What is sent is played from then on, and a little later at the client's.
_ON_ITS_WAY_S = 0.06
# A client that is interrupted says at once how much it played; one that never does, played until the caller spoke.
_TOLD_WITHIN_S = 0.5


@dataclass(slots=True)
class _Playing:
    """`interrupted_ms`: the client has been told to stop, when so much must have been played."""

    utterance: str
    item: str
    since: float
    ms: int
    timer: asyncio.TimerHandle
    interrupted_ms: int | None = None


class RealtimeEnd:
    """`PlatformEnd`. `mouth` is set before the call begins; `building` says whether a function call in the running answer is still being
    put together, which then goes on."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.mouth: Mouth
        self.wire = RealtimeServer()
        self.rate_hz = RATE_HZ
        self.building: Callable[[], bool] = lambda: False
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._playing: _Playing | None = None
        self._hearing: tuple[Encoding, Resampler] | None = None
        self._got_ms = 0.0
        # The items of the caller's utterances.
        self._turns: list[str] = []

    def say(self, *messages: Message) -> None:
        for message in messages:
            self._send(message)

    # -- the agent's speech --------------------------------------------------------------------------------------------

    def utter(self, utterance: str, text: str, signal: Signal) -> None:
        wire, rate = self.wire, self.wire.encoding.rate_hz
        self.begin_answer()
        self.say(*wire.begin_speech(), wire.said(text))
        item = wire.speech_item
        for piece in pieces(resample(signal, self.rate_hz, rate), rate):
            self.say(wire.audio(piece))
        if not self.building():
            self.say(*wire.end_answer())
        ms = len(signal) * 1000 // self.rate_hz
        timer = self._loop.call_later(ms / 1000 + _ON_ITS_WAY_S, self._played_out)
        self._playing = _Playing(utterance, item, self._loop.time(), ms, timer)
        self.mouth.begun(utterance)

    def begin_answer(self) -> None:
        """Unless the client has asked for one, which is then begun already."""
        if not self.wire.answering:
            self.say(*self.wire.begin_answer())

    def clear(self) -> None:
        """Sound that has been sent can only be stopped by an interruption. Where it is not the caller's, because the agent stops by itself
        or took a noise for the caller, one is told that is over at once."""
        playing = self._take_playing()
        if playing is not None and playing.interrupted_ms is None:
            now_ms = round(self._got_ms)
            self.say(self.wire.speech_began(now_ms), *self.wire.speech_ended(now_ms))

    def broken_off(self, item: str, heard_ms: int) -> None:
        """The client has played so much of an item, and no more."""
        playing = self._playing
        if playing is not None and playing.item == item:
            self._take_playing()
            self.mouth.cut(playing.utterance, heard_ms)

    def cancel(self) -> None:
        """The client does not want the answer that is being made."""
        self.say(*self.wire.end_answer(cancelled=True, reason="client_cancelled"))
        self.mouth.withdraw()

    def close(self) -> None:
        self._take_playing()

    def _played_out(self) -> None:
        playing = self._take_playing()
        if playing is None:
            return
        if playing.interrupted_ms is None:
            self.mouth.played_out(playing.utterance)
        else:
            self.mouth.cut(playing.utterance, playing.interrupted_ms)

    def _take_playing(self) -> _Playing | None:
        playing, self._playing = self._playing, None
        if playing is not None:
            playing.timer.cancel()
        return playing

    # -- the caller's speech -------------------------------------------------------------------------------------------

    def got(self, signal: Signal, encoding: Encoding) -> Signal:
        """The caller's sound at our rate."""
        self._got_ms += len(signal) * 1000 / encoding.rate_hz
        if self._hearing is None or self._hearing[0] != encoding:
            self._hearing = (encoding, Resampler(encoding.rate_hz, self.rate_hz))
        return self._hearing[1].feed(signal)

    def caller_began(self, so_far_ms: int) -> None:
        self.say(self.wire.speech_began(max(round(self._got_ms) - so_far_ms, 0)))
        self._turns.append(self.wire.caller_item)
        if self.wire.answering and not self.building():
            self.say(*self.wire.end_answer(cancelled=True))
        self.mouth.withdraw()
        playing = self._playing
        if playing is not None and playing.interrupted_ms is None:
            playing.interrupted_ms = round((self._loop.time() - playing.since) * 1000)
            playing.timer.cancel()
            playing.timer = self._loop.call_later(_TOLD_WITHIN_S, self._played_out)

    def caller_ended(self) -> None:
        self.say(*self.wire.speech_ended(round(self._got_ms)))

    def understood(self, utterance: int, text: str) -> None:
        wanted = self.wire.session["audio"]["input"].get("transcription")
        if wanted is not None and utterance < len(self._turns):
            self.say(self.wire.heard(text, self._turns[utterance]))
