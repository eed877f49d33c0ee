"""English e-mail addresses as they are spelled out: "maria dot lopez at example dot com"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from callproof.spoken.language import Edge, Scan, words
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value

_SIGNS = {
    "dot": ".", "point": ".", "period": ".", ".": ".", "underscore": "_", "underline": "_", "_": "_", "dash": "-", "hyphen": "-",
    "minus": "-", "-": "-", "plus": "+", "+": "+",
}  # fmt: skip
_ENDINGS = frozenset(
    words(
        "com org net edu gov io co uk us ca au de fr es it pt br jp kr ai app dev info biz me tv eu in mx health shop"
    )
)
# A single plain word before "at" is an address only if it is none of these: "find us at example dot com".
_NO_NAMES = frozenset(
    words(
        "it me us you them him her look see visit find online available here there out shop order ordered bought work works "
        "working is are was am be stay that this support"
    )
)
_POINTS = frozenset({"dot", "."})
_LONGEST_LOCAL = 16
# Words in a name before its first dot.
_LONGEST_NAME = 3


class _Part(NamedTuple):
    start: int
    text: str
    is_word: bool


def _addresses(reading: Reading) -> Iterator[tuple[int, Edge]]:
    """All addresses of a text, each with the token it begins at."""
    if not _POINTS.isdisjoint(reading.vocabulary):
        for k in [k for k, word in enumerate(reading.words) if word == "at"]:
            yield from _around(reading, k)


SCAN = Scan(frozenset({"at"}), _addresses)


def _around(reading: Reading, at: int) -> Iterator[tuple[int, Edge]]:
    domain = _domain(reading, at + 2 if reading.word(at + 1) == "sign" else at + 1)
    if domain is None:
        return
    end, host = domain
    yield from _spelled(reading, at, end, host)
    parts = _local(reading, at)
    text = ""
    for k in range(len(parts) - 1, -1, -1):
        part = parts[k]
        text = part.text + text
        glued = k > 0 and not (parts[k - 1].is_word and part.is_word)
        if glued or not text[0].isalnum():
            continue
        if text in _NO_NAMES:
            return
        yield part.start, Edge(_with_remark(reading, end), Value("email", f"{text}@{host}"))
        if text.isalpha() and all(piece.is_word for piece in parts[k:]):
            # "shop at example dot com" may be no address.
            for token in range(part.start, end):
                yield token, Edge(token + 1, NOTHING)
        elif part.is_word and k + 1 < len(parts) and parts[k + 1].is_word:
            # "email" in "my email maria dot lopez at ..."
            yield part.start, Edge(part.start + 1, NOTHING)


def _spelled(reading: Reading, at: int, end: int, host: str) -> Iterator[tuple[int, Edge]]:
    """ "T as in Tom, K, at example dot org": a code that ends where the "at" is."""
    last = at - 1 if reading.word(at - 1) == "," else at
    for start in range(last - 1, max(-1, at - _LONGEST_LOCAL), -1):
        if reading.words[start] in _SIGNS:
            return  # a sign of the address, and not of the code
        for edge in reading.edges[start]:
            if edge.end == last and edge.value.kind == "code" and not str(edge.value.key).isdigit():
                yield start, Edge(end, Value("email", f"{str(edge.value.key).lower()}@{host}"))


def _domain(reading: Reading, k: int) -> tuple[int, str] | None:
    """Where a domain that begins at a token ends, and its text: "example.co.uk"."""
    text, label_words, pointed = "", 0, False
    found: tuple[int, str] | None = None
    while k < len(reading.tokens):
        word, token = reading.words[k], reading.tokens[k]
        sign = _SIGNS.get(word)
        if sign is not None and text and text[-1].isalnum() and (token.kind == "word" or token.glued):
            text, label_words, pointed = text + sign, 0, pointed or sign == "."
        elif token.kind in ("word", "digits") and label_words < (1 if pointed else _LONGEST_NAME):
            text, label_words = text + word, label_words + 1
            if pointed and word in _ENDINGS:
                found = k + 1, text
        else:
            break
        k += 1
    return found


def _local(reading: Reading, at: int) -> list[_Part]:
    """What can belong to the part before the "at", in its order."""
    parts: list[_Part] = []
    k = at - 1
    plain = 0
    while k >= 0 and len(parts) < _LONGEST_LOCAL:
        word, token = reading.words[k], reading.tokens[k]
        sign = _SIGNS.get(word)
        # A point before a space ends a sentence: "My name is Cole. john dot smith at ...".
        if sign is not None and (token.kind == "word" or (token.glued and reading.tokens[k + 1].glued)):
            parts.append(_Part(k, sign, False))
            plain = 0
        else:
            part = _piece(reading, k)
            if part is None or (part.is_word and plain == 2):
                break
            plain = plain + 1 if part.is_word else 0
            parts.append(part)
            k = part.start
        k -= 1
    return parts[::-1]


def _piece(reading: Reading, last: int) -> _Part | None:
    """A letter, a number or a word that ends at a token."""
    word, token = reading.words[last], reading.tokens[last]
    if token.kind == "digits" or (len(word) == 1 and token.kind == "word"):
        return _Part(last, word, False)
    for start in range(max(0, last - 2), last + 1):
        for end, value in reading.numbers[start]:
            if end == last + 1 and value == value.to_integral_value() and value < 10_000:
                return _Part(start, str(int(value)), False)
    if token.kind != "word" or word in reading.context.language.function_words or not word.isalpha():
        return None
    return _Part(last, word, True)


def _with_remark(reading: Reading, end: int) -> int:
    """Past "all lower case", "all one word"."""
    k = end + 1 if reading.word(end) == "," else end
    if reading.word(k) == "all":
        k += 1
    for remark in (("lower", "case"), ("lowercase",), ("one", "word"), ("in", "lower", "case")):
        if tuple(reading.words[k : k + len(remark)]) == remark:
            return k + len(remark)
    return end
