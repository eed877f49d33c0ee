"""Twilio's media streams: the recorded shapes, both ways."""

from __future__ import annotations

import base64
import json
import re

import numpy as np
import pytest

from callproof.audio.g711 import SILENCE
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.dialects import TWILIO
from callproof.calling.wire.events import AgentAudio, Clear, Ignored, Mark, Problem
from callproof.calling.wire.peer.events import (
    CallEnded,
    CallerAudio,
    CallStarted,
    KeyPressed,
    MarkReached,
)
from callproof.calling.wire.peer.twilio import TwilioAgent
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.errors import InputError
from tests.unit.calling.wire.sounds import only_audio, tone

IDENTITY = CallIdentity(stream="MZ" + "0" * 32, call="CA" + "1" * 32, account="AC" + "2" * 32)
SILENT_FRAME = np.zeros(160, np.float32)


def stream() -> TelephonyFormat:
    return TelephonyFormat(IDENTITY, parameters={"case": "c1"})


def test_the_call_opens_as_twilio_opens_it() -> None:
    connected, start = (json.loads(message) for message in stream().opening())
    assert connected == {"event": "connected", "protocol": "Call", "version": "1.0.0"}
    assert start == {
        "event": "start",
        "sequenceNumber": "1",
        "start": {
            "accountSid": IDENTITY.account,
            "streamSid": IDENTITY.stream,
            "callSid": IDENTITY.call,
            "tracks": ["inbound"],
            "mediaFormat": {"encoding": "audio/x-mulaw", "sampleRate": 8000, "channels": 1},
            "customParameters": {"case": "c1"},
        },
        "streamSid": IDENTITY.stream,
    }


def test_frames_and_all_else_are_counted_by_one_counter() -> None:
    call = stream()
    call.opening()
    payload = base64.b64encode(SILENCE["mulaw"] * 160).decode()
    first, second = (json.loads(call.audio(SILENT_FRAME)[0]) for _ in range(2))
    assert first == {
        "event": "media",
        "sequenceNumber": "2",
        "media": {"track": "inbound", "chunk": "1", "timestamp": "0", "payload": payload},
        "streamSid": IDENTITY.stream,
    }
    assert (second["sequenceNumber"], second["media"]["chunk"], second["media"]["timestamp"]) == (
        "3",
        "2",
        "20",
    )
    assert json.loads(call.key_press("1")[0]) == {
        "event": "dtmf",
        "streamSid": IDENTITY.stream,
        "sequenceNumber": "4",
        "dtmf": {"track": "inbound_track", "digit": "1"},
    }
    assert json.loads(call.mark_played("m1")[0]) == {
        "event": "mark",
        "sequenceNumber": "5",
        "streamSid": IDENTITY.stream,
        "mark": {"name": "m1"},
    }
    assert json.loads(call.closing()[0]) == {
        "event": "stop",
        "sequenceNumber": "6",
        "stop": {"accountSid": IDENTITY.account, "callSid": IDENTITY.call},
        "streamSid": IDENTITY.stream,
    }


def test_what_the_agent_sends() -> None:
    call = stream()
    media = {"event": "media", "streamSid": IDENTITY.stream, "media": {"payload": "//8A"}}
    assert only_audio(call.receive(json.dumps(media))).signal.tolist() == [
        0,
        0,
        pytest.approx(-0.98, abs=0.01),
    ]
    mark = {"event": "mark", "streamSid": IDENTITY.stream, "mark": {"name": "greeted"}}
    assert call.receive(json.dumps(mark)) == (Mark("greeted"),)
    assert call.receive(json.dumps({"event": "clear", "streamSid": IDENTITY.stream})) == (Clear(),)
    assert call.receive(json.dumps({"event": "hello"})) == (Ignored("hello"),)


def test_marks_come_back_at_once_when_the_queue_is_dropped() -> None:
    call = stream()
    names = [json.loads(message)["mark"]["name"] for message in call.cleared(1200, ["a", "b"])]
    assert names == ["a", "b"]


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ('{"event":"clear","streamSid":"MZother"}', "wrong_stream"),
        ('{"event":"clear"}', "wrong_stream"),
        ('{"event":"media","streamSid":"MZ%s"}', "malformed"),
        ('{"event":"media","streamSid":"MZ%s","media":{"payload":"not base64!"}}', "bad_base64"),
        ('{"event":"mark","streamSid":"MZ%s"}', "malformed"),
        ('{"type":"media"}', "malformed"),
        ("[1,2]", "not_json"),
        ("hello", "not_json"),
        (b"\xff\xff", "wrong_frame"),
    ],
)
def test_what_is_wrong_with_a_message(message: str | bytes, kind: str) -> None:
    if isinstance(message, str) and "%s" in message:
        message = message.replace("%s", "0" * 32)
    (event,) = stream().receive(message)
    assert isinstance(event, Problem)
    assert event.kind == kind
    # What is no JSON makes Twilio end the stream; the rest is dropped.
    assert event.fatal == (kind == "not_json")


def test_a_wav_header_is_found_and_played_as_the_noise_it_is() -> None:
    header = (
        b"RIFF\x24\x10\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00"
        b"\x02\x00\x10\x00data\x00\x10\x00\x00"
    )
    payload = base64.b64encode(header + b"\xff" * 160).decode()
    media = json.dumps({"event": "media", "streamSid": IDENTITY.stream, "media": {"payload": payload}})
    call = stream()
    problem, audio = call.receive(media)
    assert problem == Problem(
        "container_audio",
        "a WAV header (PCM, 16 bit, 8000 Hz, 1 channel) where bare mulaw at 8000 Hz belongs",
    )
    assert isinstance(audio, AgentAudio)
    assert len(audio.signal) == 44 + 160
    # Once is enough.
    assert len(call.receive(media)) == 1


def test_another_codec_is_not_on_offer() -> None:
    with pytest.raises(InputError, match=r"twilio has no pcm16 at 16000 Hz; it has mulaw at 8000 Hz"):
        TelephonyFormat(IDENTITY, encoding=Encoding("pcm16", 16000))


def test_ids_look_like_twilios_and_follow_the_seed() -> None:
    ids = CallIdentity.of(TWILIO, "run 7, case 3")
    assert re.fullmatch(r"MZ[0-9a-f]{32}", ids.stream)
    assert re.fullmatch(r"CA[0-9a-f]{32}", ids.call)
    assert re.fullmatch(r"AC[0-9a-f]{32}", ids.account)
    assert ids == CallIdentity.of(TWILIO, "run 7, case 3")
    assert ids != CallIdentity.of(TWILIO, "run 7, case 4")


def test_both_ends_understand_each_other() -> None:
    call, agent = stream(), TwilioAgent()
    sound = tone(160)
    heard = [
        agent.receive(message) for message in (*call.opening(), *call.audio(sound), *call.key_press("#"))
    ]
    assert heard[:2] == [(), (CallStarted({"case": "c1"}),)]
    (caller,) = heard[2]
    assert isinstance(caller, CallerAudio)
    assert np.abs(caller.signal - sound).max() < 0.01
    assert heard[3] == (KeyPressed("#"),)

    assert np.abs(only_audio(call.receive(agent.audio(sound))).signal - sound).max() < 0.01
    assert call.receive(agent.mark("done")) == (Mark("done"),)
    assert agent.receive(call.mark_played("done")[0]) == (MarkReached("done"),)
    assert call.receive(agent.clear()) == (Clear(),)
    assert agent.receive(call.closing()[0]) == (CallEnded(),)
