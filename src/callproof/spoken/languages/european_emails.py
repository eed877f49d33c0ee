"""E-mail addresses as they are spelled out in the languages of western Europe: "juan punto lopez arroba ejemplo punto com"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from callproof.spoken.language import Edge, Scan
from callproof.spoken.languages.european import spelled, spellings
from callproof.spoken.reading import Reading
from callproof.spoken.values import Value

# The signs of an address as they are written; a written one stands without a space before it.
_WRITTEN = {".": ".", "-": "-", "_": "_", "+": "+"}
_LONGEST_LOCAL = 24
# "bindestrich", and "guión bajo": the words of a sign.
_LONGEST_SIGN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """The words of a language's addresses. `at` holds phrases ("a commerciale"), `signs` phrases with the sign they name."""

    at: frozenset[str]
    signs: Mapping[str, str]
    _table: dict[str, str] = field(init=False, default_factory=dict)
    _first: frozenset[str] = field(init=False, default=frozenset())

    def __post_init__(self) -> None:
        self._table.update(spelled(self.signs))
        object.__setattr__(self, "_first", frozenset(phrase.split()[0] for phrase in self.at))

    @property
    def scan(self) -> Scan:
        return Scan(self._first, self._read)

    def _read(self, reading: Reading) -> Iterator[tuple[int, Edge]]:
        """All addresses of a text, each with the token it begins at."""
        for k in range(1, len(reading.words) - 1):
            for length in (1, 2) if reading.words[k] in self._first else ():
                if " ".join(reading.words[k : k + length]) in self.at:
                    yield from self._around(reading, k, k + length)

    def _around(self, reading: Reading, at: int, after: int) -> Iterator[tuple[int, Edge]]:
        host, end = self._host(reading, after)
        local, start = self._local(reading, at)
        if "." in host and local and local[0].isalnum():
            for name in spellings(local):
                yield start, Edge(end, Value("email", f"{name}@{host}"))

    def _host(self, reading: Reading, k: int) -> tuple[str, int]:
        """The domain from a token on, and where it ends: one word between two signs, or letters one by one."""
        text, label, end = "", "", k
        while k < len(reading.words):
            sign, length = self._sign(reading, k)
            word = reading.words[k]
            if sign and label:
                text, label, k = f"{text}{label}{sign}", "", k + length
            elif not sign and word.isalnum() and (not label or len(word) == 1 == len(reading.words[k - 1])):
                label, k = label + word, k + 1
                end = k
            else:
                break
        return text + label, end

    def _local(self, reading: Reading, at: int) -> tuple[str, int]:
        """What stands before the at-sign, and the token it begins at."""
        text, k = "", at
        # A whole word joins only a sign or figures: "mi correo ana punto lopez" begins with "ana".
        joins_words = True
        while k > 0 and at - k < _LONGEST_LOCAL:
            sign, length = self._sign_before(reading, k)
            if sign:
                text, k, joins_words = sign + text, k - length, True
                continue
            piece, start = self._piece(reading, k)
            is_word = piece.isalpha() and len(piece) > 1
            if not piece or (is_word and (not joins_words or self._is_no_name(reading, k - 1, text))):
                break
            if not is_word and text and text[0].isalpha() and not self._is_letter(reading, k):
                break
            text, k, joins_words = piece + text, start, piece.isdigit()
        while text and not text[0].isalnum():
            text, k = text[1:], k + 1
        return text, k

    def _piece(self, reading: Reading, end: int) -> tuple[str, int]:
        """A letter, a word or a number that ends before a token, and where it begins."""
        for start in range(max(0, end - 3), end):
            for last, value in reading.numbers[start]:
                if last == end and value == value.to_integral_value() and value < 10_000:
                    return str(int(value)), start
        word, kind = reading.words[end - 1], reading.tokens[end - 1].kind
        return (word, end - 1) if kind != "sign" and word.isalnum() else ("", end)

    def _is_letter(self, reading: Reading, k: int) -> bool:
        """Whether a letter, a figure or a sign follows, so that a single letter before it is one of several."""
        return len(reading.word(k)) == 1 or bool(self._sign(reading, k)[0]) or reading.word(k) in self._first

    def _is_no_name(self, reading: Reading, k: int, text: str) -> bool:
        """Whether a word only leads to the address ("es" in "es a n a arroba")."""
        language = reading.context.language
        return bool(text) and reading.words[k] in language.function_words

    def _sign(self, reading: Reading, k: int) -> tuple[str, int]:
        """The sign that is named from a token on, and in how many tokens."""
        for length in range(_LONGEST_SIGN, 0, -1):
            sign = self._table.get(" ".join(reading.words[k : k + length]))
            if sign and k + length <= len(reading.words):
                return sign, length
        written = _WRITTEN.get(reading.word(k), "")
        glued = k + 1 < len(reading.tokens) and reading.tokens[k].glued and reading.tokens[k + 1].glued
        return (written, 1) if written and glued else ("", 0)

    def _sign_before(self, reading: Reading, k: int) -> tuple[str, int]:
        for length in range(_LONGEST_SIGN, 0, -1):
            if k >= length:
                sign, found = self._sign(reading, k - length)
                if sign and found == length:
                    return sign, length
        return "", 0
