"""Which arguments of a tool call are data that somebody has to have said: amounts, numbers, codes, dates, times, addresses.

Names, free text and words of the system (currencies, states, kinds) are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from callproof.evidence.call import ToolCall
from callproof.scoring.actions import Leaf, Scalar, arguments_of
from callproof.spoken.content import readings_of
from callproof.spoken.language import LanguageCode

DatumKind: TypeAlias = Literal["amount", "count", "code", "phone", "date", "time", "moment", "email"]

_KEY_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_AMOUNTS = frozenset(
    ("amount", "amt", "price", "total", "sum", "cost", "fee", "fare", "refund", "payment", "balance", "charge", "tip", "credit",
     "discount", "money", "cents", "pence", "deposit", "subtotal", "tax", "value", "percent", "percentage", "rate")
)  # fmt: skip
_CODES = frozenset(
    ("id", "ids", "number", "numbers", "no", "num", "code", "order", "account", "card", "reference", "ref", "confirmation", "booking",
     "reservation", "ticket", "invoice", "tracking", "policy", "member", "membership", "customer", "patient", "pin", "zip", "zipcode",
     "postcode", "postal", "serial", "case", "claim", "digits", "last4", "flight", "room", "iban", "sort", "routing", "passport",
     "licence", "license", "appointment", "prescription", "sku")
)  # fmt: skip
_PHONES = frozenset(
    (
        "phone",
        "mobile",
        "tel",
        "telephone",
        "cell",
        "cellphone",
        "msisdn",
        "callback",
        "whatsapp",
        "sms",
        "fax",
    )
)
# What the agent's program fills in by itself.
_TECHNICAL = frozenset(
    ("idempotency", "correlation", "trace", "session", "conversation", "timestamp", "version", "page", "offset", "cursor", "timeout",
     "retry", "retries", "attempt", "attempts", "priority", "locale", "language", "currency", "timezone", "tz", "channel", "source",
     "nonce", "token", "hash", "seed", "index", "limit", "temperature", "uuid", "guid", "webhook", "url", "uri", "duration", "request",
     "call", "agent", "created", "updated", "restaurant", "store", "location", "calendar", "tenant", "org", "organization", "organisation",
     "company", "merchant", "branch", "clinic", "business", "workspace", "project", "type", "template", "queue", "department", "app",
     "assistant", "workflow", "campaign", "list", "device", "environment", "minutes", "mins", "seconds", "secs", "length", "interval",
     "buffer", "window")
)  # fmt: skip
# Where words stand, numbers in them are part of the words.
_WORDED = frozenset(
    ("name", "firstname", "lastname", "surname", "title", "note", "notes", "reason", "comment", "comments", "message", "description",
     "text", "address", "street", "city", "subject", "summary", "body", "label", "status", "state", "details", "transcript", "query")
)  # fmt: skip

_CENTS = frozenset({"cents", "cent", "pence", "minor", "pennies", "centavos", "centimes"})
_UNITS = frozenset({"unit", "units", "denomination", "scale"})
# Stripe counts in cents; its currencies are in small letters, its identifiers begin like this.
_CURRENCY = re.compile(r"[a-z]{3}")
_STRIPE = re.compile(r"(?:ch|pi|py|cs|in|cus|re|seti)_\w{6,}")
_FEWEST_CENTS = 100
_CODE_LENGTH = 3
# "Dollars" are those of the country where the call is, and so are "pesos".
_CALLED_THE_SAME = {
    "USD": frozenset({"CAD", "AUD", "NZD", "SGD", "HKD", "TWD"}),
    "MXN": frozenset({"ARS", "COP", "CLP", "UYU", "DOP", "PHP"}),
}
_SHARES = frozenset({"rate", "percent", "percentage", "discount", "share", "ratio"})
_NO_DIGIT = re.compile(r"\D+")

_LONGEST = 60
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?P<time>[T ]\d{2}:\d{2}\S*)?")
_CLOCK = re.compile(r"\d{2}:\d{2}(?::\d{2})?")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_SHORTEST_PHONE = 7
_DIALLED = re.compile(r"\+?[\d\s().-]{7,}")
_NUMBER = re.compile(
    r"(?P<sign>[$€£¥₩₹]|[A-Z]{3}\s)?\s?(?P<number>-?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}))"
    r"(?P<unit>\s?(?:[$€£¥₩₹]|[A-Z]{3}))?"
)
# "12,50" and "1.200,5"; "1,500" is fifteen hundred.
_DECIMAL_COMMA = re.compile(r",\d{1,2}$")
_CODE = re.compile(r"(?=.*\d)[A-Za-z0-9]+(?:[-_/#.][A-Za-z0-9]+)*")
_SPACED_CODE = re.compile(r"[A-Z]{1,3} \d{2,}|\d{2,4}(?: \d{2,4})+")
_QUANTITY = re.compile(r"\d+(?:[a-z]{1,3}|[A-Z])?|[xv]\d+|\d+x\d+")
_LETTERS = re.compile(r"[A-Za-z]+")
_SPOKEN_KINDS: dict[str, DatumKind] = {
    "date": "date",
    "weekday": "date",
    "day": "date",
    "time": "time",
    "money": "amount",
}
_FIGURES = (str, int, float, Decimal)
# Moments since 1970 in seconds or milliseconds.
_EPOCH = 10**9
_LONGEST_COUNT = 4
# Of these a bare number is one.
_BARE: frozenset[DatumKind] = frozenset({"amount", "count", "code"})
_new = tuple.__new__  # what the classes do themselves, but by way of a function of Python's


class Datum(NamedTuple):
    """An argument that somebody has to have said.

    `forms` are the value and what it is called where people count otherwise: 5000 cents are fifty dollars. `digits` stand, in each of
    them, in every way of writing it. `word` is the value as one word of a text: a bare figure, a day of the
    week (`Lexis.certain`). `number` is its figure where it is an amount or a count. `text` is the value as a text.
    """

    path: str
    key: str
    kind: DatumKind
    value: Scalar
    text: str
    forms: tuple[Scalar | Decimal, ...]
    digits: tuple[str, ...]
    word: str
    number: Decimal | None = None

    def part(self, kind: DatumKind, text: str, digits: tuple[str, ...] = ()) -> Datum:
        """A part of it, or another way of telling it, as a datum of its own."""
        return self._replace(
            kind=kind, value=text, text=text, forms=(text,), digits=digits, word=_word(kind, text)
        )


def datum_as(kind: DatumKind, leaf: Leaf, value: Scalar, number: Decimal | None = None) -> Datum:
    path, key, _ = leaf
    text = str(value).strip()
    if number is None or (type(value) is int and value > 0 and not _key(key).cents):
        word = text if kind in _BARE else _word(kind, text)
        digits = text if type(value) is int and value > 0 else _digits(value)
        return _new(Datum, (path, key, kind, value, text, (value,), (digits,), word, number))
    forms = (value, *_other_forms(key, value, number))
    of_forms = [_digits(form) for form in forms]
    if number != number.to_integral_value():
        # "37 dollars and 90 cents" are two figures.
        of_forms.append(_digits(Decimal(int(number))))
    return Datum(path, key, kind, value, text, forms, tuple(of_forms), _word(kind, text), number)


def _word(kind: DatumKind, text: str) -> str:
    return text if kind in _BARE else text.lower() if kind == "date" else ""


def _other_forms(key: str, value: Scalar, number: Decimal) -> Iterator[Decimal]:
    if number < 0:
        yield -number
    if isinstance(value, str) and str(number) != value:
        yield number
    words = key_words(key)
    if not words.isdisjoint(_CENTS):
        yield number / 100
    if 0 < number < 1 and not words.isdisjoint(_SHARES):
        yield number * 100


def _digits(value: Scalar | Decimal) -> str:
    """The digits that stand in every way of writing a value: "50" for 50.00, "155" for 15.50."""
    if type(value) is int:
        return str(abs(value))
    if isinstance(value, str):
        if value.isdecimal() and value.isascii():
            return value.lstrip("0")
        if value.isalpha():
            return ""
    number = figure(value)
    if number is None:
        return _NO_DIGIT.sub("", str(value)).lstrip("0")
    text = format(abs(number), "f")
    whole = text.rstrip("0").rstrip(".") if "." in text else text
    return whole.replace(".", "").lstrip("0")


def data_of(tool: ToolCall, language: LanguageCode | None) -> tuple[Datum, ...]:
    """The data in the arguments of a tool call, in their order, each value once."""
    found: dict[tuple[str, Scalar], Datum] = {}
    leaves = arguments_of(tool)
    for leaf in leaves:
        datum = datum_of(leaf, language)
        if datum is not None:
            if datum.kind == "amount" and counted_in(leaf, leaves) is not None:
                datum = datum_of(leaf._replace(key=f"{leaf.key}_cents"), language) or datum
            if datum.kind == "amount" and (currency := _currency_beside(leaf, leaves)):
                datum = _in_currency(datum, currency, language)
            found.setdefault((datum.kind, datum.value), datum)
    return tuple(found.values())


def _currency_beside(leaf: Leaf, leaves: Sequence[Leaf]) -> str:
    """The currency that an argument of its own names, as in {"amount": 50, "currency": "EUR"}; empty where none does."""
    if type(leaf.value) is str:
        return ""  # what is written with its unit
    for other in leaves:
        value = other.value
        if (
            type(value) is str
            and len(value) == _CODE_LENGTH
            and value.isalpha()
            and "currency" in key_words(other.key)
        ):
            return value.upper()
    return ""


def _in_currency(datum: Datum, currency: str, language: LanguageCode | None) -> Datum:
    """An amount that nothing in another currency names: fifty dollars are no 50 EUR. A bare "fifty" may be either."""
    codes = (currency, *(code for code, ours in _CALLED_THE_SAME.items() if currency in ours))
    named = [f"{bare} {code}" for code in codes for bare in datum.forms]
    forms = tuple([form for form in named if _is_money(form, language)])
    # A figure alone does not tell any more.
    return datum._replace(forms=forms, word="") if forms else datum


def _is_money(text: str, language: LanguageCode | None) -> bool:
    """Whether the currency in a text can be read in a language."""
    return any(value.kind == "money" for value in readings_of(text, language=language))


def counted_in(leaf: Leaf, leaves: Sequence[Leaf]) -> Literal["cents", "perhaps cents"] | None:
    """Whether an amount is in cents: by its name or a unit beside it, or perhaps, as Stripe has it, {"amount": 5000, "currency": "usd"}."""
    value = leaf.value
    if _key(leaf.key).cents:
        return "cents"
    if type(value) is int and -_FEWEST_CENTS < value < _FEWEST_CENTS:
        return None
    number = figure(value)
    if number is None or abs(number) < _FEWEST_CENTS or number != number.to_integral_value():
        return None
    perhaps = False
    for other in leaves:
        if isinstance(other.value, str) and len(other.value) <= _LONGEST:
            words = key_words(other.key)
            if not words.isdisjoint(_UNITS) and not key_words(other.value).isdisjoint(_CENTS):
                return "cents"
            perhaps = perhaps or (
                ("currency" in words and _CURRENCY.fullmatch(other.value) is not None)
                or _STRIPE.fullmatch(other.value) is not None
            )
    return "perhaps cents" if perhaps else None


def datum_of(leaf: Leaf, language: LanguageCode | None) -> Datum | None:
    key, value = _key(leaf.key), leaf.value
    if key.technical and not key.amount:
        return None
    if isinstance(value, str):
        return _of_text(leaf, value.strip(), key, language)
    return _of_number(leaf, Decimal(value if type(value) is int else str(value)), key)


@lru_cache(maxsize=2048)
def key_words(key: str) -> frozenset[str]:
    """ "orderId", "order_id": {"order", "id"}."""
    words = frozenset(word.lower() for word in _KEY_WORD.findall(key))
    # "last4", "lastFour": the end of a card number.
    return words | {"last4"} if "last" in words and not words.isdisjoint(("4", "four")) else words


class _Key(NamedTuple):
    """What the words of a field's name say of the value in it."""

    amount: bool
    technical: bool
    phone: bool
    code: bool
    worded: bool
    cents: bool


@lru_cache(maxsize=2048)
def _key(key: str) -> _Key:
    words = key_words(key)
    kinds = (_AMOUNTS, _TECHNICAL, _PHONES, _CODES, _WORDED, _CENTS)
    return _Key(*[not words.isdisjoint(kind) for kind in kinds])


def _of_number(leaf: Leaf, number: Decimal, key: _Key) -> Datum | None:
    # 0 and 1 are what a program writes for none and for one.
    if leaf.value in (0, 1) or not number.is_finite():
        return None
    if key.amount:
        return datum_as("amount", leaf, leaf.value, number)
    if key.phone:
        return datum_as("phone", leaf, leaf.value)
    if key.code and number == number.to_integral_value():
        return datum_as("code", leaf, leaf.value)
    return datum_as("count", leaf, leaf.value, number) if abs(number) < _EPOCH else None


def _of_text(leaf: Leaf, text: str, key: _Key, language: LanguageCode | None) -> Datum | None:
    if not text or key.worded or len(text) > _LONGEST:
        return None
    if text.isalpha():
        kind = _spoken_kind(text, language)
        return datum_as(kind, leaf, text) if kind is not None else None
    if text.isdecimal() and text.isascii() and len(text) < _SHORTEST_PHONE:
        return _of_figures(leaf, text, text, key)
    if _UUID.fullmatch(text):
        return None
    iso = _ISO.fullmatch(text)
    if iso is not None:
        return datum_as("moment" if iso["time"] else "date", leaf, text)
    if _CLOCK.fullmatch(text):
        return datum_as("time", leaf, text)
    if _EMAIL.fullmatch(text):
        return datum_as("email", leaf, text)
    if _DIALLED.fullmatch(text) and (text.startswith("+") or key.phone):
        return datum_as("phone", leaf, text)
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return _of_figures(leaf, text, number["number"], key, unit=bool(number["sign"] or number["unit"]))
    if _is_code(text):
        return datum_as("code", leaf, text)
    kind = _spoken_kind(text, language)
    if kind is None:
        return None
    return datum_as(kind, leaf, text, figure(text) if kind == "amount" else None)


def _of_figures(leaf: Leaf, text: str, plain: str, key: _Key, *, unit: bool = False) -> Datum | None:
    if not unit and not key.amount:
        long = plain.isdigit() and (len(plain) > _LONGEST_COUNT or (plain[0] == "0" and len(plain) > 1))
        if long or key.code:
            return datum_as("code", leaf, text)
    number = figure(text)
    if number is None:
        return None
    if unit or key.amount:
        return datum_as("amount", leaf, text, number)
    return datum_as("count", leaf, text, number) if number not in (0, 1) else None


def figure(value: object) -> Decimal | None:
    """The number that a piece of data is, a text with a currency or a percent sign too ("$1,500.00", "50 USD", "30%"); None for
    anything else."""
    if type(value) is int:
        return Decimal(value)
    if isinstance(value, bool) or not isinstance(value, _FIGURES):
        return None
    text = str(value)
    if isinstance(value, str):
        if value.isdecimal() and value.isascii():
            return Decimal(value)
        match = _NUMBER.fullmatch(value.strip().removesuffix("%").rstrip())
        if match is None:
            return None
        text = match["number"]
        if _DECIMAL_COMMA.search(text):
            text = text.replace(".", "").replace(",", ".")
        text = text.replace(",", "")
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _is_code(text: str) -> bool:
    """ "EM456", "C-77", "DX7Q2", "EM 456"; not "30m", "plan_2", "pizza_12in"."""
    if _SPACED_CODE.fullmatch(text):
        return True
    if not _CODE.fullmatch(text) or _QUANTITY.fullmatch(text):
        return False
    digits = sum(char.isdigit() for char in text)
    letters = _LETTERS.findall(text)
    return digits >= sum(map(len, letters)) or (len(text) > 3 and max(map(len, letters)) <= 3)


@lru_cache(maxsize=2048)
def _spoken_kind(text: str, language: LanguageCode | None) -> DatumKind | None:
    """What a value in words is: "next Tuesday" a date, "7:45 PM" a time, "fifty dollars" an amount."""
    kinds = {_SPOKEN_KINDS.get(value.kind) for value in readings_of(text, language=language)}
    return kinds.pop() if len(kinds) == 1 else None
