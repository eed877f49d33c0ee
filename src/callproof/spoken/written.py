"""Values that are written in digits and signs, the same in every language: "1,234.50", "$50", "15%", "4:30", "3/3/2026"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from callproof.spoken.language import Edge, Numeral
from callproof.spoken.tokens import Token
from callproof.spoken.values import Value, money, number

_FRACTIONS = {
    sign: Decimal(part) / whole
    for part, whole, sign in (
        *((1, 2, "½"), (1, 3, "⅓"), (2, 3, "⅔"), (1, 4, "¼"), (3, 4, "¾"), (1, 5, "⅕"), (2, 5, "⅖"), (3, 5, "⅗"), (4, 5, "⅘")),
        *((1, 6, "⅙"), (5, 6, "⅚"), (1, 8, "⅛"), (3, 8, "⅜"), (5, 8, "⅝"), (7, 8, "⅞")),
    )
}  # fmt: skip
# Digits in a row that are more are a code only: nobody counts so far, and a Decimal holds no more without rounding.
_MOST_DIGITS = 28
_new = tuple.__new__  # a third of the time of Numeral(...), at the place where most are made
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
# "1,234,567,890,123.45" has six; nothing that is written in more is a number, a date or a time.
_MOST_GROUPS = 6
# The smallest part that one speaks of is a tenth.
_SMALLEST_PART = 10
_CURRENCY_SIGNS = frozenset("$€£")
_ADDRESS_SIGNS = frozenset("._-+")


class Clock(NamedTuple):
    """A time of day up to `end` (not included). `exact`: it can be no time twelve hours later ("16:30", "04:30")."""

    end: int
    hour: int
    minute: int
    exact: bool


def numbers_at(tokens: list[Token], i: int, decimal_sign: str) -> list[Numeral]:
    """Numbers in digits: "15", "1,234", "50.00", "1.234,56", "2½". The other language's rule for the signs is tried where the
    language's own makes nothing of them. Three digits and more with a zero in front are a code and no number, and so are more than
    28 digits."""
    whole = tokens[i].text
    if i and tokens[i - 1].text == "." and _is_leading_point(tokens, i):
        return [Numeral(i + 1, Decimal(f"0.{whole}"))]
    if len(whole) > _MOST_DIGITS:
        return []
    found = [] if whole[0] == "0" and len(whole) > 2 else [_new(Numeral, (i + 1, Decimal(whole)))]
    end = i + 1
    if end == len(tokens):
        return found
    word, _, kind, glued = tokens[end]
    if not glued:
        if kind != "digits" and word not in _FRACTIONS:
            return found
        mixed = _mixed(tokens, end, whole)
        return found if mixed is None else [*found, mixed]
    if word in _FRACTIONS:
        return [Numeral(end + 1, Decimal(whole) + _FRACTIONS[word])]
    text = whole
    last = min(len(tokens) - 1, i + 2 * _MOST_GROUPS)
    while end < last and tokens[end].text in (".", ",") and tokens[end].glued:
        digits = tokens[end + 1]
        if digits.kind != "digits" or not digits.glued:
            break
        text += tokens[end].text + digits.text
        if len(text) > _MOST_DIGITS + _MOST_GROUPS:
            break
        end += 2
        value = _grouped(text, decimal_sign)
        if value is not None:
            found.append(Numeral(end, value))
    return found


def _mixed(tokens: list[Token], i: int, whole: str) -> Numeral | None:
    """The two and a half of "2 1/2" and "2 ½", of which the fraction begins at a token."""
    if tokens[i].kind == "digits":
        found = next(fractions_at(tokens, i), None)
        end, part = (found.end, found.value.key) if found is not None else (i, None)
    else:
        end, part = i + 1, _FRACTIONS.get(tokens[i].text)
    return Numeral(end, Decimal(whole) + part) if isinstance(part, Decimal) else None


def fraction_sign_at(tokens: list[Token], i: int) -> list[Numeral]:
    """ "½" without digits before it, which it would be a part of."""
    value = _FRACTIONS.get(tokens[i].text)
    if value is None or (tokens[i].glued and tokens[i - 1].kind == "digits"):
        return []
    return [Numeral(i + 1, value)]


def _is_leading_point(tokens: list[Token], i: int) -> bool:
    """ ".25", "$.50": a point with nothing before it that it could end."""
    return tokens[i].glued and (not tokens[i - 1].glued or (i > 1 and tokens[i - 2].text in _CURRENCY_SIGNS))


def _grouped(text: str, decimal_sign: str) -> Decimal | None:
    for point, group in ((".", ","), (",", ".")) if decimal_sign == "." else ((",", "."), (".", ",")):
        head, *tail = text.split(point)
        groups = head.split(group)
        if len(tail) > 1 or group in "".join(tail) or any(len(part) != 3 for part in groups[1:]):
            continue
        if len(groups) > 1 and not (1 <= len(groups[0]) <= 3 and groups[0][0] != "0"):
            continue
        return Decimal("".join(groups) + "." + tail[0] if tail else "".join(groups))
    return None


def moneys_before(
    tokens: list[Token], i: int, numbers: Sequence[Sequence[Numeral]], currencies: Mapping[str, str]
) -> Iterator[Edge]:
    """ "$50", "USD 50", "$50 dollars": an amount from its currency on; a name has to stand in capitals."""
    if (tokens[i].kind == "sign" or tokens[i].raw.isupper()) and i + 1 < len(tokens):
        currency = currencies[tokens[i].text]
        pointed = tokens[i + 1].text == "." and i + 2 < len(tokens) and tokens[i + 2].glued
        for end, value in numbers[i + 2 if pointed else i + 1]:
            amount = money(value, currency)
            yield Edge(end, amount)
            if end < len(tokens) and currencies.get(tokens[end].text) == currency:
                yield Edge(end + 1, amount)


def negatives_at(
    tokens: list[Token], i: int, numbers: Sequence[Sequence[Numeral]], currencies: Mapping[str, str]
) -> Iterator[Edge]:
    """ "-5", "-$50": a sign right before digits and behind no other number."""
    glued = i + 1 < len(tokens) and tokens[i + 1].glued and not tokens[i].glued
    if not glued or (i and tokens[i - 1].kind == "digits"):
        return
    currency = currencies.get(tokens[i + 1].text)
    if currency is None:
        yield from (Edge(end, number(-value)) for end, value in numbers[i + 1])
    elif i + 2 < len(tokens):
        yield from (Edge(end, money(-value, currency)) for end, value in numbers[i + 2])


def fractions_at(tokens: list[Token], i: int) -> Iterator[Edge]:
    """ "3/4" """
    parts = _parts(tokens, i, "/")
    if len(parts) == 2 and len("".join(parts)) < 5 and 0 < int(parts[0]) < int(parts[1]) <= _SMALLEST_PART:
        share = Decimal(parts[0]) / int(parts[1])
        yield Edge(i + 3, number(share))
        if share * 100 == int(share * 100):
            yield Edge(i + 3, Value("percent", Decimal(int(share * 100))))


def percents_at(tokens: list[Token], i: int, numbers: Sequence[Sequence[Numeral]]) -> Iterator[Edge]:
    for end, value in numbers[i]:
        if end < len(tokens) and tokens[end].text == "%":
            yield Edge(end + 1, Value("percent", value))


def clock_at(tokens: list[Token], i: int) -> Clock | None:
    """ "4:30", "16:30", "04:30:15"; the seconds are passed over."""
    parts = _parts(tokens, i, ":")
    if not 2 <= len(parts) <= 3 or len(parts[0]) > 2 or any(len(part) != 2 for part in parts[1:]):
        return None
    hour, minute = int(parts[0]), int(parts[1])
    if hour > 23 or minute > 59:
        return None
    exact = hour > 12 or parts[0][0] == "0"
    return Clock(i + 2 * len(parts) - 1, hour, minute, exact)


def clock_values(clock: Clock) -> list[Value]:
    """ "4:30" is 04:30 or 16:30, "12:30" 00:30 or 12:30."""
    _, hour, minute, exact = clock
    if exact:
        return [Value("time", (hour, minute))]
    return [_new(Value, ("time", ((hour + later) % 24, minute))) for later in (0, 12)]


def times_at(tokens: list[Token], i: int) -> list[Edge]:
    clock = clock_at(tokens, i)
    return [Edge(clock.end, value) for value in clock_values(clock)] if clock is not None else []


def dates_at(tokens: list[Token], i: int, *, day_first: bool) -> Iterator[Edge]:
    """ "2026-03-03", "3/3/2026", "3.3.26", "12/1". Month first and day first are both read where both are possible, unless the day
    always comes first in the language."""
    if i + 2 >= len(tokens) or tokens[i + 1].text not in ("-", "/", "."):
        return
    sign = tokens[i + 1].text
    if sign != "/" and (i + 4 >= len(tokens) or tokens[i + 3].text != sign):
        return  # "50.00", "10-15"
    parts = _parts(tokens, i, sign)
    end = i + 2 * len(parts) - 1
    years: tuple[int | None, ...] = ()
    if any(len(part) > 4 for part in parts) or len(parts) > 3:
        return
    first, second, third = (*parts, "", "")[:3]
    if len(parts) == 2 and sign == "/" and parts != ["24", "7"]:
        if len(second) == 4 and is_date(int(second), int(first), None):
            yield Edge(end, Value("date", (int(second), int(first), None)))
        years = (None,)
    elif len(parts) == 3:
        if len(first) == 4 and is_date(int(first), int(second), int(third)):
            yield Edge(end, Value("date", (int(first), int(second), int(third))))
        if len(third) == 4:
            years = (int(third),)
        elif len(third) == 2 and sign != "-":
            years = (2000 + int(third), 1900 + int(third))
    if len(first) <= 2 and len(second) <= 2:
        for year in years:
            yield from _in_order(end, year, int(first), int(second), day_first=day_first)


def _in_order(end: int, year: int | None, first: int, second: int, *, day_first: bool) -> Iterator[Edge]:
    orders = [(second, first), (first, second)]
    dates = dict.fromkeys((year, month, day) for month, day in orders if is_date(year, month, day))
    for date in list(dates)[: 1 if day_first else 2]:
        yield Edge(end, Value("date", date))


def is_date(year: int | None, month: int, day: int | None) -> bool:
    """Whether there is such a day, or such a month where no day is named. Years from 1800 to 2199 are years."""
    if not 1 <= month <= 12 or (year is not None and not 1800 <= year < 2200):
        return False
    if day == 29 and month == 2 and year is not None:
        return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return day is None or 1 <= day <= _DAYS[month - 1]


def _parts(tokens: list[Token], i: int, sign: str) -> list[str]:
    """Groups of digits with one sign between them, and no space."""
    parts = [tokens[i].text]
    for k in range(i + 1, min(len(tokens) - 1, i + 2 * _MOST_GROUPS), 2):
        mark, digits = tokens[k], tokens[k + 1]
        if mark.text != sign or not mark.glued or digits.kind != "digits" or not digits.glued:
            break
        parts.append(digits.text)
    return parts


def addresses(tokens: list[Token]) -> Iterator[tuple[int, Edge]]:
    """E-mail addresses as they are written, each with the token it begins at."""
    for at, token in enumerate(tokens):
        if token.text != "@" or not 0 < at < len(tokens) - 1:
            continue
        start = at
        while start > 0 and tokens[start].glued and _in_address(tokens[start - 1]):
            start -= 1
        end = at + 1
        while end < len(tokens) and tokens[end].glued and _in_address(tokens[end]):
            end += 1
        while end > at and tokens[end - 1].kind == "sign":
            end -= 1
        while start < at and tokens[start].kind == "sign":
            start += 1
        domain = "".join(token.text for token in tokens[at + 1 : end])
        if start < at and "." in domain:
            local = "".join(token.text for token in tokens[start:at])
            yield start, Edge(end, Value("email", f"{local}@{domain}"))


def _in_address(token: Token) -> bool:
    return token.kind in ("word", "digits") or token.text in _ADDRESS_SIGNS
