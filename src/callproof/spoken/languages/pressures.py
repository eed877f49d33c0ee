"""The two numbers of a blood pressure: "one twenty over eighty", "120/80"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from callproof.spoken.language import Edge, LanguageCode
from callproof.spoken.reading import Reading
from callproof.spoken.values import code

OVER: Mapping[LanguageCode, frozenset[str]] = {
    "en": frozenset({"over", "/"}),
    "es": frozenset({"sobre", "con", "/"}),
    "de": frozenset({"zu", "/"}),
    "fr": frozenset({"sur", "/"}),
    "pt": frozenset({"por", "/"}),
    "it": frozenset({"su", "/"}),
}
# What the upper and the lower one can be, in millimetres of mercury.
_UPPER, _LOWER = range(70, 260), range(35, 160)
# "One hundred and twenty" has four tokens.
_LONGEST = 4


def pressures(reading: Reading) -> Iterator[tuple[int, Edge]]:
    over = OVER[reading.context.language.code]
    for i, word in enumerate(reading.words[:-1]):
        if word not in over or not i:
            continue
        lower = [(end, value) for end, value in reading.numbers[i + 1] if value in _LOWER]
        for start in range(max(0, i - _LONGEST), i) if lower else ():
            for upper in _numbers(reading, start, i):
                yield from (
                    (start, Edge(end, code(f"{upper}/{value}"))) for end, value in lower if value < upper
                )


def _numbers(reading: Reading, start: int, end: int) -> Iterator[int]:
    """The upper numbers from a token up to another; that of "one twenty" too, which is a code."""
    for stop, (kind, key) in reading.edges[start]:
        if stop == end and kind in ("number", "code") and str(key).isdigit() and int(str(key)) in _UPPER:
            yield int(str(key))
