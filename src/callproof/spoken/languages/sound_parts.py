"""Parts of a whole in Korean and Japanese, the whole first: 사분의 삼, 四分の三, "3분의 2"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import partial

from callproof.spoken.language import Edge, Scan
from callproof.spoken.reading import Reading
from callproof.spoken.values import Value, number

_SIGNS = frozenset({("분", "의"), ("分", "の")})
# 三百六十五 has five characters; no part is of more.
_LONGEST = 5


def parts_scan(digits: Mapping[str, int]) -> Scan:
    """`digits`: the numerals of one character, which alone are no numbers yet."""
    return Scan(frozenset({"분", "分"}), partial(_parts_of, digits=digits))


def _parts_of(reading: Reading, digits: Mapping[str, int]) -> Iterator[tuple[int, Edge]]:
    words = reading.words
    for i in range(1, len(words) - 2):
        if (words[i], words[i + 1]) not in _SIGNS:
            continue
        wholes = [
            (k, value)
            for k in range(max(0, i - _LONGEST), i)
            for end, value in _numbers(reading, k, digits)
            if end == i and value > 0
        ]
        for k, whole in wholes:
            for end, part in _numbers(reading, i + 2, digits):
                yield k, Edge(end, number(part / whole))
                if part * 100 % whole == 0:
                    yield k, Edge(end, Value("percent", (part * 100 / whole).normalize()))


def _numbers(reading: Reading, i: int, digits: Mapping[str, int]) -> Iterator[tuple[int, Decimal]]:
    yield from reading.numbers[i]
    if not reading.numbers[i] and reading.words[i] in digits:
        yield i + 1, Decimal(digits[reading.words[i]])
