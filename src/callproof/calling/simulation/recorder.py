"""The recording of a call: two channels on one sample clock, 0 the caller and 1 the agent."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

from callproof.audio.pcm import Signal

# A second at a time goes to the disk; a running call must not wait for it longer than for a frame.
_BLOCK_S = 1


class Recorder:
    """Takes both channels frame by frame. Without a file it only counts, and keeps the last of the agent's channel."""

    def __init__(self, file: Path | None, rate_hz: int, *, keep_s: float = 60.0) -> None:
        self.rate_hz = rate_hz
        self.samples = 0
        self._out = (
            None
            if file is None
            else soundfile.SoundFile(file, "w", rate_hz, 2, format="FLAC", subtype="PCM_16")
        )
        self._block = np.zeros((_BLOCK_S * rate_hz, 2), np.float32)
        self._filled = 0
        self._agent = np.zeros(round(keep_s * rate_hz), np.float32)

    def write(self, caller: Signal, agent: Signal) -> None:
        """One frame of each, of the same length."""
        n = len(caller)
        places = np.arange(self.samples, self.samples + n) % len(self._agent)
        self._agent[places] = agent
        self.samples += n
        if self._out is None:
            return
        if self._filled + n > len(self._block):
            self._flush()
        self._block[self._filled : self._filled + n, 0] = caller
        self._block[self._filled : self._filled + n, 1] = agent
        self._filled += n

    def agent_since(self, sample: int) -> Signal:
        """The agent's channel from a sample on, as far back as it is kept."""
        first = max(sample, self.samples - len(self._agent), 0)
        return self._agent[np.arange(first, self.samples) % len(self._agent)]

    def close(self) -> None:
        if self._out is not None:
            self._flush()
            self._out.close()
            self._out = None

    def _flush(self) -> None:
        if self._out is not None:
            self._out.write(np.clip(self._block[: self._filled], -1, 1))
        self._filled = 0
