"""At which tokens a value can begin: by the token itself, and by what stands around it."""

from __future__ import annotations

import pytest

from callproof.spoken.beginnings import beginnings
from callproof.spoken.language import LanguageCode, language_of
from callproof.spoken.tokens import tokenize


@pytest.mark.parametrize(
    ("language", "text", "begun"),
    [
        ("en", "I want fifteen", ["fifteen"]),
        ("en", "last week", []),
        ("en", "last Tuesday", ["last", "Tuesday"]),
        # Two letters before a code may be letters of it; "of" is none, and before a word neither is "xo".
        ("en", "xo four five", ["xo", "four", "five"]),
        ("en", "of four", ["four"]),
        ("en", "xo please", []),
        # What is glued to digits may be part of a code with them.
        ("en", "tell EM456 please", ["EM", "456"]),
        ("en", "seat 4rows", ["4", "rows"]),
        ("en", "four rows", ["four"]),
        ("en", "about -5 degrees", ["-", "5"]),
        ("en", "well-known", []),
        ("de", "einundzwanzig Leute", ["einundzwanzig"]),
    ],
)
def test_values_begin_at_some_tokens(language: LanguageCode, text: str, begun: list[str]) -> None:
    tokens = tokenize(text)
    assert [tokens[i].raw for i in beginnings(tokens, language_of(language))] == begun
