"""The line of a live call: what was asked for, made for this call's rate and voices."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from callproof.audio.effects import Echo, Effect
from callproof.audio.line_effects import effect_of
from callproof.audio.line_forms import LineEffect
from callproof.audio.noise import NoiseKind, loop
from callproof.audio.pcm import Signal, at_level, silence
from callproof.audio.resampling import resample
from callproof.calling.simulation.frames import FRAME_MS
from callproof.models.parts import Voice
from callproof.models.workers import SpeechWorkers

# What somebody else in the room says: nothing that could be meant for the agent, and no number.
_TALK = (
    "So I told her that the garden looks lovely, and she only laughed.",
    "They were sitting by the window and the little one would not stop singing.",
    "I never liked that film, the music was nice but the story made no sense.",
    "Then we walked along the river and it began to rain, of course.",
)
_PAUSE_MS = 600


async def effects_on(
    line: Sequence[LineEffect], speech: SpeechWorkers, caller: Voice, rate_hz: int
) -> list[Effect]:
    """The effects, in their order. A second speaker speaks with another voice than the caller's."""
    speaker = None
    if any(effect.name == "speaker" for effect in line):
        speaker = await _talk(speech, _other_than(caller), rate_hz)
    for effect in line:
        if effect.name == "noise":
            # Half a minute of it takes seconds to make, and other calls' frames would wait for it.
            await asyncio.to_thread(loop, cast("NoiseKind", effect.words["kind"]), rate_hz)
    return [_in_place(effect_of(effect, speaker)) for effect in line]


def _in_place(effect: Effect) -> Effect:
    """What the agent is heard to say in a frame is known when the frame is over, and gets onto the line with the next."""
    if isinstance(effect, Echo):
        return replace(effect, delay_ms=max(effect.delay_ms - FRAME_MS, 0.0))
    return effect


async def _talk(speech: SpeechWorkers, voice: Voice, rate_hz: int) -> Signal:
    pieces: list[Signal] = []
    for sentence in _TALK:
        spoken = await speech.speak(sentence, voice)
        pieces += [
            await asyncio.to_thread(resample, spoken.signal, spoken.rate_hz, rate_hz),
            silence(_PAUSE_MS, rate_hz),
        ]
    return at_level(np.concatenate(pieces), 0.0, rate_hz).astype(np.float32)


def _other_than(caller: Voice) -> Voice:
    return Voice("soprano" if caller.name == "tenor" else "tenor")


class Unsteady:
    """When messages leave over a line with jitter: each late by its own chance, and none before the one in front of it.

    What would be later than the buffer is lost (`audio.effects.Jitter` leaves a gap there), so nothing is later than that.
    """

    def __init__(self, jitter: LineEffect, seed: int) -> None:
        self._spread_s = jitter.numbers["spread_ms"] / 1000
        self._buffer_s = jitter.numbers["buffer_ms"] / 1000
        self._rng = np.random.default_rng([seed, len(jitter.name)])
        self._last = 0.0

    def leaves_at(self, now_s: float) -> float:
        """For a message that is ready now."""
        late = min(float(self._rng.exponential(self._spread_s)), self._buffer_s)
        self._last = max(self._last, now_s + late)
        return self._last
