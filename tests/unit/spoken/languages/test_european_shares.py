"""Dozens, pairs, halves, and parts of a million, in the languages that share the European engine."""

from __future__ import annotations

from decimal import Decimal

import pytest

from callproof.spoken.language import LanguageCode
from callproof.spoken.values import Value, number
from tests.unit.spoken.languages.lattice import can_agree, is_number, read


@pytest.mark.parametrize(
    ("code", "text", "value"),
    [
        ("es", "una docena", 12), ("es", "media docena", 6), ("es", "dos docenas", 24), ("es", "un par de", 2), ("es", "medio millón", 500_000),
        ("es", "un cuarto de millón", 250_000), ("pt", "uma dúzia", 12), ("pt", "meia dúzia", 6), ("pt", "meio milhão", 500_000),
        ("it", "una dozzina", 12), ("it", "mezza dozzina", 6), ("it", "un paio di", 2), ("it", "mezzo milione", 500_000),
        ("fr", "une douzaine", 12), ("fr", "deux douzaines", 24), ("fr", "une demi-douzaine", 6), ("fr", "un demi-million", 500_000),
        ("de", "ein Dutzend", 12), ("de", "zwei Dutzend", 24), ("de", "eine halbe Million", 500_000), ("de", "eine Viertelmillion", 250_000),
    ],
)  # fmt: skip
def test_so_many(code: LanguageCode, text: str, value: int) -> None:
    assert is_number(code, text, value)
    assert can_agree(code, text, str(value))
    assert not can_agree(code, text, str(value + 1))


@pytest.mark.parametrize(
    ("code", "text"),
    [("es", "la mitad"), ("pt", "metade"), ("it", "la metà"), ("fr", "la moitié"), ("de", "die Hälfte")],
)
def test_a_half_of_something(code: LanguageCode, text: str) -> None:
    (found,) = read(code, text).spans()
    assert found.readings == {number(Decimal("0.5")), Value("percent", Decimal(50))}


@pytest.mark.parametrize(
    ("code", "said", "heard"),
    [
        ("es", "dos o tres mil pesos", "2000 o 3000 pesos"),
        ("pt", "dois ou três mil reais", "2000 ou 3000 reais"),
        ("it", "due o tremila euro", "2000 o 3000 euro"),
        ("fr", "deux ou trois cents euros", "200 ou 300 euros"),
        ("de", "zwei- bis dreitausend Euro", "2000 bis 3000 Euro"),
    ],
)
def test_a_scale_that_two_numbers_share(code: LanguageCode, said: str, heard: str) -> None:
    assert can_agree(code, said, heard)
    assert not can_agree(code, said, heard.replace("3", "4"))


def test_only_a_larger_round_number_shares_its_scale() -> None:
    assert not can_agree("es", "tres o dos mil", "3000 o 2000")
    assert not can_agree("es", "dos o tres", "2000 o 3")
