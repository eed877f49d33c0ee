"""Telnyx, Plivo, Vonage and Exotel, by the shapes of their own messages."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.dialects import DIALECTS, EXOTEL, PLIVO, TELNYX, VONAGE, Dialect
from callproof.calling.wire.events import Clear, Ignored, Mark, Message, Problem
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from tests.unit.calling.wire.sounds import only_audio

STARTED = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
IDENTITY = CallIdentity(stream="s-1", call="c-1", account="a-1", started=STARTED)
SILENCE = np.zeros(160, np.float32)


def stream(dialect: Dialect, encoding: Encoding | None = None, **parameters: str) -> TelephonyFormat:
    return TelephonyFormat(IDENTITY, dialect, encoding=encoding, parameters=parameters)


def said(messages: tuple[Message, ...]) -> list[Any]:
    return [json.loads(message) for message in messages]


def test_telnyx() -> None:
    call = stream(TELNYX)
    connected, start = said(call.opening())
    assert connected == {"event": "connected", "version": "1.0.0"}
    assert (start["sequence_number"], start["stream_id"]) == ("1", "s-1")
    assert start["start"]["call_control_id"] == "c-1"
    assert start["start"]["media_format"] == {"encoding": "PCMU", "sample_rate": 8000, "channels": 1}
    (media,) = said(call.audio(SILENCE))
    assert media["media"] == {
        "track": "inbound",
        "chunk": "1",
        "timestamp": "0",
        "payload": "/" * 213 + "w==",
    }
    assert (media["sequence_number"], media["stream_id"]) == ("2", "s-1")
    (key,) = said(call.key_press("5"))
    assert key["occurred_at"] == "2026-11-30T09:00:00.020000Z"
    assert said(call.closing())[0]["stop"] == {"user_id": "a-1", "call_control_id": "c-1"}

    # Its agents leave the stream out; with another one in it, it is a mistake.
    assert only_audio(call.receive('{"event":"media","media":{"payload":"//8="}}')).rate_hz == 8000
    assert call.receive('{"event":"clear"}') == (Clear(),)
    (problem,) = call.receive('{"event":"clear","stream_id":"s-2"}')
    assert isinstance(problem, Problem)
    assert problem.kind == "wrong_stream"


def test_telnyx_has_linear_audio_high_byte_first() -> None:
    call = stream(TELNYX, Encoding("pcm16_be", 16000))
    assert said(call.opening())[1]["start"]["media_format"]["encoding"] == "L16"
    (media,) = said(call.audio(np.array([1 / 32768], np.float32)))
    assert media["media"]["payload"] == "AAE="
    audio = only_audio(call.receive('{"event":"media","media":{"payload":"AAE="}}'))
    assert (audio.signal.tolist(), audio.rate_hz) == ([1 / 32768], 16000)


def test_plivo() -> None:
    call = stream(PLIVO, key="v")
    assert said(call.opening()) == [
        {
            "event": "start",
            "sequenceNumber": 0,
            "start": {
                "callId": "c-1",
                "streamId": "s-1",
                "accountId": "a-1",
                "tracks": ["inbound"],
                "mediaFormat": {"encoding": "audio/x-mulaw", "sampleRate": 8000},
            },
            "extra_headers": '{"key": "v"}',
        }
    ]
    (media,) = said(call.audio(SILENCE))
    assert (media["sequenceNumber"], media["media"]["chunk"]) == (1, 1)
    assert said(call.cleared(400, ["a"])) == [
        {"event": "clearedAudio", "sequenceNumber": 2, "streamId": "s-1"}
    ]
    assert call.receive('{"event":"clearAudio","streamId":"s-1"}') == (Clear(),)
    assert call.receive('{"event":"checkpoint","streamId":"s-1","name":"m"}') == (Mark("m"),)
    assert said(call.mark_played("m")) == [{"event": "playedStream", "streamId": "s-1", "name": "m"}]


def test_plivo_audio_says_what_it_is() -> None:
    call = stream(PLIVO)

    def play(content_type: str, rate: object) -> str:
        media = {"contentType": content_type, "sampleRate": rate, "payload": "AAE="}
        return json.dumps({"event": "playAudio", "media": media})

    assert len(only_audio(call.receive(play("audio/x-mulaw", 8000))).signal) == 2
    linear = only_audio(call.receive(play("audio/x-l16", "16000")))
    assert (linear.signal.tolist(), linear.rate_hz) == ([256 / 32768], 16000)
    for content_type, rate, kind in (
        ("audio/opus", 8000, "unknown_codec"),
        ("audio/x-l16", "fast", "wrong_rate"),
        ("audio/x-l16", 1, "wrong_rate"),
    ):
        (problem,) = call.receive(play(content_type, rate))
        assert isinstance(problem, Problem)
        assert problem.kind == kind


def test_vonage_is_binary() -> None:
    call = stream(VONAGE, language="en")
    assert said(call.opening()) == [
        {"language": "en", "event": "websocket:connected", "content-type": "audio/l16;rate=16000"}
    ]
    assert call.audio(np.zeros(320, np.float32)) == (bytes(640),)
    audio = only_audio(call.receive(b"\x00\x40" * 320))
    assert (float(audio.signal[0]), audio.rate_hz, audio.ms) == (0.5, 16000, 20)
    assert call.receive('{"action":"clear"}') == (Clear(),)
    assert said(call.cleared(10, ["x"])) == [{"event": "websocket:cleared"}]
    (mark,) = call.receive('{"action":"notify","payload":{"id":7}}')
    assert isinstance(mark, Mark)
    assert said(call.mark_played(mark.name)) == [{"event": "websocket:notify", "payload": {"id": 7}}]
    assert said(call.key_press("5")) == [{"event": "websocket:dtmf", "digit": "5", "duration": 260}]
    assert call.closing() == ()


def test_exotel_has_linear_audio_in_json() -> None:
    call = stream(EXOTEL)
    connected, start = said(call.opening())
    assert connected == {"event": "connected"}
    assert start["start"]["stream_sid"] == start["stream_sid"] == "s-1"
    (media,) = said(call.audio(np.zeros(2, np.float32)))
    assert media["media"]["payload"] == "AAAAAA=="
    for key in ("stream_sid", "streamSid"):
        message = {"event": "media", key: "s-1", "media": {"payload": "AEA="}}
        assert only_audio(call.receive(json.dumps(message))).signal.tolist() == [0.5]


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))
def test_whatever_a_platform_says_is_known_to_it(dialect: Dialect) -> None:
    for encoding in dialect.encodings:
        call = stream(dialect, encoding, a="1")
        frame = np.zeros(encoding.rate_hz // 50, np.float32)
        commands = (
            call.opening(),
            call.audio(frame),
            call.key_press("*"),
            call.cleared(0, ()),
            call.closing(),
        )
        for message in (message for messages in commands for message in messages):
            if isinstance(message, str):
                assert "$" not in message
                json.loads(message)


def test_what_another_platform_would_say_is_passed_over() -> None:
    assert stream(TELNYX).receive('{"event":"playAudio"}') == (Ignored("playAudio"),)
