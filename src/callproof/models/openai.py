"""OpenAI's voices and recognisers, or a server that speaks the same (OPENAI_BASE_URL). The key is OPENAI_API_KEY."""

from __future__ import annotations

from callproof.errors import HarnessError
from callproof.models.parts import LANGUAGES, RECOGNISERS, VOICES, Signal, Transcript, Voice, required
from callproof.models.registers import REGISTERS, in_register
from callproof.models.services import Service

_MODEL_OUT, _MODEL_IN = "tts-1", "gpt-4o-transcribe"
_SPEAKERS = ("alloy", "ash", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer")
_RATE_IN_HZ = 16_000
_SLOWEST, _FASTEST = 0.25, 4.0


def _service(part: str) -> Service:
    return Service(
        part, key="OPENAI_API_KEY", address="https://api.openai.com/v1", moved_by="OPENAI_BASE_URL"
    )


@VOICES.register("openai")
class OpenAIVoice:
    """The variant is the speaker. It does not say a line twice in the same way; lines that have been spoken are kept."""

    def __init__(self, variant: str = "") -> None:
        required(("numpy", "soxr"), "the voice openai", "live")
        self._service = _service("the voice openai")
        self._speaker = variant or "nova"
        self.id = f"openai {_MODEL_OUT} {self._speaker}"
        self.rate_hz = 24_000
        self.languages = LANGUAGES
        self.voices = (*REGISTERS, *_SPEAKERS)

    def speak(self, text: str, voice: Voice) -> Signal:
        return in_register(self._say, text, voice, rate_hz=self.rate_hz, speaker=self._speaker)

    def _say(self, text: str, speaker: str, speed: float) -> Signal:
        from callproof.models.wav import signal_of

        wanted = {
            "model": _MODEL_OUT,
            "voice": speaker,
            "input": text,
            "response_format": "pcm",
            "speed": min(max(speed, _SLOWEST), _FASTEST),
        }
        answer = self._service.post("/audio/speech", _headers(self._service), json=wanted)
        return signal_of(answer.content)


@RECOGNISERS.register("openai")
class OpenAIRecogniser:
    """The variant is the model."""

    def __init__(self, variant: str = "") -> None:
        required(("numpy", "soxr", "soundfile"), "the recogniser openai", "live")
        self._service = _service("the recogniser openai")
        self._model = variant or _MODEL_IN
        self.id = f"openai {self._model}"
        self.languages = LANGUAGES

    def transcribe(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        from callproof.models.wav import wav_of

        answer = self._service.post(
            "/audio/transcriptions",
            _headers(self._service),
            data={"model": self._model, "language": language, "response_format": "json"},
            files={"file": ("speech.wav", wav_of(signal, rate_hz, _RATE_IN_HZ), "audio/wav")},
        )
        text = answer.json().get("text")
        if not isinstance(text, str):
            raise HarnessError(f"{self._service.part} answered without a text")
        return Transcript(text.strip())


def _headers(service: Service) -> dict[str, str]:
    return {"Authorization": f"Bearer {service.key}"}
