"""hibari: a small neural voice for English whose weights come with its package. It has one speaker, of about 192 Hz."""

from __future__ import annotations

from importlib.metadata import version

from callproof.errors import InputError, did_you_mean
from callproof.models.parts import VOICES, Signal, Voice, required
from callproof.models.registers import REGISTERS, in_register


@VOICES.register("hibari")
class Hibari:
    """The variant is the register of callers who name none."""

    def __init__(self, variant: str = "") -> None:
        module = required(("hibari", "soxr", "numpy"), "the voice hibari", "live")
        self.id = f"hibari {version('hibari-tts')} {variant}".rstrip()
        self.rate_hz = 24_000
        self.languages = ("en",)
        self.voices = REGISTERS
        self._usual = _register(variant or "alto")
        # Only with one thread the same text gives the same samples.
        self._engine = module.Hibari(threads=1)

    def speak(self, text: str, voice: Voice) -> Signal:
        import numpy as np

        def say(text: str, speaker: str, speed: float) -> Signal:
            return np.asarray(self._engine(text, speed=speed, seed=voice.seed), np.float32)

        named = Voice(_register(voice.name or self._usual), voice.speed, voice.seed)
        return in_register(say, text, named, rate_hz=self.rate_hz, speaker="")


def _register(name: str) -> str:
    if name not in REGISTERS:
        raise InputError.of(
            f"the voice hibari has no caller {name!r} (it has: {', '.join(REGISTERS)}).{did_you_mean(name, REGISTERS)}"
        )
    return name
