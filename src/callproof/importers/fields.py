"""The kinds of fields that payloads are made of: what platforms write, and no more than a record can hold."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import from_json

from callproof.evidence.record import is_moment
from callproof.problems import found

# Deeper values would not fit into the lines of a record, whose readers stop at 200.
_DEEPEST = 100
# Python refuses to write longer whole numbers (4300 digits).
_LONGEST_INTEGER_BITS = 14_000


def carried(value: Any) -> Any:
    """A JSON value that goes into the record as it is; ValueError for one that a record cannot hold."""
    fault = _fault(value, _DEEPEST)
    if fault is not None:
        raise ValueError(f"holds {fault}")
    return value


def arguments(value: Any) -> Mapping[str, Any] | str:
    """The arguments of a tool call: an object, or JSON text of one. Nothing is no arguments.

    What is no object stays the text that it was: the tool got it so.
    """
    if isinstance(value, dict):
        return value
    if not isinstance(value, str):
        return {} if value is None else json.dumps(value, ensure_ascii=False)
    if not value.strip():
        return {}
    try:
        parsed = from_json(value)
    except ValueError:
        return value
    return parsed if isinstance(parsed, dict) and _fault(parsed, _DEEPEST) is None else value


def _fault(value: Any, deepest: int) -> str | None:
    """What in a JSON value a record cannot hold."""
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return None
    if kind is int:
        return "a number of thousands of digits" if value.bit_length() > _LONGEST_INTEGER_BITS else None
    if kind is float:
        return None if math.isfinite(value) else "a number that is not finite"
    if kind is not dict and kind is not list:
        return f"a {kind.__name__}, which is not JSON"
    if not deepest:
        return f"objects nested more than {_DEEPEST} deep"
    for item in value.values() if kind is dict else value:
        if type(item) is str or item is None or type(item) is bool:
            continue
        fault = _fault(item, deepest - 1)
        if fault is not None:
            return fault
    return None


def _moment(value: str) -> str:
    if not is_moment(value):
        raise ValueError(f"found {found(value)}, expected an ISO 8601 time")
    return value


def _text_of_number(value: Any) -> Any:
    if type(value) is str:
        return value
    if type(value) is float and math.isfinite(value):
        # Tables turn whole numbers into such ones.
        return str(int(value)) if value.is_integer() else str(value)
    if type(value) is int and value.bit_length() <= _LONGEST_INTEGER_BITS:
        return str(value)
    raise ValueError(f"found {found(value)}, expected a text or a number")


# Payloads have fields that we do not know.
TOLERANT: Mapping[str, Any] = {"extra": "ignore"}

Text = Annotated[str, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]
# A time or a duration, in whatever unit.
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False, strict=True)]
# A figure that a platform worked out by itself: it may be nonsense, and the call is still worth judging.
Figure = Annotated[float, Field(strict=True)]
# Any JSON value, and an object of them.
Carried = Annotated[Any, AfterValidator(carried)]
CarriedObject = Annotated[dict[str, Any], AfterValidator(carried)]
# A name that a program gave: some programs count.
Id = Annotated[Text, BeforeValidator(_text_of_number)]
# A time of day in ISO 8601.
Moment = Annotated[Text, AfterValidator(_moment)]
