"""The bare words of texts and the figures in them: what tells at once, and mostly for certain, that a text holds nothing asked for.

What does not depend on the figures in a text is worked out once for its shape (`spoken.shapes`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from callproof.scoring.once import lazy
from callproof.spoken.language import LanguageCode, language_of
from callproof.spoken.shapes import LONGEST_REMEMBERED
from callproof.spoken.shapes import shape as shape_text

_ENGLISH = frozenset(
    ("the", "you", "your", "please", "would", "thank", "thanks", "and", "have", "that", "this", "with", "what", "for", "of", "are", "how",
     "order", "can", "my")
)  # fmt: skip
_NO_WORD = str.maketrans(dict.fromkeys('.,;:!?"()[]…-–/*', " "))
# Patterns that begin with a set of characters are looked for three times as fast as others.
_RUN = re.compile(r"\d(?:[\d ,.\-/:()]*\d)?")
_FIGURE = re.compile(r"0(?<!\S.)0+(?=[.,?!;:]*(?:\s|$))")
_NO_DIGIT = re.compile(r"\D+")
_SPACED = re.compile(r"\S+")
# Up to here a figure may be an hour or a day.
_LAST_DAY = 31
# English words at which values begin, but no number and no code: days, months, negations.
_NO_NUMBER = frozenset(
    ("this", "next", "last", "coming", "in", "to", "today", "tomorrow", "yesterday", "week", "day", "noon", "noontime", "midday", "midnight",
     "no", "not", "never", "none", "nothing", "nobody", "nope", "nah", "neither", "without", "cannot", "may", "march", "april", "june", "july",
     "january", "february", "august", "september", "october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday",
     "saturday", "sunday", "fortnight")
)  # fmt: skip
_DENYING = frozenset(
    ("no", "not", "never", "none", "nothing", "neither", "nor", "without", "cannot", "instead", "rather", "except", "dont", "wont", "isnt",
     "cant", "nope", "nah", "than")
)  # fmt: skip
_STOPS = ".,?!;"
_SENTENCE_ENDS = (". ", "? ", "! ", "… ", "。", "！", "？")
_AT_ENDS = " \t\r.?!…"
# "430 pm" is a time, "may 1900" a month.
_OF_TIMES = frozenset(
    ("am", "pm", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
     "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec")
)  # fmt: skip
_WEEKDAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
# Without one of these, or an ordinal, or figures beside each other, there is no English date.
_OF_DATES = _WEEKDAYS | frozenset(
    ("mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "january", "february", "march", "april", "may", "june", "july",
     "august", "september", "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
     "dec", "today", "tomorrow", "tonight", "yesterday", "day", "week", "weekend", "month", "fortnight", "next", "last", "this", "coming",
     "noon", "noontime", "midday", "midnight")
)  # fmt: skip
_OF_DATES |= {f"{word}{end}" for word in _OF_DATES for end in ("s", "'s")}
_MONEY = frozenset(("dollars", "euros", "pounds"))
_BEFORE_PRICE = frozenset(
    ("of", "is", "was", "refunded", "refund", "charged", "charge", "paid", "pay", "costs", "cost", "get", "got", "your", "my", "sent", "send",
     "want", "need")
)  # fmt: skip
# Without one of these there is no mark-up, and nothing that is read out from it.
_MARKS = (
    ("*", "#", "`", "_", "<", "&", "|", "[", "•", "- ", "0.", "0)", "asterisk", "star", "hash", "pound", "backtick", "underscore", "slash",
     "bracket")
)  # fmt: skip
_NO_FIGURES: frozenset[str] = frozenset()
_new = tuple.__new__  # what the classes do themselves, but by way of a function of Python's


class Standing(NamedTuple):
    """The place of a figure that stands alone, and whether it is money in whatever it may count ("of 28 dollars back")."""

    start: int
    end: int
    priced: bool


class Shape:
    """A text with a zero in the place of every digit, and what it tells whatever its figures are.

    Agents speak in templates and callers in short replies, so that a shape is met again and again.
    """

    def __init__(self, shape: str) -> None:
        self._shape = shape
        self.is_ascii = shape.isascii()
        self.words = frozenset(shape.lower().replace("’", "'").translate(_NO_WORD).split())
        # By the language of the call: that of the text, and whether it may ask for agreement or claim something done.
        self.languages: dict[LanguageCode | None, LanguageCode | None] = {}
        self.may_ask: dict[LanguageCode | None, bool] = {}
        self.may_claim: dict[LanguageCode | None, bool] = {}
        self._counts: dict[LanguageCode | None, bool] = {}

    @lazy
    def cues(self) -> frozenset[str]:
        """Words of which a few together are English."""
        return self.words & _ENGLISH

    @lazy
    def denies(self) -> bool:
        """Whether an English word of it may deny something."""
        return not _DENYING.isdisjoint(self.words) or any("n't" in word for word in self.words)

    @lazy
    def may_mark_up(self) -> bool:
        """Whether there may be mark-up in it."""
        return True in map(self._shape.lower().__contains__, _MARKS)

    @lazy
    def sentences(self) -> tuple[str, ...]:
        """Its sentences in small letters, without commas and what stands at their ends."""
        text = self._shape.lower().replace(",", "")
        for end in _SENTENCE_ENDS:
            text = text.replace(end, "\n")
        return tuple([plain for line in text.split("\n") if (plain := line.strip(_AT_ENDS))])

    @lazy
    def runs(self) -> tuple[tuple[int, int, bool], ...]:
        """The places of its figures, and of figures beside each other ("000 000 0000", "00.00"): whether it is one alone."""
        found = []
        for run in _RUN.finditer(self._shape) if not self.is_ascii or "0" in self._shape else ():
            start, end = run.span()
            found.append((start, end, run.group().isdigit()))
        return tuple(found)

    @lazy
    def figures(self) -> tuple[tuple[int, int], ...]:
        """The places of figures of two digits or more that are words of their own."""
        return tuple([found.span() for found in _FIGURE.finditer(self._shape)]) if "00" in self._shape else ()

    @lazy
    def standing(self) -> tuple[Standing, ...]:
        """The figures that are words of an English text, so that no neighbour can make another value of them."""
        shape = self._shape
        if "0" not in shape:
            return ()
        words = shape.lower().split()
        found = []
        for i, word in enumerate(_SPACED.finditer(shape)):
            if words[i][0] == "0" and 0 < i < len(words) - 1 and _stands(words, i):
                start = word.start()
                found.append(Standing(start, start + len(words[i].rstrip(_STOPS)), _is_price(words, i)))
        return tuple(found)

    @lazy
    def weekdays(self) -> frozenset[str]:
        """Its English days of the week."""
        return self.words & _WEEKDAYS

    @lazy
    def may_date(self) -> bool:
        """Whether there may be a date among its English words."""
        return may_date(self.words)

    def counts_in(self, language: LanguageCode | None) -> bool:
        """Whether there may be words for numbers in it."""
        found = self._counts.get(language)
        if found is None:
            found = self._counts[language] = has_numbers(language, self.words)
        return found

    @lazy
    def is_valueless(self) -> bool:
        """Whether an English text certainly names no value but perhaps an address: no figure, no word for a number, no day."""
        return not self.runs and not self.may_date and not self.counts_in("en")


def _stands(words: Sequence[str], i: int) -> bool:
    """Whether a word is a figure that nothing before or behind it can belong to."""
    plain = words[i].rstrip(_STOPS)
    return bool(plain) and not plain.strip("0") and _is_free(words, i, -1) and _is_free(words, i, 1)


def _is_free(words: Sequence[str], i: int, step: int) -> bool:
    """Past words that may stand inside a value: "32 dollars" may be 32.50 before a third word, "number 32" part of a code behind one."""
    within = _within()
    at = i + step
    while 0 <= at < len(words):
        if _touches(words[at]):
            return False
        if words[at].strip(_STOPS) not in within:
            return True
        at += step
    return True


@cache
def _within() -> frozenset[str]:
    """English words that may stand inside a number or a code."""
    english = language_of("en")
    marks = english.separators | english.letter_marks | english.digit_marks | english.connectives
    return marks | english.weak_letters.keys() | english.weak_digits.keys() | _MONEY


def _is_price(words: Sequence[str], i: int) -> bool:
    """Whether a figure that stands alone is no hour and no day: "of 28 dollars back"."""
    return words[i - 1] in _BEFORE_PRICE and words[i][-1] == "0" and words[i + 1].rstrip(_STOPS) in _MONEY


def _touches(word: str) -> bool:
    """Whether an English word may belong to the number beside it."""
    bare = word.strip(".,?!;:\"'()")
    numbers = number_words("en")
    return not bare.isalpha() or numbers is None or bare in numbers or len(bare) == 1 or bare in _OF_TIMES


def may_date(words: frozenset[str]) -> bool:
    """Whether there may be a date among some English words."""
    if not _OF_DATES.isdisjoint(words):
        return True
    numbers = number_words("en") or ()
    return any(
        word.endswith(("st", "nd", "rd", "th")) and (word[0].isdigit() or word in numbers) for word in words
    )


shape_of = lru_cache(maxsize=2048)(Shape)


class Figures(NamedTuple):
    """The figures of one or several texts.

    `numbers` are those that stand alone, with and without zeros in front; `digits` are all digits of figures that stand beside each
    other ("415 555 0132", "50.00"), a space between one group and the next.
    """

    numbers: frozenset[str]
    digits: str


_NONE = Figures(_NO_FIGURES, "")


class Lexis:
    """The words of a text, and the figures in it. `lexis` gives it. `words` have a zero for every digit."""

    def __init__(self, text: str) -> None:
        plain = shape_text(text)
        self.text = text
        self.shape = shape_of(plain) if len(plain) <= LONGEST_REMEMBERED else Shape(plain)
        self.words = self.shape.words

    @lazy
    def figures(self) -> Figures:
        runs = self.shape.runs
        if not runs:
            return _NONE
        text = self.text
        numbers: list[str] = []
        joined: list[str] = []
        for start, end, is_alone in runs:
            figure = text[start:end]
            if not is_alone:
                joined.append(_NO_DIGIT.sub("", figure))
                continue
            numbers.append(figure)
            if figure[0] == "0":
                numbers.append(figure.lstrip("0"))
        return _new(Figures, (frozenset(numbers), " ".join(joined)))

    @lazy
    def certain(self) -> frozenset[str]:
        """The days of the week in an English text, and the figures that are words of their own and of which no neighbour can make
        another value; up to 31 a figure may be an hour or a day, unless money stands behind it."""
        shape = self.shape
        standing = shape.standing
        if not standing:
            return shape.weekdays
        text = self.text
        return shape.weekdays.union(
            [
                text[start:end]
                for start, end, is_price in standing
                if is_price or end - start > 2 or int(text[start:end]) > _LAST_DAY
            ]
        )

    @lazy
    def with_like_figures(self) -> str:
        """The text with figures that stand alone replaced by others of their kind: what a sentence does is the same for all order
        numbers and for all amounts, and need not be worked out for each. The places of everything stay."""
        text = self.text
        parts: list[str] = []
        at = 0
        for start, end in self.shape.figures:
            # What begins with a zero is a code, and read digit by digit.
            if text[start] != "0":
                parts += (text[at:start], _like(text[start:end]))
                at = end
        return "".join([*parts, text[at:]]) if at else text


lexis = lru_cache(maxsize=512)(Lexis)


class Words(NamedTuple):
    """The words and the figures of several texts."""

    words: frozenset[str]
    figures: Figures


def together(parts: Sequence[Lexis]) -> Words:
    return Words(
        frozenset().union(*[part.words for part in parts]),
        Figures(
            frozenset().union(*[part.figures.numbers for part in parts]),
            " ".join([part.figures.digits for part in parts if part.figures.digits]),
        ),
    )


def _like(digits: str) -> str:
    if len(digits) > 3:
        return digits if digits[:2] in ("19", "20") and len(digits) == len("2026") else "7" * len(digits)
    return _LIKE[digits]


# Numbers of two digits that can be the same things: an hour, a day, minutes.
_KINDS = ((13, 17), (22, 23), (25, 28), (32, 59), (61, 99))


def _like_it(number: int) -> int:
    if number >= 100:
        # "430" is half past four, and 400 a round number.
        return number if number % 100 == 0 else 730 if number % 100 < 60 else 777
    last = next((last for first, last in _KINDS if first <= number <= last), number)
    return last - last % 10 if number % 10 == 0 else last


_LIKE = {str(number): str(_like_it(number)) for number in range(10, 1000)}


def has_numbers(language: LanguageCode | None, words: frozenset[str]) -> bool:
    """Whether there are words for numbers among some words; their digits do not count."""
    starts = number_words(language) if language is not None else None
    if starts is None:
        return True
    return not starts.isdisjoint(words) if isinstance(starts, frozenset) else _any(starts, words)


@cache
def number_words(code: LanguageCode) -> frozenset[str] | Container[str] | None:
    """The words at which a number or a code may begin; None where they cannot be listed."""
    language = language_of(code)
    starts = language.starts
    if starts is None or code in ("ko", "ja"):
        return None
    if isinstance(starts, frozenset | set):
        words = frozenset(starts) - language.ones - language.connectives
        return (
            words - _NO_NUMBER - {word for word in words if word.endswith("n't")} if code == "en" else words
        )
    return starts


def _any(starts: Container[str], words: Iterable[str]) -> bool:
    return any(word in starts for word in words)
