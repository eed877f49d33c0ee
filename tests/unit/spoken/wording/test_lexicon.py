"""The tables of words are in order, and say which words are forms of one."""

from __future__ import annotations

import re

import pytest

from callproof.spoken.language import LANGUAGES, LanguageCode
from callproof.spoken.wording.lexicon import lexicon_of

ROLE = re.compile(
    r"(?:way:(?:from|to|before)|size:(?:least|most)|having:(?:with|without)|sum:(?:plus|minus)|choice:not|past:ago|[a-z]+)"
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_tables_are_in_order(code: LanguageCode) -> None:
    lexicon = lexicon_of(code)
    assert lexicon.code == code
    phrases = [phrase for group in lexicon.synonyms for phrase in group]
    everything = [
        *phrases,
        *lexicon.variants,
        *lexicon.contractions,
        *lexicon.forms,
        *lexicon.light,
        *lexicon.heavy,
        *lexicon.roles_before,
        *lexicon.roles_after,
        *lexicon.fillers,
    ]
    assert [entry for entry in everything if not entry or entry != " ".join(entry.split())] == []
    assert [entry for entry in everything if entry != entry.lower() and code != "ja"] == []
    assert sorted({phrase for phrase in phrases if phrases.count(phrase) > 1}) == []
    roles = [*lexicon.roles_before.values(), *lexicon.roles_after.values()]
    assert [role for role in roles if ROLE.fullmatch(role) is None] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_spelling_is_not_respelled_again(code: LanguageCode) -> None:
    lexicon = lexicon_of(code)
    for word in {**lexicon.variants, **lexicon.contractions}:
        for part in lexicon.spellings[word]:
            assert lexicon.variants.get(part, part) == part, word


@pytest.mark.parametrize(
    ("code", "one", "other"),
    [
        ("en", "card", "cards"),
        ("en", "canceled", "canceling"),
        ("en", "shipped", "shipping"),
        ("en", "charge", "charging"),
        ("en", "delivery", "deliveries"),
        ("en", "bought", "buy"),
        ("en", "customer", "customer's"),
        ("es", "tarjeta", "tarjetas"),
        ("es", "cancelar", "cancelado"),
        ("es", "quiero", "quiere"),
        ("es", "ayudar", "ayudarme"),
        ("pt", "devolução", "devoluções"),
        ("it", "biglietto", "biglietti"),
        ("fr", "annuler", "annulée"),
        ("de", "karte", "karten"),
        ("de", "buchung", "buchungen"),
    ],
)
def test_forms_of_one_word(code: LanguageCode, one: str, other: str) -> None:
    assert lexicon_of(code).is_form(one, other)
    assert lexicon_of(code).is_form(other, one)


@pytest.mark.parametrize(
    ("code", "one", "other"),
    [
        ("en", "card", "care"),
        ("en", "refund", "return"),
        ("en", "office", "offer"),
        ("en", "as", "ass"),
        ("es", "pedido", "pedazo"),
        ("fr", "rendez-vous", "remboursement"),
        ("de", "termin", "terminal"),
    ],
)
def test_other_words(code: LanguageCode, one: str, other: str) -> None:
    assert not lexicon_of(code).is_form(one, other)
    assert not lexicon_of(code).is_form(other, one)


def test_a_sound_of_thinking_is_taken_out_with_its_commas() -> None:
    pattern = lexicon_of("en").hesitations
    assert pattern is not None
    assert pattern.sub("", "twenty, um, five") == "twenty five"
    assert pattern.sub("", "I was in the ER") == "I was in the ER"
    assert pattern.sub("", "the number, summer") == "the number, summer"
