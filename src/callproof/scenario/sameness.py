"""When two values of a call, an argument or a row are one: the same in validation, in the world and in judging."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from functools import lru_cache

from callproof.scenario.worlds import Json

# A tuple, since a union is made anew each time it is come to.
SCALARS = (str, int, float)
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
# Longer digits are codes.
_LONGEST_NUMBER = 40


def canonical(value: Json) -> str | None:
    """What two equal values share: 4281 and "4281", 40 and "40.00", "Oak St" and " oak st"; not 42 and "0042"."""
    if type(value) is str:  # most are
        return _canonical_text(value)
    if value is None:
        return None
    if type(value) is int:
        return str(value)
    if isinstance(value, SCALARS):
        return _canonical_text(_as_text(value))
    if not value:  # an empty list, or object, is no value either
        return None
    return json.dumps(value, sort_keys=True, default=str)


def _as_text(value: str | int | float) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    if isinstance(value, float) and "e" in text:
        return format(Decimal(text), "f")
    return text


@lru_cache(maxsize=8192)
def _canonical_text(text: str) -> str:
    text = text.strip()
    if len(text) <= _LONGEST_NUMBER and _PLAIN_NUMBER.fullmatch(text):
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    folded = text.casefold()
    return folded if folded == text else _Folded(folded, text)


class _Folded(str):
    """A text without its capitals, which still knows how it was written: equal and hashed by the first, for people by the other."""

    written: str

    def __new__(cls, folded: str, written: str) -> _Folded:
        made = super().__new__(cls, folded)
        made.written = written
        return made


def same(left: Json, right: Json) -> bool:
    return canonical(left) == canonical(right)


def as_written(value: object) -> str:
    """A canonical value for people: "Oak St", though it is equal to "oak st"."""
    return value.written if isinstance(value, _Folded) else str(value)
