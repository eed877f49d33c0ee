"""Letters in front of figures that are no spelled code for sure: "ABC 123" may be a code, "TV 55" a set.

Which of both it is does not matter where the two texts have different letters there: they name different things.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from callproof.spoken.codes import ABBREVIATIONS
from callproof.spoken.language import words
from callproof.spoken.paths import Text

_LONGEST_BLOCK = 5
# What these name is clear without them: "my PIN 4821", "my 4821".
_NAMES_OF_CODES = frozenset(words("id pin no po sku vin ssn zip iban ref nr tel dob otp cvv cvc imei mrn"))


class Block(NamedTuple):
    """Capitals before figures, or what stands there instead: the tokens from `start` up to `end`."""

    text: str
    start: int
    end: int


def other_blocks(a: Text, b: Text) -> Iterator[tuple[Block, Block]]:
    """The letters that differ between two texts with the same figures, or are missing in one."""
    if _is_shouted(a) or _is_shouted(b):
        return
    these, those = _figures(a), _figures(b)
    if [a.tokens[i].text for i in these] != [b.tokens[j].text for j in those]:
        return
    for i, j in zip(these, those, strict=True):
        one, other = _block(a, i), _block(b, j)
        if one is not None and other is not None:
            if one.text != other.text:
                yield one, other
        elif one is not None and _is_missing(a, one, b, j):
            yield one._replace(end=i + 1), Block("", j, j + 1)
        elif other is not None and _is_missing(b, other, a, i):
            yield Block("", i, i + 1), other._replace(end=j + 1)


def _is_shouted(text: Text) -> bool:
    """Whether all of a text is in capitals, so that they tell nothing."""
    return text.source.isupper() and sum(token.kind == "word" for token in text.tokens) > 1


def _figures(text: Text) -> list[int]:
    return [i for i, token in enumerate(text.tokens) if token.kind == "digits"]


def _block(text: Text, i: int) -> Block | None:
    end = i - 1 if i > 1 and text.tokens[i - 1].text == "-" else i
    if not end:
        return None
    token = text.tokens[end - 1]
    is_block = token.kind == "word" and token.raw.isupper() and 1 < len(token.raw) <= _LONGEST_BLOCK
    known = token.text in text.language.currencies or token.text in ABBREVIATIONS
    return Block(token.text, end - 1, end) if is_block and not known else None


def _is_missing(text: Text, block: Block, other: Text, j: int) -> bool:
    """Whether the figures of the other text stand right behind the word that is before the letters here."""
    if block.text in _NAMES_OF_CODES:
        return False
    before = text.tokens[block.start - 1].text if block.start else ""
    return before == (other.tokens[j - 1].text if j else "")
