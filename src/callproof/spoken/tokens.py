"""A text cut into words, digits and signs, and the place of each in the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple, TypeAlias

TokenKind: TypeAlias = Literal["word", "digits", "sign", "sound"]

_SIGN = r"[^\s\w]|_"
# Chinese, Japanese and Korean are cut into single characters ("sound"), for they write no spaces, or write a number and its unit as
# one word.
_SOUNDS = (
    ("\u1100", "\u11ff"),
    ("\u3040", "\u30ff"),
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),
    ("\uac00", "\ud7af"),
    ("\u3005", "\u3005"),
    ("\u3007", "\u3007"),
)
# A word may hold apostrophes. The space before a token goes with it.
# Most words have none, and a group that repeats takes as long as all the rest.
_PLAIN_PIECE = re.compile(rf"\s*(?:[A-Za-z]++(?!'[A-Za-z])|[A-Za-z]+(?:'[A-Za-z]+)+|[0-9]+|{_SIGN})")
_KIND_OF: dict[str, TokenKind] = {}
_MOST_CHARS = 8192
_MOST_PIECES = 20_000
# What is not seen and not heard: hyphens for where a line may break, joiners, marks of the direction of writing.
_UNSEEN = r"\u00ad\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
_ANY_UNSEEN = re.compile(rf"[{_UNSEEN}]+")
# A letter with the accents after it, a Korean syllable in its parts, a kana with its voicing.
_CLUSTER = re.compile(rf"[\s\S][\u0300-\u036f\u1160-\u11ff\u3099\u309a{_UNSEEN}]*")
_APOSTROPHE = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


class Token(NamedTuple):
    """`text` is folded to lower case, `raw` stands in the source.

    `glued`: no space stands between it and the token before it ("em" and "456" in "EM456").
    """

    text: str
    raw: str
    kind: TokenKind
    glued: bool


class _Known(dict[str, Token]):
    """The token of each piece of a text that was seen; after too many it begins anew.

    A text repeats what others have said, and to make its tokens anew took a tenth of the time of a comparison.
    """

    def __missing__(self, piece: str) -> Token:
        if len(self) >= _MOST_PIECES:
            self.clear()
        raw = piece.lstrip()
        token = self[piece] = _token(_folded(raw), raw, glued=len(raw) == len(piece))
        return token


_KNOWN = _Known()


@cache
def _piece() -> re.Pattern[str]:
    """A token of any text. To compile it takes milliseconds, and most English texts do not need it."""
    sounds = "".join(f"{first}-{last}" for first, last in _SOUNDS)
    # A Latin word ends where these begin: "com" in "com이에요".
    letter = rf"[^\W\d_{sounds}]"
    return re.compile(rf"\s*(?:[0-9]+|[{sounds}]|{letter}+(?:'{letter}+)*|{_SIGN})")


def tokenize(text: str) -> list[Token]:
    """The tokens of a text. Full-width letters, digits and signs are read as the plain ones, accents written apart as one letter
    with theirs, and what is not seen (a soft hyphen) is left out; `raw` has all that."""
    # Spaces at the end belong to no token, and would be tried from each of them.
    text = text.rstrip()
    if text.isascii():
        pieces = _PLAIN_PIECE.findall(text)
    elif unicodedata.is_normalized("NFC", text) and _ANY_UNSEEN.search(text) is None:
        ends = accumulate(map(len, _piece().findall(_folded(text))), initial=0)
        pieces = [text[start:end] for start, end in pairwise(ends)]
    else:
        return _composed_tokens(text)
    tokens = list(map(_KNOWN.__getitem__, pieces))
    if tokens and tokens[0].glued:
        tokens[0] = _KNOWN[" " + pieces[0]]
    return tokens


def spots(text: str, tokens: Iterable[Token]) -> list[tuple[int, int]]:
    """From which character of a text up to which other (not included) each of its tokens stands."""
    found: list[tuple[int, int]] = []
    end = 0
    for _, raw, _, glued in tokens:
        start = end if glued else text.index(raw, end)
        end = start + len(raw)
        found.append((start, end))
    return found


def _composed_tokens(text: str) -> list[Token]:
    """The tokens of a text some of whose characters have to be put together."""
    clusters = _CLUSTER.findall(text)
    composed = [_composed(cluster) for cluster in clusters]
    places, end = [0], 0
    for cluster, chars in zip(clusters, composed, strict=True):
        # What grew together is the first character; the others stand for themselves.
        end += len(cluster)
        places += range(end - len(chars) + 1, end + 1)
    tokens: list[Token] = []
    end = 0
    for piece in _piece().findall(_folded("".join(composed)).rstrip()):
        word = piece.lstrip()
        start, end = end + len(piece) - len(word), end + len(piece)
        tokens.append(_token(word, text[places[start] : places[end]], glued=word == piece and bool(tokens)))
    return tokens


def _composed(cluster: str) -> str:
    """A letter with its accents as one letter; some signs have no such form, and come apart instead: they stay as they are."""
    seen = _ANY_UNSEEN.sub("", cluster)
    composed = unicodedata.normalize("NFC", seen)
    return composed if len(composed) <= len(seen) else seen


def _token(word: str, raw: str, *, glued: bool) -> Token:
    return Token(word, raw, _KIND_OF.get(word[0]) or _kind_of(word[0]), glued)


def _kind_of(char: str) -> TokenKind:
    kind: TokenKind
    if "0" <= char <= "9":
        kind = "digits"
    elif any(first <= char <= last for first, last in _SOUNDS):
        kind = "sound"
    else:
        kind = "word" if char.isalnum() and not char.isdecimal() else "sign"
    if len(_KIND_OF) < _MOST_CHARS:
        _KIND_OF[char] = kind
    return kind


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return "".join(map(_fold, text)).translate(_APOSTROPHE)


@lru_cache(maxsize=8192)
def _fold(char: str) -> str:
    """The plain form of one character in lower case, where that is one character too; a digit of any script as 0 to 9."""
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    for folded in (unicodedata.normalize("NFKC", char).lower(), char.lower()):
        if len(folded) == 1:
            return folded
    return char
