"""The caller's side of the sound: who speaks, with what voice, over what line, and how a line of theirs gets there."""

from __future__ import annotations

import zlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from callproof.audio.effects import NOMINAL_SPEECH_DBFS, Effect
from callproof.audio.pcm import Signal, at_level
from callproof.audio.resampling import resample
from callproof.calling.simulation.recognition import OwnLine
from callproof.calling.simulation.speech import USUAL_RATE
from callproof.evidence.events import Word
from callproof.models.parts import Voice
from callproof.models.workers import SpeechWorkers, Spoken
from callproof.scenario.model import Persona

# A voice that swallows a digit at one rate does not at another.
_RATES = (1.0, 0.93, 0.87, 1.07)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerSound:
    """Who speaks, with what voice, over what line. `seed` decides all chance in it. One who `writes` is silent on the line: each line
    goes to the agent in writing, when it would have been said."""

    persona: Persona
    speech: SpeechWorkers
    seed: str
    effects: Sequence[Effect] = ()
    writes: bool = False


def voice_of(persona: Persona) -> Voice:
    return Voice(persona.voice or "", persona.words_per_minute / USUAL_RATE, pause_ms=persona.pause_ms)


async def spoken_clearly(
    speak: Callable[[Voice], Awaitable[Spoken]],
    voice: Voice,
    understood: Callable[[Spoken], Awaitable[OwnLine]],
    *,
    patient: bool,
) -> tuple[Spoken, str | None]:
    """A line as it is understood, a little slower or faster if need be; where it never is, as the persona says it, and what was heard.

    With `patient` all its words have to come through, as far as they do at any rate; without, its values.
    """
    said: list[tuple[Spoken, OwnLine]] = []
    for rate in _RATES:
        spoken = await speak(replace(voice, speed=voice.speed * rate))
        line = await understood(spoken)
        if line.whole or (line.wrong is None and not patient):
            return spoken, None
        said.append((spoken, line))
    best, line = next((one for one in said if one[1].wrong is None), said[0])
    return best, line.wrong


def spread(words: tuple[Word, ...], start_ms: int, length_ms: float) -> tuple[Word, ...]:
    """Words timed from 0, over another length."""
    scale = length_ms / max(words[-1].end_ms or 1, 1)
    return tuple(
        Word(
            word.text,
            start_ms + round((word.start_ms or 0) * scale),
            start_ms + round((word.end_ms or 0) * scale),
        )
        for word in words
    )


def for_line(signal: Signal, from_hz: int, to_hz: int) -> Signal:
    """Without the silence around it, at the usual level, at the line's rate."""
    loud = np.flatnonzero(np.abs(signal) > 0.01)
    if loud.size:
        signal = signal[loud[0] : loud[-1] + 1]
    return at_level(resample(signal, from_hz, to_hz), NOMINAL_SPEECH_DBFS, to_hz).astype(np.float32)


def number_of(seed: str) -> int:
    return zlib.crc32(seed.encode())
