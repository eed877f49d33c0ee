"""Words that exclude each other: how often, and what a price holds."""

from __future__ import annotations

import pytest

from callproof.spoken.language import LanguageCode
from callproof.spoken.opposites import _names_in, _pattern, other_poles, other_words
from callproof.spoken.paths import text_of
from callproof.spoken.wording.poles import POLES
from tests.unit.spoken.test_pairs import ALL


def found(code: LanguageCode, said: str, heard: str) -> list[tuple[str, str]]:
    pairs = other_poles(text_of(said, code, None), text_of(heard, code, None))
    return [(one.text, other.text) for one, other in pairs]


@pytest.mark.parametrize(
    ("code", "said", "heard", "words"),
    [
        ("en", "A monthly fee, including tax.", "A yearly fee, excluding tax.", [("monthly", "yearly"), ("including", "excluding")]),
        ("es", "La cuota mensual", "La cuota anual", [("mensual", "anual")]),
        ("de", "monatlich kündbar", "jährlich kündbar", [("monatlich", "jährlich")]),
        ("fr", "cent euros TTC", "cent euros HT", [("TTC", "HT")]),
        ("pt", "plano mensal", "plano anual", [("mensal", "anual")]),
        ("it", "IVA inclusa", "IVA esclusa", [("inclusa", "esclusa")]),
        ("ko", "부가세 포함", "부가세 불포함", [("포함", "불포함")]),
        ("en", "next month", "last month", [("next", "last")]),
        ("es", "hace tres días", "dentro de tres días", [("hace", "dentro de")]),
        ("de", "vor drei Tagen", "in drei Tagen", [("vor", "in")]),
        ("ko", "하루에 두 번", "일주일에 두 번", [("하루에", "일주일에")]),
        ("ja", "来月", "先月", [("来", "先")]),
        ("ja", "税込みで月に千円", "税抜きで年に千円", [("込み", "抜き"), ("月に", "年に")]),
    ],
)  # fmt: skip
def test_what_excludes_each_other(
    code: LanguageCode, said: str, heard: str, words: list[tuple[str, str]]
) -> None:
    assert sorted(found(code, said, heard)) == sorted(words)


@pytest.mark.parametrize(
    ("code", "said", "heard"),
    [
        ("en", "a monthly fee", "a fee every month"),
        ("en", "a monthly fee", "a fee"),
        ("en", "daily and weekly", "daily"),
        ("ja", "3月に行きます", "三年に行きます"),
        ("ja", "申し込みです", "わさび抜きです"),
        ("ko", "삼월 이일에", "연 이일에"),
    ],
)
def test_what_does_not(code: LanguageCode, said: str, heard: str) -> None:
    assert found(code, said, heard) == []


@pytest.mark.parametrize(
    ("code", "said", "heard", "words"),
    [
        ("en", "I am unable to pay", "I am able to pay", [("unable", "able")]),
        ("en", "that is possible", "that is impossible", [("possible", "impossible")]),
        ("es", "es imposible", "es posible", [("imposible", "posible")]),
        ("de", "das ist unmöglich", "das ist möglich", [("unmöglich", "möglich")]),
        ("fr", "il est incomplet", "il est complet", [("incomplet", "complet")]),
        ("en", "call me unless it works", "call me less if it works", []),
        ("en", "it is able and unable", "it is able", []),
        ("en", "the form", "inform them", []),
    ],
)
def test_a_word_and_what_its_prefix_denies(
    code: LanguageCode, said: str, heard: str, words: list[tuple[str, str]]
) -> None:
    for a, b, expected in ((said, heard, words), (heard, said, [(two, one) for one, two in words])):
        pairs = other_words(text_of(a, code, None), text_of(b, code, None))
        assert [(one.text, other.text) for one, other in pairs] == expected


@pytest.mark.parametrize("code", ["en", "es", "de", "fr", "pt", "it"])
def test_no_pattern_that_matches_is_left_out_of_a_search(code: LanguageCode) -> None:
    patterns = tuple(POLES[code])
    texts = {text for pair in ALL if pair.language == code for text in (pair.said, pair.heard)}
    matches = 0
    for text in texts:
        names = _names_in(text_of(text, code, None))
        for match in _pattern(code, patterns).finditer(text.lower()):
            assert match.lastgroup in names, (text, match.group())
            matches += 1
    assert matches > 10
