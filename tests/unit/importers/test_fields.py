"""What importers take from a field, and what no record can hold."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.importers.fields import arguments, carried
from tests.strategies import nested


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -1.5,
        "",
        "\ud800",
        [],
        {},
        {"a": [1, {"b": None}]},
        nested(100),
        10**4000,
        1.7976931348623157e308,
    ],
)
def test_what_a_record_can_hold_is_left_as_it_is(value: Any) -> None:
    assert carried(value) is value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (float("nan"), "holds a number that is not finite"),
        ({"a": [float("-inf")]}, "holds a number that is not finite"),
        ([10**5000], "holds a number of thousands of digits"),
        (nested(101), "holds objects nested more than 100 deep"),
        (nested(5000), "holds objects nested more than 100 deep"),
        ((1, 2), "holds a tuple, which is not JSON"),
        ({"a": b"x"}, "holds a bytes, which is not JSON"),
    ],
)
def test_what_a_record_cannot_hold(value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        carried(value)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, {}),
        ("", {}),
        (" \n", {}),
        ({"a": 1}, {"a": 1}),
        ('{"a": {"b": [1, 2.5, null]}}', {"a": {"b": [1, 2.5, None]}}),
        # No object: it stays the text that it was.
        ("[1]", "[1]"),
        ("5", "5"),
        ("null", "null"),
        ("{", "{"),
        ("a=1", "a=1"),
        ('{"a": NaN}', '{"a": NaN}'),
        ('{"a": 1e999}', '{"a": 1e999}'),
        ('{"a": "\\ud83d"}', '{"a": "\\ud83d"}'),
        ([1, "é"], '[1, "é"]'),
        (5, "5"),
        (False, "false"),
    ],
)
def test_arguments_are_an_object_or_the_text_they_were(given: Any, expected: Any) -> None:
    assert arguments(given) == expected


def test_arguments_too_deep_for_a_record_stay_text() -> None:
    deep = '{"a": ' + "[" * 120 + "]" * 120 + "}"
    assert arguments(deep) == deep
    endless = "[" * 1_000_000
    assert arguments(endless) == endless
