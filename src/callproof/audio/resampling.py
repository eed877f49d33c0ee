"""Changing the sample rate, of a whole recording or of a stream."""

from __future__ import annotations

from functools import cache
from math import ceil, gcd
from typing import cast

import numpy as np
import soxr

from callproof.audio.pcm import Signal


def resample(signal: Signal, from_hz: int, to_hz: int) -> Signal:
    """A whole recording at another rate; its length in time stays the same to within a sample."""
    if from_hz == to_hz:
        return signal
    return cast("Signal", soxr.resample(signal, from_hz, to_hz))


# Samples of the lower rate on either side of what comes out: 4 ms at 8 kHz.
_REACH = 32
_WINDOW = 8.0
# Of the band that the lower rate holds; the rest is where the filter falls off.
_PASSED = 0.95
_AT_ONCE = 8192


class Resampler:
    """A stream at another rate.

    One for each direction of each call: a filter that starts anew with every piece makes a click at every seam, and clicks set off
    speech detectors. What comes out lags behind by half the filter's length, 32 samples of the lower rate, and no more: a library that
    works in blocks keeps up to 115 ms of telephone sound back. `flush` gives the rest.
    """

    def __init__(self, from_hz: int, to_hz: int) -> None:
        divisor = gcd(from_hz, to_hz)
        self._up, self._down = to_hz // divisor, from_hz // divisor
        self._filter = _filter(self._up, self._down)
        self._reach = self._filter.shape[1] // 2
        # Silence before the first sample, then what is still needed; `_first` is the place of its beginning among all samples.
        self._kept = np.zeros(self._reach - 1, np.float32)
        self._first = 1 - self._reach
        self._taken = 0
        self._given = 0

    def feed(self, signal: Signal) -> Signal:
        if self._up == self._down:
            return signal
        self._taken += len(signal)
        return self._through(signal)

    def flush(self) -> Signal:
        """What is still inside; nothing may be fed after it."""
        if self._up == self._down:
            return np.zeros(0, np.float32)
        left = ceil(self._taken * self._up / self._down) - self._given
        return self._through(np.zeros(self._reach + self._down, np.float32))[:left]

    def _through(self, signal: Signal) -> Signal:
        pieces = [self._piece(signal[at : at + _AT_ONCE]) for at in range(0, len(signal), _AT_ONCE)]
        return np.concatenate(pieces) if pieces else np.zeros(0, np.float32)

    def _piece(self, signal: Signal) -> Signal:
        self._kept = np.concatenate([self._kept, signal.astype(np.float32, copy=False)])
        # The last sample in reach of an output is `reach` behind the one at or before its place.
        known = self._first + len(self._kept) - self._reach
        count = max(ceil(known * self._up / self._down) - self._given, 0)
        if not count:
            return np.zeros(0, np.float32)
        places = (self._given + np.arange(count)) * self._down
        starts = places // self._up - self._reach + 1 - self._first
        around = np.lib.stride_tricks.sliding_window_view(self._kept, 2 * self._reach)[starts]
        found = np.einsum("nk,nk->n", around, self._filter[places % self._up])
        self._given += count
        done = max(self._given * self._down // self._up - self._reach + 1 - self._first, 0)
        self._kept, self._first = self._kept[done:], self._first + done
        return cast("Signal", found)


@cache
def _filter(up: int, down: int) -> Signal:
    """A windowed sinc by phase: what each of the samples around it has in an output that stands `phase / up` behind one of them."""
    lower = max(1.0, down / up)
    reach = ceil(_REACH * lower)
    behind = np.arange(up)[:, None] / up - np.arange(1 - reach, reach + 1)[None, :]
    place = np.clip(behind / reach, -1, 1)
    window = np.i0(_WINDOW * np.sqrt(1 - place**2)) / np.i0(_WINDOW)
    taps = np.sinc(behind * _PASSED / lower) * window
    return cast("Signal", (taps / taps.sum(axis=1, keepdims=True)).astype(np.float32))
