"""Korean dates, weekdays, relative days, times of day, and lengths of time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from callproof.spoken.language import Edge
from callproof.spoken.languages.calendar_edges import Period, day_in_period, last_day
from callproof.spoken.languages.ko_context import ends_word
from callproof.spoken.languages.ko_numbers import DIGITS, ZEROS, native, sino
from callproof.spoken.languages.moments import (
    HalfOfDay,
    calendar_date,
    earlier,
    relative_day,
    times_of_day,
    weekdays,
)
from callproof.spoken.languages.sounds import Beginning, Words, ahead, rest
from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import NOTHING, Value, number

_WEEKDAYS: Words[int] = Words(
    {f"{name}{day}": n for n, name in enumerate("월화수목금토일") for day in ("요일", "욜")}
)
_WEEKS: Words[int] = Words(
    {
        "지지난주": -2, "지지난 주": -2, "저저번 주": -2, "지난 주": -1, "저번 주": -1, "이번 주": 0, "금주": 0, "다음 주": 1, "담 주": 1,
        "차주": 1, "내주": 1, "다다음 주": 2, "다담 주": 2,
    }
)  # fmt: skip
_MONTHS: Words[int] = Words({"지난 달": -1, "저번 달": -1, "이번 달": 0, "이달": 0, "다음 달": 1, "담 달": 1})
_YEARS: Words[int] = Words({"작년": -1, "지난해": -1, "올해": 0, "금년": 0, "내년": 1, "재작년": -2})
_DAYS: Words[int] = Words(
    {
        "오늘": 0, "금일": 0, "내일": 1, "명일": 1, "낼": 1, "모레": 2, "내일 모레": 2, "낼모레": 2, "글피": 3, "그글피": 4, "어제": -1,
        "어저께": -1, "작일": -1, "그제": -2, "그저께": -2, "그끄제": -3, "그끄저께": -3,
    }
)  # fmt: skip
_DAY_COUNTS: Words[int] = Words(
    {
        "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8, "아흐레": 9, "열흘": 10, "보름": 15,
    }
)  # fmt: skip


def _period_ends() -> dict[str, tuple[Period, int, bool]]:
    """The names of the last and the first day of a month or a year, which one from now that is, and whether it is the last."""
    found: dict[str, tuple[Period, int, bool]] = {
        "월 말": ("month", 0, True),
        "연 말": ("year", 0, True),
        "말일": ("month", 0, True),
    }
    periods: tuple[tuple[str, Period, int], ...] = (
        *((name, "month", n) for name, n in (("이 달", 0), ("이번 달", 0), ("다음 달", 1), ("지난 달", -1))),
        *((name, "year", n) for name, n in (("올해", 0), ("금년", 0), ("내년", 1), ("작년", -1))),
    )
    for name, period, ahead_by in periods:
        for end in ("말", "말일", "마지막 날"):
            found |= {f"{name} {end}": (period, ahead_by, True), f"{name}의 {end}": (period, ahead_by, True)}
        found |= {f"{name} 첫 날": (period, ahead_by, False), f"{name}의 첫 날": (period, ahead_by, False)}
    return found


_PERIOD_ENDS: Words[tuple[Period, int, bool]] = Words(_period_ends())
_AFTER_DAY = re.compile(r"(?:밤|아침|저녁|오전|오후|낮|새벽|점심|중|생|자$|부로|까지|날짜)")
_SPANS: Words[int] = Words({"일": 1, "주일": 7, "주": 7})
_DIRECTIONS: Words[int] = Words({"후": 1, "뒤": 1, "전": -1})

_HALVES: Words[HalfOfDay] = Words(
    {
        "오전": "am", "아침": "am", "새벽": "am", "오후": "pm", "저녁": "evening", "밤": "night", "심야": "night", "낮": "noon", "대낮": "noon",
        "점심": "noon", "am": "am", "pm": "pm",
    }
)  # fmt: skip
_FIXED: Words[tuple[int, int]] = Words({"정오": (12, 0), "자정": (0, 0)})
_NO_HOUR = re.compile(r"시(?:간|대|내(?!요)|라도|도|가 급|름|바삐|적)")
_BEFORE_PLACE = re.compile(r" ?전(?:에|까지|이(?!요|에요|고|었|라|죠|지)|으로|은)")
_HALVES_OF_UNITS: Words[int | None] = Words({"시간": 30, "년": 6, "달": None, "개월": None, "주": None})

_NAMED_MONTHS = {"유월": 6, "시월": 10}
# "81년" is 1981 as well, "26년" is 2026.
_EARLY_YEARS = 40
WEEKDAY_FIRSTS = _WEEKDAYS.firsts
WEEK_FIRSTS = _WEEKS.firsts
DAY_FIRSTS = _DAYS.firsts | _DAY_COUNTS.firsts
TIME_FIRSTS = _HALVES.firsts | _FIXED.firsts
CALENDAR_FIRSTS = _YEARS.firsts | _MONTHS.firsts
PERIOD_FIRSTS = _PERIOD_ENDS.firsts
# Where one of these can begin a word.
BEGINNINGS = [
    *(
        beginning
        for words in (_WEEKS, _MONTHS, _YEARS, _DAYS, _DAY_COUNTS, _HALVES, _FIXED, _PERIOD_ENDS)
        for beginning in words.beginnings
    ),
    Beginning("유시", "월", ""),
]


def counts(tokens: list[Token], i: int) -> list[tuple[int, int]]:
    """Whole numbers in digits or Sino-Korean words from a token on, the longest first; four digits at most."""
    if i >= len(tokens):
        return []
    if tokens[i].kind == "digits":
        return [(i + 1, int(tokens[i].text))] if len(tokens[i].text) <= 4 else []
    return [(prefix.end, int(prefix.value)) for prefix in reversed(sino(tokens, i))]


def _unit_at(tokens: list[Token], i: int, unit: str) -> bool:
    return i < len(tokens) and tokens[i].text == unit


# --- dates ---


def relative_dates(reading: Reading, i: int) -> Iterator[Edge]:
    """내년 3월 3일, 다음 달 15일, where the day of the call is known."""
    tokens, today = reading.tokens, reading.context.date
    if today is not None:
        for end, years in _YEARS.at(tokens, i):
            yield from _month_and_day(tokens, end, today.year + years)
        for end, months in _MONTHS.at(tokens, i):
            month = today.year * 12 + today.month - 1 + months
            yield from _day(tokens, end, month // 12, month % 12 + 1)


def period_ends(reading: Reading, i: int) -> Iterator[Edge]:
    """월말, 다음 달 말일, 올해 마지막 날."""
    found = _PERIOD_ENDS.longest(reading.tokens, i)
    if found is not None and ends_word(reading.tokens, found[0]):
        end, (period, ahead_by, last) = found
        values = day_in_period(period, ahead_by, reading.context.date, last=last)
        yield from (Edge(end, value) for value in values)
        if reading.tokens[i].text == "연":
            yield Edge(end, NOTHING)  # 연말 is a season too


def dates(reading: Reading, i: int) -> Iterator[Edge]:
    """이천이십육년 삼월 삼일, 12월 22일, 유월."""
    tokens = reading.tokens
    for end, year in _years(tokens, i):
        yield from _month_and_day(tokens, end, year)
    yield from _month_and_day(tokens, i, None)


def pointed_dates(reading: Reading, i: int) -> Iterator[Edge]:
    """2013. 6. 15., 6. 15.; without the spaces a year is read for all languages alike."""
    tokens = reading.tokens
    parts, end = [tokens[i].text], i + 1
    while (
        len(parts) < 3
        and end + 1 < len(tokens)
        and tokens[end].text == "."
        and tokens[end].glued
        and tokens[end + 1].kind == "digits"
        and not tokens[end + 1].glued
    ):
        parts.append(tokens[end + 1].text)
        end += 2
    closed = end < len(tokens) and tokens[end].text == "." and tokens[end].glued
    if len(parts) == 2 and closed and len(parts[0]) <= 2:
        parts.insert(0, "")
    if len(parts) < 3 or len(parts[0]) not in (0, 2, 4) or max(len(parts[1]), len(parts[2])) > 2:
        return
    year = int(parts[0]) + (2000 if len(parts[0]) == 2 else 0) if parts[0] else None
    value = calendar_date(year, int(parts[1]), int(parts[2]))
    if value is not None:
        yield Edge(end + closed, value)
        yield Edge(end, value)


def _years(tokens: list[Token], i: int) -> Iterator[tuple[int, int]]:
    """A year and where it ends; two figures are of this century, or of the last one."""
    for end, value in counts(tokens, i):
        if _unit_at(tokens, end, "년") and 0 < value < 10_000:
            yield from _centuries(end + 1, value)
            return
    for length in (4, 2):
        digits = "".join(
            "0" if token.text in ZEROS else str(DIGITS.get(token.text, "x"))
            for token in tokens[i : i + length]
        )
        if not digits.isdigit() or len(digits) != length or not _unit_at(tokens, i + length, "년"):
            continue
        if length == 2 or digits[0] in "12":
            yield from _centuries(i + length + 1, int(digits))


def _centuries(end: int, year: int) -> Iterator[tuple[int, int]]:
    if year >= 100:
        yield end, year
        return
    yield end, 2000 + year
    if year >= _EARLY_YEARS:
        yield end, 1900 + year


def _month_and_day(tokens: list[Token], i: int, year: int | None) -> Iterator[Edge]:
    found = _month(tokens, i)
    if found is None:
        return
    end, month = found
    days = list(_day(tokens, end, year, month))
    if days:
        yield from days
        return
    behind = rest(tokens, end)
    # "이월" is a balance carried over, too
    if tokens[i].text == "이" and not behind and year is None and len(tokens) > end:
        return
    value = calendar_date(year, month, None)
    if value is not None and _unit_at(tokens, end, "말"):
        after = end + 2 if _unit_at(tokens, end + 1, "일") and tokens[end + 1].glued else end + 1
        if ends_word(tokens, after):
            yield from (Edge(after, last) for last in last_day(year, month))
            return
    if value is not None and (ends_word(tokens, end) or behind[0] in "달말초중"):
        yield Edge(end, value)


def _month(tokens: list[Token], i: int) -> tuple[int, int] | None:
    if i + 1 < len(tokens) and tokens[i + 1].glued and tokens[i].text + tokens[i + 1].text in _NAMED_MONTHS:
        return i + 2, _NAMED_MONTHS[tokens[i].text + tokens[i + 1].text]
    for end, value in counts(tokens, i):
        if _unit_at(tokens, end, "월") and 1 <= value <= 12:
            return end + 1, value
    return None


def _day(tokens: list[Token], i: int, year: int | None, month: int) -> Iterator[Edge]:
    for end, day in counts(tokens, i):
        if not _unit_at(tokens, end, "일"):
            continue
        value = calendar_date(year, month, day)
        behind = rest(tokens, end + 1)
        fits = (
            ends_word(tokens, end + 1)
            or behind.startswith("날")
            or behind[1:3] == "요일"
            or _AFTER_DAY.match(behind)
        )
        if value is not None and fits:
            yield Edge(end + 1, value)
            return


# --- days of the week, days from today ---


def weekday_edges(reading: Reading, i: int) -> Iterator[Edge]:
    plain = _WEEKDAYS.longest(reading.tokens, i)
    if plain is not None:
        yield from (Edge(plain[0], value) for value in weekdays(reading.context, plain[1], None))


def week_edges(reading: Reading, i: int) -> Iterator[Edge]:
    """다음 주 화요일, 이번 주 금요일."""
    tokens = reading.tokens
    for end, week in _WEEKS.at(tokens, i):
        after = end + 1 if _unit_at(tokens, end, "의") else end
        named = _WEEKDAYS.longest(tokens, after)
        if named is not None:
            yield from (Edge(named[0], value) for value in weekdays(reading.context, named[1], week))


def day_edges(reading: Reading, i: int) -> Iterator[Edge]:
    """오늘, 내일, 모레; 이틀, 사흘 후."""
    tokens = reading.tokens
    found = _DAYS.longest(tokens, i)
    if found is not None and (ends_word(tokens, found[0]) or _AFTER_DAY.match(rest(tokens, found[0]))):
        yield Edge(found[0], relative_day(reading.context, found[1]))
    counted = _DAY_COUNTS.longest(tokens, i)
    if counted is None:
        return
    end, days = counted
    for after, direction in _DIRECTIONS.at(tokens, end):
        if ends_word(tokens, after):
            yield Edge(after, relative_day(reading.context, direction * days))
    if ends_word(tokens, end) or rest(tokens, end).startswith("밤"):
        yield Edge(end, number(days))
        if tokens[i].text in "하보":
            yield Edge(end, NOTHING)


def distances(reading: Reading, i: int) -> Iterator[Edge]:
    """삼 일 뒤, 일주일 전, 두 주 후."""
    tokens = reading.tokens
    for end, count in counts(tokens, i) + [(end, int(value)) for end, value, _ in native(tokens, i)]:
        for after, length in _SPANS.at(tokens, end):
            for last, direction in _DIRECTIONS.at(tokens, after):
                if ends_word(tokens, last) and count <= 1000:
                    yield Edge(last, relative_day(reading.context, direction * length * count))


# --- times of day ---


def times(reading: Reading, i: int) -> Iterator[Edge]:
    """정오, 자정, 오후 네 시 반, 저녁 7시."""
    tokens = reading.tokens
    fixed = _FIXED.longest(tokens, i)
    if fixed is not None and ends_word(tokens, fixed[0]):
        yield Edge(fixed[0], Value("time", fixed[1]))
    half = _HALVES.longest(tokens, i)
    if half is not None:
        end = half[0] + 1 if half[0] < len(tokens) and tokens[half[0]].text == "에" else half[0]
        yield from _clock(tokens, end, half[1])


def clock_times(reading: Reading, i: int) -> Iterator[Edge]:
    """네 시 삼십 분, 16시 30분, 다섯 시 십 분 전 (4:50)."""
    return _clock(reading.tokens, i, None)


def _clock(tokens: list[Token], i: int, half: HalfOfDay | None) -> Iterator[Edge]:
    yield from _digital(tokens, i, half)
    found = _hour(tokens, i, half)
    if found is None:
        return
    end, hour = found
    minutes = _minutes(tokens, end)
    if minutes is None:
        if ends_word(tokens, end) or rest(tokens, end).startswith("정각"):
            end += 2 if ahead(tokens, end).strip().startswith("정각") else 0
            yield from (Edge(end, value) for value in times_of_day(hour, 0, half))
        return
    end, minute = minutes
    text = ahead(tokens, end)
    if not text.lstrip().startswith("전") or not ends_word(tokens, end + 1) or tokens[end - 1].text == "반":
        yield from (Edge(end, value) for value in times_of_day(hour, minute, half))
        return
    yield from (Edge(end + 1, earlier(value, minute)) for value in times_of_day(hour, 0, half))
    if _BEFORE_PLACE.match(text):
        # "다섯 시 십 분 전에 오세요": ten to five, or before ten past
        yield from (Edge(end + 1, value) for value in times_of_day(hour, minute, half))


def _digital(tokens: list[Token], i: int, half: HalfOfDay | None) -> Iterator[Edge]:
    """ "오후 4:30"; without the half of the day it is read for all languages alike."""
    if half is None or i + 2 >= len(tokens) or tokens[i + 1].text != ":" or not tokens[i + 2].glued:
        return
    hour, minute = tokens[i], tokens[i + 2]
    if hour.kind == minute.kind == "digits" and len(hour.text) <= 2 and len(minute.text) == 2:
        yield from (Edge(i + 3, value) for value in times_of_day(int(hour.text), int(minute.text), half))


def _hour(tokens: list[Token], i: int, half: HalfOfDay | None) -> tuple[int, int] | None:
    if i >= len(tokens):
        return None
    hours = [(end, int(value)) for end, value, _ in reversed(native(tokens, i)) if value <= 12]
    # 공시 is a notice
    written = tokens[i].kind == "digits"
    if tokens[i].text == "공" and i + 1 < len(tokens) and tokens[i + 1].glued:
        return None
    hours += [(end, n) for end, n in counts(tokens, i) if n <= 24 and (written or half or n >= 10 or n == 0)]
    for end, hour in hours:
        if _unit_at(tokens, end, "시") and not _NO_HOUR.match("시" + ahead(tokens, end + 1)):
            return end + 1, hour
    return None


def _minutes(tokens: list[Token], i: int) -> tuple[int, int] | None:
    if _unit_at(tokens, i, "반") and ends_word(tokens, i + 1):
        return i + 1, 30
    for end, minute in counts(tokens, i):
        if _unit_at(tokens, end, "분") and minute < 60 and ends_word(tokens, end + 1):
            return end + 1, minute
    return None


# --- lengths ---


def half_units(reading: Reading, i: int) -> Iterator[Edge]:
    """반 behind 한 시간: thirty minutes."""
    tokens = reading.tokens
    for back in (2, 1):
        unit = _HALVES_OF_UNITS.longest(tokens, i - back) if i >= back else None
        if unit is not None and unit[0] == i and unit[1] is not None and ends_word(tokens, i + 1):
            yield Edge(i + 1, number(unit[1]))


def halves(reading: Reading, i: int) -> Iterator[Edge]:
    """한 시간 반 is 1.5, and 1 and then 30 as well, so that it agrees with "1시간 30분"; likewise 일 년 반."""
    tokens = reading.tokens
    for end, value in reading.numbers[i]:
        for after, small in _HALVES_OF_UNITS.at(tokens, end):
            if _unit_at(tokens, after, "반") and ends_word(tokens, after + 1):
                yield Edge(after + 1, number(value + Decimal("0.5")))
                if small is not None:
                    yield Edge(after, number(value))
