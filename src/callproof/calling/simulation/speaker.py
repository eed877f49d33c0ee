"""The virtual speaker: plays what an agent sends, in real time, whatever the speed at which it comes.

Agents send a whole answer in a fraction of the time that it takes to hear it. What counts as heard is what has been played; the play
cursor moves with the call's frames, and never with what arrives.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from callproof.audio.pcm import Signal


@dataclass(frozen=True, slots=True)
class Played:
    """One frame of the agent's channel. `marks` are the agent's marks that the cursor has passed in it; `empty` says that nothing
    was there to be played in any of it."""

    frame: Signal
    marks: tuple[str, ...]
    empty: bool


class Speaker:
    """Signals and marks in a queue, and a cursor in samples since the start of the call."""

    def __init__(self) -> None:
        self._queue: deque[Signal | str] = deque()
        self._queued = 0
        self.cursor = 0
        self.paused = False

    @property
    def queued(self) -> int:
        """Samples that have arrived and have not been played."""
        return self._queued

    def put(self, signal: Signal) -> None:
        if len(signal):
            self._queue.append(signal)
            self._queued += len(signal)

    def mark(self, name: str) -> None:
        """The agent wants to know when everything queued so far has been played."""
        self._queue.append(name)

    def clear(self) -> tuple[str, ...]:
        """Drops what has not been played, and a pause with it; gives the marks that were waiting."""
        self.paused = False
        marks = tuple(item for item in self._queue if isinstance(item, str))
        self._queue.clear()
        self._queued = 0
        return marks

    def play(self, samples: int) -> Played:
        """The next frame; silence where nothing has arrived."""
        frame = np.zeros(samples, np.float32)
        marks: list[str] = []
        at = 0
        while self._queue and not self.paused and (at < samples or isinstance(self._queue[0], str)):
            item = self._queue.popleft()
            if isinstance(item, str):
                marks.append(item)
                continue
            piece = item[: samples - at]
            frame[at : at + len(piece)] = piece
            at += len(piece)
            if len(piece) < len(item):
                self._queue.appendleft(item[len(piece) :])
        self._queued -= at
        self.cursor += samples
        return Played(frame, tuple(marks), at == 0)
