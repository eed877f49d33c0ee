"""A connection that stands and has nobody at its end: noticed by whoever reads from it, by whoever asks, and by both."""

from __future__ import annotations

import asyncio

import pytest

from callproof.calling.simulation.live import LiveCall, LivePeer, live_call
from callproof.calling.transport import HALF_OPEN
from callproof.calling.wire.dialects import TWILIO
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.scoring.outcome.case import score
from tests.unit.calling.simulation.lines import Ends, Sounds, in_virtual_time
from tests.unit.calling.simulation.shop import scenario


class Nobody(Ends):
    """It takes what is sent and is silent. `notices_ms`: how long after it was asked for a sign of life the connection itself gives up."""

    def __init__(self, notices_ms: int | None) -> None:
        super().__init__()
        self.broken_by: str | None = None
        self._notices_ms = notices_ms

    async def answers(self, within_s: float) -> bool:
        if self._notices_ms is not None:
            await asyncio.sleep(self._notices_ms / 1000)
            self.broken_by = HALF_OPEN
            self.to_caller.put_nowait(None)
            # Whoever reads is told first.
            await asyncio.sleep(0.001)
        return False


async def placed(notices_ms: int | None) -> LiveCall:
    async def dialled(id: str) -> Nobody:
        return Nobody(notices_ms)

    peer = LivePeer(
        name="nobody",
        wire=lambda scenario, seed, id: TelephonyFormat(CallIdentity.of(TWILIO, seed), TWILIO),
        open=dialled,
    )
    with Sounds() as speech:
        return await live_call(scenario(longest_ms=60_000), peer, speech)


@pytest.mark.parametrize("notices_ms", [None, 0, 500])
def test_it_is_named_once(notices_ms: int | None) -> None:
    call = in_virtual_time(placed(notices_ms))
    errors = [(e.by, e.message) for e in call.record.events if e.type == "line.error"]
    assert errors == [("agent", HALF_OPEN)]
    result = score(call.record, scenario(longest_ms=60_000), call.derivations)
    assert (result.status, result.reasons[0]) == ("failed", HALF_OPEN)
