"""What a line does to a voice."""

from __future__ import annotations

import numpy as np
import pytest

from callproof.audio.effects import (
    Clipping,
    Echo,
    Effect,
    Jitter,
    Level,
    Line,
    Noise,
    PacketLoss,
    SecondSpeaker,
    TelephoneBand,
)
from callproof.audio.noise import NOISE_KINDS, NoiseKind, loop
from callproof.audio.pcm import Signal, dbfs, frame_powers

RATE = 8000
FRAME = 160


def through(
    effects: list[Effect], signal: Signal, other: Signal | None = None, *, seed: int = 1, frames: int = 1
) -> Signal:
    """The signal after the line, fed `frames` packets at a time."""
    line = Line(effects, RATE, seed=seed)
    size = FRAME * frames
    return np.concatenate(
        [
            line.feed(signal[at : at + size], None if other is None else other[at : at + size])
            for at in range(0, len(signal), size)
        ]
    )


def tone(hz: float = 1000, seconds: float = 2.0) -> Signal:
    return (0.5 * np.sin(2 * np.pi * hz * np.arange(round(RATE * seconds)) / RATE)).astype(np.float32)


ALL: list[Effect] = [
    *[Noise(kind=kind) for kind in NOISE_KINDS],
    TelephoneBand(),
    PacketLoss(rate=0.2),
    PacketLoss(rate=0.2, concealed="repeat"),
    Jitter(),
    Echo(),
    Clipping(),
    Level(),
    SecondSpeaker(voice=loop("babble", RATE)),
]


@pytest.mark.parametrize("effect", ALL, ids=repr)
def test_the_same_seed_gives_the_same_however_it_is_cut(effect: Effect) -> None:
    signal, other = tone(), tone(300)
    whole = through([effect], signal, other)
    assert whole.dtype == np.float32
    assert len(whole) == len(signal)
    np.testing.assert_allclose(through([effect], signal, other, frames=5), whole, atol=1e-6)
    assert not np.array_equal(whole, signal)


@pytest.mark.parametrize("kind", NOISE_KINDS)
def test_noise_is_as_loud_as_it_says(kind: NoiseKind) -> None:
    nothing = np.zeros(RATE * 30, np.float32)
    noise = through([Noise(kind=kind, snr_db=10, speech_dbfs=-23)], nothing)
    assert dbfs(noise) == pytest.approx(-33, abs=0.1)
    # Another seed starts at another place of the same noise.
    assert not np.array_equal(noise, through([Noise(kind=kind, snr_db=10)], nothing, seed=2))


@pytest.mark.parametrize("kind", NOISE_KINDS)
def test_the_end_of_a_noise_goes_on_into_its_start(kind: NoiseKind) -> None:
    noise = loop(kind, RATE)
    steps = np.abs(np.diff(noise))
    assert abs(float(noise[0] - noise[-1])) <= steps.max()


def test_kinds_of_noise_differ_where_they_should() -> None:
    def share(kind: NoiseKind, low: float, high: float) -> float:
        power = np.abs(np.fft.rfft(loop(kind, 16_000))) ** 2
        hz = np.fft.rfftfreq(16_000 * 30, 1 / 16_000)
        return float(power[(hz >= low) & (hz < high)].sum() / power.sum())

    assert share("white", 0, 4000) == pytest.approx(0.5, abs=0.01)
    # Pink has as much in every octave.
    assert share("pink", 200, 400) == pytest.approx(share("pink", 1600, 3200), rel=0.05)
    assert share("babble", 300, 3400) > 0.8
    assert share("hum", 45, 55) > 0.5
    assert share("street", 0, 200) > 0.5
    # A voice comes and goes; white noise does not.
    swing = {
        kind: np.std(10 * np.log10(frame_powers(loop(kind, RATE), RATE, 50))) for kind in ("white", "babble")
    }
    assert swing["babble"] > 2 * swing["white"]


def test_the_telephone_lets_only_its_band_through() -> None:
    level = {
        hz: dbfs(through([TelephoneBand()], tone(hz))[RATE:]) - dbfs(tone(hz)) for hz in (50, 1000, 3900)
    }
    assert level[50] < -15
    assert level[1000] == pytest.approx(0, abs=0.5)
    assert level[3900] < -15


def test_packets_are_lost_as_often_and_in_such_bursts_as_it_says() -> None:
    signal = np.ones(FRAME * 20_000, np.float32)
    arrived = through([PacketLoss(rate=0.1, burst=3)], signal)[::FRAME] > 0
    assert 1 - arrived.mean() == pytest.approx(0.1, abs=0.015)
    bursts = np.diff(np.flatnonzero(np.diff(np.concatenate([[True], arrived, [True]])))[:]).tolist()[::2]
    assert np.mean(bursts) == pytest.approx(3, abs=0.3)


def test_a_lost_packet_is_hidden_by_the_last_one() -> None:
    hidden = through([PacketLoss(rate=0.3, concealed="repeat")], np.ones(FRAME * 200, np.float32))[::FRAME]
    assert set(hidden.tolist()) <= {1.0, *(0.5**n for n in range(1, 30))}
    assert 0.5 in hidden


def test_echo_comes_back_later_and_weaker() -> None:
    click = np.zeros(RATE, np.float32)
    click[0] = 1
    echo = through([Echo(delay_ms=150, loss_db=20)], np.zeros(RATE, np.float32), click)
    assert np.flatnonzero(echo).tolist() == [1200]
    assert echo[1200] == pytest.approx(0.1)


def test_clipping_and_level() -> None:
    clipped = through([Clipping(over_db=20)], tone())
    assert np.abs(clipped).max() == 1
    assert (np.abs(clipped) == 1).mean() > 0.7
    assert dbfs(through([Level(db=-20)], tone())) == pytest.approx(dbfs(tone()) - 20, abs=0.01)


def test_effects_come_in_their_order() -> None:
    quiet_then_clipped = through([Level(db=-40), Clipping(over_db=20)], tone())
    clipped_then_quiet = through([Clipping(over_db=20), Level(db=-40)], tone())
    assert np.abs(quiet_then_clipped).max() == pytest.approx(0.05, abs=0.001)
    assert np.abs(clipped_then_quiet).max() == pytest.approx(0.01, abs=0.0001)


def test_part_of_a_packet_is_refused() -> None:
    with pytest.raises(ValueError, match="packets of 160"):
        Line([Jitter()], RATE, seed=0).feed(np.zeros(100, np.float32))
