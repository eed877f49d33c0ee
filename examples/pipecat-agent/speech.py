"""Hearing and speaking without a network: Moonshine and hibari, whose weights come with their packages."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from functools import cache
from typing import Any

import numpy as np
from hibari import Hibari
from moonshine_voice import ModelArch, Transcriber, get_model_path
from pipecat.frames.frames import ErrorFrame, Frame, TTSAudioRawFrame
from pipecat.services.moonshine.stt import Model, MoonshineSTTService
from pipecat.services.settings import TTSSettings
from pipecat.services.tts_service import TTSService
from pipecat.transcriptions.language import Language

_VOICE_HZ = 24_000
_DIGITS = "zero one two three four five six seven eight nine".split()


@cache
def recogniser() -> Transcriber:
    """One for all calls: loading it takes a second."""
    return Transcriber(str(get_model_path("tiny-en")), ModelArch.TINY)


@cache
def voice() -> Hibari:
    return Hibari(threads=1)


class LocalMoonshine(MoonshineSTTService):
    """Pipecat's own service would fetch a larger model from the network."""

    def __init__(self, **kwargs: Any) -> None:
        settings = MoonshineSTTService.Settings(model=Model.TINY.value, language=Language.EN)
        super().__init__(settings=settings, ttfs_p99_latency=2.0, **kwargs)

    def _load(self) -> Transcriber:
        return recogniser()


class LocalHibari(TTSService):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            push_start_frame=True,
            push_stop_frames=True,
            sample_rate=_VOICE_HZ,
            text_transforms=[("*", _digit_by_digit)],
            settings=TTSSettings(model="hibari", voice="heart", language=Language.EN),
            **kwargs,
        )

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame | None, None]:
        try:
            signal = await asyncio.to_thread(voice(), text, seed=0)
        except Exception as error:
            yield ErrorFrame(error=f"hibari cannot say {text!r}: {error}")
            return
        audio = (np.clip(_trimmed(signal), -1, 1) * 32767).astype(np.int16).tobytes()
        yield TTSAudioRawFrame(audio=audio, sample_rate=_VOICE_HZ, num_channels=1, context_id=context_id)


def _trimmed(signal: Any) -> Any:
    """Without most of the silence around it, which is heard as a pause between sentences, and before the first."""
    samples = np.asarray(signal, np.float32)
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    if not loud.size:
        return samples
    return samples[max(loud[0] - _VOICE_HZ // 20, 0) : loud[-1] + _VOICE_HZ // 5]


async def _digit_by_digit(text: str, text_type: str) -> str:
    """Order numbers as people say them; the voice would say "four thousand eight hundred twenty-one"."""
    return re.sub(r"\b\d{4}\b", lambda number: ", ".join(_DIGITS[int(d)] for d in number[0]), text)
