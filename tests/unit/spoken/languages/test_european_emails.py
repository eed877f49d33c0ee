"""Addresses as they are spelled out in Spanish, Portuguese, Italian, French and German."""

from __future__ import annotations

import pytest

from callproof.spoken.language import LanguageCode
from tests.unit.spoken.languages.lattice import of_kind, read


@pytest.mark.parametrize(
    ("code", "text", "address"),
    [
        ("es", "juan arroba ejemplo punto com", "juan@ejemplo.com"),
        ("es", "mi correo es ana punto lopez arroba correo punto es", "ana.lopez@correo.es"),
        ("es", "es a n a arroba gmail punto com", "ana@gmail.com"),
        ("es", "ana ochenta y cinco arroba hotmail punto com, gracias", "ana85@hotmail.com"),
        ("es", "ana guión bajo ruiz arroba g m x punto es", "ana_ruiz@gmx.es"),
        ("es", "escriba a ana.lopez arroba correo.es", "ana.lopez@correo.es"),
        ("es", "maría arroba ejemplo punto com", "maria@ejemplo.com"),
        ("pt", "maria ponto lima arroba exemplo ponto com ponto br", "maria.lima@exemplo.com.br"),
        ("it", "mario punto rossi chiocciola esempio punto it", "mario.rossi@esempio.it"),
        ("fr", "marie tiret durand arobase exemple point fr", "marie-durand@exemple.fr"),
        ("de", "max punkt müller at web punkt de", "max.mueller@web.de"),
        ("de", "meine Adresse ist anna minus schmidt ät g m x punkt de", "anna-schmidt@gmx.de"),
    ],
)
def test_an_address_is_read(code: LanguageCode, text: str, address: str) -> None:
    assert address in of_kind(code, text, "email")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("es", "una arroba de trigo"),
        ("de", "das ist at home"),
        ("it", "la chiocciola"),
        ("es", "arroba punto com"),
    ],
)
def test_what_is_no_address(code: LanguageCode, text: str) -> None:
    kinds = {edge.value.kind for edges in read(code, text).edges for edge in edges}
    assert "email" not in kinds
