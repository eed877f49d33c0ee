"""The first and the last day of a month or a year: "the last day of the year" is 31 December."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Literal, TypeAlias

from callproof.spoken.values import Value

Period: TypeAlias = Literal["month", "year"]
# Two years after each other, of which one leaps: the last days that a month can have.
_YEARS = (2023, 2024)


def day_in_month(month: int, *, last: bool) -> Iterator[Value]:
    """The first or the last day of a month of any year; February has two last days."""
    days = {monthrange(year, month)[1] for year in _YEARS} if last else {1}
    yield from (Value("date", (None, month, day)) for day in days)


def last_day(year: int | None, month: int) -> Iterator[Value]:
    """The last day of a month of one year, or of any."""
    if year is None:
        yield from day_in_month(month, last=True)
    else:
        yield Value("date", (year, month, monthrange(year, month)[1]))


def day_in_period(period: Period, ahead: int, today: date | None, *, last: bool) -> Iterator[Value]:
    """The first or the last day of the month or the year of a call, or of one so many later.

    While the day of the call is not known, that of its own month is one of those that it can be; those of others are no dates yet.
    """
    if today is None and ahead:
        yield Value("day", (period, ahead, last))
    elif period == "year":
        year = today.year + ahead if today is not None else None
        yield Value("date", (year, 12, 31) if last else (year, 1, 1))
    elif today is None:
        yield from (Value("ordinal", day) for day in (range(28, 32) if last else (1,)))
        for month in range(1, 13):
            yield from day_in_month(month, last=last)
    else:
        months = today.year * 12 + today.month - 1 + ahead
        year, month = months // 12, months % 12 + 1
        yield Value("date", (year, month, monthrange(year, month)[1] if last else 1))


def day_of(value: Value) -> int:
    """The day of a month that a number or a rank can be; 0 for none."""
    kind, key = value
    if kind not in ("number", "ordinal") or not isinstance(key, int | Decimal) or key != int(key):
        return 0
    return int(key) if 1 <= key <= 31 else 0
