"""Japanese dates, weekdays, relative days, times of day, and lengths of time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from callproof.spoken.language import Edge
from callproof.spoken.languages.calendar_edges import Period, day_in_period, last_day
from callproof.spoken.languages.ja_context import is_hiragana
from callproof.spoken.languages.ja_numbers import KANJI, begins_kana, kana, kanji
from callproof.spoken.languages.moments import (
    HalfOfDay,
    calendar_date,
    earlier,
    relative_day,
    times_of_day,
    weekdays,
)
from callproof.spoken.languages.sounds import Words, ahead, glued_sound
from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import NOTHING, Value, number

_WEEKDAYS: Words[int] = Words(
    {f"{name}{day}": n for n, name in enumerate("月火水木金土日") for day in ("曜日", "曜")}
    | {f"{name}ようび": n for n, name in enumerate(("げつ", "か", "すい", "もく", "きん", "ど", "にち"))}
)
_WEEKS: Words[int] = Words(
    {
        "先々週": -2,
        "先週": -1,
        "今週": 0,
        "来週": 1,
        "再来週": 2,
        "せんしゅう": -1,
        "こんしゅう": 0,
        "らいしゅう": 1,
        "さらいしゅう": 2,
    }
)
_MONTHS: Words[int] = Words({"先月": -1, "今月": 0, "来月": 1, "再来月": 2})
_YEARS: Words[int] = Words({"一昨年": -2, "去年": -1, "昨年": -1, "今年": 0, "本年": 0, "来年": 1})
# Years before the first one of an era.
_ERAS: Words[int] = Words({"令和": 2018, "平成": 1988, "昭和": 1925})
_DAYS: Words[int] = Words(
    {
        "今日": 0, "本日": 0, "明日": 1, "明後日": 2, "昨日": -1, "一昨日": -2, "明々後日": 3, "きょう": 0, "あした": 1, "あす": 1, "あさって": 2,
        "しあさって": 3, "きのう": -1, "おととい": -2, "今夜": 0, "今晩": 0, "今朝": 0,
    }
)  # fmt: skip
_NO_DAY = re.compile(
    "明日香|今日子|今日的|今日性|あすか|あした(?:か[^らな]|が)|きょう(?:み|り|い|か|じ)|きのうせ"
)
_AFTER_DAY = re.compile(r"(?:$|[^ぁ-ゖ]|は|の|に|も|から|まで|で|じゃ|だ|か|が|ね|なら|って|と|以)")
_KANA_DAYS: Words[int] = Words(
    {
        "ついたち": 1, "ふつか": 2, "みっか": 3, "よっか": 4, "いつか": 5, "むいか": 6, "なのか": 7, "ようか": 8, "ここのか": 9, "とおか": 10,
        "じゅうよっか": 14, "はつか": 20, "にじゅうよっか": 24,
    }
)  # fmt: skip
# Without a month before them they are other words as often ("someday", "is it?", "let us").
_DOUBTFUL_DAYS = frozenset(["いつか", "なのか", "ようか", "とおか", "むいか"])
_AFTER_KANA_DAY = re.compile(r" ?(?:に|から|まで|の|間|かん|後|ご|前|まえ|です|は|、|。|$)")


def _period_ends() -> dict[str, tuple[Period, int, bool]]:
    """The names of the last and the first day of a month or a year, which one from now that is, and whether it is the last."""
    found: dict[str, tuple[Period, int, bool]] = {"末日": ("month", 0, True)}
    periods: tuple[tuple[str, Period, int], ...] = (
        *(
            (name, "month", n)
            for name, n in (("月", 0), ("今月", 0), ("来月", 1), ("先月", -1), ("再来月", 2))
        ),
        *((name, "year", n) for name, n in (("年", 0), ("今年", 0), ("来年", 1), ("去年", -1), ("昨年", -1))),
    )
    for name, period, ahead_by in periods:
        for end in ("末", "末日", "の末", "の末日", "の最後の日", "最後の日", "の最終日"):
            found[name + end] = (period, ahead_by, True)
        for start in ("の最初の日", "最初の日", "の初日"):
            found[name + start] = (period, ahead_by, False)
    return found


_PERIOD_ENDS: Words[tuple[Period, int, bool]] = Words(_period_ends())
_SPANS: Words[int] = Words({"日": 1, "週間": 7, "週": 7})
_DIRECTIONS: Words[int] = Words({"後": 1, "前": -1})

_HALVES: Words[HalfOfDay] = Words(
    {
        "午前": "am", "朝": "am", "早朝": "am", "今朝": "am", "明け方": "am", "午後": "pm", "夕方": "evening", "夜": "night", "晩": "night",
        "深夜": "night", "今夜": "night", "今晩": "night", "昼": "noon", "お昼": "noon", "ごぜん": "am", "ごご": "pm", "あさ": "am", "ゆうがた": "evening",
        "よる": "night", "ひる": "noon", "おひる": "noon", "am": "am", "pm": "pm",
    }
)  # fmt: skip
_FIXED: Words[tuple[int, int]] = Words({"正午": (12, 0), "零時": (0, 0), "しょうご": (12, 0)})
_NO_HOUR = re.compile("時(?:間|期|点|代|刻|給|速|計|差|報|価|短|折)")
_DOUBTFUL_ONE = re.compile(
    r"時(?:半|頃|ごろ|に|から|まで|以|過|前|ちょうど|発|着|台|です|でお|で[、。 ]|、|。|[0-9一二三四五六七八九十]| |$)"
)
_KANA_MONTHS: Words[int] = Words(
    {
        "いちがつ": 1, "にがつ": 2, "さんがつ": 3, "しがつ": 4, "ごがつ": 5, "ろくがつ": 6, "しちがつ": 7, "はちがつ": 8, "くがつ": 9, "じゅうがつ": 10,
    }
)  # fmt: skip
_KANA_HOURS: Words[int] = Words(
    {
        "いちじ": 1, "にじ": 2, "さんじ": 3, "よじ": 4, "ごじ": 5, "ろくじ": 6, "しちじ": 7, "ななじ": 7, "はちじ": 8, "くじ": 9, "じゅうじ": 10,
        "じゅういちじ": 11, "じゅうにじ": 12,
    }
)  # fmt: skip
# A rainbow, a lottery, a misprint, a disaster, something for a time: without minutes they may be no time of day.
_DOUBTFUL_HOURS = frozenset(["にじ", "くじ", "ごじ", "さんじ", "いちじ"])
_AFTER_KANA_HOUR = re.compile(
    r" ?(?:$|[、。,.!?！？]|に(?![ゃゅょ])|から|まで|です|でし|でお|で[、。 はも]|の|は|が|を|も|ごろ|ころ|頃|ちょうど|より|か(?:[、。?？]|$)|だ|いこう|以|すぎ|"
    r"過|まえ|前|って|と|じゃ|ね|くらい|ぐらい)"
)
_MINUTE_UNITS: Words[None] = Words(dict.fromkeys(["分", "ふん", "ぷん"]))
_NO_HALF = re.compile("半(?:額|年|端|数|角|分)")
# 月額 is a fee, 五月雨 early rain, 五月晴れ fair weather.
_NO_MONTH_BEFORE = frozenset("額雨晴蝿女台病")
_BEFORE_PLACE = re.compile("前(?:に|まで|には|の)")
# Half of a unit, in the next smaller one.
_HALVES_OF_UNITS: Words[int | None] = Words(
    {"時間": 30, "じかん": 30, "年": 6, "ヶ月": None, "か月": None, "カ月": None}
)

WEEKDAY_FIRSTS = _WEEKDAYS.firsts
WORD_FIRSTS = (
    _KANA_MONTHS.firsts
    | _WEEKS.firsts
    | _MONTHS.firsts
    | _YEARS.firsts
    | _ERAS.firsts
    | _DAYS.firsts
    | _KANA_DAYS.firsts
    | _HALVES.firsts
    | _FIXED.firsts
    | _PERIOD_ENDS.firsts
)
BEGINNINGS = [
    beginning
    for words in (
        _WEEKDAYS,
        _WEEKS,
        _MONTHS,
        _YEARS,
        _ERAS,
        _DAYS,
        _KANA_DAYS,
        _HALVES,
        _FIXED,
        _PERIOD_ENDS,
        _KANA_HOURS,
        _KANA_MONTHS,
    )
    for beginning in words.beginnings
    if not beginning.firsts.isascii()
]


def counts(tokens: list[Token], i: int) -> list[tuple[int, int]]:
    """Whole numbers in digits, kanji or kana from a token on, the longest first; four digits at most."""
    if i >= len(tokens):
        return []
    if tokens[i].kind == "digits":
        return [(i + 1, int(tokens[i].text))] if len(tokens[i].text) <= 4 else []
    found = kana(tokens, i) if is_hiragana(tokens[i].text) else kanji(tokens, i)
    return [(prefix.end, int(prefix.value)) for prefix in reversed(found)]


def _unit_at(tokens: list[Token], i: int, unit: str) -> bool:
    return "".join(token.text for token in tokens[i : i + len(unit)]) == unit


def _after_unit(tokens: list[Token], i: int, *units: str) -> int | None:
    """Where the first of the units that stands at a token ends."""
    return next((i + len(unit) for unit in units if _unit_at(tokens, i, unit)), None)


# --- dates ---


def relative_dates(reading: Reading, i: int) -> Iterator[Edge]:
    """来年三月三日, 来月の十五日, where the day of the call is known; 令和八年三月三日."""
    tokens, today = reading.tokens, reading.context.date
    if today is not None:
        for end, years in _YEARS.at(tokens, i):
            yield from _month_and_day(tokens, _past_no(tokens, end), today.year + years)
        for end, months in _MONTHS.at(tokens, i):
            month = today.year * 12 + today.month - 1 + months
            yield from _day(tokens, _past_no(tokens, end), month // 12, month % 12 + 1)
    for end, before in _ERAS.at(tokens, i):
        for after, years in [(end + 1, 1)] if _unit_at(tokens, end, "元") else counts(tokens, end):
            if _unit_at(tokens, after, "年"):
                yield from _month_and_day(tokens, after + 1, before + years)
                yield Edge(after, number(before + years))
                break


def _past_no(tokens: list[Token], i: int) -> int:
    return i + 1 if _unit_at(tokens, i, "の") else i


def period_ends(reading: Reading, i: int) -> Iterator[Edge]:
    """月末, 来月末, 今年の最後の日; the 月末 of 三月末 is that of March."""
    found = _PERIOD_ENDS.longest(reading.tokens, i)
    if found is None or (i and (reading.tokens[i - 1].kind == "digits" or reading.words[i - 1] in KANJI)):
        return
    end, (period, ahead_by, last) = found
    values = day_in_period(period, ahead_by, reading.context.date, last=last)
    yield from (Edge(end, value) for value in values)
    if end == i + 2 and period == "year":
        yield Edge(end, NOTHING)  # 年末 is a season too


def dates(reading: Reading, i: int) -> Iterator[Edge]:
    """二〇二六年三月三日, 12月22日, 三月."""
    tokens = reading.tokens
    for end, value in counts(tokens, i):
        after = _after_unit(tokens, end, "年", "ねん")
        if after is not None and value > 0:
            yield from _month_and_day(tokens, after, value if value >= 100 else 2000 + value)
            break
    yield from _month_and_day(tokens, i, None)


def kana_months(reading: Reading, i: int) -> Iterator[Edge]:
    if (
        is_hiragana(reading.word(i))
        and _KANA_MONTHS.longest(reading.tokens, i)
        and begins_kana(reading.tokens, i)
    ):
        yield from _month_and_day(reading.tokens, i, None)


def _month_and_day(tokens: list[Token], i: int, year: int | None) -> Iterator[Edge]:
    found = _month(tokens, i)
    if found is None:
        return
    end, month = found
    days = list(_day(tokens, _past_no(tokens, end), year, month))
    value = calendar_date(year, month, None)
    if days:
        yield from days
    elif _unit_at(tokens, end, "末") and value is not None:
        after = end + 2 if _unit_at(tokens, end + 1, "日") else end + 1
        yield from (Edge(after, last) for last in last_day(year, month))
    elif value is not None and not (end < len(tokens) and tokens[end].text in _NO_MONTH_BEFORE):
        yield Edge(end, value)


def _month(tokens: list[Token], i: int) -> tuple[int, int] | None:
    named = _KANA_MONTHS.longest(tokens, i)
    if named is not None:
        return named
    for end, month in counts(tokens, i):
        after = _after_unit(tokens, end, "月", "がつ")
        if after is not None and not _unit_at(tokens, after, "曜"):
            return after, month
    return None


def _day(tokens: list[Token], i: int, year: int | None, month: int) -> Iterator[Edge]:
    named = _KANA_DAYS.longest(tokens, i)
    if named is not None:
        value = calendar_date(year, month, named[1])
        if value is not None:
            yield Edge(named[0], value)
        return
    for end, day in counts(tokens, i):
        after = _after_unit(tokens, end, "日", "にち")
        value = calendar_date(year, month, day)
        if after is not None and value is not None:
            yield Edge(after, value)
            return


# --- days of the week, days from today ---


def weekday_edges(reading: Reading, i: int) -> Iterator[Edge]:
    plain = _WEEKDAYS.longest(reading.tokens, i)
    if plain is not None and (not is_hiragana(reading.word(i)) or begins_kana(reading.tokens, i)):
        yield from (Edge(plain[0], value) for value in weekdays(reading.context, plain[1], None))


def week_edges(reading: Reading, i: int) -> Iterator[Edge]:
    """来週の火曜日, 今週金曜."""
    tokens = reading.tokens
    for end, week in _WEEKS.at(tokens, i):
        named = _WEEKDAYS.longest(tokens, _past_no(tokens, end))
        if named is not None:
            yield from (Edge(named[0], value) for value in weekdays(reading.context, named[1], week))


def day_edges(reading: Reading, i: int) -> Iterator[Edge]:
    """今日, 明日, あさって; ふつか."""
    tokens = reading.tokens
    text = ahead(tokens, i).lstrip()
    in_kana = is_hiragana(tokens[i].text)
    if in_kana and not begins_kana(tokens, i):
        return
    if (
        in_kana
        and glued_sound(tokens, i)
        and not is_hiragana(tokens[i - 1].text)
        and tokens[i - 1].kind == "sound"
    ):
        return  # 薬きょう
    found = _DAYS.longest(tokens, i)
    if (
        found is not None
        and not _NO_DAY.match(text)
        and (not in_kana or _AFTER_DAY.match(ahead(tokens, found[0])))
    ):
        yield Edge(found[0], relative_day(reading.context, found[1]))
    named = _KANA_DAYS.longest(tokens, i)
    if named is not None:
        end, day = named
        for after, direction in _DIRECTIONS.at(tokens, end):
            yield Edge(after, relative_day(reading.context, direction * day))
        if _AFTER_KANA_DAY.match(ahead(tokens, end)):
            yield Edge(end, number(day))
            if "".join(token.text for token in tokens[i:end]) in _DOUBTFUL_DAYS:
                yield Edge(end, NOTHING)


def distances(reading: Reading, i: int) -> Iterator[Edge]:
    """三日後, 一週間前."""
    tokens = reading.tokens
    for end, count in counts(tokens, i):
        for after, length in _SPANS.at(tokens, end):
            for last, direction in _DIRECTIONS.at(tokens, after):
                if count <= 400:
                    yield Edge(last, relative_day(reading.context, direction * length * count))


# --- times of day ---


def times(reading: Reading, i: int) -> Iterator[Edge]:
    """正午, 午後四時半, 夜の7時."""
    tokens = reading.tokens
    fixed = _FIXED.longest(tokens, i)
    if fixed is not None:
        yield Edge(fixed[0], Value("time", fixed[1]))
    half = _HALVES.longest(tokens, i)
    # 今夜 is a day too, and stands before the time as one
    if half is not None and tokens[i].text != "今":
        yield from _clock(tokens, _past_no(tokens, half[0]), half[1])


def names_hour(tokens: list[Token], i: int) -> bool:
    return is_hiragana(tokens[i].text) and _KANA_HOURS.longest(tokens, i) is not None


def clock_times(reading: Reading, i: int) -> Iterator[Edge]:
    """四時三十分, 16時30分, 五時十分前 (4:50)."""
    tokens = reading.tokens
    before = i - 1 if i > 0 and tokens[i - 1].text == "の" else i
    half = _HALVES.longest(tokens, before - 2) if before > 1 and tokens[before - 2].text == "今" else None
    known = half[1] if half is not None and half[0] == before else None
    found = list(_clock(tokens, i, known))
    yield from found
    if found and known is None and is_hiragana(tokens[i].text):
        named = _KANA_HOURS.longest(tokens, i)
        alone = named is not None and max(end for end, _ in found) == named[0]
        if named is not None and alone and "".join(reading.words[i : named[0]]) in _DOUBTFUL_HOURS:
            yield Edge(named[0], NOTHING)


def _clock(tokens: list[Token], i: int, half: HalfOfDay | None) -> Iterator[Edge]:
    yield from _digital(tokens, i, half)
    found = _hour(tokens, i, half)
    if found is None:
        return
    end, hour = found
    minutes = _minutes(tokens, end)
    if minutes is None:
        yield from (Edge(end, value) for value in times_of_day(hour, 0, half))
        return
    end, minute = minutes
    if not _unit_at(tokens, end, "前") or tokens[end - 1].text == "半":
        yield from (Edge(end, value) for value in times_of_day(hour, minute, half))
        return
    yield from (Edge(end + 1, earlier(value, minute)) for value in times_of_day(hour, 0, half))
    if _BEFORE_PLACE.match(ahead(tokens, end)):
        # "五時十分前に": ten to five, or before ten past
        yield from (Edge(end + 1, value) for value in times_of_day(hour, minute, half))


def _digital(tokens: list[Token], i: int, half: HalfOfDay | None) -> Iterator[Edge]:
    """ "午後4:30"; without the half of the day it is read for all languages alike."""
    if half is None or i + 2 >= len(tokens) or tokens[i + 1].text != ":" or not tokens[i + 2].glued:
        return
    hour, minute = tokens[i], tokens[i + 2]
    if hour.kind == minute.kind == "digits" and len(hour.text) <= 2 and len(minute.text) == 2:
        yield from (Edge(i + 3, value) for value in times_of_day(int(hour.text), int(minute.text), half))


def _hour(tokens: list[Token], i: int, half: HalfOfDay | None) -> tuple[int, int] | None:
    if i >= len(tokens):
        return None
    if is_hiragana(tokens[i].text):
        named = _KANA_HOURS.longest(tokens, i)
        if named is None:
            return None
        alone = _AFTER_KANA_HOUR.match(ahead(tokens, named[0])) is not None
        return named if half is not None or alone or _minutes(tokens, named[0]) is not None else None
    for end, hour in counts(tokens, i):
        text = ahead(tokens, end).lstrip()
        if hour > 24 or not text.startswith("時") or _NO_HOUR.match(text):
            continue
        if hour == 1 and half is None and tokens[i].kind == "sound" and not _DOUBTFUL_ONE.match(text):
            continue
        return end + 1, hour
    return None


def _minutes(tokens: list[Token], i: int) -> tuple[int, int] | None:
    if _unit_at(tokens, i, "半") and not _NO_HALF.match(ahead(tokens, i).lstrip()):
        return i + 1, 30
    if _unit_at(tokens, i, "はん"):
        return i + 2, 30
    for end, minute in counts(tokens, i):
        unit = _MINUTE_UNITS.longest(tokens, end)
        if unit is not None and minute < 60:
            return unit[0], minute
    return None


# --- lengths ---


def half_units(reading: Reading, i: int) -> Iterator[Edge]:
    """半 behind 一時間: thirty minutes."""
    tokens = reading.tokens
    for back in (2, 1):
        unit = _HALVES_OF_UNITS.longest(tokens, i - back) if i >= back else None
        if unit is not None and unit[0] == i and unit[1] is not None:
            yield Edge(i + 1, number(unit[1]))


def halves(reading: Reading, i: int) -> Iterator[Edge]:
    """一時間半 is 1.5, and 1 and then 30 as well, so that it agrees with "1時間30分"; likewise 一年半."""
    tokens = reading.tokens
    for end, value in reading.numbers[i]:
        for after, small in _HALVES_OF_UNITS.at(tokens, end):
            spoken = _unit_at(tokens, after, "はん")
            if spoken or (
                _unit_at(tokens, after, "半") and not _NO_HALF.match(ahead(tokens, after).lstrip())
            ):
                yield Edge(after + 1 + spoken, number(value + Decimal("0.5")))
                if small is not None:
                    yield Edge(after, number(value))
