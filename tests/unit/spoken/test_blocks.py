"""Letters before figures: which letters, and whether they are there."""

from __future__ import annotations

import pytest

from callproof.spoken.blocks import other_blocks
from callproof.spoken.paths import text_of


def found(said: str, heard: str) -> list[tuple[str, str]]:
    return [(a.text, b.text) for a, b in other_blocks(text_of(said, "en", None), text_of(heard, "en", None))]


@pytest.mark.parametrize(
    ("said", "heard", "blocks"),
    [
        ("ABC 123", "ACB 123", [("abc", "acb")]),
        ("My code is ABE-45.", "My code is AB-45.", [("abe", "ab")]),
        ("My code is ABC 123.", "My code is 123.", [("abc", "")]),
        ("Flights BA 12 and IB 30", "flights BA 12 and EB 30", [("ib", "eb")]),
        ("It is 123.", "It is ABC 123.", [("", "abc")]),
    ],
)
def test_other_letters_are_another_code(said: str, heard: str, blocks: list[tuple[str, str]]) -> None:
    assert found(said, heard) == blocks


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("My PIN 4821", "my 4821"),
        ("my code is ABC 123", "my code is abc 123"),
        ("a TV 55", "a set 55"),
        ("PLEASE CALL 15", "PLEASE WAIT 15"),
        ("ZIP CA 94110", "zip California 94110"),
        ("ABC 123", "ACB 124"),
    ],
)
def test_letters_that_may_be_a_word(said: str, heard: str) -> None:
    assert found(said, heard) == []
