"""Reading values out of a text: every value that every span of it can stand for.

A reading is a lattice: from each token, edges to where a value that begins there ends. "one five" has edges for 1, for 5, for
15, for the code 1-5 and for 1:05. Two texts say the same values when a path through the one meets a path through the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property

from callproof.spoken.language import Context, Edge, Numeral
from callproof.spoken.tokens import Token, tokenize
from callproof.spoken.values import Span, code, money, number

# The longest run of letters and digits that is taken for one code; longer ones are read in pieces.
_LONGEST_CODE = 40


class Reading:
    """A text with its tokens and, from each token, the values that begin there.

    `numbers[i]` are the plain numbers from token i, in words and digits; readers of a language build on them.
    """

    def __init__(self, text: str, context: Context) -> None:
        self.text = text
        self.context = context
        self.tokens = tokenize(text)
        self.numbers: list[list[Numeral]] = [self._numbers(i) for i in range(len(self.tokens))]
        self.edges: list[list[Edge]] = [self._edges(i) for i in range(len(self.tokens))]

    @cached_property
    def covered(self) -> list[bool]:
        """For each token whether a value may pass over it; the others are mere words and signs."""
        covered = [False] * len(self.tokens)
        for start, edges in enumerate(self.edges):
            for edge in edges:
                covered[start : edge.end] = [True] * (edge.end - start)
        return covered

    def word(self, i: int) -> str:
        """The folded text of a token; empty behind the end."""
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def _numbers(self, i: int) -> list[Numeral]:
        if self.tokens[i].kind == "digits":
            return list(_written(self.tokens, i, self.context.language.decimal_sign))
        return list(self.context.language.numerals(self.tokens, i))

    def _edges(self, i: int) -> list[Edge]:
        edges = [Edge(end, number(value)) for end, value in self.numbers[i]]
        edges.extend(_codes(self, i))
        edges.extend(_signed_money(self, i))
        for reader in self.context.language.readers:
            edges.extend(reader(self, i))
        return list(dict.fromkeys(edges))

    def spans(self) -> list[Span]:
        """The values in their order, each as long as it can be: from the left, the longest value at each place."""
        spans: list[Span] = []
        i = 0
        while i < len(self.tokens):
            if not self.edges[i]:
                i += 1
                continue
            end = max(edge.end for edge in self.edges[i])
            readings = frozenset(edge.value for edge in self.edges[i] if edge.end == end)
            start_at, end_at = self.tokens[i].start, self.tokens[end - 1].end
            spans.append(Span(start_at, end_at, self.text[start_at:end_at], readings))
            i = end
        return spans


def _written(tokens: list[Token], i: int, decimal_sign: str) -> Iterator[Numeral]:
    """Numbers in digits: "15", "1,234", "50.00", "1.234,56". Where the language's own rule does not settle what a sign is,
    both readings are given."""
    whole = tokens[i].text
    yield Numeral(i + 1, Decimal(whole))
    text, end = whole, i + 1
    while end + 1 < len(tokens) and tokens[end].text in (".", ",") and tokens[end].glued:
        digits = tokens[end + 1]
        if digits.kind != "digits" or not digits.glued:
            break
        text += tokens[end].text + digits.text
        end += 2
        yield from (Numeral(end, value) for value in _grouped(text, decimal_sign))


def _grouped(text: str, decimal_sign: str) -> set[Decimal]:
    other = "," if decimal_sign == "." else "."
    values: set[Decimal] = set()
    for point in (decimal_sign, other):
        group = "," if point == "." else "."
        head, *tail = text.split(point)
        groups = head.split(group)
        if len(tail) > 1 or group in "".join(tail) or any(len(part) != 3 for part in groups[1:]):
            continue
        if len(groups) > 1 and not 1 <= len(groups[0]) <= 3:
            continue
        if point == other and len(tail) == 1 and len(tail[0]) == 3:
            continue  # "1,234" in English and "1.234" in Spanish are thousands
        values.add(Decimal("".join(groups) + "." + (tail[0] if tail else "0")))
    return values


class _Atom:
    """A piece of a code: one letter or digit, a written run of them, or a number below 100 ("fifty-five" in "5599")."""

    __slots__ = ("end", "text")

    def __init__(self, end: int, text: str) -> None:
        self.end = end
        self.text = text


def _codes(reading: Reading, i: int) -> Iterator[Edge]:
    """Codes that begin at a token: letters and digits one by one, in groups, doubled, spelled ("A as in alpha").

    Every prefix of a run is a code of its own, for the other text may be cut in other places.
    """
    atom = _atom(reading, i)
    if atom is None:
        return
    if reading.tokens[i].kind == "digits" or len(atom.text) > 1:
        yield Edge(atom.end, code(atom.text))
    text, pieces = atom.text, 1
    while len(text) < _LONGEST_CODE:
        following = _atom(reading, _skip_separators(reading, atom.end))
        if following is None:
            return
        atom, pieces = following, pieces + 1
        text += atom.text
        yield Edge(atom.end, code(text))


def _skip_separators(reading: Reading, i: int) -> int:
    """Past one separator between the parts of a code, in a sign or a word."""
    word = reading.word(i)
    if word in ("-", "–", ".", ",", "/", "·") or word in reading.context.language.separators:
        i += 1
        if word in (",", ".") and reading.word(i) in reading.context.language.separators:
            i += 1
    return i


def _atom(reading: Reading, i: int) -> _Atom | None:
    if i >= len(reading.tokens):
        return None
    token, language = reading.tokens[i], reading.context.language
    if token.kind == "digits":
        return _Atom(i + 1, token.text)
    times = language.repeats.get(token.text)
    if times is not None:
        inner = _single(reading, i + 1)
        return _Atom(inner.end, inner.text * times) if inner is not None else None
    single = _single(reading, i)
    if single is not None and single.text.isalpha():
        return single
    small = [n for n in reading.numbers[i] if n.value == n.value.to_integral_value() and 0 <= n.value < 100]
    if small:
        longest = max(small, key=lambda n: n.end)
        return _Atom(longest.end, str(int(longest.value)))
    return single


def _single(reading: Reading, i: int) -> _Atom | None:
    """One letter or one digit, in whatever words."""
    if i >= len(reading.tokens):
        return None
    token, language = reading.tokens[i], reading.context.language
    if token.text in language.digits:
        return _Atom(i + 1, language.digits[token.text])
    if token.kind == "digits" and len(token.text) == 1:
        return _Atom(i + 1, token.text)
    for end, value in reading.numbers[i]:
        if end == i + 1 and value in _DIGITS:
            return _Atom(end, str(int(value)))
    letter = _letter(token, i, reading)
    return _Atom(_after_spelling(reading, i + 1, letter), letter) if letter else None


_DIGITS = frozenset(Decimal(n) for n in range(10))


def _letter(token: Token, i: int, reading: Reading) -> str:
    language = reading.context.language
    if token.text in language.letters:
        return language.letters[token.text]
    if len(token.text) != 1 or token.kind != "word" or not token.text.isalpha():
        # "EM" in "EM456": letters written as one word with the digits after it, or all in capitals
        beside_digits = (
            i + 1 < len(reading.tokens)
            and reading.tokens[i + 1].kind == "digits"
            and reading.tokens[i + 1].glued
        )
        after_digits = token.glued and i > 0 and reading.tokens[i - 1].kind == "digits"
        if (
            token.kind == "word"
            and token.raw.isalpha()
            and token.raw.isascii()
            and (beside_digits or (after_digits and token.raw.isupper()))
        ):
            return token.text
        return ""
    if token.text in language.letter_words and not token.raw.isupper():
        return ""
    return token.text


def _after_spelling(reading: Reading, i: int, letter: str) -> int:
    """Past the word that explains a letter ("as in alpha"), when it begins with that letter."""
    for between in reading.context.language.spelling:
        last = i + len(between)
        word = reading.word(last)
        if len(word) > 1 and word.startswith(letter) and tuple(map(reading.word, range(i, last))) == between:
            return last + 1
    return i


def _signed_money(reading: Reading, i: int) -> Iterator[Edge]:
    """ "$50" and "50 €": an amount with the sign of a currency before or after it."""
    currencies = reading.context.language.currencies
    token = reading.tokens[i]
    if token.kind == "sign" and token.text in currencies and i + 1 < len(reading.tokens):
        for end, value in reading.numbers[i + 1]:
            yield Edge(end, money(value, currencies[token.text]))
        return
    for end, value in reading.numbers[i]:
        if reading.word(end) in currencies:
            yield Edge(end + 1, money(value, currencies[reading.word(end)]))


def read(text: str, context: Context) -> Reading:
    return Reading(text, context)
