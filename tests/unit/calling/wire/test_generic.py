"""A protocol by configuration."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest

from callproof.audio.pcm import from_int16
from callproof.calling.wire.events import (
    AgentText,
    Clear,
    Events,
    HungUp,
    Ignored,
    Mark,
    Problem,
    Ready,
    Send,
    SpeechOfCallerDetected,
    StateReported,
    ToolCalled,
    ToolCancelled,
)
from callproof.calling.wire.format import WireFormat
from callproof.calling.wire.generic import GenericFormat, Protocol, Rule, Sent, Sound
from callproof.errors import InputError
from tests.unit.calling.wire.sounds import only_audio

PROTOCOL = Protocol(
    audio=Sound(codec="pcm16", rate_hz=16000),
    send=Sent(
        hello=[{"type": "start", "audio": {"rate": "#rate"}}],
        audio={"type": "audio", "n": "#sequence", "at": "$timestamp", "data": "$payload"},
        text={"type": "text", "text": "$text"},
        key_press={"type": "key", "digit": "$digit"},
        mark_played={"type": "played", "name": "$name"},
        cleared={"type": "cleared", "ms": "#dropped_ms"},
        tool_result={"type": "result", "id": "$call", "failed": "#failed", "output": "#result"},
        bye=[{"type": "end"}],
    ),
    receive=[
        Rule(when={"type": "ready"}, gives="ready"),
        Rule(when={"type": "audio"}, gives="audio", take={"payload": "data", "rate_hz": "rate"}),
        Rule(when={"type": "stop_playback"}, gives="clear"),
        Rule(when={"type": "mark"}, gives="mark", take={"name": "name"}),
        Rule(
            when={"type": "text", "who": "agent"},
            gives="said",
            take={"text": "parts[0].text", "final": "done", "utterance": "id"},
        ),
        Rule(when={"type": "text"}, gives="heard", take={"text": "parts[0].text"}),
        Rule(
            when={"tool.id": "*"},
            gives="tool",
            take={"call": "tool.id", "name": "tool.name", "arguments": "tool.args"},
        ),
        Rule(when={"type": "cancel"}, gives="tool_cancelled", take={"call": "id"}),
        Rule(when={"type": "state"}, gives="state", take={"fields": "slots"}),
        Rule(when={"type": "vad", "speaking": True}, gives="caller_began", take={"audio_ms": "ms"}),
        Rule(when={"type": "vad"}, gives="caller_ended"),
        Rule(when={"type": "bye"}, gives="hang_up", take={"reason": "why"}),
        Rule(
            when={"type": "ping"},
            gives="reply",
            take={"id": "event.id"},
            reply={"type": "pong", "id": "#id"},
        ),
        Rule(when={"type": "error"}, gives="error", take={"message": "message"}),
        Rule(when={"type": "usage"}, gives="ignore"),
    ],
)


def got(agent: WireFormat, **fields: Any) -> Events:
    return agent.receive(json.dumps(fields))


def test_what_goes_out() -> None:
    agent = GenericFormat(PROTOCOL)
    frame = np.zeros(320, np.float32)
    sent = [
        *agent.opening(),
        *agent.audio(frame)[:0],
        *agent.text('say "hi"'),
        *agent.key_press("#"),
        *agent.mark_played("m"),
        *agent.cleared(140, ["m"]),
        *agent.closing(),
    ]
    assert [json.loads(message) for message in sent] == [
        {"type": "start", "audio": {"rate": 16000}},
        {"type": "text", "text": 'say "hi"'},
        {"type": "key", "digit": "#"},
        {"type": "played", "name": "m"},
        {"type": "cleared", "ms": 140},
        {"type": "end"},
    ]
    second = json.loads(agent.audio(frame)[0])
    assert second == {"type": "audio", "n": 2, "at": "20", "data": base64.b64encode(bytes(640)).decode()}


def test_what_comes_in() -> None:
    agent = GenericFormat(PROTOCOL)
    assert got(agent, type="ready") == (Ready(),)
    assert only_audio(got(agent, type="audio", data="AEA=")).rate_hz == 16000
    assert only_audio(got(agent, type="audio", data="AEA=", rate=24000)).rate_hz == 24000
    assert only_audio(agent.receive(b"\x00\x40")).signal.tolist() == [0.5]
    assert got(agent, type="stop_playback") == (Clear(),)
    assert got(agent, type="mark", name=7) == (Mark("7"),)
    assert got(agent, type="text", who="agent", parts=[{"text": "Hi"}], done=False, id=3) == (
        AgentText("Hi", False, "said", "3"),
    )
    assert got(agent, type="text", who="caller", parts=[{"text": "Yes"}]) == (
        AgentText("Yes", True, "heard"),
    )
    assert got(agent, type="state", slots={"quantity": 15}) == (StateReported({"quantity": 15}),)
    assert got(agent, type="vad", speaking=True, ms=640) == (SpeechOfCallerDetected("began", audio_ms=640),)
    # 1 is not true.
    assert got(agent, type="vad", speaking=1) == (SpeechOfCallerDetected("ended"),)
    assert got(agent, type="bye", why="done") == (HungUp("done"),)
    assert got(agent, type="ping", event={"id": 12}) == (Send('{"type":"pong","id":12}'),)
    assert got(agent, type="error", message="no key") == (Problem("agent_error", "no key"),)
    assert got(agent, type="usage") == (Ignored("ignore"),)
    assert got(agent, type="other") == (Ignored('\'{"type": "other"}\''),)


def test_tools() -> None:
    agent = GenericFormat(PROTOCOL)
    assert got(agent, tool={"id": "c", "name": "f", "args": '{"n": 1}'}) == (ToolCalled("c", "f", {"n": 1}),)
    assert [json.loads(message) for message in agent.tool_result("c", [1], failed=True)] == [
        {"type": "result", "id": "c", "failed": True, "output": [1]}
    ]
    assert agent.tool_result("c", [1]) == ()
    got(agent, tool={"id": "d", "name": "f"})
    assert got(agent, type="cancel", id="d") == (ToolCancelled("d"),)
    assert agent.tool_result("d", {}) == ()


def test_a_rule_that_holds_needs_what_it_takes() -> None:
    agent = GenericFormat(PROTOCOL)
    assert got(agent, type="text", who="agent") == (Problem("malformed", "said without text"),)
    assert got(agent, tool={"id": "c"}) == (Problem("malformed", "tool without name"),)
    (problem,) = got(agent, type="state", slots=[1])
    assert problem == Problem("malformed", "a state that is no object: '[1]'")


def test_what_the_protocol_can_do_is_what_is_configured() -> None:
    able = GenericFormat(PROTOCOL).capabilities
    assert (able.tools, able.takes_text, able.tells_heard) == ("asked", True, True)
    bare = GenericFormat(Protocol())
    assert (bare.capabilities.tools, bare.capabilities.keys) == ("none", False)
    assert bare.audio(np.zeros(320, np.float32)) == (bytes(640),)
    assert (
        bare.opening()
        == bare.text("x")
        == bare.key_press("1")
        == bare.mark_played("m")
        == bare.closing()
        == ()
    )


def test_as_much_sound_as_is_said_goes_into_a_message() -> None:
    """Frames of 20 ms: the messages of 50 ms are whole with the third and the fifth."""
    agent = GenericFormat(
        Protocol(
            audio=Sound(rate_hz=8000, frame_ms=50),
            send=Sent(audio={"n": "#sequence", "at": "#timestamp", "data": "$payload"}),
        )
    )
    frames = [np.full(160, n / 8, np.float32) for n in range(5)]
    sent = [agent.audio(frame) for frame in frames]
    assert [len(messages) for messages in sent] == [0, 0, 1, 0, 1]
    read = [json.loads(message) for messages in sent for message in messages]
    assert [(item["n"], item["at"]) for item in read] == [(1, 0), (2, 50)]
    sound = b"".join(base64.b64decode(item["data"]) for item in read)
    assert np.array_equal(from_int16(sound), np.concatenate(frames))


TWILIO = Protocol(
    audio=Sound(codec="mulaw", rate_hz=8000),
    send=Sent(
        hello=[
            {"event": "connected", "protocol": "Call", "version": "1.0.0"},
            {"event": "start", "sequenceNumber": "1", "start": {"streamSid": "MZ1", "callSid": "CA1"}},
        ],
        audio={
            "event": "media",
            "media": {
                "track": "inbound",
                "chunk": "$sequence",
                "timestamp": "$timestamp",
                "payload": "$payload",
            },
            "streamSid": "MZ1",
        },
        mark_played={"event": "mark", "mark": {"name": "$name"}, "streamSid": "MZ1"},
        bye=[{"event": "stop", "streamSid": "MZ1"}],
    ),
    receive=[
        Rule(when={"event": "media"}, gives="audio", take={"payload": "media.payload"}),
        Rule(when={"event": "mark"}, gives="mark", take={"name": "mark.name"}),
        Rule(when={"event": "clear"}, gives="clear"),
    ],
)


def test_twilio_can_be_written_as_a_configuration() -> None:
    agent = GenericFormat(TWILIO)
    (media,) = agent.audio(np.zeros(160, np.float32))
    assert json.loads(media)["media"] == {
        "track": "inbound",
        "chunk": "1",
        "timestamp": "0",
        "payload": base64.b64encode(b"\xff" * 160).decode(),
    }
    assert only_audio(got(agent, event="media", media={"payload": "//8="})).rate_hz == 8000
    assert got(agent, event="mark", mark={"name": "m"}) == (Mark("m"),)


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(InputError) as raised:
        GenericFormat(
            Protocol(
                audio=Sound(rate_hz=11025, frame_ms=3),
                send=Sent(audio={"data": "$paylod"}, bye=[{"id": "$call"}]),
                receive=[
                    Rule(when={}, gives="clear"),
                    Rule(when={"a..b": 1}, gives="said", take={"txt": "x"}),
                    Rule(when={"type": "ping"}, gives="reply", reply={"id": "$id"}),
                    Rule(when={"type": "x"}, gives="clear", reply={}),
                ],
            ),
            file="agent.yaml",
        )
    assert [(problem.path, problem.message.split(".")[0]) for problem in raised.value.problems] == [
        ("audio.frame_ms", "found 3, expected whole samples, and 5 to 200 ms"),
        ("send.audio", "$paylod has no value here"),
        ("send.bye", "$call has no value here"),
        ("send.audio", "no $payload in it: the caller would not be heard"),
        ("receive[0].when", "is empty, and would hold for every message"),
        ("receive[1].when", "'a"),
        ("receive[1].take", "does not say where text stands"),
        ("receive[1].take.txt", "means nothing to said"),
        ("receive[2].reply", "$id has no value here; `take` must say where it stands"),
        ("receive[3].reply", "has no place where the message gives clear"),
    ]
    assert "Did you mean 'payload'?" in str(raised.value)


def test_a_message_without_what_it_is_sent_for_is_refused() -> None:
    with pytest.raises(InputError) as raised:
        GenericFormat(
            Protocol(
                send=Sent(
                    text={"type": "text"},
                    key_press={"type": "key"},
                    mark_played={"type": "played"},
                    tool_result={"id": "$call"},
                )
            )
        )
    assert [(problem.path, problem.message) for problem in raised.value.problems] == [
        ("send.text", "no $text in it: what the caller writes would be in no message"),
        ("send.key_press", "no $digit in it: no key would be told from another"),
        ("send.mark_played", "no $name in it: the agent would not know which of its marks was heard"),
        ("send.tool_result", "no $result in it: the agent would never see what a tool gave"),
    ]


def test_a_hole_inside_of_a_text_would_not_be_filled_and_is_refused() -> None:
    with pytest.raises(InputError) as raised:
        GenericFormat(Protocol(send=Sent(hello=[{"auth": ["Bearer $token"], "price": "$5 and $tok"}])))
    (problem,) = raised.value.problems
    assert (problem.path, problem.message) == (
        "send.hello",
        "'Bearer $token': $token is filled in where it stands alone, and would go out as it is",
    )
