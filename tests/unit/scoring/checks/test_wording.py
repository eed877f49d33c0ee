"""The words of findings: seconds, limits, parts of a whole."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.wording import limit, part, seconds, severity_over


@pytest.mark.parametrize(
    ("ms", "text"),
    [(2437, "2.4 s"), (3000, "3 s"), (59_940, "59.9 s"), (203_000, "203 s"), (0, "0 s"), (351, "0.4 s")],
)
def test_seconds(ms: int, text: str) -> None:
    assert seconds(ms) == text


def test_a_value_just_over_its_limit_does_not_look_equal_to_it() -> None:
    assert seconds(1501, 1500) == "1.501 s"
    assert seconds(1549, 1500) == "1.549 s"
    assert seconds(2437, 1500) == "2.4 s"


def test_a_limit_is_shown_as_it_was_set() -> None:
    assert [limit(ms) for ms in (1500, 10_000, 1234, 50)] == ["1.5 s", "10 s", "1.234 s", "0.05 s"]


def test_parts_of_a_whole_agree_with_their_number() -> None:
    assert part(1, 5, "answers has", "answers have") == "1 of 5 answers has"
    assert part(2, 5, "answers has", "answers have") == "2 of 5 answers have"


def test_severity_is_strictly_over_the_limits() -> None:
    assert [severity_over(ms, 1500, 3000) for ms in (1500, 1501, 3000, 3001)] == [
        None,
        "medium",
        "medium",
        "high",
    ]
