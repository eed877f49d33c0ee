"""Words and values of a call inside a sentence for people."""

from __future__ import annotations

from decimal import Decimal

import pytest

from callproof.scoring.quoting import number_text, one_line, quoted, shown
from callproof.spoken.content import read_values
from callproof.spoken.values import Span, Value


def span_in(text: str) -> Span:
    (span,) = read_values(text, language="en")
    return span


def test_a_text_in_quotation_marks() -> None:
    assert quoted("Yes, please.") == '"Yes, please."'
    assert quoted("  two\n lines\t") == '"two lines"'
    assert quoted("") == '""'


def test_a_long_text_is_cut() -> None:
    assert quoted("x" * 60) == f'"{"x" * 60}"'
    assert quoted("x" * 61) == f'"{"x" * 59}…"'
    assert quoted("one two three", 8) == '"one two…"'


def test_a_sentence_is_one_line_and_bounded() -> None:
    assert one_line("a\nb  c") == "a b c"
    assert one_line("x" * 500) == "x" * 500
    assert one_line("x" * 501) == "x" * 499 + "…"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fifteen", "15 (fifteen)"),
        ("fifteen dollars", "15 USD (fifteen dollars)"),
        ("twelve dollars and fifty cents", "12.50 USD (twelve dollars and fifty cents)"),
        ("twenty percent", "20 % (twenty percent)"),
        ("half past four in the afternoon", "16:30 (half past four in the afternoon)"),
        ("december fourth twenty twenty six", "2026-12-04 (december fourth twenty twenty six)"),
        ("jane dot doe at example dot com", "jane.doe@example.com (jane dot doe at example dot com)"),
        ("jane.doe@example.com", "jane.doe@example.com"),
        ("4821", "4821"),
        # Half past four may be at night, and "december fourth" of any year: the words alone.
        ("half past four", '"half past four"'),
        ("december fourth", '"december fourth"'),
        ("Friday", '"Friday"'),
    ],
)
def test_a_value_and_the_words_for_it(text: str, expected: str) -> None:
    assert shown(span_in(text)) == expected


def test_what_tells_most_comes_first() -> None:
    readings = frozenset(
        {Value("code", "15"), Value("number", Decimal(15)), Value("money", (Decimal(15), None))}
    )
    assert shown(Span(0, 7, "fifteen", readings)) == "15 (fifteen)"
    assert shown(Span(0, 2, "15.", readings)) == "15"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("15", "15"),
        ("15.0", "15"),
        ("15.5", "15.50"),
        ("15.25", "15.25"),
        ("0.125", "0.125"),
        ("-3.5", "-3.50"),
        ("1E+2", "100"),
        ("1E+15", "1.000E+15"),
        ("123456789012345678", "1.235E+17"),
    ],
)
def test_a_number_whole_or_as_an_amount(number: str, text: str) -> None:
    assert number_text(Decimal(number)).lower() == text.lower()
