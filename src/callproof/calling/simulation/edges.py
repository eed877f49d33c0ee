"""Where the agent's speech begins and ends, frame by frame, by how loud it is and how it changes.

No model runs here, and what an agent sends is mostly a clean channel; what is not speech in it has three shapes. A noise under the
voice would never let it end: what stays at one level counts as the floor, and speech is what stands above it. A tone is steady and has
its power in two lines of the spectrum, where speech moves. A click is over before anything can be said.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Literal

import numpy as np

from callproof.audio.pcm import Signal
from callproof.calling.simulation.speaker import SOUND

# What an agent sends is mostly a clean channel: speech is far above `SOUND`, and comfort noise below.
# The longest pause inside an utterance: a voice leaves about half a second between two sentences of one text.
HANG_MS = 700
_BLOCK_MS = 20
# The floor is the quietest of this many blocks with sound in them, where there are enough to hold a gap between two syllables, and
# where it is not the voice itself.
_FLOOR_BLOCKS, _FEWEST_BLOCKS = 75, 25
_HIGHEST_FLOOR = 10 ** (-38 / 20)
_ABOVE_FLOOR = 2.0
_SILENCE = 10 ** (-90 / 20)
# What is fainter than this may be a noise that begins, and has to move by 6 dB to be a voice; what is louder by 3 dB, unless its spectrum
# shows at once that it is no tone.
_FAINT = 10 ** (-36 / 20)
_FAINT_MOVES, _MOVES = 2.0, 1.41
_TONAL = 0.9
# Beginnings are judged by two whole blocks behind the first, in which the sound may have begun anywhere.
_JUDGED_BLOCKS = 3
_GAP_MS = 100
_STEADY_BLOCKS, _STEADY = 10, 1.12
_LOOKED_AT_EVERY = 5


@dataclass(frozen=True, slots=True)
class Edge:
    """`sample` is where it was, counted from the start of the call; a beginning is known about 60 ms and an end `HANG_MS` later."""

    kind: Literal["began", "ended"]
    sample: int
    uncertainty_ms: int = 5


class AgentEdges:
    def __init__(self, rate_hz: int) -> None:
        self._hang = rate_hz * HANG_MS // 1000
        self._gap = rate_hz * _GAP_MS // 1000
        self._block = rate_hz * _BLOCK_MS // 1000
        self._at = 0
        self._rest = np.zeros(0, np.float32)
        self._want = self._block
        self._levels: deque[float] = deque()
        self._levels_at: deque[int] = deque()
        self._beginning: _Beginning | None = None
        self._last_blocks: deque[tuple[float, Signal]] = deque(maxlen=_STEADY_BLOCKS)
        self._edges: deque[Edge] = deque()
        self._blocks = 0
        self._floor = 0.0
        self._tone = False
        self._last_sound = 0
        # The last block of the utterance that was loud: where it begins, and from what level on. Where the sound ends in it is only
        # looked for when somebody asks.
        self._last_loud: tuple[Signal, int, float] | None = None
        self.speaking = False

    @property
    def last_sound(self) -> int:
        """The sample behind the last that was loud."""
        if self._last_loud is not None:
            block, start, above = self._last_loud
            self._last_sound, self._last_loud = start + _loud_in(block, above)[1], None
        return self._last_sound

    def feed(self, frame: Signal, *, empty: bool = False) -> Edge | None:
        """`empty`: nothing is in it, so that nobody needs to look."""
        if empty and not len(self._rest) and not self.speaking and self._beginning is None:
            whole, rest = divmod(len(frame) - self._want, self._block)
            if rest == 0 and whole >= 0:
                self._at += len(frame)
                self._want = self._block
                if self._floor:
                    # What sounded under an utterance long ago must not hide how the next one begins.
                    self._floor = self._floor_at(self._at)
                return self._edges.popleft() if self._edges else None
        self._rest = np.concatenate([self._rest, frame]) if len(self._rest) else frame
        while len(self._rest) >= self._want:
            block, self._rest = self._rest[: self._want], self._rest[self._want :]
            self._want = self._block
            self._take(block)
        return self._edges.popleft() if self._edges else None

    def stop(self) -> Edge | None:
        """Ends an utterance now: nothing more of it will be heard."""
        if len(self._rest):
            rest, self._rest = self._rest, self._rest[:0]
            self._want -= len(rest)
            self._take(rest)
        self._edges.clear()
        self._beginning = None
        if not self.speaking:
            return None
        self.speaking = False
        return self._ended()

    def _ended(self) -> Edge:
        # A noise hides the end of a last word, and the beginning of a first one less.
        return Edge("ended", self.last_sound, 150 if self._floor else 5)

    def _take(self, block: Signal) -> None:
        start, self._at = self._at, self._at + len(block)
        level = math.sqrt(float(np.dot(block, block)) / len(block))
        if level > _SILENCE:
            self._levels.append(level)
            self._levels_at.append(start)
        self._blocks += 1
        if self._blocks % _LOOKED_AT_EVERY == 0:
            self._floor = self._floor_at(start)
            self._tone = self.speaking and self._is_steady_tone()
        if self._is_loud(block, level):
            self._sounds(block, level, start)
        elif self.speaking and self._at - self.last_sound >= self._hang:
            self.speaking = False
            self._edges.append(self._ended())
        elif self._beginning is not None and self._at - self._beginning.last > self._gap:
            self._beginning = None

    def _is_loud(self, block: Signal, level: float) -> bool:
        if self._floor:
            return level > self._floor * _ABOVE_FLOOR
        # The peak is what counts, and lies between the level and this many times of it.
        if level > SOUND or level * math.sqrt(len(block)) <= SOUND:
            return level > SOUND
        return float(np.abs(block).max()) > SOUND

    def _sounds(self, block: Signal, level: float, start: int) -> None:
        self._last_blocks.append((level, block))
        above = max(SOUND, self._floor * _ABOVE_FLOOR)
        if self.speaking:
            if not self._tone:
                self._last_loud = (block, start, above)
            return
        first, last = _loud_in(block, above)
        if self._beginning is None:
            self._beginning = _Beginning(start + first)
        if self._beginning.is_speech(block, level, start + last):
            self.speaking = True
            self._last_sound, self._last_loud = start + last, None
            self._edges.append(Edge("began", self._beginning.first, 30 if self._floor else 5))
            self._beginning = None

    def _floor_at(self, start: int) -> float:
        """The level of what sounds under everything; 0 where there is nothing, or where it cannot be told from the voice."""
        while self._levels_at and self._levels_at[0] <= start - _FLOOR_BLOCKS * self._block:
            self._levels_at.popleft()
            self._levels.popleft()
        if len(self._levels) < _FEWEST_BLOCKS:
            return 0.0
        floor = min(self._levels)
        return floor if SOUND / 4 < floor < _HIGHEST_FLOOR else 0.0

    def _is_steady_tone(self) -> bool:
        blocks = self._last_blocks
        if len(blocks) < _STEADY_BLOCKS:
            return False
        # Two tones together beat, which a tenth of a second evens out.
        powers = [level * level for level, _ in blocks]
        half = _STEADY_BLOCKS // 2
        earlier, later = sum(powers[:half]), sum(powers[half:])
        if max(earlier, later) >= min(earlier, later) * _STEADY**2:
            return False
        return _is_tonal(np.concatenate([block for _, block in blocks][-3:]))


def _loud_in(block: Signal, above: float) -> tuple[int, int]:
    """The first sample above a level, and the one behind the last; the whole block where none is."""
    loud = (np.abs(block) > above).nonzero()[0]
    return (int(loud[0]), int(loud[-1]) + 1) if len(loud) else (0, len(block))


class _Beginning:
    """A sound that may become speech."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.last = first
        self._levels: list[float] = []
        self._blocks: deque[Signal] = deque(maxlen=_JUDGED_BLOCKS - 1)

    def is_speech(self, block: Signal, level: float, last: int) -> bool:
        """With one more block of it."""
        self.last = last
        self._levels.append(level)
        self._blocks.append(block)
        if len(self._levels) < _JUDGED_BLOCKS:
            return False
        levels = self._levels[1:]
        moves = max(levels) / max(min(levels), _SILENCE)
        if max(levels) < _FAINT:
            return moves >= _FAINT_MOVES
        return moves >= _MOVES or not _is_tonal(np.concatenate([*self._blocks]))


def _is_tonal(signal: Signal) -> bool:
    """Whether nearly all of the power is in two lines of the spectrum."""
    power = np.square(np.abs(np.fft.rfft(signal * np.hanning(len(signal)))))
    total = float(power.sum())
    lines = 0.0
    for _ in range(2):
        peak = int(power.argmax())
        near = slice(max(peak - 2, 0), peak + 3)
        lines += float(power[near].sum())
        power[near] = 0
    return lines >= _TONAL * total
