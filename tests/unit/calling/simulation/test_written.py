"""A caller who writes."""

from __future__ import annotations

from callproof.calling.simulation.clock import LoopClock, VirtualLoop
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.written import write_line


def test_a_line_is_there_at_once_and_at_its_moment() -> None:
    sent: list[tuple[int, str]] = []
    loop = VirtualLoop()
    clock = LoopClock(loop)
    log = Log(clock)

    async def main() -> None:
        await clock.sleep_until(1200)
        write_line(
            log,
            "c0",
            "Order four two eight one.",
            "Order 4281.",
            lambda text: sent.append((clock.now_ms(), text)),
        )

    loop.run_until_complete(main())
    loop.close()
    told = [(event.type, event.ms, getattr(event, "text", "")) for event in log.events]
    assert told == [
        ("speech.started", 1200, ""),
        ("speech.text", 1200, "Order four two eight one."),
        ("speech.text", 1200, "Order 4281."),
        ("speech.ended", 1200, ""),
    ]
    assert sent == [(1200, "Order 4281.")]
