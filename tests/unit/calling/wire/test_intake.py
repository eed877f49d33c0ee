"""The agent's audio: codecs, seams between messages, and codecs taken for others."""

from __future__ import annotations

import io
from itertools import permutations
from typing import Literal

import numpy as np
import pytest
import soundfile

from callproof.audio import pcm
from callproof.audio.noise import NOISE_KINDS, loop
from callproof.audio.pcm import Signal
from callproof.calling.wire.codec import Codec, Encoding
from callproof.calling.wire.events import AgentAudio, Ignored, Problem
from callproof.calling.wire.intake import CodecEar, Intake, container_of
from tests.unit.calling.wire.sounds import of_type, only_audio, speech, tone

CODECS: tuple[Codec, ...] = ("mulaw", "alaw", "pcm16", "pcm16_be")


@pytest.mark.parametrize("codec", CODECS)
def test_a_codec_comes_back(codec: Codec) -> None:
    encoding = Encoding(codec, 8000)
    sound = tone(400)
    data = encoding.encode(sound)
    assert len(data) == 400 * encoding.sample_bytes
    assert np.abs(encoding.decode(data) - sound).max() < 0.02


def test_the_high_byte_comes_first_where_it_should() -> None:
    assert Encoding("pcm16", 8000).encode(np.array([0.5], np.float32)) == b"\x00\x40"
    assert Encoding("pcm16_be", 8000).encode(np.array([0.5], np.float32)) == b"\x40\x00"


def test_a_sample_may_be_cut_between_two_messages() -> None:
    data = pcm.to_int16(tone(100))
    intake, encoding = Intake(), Encoding("pcm16", 8000)
    first = intake.take(data[:33], encoding)
    assert [type(event) for event in first] == [Problem, AgentAudio]
    assert isinstance(first[0], Problem)
    assert first[0].kind == "half_sample"
    second = only_audio(intake.take(data[33:], encoding))
    assert len(second.signal) == 84
    assert intake.take(data[:1], encoding) == (Ignored("half a sample of audio"),)
    # What was queued is dropped, and the half sample with it.
    intake.clear()
    assert len(only_audio(intake.take(data, encoding)).signal) == 100


def test_nothing_is_no_audio() -> None:
    assert Intake().take(b"", Encoding("mulaw", 8000)) == (Ignored("audio without samples"),)


def sound_file(format_: Literal["WAV", "FLAC", "OGG", "AIFF", "MP3"]) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, tone(4000), 8000, format=format_)
    return file.getvalue()


@pytest.mark.parametrize(
    ("format_", "words"),
    [
        ("WAV", "a WAV header (PCM, 16 bit, 8000 Hz, 1 channel)"),
        ("FLAC", "the start of a file in FLAC"),
        ("OGG", "the start of a file in Ogg"),
        ("AIFF", "the start of a file in AIFF"),
    ],
)
def test_files_are_recognised(format_: Literal["WAV", "FLAC", "OGG", "AIFF"], words: str) -> None:
    assert container_of(sound_file(format_)) == words


def test_a_cut_header_is_one_too() -> None:
    assert container_of(sound_file("WAV")[:20]) == "a WAV header"
    assert container_of(b"RIFF") is None


def verdict(sound: Signal, written: Codec, read: Codec, *, frame: int = 160) -> str | None:
    """What an ear says of a sound in one codec that is read as another, message by message."""
    data = Encoding(written, 8000).encode(sound)
    encoding, intake = Encoding(read, 8000), Intake()
    problems = [
        event.message
        for at in range(0, len(data) - 1, 2 * frame)
        for event in of_type(intake.take(data[at : at + 2 * frame], encoding), Problem)
    ]
    assert len(problems) <= 1
    return problems[0] if problems else None


@pytest.mark.parametrize(("written", "read"), list(permutations(CODECS, 2)))
def test_another_codec_is_heard(written: Codec, read: Codec) -> None:
    found = verdict(speech(), written, read)
    # A-law and mu-law are so near that the one read as the other is still a voice.
    if {written, read} == {"alaw", "mulaw"}:
        assert found is None
    else:
        assert found is not None
        assert f"read as {read} at 8000 Hz it sounds like noise" in found


@pytest.mark.parametrize("codec", CODECS)
def test_the_right_codec_is_not_accused(codec: Codec) -> None:
    for gain_db in (-30, 0, 20):
        sound = np.clip(pcm.gain(speech(), gain_db), -1, 1).astype(np.float32)
        assert verdict(sound, codec, codec) is None
    for kind in NOISE_KINDS:
        assert verdict(pcm.gain(loop(kind, 8000)[:24000], -20), codec, codec) is None
    assert verdict(np.zeros(24000, np.float32), codec, codec) is None
    assert verdict(tone(24000), codec, codec) is None


def test_silence_of_linear_audio_is_a_constant_in_mulaw() -> None:
    ear = CodecEar()
    assert ear.hear(Encoding("mulaw", 8000).decode(bytes(8000))) == "a constant of -0.98 of full scale"


def test_after_two_seconds_of_good_sound_nobody_listens_any_more() -> None:
    ear = CodecEar()
    assert ear.hear(speech()) is None
    noise = np.clip(loop("white", 8000)[:8000], -1, 1).astype(np.float32)
    assert ear.hear(noise) is None
    assert CodecEar().hear(noise) is not None
