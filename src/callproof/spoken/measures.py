"""Quantities: a number and its unit. Three days are not three weeks, twice a day is not twice a week, and half an hour is thirty
minutes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from callproof.spoken.attachments import is_negation
from callproof.spoken.paths import Pair, Place, Text, meets
from callproof.spoken.tokens import Token
from callproof.spoken.values import number
from callproof.spoken.wording.units import (
    DAY,
    FEET,
    FOOT,
    HOUR,
    MINUTE,
    TAIL_NAMES,
    TAILS,
    WEEK,
    Unit,
    units_of,
)

_THING = "thing"
# Single letters may name several units ("m"): they agree with one, and differ from none.
_VAGUE = 1
# Kinds that say less than others do: degrees may be of any scale, and "un par de minutos" are two minutes.
_VAGUE_KINDS = frozenset({"degrees", "pairs"})
_BEFORE_UNITS = FEET | {"-"}
_TIMES = frozenset({"time", "months", "nights"})
# What stands behind the height of somebody or something.
_HIGH = frozenset(
    {"tall", "high", "long", "wide", "deep", "de", "alto", "alta", "groß", "hoch", "lang", "breit", "di"}
)
# "주세요" is "please", and no week.
_NO_WEEKS = frozenset("세십실시문소")


class Measure(NamedTuple):
    """A quantity in a text: its tokens, its unit, and how many of the smallest unit of that kind it can be.

    `bare`: it has no number but an article ("an hour"). `vague`: its unit is a single letter. `thing`: what a part is of where that is
    no unit ("half a tablet").
    """

    start: int
    end: int
    unit: Unit
    amounts: frozenset[Decimal]
    bare: bool
    vague: bool
    thing: str = ""


def measured(a: Text, b: Text, pairs: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Values in pairs, with the units that are the same on both sides; and those of which the units differ."""
    if not (_may_measure(a) and _may_measure(b)) and not (_has_halves(a) or _has_halves(b)):
        return list(pairs), []
    around, others_around = _by_token(measures(a)), _by_token(measures(b))
    kept: list[Pair] = []
    wrong: list[Pair] = []
    for pair in pairs:
        said, heard = pair.said, pair.heard
        if said is None or heard is None or pair.relation == "other" or is_negation(said):
            kept.append(pair)
            continue
        one, other = around.get(said.start), others_around.get(heard.start)
        if one is not None and other is not None:
            if _equal(one, other, a):
                grown = _paired(one, other)
                if not kept or kept[-1] != grown:
                    kept.append(grown)
                said, heard = _place(one), _place(other)
            else:
                kept.append(pair)
                if _differ(one, other):
                    wrong.append(_paired(one, other))
                    continue
        else:
            kept.append(pair)
        these_rate, those_rate = _rate(a, said.end), _rate(b, heard.end)
        if these_rate and those_rate and these_rate[1] != those_rate[1]:
            wrong.append(Pair(said._replace(end=these_rate[0]), heard._replace(end=those_rate[0]), "same"))
    return kept, wrong


def converted(a: Text, b: Text) -> list[Pair] | None:
    """The values of both texts in pairs, when they are the same in other units ("ninety minutes", "an hour and a half")."""
    if not (_may_measure(a) and _may_measure(b)):
        return None
    these, those = (_with_minutes(text, _facts(text)) for text in (a, b))
    if not any(isinstance(fact, Measure) for fact in these):
        return None
    pairs: list[Pair] = []
    i = j = 0
    while i < len(these) or j < len(those):
        one = these[i] if i < len(these) else None
        other = those[j] if j < len(those) else None
        if isinstance(one, Measure) and isinstance(other, Measure) and _equal(one, other, a):
            pairs.append(_paired(one, other))
        elif isinstance(one, Place) and isinstance(other, Place) and meets(one, other):
            pairs.append(Pair(one, other, "same" if one.readings == other.readings else "near"))
        elif isinstance(one, Measure) and one.bare:
            j -= 1
        elif isinstance(other, Measure) and other.bare:
            i -= 1
        else:
            return None
        i, j = i + 1, j + 1
    return pairs


def other_measures(a: Text, b: Text) -> Iterator[tuple[Measure, Measure]]:
    """Quantities without a number in them that differ: "media hora", "una hora"."""
    if not (_may_measure(a) and _may_measure(b)):
        return
    these, those = ([m for m in measures(text) if not _holds_a_value(text, m)] for text in (a, b))
    if len(these) == len(those):
        yield from ((one, other) for one, other in zip(these, those, strict=True) if _differ(one, other))


def other_halves(a: Text, b: Text) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where one text halves a thing and the other names the whole: "media pastilla", "una pastilla"; the tokens of both."""
    if a.lexicon.by_character or (halved := _has_halves(a)) == _has_halves(b):
        return
    one, other = (a, b) if halved else (b, a)
    if any(
        value.kind in ("number", "percent") and value.key in _HALVES
        for edges in other.edges
        for _, value in edges
    ):
        return
    units = units_of(one.language.code)
    for i, word in enumerate(one.reading.words[:-1]):
        if word not in units.halves or one.reading.words[i - 1] in units.ands:
            continue
        noun = _past_articles(one, i + 1 + (one.tokens[i + 1].text == "-"))
        if (
            noun == len(one.tokens)
            or one.tokens[noun].kind != "word"
            or one.edges[noun]
            or not one.passable[noun]
        ):
            continue
        name = one.tokens[noun].text
        if name in units.table:
            continue
        whole = next((k for k, token in enumerate(other.tokens) if _is_thing(one, name, token)), None)
        if whole is not None:
            places = (i, noun + 1), (whole, whole + 1)
            yield places if halved else places[::-1]


# As a number, and in percent.
_HALVES = frozenset({Decimal("0.5"), Decimal(50)})


def _is_thing(text: Text, name: str, token: Token) -> bool:
    if token.kind != "word" or name in text.lexicon.function_words:
        return False
    return token.text == name or text.lexicon.is_form(name, token.text)


def _holds_a_value(text: Text, measure: Measure) -> bool:
    tokens = range(measure.start, measure.end)
    return any(k in text.by_start or k in text.by_last for k in tokens)


def _has_halves(text: Text) -> bool:
    """Whether a text may say "half a tablet", or "a tablet and a half"."""
    return not units_of(text.language.code).half_words.isdisjoint(text.reading.vocabulary)


def _may_measure(text: Text) -> bool:
    return not units_of(text.language.code).beginnings.isdisjoint(text.reading.vocabulary)


# Asked of a text more than once in a comparison.
@lru_cache(maxsize=16)
def measures(text: Text) -> tuple[Measure, ...]:
    """The quantities of a text in their order."""
    found: list[Measure] = []
    openers, ones, words = units_of(text.language.code).openers, text.language.ones, text.reading.words
    i = 0
    inside = {k for place in text.places for k in range(place.start + 1, place.end)}
    while i < len(words):
        may_begin = text.edges[i] or words[i] in openers or words[i] in ones
        measure = _at(text, i) if may_begin else None
        # A value that goes on behind a quantity, or has begun before it, is cut: "2027년" in a date is no length of time.
        if measure is None or measure.start in inside or measure.end in inside:
            i += 1
            continue
        found.append(measure)
        i = measure.end
    return tuple(found)


def _facts(text: Text) -> list[Measure | Place]:
    quantities = measures(text)
    # An article with a number of its own is one: "an hour".
    facts: list[Measure | Place] = [
        measure._replace(
            bare=measure.bare and not any(k in text.by_start for k in range(measure.start, measure.end))
        )
        for measure in quantities
    ]
    around = _by_token(quantities)
    facts += [place for place in text.places if place.start not in around]
    return sorted(facts, key=lambda fact: fact.start)


def _with_minutes(text: Text, facts: list[Measure | Place]) -> list[Measure | Place]:
    """The facts, with the minutes of "an hour and fifteen"; it may be two values as well, so that only a conversion asks for them."""
    ands = units_of(text.language.code).ands - {","}
    found: list[Measure | Place] = []
    for fact in facts:
        before = found[-1] if found else None
        if isinstance(fact, Place) and isinstance(before, Measure) and before.unit == HOUR:
            joint = before.end + (before.end < len(text.tokens) and text.tokens[before.end].text in ands)
            minutes = [value.key for value in fact.readings if value.kind == "number"]
            if before.end < joint == fact.start and minutes and _counts_nothing(text, fact.end):
                sums = frozenset(
                    amount + n * MINUTE.size
                    for amount in before.amounts
                    for n in minutes
                    if isinstance(n, Decimal) and 0 < n < _MINUTES
                )
                found[-1] = before._replace(end=fact.end, amounts=sums, bare=False)
                continue
        found.append(fact)
    return found


_MINUTES = 60


def _by_token(found: Sequence[Measure]) -> dict[int, Measure]:
    """The quantities by each of their tokens."""
    return {k: measure for measure in found for k in range(measure.start, measure.end)}


def _equal(one: Measure, other: Measure, text: Text) -> bool:
    return (
        one.unit.measures == other.unit.measures
        and (not one.amounts.isdisjoint(other.amounts) or _are_fortnights(one, other, text))
        and (one.thing == other.thing or text.lexicon.is_form(one.thing, other.thing))
    )


# Where two weeks are called fifteen days: "tous les quinze jours".
_COUNTS_BOTH_ENDS = frozenset({"es", "fr", "pt", "it"})
_HALF_MONTH, _TWO_WEEKS = frozenset({15 * DAY.size}), frozenset({2 * WEEK.size})


def _are_fortnights(one: Measure, other: Measure, text: Text) -> bool:
    if text.language.code not in _COUNTS_BOTH_ENDS or {one.unit, other.unit} != {DAY, WEEK}:
        return False
    return {one.amounts, other.amounts} == {_HALF_MONTH, _TWO_WEEKS}


def _differ(one: Measure, other: Measure) -> bool:
    """Whether two quantities exclude each other; a single letter only what measures the same: "5 g" is not "5 mg". Parts of things are
    compared where they are values."""
    if one.thing or other.thing:
        return False
    kinds = {one.unit.measures, other.unit.measures}
    if len(kinds) > 1 and (one.vague or other.vague) and "share" not in kinds:
        return False
    return one.unit.measures != other.unit.measures or one.amounts.isdisjoint(other.amounts)


def _place(measure: Measure) -> Place:
    return Place(measure.start, measure.end, frozenset(map(number, measure.amounts)))


def _paired(one: Measure, other: Measure) -> Pair:
    return Pair(_place(one), _place(other), "same")


class _Amount(NamedTuple):
    """A number before a unit, up to `end`. `is_part`: less than one, so that "of an" may follow."""

    end: int
    value: Decimal
    is_part: bool
    bare: bool


def _at(text: Text, i: int) -> Measure | None:
    """The longest quantity that begins at a token, with all that it can be."""
    found = list(_readings(text, i))
    if not found:
        return None
    end = max(measure.end for measure in found)
    longest = [measure for measure in found if measure.end == end]
    return longest[0]._replace(amounts=frozenset().union(*(measure.amounts for measure in longest)))


def _readings(text: Text, i: int) -> Iterator[Measure]:
    units = units_of(text.language.code)
    tokens = text.tokens
    at = i + (tokens[i].text in units.articles and i + 1 < len(tokens))
    whole = _whole(text, at)
    if whole is not None:
        yield from _continued(text, whole._replace(start=i))
    for amount in _amounts(text, i):
        at = _past_articles(text, amount.end) if amount.is_part else amount.end
        named = _unit(text, at)
        if named is not None:
            end, unit, vague = named
            measure = _measure(i, end, unit, amount.value)
            yield from _continued(text, measure._replace(bare=amount.bare, vague=vague))
        elif amount.value % 1 and (part := _of_a_thing(text, i, at)) is not None:
            yield _measure(i, part[0], Unit(_THING, Decimal(1)), amount.value)._replace(thing=part[1])
    if (
        tokens[i].text in units.table
        and (half := _half_behind(text, i + 1)) is not None
        and not units.by_character
    ):
        # "hora y media"
        yield _measure(i, half[0], units.table[tokens[i].text], 1 + half[1])


def _whole(text: Text, i: int) -> Measure | None:
    """A number and its unit in one word: "viertelstunde", 사흘."""
    units, joint = units_of(text.language.code), "" if text.lexicon.by_character else " "
    for length in range(min(units.longest_part, len(text.tokens) - i), 0, -1):
        part = units.parts.get(joint.join(text.reading.words[i : i + length]))
        if part is not None:
            return _measure(i, i + length, part[1], part[0])
    return None


def _of_a_thing(text: Text, i: int, at: int) -> tuple[int, str] | None:
    """What a part is of that ends at a token, and where that ends: the "tablet" behind "half a", or inside "a tablet and a half"."""
    units, tokens = units_of(text.language.code), text.tokens
    if units.by_character:
        return None
    if tokens[at - 1].text in units.halves:
        joint = at - 2
        joint -= tokens[joint].text in units.articles
        noun = joint - 1
        if noun >= i and tokens[joint].text in units.ands and tokens[noun].kind == "word":
            word = tokens[noun].text
            if all(end == at for end, _ in text.edges[noun]) and word not in text.language.ones:
                return (at, word) if word not in units.table else None
    at += at < len(tokens) and tokens[at].text == "-"
    if at < len(tokens) and tokens[at].kind == "word" and tokens[at].text not in text.lexicon.function_words:
        return at + 1, tokens[at].text
    return None


def _measure(start: int, end: int, unit: Unit, amount: Decimal) -> Measure:
    return Measure(start, end, unit, frozenset({amount * unit.size}), False, False)


def _amounts(text: Text, i: int) -> Iterator[_Amount]:
    units = units_of(text.language.code)
    is_one = text.tokens[i].text in text.language.ones
    for end, value in text.edges[i]:
        if value.kind == "number" and isinstance(value.key, Decimal):
            if (
                end == i + 2
                and text.tokens[i].kind == "word"
                and text.tokens[i + 1].kind == "digits"
                and _is_number(text, i)
            ):
                continue  # "three 500 ml bottles"
            is_one = is_one and end > i + 1
            part = units.halves.get(text.tokens[end].text) if end < len(text.tokens) else None
            if part is not None:
                yield _Amount(end + 1, value.key * part, True, False)
            yield _Amount(end, value.key, 0 < value.key < 1, False)
    word = text.tokens[i].text
    part = units.halves.get(word)
    if part is not None:
        yield _Amount(i + 1, part, True, False)
    elif word in units.articles and i + 1 < len(text.tokens):
        part = units.halves.get(text.tokens[i + 1].text)
        if part is not None:
            yield _Amount(i + 2, part, True, False)
    if is_one:
        yield _Amount(i + 1, Decimal(1), False, True)


def _is_number(text: Text, i: int) -> bool:
    return any(end == i + 1 and value.kind == "number" for end, value in text.edges[i])


def _past_articles(text: Text, i: int) -> int:
    articles = units_of(text.language.code).articles
    while i < len(text.tokens) and text.tokens[i].text in articles:
        i += 1
    return i


def _unit(text: Text, i: int) -> tuple[int, Unit, bool] | None:
    """The unit that is named at a token: where its name ends, and whether that is a single letter."""
    tokens, units = text.tokens, units_of(text.language.code)
    if i < len(tokens) and tokens[i].text in _BEFORE_UNITS and not units.by_character:
        if tokens[i].text != "-":
            return (i + 1, FOOT, False) if _are_feet(text, i) else None
        i += 1
    for length in range(min(units.longest, len(tokens) - i), 0, -1):
        name = ("" if units.by_character else " ").join(token.text for token in tokens[i : i + length])
        unit = units.table.get(name)
        if unit is None:
            continue
        end = i + length
        if name == "주" and end < len(tokens) and tokens[end].glued and tokens[end].text in _NO_WEEKS:
            continue
        vague = (len(name) == _VAGUE and name.isascii() and name != "%") or unit.measures in _VAGUE_KINDS
        return end, unit, vague
    return None


def _are_feet(text: Text, i: int) -> bool:
    """The sign in 5'6"."""
    tokens = text.tokens
    return (
        0 < i < len(tokens) - 1
        and tokens[i - 1].kind == tokens[i + 1].kind == "digits"
        and tokens[i].glued
        and tokens[i + 1].glued
    )


def _continued(text: Text, measure: Measure) -> Iterator[Measure]:
    """A quantity, and what "and a half" and smaller units behind it make of it."""
    yield measure
    half = _half_behind(text, measure.end)
    if half is not None:
        end, part = half
        more = frozenset(amount + part * measure.unit.size for amount in measure.amounts)
        yield measure._replace(end=end, amounts=more, bare=False)
        return
    ands = units_of(text.language.code).ands
    at = measure.end + (measure.end < len(text.tokens) and text.tokens[measure.end].text in ands)
    rest = _at(text, at) if at < len(text.tokens) else None
    smaller = (
        rest is not None
        and rest.unit.measures == measure.unit.measures
        and rest.unit.size < measure.unit.size
    )
    if rest is None or not smaller:
        yield from _with_tail(text, measure)
    elif not rest.bare:
        sums = frozenset(amount + more for amount in measure.amounts for more in rest.amounts)
        yield measure._replace(end=rest.end, amounts=sums, bare=False)


def _with_tail(text: Text, measure: Measure) -> Iterator[Measure]:
    """ "five foot six", "5 ft 6 in": a number without the name of its unit, which counts nothing else."""
    tail = TAILS.get(measure.unit)
    if tail is None or measure.end >= len(text.tokens):
        return
    unit, least, most = tail
    ands = units_of(text.language.code).ands - {","}
    at = measure.end + (text.tokens[measure.end].text in ands)
    for end, value in text.edges[at] if at < len(text.tokens) else ():
        if value.kind != "number" or not isinstance(value.key, Decimal) or not least <= value.key <= most:
            continue
        after = end + (end < len(text.tokens) and text.tokens[end].text in TAIL_NAMES)
        if after > end or _counts_nothing(text, end):
            sums = frozenset(amount + value.key * unit.size for amount in measure.amounts)
            yield measure._replace(end=after, amounts=sums, bare=False)


def _counts_nothing(text: Text, i: int) -> bool:
    if i >= len(text.tokens) or text.tokens[i].kind == "sign":
        return True
    return text.tokens[i].text in text.lexicon.function_words or text.tokens[i].text in _HIGH


def _half_behind(text: Text, i: int) -> tuple[int, Decimal] | None:
    """ "and a half", "y media", "반" behind a unit, when no unit of its own follows."""
    units = units_of(text.language.code)
    at = i
    if not units.by_character:
        if i >= len(text.tokens) or text.tokens[i].text not in units.ands:
            return None
        at = _past_articles(text, i + 1)
    part = units.halves.get(text.tokens[at].text) if at < len(text.tokens) else None
    if part is None or _unit(text, _past_articles(text, at + 1)) is not None:
        return None
    return at + 1, part


def _rate(text: Text, i: int) -> tuple[int, Unit] | None:
    """The time that an amount is for, and where its name ends: "a month", "per day", "al mes"."""
    tokens, rates = text.tokens, units_of(text.language.code).rates
    at = i
    while at < min(len(tokens), i + 2) and tokens[at].text in rates:
        at += 1
    if at > i or (at < len(tokens) and "'" in tokens[at].text):
        named = _unit(text, at)
        if named is not None and named[1].measures in _TIMES:
            return named[0], named[1]
    return None
