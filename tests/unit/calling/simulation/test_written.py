"""A caller who writes."""

from __future__ import annotations

import asyncio

from callproof.calling.simulation.clock import LoopClock, VirtualLoop
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.written import WritingCaller


def test_a_line_goes_out_when_it_would_have_been_said_and_may_be_broken_off() -> None:
    sent: list[tuple[int, str]] = []
    loop = VirtualLoop()
    clock = LoopClock(loop)
    log = Log(clock)
    caller = WritingCaller(
        log, clock, words_per_minute=165, seed="0", send=lambda text: sent.append((clock.now_ms(), text))
    )

    async def main() -> None:
        await caller.say("c0", "Order four two eight one.", "Order 4281.")
        caller.break_off()
        second = asyncio.create_task(caller.say("c1", "No, the other one.", "No, the other one."))
        await asyncio.sleep(0.1)
        second.cancel()
        caller.break_off()

    loop.run_until_complete(main())
    loop.close()
    told = [(event.type, getattr(event, "text", "")) for event in log.events]
    assert told == [
        ("speech.started", ""),
        ("speech.text", "Order four two eight one."),
        ("speech.text", "Order 4281."),
        ("speech.ended", ""),
        ("speech.started", ""),
        ("speech.text", "No, the other one."),
        ("speech.cut", ""),
        ("speech.ended", ""),
    ]
    ((ms, text),) = sent
    assert text == "Order 4281."
    assert ms == log.events[3].ms > 500
