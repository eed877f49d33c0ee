"""Values for sample rows."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.scenario.drafting.declared import DeclaredParameter
from callproof.scenario.drafting.samples import format_of, keys_like, numbers, values


def parameter(name: str, **more: Any) -> DeclaredParameter:
    return DeclaredParameter(name=name, **{"type": "string", **more})


def test_numbers_come_in_pairs_that_sound_alike_and_never_twice() -> None:
    assert numbers(3, 0) == ["4821", "4281", "5907"]
    many = numbers(300, 0)
    assert len(set(many)) == 300
    assert all(len(number) == 4 for number in many)


def test_keys_take_the_form_of_the_example() -> None:
    assert keys_like("BK-1042", 2, 0) == ["BK-4821", "BK-4281"]
    assert keys_like("HB10421", 1, 0) == ["HB48214"]
    assert keys_like("3fa85f64-5717-4562-b3fc-2c963f66afa6", 1, 0) == ["4821"]
    assert keys_like(None, 1, 3) == ["6540"]


@pytest.mark.parametrize(
    ("given", "kind", "expected"),
    [
        (parameter("plan", choices=("a", "b", "c")), "text", ["a", "b", "a"]),
        (parameter("plan", choices=("a", "b")), "text", ["a", "a", "a"]),
        (
            parameter("motto", examples=("by the door",)),
            "text",
            ["by the door", "first motto", "second motto"],
        ),
        (
            parameter("motto", examples=("{hole}", "x\ny")),
            "text",
            ["first motto", "second motto", "third motto"],
        ),
        (parameter("service_name"), "text", ["cleaning", "repair", "inspection"]),
        (parameter("start_date"), "text", ["2026-03-18", "2026-03-19", "2026-03-24"]),
        (parameter("guests", type="integer", examples=(4,)), "integer", [4, 2, 3]),
        (parameter("urgent", type="boolean"), "boolean", [False, True, False]),
        (parameter("price", type="number"), "number", [35, 53, 40]),
        (parameter("patient_name"), "text", ["Dana Reyes", "Tomas Novak", "Grace Okafor"]),
    ],
)
def test_values(given: DeclaredParameter, kind: str, expected: list[Any]) -> None:
    assert values(given, kind, 3) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (parameter("day", description="ISO 8601 date"), "date"),
        (parameter("slot", description="HH:MM"), "time"),
        (parameter("email_address"), "email"),
        (parameter("id", format="uuid"), "uuid"),
        (parameter("update"), None),
        (parameter("date", type="integer"), None),
    ],
)
def test_formats_are_guessed_where_none_is_declared(given: DeclaredParameter, expected: str | None) -> None:
    assert format_of(given) == expected
