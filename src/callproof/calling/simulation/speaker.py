"""The virtual speaker: plays what an agent sends, in real time, whatever the speed at which it comes.

Agents send a whole answer in a fraction of the time that it takes to hear it. What counts as heard is what has been played; the play
cursor moves with the call's frames, and never with what arrives.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from callproof.audio.pcm import Signal


class Played(NamedTuple):
    """A piece of the agent's channel. `marks` are the agent's marks that the cursor has passed in it, `texts` those whose sound
    begins in it; `empty` says that nothing was there to be played in any of it."""

    frame: Signal
    marks: tuple[str, ...]
    empty: bool
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Text:
    """What the sound behind it says."""

    text: str


# The peak of what is heard: -45 dBFS.
SOUND = 10 ** (-45 / 20)


@cache
def silent(samples: int) -> Signal:
    """Silence that all calls share; nothing can be written into it."""
    silence = np.zeros(samples, np.float32)
    silence.flags.writeable = False
    return silence


class Speaker:
    """Signals and marks in a queue, and a cursor in samples since the start of the call."""

    def __init__(self) -> None:
        self._queue: deque[Signal | str | _Text] = deque()
        self._queued = 0
        # Of all samples that ever arrived: how many there were, and how many up to the last piece with sound in it.
        self._arrived = 0
        self._sound_to = 0
        self.cursor = 0
        self.paused = False

    @property
    def queued(self) -> int:
        """Samples that have arrived and have not been played."""
        return self._queued

    @property
    def queued_sound(self) -> int:
        """The same up to the last that is any sound: many agents send silence as long as they say nothing."""
        return max(self._sound_to - (self._arrived - self._queued), 0)

    def put(self, signal: Signal) -> None:
        if len(signal):
            self._arrived += len(signal)
            if np.abs(signal).max() > SOUND:
                self._sound_to = self._arrived
            self._queue.append(signal)
            self._queued += len(signal)

    def mark(self, name: str) -> None:
        """The agent wants to know when everything queued so far has been played."""
        self._queue.append(name)

    @property
    def arrived(self) -> int:
        """Samples that ever arrived: the place of the next."""
        return self._arrived

    def passed(self, place: int) -> int:
        """How many samples ago the one at a place among those that arrived was played or dropped; negative while it is queued."""
        return self._arrived - self._queued - place

    def text(self, text: str) -> None:
        """What the agent sends from now on says this. A text waits for its sound: without any it is never said."""
        self._queue.append(_Text(text))

    def text_at(self, place: int, text: str) -> None:
        """The same of a piece that is queued, and arrived when `arrived` was `place`."""
        at = self._arrived - self._queued
        for number, item in enumerate(self._queue):
            if at >= place and isinstance(item, np.ndarray):
                self._queue.insert(number, _Text(text))
                return
            at += len(item) if isinstance(item, np.ndarray) else 0

    @property
    def queued_of_text(self) -> int:
        """Samples queued that belong to the text that is being said."""
        samples = 0
        for item in self._queue:
            if isinstance(item, _Text):
                break
            samples += 0 if isinstance(item, str) else len(item)
        return samples

    def clear(self) -> tuple[str, ...]:
        """Drops what has not been played, and a pause with it; gives the marks that were waiting."""
        self.paused = False
        marks = tuple(item for item in self._queue if isinstance(item, str))
        self._queue.clear()
        self._queued = 0
        return marks

    def play(self, samples: int) -> Played:
        """The next samples; silence where nothing has arrived."""
        if not self._queue or self.paused:
            self.cursor += samples
            return Played(silent(samples), (), True)
        first = self._queue[0]
        if isinstance(first, np.ndarray) and len(first) > samples:
            # In the middle of a piece, where nothing else can be.
            self._queue[0] = first[samples:]
            self._queued -= samples
            self.cursor += samples
            return Played(first[:samples], (), False)
        frame = np.zeros(samples, np.float32)
        marks: list[str] = []
        texts: list[_Text] = []
        begun = 0
        at = 0
        while self._queue and not self.paused and (at < samples or isinstance(self._queue[0], str)):
            item = self._queue.popleft()
            if isinstance(item, str):
                marks.append(item)
                continue
            if isinstance(item, _Text):
                texts.append(item)
                continue
            begun = len(texts)
            piece = item[: samples - at]
            frame[at : at + len(piece)] = piece
            at += len(piece)
            if len(piece) < len(item):
                self._queue.appendleft(item[len(piece) :])
        self._queue.extendleft(reversed(texts[begun:]))
        self._queued -= at
        self.cursor += samples
        return Played(frame, tuple(marks), at == 0, tuple(item.text for item in texts[:begun]))
