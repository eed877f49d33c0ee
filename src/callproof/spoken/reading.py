"""Reading values out of a text: every value that every span of it can stand for.

A reading is a lattice: from each token, edges to where a value that begins there ends. "one five" has edges for 1, for 5, for
15, for the code 1-5 and for 1:05. Two texts say the same values when a path through the one meets a path through the other.
A path passes freely over a token that no edge covers; over the others it needs an edge. An edge with NOTHING is passed without
a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import itemgetter

from callproof.spoken.beginnings import beginnings
from callproof.spoken.codes import Codes
from callproof.spoken.language import Context, Edge, Language, Numeral
from callproof.spoken.tokens import spots, tokenize
from callproof.spoken.values import NOTHING, Span, Value, code, money
from callproof.spoken.written import (
    addresses,
    dates_at,
    fraction_sign_at,
    fractions_at,
    moneys_before,
    negatives_at,
    numbers_at,
    percents_at,
    times_at,
)

# No value is longer, in tokens.
_LONGEST_REACH = 100
# Between digits they make one value of both sides: "5.99", "4:30", "12/1".
_POINTS = frozenset(".:/")
_IN_DATES = frozenset("-/.")
_new = tuple.__new__  # a text can hold dozens of edges
_end = _text = itemgetter(0)


class Reading:
    """A text with its tokens and, from each token, the values that begin there.

    `words[i]` is the folded text of token i. `numbers[i]` are the plain numbers from token i, in words and digits; readers of
    a language build on them. `edges[i]` are the values from token i, the longest first, and `begins` the tokens that have any.
    """

    __slots__ = (
        "_spots", "begins", "context", "covered", "edges", "numbers", "text", "tokens", "vocabulary", "words",
    )  # fmt: skip

    def __init__(self, text: str, context: Context) -> None:
        self.text = text
        self.context = context
        self.tokens = tokenize(text)
        self.words = list(map(_text, self.tokens))
        # What is asked of all words again at each number.
        self.vocabulary = frozenset(self.words)
        self._spots: list[tuple[int, int]] | None = None
        self.numbers: list[Sequence[Numeral]] = [()] * len(self.tokens)
        self.edges: list[Sequence[Edge]] = [()] * len(self.tokens)
        places = beginnings(self.tokens, context.language)
        codes = self._read(context.language, places) if places else None
        needed: set[int] = set()
        if "@" in text:
            self._add(addresses(self.tokens), needed)
        for words, scanner in context.language.scans:
            if (words is None or not words.isdisjoint(self.vocabulary)) and (found := scanner(self)):
                self._add(found, needed)
        if codes is not None:
            self._allow_nothing(context.language, codes, needed)
        self.begins: list[int] = []
        # For each token whether a value may pass over it; the others are mere words and signs.
        self.covered: list[bool] = [False] * len(self.tokens)
        if any(self.edges):
            while not self._is_open():
                self._drop_dead_ends()

    @property
    def spots(self) -> list[tuple[int, int]]:
        """From which character of the text up to which other (not included) each token stands; mostly nobody asks."""
        if self._spots is None:
            self._spots = spots(self.text, self.tokens)
        return self._spots

    def word(self, i: int) -> str:
        """The folded text of a token; empty before the first and behind the last."""
        return self.words[i] if 0 <= i < len(self.words) else ""

    def _read(self, language: Language, places: list[int]) -> Codes:
        tokens, numbers = self.tokens, self.numbers
        inside = self._read_numbers(language, places)
        codes = Codes(self)
        coded: Sequence[Edge] = ()
        last = -1
        for i in reversed(places):
            if i in inside:
                continue
            # A word can only be a prefix of the code right behind it.
            coded = codes.edges(i, coded if last == i + 1 else ())
            last = i
            others = self._others(language, i)
            if others:
                codes.others[i] = others
            edges = [*others, *coded]
            for end, value in numbers[i]:
                edges.append(_new(Edge, (end, _new(Value, ("number", value)))))
            if edges:
                self.edges[i] = _longest_first(edges)
        for i in places:
            if i + 2 < len(tokens) and tokens[i].kind == "digits":
                sign = self.words[i + 1]
                if sign in _POINTS or (
                    sign == "," and (language.decimal_sign == "," or len(self.words[i + 2]) == 3)
                ):
                    self._keep_whole(i)
                elif sign == ",":
                    self._part_list(i + 1)
        return codes

    def _read_numbers(self, language: Language, places: list[int]) -> set[int]:
        """The plain numbers. Returns the tokens inside those words that can only be read together: nothing begins there."""
        inside: set[int] = set()
        tokens, numerals = self.tokens, language.numerals
        is_plain = self.text.isascii()
        for i in places:
            kind = tokens[i].kind
            if kind == "digits":
                self.numbers[i] = [*numbers_at(tokens, i, language.decimal_sign), *numerals(tokens, i)]
            elif kind != "sign" and i not in inside:
                found = numerals(tokens, i)
                if not is_plain and kind == "word":
                    found = [*found, *fraction_sign_at(tokens, i)]
                if found:
                    self.numbers[i] = found = list(found)
                    end = found[0].end if len(found) == 1 else min([end for end, _ in found], default=i)
                    if end > i + 1 and kind == "word":
                        inside.update(range(i + 1, end))
        return inside

    def _keep_whole(self, start: int) -> None:
        """Let no value begin or end within "5.99" or "4:30" when that is a value itself."""
        chain = start + 1
        while chain + 1 < min(len(self.tokens), start + _LONGEST_REACH) and self._is_joined(chain):
            chain += 2
        whole = max((edge.end for edge in self.edges[start] if edge.end <= chain), default=start)
        if whole <= start + 1:
            return
        self.edges[start + 1 : whole] = [()] * (whole - start - 1)
        for i in range(max(0, start - _LONGEST_REACH), whole):
            edges = self.edges[i]
            if edges:
                self.edges[i] = [edge for edge in edges if not start < edge[0] < whole]

    def _part_list(self, i: int) -> None:
        """ "5,6" can be a list, where a comma is no decimal sign."""
        if i + 1 < len(self.tokens) and self._is_joined(i):
            self._add_nothing(i)

    def _add_nothing(self, i: int) -> None:
        """Let a path pass a token without a value."""
        self.edges[i] = [*self.edges[i], Edge(i + 1, NOTHING)]

    def _is_joined(self, i: int) -> bool:
        """Whether the token is a sign between digits."""
        sign, digits = self.tokens[i], self.tokens[i + 1]
        return (
            (sign.text in _POINTS or sign.text == ",")
            and sign.glued
            and digits.glued
            and digits.kind == "digits"
        )

    def _begun(self) -> list[int]:
        """The tokens at which a value begins."""
        return list(compress(range(len(self.edges)), self.edges))

    def _is_open(self) -> bool:
        """Note what is covered, and say whether a path leads through the text: through every stretch of covered tokens."""
        self.begins = self._begun()
        self.covered = covered = [False] * len(self.tokens)
        reached: set[int] = set()
        is_open, until = True, 0
        for i in self.begins:
            edges = self.edges[i]
            if i >= until:
                is_open = is_open and (not until or until in reached)
                reached.add(i)
                until = i
            longest = edges[0][0]
            if longest > until:
                covered[until:longest] = [True] * (longest - until)
                until = longest
            if i in reached:
                reached.update(map(_end, edges))
        return is_open and (not until or until in reached)

    def _drop_dead_ends(self) -> None:
        """Drop the values behind which no path goes on: "B7" in "plan B, 7 pm", where "7 pm" is one."""
        leads_on = [False] * len(self.tokens) + [True]
        for i in range(len(self.tokens) - 1, -1, -1):
            self.edges[i] = edges = [edge for edge in self.edges[i] if leads_on[edge.end]]
            leads_on[i] = bool(edges) or (not self.covered[i] and leads_on[i + 1])

    def _add(self, found: Iterable[tuple[int, Edge]], needed: set[int]) -> None:
        """Add what was found in the whole text, and the tokens that it needs."""
        for i, edge in found:
            if edge not in self.edges[i]:
                self.edges[i] = _longest_first([*self.edges[i], edge])
                needed.update(range(i, edge.end) if edge.value is not NOTHING else ())

    def _others(self, language: Language, i: int) -> list[Edge]:
        """Everything but plain numbers and codes."""
        tokens, numbers, word = self.tokens, self.numbers, self.words[i]
        edges: list[Edge] = []
        if numbers[i]:
            if tokens[i][2] == "digits" and i + 1 < len(tokens) and tokens[i + 1][2] == "sign":
                sign = self.words[i + 1]
                if sign == ":":
                    edges += times_at(tokens, i)
                elif sign in _IN_DATES:
                    edges += dates_at(tokens, i, day_first=language.day_first)
                    if sign == "/":
                        edges += fractions_at(tokens, i)
                if "%" in self.vocabulary:
                    edges += percents_at(tokens, i, numbers)
            for end, value in numbers[i]:
                currency = language.currencies.get(self.words[end]) if end < len(tokens) else None
                if currency is not None:
                    edges.append(Edge(end + 1, money(value, currency)))
        elif word == "-":
            edges += negatives_at(tokens, i, numbers, language.currencies)
        elif word in language.currencies:
            edges += moneys_before(tokens, i, numbers, language.currencies)
        written = len(edges)
        for reader in language.readers:
            edges += reader(self, i)
        # What is written alike in all languages a reader may have found, too; to hash each value takes long.
        return list(dict.fromkeys(edges)) if 0 < written < len(edges) else edges

    def _allow_nothing(self, language: Language, codes: Codes, needed: set[int]) -> None:
        """Let paths pass over what a value may pass over without needing it."""
        for start, end, is_letter in codes.hints:
            # "with the letter O, not zero" denies nothing and is no 0.
            self.edges[start:end] = [()] * (end - start)
            self.edges[start] = [Edge(end, code("O" if is_letter else "0"))]
        if codes.unsure:
            for i in codes.unsure - codes.sure - codes.needed() - needed:
                self._add_nothing(i)
        if language.connectives.isdisjoint(self.vocabulary):
            return
        connectives, edges, words = language.connectives, self.edges, self.words
        for start in self._begun():
            for i in range(start + 1, edges[start][0][0]):
                if words[i] in connectives and not edges[i] and i not in codes.sure:
                    edges[i] = [Edge(i + 1, NOTHING)]

    def spans(self) -> list[Span]:
        """The certain values in their order: from the left, the longest value at each place.

        What may as well be no value ("one" in "this one") is left out; its edges are there.
        """
        spans: list[Span] = []
        for start, end, readings in self.stretches():
            start_at, end_at = self.spots[start][0], self.spots[end - 1][1]
            spans.append(Span(start_at, end_at, self.text[start_at:end_at], readings))
        return spans

    def stretches(self) -> list[tuple[int, int, frozenset[Value]]]:
        """The certain values, each from a token up to another (not included)."""
        found: list[tuple[int, int, frozenset[Value]]] = []
        i, last = 0, len(self.tokens)
        while i < last:
            edges = self.edges[i]
            if not edges:
                i += 1
                continue
            longest = edges[0][0]
            if NOTHING in [value for _, value in edges] and self._leads_on(edges, longest):
                i += 1
                continue
            # "16 h" can be the code 16H, but is at least 16.
            ends = {end for end, _ in edges}
            if len(ends) > 1:
                ends = {end for end in ends if self._may_be_nothing(end, longest)}
            found.append((i, min(ends), frozenset([value for end, value in edges if end in ends])))
            i = longest
        return found

    def _leads_on(self, edges: Sequence[Edge], longest: int) -> bool:
        """Whether a path goes on where these values are none: "media" may be no value, but "noche" of "media noche" is part of one."""
        return any(
            value == NOTHING and (end >= longest or bool(self.edges[end]) or not self.covered[end])
            for end, value in edges
        )

    def _may_be_nothing(self, i: int, end: int) -> bool:
        """Whether a path can pass from one token to another without a value."""
        while i < end:
            steps = [edge.end for edge in self.edges[i] if edge.value is NOTHING and edge.end <= end]
            if not steps:
                return False
            i = max(steps)
        return True


def _longest_first(edges: list[Edge]) -> list[Edge]:
    return sorted(edges, key=_end, reverse=True) if len(edges) > 1 else edges


def read(text: str, context: Context) -> Reading:
    return Reading(text, context)
