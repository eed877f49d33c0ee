"""What a recogniser wrote for digits that sound like words: "order for 821" for "order four eight two one".

Where an agent tells nothing itself, one recogniser's text is all there is of what it said, and one recogniser alone must not accuse. Where
its words can be read as a number that the call is about, they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_DIGITS = {
    word: str(digit)
    for digit, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    )
} | {"oh": "0", "o": "0"}
_ALIKE = {"for": "4", "fore": "4", "to": "2", "too": "2", "won": "1", "ate": "8", "nein": "9", "sex": "6"}
_WORD = "|".join([*_DIGITS, *_ALIKE, r"\d+"])
# At least two of them in a row, with at most a comma between.
_RUN = re.compile(rf"\b(?:{_WORD})\b(?:[\s,]+(?:{_WORD})\b)+", re.IGNORECASE)
_PIECE = re.compile(r"\w+")
_SHORTEST = 3


def as_meant(heard: str, codes: Collection[str]) -> str:
    """The text with every run of digits and words that sound like digits written as the code that it can stand for.

    `codes` are the digit strings of the call, of three and more. A run that is one of them without the words stays as it is.
    """
    if not codes:
        return heard
    return _RUN.sub(lambda run: _meant(run[0], codes), heard)


def _meant(run: str, codes: Collection[str]) -> str:
    pieces = _PIECE.findall(run.lower())
    if not any(piece in _ALIKE for piece in pieces):
        return run
    digits = [_DIGITS.get(p) or _ALIKE.get(p) or p for p in pieces]
    # The longest part of the run that is a code and needs one of the words; what stands beside it stays.
    for length in range(len(pieces), 1, -1):
        for start in range(len(pieces) - length + 1):
            part = slice(start, start + length)
            needed = any(piece in _ALIKE for piece in pieces[part])
            if needed and "".join(digits[part]) in codes:
                return " ".join([*pieces[: part.start], "".join(digits[part]), *pieces[part.stop :]])
    return run


def codes_in(values: Collection[object]) -> frozenset[str]:
    """The values that are digits alone, as texts."""
    texts = {str(value) for value in values if isinstance(value, str | int) and not isinstance(value, bool)}
    return frozenset(text for text in texts if text.isdecimal() and len(text) >= _SHORTEST)
