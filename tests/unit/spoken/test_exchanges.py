"""Two things that have changed places, and the evidence for it."""

from __future__ import annotations

from callproof.spoken import compare


def test_what_has_changed_places_is_shown_with_the_word_that_says_what_it_is_there_for() -> None:
    comparison = compare("Take twenty from A and put it in B", "Take twenty from B and put it in A")
    assert comparison.outcome == "value"
    assert [(d.said.text, d.heard.text) for d in comparison.differences if d.said and d.heard] == [
        ("from A", "from B"),
        ("in B", "in A"),
    ]


def test_texts_with_too_many_words_between_are_left() -> None:
    between = " ".join(f"and then word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(40))
    comparison = compare(
        f"Replace lamp {between} by chair", f"Replace chair {between} by lamp", language="en"
    )
    assert comparison.outcome != "value"
