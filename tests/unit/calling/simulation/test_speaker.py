"""Texts that come after their sound: where they are put in what is still to be played."""

from __future__ import annotations

import numpy as np
import pytest

from callproof.calling.simulation.speaker import Speaker


def sound(samples: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.full(samples, 0.5, np.float32)


def filled() -> tuple[Speaker, int]:
    """Two pieces of 100 samples, and the place of the second."""
    speaker = Speaker()
    speaker.put(sound(100))
    place = speaker.arrived
    speaker.put(sound(100))
    return speaker, place


def test_a_text_is_passed_with_the_first_sample_of_its_sound() -> None:
    speaker, place = filled()
    speaker.text_at(place, "second")
    assert speaker.play(100).texts == ()
    assert speaker.play(10).texts == ("second",)


@pytest.mark.parametrize(("played", "ago"), [(0, -100), (40, -60), (100, 0), (130, 30)])
def test_how_long_ago_a_sample_was_played(played: int, ago: int) -> None:
    speaker, place = filled()
    speaker.play(played)
    assert speaker.passed(place) == ago


def test_what_was_dropped_is_passed() -> None:
    speaker, place = filled()
    speaker.clear()
    assert speaker.passed(place) == 100
