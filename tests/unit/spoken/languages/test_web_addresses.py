"""Web addresses, numbers with points, Roman numerals and days without a month, as values."""

from __future__ import annotations

import datetime

import pytest

from callproof.spoken.language import LanguageCode
from callproof.spoken.paths import text_of
from callproof.spoken.values import Value


def values(code: LanguageCode, text: str, kind: str, day: datetime.date | None = None) -> set[object]:
    """The keys of all values of a kind that may be in a text."""
    found: set[Value] = {value for edges in text_of(text, code, day).edges for _, value in edges}
    return {value.key for value in found if value.kind == kind}


@pytest.mark.parametrize(
    ("code", "text", "address"),
    [
        ("en", "w w w dot shop dot com slash sale", "shop.com/sale"),
        ("en", "www.shop.com/sale", "shop.com/sale"),
        ("en", "acme dot co dot uk", "acme.co.uk"),
        ("en", "our site is blue sky dot com", "bluesky.com"),
        ("en", "acme dash tools dot com", "acme-tools.com"),
        ("es", "triple w punto tienda punto com barra ofertas", "tienda.com/ofertas"),
        ("de", "laden Punkt de Schrägstrich hilfe", "laden.de/hilfe"),
        ("pt", "loja ponto com ponto br", "loja.com.br"),
        ("ko", "www.shop.com/sale 에서", "shop.com/sale"),
    ],
)
def test_a_web_address_is_read_without_its_www(code: LanguageCode, text: str, address: str) -> None:
    assert address in values(code, text, "web")


@pytest.mark.parametrize("text", ["the dot com bubble", "bob@shop.com", "It is done. Com is no word."])
def test_what_is_no_web_address(text: str) -> None:
    assert values("en", text, "web") == set()


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "one ninety-two dot one sixty-eight dot one dot eleven"),
        ("es", "uno nueve dos punto uno seis ocho punto uno punto once"),
        ("de", "192.168.1.11"),
    ],
)
def test_numbers_with_points_are_one_code(code: LanguageCode, text: str) -> None:
    assert "192.168.1.11" in values(code, text, "code")


@pytest.mark.parametrize(
    ("text", "number"), [("World War II", 2), ("Henry V", 5), ("Louis XIV", 14), ("Henry VIII", 8)]
)
def test_a_roman_numeral_behind_a_name(text: str, number: int) -> None:
    assert values("en", text, "number") == {number}


@pytest.mark.parametrize("text", ["Vitamin d", "plan v", "I am here", "mix it"])
def test_what_is_no_roman_numeral(text: str) -> None:
    assert values("en", text, "number") == set()


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("es", "el día dos"),
        ("de", "am zweiten passt es"),
        ("fr", "le deux"),
        ("it", "il due"),
        ("ja", "二日です"),
        ("ko", "2일에요"),
    ],
)
def test_a_day_without_its_month_is_in_this_month_or_the_next(code: LanguageCode, text: str) -> None:
    day = datetime.date(2026, 12, 1)
    assert values(code, text, "date", day) == {(2026, 12, 2), (2027, 1, 2)}
    assert values(code, text, "date") == set()


@pytest.mark.parametrize(
    ("code", "text"), [("de", "am zweiten Schalter"), ("ja", "二日間です"), ("es", "el dos por ciento")]
)
def test_a_counted_or_ranked_thing_is_no_day(code: LanguageCode, text: str) -> None:
    assert values(code, text, "date", datetime.date(2026, 12, 1)) == set()
