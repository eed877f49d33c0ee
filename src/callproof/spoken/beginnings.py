"""At which tokens of a text a value can begin."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress
from typing import Literal, TypeAlias

from callproof.spoken.atoms import code_words, is_amid_words
from callproof.spoken.language import Language
from callproof.spoken.tokens import Token

_MOST_TOKENS = 20_000
# Whether a value can begin at a token: "maybe" depends on what stands around it.
_Chance: TypeAlias = Literal["", "maybe", "surely", "digits"]


class _Chances(dict[Token, _Chance]):
    """What can be told of each token by itself, found out at the first time; after too many it begins anew.

    Most tokens are words at which no value begins, and to find that out again for each of them took a twentieth of the time of a reading.
    """

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, token: Token) -> _Chance:
        if len(self) >= _MOST_TOKENS:
            self.clear()
        chance = self[token] = _chance(token, self._language)
        return chance


def _chance(token: Token, language: Language) -> _Chance:
    word, raw, kind, glued = token
    if kind == "digits":
        return "digits"
    if word in (language.starts or ()):
        return "maybe" if word in language.starts_before else "surely"
    if kind != "word":
        return "surely" if word in language.currencies or (word == "-" and not glued) else ""
    if len(word) == 1 or raw.isupper():
        return "maybe" if word in code_words(language).lone else "surely"
    is_short = len(word) == 2 and word not in code_words(language).no_letters
    return "maybe" if is_short or glued else ""


@cache
def _chances(language: Language) -> _Chances:
    return _Chances(language)


def beginnings(tokens: Sequence[Token], language: Language) -> list[int]:
    """The tokens at which a value can begin, in their order."""
    if language.starts is None:
        return list(range(len(tokens)))
    chances = list(map(_chances(language).__getitem__, tokens))
    found: list[int] = []
    last = -1
    # From the end, for whether a short word begins one depends on what stands behind it.
    for i in reversed(list(compress(range(len(tokens)), chances))):
        chance = chances[i]
        if i == last or (chance == "maybe" and not _begins(tokens, i, language, follows=last == i + 1)):
            continue
        found.append(i)
        last = i
        if chance == "digits" and tokens[i][3] and tokens[i - 1][2] == "word":
            last = i - 1
            found.append(last)
    return found[::-1]


def _begins(tokens: Sequence[Token], i: int, language: Language, *, follows: bool) -> bool:
    """Whether a value begins at a token that may be none for what stands around it; `follows`: one can at the token behind it."""
    word, raw, kind, glued = tokens[i]
    behind = tokens[i + 1][0] if i + 1 < len(tokens) else ""
    if behind in language.starts_before.get(word, ()):
        return True
    if kind != "word":
        return word in language.currencies or (word == "-" and not glued)
    known = code_words(language)
    # A word before a code may be letters of it: "em four five six", "EM 456".
    return (
        (
            (len(word) == 1 or raw.isupper())
            and not (word in known.lone and is_amid_words(tokens, i, language))
        )
        or (follows and len(word) == 2 and word not in known.no_letters)
        or (glued and i > 0 and tokens[i - 1].kind == "digits")
    )
