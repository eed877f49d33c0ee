"""English times of day: "4:30 pm", "half past four", "quarter to eight", "seven thirty in the morning", "oh nine hundred", "noon"."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, TypeAlias

from callproof.spoken.language import Edge, words
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value
from callproof.spoken.written import Clock, clock_at, clock_values

Period: TypeAlias = Literal["am", "pm", "night"]

_PARTS_OF_DAY: dict[str, Period] = {
    "morning": "am", "mornings": "am", "afternoon": "pm", "afternoons": "pm", "evening": "pm", "evenings": "pm",
}  # fmt: skip
_NAMED_PARTS: dict[str, Period] = _PARTS_OF_DAY | {"tonight": "night", "night": "night"}
# Before the part of the day: "tomorrow morning", "this evening".
_DAYS = frozenset(words("tomorrow yesterday this monday tuesday wednesday thursday friday saturday sunday"))
_PAST = frozenset({"past", "after"})
_TO = frozenset({"to", "till", "til", "of", "before"})
# "ten to five": of these minutes one speaks without the word; other numbers before "to" are the start of a range.
_ROUND_MINUTES = frozenset({5, 10, 15, 20, 25})
RANGE = frozenset({"to", "-", "–", "and", "until", "till", "through", "or"})
# "at seven": behind these a bare number can be an hour.
_AT = frozenset(
    {"at", "by", "until", "till", "from", "around", "before", "after", "about", "since", "between", "past"}
)
# "about 600" is a number rather than six o'clock.
_ROUGHLY = frozenset({"about", "around", "past", "after", "between", "since"})
_AFTER_TIME = frozenset(
    words(
        "am pm a p monday tuesday wednesday thursday friday saturday sunday next this every until till through tonight today tomorrow "
        "works then o'clock hours eastern pacific central mountain local sharp"
    )
)
_EXACT = {"noon": 12, "midday": 12, "noontime": 12, "midnight": 0}
_OHS = frozenset({"oh", "o", "zero"})


# --- from a number on; `end` is behind it


def after_at(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "at seven", "by 730", "from nine to five": a number that a word before it makes a time."""
    if reading.word(end) in _NO_HOUR:
        return
    hour = _whole(value, 24)
    if hour is not None:
        yield from _values(reading, i, Clock(end, hour, 0, _is_exact(hour)))
    elif end == i + 1 and reading.tokens[i].kind == "digits" and _may_be_unpointed(reading, i, end):
        clock = _unpointed(reading, i)
        if clock is not None:
            yield from _values(reading, i, clock)
    # "At sixteen hundred" is a time; "at six hundred" only with "oh" before it or "hours" behind it.
    is_hundred = 1000 <= value < 2400 and value % 100 == 0
    if is_hundred and reading.words[i - 1] == "at" and _may_be_unpointed(reading, i, end):
        yield from _military(reading, end, f"{int(value):04}")


def _may_be_unpointed(reading: Reading, i: int, end: int) -> bool:
    """ "at 730", "about 730", "before 730 on Friday"; "at 600 meters" and "about 600" are quantities."""
    before, after = reading.words[i - 1], reading.word(end)
    if reading.words[i].endswith("00") and reading.words[i][0] != "0" and len(reading.words[i]) == 3:
        return False
    if before in _ROUGHLY and reading.words[i].endswith("00") and reading.word(i - 2) != "at":
        return False
    if not after or reading.tokens[end].kind == "sign":
        return True
    return after in _AFTER_TIME or after in reading.context.language.function_words


def is_hour(reading: Reading, i: int) -> bool:
    """Whether what stands before a number lets it be an hour: "at seven", "from nine to five"."""
    before = reading.words[i - 1] if i else ""
    if before in _AT:
        return True
    if before not in RANGE or i < 3:
        return False
    return bool(reading.numbers[i - 2]) and reading.words[i - 3] in ("from", "between", "at")


def may_be_hour(reading: Reading, i: int, end: int) -> bool:
    """Whether a bare number is perhaps a time for what stands beside it: "make it eight", "eight works for me", "eight tomorrow"."""
    if reading.word(end) in _AFTER_BARE_HOUR:
        return True
    before = reading.word(i - 1)
    cued = before in _BEFORE_BARE_HOUR or (before == "it" and reading.word(i - 2) == "make")
    return cued and (
        end == len(reading.tokens) or reading.tokens[end].kind == "sign" or reading.words[end] == "then"
    )


def bare(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    hour = _whole(value, 13)
    if hour:
        yield from _values(reading, i, Clock(end, hour, 0, False))


def before_period(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "7 pm", "seven in the morning", "730 pm"."""
    hour = _whole(value, 13)
    if hour is not None and hour:
        yield from _with_period(reading, Clock(end, hour, 0, False))
    elif end == i + 1 and reading.tokens[i].kind == "digits":
        clock = _unpointed(reading, i)
        if clock is not None:
            yield from _with_period(reading, clock)


def before_o_clock(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "eleven o'clock"."""
    hour = _whole(value, 24)
    stop = end + 2 if reading.words[end] == "o" and reading.word(end + 1) == "clock" else end + 1
    if hour is not None and (stop > end + 1 or reading.words[end] != "o"):
        yield from _both(reading, i, Clock(stop, hour, 0, _is_exact(hour)))


def before_noon(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "twelve noon"."""
    if value == 12:
        yield Edge(end + 1, Value("time", (_EXACT[reading.words[end]], 0)))


def before_hours(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "sixteen hundred hours", "1630 hours"."""
    if reading.tokens[i].kind == "digits" and len(reading.words[i]) == 4:
        yield from _military(reading, end, reading.words[i])
    elif 0 < value < 2400 and value % 100 == 0:
        yield from _military(reading, end, f"{int(value):04}")


def before_colon(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "4:30 pm"; the plain "4:30" is read for all languages."""
    clock = clock_at(reading.tokens, i) if end == i + 1 else None
    if clock is not None:
        yield from _with_period(reading, clock)


def before_range(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "2 to 4 pm": the half of the day of the second hour is that of the first, unless that would be later."""
    hour, start = _whole(value, 13), end + 1
    if hour is None or start >= len(reading.tokens):
        return
    for stop, second_value in reading.numbers[start]:
        second = _whole(second_value, 13)
        found = _period(reading, stop)
        if second is not None and found is not None:
            first, last = _hour(hour, found[0]), _hour(second, found[0])
            if first <= last:
                yield Edge(end, Value("time", (first, 0)))


def _whole(value: Decimal, limit: int) -> int | None:
    return int(value) if 0 <= value < limit and value == value.to_integral_value() else None


def _is_exact(hour: int) -> bool:
    return hour > 12 or hour == 0


_AFTER_BARE_HOUR = frozenset({"tomorrow", "today", "tonight", "works", "sharp", "is", "would", "should"})
_BEFORE_BARE_HOUR = frozenset(
    words(
        "tomorrow today tonight say monday tuesday wednesday thursday friday saturday sunday morning evening"
    )
)
# "about five dollars", "by 10 percent": a number with a unit is no hour.
_NO_HOUR = frozenset(
    {
        "%",
        "percent",
        "per",
        "dollars",
        "dollar",
        "bucks",
        "euros",
        "pounds",
        "cents",
        "people",
        "items",
        "days",
        "weeks",
        "minutes",
    }
    | {"hours", "years", "months", "hundred", "thousand", "million", "times"}
)


def before_minutes(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "seven thirty", "4 30", "seven oh five", "one five", "sixteen thirty"."""
    hour = _whole(value, 24)
    if hour is None:
        return
    exact = _is_exact(hour)
    if reading.words[end] in _OHS:
        for stop, value in reading.numbers[end + 1] if end + 1 < len(reading.tokens) else []:
            minute = _whole(value, 10)
            if minute is not None:
                yield from _both(reading, i, Clock(stop, hour, minute, exact))
        return
    for stop, value in reading.numbers[end]:
        minute = _whole(value, 60)
        if minute is None or (minute < 10 and not (stop == end + 1 and minute)):
            continue
        if reading.word(stop) in _NO_MINUTE or (minute < 10 and _amid_numbers(reading, i, stop)):
            continue
        yield from _both(reading, i, Clock(stop, hour, minute, exact))


def _amid_numbers(reading: Reading, i: int, stop: int) -> bool:
    """Whether numbers stand beside it: "one five" can be 1:05, "one five five nine" holds no time."""
    before = i > 0 and bool(reading.numbers[i - 1])
    return before or (stop < len(reading.tokens) and bool(reading.numbers[stop]))


# "two fifty dollars" is no time.
_NO_MINUTE = frozenset(
    {"dollars", "bucks", "euros", "pounds", "cents", "percent", "%", "hundred", "thousand", "million"}
)


def oh_hours(reading: Reading, i: int) -> Iterator[Edge]:
    """ "oh nine hundred", "oh nine thirty", "zero nine hundred hours"."""
    for end, value in reading.numbers[i + 1] if i + 1 < len(reading.tokens) else []:
        if 0 < value < 1000 and value % 100 == 0:
            yield from _military(reading, end, f"{int(value):04}")
        hour = _whole(value, 10)
        if hour is None or end >= len(reading.tokens):
            continue
        for stop, minutes in reading.numbers[end]:
            minute = _whole(minutes, 60)
            if minute is not None and minute >= 10:
                yield from _both(reading, i, Clock(stop, hour, minute, True))


def _military(reading: Reading, end: int, digits: str) -> Iterator[Edge]:
    hour, minute = int(digits[:-2]), int(digits[-2:])
    if hour < 24 and minute < 60:
        stop = end + 1 if reading.word(end) == "hours" else end
        yield Edge(stop, Value("time", (hour, minute)))


def before_hour(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "ten to five", "twenty past six", "seven minutes past nine"."""
    minutes = _whole(value, 60)
    named = reading.words[end] in ("minute", "minutes")
    k = end + 1 if named else end
    word = reading.word(k)
    if (
        minutes is None
        or word not in _TO | _PAST
        or not (named or minutes in _ROUND_MINUTES or word == "past")
    ):
        return
    if word in ("of", "before", "after") and not named and minutes == 25:
        return
    if word in _TO and reading.word(i - 1) in ("from", "between", "open"):
        return
    yield from _relative(reading, k + 1, minutes if word in _PAST else -minutes)


def _relative(reading: Reading, k: int, minutes: int) -> Iterator[Edge]:
    """The hour at `k`, some minutes later or earlier."""
    if reading.word(k) in _EXACT:
        yield Edge(k + 1, _moved(_EXACT[reading.word(k)], minutes))
        return
    for end, value in reading.numbers[k] if k < len(reading.tokens) else []:
        hour = _whole(value, 13)
        if hour is None or reading.word(end) in _NO_HOUR:
            continue
        stop = end + 1 if reading.word(end) == "o'clock" else end
        found = _period(reading, stop)
        if found is not None:
            period, stop_at = found
            yield Edge(stop_at, _moved(_hour(hour, period), minutes))
        yield Edge(stop, _moved(hour, minutes))
        yield Edge(stop, _moved(hour + 12, minutes))


def _moved(hour: int, minutes: int) -> Value:
    total = (hour * 60 + minutes) % 1440
    return Value("time", (total // 60, total % 60))


def half_or_quarter(reading: Reading, i: int) -> Iterator[Edge]:
    """ "half past four", "half four", "quarter to eight", "quarter after two"."""
    minutes = 30 if reading.words[i] == "half" else 15
    word = reading.word(i + 1)
    if word in _PAST:
        yield from _relative(reading, i + 2, minutes)
    elif word in _TO and minutes == 15:
        yield from _relative(reading, i + 2, -minutes)
    elif minutes == 30 and reading.word(i - 1) not in ("a", "and"):
        numbers = reading.numbers[i + 1] if i + 1 < len(reading.tokens) else []
        if all(end == i + 2 for end, _ in numbers):
            yield from _relative(reading, i + 1, minutes)


def o_clock(reading: Reading, i: int) -> Iterator[Edge]:
    """ "eleven o'clock" is no more than "eleven"."""
    if i > 0 and reading.numbers[i - 1]:
        yield Edge(i + 1, NOTHING)


def named(reading: Reading, i: int) -> Iterator[Edge]:
    """ "noon", "midnight"."""
    yield Edge(i + 1, Value("time", (_EXACT[reading.words[i]], 0)))


def _both(reading: Reading, i: int, clock: Clock) -> Iterator[Edge]:
    yield from _values(reading, i, clock)
    yield from _with_period(reading, clock)


def _values(reading: Reading, i: int, clock: Clock) -> Iterator[Edge]:
    """The times of a clock that begins at a token: in the half of the day that is named next to it, or in both."""
    if clock.hour >= 24:
        return
    period = None if clock.exact else _part_beside(reading, i, clock.end)
    if period is None:
        yield from (Edge(clock.end, value) for value in clock_values(clock))
    else:
        yield Edge(clock.end, Value("time", (_hour(clock.hour, period), clock.minute)))


def _part_beside(reading: Reading, i: int, end: int) -> Period | None:
    """ "tomorrow morning at nine", "at nine tomorrow morning", "nine tonight"."""
    if reading.word(i - 1) in _AT and (part := _NAMED_PARTS.get(reading.word(i - 2))) is not None:
        return part
    word = reading.word(end)
    if word == "tonight":
        return "night"
    k = end + 1 if word == "on" else end
    return _NAMED_PARTS.get(reading.word(k + 1)) if reading.word(k) in _DAYS else None


def _with_period(reading: Reading, clock: Clock) -> Iterator[Edge]:
    found = _period(reading, clock.end)
    if found is not None:
        period, end = found
        if clock.hour <= 12:
            yield Edge(end, Value("time", (_hour(clock.hour, period), clock.minute)))
        elif period != "am":
            yield Edge(end, Value("time", (clock.hour, clock.minute)))


def _hour(hour: int, period: Period) -> int:
    """The hour of the day: 12 am is 0, 12 pm is 12; at night 11 is 23 and 2 is 2."""
    if period == "night":
        return hour % 12 if hour == 12 or hour < 6 else hour + 12
    return hour % 12 + (12 if period == "pm" else 0)


def _period(reading: Reading, i: int) -> tuple[Period, int] | None:
    """ "pm", "p.m.", "in the afternoon", "at night" from a token on, and where it ends."""
    word = reading.word(i)
    if word in ("am", "pm"):
        return ("am" if word == "am" else "pm"), i + 1
    if word in ("a", "p"):
        k = i + 2 if reading.word(i + 1) == "." else i + 1
        if reading.word(k) == "m":
            return ("am" if word == "a" else "pm"), k + 1
    elif word == "in" and reading.word(i + 1) == "the":
        part = _PARTS_OF_DAY.get(reading.word(i + 2))
        return (part, i + 3) if part is not None else None
    elif word == "at" and reading.word(i + 1) == "night":
        return "night", i + 2
    return None


def _unpointed(reading: Reading, i: int) -> Clock | None:
    """ "730": a time that a recogniser wrote without its colon."""
    digits = reading.words[i]
    if not 3 <= len(digits) <= 4:
        return None
    hour, minute = int(digits[:-2]), int(digits[-2:])
    return (
        Clock(i + 1, hour, minute, digits[0] == "0" or _is_exact(hour)) if hour < 24 and minute < 60 else None
    )


PERIODS = frozenset({"am", "pm", "a", "p", "in", "at"})
NOON = frozenset(_EXACT)
O_CLOCK = frozenset({"o'clock", "oclock", "o"})
BEFORE_HOUR = _PAST | _TO | {"minute", "minutes"}
