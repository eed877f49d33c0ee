"""How the tests of the languages look at a reading: its values, and whether two texts can say the same."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from callproof.spoken.language import Context, LanguageCode, language_of
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value, agree, money, number


def read(code: LanguageCode, text: str, day: date | None = None) -> Reading:
    return Reading(text, Context(language_of(code), day))


def spans(code: LanguageCode, text: str, day: date | None = None) -> list[str]:
    """The pieces of a text that are certainly values, in their order."""
    return [span.text for span in read(code, text, day).spans()]


def values(code: LanguageCode, text: str, day: date | None = None) -> frozenset[Value]:
    """All that the only value of a text can be."""
    (span,) = read(code, text, day).spans()
    return span.readings


def of_kind(code: LanguageCode, text: str, kind: str, day: date | None = None) -> set[object]:
    """The keys of one kind that the only value of a text can have."""
    return {value.key for value in values(code, text, day) if value.kind == kind}


def counted(code: LanguageCode, text: str) -> set[Decimal]:
    """The plain numbers that a text as a whole can be."""
    reading = read(code, text)
    return {value for end, value in reading.numbers[0] if end == len(reading.tokens)}


def is_number(code: LanguageCode, text: str, value: int | str) -> bool:
    return number(Decimal(value)) in values(code, text)


def is_money(code: LanguageCode, text: str, amount: str, currency: str | None) -> bool:
    return money(Decimal(amount), currency) in values(code, text)


def times(code: LanguageCode, text: str) -> list[str]:
    """The times that the only value of a text can be: ["04:30", "16:30"]."""
    keys = (value.key for value in values(code, text) if value.kind == "time")
    return sorted("{:02}:{:02}".format(*key) for key in keys if isinstance(key, tuple))


def either(hour: int, minute: int, *, spoken: int) -> list[str]:
    """A time and, when its hour is spoken as one to twelve, the time twelve hours later or earlier."""
    hours = {hour, (hour + 12) % 24} if 1 <= spoken <= 12 else {hour}
    return sorted(f"{one:02}:{minute:02}" for one in hours)


def can_agree(code: LanguageCode, said: str, heard: str, day: date | None = None) -> bool:
    """Whether a path leads through both lattices on which all values agree, in their order."""
    a, b = read(code, said, day), read(code, heard, day)
    goal = (len(a.tokens), len(b.tokens))
    seen, open_places = {(0, 0)}, [(0, 0)]
    while open_places:
        i, j = open_places.pop()
        if (i, j) == goal:
            return True
        steps = [(end, j) for end in _passed(a, i)] + [(i, end) for end in _passed(b, j)]
        if i < goal[0] and j < goal[1]:
            steps += [
                (one.end, other.end)
                for one in a.edges[i]
                for other in b.edges[j]
                if NOTHING not in (one.value, other.value) and agree(one.value, other.value)
            ]
        open_places += [place for place in steps if place not in seen]
        seen.update(steps)
    return False


def _passed(reading: Reading, i: int) -> list[int]:
    """Where one gets from a place without a value."""
    if i == len(reading.tokens):
        return []
    free = [] if reading.covered[i] else [i + 1]
    return free + [edge.end for edge in reading.edges[i] if edge.value is NOTHING]
