"""Changing the sample rate, of a whole recording or of a stream."""

from __future__ import annotations

from typing import cast

import numpy as np
import soxr

from callproof.audio.pcm import Signal


def resample(signal: Signal, from_hz: int, to_hz: int) -> Signal:
    """A whole recording at another rate; its length in time stays the same to within a sample."""
    if from_hz == to_hz:
        return signal
    return cast("Signal", soxr.resample(signal, from_hz, to_hz))


class Resampler:
    """A stream at another rate.

    One for each direction of each call: a filter that starts anew with every piece makes a click at every seam, and clicks set off
    speech detectors. What comes out lags behind by the filter's length; `flush` gives the rest.
    """

    def __init__(self, from_hz: int, to_hz: int) -> None:
        self._stream = None if from_hz == to_hz else soxr.ResampleStream(from_hz, to_hz, 1, dtype="float32")

    def feed(self, signal: Signal) -> Signal:
        if self._stream is None:
            return signal
        return cast("Signal", self._stream.resample_chunk(signal))

    def flush(self) -> Signal:
        """What is still inside; nothing may be fed after it."""
        if self._stream is None:
            return np.zeros(0, np.float32)
        return cast("Signal", self._stream.resample_chunk(np.zeros(0, np.float32), last=True))
