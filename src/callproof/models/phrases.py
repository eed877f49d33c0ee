"""Lines with pauses in them: people who think while they speak, which many an agent takes for the end of their turn."""

from __future__ import annotations

import re

import numpy as np

from callproof.models.parts import Signal, SpeechOut, Voice

# A sign that ends a phrase. Not a comma in something that is spelled out, sign by sign: "four, eight, two, one", "A, B".
_SPELLED = "zero|one|two|three|four|five|six|seven|eight|nine|[A-Z]"
_PHRASE_ENDS = re.compile(rf"(?<=[.!?;:])\s+|(?<=,)\s+(?!(?:{_SPELLED})\b)|(?<=[。、！？])\s*(?=.)")


def phrases(text: str) -> list[str]:
    return [phrase for phrase in _PHRASE_ENDS.split(text) if phrase.strip()]


def speak(part: SpeechOut, text: str, voice: Voice) -> Signal:
    """The text, phrase by phrase where the voice is to pause between them."""
    pieces = phrases(text) if voice.pause_ms else []
    plain = Voice(voice.name, voice.speed, voice.seed)
    if len(pieces) < 2:
        return part.speak(text, plain)
    pause = np.zeros(voice.pause_ms * part.rate_hz // 1000, np.float32)
    spoken: list[Signal] = []
    for piece in pieces:
        spoken += [part.speak(piece, plain), pause]
    return np.concatenate(spoken[:-1])
