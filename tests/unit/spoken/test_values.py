"""Values: when two of them stand for the same thing, and when they do not."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken.values import NEGATION, NOTHING, Value, agree, code, money, number

FIFTY = number(50)


def date(year: int | None, month: int, day: int | None) -> Value:
    return Value("date", (year, month, day))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIFTY, number(Decimal("50.00"))),
        (FIFTY, money(50, "USD")),
        (FIFTY, money(50, None)),
        (FIFTY, Value("percent", Decimal(50))),
        (FIFTY, Value("ordinal", 50)),
        (money(50, "USD"), money(Decimal("50.00"), None)),
        (code("em456"), code("EM456")),
        (date(None, 3, 3), date(2026, 3, 3)),
        (date(None, 3, None), date(2026, 3, None)),
        (Value("time", (4, 30)), Value("time", (4, 30))),
        (NEGATION, NEGATION),
    ],
)
def test_these_stand_for_the_same_thing(one: Value, other: Value) -> None:
    assert agree(one, other)
    assert agree(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIFTY, number(15)),
        (FIFTY, money(15, "USD")),
        (FIFTY, code("50")),
        (FIFTY, Value("time", (5, 0))),
        (money(50, "USD"), money(50, "EUR")),
        (money(50, "USD"), money(15, None)),
        (Value("percent", Decimal(50)), money(50, "USD")),
        (Value("percent", Decimal(50)), Value("ordinal", 50)),
        (code("EM456"), code("EM455")),
        (code("012"), code("12")),
        (date(2025, 3, 3), date(2026, 3, 3)),
        (date(None, 3, 3), date(None, 3, 4)),
        (date(None, 3, None), date(None, 3, 3)),
        (date(None, 3, 3), date(2026, 3, None)),
        (Value("weekday", (1, None)), Value("weekday", (1, "next"))),
        (Value("weekday", (1, None)), Value("weekday", (3, None))),
        (Value("time", (4, 30)), Value("time", (16, 30))),
        (Value("day", 1), number(1)),
        (NEGATION, NOTHING),
        (NEGATION, number(0)),
    ],
)
def test_these_do_not(one: Value, other: Value) -> None:
    assert not agree(one, other)
    assert not agree(other, one)


AMOUNTS = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=2)
VALUES = st.one_of(
    AMOUNTS.map(number),
    st.builds(money, AMOUNTS, st.sampled_from([None, "USD", "EUR"])),
    st.builds(date, st.none() | st.integers(1900, 2100), st.integers(1, 12), st.none() | st.integers(1, 31)),
    st.text("AB01", min_size=1, max_size=4).map(code),
)


@given(VALUES, VALUES)
def test_agreement_has_no_direction_and_everything_agrees_with_itself(one: Value, other: Value) -> None:
    assert agree(one, one)
    assert agree(one, other) == agree(other, one)


@given(AMOUNTS, AMOUNTS)
def test_two_amounts_agree_when_they_are_equal_whatever_their_units(one: Decimal, other: Decimal) -> None:
    assert agree(number(one), money(other, "USD")) == (one == other)
    assert agree(money(one, None), money(other, "USD")) == (one == other)
