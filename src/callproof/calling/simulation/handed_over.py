"""What an agent hands over as arguments or as its state has to be JSON: only that can be sent, and written down."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from callproof.calling.agent import Json

_DEEPEST = 64


def copied(what: str, fields: Mapping[str, Json]) -> dict[str, Json]:
    """A copy of its own, or a TypeError that says where the value is that is no JSON. Tuples count as lists."""
    if not isinstance(fields, Mapping):
        raise TypeError(f"{what} are fields with names, not {_kind(fields)}")
    return _object(what, fields, 0)


def _value(what: str, value: object, depth: int) -> Json:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        raise TypeError(f"{what} is {value}, which JSON has no word for")
    if depth >= _DEEPEST:
        raise TypeError(f"{what} is nested more than {_DEEPEST} deep")
    if isinstance(value, list | tuple):
        return [_value(f"{what}[{n}]", item, depth + 1) for n, item in enumerate(value)]
    if isinstance(value, Mapping):
        return _object(what, value, depth + 1)
    raise TypeError(
        f"{what} is {_kind(value)}; expected what JSON has: text, numbers, true, false, null, lists, objects"
    )


def _object(what: str, fields: Mapping[Any, object], depth: int) -> dict[str, Json]:
    copy: dict[str, Json] = {}
    for name, value in fields.items():
        if not isinstance(name, str):
            raise TypeError(f"{what} has the name {name!r}, which is no text")
        copy[name] = _value(f"{what}.{name}", value, depth)
    return copy


def _kind(value: object) -> str:
    return f"of the type {type(value).__name__}"
