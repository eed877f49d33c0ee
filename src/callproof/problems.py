"""What pydantic found wrong with data from outside, in words for the person who made it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from callproof.errors import InputError, Problem, did_you_mean

if TYPE_CHECKING:
    from pydantic import ValidationError

_SHOWN = 60


def found(value: object) -> str:
    """A value as it stands in the file, cut to one short line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        text = repr(value[: _SHOWN + 1])
    elif isinstance(value, dict):
        return "an object" if value else "an empty object"
    elif isinstance(value, list | tuple):
        return f"a list of {len(value)}" if value else "an empty list"
    elif isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "an infinite number"
    else:
        try:
            text = str(value)
        except ValueError:  # an integer of thousands of digits
            text = "a number of thousands of digits"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def dotted(location: Iterable[str | int]) -> str:
    """`turns[3].start_s` for ("turns", 3, "start_s")."""
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


@contextmanager
def below(within: Sequence[str | int], file: str = "") -> Iterator[None]:
    """Problems that are found here are of a part of a file: their places are in it."""
    try:
        yield
    except InputError as error:
        front = dotted(within)
        raise InputError(
            Problem(
                problem.file or file,
                ".".join(part for part in (front, problem.path) if part),
                problem.message,
            )
            for problem in error.problems
        ) from None


_EXPECTED: dict[str, str] = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dict_type": "an object",
    "finite_number": "a finite number",
    "float_parsing": "a number",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "mapping_type": "an object",
    "model_type": "an object",
    "dataclass_type": "an object",
    "string_type": "a text",
    "tuple_type": "a list",
}


def from_pydantic(
    error: ValidationError,
    file: str,
    *,
    known: Iterable[str] = (),
    tags: Collection[str] = (),
    skip: int = 0,
    within: Sequence[str | int] = (),
) -> list[Problem]:
    """All problems that a validation found.

    `known` are the field names to think of when one is not known; `tags` the names of union members, which pydantic puts
    into its locations and which mean nothing to the reader; `skip` is how many leading parts of each location to drop, and
    `within` what to put in front of it.
    """
    names = list(known)
    problems: dict[Problem, None] = {}
    for item in error.errors(include_url=False):
        location = [*within, *(part for part in item["loc"][skip:] if part not in tags)]
        problems[Problem(file, dotted(location), _message(item, location, names))] = None
    return list(problems)


def _message(item: Any, location: Sequence[str | int], names: list[str]) -> str:
    kind, value, context = item["type"], item["input"], item.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return (
            f"is not a field that is known here.{did_you_mean(str(location[-1]) if location else '', names)}"
        )
    if kind in ("literal_error", "enum"):
        return f"found {found(value)}, expected {context['expected']}"
    if kind in ("greater_than_equal", "greater_than", "less_than_equal", "less_than"):
        words = {"greater_than_equal": "at least", "greater_than": "more than", "less_than_equal": "at most"}
        limit = context.get("ge", context.get("gt", context.get("le", context.get("lt"))))
        return f"found {found(value)}, expected {words.get(kind, 'less than')} {limit:g}"
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        if kind == "union_tag_not_found":
            return f"has no {context['discriminator']}"
        return f"found {context['tag']!r}, expected one of {context['expected_tags']}"
    if kind == "json_invalid":
        return f"is not valid JSON: {context['error']}"
    if kind == "value_error":
        return str(context["error"])
    expected = _EXPECTED.get(kind)
    return (
        f"found {found(value)}, expected {expected}" if expected else f"{item['msg']}, found {found(value)}"
    )
