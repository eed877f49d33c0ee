"""Dozens, pairs, halves and other parts in the languages of western Europe: "media docena", "une douzaine", "die Hälfte", "tres
cuartos"; and the first number of "two or three thousand"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from callproof.spoken.language import Edge, Numeral
from callproof.spoken.languages.european import Phrases
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value, number

_SCALES = (1_000_000, 1000, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """`groups`: phrases for so many ("docena" 12, "un par de" 2); behind a number as many times so many, where `counted` names them.

    `shares`: phrases for a part of something ("la mitad"). `part`: phrases for one of so many parts, behind an article ("cuarto" in
    "un cuarto"), which may be something else ("un cuarto" is a room, too); `parts`: several, behind their number ("cuartos"). What
    stands in `no_parts_before` makes a time of them ("Viertel nach"). `between` stands between two numbers of which only the second may have
    its scale: "dos o tres mil".
    """

    groups: Phrases[int] = field(default_factory=lambda: Phrases({}))
    counted: frozenset[str] = frozenset()
    shares: Phrases[Decimal] = field(default_factory=lambda: Phrases({}))
    part: Phrases[int] = field(default_factory=lambda: Phrases({}))
    parts: Phrases[int] = field(default_factory=lambda: Phrases({}))
    no_parts_before: frozenset[str] = frozenset()
    # Behind an article two of something, or nothing that is counted: "ein Paar Schuhe", "ein paar Fragen".
    pairs: frozenset[str] = frozenset()
    between: frozenset[str] = frozenset()

    def starts(self) -> frozenset[str]:
        return self.groups.first_words | self.shares.first_words | self.part.first_words | self.pairs

    def following(self) -> frozenset[str]:
        """Words that make more of a number before them."""
        return self.counted | self.between | self.parts.first_words

    def at_word(self, reading: Reading, i: int) -> Iterator[Edge]:
        group = self.groups.find(reading.tokens, i)
        if group is not None and not (i > 0 and self._is_counted(reading, i)):
            yield Edge(group[0], number(group[1]))
        share = self.shares.find(reading.tokens, i)
        if share is not None:
            yield from _share(*share)
        if reading.words[i] in self.pairs and reading.word(i - 1) in reading.context.language.ones:
            yield Edge(i + 1, number(2))
            yield Edge(i + 1, NOTHING)
        part = self.part.find(reading.tokens, i) if not reading.numbers[i] else None
        if part is not None and reading.word(i - 1) in reading.context.language.ones:
            end, whole = part
            if reading.word(end) not in self.no_parts_before:
                yield from _share(end, 1 / Decimal(whole))
                yield Edge(end, NOTHING)

    def _is_counted(self, reading: Reading, i: int) -> bool:
        before = i - 2 if reading.words[i - 1] == "-" and i > 1 else i - 1
        return reading.words[i] in self.counted and bool(reading.numbers[before])

    def after_number(self, reading: Reading, end: int, value: Decimal) -> Iterator[Edge]:
        """ "dos docenas" is 24; the "dos" of "dos o tres mil" is 2000, too."""
        word = reading.words[end]
        if word in self.counted:
            group = self.groups.find(reading.tokens, end)
            if group is not None:
                yield Edge(group[0], number(value * group[1]))
        parts = self.parts.find(reading.tokens, end) if word in self.parts.first_words else None
        if parts is not None and 0 < value < parts[1] and reading.word(parts[0]) not in self.no_parts_before:
            yield from _share(parts[0], value / parts[1])
        at = end
        while reading.word(at) in self.between and at < end + 2:
            at += 1
        if at == end or not 0 < value < 100 or at >= len(reading.tokens):
            return
        for larger in reading.numbers[at]:
            scale = _scale(larger)
            if scale and value * scale < larger.value < 100 * scale:
                yield Edge(end, number(value * scale))


def _share(end: int, share: Decimal) -> Iterator[Edge]:
    """A part of something, as a number and, where that is whole, in percent."""
    yield Edge(end, number(share))
    if share * 100 == int(share * 100):
        yield Edge(end, Value("percent", Decimal(int(share * 100))))


def _scale(numeral: Numeral) -> int:
    """The hundred, thousand or million that a round number counts."""
    return next((scale for scale in _SCALES if numeral.value >= scale and numeral.value % scale == 0), 0)
