"""What is written for a line, as what works on its frames."""

from __future__ import annotations

import numpy as np
import pytest

from callproof.audio.effects import (
    Clipping,
    Echo,
    Effect,
    Jitter,
    Level,
    Noise,
    PacketLoss,
    SecondSpeaker,
    TelephoneBand,
)
from callproof.audio.line_effects import effect_of
from callproof.audio.line_forms import FORMS, line_of


@pytest.mark.parametrize(
    ("written", "effect"),
    [
        ("noise=street:5dB", Noise(kind="street", snr_db=5)),
        ("echo=200ms:30dB", Echo(delay_ms=200, loss_db=30)),
        ("level=-12dB", Level(db=-12)),
        ("clipping=15dB", Clipping(over_db=15)),
        ("telephone", TelephoneBand()),
        # Three packets a gap, on average.
        ("loss=4%:bursts", PacketLoss(rate=0.04, burst=3, concealed="zeros")),
        ("loss=4%:repeat", PacketLoss(rate=0.04, burst=1, concealed="repeat")),
        ("jitter=30ms:90ms", Jitter(spread_ms=30, buffer_ms=90)),
    ],
)
def test_each_is_what_it_says(written: str, effect: Effect) -> None:
    (form,) = line_of([written])
    assert effect_of(form) == effect


def test_a_second_speaker_says_what_is_given() -> None:
    (form,) = line_of(["speaker=6dB"])
    talk = np.ones(8000, np.float32)
    effect = effect_of(form, talk)
    assert isinstance(effect, SecondSpeaker)
    assert effect.voice is talk
    assert effect.snr_db == 6
    with pytest.raises(ValueError, match="needs something to say"):
        effect_of(form)


def test_nothing_can_be_written_that_is_not_there() -> None:
    for name, form in FORMS.items():
        (written,) = line_of([form.example])
        effect_of(written, np.ones(8, np.float32) if name == "speaker" else None)
