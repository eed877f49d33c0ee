"""Piper: small neural voices in many languages, each a file of its own (GPL; nothing of it comes with callproof)."""

from __future__ import annotations

from pathlib import Path

from callproof.errors import InputError
from callproof.models.parts import VOICES, Signal, Voice, needed
from callproof.models.registers import REGISTERS, in_register


@VOICES.register("piper")
class Piper:
    """The variant is the file of a voice (`en_US-joe-medium.onnx`, with its .json beside it)."""

    def __init__(self, variant: str = "") -> None:
        self._module = needed(("piper", "soxr", "numpy"), "the voice piper", "pip install piper-tts")
        if not variant or not Path(variant).is_file():
            what = f"there is no file {variant!r}" if variant else "it needs the file of a voice"
            raise InputError.of(f"the voice piper: {what}; for example --voice piper:en_US-joe-medium.onnx")
        self._engine = self._module.PiperVoice.load(variant)
        name = Path(variant).stem
        self.id = f"piper {name}"
        self.rate_hz = int(self._engine.config.sample_rate)
        self.languages = (name.partition("_")[0].lower(),)
        self.voices = REGISTERS

    def speak(self, text: str, voice: Voice) -> Signal:
        return in_register(self._say, text, voice, rate_hz=self.rate_hz, speaker="")

    def _say(self, text: str, speaker: str, speed: float) -> Signal:
        import numpy as np

        # Without noise the same text gives the same samples.
        how = self._module.SynthesisConfig(length_scale=1 / speed, noise_scale=0.0, noise_w_scale=0.0)
        pieces = [
            np.asarray(chunk.audio_float_array, np.float32) for chunk in self._engine.synthesize(text, how)
        ]
        return np.concatenate(pieces) if pieces else np.zeros(0, np.float32)
