"""Sounds that tests send, and what is common to looking at events."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from callproof.audio.pcm import Signal
from callproof.calling.wire.events import AgentAudio, Event, Events

E = TypeVar("E", bound=Event)


def tone(samples: int, *, hz: float = 400, rate_hz: int = 8000) -> Signal:
    return (0.3 * np.sin(2 * np.pi * hz * np.arange(samples) / rate_hz)).astype(np.float32)


def voice(ms: int, rate_hz: int) -> Signal:
    """A buzz of 150 Hz with the tilt of speech: 6 dB less in every octave."""
    n = np.arange(ms * rate_hz // 1000)
    buzz = sum(np.sin(2 * np.pi * hz * n / rate_hz + hz) * 150 / hz for hz in range(150, rate_hz // 2, 150))
    return np.asarray(0.1 * buzz, np.float32)


def only_audio(events: Events) -> AgentAudio:
    (event,) = events
    assert isinstance(event, AgentAudio)
    return event


def of_type(events: Events, type_: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, type_)]
