"""English: all kinds of values, in words and digits."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TypeVar

from callproof.spoken.language import Edge, Language, words
from callproof.spoken.languages import en_dates as dates
from callproof.spoken.languages import en_emails as emails
from callproof.spoken.languages import en_money as amounts
from callproof.spoken.languages import en_negation as denial
from callproof.spoken.languages import en_numbers as counting
from callproof.spoken.languages import en_spelling as spelling
from callproof.spoken.languages import en_times as times
from callproof.spoken.languages.scanners import shared_scans
from callproof.spoken.reading import Reading
from callproof.spoken.values import NOTHING, Value, number

_Entry = TypeVar("_Entry")

_PRONOUN_BEFORE = frozenset(
    words(
        "this that the which no any some every each another other either a an my your our his her their these those"
    )
)
_PRONOUN_AFTER = frozenset(words("of moment second sec minute thing another who which that"))
# "account one", "option one", "number one": a noun before it makes it a number.
_LABELS = frozenset(
    words(
        "type option number account room gate line step chapter size zone unit floor table platform terminal building apartment suite "
        "level tier plan version phase group class part section item order day week year extension code digit choice door lane row seat "
        "page track bus route flight train channel case ticket station press dial"
    )
)
_DETERMINERS = frozenset(words("the on my your our his her their its every"))
_TIME_BEFORE = frozenset(words("a an one per split any few half every each this last wait just"))
_AFTER_A_SECOND = frozenset(
    words("please to while and for so if let i i'm i'll just or thanks thank sir ma'am here there okay")
)
# "on second thought"
_THOUGHTS = frozenset({"thought", "thoughts", "thinking"})
_FIRST_OF = frozenset(words("time thing name place one of all off hand class and things names"))


def _value_at(reading: Reading, i: int) -> list[Edge]:
    """All values but plain numbers and codes that begin at a token."""
    word = reading.words[i]
    edges: list[Edge] = []
    for reader in _READERS.get(word, ()):
        edges += reader(reading, i)
    if reading.numbers[i]:
        _from_number(reading, i, edges)
    if word[0].isdigit():
        if reading.word(i + 1) in counting.ORDINAL_ENDINGS:
            edges += _ranks(reading, i)
    elif word in counting.NUMBER_WORDS and not counting.RANKS.isdisjoint(reading.vocabulary):
        edges += _ranks(reading, i)
    return edges


def _from_number(reading: Reading, i: int, edges: list[Edge]) -> None:
    """What a number is together with the word before it, and with the word or the number behind it."""
    words, numbers, last = reading.words, reading.numbers, len(reading.words)
    # Amid digits that are said one by one begin no dates, times and prices.
    amid = i > 0 and bool(numbers[i - 1])
    timed = not amid and times.is_hour(reading, i)
    for end, value in numbers[i]:
        if timed:
            edges += times.after_at(reading, i, end, value)
        elif value <= 12 and not amid and times.may_be_hour(reading, i, end):
            edges += times.bare(reading, i, end, value)
        if end == last:
            continue
        word = words[end]
        for reader in _AFTER.get(word, ()):
            edges += reader(reading, i, end, value)
        if amid and value < 10 and not (numbers[end] and numbers[end][0].value >= 10):
            continue
        if numbers[end] or word in _OHS:
            edges += _pairs(reading, end, value)
            edges += times.before_minutes(reading, i, end, value)
            edges += [] if amid else dates.in_numbers(reading, i)
        elif word == "-" and words[i].isalpha():
            edges += _pairs(reading, end, value)  # "one-fifty"
        elif word in _BETWEEN and end + 1 < last and (numbers[end + 1] or words[end + 1] in _OHS):
            edges += dates.in_numbers(reading, i)


_OHS = frozenset({"oh", "o", "zero"})
_BETWEEN = frozenset({",", "-", "/", "slash", "dash"})


def _pairs(reading: Reading, end: int, value: Decimal) -> Iterable[Edge]:
    if value != value.to_integral_value():
        return
    oh = reading.words[end] in ("oh", "o")
    start = end + 1 if oh or reading.words[end] == "-" else end
    if start >= len(reading.tokens):
        return
    for stop, second in reading.numbers[start]:
        if 0 <= second < (10 if oh else 100) and second == second.to_integral_value():
            yield from amounts.pair(reading, end, value, stop, second)


def _ranks(reading: Reading, i: int) -> Iterable[Edge]:
    """ "twenty-first", "21st", "one hundred and first"."""
    for end, rank in counting.ordinals(reading.tokens, i):
        yield Edge(end, Value("ordinal", int(rank)))
        yield from dates.after_ordinal(reading, i, end, int(rank))


def _ordinal(reading: Reading, i: int) -> Iterable[Edge]:
    """ "third", unless it is a fraction, a unit of time, or the start of a list ("first of all")."""
    word, before, after = reading.words[i], reading.word(i - 1), reading.word(i + 1)
    rank = counting.ORDINALS[word]
    if before in counting.TENS or (before == "-" and reading.word(i - 2) in counting.TENS):
        # It is the end of "twenty second", unless that is a "thirty second wait".
        lone = (
            word == "second"
            and reading.word(i - 2) not in _DETERMINERS | dates.MONTHS.keys()
            and after.isalpha()
        )
        if lone and after != "of":
            yield Edge(i + 1, NOTHING)
        return
    doubtful = False
    if word == "second":
        if before == "on" and after in _THOUGHTS:
            return
        if before in _TIME_BEFORE and not (
            before == "a" and after.isalpha() and after not in _AFTER_A_SECOND
        ):
            return
        if i > 0 and reading.numbers[i - 1]:
            return
        doubtful = before not in _DETERMINERS and (after != "of" or reading.word(i + 2) == "all")
    elif word == "first":
        doubtful = before not in _DETERMINERS or after in _FIRST_OF
    elif before in ("one", "two", "three", "a") and (after == "of" or (word == "third" and before != "a")):
        return
    elif word == "third":
        doubtful = after in ("party", "parties")
    dated = list(dates.after_ordinal(reading, i, i + 1, rank))
    yield Edge(i + 1, Value("ordinal", rank))
    yield from dated
    if doubtful and not dated and before not in dates.MONTHS:
        yield Edge(i + 1, NOTHING)


def _a_third(reading: Reading, i: int) -> Iterable[Edge]:
    """ "a third" is a fraction, or the third; "a fifth of it" is a fraction."""
    if reading.word(i + 1) in counting.PARTS_OF and reading.word(i + 2) == "of":
        yield from _share(i + 2, 1 / Decimal(counting.PARTS_OF[reading.word(i + 1)]))
    elif reading.word(i + 1) == "third":
        yield Edge(i + 2, number(Decimal(1) / 3))
        if reading.word(i + 2) != "of":
            yield Edge(i + 1, NOTHING)


def _fraction(reading: Reading, i: int, end: int, value: Decimal) -> Iterable[Edge]:
    """ "two thirds", "one third"."""
    part = counting.fraction(reading.tokens, end, value)
    if part is not None:
        yield from _share(part.end, part.value)


def _shared_scale(reading: Reading, i: int, end: int, value: Decimal) -> Iterable[Edge]:
    """The 200 of "two to three hundred", the 10,000 of "ten or fifteen thousand"; it may be 2, or 10, as well."""
    if not 0 < value < 100 or end + 1 >= len(reading.tokens):
        return
    for stop, larger in reading.numbers[end + 1]:
        scale, k = 1, stop - 1
        while k > end + 1 and reading.words[k] in counting.ALL_SCALES:
            scale *= counting.ALL_SCALES[reading.words[k]]
            k -= 1
        if scale > 1 and value * scale < larger < 100 * scale:
            yield Edge(end, number(value * scale))


def _occasions(reading: Reading, i: int, end: int, value: Decimal) -> Iterable[Edge]:
    """ "two times a day" is "twice a day", "1 time" once; "two time slots" and "five times six" are no such thing."""
    after = reading.word(end + 1)
    alone = after not in _FACTORS and not (end + 1 < len(reading.tokens) and reading.numbers[end + 1])
    if after in counting.RATES or (
        alone and (reading.word(end) == "times" or (value == 1 and not after.isalpha()))
    ):
        yield Edge(end + 1, number(value))


def _decade(reading: Reading, i: int) -> Iterable[Edge]:
    """ "the nineties"."""
    yield Edge(i + 1, number(_DECADES[reading.words[i]]))


def _in_decade(reading: Reading, i: int, end: int, value: Decimal) -> Iterable[Edge]:
    """ "the nineteen nineties"."""
    if 10 <= value < 100 and value == value.to_integral_value():
        yield Edge(end + 1, number(int(value) * 100 + _DECADES[reading.words[end]]))


def _in_dashed_decade(reading: Reading, i: int, end: int, value: Decimal) -> Iterable[Edge]:
    """ "the nineteen-nineties"."""
    if reading.word(end + 1) in _DECADES:
        yield from _in_decade(reading, i, end + 1, value)


def _years_of(reading: Reading, i: int, end: int, value: Decimal) -> Iterable[Edge]:
    """ "the 1990s", "the 80s"."""
    if reading.tokens[end].glued and reading.tokens[end - 1].kind == "digits" and not value % 10:
        yield Edge(end + 1, number(value))


def _how_often(reading: Reading, i: int) -> Iterable[Edge]:
    """ "twice", and "once", which is no value in "once I have it". They are no numerals: "twice fifty" is not 2.50."""
    twice = reading.words[i] == "twice"
    yield Edge(i + 1, number(2 if twice else 1))
    if not twice and reading.word(i + 1) not in counting.RATES:
        yield Edge(i + 1, NOTHING)


def _both(reading: Reading, i: int) -> Iterable[Edge]:
    """ "both": two things, or no value at all ("both the shirt and the shoes", "refunded both": no amount of 2)."""
    yield Edge(i + 1, number(2))
    yield Edge(i + 1, NOTHING)


def _pair_of(reading: Reading, i: int) -> Iterable[Edge]:
    """ "a pair of shoes" are two, or one pair; "a pair of jeans" is one."""
    if (
        reading.word(i - 1) == "a"
        and reading.word(i + 1) == "of"
        and reading.word(i + 2) not in _IN_ONE_PIECE
    ):
        yield Edge(i + 1, number(2))
        yield Edge(i + 1, NOTHING)


_IN_ONE_PIECE = frozenset(
    words(
        "jeans pants trousers shorts glasses sunglasses scissors tights leggings pliers headphones tweezers pajamas pyjamas binoculars"
    )
)


def _by(reading: Reading, i: int) -> Iterable[Edge]:
    """The sign in "4x6", "2 x 500" and "3m x 4m"."""
    if not 0 < i < len(reading.tokens) - 1 or reading.tokens[i].glued != reading.tokens[i + 1].glued:
        return
    before = i - 2 if i > 1 and len(reading.words[i - 1]) == 1 and reading.tokens[i - 1].glued else i - 1
    if reading.tokens[before].kind == reading.tokens[i + 1].kind == "digits":
        yield Edge(i + 1, NOTHING)


def _so_many(reading: Reading, i: int, end: int, value: Decimal) -> Iterable[Edge]:
    """ "2x large"."""
    if (
        reading.tokens[end].glued
        and reading.tokens[end - 1].kind == "digits"
        and reading.word(end + 1).isalpha()
    ):
        yield Edge(end + 1, number(value))


def _below_zero(reading: Reading, i: int, end: int, value: Decimal) -> Iterable[Edge]:
    """ "five below zero", "five degrees below zero"."""
    end += reading.words[end] == "degrees"
    if reading.words[end : end + 2] == ["below", "zero"]:
        yield Edge(end + 2, number(-value))


def _half(reading: Reading, i: int) -> Iterable[Edge]:
    """ "half of it", "half the price" are 50 %; "the second half of it" is no share. "Half a tablet" is one, or merely worded so ("half
    board")."""
    if any(end == i + 1 for end, _ in reading.numbers[i]):
        yield Edge(i + 1, NOTHING)
    price = i + 1 + (reading.word(i + 1) == "-")
    if reading.word(price) == "price" and reading.word(i - 1) not in _NO_SHARE_BEFORE:
        yield Edge(price + 1, Value("percent", Decimal(50)))
        yield Edge(price + 1, NOTHING)
    k = i + 1 + (reading.word(i + 1) == "of")
    if (reading.word(k) in _WHOLES or reading.word(k) == "off") and reading.word(
        i - 1
    ) not in _NO_SHARE_BEFORE:
        yield from _share(i + 1, Decimal("0.5"))


def _a_quarter(reading: Reading, i: int) -> Iterable[Edge]:
    """ "a quarter of it" is 25 %; "a quarter of eight" is a time."""
    word = reading.word(i + 1)
    of_it = reading.word(i + 2) == "of" and reading.word(i + 3) in _WHOLES
    if word in ("half", "quarter") and (of_it or reading.word(i + 2) == "off"):
        yield from _share(i + 2, Decimal("0.5") if word == "half" else Decimal("0.25"))


def _share(end: int, share: Decimal) -> Iterable[Edge]:
    yield Edge(end, number(share))
    if share * 100 == int(share * 100):
        yield Edge(end, Value("percent", Decimal(int(share * 100))))


_DECADES = {
    word: 10 * n
    for n, word in enumerate(
        words("twenties thirties forties fifties sixties seventies eighties nineties"), 2
    )
}
_FACTORS = frozenset(words("as more less faster cheaper bigger larger higher smaller older the better"))
# What one can have half of.
_WHOLES = frozenset(
    words("it them this that these those the my your our his her their its what all everything")
)
_NO_SHARE_BEFORE = (
    counting.RANKS | counting.ORDINAL_ENDINGS | frozenset(words("and other latter better last next"))
)


def _pronoun(reading: Reading, i: int) -> Iterable[Edge]:
    """ "one" where it may stand for a thing: "this one", "the blue one", "one moment"."""
    if i + 1 < len(reading.tokens) and (
        reading.numbers[i + 1] or reading.words[i + 1] in ("hundred", "thousand", "oh", "o")
    ):
        return
    before, after = reading.word(i - 1), reading.word(i + 1)
    if i > 0 and reading.numbers[i - 1]:
        return
    if before == "and" and (
        reading.word(i - 2) in counting.HUNDREDS or reading.word(i - 2) in counting.SCALES
    ):
        return  # "three hundred and one of them"
    beyond = reading.word(i - 2) in _PRONOUN_BEFORE and before.isalpha() and before not in _LABELS
    far = reading.word(i - 3) in _PRONOUN_BEFORE and not {before, reading.word(i - 2)} & _NO_ADJECTIVES
    if before not in _LABELS and (
        (after in ("by", "on") and reading.word(i + 2) == "one")
        or (before in ("by", "on") and reading.word(i - 2) == "one")
        or before in _PRONOUN_BEFORE
        or after in _PRONOUN_AFTER
        or (beyond and before not in _NO_ADJECTIVES)
        or (far and before.isalpha() and before not in _LABELS and reading.word(i - 2).isalpha())
    ):
        yield Edge(i + 1, NOTHING)


_NO_ADJECTIVES = frozenset(
    words(
        "for of to at in on by with from is was are be and or than about only just exactly need want take have get got"
    )
)


def _table(*rows: tuple[Iterable[str], _Entry]) -> dict[str, tuple[_Entry, ...]]:
    table: dict[str, tuple[_Entry, ...]] = {}
    for row, reader in rows:
        for word in row:
            table[word] = (*table.get(word, ()), reader)
    return table


_READERS = _table(
    (denial.STARTS, denial.negation),
    (("one",), _pronoun),
    (counting.ORDINALS, _ordinal),
    (("a",), amounts.article),
    (("a",), _a_third),
    (("a",), _a_quarter),
    (("half",), _half),
    (("half",), amounts.half),
    (amounts.NOTES, amounts.note),
    (("pair",), _pair_of),
    (("both",), _both),
    (_DECADES, _decade),
    (("once", "twice"), _how_often),
    (("x",), _by),
    (("$", "€", "£", "¥", "₩", "₹"), amounts.signed),
    (dates.MONTHS, dates.month),
    (dates.SHORT_MONTHS, dates.month),
    ((*dates.WEEKDAYS, *dates.SHORT_WEEKDAYS), dates.weekday),
    (("next", "last", "this", "coming"), dates.before_weekday),
    (dates.RELATIVE, dates.relative),
    (dates.FEASTS, dates.feast),
    (("first", "last", "end"), dates.edge),
    (dates.PERIOD_ENDS, dates.period_end),
    (("to",), dates.with_hyphen),
    (("day", "week", "fortnight"), dates.day_after),
    (("in",), dates.in_days),
    (("zero", "oh", "o"), dates.in_numbers),
    (("half", "quarter"), times.half_or_quarter),
    (("noon", "midday", "noontime", "midnight"), times.named),
    (("oh", "o", "zero"), times.oh_hours),
    (("o'clock", "oclock"), times.o_clock),
)
# What the word behind a number makes of it.
_AFTER = _table(
    ((*amounts.CURRENCIES, *amounts.AFTER), amounts.after_number),
    (("percent", "per"), amounts.percent),
    ((*dates.MONTHS, *dates.SHORT_MONTHS, *dates.SPANS, "of"), dates.after_number),
    (times.PERIODS, times.before_period),
    (times.O_CLOCK, times.before_o_clock),
    (times.NOON, times.before_noon),
    (("hours",), times.before_hours),
    (counting.PARTS, _fraction),
    (("time", "times"), _occasions),
    (_DECADES, _in_decade),
    (("s",), _years_of),
    (("to", "and", "or", "-"), _shared_scale),
    (("-",), _in_dashed_decade),
    (("x",), _so_many),
    (("below", "degrees"), _below_zero),
    ((":",), times.before_colon),
    (times.RANGE, times.before_range),
    (times.BEFORE_HOUR, times.before_hour),
)

LANGUAGE = Language(
    code="en",
    numerals=counting.numerals,
    readers=(_value_at,),
    scans=(emails.SCAN, *shared_scans("en")),
    digits=spelling.DIGITS,
    letters=spelling.LETTERS,
    letter_words=frozenset({"a", "i"}),
    weak_letters=spelling.WEAK_LETTERS,
    weak_digits=spelling.WEAK_DIGITS,
    letter_marks=spelling.LETTER_MARKS,
    digit_marks=spelling.DIGIT_MARKS,
    hints=spelling.hints,
    plus=frozenset({"plus"}),
    spelling=spelling.SPELLING,
    repeats=spelling.REPEATS,
    separators=spelling.SEPARATORS,
    currencies=amounts.CURRENCIES,
    ones=frozenset({"a", "an"}),
    connectives=frozenset(words("and of the a an in on at to till til from as for is with")),
    starts=frozenset(
        {
            *counting.STARTS, *_READERS, *spelling.DIGITS, *spelling.REPEATS, "plus",
            *(word.split()[0] for word in spelling.LETTERS),
        }
    ),
    starts_before={**dates.STARTS_BEFORE, "under": frozenset({"no"})},
    fillers=frozenset(words("um uh er erm hmm hm mm mhm ah eh uhm like well so okay ok right")),
    function_words=frozenset(
        words("a an the this that these those i you he she it we they me him her us them my your his its our their mine yours "
            "am is are was were be been being do does did have has had will would shall should can could may might must "
            "to of in on at for from with by and or but if so as than then there here it's i'm i'll i'd you're we're that's "
            "what which who whom whose when where why how just really please also too very")
    ),
    cues=frozenset(
        words("tonight exactly midnight the and you is that it for of to with your my are have this not i'm don't can would please yes what order refund "
            "thank thanks hello number name will be we at on was")
    ),
)  # fmt: skip
