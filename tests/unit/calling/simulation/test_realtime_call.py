"""Calls over the Realtime API in virtual time: what becomes of function calls, and which utterance a text is with."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from callproof.calling.simulation.live import LiveCall, LivePeer, live_call
from callproof.calling.wire.events import Message
from callproof.calling.wire.openai_realtime import OpenAIRealtime
from callproof.calling.wire.peer.openai_realtime import RealtimeServer
from callproof.evidence.call import fold
from callproof.evidence.events import ToolBuilt, ToolCancelled, ToolReturned, ToolSent
from callproof.evidence.validation import validate
from tests.unit.calling.simulation.lines import Ends, Sounds, in_virtual_time, sound
from tests.unit.calling.simulation.shop import scenario

ORDER = {"order_number": "4821"}


def called(server: RealtimeServer, *script: tuple[int, Sequence[Message]]) -> LiveCall:
    """A call to an agent that sends these messages, each at its ms of the call, and hangs up two seconds after the last."""

    async def agent(ends: Ends) -> None:
        loop = asyncio.get_running_loop()
        for message in (*server.opening(), server.updated()):
            ends.to_caller.put_nowait(message)
        await ends.to_agent.get()
        began = loop.time()
        for ms, messages in script:
            await asyncio.sleep(began + ms / 1000 - loop.time())
            for message in messages:
                ends.to_caller.put_nowait(message)
        await asyncio.sleep(2)
        ends.to_caller.put_nowait(None)

    async def main() -> LiveCall:
        ends = Ends()
        task = asyncio.ensure_future(agent(ends))

        async def open_(id: str) -> Ends:
            return ends

        peer = LivePeer(name="realtime", wire=lambda scenario, seed, id: OpenAIRealtime(), open=open_)
        with Sounds() as voices:
            call = await live_call(scenario(), peer, voices)
        await task
        return call

    call = in_virtual_time(main())
    assert validate(call.record) == []
    return call


def tools_of(call: LiveCall) -> list[tuple[str, str, int]]:
    return [
        (e.type, e.call, e.ms)
        for e in call.record.events
        if isinstance(e, ToolBuilt | ToolSent | ToolReturned | ToolCancelled)
    ]


def test_a_call_is_put_together_when_it_is_told_and_leaves_with_its_answer() -> None:
    server = RealtimeServer()
    told = [*server.begin_answer(), *server.tool_call("c", "find_order", ORDER)]
    call = called(server, (1000, told), (1500, server.end_answer()))
    built, sent, returned = tools_of(call)
    assert [built[:2], sent[:2], returned[:2]] == [
        ("tool.built", "t0"),
        ("tool.sent", "t0"),
        ("tool.returned", "t0"),
    ]
    assert abs(sent[2] - built[2] - 500) <= 1


def test_a_call_whose_answer_is_broken_off_is_dropped() -> None:
    server = RealtimeServer()
    first = [*server.begin_answer(), *server.tool_call("c", "find_order", ORDER)]
    over = server.end_answer(cancelled=True)
    second = [*server.begin_answer(), *server.tool_call("d", "find_order", ORDER), *server.end_answer()]
    call = called(server, (1000, first), (1500, over), (1600, second))
    assert [entry[:2] for entry in tools_of(call)] == [
        ("tool.built", "t0"),
        ("tool.cancelled", "t0"),
        ("tool.built", "t1"),
        ("tool.sent", "t1"),
        ("tool.returned", "t1"),
    ]
    (cancelled,) = [e for e in call.record.events if e.type == "tool.cancelled"]
    assert cancelled.in_time


def test_a_text_that_comes_behind_its_sound_is_with_that_sound() -> None:
    """The sound of both is queued before either text comes: a second, one and a half of silence, a second."""
    server = RealtimeServer()
    answers: list[Message] = []
    for text, silence_ms in (("One.", 0), ("Two.", 1500)):
        answers += [*server.begin_answer(), *server.begin_speech()]
        answers.append(server.audio(sound(silence_ms, 24000) * 0) if silence_ms else server.said(""))
        answers += [server.audio(sound(1000, 24000)), server.said(text), *server.end_answer()]
    call = called(server, (1000, answers), (5500, ()))
    said = [(e.utterance, e.text) for e in call.record.events if e.type == "speech.text" and e.kind == "said"]
    assert [entry for entry in said if entry[0].startswith("a")] == [("a0", "One."), ("a1", "Two.")]


def test_what_is_queued_when_the_agent_leaves_is_played_to_its_end() -> None:
    """No telephone platform is in between that drops it."""
    server = RealtimeServer()
    goodbye = [*server.begin_answer(), server.audio(sound(7000, 24_000)), *server.end_answer()]
    call = called(server, (1000, goodbye))
    (utterance,) = (u for u in fold(call.record, call.derivations).utterances if u.speaker == "agent")
    assert not utterance.cut
    assert utterance.end_ms == pytest.approx(8000, abs=20)
