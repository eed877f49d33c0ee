"""Voices, recognisers and detectors by name, and the real ones that come with callproof[live]."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from callproof.errors import InputError
from callproof.models.cache import SpokenLines
from callproof.models.parts import DETECTORS, RECOGNISERS, VOICES, Parts, SpeechOut, Voice
from callproof.spoken import compare


class Beeper:
    """A voice that beeps once a letter, and counts how often it is asked."""

    id = "beeper 1"
    rate_hz = 8000
    languages = ("en",)
    voices = ("high",)

    def __init__(self, variant: str = "") -> None:
        self.asked = 0

    def speak(self, text: str, voice: Voice) -> Any:
        self.asked += 1
        return np.sin(np.arange(100 * len(text)) / 3).astype(np.float32) / 2


def test_a_part_is_made_by_its_name() -> None:
    parts: Parts[SpeechOut] = Parts("voice", {})
    parts.register("beeper")(Beeper)
    assert parts.names == ["beeper"]
    assert parts.make("beeper").id == "beeper 1"
    with pytest.raises(InputError, match=r"there is no voice 'beper' .* Did you mean 'beeper'"):
        parts.make("beper")


def test_a_part_that_is_not_installed_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hibari", None)
    with pytest.raises(InputError, match=r"pip install 'callproof\[live\]'"):
        VOICES.make("hibari")


def test_a_line_is_spoken_once(tmp_path: Path) -> None:
    beeper = Beeper()
    lines = SpokenLines(beeper, tmp_path)
    first = lines.speak("hello", Voice("high"))
    assert np.array_equal(lines.speak("hello", Voice("high")), first)
    assert np.array_equal(SpokenLines(beeper, tmp_path).speak("hello", Voice("high")), first)
    assert beeper.asked == 1
    for voice in (Voice("low"), Voice("high", speed=1.1), Voice("high", seed=1)):
        lines.speak("hello", voice)
    lines.speak("hello!", Voice("high"))
    assert beeper.asked == 5


def test_a_broken_file_is_made_anew_and_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    beeper = Beeper()
    lines = SpokenLines(beeper, tmp_path)
    first = lines.speak("hello", Voice())
    (file,) = tmp_path.rglob("*.flac")
    file.write_bytes(b"rubbish")
    assert np.array_equal(lines.speak("hello", Voice()), first)
    assert beeper.asked == 2
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert np.array_equal(SpokenLines(beeper, blocked).speak("hello", Voice()), first)


def test_a_line_that_could_not_be_kept_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise soundfile.LibsndfileError(2, "no space left")

    monkeypatch.setattr(soundfile, "write", full)
    assert len(SpokenLines(Beeper(), tmp_path).speak("hello", Voice()))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.fixture(scope="module")
def hibari() -> SpeechOut:
    return VOICES.make("hibari")


def test_what_the_caller_says_is_heard(hibari: SpeechOut) -> None:
    recogniser = RECOGNISERS.make("moonshine")
    line = "Please refund thirty five dollars for order four eight two one."
    for name in hibari.voices:
        signal = hibari.speak(line, Voice(name))
        heard = recogniser.transcribe(signal, hibari.rate_hz, "en").text
        assert compare(line, heard, language="en").outcome in {"match", "filler", "phrasing"}, (name, heard)
    assert recogniser.transcribe(np.zeros(16_000, np.float32), 16_000, "en").text == ""


def test_what_was_heard_before_changes_nothing(hibari: SpeechOut) -> None:
    recogniser = RECOGNISERS.make("moonshine")
    cut = hibari.speak("Hello there, how are you today", Voice())[:24_000]
    line = np.concatenate([np.zeros(6_000, np.float32), hibari.speak("Wait, make that eight.", Voice())])
    first = recogniser.transcribe(line, hibari.rate_hz, "en").text
    for length in (600, 900, 1_350):
        recogniser.transcribe(cut, hibari.rate_hz, "en")
        # A word that was broken off as it began.
        recogniser.transcribe(cut[-length:], hibari.rate_hz, "en")
        recogniser.transcribe(cut, hibari.rate_hz, "en")
        assert recogniser.transcribe(line, hibari.rate_hz, "en").text == first


def test_the_same_line_is_the_same_sound_and_voices_differ(hibari: SpeechOut) -> None:
    alto = hibari.speak("Yes, please.", Voice("alto"))
    assert np.array_equal(hibari.speak("Yes, please.", Voice("alto")), alto)
    assert not np.array_equal(hibari.speak("Yes, please.", Voice("alto", seed=1)), alto)
    # A higher voice is no faster one.
    for name in ("soprano", "tenor"):
        assert len(hibari.speak("Yes, please.", Voice(name))) == pytest.approx(len(alto), rel=0.15)
    assert len(hibari.speak("Yes, please.", Voice("alto", speed=1.3))) < len(alto) * 0.9


def test_speech_is_told_from_noise(hibari: SpeechOut) -> None:
    import soxr

    detector = DETECTORS.make("silero")
    frame = detector.rate_hz * detector.frame_ms // 1000
    speech = soxr.resample(hibari.speak("I would like to change my order.", Voice()), hibari.rate_hz, 16_000)
    noise = np.random.default_rng(0).normal(0, 0.05, 32_000).astype(np.float32)

    def share(signal: Any) -> float:
        detector.reset()
        frames = signal[: len(signal) // frame * frame].reshape(-1, frame)
        return float(np.mean([detector.probability(f) > 0.5 for f in frames]))

    assert share(speech) > 0.6
    assert share(noise) < 0.05
