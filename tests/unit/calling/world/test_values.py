"""What a column takes, and what it makes of what an agent sends."""

from __future__ import annotations

import math
from datetime import date, time
from typing import Any

import pytest

from callproof.calling.world.values import MisfitError, coerced, fitted
from callproof.scenario.worlds import ColumnType


@pytest.mark.parametrize(
    ("value", "kind", "stored"),
    [
        (None, "text", None),
        (None, "integer", None),
        ("0042", "text", "0042"),
        ("", "text", ""),
        ("Łódź 🚚", "text", "Łódź 🚚"),
        (date(2026, 3, 12), "text", "2026-03-12"),
        (time(14, 30), "text", "14:30:00"),
        (3, "integer", 3),
        (-(2**63), "integer", -(2**63)),
        (40.0, "number", 40),
        (-0.0, "number", 0),
        (19.99, "number", 19.99),
        (2**53 + 1, "number", 2**53 + 1),
        (1e300, "number", 1e300),
        (True, "boolean", True),
    ],
)
def test_what_fits(value: Any, kind: ColumnType, stored: Any) -> None:
    assert fitted(value, kind) == stored
    assert type(fitted(value, kind)) is type(stored)


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (4821, "text", "found 4821, expected a text"),
        (True, "text", "found true, expected a text"),
        ("a\0b", "text", "NUL"),
        ("\ud800", "text", "not valid Unicode"),
        ("3", "integer", "found '3', expected a whole number"),
        (3.0, "integer", "found 3.0, expected a whole number"),
        (True, "integer", "found true, expected a whole number"),
        (2**63, "integer", "at most 64 bits"),
        (2**63, "number", "at most 64 bits"),
        (math.nan, "number", "found NaN, expected a number"),
        (math.inf, "number", "found an infinite number, expected a number"),
        ("40", "number", "found '40', expected a number"),
        (False, "number", "found false, expected a number"),
        (1, "boolean", "found 1, expected true or false"),
        ("true", "boolean", "found 'true', expected true or false"),
        ([1], "text", "found a list of 1, expected a text"),
    ],
)
def test_what_does_not_fit(value: Any, kind: ColumnType, message: str) -> None:
    with pytest.raises(MisfitError, match=message):
        fitted(value, kind)


@pytest.mark.parametrize(
    ("value", "kind", "stored"),
    [
        (4281, "text", "4281"),
        (40.0, "text", "40"),
        (40.5, "text", "40.5"),
        ("0042", "text", "0042"),
        (" 3 ", "integer", 3),
        ("-3", "integer", -3),
        (3.0, "integer", 3),
        ("40.00", "number", 40),
        ("9007199254740993", "number", 9007199254740993),
        ("19.99", "number", 19.99),
    ],
)
def test_what_an_agent_sends_becomes_what_the_column_takes(value: Any, kind: ColumnType, stored: Any) -> None:
    assert coerced(value, kind) == stored
    assert type(coerced(value, kind)) is type(stored)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("three", "integer"),
        ("3.5", "integer"),
        (3.5, "integer"),
        ("1e5", "number"),
        ("nan", "number"),
        ("٣", "integer"),
        ("9" * 19, "integer"),
        ("9" * 5000, "number"),
        ("", "integer"),
        (True, "text"),
        ("yes", "boolean"),
    ],
)
def test_what_an_agent_sends_and_no_column_takes(value: Any, kind: ColumnType) -> None:
    with pytest.raises(MisfitError):
        coerced(value, kind)
