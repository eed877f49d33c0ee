"""What a language has to know so that its words can be compared. One module a language beside this one, found by its code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module

from callproof.spoken.language import LanguageCode, language_of

# What a word in front of a value, or behind it, says about it: "from two" and "to two" are opposites ("way:" before the colon is
# what they are opposites in), "at seven" and "for seven" merely two places in a sentence.
Role = str


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """The tables of one language. Texts are folded to lower case; phrases have single spaces."""

    code: LanguageCode
    # The sounds of thinking, as a pattern for a whole word ("u+m+"): taken out before anything is read.
    hesitation: str = ""
    # Words that carry nothing besides the language's own fillers; phrases too.
    fillers: frozenset[str] = frozenset()
    # One spelling for another: "ok" for "okay".
    variants: Mapping[str, str] = field(default_factory=dict)
    # Short for long: "i'm" for "i am".
    contractions: Mapping[str, str] = field(default_factory=dict)
    # Beginnings before an apostrophe: "l'" for "le".
    elisions: Mapping[str, str] = field(default_factory=dict)
    # Sets of endings that make forms of one word: ("e", "es", "ed", "ing") for "charge". In English a letter may be doubled
    # before one ("shipped").
    paradigms: tuple[frozenset[str], ...] = ()
    # Forms of a word that share too little: "went" for "go".
    forms: Mapping[str, str] = field(default_factory=dict)
    # Ways of saying one thing; the first is the name of the group.
    synonyms: tuple[tuple[str, ...], ...] = ()
    # Function words and courtesy that the language's own list may not have.
    light: frozenset[str] = frozenset()
    # Function words that are heavy all the same: "without", "only".
    heavy: frozenset[str] = frozenset()
    # Words and phrases before a value, and behind it, that give it a role.
    roles_before: Mapping[str, Role] = field(default_factory=dict)
    roles_after: Mapping[str, Role] = field(default_factory=dict)
    # Words of which the negation may stand in the clause below: "I do not think it works".
    raising: frozenset[str] = frozenset()
    # Words that only carry a negation: "do" in "do not".
    carriers: frozenset[str] = frozenset()
    # The negation stands behind what it negates.
    negates_backwards: bool = False
    # Words are not compared, characters are.
    by_character: bool = False
    # Particles and endings are cut off the ends of words.
    particles: frozenset[str] = frozenset()

    @cached_property
    def hesitations(self) -> re.Pattern[str] | None:
        """A sound of thinking with the signs behind it."""
        if not self.hesitation:
            return None
        return re.compile(rf"(?<![^\W\d_])(?:{self.hesitation})(?![\w'’])\s?[,.…、]*(?=\s|$|[^\w\s])", re.IGNORECASE)

    @cached_property
    def all_fillers(self) -> frozenset[tuple[str, ...]]:
        return frozenset(tuple(entry.split()) for entry in self.fillers | language_of(self.code).fillers)

    @cached_property
    def longest_filler(self) -> int:
        return max((len(entry) for entry in self.all_fillers), default=0)

    @cached_property
    def filler_starts(self) -> frozenset[str]:
        return frozenset(entry[0] for entry in self.all_fillers)

    @cached_property
    def function_words(self) -> frozenset[str]:
        return (language_of(self.code).function_words | self.light) - self.heavy

    @cached_property
    def concepts(self) -> dict[str, dict[tuple[str, ...], str]]:
        """By the first word, phrases and the name of what they say."""
        found: dict[str, dict[tuple[str, ...], str]] = {}
        for group in self.synonyms:
            for phrase in group:
                words = tuple(phrase.split())
                found.setdefault(words[0], {})[words] = group[0]
        return found

    def is_form(self, a: str, b: str) -> bool:
        """Whether two words are forms of one: "card" and "cards", "cancelled" and "canceling"."""
        a, b = self.forms.get(a, a), self.forms.get(b, b)
        if a == b:
            return True
        shared = _shared(a, b)
        for stem in range(shared, max(_SHORTEST_STEM, shared - _LONGEST_COMMON_ENDING) - 1, -1):
            rests = {_undoubled(word, stem) for word in (a, b)}
            if any(rests <= paradigm for paradigm in self.paradigms):
                return True
        return False


_SHORTEST_STEM = 3
# "cancelar" and "cancelas" share more than their stem.
_LONGEST_COMMON_ENDING = 3


def _undoubled(word: str, stem: int) -> str:
    """The ending behind a stem: "ed" in "shipped" as in "charged"."""
    rest = word[stem:]
    return rest[1:] if len(rest) > 2 and rest[0] == word[stem - 1] and rest[0] not in "aeious" else rest


def _shared(a: str, b: str) -> int:
    """The number of letters two words begin with alike."""
    for i, (one, other) in enumerate(zip(a, b, strict=False)):
        if one != other:
            return i
    return min(len(a), len(b))


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """Phrases divided by commas."""
    return frozenset(part.strip() for part in text.split(","))


def groups(lines: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Ways of saying one thing, a line each, divided by commas."""
    return tuple(tuple(part.strip() for part in line.split(",")) for line in lines)


def endings(*lines: str) -> tuple[frozenset[str], ...]:
    """Sets of endings divided by spaces; "-" is none."""
    return tuple(frozenset("" if part == "-" else part for part in line.split()) for line in lines)


def pairs(text: str) -> dict[str, str]:
    """ "ok=okay, colour=color" as a mapping."""
    return dict((part.split("=")[0].strip(), part.split("=")[1].strip()) for part in text.split(","))


@cache
def lexicon_of(code: LanguageCode) -> Lexicon:
    """The lexicon of a language; its module is loaded at first use."""
    module = import_module(f"callproof.spoken.wording.{code}")
    lexicon: Lexicon = module.LEXICON
    return lexicon
