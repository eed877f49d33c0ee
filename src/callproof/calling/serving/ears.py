"""What a served agent makes of the caller's channel: speech, and sounds that are none."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from callproof.audio.pcm import Signal, dbfs
from callproof.audio.resampling import Resampler
from callproof.calling.serving.nearness import Nearness
from callproof.models.parts import SpeechDetection

_SPEECH, _SURELY_NONE = 0.5, 0.3
_ONSET_FRAMES = 3
# A soft onset ("hello") is speech to the detector up to 80 ms late, and not quite nothing before.
_FAINTLY_SPEECH, _SOFT_ONSET_FRAMES = 0.1, 3
# A pause that ends a turn; shorter ones are breath.
_END_MS = 600
_BREATH_MS = 40
_NOISE_DBFS = -42.0
_NOISE_ONSET_MS, _NOISE_END_MS = 160, 320
_BEFORE_MS = 300
# Of a caller who is so faint that it takes time to be sure, all of it is kept.
_KEPT_MS = 1600


@dataclass(frozen=True, slots=True)
class Heard:
    """`signal` is the whole utterance (at `Ears.rate_hz`) with a little before it, when it has ended."""

    what: Literal["speech began", "speech ended", "noise began", "noise ended"]
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
        self._likely = 0
        self._quiet_ms = 0
        self._noise_ms = 0
        self._no_noise_ms = 0
        self._faint = 0
        # How long somebody has spoken when that is told.
        self.sure_after_ms = 0
        self.speech = False
        self.noise = False

    @property
    def audible(self) -> bool:
        """Whether the caller is heard now; breath between two words counts as speech."""
        return self.speech and self._quiet_ms <= _BREATH_MS

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
            self._utterance.append(frame)
            goes_on = near and likely >= _SURELY_NONE
            self._quiet_ms = 0 if goes_on else self._quiet_ms + self._detector.frame_ms
            if self._quiet_ms >= _END_MS:
                signal, self._utterance = self.so_far(), []
                self.speech = False
                self._nearness.turn_ended()
                self._told(Heard("speech ended", signal))
            return
        self._recent.append(frame)
        self._likely = self._likely + 1 if near and likely >= _SPEECH else 0
        self._faint = self._faint + 1 if likely >= _FAINTLY_SPEECH else 0
        if self._likely >= _ONSET_FRAMES:
            self._end_noise()
            frames = min(self._faint, self._likely + _SOFT_ONSET_FRAMES)
            self.sure_after_ms = frames * self._detector.frame_ms
            self.speech, self._likely, self._faint, self._quiet_ms = True, 0, 0, 0
            self._utterance = self._beginning()
            self._recent.clear()
            self._nearness.turn_began()
            self._told(Heard("speech began"))
            return
        self._hear_noise(likely < _SURELY_NONE and dbfs(frame) > _NOISE_DBFS)

    def _beginning(self) -> list[Signal]:
        """A little before the onset; of a faint caller all that there was before it was sure."""
        kept = list(self._recent)
        return kept if self._nearness.faint else kept[-self._before :]

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
