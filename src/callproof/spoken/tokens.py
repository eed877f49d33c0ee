"""A text cut into words, digits and signs, each with its place in the text."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, NamedTuple, TypeAlias, cast

TokenKind: TypeAlias = Literal["word", "digits", "sign", "sound"]

# A word may hold apostrophes; Chinese, Japanese and Korean are cut into single characters ("sound"), for they write no
# spaces, or write a number and its unit as one word.
_TOKEN = re.compile(
    r"(?P<digits>[0-9]+)"
    r"|(?P<sound>[\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\u3005\u3007])"
    r"|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)"
    r"|(?P<sign>[^\s\w]|_)"
)
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
    """The tokens of a text. Full-width letters, digits and signs are read as the plain ones (one character each)."""
    plain = "".join(_plain(char) for char in text) if not text.isascii() else text
    tokens: list[Token] = []
    end = -1
    for match in _TOKEN.finditer(plain):
        kind = cast(TokenKind, match.lastgroup)
        start, raw = match.start(), match.group()
        folded = raw.lower().translate(_APOSTROPHE)
        tokens.append(Token(folded, text[start : match.end()], kind, start, match.end(), start == end))
        end = match.end()
    return tokens


def _plain(char: str) -> str:
    """The compatibility form of one character where it is one character too, so that places stay what they were."""
    folded = unicodedata.normalize("NFKC", char)
    return folded if len(folded) == 1 else char
