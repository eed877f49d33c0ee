"""How much sound an agent may send in one message, protocol by protocol: a whole answer in one piece is played, and what is larger than any is
refused as `too_large` before it is taken apart."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

import numpy as np
import pytest

from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.dialects import DIALECTS
from callproof.calling.wire.events import AgentAudio, Message, Problem
from callproof.calling.wire.format import WireFormat
from callproof.calling.wire.generic import GenericFormat
from callproof.calling.wire.livekit_console import LiveKitConsole
from callproof.calling.wire.openai_realtime import OpenAIRealtime
from callproof.calling.wire.pipecat import PipecatEval, PipecatProtobuf
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from tests.unit.calling.wire import agents
from tests.unit.calling.wire.test_generic import PROTOCOL

PCM24 = Encoding("pcm16", 24000)


def line(name: str) -> Callable[[], WireFormat]:
    return lambda: TelephonyFormat(CallIdentity(stream="s", call="c", account="a"), DIALECTS[name])


def as_media(key: str) -> Callable[[bytes], Message]:
    return lambda sound: _json({"event": "media", key: "s", "media": {"payload": _text(sound)}})


def as_delta(sound: bytes) -> Message:
    return _json({"type": "response.output_audio.delta", "item_id": "i", "delta": _text(sound)})


def as_frame(sound: bytes) -> Message:
    return agents.pipecat_audio(np.zeros(len(sound) // 2, np.float32))


def in_rtvi(sound: bytes) -> Message:
    return agents.rtvi("eval-bot-audio", {"audio": _text(sound), "sampleRate": 24000})


def in_own_words(sound: bytes) -> Message:
    return _json({"type": "audio", "data": _text(sound), "rate": 24000})


def in_console(sound: bytes) -> Message:
    return agents.livekit_audio(np.zeros(len(sound) // 2, np.float32))


def _json(body: object) -> str:
    return json.dumps(body)


def _text(sound: bytes) -> str:
    return base64.b64encode(sound).decode()


# The format, what its sound is written in and how it is sent, and how many seconds are still taken and are not taken any more.
SIZES: dict[str, tuple[Callable[[], WireFormat], Encoding, Callable[[bytes], Message], int, int]] = {
    "twilio": (line("twilio"), Encoding("mulaw", 8000), as_media("streamSid"), 95, 100),
    "telnyx": (line("telnyx"), Encoding("mulaw", 8000), as_media("stream_id"), 350, 370),
    "exotel": (line("exotel"), Encoding("pcm16", 8000), as_media("stream_sid"), 170, 190),
    "vonage": (line("vonage"), Encoding("pcm16", 16000), bytes, 115, 125),
    "openai": (OpenAIRealtime, PCM24, as_delta, 64, 67),
    "pipecat": (PipecatProtobuf, PCM24, as_frame, 86, 89),
    "pipecat-eval": (PipecatEval, PCM24, in_rtvi, 64, 67),
    "generic": (lambda: GenericFormat(PROTOCOL), PCM24, in_own_words, 64, 67),
    "livekit": (LiveKitConsole, Encoding("pcm16", 48000), in_console, 10, 12),
}


@pytest.mark.parametrize("name", SIZES)
def test_as_much_as_a_whole_answer(name: str) -> None:
    make, encoding, message, taken, refused = SIZES[name]

    def received(seconds: int) -> tuple[object, ...]:
        return make().receive(message(encoding.silence(seconds * encoding.rate_hz)))

    (sound,) = received(taken)
    assert isinstance(sound, AgentAudio)
    assert sound.ms == taken * 1000
    (problem,) = received(refused)
    assert isinstance(problem, Problem)
    assert problem.kind == "too_large"
    # Only who speaks in a stream of bytes cannot go on behind it.
    assert problem.fatal is (name == "livekit")
