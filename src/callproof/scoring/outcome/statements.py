"""What the agent says that it has done and not done, in the part of its speech that was heard.

A claim is a statement that something has been or has not been done. Questions, offers, plans and progress are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from callproof.evidence.frozen import quick_init
from callproof.scoring.outcome.timeline import Speech, Timeline
from callproof.scoring.outcome.wording import Words
from callproof.spoken.claims import Claim, Topic, claims, may_claim
from callproof.spoken.values import Span

# "keep" (something stays as it is) and "refused" (something cannot or will not be done) mean that nothing was done, or that what was
# done stays: which of them, only the rest of the call tells.
StatementKind: TypeAlias = Literal["done", "not_done", "taken_back", "keep", "refused"]

# What is no deed: looking something up changes nothing, and a call that is put through ends it.
_NO_DEED: frozenset[Topic] = frozenset({"check", "confirm", "identify", "connect"})
# A clause that tells how things are now, by whatever verb: "your cleaning is now on Friday". Only English needs and has it.
_NOW = re.compile(
    r"\b(?:is|are|will|has|have|has been|have been) now\b|\bnow (?:set|booked|scheduled|due|has|have|stands?)\b",
    re.I,
)
# Figures that are no value of what was done: a step ("one more"), and numbers of other things, by what stands before them.
_STEP = re.compile(r"\s*(?:more|less|fewer|extra|additional)\b", re.I)
_OTHER_NUMBER = re.compile(
    r"(?:\bending (?:in|with)|\blast (?:four|4)(?: digits)?(?: of)?"
    r"|\b(?:reference|confirmation|tracking|ticket)(?: number| code)?(?: is)?:?)\s*$",
    re.I,
)
_AS_BEFORE = re.compile(r"\bas (?:it|they) (?:was|were)\b|\bunchanged\b|\bas before\b", re.I)
_AS_IT_IS = re.compile(r"\bas (?:it|they) (?:is|are)\b", re.I)
_TOOK_BACK = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:now )?(?:stopped|recalled|halted|withdrawn|withdrew|reversed|undone)\b"
    r"|\b(?:has|have) been (?:stopped|recalled|halted|withdrawn|reversed|undone)\b",
    re.I,
)
# What is said not to be possible is to take something back.
TAKING_BACK: frozenset[Topic] = frozenset({"undo", "cancel", "return", "remove"})
_NO_WAY_BACK = re.compile(
    r"\bund(?:o|one)\b|\btake(?:n)? (?:\w+ )?back\b|\brevers|\brecall|\bany ?more\b|\bno longer\b|\btoo late\b|\bstop",
    re.I,
)
_REFUSES = re.compile(r"\b(?:can(?:no|')t|can not|won'?t|will not|unable|not able|no longer)\b", re.I)
# Beyond `may_claim`: what may refuse, or tell how things are.
_MAY_TELL = re.compile(
    r"\bnow\b|n't\b|\bcannot\b|\bcan not\b|\bnot\b|\bunable\b|\bas (?:it|they)\b|\bunchanged\b"
    r"|\bstopped\b|\brecalled\b|\bhalted\b|\bwithdr|\breversed\b|\bundone\b",
    re.I,
)


@quick_init
@dataclass(frozen=True, slots=True)
class Told:
    """One statement in a text: `start` its place there, `first` whether nothing was said before it.

    `report`: it tells how things are ("it is now set for Wednesday"), which may be how they were before the call.
    """

    kind: StatementKind
    start: int
    first: bool
    text: str
    topic: Topic | None
    values: tuple[Span, ...]
    negated: tuple[Span, ...]
    report: bool = False


@quick_init
@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """One statement of the call. It was made at `pos`; without times of words somewhere from `pos` to `until`."""

    told: Told
    speech: Speech
    pos: float
    until: float

    @property
    def kind(self) -> StatementKind:
        return self.told.kind


def statements_of(timeline: Timeline, words: Words) -> list[Statement]:
    """All statements of the agent, in the order of the call."""
    found: list[Statement] = []
    for speech in timeline.agent:
        if not speech.text:
            continue
        for told in told_in(speech.text, words):
            pos, until = _place(timeline, speech, told)
            found.append(Statement(told, speech, pos, until))
    return found


def unread_of(timeline: Timeline, words: Words) -> list[Statement]:
    """Clauses with values of which nobody can say by their words alone what they claim: "that makes it four nights"."""
    found: list[Statement] = []
    for speech in timeline.agent:
        text = speech.text or ""
        for n, clause in enumerate(clauses_of(text, words) if text else ()):
            if clause.act != "unclear" or not clause.values or clause.negated_values:
                continue
            values = _meant(text, clause)
            told = Told("done", clause.start, n == 0, clause.text, clause.topic, values, (), report=True)
            found.append(Statement(told, speech, *_place(timeline, speech, told)))
    return found


def _place(timeline: Timeline, speech: Speech, told: Told) -> tuple[float, float]:
    if told.first and not speech.unplaced:
        return speech.start, speech.start
    at, offset = None, 0
    for word in speech.utterance.words:
        offset += len(word.text)
        if offset > told.start:
            at = word.start_ms
            break
    if at is None:
        return speech.start, speech.end
    pos = max(timeline.at_ms(at) - 0.5, float(speech.start))
    return pos, pos


@lru_cache(maxsize=4096)
def told_in(text: str, words: Words) -> tuple[Told, ...]:
    """The statements in a text."""
    english = words.language in (None, "en")
    if not may_claim(text, language=words.language) and english and not _MAY_TELL.search(text):
        return ()
    clauses = clauses_of(text, words)
    found: list[Told] = []
    for n, clause in enumerate(clauses):
        kind = _kind(clause, english=english)
        if kind is None:
            continue
        values, negated = _meant(text, clause), clause.negated_values
        if kind == "done" and not values:
            # "It is updated. We will take your payment on the fifteenth."
            for later in clauses[n + 1 :]:
                if later.act not in ("promised", "unclear") or _kind(later, english=english) is not None:
                    break
                values += _meant(text, later)
                negated += later.negated_values
        report = kind == "done" and (clause.act != "done" or bool(english and _NOW.search(clause.text)))
        found.append(Told(kind, clause.start, n == 0, clause.text, clause.topic, values, negated, report))
    specific = [told for told in found if told.kind == "done" and told.values]
    if not specific:
        return tuple(found)
    return tuple(told for told in found if told.kind != "done" or told.values or not _repeats(told, specific))


def _meant(text: str, clause: Claim) -> tuple[Span, ...]:
    """The values of a clause that can be those of what was done."""
    if not clause.values:
        return ()
    return tuple(
        span
        for span in clause.values
        if not _STEP.match(text, span.end) and not _OTHER_NUMBER.search(text, 0, span.start)
    )


def _repeats(told: Told, specific: list[Told]) -> bool:
    """ "Done. I have moved it to Friday." tells of one thing."""
    return told.topic in (None, "update") or any(told.topic == other.topic for other in specific)


def _kind(clause: Claim, *, english: bool) -> StatementKind | None:
    if clause.act == "done":
        if clause.topic in _NO_DEED:
            return None
        if clause.topic == "keep":
            return "keep"
        if english and _REFUSES.search(clause.text) and _NO_WAY_BACK.search(clause.text):
            # "It has been shipped already and can't be cancelled any more"
            return "refused"
        return "taken_back" if clause.topic == "undo" else "done"
    if clause.act == "undone":
        return "taken_back"
    if clause.act == "not_done":
        if clause.topic == "keep" and not (english and _AS_BEFORE.search(clause.text)):
            return "keep"
        # "I could not cancel it any more"
        return "refused" if no_way_back(clause.text, clause.topic) else "not_done"
    if clause.act == "refused":
        return "refused" if clause.topic is not None or _REFUSES.search(clause.text) else None
    if english and clause.act in ("promised", "unclear"):
        return _in_english(clause)
    return None


def _in_english(clause: Claim) -> StatementKind | None:
    """What some clauses say that have no verb of doing."""
    if _AS_BEFORE.search(clause.text):
        return "not_done"
    if _AS_IT_IS.search(clause.text):
        return "keep"
    if clause.act == "unclear" and _TOOK_BACK.search(clause.text):
        return "taken_back"
    if _REFUSES.search(clause.text) and no_way_back(clause.text, clause.topic):
        return "refused"
    if clause.values and _NOW.search(clause.text):
        return "done"
    return None


def no_way_back(text: str, topic: Topic | None) -> bool:
    """Whether what is refused is to take something back; "I won't ship it" refuses the thing itself."""
    return topic in TAKING_BACK or _NO_WAY_BACK.search(text) is not None


def clauses_of(text: str, words: Words) -> tuple[Claim, ...]:
    return claims(text, language=words.language, date=words.date)
