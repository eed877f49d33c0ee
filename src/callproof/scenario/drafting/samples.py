"""Values for the sample rows and for what the caller asks: those that the source shows, else plausible ones that differ and can be said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from callproof.scenario.drafting.declared import DeclaredParameter
from callproof.scenario.drafting.wording import is_identifier, label_of, words_of

# Four digits, in pairs that are easily taken for each other.
_NUMBERS = ("4821", "4281", "5907", "6540", "6450", "7138", "8302", "8320", "3964", "5590", "5599", "9061", "2715", "2175", "3496",
            "1548", "1458", "6271", "7380", "7830", "9246", "9426", "9462", "2853", "2583", "4173")  # fmt: skip
# More are asked for a caller's wishes.
_ROWS = 3
_NAMES = ("Dana Reyes", "Tomas Novak", "Grace Okafor", "Helen Park", "Marco Silva")
_DATES = ("2026-03-18", "2026-03-19", "2026-03-24", "2026-03-26", "2026-03-31")
_TIMES = ("10:00", "14:30", "09:00", "16:00", "11:30")
_BY_WORD: dict[str, Sequence[str]] = {
    "name": _NAMES,
    "doctor": ("Dr. Lee", "Dr. Moreno", "Dr. Haas"),
    "provider": ("Dr. Lee", "Dr. Moreno", "Dr. Haas"),
    "phone": ("555-0142", "555-0178", "555-0193"),
    "email": ("dana@example.com", "tomas@example.com", "grace@example.com", "helen@example.com"),
    "address": ("12 Oak Road", "7 Mill Lane", "3 High Street", "40 Park Avenue"),
    "street": ("12 Oak Road", "7 Mill Lane", "3 High Street"),
    "city": ("Springfield", "Riverton", "Lakewood", "Fairview"),
    "item": ("lamp", "chair", "tea kettle", "bookcase"),
    "product": ("lamp", "chair", "tea kettle", "bookcase"),
    "service": ("cleaning", "repair", "inspection"),
    "contact": _NAMES,
    "message": ("running late", "call me back", "see you soon", "all is well"),
    "note": ("ring twice", "leave it at the door", "call before you come", "mind the dog"),
    "notes": ("ring twice", "leave it at the door", "call before you come", "mind the dog"),
    "comment": ("ring twice", "leave it at the door", "call before you come", "mind the dog"),
    "summary": ("broken lamp", "wrong bill", "late parcel", "stuck door"),
    "description": ("broken lamp", "wrong bill", "late parcel", "stuck door"),
    "reason": ("a checkup", "a headache", "a sore knee", "a cough"),
    "status": ("open", "open", "open"),
    "state": ("open", "open", "open"),
    "currency": ("USD", "USD", "USD"),
    "country": ("Canada", "Spain", "Japan"),
    "color": ("blue", "green", "red"),
    "colour": ("blue", "green", "red"),
    "type": ("standard", "large", "small"),
    "room": ("double", "single", "suite"),
    "size": ("small", "medium", "large"),
    "language": ("English", "Spanish", "French"),
    "title": ("Ms", "Mr", "Dr"),
    "date": _DATES,
    "day": _DATES,
    "time": _TIMES,
}  # fmt: skip
_MONEY = frozenset(("amount", "price", "total", "cost", "fee", "balance", "rate", "deposit", "sum", "value"))
_WHOLE = (2, 3, 5, 4, 6)
_AMOUNTS = (35, 53, 40, 28, 60)
_FRACTIONS = (12.5, 20.0, 35.5)
_DATE_WORDS = frozenset(("date", "day"))
_DATE_TEXT = re.compile(r"yyyy-mm-dd|iso 8601 date|iso date", re.IGNORECASE)
_TIME_TEXT = re.compile(r"\bhh:mm\b|24[- ]hour", re.IGNORECASE)


def numbers(count: int, taken: int) -> list[str]:
    """Keys that no other table has: from the place `taken` on."""
    more = (str(1000 + (7919 * (at + 1)) % 9000) for at in range(taken + count))
    known = [*_NUMBERS, *(number for number in more if number not in _NUMBERS)]
    return known[taken : taken + count]


def keys_like(example: Any, count: int, taken: int) -> list[str]:
    """Keys in the form of an example, `BK-4821` for `BK-1042`; plain numbers for what is no short code."""
    plain = numbers(count, taken)
    if not isinstance(example, str):
        return plain
    match = re.fullmatch(r"([A-Za-z]{1,3}-?)(\d{3,5})", example)
    return [f"{match[1]}{(number * 2)[: len(match[2])]}" for number in plain] if match else plain


def format_of(parameter: DeclaredParameter) -> str | None:
    """The format that is declared, else what name and description say of it."""
    if parameter.format is not None or parameter.choices or parameter.type not in ("string", ""):
        return parameter.format
    words, text = words_of(parameter.name), parameter.description
    if _DATE_TEXT.search(text) and "time" not in words:
        return "date"
    if words and words[-1] in _DATE_WORDS:
        return "date"
    if words[-1:] == ["time"] or (_TIME_TEXT.search(text) and "date" not in words):
        return "time"
    return "email" if words[-1:] == ["email"] or words[-2:] == ["email", "address"] else None


def values(parameter: DeclaredParameter, kind: str, count: int) -> list[Any]:
    """So many values of a column's or parameter's type, the source's own before others. Distinct as far as there are enough."""
    if kind == "boolean":
        return [bool(at % 2) for at in range(count)]
    if parameter.choices:
        fitting = [choice for choice in parameter.choices if _fits(choice, kind)]
        if fitting:
            # Of those that rows have, the last is kept for whoever wants a change.
            spread = fitting[: max(1, len(fitting) - 1)] if count <= _ROWS and kind == "text" else fitting
            return [spread[at % len(spread)] for at in range(count)]
    form = format_of(parameter)
    known: list[Any] = [value for value in parameter.examples if _fits(value, kind) and _is_sayable(value)]
    if form in ("date", "time", "date-time", "email", "uuid"):
        known = []
    for value in _plausible(parameter, kind, form, count):
        if value not in known:
            known.append(value)
    return [known[at % len(known)] for at in range(count)]


def _plausible(parameter: DeclaredParameter, kind: str, form: str | None, count: int) -> Sequence[Any]:
    words = words_of(parameter.name)
    if kind in ("integer", "number"):
        if kind == "number":
            return _AMOUNTS if _MONEY & set(words) else _FRACTIONS
        return [int(number) for number in numbers(count, 20)] if is_identifier(parameter.name) else _WHOLE
    if form == "date":
        return _DATES
    if form == "time":
        return _TIMES
    if form == "date-time":
        return [f"{day}T{time}:00Z" for day, time in zip(_DATES, _TIMES, strict=True)]
    if form == "email":
        return _BY_WORD["email"]
    if is_identifier(parameter.name):
        return numbers(count, 20)
    # "Service name" is a service before it is a name.
    for word in (
        *(word for word in reversed(words) if word != "name"),
        *(word for word in words if word == "name"),
    ):
        if word in _BY_WORD:
            return _BY_WORD[word]
    label = label_of(parameter.name)
    return [f"first {label}", f"second {label}", f"third {label}", f"fourth {label}"]


def is_money(name: str) -> bool:
    return bool(_MONEY & set(words_of(name)))


def _fits(value: Any, kind: str) -> bool:
    if kind in ("text", "string"):
        return isinstance(value, str) and bool(value.strip())
    if isinstance(value, bool):
        return False
    return isinstance(value, int) if kind == "integer" else isinstance(value, int | float)


def _is_sayable(value: Any) -> bool:
    """Short, in one line, and without what a sentence of the script would take for a hole."""
    return not isinstance(value, str) or (
        len(value) <= 40 and value.isprintable() and not set("{}<>\\") & set(value)
    )
