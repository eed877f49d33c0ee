"""What the caller has to hear in full and in these words, such as a disclosure that the law wants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.timeline import Speech
from callproof.scoring.outcome.verdicts import AxisResult
from callproof.scoring.outcome.wording import Words

if TYPE_CHECKING:
    from callproof.spoken import Comparison

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_SENTENCE_END = re.compile(r"[.!?…。！？]+")
# A recogniser may take a fifth of the words for others; a text with half of them in it may have been this one.
_HEARD_WRONG = 0.2
_MAY_BE_IT = 0.5


def heard_in_full(evidence: Evidence, text: str) -> AxisResult:
    """By one utterance of the agent, as much of it as was played. Numbers may be said in other words, and sounds of thinking put in."""
    broken_off: Speech | None = None
    doubtful: Speech | None = None
    for speech in evidence.timeline.agent:
        recognised = speech.utterance.said is None
        nearest = _nearest(text, speech.text, evidence.words) if speech.text else None
        if nearest is not None and _is_it(nearest, _HEARD_WRONG if recognised else 0):
            return evidence.result("pass", f'the caller heard "{text}"', speech.start)
        if (
            speech.unknown
            or speech.text is None
            or (recognised and nearest is not None and _is_it(nearest, _MAY_BE_IT, values_too=False))
        ):
            doubtful = doubtful or speech
        elif speech.utterance.cut and speech.utterance.said is not None:
            whole = _nearest(text, speech.utterance.said, evidence.words)
            if whole is not None and _is_it(whole):
                broken_off = broken_off or speech
    if doubtful is not None:
        return evidence.result(
            "not_measured", f'nobody knows whether the caller heard "{text}"', doubtful.start
        )
    if broken_off is not None:
        reason = f'the agent was broken off in "{text}" and did not say it again in full'
        return evidence.result("fail", reason, broken_off.start)
    return evidence.result("fail", f'the agent never said "{text}"', evidence.timeline.end)


def _is_it(found: Comparison, wrong_words: float = 0, *, values_too: bool = True) -> bool:
    if found.outcome in ("match", "filler"):
        return True
    return (
        (found.outcome != "value" or not values_too)
        and found.wer is not None
        and 0 < found.wer <= wrong_words
    )


def _nearest(text: str, spoken: str, words: Words) -> Comparison | None:
    """The part of what was spoken that comes nearest to a text."""
    from callproof.spoken import compare  # costs time that only scenarios with such a text should pay

    best: Comparison | None = None
    for part in _parts(text, spoken):
        found = compare(text, part, language=words.language, date=words.date)
        if _is_it(found):
            return found
        if best is None or (found.wer or 0, found.outcome == "value") < (
            best.wer or 0,
            best.outcome == "value",
        ):
            best = found
    return best


def _parts(text: str, spoken: str) -> Iterator[str]:
    """What may be the text in what was spoken: between words or sentences that begin and end as it does, and about as long."""
    own = [match[0].casefold() for match in _WORD.finditer(text)]
    ends_of_sentences = [match.end() for match in _SENTENCE_END.finditer(spoken)]
    found = list(_WORD.finditer(spoken))
    starts = {0, *ends_of_sentences, *(m.start() for m in found if m[0].casefold() == own[0])}
    ends = {len(spoken), *ends_of_sentences, *(m.end() for m in found if m[0].casefold() == own[-1])}
    for start, end in product(sorted(starts), sorted(ends)):
        if end - start >= len(text) // 2 and end - start <= 2 * len(text):
            yield spoken[start:end]
