"""Korean licence plates: 12가 3456, 123하4567, 십이 나 삼사오육."""

from __future__ import annotations

from collections.abc import Iterator

from callproof.spoken.language import Edge, Scan
from callproof.spoken.languages.ko_context import ends_word
from callproof.spoken.languages.ko_numbers import DIGITS, ZEROS, sino
from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import code

_SYLLABLES = frozenset("가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주바사아자하허호배")
# Units, particles and numerals that may stand between two numbers: 12호, 12주, "to 12".
_DOUBTFUL = frozenset("로도호주구사오조두수부고서하")
_NAMES = {syllable: str(value) for syllable, value in DIGITS.items()} | dict.fromkeys(ZEROS, "0")
_CLASS_DIGITS = range(2, 4)
_SERIAL = 4
_LONGEST_WORD = 6


def _plates(reading: Reading) -> Iterator[tuple[int, Edge]]:
    """The plates of a text, each with the token it begins at; one that can be nothing else leaves no other reading inside."""
    words = reading.words
    tokens = reading.tokens
    for k in range(1, len(words) - 1):
        if words[k] not in _SYLLABLES or not _may_be_digit(tokens[k - 1]) or not _may_be_digit(tokens[k + 1]):
            continue
        serial = _serial(tokens, k + 1)
        if serial is None or not (
            serial[0] == len(tokens) or not tokens[serial[0]].glued or ends_word(tokens, serial[0])
        ):
            continue
        for start, digits in _class(tokens, k):
            if words[k] not in _DOUBTFUL:
                reading.edges[start : serial[0]] = [()] * (serial[0] - start)
            yield start, Edge(serial[0], code(f"{digits}{words[k]}{serial[1]}"))


SCAN = Scan(_SYLLABLES, _plates)


def _may_be_digit(token: Token) -> bool:
    return token.kind == "digits" or token.text in _NAMES or token.text == "십"


def _serial(tokens: list[Token], i: int) -> tuple[int, str] | None:
    """The four digits behind the syllable, and where they end."""
    if tokens[i].kind == "digits":
        return (i + 1, tokens[i].text) if len(tokens[i].text) == _SERIAL else None
    names = [_NAMES.get(token.text, "") for token in tokens[i : i + _SERIAL]]
    return (i + _SERIAL, "".join(names)) if len(names) == _SERIAL and all(names) else None


def _class(tokens: list[Token], k: int) -> Iterator[tuple[int, str]]:
    """The two or three digits before the syllable, and where they begin."""
    if tokens[k - 1].kind == "digits":
        if len(tokens[k - 1].text) in _CLASS_DIGITS and tokens[k].glued:
            yield k - 1, tokens[k - 1].text
        return
    start = k - 1
    while (
        start > 0 and tokens[start].glued and k - start < _LONGEST_WORD and tokens[start - 1].kind == "sound"
    ):
        start -= 1
    names = [_NAMES.get(token.text, "") for token in tokens[start:k]]
    if all(names) and len(names) in _CLASS_DIGITS:
        yield start, "".join(names)
    elif not all(names):
        for end, value, _ in sino(tokens, start):
            if end == k and 10 <= value < 1000:
                yield start, str(int(value))
