"""Samples and their levels."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Signal: TypeAlias = npt.NDArray[np.float32]

_FULL_SCALE = 32768.0
# What digital silence counts as, instead of minus infinity.
SILENCE_DBFS = -120.0
_FRAME_MS = 20


def from_int16(data: bytes) -> Signal:
    """Signed 16-bit little-endian samples as a signal. Raises ValueError for half a sample."""
    if len(data) % 2:
        raise ValueError(f"{len(data)} bytes are no whole number of 16-bit samples")
    return np.frombuffer(data, "<i2").astype(np.float32) / np.float32(_FULL_SCALE)


def to_int16(signal: Signal) -> bytes:
    """A signal as signed 16-bit little-endian samples, rounded; what is beyond full scale is clipped."""
    scaled = np.rint(signal.astype(np.float64) * _FULL_SCALE)
    return np.clip(scaled, -32768, 32767).astype("<i2").tobytes()


def frame_samples(rate_hz: int, ms: int = _FRAME_MS) -> int:
    """Samples of a frame. Raises ValueError when that is no whole number."""
    samples, rest = divmod(rate_hz * ms, 1000)
    if rest:
        raise ValueError(f"{ms} ms at {rate_hz} Hz are no whole number of samples")
    return samples


def silence(ms: int, rate_hz: int) -> Signal:
    return np.zeros(round(ms * rate_hz / 1000), np.float32)


def is_silent(signal: Signal) -> bool:
    """Whether every sample is zero."""
    return not np.count_nonzero(signal)


def dbfs(signal: Signal) -> float:
    """The root mean square level; a full-scale sine is -3.01 dBFS. `SILENCE_DBFS` for nothing at all."""
    if not signal.size:
        return SILENCE_DBFS
    power = float(np.mean(np.square(signal, dtype=np.float64)))
    return max(10 * np.log10(power), SILENCE_DBFS) if power > 0 else SILENCE_DBFS


def speech_dbfs(signal: Signal, rate_hz: int) -> float:
    """The level of the speech in a recording, its pauses left out.

    The mean power of the 20 ms frames that are within 25 dB of the loudest (95th percentile), as ITU-T P.56 does it in
    essence: a pause between two words does not make a voice quieter.
    """
    levels = frame_powers(signal, rate_hz)
    if not levels.size or not levels.any():
        return SILENCE_DBFS
    loud = np.percentile(levels, 95)
    active = levels[levels >= loud * 10 ** (-25 / 10)]
    return max(float(10 * np.log10(active.mean())), SILENCE_DBFS)


def frame_powers(signal: Signal, rate_hz: int, ms: int = _FRAME_MS) -> npt.NDArray[np.float64]:
    """Mean power of each whole frame."""
    samples = max(1, round(rate_hz * ms / 1000))
    whole = signal[: len(signal) // samples * samples].reshape(-1, samples)
    powers: npt.NDArray[np.float64] = np.mean(np.square(whole, dtype=np.float64), axis=1)
    return powers


def gain(signal: Signal, db: float) -> Signal:
    return signal * np.float32(10 ** (db / 20))


def at_level(signal: Signal, level_dbfs: float, rate_hz: int) -> Signal:
    """The signal with its speech at a level; silence stays silence."""
    now = speech_dbfs(signal, rate_hz)
    return signal if now <= SILENCE_DBFS else gain(signal, level_dbfs - now)


def mix(*signals: Signal) -> Signal:
    """The sum, as long as the longest."""
    out = np.zeros(max((len(s) for s in signals), default=0), np.float32)
    for signal in signals:
        out[: len(signal)] += signal
    return out
