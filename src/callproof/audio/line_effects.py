"""The effects that are written for a line, as what processes its frames."""

from __future__ import annotations

from typing import cast

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
from callproof.audio.line_forms import LineEffect
from callproof.audio.noise import NoiseKind
from callproof.audio.pcm import Signal

_PACKET_MS = 20


def effect_of(written: LineEffect, speaker: Signal | None = None) -> Effect:
    """`speaker` is what a second speaker says, at the line's rate and with its speech at full scale."""
    numbers, words = written.numbers, written.words
    match written.name:
        case "noise":
            return Noise(kind=cast("NoiseKind", words["kind"]), snr_db=numbers["snr_db"])
        case "speaker":
            if speaker is None:
                raise ValueError("a second speaker needs something to say")
            return SecondSpeaker(voice=speaker, snr_db=numbers["snr_db"])
        case "echo":
            return Echo(delay_ms=numbers["delay_ms"], loss_db=numbers["loss_db"])
        case "level":
            return Level(db=numbers["db"])
        case "clipping":
            return Clipping(over_db=numbers["over_db"])
        case "telephone":
            return TelephoneBand()
        case "loss":
            return PacketLoss(
                rate=numbers["percent"] / 100,
                burst=numbers["burst_ms"] / _PACKET_MS,
                concealed="repeat" if words["concealed"] == "repeat" else "zeros",
            )
        case "jitter":
            return Jitter(spread_ms=numbers["spread_ms"], buffer_ms=numbers["buffer_ms"])
    raise ValueError(f"no effect {written.name!r}")
