"""English dates: "March third", "the 3rd of March, 2026", "nineteen ninety four, zero two, eleven", weekdays, "in two weeks"."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from callproof.spoken.language import Edge, words
from callproof.spoken.languages.calendar_edges import Period, day_in_month, day_in_period
from callproof.spoken.languages.en_numbers import ordinals
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value, code
from callproof.spoken.written import is_date

_MONTH_NAMES = words("january february march april may june july august september october november december")
MONTHS = {name: k for k, name in enumerate(_MONTH_NAMES, start=1)}
# Short forms count only beside a day.
_SHORT = {name[:3]: k for name, k in MONTHS.items()} | {"sept": 9}
SHORT_MONTHS = frozenset(_SHORT) - MONTHS.keys()
_ANY_MONTH = {**_SHORT, **MONTHS}
# "may" and "march" are verbs too: alone they are months only behind these, or beside another month ("move May to June").
_VERBS = frozenset({"may", "march"})
_BEFORE_MONTH = frozenset(
    words("in of until till by since from through during next last this early late mid before after every")
)

_DAYS = words("monday tuesday wednesday thursday friday saturday sunday")
WEEKDAYS = {form: k for k, name in enumerate(_DAYS) for form in (name, name + "s", name + "'s")}
# Written with a capital only; "sat" and "sun" are words.
SHORT_WEEKDAYS = {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}
_NEXT = frozenset({"next"})
_THIS = frozenset({"this", "coming"})
_LAST = frozenset({"last"})
RELATIVE = {"today": 0, "today's": 0, "tomorrow": 1, "tomorrow's": 1, "yesterday": -1, "yesterday's": -1}
# Further away one counts in months and years.
_LONGEST_WAIT = 1000
# Feasts that fall on one day each year; "Christmas" alone may be the time around it.
_FEASTS = {
    words(name): day
    for names, day in (
        ("new year's eve, new years eve", (12, 31)),
        ("new year's day, new years day", (1, 1)),
        ("christmas day, xmas day, christmas, xmas", (12, 25)),
        ("christmas eve, xmas eve", (12, 24)),
        ("boxing day", (12, 26)),
        ("valentine's day, valentines day", (2, 14)),
        ("halloween", (10, 31)),
    )
    for name in names.split(", ")
}
FEASTS = frozenset(name[0] for name in _FEASTS)
_LOOSE_FEASTS = frozenset({"christmas", "xmas"})
_QUARTERS = 4
_PERIODS: dict[str, Period] = {"month": "month", "year": "year"}
PERIOD_ENDS: dict[str, Period] = {**_PERIODS, "month's": "month", "year's": "year"}
_AHEAD = {"this": 0, "next": 1, "last": -1}
SPANS = {"day": 1, "days": 1, "week": 7, "weeks": 7, "fortnight": 14}
_BETWEEN_WEEKDAYS = frozenset({"coming", "following", "next", "past"})
_BEHIND_SPANS = frozenset({"ago", "from"})
# What has to stand behind the words that most often begin no date.
STARTS_BEFORE = {
    **dict.fromkeys(_NEXT | _THIS, WEEKDAYS.keys() | SHORT_WEEKDAYS.keys() | _BETWEEN_WEEKDAYS),
    "last": WEEKDAYS.keys() | SHORT_WEEKDAYS.keys() | _BETWEEN_WEEKDAYS | {"day"},
    "end": frozenset({"of"}),
    **dict.fromkeys(PERIOD_ENDS, frozenset({"end", "-"})),
    "to": frozenset({"-"}),
    "day": _BEHIND_SPANS | {"after", "before"},
    "week": _BEHIND_SPANS,
    "fortnight": _BEHIND_SPANS,
}


# --- months


def month(reading: Reading, i: int) -> Iterator[Edge]:
    """ "March third", "March the 3rd, 2026", "March 2026", "in March"."""
    word, tokens = reading.words[i], reading.tokens
    number = _ANY_MONTH[word]
    start = i + 2 if word in _SHORT and reading.word(i + 1) == "." else i + 1
    for end, day in _day(
        reading, start + (reading.word(start) == "the"), ranked=word in _VERBS and tokens[i].raw.islower()
    ):
        yield from _dated(reading, end, number, day)
    if word not in MONTHS:
        return
    start = i + 2 if reading.word(i + 1) in ("of", ",") else i + 1
    for end, year in years(reading, start):
        yield Edge(end, Value("date", (year, number, None)))
    if word not in _VERBS or _is_month(reading, i):
        yield Edge(i + 1, Value("date", (None, number, None)))


def _is_month(reading: Reading, i: int) -> bool:
    """Whether a "may" or "march" without a day or a year is the month."""
    before, after = reading.word(i - 1), reading.word(i + 1)
    if before in _BEFORE_MONTH:
        return after != "i"
    named = before in _BETWEEN_MONTHS or reading.tokens[i].raw.istitle()
    return named and after not in _PERSONS and not _SURE_MONTHS.isdisjoint(reading.vocabulary)


_SURE_MONTHS = frozenset(_MONTH_NAMES) - _VERBS
_BETWEEN_MONTHS = frozenset({"for", "to", "or", "and"})
_PERSONS = frozenset({"i", "you", "he", "she", "it", "we", "they", "the", "my"})


def _day(reading: Reading, i: int, *, ranked: bool) -> Iterator[tuple[int, int]]:
    """A day of the month from a token on, as an ordinal or a number; only as an ordinal or in digits if `ranked`."""
    if i >= len(reading.tokens):
        return
    for end, value in ordinals(reading.tokens, i):
        yield end, int(value)
    if not ranked or reading.tokens[i].kind == "digits":
        for end, value in reading.numbers[i]:
            if 1 <= value <= 31 and value == value.to_integral_value():
                yield end, int(value)


def _dated(reading: Reading, end: int, month: int, day: int) -> Iterator[Edge]:
    """The date, without and with the year that may follow at `end`."""
    if not is_date(None, month, day):
        return
    yield Edge(end, Value("date", (None, month, day)))
    start = end + 1 if reading.word(end) in (",", "of", "in") else end
    for stop, year in years(reading, start):
        if is_date(year, month, day):
            yield Edge(stop, Value("date", (year, month, day)))


def years(reading: Reading, i: int) -> Iterator[tuple[int, int]]:
    """ "2026", "two thousand twenty six", "twenty twenty six", "nineteen ninety four", "nineteen oh five"."""
    for end, value in reading.numbers[i] if i < len(reading.tokens) else []:
        if 1800 <= value < 2200 and value == value.to_integral_value():
            yield end, int(value)
        elif value in _CENTURIES:
            oh = reading.word(end) in ("oh", "o")
            start = end + 1 if oh else end
            for stop, rest in reading.numbers[start] if start < len(reading.tokens) else []:
                if (0 < rest < 10 if oh else 10 <= rest < 100) and rest == rest.to_integral_value():
                    yield stop, int(value) * 100 + int(rest)


_CENTURIES = frozenset(Decimal(n) for n in (18, 19, 20, 21))


def after_number(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "3 March", "three days ago", "two weeks from Friday": `value` ends at `end`."""
    word = reading.word(end)
    if word in _ANY_MONTH:
        if 1 <= value <= 31 and value == value.to_integral_value():
            yield from _day_and_month(reading, end, int(value))
    elif word in SPANS and value == value.to_integral_value():
        yield from _later(reading, end + 1, int(value) * SPANS[word])
    elif word == "of" and reading.word(end + 1) in MONTHS and 1 <= value <= 31:
        yield from _day_and_month(reading, end + 1, int(value))


def after_ordinal(reading: Reading, i: int, end: int, rank: int) -> Iterator[Edge]:
    """ "the third of March", "3rd March"; with a known day of the call also "the third" alone."""
    k = end + 1 if reading.word(end) == "of" else end
    if k > end and reading.word(k) == "the" and k + 1 < len(reading.tokens):
        # "the fifth of the eleventh"
        for stop, month_ in ordinals(reading.tokens, k + 1):
            if 1 <= month_ <= 12:
                yield from _dated(reading, stop, int(month_), rank)
                yield from _with_short_year(reading, stop, int(month_), rank)
    if reading.word(end) == "quarter" and rank <= _QUARTERS:
        yield Edge(end + 1, code(f"Q{rank}"))
    if reading.word(k) in _ANY_MONTH:
        yield from _day_and_month(reading, k, rank)
    elif reading.context.date is not None and reading.word(i - 1) == "the" and rank <= 31:
        today = reading.context.date
        for later in (0, 1):
            year, month = today.year + (today.month - 1 + later) // 12, (today.month - 1 + later) % 12 + 1
            if is_date(year, month, rank):
                yield Edge(end, Value("date", (year, month, rank)))


def _with_short_year(reading: Reading, end: int, month: int, day: int) -> Iterator[Edge]:
    """ "the twelfth of the third, eighty-one": of the last century or of this one."""
    for stop, short in _two_digits_of_a_year(reading, end):
        for year in (1900 + short, 2000 + short):
            if is_date(year, month, day):
                yield Edge(stop, Value("date", (year, month, day)))


def _two_digits_of_a_year(reading: Reading, end: int) -> Iterator[tuple[int, int]]:
    start = _past_sign(reading, end)
    for stop, value in reading.numbers[start] if start < len(reading.tokens) else []:
        if 10 <= value < 100 and value == value.to_integral_value():
            yield stop, int(value)


def _day_and_month(reading: Reading, k: int, day: int) -> Iterator[Edge]:
    number = _ANY_MONTH[reading.words[k]]
    if day <= 31 and is_date(None, number, day):
        stop = k + 2 if reading.words[k] in _SHORT and reading.word(k + 1) == "." else k + 1
        yield from _dated(reading, stop, number, day)


def feast(reading: Reading, i: int) -> Iterator[Edge]:
    """ "Christmas Eve", "New Year's Day"."""
    for length in (3, 2, 1):
        name = tuple(reading.words[i : i + length])
        day = _FEASTS.get(name)
        if day is not None:
            yield Edge(i + len(name), Value("date", (None, *day)))
            if name[-1] in _LOOSE_FEASTS:
                yield Edge(i + 1, NOTHING)
            return


def period_end(reading: Reading, i: int) -> Iterator[Edge]:
    """ "month end", "year-end", "the month's end"."""
    k = i + 2 if reading.word(i + 1) == "-" else i + 1
    if reading.word(k) == "end":
        values = day_in_period(PERIOD_ENDS[reading.words[i]], 0, reading.context.date, last=True)
        yield from (Edge(k + 1, value) for value in values)


def edge(reading: Reading, i: int) -> Iterator[Edge]:
    """ "the last day of the year", "the first day of March"; "the end of the month" is its last day, or a time of no certain day."""
    is_end = reading.words[i] == "end"
    k = i + 1 if is_end else i + 2
    if reading.word(k) != "of" or (not is_end and reading.word(i + 1) != "day"):
        return
    k += 1
    k += reading.word(k) == "the"
    ahead = _AHEAD.get(reading.word(k))
    k += ahead is not None
    last = reading.words[i] != "first"
    named, period = MONTHS.get(reading.word(k)), _PERIODS.get(reading.word(k))
    if named is not None:
        yield from (Edge(k + 1, value) for value in day_in_month(named, last=last))
    elif period is not None:
        yield from (
            Edge(k + 1, value) for value in day_in_period(period, ahead or 0, reading.context.date, last=last)
        )
    else:
        return
    if is_end:
        yield Edge(i + 1, NOTHING)


# --- dates in numbers alone


def in_numbers(reading: Reading, i: int) -> Iterator[Edge]:
    """ "nineteen ninety four, zero two, eleven" (year first), "two eleven nineteen ninety four" (year last)."""
    for end, year in years(reading, i):
        for middle, month in _two_digits(reading, end):
            for stop, day in _two_digits(reading, middle):
                if is_date(year, month, day):
                    yield Edge(stop, Value("date", (year, month, day)))
    for end, first in _two_digits(reading, i):
        for middle, second in _two_digits(reading, end):
            start = _past_sign(reading, middle)
            for stop, year in years(reading, start):
                for month, day in {(first, second), (second, first)}:
                    if is_date(year, month, day):
                        yield Edge(stop, Value("date", (year, month, day)))


def _two_digits(reading: Reading, i: int) -> Iterator[tuple[int, int]]:
    """ "eleven", "zero two", "oh two", "02": a month or a day in a date that is said in numbers."""
    i = _past_sign(reading, i)
    if i >= len(reading.tokens):
        return
    if reading.words[i] in ("zero", "oh", "o"):
        i += 1
    for end, value in reading.numbers[i] if i < len(reading.tokens) else []:
        if 1 <= value <= 31 and value == value.to_integral_value():
            yield end, int(value)


def _past_sign(reading: Reading, i: int) -> int:
    return i + 1 if reading.word(i) in (",", "-", "/", "slash", "dash") else i


# --- weekdays and days from now


def weekday(reading: Reading, i: int) -> Iterator[Edge]:
    """ "Tuesday", from its own token; what stands before it is read by `before_weekday`."""
    day = _weekday_at(reading, i)
    if day is not None:
        yield from _weekdays(reading, i + 1, day, None)


def _weekday_at(reading: Reading, i: int) -> int | None:
    word = reading.word(i)
    if word in SHORT_WEEKDAYS and reading.tokens[i].raw[0].isupper() and not reading.tokens[i].raw.isupper():
        return SHORT_WEEKDAYS[word] if word not in ("sat", "sun") or _beside_date(reading, i) else None
    return WEEKDAYS.get(word)


def _beside_date(reading: Reading, i: int) -> bool:
    return reading.word(i - 1) in ("on", "next", "this", "and", "-") or reading.word(i + 1) in (
        ",",
        "-",
        "at",
    )


def before_weekday(reading: Reading, i: int) -> Iterator[Edge]:
    """ "next Tuesday", "this coming Friday", "last Monday"."""
    word, k = reading.words[i], i + 1
    while reading.word(k) in _BETWEEN_WEEKDAYS:
        k += 1
    day = _weekday_at(reading, k)
    if day is not None:
        which = "next" if word in _NEXT else "last" if word in _LAST else "this"
        yield from _weekdays(reading, k + 1, day, which)


def _weekdays(reading: Reading, end: int, day: int, which: str | None) -> Iterator[Edge]:
    yield Edge(end, Value("weekday", (day, which)))
    if which == "this":
        yield Edge(end, Value("weekday", (day, None)))
    today = reading.context.date
    if today is None:
        return
    ahead = (day - today.weekday()) % 7
    if which == "next":
        days = [ahead or 7, (ahead or 7) + 7]
    elif which == "last":
        days = [ahead - 7]
    else:
        days = [ahead] if ahead else [0, 7]
    yield from (_on(end, today + timedelta(days=n)) for n in days)


def _on(end: int, day: date) -> Edge:
    return Edge(end, Value("date", (day.year, day.month, day.day)))


def relative(reading: Reading, i: int) -> Iterator[Edge]:
    """ "tomorrow"."""
    return _from_today(reading, i + 1, RELATIVE[reading.words[i]])


def with_hyphen(reading: Reading, i: int) -> Iterator[Edge]:
    """ "to-day", "to-morrow", as some recognisers write them; `i` is at "to"."""
    days = _HYPHENATED.get(reading.word(i + 2)) if reading.word(i + 1) == "-" else None
    if days is not None:
        yield from _from_today(reading, i + 3, days)


_HYPHENATED = {"day": 0, "day's": 0, "morrow": 1, "morrow's": 1}


def day_after(reading: Reading, i: int) -> Iterator[Edge]:
    """ "day after tomorrow", "day before yesterday", "a week ago", "a week from Monday"; `i` is at "day", "week"."""
    words = reading.words[i : i + 3]
    if words in (["day", "after", "tomorrow"], ["day", "before", "yesterday"]):
        yield from _from_today(reading, i + 3, 2 if words[1] == "after" else -2)
    elif reading.word(i - 1) in ("a", "one"):
        yield from _later(reading, i + 1, SPANS[words[0]])


def in_days(reading: Reading, i: int) -> Iterator[Edge]:
    """ "in three days", "in a week", "in two weeks' time"; `i` is at "in"."""
    k = i + 1
    if reading.word(k) in ("a", "one") and reading.word(k + 1) in SPANS:
        yield from _from_today(reading, k + 2, SPANS[reading.words[k + 1]])
        return
    for end, value in reading.numbers[k] if k < len(reading.tokens) else []:
        if reading.word(end) in SPANS and value == value.to_integral_value():
            yield from _from_today(reading, end + 1, int(value) * SPANS[reading.words[end]])


def _later(reading: Reading, k: int, days: int) -> Iterator[Edge]:
    """What follows a span of days at `k`: "ago", "from now", "from tomorrow", "from Monday"."""
    word = reading.word(k)
    if word == "ago":
        yield from _from_today(reading, k + 1, -days)
    elif word == "from":
        following = reading.word(k + 1)
        if following in ("now", "today"):
            yield from _from_today(reading, k + 2, days)
        elif following in RELATIVE:
            yield from _from_today(reading, k + 2, days + RELATIVE[following])
        else:
            yield from _from_weekday(reading, k + 1, days)


def _from_weekday(reading: Reading, k: int, days: int) -> Iterator[Edge]:
    day = _weekday_at(reading, k)
    if day is None:
        return
    today = reading.context.date
    if today is not None and abs(days) <= _LONGEST_WAIT:
        yield _on(k + 1, today + timedelta(days=(day - today.weekday()) % 7 + days))
    elif today is None and days == 7:
        yield Edge(k + 1, Value("weekday", (day, "next")))


def _from_today(reading: Reading, end: int, days: int) -> Iterator[Edge]:
    today = reading.context.date
    if abs(days) > _LONGEST_WAIT:
        return
    yield Edge(end, Value("day", days)) if today is None else _on(end, today + timedelta(days=days))
