"""What a sentence does: asks, offers, promises, announces, says that something is done or not done, agrees, refuses.

Every clause gives one claim. What is not recognised is "unclear", and so are conditions and what others are said to have done;
nothing is guessed. A text is cut into sentences and these into pieces (`claiming`); here pieces become claims: fragments go to
their neighbours, "yes?" makes a question of what it follows, "okay" in front of more is nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import cast

from callproof.spoken.claiming.minding import (
    asks_for_errors,
    asks_whether_minded,
    is_bare_no,
    is_bare_yes,
    objects,
    waves_on,
)
from callproof.spoken.claiming.pieces import ACTS, Act, Kind, Piece, Topic, grammar_of, spans_in
from callproof.spoken.claiming.reversing import reverses
from callproof.spoken.claiming.topics import WEAK
from callproof.spoken.detection import LATIN, detect_language, script_of
from callproof.spoken.language import Context, LanguageCode, context_of
from callproof.spoken.reading import Reading
from callproof.spoken.values import NEGATION, Span

__all__ = [
    "Act",
    "Claim",
    "Topic",
    "agrees",
    "asks_consent",
    "asks_for_errors",
    "asks_whether_minded",
    "claims",
    "may_ask",
    "may_claim",
    "permits",
    "refuses",
]

# What is nothing by itself, or one with its like.
_DEPENDENT: frozenset[Kind] = frozenset(
    ("fragment", "tag", "opener", "praise", "correction", "confirmed", "refused")
)
_SETTLED: frozenset[Kind] = frozenset(("done", "not_done", "undone", "asked"))
_AGREEING: frozenset[Kind] = frozenset(("opener", "praise", "confirmed"))
# "1,000" is one value for certain; "on the" may stand between a negation and what it denies.
_LONGEST_FIGURE, _NEAR, _FEWEST_DIGITS = 9, 8, 3
_REMEMBERED = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One clause, from `start` to `end` in the text, and what it does.

    - asked: a question. `asks_consent`: to agree to an action or a value ("fifty, right?", "shall I?"), not to tell something.
    - offered: "I can refund that". promised: "I'll send it", "you will receive". announced: "let me check", "one moment".
    - done: "I've placed the order", "you're all set". not_done: "I could not reach the shop", "your order stays as it was" (topic
      "keep"). undone: "I took that back".
    - confirmed: "yes", "go ahead", "okay" alone. refused: "no, fifteen", "don't", "I can't do that", "I won't send it".
    - unclear: anything else, and conditions, guesses and reports of what others have said or done.

    `negated_values` are ruled out: 50 in "not 50 but 15", the old value in "changed from 50 to 15". `topic` names the action:
    "check" is looking something up, which changes nothing; "keep" is leaving something as it is.
    """

    act: Act
    start: int
    end: int
    text: str
    values: tuple[Span, ...] = ()
    negated_values: tuple[Span, ...] = ()
    topic: Topic | None = None
    asks_consent: bool = False

    @property
    def specific(self) -> bool:
        """ "Done." says neither what nor how much."""
        return self.topic is not None or bool(self.values)


def claims(text: str, *, language: LanguageCode | None = None, date: date | None = None) -> tuple[Claim, ...]:
    """What each clause of a text does, in order. `date`: the day of the call, for "tomorrow".

    Without a language it is told from the text; a short text that several languages know ("no", "okay") counts when they agree.
    """
    return _claims(text, language, date)


def asks_consent(text: str, *, language: LanguageCode | None = None) -> bool:
    """Whether a text asks to agree to an action or a value."""
    return any(claim.asks_consent for claim in _claims(text, language, None))


def agrees(text: str, *, language: LanguageCode | None = None) -> bool | None:
    """Whether a reply says yes (True), says no or corrects (False), or neither (None). The last word counts.

    "Yes, but fifteen" is a yes: whether another value was said than asked is seen in the values. So is "yes, I don't want it any more".
    """
    verdict: bool | None = None
    for claim in _claims(text, language, None):
        if claim.act == "confirmed":
            verdict = True
        elif claim.act == "refused" and (verdict is None or reverses(claim.text)):
            verdict = False
    return verdict


def refuses(text: str, *, language: LanguageCode | None = None) -> bool:
    """Whether a text in the end says no: "no, fifteen", "don't", "I'm not allowed to do that"."""
    return agrees(text, language=language) is False


def permits(text: str, *, language: LanguageCode | None = None) -> bool | None:
    """As `agrees`, for the reply to "do you mind if I cancel it?" and "did I get anything wrong?": "no" and "go ahead" permit it, "yes, I do"
    and "no, don't" do not. A bare "yes" says neither."""
    if objects(text):
        return False
    verdict: bool | None = True if waves_on(text) else None
    for claim in _claims(text, language, None):
        if claim.act == "refused" and not waves_on(claim.text):
            verdict = is_bare_no(claim.text)
        elif claim.act == "confirmed" and not is_bare_yes(claim.text):
            verdict = True
    return verdict


def may_claim(text: str, *, language: LanguageCode | None) -> bool:
    """A cheap filter: False only where no clause can be done, not done or undone."""
    return language is None or grammar_of(language).may_claim(text)


def may_ask(text: str, *, language: LanguageCode | None) -> bool:
    """A cheap filter: False only where `asks_consent` is certainly False."""
    return language is None or grammar_of(language).may_ask(text) or asks_whether_minded(text)


@lru_cache(maxsize=_REMEMBERED)
def _claims(text: str, language: LanguageCode | None, date: date | None) -> tuple[Claim, ...]:
    language = language or detect_language(text)
    if language is not None:
        return _read(text, language, date)
    script = script_of(text)
    if script == "latin":
        return _undetected(text, date)
    return _read(text, "ja" if script == "han" else "en", date)


def _undetected(text: str, date: date | None) -> tuple[Claim, ...]:
    """A text that may be of several languages: what all of them say that know it at all."""
    found = [_read(text, code, date) for code in LATIN]
    known = [claims for claims in found if any(claim.act != "unclear" for claim in claims)]
    if known and all(
        [claim.act for claim in claims] == [claim.act for claim in known[0]] for claims in known
    ):
        return known[0]
    return tuple(replace(claim, act="unclear", asks_consent=False, topic=None) for claim in found[0])


def _read(text: str, code: LanguageCode, date: date | None) -> tuple[Claim, ...]:
    reading = Reading(text, context_of(code, date))
    if not reading.tokens:
        return ()
    spans = [span for span in _parted(reading) if NEGATION not in span.readings]
    grammar = grammar_of(code)
    if not grammar.has_cue(reading):
        start, end = reading.spots[0][0], reading.spots[-1][1]
        return (Claim(act="unclear", start=start, end=end, text=text[start:end], values=tuple(spans)),)
    sentences = [_merged(pieces) for pieces in grammar.sentences(reading, spans)]
    if code == "de":
        _state_what_follows(sentences, text)
    _settle(sentences)
    pieces = [piece for sentence in sentences for piece in sentence]
    if code in LATIN and asks_whether_minded(text):
        pieces = _minded(pieces, text)
    if asks_for_errors(text):
        for piece in pieces:
            piece.consent = piece.consent and not asks_for_errors(text[piece.start : piece.end])
    return tuple(_claim(piece, text, spans) for piece in pieces)


def _minded(pieces: list[Piece], text: str) -> list[Piece]:
    """ "Do you mind if I cancel it?" is one question, and about what stands behind the "if"."""
    found: list[Piece] = []
    for piece in pieces:
        before = found[-1] if found else None
        if asks_whether_minded(text[piece.start : piece.end]):
            found.append(piece)
        elif before is not None and _is_minding(before, piece, text):
            _join(before, piece)
        else:
            found.append(piece)
            continue
        found[-1].kind, found[-1].consent = "asked", True
    return found


def _is_minding(before: Piece, piece: Piece, text: str) -> bool:
    """Whether two pieces ask together what none does alone: "do you mind", "if I cancel it"."""
    return (
        before.kind == "asked"
        and not asks_whether_minded(text[before.start : before.end])
        and asks_whether_minded(text[before.start : piece.end])
    )


def _parted(reading: Reading) -> list[Span]:
    """The values of a text. "Not fifty, fifteen" are two, though "fifty, fifteen" may be a code."""
    spans = reading.spans()
    if not any("," in span.text and len(span.text) > _LONGEST_FIGURE for span in spans):
        return spans
    found: list[Span] = []
    for i, span in enumerate(spans):
        denied = i > 0 and NEGATION in spans[i - 1].readings and span.start - spans[i - 1].end <= _NEAR
        may_be_two = denied and ", " in span.text and not _is_spelled(span, reading.context)
        parts = _parts(span, reading.context) if may_be_two else []
        found += parts if len(parts) > 1 else [span]
    return found


def _is_spelled(span: Span, context: Context) -> bool:
    """Whether it is digit after digit: "five, five, nine, zero" is one number, "fifty, fifteen" may be two."""
    signs = span.text.split(",")
    return len(signs) >= _FEWEST_DIGITS and all(_is_digit(sign.strip(), context) for sign in signs)


def _is_digit(text: str, context: Context) -> bool:
    spans = Reading(text, context).spans()
    return len(spans) == 1 and any(
        value.kind in ("code", "number") and len(str(value.key)) == 1 for value in spans[0].readings
    )


def _parts(span: Span, context: Context) -> list[Span]:
    """A value read again, up to its first comma and behind it."""
    cut = span.text.index(",")
    parts = []
    for start, end in ((0, cut), (cut + 1, len(span.text))):
        for part in Reading(span.text[start:end], context).spans():
            lo = span.start + start
            parts.append(Span(lo + part.start, lo + part.end, part.text, part.readings))
    return parts


def _claim(piece: Piece, text: str, spans: list[Span]) -> Claim:
    values = spans_in(spans, piece.start, piece.end)
    out: list[Span] = []
    if piece.ruled_out:
        out = [
            span for span in values if any(lo <= span.start and span.end <= hi for lo, hi in piece.ruled_out)
        ]
        values = [span for span in values if span not in out]
    return Claim(
        act=cast("Act", piece.kind) if piece.kind in ACTS else "unclear",
        start=piece.start,
        end=piece.end,
        text=text[piece.start : piece.end],
        values=tuple(values),
        negated_values=tuple(out),
        topic=piece.topic,
        asks_consent=piece.kind == "asked" and piece.consent,
    )


def _merged(pieces: list[Piece]) -> list[Piece]:
    """The pieces of one sentence, each with an act of its own as far as one has."""
    if len(pieces) == 1 or not any(piece.kind in _DEPENDENT for piece in pieces):
        return pieces
    return _with_fragments(_with_tags(_without_openers(pieces)))


def _without_openers(pieces: list[Piece]) -> list[Piece]:
    """ "Okay" and "great" are nothing in front of something else, and a yes when they stand alone or before a value."""
    weak: tuple[Kind, ...] = ("opener", "praise")
    others = [piece for piece in pieces if piece.kind not in weak]
    if len(others) == len(pieces):
        return pieces
    if any(piece.kind != "fragment" or piece.worded for piece in others):
        return others
    return pieces


def _with_tags(pieces: list[Piece]) -> list[Piece]:
    found: list[Piece] = []
    for piece in pieces:
        before = found[-1] if found else None
        if piece.kind != "tag":
            found.append(piece)
        elif before is not None and before.kind not in ("asked", "hypothetical"):
            _join(before, piece)
            while len(found) > 1 and before.kind == "fragment" and found[-2].kind == "fragment":
                found.pop()
                _join(found[-1], before)
                before = found[-1]
            before.kind, before.consent = "asked", True
        elif before is not None and before.kind == "asked":
            _join(before, piece)
            before.consent = True
        else:
            found.append(piece)
    return found


def _with_fragments(pieces: list[Piece]) -> list[Piece]:
    found: list[Piece] = []
    waiting: Piece | None = None
    for i, piece in enumerate(pieces):
        last = i == len(pieces) - 1
        if piece.kind == "fragment" and found and (last or not piece.forward) and waiting is None:
            _join(found[-1], piece)
        elif piece.kind == "correction" and found and waiting is None:
            # "It's fifteen, not fifty"
            if found[-1].kind == "unclear":
                found[-1].kind = "correction"
            _join(found[-1], piece)
        elif piece.kind == "fragment":
            if waiting is not None:
                _join(waiting, piece)
            else:
                waiting = piece
        else:
            if waiting is not None:
                _join(waiting, piece)
                waiting.kind, waiting.consent = piece.kind, piece.consent
                waiting.topic = piece.topic or waiting.topic
                piece, waiting = waiting, None
            if (
                found
                and piece.kind == found[-1].kind
                and piece.kind in ("confirmed", "refused", "opener", "praise")
            ):
                _join(found[-1], piece)
            else:
                found.append(piece)
    if waiting is not None:
        if found:
            _join(found[-1], waiting)
        else:
            found.append(waiting)
    return found


def _join(piece: Piece, other: Piece) -> None:
    """Let a piece take in the one behind it."""
    piece.end = max(piece.end, other.end)
    if piece.topic is None or (piece.topic in WEAK and other.topic is not None):
        piece.topic = other.topic
    piece.ruled_out += other.ruled_out
    piece.worded = piece.worded or other.worded


def _state_what_follows(sentences: list[list[Piece]], text: str) -> None:
    """Behind "wenn ich die Karte sperre" the verb comes first in what is no question: "können Sie nicht zahlen"."""
    for pieces in sentences:
        for before, piece in pairwise(pieces):
            is_question = "?" in text[piece.end : piece.end + 2]
            if before.kind == "hypothetical" and piece.kind == "asked" and not (piece.consent or is_question):
                piece.kind = "unclear"


def _settle(sentences: list[list[Piece]]) -> None:
    """What only the neighbouring sentences decide."""
    for before, sentence in pairwise(sentences):
        # "Forty dollars back to your card. Is that right?"
        if before and sentence[0].kind == "tag" and before[-1].kind not in _SETTLED:
            piece, tag = before[-1], sentence.pop(0)
            _join(piece, tag)
            piece.kind, piece.consent = "asked", True
    pieces = [piece for sentence in sentences for piece in sentence]
    if all(piece.kind in ACTS for piece in pieces):
        return
    alone = all(piece.kind in _AGREEING or not piece.worded for piece in pieces)
    for piece in pieces:
        if piece.kind == "tag":
            piece.kind, piece.consent = "asked", True
        elif piece.kind == "correction":
            piece.kind = "refused"
        elif piece.kind == "opener" or (piece.kind == "praise" and alone):
            piece.kind = "confirmed"
