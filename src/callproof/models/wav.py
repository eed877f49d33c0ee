"""Signals as WAV files in memory, and back."""

from __future__ import annotations

import io
import wave

import numpy as np
import soxr

from callproof.models.parts import Signal


def samples_of(signal: Signal, from_hz: int, to_hz: int) -> bytes:
    """16-bit little-endian samples at another rate."""
    signal = np.asarray(signal, np.float32)
    if from_hz != to_hz:
        signal = soxr.resample(signal, from_hz, to_hz)
    data: bytes = np.clip(np.rint(signal * 32768), -32768, 32767).astype("<i2").tobytes()
    return data


def signal_of(data: bytes) -> Signal:
    """A signal of such samples; half of one at the end is left out."""
    return np.frombuffer(data[: len(data) // 2 * 2], "<i2").astype(np.float32) / np.float32(32768)


def wav_of(signal: Signal, from_hz: int, to_hz: int) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(to_hz)
        out.writeframes(samples_of(signal, from_hz, to_hz))
    return file.getvalue()


def from_wav(data: bytes) -> tuple[Signal, int]:
    """The first channel and its rate. A length that the header only guesses at is not believed: pipes know none beforehand."""
    start = data.index(b"data", 12) + 8
    format = data.index(b"fmt ", 12) + 8
    channels = int.from_bytes(data[format + 2 : format + 4], "little")
    rate_hz = int.from_bytes(data[format + 4 : format + 8], "little")
    frame = 2 * channels
    return signal_of(data[start : start + (len(data) - start) // frame * frame])[::channels], rate_hz
