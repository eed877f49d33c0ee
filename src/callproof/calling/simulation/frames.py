"""Frames of 20 ms against a monotonic deadline."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable

FRAME_MS = 20
# Behind by more than this, the loop gives up the frames that it has missed instead of sending them all at once.
_LOST_MS = 500


class FrameLoop:
    """Calls `step` every 20 ms until stopped, each time with the number of the frame.

    A step that comes late is followed at once by those that are due, so that as many frames go out as time has passed. `late_ms`
    holds how late each was: the measure of our own part in whatever goes wrong.
    """

    def __init__(self, step: Callable[[int], None]) -> None:
        self._step = step
        self._stopped = False
        self.late_ms = array("f")
        self.lost = 0

    def stop(self) -> None:
        self._stopped = True

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        origin = loop.time()
        frame = 0
        while not self._stopped:
            due = origin + frame * FRAME_MS / 1000
            wait = due - loop.time()
            if wait > 0:
                await asyncio.sleep(wait)
                if self._stopped:
                    return
            late = (loop.time() - due) * 1000
            if late > _LOST_MS:
                missed = int(late // FRAME_MS)
                self.lost += missed
                frame += missed
                continue
            self.late_ms.append(late)
            self._step(frame)
            frame += 1
