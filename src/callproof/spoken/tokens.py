"""A text cut into words, digits and signs, each with its place in the text."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

TokenKind: TypeAlias = Literal["word", "digits", "sign", "sound"]

_DIGITS, _SIGN = r"[0-9]", r"[^\s\w]|_"
# Chinese, Japanese and Korean are cut into single characters ("sound"), for they write no spaces, or write a number and its unit as
# one word.
_SOUNDS = r"\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\u3005\u3007"
_SOUND = rf"[{_SOUNDS}]"
# A Latin word ends where these begin: "com" in "com이에요".
_LETTER = rf"[^\W\d_{_SOUNDS}]"
# A word may hold apostrophes.
_TOKEN = re.compile(rf"({_DIGITS}+|{_SOUND}|{_LETTER}+(?:'{_LETTER}+)*|{_SIGN})")
# The same for plain texts in small letters, where a letter is told at a glance.
_PLAIN_TOKEN = re.compile(rf"([a-z]+(?:'[a-z]+)*|{_DIGITS}+|{_SIGN})")
# What a token is, by its first character.
_KINDS = re.compile(rf"({_DIGITS})|({_SOUND})|({_LETTER})|({_SIGN})")
_KIND_NAMES: tuple[TokenKind, ...] = ("digits", "sound", "word", "sign")
_KIND_OF: dict[str, TokenKind] = {}
_MOST_CHARS = 8192
_new = tuple.__new__
# What is not seen and not heard: hyphens for where a line may break, joiners, marks of the direction of writing.
_UNSEEN = r"\u00ad\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
_ANY_UNSEEN = re.compile(rf"[{_UNSEEN}]+")
# A letter with the accents after it, a Korean syllable in its parts, a kana with its voicing.
_CLUSTER = re.compile(rf"[\s\S][\u0300-\u036f\u1160-\u11ff\u3099\u309a{_UNSEEN}]*")
_APOSTROPHE = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


class Token(NamedTuple):
    """`text` is folded to lower case, `raw` stands in the source from `start` to `end`.

    `glued`: no space stands between it and the token before it ("em" and "456" in "EM456").
    """

    text: str
    raw: str
    kind: TokenKind
    start: int
    end: int
    glued: bool


def tokenize(text: str) -> list[Token]:
    """The tokens of a text. Full-width letters, digits and signs are read as the plain ones, accents written apart as one letter
    with theirs, and what is not seen (a soft hyphen) is left out; the places stay those of the source."""
    if text.isascii():
        return _cut(text, text.lower(), _PLAIN_TOKEN)
    if unicodedata.is_normalized("NFC", text) and _ANY_UNSEEN.search(text) is None:
        return _cut(text, _folded(text))
    clusters = _CLUSTER.findall(text)
    composed = [_composed(cluster) for cluster in clusters]
    places, end = [0], 0
    for cluster, chars in zip(clusters, composed, strict=True):
        # What grew together is the first character; the others stand for themselves.
        end += len(cluster)
        places += range(end - len(chars) + 1, end + 1)
    plain = "".join(composed)
    spots = [(token, places[token.start], places[token.end]) for token in _cut(plain, _folded(plain))]
    return [token._replace(raw=text[start:end], start=start, end=end) for token, start, end in spots]


def _composed(cluster: str) -> str:
    """A letter with its accents as one letter; some signs have no such form, and come apart instead: they stay as they are."""
    seen = _ANY_UNSEEN.sub("", cluster)
    composed = unicodedata.normalize("NFC", seen)
    return composed if len(composed) <= len(seen) else seen


def _cut(text: str, folded: str, token: re.Pattern[str] = _TOKEN) -> list[Token]:
    tokens: list[Token] = []
    end = 0
    kinds, new, append = _KIND_OF, _new, tokens.append
    # What stands between two tokens and the token behind it, by turns. A third of a reading is spent here: the match objects
    # of `finditer` and the constructor of a named tuple would each double it.
    pieces = iter(token.split(folded))
    for gap, word in zip(pieces, pieces, strict=False):
        start = end + len(gap)
        end = start + len(word)
        kind = kinds.get(word[0]) or _kind_of(word[0])
        append(new(Token, (word, text[start:end], kind, start, end, not gap and start > 0)))
    return tokens


def _kind_of(char: str) -> TokenKind:
    match = _KINDS.match(char)
    kind = _KIND_NAMES[(match.lastindex or 1) - 1] if match is not None else "sign"
    if len(_KIND_OF) < _MOST_CHARS:
        _KIND_OF[char] = kind
    return kind


def _folded(text: str) -> str:
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
