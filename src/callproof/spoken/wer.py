"""Word error rate: what was heard against what was said, after numbers, spellings and fillers have been made one.

    words changed + words missing + words added
    -------------------------------------------
                 words that were said

A value counts as one word, however many it was said in ("fifteen dollars", "$15"), and values that agree are no error. Chinese,
Japanese and Korean are counted by character. "has fifty turns" heard as "has 50 turns" has a rate of 0; "fifteen dollars please" heard
as "fifty dollars please" one of 1 in 2.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from callproof.spoken.detection import languages_of
from callproof.spoken.paths import Pair, Text, TooManyWaysError, beside, meet, text_of
from callproof.spoken.wording.sequence import Item, sequences

# Goes up whenever the same two texts may get another rate.
NORMALISER = "callproof-words-1"

_CHARACTER = r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]"
_WORD = re.compile(rf"{_CHARACTER}|(?:(?!{_CHARACTER})[^\W_]|(?<=\w)['’](?=\w))+")


def word_error_rate(said: str, heard: str, *, language: str | None = None) -> float | None:
    """The rate, which may exceed 1; None when nothing was said."""
    codes = languages_of(said, heard, language)
    if codes.reason is not None:
        return plain_rate(said, heard)
    a, b = text_of(said, codes.said, None), text_of(heard, codes.heard, None)
    try:
        pairs = meet(a, b)
    except TooManyWaysError:
        pairs = None
    return rate(a, b, beside(a, b) if pairs is None else pairs)


def rate(a: Text, b: Text, pairs: Sequence[Pair]) -> float | None:
    """The rate of two texts that were read and whose values are in pairs."""
    said, heard = sequences(a, b, pairs)
    by_character = a.lexicon.by_character
    return _rate(_units(said, by_character), _units(heard, by_character))


def plain_rate(said: str, heard: str) -> float | None:
    """The rate of two texts in a language that cannot be read: by words as they are written."""
    return _rate(plain_words(said), plain_words(heard))


def plain_words(text: str) -> list[str]:
    """The words of a text in any language, single characters where it writes no spaces."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _units(items: Sequence[Item], by_character: bool) -> list[str]:
    units: list[str] = []
    for item in items:
        if by_character and item.kind != "value" and not item.key.isascii():
            units.extend(item.key)
        else:
            units.append(item.key)
    return units


def _rate(said: list[str], heard: list[str]) -> float | None:
    return Levenshtein.distance(said, heard) / len(said) if said else None
