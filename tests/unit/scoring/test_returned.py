"""What tools gave back, and which figures follow from others."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from callproof.scoring.returned import follows, keys, may_follow, mills, returned, written
from tests.unit.scoring.calls import action, agent, call_of


def given_back(result: Any) -> tuple[set[Decimal], set[str], tuple[str, ...]]:
    tool = call_of(agent(0, 1, "OK.", actions=[action("get", result=result)])).tool_calls[0]
    found = returned(tool)
    return set(found.figures), set(found.words), found.texts


def test_figures_words_and_texts() -> None:
    figures, words, texts = given_back(
        {"total": "37.90", "id": "EM-456", "n": 3, "ok": True, "note": "Order A-1009: lamp, $20"}
    )
    assert figures == {Decimal("37.90"), Decimal(3), Decimal(20)}
    assert {"em456", "3", "a1009", "lamp", "3790"} <= words
    assert texts == ("Order A-1009: lamp, $20",)


def test_json_inside_a_text_is_read() -> None:
    figures, words, _ = given_back('{"orders": [{"id": "A-1009", "price": 20}]}')
    assert figures == {Decimal(20)}
    assert words == {"a1009", "20"}


def test_nothing_given_back() -> None:
    assert given_back(None) == (set(), set(), ())
    assert given_back({}) == (set(), set(), ())


def test_what_a_value_is_found_by() -> None:
    assert written("EM-456 / b") == "em456b"
    assert keys("EM-456") == ("em456",)
    assert keys("2026-12-04") == ("20261204",)
    assert keys("19:30:00") == ("1930",)
    # Of a moment its day, its time, and both, whatever its seconds and zone.
    assert keys("2026-12-04T19:30:00Z") == ("20261204", "1930", "202612041930")
    assert keys("2026-12-04 19:30") == ("20261204", "1930", "202612041930")


@pytest.mark.parametrize(
    ("wanted", "figures", "expected"),
    [
        (35, (15, 20), True),  # a sum
        (15, (50, 35), True),  # a difference
        (27, (3, 9), True),  # a multiple
        (30, (15,), False),
        (30, (15, 15), True),
        (15, (15,), False),
        (40, (15, 20), False),
        (120, (2, 60), True),
        (122, (2, 61), True),
        (0, (), False),
        (5, (), False),
    ],
)
def test_what_follows_from_figures(wanted: int, figures: tuple[int, ...], expected: bool) -> None:
    known = [mills(Decimal(number)) for number in figures]
    assert follows(mills(Decimal(wanted)), known) is expected
    # The quick look never misses what follows.
    assert may_follow(mills(Decimal(wanted)), frozenset(known)) or not expected


def test_thousandths() -> None:
    assert mills(Decimal("12.5")) == 12_500
    assert mills(Decimal("0.0005")) == 0
    assert mills(Decimal("1E+30")) == 0
