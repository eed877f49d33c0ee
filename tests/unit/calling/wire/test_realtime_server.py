"""The server's end of the Realtime API: what it takes, what it refuses, and that nothing gets an exception out of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import Message
from callproof.calling.wire.openai_realtime import OpenAIRealtime, SessionSettings
from callproof.calling.wire.peer.events import (
    AnswerCancelled,
    AnswerWanted,
    BrokenOff,
    CallerWrote,
    PeerEvents,
    ToolAnswered,
)
from callproof.calling.wire.peer.openai_realtime import LARGEST_AUDIO, RealtimeServer
from tests.unit.calling.wire.sounds import tone
from tests.unit.calling.wire.test_fuzzed import ANY_TEXT, damaged, variants

USER = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi."}]}
# What a client may send, in an order in which all of it is taken: see `answering`.
CLIENT: tuple[dict[str, Any], ...] = (
    {
        "type": "session.update",
        "event_id": "e1",
        "session": {
            "type": "realtime",
            "instructions": "x",
            "output_modalities": ["audio"],
            "tools": [{"type": "function", "name": "f", "parameters": {}}],
            "audio": {
                "input": {
                    "format": {"type": "audio/pcm", "rate": 24000},
                    "transcription": {"model": "m"},
                    "turn_detection": {"type": "server_vad", "create_response": True},
                },
                "output": {"format": {"type": "audio/pcm"}, "voice": "v"},
            },
        },
    },
    {"type": "input_audio_buffer.append", "audio": "AAAAAA=="},
    {"type": "conversation.item.create", "item": USER},
    {
        "type": "conversation.item.create",
        "item": {"type": "function_call_output", "call_id": "c", "output": "1"},
    },
    {"type": "conversation.item.truncate", "item_id": "item_1", "content_index": 0, "audio_end_ms": 5},
    {"type": "conversation.item.retrieve", "item_id": "item_1"},
    {"type": "response.create", "response": {}},
    {"type": "conversation.item.delete", "item_id": "item_1"},
)
GARBAGE: tuple[Message, ...] = (
    b"\x00\x01",
    "",
    "{",
    "[]",
    "null",
    "{}",
    '{"type":null}',
    '{"type":"response.output_audio.delta","delta":"AAAA"}',
    '{"type":"session.update"}',
    '{"type":"session.update","session":{"type":"transcription"}}',
    '{"type":"input_audio_buffer.append"}',
    '{"type":"input_audio_buffer.append","audio":"%%%"}',
    '{"type":"input_audio_buffer.append","audio":"AAAA' + "AAAA" * (LARGEST_AUDIO // 3) + '"}',
    '{"type":"input_audio_buffer.append","audio":"' + "A" * 30_000_000 + '"}',
    '{"type":"input_audio_buffer.commit"}',
    '{"type":"conversation.item.create","item":{"type":"function_call_output","call_id":"none","output":""}}',
    '{"type":"conversation.item.truncate","item_id":"none","audio_end_ms":1}',
    '{"type":"response.cancel"}',
    "[" * 100_000,
    '{"type":"session.update","session":' + '{"a":' * 200 + "1" + "}" * 202,
)


def answering() -> RealtimeServer:
    """With an answer given: `item_1` is 20 ms of speech, and the call `c` waits for its output."""
    server = RealtimeServer()
    server.begin_answer()
    server.begin_speech()
    server.audio(tone(480, rate_hz=24000))
    server.said("Hi")
    server.tool_call("c", "f", {})
    server.end_answer()
    return server


def taken(server: RealtimeServer, body: Any) -> tuple[PeerEvents, list[dict[str, Any]]]:
    events = server.receive(body if isinstance(body, str | bytes) else json.dumps(body))
    return events, [json.loads(message) for message in server.owed()]


def test_what_a_client_may_send_is_taken() -> None:
    server = answering()
    got = [taken(server, body) for body in CLIENT]
    assert [e for events, _ in got[2:] for e in events] == [
        CallerWrote("Hi."),
        ToolAnswered("c", "1"),
        BrokenOff("item_1", 5),
        AnswerWanted(),
    ]
    assert [m["type"] for _, owed in got for m in owed] == [
        "conversation.item.added",
        "conversation.item.done",
        "conversation.item.added",
        "conversation.item.done",
        "conversation.item.truncated",
        "conversation.item.retrieved",
        "conversation.item.deleted",
    ]
    assert got[5][1][0]["item"]["content"] == [{"type": "output_audio", "transcript": "Hi"}]


@pytest.mark.parametrize("message", GARBAGE, ids=lambda m: repr(m[:60]))
def test_garbage_is_an_error_and_nothing_else(message: Message) -> None:
    events, (error,) = taken(answering(), message)
    assert events == ()
    assert error["type"] == "error"
    assert error["error"]["type"] == "invalid_request_error"
    assert len(error["error"]["message"]) < 500


@pytest.mark.parametrize(
    ("session", "param"),
    [
        ({}, "session.type"),
        ({"output_modalities": ["text"]}, "session.output_modalities"),
        ({"instructions": 5}, "session.instructions"),
        ({"audio": []}, "session.audio"),
        ({"audio": {"input": {"format": {"type": "audio/mp3"}}}}, "session.audio.input.format.type"),
        (
            {"audio": {"output": {"format": {"type": "audio/pcm", "rate": 16000}}}},
            "session.audio.output.format.rate",
        ),
        ({"audio": {"input": {"turn_detection": None}}}, "session.audio.input.turn_detection"),
        (
            {"audio": {"input": {"turn_detection": {"type": "server_vad", "interrupt_response": False}}}},
            "session.audio.input.turn_detection.interrupt_response",
        ),
        ({"tools": [{"type": "mcp"}]}, "session.tools[0].type"),
        ({"tools": [{"type": "function", "name": "no good"}]}, "session.tools[0].name"),
    ],
)
def test_settings_that_cannot_be_had_change_nothing(session: dict[str, Any], param: str) -> None:
    server = RealtimeServer()
    whole = session and {"type": "realtime", "instructions": "taken?", **session}
    events, (error,) = taken(server, {"type": "session.update", "event_id": "e", "session": whole})
    assert events == ()
    assert (error["error"]["param"], error["error"]["event_id"]) == (param, "e")
    assert server.session["instructions"] == ""


def test_an_update_changes_what_it_names() -> None:
    server = RealtimeServer()
    settings = SessionSettings(audio="audio/pcmu", instructions="Be brief.")
    server.receive(OpenAIRealtime(settings).opening()[0])
    server.receive('{"type":"session.update","session":{"type":"realtime","tool_choice":"none"}}')
    assert (server.hearing, server.encoding) == (Encoding("mulaw", 8000), Encoding("mulaw", 8000))
    assert (server.session["instructions"], server.session["tool_choice"]) == ("Be brief.", "none")


def test_half_a_sample_and_more_than_there_was_are_refused() -> None:
    server = answering()
    for body, param in (
        ({"type": "input_audio_buffer.append", "audio": "AA=="}, "audio"),
        ({"type": "conversation.item.truncate", "item_id": "item_1", "audio_end_ms": 22}, "audio_end_ms"),
        ({"type": "conversation.item.create", "item": {**USER, "id": "item_1"}}, "item.id"),
        ({"type": "conversation.item.create", "item": {**USER, "content": "Hi."}}, "item.content"),
    ):
        events, (error,) = taken(server, body)
        assert (events, error["error"]["param"]) == ((), param)


def test_one_answer_at_a_time() -> None:
    server = RealtimeServer()
    assert taken(server, {"type": "response.create"})[0] == (AnswerWanted(),)
    server.begin_answer()
    _, (error,) = taken(server, {"type": "response.create"})
    assert error["error"]["code"] == "conversation_already_has_active_response"
    assert taken(server, {"type": "response.cancel"}) == ((AnswerCancelled(),), [])
    (done,) = [json.loads(m) for m in server.end_answer(cancelled=True)]
    assert done["response"]["status"] == "cancelled"


def test_a_call_of_an_answer_that_was_broken_off_waits_for_nothing() -> None:
    server = RealtimeServer()
    server.begin_answer()
    server.tool_call("c", "f", {})
    server.end_answer(cancelled=True)
    _, (error,) = taken(server, CLIENT[3])
    assert error["error"]["param"] == "item.call_id"


@given(messages=st.lists(st.binary() | ANY_TEXT, max_size=4))
def test_any_bytes_and_any_text(messages: list[Message]) -> None:
    server = answering()
    for message in messages:
        events, owed = taken(server, message)
        assert len(events) + len(owed) > 0


@given(data=st.data())
def test_messages_that_are_nearly_right_in_any_order(data: st.DataObject) -> None:
    server = answering()
    for _ in range(data.draw(st.integers(1, 6))):
        raw = json.dumps(data.draw(st.sampled_from(CLIENT))).encode()
        taken(server, damaged(raw, data).decode(errors="replace"))
    still_answers(server)


@pytest.mark.parametrize("body", CLIENT, ids=lambda body: body["type"])
def test_every_place_of_every_message(body: dict[str, Any]) -> None:
    server = answering()
    for value in variants(body):
        taken(server, json.dumps(value))
        still_answers(server)


def still_answers(server: RealtimeServer) -> None:
    messages = [
        *server.opening(),
        server.updated(),
        server.speech_began(1),
        *server.speech_ended(2),
        *server.begin_answer(),
        *server.begin_speech(),
        server.said("Hi"),
        server.audio(tone(160)),
        *server.tool_call("d", "f", {}),
        *server.end_answer(),
    ]
    client = OpenAIRealtime()
    for message in messages:
        json.loads(message)
        client.receive(message)
