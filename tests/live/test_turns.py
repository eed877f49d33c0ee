"""Where a served agent takes the caller's turns to end and its own to be over: the real lines of the thirty calls, by their samples."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np
import pytest

from callproof.audio.pcm import Signal
from callproof.calling.live_engine import lines_folder
from callproof.calling.pronouncing import pronounced
from callproof.calling.serving.ears import Ears, Heard
from callproof.calling.simulation.caller_sound import for_line, in_one_go
from callproof.calling.simulation.director import lines_of
from callproof.calling.wire.peer.twilio import ENCODING
from callproof.models.cache import SpokenLines
from callproof.models.parts import DETECTORS, VOICES, Voice
from callproof.scenario.files import load_suite

RATE = ENCODING.rate_hz
FRAME = RATE // 50
# Half a second and more of silence in a line is between two of its sentences.
SENTENCES_APART = 0.5


@cache
def spoken(text: str, speed: float = 1.0) -> tuple[Signal, int]:
    """A line as the voice makes it, without the silence around it."""
    part = SpokenLines(VOICES.make("hibari"), lines_folder())
    signal = part.speak(pronounced(text), Voice(speed=speed))
    loud = np.flatnonzero(np.abs(signal) > 0.01)
    return signal[loud[0] : loud[-1] + 1], part.rate_hz


@cache
def lines() -> list[str]:
    suite = load_suite(str(files("callproof") / "packs" / "outcomes-30.yaml"))
    return sorted({line for scenario in suite.scenarios for line in lines_of(scenario)})


def with_pauses(signal: Signal, rate_hz: int, pause_ms: int) -> tuple[Signal, int]:
    """With pauses of that length between its sentences, and how many there are."""
    loud = np.flatnonzero(np.abs(signal) > 0.01)
    gaps = np.flatnonzero(np.diff(loud) > SENTENCES_APART * rate_hz)
    pieces = np.split(signal, [int(at) for gap in gaps for at in (loud[gap] + 1, loud[gap + 1])])
    pause = np.zeros(pause_ms * rate_hz // 1000, np.float32)
    return np.concatenate([pause if number % 2 else piece for number, piece in enumerate(pieces)]), len(gaps)


def told(signal: Signal, frames_before: int = 50) -> list[Heard]:
    found: list[Heard] = []
    ears = Ears(DETECTORS.make("silero"), RATE, found.append)
    whole = np.concatenate([np.zeros(FRAME * frames_before), signal, np.zeros(3 * RATE // 2)])
    on_the_wire = ENCODING.decode(ENCODING.encode(whole.astype(np.float32)))
    for at in range(0, len(on_the_wire), FRAME):
        ears.feed(on_the_wire[at : at + FRAME])
    return found


def turns(signal: Signal) -> list[Heard]:
    return [item for item in told(signal) if item.what == "speech ended"]


@pytest.mark.parametrize("speed", [1.0, 0.87])
def test_every_line_is_one_turn(speed: float) -> None:
    for text in lines():
        signal, rate = spoken(text, speed)
        assert len(turns(for_line(in_one_go(signal, rate), rate, RATE))) == 1, text


@pytest.mark.parametrize(
    "text", ["No, sorry, I meant 4821.", "Sorry, five.", "Not the eighteenth, the twentieth of March."]
)
def test_a_line_is_recognised_from_the_same_samples_wherever_in_a_frame_it_falls(text: str) -> None:
    """A recogniser hears "for 821" in one piece of the line and "four, eight, two, one" in another that begins 32 ms earlier."""
    signal, rate = spoken(text)
    line = for_line(in_one_go(signal, rate), rate, RATE)
    read = [
        [item.signal for item in told(line, frames_before) if item.signal is not None][-2]
        for frames_before in range(50, 58)
    ]
    assert all(np.array_equal(other, read[0]) for other in read[1:])


@pytest.mark.parametrize("pause_ms", [0, 200, 400, 500, 600, 700])
def test_a_pause_between_two_sentences_ends_no_turn(pause_ms: int) -> None:
    in_two = 0
    for text in lines():
        signal, count = with_pauses(*spoken(text), pause_ms)
        if count:
            in_two += 1
            assert len(turns(for_line(signal, spoken(text)[1], RATE))) == 1, text
    assert in_two >= 15


@pytest.mark.parametrize("late_ms", [0, 60, 180])
@pytest.mark.parametrize("text", ["Hello? Can you hear me?", "Wait, listen, are you still there?"])
def test_the_caller_has_the_floor_within_half_a_second(text: str, late_ms: int) -> None:
    """By what `Conversation._yield_floor` asks 425 ms after the beginning; 45 ms are for the line. Whoever asks later is told as well."""
    for frames_before in range(50, 58):
        assert floor_after_ms(text, frames_before, late_ms) <= 455 + late_ms


def test_a_hum_is_over_before_the_floor_is_given_up() -> None:
    assert all(floor_after_ms("Hmm.", frames_before) == 0 for frames_before in range(50, 58))


def floor_after_ms(text: str, frames_before: int, late_ms: int = 0) -> int:
    """From the first sample to the end of those with which the agent knows that the caller goes on, asked so late; 0 where it never
    does."""
    began_ms = [0]

    def note(heard: Heard) -> None:
        if heard.what == "speech began":
            began_ms[0] = now_ms - ears.sure_after_ms

    ears = Ears(DETECTORS.make("silero"), RATE, note, lambda: True)
    raw, rate = spoken(text)
    line = for_line(in_one_go(raw, rate), rate, RATE)
    signal = np.concatenate([np.zeros(FRAME * frames_before), line, np.zeros(RATE)]).astype(np.float32)
    for at in range(0, len(signal), FRAME):
        now_ms = (at + FRAME - FRAME * frames_before) * 1000 // RATE
        ears.feed(signal[at : at + FRAME])
        if ears.audible and now_ms >= began_ms[0] + 425 - 45 + late_ms:
            return now_ms
    return 0
