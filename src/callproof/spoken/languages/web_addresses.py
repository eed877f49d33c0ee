"""Web addresses and numbers with points as they are said and written: "www dot shop dot com slash sale", "192 dot 168 dot 1 dot 1"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from callproof.spoken.language import Edge, LanguageCode, Scan, words
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value, code, number

_ENDINGS = frozenset(
    words("com org net edu gov info biz io app dev shop ai co uk us ca au eu de fr es it pt br mx ar ch at jp kr ie nl be")
)  # fmt: skip
# Endings that another one may follow: "co.uk".
_BEFORE_COUNTRY = frozenset({"co", "com", "org", "net", "gov", "edu", "ne"})
_AT_SIGNS = frozenset(
    {"@", "arroba", "chiocciola", "arobase", "klammeraffe", "골뱅이", "アットマーク", "アット"}
)
# A name in words that are said one by one: "blue sky dot com".
_LONGEST_NAME = 3
# 192.168.1.1 has four parts, a version or a date may have three.
_MOST_PARTS = 4
_LONGEST_PART = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """`webs` are the ways to say "www"; a phrase of several words is one of `slashes` and `dashes` too."""

    dots: frozenset[str]
    slashes: tuple[tuple[str, ...], ...]
    dashes: frozenset[str]
    webs: tuple[tuple[str, ...], ...] = ()


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted((words(part) for part in text.split(",")), key=len, reverse=True))


_WEBS = "www, w w w"
_OF: Mapping[LanguageCode, _Words] = {
    "en": _Words(
        dots=frozenset({"dot"}),
        slashes=_phrases("slash, forward slash"),
        dashes=frozenset({"dash", "hyphen"}),
        webs=_phrases(f"{_WEBS}, triple w, dub dub dub, double u double u double u"),
    ),
    "es": _Words(
        dots=frozenset({"punto"}),
        slashes=_phrases("barra, slash"),
        dashes=frozenset({"guion", "guión"}),
        webs=_phrases(
            f"{_WEBS}, triple w, tres w, uve doble uve doble uve doble, doble u doble u doble u"
        ),
    ),
    "de": _Words(
        dots=frozenset({"punkt"}),
        slashes=_phrases("slash, schrägstrich"),
        dashes=frozenset({"bindestrich", "minus"}),
        webs=_phrases(f"{_WEBS}, weh weh weh, dreimal w"),
    ),
    "fr": _Words(
        dots=frozenset({"point"}),
        slashes=_phrases("slash, barre, barre oblique"),
        dashes=frozenset({"tiret"}),
        webs=_phrases(f"{_WEBS}, trois w, triple w"),
    ),
    "pt": _Words(
        dots=frozenset({"ponto"}),
        slashes=_phrases("barra"),
        dashes=frozenset({"hífen", "traço"}),
        webs=_phrases(f"{_WEBS}, três w, dáblio dáblio dáblio, dabliu dabliu dabliu"),
    ),
    "it": _Words(
        dots=frozenset({"punto"}),
        slashes=_phrases("slash, barra"),
        dashes=frozenset({"trattino"}),
        webs=_phrases(f"{_WEBS}, tre w, tre vu, vu vu vu"),
    ),
    "ko": _Words(dots=frozenset({"닷", "점"}), slashes=(), dashes=frozenset(), webs=_phrases(_WEBS)),
    "ja": _Words(dots=frozenset(), slashes=(), dashes=frozenset(), webs=_phrases(_WEBS)),
}  # fmt: skip


def scan(language: LanguageCode) -> Scan:
    return Scan(_ENDINGS, _addresses)


def points_scan(language: LanguageCode) -> Scan:
    return Scan(_OF[language].dots | {"."}, _pointed)


def _addresses(reading: Reading) -> Iterator[tuple[int, Edge]]:
    known, behind = _OF[reading.context.language.code], 0
    if known.dots.isdisjoint(reading.vocabulary) and "." not in reading.words[:-1]:
        return
    for i in [i for i, word in enumerate(reading.words) if word in _ENDINGS]:
        if i < behind or _dot_before(reading, i, known) == i:
            continue
        end, host = _past_endings(reading, i, known)
        if end > i + 1 and reading.words[i] not in _BEFORE_COUNTRY:
            continue  # the name of "shop.com"
        end, path = _path(reading, end, known)
        for start, name, is_web in _names(reading, i, known):
            value = Value("web", f"{name}.{host}{path}")
            yield start, Edge(end, value)
            if not is_web and not path:
                # "Tell Amazon dot com": a name that the other text may have without its ending.
                yield from ((k, Edge(k + 1, NOTHING)) for k in range(start, end))
        behind = end


def _dot_before(reading: Reading, i: int, known: _Words) -> int:
    """Where the point before a token begins; the token itself where there is none."""
    if i < 2:
        return i
    if reading.words[i - 1] in known.dots:
        return i - 1
    is_written = reading.words[i - 1] == "." and reading.tokens[i].glued and reading.tokens[i - 1].glued
    return i - 1 if is_written else i


def _past_endings(reading: Reading, i: int, known: _Words) -> tuple[int, str]:
    """Where the endings end that begin at a token, and their text: "co.uk"."""
    text, end = reading.words[i], i + 1
    while reading.word(end + 1) in _ENDINGS and _dot_before(reading, end + 1, known) == end:
        text, end = f"{text}.{reading.words[end + 1]}", end + 2
    return end, text


def _path(reading: Reading, end: int, known: _Words) -> tuple[int, str]:
    text = ""
    while (at := _past_slash(reading, end, known)) and (part := _part(reading, at, known))[1]:
        end, text = part[0], f"{text}/{part[1]}"
    return end, text


def _past_slash(reading: Reading, i: int, known: _Words) -> int:
    """The token behind a slash at a place; 0 where there is none."""
    if reading.word(i) == "/" and reading.tokens[i].glued:
        return i + 1
    for phrase in known.slashes:
        if tuple(reading.words[i : i + len(phrase)]) == phrase:
            return i + len(phrase)
    return 0


def _part(reading: Reading, i: int, known: _Words) -> tuple[int, str]:
    """A word or a number, with what hyphens join to it."""
    text, end = "", i
    while end < len(reading.tokens) and reading.tokens[end].kind in ("word", "digits"):
        text, end = text + reading.words[end], end + 1
        is_joined = reading.word(end) in known.dashes or (
            reading.word(end) == "-" and reading.tokens[end].glued
        )
        if not is_joined:
            break
        text, end = f"{text}-", end + 1
    return end, text


def _names(reading: Reading, ending: int, known: _Words) -> Iterator[tuple[int, str, bool]]:
    """What can stand before the last point: where it begins, its text, and whether a "www" stands before it."""
    tokens = reading.tokens
    start, text = ending, ""
    while (dot := _dot_before(reading, start, known)) < start:
        if (web := _before(reading, dot, known.webs)) < dot and text:
            yield web, text, True
            return
        label, begin = _label(reading, dot, known)
        if not label:
            break
        start, text = begin, f"{label}.{text}" if text else label
    light = reading.context.language.function_words
    if not text or text in light or reading.word(start - 1) in _AT_SIGNS:
        return
    yield start, text, False
    if reading.words[ending - 1] not in known.dots:
        return
    # Which words are the name only shows where one stands before them that is none: "our site is blue sky dot com".
    name, longer = text, start - 1
    while longer > 0 and tokens[longer].kind == "word" and start - longer < _LONGEST_NAME:
        name = reading.words[longer] + name
        if reading.words[longer] in light:
            return
        if reading.words[longer - 1] in light or tokens[longer - 1].kind == "sign":
            yield longer, name, False
            return
        longer -= 1


def _label(reading: Reading, end: int, known: _Words) -> tuple[str, int]:
    """The part of a name that ends before a token, and where it begins."""
    text, k = "", end
    while k > 0 and reading.tokens[k - 1].kind in ("word", "digits"):
        text, k = reading.words[k - 1] + text, k - 1
        is_joined = k > 1 and (
            reading.words[k - 1] in known.dashes or (reading.words[k - 1] == "-" and reading.tokens[k].glued)
        )
        if not is_joined:
            break
        text, k = f"-{text}", k - 1
    return text, k


def _before(reading: Reading, end: int, phrases: tuple[tuple[str, ...], ...]) -> int:
    """Where one of some phrases begins that ends before a token; that token where none does."""
    for phrase in phrases:
        if end >= len(phrase) and tuple(reading.words[end - len(phrase) : end]) == phrase:
            return end - len(phrase)
    return end


# --- numbers with points ----------------------------------------------------------------------------------------------


def _pointed(reading: Reading) -> Iterator[tuple[int, Edge]]:
    known, tokens = _OF[reading.context.language.code], reading.tokens
    is_said = not known.dots.isdisjoint(reading.vocabulary)
    if not is_said and reading.text.count(".") < _MOST_PARTS - 1:
        return
    points = {
        i
        for i, word in enumerate(reading.words[:-1])
        if word in known.dots or (word == "." and tokens[i].glued and tokens[i + 1].glued)
    }
    for i in range(len(tokens) if points else 0):
        if reading.edges[i]:
            for end, parts in _parts(reading, i, points, _MOST_PARTS):
                text = ".".join(parts)
                if len(parts) > 2:
                    yield i, Edge(end, code(text))
                elif len(parts) == 2 and is_said:
                    yield i, Edge(end, number(Decimal(text)))


def _parts(reading: Reading, i: int, points: set[int], most: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The numbers from a token on that points join, one after the other."""
    if i >= len(reading.edges):
        return
    # No value but the whole begins inside of written figures.
    is_written = reading.tokens[i].kind == "digits"
    edges = [Edge(i + 1, code(reading.words[i]))] if is_written else list(reading.edges[i])
    for end, (kind, key) in edges:
        digits = str(key) if kind in ("number", "code") else ""
        if not digits.isdigit() or len(digits) > _LONGEST_PART:
            continue
        yield end, (digits,)
        if end in points and most > 1:
            for last, parts in _parts(reading, end + 1, points, most - 1):
                yield last, (digits, *parts)
