"""Addresses as they are spelled out in Korean and Japanese."""

from __future__ import annotations

import pytest

from callproof.spoken.language import Context, LanguageCode, language_of
from callproof.spoken.reading import read


def addresses(code: LanguageCode, text: str) -> set[object]:
    reading = read(text, Context(language_of(code)))
    return {edge.value.key for edges in reading.edges for edge in edges if edge.value.kind == "email"}


@pytest.mark.parametrize(
    ("code", "text", "address"),
    [
        ("ko", "kim 골뱅이 naver.com", "kim@naver.com"),
        ("ko", "kim123 골뱅이 네이버 점 컴이에요", "kim123@naver.com"),
        ("ko", "제 메일은 hong 점 gildong 골뱅이 다음 점 넷입니다", "hong.gildong@daum.net"),
        ("ko", "hong_gil 골뱅이 nate.com", "hong_gil@nate.com"),
        ("ko", "케이 아이 엠 골뱅이 지메일 닷컴", "kim@gmail.com"),
        ("ja", "tanaka アットマーク example ドット co ドット jp です", "tanaka@example.co.jp"),
        ("ja", "tanaka アットマーク ジーメール ドットコム", "tanaka@gmail.com"),
    ],
)
def test_an_address_is_read(code: LanguageCode, text: str, address: str) -> None:
    assert addresses(code, text) == {address}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("ko", "골뱅이 무침 하나 주세요"),
        ("ko", "kim 골뱅이"),
        ("ja", "アットマークを押してください"),
        ("ja", "tanaka アットマーク example"),
    ],
)
def test_what_is_no_address(code: LanguageCode, text: str) -> None:
    assert addresses(code, text) == set()
