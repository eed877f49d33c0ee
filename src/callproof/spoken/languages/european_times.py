"""Times of day in the languages of western Europe: "las cuatro y media", "halb fünf", "huit heures moins le quart"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, NamedTuple, TypeAlias

from callproof.spoken.language import Edge
from callproof.spoken.languages.european import Phrases, numbers_or_one
from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import Value, number

DayPart: TypeAlias = Literal["morning", "noon", "afternoon", "evening", "night", "am", "pm"]

_DAY = 24 * 60
# The words of an hour in figures or words: "veinte", "vinte e duas".
_LONGEST_HOUR = 3
_LONGEST_NUMBER = 12
_BETWEEN = frozenset({"entre", "tra", "fra", "zwischen"})
# "a.m." in every language.
HALVES_OF_THE_DAY: dict[str, DayPart] = {"am": "am", "pm": "pm", "a m": "am", "p m": "pm"}


def hours(hour: int, day_part: DayPart | None) -> frozenset[int]:
    """The hours of the day that a spoken hour can be: 4 is 4 and 16, in the afternoon 16; 16 is always 16."""
    if hour == 0 or hour > 12:
        return frozenset({hour % 24})
    early, late = hour % 12, hour % 12 + 12
    match day_part:
        case None:
            return frozenset({early, late})
        case "am":
            return frozenset({early})
        case "pm" | "afternoon":
            return frozenset({late})
        case "morning":
            # "las doce de la mañana" is noon
            return frozenset({early, late} if hour == 12 else {early})
        case "noon":
            return frozenset({early if hour in (10, 11) else late})
        case "evening":
            return frozenset({early if hour == 12 else late})
        case "night":
            return frozenset({early if hour == 12 or hour <= 5 else late})


def times(hour: int, minutes: int, day_part: DayPart | None, *, exact: bool = False) -> Iterator[Value]:
    """The times of an hour and the minutes after it, or before it where they are negative.

    `exact`: the hour has a nought before it ("04:30"), and is no afternoon's unless that is said.
    """
    for spoken in (hour,) if exact and day_part is None else sorted(hours(hour, day_part)):
        at = (spoken * 60 + minutes) % _DAY
        yield Value("time", divmod(at, 60))


class _Tail(NamedTuple):
    """What follows an hour, up to `end`. `sure`: with it the hour is a time, whatever stands before it."""

    end: int
    minutes: int
    sure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The words of a language's clock.

    `cues` stand before an hour ("las", "um"), `units` after it ("heures", "Uhr"). `lasting`: units that are also lengths of
    time, so that "quatre heures" is 4 too. `fixed` are minutes in words ("y media": 30, "menos cuarto": -15).
    """

    cues: frozenset[str] = frozenset()
    # Cues of the hour one only: "la una".
    cues_of_one: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    lasting: frozenset[str] = frozenset()
    minute_units: frozenset[str] = frozenset()
    fixed: Phrases[int] = field(default_factory=lambda: Phrases({}))
    plus: frozenset[str] = frozenset()
    minus: frozenset[str] = frozenset()
    # Between minutes and the hour they are taken from or added to: "diez para las tres" -1, "zehn nach drei" 1.
    around: Phrases[int] = field(default_factory=lambda: Phrases({}))
    # What has to stand before the minutes for that: Italian says "mancano dieci alle otto".
    around_behind: frozenset[str] = frozenset()
    # What begins a way from one number to another instead: "de dois para três".
    around_not_behind: frozenset[str] = frozenset()
    # Minutes that stand before such words, or before the hour itself: "cuarto" 15.
    quarters: Phrases[int] = field(default_factory=lambda: Phrases({}))
    # What stands before the hour and moves it: "halb" -30, "dreiviertel" -15.
    leading: Phrases[int] = field(default_factory=lambda: Phrases({}))
    # Times with a name, in minutes: "mediodía" 720.
    named: Phrases[int] = field(default_factory=lambda: Phrases({}))
    # Behind these words they are no times: "après-midi".
    not_behind: frozenset[str] = frozenset()
    # Hours that a word holds with its article: "l'una" 1.
    hour_words: Mapping[str, int] = field(default_factory=dict)
    # After a time ("de la tarde"), and just before it ("esta tarde a las cuatro").
    day_parts: Phrases[DayPart] = field(default_factory=lambda: Phrases({}))
    day_parts_before: Mapping[str, DayPart] = field(default_factory=dict)
    # Words between the two.
    prepositions: frozenset[str] = frozenset()

    def starts(self) -> frozenset[str]:
        """Words, other than numbers, at which a time can begin."""
        keys = self.quarters.first_words | self.leading.first_words | self.named.first_words
        return keys | frozenset(self.hour_words)

    def at_word(self, reading: Reading, i: int) -> Iterator[Edge]:
        """Times that begin with a word of the clock."""
        tokens = reading.tokens
        hour = self.hour_words.get(tokens[i].text)
        if hour is not None:
            for tail in self._tails(reading, i + 1):
                yield from self._edges(reading, i, tail, hour, known=True)
        if (leading := self.leading.find(tokens, i)) is not None:
            yield from self._hour_after(reading, i, *leading)
        if (quarter := self.quarters.find(tokens, i)) is not None:
            yield from self._around(reading, i, *quarter)
        if (named := self.named.find(tokens, i)) is not None:
            before = i - 2 if reading.word(i - 1) == "-" else i - 1
            if reading.word(before) not in self.not_behind:
                yield from self._named(reading, *named)

    def _behind_zero(self, reading: Reading, i: int) -> Iterator[Edge]:
        """ "a las cero ocho cuarenta"."""
        for end, hour in reading.numbers[i] if i < len(reading.tokens) else ():
            for last, minute in reading.numbers[end] if 0 < hour < 10 and end < len(reading.tokens) else ():
                if hour == int(hour) and minute == int(minute) and 10 <= minute < 60:
                    yield Edge(last, Value("time", (int(hour), int(minute))))

    def following(self) -> frozenset[str]:
        """Words that make more of a number before them."""
        keys = self.units | self.minute_units | self.plus | self.minus | {":", ".", ","}
        return keys | self.fixed.first_words | self.around.first_words | self.day_parts.first_words

    def after_number(self, reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
        """Times of a number up to `end`: an hour, or the minutes before "vor acht" and "para las ocho"."""
        if not 0 <= value < 60 or value != int(value):
            return
        whole = int(value)
        if not whole and reading.word(i - 1) in self.cues:
            yield from self._behind_zero(reading, end)
        if whole:
            yield from self._around(reading, i, end + (reading.word(end) in self.minute_units), whole)
        if whole > 24 or self._is_minutes(reading, i) or _is_end_of_number(reading, i, end):
            return
        known = self._is_cued(reading, i, whole)
        exact = reading.word(i)[0] == "0"
        for tail in self._tails(reading, end):
            yield from self._edges(reading, i, tail, whole, known=known, exact=exact)
        if reading.word(end) in self.lasting:
            yield Edge(end + 1, number(whole))

    def _edges(
        self, reading: Reading, i: int, tail: _Tail, hour: int, *, known: bool, exact: bool = False
    ) -> Iterator[Edge]:
        found = self.day_parts.find(reading.tokens, tail.end)
        if found is not None:
            yield from (Edge(found[0], time) for time in times(hour, tail.minutes, found[1]))
        elif known or tail.sure:
            day_part = self._day_part_before(reading, i)
            yield from (Edge(tail.end, time) for time in times(hour, tail.minutes, day_part, exact=exact))

    def _tails(self, reading: Reading, i: int) -> Iterator[_Tail]:
        """What can follow an hour that ends at a place."""
        tokens = reading.tokens
        if i >= len(tokens):
            yield _Tail(i, 0, sure=False)
            return
        word = tokens[i].text
        if word in (":", ".", ",") and (minutes := _figures(tokens, i)) is not None:
            unit = reading.word(i + 2) in self.units
            if unit or word == ":":
                yield _Tail(i + 3 if unit else i + 2, minutes, sure=True)
            elif word == ".":
                yield _Tail(i + 2, minutes, sure=False)
            return
        unit = word in self.units
        after = i + 1 if unit else i
        yield _Tail(after, 0, sure=unit)
        if (fixed := self.fixed.find(tokens, after)) is not None:
            yield _Tail(fixed[0], fixed[1], sure=True)
        following = reading.word(after)
        if following in self.plus:
            yield from self._minutes(reading, after + 1, 1, sure=unit)
        elif following in self.minus:
            yield from self._minutes(reading, after + 1, -1, sure=unit)
        elif after < len(tokens):
            # "cuatro treinta"; "cuatro cinco" is no time
            yield from self._minutes(reading, after, 1, sure=True, least=0 if unit else 10)

    def _minutes(self, reading: Reading, i: int, sign: int, *, sure: bool, least: int = 0) -> Iterator[_Tail]:
        for end, value in numbers_or_one(reading, i, self.minute_units):
            if least <= value < 60 and value == int(value):
                unit = reading.word(end) in self.minute_units
                yield _Tail(end + unit, sign * int(value), sure=sure or unit)
            elif value == 0 and reading.word(end) not in self.minute_units:
                # "ocho cero cinco"
                for last, unit_value in reading.numbers[end] if end < len(reading.tokens) else ():
                    if 0 < unit_value < 10:
                        yield _Tail(last, sign * int(unit_value), sure=True)

    def _around(self, reading: Reading, start: int, i: int, minutes: int) -> Iterator[Edge]:
        """Minutes before or after an hour that follows: "vor acht", "para las tres"."""
        if (found := self.around.find(reading.tokens, i)) is None:
            return
        before = reading.word(start - 1)
        if before in self.around_not_behind or (self.around_behind and before not in self.around_behind):
            return
        at, sign = found
        yield from self._hour_after(reading, start, at, sign * minutes)
        if (leading := self.leading.find(reading.tokens, at)) is not None:
            yield from self._hour_after(reading, start, leading[0], leading[1] + sign * minutes)

    def _hour_after(self, reading: Reading, start: int, i: int, minutes: int) -> Iterator[Edge]:
        """The hour at a place, moved by minutes that begin at `start`."""
        if i >= len(reading.tokens):
            return
        if (named := self.named.find(reading.tokens, i)) is not None:
            yield Edge(named[0], Value("time", divmod((named[1] + minutes) % _DAY, 60)))
        hour = self.hour_words.get(reading.words[i])
        ends = [(i + 1, hour)] if hour is not None else []
        ends += [
            (end, int(value)) for end, value in reading.numbers[i] if value == int(value) and 0 <= value <= 24
        ]
        for end, whole in ends:
            tail = _Tail(end + (reading.word(end) in self.units), minutes, sure=True)
            yield from self._edges(reading, start, tail, whole, known=True)

    def _named(self, reading: Reading, i: int, minutes: int) -> Iterator[Edge]:
        for tail in self._tails(reading, i):
            yield Edge(tail.end, Value("time", divmod((minutes + tail.minutes) % _DAY, 60)))

    def _is_minutes(self, reading: Reading, i: int) -> bool:
        """Whether a number belongs to the hour before it: "las once y doce de la noche", not "entre las once y doce"."""
        if reading.word(i - 1) not in self.plus and reading.word(i - 1) not in self.minus:
            return False
        for hour in range(max(0, i - 1 - _LONGEST_HOUR), i - 1):
            for end, value in reading.numbers[hour]:
                if end != i - 1 or value >= 60:
                    continue
                if self._is_cued(reading, hour, int(value)):
                    return reading.word(hour - 2) not in _BETWEEN
                # "cinco" in "las once y cuarenta y cinco"
                if self._is_minutes(reading, hour):
                    return True
        return False

    def _is_cued(self, reading: Reading, i: int, hour: int) -> bool:
        before = reading.word(i - 1)
        return before in self.cues or (hour == 1 and before in self.cues_of_one)

    def _day_part_before(self, reading: Reading, i: int) -> DayPart | None:
        """ "esta tarde a las", "heute Abend um": the part of the day that stands just before a time."""
        at = i - 1
        while at >= 0 and i - at <= 3 and reading.word(at) in self.prepositions:
            at -= 1
        before = reading.word(at)
        if before in self.day_parts_before:
            return self.day_parts_before[before]
        return self.day_parts_before.get(f"{reading.word(at - 1)} {before}")


def _is_end_of_number(reading: Reading, i: int, end: int) -> bool:
    """Whether a number is the end of a longer one: no hour is told in "soixante-dix heures"."""
    return any(
        last >= end and value > 24
        for start in range(max(0, i - _LONGEST_NUMBER), i)
        for last, value in reading.numbers[start]
    )


def _figures(tokens: list[Token], i: int) -> int | None:
    """The minutes of "16:30" after the hour; two figures without a space."""
    if i + 1 >= len(tokens) or not tokens[i].glued:
        return None
    minutes = tokens[i + 1]
    if minutes.kind != "digits" or not minutes.glued or len(minutes.text) != 2 or int(minutes.text) >= 60:
        return None
    return int(minutes.text)
