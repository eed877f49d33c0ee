"""LiveKit's TCP console."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.audio import pcm
from callproof.calling.wire.events import (
    ActivityReported,
    AgentAudio,
    AgentText,
    Clear,
    Event,
    Ignored,
    Mark,
    Pause,
    Problem,
    Ready,
    Resume,
    SpeechOfCallerDetected,
    ToolReported,
)
from callproof.calling.wire.livekit_console import LiveKitConsole
from tests.unit.calling.wire import agents
from tests.unit.calling.wire.sounds import only_audio, tone

STARTING, IDLE, LISTENING, THINKING, SPEAKING = range(5)


def test_the_check_vectors() -> None:
    agent = LiveKitConsole()
    assert agent.audio(pcm.from_int16(b"\x01\x02")) == (
        bytes.fromhex("0000000e0a0c0a0201021080f70218012001"),
    )
    assert agent.mark_played("1") == (bytes.fromhex("000000024200"),)
    assert agent.opening() == ()
    assert agent.text("Hi") == (bytes.fromhex("00000010220e0a067465787420312a040a024869"),)


def test_an_utterance_is_reported_as_played_when_it_is() -> None:
    agent = LiveKitConsole()
    assert agent.receive(agents.livekit_state(STARTING, LISTENING)) == (
        Ready(),
        ActivityReported("listening"),
    )
    sound = tone(1732, rate_hz=48000)
    audio = only_audio(agent.receive(agents.livekit_audio(sound)))
    assert (len(audio.signal), audio.rate_hz) == (1732, 48000)
    assert agent.receive(agents.livekit_state(LISTENING, SPEAKING)) == (ActivityReported("speaking"),)
    assert agent.receive(agents.livekit_flush()) == (Mark("1"),)
    agent.mark_played("1")
    # Its queue is empty, so going back to listening is no pause.
    assert agent.receive(agents.livekit_state(SPEAKING, LISTENING)) == (ActivityReported("listening"),)


def speaking() -> LiveKitConsole:
    agent = LiveKitConsole()
    agent.receive(agents.livekit_state(STARTING, LISTENING))
    agent.receive(agents.livekit_audio(tone(1732, rate_hz=48000)) + agents.livekit_flush())
    agent.receive(agents.livekit_state(LISTENING, SPEAKING))
    return agent


def test_an_interruption_that_was_one() -> None:
    agent = speaking()
    assert agent.receive(agents.livekit_state(SPEAKING, LISTENING)) == (
        ActivityReported("listening"),
        Pause(),
    )
    assert agent.receive(agents.livekit_clear()) == (Clear(),)
    assert agent.cleared(30, ["1"]) == ()
    assert agent.receive(agents.livekit_said("It ships", interrupted=True)) == (
        AgentText("It ships", True, "said", "item_1", interrupted=True),
    )
    # The next answer is no continuation.
    assert agent.receive(agents.livekit_state(LISTENING, SPEAKING)) == (ActivityReported("speaking"),)


def test_an_interruption_that_was_none() -> None:
    agent = speaking()
    agent.receive(agents.livekit_state(SPEAKING, LISTENING))
    assert agent.receive(agents.livekit_state(LISTENING, SPEAKING)) == (
        ActivityReported("speaking"),
        Resume(),
    )


def test_what_the_session_tells() -> None:
    agent = LiveKitConsole()
    # Nought is not written: the new state is "speaks".
    assert agent.receive(agents.livekit_event(11, (1, 1))) == (SpeechOfCallerDetected("began"),)
    assert agent.receive(agents.livekit_event(11, (2, 1))) == (SpeechOfCallerDetected("ended"),)
    assert agent.receive(agents.livekit_event(11, (1, 1), (2, 2))) == (Ignored("event 11"),)
    assert agent.receive(agents.livekit_event(13, (1, "Fif"))) == (
        AgentText("Fif", False, "heard", "heard 0"),
    )
    assert agent.receive(agents.livekit_event(13, (1, "Fifteen."), (2, 1))) == (
        AgentText("Fifteen.", True, "heard", "heard 0"),
    )
    assert agent.receive(agents.livekit_said("Fifteen.", role=2)) == (Ignored("event 12"),)
    assert agent.receive(agents.livekit_event(15, (1, "no key"))) == (Problem("agent_error", "no key"),)
    assert agent.receive(agents.livekit_event(17, (1, b""))) == (Ignored("event 17"),)


def test_tools_count_once_in_whatever_way_they_are_told() -> None:
    agent = LiveKitConsole()
    assert agent.receive(agents.livekit_tool_started("c", "update", '{"n":1}')) == (
        ToolReported("c", "sent", "update", {"n": 1}),
    )
    assert agent.receive(agents.livekit_tool_ended("c", 1, "done")) == (
        ToolReported("c", "returned", "update", result="done"),
    )
    assert agent.receive(agents.livekit_tools_executed("c", "update", "done")) == (Ignored("event 14"),)
    assert agent.receive(agents.livekit_tool_ended("d", 3)) == (ToolReported("d", "cancelled"),)
    # Releases that tell of it afterwards only.
    assert agent.receive(agents.livekit_tools_executed("e", "find", "no such order", failed=True)) == (
        ToolReported("e", "sent", "find", {}),
        ToolReported("e", "failed", "find", result="no such order"),
    )


def test_a_session_is_ready_when_it_listens() -> None:
    agent = LiveKitConsole()
    assert agent.receive(agents.livekit_state(STARTING, IDLE)) == (ActivityReported("idle"),)
    # It may begin with a greeting.
    assert agent.receive(agents.livekit_state(IDLE, SPEAKING)) == (Ready(), ActivityReported("speaking"))
    assert agent.receive(agents.livekit_state(SPEAKING, THINKING)) == (ActivityReported("thinking"),)
    assert agent.receive(agents.livekit_state(THINKING, 9)) == (Ignored("state 9"),)


def test_answers_to_our_requests() -> None:
    agent = LiveKitConsole()
    assert agent.receive(agents.livekit_answer("text 1", (2, "busy"))) == (
        Problem("refused", "text 1: busy"),
    )
    assert agent.receive(agents.livekit_answer("text 1", (6, b""))) == (Ignored("response"),)


def test_a_frame_that_is_too_long_loses_the_stream() -> None:
    agent = LiveKitConsole()
    (problem,) = agent.receive(b"GET / HTTP/1.1\r\n\r\n")
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.fatal) == ("too_large", True)
    assert agent.receive(agents.livekit_flush()) == (Ignored("bytes after the stream was lost"),)


@pytest.mark.parametrize("message", ["text", b"\x00\x00\x00\x01\xff", b"\x00\x00\x00\x03\x1a\x01\xff"])
def test_what_is_no_message(message: str | bytes) -> None:
    agent = LiveKitConsole()
    (problem,) = agent.receive(message)
    assert isinstance(problem, Problem)
    assert problem.kind in ("wrong_frame", "malformed")
    # One bad message is not the end of the stream.
    assert agent.receive(agents.livekit_clear()) == (Clear(),)


STREAM = b"".join(
    (
        agents.livekit_state(STARTING, LISTENING),
        agents.livekit_audio(tone(1732, rate_hz=48000)),
        agents.livekit_flush(),
        agents.livekit_said("Fifteen."),
    )
)


@given(st.lists(st.integers(1, 2000)))
def test_the_stream_may_come_in_any_pieces(sizes: list[int]) -> None:
    agent = LiveKitConsole()
    events: list[Event] = []
    at = 0
    for size in (*sizes, len(STREAM)):
        events.extend(agent.receive(STREAM[at : at + size]))
        at += size
    assert [type(event).__name__ for event in events] == [
        *("Ready", "ActivityReported", "AgentAudio", "Mark", "AgentText")
    ]
    assert sum(len(event.signal) for event in events if isinstance(event, AgentAudio)) == 1732
