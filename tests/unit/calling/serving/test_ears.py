"""What a served agent hears: turns, and sounds that are none."""

from __future__ import annotations

import numpy as np

from callproof.audio.pcm import Signal, dbfs
from callproof.calling.serving.ears import Ears, Heard

RATE = 8000
FRAME = 160


class ByPitch:
    """Takes what has many zero crossings for noise, and other sound for speech."""

    id = "by pitch"
    rate_hz = 16_000
    frame_ms = 32

    def probability(self, frame: Signal) -> float:
        if dbfs(frame) < -50:
            return 0.0
        crossings = np.count_nonzero(np.diff(np.signbit(frame)))
        return 0.9 if crossings < len(frame) / 10 else 0.1

    def reset(self) -> None:
        return


def tone(ms: int, hz: float = 200) -> Signal:
    return (0.3 * np.sin(2 * np.pi * hz * np.arange(RATE * ms // 1000) / RATE)).astype(np.float32)


def hiss(ms: int) -> Signal:
    return np.random.default_rng(0).normal(0, 0.1, RATE * ms // 1000).astype(np.float32)


def quiet(ms: int) -> Signal:
    return np.zeros(RATE * ms // 1000, np.float32)


def heard(*pieces: Signal) -> list[Heard]:
    found: list[Heard] = []
    ears = Ears(ByPitch(), RATE, found.append)
    signal = np.concatenate(pieces)
    for at in range(0, len(signal), FRAME):
        ears.feed(signal[at : at + FRAME])
    return found


def kinds(*pieces: Signal) -> list[str]:
    return [item.what for item in heard(*pieces)]


def test_a_turn_is_heard_whole_with_its_pauses_bridged() -> None:
    began, ended = heard(quiet(500), tone(800), quiet(400), tone(600), quiet(1000))
    assert (began.what, ended.what) == ("speech began", "speech ended")
    assert began.signal is None
    assert ended.signal is not None
    # All of it, a little before it, and the silence that ended it.
    seconds = len(ended.signal) / 16_000
    assert 1.8 + 0.5 < seconds < 1.8 + 1.1
    assert dbfs(ended.signal[: 16_000 // 10]) < -40


def test_two_turns_are_two() -> None:
    assert kinds(tone(500), quiet(800), tone(500), quiet(800)) == ["speech began", "speech ended"] * 2


def test_a_click_is_nothing_and_a_noise_is_no_speech() -> None:
    assert kinds(quiet(300), hiss(60), quiet(500), tone(60), quiet(500)) == []
    assert kinds(quiet(300), hiss(600), quiet(800)) == ["noise began", "noise ended"]


def test_a_noise_ends_where_the_caller_begins_to_speak() -> None:
    assert kinds(hiss(500), tone(500), quiet(900)) == [
        "noise began",
        "noise ended",
        "speech began",
        "speech ended",
    ]


def test_what_has_been_said_so_far_can_be_asked() -> None:
    found: list[Heard] = []
    ears = Ears(ByPitch(), RATE, found.append)
    assert ears.so_far().size == 0
    for at in range(0, RATE, FRAME):
        ears.feed(tone(1000)[at : at + FRAME])
    assert ears.speech
    assert 0.9 * 16_000 < ears.so_far().size <= 16_000
