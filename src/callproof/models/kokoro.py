"""Kokoro: a neural voice with many speakers. Its weights come from the model hub when it is first used."""

from __future__ import annotations

from typing import Any

from callproof.models.parts import VOICES, Signal, Voice, needed
from callproof.models.registers import REGISTERS, in_register

# The first letter of a speaker's name is the language that it speaks.
_LANGUAGES = {"a": "en", "b": "en", "e": "es", "f": "fr", "i": "it", "j": "ja", "p": "pt"}


@VOICES.register("kokoro")
class Kokoro:
    """The variant is the speaker."""

    def __init__(self, variant: str = "") -> None:
        self._module = needed(("kokoro", "soxr", "numpy"), "the voice kokoro", "pip install kokoro")
        self._speaker = variant or "af_heart"
        self.id = f"kokoro {self._speaker}"
        self.rate_hz = 24_000
        self.languages = (_LANGUAGES.get(self._speaker[:1], "en"),)
        self.voices = (*REGISTERS, self._speaker)
        self._pipelines: dict[str, Any] = {}

    def speak(self, text: str, voice: Voice) -> Signal:
        return in_register(self._say, text, voice, rate_hz=self.rate_hz, speaker=self._speaker)

    def _say(self, text: str, speaker: str, speed: float) -> Signal:
        import numpy as np

        language = speaker[:1]
        if language not in self._pipelines:
            self._pipelines[language] = self._module.KPipeline(lang_code=language)
        pieces = [
            np.asarray(result.audio, np.float32)
            for result in self._pipelines[language](text, voice=speaker, speed=speed)
        ]
        return np.concatenate(pieces) if pieces else np.zeros(0, np.float32)
