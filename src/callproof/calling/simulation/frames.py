"""Frames of 20 ms against a monotonic deadline."""

from __future__ import annotations

import asyncio
import gc
import math
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar
from weakref import WeakKeyDictionary

FRAME_MS = 20
_FRAME_S = FRAME_MS / 1000
# Behind by more than this, the loop gives up the frames that it has missed instead of sending them all at once.
_LOST_S = 0.5
_SLOTS = 20
# How long another thread may keep Python to itself while frames are due: Python's own 5 ms are a quarter of a frame.
_SWITCH_S = 0.0005


@contextmanager
def undisturbed() -> Iterator[None]:
    """What else goes on in this process disturbs the frames less while in it: other threads, and the collection of garbage, which
    would look through everything that is loaded."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, _SWITCH_S))
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        sys.setswitchinterval(before)


class FrameLoop:
    """Calls `step` every 20 ms until stopped, each time with the number of the frame.

    A step that comes late is followed at once by those that are due, so that as many frames go out as time has passed. `late_ms`
    holds how late each was when its step was done, thus when the frame was out: the measure of our own part in whatever goes wrong.
    Frames that were given up have no step and no place in it; their numbers are left out.
    """

    def __init__(self, step: Callable[[int], None]) -> None:
        self._step = step
        self._over: asyncio.Future[None] | None = None
        self._stopped = False
        self._frame = 0
        self.late_ms = array("f")
        self.lost = 0
        # Which frame the first of those was that were given up together, and how many there were.
        self._gaps: list[tuple[int, int]] = []
        # When frame 0 is due, in the event loop's time.
        self.origin = 0.0

    def stop(self) -> None:
        self._stopped = True
        if self._over is not None and not self._over.done():
            self._over.set_result(None)

    def join(self) -> float:
        """Takes a place in the beat of the running loop; gives when frame 0 is due, at most 20 ms from now."""
        self._over = asyncio.get_running_loop().create_future()
        self.origin = _Beat.running().join(self)
        return self.origin

    async def run(self) -> None:
        """Raises what a step raises."""
        if self._over is None:
            self.join()
        over = self._over
        if over is None or self._stopped:
            return
        try:
            await over
        finally:
            self._stopped = True

    @property
    def stopped(self) -> bool:
        return self._stopped

    def before(self, time: float) -> tuple[Sequence[float], int]:
        """`late_ms` and `lost` of the frames that were due before a time of the event loop."""
        frames = max(0, math.ceil((time - self.origin) / _FRAME_S))
        lost = sum(max(0, min(missed, frames - first)) for first, missed in self._gaps)
        return self.late_ms[: frames - lost], lost

    def catch_up(self, loop: asyncio.AbstractEventLoop) -> None:
        """Does every step that is due."""
        while not self._stopped:
            due = self.origin + self._frame * _FRAME_S
            behind = loop.time() - due
            # Timers fire up to the resolution of the clock too early.
            if behind < -0.0005:
                return
            if behind > _LOST_S:
                missed = int(behind / _FRAME_S)
                self.lost += missed
                self._gaps.append((self._frame, missed))
                self._frame += missed
                continue
            try:
                self._step(self._frame)
            except Exception as error:
                self._stopped = True
                if self._over is not None and not self._over.done():
                    self._over.set_exception(error)
                return
            self.late_ms.append((loop.time() - due) * 1000)
            self._frame += 1


class _Beat:
    """The frames of all calls of one event loop: 20 places, a millisecond apart, each with one timer for all calls in it.

    Two hundred calls that all began in the same millisecond would have to send two hundred frames in it. A new call takes the
    place with the fewest, of those the next in time.
    """

    _of: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, _Beat]] = WeakKeyDictionary()

    def __init__(self, now: float) -> None:
        self._origin = now
        self._places: list[list[FrameLoop]] = [[] for _ in range(_SLOTS)]

    @classmethod
    def running(cls) -> _Beat:
        loop = asyncio.get_running_loop()
        beat = cls._of.get(loop)
        if beat is None:
            beat = cls._of[loop] = cls(loop.time())
        return beat

    def join(self, frames: FrameLoop) -> float:
        loop = asyncio.get_running_loop()
        now = loop.time()
        fewest = min(map(len, self._places))
        due, place = min(
            (self._next(place, now), place)
            for place, members in enumerate(self._places)
            if len(members) == fewest
        )
        members = self._places[place]
        members.append(frames)
        if len(members) == 1:
            loop.call_at(due, self._tick, place, due)
        return due

    def _next(self, place: int, now: float) -> float:
        """The next time of a place that is still to come."""
        first = self._origin + place * _FRAME_S / _SLOTS
        return first + max(0, int((now - first) / _FRAME_S) + 1) * _FRAME_S

    def _tick(self, place: int, due: float) -> None:
        loop = asyncio.get_running_loop()
        members = self._places[place]
        for frames in tuple(members):
            frames.catch_up(loop)
        members[:] = [frames for frames in members if not frames.stopped]
        if members:
            due = max(due + _FRAME_S, self._next(place, loop.time()))
            loop.call_at(due, self._tick, place, due)
