"""How a line of the caller's gets to be understood before it is used."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import numpy as np
import pytest

from callproof.calling.simulation.caller_sound import in_one_go, spoken_clearly
from callproof.calling.simulation.recognition import OwnLine
from callproof.models.parts import Voice
from callproof.models.workers import Spoken

USUAL = Voice("alto", 1.2, pause_ms=300)


@pytest.mark.parametrize("patient", [False, True])
@pytest.mark.parametrize(
    ("whole", "values", "at_once", "in_patience", "problem"),
    [
        ({1.0}, {1.0}, 1.0, 1.0, None),
        ({0.93}, {0.93}, 0.93, 0.93, None),
        ({0.87}, {1.0, 0.87}, 1.0, 0.87, None),
        (set(), {0.93}, 0.93, 0.93, None),
        (set(), set(), 1.0, 1.0, "heard at 1.00"),
    ],
)
def test_a_line_is_said_at_the_first_rate_at_which_it_is_understood(
    whole: set[float],
    values: set[float],
    at_once: float,
    in_patience: float,
    problem: str | None,
    patient: bool,
) -> None:
    tried: list[Voice] = []

    async def speak(voice: Voice) -> Spoken:
        tried.append(voice)
        return Spoken(np.full(1, round(voice.speed / USUAL.speed, 2), np.float64), 8000)

    async def understood(spoken: Spoken) -> OwnLine:
        rate = float(spoken.signal[0])
        return OwnLine(None if rate in values else f"heard at {rate:.2f}", rate in whole)

    spoken, wrong = asyncio.run(spoken_clearly(speak, USUAL, understood, patient=patient))
    assert spoken.signal[0] == (in_patience if patient else at_once)
    assert wrong == problem
    assert {(voice.name, voice.pause_ms) for voice in tried} == {("alto", 300)}


def sound(ms: int, level: float = 0.3) -> np.ndarray:
    return np.full(8 * ms, level, np.float32)


def lengths(signal: np.ndarray) -> list[tuple[bool, int]]:
    """Sound (True) and silence in turn, with how many ms each lasts."""
    loud = np.abs(signal) > 0.01
    edges = [0, *(np.flatnonzero(np.diff(loud)) + 1), len(loud)]
    return [(bool(loud[a]), round((b - a) / 8)) for a, b in pairwise(edges)]


def test_between_two_sentences_a_person_pauses_for_half_a_second_at_most() -> None:
    line = np.concatenate([sound(200), sound(900, 0.0), sound(300), sound(400, 0.0), sound(100)])
    assert lengths(in_one_go(line, 8000)) == [
        (True, 200),
        (False, 500),
        (True, 300),
        (False, 400),
        (True, 100),
    ]
    # Whoever thinks for longer does, and silence alone is nobody's pause.
    assert lengths(in_one_go(line, 8000, pause_ms=250))[1] == (False, 750)
    assert lengths(in_one_go(line, 8000, pause_ms=1000)) == lengths(line)
    assert lengths(in_one_go(sound(900, 0.0), 8000)) == [(False, 900)]
