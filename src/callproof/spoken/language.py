"""What a language has to know so that values can be read in it. One module a language in `languages/`, found by its code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cache
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


Numerals: TypeAlias = Callable[[list[Token], int], Iterable[Numeral]]
Reader: TypeAlias = Callable[["Reading", int], Iterable[Edge]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """`numerals` yields every cardinal that the words from a place on can stand for; `readers` what is more than a number:
    money, dates, times, percentages, ordinals, negation. The rest is used by the readers that all languages share.
    """

    code: LanguageCode
    numerals: Numerals
    readers: tuple[Reader, ...] = ()
    # "1,234.56" or "1.234,56"
    decimal_sign: Literal[".", ","] = "."
    # Words for single digits in a code that are not numerals: "oh" for 0.
    digits: Mapping[str, str] = field(default_factory=dict)
    # Names of letters: "zed" for Z; single letters need no entry.
    letters: Mapping[str, str] = field(default_factory=dict)
    # Single letters that are words too ("a", "I"); they are letters of a code only when written in upper case.
    letter_words: frozenset[str] = frozenset()
    # Words between a letter and the word that explains it: ("as", "in") for "A as in alpha".
    spelling: tuple[tuple[str, ...], ...] = ()
    # "double", "triple".
    repeats: Mapping[str, int] = field(default_factory=dict)
    # "dash": between the parts of a code, and no part of it.
    separators: frozenset[str] = frozenset()
    # Names of currencies and their signs, to ISO 4217.
    currencies: Mapping[str, str] = field(default_factory=dict)
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
