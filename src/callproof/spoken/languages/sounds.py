"""What Korean and Japanese share: words in texts that are cut into single characters, numbers built on ten thousands, and
days and hours as values.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from callproof.spoken.language import Context
from callproof.spoken.tokens import Token, tokenize
from callproof.spoken.values import Value

T = TypeVar("T")

# How far a look ahead reaches, in tokens: a unit and the endings behind it.
_AHEAD = 14


class Words(Generic[T]):
    """Words and what they mean. A space in a word may be missing in the text; where there is none, none may be there."""

    def __init__(self, meanings: Mapping[str, T]) -> None:
        self._by_first: dict[str, list[tuple[tuple[tuple[str, bool], ...], T]]] = {}
        for word in sorted(meanings, key=len, reverse=True):
            first, *others = tokenize(word)
            pattern = tuple((token.text, token.glued) for token in others)
            self._by_first.setdefault(first.text, []).append((pattern, meanings[word]))
        self.firsts = frozenset(self._by_first)

    def at(self, tokens: list[Token], i: int) -> Iterator[tuple[int, T]]:
        """Where each word that begins at a token ends, and its meaning; the longest first."""
        if i >= len(tokens):
            return
        for pattern, meaning in self._by_first.get(tokens[i].text, ()):
            end = i + 1 + len(pattern)
            if end <= len(tokens) and all(
                token.text == text and (token.glued or not glued)
                for token, (text, glued) in zip(tokens[i + 1 : end], pattern, strict=True)
            ):
                yield end, meaning

    def longest(self, tokens: list[Token], i: int) -> tuple[int, T] | None:
        return next(self.at(tokens, i), None)


def rest(tokens: list[Token], i: int) -> str:
    """The characters glued to the token before `i`, up to the next space or sign."""
    text = ""
    while i < len(tokens) and tokens[i].glued and tokens[i].kind == "sound":
        text += tokens[i].text
        i += 1
    return text


def ahead(tokens: list[Token], i: int) -> str:
    """The text from a token on, as far as a unit and its endings can reach, with a space where the text has some."""
    return "".join(token.text if token.glued else f" {token.text}" for token in tokens[i : i + _AHEAD])


def glued_sound(tokens: list[Token], i: int) -> bool:
    """Whether the token is the continuation of a word in the same script."""
    return 0 < i < len(tokens) and tokens[i].glued and tokens[i - 1].kind == "sound"


class Part(NamedTuple):
    """A piece of a numeral: a digit, a unit inside a myriad (10, 100, 1000) or a myriad (10 000, 100 million, ...)."""

    end: int
    kind: Literal["digit", "small", "big"]
    value: int


class Prefix(NamedTuple):
    """A complete number up to `end`; `parts` counts its pieces."""

    end: int
    value: Decimal
    parts: int


NextPart: TypeAlias = Callable[[list[Token], int], Part | None]


def prefixes(tokens: list[Token], i: int, part: NextPart, *, bare_myriad: bool) -> list[Prefix]:
    """All numbers that begin at a token, the shortest first: pieces in words and digits mixed ("3만 5천", "1億2000万").

    `bare_myriad`: ten thousand needs no "one" before it. A number in plain digits alone is not among them.
    """
    found: list[Prefix] = []
    total = section = Decimal(0)
    pending: Decimal | None = None
    small_limit, big_limit, parts = 10_000, 10**16, 0
    while i < len(tokens):
        if tokens[i].kind == "digits":
            end, written = _written(tokens, i)
            unit = part(tokens, end)
            if pending is not None:
                break
            if unit is not None and unit.kind != "digit":
                pending, i, parts = written, end, parts + 1
                continue
            limit = small_limit if section else big_limit
            full = len(tokens[i].text) == len(str(limit)) - 1
            if parts > 1 and written < limit and (tokens[i].glued or full):
                found.append(Prefix(end, total + section + written, parts + 1))
            break
        piece = part(tokens, i)
        if piece is None:
            break
        if piece.kind == "digit":
            if pending is not None:
                break
            pending = Decimal(piece.value)
        elif piece.kind == "small":
            if piece.value >= small_limit:
                break
            section += (1 if pending is None else pending) * piece.value
            pending, small_limit = None, piece.value
        else:
            amount = section + (pending or 0)
            if amount == 0:
                if parts or not bare_myriad:
                    break
                amount = Decimal(1)
            if piece.value >= big_limit:
                break
            total += amount * piece.value
            section, pending, small_limit, big_limit = Decimal(0), None, 10_000, piece.value
        i, parts = piece.end, parts + 1
        found.append(Prefix(i, total + section + (pending or 0), parts))
    return found


def _written(tokens: list[Token], i: int) -> tuple[int, Decimal]:
    """A number in digits before a unit: "15", "1,500", "1.5"."""
    text, end = tokens[i].text, i + 1
    while end + 1 < len(tokens) and tokens[end].text in (",", ".") and tokens[end].glued:
        digits = tokens[end + 1]
        if digits.kind != "digits" or not digits.glued or "." in text:
            break
        if tokens[end].text == ",":
            if len(digits.text) != 3:
                break
            text += digits.text
        else:
            text += "." + digits.text
        end += 2
    return end, Decimal(text)


# --- days and hours ---

HalfOfDay: TypeAlias = Literal["am", "pm", "noon", "evening", "night"]
# Which week a weekday belongs to, in weeks from this one, and its name in a value.
Week: TypeAlias = tuple[int, str | None]
WEEK_NAMES: Mapping[int, str] = {-2: "before last", -1: "last", 0: "this", 1: "next", 2: "after next"}


def times_of_day(hour: int, minute: int, half: HalfOfDay | None) -> list[Value]:
    """The times that an hour of the clock can be, 0 to 24, with what was said about the half of the day.

    Around noon, 11 is 11:00 and 1 is 13:00; in the evening, 12 is 0:00; at night, 11 is 23:00, 12 is 0:00 and 1 is 1:00.
    """
    if not (0 <= hour <= 24 and 0 <= minute < 60):
        return []
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


def earlier(value: Value, minutes: int) -> Value:
    """A time of day so many minutes before another: ten minutes before five is 4:50."""
    hour, minute = value.key  # type: ignore[misc]
    hour, minute = divmod((hour * 60 + minute - minutes) % (24 * 60), 60)
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
