"""The recording of a call: two channels on one sample clock, 0 the caller and 1 the agent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import soundfile

from callproof.audio.pcm import Signal

# So much at a time goes to the disk.
_BLOCK_S = 2


class Recorder:
    """Takes both channels frame by frame. Without a file it only counts, and keeps the last of the agent's channel.

    The file is written by a thread, one for all recordings: a disk may take its time, and no frame waits for it. What fails there is
    raised by `close`.
    """

    def __init__(self, file: Path | None, rate_hz: int, *, keep_s: float = 60.0) -> None:
        self.rate_hz = rate_hz
        self.samples = 0
        self._out = (
            None
            if file is None
            else soundfile.SoundFile(file, "w", rate_hz, 2, format="FLAC", subtype="PCM_16")
        )
        # Frames as they came: nobody writes into them any more, and copying is left to whoever needs them in one piece.
        self._frames: list[tuple[Signal, Signal]] = []
        self._waiting = 0
        self._written: list[Future[None]] = []
        self._keep = round(keep_s * rate_hz)
        self._agent: deque[Signal] = deque()
        self._kept = 0

    def write(self, caller: Signal, agent: Signal) -> None:
        """One frame of each, of the same length; neither may be changed afterwards."""
        n = len(caller)
        self.samples += n
        self._agent.append(agent)
        self._kept += n
        while self._kept - len(self._agent[0]) >= self._keep:
            self._kept -= len(self._agent.popleft())
        if self._out is None:
            return
        self._frames.append((caller, agent))
        self._waiting += n
        if self._waiting >= _BLOCK_S * self.rate_hz:
            self._flush()

    def agent_since(self, sample: int) -> Signal:
        """The agent's channel from a sample on, as far back as it is kept."""
        wanted = min(self.samples - sample, self._kept, self._keep)
        frames: list[Signal] = []
        length = 0
        for frame in reversed(self._agent):
            if length >= wanted:
                break
            frames.append(frame)
            length += len(frame)
        together = np.concatenate([*reversed(frames), np.zeros(0, np.float32)])
        return together[max(length - wanted, 0) :]

    def close(self) -> None:
        """Returns when all is in the file."""
        if (closed := self._close()) is not None:
            closed.result()

    async def closed(self) -> None:
        """The same, without holding up the loop."""
        if (closed := self._close()) is not None:
            await asyncio.wrap_future(closed)

    def _close(self) -> Future[None] | None:
        out = self._out
        if out is None:
            return None
        self._flush()
        self._out = None
        written, self._written = self._written, []

        def finish() -> None:
            try:
                for block in written:
                    block.result()
            finally:
                out.close()

        return _writer().submit(finish)

    def _flush(self) -> None:
        if self._out is not None and self._frames:
            self._written.append(_writer().submit(_write, self._out, self._frames))
            # Those that are through are needed no longer; what has failed is kept to be told of.
            self._written = [f for f in self._written if not f.done() or f.exception() is not None]
            self._frames, self._waiting = [], 0


@cache
def _writer() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="recorder")


def _write(out: soundfile.SoundFile, frames: Sequence[tuple[Signal, Signal]]) -> None:
    block = np.stack([np.concatenate(channel) for channel in zip(*frames, strict=True)], axis=1)
    out.write(np.clip(block, -1, 1))
