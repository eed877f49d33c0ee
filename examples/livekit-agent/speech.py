"""Speech for LiveKit that needs no key and no download: moonshine listens, hibari speaks."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from uuid import uuid4

import moonshine_voice
import numpy as np
from hibari import Hibari
from livekit import rtc
from livekit.agents import APIConnectOptions, stt, tts, utils
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, NOT_GIVEN, NotGivenOr

HEARS_HZ, SPEAKS_HZ = 16_000, 24_000
# Order numbers, and other long ones, are read out digit by digit.
_CODE = re.compile(r"(?<![\w$.-])\d{4,}(?![\w.-]*\d)")


class Ears(stt.STT):
    """Moonshine tiny. It wants whole utterances: LiveKit cuts them out with its speech detection."""

    def __init__(self) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=False, interim_results=False))
        path = str(moonshine_voice.get_model_path("tiny-en"))
        self._engine = moonshine_voice.Transcriber(model_path=path, model_arch=moonshine_voice.ModelArch.TINY)

    async def _recognize_impl(
        self,
        buffer: utils.AudioBuffer,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.SpeechEvent:
        text = await asyncio.to_thread(self._hear, rtc.combine_audio_frames(buffer))
        return stt.SpeechEvent(
            stt.SpeechEventType.FINAL_TRANSCRIPT,
            alternatives=[stt.SpeechData(language="en", text=text)] if text else [],
        )

    def _hear(self, frame: rtc.AudioFrame) -> str:
        pieces = [frame]
        if frame.sample_rate != HEARS_HZ:
            resampler = rtc.AudioResampler(frame.sample_rate, HEARS_HZ)
            pieces = [*resampler.push(frame), *resampler.flush()]
        samples = np.concatenate([np.frombuffer(piece.data, np.int16) for piece in pieces]) / 32768
        # It remembers from one recording to the next whether somebody was speaking, and forgets it in silence.
        ended = [*samples.tolist(), *[0.0] * (HEARS_HZ // 2)]
        heard = self._engine.transcribe_without_streaming(ended, HEARS_HZ)
        return " ".join(text for line in heard.lines if (text := line.text.strip()))


class Mouth(tts.TTS):
    """Hibari, a sentence at a time."""

    def __init__(self) -> None:
        super().__init__(
            capabilities=tts.TTSCapabilities(streaming=False), sample_rate=SPEAKS_HZ, num_channels=1
        )
        self._engine = Hibari(threads=1)

    def synthesize(
        self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> tts.ChunkedStream:
        return _Sentence(tts=self, input_text=text, conn_options=conn_options)

    def speak(self, text: str) -> bytes:
        spelled = _CODE.sub(lambda code: ", ".join(code[0]), text)
        signal = np.asarray(self._engine(spelled, seed=0), np.float32)
        return (np.clip(signal, -1, 1) * 32767).astype(np.int16).tobytes()


class _Sentence(tts.ChunkedStream):
    _tts: Any

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        sound = await asyncio.to_thread(self._tts.speak, self.input_text)
        output_emitter.initialize(
            request_id=uuid4().hex, sample_rate=SPEAKS_HZ, num_channels=1, mime_type="audio/pcm"
        )
        output_emitter.push(sound)
        output_emitter.flush()
