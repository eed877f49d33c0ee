"""Digits that a recogniser wrote as words."""

from __future__ import annotations

import pytest

from callproof.scoring.outcome.homophones import as_meant, codes_in

CODES = frozenset({"4821", "2904", "0466", "6554"})


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("I have shipped order for 821, method express.", "I have shipped order 4821, method express."),
        ("I have shipped order for eight, two, one.", "I have shipped order 4821."),
        ("Please refund order to nine zero four.", "Please refund order 2904."),
        ("Shall I change order zero for six, six to three?", "Shall I change order 0466 to three?"),
        # What is a code without them, or is none with them, stays.
        ("I have 3 for 4821.", "I have 3 for 4821."),
        ("So that is order 6554 for two people.", "So that is order 6554 for two people."),
        ("I have refunded order for 999.", "I have refunded order for 999."),
        ("A table for two at eight.", "A table for two at eight."),
        ("Order 4821.", "Order 4821."),
        ("", ""),
    ],
)
def test_words_that_sound_like_digits_are_read_as_the_code_of_the_call(heard: str, meant: str) -> None:
    assert as_meant(heard, CODES) == meant
    assert as_meant(heard, frozenset()) == heard


def test_codes_are_digits_alone_of_three_and_more() -> None:
    assert codes_in(["4821", 6554, "12", 7, "A12", 40.5, True, None, "0042"]) == {"4821", "6554", "0042"}
