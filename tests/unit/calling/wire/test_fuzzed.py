"""No frame, however wrong, gets an exception out of a format; and what we say afterwards is still well formed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.calling.wire import twiml
from callproof.calling.wire.dialects import DIALECTS
from callproof.calling.wire.events import AgentAudio, Clear, Event, Mark, Message, Problem, Send, ToolCalled
from callproof.calling.wire.format import WireFormat
from callproof.calling.wire.generic import GenericFormat
from callproof.calling.wire.livekit_console import LiveKitConsole
from callproof.calling.wire.openai_realtime import OpenAIRealtime
from callproof.calling.wire.peer.openai_realtime import RealtimeServer
from callproof.calling.wire.peer.twilio import TwilioAgent
from callproof.calling.wire.pipecat import PipecatEval, PipecatProtobuf
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from tests.unit.calling.wire import agents
from tests.unit.calling.wire.sounds import tone
from tests.unit.calling.wire.test_generic import PROTOCOL

IDENTITY = CallIdentity(stream="s", call="c", account="a")
SERVER = RealtimeServer()
SOUND = tone(40)
_RTVI: tuple[tuple[str, Any], ...] = (
    ("bot-ready", {"version": "2.2.0"}),
    ("user-input", {"text": "Fifteen.", "final": True}),
    ("user-transcription", {"text": "Fifteen.", "final": False}),
    (
        "bot-output",
        {
            "text": "Hi",
            "segment_id": 1,
            "spoken_status": "in-progress",
            "spoken_progress": {"accumulated_text": "H"},
        },
    ),
    ("bot-output", {"text": "Hi", "segment_id": 1, "spoken_status": "new", "will_be_spoken": True}),
    ("bot-interrupted", None),
    ("llm-function-call-in-progress", {"tool_call_id": "c", "function_name": "f", "arguments": {"n": 1}}),
    ("llm-function-call-stopped", {"tool_call_id": "c", "cancelled": False, "result": {}}),
    ("llm-function-call", {"tool_call_id": "c", "function_name": "f", "args": {}}),
    ("error", {"error": "x", "fatal": True}),
    ("error-response", {"error": "x"}),
    ("eval-bot-audio", {"audio": "AEA=", "sampleRate": 24000}),
)
RTVI = tuple(agents.rtvi(type_, data) for type_, data in _RTVI)
REALTIME = (
    *SERVER.opening(),
    SERVER.updated(),
    SERVER.speech_began(3),
    *SERVER.speech_ended(4),
    SERVER.heard("Fifteen."),
    *SERVER.begin_answer(),
    SERVER.audio(SOUND),
    SERVER.said("Hi"),
    *SERVER.tool_call("c", "f", {"n": 1}),
    *SERVER.end_answer(),
    '{"type":"error","error":{"type":"invalid_request_error","code":"x","message":"y"}}',
    '{"type":"session.updated","session":{"audio":{"output":{"format":{"type":"audio/pcmu"}}}}}',
)
TELEPHONY = (
    '{"event":"media","streamSid":"s","media":{"payload":"//8="}}',
    '{"event":"playAudio","media":{"contentType":"audio/x-l16","sampleRate":8000,"payload":"AAE="}}',
    '{"event":"mark","streamSid":"s","mark":{"name":"m"}}',
    '{"event":"checkpoint","streamId":"s","name":"m"}',
    '{"action":"notify","payload":{"id":1}}',
    '{"event":"clear","streamSid":"s"}',
)
LIVEKIT = (
    agents.livekit_audio(SOUND),
    agents.livekit_flush(),
    agents.livekit_clear(),
    agents.livekit_state(2, 4),
    agents.livekit_state(4, 2),
    agents.livekit_said("Hi", interrupted=True),
    agents.livekit_tool_started("c", "f", "{}"),
    agents.livekit_tool_ended("c", 1, "ok"),
    agents.livekit_tools_executed("c", "f", "ok"),
    agents.livekit_answer("text 1", (2, "busy")),
)
PIPECAT = (
    agents.pipecat_audio(SOUND),
    agents.pipecat_audio(SOUND, channels=2),
    agents.pipecat_interruption(),
    *(agents.pipecat_message(message) for message in RTVI),
)
GENERIC = (
    '{"type":"audio","data":"AEA=","rate":8000}',
    '{"type":"text","who":"agent","parts":[{"text":"Hi"}],"done":false,"id":3}',
    '{"tool":{"id":"c","name":"f","args":"{}"}}',
    '{"type":"state","slots":{"a":1}}',
    '{"type":"ping","event":{"id":1}}',
    '{"type":"vad","speaking":true,"ms":3}',
    '{"type":"mark","name":"m"}',
)


def telephony(name: str) -> Callable[[], WireFormat]:
    return lambda: TelephonyFormat(IDENTITY, DIALECTS[name])


# Each format, and messages that it understands.
FORMATS: dict[str, tuple[Callable[[], WireFormat], tuple[Message, ...]]] = {
    **{name: (telephony(name), TELEPHONY) for name in DIALECTS},
    "openai": (OpenAIRealtime, REALTIME),
    "pipecat": (PipecatProtobuf, PIPECAT),
    "pipecat-eval": (PipecatEval, RTVI),
    "livekit": (LiveKitConsole, LIVEKIT),
    "generic": (lambda: GenericFormat(PROTOCOL), GENERIC),
}
EVENT_TYPES = get_args(Event)
ANY_TEXT = st.text(st.characters(exclude_categories=()))
ANY_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)
by_format = pytest.mark.parametrize("name", FORMATS)


def survives(agent: WireFormat, message: Message) -> None:
    """Receives a message, looks at what came of it, and answers as a line would."""
    for event in agent.receive(message):
        assert isinstance(event, EVENT_TYPES)
        repr(event).encode()
        if isinstance(event, AgentAudio):
            assert event.signal.dtype == np.float32
            assert event.signal.ndim == 1
            assert np.all(np.abs(event.signal) <= 1)
            assert event.ms > 0
        elif isinstance(event, Problem):
            assert len(event.message) < 500
        elif isinstance(event, Send):
            well_formed((event.message,))
        elif isinstance(event, Mark):
            well_formed(agent.mark_played(event.name))
        elif isinstance(event, Clear):
            well_formed(agent.cleared(30, ["m"] if event else []))
        elif isinstance(event, ToolCalled):
            well_formed(agent.tool_result(event.call, {"ok": True}))


def well_formed(messages: tuple[Message, ...]) -> None:
    for message in messages:
        if isinstance(message, str):
            message.encode()
            assert isinstance(json.loads(message), dict)


def changed(value: Any, data: st.DataObject) -> Any:
    """A JSON value with one place of it changed: another value, nothing, or something more."""
    if isinstance(value, dict | list) and value and data.draw(st.integers(0, 4)):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = data.draw(st.sampled_from(keys))
        copy = value.copy()
        if data.draw(st.integers(0, 5)):
            copy[key] = changed(value[key], data)
        else:
            del copy[key]
        return copy
    return data.draw(ANY_JSON)


def damaged(message: bytes, data: st.DataObject) -> bytes:
    at = data.draw(st.integers(0, len(message)))
    cut = data.draw(st.integers(0, 4))
    return message[:at] + data.draw(st.binary(max_size=4)) + message[at + cut :]


@by_format
@given(messages=st.lists(st.binary() | ANY_TEXT, max_size=4))
def test_any_bytes_and_any_text(name: str, messages: list[Message]) -> None:
    agent = FORMATS[name][0]()
    for message in messages:
        survives(agent, message)


@by_format
@given(value=ANY_JSON)
def test_any_json(name: str, value: Any) -> None:
    survives(FORMATS[name][0](), json.dumps(value))


@by_format
@given(data=st.data())
def test_messages_that_are_nearly_right(name: str, data: st.DataObject) -> None:
    make, valid = FORMATS[name]
    agent = make()
    for _ in range(data.draw(st.integers(1, 5))):
        message = data.draw(st.sampled_from(valid))
        how = data.draw(st.sampled_from(["as it is", "changed", "damaged"]))
        if how == "changed" and isinstance(message, str):
            message = json.dumps(changed(json.loads(message), data))
        elif how != "as it is":
            raw = message if isinstance(message, bytes) else message.encode()
            raw = damaged(raw, data)
            message = raw if isinstance(message, bytes) else raw.decode(errors="replace")
        survives(agent, message)


# What may stand in a place of a message, however little it belongs there.
ODD: tuple[Any, ...] = (None, True, -1, 1.5, 10**30, "", "x", "\ud83d", [], ["x"], {}, {"x": 1})


def variants(value: Any) -> Iterator[Any]:
    """A JSON value with each of its places, in turn, left out or filled with each odd value."""
    yield from ODD
    keys = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    for key in keys:
        without = value.copy()
        del without[key]
        yield without
        for variant in variants(value[key]):
            copy = value.copy()
            copy[key] = variant
            yield copy


def mangled(message: bytes) -> Iterator[bytes]:
    """A binary message cut off at each byte, and with each byte left out, doubled, or another."""
    for at in range(len(message)):
        yield message[:at]
        yield message[:at] + message[at + 1 :]
        yield message[:at] + message[at : at + 1] + message[at:]
        for other in (0x00, 0x7F, 0x80, 0xFF):
            yield message[:at] + bytes([other]) + message[at + 1 :]


def reframed(agent: WireFormat, messages: Iterator[bytes]) -> Iterator[bytes]:
    """In a stream the lengths must be right for a body to be looked at at all."""
    for message in messages:
        body = message[4:] if isinstance(agent, LiveKitConsole) else message
        yield len(body).to_bytes(4, "big") + body if isinstance(agent, LiveKitConsole) else body


@by_format
def test_every_place_of_every_message(name: str) -> None:
    make, valid = FORMATS[name]
    for message in valid:
        agent = make()
        for before in valid:
            survives(agent, before)
        if isinstance(message, bytes):
            for variant in reframed(agent, mangled(message)):
                survives(agent, variant)
        else:
            for value in variants(json.loads(message)):
                survives(agent, json.dumps(value))
        for after in valid:
            survives(agent, after)


@pytest.mark.parametrize("message", RTVI)
def test_every_place_of_every_message_in_a_frame(message: str) -> None:
    agent = PipecatProtobuf()
    for value in variants(json.loads(message)):
        survives(agent, agents.pipecat_message(json.dumps(value)))


@by_format
@given(text=ANY_TEXT, digit=st.sampled_from("0123456789*#"))
def test_what_we_say_is_always_well_formed(name: str, text: str, digit: str) -> None:
    agent = FORMATS[name][0]()
    for messages in (agent.opening(), agent.key_press(digit), agent.text(text), agent.closing()):
        well_formed(messages)


@given(st.binary() | ANY_TEXT)
def test_the_other_ends_pass_over_what_they_cannot_read(message: Message) -> None:
    assert TwilioAgent().receive(message) == ()
    assert RealtimeServer().receive(message) == ()


@given(data=st.data())
def test_any_answer_of_a_webhook(data: st.DataObject) -> None:
    valid = (
        b'<?xml version="1.0"?><Response><Connect><Stream url="wss://a/ws">'
        b'<Parameter name="a" value="b"/></Stream></Connect></Response>'
    )
    body = data.draw(st.binary() | ANY_TEXT | st.builds(lambda: damaged(valid, data)))
    assert isinstance(twiml.read_twiml(body), twiml.StreamInstruction | Problem)
