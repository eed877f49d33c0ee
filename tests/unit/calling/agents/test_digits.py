"""Digits that were written as the words they sound like."""

from __future__ import annotations

import pytest

from callproof.calling.agents.digits import digits_meant


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("No sorry I meant for eight, two, one.", "No sorry I meant four eight, two, one."),
        ("To one eight seven, please.", "two one eight seven, please."),
        ("Order won, two, three, four.", "Order one, two, three, four."),
        # As long as it should be already: "for" is a word.
        ("It is for four, eight, two, one.", "It is for four, eight, two, one."),
        ("Make it for two.", "Make it for two."),
        ("It goes to 821 Main Street.", "It goes to 821 Main Street."),
        ("for eight, two, one, five, six", "for eight, two, one, five, six"),
    ],
)
def test_a_word_stands_for_a_digit_where_the_number_is_one_short(heard: str, meant: str) -> None:
    assert digits_meant(heard, {4}) == meant


def test_nothing_is_known_of_numbers_before_one_is_named() -> None:
    assert digits_meant("for eight, two, one", ()) == "for eight, two, one"
