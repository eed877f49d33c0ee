"""What a language has to know so that values can be read in it. One module a language in `languages/`, found by its code."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Set
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from callproof.spoken.tokens import Token
from callproof.spoken.values import Value

if TYPE_CHECKING:
    from callproof.spoken.reading import Reading

LanguageCode: TypeAlias = Literal["en", "es", "ko", "ja", "de", "fr", "pt", "it"]
LANGUAGES: tuple[LanguageCode, ...] = ("en", "es", "ko", "ja", "de", "fr", "pt", "it")


class Edge(NamedTuple):
    """A value that the tokens from some place up to `end` (not included) stand for."""

    end: int
    value: Value


class Numeral(NamedTuple):
    """A cardinal number in words, up to `end` (not included)."""

    end: int
    value: Decimal


class Hint(NamedTuple):
    """Words from `start` up to `end` that say what an "O" in a code is: "with the letter O, not zero"."""

    start: int
    end: int
    is_letter: bool


Numerals: TypeAlias = Callable[[list[Token], int], Iterable[Numeral]]
Reader: TypeAlias = Callable[["Reading", int], Iterable[Edge]]
Scanner: TypeAlias = Callable[["Reading"], Iterable[tuple[int, Edge]]]
Hints: TypeAlias = Callable[["Reading"], Iterable[Hint]]


class Scan(NamedTuple):
    """A scanner, and the words of which a text must hold one, or it is not asked; None where no words tell."""

    words: Set[str] | None
    scanner: Scanner


# Two languages are the same when they are one object, so that tables can be kept for each.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """`numerals` is asked at words and at digits ("2 million"). It yields every cardinal that the words from a place on can stand for; `readers` what is more than a number:
    money, dates, times, percentages, ordinals, negation. The rest is used by the readers that all languages share.
    """

    code: LanguageCode
    numerals: Numerals
    readers: tuple[Reader, ...] = ()
    # Scanners read what is recognised by its middle, such as an address by its "at": from a whole text, edges with their starts.
    scans: tuple[Scan, ...] = ()
    # "1,234.56" or "1.234,56"
    decimal_sign: Literal[".", ","] = "."
    # Words for single digits in a code that are not numerals: "oh" for 0. "o" and "oh" can be the letter as well.
    digits: Mapping[str, str] = field(default_factory=dict)
    # Names of letters, in one word or two: "zed" for Z, "double u" for W; single letters need no entry.
    letters: Mapping[str, str] = field(default_factory=dict)
    # Single letters that are words too ("a", "I"); letters of a code only beside other letters, or inside it in upper case.
    letter_words: frozenset[str] = frozenset()
    # Words that sound like a letter or a digit and count as one only amid a run of others: "see" for C, "for" for 4.
    weak_letters: Mapping[str, str] = field(default_factory=dict)
    weak_digits: Mapping[str, str] = field(default_factory=dict)
    # Words before a letter or a digit inside a code that say what it is: "the letter O", "number five".
    letter_marks: frozenset[str] = frozenset()
    digit_marks: frozenset[str] = frozenset()
    # Where a text says what an "O" is.
    hints: Hints | None = None
    # "plus" before the country code of a phone number.
    plus: frozenset[str] = frozenset()
    # Words between a letter and the word that explains it: ("as", "in") for "A as in alpha".
    spelling: tuple[tuple[str, ...], ...] = ()
    # "double", "triple".
    repeats: Mapping[str, int] = field(default_factory=dict)
    # "dash": between the parts of a code, and no part of it.
    separators: frozenset[str] = frozenset()
    # Names of currencies and their signs, to ISO 4217.
    currencies: Mapping[str, str] = field(default_factory=dict)
    # Articles that can be the number one ("a pizza" is "one pizza"). They begin no value of their own.
    ones: frozenset[str] = frozenset()
    # Words that a value passes over and that bear none of it ("and" in "a hundred and five", "to" in "ten to five"). Where one
    # is covered and begins no value, a NOTHING edge lets a path pass: "from ten to five" is 10, then 5, as well as 4:50.
    connectives: frozenset[str] = frozenset()
    # All words at which a value can begin, numerals too, if they can be told: other words are then not looked at, but for single
    # letters, words in capitals and words glued to digits.
    starts: Container[str] | None = None
    # Those of them that begin a value only right before certain words: "last" in "last Tuesday".
    starts_before: Mapping[str, Set[str]] = field(default_factory=dict)
    # "3/4" is 3 April; without it both orders are read.
    day_first: bool = False
    # Sounds and words that carry nothing: "um", "well".
    fillers: frozenset[str] = frozenset()
    # Articles, auxiliaries, pronouns: their change is a matter of phrasing.
    function_words: frozenset[str] = frozenset()
    # Frequent words by which the language is told apart from the others.
    cues: frozenset[str] = frozenset()


@cache
def language_of(code: LanguageCode) -> Language:
    """The language of a code; its module is loaded at first use."""
    module = import_module(f"callproof.spoken.languages.{code}")
    language: Language = module.LANGUAGE
    return language


@dataclass(frozen=True, slots=True)
class Context:
    """What a reading needs besides the text: its language, and the day of the call where it is known."""

    language: Language
    date: date | None = None

    def __post_init__(self) -> None:
        # "Next year" of the last year there is would be no date; on such a day nobody called.
        if self.date is not None and not _FIRST_YEAR <= self.date.year <= _LAST_YEAR:
            object.__setattr__(self, "date", None)


_FIRST_YEAR, _LAST_YEAR = 1000, 9000


@lru_cache(maxsize=64)
def context_of(code: LanguageCode, day: date | None) -> Context:
    """The context of all texts in a language on one day."""
    return Context(language_of(code), day)


def words(text: str) -> tuple[str, ...]:
    """Words written in a row, as tables of a language hold them."""
    return tuple(text.split())
