"""Texts cut into words, digits and signs: kinds, folding, places, and what is glued to what."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken.tokens import spots, tokenize


def texts(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


def cut_out(text: str) -> list[str]:
    return [text[start:end] for start, end in spots(text, tokenize(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t", []),
        ("Fifteen dollars, please.", ["fifteen", "dollars", ",", "please", "."]),
        ("I don't; it’s 5 o'clock", ["i", "don't", ";", "it's", "5", "o'clock"]),
        ("'tis rock 'n' roll'", ["'", "tis", "rock", "'", "n", "'", "roll", "'"]),
        ("EM456 em_4", ["em", "456", "em", "_", "4"]),
        ("$1,234.50", ["$", "1", ",", "234", ".", "50"]),
        ("4:30pm", ["4", ":", "30", "pm"]),
        ("50% of €5", ["50", "%", "of", "€", "5"]),
        ("a@b.co", ["a", "@", "b", ".", "co"]),
        ("Füße über ÉCOLE", ["füße", "über", "école"]),
        ("만 오천 원", ["만", "오", "천", "원"]),
        ("午後4時", ["午", "後", "4", "時"]),
        ("ＥＭ４５６　１５％", ["em", "456", "15", "%"]),
        ("٣٤ ४५", ["34", "45"]),
    ],
)
def test_what_the_tokens_of_a_text_are(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_a_token_knows_its_kind_and_what_it_is_glued_to_and_has_its_place() -> None:
    text = "Gate B12, 五"
    assert [(t.raw, t.kind, t.glued) for t in tokenize(text)] == [
        ("Gate", "word", False),
        ("B", "word", False),
        ("12", "digits", True),
        (",", "sign", True),
        ("五", "sound", False),
    ]
    assert spots(text, tokenize(text)) == [(0, 4), (5, 6), (6, 8), (8, 9), (10, 11)]


def test_the_raw_text_keeps_its_case_and_its_width() -> None:
    (token,) = tokenize("Ｅｍ")
    assert (token.text, token.raw) == ("em", "Ｅｍ")


@pytest.mark.parametrize("text", ["café 5 años", "한국어 만", "が行", "été glacé, naïf"])
def test_accents_written_apart_are_the_same_words_at_their_own_places(text: str) -> None:
    apart = unicodedata.normalize("NFD", text)
    tokens = tokenize(apart)
    assert [(t.text, t.kind, t.glued) for t in tokens] == [(t.text, t.kind, t.glued) for t in tokenize(text)]
    assert cut_out(apart) == [t.raw for t in tokens]
    assert "".join(t.raw for t in tokens) == apart.replace(" ", "")


@pytest.mark.parametrize(
    "text",
    ["İstanbul", "ﬁne ½", "ŉ", "ẞ", "\u0301x", "\ud83d", "\U0001d15e", "x\u0302 e\u0301", "A\u0300\u0300"],
)
def test_letters_without_a_single_plain_form_stay_where_they_are(text: str) -> None:
    assert cut_out(text) == [t.raw for t in tokenize(text)]
    assert all(cut_out(text))


@given(st.text())
def test_the_tokens_are_the_text_without_its_spaces(text: str) -> None:
    end = 0
    tokens = tokenize(text)
    for token, (start, stop) in zip(tokens, spots(text, tokens), strict=True):
        assert start >= end
        assert stop > start
        assert text[start:stop] == token.raw
        assert token.glued == (start == end and end > 0)
        end = stop


@given(st.text(alphabet="aB3 '.-$é"), st.text(alphabet="aB3 '.-$é"))
def test_a_space_parts_two_texts(one: str, other: str) -> None:
    assert texts(f"{one} {other}") == texts(one) + texts(other)


def test_what_is_not_seen_is_left_out_and_places_stay() -> None:
    text = "\ufeffPay fif\u00adteen\u200e now"
    found = tokenize(text)
    assert [token.text for token in found] == ["pay", "fifteen", "now"]
    assert cut_out(text) == ["\ufeffPay", "fif\u00adteen\u200e", "now"]
