"""An agent that sends more than any line takes: the call ends with that, and what it did to our own frames is its doing."""

from __future__ import annotations

import asyncio
import json
import time

from callproof.calling.simulation.live import LiveCall, LivePeer, live_call
from callproof.calling.simulation.reading import FLOOD
from callproof.calling.wire.dialects import TWILIO
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.evidence.validation import validate
from callproof.scoring.outcome.case import score
from tests.unit.calling.simulation.lines import Ends, Sounds, in_virtual_time
from tests.unit.calling.simulation.shop import scenario

STREAM = CallIdentity.of(TWILIO, "0:shop").stream
MARK = json.dumps({"event": "mark", "streamSid": STREAM, "mark": {"name": "m"}})
# The last frames before it go out in time.
BEGINS_S = 0.6


class Floods(Ends):
    """Marks, as many as are taken. `holds_s`: so long they keep everything else waiting, three times, in whatever reads them."""

    def __init__(self, holds_s: float) -> None:
        super().__init__()
        self._holds_s = holds_s
        self._sent = 0

    async def receive(self) -> str:
        if self._sent == 0:
            await asyncio.sleep(BEGINS_S)
        self._sent += 1
        if self._sent in (2000, 5000, 8000) and self._holds_s:
            time.sleep(self._holds_s)
        return MARK


async def placed(holds_s: float) -> LiveCall:
    async def dialled(id: str) -> Floods:
        return Floods(holds_s)

    peer = LivePeer(
        name="floods",
        wire=lambda scenario, seed, id: TelephonyFormat(CallIdentity.of(TWILIO, seed), TWILIO),
        open=dialled,
    )
    with Sounds() as speech:
        return await live_call(scenario(longest_ms=30_000), peer, speech)


def errors(call: LiveCall) -> list[tuple[str | None, str]]:
    return [(event.by, event.message) for event in call.record.events if event.type == "line.error"]


def test_a_flood_ends_the_call_at_once() -> None:
    call = in_virtual_time(placed(0))
    (ended,) = (event for event in call.record.events if event.type == "line.ended")
    assert (ended.by, ended.reason) == ("agent", "flood")
    assert abs(ended.ms - BEGINS_S * 1000) <= 40
    assert errors(call) == [("agent", FLOOD)]
    assert validate(call.record) == []


def test_what_a_flood_keeps_us_from_sending_is_no_fault_of_ours() -> None:
    call = asyncio.run(placed(0.8))
    assert errors(call) == [("agent", FLOOD)]
    harness = call.record.header.harness
    assert harness is not None
    # More than two seconds of frames came late or not at all; these had gone out before.
    assert abs(harness.frames - BEGINS_S * 50) <= 2
    assert harness.frames_lost == 0
    result = score(call.record, scenario(longest_ms=30_000), call.derivations)
    assert (result.status, result.blame, result.reasons[0]) == ("failed", None, FLOOD)
