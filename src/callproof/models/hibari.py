"""hibari: a small neural voice for English whose weights come with its package.

It has one voice. More callers are made of it by speaking faster or slower and resampling back, which moves the pitch and the throat
with it: within 12 % recognisers understand them as well as the original.
"""

from __future__ import annotations

from importlib.metadata import version

from callproof.models.parts import VOICES, Signal, Voice, required

# By how much the pitch is moved. 1.0 is the voice itself, about 192 Hz.
_PITCH = {"alto": 1.0, "soprano": 1.12, "tenor": 0.88}


@VOICES.register("hibari")
class Hibari:
    def __init__(self) -> None:
        module = required(("hibari", "soxr", "numpy"), "the voice hibari", "live")
        self.id = f"hibari {version('hibari-tts')}"
        self.rate_hz = 24_000
        self.languages = ("en",)
        self.voices = tuple(_PITCH)
        # Only with one thread the same text gives the same samples.
        self._engine = module.Hibari(threads=1)

    def speak(self, text: str, voice: Voice) -> Signal:
        import numpy as np
        import soxr

        pitch = _PITCH[voice.name or "alto"]
        signal = np.asarray(self._engine(text, speed=voice.speed / pitch, seed=voice.seed), np.float32)
        if pitch != 1.0:
            # As if it had been recorded at another rate: higher and shorter, or lower and longer.
            signal = soxr.resample(signal, self.rate_hz * pitch, self.rate_hz)
        return signal
