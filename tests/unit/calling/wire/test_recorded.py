"""What real agents put on the wire, frame by frame, as it went over the line in calls to them (tests/data/wire; the first line of each file
says what sent it): Pipecat behind its own serializer for each telephone platform and over its own two connections, a LiveKit agent's
process over the TCP console, and Pipecat's client of the Realtime API, which spoke to ours.

Kept is the first frame of each kind. Sound is kept as its length in bytes, and is a tone here.
No frame that OpenAI's servers sent is here: that needs an account. What `test_openai_realtime` has of them is as they document it.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.dialects import DIALECTS
from callproof.calling.wire.events import (
    ActivityReported,
    AgentAudio,
    AgentText,
    Clear,
    Event,
    Ignored,
    Mark,
    Message,
    Pause,
    Ready,
    Send,
    SpeechOfCallerDetected,
    ToolReported,
)
from callproof.calling.wire.format import WireFormat
from callproof.calling.wire.livekit_console import LiveKitConsole
from callproof.calling.wire.peer.events import (
    AnswerWanted,
    BrokenOff,
    CallerAudio,
    CallerWrote,
    CallStarted,
    ToolAnswered,
)
from callproof.calling.wire.peer.openai_realtime import RealtimeServer
from callproof.calling.wire.pipecat import PipecatEval, PipecatProtobuf
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from tests.unit.calling.wire.sounds import tone

FOLDER = Path(__file__).parents[3] / "data" / "wire"
STREAM = "5950ca2a-881b-02c6-5dcf-4955d43eb183"
TWILIO_STREAM = "MZ42d649573fe02ad48eff86955432e0f3"
# Of each platform how its line sounds, and for how long each message of the agent's was.
LINES = {
    "twilio": (Encoding("mulaw", 8000), 137.5),
    "telnyx": (Encoding("mulaw", 8000), 137.5),
    "plivo": (Encoding("mulaw", 8000), 137.5),
    "exotel": (Encoding("pcm16", 8000), 137.5),
    "vonage": (Encoding("pcm16", 16000), 68.75),
}


def sounding(message: Any, encoding: Encoding) -> Any:
    """A message as it was, with its sound."""
    if isinstance(message, dict) and "base64" in message:
        return base64.b64encode(sound(message["base64"], encoding)).decode()
    if isinstance(message, dict):
        return {name: sounding(value, encoding) for name, value in message.items()}
    return message


def sound(size: int, encoding: Encoding) -> bytes:
    return encoding.encode(tone(size // encoding.sample_bytes, rate_hz=encoding.rate_hz))


def received(line: dict[str, Any], encoding: Encoding) -> Message:
    if "binary" in line:
        return sound(line["binary"], encoding)
    if "hex" in line:
        return (
            bytes.fromhex(line["hex"])
            + sound(line.get("sound", 0), encoding)
            + bytes.fromhex(line.get("tail", ""))
        )
    return json.dumps(sounding(line["message"], encoding))


def frames(name: str, encoding: Encoding) -> list[Message]:
    made, *lines = map(json.loads, (FOLDER / f"{name}.jsonl").read_text().splitlines())
    assert made["peer"]
    return [received(line, encoding) for line in lines if line["direction"] == "received"]


def understood(agent: WireFormat, messages: list[Message]) -> list[Event]:
    """What a call makes of it. No mark is reached: whoever is interrupted has not been heard to the end."""
    events: list[Event] = []
    for message in messages:
        for event in agent.receive(message):
            events.append(event)
            if isinstance(event, Clear):
                agent.cleared(0, ())
    return [event for event in events if not isinstance(event, Ignored)]


def in_order(events: list[Event]) -> list[Event | float]:
    """Sound as how long it is."""
    return [event.ms if isinstance(event, AgentAudio) else event for event in events]


@pytest.mark.parametrize("platform", LINES)
def test_a_pipecat_agent_on_the_line_of(platform: str) -> None:
    encoding, ms = LINES[platform]
    stream = TWILIO_STREAM if platform == "twilio" else STREAM
    call = TelephonyFormat(CallIdentity(stream=stream, call="c", account="a"), DIALECTS[platform])
    call.opening()
    found: Counter[type] = Counter()
    for message in frames(platform, encoding):
        (event,) = call.receive(message)
        found[type(event)] += 1
        if isinstance(event, AgentAudio):
            assert (event.rate_hz, event.ms) == (encoding.rate_hz, ms)
    assert found.keys() == {AgentAudio, Clear}
    assert found[AgentAudio] >= 7


SAID = "Hello, this is Northwind."


def test_a_pipecat_agent_over_its_protobuf_frames() -> None:
    events = understood(PipecatProtobuf(), frames("pipecat", Encoding("pcm16", 24000)))
    heard = "Set order six, five, four, zero to a quantity of nine, please."
    assert in_order(events) == [
        Ready(),
        ActivityReported("thinking"),
        40.0,
        ActivityReported("speaking"),
        AgentText(SAID, True, "said", "segment 133"),
        40.0,
        ActivityReported("listening"),
        Clear(),
        SpeechOfCallerDetected("began", "turn"),
        AgentText(heard, True, "heard", "heard 0"),
        SpeechOfCallerDetected("ended", "turn"),
    ]
    first = next(event for event in events if isinstance(event, AgentAudio))
    assert first.rate_hz == 24000
    assert np.abs(first.signal - tone(960, rate_hz=24000)).max() < 1e-4


def test_a_pipecat_agent_over_its_evaluation_connection() -> None:
    events = understood(PipecatEval(), frames("pipecat-eval", Encoding("pcm16", 24000)))
    ready, configure, *others = in_order(events)
    assert ready == Ready()
    assert isinstance(configure, Send)
    heard = "Set order six, five, four, zero to quantity of nine, please."
    order = {"order_number": "6540", "customer_number": "30227", "item": "bookcase", "quantity": 1}
    found = {**order, "delivery_date": "2026-03-22", "total": 75, "status": "open"}
    look, change = "call_e0a5ef377dae", "call_9f46b74838d7"
    assert others == [
        ActivityReported("thinking"),
        40.0,
        ActivityReported("speaking"),
        AgentText(SAID, True, "said", "segment 287"),
        40.0,
        ActivityReported("listening"),
        SpeechOfCallerDetected("began"),
        SpeechOfCallerDetected("began", "turn"),
        Clear(),
        SpeechOfCallerDetected("ended"),
        AgentText(heard, True, "heard", "heard 0"),
        SpeechOfCallerDetected("ended", "turn"),
        ToolReported(look, "sent", "find_order", {"order_number": "6540"}),
        ToolReported(look, "returned", "find_order", result={"result": found}),
        # The caller corrects it in flight.
        ToolReported(change, "sent", "update_order", {"order_number": "6540", "quantity": 9}),
        ToolReported(change, "cancelled", "update_order"),
    ]


def livekit() -> list[Message]:
    return frames("livekit-console", Encoding("pcm16", 48000))


def test_a_livekit_agent_over_its_console() -> None:
    *events, sent, returned = understood(LiveKitConsole(), livekit())
    assert in_order(events) == [
        Ready(),
        ActivityReported("listening"),
        1732 / 48,
        ActivityReported("speaking"),
        3464 / 48,
        Mark("1"),
        # The caller speaks over the greeting: it pauses, and takes it for an interruption once it has words.
        SpeechOfCallerDetected("began"),
        ActivityReported("listening"),
        Pause(),
        SpeechOfCallerDetected("ended"),
        AgentText("Hello.", True, "heard", "heard 0"),
        Clear(),
        AgentText("Hello, this is Northwind. How can I", True, "said", "item_b0c5ebe3e59a", interrupted=True),
        ActivityReported("thinking"),
        ActivityReported("speaking"),
    ]
    call = "call_8c94f7f451db"
    assert sent == ToolReported(call, "sent", "find_order", {"order_number": "7183"})
    assert isinstance(returned, ToolReported)
    assert (returned.call, returned.stage, returned.name) == (call, "returned", "find_order")
    assert json.loads(returned.result)["result"]["item"] == "camping stove"


@pytest.mark.parametrize("size", [1, 7, 1000, 100_000])
def test_a_stream_means_the_same_in_pieces_of_any_size(size: int) -> None:
    stream = b"".join(message for message in livekit() if isinstance(message, bytes))
    pieces: list[Message] = [stream[at : at + size] for at in range(0, len(stream), size)]
    whole = in_order(understood(LiveKitConsole(), livekit()))
    assert in_order(understood(LiveKitConsole(), pieces)) == whole


def test_pipecats_client_of_the_realtime_api() -> None:
    """Its own words, taken by our server's end. What the server had said until then is short here: one call of a tool, and four seconds
    of speech."""
    greeting, *others = frames("openai-realtime-client", Encoding("pcm16", 24000))
    server = RealtimeServer()
    (started,) = server.receive(greeting)
    assert isinstance(started, CallStarted)
    (tool,) = server.session["tools"]
    assert (server.session["model"], tool["name"]) == ("gpt-realtime-2.1", "find_customer")
    taken: list[object] = []
    for message in others:
        body = json.loads(message)
        if body.get("item", {}).get("type") == "function_call_output":
            server.begin_answer()
            server.tool_call(body["item"]["call_id"], "find_customer", {"name": "Dana Reyes"})
            server.end_answer()
        elif body["type"] == "conversation.item.truncate":
            server.begin_answer()
            server.begin_speech()
            server.audio(tone(4 * 24000, rate_hz=24000))
            server.end_answer()
            body["item_id"] = server.speech_item
        taken += server.receive(json.dumps(body))
        assert not any(json.loads(owed)["type"] == "error" for owed in server.owed())
    wrote, again, wanted, *sounds, answered, broken_off = taken
    assert wrote == CallerWrote("Greet the caller.")
    assert isinstance(again, CallStarted)
    assert wanted == AnswerWanted()
    assert [(len(s.signal), s.rate_hz) for s in sounds if isinstance(s, CallerAudio)] == [(1650, 24000)] * 2
    assert answered == ToolAnswered("call_1", '{"result": []}')
    assert broken_off == BrokenOff(server.speech_item, 3605)
