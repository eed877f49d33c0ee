"""The recording of a call: two channels on one sample clock, 0 the caller and 1 the agent."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

from callproof.audio.pcm import Signal

# A second at a time goes to the disk.
_BLOCK_S = 1


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
        self._block = self._new_block()
        self._filled = 0
        self._written: list[Future[None]] = []
        self._agent = np.zeros(round(keep_s * rate_hz), np.float32)

    def write(self, caller: Signal, agent: Signal) -> None:
        """One frame of each, of the same length."""
        n, kept = len(caller), len(self._agent)
        at = self.samples % kept
        if at + n <= kept:
            self._agent[at : at + n] = agent
        else:
            self._agent[np.arange(at, at + n) % kept] = agent
        self.samples += n
        if self._out is None:
            return
        if self._filled + n > len(self._block):
            self._flush()
        self._block[self._filled : self._filled + n, 0] = caller
        self._block[self._filled : self._filled + n, 1] = agent
        self._filled += n

    def agent_since(self, sample: int) -> Signal:
        """The agent's channel from a sample on, as far back as it is kept; a copy."""
        kept = len(self._agent)
        first = max(sample, self.samples - kept, 0)
        start, end = first % kept, self.samples % kept
        if first == self.samples:
            return np.zeros(0, np.float32)
        if start < end:
            return self._agent[start:end].copy()
        return np.concatenate([self._agent[start:], self._agent[:end]])

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
        if self._out is not None and self._filled:
            block = self._block[: self._filled]
            self._written.append(_writer().submit(_write, self._out, block))
            # Those that are through are needed no longer; what has failed is kept to be told of.
            self._written = [f for f in self._written if not f.done() or f.exception() is not None]
            self._block = self._new_block()
        self._filled = 0

    def _new_block(self) -> npt.NDArray[np.float32]:
        return np.zeros((0 if self._out is None else _BLOCK_S * self.rate_hz, 2), np.float32)


@cache
def _writer() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="recorder")


def _write(out: soundfile.SoundFile, block: npt.NDArray[np.float32]) -> None:
    out.write(np.clip(block, -1, 1))
