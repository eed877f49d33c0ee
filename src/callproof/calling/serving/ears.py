"""What a served agent makes of the caller's channel: speech, and sounds that are none."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from callproof.audio.pcm import SILENCE_DBFS, Signal, dbfs
from callproof.audio.resampling import Resampler
from callproof.calling.serving.nearness import Nearness
from callproof.models.parts import SpeechDetection

_SPEECH, _SURELY_NONE = 0.5, 0.3
_ONSET_FRAMES = 3
# A soft onset ("hello") is speech to the detector up to 130 ms late: not quite nothing before, or at least no silence.
_FAINTLY_SPEECH, _SOFT_ONSET_FRAMES = 0.1, 3
_ONSET_BEFORE_MS = 160
# All time is that of the samples: on a busy machine a pause is as long as it was. What ends a turn is longer than a person's pause
# between two sentences by as much as the detector may be wrong.
_END_MS = 1000
# By then what was said so far is told, so that its text is there when the turn is over.
_PAUSE_MS = 320
# The detector hears a voice on for a tenth of a second; a sound that has sunk by so much is over. It begins softer than it ends.
_SUNK_DB, _SOFT_DB, _BLOCK_MS = 14.0, 20.0, 8
# Whoever has spoken for so long means more than a "hmm", and is still speaking in a pause; before, no sound is over before it is.
_WORD_MS, _BREATH_MS = 310, 24
_NOISE_DBFS = -42.0
_NOISE_ONSET_MS, _NOISE_END_MS = 160, 320
_BEFORE_MS = 300
# A recogniser makes other words of a line that begins a few hundredths of a second earlier: what it gets begins and ends so long before
# and behind the sound itself, to the sample. Sound is what is within 24 dB of the loudest.
_LEAD_MS, _TAIL_MS, _SILENCE_MS = 300, 200, 100
_SOUND = 1 / 16
# Of a caller who is so faint that it takes time to be sure, all of it is kept.
_KEPT_MS = 1600


@dataclass(frozen=True, slots=True)
class Heard:
    """`signal` is the utterance so far (at `Ears.rate_hz`) with a little before and behind it, when it pauses and when it has ended. It has paused
    before it ends; speech that comes in between belongs to it, and a pause is told again."""

    what: Literal["speech began", "speech paused", "speech ended", "noise began", "noise ended"]
    signal: Signal | None = None


Told: TypeAlias = Callable[[Heard], None]


class Ears:
    """Fed with the caller's frames, tells what is heard. `speaking` says whether the agent itself is being heard."""

    def __init__(
        self,
        detector: SpeechDetection,
        rate_hz: int,
        told: Told,
        speaking: Callable[[], bool] = lambda: False,
    ) -> None:
        self.rate_hz = detector.rate_hz
        self._detector = detector
        self._frame = detector.rate_hz * detector.frame_ms // 1000
        self._resampler = Resampler(rate_hz, detector.rate_hz)
        self._rest = np.zeros(0, np.float32)
        self._told = told
        self._speaking = speaking
        self._nearness = Nearness(detector.frame_ms)
        self._before = max(1, _BEFORE_MS // detector.frame_ms)
        self._recent: deque[Signal] = deque(maxlen=_KEPT_MS // detector.frame_ms)
        self._utterance: list[Signal] = []
        # What came before it.
        self._lead: list[Signal] = []
        self._likely = 0
        self._quiet_ms = 0
        self._noise_ms = 0
        self._no_noise_ms = 0
        self._faint = 0
        self._loudest = SILENCE_DBFS
        self._heard_ms = 0
        # How long somebody has spoken when that is told.
        self.sure_after_ms = 0
        # From the first to the last sound of the running utterance.
        self.spoken_ms = 0
        self.speech = False
        self.noise = False

    @property
    def audible(self) -> bool:
        """Whether the caller is heard now; a short pause behind a word counts as speech."""
        quiet_ms = self._heard_ms - self.spoken_ms
        return self.speech and quiet_ms <= (_PAUSE_MS if self.spoken_ms >= _WORD_MS else _BREATH_MS)

    def feed(self, signal: Signal) -> None:
        waiting = np.concatenate([self._rest, self._resampler.feed(signal)])
        whole = len(waiting) // self._frame * self._frame
        self._rest = waiting[whole:]
        for start in range(0, whole, self._frame):
            self._hear(waiting[start : start + self._frame])

    def so_far(self) -> Signal:
        """The running utterance."""
        return np.concatenate(self._utterance) if self._utterance else np.zeros(0, np.float32)

    def _hear(self, frame: Signal) -> None:
        likely = self._detector.probability(frame)
        near = self._nearness.is_near(frame, speech=likely >= _SPEECH, own=self._speaking())
        if self.speech:
            self._go_on(frame, near, likely)
            return
        self._recent.append(frame)
        self._likely = self._likely + 1 if near and likely >= _SPEECH else 0
        self._faint = self._faint + 1 if likely >= _FAINTLY_SPEECH else 0
        if self._likely >= _ONSET_FRAMES:
            self._begin()
            return
        self._hear_noise(likely < _SURELY_NONE and dbfs(frame) > _NOISE_DBFS)

    def _begin(self) -> None:
        self._end_noise()
        frames = min(self._faint, self._likely + _SOFT_ONSET_FRAMES)
        self.sure_after_ms = max(frames * self._detector.frame_ms, self._sounded_ms())
        self._heard_ms = self.spoken_ms = self.sure_after_ms
        self.speech, self._likely, self._faint, self._quiet_ms = True, 0, 0, 0
        kept = list(self._recent)
        # A little before the onset; of a faint caller all that there was before it was sure.
        first = 0 if self._nearness.faint else max(len(kept) - self._before, 0)
        self._lead, self._utterance = kept[:first], kept[first:]
        self._recent.clear()
        self._nearness.turn_began()
        self._told(Heard("speech began"))

    def _go_on(self, frame: Signal, near: bool, likely: float) -> None:
        self._utterance.append(frame)
        if likely >= _SURELY_NONE:
            self._follow_level(frame)
        self._heard_ms += self._detector.frame_ms
        before = self._quiet_ms
        self._quiet_ms = 0 if near and likely >= _SURELY_NONE else before + self._detector.frame_ms
        if before < _PAUSE_MS <= self._quiet_ms:
            self._told(Heard("speech paused", self._as_said()))
        elif self._quiet_ms >= _END_MS:
            signal = self.so_far()
            # Whoever speaks on right away has this silence before them.
            self._recent.extend(self._utterance[-self._quiet_ms // self._detector.frame_ms :])
            self._utterance = []
            self.speech = False
            self._nearness.turn_ended()
            self._told(Heard("speech ended", signal))

    def _sounded_ms(self) -> int:
        """How long there has been sound without a gap, a little before the first frame that was surely speech at the most."""
        levels = [level for frame in self._recent for level in self._levels(frame)]
        sure = self._likely * self._detector.frame_ms // _BLOCK_MS
        self._loudest = max(levels[-sure:])
        blocks = 0
        for level in reversed(levels[:-sure][-(_ONSET_BEFORE_MS // _BLOCK_MS) :]):
            if level < self._loudest - _SOFT_DB:
                break
            blocks += 1
        return (sure + blocks) * _BLOCK_MS

    def _follow_level(self, frame: Signal) -> None:
        for place, level in enumerate(self._levels(frame), start=1):
            self._loudest = max(self._loudest, level)
            if level >= self._loudest - _SUNK_DB:
                self.spoken_ms = self._heard_ms + place * _BLOCK_MS

    def _levels(self, frame: Signal) -> list[float]:
        size = self.rate_hz * _BLOCK_MS // 1000
        return [dbfs(frame[start : start + size]) for start in range(0, len(frame), size)]

    def _as_said(self) -> Signal:
        """The running utterance with the same silence around it, wherever in a frame it began; on a line that was not silent before it, as it
        is."""
        whole = np.concatenate([*self._lead, *self._utterance])
        kept = sum(map(len, self._lead))
        loud = np.flatnonzero(np.abs(whole) >= np.abs(whole[kept:]).max() * _SOUND)
        first = loud[: np.searchsorted(loud, kept) + 1]
        out_of_silence = first[np.diff(first, prepend=0) > self.rate_hz * _SILENCE_MS // 1000]
        start = int(out_of_silence[-1]) - self.rate_hz * _LEAD_MS // 1000 if out_of_silence.size else kept
        behind = np.zeros(self.rate_hz * _TAIL_MS // 1000, np.float32)
        return np.concatenate([whole[max(start, 0) : int(loud[-1]) + 1], behind])

    def _hear_noise(self, noisy: bool) -> None:
        self._noise_ms = self._noise_ms + self._detector.frame_ms if noisy else 0
        self._no_noise_ms = 0 if noisy else self._no_noise_ms + self._detector.frame_ms
        if not self.noise and self._noise_ms >= _NOISE_ONSET_MS:
            self.noise = True
            self._told(Heard("noise began"))
        elif self.noise and self._no_noise_ms >= _NOISE_END_MS:
            self._end_noise()

    def _end_noise(self) -> None:
        if self.noise:
            self.noise = False
            self._told(Heard("noise ended"))
        self._noise_ms = 0
