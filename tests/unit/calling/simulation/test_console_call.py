"""A call over LiveKit's console, in virtual time: pauses that become interruptions or do not, texts that come afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from callproof.audio.pcm import Signal
from callproof.calling.simulation.live import LiveCall, LivePeer, live_call
from callproof.calling.simulation.tools import ToolDesk
from callproof.calling.wire import protobuf
from callproof.calling.wire.livekit_console import (
    AUDIO_OUTPUT,
    CALLER_AUDIO,
    CLEAR,
    EVENT,
    FINISHED,
    FLUSH,
    LiveKitConsole,
    audio_frame,
    framed,
)
from callproof.evidence.call import Call, fold
from callproof.evidence.validation import validate
from callproof.scenario.model import Fault, Line
from callproof.scenario.moments import Moment
from tests.unit.calling.simulation.lines import Ends, Sounds, in_virtual_time, sound
from tests.unit.calling.simulation.shop import events, scenario

RATE = CALLER_AUDIO.rate_hz
LISTENING, SPEAKING = 2, 4
TEXT = "I have shipped order 4821. Is there anything else?"


def says(signal: Signal) -> bytes:
    size = RATE * 36 // 1000
    pieces = [signal[at : at + size] for at in range(0, len(signal), size)]
    return b"".join(framed(AUDIO_OUTPUT, audio_frame(CALLER_AUDIO.encode(piece), RATE)) for piece in pieces)


def state(old: int, new: int) -> bytes:
    return framed(EVENT, protobuf.write((10, protobuf.write((1, old), (2, new)))))


def item(text: str, *, interrupted: bool = False) -> bytes:
    said = protobuf.write((1, "item_1"), (2, 3), (3, protobuf.write((1, text))), (4, int(interrupted)))
    return framed(EVENT, protobuf.write((12, protobuf.write((1, protobuf.write((1, said)))))))


def tool_started(call: str, name: str) -> bytes:
    function = protobuf.write((2, call), (3, '{"order_number": "4821"}'), (4, name))
    started = protobuf.write((1, protobuf.write((1, function))))
    return framed(EVENT, protobuf.write((22, started)))


def tool_ended(call: str) -> bytes:
    ended = protobuf.write((2, call), (3, "rain"), (4, 1))
    return framed(EVENT, protobuf.write((22, protobuf.write((4, ended)))))


@dataclass
class Session:
    """Sends what it is given, each at its ms of the call, and hangs up at the end; `played` is when it was told so."""

    script: Sequence[tuple[int, bytes]]
    played: list[int] = field(default_factory=list)

    async def run(self, ends: Ends) -> None:
        loop = asyncio.get_running_loop()
        ends.to_caller.put_nowait(state(0, LISTENING))
        await ends.to_agent.get()
        began = loop.time()
        heard = asyncio.ensure_future(self._hear(ends, began))
        for ms, message in self.script:
            await asyncio.sleep(began + ms / 1000 - loop.time())
            ends.to_caller.put_nowait(message)
        await asyncio.sleep(2)
        ends.to_caller.put_nowait(None)
        await heard

    async def _hear(self, ends: Ends, began: float) -> None:
        while (message := await ends.to_agent.get()) is not None:
            if message == framed(FINISHED, b""):
                self.played.append(round((asyncio.get_running_loop().time() - began) * 1000))


def called(
    *script: tuple[int, bytes], line: Line | None = None, late_ms: int | None = None
) -> tuple[LiveCall, Session]:
    """`line` is what the caller does after the request. With `late_ms` a tool is used before the call, and answers so late."""
    faults = () if late_ms is None else (Fault(tool="set_quantity", kind="delay", ms=late_ms),)

    def opened(id: str, desk: ToolDesk, *_: object) -> Callable[[], None]:
        if late_ms is not None:
            desk.send(desk.build("set_quantity", {"order_number": "4821", "quantity": 3}, None), None)
        return lambda: None

    session = Session(script)

    async def main() -> LiveCall:
        ends = Ends()
        task = asyncio.ensure_future(session.run(ends))

        async def open_(id: str) -> Ends:
            return ends

        peer = LivePeer(
            name="console",
            wire=lambda scenario, seed, id: LiveKitConsole(),
            open=open_,
            desk_opened=opened,
        )
        with Sounds() as voices:
            call = await live_call(scenario(*([] if line is None else [line]), faults=faults), peer, voices)
        await task
        return call

    call = in_virtual_time(main())
    assert validate(call.record) == []
    return call, session


def of_agent(call: LiveCall) -> list[tuple[int, int, str | None, bool]]:
    folded: Call = fold(call.record, call.derivations)
    return [
        (u.start_ms or 0, u.end_ms or 0, u.said, u.cut) for u in folded.utterances if u.speaker == "agent"
    ]


def near(got: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """The same, times within 25 ms."""
    return len(got) == len(wanted) and all(
        abs(a - b) <= 25 if isinstance(b, int) and not isinstance(b, bool) else a == b
        for a, b in zip(got, wanted, strict=True)
    )


SPOKEN = says(sound(2000, RATE)) + framed(FLUSH, b"")


def test_a_pause_that_becomes_an_interruption_ends_its_speech_where_it_paused() -> None:
    call, session = called(
        (1000, state(LISTENING, SPEAKING) + SPOKEN),
        (1800, state(SPEAKING, LISTENING)),
        # Long after the silence would have ended it.
        (3200, framed(CLEAR, b"") + item("I have shipped order 4821.", interrupted=True)),
    )
    (utterance,) = of_agent(call)
    assert near(utterance, (1000, 1800, "I have", True))
    # It never hears that it was heard.
    assert session.played == []


def test_a_pause_that_was_for_nothing_goes_on_where_it_stopped() -> None:
    call, session = called(
        (1000, state(LISTENING, SPEAKING) + SPOKEN),
        (1800, state(SPEAKING, LISTENING)),
        (3200, state(LISTENING, SPEAKING)),
        (4420, item(TEXT)),
    )
    first, second = of_agent(call)
    assert near(first[:2], (1000, 1800))
    assert near(second[:2], (3200, 4400))
    assert (first[3], second[3]) == (False, False)
    assert f"{first[2]} {second[2]}" == TEXT
    (played,) = session.played
    assert 4380 <= played <= 4440


def test_a_short_pause_is_a_pause_in_one_utterance() -> None:
    call, _ = called(
        (1000, state(LISTENING, SPEAKING) + SPOKEN),
        (1800, state(SPEAKING, LISTENING)),
        (2100, state(LISTENING, SPEAKING)),
        (3320, item(TEXT)),
    )
    (utterance,) = of_agent(call)
    assert near(utterance, (1000, 3300, TEXT, False))


def test_a_text_that_comes_afterwards_is_that_of_the_speech_before_it() -> None:
    call, _ = called(
        (1000, state(LISTENING, SPEAKING) + SPOKEN),
        (3020, item(TEXT) + state(SPEAKING, LISTENING)),
        (6000, state(LISTENING, SPEAKING) + SPOKEN),
        (8020, item("Goodbye.") + state(SPEAKING, LISTENING)),
    )
    assert [said for _, _, said, _ in of_agent(call)] == [TEXT, "Goodbye."]


def test_a_tool_of_the_world_is_seen_where_it_arrives_and_another_as_it_is_told() -> None:
    told = tool_started("call_1", "find_order") + tool_started("call_2", "weather")
    call, _ = called((1000, told + tool_ended("call_3")))
    assert [(event.call, event.name) for event in events(call.record, "tool.sent")] == [
        ("agent:call_2", "weather")
    ]
    # The end of a call that was never made is no fault of ours, and none of a call's.
    assert not events(call.record, "tool.returned")
    assert not events(call.record, "line.error")


SOON = Moment(kind="silence", ms=500)


def test_a_key_that_the_protocol_has_no_message_for_is_nobody_s_failure() -> None:
    call, _ = called((20_000, state(0, LISTENING)), line=Line(id="l2", when=SOON, act="key_press", keys="1"))
    assert [(event.by, event.message) for event in events(call.record, "line.error")] == [
        ("platform", "no key can be pressed over this connection: its protocol has no message for it")
    ]


def test_a_noise_may_be_longer_than_what_it_is_made_of() -> None:
    """The loops of noise are half a minute long."""
    noise = Line(id="l2", when=SOON, act="noise", sound="white", ms=31_000)
    call, _ = called((50_000, state(0, LISTENING)), line=noise)
    began = [event.ms for event in events(call.record, "caller.began") if event.act == "l2"]
    ended = [event.ms for event in events(call.record, "caller.ended") if event.act == "l2"]
    assert [end - start for start, end in zip(began, ended, strict=True)] == [pytest.approx(31_000, abs=40)]


@pytest.mark.parametrize(
    ("late_ms", "errors"),
    [
        (70_000, []),
        (200_000, [("harness", "HarnessError: tool calls were still under way 60 s after the call")]),
    ],
)
def test_a_tool_call_may_go_on_for_a_minute_after_the_call(
    late_ms: int, errors: list[tuple[str, str]]
) -> None:
    call, _ = called((20_000, state(0, LISTENING)), late_ms=late_ms)
    assert [(event.by, event.message) for event in events(call.record, "line.error")] == errors
