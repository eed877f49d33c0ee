"""The caller's side of the sound: who speaks, with what voice, over what line, and how a line of theirs gets there."""

from __future__ import annotations

import asyncio
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
# A person's pause between two sentences. A voice that makes one sentence after the other leaves the silence around both: 0.7 to 0.9 s,
# which whoever listens takes for the end of a turn.
_LONGEST_PAUSE_MS = 500
_SOUND = 0.01


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
        made = await speak(replace(voice, speed=voice.speed * rate))
        signal = await asyncio.to_thread(in_one_go, made.signal, made.rate_hz, voice.pause_ms)
        spoken = Spoken(signal, made.rate_hz)
        line = await understood(spoken)
        if line.whole or (line.wrong is None and not patient):
            return spoken, None
        said.append((spoken, line))
    best, line = next((one for one in said if one[1].wrong is None), said[0])
    return best, line.wrong


def in_one_go(signal: Signal, rate_hz: int, pause_ms: int = 0) -> Signal:
    """Without what a pause has over a person's, and over the `pause_ms` that this person thinks for."""
    longest = (_LONGEST_PAUSE_MS + pause_ms) * rate_hz // 1000
    loud = np.flatnonzero(np.abs(signal) > _SOUND)
    pieces, done = [], 0
    for gap in np.flatnonzero(np.diff(loud) > longest):
        before, after = int(loud[gap]), int(loud[gap + 1])
        # Where it is the quietest, in the middle.
        cut = (before + after - (after - before - longest)) // 2
        pieces.append(signal[done:cut])
        done = cut + after - before - longest
    return np.concatenate([*pieces, signal[done:]])


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
    loud = np.flatnonzero(np.abs(signal) > _SOUND)
    if loud.size:
        signal = signal[loud[0] : loud[-1] + 1]
    return at_level(resample(signal, from_hz, to_hz), NOMINAL_SPEECH_DBFS, to_hz).astype(np.float32)


def number_of(seed: str) -> int:
    return zlib.crc32(seed.encode())
