"""Pipecat's two connections, and the RTVI messages in them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from callproof.audio import pcm
from callproof.calling.wire import protobuf
from callproof.calling.wire.events import (
    ActivityReported,
    AgentText,
    Clear,
    Events,
    Ignored,
    Problem,
    Ready,
    Send,
    SpeechOfCallerDetected,
    ToolCalled,
    ToolReported,
)
from callproof.calling.wire.pipecat import MESSAGE, PipecatEval, PipecatProtobuf
from tests.unit.calling.wire import agents
from tests.unit.calling.wire.agents import rtvi
from tests.unit.calling.wire.sounds import only_audio, tone


def test_the_check_vectors() -> None:
    agent = PipecatProtobuf()
    samples = pcm.from_int16(b"\x01\x02")
    # Audio 01 02 at 16 kHz, one channel.
    assert agent.audio(samples) == (bytes.fromhex("12091a02010220807d2801"),)
    audio = only_audio(agent.receive(bytes.fromhex("12091a02010220807d2801")))
    assert (audio.signal.tolist(), audio.rate_hz) == ([513 / 32768], 16000)
    # A message {"a":1}, which is none of RTVI's, and an interruption.
    assert agent.receive(bytes.fromhex("22090a077b2261223a317d")) == (
        Ignored("a message of the agent's own"),
    )
    assert agent.receive(bytes.fromhex("2a050805120178")) == (Clear(),)


def test_what_goes_out_in_protobuf() -> None:
    agent = PipecatProtobuf()
    (ready,) = agent.opening()
    assert isinstance(ready, bytes)
    # Field 4 of the frame is a message, whose only field is JSON.
    assert ready[0] == 0x22
    body = json.loads(ready[ready.index(b"{") :])
    assert (body["label"], body["type"], body["data"]["version"]) == ("rtvi-ai", "client-ready", "2.0.0")
    assert b'"buttons":["5"]' in _bytes(agent.key_press("5"))
    assert b'"content":"Fifteen."' in _bytes(agent.text("Fifteen."))
    assert b"disconnect-bot" in _bytes(agent.closing())


def _bytes(messages: tuple[str | bytes, ...]) -> bytes:
    (message,) = messages
    assert isinstance(message, bytes)
    return message


def test_audio_has_the_rate_that_its_frame_says() -> None:
    agent = PipecatProtobuf()
    sound = tone(960, rate_hz=24000)
    audio = only_audio(agent.receive(agents.pipecat_audio(sound)))
    assert (audio.rate_hz, audio.ms) == (24000, 40)
    assert np.abs(audio.signal - sound).max() < 1e-4
    stereo = np.repeat(sound, 2)
    mixed = only_audio(agent.receive(agents.pipecat_audio(stereo, channels=2)))
    assert np.abs(mixed.signal - sound).max() < 1e-4
    for rate_hz, channels in ((0, 1), (24000, 0), (1_000_000, 1), (24000, 99)):
        (problem,) = agent.receive(agents.pipecat_audio(sound, rate_hz, channels))
        assert isinstance(problem, Problem)
        assert problem.kind == "wrong_rate"


def test_an_interruption_drops_the_queue_once() -> None:
    agent = PipecatProtobuf()
    interrupted = agents.pipecat_message(rtvi("bot-interrupted"))
    # Releases without the frame have the message alone.
    assert agent.receive(interrupted) == (Clear(),)
    assert agent.receive(agents.pipecat_interruption()) == (Clear(),)
    assert agent.receive(interrupted) == (Ignored("bot-interrupted"),)


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("text", "wrong_frame"),
        (b"\xff\xff\xff", "malformed"),
        (b"\x22\x05\x0a\x03abc", "not_json"),
    ],
)
def test_what_is_no_frame(message: str | bytes, kind: str) -> None:
    (problem,) = PipecatProtobuf().receive(message)
    assert isinstance(problem, Problem)
    assert problem.kind == kind
    assert PipecatProtobuf().receive(b"") == (Ignored("frame 0"),)


def test_the_evaluation_connection() -> None:
    agent = PipecatEval()
    connect, ready = (json.loads(message) for message in agent.opening())
    assert connect == {
        "label": "rtvi-ai",
        "type": "client-message",
        "id": "eval-connect",
        "data": {
            "t": "eval-connect",
            "d": {"skip_tts": False, "capture_bot_audio": True, "capture_bot_images": False},
        },
    }
    assert ready["type"] == "client-ready"
    is_ready, configure = agent.receive(rtvi("bot-ready", {"version": "2.2.0"}))
    assert is_ready == Ready()
    assert isinstance(configure, Send)
    assert json.loads(configure.message)["data"] == {
        "t": "eval-configure",
        "d": {"function_call_report_level": {"*": "full"}, "vad_user_speaking": True},
    }
    (sent,) = agent.audio(np.zeros(1, np.float32))
    assert json.loads(sent)["data"] == {"base64Audio": "AAA=", "sampleRate": 16000, "numChannels": 1}
    audio = only_audio(agent.receive(rtvi("eval-bot-audio", {"audio": "AEA=", "sampleRate": 24000})))
    assert (audio.signal.tolist(), audio.rate_hz) == ([0.5], 24000)
    assert json.loads(agent.closing()[0])["data"] == {"t": "eval-cancel"}


def told(agent: PipecatEval, type_: str, **data: Any) -> Events:
    return agent.receive(rtvi(type_, data))


def test_what_rtvi_tells() -> None:
    agent = PipecatEval()
    assert told(agent, "user-started-speaking") == (SpeechOfCallerDetected("began", "turn"),)
    assert told(agent, "vad-user-stopped-speaking") == (SpeechOfCallerDetected("ended", "sound"),)
    assert told(agent, "bot-llm-started") == (ActivityReported("thinking"),)
    assert told(agent, "bot-started-speaking") == (ActivityReported("speaking"),)
    assert told(agent, "metrics", ttfb=[]) == (Ignored("metrics"),)
    assert told(agent, "error", error="no key", fatal=True) == (Problem("agent_error", "no key", fatal=True),)
    assert told(agent, "error-response", error="what?") == (Problem("refused", "what?"),)


def test_what_the_agent_heard_is_told_once() -> None:
    agent = PipecatEval()
    assert told(agent, "user-transcription", text="Fif", final=False) == (
        AgentText("Fif", False, "heard", "heard 0"),
    )
    assert told(agent, "user-transcription", text="Fifteen.", final=True) == (
        AgentText("Fifteen.", True, "heard", "heard 0"),
    )
    assert told(agent, "user-input", text="Fifteen.", final=True, input_type="transcription") == (
        Ignored("user-input"),
    )
    # From here on the older name is not needed. The caller may well say the same thing twice.
    for number in (1, 2):
        assert told(agent, "user-transcription", text="Yes.", final=True) == (Ignored("user-transcription"),)
        assert told(agent, "user-input", text="Yes.", final=True) == (
            AgentText("Yes.", True, "heard", f"heard {number}"),
        )


def test_what_the_agent_says_and_where_it_was_broken_off() -> None:
    agent = PipecatEval()
    new = {"text": "It ships on Tuesday.", "segment_id": 4, "will_be_spoken": True}
    assert told(agent, "bot-output", **new, spoken_status="new") == (
        AgentText("It ships on Tuesday.", True, "said", "segment 4"),
    )
    progress = {"accumulated_text": "It ships", "remaining_text": " on Tuesday."}
    assert told(agent, "bot-output", **new, spoken_status="in-progress", spoken_progress=progress) == (
        Ignored("bot-output"),
    )
    assert told(agent, "bot-interrupted") == (
        Clear(),
        AgentText("It ships", True, "said", "segment 4", interrupted=True),
    )
    assert told(agent, "bot-interrupted") == (Clear(),)
    assert told(agent, "bot-output", text="{}", segment_id=5, will_be_spoken=False) == (
        Ignored("bot-output"),
    )


def test_what_an_older_agent_says() -> None:
    agent = PipecatEval()
    assert told(agent, "bot-transcription", text="Hi.") == (AgentText("Hi.", True, "said"),)
    assert told(agent, "bot-output", text="Hello.", spoken=False, aggregated_by="sentence") == (
        AgentText("Hello.", True, "said"),
    )
    assert told(agent, "bot-output", text="Hello.", spoken=True, aggregated_by="sentence") == (
        Ignored("bot-output"),
    )
    assert told(agent, "bot-transcription", text="Hello.") == (Ignored("bot-transcription"),)


def test_an_agent_of_release_1_14_says_each_sentence_once() -> None:
    agent = PipecatProtobuf()
    assert wrapped(agent, "bot-ready", version="2.2.0", about={"library": "pipecat-ai"}) == (Ready(),)
    # The whole answer under its older name comes before the sentences that it is made of.
    assert wrapped(agent, "bot-transcription", text="Hello. How can I help you?") == (
        Ignored("bot-transcription"),
    )
    for number, sentence in enumerate(("Hello.", "How can I help you?")):
        segment = {"text": sentence, "segment_id": number, "output_type": "sentence", "will_be_spoken": True}
        new, completed = "new", "completed"
        assert wrapped(agent, "bot-output", **segment, spoken=False, spoken_status=new) == (
            AgentText(sentence, True, "said", f"segment {number}"),
        )
        assert wrapped(agent, "bot-output", **segment, spoken=True, spoken_status=completed) == (
            Ignored("bot-output"),
        )
        assert wrapped(agent, "bot-tts-text", text=sentence) == (Ignored("bot-tts-text"),)


def wrapped(agent: PipecatProtobuf, type_: str, **data: Any) -> Events:
    """An RTVI message as it comes in a protobuf frame."""
    body = json.dumps({"label": "rtvi-ai", "type": type_, "data": data})
    return agent.receive(protobuf.write((MESSAGE, protobuf.write((1, body)))))


def test_tools() -> None:
    agent = PipecatEval()
    assert told(agent, "llm-function-call-started", function_name="f") == (
        Ignored("llm-function-call-started"),
    )
    assert told(
        agent, "llm-function-call-in-progress", tool_call_id="c", function_name="f", arguments={"n": 1}
    ) == (ToolReported("c", "sent", "f", {"n": 1}),)
    # Without the report level no names are told, as release 1.14 has it, and nothing can be made of the rest.
    assert told(agent, "llm-function-call-in-progress", tool_call_id="d") == (
        Ignored("llm-function-call-in-progress"),
    )
    assert told(agent, "llm-function-call-stopped", tool_call_id="c", cancelled=False, result={"ok": 1}) == (
        ToolReported("c", "returned", result={"ok": 1}),
    )
    assert told(agent, "llm-function-call-stopped", tool_call_id="d", cancelled=True) == (
        Ignored("llm-function-call-stopped"),
    )


def test_a_tool_that_the_client_runs() -> None:
    agent = PipecatEval()
    assert told(agent, "llm-function-call", tool_call_id="c", function_name="f", args={"n": 1}) == (
        ToolCalled("c", "f", {"n": 1}),
    )
    (answer,) = agent.tool_result("c", {"ok": True})
    assert json.loads(answer)["data"] == {
        "function_name": "f",
        "tool_call_id": "c",
        "arguments": {"n": 1},
        "result": {"ok": True},
    }
    assert agent.tool_result("c", {"ok": True}) == ()
