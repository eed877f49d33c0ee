"""Other sample rates."""

from __future__ import annotations

from itertools import pairwise

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


@pytest.mark.parametrize("rates", [(8000, 16_000), (24_000, 16_000), (16_000, 8000), (22_050, 8000)])
def test_a_stream_is_there_almost_at_once(rates: tuple[int, int]) -> None:
    # Whoever listens in frames of 20 ms hears each within 5 ms of its end.
    signal, frame = tone(rates[0]), rates[0] // 50
    stream = Resampler(*rates)
    out = 0
    for end in range(frame, len(signal) + 1, frame):
        out += len(stream.feed(signal[end - frame : end]))
        assert 1.0 <= (end / rates[0] - out / rates[1]) * 1000 <= 5.0


def test_pieces_of_any_length_make_the_same_stream() -> None:
    signal = tone(8000)
    whole, pieces = Resampler(8000, 24_000), Resampler(8000, 24_000)
    cuts = [0, 1, 2, 3, 40, 41, 41, 500, 8000]
    there = np.concatenate([pieces.feed(signal[a:b]) for a, b in pairwise(cuts)] + [pieces.flush()])
    assert np.abs(there - np.concatenate([whole.feed(signal), whole.flush()])).max() < 1e-6
    assert len(Resampler(8000, 16_000).flush()) == 0


@pytest.mark.parametrize("rates", [(16_000, 8000), (24_000, 16_000), (8000, 16_000)])
def test_a_stream_holds_what_the_lower_rate_can_hold_and_nothing_else(rates: tuple[int, int]) -> None:
    lower = min(rates)
    for hz, left in ((lower * 0.42, 1.0), (lower * 0.58, 0.0)):
        if hz < rates[0] / 2:
            stream = Resampler(*rates)
            there = stream.feed(tone(rates[0], hz))[1000:-1000]
            assert np.sqrt(2 * np.mean(there**2)) == pytest.approx(left, abs=0.003)
    if rates[0] < rates[1]:
        # No image of a tone above what the lower rate can hold.
        there = Resampler(*rates).feed(tone(rates[0], 3000))[1000:9000]
        spectrum = np.abs(np.fft.rfft(there * np.hanning(len(there))))
        assert spectrum[len(spectrum) * lower // rates[1] + 200 :].max() < spectrum.max() * 1e-3


def test_what_the_lower_rate_cannot_hold_is_gone() -> None:
    assert np.abs(resample(tone(16_000, 6000), 16_000, 8000)[500:-500]).max() < 0.001
