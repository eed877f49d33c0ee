"""The agent's audio as it comes in: samples, and what is wrong with them.

What is wrong is said and then played all the same, as the real platform would play it: a header as a click, another codec as noise.
"""

from __future__ import annotations

import struct

import numpy as np

from callproof.audio.pcm import Signal, mix
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.events import AgentAudio, Event, Events, Ignored, Problem, ProblemKind

_RATES_HZ = range(4000, 192_001)
_MOST_CHANNELS = 8
_CONTAINERS = {b"ID3": "MP3", b"OggS": "Ogg", b"fLaC": "FLAC", b"\x1a\x45\xdf\xa3": "WebM", b"FORM": "AIFF"}
_WAV_CODECS = {1: "PCM", 3: "float", 6: "A-law", 7: "mu-law"}


class Intake:
    """The audio of one agent in one call. Each thing that is wrong with the stream is said once."""

    def __init__(self) -> None:
        self._half = b""
        self._ear = CodecEar()
        self._said: set[ProblemKind] = set()

    def take(
        self, payload: bytes, encoding: Encoding, *, channels: int = 1, utterance: str | None = None
    ) -> Events:
        if encoding.rate_hz not in _RATES_HZ or not 1 <= channels <= _MOST_CHANNELS:
            return (Problem("wrong_rate", f"audio of {channels} channels at {encoding.rate_hz} Hz"),)
        if not payload:
            return (Ignored("audio without samples"),)
        events: list[Event] = []
        if container := container_of(payload):
            self._say(events, "container_audio", f"{container} where bare {encoding} belongs")
        signal = _mono(encoding.decode(self._whole(payload, encoding, channels, events)), channels)
        if len(signal):
            events.append(AgentAudio(signal, encoding.rate_hz, utterance))
            if wrong := self._ear.hear(signal):
                self._say(events, "wrong_codec", f"read as {encoding} it sounds like noise: {wrong}")
        return tuple(events) or (Ignored("half a sample of audio"),)

    def clear(self) -> None:
        """What was queued is dropped, and half a sample with it."""
        self._half = b""

    def _whole(self, payload: bytes, encoding: Encoding, channels: int, events: list[Event]) -> bytes:
        """The whole samples; the rest waits for the next message."""
        data = self._half + payload
        whole = len(data) - len(data) % (encoding.sample_bytes * channels)
        self._half = data[whole:]
        if self._half:
            self._say(
                events,
                "half_sample",
                f"a message of {len(payload)} bytes, no whole number of samples of {encoding}",
            )
        return data[:whole]

    def _say(self, events: list[Event], kind: ProblemKind, message: str) -> None:
        if kind not in self._said:
            self._said.add(kind)
            events.append(Problem(kind, message))


def _mono(signal: Signal, channels: int) -> Signal:
    if channels == 1:
        return signal
    return mix(*signal.reshape(-1, channels).T) / np.float32(channels)


def container_of(payload: bytes) -> str | None:
    """What file format a payload begins like, in words; None for what may be bare samples."""
    if payload[:4] == b"RIFF" and payload[8:12] == b"WAVE":
        if payload[12:16] != b"fmt " or len(payload) < 36:
            return "a WAV header"
        codec, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", payload, 20)
        name = _WAV_CODECS.get(codec, f"codec {codec}")
        return f"a WAV header ({name}, {bits} bit, {rate} Hz, {channels} channel{'s' * (channels != 1)})"
    for magic, name in _CONTAINERS.items():
        if payload.startswith(magic):
            return f"the start of a file in {name}"
    return None


# With hibari's speech and every pair of our codecs: read rightly, its loud parts have a flatness of at most 0.33 (amplified by 20 dB
# until it clips; 0.21 as it is) and -23 dBFS; read as another codec at least 0.58 and -14.4 dBFS. A-law read as mu-law is speech,
# though ugly, and is not told apart.
_FLATTEST = 0.5
_LOUDEST_DBFS = -16.0
_LOUD_DBFS = -35.0
_WINDOW = 256
_ENOUGH = 16
_ACQUITTED = 64
_WORST_OFFSET = 0.5


class CodecEar:
    """Tells samples read by the wrong codec from sound, by how loud they are and how flat their spectrum is.

    Windows of 256 samples; it judges when it has heard 16 loud ones, and stops listening after 64. It looks at 16 windows at a time,
    since that costs hardly more than one.
    """

    def __init__(self) -> None:
        self._waiting: list[Signal] = []
        self._spectrum = np.zeros(_WINDOW // 2 + 1, np.float64)
        self._power = 0.0
        self._windows = 0
        self._shape = np.hanning(_WINDOW)

    def hear(self, signal: Signal) -> str | None:
        """Why this cannot be a voice, as far as it has been heard."""
        if self._windows >= _ACQUITTED:
            return None
        self._waiting.append(signal)
        if sum(map(len, self._waiting)) < _ENOUGH * _WINDOW:
            return None
        together = np.concatenate(self._waiting)
        whole = len(together) // _WINDOW * _WINDOW
        self._waiting = [together[whole:]]
        # A message may hold a whole minute; what decides is in its first seconds.
        windows = together[:whole].reshape(-1, _WINDOW)[: 16 * _ACQUITTED].astype(np.float64)
        loud = windows[np.mean(windows**2, axis=1) > 10 ** (_LOUD_DBFS / 10)][:_ACQUITTED]
        if not len(loud):
            return None
        offsets = loud.mean(axis=1)
        centred = loud - offsets[:, None]
        self._spectrum += np.sum(np.abs(np.fft.rfft(centred * self._shape, axis=1)) ** 2, axis=0)
        self._power += float(np.sum(np.mean(centred**2, axis=1)))
        self._windows += len(loud)
        if self._windows < _ENOUGH:
            return None
        if abs(offset := float(offsets.mean())) > _WORST_OFFSET:
            return f"a constant of {offset:.2f} of full scale"
        level = 10 * np.log10(max(self._power / self._windows, 1e-12))
        # Without the lowest and highest lines, which filters take away from every voice.
        bands = self._spectrum[4:-2] + 1e-12
        flatness = float(np.exp(np.log(bands).mean()) / bands.mean())
        if level > _LOUDEST_DBFS and flatness > _FLATTEST:
            return f"{level:.0f} dBFS and a spectral flatness of {flatness:.2f}"
        return None
