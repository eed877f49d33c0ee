"""Deepgram's recognisers. The key is DEEPGRAM_API_KEY; DEEPGRAM_HOST moves it to a server of one's own."""

from __future__ import annotations

from callproof.errors import HarnessError
from callproof.models.parts import LANGUAGES, RECOGNISERS, HeardWord, Signal, Transcript, required
from callproof.models.services import Service

_RATE_HZ = 16_000


@RECOGNISERS.register("deepgram")
class Deepgram:
    """The variant is the model."""

    def __init__(self, variant: str = "") -> None:
        part = "the recogniser deepgram"
        required(("numpy", "soxr"), part, "live")
        self._service = Service(
            part, key="DEEPGRAM_API_KEY", address="https://api.deepgram.com", moved_by="DEEPGRAM_HOST"
        )
        self._model = variant or "nova-3"
        self.id = f"deepgram {self._model}"
        self.languages = LANGUAGES

    def transcribe(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        from callproof.models.wav import wav_of

        answer = self._service.post(
            "/v1/listen",
            {"Authorization": f"Token {self._service.key}", "Content-Type": "audio/wav"},
            params={"model": self._model, "language": language, "punctuate": "true"},
            content=wav_of(signal, rate_hz, _RATE_HZ),
        )
        try:
            best = answer.json()["results"]["channels"][0]["alternatives"][0]
            words = tuple(
                HeardWord(
                    word.get("punctuated_word") or word["word"],
                    round(word["start"] * 1000),
                    round(word["end"] * 1000),
                    word.get("confidence"),
                )
                for word in best.get("words", ())
            )
            return Transcript(best["transcript"].strip(), words)
        except (LookupError, TypeError, ValueError) as error:
            raise HarnessError(f"{self._service.part} answered without a transcript ({error!r})") from None
