"""Dates, weekdays and days counted from the call in the languages of western Europe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Literal, TypeAlias

from callproof.spoken.language import Context, Edge
from callproof.spoken.languages.calendar_edges import Period, day_in_month, day_in_period
from callproof.spoken.languages.european import Phrases
from callproof.spoken.reading import Reading
from callproof.spoken.values import Value, number

Which: TypeAlias = Literal["next", "last", "this"]
Guard: TypeAlias = Callable[[Reading, int], bool]

_AHEAD: Mapping[Which, int] = {"last": -1, "this": 0, "next": 1}
_LONGEST_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """The words of a language's calendar.

    `of` may stand between day, month and year. `days` are phrases with their distance from the call's day, None where the
    phrase is about no day ("hoy en día"); a word of `guards` is looked at first ("mañana" after "la" is a part of the day).
    """

    months: Mapping[str, int]
    of: frozenset[str] = frozenset()
    year_words: frozenset[str] = frozenset()
    # Months that a number names too: "am dritten dritten".
    numbered_months: bool = False
    # Words behind which "3.3." is a date and no number.
    dotted_behind: frozenset[str] = frozenset()
    # "marzo 3"
    month_first: bool = False
    ordinals: Phrases[int] = field(default_factory=lambda: Phrases({}))
    # What makes an ordinal of figures when glued to them: "1er", "3º".
    ordinal_marks: frozenset[str] = frozenset()
    weekdays: Phrases[int] = field(default_factory=lambda: Phrases({}))
    which_before: Mapping[str, Which] = field(default_factory=dict)
    which_after: Phrases[Which] = field(default_factory=lambda: Phrases({}))
    days: Phrases[int | None] = field(default_factory=lambda: Phrases({}))
    # Whether a word is meant as an ordinal, a day or a weekday here; a word without a guard is.
    guards: Mapping[str, Guard] = field(default_factory=dict)
    # Feasts that fall on one day each year, as month and day: "Nochebuena".
    feasts: Phrases[tuple[int, int]] = field(default_factory=lambda: Phrases({}))
    # "último día": whether it is the last day of what follows, or the first; with what may stand before a month or one of `periods`.
    edges: Phrases[bool] = field(default_factory=lambda: Phrases({}))
    edge_links: frozenset[str] = frozenset()
    periods: Mapping[str, Period] = field(default_factory=dict)
    # "fin" before one of `periods` is its last day; `period_ends` are both in one ("Monatsende").
    ends: frozenset[str] = frozenset()
    period_ends: Mapping[str, Period] = field(default_factory=dict)
    # "días" 1, "semanas" 7: a number of them is a day when a word before or after says from when.
    spans: Mapping[str, int] = field(default_factory=dict)
    ahead: frozenset[str] = frozenset()
    ago: frozenset[str] = frozenset()
    ahead_after: frozenset[str] = frozenset()
    ago_after: frozenset[str] = frozenset()

    def starts(self) -> frozenset[str]:
        """Words, other than numbers, at which a date can begin."""
        keys = self.ordinals.first_words | self.weekdays.first_words | self.days.first_words
        keys |= self.feasts.first_words | self.edges.first_words | self.ends | self.period_ends.keys()
        return keys | frozenset(self.months) | frozenset(self.which_before)

    def at_word(self, reading: Reading, i: int) -> Iterator[Edge]:
        """Dates and days that begin with a word."""
        tokens = reading.tokens
        word = tokens[i].text
        guard = self.guards.get(word)
        if guard is None or guard(reading, i):
            yield from self._at_ordinal(reading, i)
            if (day := self.days.find(tokens, i)) is not None and day[1] is not None:
                yield Edge(day[0], day_value(reading.context, day[1]))
            yield from self._at_weekday(reading, i)
        if (feast := self.feasts.find(tokens, i)) is not None:
            yield Edge(feast[0], Value("date", (None, *feast[1])))
        if (edge := self.edges.find(tokens, i)) is not None:
            yield from self._at_edge(reading, *edge)
        if word in self.ends:
            yield from self._at_end(reading, i + 1)
        if (ending := self.period_ends.get(word)) is not None:
            yield from self._in_period(reading, i + 1, ending, which=None, last=True)
        if (month := self.months.get(word)) is not None:
            yield from self._at_month(reading, i, month)
        which = self.which_before.get(word)
        if which is not None and (weekday := self.weekdays.find(tokens, i + 1)) is not None:
            for value in weekday_values(reading.context, weekday[1], which):
                yield Edge(weekday[0], value)

    def _at_edge(self, reading: Reading, k: int, last: bool) -> Iterator[Edge]:
        """What follows "último día": a month, "del mes", "del año"; "del próximo mes" too."""
        at, which = self._past_links(reading, k)
        month, period = self.months.get(reading.word(at)), self.periods.get(reading.word(at))
        if month is not None:
            yield from (Edge(at + 1, value) for value in day_in_month(month, last=last))
        elif period is not None:
            yield from self._in_period(reading, at + 1, period, which=which, last=last)

    def _at_end(self, reading: Reading, k: int) -> Iterator[Edge]:
        """ "fin de mes", "Ende des Monats"."""
        at, which = self._past_links(reading, k)
        period = self.periods.get(reading.word(at))
        if period is not None:
            yield from self._in_period(reading, at + 1, period, which=which, last=True)

    def _past_links(self, reading: Reading, k: int) -> tuple[int, Which | None]:
        at = k
        while at < k + 2 and reading.word(at) in self.edge_links:
            at += 1
        which = self.which_before.get(reading.word(at))
        return at + (which is not None), which

    def _in_period(
        self, reading: Reading, end: int, period: Period, *, which: Which | None, last: bool
    ) -> Iterator[Edge]:
        if which is None and (after := self.which_after.find(reading.tokens, end)) is not None:
            end, which = after
        values = day_in_period(period, _AHEAD[which or "this"], reading.context.date, last=last)
        yield from (Edge(end, value) for value in values)

    def following(self) -> frozenset[str]:
        """Words that make more of a number before them."""
        return frozenset(self.months) | self.of | self.ordinal_marks | frozenset(self.spans) | {"."}

    def after_number(self, reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
        """Dates and days of a cardinal up to `end`: "3 de marzo", "tres días" after "dentro de"."""
        if value != int(value):
            return
        following = reading.word(end)
        if following in self.ordinal_marks and reading.tokens[end].glued:
            yield Edge(end + 1, Value("ordinal", int(value)))
            yield from self._after_day(reading, end + 1, int(value))
        elif following in self.spans:
            yield from self._counted(reading, i, end, int(value))
        elif value < 32:
            yield from self._after_day(reading, end, int(value))
            if following == "." and self._may_be_dotted(reading, i):
                yield from self._dotted(reading, end, int(value))

    def _may_be_dotted(self, reading: Reading, i: int) -> bool:
        """ "am 3.3.", and "3.3." with both its points at the beginning, behind a sign or a weekday: "Dienstag, 3.3."."""
        if not self.dotted_behind or reading.word(i - 1) in self.dotted_behind:
            return bool(self.dotted_behind)
        if i + 3 >= len(reading.tokens) or reading.words[i + 3] != "." or not reading.tokens[i + 3].glued:
            return False
        return (
            i == 0
            or reading.tokens[i - 1].kind == "sign"
            or self.weekdays.find(reading.tokens, i - 1) is not None
        )

    def _at_ordinal(self, reading: Reading, i: int) -> Iterator[Edge]:
        if (found := self.ordinals.find(reading.tokens, i)) is None:
            return
        end, rank = found
        yield Edge(end, Value("ordinal", rank))
        yield from self._after_day(reading, end, rank)
        if self.numbered_months and (month := self.ordinals.find(reading.tokens, end)) is not None:
            yield from self._dates(reading, month[0], month[1], rank)

    def _after_day(self, reading: Reading, i: int, day: int) -> Iterator[Edge]:
        at = i + 1 if reading.word(i) == "." and reading.tokens[i].glued else i
        at += reading.word(at) in self.of
        month = self.months.get(reading.word(at))
        if month is not None:
            yield from self._dates(reading, at + 1, month, day)

    def _dotted(self, reading: Reading, i: int, day: int) -> Iterator[Edge]:
        """The month of "3.3." or "3. 3." behind its first point."""
        month = reading.tokens[i + 1] if i + 1 < len(reading.tokens) else None
        if month is None or not (month.glued or reading.word(i + 2) == "."):
            return
        if month.kind == "digits" and len(month.text) <= 2:
            end = i + 3 if reading.word(i + 2) == "." else i + 2
            yield from self._dates(reading, end, int(month.text), day)

    def _at_month(self, reading: Reading, i: int, month: int) -> Iterator[Edge]:
        yield Edge(i + 1, Value("date", (None, month, None)))
        yield from (
            Edge(end, Value("date", (year, month, None))) for end, year in self._years(reading, i + 1)
        )
        if self.month_first and i + 1 < len(reading.tokens):
            for end, value in reading.numbers[i + 1]:
                if value == int(value) and value < 32:
                    yield from self._dates(reading, end, month, int(value))

    def _dates(self, reading: Reading, end: int, month: int, day: int) -> Iterator[Edge]:
        if not 1 <= month <= 12 or not 1 <= day <= _LONGEST_MONTH[month - 1]:
            return
        yield Edge(end, Value("date", (None, month, day)))
        yield from (Edge(last, Value("date", (year, month, day))) for last, year in self._years(reading, end))

    def _years(self, reading: Reading, i: int) -> Iterator[tuple[int, int]]:
        """The year behind a month; two figures only after "de" ("del 85"), and then of both centuries."""
        linked = reading.word(i) in self.of
        at = i + linked
        if reading.word(at) in self.year_words:
            linked, at = True, at + 1
        if reading.word(at) in self.of:
            at += 1
        if at >= len(reading.tokens):
            return
        for end, value in reading.numbers[at]:
            if value != int(value):
                continue
            year = int(value)
            if 1900 <= year < 2200:
                yield end, year
            elif linked and 0 <= year < 100:
                yield end, 1900 + year
                yield end, 2000 + year
            if year in (19, 20) and end < len(reading.tokens):
                # "zwanzig sechsundzwanzig"
                for last, rest in reading.numbers[end]:
                    if 10 <= rest < 100 and rest == int(rest):
                        yield last, year * 100 + int(rest)

    def _counted(self, reading: Reading, i: int, end: int, count: int) -> Iterator[Edge]:
        """ "en tres días", "vor zwei Wochen": a day; the bare number too, for it may be a length of time."""
        distance = count * self.spans[reading.word(end)]
        before, after = _words_before(reading, i), reading.word(end + 1)
        if before & self.ahead or after in self.ahead_after:
            sign = 1
        elif before & self.ago or after in self.ago_after:
            sign = -1
        else:
            return
        yield Edge(end + 1, number(count))
        if distance < 400:
            yield Edge(end + 1, day_value(reading.context, sign * distance))

    def _at_weekday(self, reading: Reading, i: int) -> Iterator[Edge]:
        if (
            reading.word(i - 1) in self.which_before
            or (found := self.weekdays.find(reading.tokens, i)) is None
        ):
            return
        end, weekday = found
        which = None
        if (after := self.which_after.find(reading.tokens, end)) is not None:
            end, which = after
        yield from (Edge(end, value) for value in weekday_values(reading.context, weekday, which))


def _words_before(reading: Reading, i: int) -> frozenset[str]:
    """The word before a place, and the two together: "en", "dentro de"."""
    before, earlier = reading.word(i - 1), reading.word(i - 2)
    return frozenset({before, f"{earlier} {before}"})


def day_value(context: Context, distance: int) -> Value:
    """A day counted from the call's: a date where the call's date is known."""
    if context.date is None:
        return Value("day", distance)
    return _date_value(context.date + timedelta(days=distance))


def weekday_values(context: Context, weekday: int, which: Which | None) -> Iterator[Value]:
    """A weekday, and the dates it can be: "next Tuesday" is the coming one or the one after it.

    On a Tuesday "Tuesday" is today or in a week, "last Tuesday" a week ago.
    """
    yield Value("weekday", (weekday, which))
    if which == "this":
        yield Value("weekday", (weekday, None))
    if context.date is None:
        return
    ahead = (weekday - context.date.weekday()) % 7
    match which:
        case None | "this":
            distances = (ahead,) if ahead else (0, 7)
        case "next":
            distances = (ahead or 7, (ahead or 7) + 7)
        case "last":
            distances = (ahead - 7,)
    yield from (_date_value(context.date + timedelta(days=distance)) for distance in distances)


def _date_value(day: date) -> Value:
    return Value("date", (day.year, day.month, day.day))
