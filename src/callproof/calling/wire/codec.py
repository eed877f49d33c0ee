"""How samples are written on a wire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from callproof.audio import g711, pcm
from callproof.audio.pcm import Signal

# `pcm16_be` is 16-bit PCM with the high byte first, as RTP has it (RFC 3551, L16).
Codec: TypeAlias = Literal["mulaw", "alaw", "pcm16", "pcm16_be"]


@dataclass(frozen=True, slots=True)
class Encoding:
    codec: Codec
    rate_hz: int

    @property
    def sample_bytes(self) -> int:
        return 1 if self.codec in ("mulaw", "alaw") else 2

    def encode(self, signal: Signal) -> bytes:
        if self.codec == "mulaw" or self.codec == "alaw":
            return g711.encode(signal, self.codec)
        data = pcm.to_int16(signal)
        return data if self.codec == "pcm16" else _swapped(data)

    def silence(self, samples: int) -> bytes:
        if self.codec == "mulaw" or self.codec == "alaw":
            return g711.SILENCE[self.codec] * samples
        return bytes(2 * samples)

    def decode(self, data: bytes) -> Signal:
        """Raises ValueError for half a sample."""
        if self.codec == "mulaw" or self.codec == "alaw":
            return g711.decode(data, self.codec)
        return pcm.from_int16(data if self.codec == "pcm16" else _swapped(data))

    def __str__(self) -> str:
        return f"{self.codec} at {self.rate_hz} Hz"


def _swapped(data: bytes) -> bytes:
    if len(data) % 2:
        raise ValueError(f"{len(data)} bytes are no whole number of 16-bit samples")
    return np.frombuffer(data, np.uint16).byteswap().tobytes()
