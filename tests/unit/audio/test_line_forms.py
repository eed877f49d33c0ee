"""What people write for a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.audio.line_forms import FORMS, line_of
from callproof.errors import InputError


def texts(*written: str) -> list[str]:
    return [str(effect) for effect in line_of(written)]


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("noise", "noise=pink:15dB"),
        ("noise=babble:10dB", "noise=babble:10dB"),
        ("noise=10dB:babble", "noise=babble:10dB"),
        ("Noise = Babble : -3.5 DB", "noise=babble:-3.5dB"),
        ("telephone", "telephone"),
        ("loss", "loss=3%:20ms"),
        ("loss=3%:bursts", "loss=3%:60ms"),
        ("loss=5%:80ms:repeat", "loss=5%:80ms:repeat"),
        ("jitter=20ms", "jitter=20ms:60ms"),
        ("jitter=30ms:100ms", "jitter=30ms:100ms"),
        ("echo=100ms", "echo=100ms:20dB"),
        ("echo=12dB", "echo=150ms:12dB"),
        ("clipping", "clipping=20dB"),
        ("level=-30dB", "level=-30dB"),
        ("speaker=6dB", "speaker=6dB"),
    ],
)
def test_an_effect_is_read_with_its_usual_settings(written: str, means: str) -> None:
    assert texts(written) == [means]
    # What is written into a record can be asked for again.
    assert texts(means) == [means]


def test_effects_come_as_a_voice_meets_them() -> None:
    wanted = ["noise=hum:30dB", "noise=babble:10dB", "level=-20dB", "telephone", "loss=3%:20ms"]
    assert texts("loss", "telephone,level", "noise=hum:30dB", "noise=babble:10dB") == wanted
    # A room may hold two noises; they stay as they were written.
    assert texts("noise=babble:10dB,noise=hum:30dB") == ["noise=babble:10dB", "noise=hum:30dB"]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("nois=10dB", r"--line 'nois=10dB': there is no effect 'nois' .* Did you mean 'noise'\?"),
        ("noise=bable", r"'bable' is nothing that noise knows .* Did you mean 'babble'\?"),
        ("noise=10", "'10' has no unit; for example: noise=babble:10dB"),
        ("noise=10dBm", "there is no unit 'dBm' here"),
        ("noise=5%", "'5%' is nothing that noise knows"),
        ("noise=", "nothing stands after the ="),
        ("noise=babble:pink", "says twice what its kind is"),
        ("loss=3%:4%", "'4%' is one too many"),
        ("loss=3%:bursts:40ms", "says twice what its burst is"),
        ("loss=300%", "300% is out of range, expected 0 to 90 %"),
        ("telephone=3dB", "telephone has no settings; write it alone"),
        ("telephone,telephone", "telephone is there twice"),
        ("", "there is no effect ''"),
    ],
)
def test_what_is_no_effect_is_said(written: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        line_of([written])


def test_everything_wrong_is_said_at_once_and_where() -> None:
    with pytest.raises(InputError) as error:
        line_of(["nois", "lose", "telephone"], "line", file="agent.yaml")
    first, second = error.value.problems
    assert str(first).startswith("agent.yaml: line 'nois': ")
    assert "Did you mean 'loss'?" in str(second)


@pytest.mark.parametrize("name", FORMS)
def test_every_example_is_one(name: str) -> None:
    (effect,) = line_of([FORMS[name].example])
    assert effect.name == name


@given(st.text(max_size=30))
def test_no_text_does_more_than_be_refused(written: str) -> None:
    try:
        effects = line_of([written])
    except InputError:
        return
    assert line_of([str(effect) for effect in effects]) == effects
