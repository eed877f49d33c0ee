"""What a served agent hears: turns, and sounds that are none."""

from __future__ import annotations

import numpy as np
import pytest

from callproof.audio.pcm import Signal, dbfs, gain
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
    return [item.what for item in heard(*pieces) if item.what != "speech paused"]


def ms(signal: Signal | None) -> float:
    assert signal is not None
    return len(signal) / 16


def test_a_turn_is_heard_whole_with_its_pauses_bridged() -> None:
    began, first, second, ended = heard(quiet(500), tone(800), quiet(800), tone(600), quiet(1200))
    assert (began.what, ended.what) == ("speech began", "speech ended")
    assert began.signal is None
    # All of it, a little before it, and the silence that ended it.
    assert ms(ended.signal) == pytest.approx(200 + 2200 + 1000, abs=70)
    assert ended.signal is not None
    assert dbfs(ended.signal[: 16_000 // 10]) < -40
    # What there was of it in each pause, so that it can be recognised before the turn is over.
    assert {first.what, second.what} == {"speech paused"}
    assert ms(first.signal) == pytest.approx(300 + 800 + 200, abs=10)
    assert ms(second.signal) == pytest.approx(300 + 2200 + 200, abs=10)


def test_what_is_recognised_is_the_same_wherever_in_a_frame_it_began() -> None:
    said = [
        next(
            item.signal
            for item in heard(quiet(1000 + shift), tone(800), quiet(1200))
            if item.signal is not None
        )
        for shift in range(0, 40, 5)
    ]
    for other in said[1:]:
        assert other is not None
        assert np.array_equal(other, said[0])
    # Nor does it matter how long ago the turn before it was over.
    for pause in (1060, 1100, 1500):
        *_, paused, _ = heard(quiet(500), tone(300), quiet(pause), tone(800), quiet(1200))
        assert paused.signal is not None
        assert np.array_equal(paused.signal, said[0])
    # On a line with a noise nobody can tell: it begins where it was noticed.
    noisy = np.concatenate([quiet(1000), tone(800), quiet(1200)]) + 0.15 * hiss(3000)
    (paused,) = (item for item in heard(noisy) if item.what == "speech paused")
    assert ms(paused.signal) == pytest.approx(200 + 800 + 320 + 200, abs=70)


def test_two_turns_are_two() -> None:
    assert kinds(tone(500), quiet(1200), tone(500), quiet(1200)) == ["speech began", "speech ended"] * 2


def test_a_pause_is_as_long_as_its_samples_however_late_they_come() -> None:
    # A second and more in one piece, as it comes where nothing was read for so long.
    found: list[Heard] = []
    ears = Ears(ByPitch(), RATE, found.append)
    ears.feed(np.concatenate([tone(500), quiet(900), tone(500), quiet(900), tone(300), quiet(1200)]))
    assert [item.what for item in found] == ["speech began", *["speech paused"] * 3, "speech ended"]


def test_a_click_is_nothing_and_a_noise_is_no_speech() -> None:
    assert kinds(quiet(300), hiss(60), quiet(500), tone(60), quiet(500)) == []
    assert kinds(quiet(300), hiss(600), quiet(800)) == ["noise began", "noise ended"]


def test_a_noise_ends_where_the_caller_begins_to_speak() -> None:
    assert kinds(hiss(500), tone(500), quiet(1200)) == [
        "noise began",
        "noise ended",
        "speech began",
        "speech ended",
    ]


class LateForSoftSounds(ByPitch):
    """As a recurrent detector is: not sure of a soft onset, and not sure that it is nothing."""

    def probability(self, frame: Signal) -> float:
        return 0.2 if -50 <= dbfs(frame) < -25 else super().probability(frame)


@pytest.mark.parametrize(("soft_ms", "counted_ms"), [(0, 96), (64, 160), (400, 192)])
def test_a_soft_onset_counts_as_speech_and_a_noisy_line_does_not(soft_ms: int, counted_ms: int) -> None:
    since: list[int] = []

    def note(item: Heard) -> None:
        if item.what == "speech began":
            since.append(ears.sure_after_ms)

    ears = Ears(LateForSoftSounds(), RATE, note)
    ears.feed(np.concatenate([quiet(320), gain(tone(soft_ms), -25), tone(500)]))
    assert since == [pytest.approx(counted_ms, abs=32)]


def test_a_caller_who_pauses_is_speaking_and_not_audible() -> None:
    ears = Ears(ByPitch(), RATE, lambda item: None)
    for piece, speaking, audible in [(tone(500), True, True), (quiet(200), True, True), (quiet(200), True, False), (tone(300), True, True), (quiet(1200), False, False)]:  # fmt: skip
        ears.feed(piece)
        assert (ears.speech, ears.audible) == (speaking, audible)


@pytest.mark.parametrize(("sound_ms", "goes_on"), [(300, False), (400, True)])
def test_whoever_has_said_a_word_goes_on_and_a_hum_is_over(sound_ms: int, goes_on: bool) -> None:
    # The detector hears a voice on for 130 ms; by its loudness the sound is over before.
    class Lingering(ByPitch):
        left = 0

        def probability(self, frame: Signal) -> float:
            found = super().probability(frame)
            self.left = 4 if found >= 0.5 else max(self.left - 1, 0)
            return 0.9 if self.left else found

    ears = Ears(Lingering(), RATE, lambda item: None)
    ears.feed(np.concatenate([quiet(320), tone(sound_ms), quiet(96)]))
    assert ears.speech
    assert ears.spoken_ms == pytest.approx(sound_ms, abs=16)
    assert ears.audible is goes_on


def test_what_has_been_said_so_far_can_be_asked() -> None:
    found: list[Heard] = []
    ears = Ears(ByPitch(), RATE, found.append)
    assert ears.so_far().size == 0
    for at in range(0, RATE, FRAME):
        ears.feed(tone(1000)[at : at + FRAME])
    assert ears.speech
    assert 0.9 * 16_000 < ears.so_far().size <= 16_000


# -- others who speak ------------------------------------------------------------------------------------------------


def voice(ms: int, level_dbfs: float, hz: float = 200) -> Signal:
    return gain(tone(ms, hz), level_dbfs - dbfs(tone(1000)))


# As loud as the loudest 160 ms of speech at -23, -38 and -42 dBFS.
CALLER, TELEVISION, ECHO = -19.0, -33.0, -37.0


def heard_while(speaking: list[tuple[int, bool]], *pieces: Signal) -> list[Heard]:
    """`speaking`: for how many ms the agent speaks, and does not, in turn."""
    found: list[Heard] = []
    own = [on for ms, on in speaking for _ in range(ms // 20)]
    now = [False]
    ears = Ears(ByPitch(), RATE, found.append, lambda: now[0])
    signal = np.concatenate(pieces)
    for frame, at in enumerate(range(0, len(signal), FRAME)):
        now[0] = own[frame] if frame < len(own) else False
        ears.feed(signal[at : at + FRAME])
    return [item for item in found if item.what != "speech paused"]


def test_the_agent_s_own_echo_is_no_interruption() -> None:
    # 20 dB below its own voice and 150 ms later.
    assert heard_while([(3000, True)], quiet(150), voice(3000, ECHO), quiet(1200)) == []
    # Neither is it after the caller's level has been learned; the caller is heard over it.
    turns = heard_while(
        [(2400, False), (3000, True)],
        *(quiet(200), voice(1000, CALLER), quiet(1200)),
        *(quiet(150), voice(1000, ECHO), voice(1000, CALLER), voice(800, ECHO), quiet(1200)),
    )
    assert [item.what for item in turns] == ["speech began", "speech ended"] * 2


def test_a_television_is_no_turn_and_holds_none_open() -> None:
    assert heard_while([(2000, True)], voice(2900, TELEVISION)) == []
    talk = voice(1000, TELEVISION, 150)
    with_caller = talk + voice(1000, CALLER)
    began, ended = heard_while([(900, True)], talk, with_caller, with_caller, talk, talk, talk)
    assert (began.what, ended.what) == ("speech began", "speech ended")
    assert ended.signal is not None
    # Two seconds of the caller, a little before, and the second that ends a turn.
    assert 2.9 < len(ended.signal) / 16_000 < 3.6


def test_a_faint_caller_is_heard_from_the_first_word() -> None:
    found = heard_while(
        [(500, True)], quiet(1000), voice(3000, -43.0), quiet(1200), voice(500, -43.0), quiet(1200)
    )
    assert [item.what for item in found] == ["speech began", "speech ended"] * 2
    first = found[1].signal
    assert first is not None
    assert 3.4 < len(first) / 16_000 < 4.6
    # The second turn is known at once: the caller's level is.
    second = found[3].signal
    assert second is not None
    assert 0.9 < len(second) / 16_000 < 2.0


def test_a_trailing_syllable_belongs_to_the_turn() -> None:
    (began, ended) = heard_while([], voice(800, CALLER), voice(500, CALLER - 10), quiet(1200))
    assert (began.what, ended.what) == ("speech began", "speech ended")
    assert ended.signal is not None
    assert len(ended.signal) / 16_000 > 1.3 + 0.55


def test_who_was_heard_by_mistake_makes_the_next_mistake_no_easier() -> None:
    # A television that is turned up for a moment is taken for the caller once; at its old level it is not.
    loud, usual = voice(600, CALLER - 5), voice(1500, TELEVISION + 1)
    turns = [voice(1000, CALLER), quiet(1200), loud, usual, usual, quiet(1200)]
    assert kinds(*turns) == ["speech began", "speech ended"] * 2
