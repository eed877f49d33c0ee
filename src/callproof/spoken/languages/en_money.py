"""English amounts: "fifty dollars and ten cents", "a dollar fifty", "five ninety nine", "ninety nine cents", "ten percent"."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from callproof.spoken.language import Edge
from callproof.spoken.reading import Reading
from callproof.spoken.values import Value, money, number

CURRENCIES = {
    **dict.fromkeys(("$", "dollar", "dollars", "buck", "bucks", "usd"), "USD"),
    **dict.fromkeys(("€", "euro", "euros", "eur"), "EUR"),
    **dict.fromkeys(("£", "pound", "pounds", "quid", "gbp"), "GBP"),
    **dict.fromkeys(("¥", "yen", "jpy"), "JPY"),
    **dict.fromkeys(("₩", "won", "krw"), "KRW"),
    **dict.fromkeys(("₹", "rupee", "rupees", "inr"), "INR"),
    **dict.fromkeys(("peso", "pesos", "mxn"), "MXN"),
    **dict.fromkeys(("franc", "francs", "chf"), "CHF"),
    **dict.fromkeys(("yuan", "renminbi", "cny"), "CNY"),
    "cad": "CAD",
    "aud": "AUD",
}
# "Canadian dollars", "US dollars": what stands before the name.
_COUNTRIES = {
    "us": "USD", "american": "USD", "canadian": "CAD", "australian": "AUD", "british": "GBP", "japanese": "JPY", "korean": "KRW",
    "mexican": "MXN", "swiss": "CHF", "indian": "INR", "chinese": "CNY",
}  # fmt: skip
_CENTS: dict[str, str | None] = {
    "cents": None, "cent": None, "¢": None, "pence": "GBP", "penny": "GBP", "pennies": None, "p": "GBP",
}  # fmt: skip
_ONE_OF = frozenset({"dollar", "buck", "euro", "quid"})
# Notes by their amounts, in whatever currency.
NOTES = {"fiver": 5, "fivers": 5, "tenner": 10, "tenners": 10}
# Words behind a number that are no names of currencies.
AFTER = frozenset({*_CENTS, *_COUNTRIES, *NOTES, "k", "u"})
_HUNDREDTH = Decimal("0.01")
_MOST_PIECES = 4
_LAST_HOUR = 12


def signed(reading: Reading, i: int) -> Iterator[Edge]:
    """ "$50 and ten cents"; the plain "$50" is read for all languages."""
    currency = CURRENCIES[reading.words[i]]
    if i + 1 < len(reading.tokens):
        for end, value in reading.numbers[i + 1]:
            yield from _with_cents(reading, end, value, currency, spoken=False)


def article(reading: Reading, i: int) -> Iterator[Edge]:
    """ "a dollar", "a dollar fifty"."""
    word = reading.word(i + 1)
    if word in _ONE_OF:
        currency = CURRENCIES[word]
        yield Edge(i + 2, money(1, currency))
        yield from _with_cents(reading, i + 2, Decimal(1), currency)


def half(reading: Reading, i: int) -> Iterator[Edge]:
    """ "half a dollar"."""
    if reading.word(i + 1) == "a" and reading.word(i + 2) in _ONE_OF:
        yield Edge(i + 3, money(50 * _HUNDREDTH, CURRENCIES[reading.words[i + 2]]))


def note(reading: Reading, i: int) -> Iterator[Edge]:
    """ "a fiver"."""
    if not (i and reading.numbers[i - 1]):
        yield Edge(i + 1, money(NOTES[reading.words[i]], None))


def after_number(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """What a number is when a unit of money follows it, at `end`."""
    word = reading.words[end]
    if word in CURRENCIES:
        yield from _with_cents(reading, end + 1, value, CURRENCIES[word])
        if reading.word(end + 1) == "sterling":
            yield Edge(end + 2, money(value, "GBP"))
    elif word in _CENTS:
        # "fifty p" is no time of day
        if word != "p" or reading.tokens[end].glued or value > _LAST_HOUR:
            yield Edge(end + 1, money(value * _HUNDREDTH, _CENTS[word]))
    elif word in NOTES:
        yield Edge(end + 1, money(value * NOTES[word], None))
    elif word == "k":
        yield Edge(end + 1, number(value * 1000))
    elif word in _COUNTRIES:
        if word != "us" or reading.tokens[end].raw.isupper():
            yield from _of_country(reading, end + 1, value, _COUNTRIES[word])
    elif word == "u" and reading.word(end + 1) in (".", "s"):
        name = end + 4 if reading.word(end + 1) == "." else end + 2
        yield from _of_country(reading, name, value, "USD")


def _of_country(reading: Reading, name: int, value: Decimal, currency: str) -> Iterator[Edge]:
    if reading.word(name) in CURRENCIES:
        yield Edge(name + 1, money(value, currency))


def _with_cents(
    reading: Reading, end: int, value: Decimal, currency: str, *, spoken: bool = True
) -> Iterator[Edge]:
    """ "... and ten cents" and, when the currency was spoken, "... ten"; `end` is behind the whole amount."""
    if value != value.to_integral_value():
        return
    start = end + 1 if reading.word(end) in ("and", ",") else end
    if start >= len(reading.tokens):
        return
    for stop, cents in reading.numbers[start]:
        if not 0 < cents < 100 or cents != cents.to_integral_value():
            continue
        amount = money(value + cents * _HUNDREDTH, currency)
        if reading.word(stop) in _CENTS:
            yield Edge(stop + 1, amount)
        elif spoken and start == end and cents >= 10 and reading.word(stop) not in CURRENCIES:
            yield Edge(stop, amount)


def pair(reading: Reading, end: int, value: Decimal, stop: int, second: Decimal) -> Iterator[Edge]:
    """Two numbers in a row: "five ninety nine" is 5.99, "one fifty dollars" 150. `second` is below 100."""
    if not 0 <= value < 10_000:
        return
    whole = int(value)
    amount = whole + int(second) * _HUNDREDTH
    two_digits = second >= 10 or stop > end + 1
    if two_digits and whole:
        yield Edge(stop, money(amount, None))
        currency = CURRENCIES.get(reading.word(stop))
        if currency is not None:
            yield Edge(stop + 1, money(amount, currency))
    if stop == end + 1 or second >= 10:
        yield from _in_pieces(reading, end, str(whole))
    if whole < 10 and two_digits and stop < len(reading.tokens):
        yield from _hundreds_and_cents(reading, stop, 100 * whole + int(second))


def _hundreds_and_cents(reading: Reading, end: int, whole: int) -> Iterator[Edge]:
    """ "four oh five ninety five" is 405.95, too."""
    for stop, cents in reading.numbers[end]:
        if 10 <= cents < 100 and cents == int(cents) and whole >= 100:
            amount = whole + int(cents) * _HUNDREDTH
            yield Edge(stop, money(amount, None))
            currency = CURRENCIES.get(reading.word(stop))
            if currency is not None:
                yield Edge(stop + 1, money(amount, currency))


def _in_pieces(reading: Reading, end: int, digits: str) -> Iterator[Edge]:
    """ "one five zero dollars", "fifteen fifty dollars": an amount whose digits are said in pieces."""
    if CURRENCIES.keys().isdisjoint(reading.vocabulary):
        return
    for _ in range(_MOST_PIECES):
        following = reading.numbers[end] if end < len(reading.tokens) else []
        if not following:
            return
        end, value = following[0]
        if not 0 <= value < 100 or value != value.to_integral_value():
            return
        digits += str(int(value))
        currency = CURRENCIES.get(reading.word(end))
        if currency is not None:
            yield Edge(end + 1, money(int(digits), currency))


def percent(reading: Reading, i: int, end: int, value: Decimal) -> Iterator[Edge]:
    """ "ten percent", "two point five per cent"; `end` is at the unit."""
    if reading.words[end] == "percent":
        yield Edge(end + 1, Value("percent", value))
    elif reading.word(end + 1) == "cent":
        yield Edge(end + 2, Value("percent", value))
