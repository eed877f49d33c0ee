"""What an agent says it has said, where it tells that only when it has been heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from callproof.calling.simulation.caller_sound import spread
from callproof.calling.simulation.speech import played_until, timed_words
from callproof.evidence.events import Word

# Where voices pause, and how near to its place by time such an end has to be, as a share of the whole: digits take longer or
# shorter than thought.
_PAUSES = (((".", "!", "?", "。"), 0.25), ((",", ";", ":", "、"), 0.08))


@dataclass(frozen=True, slots=True)
class Piece:
    """What one utterance says of a text; `words` joined give `text`."""

    utterance: str
    text: str
    words: tuple[Word, ...]


@dataclass(slots=True)
class _Utterance:
    id: str
    start: int
    end: int | None = None


class SaidAfterwards:
    """Gathers the utterances that have no text yet. A text that comes is that of all of them: a pause in it made two of one.

    Places are in samples.
    """

    def __init__(self, rate_hz: int, seed: str) -> None:
        self._rate_hz = rate_hz
        self._seed = seed
        self._untold: list[_Utterance] = []
        self._broken_off = 0
        # How long its voice has taken so far, and how long texts of that length usually take.
        self._took_ms = 0.0
        self._usual_ms = 0.0

    def began(self, utterance: str, at: int) -> None:
        self._untold.append(_Utterance(utterance, at))

    def ended(self, utterance: str, at: int) -> None:
        for untold in self._untold:
            if untold.id == utterance:
                untold.end = at

    def broken_off(self) -> None:
        """What is left of it is dropped. Its text may still come, but not once there is new sound."""
        self._broken_off = len(self._untold)

    def sound_follows(self) -> None:
        del self._untold[: self._broken_off]
        self._broken_off = 0

    def told(self, text: str, now: int, *, cut: bool = False) -> list[Piece]:
        """The text of what has been said up to now. Of one that was `cut` as much counts as there was time for: agents count from when
        they stopped sending, and what was queued by then had not been heard."""
        untold, self._untold, self._broken_off = self._untold, [], 0
        ends = [now if utterance.end is None else utterance.end for utterance in untold]
        lengths = [max(end - each.start, 1) for each, end in zip(untold, ends, strict=True)]
        text = self._heard(text, sum(lengths) * 1000 / self._rate_hz, cut)
        pieces = []
        parts = shared_out(text, lengths, self._seed) if untold else []
        for utterance, length, part in zip(untold, lengths, parts, strict=True):
            if part:
                pieces.append(Piece(utterance.id, part, self._timed(part, utterance.start, length)))
        return pieces

    def _heard(self, text: str, ms: float, cut: bool) -> str:
        words = timed_words(text, 0, seed=self._seed)
        if not words or not ms:
            return text
        if not cut:
            self._took_ms += ms
            self._usual_ms += words[-1].end_ms or 0
            return text
        pace = self._took_ms / self._usual_ms if self._usual_ms else 1.0
        return played_until(words, round(ms / pace)) or words[0].text.rstrip()

    def _timed(self, text: str, start: int, length: int) -> tuple[Word, ...]:
        ms = 1000 / self._rate_hz
        return spread(timed_words(text, 0, seed=self._seed), round(start * ms), length * ms)


def shared_out(text: str, lengths: Sequence[int], seed: str) -> list[str]:
    """The parts of a text that were said in stretches of these lengths. It is cut where its words say it was, as long words take
    longer, or at the end of a phrase near to that; a part may be empty."""
    words = timed_words(text, 0, seed=seed)
    if not words:
        return ["" for _ in lengths]
    whole = words[-1].end_ms or 1
    cuts, passed = [0], 0
    for length in lengths[:-1]:
        passed += length
        target = whole * passed / sum(lengths)
        cuts.append(_cut(words, cuts[-1], target))
    cuts.append(len(words))
    return ["".join(word.text for word in words[start:end]).strip() for start, end in pairwise(cuts)]


def _cut(words: Sequence[Word], at_least: int, target: float) -> int:
    """After how many words it was cut: voices pause at the end of a sentence, else of a phrase, if there is one near enough."""
    whole = words[-1].end_ms or 1

    def far(count: int) -> float:
        return abs((words[count - 1].end_ms or 0 if count else 0) - target)

    for signs, near in _PAUSES:
        ends = [
            count
            for count in range(max(at_least, 1), len(words) + 1)
            if words[count - 1].text.rstrip().endswith(signs) and far(count) <= near * whole
        ]
        if ends:
            return min(ends, key=far)
    return min(range(at_least, len(words) + 1), key=far)
