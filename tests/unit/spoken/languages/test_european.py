"""What holds in all the languages that share the European engine, whatever is said."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken.language import LanguageCode, language_of
from tests.unit.spoken.languages.lattice import can_agree, of_kind, read, spans

CODES: tuple[LanguageCode, ...] = ("es", "pt", "it", "fr", "de")
SIGNS = [",", ".", "-", "/", ":", "%", "€", "$", "£", "?", "'", "º"]
FIGURES = ["0", "1", "3", "08", "12", "30", "31", "50", "100", "000", "2026", "12345678901234567890"]


def vocabulary(code: LanguageCode) -> list[str]:
    """The words that a value can begin with or hold, and some that are none."""
    language = language_of(code)
    numbers = language.numerals.parts  # type: ignore[attr-defined]
    reader = language.readers[0]
    known = {*numbers, *reader.starts(), *reader._following, *language.connectives}  # type: ignore[attr-defined]
    return sorted(known | {"pizza", "Madrid"})


@pytest.mark.parametrize("code", CODES)
def test_no_row_of_words_is_too_much(code: LanguageCode) -> None:
    words = vocabulary(code)
    assert len(words) > 200

    @given(
        st.lists(st.sampled_from([*words, *SIGNS, *FIGURES]), max_size=12),
        st.sampled_from(["", " "]),
        st.booleans(),
    )
    def check(row: list[str], between: str, known_date: bool) -> None:
        text = " ".join(row) if between else "".join(
            word if word in SIGNS else f" {word}" for word in row
        )  # fmt: skip
        reading = read(code, text, date(2028, 2, 29) if known_date else None)
        for i, edges in enumerate(reading.edges):
            assert all(i < edge.end <= len(reading.tokens) for edge in edges)
            assert len(edges) < 300
        assert can_agree(code, text, text)

    check()


@pytest.mark.parametrize("code", CODES)
def test_a_language_lists_the_words_at_which_its_values_begin(code: LanguageCode) -> None:
    language = language_of(code)
    assert language.starts is not None
    assert set(language.currencies) <= set(vocabulary(code))
    assert "pizza" not in language.starts
    assert language.code == code
    assert language.decimal_sign == ","


@pytest.mark.parametrize(
    ("code", "text"),
    [("es", "Quisiera cambiar la dirección de mi pedido, por favor."), ("pt", "Eu queria trocar o endereço do meu pedido, por favor."),
     ("it", "Vorrei cambiare l'indirizzo del mio ordine, per favore."), ("fr", "Je voudrais changer l'adresse de ma commande, s'il vous plaît."),
     ("de", "Ich möchte bitte die Adresse meiner Bestellung ändern.")],
)  # fmt: skip
def test_a_sentence_without_values(code: LanguageCode, text: str) -> None:
    assert spans(code, text) == []
    assert not any(read(code, text).covered)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("es", "Un 777, por favor."),
        ("pt", "Um 777, por favor."),
        ("it", "Un 777, per favore."),
        ("fr", "Un 777, s'il vous plaît."),
        ("de", "Ein 777, bitte."),
    ],
)
def test_a_word_after_a_comma_is_no_fraction_of_the_figures_before_it(code: LanguageCode, text: str) -> None:
    assert spans(code, text) == ["777"]
    assert of_kind(code, text, "number") == {Decimal(777)}


def test_cues_are_of_one_language_in_the_main() -> None:
    for code in CODES:
        others = frozenset().union(*(language_of(other).cues for other in CODES if other != code))
        assert len(language_of(code).cues - others) > 60
