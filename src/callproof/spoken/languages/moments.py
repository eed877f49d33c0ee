"""Days and hours as values, for languages that say on which day of which week, and which half of the day."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Literal, TypeAlias

from callproof.spoken.language import Context
from callproof.spoken.values import Value

HalfOfDay: TypeAlias = Literal["am", "pm", "noon", "evening", "night"]
# The names that weeks have in a value, by their distance from this one.
WEEK_NAMES: Mapping[int, str] = {-2: "before last", -1: "last", 0: "this", 1: "next", 2: "after next"}


def times_of_day(hour: int, minute: int, half: HalfOfDay | None) -> list[Value]:
    """The times that an hour of the clock can be, 0 to 24, with what was said about the half of the day.

    Around noon, 11 is 11:00 and 1 is 13:00; in the evening, 12 is 0:00; at night, 11 is 23:00, 12 is 0:00 and 1 is 1:00. 0 in the
    afternoon is 12:00.
    """
    if not (0 <= hour <= 24 and 0 <= minute < 60):
        return []
    if hour == 0 and half in ("pm", "noon"):
        return [Value("time", (12, minute))]
    if hour > 12 or hour == 0:
        return [Value("time", (hour % 24, minute))]
    if half is None:
        return [Value("time", (hour % 12, minute)), Value("time", (hour % 12 + 12, minute))]
    is_morning = (
        half == "am"
        or (half == "noon" and 9 <= hour < 12)
        or (half == "evening" and hour == 12)
        or (half == "night" and (hour == 12 or hour < 5))
    )
    return [Value("time", (hour % 12 + (0 if is_morning else 12), minute))]


def earlier(value: Value, by: int) -> Value:
    """A time of day so many minutes before another: ten minutes before five is 4:50."""
    assert isinstance(value.key, tuple)  # noqa: S101
    hour, minute = divmod((value.key[0] * 60 + value.key[1] - by) % (24 * 60), 60)
    return Value("time", (hour, minute))


def relative_day(context: Context, days: int) -> Value:
    """So many days after the day of the call: a date where that day is known."""
    if context.date is None:
        return Value("day", days)
    return _date(context.date + timedelta(days=days))


def weekdays(context: Context, weekday: int, week: int | None) -> list[Value]:
    """A weekday (0 is Monday) of no named week, of this, the next, the last one; its date too where the day of the call is known.

    Weeks begin on Monday. Without a week it is the coming such day; on that day itself it may be today or in a week.
    """
    if week is None:
        values = [Value("weekday", (weekday, None))]
    else:
        values = [Value("weekday", (weekday, WEEK_NAMES[week]))]
    if week == 0:
        values.append(Value("weekday", (weekday, None)))
    today = context.date
    if today is None:
        return values
    ahead_by = (weekday - today.weekday()) % 7
    if week is None:
        values.append(_date(today + timedelta(days=ahead_by)))
        if ahead_by == 0:
            values.append(_date(today + timedelta(days=7)))
    else:
        values.append(_date(today + timedelta(days=weekday - today.weekday() + 7 * week)))
    return values


def _date(day: date) -> Value:
    return Value("date", (day.year, day.month, day.day))


def calendar_date(year: int | None, month: int, day: int | None) -> Value | None:
    """A date of the calendar, or None where there is no such day. 29 February is one when no year is named."""
    if not 1 <= month <= 12 or (year is not None and not 1 <= year <= 9999):
        return None
    if day is not None and not 1 <= day <= monthrange(2000 if year is None else year, month)[1]:
        return None
    return Value("date", (year, month, day))
