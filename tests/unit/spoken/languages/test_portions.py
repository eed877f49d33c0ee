"""So many out of so many in eight languages, and what only looks like it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken import compare
from callproof.spoken.language import LanguageCode
from callproof.spoken.values import Value, number
from tests.unit.spoken.languages.lattice import read, values

QUARTER = {number(Decimal("0.25")), Value("percent", Decimal(25))}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "one in four"), ("en", "one out of every four"), ("en", "one customer in four"), ("es", "uno de cada cuatro"),
        ("es", "un cliente de cada cuatro"), ("de", "einer von vier"), ("fr", "un client sur quatre"), ("pt", "um em cada quatro"),
        ("it", "un cliente su quattro"), ("ko", "네 명 중 한 명"), ("ko", "4명 중 1명"), ("ja", "四人に一人"), ("ja", "4人中1人"),
    ],
)  # fmt: skip
def test_a_part_of_all(code: LanguageCode, text: str) -> None:
    assert values(code, text) >= QUARTER


@pytest.mark.parametrize("text", ["every fourth customer", "jeder vierte Kunde"])
def test_every_fourth(text: str) -> None:
    (span,) = read("en" if text.startswith("every") else "de", text).spans()
    assert span.readings >= QUARTER


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "call one in ten minutes"),
        ("en", "four in one"),
        ("en", "two in two thousand nine"),
        ("fr", "trois heures sur vingt-quatre"),
        ("de", "jeden vierten Tag"),
        ("ko", "네 명이 한 명을"),
        ("ja", "三時に一人"),
    ],
)
def test_what_is_no_part(code: LanguageCode, text: str) -> None:
    assert not any(value.kind == "percent" for span in read(code, text).spans() for value in span.readings)


@given(st.integers(1, 8), st.integers(2, 9), st.integers(1, 8))
def test_another_part_is_another_value(some: int, whole: int, other: int) -> None:
    if not (some < whole and other < whole and some != other):
        return
    said, heard = f"{some} in {whole} calls failed", f"{other} in {whole} calls failed"
    assert compare(said, heard, language="en").outcome == "value"
    percent = Decimal(100 * other) / whole
    if percent == int(percent):
        assert compare(said, f"{int(percent)}% of calls failed", language="en").outcome == "value"
