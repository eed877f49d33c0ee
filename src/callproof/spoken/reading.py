"""Reading values out of a text: every value that every span of it can stand for.

A reading is a lattice: from each token, edges to where a value that begins there ends. "one five" has edges for 1, for 5, for
15, for the code 1-5 and for 1:05. Two texts say the same values when a path through the one meets a path through the other.
A path passes freely over a token that no edge covers; over the others it needs an edge. An edge with NOTHING is passed without
a value.
"""

from __future__ import annotations

from functools import cached_property

from callproof.spoken.codes import Codes
from callproof.spoken.language import Context, Edge, Language, Numeral
from callproof.spoken.tokens import Token, tokenize
from callproof.spoken.values import NOTHING, Span, number
from callproof.spoken.written import addresses, dates_at, moneys_at, numbers_at, percents_at, times_at


class Reading:
    """A text with its tokens and, from each token, the values that begin there.

    `words[i]` is the folded text of token i. `numbers[i]` are the plain numbers from token i, in words and digits; readers of
    a language build on them.
    """

    def __init__(self, text: str, context: Context) -> None:
        self.text = text
        self.context = context
        self.tokens = tokenize(text)
        self.words = [token.text for token in self.tokens]
        self.numbers: list[list[Numeral]] = [[] for _ in self.tokens]
        self.edges: list[list[Edge]] = [[] for _ in self.tokens]
        places = self._places(context.language)
        if places:
            self._read(context.language, places)

    @cached_property
    def covered(self) -> list[bool]:
        """For each token whether a value may pass over it; the others are mere words and signs."""
        return _covered(self.edges)

    def word(self, i: int) -> str:
        """The folded text of a token; empty before the first and behind the last."""
        return self.words[i] if 0 <= i < len(self.words) else ""

    def _places(self, language: Language) -> list[int]:
        """The tokens at which a value can begin."""
        starts = language.starts
        if starts is None:
            return list(range(len(self.tokens)))
        return [i for i, token in enumerate(self.tokens) if token.text in starts or _may_begin(token)]

    def _read(self, language: Language, places: list[int]) -> None:
        tokens, numbers = self.tokens, self.numbers
        for i in places:
            if tokens[i].kind == "digits":
                numbers[i] = numbers_at(tokens, i, language.decimal_sign)
                numbers[i] += language.numerals(tokens, i)
            elif tokens[i].kind != "sign":
                numbers[i] = list(language.numerals(tokens, i))
        codes = Codes(self)
        coded: list[Edge] = []
        others: list[list[Edge]] = [[] for _ in tokens]
        last = -1
        for i in reversed(places):
            # What follows a code can only be prefixed when it is next to it.
            coded = codes.edges(i, coded if last == i + 1 else [])
            last = i
            others[i] = found = self._others(language, i)
            edges = [Edge(end, number(value)) for end, value in numbers[i]]
            edges += coded
            edges += found
            self.edges[i] = list(dict.fromkeys(edges)) if len(edges) > 1 else edges
        if "@" in self.text:
            for i, edge in addresses(tokens):
                self.edges[i].append(edge)
                others[i].append(edge)
        self._allow_nothing(language, codes, others)

    def _others(self, language: Language, i: int) -> list[Edge]:
        """Everything but plain numbers and codes."""
        tokens, numbers = self.tokens, self.numbers
        edges: list[Edge] = []
        if tokens[i].kind == "digits" and i + 1 < len(tokens) and tokens[i + 1].kind == "sign":
            edges += times_at(tokens, i)
            edges += dates_at(tokens, i)
            edges += percents_at(tokens, i, numbers)
        edges += moneys_at(tokens, i, numbers, language.currencies)
        for reader in language.readers:
            edges += reader(self, i)
        return edges

    def _allow_nothing(self, language: Language, codes: Codes, others: list[list[Edge]]) -> None:
        """Let paths pass over what a value may pass over without needing it."""
        unsure = codes.unsure - codes.sure
        if unsure:
            needed = _covered(others)
            for i in unsure:
                if not needed[i]:
                    self.edges[i].append(Edge(i + 1, NOTHING))
        if not language.connectives.isdisjoint(self.words):
            covered = _covered(self.edges)
            for i, word in enumerate(self.words):
                if covered[i] and not self.edges[i] and word in language.connectives:
                    self.edges[i].append(Edge(i + 1, NOTHING))

    def spans(self) -> list[Span]:
        """The certain values in their order: from the left, the longest value at each place.

        What may as well be no value ("one" in "this one") is left out; its edges are there.
        """
        spans: list[Span] = []
        i = 0
        while i < len(self.tokens):
            edges = [edge for edge in self.edges[i] if edge.value is not NOTHING]
            if not edges:
                i += 1
                continue
            end = max(edge.end for edge in edges)
            if not any(edge.value is NOTHING and edge.end == end for edge in self.edges[i]):
                readings = frozenset(edge.value for edge in edges if edge.end == end)
                start_at, end_at = self.tokens[i].start, self.tokens[end - 1].end
                spans.append(Span(start_at, end_at, self.text[start_at:end_at], readings))
            i = end
        return spans


def _may_begin(token: Token) -> bool:
    """Whether a value can begin at a token that the language does not list: digits, signs, letters of a code."""
    return token.kind != "word" or len(token.text) <= 2 or token.raw.isupper()


def _covered(edges: list[list[Edge]]) -> list[bool]:
    covered = [False] * len(edges)
    for start, leaving in enumerate(edges):
        for edge in leaving:
            for i in range(start, edge.end):
                covered[i] = True
    return covered


def read(text: str, context: Context) -> Reading:
    return Reading(text, context)
