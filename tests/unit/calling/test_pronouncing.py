"""How a line is spoken."""

from __future__ import annotations

import pytest

from callproof.calling.pronouncing import pronounced


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("No, 4281.", "No, four, two, eight, one."),
        (
            "Please refund $1250.50 for order 0482.",
            "Please refund $1250.50 for order zero, four, eight, two.",
        ),
        ("It is DX7Q2, I think.", "It is D, X, seven, Q, two, I think."),
        ("The reference is EM-4560.", "The reference is E, M, four, five, six, zero."),
        ("Move it to 2026-03-13, please.", "Move it to March 13, please."),
        # A year stays one, a number of its kind that is no year does not.
        ("On March 3rd, 2026.", "On March 3rd, 2026."),
        ("Order 2026.", "Order two, zero, two, six."),
        # What a voice reads right by itself.
        ("I want 3 of them at 10:30, for 1,500 dollars, 100% sure.",) * 2,
        ("It weighs 1250.75 kg.",) * 2,
        ("2026-02-31",) * 2,
        ("dana@mail2024.com",) * 2,
    ],
)
def test_codes_are_spelled_and_the_rest_is_left(written: str, spoken: str) -> None:
    assert pronounced(written) == spoken


def test_other_languages_are_left_to_their_voices() -> None:
    assert pronounced("Pedido 4281.", "es") == "Pedido 4281."
