"""Marks, clear and acknowledgements, platform by platform: what comes back, and when (PROTOCOLS 1.3, 2.1 and 2.3)."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from callproof.audio.pcm import Signal
from callproof.calling.simulation.live import LiveCall, LiveSettings
from callproof.calling.wire.dialects import DIALECTS, Dialect
from callproof.calling.wire.events import Message
from callproof.calling.wire.twilio import CallIdentity
from callproof.evidence.call import fold
from callproof.evidence.validation import validate
from tests.unit.calling.simulation.lines import Ends, called_in_memory, in_virtual_time, sound
from tests.unit.calling.simulation.shop import scenario

# A mark is passed with the frame in which it is due.
FRAME_MS = 20
STREAM_KEY = {"twilio": "streamSid", "telnyx": "stream_id", "plivo": "streamId", "exotel": "stream_sid"}


@dataclass
class Agent:
    """An agent on one of the platforms, in that platform's own words; it logs what comes back, in ms since the call began.

    At one second it sends `pieces` (ms of sound, or the name of a mark) at once, at `clears_at` it clears, and at `leaves_at` it closes
    the connection.
    """

    dialect: Dialect
    pieces: Sequence[int | str]
    clears_at: int | None = None
    leaves_at: int = 9000
    back: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    async def run(self, ends: Ends) -> None:
        loop = asyncio.get_running_loop()
        began: float | None = None
        sends: asyncio.Future[None] | None = None
        while (message := await ends.to_agent.get()) is not None:
            # The first audio, and with it the first moment of the call.
            if self._is_media(message) and began is None:
                began = loop.time()
                sends = asyncio.ensure_future(self._send(ends, began))
            elif not self._is_media(message) and began is not None:
                self.back.append((round((loop.time() - began) * 1000), json.loads(message)))
        if sends is not None:
            sends.cancel()

    async def _send(self, ends: Ends, began: float) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(began + 1 - loop.time())
        for piece in self.pieces:
            ends.to_caller.put_nowait(self._mark(piece) if isinstance(piece, str) else self._audio(piece))
        if self.clears_at is not None:
            await asyncio.sleep(began + self.clears_at / 1000 - loop.time())
            ends.to_caller.put_nowait(self._clear())
        await asyncio.sleep(began + self.leaves_at / 1000 - loop.time())
        ends.to_caller.put_nowait(None)

    def _is_media(self, message: Message) -> bool:
        return isinstance(message, bytes) or json.loads(message).get("event") == "media"

    def _stream(self) -> dict[str, str]:
        key = STREAM_KEY[self.dialect.name]
        return {key: CallIdentity.of(self.dialect, "0:shop").stream}

    def _audio(self, ms: int) -> Message:
        encoding = next(iter(self.dialect.encodings))
        data = encoding.encode(sound(ms, encoding.rate_hz))
        if self.dialect.name == "vonage":
            return data
        media: dict[str, Any] = {"payload": base64.b64encode(data).decode()}
        if self.dialect.name == "plivo":
            media = {"contentType": "audio/x-mulaw", "sampleRate": 8000, **media}
            return json.dumps({"event": "playAudio", "media": media, **self._stream()})
        return json.dumps({"event": "media", "media": media, **self._stream()})

    def _mark(self, name: str) -> Message:
        if self.dialect.name == "vonage":
            return json.dumps({"action": "notify", "payload": {"name": name}})
        if self.dialect.name == "plivo":
            return json.dumps({"event": "checkpoint", "name": name, **self._stream()})
        return json.dumps({"event": "mark", "mark": {"name": name}, **self._stream()})

    def _clear(self) -> Message:
        if self.dialect.name == "vonage":
            return json.dumps({"action": "clear"})
        if self.dialect.name == "plivo":
            return json.dumps({"event": "clearAudio", **self._stream()})
        return json.dumps({"event": "clear", **self._stream()})

    def marks(self) -> list[tuple[int, str]]:
        found = []
        for at, body in self.back:
            if body["event"] in ("mark", "playedStream", "websocket:notify"):
                found.append((at, body.get("mark", body.get("payload", body))["name"]))
        return found

    def acknowledged(self) -> list[tuple[int, str]]:
        return [(at, body["event"]) for at, body in self.back if "cleared" in body["event"]]


def called(agent: Agent, file: Path) -> tuple[LiveCall, Signal, int]:
    """The call, the agent's channel of its recording, and its rate."""
    what = scenario(longest_ms=12_000)
    settings = LiveSettings(recording=file)
    placed = in_virtual_time(
        called_in_memory(what, lambda ends, _: agent.run(ends), settings, dialect=agent.dialect)
    )
    assert validate(placed.record) == []
    assert [event for event in placed.record.events if event.type == "line.error"] == []
    audio, rate = soundfile.read(file, dtype="float32")
    return placed, audio[:, 1], rate


dialects = pytest.mark.parametrize("name", list(DIALECTS))


@dialects
def test_a_mark_comes_back_when_what_is_before_it_has_been_heard_and_not_when_it_came(
    name: str, tmp_path: Path
) -> None:
    agent = Agent(DIALECTS[name], [500, "half", 1500, "whole"])
    called(agent, tmp_path / "audio.flac")
    (half, whole) = agent.marks()
    assert (half[1], whole[1]) == ("half", "whole")
    assert 1500 <= half[0] <= 1500 + FRAME_MS
    assert 3000 <= whole[0] <= 3000 + FRAME_MS


@dialects
def test_a_mark_with_nothing_before_it_comes_back_with_the_next_frame(name: str, tmp_path: Path) -> None:
    agent = Agent(DIALECTS[name], ["nothing"])
    called(agent, tmp_path / "audio.flac")
    ((at, _),) = agent.marks()
    assert 1000 <= at <= 1000 + FRAME_MS


@dialects
def test_what_was_cleared_is_not_heard_and_its_marks_come_back_as_the_platform_does_it(
    name: str, tmp_path: Path
) -> None:
    """Four seconds queued, one and a bit played, then clear."""
    agent = Agent(DIALECTS[name], [500, "heard", 3500, "dropped"], clears_at=2113)
    placed, channel, rate = called(agent, tmp_path / "audio.flac")
    assert agent.marks()[0][1] == "heard"
    # Twilio says so; Plivo and Vonage have an acknowledgement instead, and a mark that was not reached stays away.
    if name in ("twilio", "telnyx", "exotel"):
        assert agent.marks()[1:] == [(2113, "dropped")]
        assert agent.acknowledged() == []
    else:
        assert agent.marks()[1:] == []
        acknowledgement = {"plivo": "clearedAudio", "vonage": "websocket:cleared"}[name]
        assert agent.acknowledged() == [(2113, acknowledgement)]
    # To the millisecond of the clear, in the recording and in the record.
    loud = np.flatnonzero(np.abs(channel) > 0.01)
    assert loud[0] * 1000 / rate == pytest.approx(1000, abs=1)
    assert loud[-1] * 1000 / rate == pytest.approx(2113, abs=5)
    (utterance,) = (u for u in fold(placed.record, placed.derivations).utterances if u.speaker == "agent")
    assert utterance.cut
    assert utterance.end_ms == pytest.approx(2113, abs=5)


@dialects
def test_a_clear_of_an_empty_queue_does_no_harm(name: str, tmp_path: Path) -> None:
    agent = Agent(DIALECTS[name], [500], clears_at=3000)
    placed, _, _ = called(agent, tmp_path / "audio.flac")
    (utterance,) = (u for u in fold(placed.record, placed.derivations).utterances if u.speaker == "agent")
    assert not utterance.cut
    assert (utterance.start_ms, utterance.end_ms) == (1000, 1500)


@dialects
def test_what_is_queued_when_the_agent_drops_the_line_is_not_heard(name: str, tmp_path: Path) -> None:
    """A goodbye of seven seconds is sent in one, and the line dropped at once."""
    agent = Agent(DIALECTS[name], [7000], leaves_at=2013)
    placed, channel, rate = called(agent, tmp_path / "audio.flac")
    (ended,) = (event for event in placed.record.events if event.type == "line.ended")
    assert (ended.by, ended.reason) == ("agent", "hung up")
    loud = np.flatnonzero(np.abs(channel) > 0.01)
    assert loud[-1] * 1000 / rate == pytest.approx(2013, abs=FRAME_MS)
    (utterance,) = (u for u in fold(placed.record, placed.derivations).utterances if u.speaker == "agent")
    assert utterance.cut
    assert utterance.end_ms == pytest.approx(2013, abs=FRAME_MS)


def test_the_last_piece_of_an_agent_that_sends_at_the_pace_of_speech_is_heard(tmp_path: Path) -> None:
    agent = Agent(DIALECTS["twilio"], [150], leaves_at=1013)
    placed, _, _ = called(agent, tmp_path / "audio.flac")
    (utterance,) = (u for u in fold(placed.record, placed.derivations).utterances if u.speaker == "agent")
    assert (utterance.cut, utterance.end_ms) == (False, 1150)
