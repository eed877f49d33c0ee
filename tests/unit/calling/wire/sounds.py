"""Sounds that tests send, and what is common to looking at events."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import numpy as np

from callproof.audio.pcm import Signal
from callproof.audio.resampling import resample
from callproof.calling.wire.events import AgentAudio, Event, Events
from callproof.models.hibari import Hibari
from callproof.models.parts import Voice

E = TypeVar("E", bound=Event)


def tone(samples: int, *, hz: float = 400, rate_hz: int = 8000) -> Signal:
    return (0.3 * np.sin(2 * np.pi * hz * np.arange(samples) / rate_hz)).astype(np.float32)


@cache
def speech() -> Signal:
    """A sentence of 5 s at 8 kHz, in the voice that comes with the package."""
    voice = Hibari()
    text = "Sure, I have changed the order to fifteen pieces. They should ship on Tuesday."
    return resample(voice.speak(text, Voice(name="alto")), voice.rate_hz, 8000)


def only_audio(events: Events) -> AgentAudio:
    (event,) = events
    assert isinstance(event, AgentAudio)
    return event


def of_type(events: Events, type_: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, type_)]
