"""So many out of so many, as the part that they are: "one in four", "un client sur quatre", 四人に一人, "열 명 중 세 명"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial

from callproof.spoken.language import Edge, LanguageCode, Scan, words
from callproof.spoken.reading import Reading
from callproof.spoken.values import Value, number
from callproof.spoken.wording.units import units_of

# What stands between the two numbers, by its first word; a longer phrase comes before a shorter one.
_JOINTS: Mapping[LanguageCode, Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "en": {"in": (words("in every"), words("in")), "out": (words("out of every"), words("out of"))},
    "es": {"de": (words("de cada"),), "por": (words("por cada"),), "entre": (words("entre cada"),)},
    "pt": {"em": (words("em cada"),), "a": (words("a cada"),), "de": (words("de cada"),)},
    "fr": {"sur": (words("sur"),)},
    "it": {"su": (words("su"),), "ogni": (words("ogni"),)},
    "de": {"von": (words("von"),)},
}
# "Every fourth customer" is one of four.
_EVERY: Mapping[LanguageCode, frozenset[str]] = {
    "en": frozenset({"every"}),
    "de": frozenset(words("jeder jede jedes jedem jeden")),
}
_MOST = 1000
_SOUND_JOINTS: Mapping[LanguageCode, tuple[tuple[str, ...], ...]] = {
    "ko": (("중", "에"), ("중",), ("가", "운", "데")),
    "ja": (("の", "う", "ち"), ("の", "中", "で"), ("に",), ("中",)),
}
_SOUND_COUNTERS: Mapping[LanguageCode, frozenset[str]] = {
    "ko": frozenset("명분건곳개번집"),
    "ja": frozenset("人名件社回本個軒台"),
}


def joints_of(code: LanguageCode) -> frozenset[str]:
    """The words of which one stands in every portion."""
    return _EVERY.get(code, frozenset()) | _JOINTS[code].keys()


def portions(reading: Reading) -> list[tuple[int, Edge]]:
    """From the number of some up to the number of all of them. Both are numbers of their own all the same."""
    code = reading.context.language.code
    joints, every = _JOINTS[code], _EVERY.get(code, frozenset())
    return [
        found
        for i, word in enumerate(reading.words)
        if i and (word in joints or reading.words[i - 1] in every)
        for found in _at(reading, i, joints.get(word, ()), every)
    ]


def _at(
    reading: Reading, i: int, joints: Sequence[tuple[str, ...]], every: frozenset[str]
) -> Iterator[tuple[int, Edge]]:
    words_ = reading.words
    joint = next((joint for joint in joints if tuple(words_[i : i + len(joint)]) == joint), None)
    k = i + len(joint) if joint is not None else i
    if joint is not None and k < len(words_):
        wholes = [(end, value) for end, value in reading.numbers[k] if _is_whole(reading, end, value)]
        for start, some in _counted(reading, i) if wholes else ():
            yield from (
                (start, edge) for end, whole in wholes if some < whole for edge in _part(end, some, whole)
            )
    if words_[i - 1] in every:
        for end, (kind, rank) in reading.edges[i]:
            if (
                kind == "ordinal"
                and isinstance(rank, int)
                and rank > 1
                and _is_whole(reading, end, Decimal(rank))
            ):
                yield from ((i - 1, edge) for edge in _part(end, Decimal(1), Decimal(rank)))


def _is_whole(reading: Reading, end: int, value: Decimal) -> bool:
    """Whether a number can be all of them: "one in ten minutes" is no part."""
    if not 1 < value <= _MOST or value != int(value):
        return False
    language, behind = reading.context.language, reading.word(end)
    return behind not in units_of(language.code).beginnings and behind not in language.currencies


def _counted(reading: Reading, i: int) -> Iterator[tuple[int, Decimal]]:
    """The numbers that end before a place, or before the noun in front of it: "un client"."""
    language = reading.context.language
    noun = reading.tokens[i - 1]
    has_noun = (
        noun.kind == "word"
        and noun.text not in language.function_words
        and noun.text not in units_of(language.code).table
        and not reading.numbers[i - 1]
    )
    for end in (i, i - 1) if has_noun else (i,):
        for start in range(max(0, end - 4), end):
            if start == end - 1 and reading.words[start] in language.ones:
                yield start, Decimal(1)
                continue
            yield from (
                (start, value)
                for last, value in reading.numbers[start]
                if last == end and 0 < value == int(value)
            )


def _part(end: int, some: Decimal, whole: Decimal) -> Iterator[Edge]:
    yield Edge(end, number(some / whole))
    if some * 100_000 % whole == 0:
        yield Edge(end, Value("percent", (some * 100 / whole).normalize()))


def sound_scan(code: LanguageCode, digits: Mapping[str, int]) -> Scan:
    """The same where the whole comes first: 네 명 중 한 명. `digits`: the numerals of one character, which alone are no numbers yet."""
    return Scan(_SOUND_COUNTERS[code], partial(_sound_portions, digits=digits, code=code))


def _sound_portions(
    reading: Reading, digits: Mapping[str, int], code: LanguageCode
) -> Iterator[tuple[int, Edge]]:
    tokens, counters = reading.words, _SOUND_COUNTERS[code]
    for i in range(2, len(tokens) - 1):
        counter = tokens[i - 1]
        if counter not in counters:
            continue
        joint = next((j for j in _SOUND_JOINTS[code] if tuple(tokens[i : i + len(j)]) == j), None)
        if joint is None:
            continue
        parts = list(_sound_counts(reading, i + len(joint), counter, digits))
        for start in range(max(0, i - 6), i - 1) if parts else ():
            for end, whole in _sound_counts(reading, start, counter, digits):
                if end == i and 1 < whole <= _MOST:
                    yield from (
                        (start, edge)
                        for last, some in parts
                        if 0 < some < whole
                        for edge in _part(last, some, whole)
                    )


def _sound_counts(
    reading: Reading, i: int, counter: str, digits: Mapping[str, int]
) -> Iterator[tuple[int, Decimal]]:
    """Numbers with a counter from a token on: where the counter ends, and how many."""
    if i >= len(reading.tokens):
        return
    found: list[tuple[int, Decimal]] = [*reading.numbers[i]]
    if not found and reading.words[i] in digits:
        found.append((i + 1, Decimal(digits[reading.words[i]])))
    for end, value in found:
        if reading.word(end) == counter:
            yield end + 1, value
        elif reading.word(end - 1) == counter:
            yield end, value
