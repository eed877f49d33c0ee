"""The clock of one call."""

from __future__ import annotations

import asyncio

from callproof.calling.simulation.clock import LoopClock, VirtualLoop


def test_before_the_call_it_stands_at_0_and_waits_take_as_long_as_ever() -> None:
    loop = VirtualLoop()

    async def main() -> list[int]:
        clock = LoopClock(loop)
        await asyncio.sleep(1)
        clock.stand()
        seen = [clock.now_ms()]
        await clock.sleep_until(300)
        seen += [clock.now_ms(), round(loop.time() * 1000)]
        clock.restart(loop.time() + 0.02)
        seen.append(clock.now_ms())
        await clock.sleep_until(500)
        return [*seen, clock.now_ms(), round(loop.time() * 1000)]

    try:
        # 1.3 s on the loop's own time before the call, which begins 20 ms later.
        assert loop.run_until_complete(main()) == [0, 0, 1300, 0, 500, 1820]
    finally:
        loop.close()
