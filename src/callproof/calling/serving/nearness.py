"""The caller's voice among others: a television in the room, and the agent's own echo, are speech as well, but fainter."""

from __future__ import annotations

from collections import deque

import numpy as np

from callproof.audio.effects import NOMINAL_SPEECH_DBFS
from callproof.audio.pcm import SILENCE_DBFS, Signal

# Levels are those of the loudest 160 ms of somebody's speech, about 5 dB over its mean: unlike the mean, others who speak on in the
# same turn do not lower it.
_WINDOW_MS = 160
_USUAL_DBFS = NOMINAL_SPEECH_DBFS + 5
# How much fainter than the caller something is that is not the caller; in a turn, in which a voice may trail off, a little more.
_FARTHER_DB, _FARTHER_IN_TURN_DB = 11.0, 13.0
# One turn that was not the caller's must not make the next one easier.
_LOWER_A_TURN_DB = 2.0
# Somebody who speaks so long into the agent's silence, and has never been louder, is a caller with a faint line.
_FAINT_CALLER_MS = 1200
# The agent's own voice comes back so long after it has ended.
_ECHO_MS = 400


class Nearness:
    """Fed with every frame; learns how loud the caller is. While the agent itself speaks, only a voice of usual loudness counts: an
    agent on a faint line can be answered, and not be interrupted."""

    def __init__(self, frame_ms: int) -> None:
        self._frame_ms = frame_ms
        self._powers: deque[float] = deque(maxlen=max(1, _WINDOW_MS // frame_ms))
        self._caller_dbfs = _USUAL_DBFS
        self._known = False
        # The caller is one who was too faint to be known at once.
        self.faint = False
        self._turn_dbfs: float | None = None
        self._faint_ms = 0
        self._echo_ms = 0

    def is_near(self, frame: Signal, *, speech: bool, own: bool) -> bool:
        """Whether what is heard is as loud as the caller. `own`: the agent is speaking."""
        self._powers.append(float(np.mean(np.square(frame, dtype=np.float64))))
        power = sum(self._powers) / len(self._powers)
        level = 10 * np.log10(power) if power > 0 else SILENCE_DBFS
        self._echo_ms = _ECHO_MS if own else max(0, self._echo_ms - self._frame_ms)
        near = level >= self._gate()
        if self._turn_dbfs is not None:
            self._turn_dbfs = max(self._turn_dbfs, level)
        return near or self._is_faint_caller(level, speech=speech)

    def turn_began(self) -> None:
        self._turn_dbfs = SILENCE_DBFS
        self._faint_ms = 0

    def turn_ended(self) -> None:
        heard = SILENCE_DBFS if self._turn_dbfs is None else self._turn_dbfs
        self._caller_dbfs = max(heard, self._caller_dbfs - _LOWER_A_TURN_DB) if self._known else heard
        self._turn_dbfs = None
        self._known = True
        self.faint = False

    def _gate(self) -> float:
        if self._turn_dbfs is not None:
            return max(self._turn_dbfs, self._caller_dbfs) - _FARTHER_IN_TURN_DB
        gate = self._caller_dbfs - _FARTHER_DB
        return max(gate, _USUAL_DBFS - _FARTHER_DB) if self._echo_ms else gate

    def _is_faint_caller(self, level: float, *, speech: bool) -> bool:
        if self._known or self._echo_ms or self._turn_dbfs is not None:
            return False
        self._faint_ms = max(0, self._faint_ms + (self._frame_ms if speech else -self._frame_ms))
        if self._faint_ms < _FAINT_CALLER_MS:
            return False
        self._caller_dbfs = level
        self.faint = True
        return True
