"""What an agent says it has said, where it tells that only when it has been heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from callproof.calling.simulation.speech import timed_words
from callproof.evidence.events import Word

# How near a place has to be, beside the end of a word, to be taken for where the voice paused.
_END_OF_SENTENCE, _END_OF_PHRASE = 0.15, 0.5


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

    def told(self, text: str, now: int) -> list[Piece]:
        """The text of what has been said up to now."""
        untold, self._untold, self._broken_off = self._untold, [], 0
        ends = [now if utterance.end is None else utterance.end for utterance in untold]
        lengths = [max(end - each.start, 1) for each, end in zip(untold, ends, strict=True)]
        pieces = []
        parts = shared_out(text, lengths, self._seed) if untold else []
        for utterance, length, part in zip(untold, lengths, parts, strict=True):
            if part:
                pieces.append(Piece(utterance.id, part, self._timed(part, utterance.start, length)))
        return pieces

    def _timed(self, text: str, start: int, length: int) -> tuple[Word, ...]:
        words = timed_words(text, 0, words_per_minute=165, seed=self._seed)
        ms = 1000 / self._rate_hz
        scale = length * ms / max(words[-1].end_ms or 1, 1)
        return tuple(
            Word(
                word.text,
                round(start * ms + (word.start_ms or 0) * scale),
                round(start * ms + (word.end_ms or 0) * scale),
            )
            for word in words
        )


def shared_out(text: str, lengths: Sequence[int], seed: str) -> list[str]:
    """The parts of a text that were said in stretches of these lengths. It is cut where its words say it was, as long words take
    longer, or at the end of a phrase near to that; a part may be empty."""
    words = timed_words(text, 0, words_per_minute=165, seed=seed)
    if not words:
        return ["" for _ in lengths]
    whole = words[-1].end_ms or 1
    cuts, passed = [0], 0
    for length in lengths[:-1]:
        passed += length
        target = whole * passed / sum(lengths)
        ends = range(cuts[-1], len(words) + 1)
        cuts.append(min(ends, key=lambda count: _far(words, count, target)))
    cuts.append(len(words))
    return ["".join(word.text for word in words[start:end]).strip() for start, end in pairwise(cuts)]


def _far(words: Sequence[Word], count: int, target: float) -> float:
    """How far the end of the first `count` words is from where it should be, in ms that count less at the end of a phrase."""
    if count == 0:
        return target
    last = words[count - 1]
    sign = last.text.rstrip()[-1:]
    weight = _END_OF_SENTENCE if sign in ".!?。" else _END_OF_PHRASE if sign in ",;:、" else 1.0
    return abs((last.end_ms or 0) - target) * weight
