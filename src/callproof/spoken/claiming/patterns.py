"""Patterns over words, written in the names of classes of words.

A grammar sorts words into classes ("me": i, we). A pattern is a row of class names: "me have adv* past" meets "I have already
placed". A word may be in several classes. Each set of classes is one character, so that a sentence is a short string, and a
pattern a regular expression on it.

In a pattern: `name` a word of that class, `a/b` of either, `!a/b` of neither, `=word` that very word, `_` any word, `..` any
words but those of class "stop", `^` the beginning, after words of class "lead", `^^` the very beginning, `$` the end, `<a`
what does not stand behind such a word, `[ ]` the part that is meant, and `? * + {1,3} ( | )` as in regular expressions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

_ITEM = re.compile(r"\^\^?|\$|[()\[\]|?*+]|\{\d*,?\d*\}|\.\.|<?!?[=\w'/]+")
_LITERAL = re.compile(r"=([\w']+)")
_NAME = re.compile(r"[=\w]")
# Names of classes, not words that stand for themselves or counts.
_CLASSES = re.compile(r"(?<![=\w'/])[^\W\d_]\w*(?:/[^\W\d_]\w*)*(?![='/])")
_MOST_FREQUENT = 8
# Characters that mean nothing in a regular expression.
_FIRST_CHAR = 0x4E00


class Pattern:
    """A regular expression, compiled when it is first tried: a grammar has hundreds, and a call needs few of them.

    `masks`: of each, a sentence must hold a class, or the pattern need not be tried.
    """

    __slots__ = ("_compiled", "masks", "source")

    def __init__(self, source: str, masks: tuple[int, ...]) -> None:
        self.source = source
        self.masks = masks
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self.source)
        return self._compiled

    def fits(self, mask: int) -> bool:
        return all(mask & needed for needed in self.masks)


class Alphabet:
    """The characters that stand for words: one for each set of classes."""

    def __init__(self, classes: Mapping[str, Iterable[str]], patterns: Sequence[str]) -> None:
        members: dict[str, set[str]] = {}
        for name, words in classes.items():
            for word in words:
                members.setdefault(word, set()).add(name)
        literals = {word for pattern in patterns for word in _LITERAL.findall(pattern)}
        for word in literals:
            members.setdefault(word, set()).add(f"={word}")
        names = sorted({name for mine in members.values() for name in mine} | set(classes))
        self._bits = {name: 1 << i for i, name in enumerate(names)}
        self._chars: dict[str, str] = dict.fromkeys(names, "")
        self.masks: dict[str, int] = {}
        # For each class the sets that hold it.
        self._holders: dict[int, int] = dict.fromkeys(self._bits.values(), 0)
        masks = {word: sum([self._bits[name] for name in mine]) for word, mine in members.items()}
        named = {masks[word]: mine for word, mine in members.items()}
        frequent = [self._bits_of(names) for names in _frequent(patterns)]
        known: dict[int, str] = {}
        for mask in sorted(named, key=lambda mask: ([not mask & bits for bits in frequent], mask)):
            holder = 1 << len(known)
            known[mask] = char = chr(_FIRST_CHAR + len(known))
            self.masks[char] = mask
            for name in named[mask]:
                self._chars[name] += char
                self._holders[self._bits[name]] |= holder
        self.chars: dict[str, str] = {word: known[mask] for word, mask in masks.items()}
        self.other = chr(_FIRST_CHAR + len(known))
        self.masks[self.other] = 0

    def _bits_of(self, names: str) -> int:
        return reduce(or_, [self._bits[name] for name in names.split("/")])

    def mask(self, chars: str) -> int:
        """The classes in a string."""
        masks = self.masks
        found = 0
        for char in chars:
            found |= masks[char]
        return found

    def size(self, mask: int) -> int:
        """How many sets of classes share one with a mask: the fewer, the rarer."""
        return reduce(or_, [self._holders[bit] for bit in bits_in(mask)], 0).bit_count()

    def members(self, names: str) -> str:
        """The characters of the words of some classes."""
        try:
            return "".join(dict.fromkeys("".join(self._chars[name] for name in names.split("/"))))
        except KeyError as error:
            raise ValueError(f"no such class of words: {error}") from None

    def compile(self, pattern: str) -> Pattern:
        items = _ITEM.findall(pattern)
        if "".join(items) != "".join(pattern.split()):
            raise ValueError(f"not a pattern: {pattern!r}")
        source = "".join(map(self._item, items))
        masks = () if len(_alternatives(items)) > 1 else tuple(dict.fromkeys(self._required(items)))
        return Pattern(source, masks)

    def _required(self, items: list[str]) -> Iterator[int]:
        """What a row without alternatives needs."""
        i = 0
        while i < len(items):
            end = _closing(items, i) if items[i] == "(" else i
            optional = end + 1 < len(items) and (
                items[end + 1] in "?*" or items[end + 1].startswith(("{0", "{,"))
            )
            if optional:
                pass
            elif items[i] == "(":
                alternatives = [list(self._required(part)) for part in _alternatives(items[i + 1 : end])]
                if all(alternatives):
                    yield reduce(or_, (min(masks, key=self.size) for masks in alternatives))
            elif _NAME.match(items[i]) and items[i] != "_":
                yield self._bits_of(items[i])
            i = end + 1

    def _item(self, item: str) -> str:
        if item == "^":
            return f"^{self._class('lead')}*" if self.members("lead") else "^"
        if item == "^^":
            return "^"
        if item == "..":
            return f"{self._class('!stop')}*?"
        if item == "_":
            return "."
        if item == "(":
            return "(?:"
        if item in "[]":
            return "(" if item == "[" else ")"
        if item.startswith("<"):
            return f"(?<!{self._class(item[1:])})"
        if _NAME.match(item) or item[0] == "!":
            return self._class(item)
        return item

    def _class(self, names: str) -> str:
        inverted = names.startswith("!")
        chars = self.members(names.removeprefix("!"))
        if not chars:
            return "." if inverted else "(?!)"
        return f"[{'^' if inverted else ''}{chars}]"


def bits_in(mask: int) -> Iterator[int]:
    """The bits of a mask, each as a mask of its own."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def _frequent(patterns: Sequence[str]) -> list[str]:
    """The classes that are in most patterns. Where their words are neighbours in the alphabet a pattern is compiled in half the time."""
    text = "\n".join(patterns)
    counts = Counter(_CLASSES.findall(text))
    counts["lead"] += text.count("^")
    counts["stop"] += text.count("..")
    return [names for names, _ in counts.most_common(_MOST_FREQUENT)]


def _closing(items: list[str], start: int) -> int:
    """Where the bracket closes that opens at a place."""
    depth = 0
    for i in range(start, len(items)):
        depth += (items[i] == "(") - (items[i] == ")")
        if depth == 0:
            return i
    raise ValueError(f"a bracket is open in {' '.join(items)}")


def _alternatives(items: list[str]) -> list[list[str]]:
    """The rows between the bars that stand in no bracket."""
    rows: list[list[str]] = [[]]
    depth = 0
    for item in items:
        depth += (item == "(") - (item == ")")
        if item == "|" and depth == 0:
            rows.append([])
        else:
            rows[-1].append(item)
    return rows
