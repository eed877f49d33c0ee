"""Two texts laid beside each other: which values of the one are which of the other.

The values of both are equal when one path leads through both lattices at once: a value of the one is passed together with an
agreeing value of the other, and tokens that no value covers are passed alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from itertools import product, zip_longest
from operator import not_
from typing import Literal, NamedTuple, TypeAlias

from callproof.spoken.language import Edge, LanguageCode, context_of
from callproof.spoken.reading import Reading, read
from callproof.spoken.values import NEGATION, NOTHING, Span, Value, agree, number
from callproof.spoken.wording.lexicon import Lexicon, lexicon_of

_ONE = number(1)
# Kinds of which a span often has several ("half past four"); where one side has fewer, it says more than the other.
_OPEN_KINDS = frozenset({"time", "date", "weekday", "day"})
# Kinds that hold a bare number, which agrees with a number without a unit.
_BARE = frozenset({"number", "money", "percent", "ordinal"})
_LOOSE = _BARE | {"date"}
_new = tuple.__new__  # a third of the time of Place(...), at the place where most are made
# With more pairs of values than this at one place it is quicker to look them up.
_MANY = 60
# So many places two texts are looked for at before they are given up, after about a second; a call of an hour needs far fewer.
_MOST_PLACES = 200_000
# With more pairs of values than this only those between the equal ones at both ends are laid beside each other, and none of them
# where they are as many again.
_MOST_PAIRS = 250_000
# Between tokens these part values, or are part of one; before a space they always part.
_STOPS = frozenset(",.;、，。")
_DASHES = frozenset("-–—")


class Place(NamedTuple):
    """A value in a text: its tokens, up to `end` (not included), and what they can stand for."""

    start: int
    end: int
    readings: frozenset[Value]


class TooManyWaysError(Exception):
    """Two texts with so many values that may as well be none that it cannot be told whether a path leads through both."""


class Pair(NamedTuple):
    """A value of the one text beside one of the other; "near" are two that agree although one says more ("15" and "$15")."""

    said: Place | None
    heard: Place | None
    relation: Literal["same", "near", "other"]


class Text:
    """A text that was read, and what a comparison asks about it more than once."""

    def __init__(self, source: str, code: LanguageCode, day: date | None) -> None:
        self.source = source
        context = context_of(code, day)
        self.language = context.language
        self.lexicon: Lexicon = lexicon_of(code)
        self.pauses: tuple[str, ...] = ()
        plain = source
        pattern = self.lexicon.hesitations
        if pattern is not None and self.lexicon.hesitates(source):
            self.pauses = tuple(match[1].lower() for match in pattern.finditer(source))
            # Blanks keep the places of everything else.
            plain = pattern.sub(lambda match: " " * len(match.group()), source)
        self.reading: Reading = read(plain, context)
        self.tokens = self.reading.tokens
        # The longest value first, at each token.
        self.edges: list[Sequence[Edge]] = self.reading.edges.copy()
        self.has_values = bool(self.reading.begins)
        if not self.lexicon.answers.isdisjoint(self.reading.vocabulary):
            self._free_answers()
        self.passable = list(map(not_, self.reading.covered))
        # The values that are runs of letters, each of which may be a word in the other text; whether there is a number one, and
        # whether a path may pass by a value.
        self.spelled: dict[Value, str] = {}
        self.has_one = self.has_nothing = False
        if self.has_values:
            self._look_through()
        # A cached property takes a lock, for longer than most of these take to be found.
        self._side: _Side | None = None
        self._places: list[Place] | None = None

    def _free_answers(self) -> None:
        """Lets a path pass a "no" that the negation after it repeats: "no, I do not want it"."""
        last = max([i for i, edges in enumerate(self.edges) if edges and _denies(edges)], default=0)
        for i in range(last):
            set_off = self.tokens[i + 1].kind == "sign"
            if set_off and self.tokens[i].text in self.lexicon.answers and self.edges[i]:
                self.edges[i] = [*self.edges[i], Edge(i + 1, NOTHING)]

    def _parts(self, i: int) -> bool:
        """Whether a sign inside a value may also part two: "5, 6" and "5-6", not "5.6"."""
        sign = self.tokens[i].text
        spaced = i + 1 == len(self.tokens) or not self.tokens[i + 1].glued
        return sign in _DASHES or (sign in _STOPS and spaced)

    def _look_through(self) -> None:
        """Notes what a path needs to know of some values, and which signs inside them it may pass. The one in "ten thousand and one" is no
        number one: an article elsewhere cannot stand for it."""
        tokens, covered = self.tokens, 0
        for i in self.reading.begins:
            edges = self.edges[i]
            inside, longest = i < covered, edges[0][0]
            for k in range(max(i + 1, covered), longest):
                if tokens[k][2] == "sign" and not self.edges[k] and self._parts(k):
                    self.passable[k] = True
            covered = max(covered, longest)
            for _, value in edges:
                kind, key = value
                if kind == "code":
                    if (text := str(key)).isalpha() and len(text) > 1 and (letters := bare(text)):
                        self.spelled[value] = letters
                elif kind == "number":
                    if not inside and key == _ONE.key:
                        self.has_one = True
                elif kind == "nothing":
                    self.has_nothing = True

    def articles(self) -> list[int]:
        """The tokens that can be the number one."""
        ones = self.language.ones
        return [i for i, token in enumerate(self.tokens) if token.text in ones and self.passable[i]]

    @property
    def side(self) -> _Side:
        """What a path needs when the other text adds nothing."""
        if self._side is None:
            self._side = _side_of(self.edges, self.passable, has_nothing=self.has_nothing)
        return self._side

    @property
    def places(self) -> list[Place]:
        """The certain values in their order."""
        if self._places is None:
            self._places = [_new(Place, stretch) for stretch in self.reading.stretches()]
        return self._places

    @cached_property
    def by_start(self) -> dict[int, Place]:
        """The certain values by their first tokens."""
        return {place.start: place for place in self.places}

    @cached_property
    def by_last(self) -> dict[int, Place]:
        """The certain values by their last tokens."""
        return {place.end - 1: place for place in self.places}

    def span(self, place: Place, *, since: int | None = None) -> Span:
        """A place as a piece of the text; `since` is a token before it that belongs to the evidence."""
        spots = self.reading.spots
        start = spots[place.start if since is None else since][0]
        end = spots[place.end - 1][1]
        return _new(Span, (start, end, self.source[start:end], place.readings))

    def place(self, start: int, end: int) -> Place:
        values = [value for last, value in self.edges[start] if last == end and value[0] != "nothing"]
        return _new(Place, (start, end, frozenset(values)))


def _denies(edges: Sequence[Edge]) -> bool:
    return any(value == NEGATION for _, value in edges)


# A text holds all its edges; more of them would only burden the collector.
@lru_cache(maxsize=256)
def text_of(source: str, code: LanguageCode, day: date | None) -> Text:
    """The text, read once for all the comparisons it is part of."""
    return Text(source, code, day)


class _Side(NamedTuple):
    """What a path needs of a text: its edges, and for each token whether it may be passed alone; the end of the text may not."""

    edges: Sequence[Sequence[Edge]]
    passable: list[bool]
    end: int
    has_nothing: bool


def _side(text: Text, other: Text, more: Mapping[int, Sequence[Edge]]) -> _Side:
    """The edges of a text, with those that only the other one gives it: a word that is spelled there, an article that is a
    number there."""
    if not other.spelled and not other.has_one and not more:
        return text.side
    edges: list[Sequence[Edge]] = list(text.edges)
    passable = text.passable
    added: dict[int, list[Edge]] = {}
    for value, letters in other.spelled.items():
        for i, token in enumerate(text.tokens):
            if token.kind == "word" and (end := _word_end(text, i, letters)):
                added.setdefault(i, []).append(Edge(end, value))
    if other.has_one:
        for i in text.articles():
            added.setdefault(i, []).append(Edge(i + 1, _ONE))
    for i, given in more.items():
        added.setdefault(i, []).extend(given)
    if added:
        passable = list(passable)
        for i, new in added.items():
            edges[i] = [*new, *edges[i], *([Edge(i + 1, NOTHING)] if passable[i] else ())]
            passable[i] = False
    return _side_of(edges, passable, has_nothing=True) if added else text.side


def _side_of(edges: Sequence[Sequence[Edge]], passable: Sequence[bool], *, has_nothing: bool) -> _Side:
    return _new(_Side, (edges, [*passable, False], len(edges), has_nothing))


# From where to where a path passed a value of both texts, or (None) something that is no value.
_Step: TypeAlias = tuple[int, int, int, int] | None


_NO_MORE: Mapping[int, Sequence[Edge]] = {}


def meet(
    a: Text,
    b: Text,
    *,
    more: Mapping[int, Sequence[Edge]] = _NO_MORE,
    other_more: Mapping[int, Sequence[Edge]] = _NO_MORE,
) -> list[Pair] | None:
    """The values of both texts in pairs, when all of them agree in their order; None when they do not.

    `more` and `other_more` are further edges by their tokens. Raises TooManyWaysError.
    """
    if not a.has_values and not b.has_values:
        return []
    one, other = _side(a, b, more), _side(b, a, other_more)
    # A token that may be passed begins no value, so that nothing is lost by passing it at once.
    stop_from, other_stop_from = one.passable.index, other.passable.index
    start, goal = (stop_from(False), other_stop_from(False)), (one.end, other.end)
    came: dict[tuple[int, int], tuple[tuple[int, int], _Step]] = {start: (start, None)}
    stack = [start]
    while stack:
        here = stack.pop()
        if here == goal:
            return _pairs(a, b, came, start, goal)
        if len(came) > _MOST_PLACES:
            raise TooManyWaysError
        for i, j, passed in _steps(one, other, here):
            there = (stop_from(False, i), other_stop_from(False, j))
            if there not in came:
                came[there] = (here, (*here, i, j) if passed else None)
                stack.append(there)
    return None


def _steps(one: _Side, other: _Side, here: tuple[int, int]) -> list[tuple[int, int, bool]]:
    """Where one can go from here, the best last, and whether a value is passed on the way."""
    i, j = here
    these = one.edges[i] if i < one.end else ()
    those = other.edges[j] if j < other.end else ()
    steps: list[tuple[int, int, bool]] = []
    if one.has_nothing:
        steps += [(end, j, False) for end, (kind, _) in these if kind == "nothing"]
    if other.has_nothing:
        steps += [(i, end, False) for end, (kind, _) in those if kind == "nothing"]
    if len(these) * len(those) > _MANY:
        return steps + _equal_steps(these, those)
    same: list[tuple[int, int, bool]] = []
    for end, value in reversed(these):
        kind, key = value
        if kind == "nothing":
            continue
        for other_end, other_value in reversed(those):
            other_kind, other_key = other_value
            if kind == other_kind:
                if key == other_key:
                    same.append((end, other_end, True))
                    continue
                if kind != "money" and kind != "date":
                    continue
            elif (
                (kind != "number" and other_kind != "number") or kind not in _BARE or other_kind not in _BARE
            ):
                continue
            if agree(value, other_value):
                steps.append((end, other_end, True))
    return steps + same


def _equal_steps(these: Sequence[Edge], those: Sequence[Edge]) -> list[tuple[int, int, bool]]:
    """The steps over equal values where so many begin that they are those of a long code: each value of it is found by its hash.

    A bare number and one with a unit agree here too, as far as they are no codes.
    """
    ends: dict[Value, list[int]] = {}
    for end, value in reversed(those):
        ends.setdefault(value, []).append(end)
    plain = [edge for edge in those if edge.value.kind in _LOOSE]
    near: list[tuple[int, int, bool]] = []
    same: list[tuple[int, int, bool]] = []
    for end, value in reversed(these):
        if value.kind == "nothing":
            continue
        same.extend((end, other_end, True) for other_end in ends.get(value, ()))
        if value.kind in _LOOSE:
            near.extend(
                (end, edge.end, True) for edge in plain if edge.value != value and agree(value, edge.value)
            )
    return near + same


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


@lru_cache(maxsize=4096)
def bare(word: str) -> str:
    """A word in lower case without accents and apostrophes."""
    plain = word.casefold()
    if not plain.isascii():
        plain = "".join(
            char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char)
        )
    return re.sub(r"[^\w]", "", plain)


def _pairs(
    a: Text,
    b: Text,
    came: dict[tuple[int, int], tuple[tuple[int, int], _Step]],
    start: tuple[int, int],
    goal: tuple[int, int],
) -> list[Pair]:
    pairs: list[Pair] = []
    here = goal
    while here != start:
        here, step = came[here]
        if step is not None:
            i, j, i_end, j_end = step
            pairs.append(_pair(a.place(i, i_end), b.place(j, j_end)))
    return pairs[::-1]


def _pair(said: Place, heard: Place) -> Pair:
    if said.readings == heard.readings:
        return _new(Pair, (said, heard, "same"))
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
    if len(these) * len(those) <= _MOST_PAIRS:
        return _aligned(these, those)
    shorter = min(len(these), len(those))
    tail = next((k for k in range(shorter) if not meets(these[-1 - k], those[-1 - k])), shorter)
    shorter -= tail
    head = next((k for k in range(shorter) if not meets(these[k], those[k])), shorter)
    ends = len(these) - tail, len(those) - tail
    inner = these[head : ends[0]], those[head : ends[1]]
    return [
        *map(_pair, these[:head], those[:head]),
        *(_aligned(*inner) if len(inner[0]) * len(inner[1]) <= _MOST_PAIRS else _in_turn(*inner)),
        *map(_pair, these[ends[0] :], those[ends[1] :]),
    ]


def _in_turn(these: Sequence[Place], those: Sequence[Place]) -> list[Pair]:
    """Each value beside the one that has its number in the other text."""
    return [
        _pair(said, heard)
        if said is not None and heard is not None and meets(said, heard)
        else Pair(said, heard, "other")
        for said, heard in zip_longest(these, those)
    ]


def _aligned(these: Sequence[Place], those: Sequence[Place]) -> list[Pair]:
    differences = [[_difference(said, heard) for heard in those] for said in these]
    costs = _costs(differences, len(those))
    pairs: list[Pair] = []
    i, j = len(these), len(those)
    while i or j:
        if i and j and costs[i][j] == costs[i - 1][j - 1] + differences[i - 1][j - 1]:
            i, j = i - 1, j - 1
            same = not differences[i][j]
            pairs.append(_pair(these[i], those[j]) if same else Pair(these[i], those[j], "other"))
        elif i and costs[i][j] == costs[i - 1][j] + _GAP:
            i -= 1
            pairs.append(Pair(these[i], None, "other"))
        else:
            j -= 1
            pairs.append(Pair(None, those[j], "other"))
    return pairs[::-1]


# A value in another's place is rather a changed one than one lost and one added, above all when it is of the same kind.
_GAP, _CHANGED, _OTHER_KIND = 2, 2, 3


def _costs(differences: list[list[int]], width: int) -> list[list[int]]:
    """The least costs of laying the first i values beside the first j ones."""
    costs = [[_GAP * (i + j) for j in range(width + 1)] for i in range(len(differences) + 1)]
    for i, row in enumerate(differences, 1):
        for j, difference in enumerate(row, 1):
            costs[i][j] = min(
                costs[i - 1][j - 1] + difference,
                costs[i - 1][j] + _GAP,
                costs[i][j - 1] + _GAP,
            )
    return costs


def _difference(said: Place, heard: Place) -> int:
    if meets(said, heard):
        return 0
    kinds, others = ({value.kind for value in place.readings} for place in (said, heard))
    return _CHANGED if kinds & others else _OTHER_KIND


def meets(said: Place, heard: Place) -> bool:
    """Whether two places can stand for the same."""
    if not said.readings.isdisjoint(heard.readings):
        return True
    # Others agree only when they are equal.
    these = [value for value in said.readings if value.kind in _LOOSE]
    those = [value for value in heard.readings if value.kind in _LOOSE] if these else []
    return any(agree(a, b) for a, b in product(these, those))
