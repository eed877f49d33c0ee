"""Things and a half: "a tablet and a half", "una pastilla y media", "deux comprimés et demi"."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from callproof.spoken.language import Edge
from callproof.spoken.reading import Reading
from callproof.spoken.values import number
from callproof.spoken.wording.units import units_of

_HALF = Decimal("0.5")
# Behind "and a half" these begin nothing that it could be half of: "a tablet and a half daily".
_NO_NOUNS = frozenset({"once", "twice", "daily", "al", "diaria", "diarias", "täglich", "ogni", "cada", "par"})
_DOZENS = frozenset({"dozen", "docena", "dutzend", "douzaine", "dúzia", "dozzina"})
# Languages in which the thing may stand without a number and an article: "pastilla y media".
_WITHOUT_ARTICLE = frozenset({"es"})


def things_and_a_half(reading: Reading) -> Iterator[tuple[int, Edge]]:
    """From the number or the article of a thing up to the half of another one. Units of measure are read with their sizes elsewhere."""
    language = reading.context.language
    units = units_of(language.code)
    for i, word in enumerate(reading.words):
        if units.halves.get(word) != _HALF or not _ends(reading, i + 1):
            continue
        joint = i - 2 if reading.word(i - 1) in language.ones else i - 1
        noun = joint - 1
        if reading.word(joint) not in units.ands or reading.tokens[joint].kind == "sign" or noun < 0:
            continue
        name = reading.tokens[noun]
        if name.text in _DOZENS:
            yield from _dozen_and_a_half(reading, noun, i + 1)
            continue
        if (
            name.kind != "word"
            or reading.edges[noun]
            or name.text in units.table
            or name.text in language.function_words
            or name.text in language.currencies
        ):
            continue
        yield from _from_number(reading, noun, i + 1)


def _dozen_and_a_half(reading: Reading, noun: int, end: int) -> Iterator[tuple[int, Edge]]:
    """ "a dozen and a half", "docena y media"."""
    start = noun - 1 if noun and reading.words[noun - 1] in reading.context.language.ones else noun
    yield start, Edge(end, number(18))


def _from_number(reading: Reading, noun: int, end: int) -> Iterator[tuple[int, Edge]]:
    language = reading.context.language
    found = False
    for start in range(max(0, noun - 3), noun):
        for stop, value in reading.numbers[start]:
            if stop == noun and value == value.to_integral_value():
                found = True
                yield start, Edge(end, number(value + _HALF))
    if found:
        return
    if reading.word(noun - 1) in language.ones:
        yield noun - 1, Edge(end, number(1 + _HALF))
    elif language.code in _WITHOUT_ARTICLE and not (noun and reading.tokens[noun - 1].kind == "digits"):
        yield noun, Edge(end, number(1 + _HALF))


def _ends(reading: Reading, i: int) -> bool:
    """Whether no thing follows: "a coffee and half a sandwich" are two."""
    if i >= len(reading.tokens) or reading.tokens[i].kind == "sign":
        return True
    word, language = reading.words[i], reading.context.language
    return word in _NO_NOUNS or (word in language.function_words and word not in language.ones)
