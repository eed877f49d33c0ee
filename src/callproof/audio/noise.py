"""Noises that calls are made in: made from a seed, endless, at unit power.

Each is made once, as a loop of half a minute without a seam, and read from a random place: what is computed while a call runs is
a slice. The shapes are made in the frequency domain, which is why the ends meet.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from callproof.audio.pcm import Signal

NoiseKind: TypeAlias = Literal["white", "pink", "babble", "street", "hum"]
Curve: TypeAlias = npt.NDArray[np.float64]
NOISE_KINDS: tuple[NoiseKind, ...] = get_args(NoiseKind)

_LOOP_S = 30
_TALKERS = 8
# Centres of the first three resonances of a throat, and how wide they are.
_FORMANTS_HZ = ((500, 180), (1500, 300), (2500, 400))
_MAINS_HZ = 50.0


@lru_cache(maxsize=16)
def loop(kind: NoiseKind, rate_hz: int) -> Signal:
    """Half a minute of a noise with a root mean square of 1, whose end goes on into its start."""
    rng = np.random.default_rng([NOISE_KINDS.index(kind), rate_hz])
    samples = _LOOP_S * rate_hz
    made = _MAKERS[kind](samples, rate_hz, rng)
    made -= made.mean()
    signal: Signal = (made / np.sqrt(np.mean(made**2))).astype(np.float32)
    signal.flags.writeable = False
    return signal


def _white(samples: int, rate_hz: int, rng: np.random.Generator) -> Curve:
    return rng.standard_normal(samples)


def _shaped(samples: int, rate_hz: int, rng: np.random.Generator, power: Curve) -> Curve:
    """White noise with a given power over the frequencies of `np.fft.rfftfreq`."""
    spectrum = np.fft.rfft(rng.standard_normal(samples))
    shaped: Curve = np.fft.irfft(spectrum * np.sqrt(power), samples)
    return shaped


def _frequencies(samples: int, rate_hz: int) -> Curve:
    return np.fft.rfftfreq(samples, 1 / rate_hz).astype(np.float64)


def _pink(samples: int, rate_hz: int, rng: np.random.Generator) -> Curve:
    # As much power in every octave, from 20 Hz on.
    return _shaped(samples, rate_hz, rng, 1 / np.maximum(_frequencies(samples, rate_hz), 20))


def _envelope(samples: int, rate_hz: int, rng: np.random.Generator, low_hz: float, high_hz: float) -> Curve:
    """A positive, wandering loudness that changes between these rates."""
    frequencies = _frequencies(samples, rate_hz)
    slow = _shaped(
        samples, rate_hz, rng, ((frequencies >= low_hz) & (frequencies <= high_hz)).astype(np.float64)
    )
    loudness: Curve = np.exp(slow / slow.std())
    return loudness


def _babble(samples: int, rate_hz: int, rng: np.random.Generator) -> Curve:
    """Several people at once: throats of different length, syllables at two to six a second."""
    frequencies = _frequencies(samples, rate_hz)
    total = np.zeros(samples)
    for _ in range(_TALKERS):
        size = rng.uniform(0.85, 1.2)
        power = np.zeros_like(frequencies)
        for centre, width in _FORMANTS_HZ:
            power += np.exp(-0.5 * ((frequencies - centre * size) / width) ** 2) / centre
        total += _shaped(samples, rate_hz, rng, power) * _envelope(samples, rate_hz, rng, 2, 6)
    return total


def _street(samples: int, rate_hz: int, rng: np.random.Generator) -> Curve:
    """A rumble that swells and fades as cars pass, over the hiss of tyres."""
    frequencies = _frequencies(samples, rate_hz)
    rumble = _shaped(samples, rate_hz, rng, 1 / np.maximum(frequencies, 30) ** 2)
    hiss = _shaped(samples, rate_hz, rng, np.exp(-0.5 * ((frequencies - 1000) / 500) ** 2))
    passing = _envelope(samples, rate_hz, rng, 0.05, 0.4)
    street: Curve = rumble / rumble.std() + 0.15 * passing * hiss / hiss.std()
    return street


def _hum(samples: int, rate_hz: int, rng: np.random.Generator) -> Curve:
    """Mains hum with its odd harmonics strongest; the mains wander by a few hundredths of a hertz."""
    time = np.arange(samples) / rate_hz
    drift = 0.03 * _LOOP_S * np.sin(2 * np.pi * time / _LOOP_S) / (2 * np.pi)
    total = np.zeros(samples)
    for harmonic in range(1, 13):
        level = (1.0 if harmonic % 2 else 0.4) / harmonic
        phase = rng.uniform(0, 2 * np.pi)
        total += level * np.sin(2 * np.pi * harmonic * (_MAINS_HZ * time + drift) + phase)
    return total


_MAKERS = {"white": _white, "pink": _pink, "babble": _babble, "street": _street, "hum": _hum}
