"""Halves, dozens, tenths of a degree and feasts in Korean and Japanese: 반 알, 一錠半, 一ダース, 三十七度五分, 大晦日."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from callproof.spoken.language import Edge, Scan
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value, number

_HALF = Decimal("0.5")
_POINTED = re.compile(r"\d\.\d")
_TENTHS = {char: n for n, char in enumerate("一二三四五六七八九", start=1)} | {
    str(n): n for n in range(1, 10)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantities:
    """`half`: the word for it. `counters`: what may be counted in halves; `ends`: what may stand behind such a half.

    `dozens`: names of twelve. `feasts`: days with a name, as month and day; one of `loose` may be the time around it. `degrees`: the
    sign between degrees and their tenths, and the one behind these.
    """

    half: str
    counters: str
    ends: str
    dozens: tuple[str, ...]
    feasts: Mapping[str, tuple[int, int]]
    loose: frozenset[str] = frozenset()
    degrees: tuple[str, str] = ("", "")
    # Most texts have none of these.
    _firsts: frozenset[str] = field(init=False, default=frozenset())

    def __post_init__(self) -> None:
        names = (self.half, *self.dozens, *self.feasts, self.degrees[0])
        object.__setattr__(self, "_firsts", frozenset(name[:1] for name in names))

    @property
    def scans(self) -> tuple[Scan, ...]:
        return Scan(frozenset("."), self._decimals), Scan(self._firsts, self._read)

    def _read(self, reading: Reading) -> Iterator[tuple[int, Edge]]:
        text = "".join(reading.words)
        if self.half in text:
            yield from self._halves(reading)
        for name in self.dozens:
            if name in text:
                yield from self._dozens(reading, name)
        for name, day in self.feasts.items():
            if name in text:
                yield from self._feast(reading, name, day)
        if self.degrees[0] and self.degrees[0] in text and self.degrees[1] in text:
            yield from self._temperatures(reading)

    def _halves(self, reading: Reading) -> Iterator[tuple[int, Edge]]:
        before, behind = (
            re.compile(f"({self.counters}) *$"),
            re.compile(f" *({self.counters})(?:{self.ends})"),
        )
        ends = re.compile(self.ends)
        for i, word in enumerate(reading.words):
            if word != self.half:
                continue
            start, end = reading.spots[i][0], reading.spots[i][1]
            counted = before.search(reading.text, 0, start)
            if counted is None:
                begins = i == 0 or not reading.tokens[i].glued or reading.tokens[i - 1].kind == "sign"
                counter = behind.match(reading.text, end) if begins or self.half == "半" else None
                if counter is not None:
                    yield i, Edge(i + 1, number(_HALF))
                    yield i, Edge(_past(reading, i + 1, counter.end(1)), number(_HALF))
                    yield i, Edge(i + 1, NOTHING)
            elif ends.match(reading.text, end):
                for k in range(max(0, i - _LONGEST), i):
                    for stop, value in reading.numbers[k]:
                        if reading.spots[stop - 1][1] <= counted.start() and not (
                            reading.text[reading.spots[stop - 1][1] : counted.start()].strip()
                        ):
                            yield k, Edge(i + 1, number(value + _HALF))

    def _decimals(self, reading: Reading) -> Iterator[tuple[int, Edge]]:
        """The counter of "1.5錠" belongs to it as it does in 一錠半."""
        behind = re.compile(f" *(?:{self.counters})")
        for i, numbers in enumerate(reading.numbers if _POINTED.search(reading.text) else ()):
            for end, value in numbers:
                counter = behind.match(reading.text, reading.spots[end - 1][1]) if value % 1 else None
                if counter is not None:
                    yield i, Edge(_past(reading, end, counter.end()), number(value))

    def _dozens(self, reading: Reading, name: str) -> Iterator[tuple[int, Edge]]:
        for i, end in _found(reading, name):
            counted = [
                (k, value)
                for k in range(max(0, i - _LONGEST), i)
                for stop, value in reading.numbers[k]
                if stop == i
            ]
            if reading.word(i - 1) == self.half:
                yield i - 1, Edge(end, number(6))
            for k, value in counted:
                yield k, Edge(end, number(12 * value))
            if not counted and reading.word(i - 1) != self.half:
                yield i, Edge(end, number(12))

    def _feast(self, reading: Reading, name: str, day: tuple[int, int]) -> Iterator[tuple[int, Edge]]:
        for i, end in _found(reading, name):
            yield i, Edge(end, Value("date", (None, *day)))
            if name in self.loose:
                yield i, Edge(end, NOTHING)

    def _temperatures(self, reading: Reading) -> Iterator[tuple[int, Edge]]:
        whole, tenth = self.degrees
        for i in range(len(reading.words)):
            for end, value in reading.numbers[i]:
                if reading.words[end : end + 1] == [whole] and reading.words[end + 2 : end + 3] == [tenth]:
                    tenths = _TENTHS.get(reading.words[end + 1])
                    if tenths is not None:
                        yield i, Edge(end + 3, number(value + Decimal(tenths) / 10))


# The most tokens of a number before a half or a dozen, with its counter.
_LONGEST = 8


def _past(reading: Reading, i: int, place: int) -> int:
    """The token behind the one from `i` on that ends at a place in the text."""
    return next(k for k in range(i, len(reading.tokens)) if reading.spots[k][1] >= place) + 1


def _found(reading: Reading, name: str) -> Iterator[tuple[int, int]]:
    """Where a name stands, each time from a token up to another."""
    length = len(name)
    for i in range(len(reading.words) - length + 1):
        if "".join(reading.words[i : i + length]) == name:
            yield i, i + length
