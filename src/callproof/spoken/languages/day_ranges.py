"""Two days of one month, which only one of them names: "from the third to the seventh of July", "July 3 to 7", 七月三日から七日まで."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from callproof.spoken.language import Edge, LanguageCode, Scan, words
from callproof.spoken.languages.calendar_edges import day_of
from callproof.spoken.reading import Reading
from callproof.spoken.values import Value

_Joints = tuple[tuple[str, ...], ...]


def _joints(text: str) -> _Joints:
    """Phrases divided by commas, the longest first."""
    return tuple(sorted((words(part) for part in text.split(",")), key=len, reverse=True))


# What stands between the two.
_BETWEEN: Mapping[LanguageCode, _Joints] = {
    "en": _joints("to the, to, through the, through, until the, until, till the, and the, and, -, –"),
    "es": _joints("al, a, hasta el, y el, y, -, –"),
    "de": _joints("bis zum, bis, und dem, und, -, –"),
    "fr": _joints("au, et le, -, –"),
    "pt": _joints("a, ao, até, e, -, –"),
    "it": _joints("al, e il, -, –"),
    "ko": _joints("부 터, 에 서, ~, -"),
    "ja": _joints("か ら, 〜, ~, -"),
}
_DAY_SIGNS = frozenset("일日")
# No day is longer, in tokens.
_LONGEST = 4


def scan(code: LanguageCode) -> Scan:
    return Scan(frozenset(joint[0] for joint in _BETWEEN[code]), _shared_months)


def _shared_months(reading: Reading) -> list[tuple[int, Edge]]:
    dates = [
        (i, end, key)
        for i, edges in enumerate(reading.edges)
        if edges
        for end, (kind, key) in edges
        if kind == "date" and isinstance(key, tuple) and key[2] is not None
    ]
    return list(_shared(reading, dates, _BETWEEN[reading.context.language.code])) if dates else []


def _shared(
    reading: Reading, dates: list[tuple[int, int, tuple[object, ...]]], joints: _Joints
) -> Iterator[tuple[int, Edge]]:
    tokens = reading.words
    for start, end, (year, month, _) in dates:
        for joint in joints:
            k = start - len(joint)
            if k > 0 and tuple(tokens[k:start]) == joint:
                k -= tokens[k - 1] == "."  # "vom 3. bis zum 7. Juli"
                yield from _before(reading, k, year, month)
                break
        for joint in joints:
            k = end + len(joint)
            if k < len(tokens) and tuple(tokens[end:k]) == joint:
                yield from _behind(reading, k, year, month)
                break


def _before(reading: Reading, end: int, year: object, month: object) -> Iterator[tuple[int, Edge]]:
    for i in range(max(0, end - _LONGEST), end):
        for stop, value in reading.edges[i]:
            day = day_of(value)
            if day and stop == end:
                yield i, Edge(end, Value("date", (year, month, day)))


def _behind(reading: Reading, i: int, year: object, month: object) -> Iterator[tuple[int, Edge]]:
    edges = reading.edges[i]
    if any(value.kind == "date" for _, value in edges):
        return
    for end, value in edges:
        day = day_of(value)
        if day:
            yield i, Edge(end + (reading.word(end) in _DAY_SIGNS), Value("date", (year, month, day)))
