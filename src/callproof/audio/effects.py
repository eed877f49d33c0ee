"""What a telephone line does to a voice: effects that work frame by frame, while a call runs.

An effect says what happens; `Line` applies several of them, in the order given, to the frames of one direction. All chance comes
from the seed: the same seed and the same frames give the same samples, however the signal is cut into frames (packet loss and
jitter work in packets of 20 ms, so frames must be whole packets).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np

from callproof.audio.noise import NoiseKind, loop
from callproof.audio.pcm import Signal, frame_samples, gain

# The level of the caller's voice that a signal-to-noise ratio refers to.
NOMINAL_SPEECH_DBFS = -23.0
_BAND_HZ = (300.0, 3400.0)
_TAPS_MS = 8

# Takes a frame of the line's own direction and the frame that plays in the other one, gives the frame that arrives.
Process: TypeAlias = Callable[[Signal, Signal], Signal]


class Effect(Protocol):
    """An effect on a line: `start` gives what processes its frames."""

    def start(self, rate_hz: int, rng: np.random.Generator) -> Process: ...


class Line:
    """Effects on one direction of a call at one rate."""

    def __init__(self, effects: Sequence[Effect], rate_hz: int, *, seed: int) -> None:
        self._processes = [
            effect.start(rate_hz, np.random.default_rng([seed, number]))
            for number, effect in enumerate(effects)
        ]

    def feed(self, frame: Signal, other: Signal | None = None) -> Signal:
        """The frame as it arrives. `other` is what plays in the other direction at the time (silence where not given)."""
        if other is None:
            other = np.zeros(len(frame), np.float32)
        for process in self._processes:
            frame = process(frame, other)
        return frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """A noise under the voice, `snr_db` below speech of `speech_dbfs`."""

    kind: NoiseKind = "pink"
    snr_db: float = 15.0
    speech_dbfs: float = NOMINAL_SPEECH_DBFS

    def start(self, rate_hz: int, rng: np.random.Generator) -> Process:
        return _under(loop(self.kind, rate_hz), self.speech_dbfs - self.snr_db, rng)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SecondSpeaker:
    """Someone else talks in the room: a recording at the line's rate with a root mean square of 1, over and over."""

    voice: Signal
    snr_db: float = 15.0
    speech_dbfs: float = NOMINAL_SPEECH_DBFS

    def start(self, rate_hz: int, rng: np.random.Generator) -> Process:
        return _under(self.voice, self.speech_dbfs - self.snr_db, rng)


def _under(sound: Signal, level_dbfs: float, rng: np.random.Generator) -> Process:
    scaled = gain(sound, level_dbfs)
    at = int(rng.integers(len(scaled)))

    def process(frame: Signal, other: Signal) -> Signal:
        nonlocal at
        places = np.arange(at, at + len(frame))
        at = (at + len(frame)) % len(scaled)
        return frame + scaled.take(places, mode="wrap")

    return process


@dataclass(frozen=True, slots=True, kw_only=True)
class TelephoneBand:
    """Only 300 to 3400 Hz get through; the filter delays the voice by 4 ms."""

    low_hz: float = _BAND_HZ[0]
    high_hz: float = _BAND_HZ[1]

    def start(self, rate_hz: int, rng: np.random.Generator) -> Process:
        half = round(rate_hz * _TAPS_MS / 2000)
        n = np.arange(-half, half + 1)
        low, high = self.low_hz / rate_hz, min(self.high_hz / rate_hz, 0.5)
        taps = (2 * high * np.sinc(2 * high * n) - 2 * low * np.sinc(2 * low * n)) * np.hamming(len(n))
        before = np.zeros(len(taps) - 1, np.float32)

        def process(frame: Signal, other: Signal) -> Signal:
            nonlocal before
            whole = np.concatenate([before, frame])
            before = whole[len(whole) - len(before) :]
            return np.convolve(whole, taps, mode="valid").astype(np.float32)

        return process


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketLoss:
    """Packets of 20 ms that never arrive: `rate` of all of them, in bursts of `burst` on average.

    Two states, good and lost, as Gilbert has it (Bell System Technical Journal 39, 1960). `concealed` "repeat" plays the last packet
    again at half the level, "zeros" plays nothing.
    """

    rate: float = 0.03
    burst: float = 2.0
    concealed: Literal["zeros", "repeat"] = "zeros"

    def start(self, rate_hz: int, rng: np.random.Generator) -> Process:
        ends = 1 / self.burst
        begins = ends * self.rate / (1 - self.rate)
        lost = False

        def loses() -> bool:
            nonlocal lost
            lost = rng.random() >= ends if lost else rng.random() < begins
            return lost

        return _losing(rate_hz, loses, self.concealed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Jitter:
    """Packets that arrive late by `spread_ms` on average (exponentially); what is later than `buffer_ms` is as good as lost."""

    spread_ms: float = 20.0
    buffer_ms: float = 60.0

    def start(self, rate_hz: int, rng: np.random.Generator) -> Process:
        return _losing(rate_hz, lambda: bool(rng.exponential(self.spread_ms) > self.buffer_ms), "zeros")


def _losing(rate_hz: int, loses: Callable[[], bool], concealed: str) -> Process:
    packet = frame_samples(rate_hz)
    last = np.zeros(packet, np.float32)

    def process(frame: Signal, other: Signal) -> Signal:
        nonlocal last
        if len(frame) % packet:
            raise ValueError(f"a frame of {len(frame)} samples is no whole number of packets of {packet}")
        arrived = frame.copy()
        for start in range(0, len(frame), packet):
            piece = arrived[start : start + packet]
            if not loses():
                last = piece.copy()
            elif concealed == "repeat":
                last = last * np.float32(0.5)
                piece[:] = last
            else:
                piece[:] = 0
        return arrived

    return process


@dataclass(frozen=True, slots=True, kw_only=True)
class Echo:
    """The other side comes back, `delay_ms` later and `loss_db` weaker."""

    delay_ms: float = 150.0
    loss_db: float = 20.0

    def start(self, rate_hz: int, rng: np.random.Generator) -> Process:
        waiting = np.zeros(round(rate_hz * self.delay_ms / 1000), np.float32)

        def process(frame: Signal, other: Signal) -> Signal:
            nonlocal waiting
            line = np.concatenate([waiting, other])
            waiting = line[len(frame) :]
            return frame + gain(line[: len(frame)], -self.loss_db)

        return process


@dataclass(frozen=True, slots=True, kw_only=True)
class Clipping:
    """A microphone turned up too far: `over_db` more, and what is then beyond full scale is cut off."""

    over_db: float = 20.0

    def start(self, rate_hz: int, rng: np.random.Generator) -> Process:
        return lambda frame, other: np.clip(gain(frame, self.over_db), -1, 1).astype(np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A voice that is too far away, or too near."""

    db: float = -20.0

    def start(self, rate_hz: int, rng: np.random.Generator) -> Process:
        return lambda frame, other: gain(frame, self.db)
