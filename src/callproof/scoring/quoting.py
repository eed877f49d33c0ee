"""Words and values of a call inside a sentence for people."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from callproof.spoken.values import Span, Value

_LONGEST = 60
_LONGEST_SENTENCE = 500
_HUGE = 10**15
# What tells most of a span comes first.
_KINDS = ("money", "percent", "time", "email", "date", "number", "code")


def quoted(text: str, longest: int = _LONGEST) -> str:
    """The text in quotation marks, in one line and not too long."""
    plain = " ".join(text.split())
    return f'"{plain}"' if len(plain) <= longest else f'"{plain[: longest - 1].rstrip()}…"'


def one_line(sentence: str) -> str:
    """A sentence with names and values of the call in it, however odd and long these are."""
    plain = " ".join(sentence.split())
    return plain if len(plain) <= _LONGEST_SENTENCE else f"{plain[: _LONGEST_SENTENCE - 1].rstrip()}…"


def shown(span: Span) -> str:
    """ "15 (fifteen)", "16:30 (half past four in the afternoon)"; the words alone where they can stand for several values."""
    words = " ".join(span.text.split())
    value = _plain(span)
    if value is None:
        return quoted(words)
    return value if words.casefold().strip("., ") == value.casefold() else f"{value} ({words})"


def _plain(span: Span) -> str | None:
    for kind in _KINDS:
        texts = {_text(value) for value in span.readings if value.kind == kind}
        if texts:
            return texts.pop() if len(texts) == 1 else None
    return None


def _text(value: Value) -> str | None:
    key: Any = value.key
    match value.kind:
        case "number":
            return number_text(key)
        case "percent":
            return f"{number_text(key)} %"
        case "money":
            amount, currency = key
            return number_text(amount) if currency is None else f"{number_text(amount)} {currency}"
        case "time":
            return f"{key[0]:02}:{key[1]:02}"
        case "date":
            year, month, day = key
            return f"{year}-{month:02}-{day:02}" if year is not None and day is not None else None
        case "email" | "code":
            return str(key)
        case _:
            return None


def number_text(number: Decimal) -> str:
    """15 for 15.0, 15.50 for 15.5: whole, or as an amount."""
    if abs(number) >= _HUGE:
        return f"{number:.3e}"
    if number == number.to_integral_value():
        return str(int(number))
    text = format(number.normalize(), "f")
    return f"{text}0" if len(text.partition(".")[2]) == 1 else text
