"""Amazon Transcribe, streaming. Credentials as Amazon's tools find them; the region is AWS_REGION or AWS_DEFAULT_REGION."""

from __future__ import annotations

import asyncio
from typing import Any

from callproof.models.parts import (
    RECOGNISERS,
    HeardWord,
    Signal,
    Transcript,
    no_variant,
    region_from,
    required,
)

_RATE_HZ = 16_000
_CHUNK = _RATE_HZ // 10 * 2
_LANGUAGES = {
    "en": "en-US", "es": "es-US", "ko": "ko-KR", "ja": "ja-JP",
    "de": "de-DE", "fr": "fr-FR", "pt": "pt-BR", "it": "it-IT",
}  # fmt: skip


@RECOGNISERS.register("transcribe")
class Transcribe:
    def __init__(self, variant: str = "") -> None:
        part = "the recogniser transcribe"
        no_variant(part, variant)
        self._module = required(("amazon_transcribe.client", "soxr", "numpy"), part, "aws")
        self._region = region_from(part)
        self.id = "amazon-transcribe"
        self.languages = tuple(_LANGUAGES)

    def transcribe(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        from callproof.models.wav import samples_of

        return asyncio.run(
            self._stream(samples_of(signal, rate_hz, _RATE_HZ), _LANGUAGES.get(language, "en-US"))
        )

    async def _stream(self, data: bytes, language: str) -> Transcript:
        client = self._module.TranscribeStreamingClient(region=self._region)
        stream = await client.start_stream_transcription(
            language_code=language, media_sample_rate_hz=_RATE_HZ, media_encoding="pcm"
        )

        async def send() -> None:
            for start in range(0, len(data), _CHUNK):
                await stream.input_stream.send_audio_event(audio_chunk=data[start : start + _CHUNK])
            await stream.input_stream.end_stream()

        _, heard = await asyncio.gather(send(), _read(stream.output_stream))
        return heard


async def _read(output: Any) -> Transcript:
    texts: list[str] = []
    words: list[HeardWord] = []
    async for event in output:
        for result in event.transcript.results:
            if result.is_partial or not result.alternatives:
                continue
            best = result.alternatives[0]
            texts.append(best.transcript.strip())
            words += [
                HeardWord(item.content, round(item.start_time * 1000), round(item.end_time * 1000))
                for item in best.items or ()
                if item.item_type == "pronunciation"
            ]
    return Transcript(" ".join(texts), tuple(words))
