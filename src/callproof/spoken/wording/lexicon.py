"""What a language has to know so that its words can be compared. One module a language beside this one, found by its code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module

from callproof.spoken.language import LanguageCode, language_of
from callproof.spoken.wording.places import PLACES

# What a word in front of a value, or behind it, says about it: "from two" and "to two" are opposites ("way:" before the colon is
# what they are opposites in), "at seven" and "for seven" merely two places in a sentence.
Role = str


class _Known(dict[str, tuple[str, ...]]):
    """What was found out about words, each at the first time it is asked for; after too many it begins anew."""

    def __init__(self, find: Callable[[str], tuple[str, ...]]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= _MOST_SPELLINGS:
            self.clear()
        found = self[word] = self._find(word)
        return found


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
    # Words before a time or a date that carry nothing: "the" in "the third of May".
    articles: frozenset[str] = frozenset()
    # Function words that are heavy all the same: "without", "only".
    heavy: frozenset[str] = frozenset()
    # Words and phrases before a value, and behind it, that give it a role.
    roles_before: Mapping[str, Role] = field(default_factory=dict)
    roles_after: Mapping[str, Role] = field(default_factory=dict)
    # Words of which the negation may stand in the clause below: "I do not think it works".
    raising: frozenset[str] = frozenset()
    # Negations that may be an answer by themselves: "no".
    answers: frozenset[str] = frozenset()
    # What only joins two values it stands between: "fünf bis zehn".
    joining: frozenset[str] = frozenset()
    # What stands between a thing and how many it holds: "of" in "a pack of ten".
    holding: frozenset[str] = frozenset()
    # Negations of all that is joined behind them ("neither"), and what before a negation says that it denies one of several ("or").
    spreading: frozenset[str] = frozenset()
    alternatives: frozenset[str] = frozenset()
    # Words with which a new clause begins although no sign stands before it: "but", and subjects.
    clause_words: frozenset[str] = frozenset()
    # Names of signs that are written in their place: "pound" for "#".
    sign_names: Mapping[str, str] = field(default_factory=dict)
    # Words that only carry a negation: "do" in "do not".
    carriers: frozenset[str] = frozenset()
    # The negation stands behind what it negates.
    negates_backwards: bool = False
    # Words are not compared, characters are.
    by_character: bool = False
    # Words have spaces between them.
    spaced: bool = True
    # What may be glued behind a particle at the end of a sentence: "까지요".
    copulas: frozenset[str] = frozenset()
    # Particles and endings are cut off the ends of words.
    particles: frozenset[str] = frozenset()

    @cached_property
    def hesitations(self) -> re.Pattern[str] | None:
        """A sound of thinking with the signs behind it."""
        if not self.hesitation:
            return None
        before, after = (r"(?<![^\W_])", r"(?![\w'’])") if self.spaced else ("", "")
        # "15 mm" are millimetres, "HM-281" is a code.
        no_sound = r"(?!(?:(?<=\d)|(?<=\d\s))mm\b|(?-i:[A-Z]{2,4})(?:-|\s\d?\d?)?\d)"
        sound = rf"{before}{no_sound}({self.hesitation}){after}"
        return re.compile(rf"(?:[,…、]\s*)?{sound}\s?[,.…、]*", re.IGNORECASE)

    @cached_property
    def _fluent(self) -> set[str]:
        return set()

    def hesitates(self, text: str) -> bool:
        """Whether there is a sound of thinking in a text. A search costs more than all the words, which are known after a while."""
        pattern = self.hesitations
        if pattern is None or not self.spaced:
            return pattern is not None and pattern.search(text) is not None
        words = text.split()
        if self._fluent.issuperset(words):
            return False
        words = [word for word in words if word not in self._fluent]
        if any(map(pattern.search, words)):
            return True
        if len(self._fluent) >= _MOST_SPELLINGS:
            self._fluent.clear()
        self._fluent.update(words)
        return False

    @cached_property
    def spellings(self) -> Mapping[str, tuple[str, ...]]:
        """A word in the spelling in which words are compared, as several where it is short for them."""
        return _Known(self._spelled)

    @cached_property
    def _any_variant(self) -> re.Pattern[str]:
        # Where words have spaces a single character is one only when it stands alone: 예 is "yes", and begins 예약.
        return any_of(entry for entry in self.variants if not self.spaced or len(entry) > 1)

    def respelled(self, text: str) -> str:
        """A run of characters in one spelling, wherever in it a variant stands."""
        if text in self.variants:
            return self.variants[text]
        return self._any_variant.sub(lambda match: self.variants[match.group()], text)

    def _spelled(self, word: str) -> tuple[str, ...]:
        word = self.variants.get(word) or PLACES.get(word, word)
        long = self.contractions.get(word)
        if long is not None:
            return tuple(long.split())
        if "'" in word and self.elisions:
            head, _, tail = word.partition("'")
            return (*self.elisions.get(head, head).split(), self.variants.get(tail, tail))
        return (word,)

    @cached_property
    def filler_phrases(self) -> dict[str, list[tuple[str, ...]]]:
        """By the first word, the fillers that begin with it, the longest first."""
        found: dict[str, list[tuple[str, ...]]] = {}
        entries = {
            tuple(word for part in entry.split() for word in self.spellings[part])
            for entry in self.fillers | language_of(self.code).fillers
        }
        for phrase in sorted(entries, key=lambda phrase: (-len(phrase), phrase)):
            found.setdefault(phrase[0], []).append(phrase)
        return found

    @cached_property
    def function_words(self) -> frozenset[str]:
        return (language_of(self.code).function_words | self.light) - self.heavy

    @cached_property
    def role_ends(self) -> dict[str, tuple[int, ...]]:
        """The last words of roles before a value, and of how many tokens these roles can be, the longest first."""
        found: dict[str, set[int]] = {}
        for phrase in self.roles_before:
            parts = list(phrase) if self.by_character else phrase.split()
            found.setdefault(parts[-1], set()).update((1, 2, 3) if self.by_character else (len(parts),))
        return {word: tuple(sorted(lengths & {1, 2, 3}, reverse=True)) for word, lengths in found.items()}

    @cached_property
    def way_ends(self) -> frozenset[str]:
        """The last words of roles that say where something goes."""
        return frozenset(
            phrase.split()[-1] for phrase, role in self.roles_before.items() if role.startswith("way:")
        )

    @cached_property
    def role_starts(self) -> frozenset[str]:
        """The first words of roles behind a value."""
        return frozenset(
            phrase[:1] if self.by_character else phrase.split()[0] for phrase in self.roles_after
        )

    @cached_property
    def concepts(self) -> dict[str, dict[tuple[str, ...], str]]:
        """By the first word, phrases and the name of what they say, the longest first."""
        found: dict[str, dict[tuple[str, ...], str]] = {}
        for group in self.synonyms:
            for phrase in group:
                words = tuple(phrase.split())
                found.setdefault(words[0], {})[words] = group[0]
        return {
            word: dict(sorted(known.items(), key=lambda entry: len(entry[0]), reverse=True))
            for word, known in found.items()
        }

    @cached_property
    def _concepts_by_beginning(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for word in self.concepts:
            found.setdefault(word[:_SHORTEST_STEM], []).append(word)
        return found

    @cached_property
    def concept_words(self) -> Mapping[str, tuple[str, ...]]:
        """The first words of synonyms that a word is, or is a form of."""
        return _Known(self._concept_words)

    def _concept_words(self, word: str) -> tuple[str, ...]:
        if word in self.concepts:
            return (word,)
        form = self.forms.get(word)
        if form is not None:
            return (form,)
        near = self._concepts_by_beginning.get(word[:_SHORTEST_STEM], ())
        return tuple(known for known in near if self.is_form(known, word))

    def stem_of(self, word: str) -> str:
        """What all forms of a word begin with."""
        return self.forms.get(word, word)[:_SHORTEST_STEM]

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


_MOST_SPELLINGS = 20_000
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


def any_of(entries: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of some strings, the longest first."""
    return re.compile("|".join(map(re.escape, sorted(entries, key=len, reverse=True))) or r"(?!)")


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
    return {part.split("=")[0].strip(): part.split("=")[1].strip() for part in text.split(",")}


@cache
def lexicon_of(code: LanguageCode) -> Lexicon:
    """The lexicon of a language; its module is loaded at first use."""
    module = import_module(f"callproof.spoken.wording.{code}")
    lexicon: Lexicon = module.LEXICON
    return lexicon
