"""Moonshine tiny: a recogniser for English whose weights come with its package, pinned to the release that has them."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from callproof.models.parts import RECOGNISERS, MissingPartError, Signal, Transcript, no_variant, required

_RATE_HZ = 16_000
# Its speech detection goes on from one recording to the next. After one that ends in the middle of speech, the silence before the
# next is heard as "You", and a piece of a few hundredths of a second cannot be recognised at all.
_SILENCE_AFTER_MS = 500


@RECOGNISERS.register("moonshine")
class Moonshine:
    def __init__(self, variant: str = "") -> None:
        no_variant("the recogniser moonshine", variant)
        module = required(("moonshine_voice", "soxr", "numpy"), "the recogniser moonshine", "live")
        installed = version("moonshine-voice")
        weights = Path(str(module.get_model_path("tiny-en")))
        if not weights.is_dir():
            raise MissingPartError.to_mend(
                f"moonshine-voice {installed} came without its weights", "pip install moonshine-voice==0.1.0"
            )
        self.id = f"moonshine-tiny-en {installed}"
        self.languages = ("en",)
        self._engine = module.Transcriber(model_path=str(weights), model_arch=module.ModelArch.TINY)

    def transcribe(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        import numpy as np
        import soxr

        if rate_hz != _RATE_HZ:
            signal = soxr.resample(signal, rate_hz, _RATE_HZ)
        ended = np.concatenate([signal, np.zeros(_RATE_HZ * _SILENCE_AFTER_MS // 1000)])
        lines = self._engine.transcribe_without_streaming(ended.astype(np.float32).tolist(), _RATE_HZ).lines
        return Transcript(" ".join(text for line in lines if (text := line.text.strip())))
