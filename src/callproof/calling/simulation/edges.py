"""Where the agent's speech begins and ends, frame by frame, by its level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from callproof.audio.pcm import Signal

# What an agent sends is a clean channel: speech is far above, and comfort noise below.
_THRESHOLD = 10 ** (-45 / 20)
# The longest pause inside an utterance: a voice leaves about half a second between two sentences of one text.
HANG_MS = 700


@dataclass(frozen=True, slots=True)
class Edge:
    """`sample` is where it was, counted from the start of the call; an end is known only `HANG_MS` later."""

    kind: Literal["began", "ended"]
    sample: int


class AgentEdges:
    def __init__(self, rate_hz: int) -> None:
        self._hang = rate_hz * HANG_MS // 1000
        self._at = 0
        # The sample behind the last that was loud.
        self.last_sound = 0
        self.speaking = False

    def feed(self, frame: Signal, *, empty: bool = False) -> Edge | None:
        """`empty`: nothing is in it, so that nobody needs to look."""
        start, self._at = self._at, self._at + len(frame)
        if not empty and len(loud := (np.abs(frame) > _THRESHOLD).nonzero()[0]):
            self.last_sound = start + int(loud[-1]) + 1
            if not self.speaking:
                self.speaking = True
                return Edge("began", start + int(loud[0]))
        elif self.speaking and self._at - self.last_sound >= self._hang:
            return self.stop()
        return None

    def stop(self) -> Edge | None:
        """Ends an utterance now: nothing more of it will be heard."""
        if not self.speaking:
            return None
        self.speaking = False
        return Edge("ended", self.last_sound)
