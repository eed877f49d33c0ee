"""A test over many rows names each one that fails, and tries them all."""

from __future__ import annotations

import pytest

from tests.rows import each

TRIED: list[int] = []


def of(numbers: list[int]) -> None:
    @each(numbers, name=lambda n: f"row {n}", group=lambda n: "odd" if n % 2 else "even")
    def small(number: int) -> None:
        TRIED.append(number)
        assert number < 4
        if number == 0:
            raise ValueError("no number")

    TRIED.clear()
    small("even")


def test_every_row_is_tried_and_each_that_fails_is_named() -> None:
    with pytest.raises(AssertionError) as found:
        of([0, 1, 2, 5, 6, 8])
    head, *lines = str(found.value).splitlines()
    assert head == "3 of 4 rows fail"
    assert [line for line in lines if line.startswith("row ")] == [
        "row 0: ValueError: no number",
        "row 6: AssertionError: assert 6 < 4",
        "row 8: AssertionError: assert 8 < 4",
    ]
    assert TRIED == [0, 2, 6, 8]


def test_rows_that_all_hold_pass() -> None:
    of([1, 2, 7])
    assert TRIED == [2]


@each(range(10), name=str, group=lambda n: str(n % 3))
def test_the_groups_are_tests(number: int) -> None:
    """What the table says."""
    assert number in range(10)


def test_a_group_is_a_test_of_its_own_under_the_name_of_the_rows_test() -> None:
    (mark,) = test_the_groups_are_tests.pytestmark  # type: ignore[attr-defined]
    assert list(mark.args[1]) == ["0", "1", "2"]
    assert test_the_groups_are_tests.__name__ == "test_the_groups_are_tests"
    assert test_the_groups_are_tests.__doc__ == "What the table says."
