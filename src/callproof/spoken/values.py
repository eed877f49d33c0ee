"""The values that words stand for: amounts, codes, dates, times. One span of words can stand for several."""

from __future__ import annotations

from collections.abc import Hashable
from decimal import Decimal
from typing import Literal, NamedTuple, TypeAlias

ValueKind: TypeAlias = Literal[
    "number",
    "money",
    "percent",
    "ordinal",
    "code",
    "date",
    "weekday",
    "day",
    "time",
    "email",
    "web",
    "negation",
    "nothing",
]


class Value(NamedTuple):
    """One value. `key` is what two equal values share:

    - number, percent: Decimal; ordinal: int
    - money: (Decimal amount, ISO 4217 code or None where no currency is named)
    - code: the characters in upper case without separators, digits of a phone number too: "EM456", "4155550132"
    - date: (year, month, day); the year is None where it is not named, the day is None where only a month is
    - weekday: (0 for Monday to 6, "next" | "last" | "this" | None)
    - day: days from the day of the call ("tomorrow" is 1), where that day is not known; ("month", 1, True) for the last one of the next
      month
    - time: (hour 0-23, minute)
    - email: the address in lower case
    - web: the address in lower case without its "www": "shop.com/sale"
    - negation: "not"
    - nothing: "": the words may as well stand for no value ("one" in "this one")
    """

    kind: ValueKind
    key: Hashable


_new = tuple.__new__  # a third of the time of Value(...), at the places where most are made
NEGATION = Value("negation", "not")
NOTHING = Value("nothing", "")


class Span(NamedTuple):
    """A piece of a text and all the values it can stand for; `start` and `end` are its place in the text."""

    start: int
    end: int
    text: str
    readings: frozenset[Value]


def number(value: int | Decimal) -> Value:
    return _new(Value, ("number", value if type(value) is Decimal else Decimal(value)))


def money(amount: int | Decimal, currency: str | None) -> Value:
    return _new(Value, ("money", (amount if type(amount) is Decimal else Decimal(amount), currency)))


def code(text: str) -> Value:
    return _new(Value, ("code", text.upper()))


def agree(a: Value, b: Value) -> bool:
    """Whether two readings stand for the same thing, one of them perhaps less exactly.

    A unit, a currency or a year that only one side names is no difference ("fifty" and "fifty dollars"); two different ones
    are.
    """
    if a == b:
        return True
    if a.kind == b.kind:
        if a.kind == "money":
            (amount, currency), (other, other_currency) = _pair(a.key), _pair(b.key)
            return amount == other and (currency is None or other_currency is None)
        if a.kind == "date":
            (year, *rest), (other_year, *other_rest) = _parts(a.key), _parts(b.key)
            return rest == other_rest and (year is None or other_year is None)
        return False
    amounts = _amount(a), _amount(b)
    return "number" in (a.kind, b.kind) and None not in amounts and amounts[0] == amounts[1]


def _pair(key: Hashable) -> tuple[Hashable, Hashable]:
    assert isinstance(key, tuple)  # noqa: S101
    return key[0], key[1]


def _parts(key: Hashable) -> tuple[Hashable, ...]:
    assert isinstance(key, tuple)  # noqa: S101
    return key


def _amount(value: Value) -> Hashable:
    """The bare number in a value that has a unit or a rank."""
    if value.kind == "money":
        return _pair(value.key)[0]
    if value.kind in ("number", "percent", "ordinal"):
        return value.key
    return None
