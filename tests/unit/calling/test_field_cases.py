"""What went wrong with other people's harnesses, as far as a line and sound go and no language model: each kind a test."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from http import HTTPStatus

import numpy as np
import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from callproof.audio.pcm import Signal
from callproof.calling.caller import ScriptedCaller
from callproof.calling.simulation.live import LiveCall, LivePeer, live_call
from callproof.calling.transport import WebSocket
from callproof.calling.wire.dialects import TWILIO
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.events import CallerAudio
from callproof.calling.wire.peer.twilio import TwilioAgent
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.errors import HarnessError
from callproof.evidence.call import Utterance, fold
from callproof.models.parts import Transcript
from callproof.scenario.model import Line
from callproof.scenario.moments import Moment
from callproof.scoring.outcome.case import score
from tests.unit.calling.simulation.lines import (
    RATE,
    Ends,
    Sounds,
    called_in_memory,
    in_virtual_time,
    sound,
)
from tests.unit.calling.simulation.shop import GOAL, scenario

ENDPOINT_S = 0.6
CLAIM = "I have set order 4821 to 3."


class Speaks:
    """An agent that greets, then answers each turn of the caller's `after_ms` from its end with `answer`, all at once."""

    def __init__(self, answer: Signal, *, after_ms: int = 800, turns: int = 10) -> None:
        self.answer = answer
        self.after_ms = after_ms
        self.turns = turns
        self.background: Signal = np.zeros(0, np.float32)

    async def __call__(self, ends: Ends, wire: TwilioAgent) -> None:
        loop = asyncio.get_running_loop()
        started = False
        last = 0.0
        while (message := await ends.to_agent.get()) is not None:
            for event in wire.receive(message):
                if not isinstance(event, CallerAudio):
                    continue
                if not started:
                    started = True
                    self._send(ends, wire, sound(1000))
                loud = np.flatnonzero(np.abs(event.signal) > 0.01)
                if loud.size:
                    last = loop.time() + (int(loud[-1]) + 1) / RATE
                elif last and loop.time() - last >= ENDPOINT_S:
                    loop.call_at(last + self.after_ms / 1000, self._answer, ends, wire)
                    last = 0.0

    def _answer(self, ends: Ends, wire: TwilioAgent) -> None:
        self.turns -= 1
        self._send(ends, wire, self.answer)
        if not self.turns:
            # It hangs up when it has been heard.
            heard_s = len(self.answer) / RATE + 0.1
            asyncio.get_running_loop().call_later(heard_s, ends.to_caller.put_nowait, None)

    def _send(self, ends: Ends, wire: TwilioAgent, signal: Signal) -> None:
        for at in range(0, len(signal), RATE // 10):
            ends.to_caller.put_nowait(wire.audio(signal[at : at + RATE // 10]))


class Yields(Speaks):
    """Drops what it has sent when its caller has been loud for 200 ms."""

    async def __call__(self, ends: Ends, wire: TwilioAgent) -> None:
        outer = ends.to_agent
        loud = 0
        fed: asyncio.Queue[Message | None] = asyncio.Queue()
        inner = Ends()
        inner.to_agent, inner.to_caller = fed, ends.to_caller
        answering = asyncio.ensure_future(super().__call__(inner, wire))
        seen = TwilioAgent()
        while (message := await outer.get()) is not None:
            fed.put_nowait(message)
            for event in seen.receive(message):
                if isinstance(event, CallerAudio):
                    loud = loud + 1 if np.abs(event.signal).max() > 0.01 else 0
                    if loud == 10:
                        ends.to_caller.put_nowait(seen.clear())
        fed.put_nowait(None)
        await answering


def said(placed: LiveCall, speaker: str) -> list[Utterance]:
    return [u for u in fold(placed.record, placed.derivations).utterances if u.speaker == speaker]


def further_lines(count: int) -> tuple[Line, ...]:
    return tuple(Line(id=f"l{n}", say="And how is that?") for n in range(2, 2 + count))


def test_latencies_are_right_for_an_agent_that_sends_faster_than_real_time() -> None:
    """Placed by the bytes that came, they would be about a second too long, and the recording would drift."""
    what = scenario(*further_lines(9), longest_ms=150_000)
    placed = in_virtual_time(called_in_memory(what, Speaks(sound(3000))))
    caller, agent = said(placed, "caller"), said(placed, "agent")
    assert len(caller) == 10
    answers = [
        (u.start_ms or 0) - max(c.end_ms or 0 for c in caller if (c.end_ms or 0) < (u.start_ms or 0))
        for u in agent[1:]
    ]
    assert len(answers) == 10
    assert all(795 <= ms <= 805 for ms in answers), answers
    # As long as it is heard, and not as long as it took to send.
    assert all(abs((u.end_ms or 0) - (u.start_ms or 0) - 3000) <= 5 for u in agent[1:])


def test_an_agent_that_has_sent_all_of_it_and_plays_on_did_not_yield() -> None:
    """Nine and a half seconds are sent at once, and the caller breaks in after three: whatever the agent's own log says, it is heard."""
    over = Line(id="l2", when=Moment(kind="agent_speaking", ms=3000), act="interruption", say="Wait, listen!")
    what = scenario(over, longest_ms=40_000)
    placed = in_virtual_time(called_in_memory(what, Speaks(sound(9500))))
    answer = said(placed, "agent")[1]
    (act,) = (e for e in placed.record.events if e.type == "caller.began" and e.act == "l2")
    assert act.ms - (answer.start_ms or 0) == pytest.approx(3000, abs=5)
    assert (answer.end_ms or 0) - act.ms >= 6500 - 10
    assert not [e for e in placed.record.events if e.type == "speech.cut" and e.ms < (answer.end_ms or 0)]
    captured = score(placed.record, what, placed.derivations).to_json()["axes"]["captured"]
    # Its next answer is sent behind this one.
    assert (captured["status"], captured["reason"]) == (
        "fail",
        "the agent spoke on for 16000 ms after it was interrupted",
    )


@pytest.mark.parametrize("heard_ms", [1000, 100])
def test_an_agent_that_drops_what_it_has_sent_was_heard_to_there(heard_ms: int) -> None:
    """Four seconds are sent, and broken off after one, or after a tenth of one: nothing that was dropped was heard."""
    over = Line(id="l2", when=Moment(kind="agent_speaking", ms=heard_ms), act="interruption", say="Wait!")
    what = scenario(over, longest_ms=30_000)
    placed = in_virtual_time(called_in_memory(what, Yields(sound(4000))))
    answer = said(placed, "agent")[1]
    assert answer.cut
    # The caller's first sound comes at that moment, and the agent listens for 200 ms.
    assert (answer.end_ms or 0) - (answer.start_ms or 0) == pytest.approx(heard_ms + 200, abs=45)


def test_a_reply_that_is_cut_after_100_ms_was_not_said() -> None:
    """It was sent whole, and a tenth of a second of it was played."""

    class Cuts(Speaks):
        def _answer(self, ends: Ends, wire: TwilioAgent) -> None:
            super()._answer(ends, wire)
            if self.turns == 9:
                asyncio.get_running_loop().call_later(0.1, ends.to_caller.put_nowait, wire.clear())

    class Words(Sounds):
        async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
            """A recogniser understands of a sentence what it got of it."""
            if rate_hz != RATE:
                return await super().hear(signal, rate_hz, language)
            return Transcript(CLAIM if len(signal) > RATE else "")

    what = scenario(longest_ms=20_000)
    placed = in_virtual_time(called_in_memory(what, Cuts(sound(4000), turns=10), speech=Words()))
    answer = said(placed, "agent")[1]
    assert answer.cut
    assert (answer.end_ms or 0) - (answer.start_ms or 0) == pytest.approx(100, abs=25)
    assert not answer.heard
    whole = in_virtual_time(called_in_memory(what, Speaks(sound(4000)), speech=Words()))
    assert said(whole, "agent")[1].heard == CLAIM


def test_an_agent_with_a_noise_under_its_voice_comes_to_an_end() -> None:
    """At -42 dBFS: by energy alone it would speak for ever, and the caller never."""

    class Noisy(Speaks):
        async def __call__(self, ends: Ends, wire: TwilioAgent) -> None:
            noise = np.random.default_rng(3).normal(0, 10 ** (-42 / 20), 25 * RATE).astype(np.float32)
            for at in (3, 9, 15):
                noise[at * RATE : (at + 2) * RATE] += sound(2000)
            frame = np.zeros(0, np.float32)
            frames = iter(np.split(noise, len(noise) // 160))
            # As a telephone line does it: a frame for a frame.
            while (message := await ends.to_agent.get()) is not None:
                if any(isinstance(event, CallerAudio) for event in wire.receive(message)):
                    self._send(ends, wire, next(frames, frame))

    what = scenario(*further_lines(2), longest_ms=25_000)
    placed = in_virtual_time(called_in_memory(what, Noisy(sound(10))))
    agent = said(placed, "agent")
    assert [round((u.start_ms or 0) / 1000) for u in agent] == [3, 9, 15]
    assert [round((u.end_ms or 0) / 1000) for u in agent] == [5, 11, 17]
    # And the caller has had a turn behind each.
    assert len(said(placed, "caller")) == 3


def test_a_tone_is_no_greeting() -> None:
    """A caller who takes the beep for the agent's words would wait for its end, and never speak first."""
    t = np.arange(10 * RATE) / RATE
    beep = (0.2 * np.sin(2 * np.pi * 425 * t)).astype(np.float32)

    class Beeps(Speaks):
        def _send(self, ends: Ends, wire: TwilioAgent, signal: Signal) -> None:
            super()._send(ends, wire, beep)

    placed = in_virtual_time(called_in_memory(scenario(longest_ms=12_000), Beeps(beep)))
    assert said(placed, "agent") == []
    result = score(placed.record, scenario(), placed.derivations).to_json()
    assert (result["status"], result["cause"]["name"]) == ("failed", "agent_error")
    assert result["reasons"][0] == "the agent never spoke"


def test_a_caller_that_understands_nothing_invents_nothing() -> None:
    class Deaf(Sounds):
        async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
            if rate_hz == RATE:
                raise RuntimeError("502 Bad Gateway")
            return await super().hear(signal, rate_hz, language)

    what = scenario(longest_ms=30_000)
    placed = in_virtual_time(called_in_memory(what, Speaks(sound(1000)), speech=Deaf()))
    # The line of the script, and no answer to words that nobody has heard.
    assert len(said(placed, "caller")) == 1
    assert all(u.heard is None for u in said(placed, "agent"))
    result = score(placed.record, what, placed.derivations).to_json()
    assert (result["status"], result["blame"]) == ("invalid", "recogniser")


def test_a_recogniser_that_cannot_check_our_own_lines_is_named_before_anybody_is_called() -> None:
    class Gone(Sounds):
        async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
            raise HarnessError("deepgram answered 502")

    placed = in_virtual_time(called_in_memory(scenario(), Speaks(sound(1000)), speech=Gone()))
    assert placed.late_ms == ()
    result = score(placed.record, scenario(), placed.derivations)
    assert (result.status, result.blame, result.crashed) == ("invalid", "recogniser", False)
    assert result.reasons == ("the recogniser failed: deepgram answered 502",)


def test_an_agent_s_platform_that_fails_at_connect_is_named_and_is_not_the_agent() -> None:
    def gateway(socket: ServerConnection, request: Request) -> Response:
        return socket.respond(HTTPStatus.BAD_GATEWAY, "no\n")

    async def nobody(socket: ServerConnection) -> None:
        return

    async def main() -> LiveCall:
        async with serve(nobody, "127.0.0.1", 0, process_request=gateway) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            peer = LivePeer(
                name="peer",
                wire=lambda scenario, seed, id: TelephonyFormat(CallIdentity.of(TWILIO, seed)),
                open=lambda id: WebSocket.open(f"ws://127.0.0.1:{port}/", within_s=5),
            )
            with Sounds() as speech:
                return await live_call(scenario(), peer, speech)

    placed = asyncio.run(main())
    result = score(placed.record, scenario(), placed.derivations).to_json()
    assert (result["status"], result["blame"]) == ("invalid", "platform")
    assert "502" in result["reasons"][0]


def test_an_agent_that_takes_the_call_and_never_joins_has_failed() -> None:
    async def absent(ends: Ends, wire: TwilioAgent) -> None:
        while await ends.to_agent.get() is not None:
            pass

    what = scenario(longest_ms=20_000)
    placed = in_virtual_time(called_in_memory(what, absent))
    result = score(placed.record, what, placed.derivations).to_json()
    assert (result["status"], result["reasons"][0]) == ("failed", "the agent never spoke")


@pytest.mark.parametrize(
    ("agent", "hangs_up"),
    [
        ("Shall I change the quantity of order 4821 to 3?", False),
        ("Say goodbye to high prices with our new plan!", False),
        ("We never say goodbye without a smile. What is the order number?", False),
        ("Thank you for calling. Goodbye!", True),
    ],
)
def test_only_a_farewell_ends_a_call(agent: str, hangs_up: bool) -> None:
    caller = ScriptedCaller(scenario())
    caller.wants("main", GOAL.arguments)
    reply = caller.reply(agent, {"main": GOAL.arguments})
    assert (reply is not None and reply.hangs_up) is hangs_up


def test_a_caller_who_agrees_stays_on_the_line() -> None:
    """Whoever says "yes, go ahead" waits for what comes of it."""
    caller = ScriptedCaller(scenario())
    caller.wants("main", GOAL.arguments)
    reply = caller.reply("So that is 3 of order 4821, is that right?", {"main": GOAL.arguments})
    assert reply is not None
    assert reply.text == "Yes, please."
    assert not reply.hangs_up


def test_an_act_hangs_on_what_happens_and_is_not_applied_where_it_does_not() -> None:
    """An interruption that was to fire while the agent spoke, and the agent had not begun: never "survived"."""
    over = Line(id="l2", when=Moment(kind="agent_speaking", ms=2500), act="interruption", say="Hang on!")
    what = scenario(over, longest_ms=20_000)
    # Its answers are shorter than that.
    placed = in_virtual_time(called_in_memory(what, Speaks(sound(1200))))
    assert not [e for e in placed.record.events if e.type == "caller.began" and e.act == "l2"]
    result = score(placed.record, what, placed.derivations).to_json()
    assert result["status"] != "passed"
    # And where they are longer, it comes at its moment.
    placed = in_virtual_time(called_in_memory(what, Speaks(sound(5000))))
    (act,) = (e for e in placed.record.events if e.type == "caller.began" and e.act == "l2")
    answer = next(u for u in said(placed, "agent")[1:])
    assert act.ms - (answer.start_ms or 0) == pytest.approx(2500, abs=5)


def test_what_is_left_of_a_held_up_line_is_on_the_clock_all_the_same() -> None:
    """Frames that were given up leave a hole of their own length in the recording, and what comes after is where it was heard."""
    what = replace(scenario(longest_ms=9_000))

    class Blocks(Speaks):
        async def __call__(self, ends: Ends, wire: TwilioAgent) -> None:
            import time

            loop = asyncio.get_running_loop()
            began = 0.0
            sent: asyncio.TimerHandle | None = None
            while (message := await ends.to_agent.get()) is not None:
                for event in wire.receive(message):
                    if isinstance(event, CallerAudio) and not began:
                        began = loop.time()
                        # For 0.7 s nothing runs in this process.
                        loop.call_at(began + 0.5, time.sleep, 0.7)
                        sent = loop.call_at(began + 2.0, self._send, ends, wire, sound(500))
                        loop.call_at(began + 3.5, ends.to_caller.put_nowait, None)
            assert sent is not None

    placed = asyncio.run(called_in_memory(what, Blocks(sound(500))))
    own = placed.record.header.harness
    assert own is not None
    assert 25 <= own.frames_lost <= 40
    assert abs(own.recording_drift_ms) <= 25
    (utterance,) = said(placed, "agent")
    assert utterance.start_ms == pytest.approx(2000, abs=60)
    result = score(placed.record, what, placed.derivations).to_json()
    assert (result["status"], result["blame"]) == ("invalid", "harness")
    assert "never sent" in result["reasons"][0]
