"""Two texts laid beside each other: which values of the one are which of the other.

The values of both are equal when one path leads through both lattices at once: a value of the one is passed together with an
agreeing value of the other, and tokens that no value covers are passed alone.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from functools import cached_property, lru_cache
from itertools import product
from typing import Literal, NamedTuple

from callproof.spoken.language import Context, Edge, LanguageCode, language_of
from callproof.spoken.reading import Reading, read
from callproof.spoken.values import Span, Value, agree, number
from callproof.spoken.wording.lexicon import Lexicon, lexicon_of

_ONE = number(1)
# Kinds of which a span often has several ("half past four"); where one side has fewer, it says more than the other.
_OPEN_KINDS = frozenset({"time", "date", "weekday", "day"})
# Between tokens these part values, or are part of one; before a space they always part.
_STOPS = frozenset(",.;、，。")
_DASHES = frozenset("-–—")


class Place(NamedTuple):
    """A value in a text: its tokens, up to `end` (not included), and what they can stand for."""

    start: int
    end: int
    readings: frozenset[Value]


class Pair(NamedTuple):
    """A value of the one text beside one of the other; "near" are two that agree although one says more ("15" and "$15")."""

    said: Place | None
    heard: Place | None
    relation: Literal["same", "near", "other"]


class Text:
    """A text that was read, and what a comparison asks about it more than once."""

    def __init__(self, source: str, code: LanguageCode, day: date | None) -> None:
        self.source = source
        self.language = language_of(code)
        self.lexicon: Lexicon = lexicon_of(code)
        self.pauses: tuple[str, ...] = ()
        plain = source
        pattern = self.lexicon.hesitations
        if pattern is not None and pattern.search(source):
            self.pauses = tuple(match.group().strip(" ,.…、").lower() for match in pattern.finditer(source))
            # Blanks keep the places of everything else.
            plain = pattern.sub(lambda match: " " * len(match.group()), source)
        self.reading: Reading = read(plain, Context(self.language, day))
        self.tokens = self.reading.tokens
        self.edges: list[list[Edge]] = [
            sorted(edges, key=_longest_first) if len(edges) > 1 else edges for edges in self.reading.edges
        ]
        self.has_values = any(self.edges)
        self.passable = self._passable()

    def _passable(self) -> list[bool]:
        covered = self.reading.covered if self.has_values else [False] * len(self.tokens)
        return [
            not covered[i] or (not self.edges[i] and token.kind == "sign" and self._parts(i))
            for i, token in enumerate(self.tokens)
        ]

    def _parts(self, i: int) -> bool:
        """Whether a sign inside a value may also part two: "5, 6" and "5-6", not "5.6"."""
        sign = self.tokens[i].text
        spaced = i + 1 < len(self.tokens) and not self.tokens[i + 1].glued
        return sign in _DASHES or (sign in _STOPS and spaced)

    @cached_property
    def spelled(self) -> bool:
        """A value here is a run of letters, which may be a word in the other text."""
        return any(_letters(edge.value) for edges in self.edges for edge in edges)

    @cached_property
    def has_one(self) -> bool:
        return any(edge.value == _ONE for edges in self.edges for edge in edges)

    @cached_property
    def has_article(self) -> bool:
        ones = self.language.ones
        return bool(ones) and any(
            token.text in ones and self.passable[i] for i, token in enumerate(self.tokens)
        )

    @cached_property
    def places(self) -> list[Place]:
        """The values in their order, each as long as it can be; what may be no value at all is left out."""
        found: list[Place] = []
        i = 0
        while i < len(self.tokens):
            if not self.edges[i]:
                i += 1
                continue
            end = self.edges[i][0].end
            readings = frozenset(edge.value for edge in self.edges[i] if edge.end == end)
            if not any(value.kind == "nothing" for value in readings):
                found.append(Place(i, end, readings))
            i = end
        return found

    def span(self, place: Place, *, since: int | None = None) -> Span:
        """A place as a piece of the text; `since` is a token before it that belongs to the evidence."""
        start = self.tokens[place.start if since is None else since].start
        end = self.tokens[place.end - 1].end
        return Span(start, end, self.source[start:end], place.readings)

    def place(self, start: int, end: int) -> Place:
        values = frozenset(
            edge.value for edge in self.edges[start] if edge.end == end and edge.value.kind != "nothing"
        )
        return Place(start, end, values)


def _longest_first(edge: Edge) -> tuple[int, bool]:
    return -edge.end, edge.value.kind == "nothing"


@lru_cache(maxsize=2048)
def text_of(source: str, code: LanguageCode, day: date | None) -> Text:
    """The text, read once for all the comparisons it is part of."""
    return Text(source, code, day)


def meet(a: Text, b: Text) -> list[Pair] | None:
    """The values of both texts in pairs, when all of them agree in their order; None when they do not."""
    if not a.has_values and not b.has_values:
        return []
    eager = not (a.spelled or b.spelled or (a.has_one and b.has_article) or (b.has_one and a.has_article))
    goal = (len(a.tokens), len(b.tokens))
    came: dict[tuple[int, int], tuple[int, int] | None] = {(0, 0): None}
    stack = [(0, 0)]
    while stack:
        here = stack.pop()
        if here == goal:
            return _pairs(a, b, came)
        for there in _steps(a, b, here, eager):
            if there not in came:
                came[there] = here
                stack.append(there)
    return None


def _steps(a: Text, b: Text, here: tuple[int, int], eager: bool) -> list[tuple[int, int]]:
    """Where one can go from here, the best last."""
    i, j = here
    n, m = len(a.tokens), len(b.tokens)
    steps: list[tuple[int, int]] = []
    if eager:
        # A token that may be passed begins no value, so that nothing is lost by passing it at once.
        while i < n and a.passable[i]:
            i += 1
        while j < m and b.passable[j]:
            j += 1
        if (i, j) != here:
            return [(i, j)]
    else:
        if j < m and b.passable[j]:
            steps.append((i, j + 1))
        if i < n and a.passable[i]:
            steps.append((i + 1, j))
    if i < n:
        steps.extend((edge.end, j) for edge in a.edges[i] if edge.value.kind == "nothing")
    if j < m:
        steps.extend((i, edge.end) for edge in b.edges[j] if edge.value.kind == "nothing")
    if i == n or j == m:
        return steps
    if not eager:
        steps.extend((i_end, j_end) for i_end, j_end in _spelled_out(a, i, b, j))
        steps.extend((i_end, j_end) for j_end, i_end in _spelled_out(b, j, a, i))
    near: list[tuple[int, int]] = []
    same: list[tuple[int, int]] = []
    for edge, other in product(reversed(a.edges[i]), reversed(b.edges[j])):
        if edge.value == other.value:
            if edge.value.kind != "nothing":
                same.append((edge.end, other.end))
        elif agree(edge.value, other.value):
            near.append((edge.end, other.end))
    return steps + near + same


def _spelled_out(a: Text, i: int, b: Text, j: int) -> list[tuple[int, int]]:
    """Letters one by one against the word that they spell, and the number one against an article."""
    if not b.passable[j] and b.tokens[j].kind != "word":
        return []
    found: list[tuple[int, int]] = []
    for edge in a.edges[i]:
        letters = _letters(edge.value)
        if letters:
            end = _word_end(b, j, letters)
            if end:
                found.append((edge.end, end))
        elif edge.value == _ONE and b.passable[j] and b.tokens[j].text in b.language.ones:
            found.append((edge.end, j + 1))
    return found


def _word_end(text: Text, j: int, letters: str) -> int:
    """The token behind the words that are written with these letters; 0 when there are none."""
    rest = letters
    while rest and j < len(text.tokens):
        token = text.tokens[j]
        if token.kind == "sign" and token.text in "-.'’":
            j += 1
            continue
        word = bare(token.text)
        if token.kind != "word" or len(word) < 2 or not rest.startswith(word):
            return 0
        rest, j = rest[len(word) :], j + 1
    return 0 if rest else j


def _letters(value: Value) -> str:
    """The letters of a code of nothing but letters."""
    if value.kind == "code":
        text = str(value.key)
        if len(text) > 1 and text.isalpha():
            return bare(text)
    return ""


@lru_cache(maxsize=4096)
def bare(word: str) -> str:
    """A word in lower case without accents and apostrophes."""
    plain = word.casefold()
    if not plain.isascii():
        plain = "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))
    return re.sub(r"[^\w]", "", plain)


def _pairs(a: Text, b: Text, came: dict[tuple[int, int], tuple[int, int] | None]) -> list[Pair]:
    pairs: list[Pair] = []
    here = (len(a.tokens), len(b.tokens))
    while (before := came[here]) is not None:
        (i, j), (i_end, j_end) = before, here
        if i_end > i and j_end > j and not _only_passed(a, i, i_end, b, j, j_end):
            pairs.append(_pair(a, a.place(i, i_end), b, b.place(j, j_end)))
        here = before
    return pairs[::-1]


def _only_passed(a: Text, i: int, i_end: int, b: Text, j: int, j_end: int) -> bool:
    """Whether a step passed tokens of both texts that are no values."""
    return all(a.passable[i:i_end]) and all(b.passable[j:j_end])


def _pair(a: Text, said: Place, b: Text, heard: Place) -> Pair:
    if said.readings == heard.readings:
        return Pair(said, heard, "same")
    common = said.readings & heard.readings
    if not common:
        article = _ONE in said.readings | heard.readings and not (said.readings and heard.readings)
        return Pair(said, heard, "same" if article else "near")
    open_kinds = {value.kind for value in common} & _OPEN_KINDS
    these, those = (
        {value for value in place.readings if value.kind in open_kinds} for place in (said, heard)
    )
    if these == those:
        return Pair(said, heard, "same")
    return Pair(said, heard, "near")


def beside(a: Text, b: Text) -> list[Pair]:
    """The values of two texts in the alignment with the fewest differences."""
    these, those = a.places, b.places
    costs = _costs(these, those)
    pairs: list[Pair] = []
    i, j = len(these), len(those)
    while i or j:
        if i and j and costs[i][j] == costs[i - 1][j - 1] + _difference(these[i - 1], those[j - 1]):
            i, j = i - 1, j - 1
            pair = _pair(a, these[i], b, those[j])
            pairs.append(pair if meets(these[i], those[j]) else pair._replace(relation="other"))
        elif i and costs[i][j] == costs[i - 1][j] + _GAP:
            i -= 1
            pairs.append(Pair(these[i], None, "other"))
        else:
            j -= 1
            pairs.append(Pair(None, those[j], "other"))
    return pairs[::-1]


# A value for another of its kind is likelier than one lost and one added, and that than a value for one of another kind.
_GAP, _CHANGED, _OTHER_KIND = 2, 3, 5


def _costs(these: list[Place], those: list[Place]) -> list[list[int]]:
    costs = [[_GAP * (i + j) for j in range(len(those) + 1)] for i in range(len(these) + 1)]
    for i, said in enumerate(these, 1):
        for j, heard in enumerate(those, 1):
            costs[i][j] = min(
                costs[i - 1][j - 1] + _difference(said, heard),
                costs[i - 1][j] + _GAP,
                costs[i][j - 1] + _GAP,
            )
    return costs


@lru_cache(maxsize=1024)
def _difference(said: Place, heard: Place) -> int:
    if meets(said, heard):
        return 0
    kinds, others = ({value.kind for value in place.readings} for place in (said, heard))
    return _CHANGED if kinds & others else _OTHER_KIND


def meets(said: Place, heard: Place) -> bool:
    """Whether two places can stand for the same."""
    return not said.readings.isdisjoint(heard.readings) or any(
        agree(a, b) for a, b in product(said.readings, heard.readings)
    )
