"""Korean licence plates, written and said."""

from __future__ import annotations

import pytest

from callproof.spoken.language import Context, language_of
from callproof.spoken.reading import read
from callproof.spoken.values import Value, code, number

KOREAN = Context(language_of("ko"))


@pytest.mark.parametrize(
    ("text", "plate"),
    [
        ("12가 3456", "12가3456"),
        ("제 차는 123하4567이에요", "123하4567"),
        ("십이 나 삼사오육", "12나3456"),
        ("일이삼 마 사오육칠입니다", "123마4567"),
    ],
)
def test_a_plate_is_one_code_and_nothing_else(text: str, plate: str) -> None:
    (span,) = read(text, KOREAN).spans()
    assert span.readings == {code(plate)}


def values(text: str) -> set[Value]:
    """All that any piece of a text can stand for."""
    return {edge.value for edges in read(text, KOREAN).edges for edge in edges}


@pytest.mark.parametrize("text", ["12호 3456", "12주 3456"])
def test_what_may_be_a_number_with_its_unit(text: str) -> None:
    assert {number(12), code(text.replace(" ", ""))} <= values(text)


def test_a_certain_plate_holds_no_number() -> None:
    assert number(12) not in values("12가 3456")


@pytest.mark.parametrize("text", ["총 12가 34567", "12가 345", "1가 3456", "12 가 3456", "12가 3456원"])
def test_what_is_no_plate(text: str) -> None:
    assert not any("가" in str(value.key) for value in values(text))
