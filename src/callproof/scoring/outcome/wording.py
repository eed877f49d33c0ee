"""Words against data: whether what a clause names is what an effect holds."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from functools import lru_cache

from callproof.evidence.events import Json
from callproof.scenario.sameness import SCALARS
from callproof.spoken.content import affirmed, readings_of, says
from callproof.spoken.detection import known_code
from callproof.spoken.language import LanguageCode
from callproof.spoken.values import NOTHING, Span, Value, agree

_AMOUNTS = frozenset(("number", "money", "percent"))
_DAYS = frozenset(("date", "weekday", "day"))
_SHORTEST_ID = 3


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The language and the day of a call, and what words say under them. What a text says is remembered by the very object."""

    language: LanguageCode | None
    date: datetime.date | None

    @staticmethod
    @lru_cache(maxsize=256)
    def of(language: str, today: str) -> Words:
        try:
            date = datetime.date.fromisoformat(today)
        except ValueError:
            return Words(known_code(language), None)
        return Words(known_code(language), date)

    def affirms(self, text: str, value: Json) -> bool:
        """Whether a text names a piece of data and does not deny it."""
        return _is_data(value) and _affirmed(text, value, self.language, self.date) is True

    def names(self, text: str, value: Json) -> bool:
        return _is_data(value) and _says(text, value, self.language, self.date) is True

    def readings(self, value: Json) -> frozenset[Value]:
        """What a piece of data may be called; empty for names and free text."""
        return _readings(value, self.language, self.date) if _is_data(value) else frozenset()

    def fits(self, span: Span, value: Json) -> bool:
        """Whether a value that was named may stand for a piece of data: "Friday" for the 13th of March 2026."""
        return _is_data(value) and _named(span.readings, value, self.language, self.date)

    def competes(self, span: Span, value: Json, *, is_id: bool, changed: bool = False) -> bool:
        """Whether a value that was named is of the kind of a piece of data, so that it would have to be that one.

        A bare "four" may be an hour ("between two and four"), but not what something was `changed` to.
        """
        readings = self.readings(value)
        if not readings or NOTHING in span.readings:
            return False
        if is_id:
            wanted = {str(reading.key) for reading in readings if reading.kind == "code"}
            named = {str(reading.key) for reading in span.readings if reading.kind == "code"}
            return any(_alike(one, other) for one in named for other in wanted)
        kinds = {reading.kind for reading in readings}
        said = {reading.kind for reading in span.readings}
        if "date" in kinds or "weekday" in kinds:
            return bool(said & _DAYS) or "ordinal" in said
        if "time" in kinds:
            return "time" in said
        if "money" in said or "percent" in said:
            return bool(kinds & _AMOUNTS)
        if "number" in kinds and "ordinal" in said:
            return True
        if "number" in kinds:
            return "number" in said and not said & _DAYS and (changed or "time" not in said)
        return bool(kinds & said)


def _alike(one: str, other: str) -> bool:
    """Whether two codes may be of one kind: the same length, or nearly, from three signs on."""
    if len(other) < _SHORTEST_ID:
        return len(one) == len(other)
    return len(one) >= _SHORTEST_ID and abs(len(one) - len(other)) <= 1


def _fits(said: Value, meant: Value, today: datetime.date | None) -> bool:
    if agree(said, meant):
        return True
    if meant.kind != "date" or not isinstance(meant.key, tuple) or None in meant.key:
        return False
    day = datetime.date(*meant.key)
    if said.kind == "weekday" and isinstance(said.key, tuple):
        return bool(said.key[0] == day.weekday())
    if said.kind == "day" and today is not None and isinstance(said.key, int):
        return today + datetime.timedelta(days=said.key) == day
    return said.kind == "ordinal" and said.key == day.day


def _is_data(value: Json) -> bool:
    return type(value) is str or (isinstance(value, SCALARS) and not isinstance(value, bool))


@lru_cache(maxsize=8192, typed=True)
def _named(
    said: frozenset[Value], value: str | float, language: LanguageCode | None, date: datetime.date | None
) -> bool:
    readings = _readings(value, language, date)
    return any(_fits(one, meant, date) for one in said for meant in readings)


@lru_cache(maxsize=8192)
def _affirmed(
    text: str, value: str | float, language: LanguageCode | None, date: datetime.date | None
) -> bool | None:
    return affirmed(text, value, language=language, date=date)


@lru_cache(maxsize=8192)
def _says(
    text: str, value: str | float, language: LanguageCode | None, date: datetime.date | None
) -> bool | None:
    return says(text, value, language=language, date=date)


@lru_cache(maxsize=8192)
def _readings(
    value: str | float, language: LanguageCode | None, date: datetime.date | None
) -> frozenset[Value]:
    return readings_of(value, language=language, date=date)
