"""Frames of ours that go out late: the record says how far an edge of the caller's may be from its place."""

from __future__ import annotations

import asyncio

import numpy as np

from callproof.calling.simulation.clock import VirtualLoop
from callproof.calling.wire.peer.events import CallerAudio
from callproof.calling.wire.peer.twilio import TwilioAgent
from callproof.evidence.call import Utterance, fold
from tests.unit.calling.simulation.lines import Ends, called_in_memory, in_virtual_time, sound
from tests.unit.calling.simulation.shop import scenario


def line_of_the_caller(held_up_s: float) -> Utterance:
    """Its first line, a second long, for whose last frames the machine has something else to do."""

    async def agent(ends: Ends, wire: TwilioAgent) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        greeted = held_up = False
        while (message := await ends.to_agent.get()) is not None:
            for event in wire.receive(message):
                if not isinstance(event, CallerAudio):
                    continue
                if not greeted:
                    greeted = True
                    ends.to_caller.put_nowait(wire.audio(sound(600)))
                if not held_up and np.abs(event.signal).max() > 0.01:
                    held_up = True
                    loop.call_later(0.95, loop.jump, held_up_s)

    placed = in_virtual_time(called_in_memory(scenario(longest_ms=8000), agent))
    return next(u for u in fold(placed.record, placed.derivations).utterances if u.speaker == "caller")


def test_an_end_is_as_uncertain_as_its_frame_was_late() -> None:
    in_time, late = line_of_the_caller(0.0), line_of_the_caller(0.1)
    assert in_time.end_ms == late.end_ms
    # A frame that is in time may be as far off as the found edge of a sound.
    assert in_time.uncertainty_ms == 5
    assert 50 <= late.uncertainty_ms <= 100
