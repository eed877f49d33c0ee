"""A text as sentences of characters that stand for words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from callproof.spoken.reading import Reading
from callproof.spoken.tokens import Token
from callproof.spoken.values import Span

_ENDS = frozenset(".!?。")
_JOINTS = frozenset({",", ";", ":", "—", "–", "-", "…", "、", "(", ")", "¿"})
# "No. 5"
_NUMBER_MARKS = frozenset(["no", "nr", "núm", "num", "n"])
VALUE, COMMA = " value", ","


@dataclass(slots=True)
class Sentence:
    """`chars` stand for words; `places` are the tokens they come from. `question`: it ends with a question mark."""

    chars: str
    places: list[int]
    question: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Cutter:
    """`chars` has those of each word, of VALUE and COMMA. `kept` are words that stand for themselves inside a value, too.

    A word that is not known is cut at its apostrophe, before it ("order's") or behind it ("l'ordre").
    """

    chars: Mapping[str, str]
    other: str
    kept: frozenset[str]
    behind_apostrophe: bool
    abbreviations: frozenset[str]

    def cut(self, reading: Reading, spans: list[Span]) -> list[Sentence]:
        sentences: list[Sentence] = []
        chars: list[str] = []
        places: list[int] = []
        tokens, get, value = reading.tokens, self.chars.get, self.chars[VALUE]
        valued = _valued(reading.spots, spans) if spans else ()
        for i, word in enumerate(reading.words):
            found = value if i in valued and word not in self.kept else get(word)
            if found is None:
                if tokens[i].kind == "sign":
                    if word in _ENDS and self._ends(tokens, i):
                        self._finish(sentences, chars, places, word == "?")
                        chars, places = [], []
                        continue
                    found = self._sign(tokens, i)
                else:
                    found = self._unknown(word) if "'" in word else self.other
            if len(found) == 1:
                chars.append(found)
                places.append(i)
            else:
                chars += found
                places += [i] * len(found)
        self._finish(sentences, chars, places, False)
        return sentences

    def _finish(self, sentences: list[Sentence], chars: list[str], places: list[int], question: bool) -> None:
        if any(char != self.chars[COMMA] for char in chars):
            sentences.append(Sentence("".join(chars), places, question))
        elif question and sentences:
            sentences[-1].question = True

    def _ends(self, tokens: list[Token], i: int) -> bool:
        """Whether a sign ends a sentence: not the points of "p.m.", "a.b@c.d", "Dr. Who"."""
        if tokens[i].text != "." or i + 1 >= len(tokens):
            return True
        following = tokens[i + 1]
        if following.glued or following.text == ".":
            return following.kind == "sign" and following.text not in (".", "@", "…")
        if i == 0:
            return True
        before = tokens[i - 1]
        if before.text == "." or before.text in self.abbreviations:
            return False
        if before.text in _NUMBER_MARKS and following.kind == "digits":
            return False
        initial = len(before.raw) == 1 and i >= 2 and tokens[i - 2].text == "." and before.glued
        return not initial or following.raw[:1].isupper()

    def _sign(self, tokens: list[Token], i: int) -> str:
        sign = tokens[i].text
        if sign == ".":
            return self.chars[COMMA] if i and tokens[i - 1].text == "." else ""
        if sign == "-" and tokens[i].glued:
            return ""
        return self.chars[COMMA] if sign in _JOINTS else ""

    def bare(self, words: list[str]) -> list[str]:
        """Words without what an apostrophe cuts off: "ordre" of "l'ordre"."""
        part = 2 if self.behind_apostrophe else 0
        return [word.partition("'")[part] if "'" in word else word for word in words]

    def parts(self, word: str) -> tuple[str, str]:
        """A word that is not known, cut at its apostrophe."""
        at = word.index("'") + self.behind_apostrophe
        return word[:at], word[at:]

    def _unknown(self, word: str) -> str:
        return "".join(self.chars.get(part, self.other) for part in self.parts(word))


def _valued(spots: list[tuple[int, int]], spans: list[Span]) -> set[int]:
    """The tokens that are part of a value."""
    found: set[int] = set()
    i = 0
    for span in spans:
        while i < len(spots) and spots[i][0] < span.start:
            i += 1
        while i < len(spots) and spots[i][1] <= span.end:
            found.add(i)
            i += 1
    return found
