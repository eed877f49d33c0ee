"""What Korean and Japanese share: words in texts that are cut into single characters, and numbers built on ten thousands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from callproof.spoken.language import Edge
from callproof.spoken.tokens import Token, spots, tokenize
from callproof.spoken.values import number

if TYPE_CHECKING:
    from callproof.spoken.reading import Reading

T = TypeVar("T")

# How far a look ahead reaches, in tokens: a unit and the endings behind it.
_AHEAD = 12
RANGE_SIGNS = frozenset("~〜-–")


class Words(Generic[T]):
    """Words and what they mean. A space in a word may be missing in the text; where there is none, none may be there."""

    def __init__(self, meanings: Mapping[str, T]) -> None:
        self._by_first: dict[str, list[tuple[tuple[tuple[str, bool], ...], T]]] = {}
        for word in sorted(meanings, key=len, reverse=True):
            first, *others = tokenize(word)
            pattern = tuple((token.text, token.glued) for token in others)
            self._by_first.setdefault(first.text, []).append((pattern, meanings[word]))
        self.firsts = frozenset(self._by_first)
        # Longest first
        self.words = sorted(meanings, key=len, reverse=True)
        self.beginnings = [_beginning(word) for word in meanings]

    def at(self, tokens: list[Token], i: int) -> Iterator[tuple[int, T]]:
        """Where each word that begins at a token ends, and its meaning; the longest first."""
        if i < len(tokens):
            for pattern, meaning in self._by_first.get(tokens[i].text, ()):
                if not pattern or _matches(tokens, i + 1, pattern):
                    yield i + 1 + len(pattern), meaning

    def longest(self, tokens: list[Token], i: int) -> tuple[int, T] | None:
        if i < len(tokens):
            for pattern, meaning in self._by_first.get(tokens[i].text, ()):
                if not pattern or _matches(tokens, i + 1, pattern):
                    return i + 1 + len(pattern), meaning
        return None


def _matches(tokens: list[Token], i: int, pattern: tuple[tuple[str, bool], ...]) -> bool:
    if i + len(pattern) > len(tokens):
        return False
    for text, glued in pattern:
        token = tokens[i]
        if token.text != text or (glued and not token.glued):
            return False
        i += 1
    return True


def listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


def rest(tokens: list[Token], i: int) -> str:
    """The characters glued to the token before `i`, up to the next space or sign, or as far as `ahead` looks."""
    text = ""
    for token in tokens[i : i + _AHEAD]:
        if not token.glued or token.kind != "sound":
            break
        text += token.text
    return text


def ahead(tokens: list[Token], i: int) -> str:
    """The text from a token on, as far as a unit and its endings can reach, with a space where the text has some."""
    return "".join([token.text if token.glued else f" {token.text}" for token in tokens[i : i + _AHEAD]])


class Beginning(NamedTuple):
    """How a value can begin: one of these characters, and behind it glued, or after a space, one of those; None is anything.

    What is no character of the script (a digit, a sign, the end) may always follow.
    """

    firsts: str
    glued: str | None = None
    spaced: str | None = None


def _beginning(word: str) -> Beginning:
    if len(word) == 1:
        return Beginning(word)
    return Beginning(word[0], word[2], word[2]) if word[1] == " " else Beginning(word[0], word[1], "")


class Places:
    """Where values can begin in a text, found at once for all its characters: asking at each of them would cost more.

    `script` is a class of the characters that words are made of. Where words are parted by spaces, what is in `words` has to
    begin one, or to follow one of the characters of `may_precede`; what is in `inside` may stand anywhere.
    """

    def __init__(
        self, words: Iterable[Beginning], *, script: str, inside: str = "", may_precede: str | None = None
    ) -> None:
        seconds: dict[str, list[Beginning]] = {}
        for beginning in words:
            for first in beginning.firsts:
                seconds.setdefault(first, []).append(beginning)
        self._glued = {first: _joined(b.glued for b in found) for first, found in seconds.items()}
        self._spaced = {first: _joined(b.spaced for b in found) for first, found in seconds.items()}
        self._inside = frozenset(inside)
        # The class in front is skipped through fast; assertions in front would be tried at each character.
        pattern = f"[{''.join(seconds)}{inside}]"
        if may_precede is not None:
            pattern += f"(?:(?<![{script}].)|(?<=[{may_precede}].)|(?<=[{inside}]))"
        self._pattern = re.compile(pattern)
        self._script = re.compile(f"[{script}]")

    def _may_begin(self, text: str, place: int) -> bool:
        first = text[place]
        if first in self._inside:
            return True
        second = text[place + 1 : place + 2]
        allowed = self._glued[first]
        if second == " ":
            second = text[place + 2 : place + 3]
            allowed = self._spaced[first]
        return allowed is None or second in allowed or self._script.match(second) is None

    def of(self, text: str, tokens: list[Token]) -> Iterator[tuple[int, str, int]]:
        """From the last to the first: the token at each place, and the text that was searched with the place in it.

        That text has one space at most between two tokens, and the plain form of each character of the script.
        """
        is_plain = text.isprintable() and "  " not in text and unicodedata.is_normalized("NFC", text)
        flat, places = (text, None) if is_plain else _flattened(tokens)
        found = [
            place for match in self._pattern.finditer(flat) if self._may_begin(flat, place := match.start())
        ]
        if not found:
            return
        if places is None:
            at = {start: i for i, (start, _) in enumerate(spots(text, tokens))}
            for place in reversed(found):
                if place in at:
                    yield at[place], flat, place
        else:
            for place in reversed(found):
                yield places[place], flat, place


def _joined(seconds: Iterable[str | None]) -> frozenset[str] | None:
    found = list(seconds)
    return None if None in found else frozenset("".join(text for text in found if text))


def _flattened(tokens: list[Token]) -> tuple[str, list[int]]:
    """The folded text, and the token that each of its characters belongs to."""
    pieces: list[str] = []
    places: list[int] = []
    for i, token in enumerate(tokens):
        if not token.glued:
            pieces.append(" ")
            places.append(i)
        pieces.append(token.text)
        places.extend([i] * len(token.text))
    return "".join(pieces), places


def glued_sound(tokens: list[Token], i: int) -> bool:
    """Whether the token is the continuation of a word in the same script."""
    return 0 < i < len(tokens) and tokens[i].glued and tokens[i - 1].kind == "sound"


class Part(NamedTuple):
    """A piece of a numeral: a digit, a unit inside a myriad (10, 100, 1000) or a myriad (10 000, 100 million, ...)."""

    end: int
    kind: Literal["digit", "small", "big"]
    value: int


class Prefix(NamedTuple):
    """A complete number up to `end`; `parts` counts its pieces."""

    end: int
    value: int | Decimal
    parts: int


NextPart: TypeAlias = Callable[[list[Token], int], Part | None]


def prefixes(tokens: list[Token], i: int, part: NextPart, *, bare_myriad: bool) -> list[Prefix]:
    """All numbers that begin at a token, the shortest first: pieces in words and digits mixed ("3만 5천", "1億2000万").

    `bare_myriad`: ten thousand needs no "one" before it. A number in plain digits alone is not among them.
    """
    found: list[Prefix] = []
    total: int | Decimal = 0
    section: int | Decimal = 0
    pending: int | Decimal | None = None
    small_limit, big_limit, parts = 10_000, 10**16, 0
    while i < len(tokens):
        if tokens[i].kind == "digits":
            end, written = _written(tokens, i)
            unit = part(tokens, end)
            if pending is not None:
                break
            if unit is not None and unit.kind != "digit":
                pending, i, parts = written, end, parts + 1
                continue
            limit = small_limit if section else big_limit
            full = len(tokens[i].text) == len(str(limit)) - 1
            if parts > 1 and written < limit and (tokens[i].glued or full):
                found.append(Prefix(end, total + section + written, parts + 1))
            break
        piece = part(tokens, i)
        if piece is None:
            break
        if piece.kind == "digit":
            if pending is not None:
                break
            pending = piece.value
        elif piece.kind == "small":
            if piece.value >= small_limit:
                break
            section += (1 if pending is None else pending) * piece.value
            pending, small_limit = None, piece.value
        else:
            amount = section + (pending or 0)
            if piece.value >= big_limit or (amount == 0 and (parts or not bare_myriad)):
                break
            total += (amount or 1) * piece.value
            section, pending, small_limit, big_limit = 0, None, 10_000, piece.value
        i, parts = piece.end, parts + 1
        found.append(Prefix(i, total + section + (pending or 0), parts))
    return found


def shared_scale(reading: Reading, i: int) -> Iterator[Edge]:
    """The 2000 of "2~3천" and 2〜3千: the scale of the second figure is that of the first."""
    tokens = reading.tokens
    if i + 3 >= len(tokens) or tokens[i + 2].kind != "digits":
        return
    first, last = int(tokens[i].text), int(tokens[i + 2].text)
    if not 0 < first < last < 100:
        return
    for end, value in reading.numbers[i + 2]:
        if end > i + 3 and value > last and value % last == 0:
            yield Edge(i + 1, number(first * (value / last)))


def below_zero(reading: Reading, words: Words[None], i: int) -> Iterator[Edge]:
    """The -5 of "영하 오 도" and 氷点下5度."""
    word = words.longest(reading.tokens, i)
    if word is not None and word[0] < len(reading.tokens):
        for end, value in reading.numbers[word[0]]:
            yield Edge(end, number(-value))


def _written(tokens: list[Token], i: int) -> tuple[int, int | Decimal]:
    """A number in digits before a unit: "15", "1,500", "1.5"."""
    text, end = tokens[i].text, i + 1
    while end + 1 < len(tokens) and tokens[end].text in (",", ".") and tokens[end].glued:
        digits = tokens[end + 1]
        if digits.kind != "digits" or not digits.glued or "." in text:
            break
        if tokens[end].text == ",":
            if len(digits.text) != 3:
                break
            text += digits.text
        else:
            text += "." + digits.text
        end += 2
    return end, Decimal(text) if "." in text else int(text)
