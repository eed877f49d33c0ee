"""Samples and levels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.audio import pcm


@given(st.lists(st.integers(-32768, 32767), max_size=50))
def test_sixteen_bits_come_back_as_they_were(samples: list[int]) -> None:
    data = np.array(samples, "<i2").tobytes()
    assert pcm.to_int16(pcm.from_int16(data)) == data


def test_beyond_full_scale_is_clipped() -> None:
    loud = np.array([1.5, -1.5, 1.0], np.float32)
    assert np.frombuffer(pcm.to_int16(loud), "<i2").tolist() == [32767, -32768, 32767]


def test_half_a_sample_is_refused() -> None:
    with pytest.raises(ValueError, match="3 bytes"):
        pcm.from_int16(b"abc")


def test_levels() -> None:
    sine = np.sin(2 * np.pi * 440 * np.arange(16_000) / 16_000).astype(np.float32)
    assert pcm.dbfs(sine) == pytest.approx(-3.01, abs=0.01)
    assert pcm.dbfs(pcm.gain(sine, -20)) == pytest.approx(-23.01, abs=0.01)
    assert pcm.dbfs(np.zeros(100, np.float32)) == pcm.dbfs(np.zeros(0, np.float32)) == -120
    # Half of it is a pause: the power halves, the level of the speech does not.
    paused = np.concatenate([sine, np.zeros(16_000, np.float32)])
    assert pcm.dbfs(paused) == pytest.approx(-6.02, abs=0.01)
    assert pcm.speech_dbfs(paused, 16_000) == pytest.approx(-3.01, abs=0.05)
    assert pcm.speech_dbfs(pcm.at_level(paused, -26, 16_000), 16_000) == pytest.approx(-26, abs=0.05)
    assert not pcm.at_level(np.zeros(1600, np.float32), -26, 16_000).any()


def test_frames_are_whole_samples() -> None:
    assert [pcm.frame_samples(rate) for rate in (8000, 16_000, 24_000, 48_000)] == [160, 320, 480, 960]
    with pytest.raises(ValueError, match="11025 Hz"):
        pcm.frame_samples(11_025, 10)


def test_mixing() -> None:
    one, two = np.ones(3, np.float32), np.full(5, 0.5, np.float32)
    assert pcm.mix(one, two).tolist() == [1.5, 1.5, 1.5, 0.5, 0.5]
    assert pcm.mix().size == 0
