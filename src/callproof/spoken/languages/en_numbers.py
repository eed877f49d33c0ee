"""English numbers in words: cardinals, decimals, halves, ordinals, and the small change of quantities ("a dozen")."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from callproof.spoken.language import Numeral, words
from callproof.spoken.tokens import Token
from callproof.spoken.written import numbers_at

UNITS = {
    word: value for value, word in enumerate(words("one two three four five six seven eight nine"), start=1)
}
TEENS = {
    word: value
    for value, word in enumerate(
        words("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"), start=10
    )
}
TENS = {
    word: 10 * value
    for value, word in enumerate(words("twenty thirty forty fifty sixty seventy eighty ninety"), start=2)
} | {"fourty": 40, "fivety": 50}
ZERO = {"zero": 0, "nought": 0, "naught": 0}
HUNDREDS = {"hundred": 100}
SCALES = {
    "thousand": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "trillion": 1_000_000_000_000,
    "grand": 1_000,
    "mil": 1_000_000,
}
# Scales that count nothing alone: "the grand total".
_ONLY_BEHIND_NUMBERS = frozenset({"grand", "mil"})
# Scales that are written right behind the digits; the short ones in capitals or after a currency only.
_GLUED_SCALES = {
    "k": 1_000,
    "m": 1_000_000,
    "mm": 1_000_000,
    "mn": 1_000_000,
    "bn": 1_000_000_000,
    "b": 1_000_000_000,
}
_DOZENS = frozenset({"dozen", "dozens"})
_VAGUE = frozenset({"few", "several", "many", "some", "couple", "of"})
_SHARES = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}
# Behind "half" these make a time, a share of something known, or nothing of it.
_NO_HALVES = frozenset(
    words(
        "past to till after before of off the my your our his her their this that these those it them as and or if full empty way buck "
        "dollar euro quid"
    )
).union(UNITS, TEENS, TENS)
_MINUS = frozenset({"minus", "negative"})
# "an hour and a half"
_PERIODS = frozenset({"minute", "hour", "day", "week", "month", "year", "mile", "cup", "page"})
# "this point five people": before these "point" is a noun.
_NOUN_MARKS = frozenset(
    words(
        "a an the this that one each every any some at my your our his her their good next last first main no"
    )
)

ALL_SCALES = HUNDREDS | SCALES
# Before the time in which something is done so often: "twice a day".
RATES = frozenset({"a", "an", "per", "each", "every", "daily", "weekly", "monthly", "yearly", "annually"})

_SMALL = {**UNITS, **TEENS, **TENS}
_DIGITS = {**ZERO, **UNITS, "oh": 0, "o": 0}

_UNIT_ORDINALS = {
    word: value
    for value, word in enumerate(words("first second third fourth fifth sixth seventh eighth ninth"), start=1)
}
_ROUND_ORDINALS = (
    {
        word: value
        for value, word in enumerate(
            words(
                "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
            ),
            start=10,
        )
    }
    | {
        word: 10 * value
        for value, word in enumerate(
            words("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"), start=2
        )
    }
    | {"hundredth": 100, "thousandth": 1000}
)
ORDINALS = {**_UNIT_ORDINALS, **_ROUND_ORDINALS}
RANKS = frozenset(ORDINALS)
_RANKS_AFTER = frozenset({*ORDINALS, "-", "and"})
ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})

NUMBER_WORDS = frozenset({*_SMALL, *ZERO, *HUNDREDS, *SCALES})
STARTS = NUMBER_WORDS | {
    "a",
    "an",
    "half",
    "quarter",
    "couple",
    "point",
    "minus",
    "negative",
    "dozen",
    *ORDINALS,
}


def numerals(tokens: list[Token], i: int) -> list[Numeral]:
    """The cardinals from a token on; of "twenty-first" there is none."""
    lone = _LONE.get(tokens[i].text)
    if lone is not None and (i + 1 == len(tokens) or tokens[i + 1].text not in _BEHIND_NUMBERS):
        return [_new(Numeral, (i + 1, lone))]
    found = _cardinals_at(tokens, i)
    for numeral in found:
        if numeral.end < len(tokens) and tokens[numeral.end].text in _RANKS_AFTER:
            return [
                n for n in found if not any(_is_rank(tokens, n, rank) for rank in _ordinals_after(tokens, n))
            ]
    return found


def _is_rank(tokens: list[Token], cardinal: Numeral, rank: Numeral) -> bool:
    """Whether the ordinal is more likely than the cardinal; a "thirty second wait" is not the 32nd."""
    return tokens[rank.end - 1].text != "second" or tokens[cardinal.end].text == "-"


def _cardinals_at(tokens: list[Token], i: int) -> list[Numeral]:
    """The cardinals from a token on, the longest and what "and" or a comma leaves open ("a hundred and five": 100 and 105).

    "thirty six" is 36 and never 30: what directly goes on is part of the number.
    """
    word, _, kind, _ = tokens[i]
    if kind == "digits":
        return _scaled_digits(tokens, i)
    if word in _SMALL or word in ZERO:
        return _cardinals(tokens, *_below_hundred(tokens, i))
    if word in STARTS:
        return _from_other_word(tokens, i, word)
    if word in ("oh", "o") and _word(tokens, i + 1) == "point" and _word(tokens, i - 1) != "point":
        return _after_point(tokens, i + 1, 0)
    return []


def _from_other_word(tokens: list[Token], i: int, word: str) -> list[Numeral]:
    following = _word(tokens, i + 1)
    if word in ("a", "an"):
        if (following in HUNDREDS or following in SCALES) and not (
            following in _ONLY_BEHIND_NUMBERS and _word(tokens, i + 2).isalpha()
        ):
            return _cardinals(tokens, i + 1, 1)
        if following in _DOZENS:
            return [Numeral(i + 2, Decimal(12))]
        if following == "couple":
            return _couple(tokens, i + 1)
        if following in _ONLY_BEHIND_NUMBERS and [_word(tokens, k) for k in range(i + 2, i + 5)] == [
            "and",
            "a",
            "half",
        ]:
            return [Numeral(i + 5, SCALES[following] * (1 + _SHARES["half"]))]
        if following == "quarter" or (
            following == "half"
            and _word(tokens, i + 2) in ("percent", "dozen", "of", "thousand", "million", "billion")
        ):
            return _part_of(tokens, i + 1)
        if following in _PERIODS and _word(tokens, i + 2) == "and":
            return _and_a_half(tokens, i + 2, 1)
        return []
    if (word in HUNDREDS or word in SCALES) and word not in _ONLY_BEHIND_NUMBERS:
        bare = i == 0 or not _continues(tokens, i - 1)
        return _cardinals(tokens, i, 1) if bare else []
    if word in _SHARES:
        return _part_of(tokens, i)
    if word == "couple":
        return _couple(tokens, i)
    if word == "dozen":
        return [] if i and _continues(tokens, i - 1) else [Numeral(i + 1, Decimal(12))]
    if word == "point":
        return _bare_point(tokens, i)
    if word in _MINUS:
        return [Numeral(end, -value) for end, value in _negated(tokens, i + 1)]
    return []


def _negated(tokens: list[Token], i: int) -> Iterator[Numeral]:
    if i < len(tokens) and tokens[i].text not in _MINUS:
        if tokens[i].kind == "digits":
            yield from numbers_at(tokens, i, ".")
        yield from _cardinals_at(tokens, i)


def _word(tokens: list[Token], i: int) -> str:
    return tokens[i].text if 0 <= i < len(tokens) else ""


def _continues(tokens: list[Token], i: int) -> bool:
    """Whether the token makes a "hundred" after it a part of something: a number, an article, or "a few"."""
    token = tokens[i]
    return (
        token.kind == "digits"
        or token.text in NUMBER_WORDS
        or token.text in _VAGUE
        or token.text in ("a", "an", "half")
    )


def _part_of(tokens: list[Token], i: int) -> list[Numeral]:
    """ "half a million", "a quarter of a million", "half a dozen", "half a percent", "half an hour" (which is 30 of minutes, too)."""
    part = _SHARES[tokens[i].text]
    scaled = _of_scale(tokens, i + 1, part)
    if scaled is not None:
        return [scaled]
    end = i + 2 if _word(tokens, i + 1) in ("a", "an") else i + 1
    unit = _word(tokens, end)
    if unit in _DOZENS:
        return [Numeral(end + 1, 12 * part)]
    if unit in ("percent", "per"):
        return [Numeral(end, part)]
    if unit == "hour" and part == _SHARES["half"] and _word(tokens, i - 2) != "and":
        return [Numeral(end + 1, part), Numeral(end + 1, Decimal(30))]
    if part == _SHARES["half"]:
        return [Numeral(i + 1, part)] if _is_half_a_thing(tokens, i, end) else []
    if unit == "of" and _word(tokens, end + 1) in ("a", "an") and _word(tokens, end + 2) != "hour":
        return [Numeral(i + 1, part)]
    return []


def _is_half_a_thing(tokens: list[Token], i: int, thing: int) -> bool:
    """ "half a tablet", "half tablet"; not "half past four", "two and a half", "the second half year"."""
    if thing >= len(tokens) or tokens[thing].kind != "word" or tokens[thing].text in _NO_HALVES:
        return False
    k = i - 2 if _word(tokens, i - 1) in ("a", "an") else i - 1
    # "a coffee and half a sandwich"
    joined = k >= 0 and tokens[k].text == "and" and thing == i + 1
    return k < 0 or not (joined or tokens[k].text in ORDINALS or _continues(tokens, k))


def _of_scale(tokens: list[Token], i: int, part: Decimal) -> Numeral | None:
    """The million in "half a million", "three quarters of a million", as so much of it; `i` is behind the part."""
    i += _word(tokens, i) == "of"
    i += _word(tokens, i) in ("a", "an", "one")
    scale = SCALES.get(_word(tokens, i))
    return Numeral(i + 1, part * scale) if scale is not None else None


def _couple(tokens: list[Token], i: int) -> list[Numeral]:
    """ "a couple of", "a couple hundred"."""
    end = i + 2 if _word(tokens, i + 1) == "of" else i + 1
    scale = HUNDREDS.get(_word(tokens, end)) or SCALES.get(_word(tokens, end))
    if scale is not None:
        return [Numeral(end + 1, Decimal(2 * scale))]
    return [Numeral(end, Decimal(2))] if end > i + 1 else []


def _below_hundred(tokens: list[Token], i: int) -> tuple[int, int]:
    word = tokens[i].text
    tens = TENS.get(word)
    if tens is None:
        return i + 1, _SMALL.get(word, 0)
    following = _word(tokens, i + 1)
    unit = UNITS.get(following)
    if unit is not None:
        return i + 2, tens + unit
    if following == "-" and tokens[i + 1].glued:
        unit = UNITS.get(_word(tokens, i + 2))
        if unit is not None:
            return i + 3, tens + unit
    return i + 1, tens


def _cardinals(tokens: list[Token], i: int, value: int) -> list[Numeral]:
    """All that begins with a number below 100 (`value`, up to token `i`): hundreds, thousands, decimals, "and a half"."""
    following = _word(tokens, i)
    if following not in _GO_ON:
        return [_new(Numeral, (i, _DECIMALS[value]))]
    if following == "point":
        return _after_point(tokens, i, value) or [Numeral(i, _DECIMALS[value])]
    if following == "and":
        return [*_and_a_half(tokens, i, value), Numeral(i, _DECIMALS[value])]
    if following in _DOZENS:
        return [Numeral(i + 1, Decimal(12 * value))]
    found: list[Numeral] = []
    _grow(tokens, i, value, 0, _LIMIT, found)
    return list(dict.fromkeys(found))


_LIMIT = 10**15


def _grow(tokens: list[Token], i: int, part: int, total: int, limit: int, found: list[Numeral]) -> None:
    """One more step: `part` is what stands below the next scale, `total` what is complete above it."""
    word = _word(tokens, i)
    if word in HUNDREDS and 0 < part < 100:
        _after_hundred(tokens, i + 1, part * 100, total, limit, found)
        return
    scale = SCALES.get(word)
    if scale is not None and scale < limit and part > 0:
        _after_scale(tokens, i + 1, total + part * scale, scale, found)
        return
    if word == "point":
        pointed = _after_point(tokens, i, total + part)
        if pointed:
            found.extend(pointed)
            return
    if word == "and" and part:
        found.extend(_and_a_half(tokens, i, total + part))
    found.append(Numeral(i, Decimal(total + part)))


def _after_hundred(
    tokens: list[Token], i: int, hundreds: int, total: int, limit: int, found: list[Numeral]
) -> None:
    joined = i + 1 if _word(tokens, i) in ("and", "&") else i
    if _word(tokens, joined) in _SMALL:
        end, value = _below_hundred(tokens, joined)
        # "one hundred and two hundred": the second number is one of its own.
        if _word(tokens, end) not in HUNDREDS:
            _grow(tokens, end, hundreds + value, total, limit, found)
            # "eight hundred five five five" can be 800 555.
            if joined > i or _word(tokens, end) in _SMALL:
                found.append(Numeral(i, Decimal(total + hundreds)))
            return
    _grow(tokens, i, hundreds, total, limit, found)


def _after_scale(tokens: list[Token], i: int, total: int, scale: int, found: list[Numeral]) -> None:
    """After "thousand" and the like: what follows has to be smaller."""
    joined = i + 1 if _word(tokens, i) in ("and", "&", ",") else i
    word = _word(tokens, joined)
    if word in ("a", "an") and _word(tokens, joined + 1) in HUNDREDS:
        rest = (joined + 1, 1)
    elif word in _SMALL:
        rest = _below_hundred(tokens, joined)
    else:
        _grow(tokens, i, 0, total, scale, found)
        return
    deeper: list[Numeral] = []
    _grow(tokens, *rest, total, scale, deeper)
    longest = max(numeral.end for numeral in deeper)
    # "one thousand two thousand" is two numbers.
    if _word(tokens, longest) in HUNDREDS or _word(tokens, longest) in SCALES:
        found.append(Numeral(i, Decimal(total)))
        return
    found.extend(deeper)
    if joined > i or _word(tokens, longest) in _SMALL:
        found.append(Numeral(i, Decimal(total)))


def _after_point(tokens: list[Token], i: int, whole: int) -> list[Numeral]:
    """ "three point one four", "two point twenty five", "zero point oh five", "one point two million"."""
    digits, end = "", i + 1
    while _word(tokens, end) in _DIGITS:
        digits += str(_DIGITS[tokens[end].text])
        end += 1
    if not digits and end < len(tokens):
        if tokens[end].kind == "digits":
            digits, end = tokens[end].text, end + 1
        elif tokens[end].text in _SMALL:
            end, value = _below_hundred(tokens, end)
            digits = str(value)
    # "two point oh point one" is no decimal.
    if not digits or (_word(tokens, end) == "point" and _word(tokens, end + 1) in _DIGITS):
        return []
    return [_scaled(tokens, end, Decimal(f"{whole}.{digits}"))]


def _bare_point(tokens: list[Token], i: int) -> list[Numeral]:
    before = _word(tokens, i - 1)
    if (
        before in _NOUN_MARKS
        or before in NUMBER_WORDS
        or before in _DIGITS
        or (i and tokens[i - 1].kind == "digits")
    ):
        return []
    return _after_point(tokens, i, 0)


def _and_a_half(tokens: list[Token], i: int, whole: int | Decimal) -> list[Numeral]:
    """ "two and a half", "one and three quarters", "two and a half million"; `i` is at "and"."""
    first, second = _word(tokens, i + 1), _word(tokens, i + 2)
    if first in ("a", "one") and second in _SHARES:
        part = _SHARES[second]
    elif first == "three" and second in ("quarters", "quarter"):
        part = Decimal("0.75")
    elif first == "half" and second not in ("a", "an", "of", "past") and whole < 100:
        return [Numeral(i + 2, whole + _SHARES["half"])]
    else:
        return []
    return [_scaled(tokens, i + 3, whole + part)]


def _scaled(tokens: list[Token], i: int, value: Decimal) -> Numeral:
    scale = SCALES.get(_word(tokens, i))
    return Numeral(i, value) if scale is None else Numeral(i + 1, value * scale)


def _scaled_digits(tokens: list[Token], i: int) -> list[Numeral]:
    """ "2 million", "1.5 million", "5k", "3 hundred and 20", "2 and a half", "2 dozen"."""
    if _word(tokens, i + 1) not in _SCALED_OR_SIGN:
        return []
    behind = i + 1
    while _word(tokens, behind) in (".", ","):
        behind += 2
    written = numbers_at(tokens, i, ".") if _word(tokens, behind) in _AFTER_DIGITS else []
    if not written:
        return []
    end, value = written[-1]
    word = _word(tokens, end)
    if word not in _AFTER_DIGITS:
        return []
    if word in _GLUED_SCALES:
        token = tokens[end]
        money = i > 0 and tokens[i - 1].text in ("$", "€", "£", "¥", "₩")
        if token.glued and (word in _SURE_SCALES or money or (word == "m" and _may_be_millions(tokens, end))):
            return [Numeral(end + 1, value * _GLUED_SCALES[word])]
        return []
    if word in _DOZENS:
        return [Numeral(end + 1, value * 12)]
    if word == "and":
        return _and_a_half(tokens, end, value)
    if word == "point":
        return _after_point(tokens, end, int(value)) if end == i + 1 else []
    found: list[Numeral] = []
    if value == value.to_integral_value():
        _grow(tokens, end, int(value), 0, _LIMIT, found)
        return found
    scale = SCALES.get(word) or HUNDREDS[word]
    return [Numeral(end + 1, value * scale)]


def _may_be_millions(tokens: list[Token], i: int) -> bool:
    """Whether the "m" of "2m" may be a million; "2m long" and "2m x 3m" are metres. It may always be them."""
    return _word(tokens, i + 1) not in _MEASURED and _word(tokens, i - 2) not in _MEASURED


_SURE_SCALES = frozenset({"k", "bn", "mn"})
_MEASURED = frozenset(
    words(
        "long wide high deep tall thick away apart by x of from up down off below above tape cable rope high-speed height width length depth"
    )
)
_AFTER_DIGITS = frozenset({*HUNDREDS, *SCALES, *_GLUED_SCALES, *_DOZENS, "and", "point"})
_SCALED_OR_SIGN = _AFTER_DIGITS | {".", ","}
_new = tuple.__new__  # most numbers are made there
_GO_ON = frozenset({*HUNDREDS, *SCALES, *_DOZENS, "point", "and"})
_DECIMALS = [Decimal(n) for n in range(100)]
# Numbers of one word, and what may make another number of them.
_LONE = {word: _DECIMALS[value] for word, value in {**ZERO, **UNITS, **TEENS}.items()}
_BEHIND_NUMBERS = _GO_ON | _RANKS_AFTER


def ordinals(tokens: list[Token], i: int) -> list[Numeral]:
    """ "third", "twenty-first", "one hundred and first", "two hundredth", "21st"."""
    token = tokens[i]
    if token.kind == "digits":
        follows = i + 1 < len(tokens) and tokens[i + 1].glued and tokens[i + 1].text in ORDINAL_ENDINGS
        return [Numeral(i + 2, Decimal(token.text))] if follows else []
    value = ORDINALS.get(token.text)
    if value is not None:
        return [Numeral(i + 1, Decimal(value))]
    return [rank for cardinal in _cardinals_at(tokens, i) for rank in _ordinals_after(tokens, cardinal)]


def _ordinals_after(tokens: list[Token], cardinal: Numeral) -> Iterator[Numeral]:
    """Ordinals that go on from a round cardinal."""
    end, value = cardinal
    last, word = tokens[end - 1].text, _word(tokens, end)
    if last in TENS:
        k = end + 1 if word == "-" else end
        unit = _UNIT_ORDINALS.get(_word(tokens, k))
        if unit is not None:
            yield Numeral(k + 1, value + unit)
    elif word in ("hundredth", "thousandth"):
        yield Numeral(end + 1, value * ORDINALS[word])
    elif last in HUNDREDS or last in SCALES:
        k = end + 1 if word == "and" else end
        if k < len(tokens) and tokens[k].kind == "word":
            tens = TENS.get(tokens[k].text)
            if tens is not None:
                yield from _ordinals_after(tokens, Numeral(k + 1, value + tens))
            elif ORDINALS.get(tokens[k].text, 100) < 100:
                yield Numeral(k + 1, value + ORDINALS[tokens[k].text])


_PARTS = {
    "half": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourth": 4,
    "fourths": 4,
    "fifths": 5,
    "sixths": 6,
    "sevenths": 7,
    "eighths": 8,
    "ninths": 9,
    "tenths": 10,
}
# One of so many parts has the name of a rank: "a fifth of it".
PARTS_OF = {"fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}
PARTS = frozenset(_PARTS) | frozenset(PARTS_OF)


def fraction(tokens: list[Token], end: int, value: Decimal) -> Numeral | None:
    """ "two thirds", "one third", "three quarters"; `end` is behind the first number."""
    part = _word(tokens, end)
    if part in PARTS_OF:
        return (
            Numeral(end + 1, 1 / Decimal(PARTS_OF[part]))
            if value == 1 and _word(tokens, end + 1) == "of"
            else None
        )
    if not 0 < value < _PARTS[part] or (value == 1) == part.endswith("s"):
        return None
    share = value / _PARTS[part]
    return _of_scale(tokens, end + 1, share) or Numeral(end + 1, share)
