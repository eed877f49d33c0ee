"""How a line of the caller's gets to be understood before it is used."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from callproof.calling.simulation.caller_sound import spoken_clearly
from callproof.models.parts import Voice
from callproof.models.workers import Spoken

USUAL = Voice("alto", 1.2, pause_ms=300)


@pytest.mark.parametrize(
    ("understood_at", "chosen", "problem"),
    [
        ({1.2, 1.116}, 1.2, None),
        ({1.116}, 1.116, None),
        ({1.284}, 1.284, None),
        (set(), 1.2, "heard at 1.200"),
    ],
)
def test_a_line_is_said_at_the_first_rate_at_which_it_is_understood(
    understood_at: set[float], chosen: float, problem: str | None
) -> None:
    tried: list[Voice] = []

    async def speak(voice: Voice) -> Spoken:
        tried.append(voice)
        return Spoken(np.full(1, voice.speed, np.float32), 8000)

    async def misspoken(spoken: Spoken) -> str | None:
        rate = float(spoken.signal[0])
        understood = any(abs(rate - speed) < 1e-4 for speed in understood_at)
        return None if understood else f"heard at {rate:.3f}"

    spoken, wrong = asyncio.run(spoken_clearly(speak, USUAL, misspoken))
    assert spoken.signal[0] == pytest.approx(chosen)
    assert wrong == problem
    assert {(voice.name, voice.pause_ms) for voice in tried} == {("alto", 300)}
