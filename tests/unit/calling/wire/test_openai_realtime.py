"""OpenAI's Realtime API from the client's end."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest

from callproof.calling.wire.events import (
    AgentAudio,
    AgentText,
    Clear,
    Event,
    Ignored,
    Message,
    Problem,
    Ready,
    Send,
    SpeechOfCallerDetected,
    ToolCalled,
    ToolCancelled,
    ToolReported,
)
from callproof.calling.wire.openai_realtime import OpenAIRealtime, SessionSettings
from callproof.calling.wire.peer.events import (
    AnswerWanted,
    BrokenOff,
    CallerAudio,
    CallerWrote,
    CallStarted,
    ToolAnswered,
)
from callproof.calling.wire.peer.openai_realtime import RealtimeServer
from callproof.errors import InputError
from tests.unit.calling.wire.sounds import of_type, only_audio, tone

UPDATE = {
    "type": "function",
    "function": {
        "name": "update_order",
        "description": "Changes an order.",
        "parameters": {"type": "object", "properties": {"quantity": {"type": "integer"}}},
    },
}


def session(**settings: Any) -> OpenAIRealtime:
    return OpenAIRealtime(SessionSettings(greets=False, **settings))


def got(agent: OpenAIRealtime, type_: str, **fields: Any) -> tuple[Event, ...]:
    return agent.receive(json.dumps({"type": type_, "event_id": "e", **fields}))


def said(messages: tuple[Message, ...]) -> list[Any]:
    return [json.loads(message) for message in messages]


def delta(agent: OpenAIRealtime, item: str, ms: int) -> tuple[Event, ...]:
    audio = base64.b64encode(bytes(ms * 48)).decode()
    return got(agent, "response.output_audio.delta", item_id=item, delta=audio)


def test_the_session_is_set_in_the_shape_of_the_general_release() -> None:
    settings = SessionSettings(
        instructions="Be brief.",
        voice="marin",
        tools=[UPDATE],
        overrides={"audio": {"input": {"turn_detection": {"silence_duration_ms": 300}}}, "tracing": "auto"},
    )
    update, respond = said(OpenAIRealtime(settings).opening())
    pcm = {"type": "audio/pcm", "rate": 24000}
    assert update == {
        "type": "session.update",
        "session": {
            "type": "realtime",
            "output_modalities": ["audio"],
            "audio": {
                "input": {
                    "format": pcm,
                    "turn_detection": {
                        "type": "server_vad",
                        "create_response": True,
                        "interrupt_response": True,
                        "silence_duration_ms": 300,
                    },
                    "transcription": {"model": "gpt-transcribe"},
                },
                "output": {"format": pcm, "voice": "marin"},
            },
            "instructions": "Be brief.",
            "tools": [
                {
                    "type": "function",
                    "name": "update_order",
                    "description": "Changes an order.",
                    "parameters": {"type": "object", "properties": {"quantity": {"type": "integer"}}},
                }
            ],
            "tool_choice": "auto",
            "tracing": "auto",
        },
    }
    assert respond == {"type": "response.create"}


def test_telephone_audio_has_no_rate() -> None:
    agent = session(audio="audio/pcmu")
    (update,) = said(agent.opening())
    assert update["session"]["audio"]["output"]["format"] == {"type": "audio/pcmu"}
    assert agent.capabilities.caller_audio.rate_hz == 8000
    assert said(agent.audio(np.zeros(3, np.float32))) == [
        {"type": "input_audio_buffer.append", "audio": "////"}
    ]


def test_without_speech_detection_there_is_no_line() -> None:
    with pytest.raises(InputError, match="turn_detection is off"):
        session(overrides={"audio": {"input": {"turn_detection": None}}})


def test_a_spoken_turn() -> None:
    agent = session()
    assert got(agent, "session.created", session={"id": "s"}) == (Ignored("session.created"),)
    assert got(agent, "session.updated", session={"id": "s"}) == (Ready(),)
    assert got(agent, "session.updated", session={"id": "s"}) == (Ignored("session.updated"),)
    assert got(agent, "input_audio_buffer.speech_started", audio_start_ms=640, item_id="i1") == (
        SpeechOfCallerDetected("began", audio_ms=640),
        Clear(),
    )
    assert got(agent, "input_audio_buffer.speech_stopped", audio_end_ms=1900, item_id="i1") == (
        SpeechOfCallerDetected("ended", audio_ms=1900),
    )
    assert got(agent, "rate_limits.updated") == (Ignored("rate_limits.updated"),)
    got(agent, "response.created", response={"id": "r1"})
    audio = delta(agent, "i2", 20)
    assert (only_audio(audio).ms, only_audio(audio).rate_hz, only_audio(audio).utterance) == (20, 24000, "i2")
    for piece, whole in (("Fif", "Fif"), ("teen.", "Fifteen.")):
        assert got(agent, "response.output_audio_transcript.delta", item_id="i2", delta=piece) == (
            AgentText(whole, False, "said", "i2"),
        )
    assert got(agent, "response.output_audio_transcript.done", item_id="i2", transcript="Fifteen.") == (
        AgentText("Fifteen.", True, "said", "i2"),
    )
    # Often after the answer: the item tells whose text it is.
    name = "conversation.item.input_audio_transcription.completed"
    assert got(agent, name, item_id="i1", transcript="How many?") == (
        AgentText("How many?", True, "heard", "i1"),
    )


def test_the_names_of_the_beta() -> None:
    agent = session()
    only_audio(got(agent, "response.audio.delta", item_id="i", delta="AAA="))
    assert got(agent, "response.audio_transcript.delta", item_id="i", delta="Hi") == (
        AgentText("Hi", False, "said", "i"),
    )
    assert got(agent, "response.text.done", item_id="i", text="Hi") == (AgentText("Hi", True, "said", "i"),)


def test_the_session_may_have_another_format_than_we_asked_for() -> None:
    agent = session()
    got(agent, "session.updated", session={"audio": {"output": {"format": {"type": "audio/pcmu"}}}})
    assert only_audio(got(agent, "response.output_audio.delta", item_id="i", delta="//8=")).rate_hz == 8000
    (problem, ready) = got(session(), "session.updated", session={"output_audio_format": "opus"})
    assert isinstance(problem, Problem)
    assert (problem.kind, ready) == ("unknown_codec", Ready())


def test_an_interruption_says_what_was_heard() -> None:
    agent = session()
    delta(agent, "i1", 1000)
    delta(agent, "i1", 500)
    delta(agent, "i2", 400)
    # 1.9 s came in; the last 0.9 s were never played: all of i2, and 0.5 s of i1.
    assert said(agent.cleared(900, ())) == [
        {
            "type": "conversation.item.truncate",
            "item_id": "i1",
            "content_index": 0,
            "audio_end_ms": 1000,
        },
        {"type": "conversation.item.truncate", "item_id": "i2", "content_index": 0, "audio_end_ms": 0},
    ]
    # What was still on its way belongs to an answer that nobody waits for.
    assert of_type(delta(agent, "i2", 20), AgentAudio) == []
    assert len(of_type(delta(agent, "i3", 20), AgentAudio)) == 1
    assert agent.cleared(0, ()) == ()
    assert [message["item_id"] for message in said(agent.cleared(20, ()))] == ["i3"]


def test_an_agent_that_is_not_to_be_interrupted_talks_on() -> None:
    agent = session(overrides={"audio": {"input": {"turn_detection": {"interrupt_response": False}}}})
    assert got(agent, "input_audio_buffer.speech_started") == (SpeechOfCallerDetected("began"),)


def call_item(call: str, arguments: str, name: str = "update_order") -> dict[str, Any]:
    return {"type": "function_call", "call_id": call, "name": name, "arguments": arguments}


def done(response: str, *items: Any, status: str = "completed", **details: Any) -> dict[str, Any]:
    return {"response": {"id": response, "status": status, "output": list(items), **details}}


def test_tools_run_when_their_answer_is_complete() -> None:
    agent = session(tools=[UPDATE])
    got(agent, "response.created", response={"id": "r1"})
    assert got(
        agent,
        "response.function_call_arguments.done",
        response_id="r1",
        call_id="c1",
        name="update_order",
        arguments='{"quantity":15}',
    ) == (ToolReported("c1", "built", "update_order", {"quantity": 15}),)
    items = [call_item("c1", '{"quantity":15}'), call_item("c2", '{"quantity":'), {"type": "message"}]
    assert got(agent, "response.done", **done("r1", *items)) == (
        ToolCalled("c1", "update_order", {"quantity": 15}),
        ToolCalled("c2", "update_order", '{"quantity":'),
    )
    assert said(agent.tool_result("c1", {"ok": True})) == [
        {
            "type": "conversation.item.create",
            "item": {"type": "function_call_output", "call_id": "c1", "output": '{"ok":true}'},
        }
    ]
    # Only with all outputs is the agent asked to go on, once.
    second, respond = said(agent.tool_result("c2", "no such order", failed=True))
    assert second["item"]["output"] == '{"error":"no such order"}'
    assert respond == {"type": "response.create"}
    assert agent.tool_result("c2", {}) == ()


def test_a_call_in_an_answer_that_is_broken_off_is_none() -> None:
    agent = session()
    got(agent, "response.created", response={"id": "r1"})
    got(agent, "response.function_call_arguments.done", response_id="r1", call_id="c1", arguments='{"qua')
    details = {"status_details": {"type": "cancelled", "reason": "turn_detected"}}
    assert got(agent, "response.done", **done("r1", status="cancelled", **details)) == (ToolCancelled("c1"),)
    assert agent.tool_result("c1", {}) == ()


def test_no_answer_is_asked_for_while_one_is_given() -> None:
    agent = session()
    got(agent, "response.created", response={"id": "r1"})
    got(agent, "response.done", **done("r1", call_item("c1", "{}")))
    got(agent, "response.created", response={"id": "r2"})
    (output,) = said(agent.tool_result("c1", {}))
    assert output["type"] == "conversation.item.create"
    assert got(agent, "response.done", **done("r2")) == (Send('{"type":"response.create"}'),)
    # And if the server was quicker than we knew, once more afterwards.
    refused = {"type": "invalid_request_error", "code": "conversation_already_has_active_response"}
    assert got(agent, "error", error=refused) == (Ignored("error"),)
    got(agent, "response.created", response={"id": "r3"})
    assert got(agent, "response.done", **done("r3")) == (Send('{"type":"response.create"}'),)


@pytest.mark.parametrize(
    ("type_", "fields", "kind", "words"),
    [
        (
            "error",
            {"error": {"type": "invalid_request_error", "code": "bad_voice", "message": "No such voice"}},
            "refused",
            "bad_voice: No such voice",
        ),
        (
            "error",
            {"error": {"type": "server_error", "message": "Oops"}},
            "agent_error",
            "server_error: Oops",
        ),
        (
            "response.done",
            done("r", status="failed", status_details={"error": {"message": "quota"}}),
            "agent_error",
            "an answer failed: quota",
        ),
        (
            "response.done",
            done("r", status="incomplete", status_details={"reason": "max_output_tokens"}),
            "agent_error",
            "an answer is incomplete: max_output_tokens",
        ),
        (
            "conversation.item.input_audio_transcription.failed",
            {"error": {"message": "too quiet"}},
            "agent_error",
            "the caller's speech was not transcribed: too quiet",
        ),
        ("response.output_audio.delta", {"delta": "?"}, "bad_base64", "'?'"),
        ("response.output_audio.delta", {}, "malformed", "without a payload"),
    ],
)
def test_what_goes_wrong(type_: str, fields: dict[str, Any], kind: str, words: str) -> None:
    (problem,) = got(session(), type_, **fields)
    assert isinstance(problem, Problem)
    assert problem.kind == kind
    assert words in problem.message


def test_both_ends_understand_each_other() -> None:
    agent, server = OpenAIRealtime(), RealtimeServer()
    assert agent.receive(server.opening()[0]) == (Ignored("session.created"),)
    update, respond = agent.opening()
    (started,) = server.receive(update)
    assert isinstance(started, CallStarted)
    assert server.receive(respond) == (AnswerWanted(),)
    assert agent.receive(server.updated()) == (Ready(),)

    sound = tone(480, rate_hz=24000)
    (caller,) = server.receive(agent.audio(sound)[0])
    assert isinstance(caller, CallerAudio)
    assert np.abs(caller.signal - sound).max() < 1e-4
    assert server.receive(agent.text("Fifteen, please.")[0]) == (CallerWrote("Fifteen, please."),)

    for message in server.begin_answer():
        agent.receive(message)
    assert np.abs(only_audio(agent.receive(server.audio(sound))).signal - sound).max() < 1e-4
    assert of_type(agent.receive(server.said("One moment.")), AgentText)[0].text == "One moment."
    for message in server.tool_call("c1", "update_order", {"quantity": 15}):
        agent.receive(message)
    events = [event for message in server.end_answer() for event in agent.receive(message)]
    assert of_type(tuple(events), ToolCalled) == [ToolCalled("c1", "update_order", {"quantity": 15})]
    assert server.receive(agent.tool_result("c1", {"ok": True})[0]) == (ToolAnswered("c1", '{"ok":true}'),)

    assert Clear() in agent.receive(server.speech_began(900))
    (cut,) = agent.cleared(5, ())
    assert server.receive(cut) == (BrokenOff("item_2", 15),)
    assert [type(agent.receive(message)[0]).__name__ for message in server.speech_ended(1500)] == [
        "SpeechOfCallerDetected",
        "Ignored",
        "Ignored",
        "Ignored",
    ]
    assert of_type(agent.receive(server.heard("Stop.")), AgentText)[0].kind == "heard"
