"""Patterns over classes of words: what each part of the notation meets, and what is refused."""

from __future__ import annotations

import pytest

from callproof.spoken.claiming.patterns import Alphabet, Pattern

CLASSES = {
    "me": ["i", "we"],
    "have": ["have", "has"],
    "not": ["not", "never"],
    "past": ["placed", "sent", "set"],
    "base": ["place", "send", "set"],
    "lead": ["so", "okay"],
    "stop": ["not", "never", "if"],
}
PATTERNS = ["=all =set", "=so"]


@pytest.fixture(scope="module")
def alphabet() -> Alphabet:
    return Alphabet(CLASSES, PATTERNS)


def meets(alphabet: Alphabet, pattern: str, text: str) -> bool:
    compiled: Pattern = alphabet.compile(pattern)
    chars = "".join(alphabet.chars.get(word, alphabet.other) for word in text.split())
    found = compiled.compiled.search(chars) is not None
    # What the masks rule out can never be found.
    assert compiled.fits(alphabet.mask(chars)) or not found
    return found


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("me have past", "i have placed it", True),
        ("me have past", "i have place it", False),
        ("me have past", "i have set it", True),
        ("me base", "we set it", True),
        ("me have not? past", "i have sent it", True),
        ("me have not? past", "i have never sent it", True),
        ("me have not past", "i have sent it", False),
        ("me/have past", "has sent", True),
        ("me !not past", "i now sent", True),
        ("me !not past", "i never sent", False),
        ("me !not/have past", "i have sent", False),
        ("=all =set", "you are all set", True),
        ("=all =set", "all sent", False),
        ("me .. past", "i really truly sent it", True),
        ("me .. past", "i would if you sent it", False),
        ("me _ past", "i if sent", True),
        ("^ past", "so okay sent it", True),
        ("^ past", "now sent it", False),
        ("^^ past", "so sent it", False),
        ("past $", "i sent", True),
        ("past $", "i sent it", False),
        ("<not past", "sent", True),
        ("<not past", "not sent", False),
        ("(me|have)+ past", "has sent", True),
        ("^^ me (have|not){2} past", "i have not sent", True),
        ("^^ me (have|not){0,1} past", "i have not sent", False),
        ("me (have not|not have) past", "i not have sent", True),
    ],
)
def test_the_notation(alphabet: Alphabet, pattern: str, text: str, found: bool) -> None:
    assert meets(alphabet, pattern, text) is found


def test_the_part_that_is_meant(alphabet: Alphabet) -> None:
    chars = "".join(alphabet.chars.get(word, alphabet.other) for word in ["i", "have", "not", "sent", "it"])
    match = alphabet.compile("have [not past]").compiled.search(chars)
    assert match is not None
    assert match.span(1) == (2, 4)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("me nobody", "no such class of words"),
        ("me & past", "not a pattern"),
        ("(me past", "a bracket is open"),
    ],
)
def test_a_wrong_pattern_is_refused(alphabet: Alphabet, pattern: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        alphabet.compile(pattern)
