"""How late the caller's sound is read: what stands in a queue was said before."""

from __future__ import annotations

import math

# So late is no queue: a client that sends nothing while nobody speaks, or has sent a whole utterance at once before.
_LATEST_MS = 500


class Lateness:
    """Told of every piece of sound with the time at which it is read; both in ms. The piece that was read the soonest after its place in
    the sound was not late."""

    def __init__(self) -> None:
        self._sound_ms = 0.0
        self._soonest = math.inf
        self.ms = 0

    def read(self, sound_ms: float, now_ms: float) -> None:
        self._sound_ms += sound_ms
        behind = now_ms - self._sound_ms
        if behind - self._soonest > _LATEST_MS:
            self._soonest = behind
        self._soonest = min(self._soonest, behind)
        self.ms = round(behind - self._soonest)
