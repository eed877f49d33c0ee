"""Amazon Polly. Credentials as Amazon's tools find them; the region is AWS_REGION or AWS_DEFAULT_REGION."""

from __future__ import annotations

from xml.sax.saxutils import escape

from callproof.models.parts import LANGUAGES, VOICES, Signal, Voice, region_from, required
from callproof.models.registers import REGISTERS, in_register

_SLOWEST, _FASTEST = 20, 200


@VOICES.register("polly")
class Polly:
    """The variant is the speaker."""

    def __init__(self, variant: str = "") -> None:
        part = "the voice polly"
        module = required(("boto3", "soxr", "numpy"), part, "aws")
        self._client = module.client("polly", region_name=region_from(part))
        self._speaker = variant or "Joanna"
        self.id = f"polly neural {self._speaker}"
        self.rate_hz = 16_000
        self.languages = LANGUAGES
        self.voices = (*REGISTERS, "Joanna", "Ruth", "Matthew", "Stephen", "Amy", "Brian")

    def speak(self, text: str, voice: Voice) -> Signal:
        return in_register(self._say, text, voice, rate_hz=self.rate_hz, speaker=self._speaker)

    def _say(self, text: str, speaker: str, speed: float) -> Signal:
        from callproof.models.wav import signal_of

        rate = min(max(round(speed * 100), _SLOWEST), _FASTEST)
        answer = self._client.synthesize_speech(
            Engine="neural",
            OutputFormat="pcm",
            SampleRate=str(self.rate_hz),
            Text=f'<speak><prosody rate="{rate}%">{escape(text)}</prosody></speak>',
            TextType="ssml",
            VoiceId=speaker,
        )
        return signal_of(answer["AudioStream"].read())
