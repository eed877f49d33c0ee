"""Other sample rates."""

from __future__ import annotations

import numpy as np
import pytest

from callproof.audio.pcm import Signal
from callproof.audio.resampling import Resampler, resample


def tone(rate_hz: int, hz: float = 440, seconds: float = 1.0) -> Signal:
    return np.sin(2 * np.pi * hz * np.arange(round(rate_hz * seconds)) / rate_hz).astype(np.float32)


@pytest.mark.parametrize("rates", [(8000, 16_000), (24_000, 8000), (48_000, 16_000), (16_000, 16_000)])
def test_a_tone_stays_the_tone(rates: tuple[int, int]) -> None:
    there = resample(tone(rates[0]), *rates)
    assert len(there) == rates[1]
    middle = slice(rates[1] // 4, rates[1] * 3 // 4)
    assert np.abs(there[middle] - tone(rates[1])[middle]).max() < 0.01


@pytest.mark.parametrize("rates", [(8000, 24_000), (24_000, 8000), (16_000, 8000), (8000, 8000)])
def test_a_stream_has_no_seams(rates: tuple[int, int]) -> None:
    signal = tone(rates[0])
    frame = rates[0] // 50
    stream = Resampler(*rates)
    parts = [stream.feed(signal[at : at + frame]) for at in range(0, len(signal), frame)]
    streamed = np.concatenate([*parts, stream.flush()])
    assert len(streamed) == rates[1]
    assert np.abs(streamed - resample(signal, *rates)).max() < 1e-3


def test_what_the_lower_rate_cannot_hold_is_gone() -> None:
    assert np.abs(resample(tone(16_000, 6000), 16_000, 8000)[500:-500]).max() < 0.001
