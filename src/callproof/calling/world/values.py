"""What a column takes, and how a value from outside becomes one.

Rows hold plain JSON values. Numbers stay exact: a whole number is an int on every database (`40.0` is `40`), any other the
float it was.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from datetime import date, time

from callproof.problems import found
from callproof.scenario.worlds import ColumnType, Json

# What fits into 64 bits fits into every database.
LARGEST = 2**63 - 1
SMALLEST = -(2**63)

_INTEGER = re.compile(r"[+-]?[0-9]{1,19}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,300}(\.[0-9]{1,300})?")


class MisfitError(ValueError):
    """A value that a column cannot hold. The message says what was found and what was expected."""


def fitted(value: Json, kind: ColumnType) -> Json:
    """The value as a column of that type stores it; None stays None. No text becomes a number, and no number a text.

    Dates and times, which YAML and typed functions have, become their ISO 8601 text.
    """
    return None if value is None else _FITTED[kind](value)


def coerced(value: Json, kind: ColumnType) -> Json:
    """Like `fitted`, for what comes from an agent: "3" fits where a number is wanted, and 4281 where a text is."""
    if kind == "text" and isinstance(value, int | float) and not isinstance(value, bool):
        return str(exact(value))
    if isinstance(value, str):
        text = value.strip()
        if kind == "integer" and _INTEGER.fullmatch(text):
            return fitted(int(text), kind)
        if kind == "number" and _INTEGER.fullmatch(text):
            return fitted(int(text), kind)
        if kind == "number" and _NUMBER.fullmatch(text):
            return fitted(float(text), kind)
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return fitted(int(value), kind)
    return fitted(value, kind)


def exact(value: float) -> int | float:
    """A number without the difference between 40 and 40.0."""
    if isinstance(value, float) and value.is_integer() and SMALLEST <= value <= LARGEST:
        return int(value)
    return value


def _text(value: Json) -> str:
    if isinstance(value, date | time):
        return value.isoformat()
    if not isinstance(value, str):
        raise MisfitError(f"found {found(value)}, expected a text")
    if "\0" in value:
        raise MisfitError("found a text with a NUL character in it, which no database keeps")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise MisfitError("found a text that is not valid Unicode") from None
    return value


def _integer(value: Json) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise MisfitError(f"found {found(value)}, expected a whole number")
    if not SMALLEST <= value <= LARGEST:
        raise MisfitError(f"found {found(value)}, expected a whole number of at most 64 bits")
    return value


def _number(value: Json) -> int | float:
    if isinstance(value, float) and math.isfinite(value):
        return exact(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise MisfitError(f"found {found(value)}, expected a number")
    return _integer(value)


def _boolean(value: Json) -> bool:
    if not isinstance(value, bool):
        raise MisfitError(f"found {found(value)}, expected true or false")
    return value


_FITTED: Mapping[ColumnType, Callable[[Json], Json]] = {
    "text": _text,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
}
