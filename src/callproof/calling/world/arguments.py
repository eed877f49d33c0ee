"""Whether the arguments of a tool call fit what the tool declares, answered as an API would answer."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time

from callproof.calling.world.database import ApiError
from callproof.problems import found
from callproof.scenario.worlds import Json, Parameter, ParameterType, Tool

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_TYPES: Mapping[ParameterType, tuple[str, Callable[[Json], bool]]] = {
    "string": ("a string", lambda value: isinstance(value, str)),
    "integer": ("an integer", lambda value: _is_number(value) and float(value).is_integer()),
    "number": ("a number", lambda value: _is_number(value)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
}


def checked(tool: Tool, arguments: Mapping[str, Json] | str) -> dict[str, Json]:
    """The arguments that were given, without those that are null and with the defaults of those that were left out. Raises `400 missing
    argument order_number` and the like."""
    if not isinstance(arguments, Mapping):
        raise ApiError(400, "the arguments are no JSON object")
    given = {name: value for name, value in tool.filled(arguments).items() if value is not None}
    missing = [name for name, p in tool.parameters.items() if p.required and name not in given]
    if missing:
        raise ApiError(400, f"missing argument{'s' if len(missing) > 1 else ''} {', '.join(missing)}")
    for name, value in given.items():
        parameter = tool.parameters.get(name)
        if parameter is None:
            known = ", ".join(tool.parameters) or "none"
            raise ApiError(400, f"unknown argument {name} (known: {known})")
        given[name] = _checked(name, value, parameter)
    return given


def _checked(name: str, value: Json, parameter: Parameter) -> Json:
    expected, fits = _TYPES[parameter.type]
    if not fits(value):
        raise ApiError(400, f"{name} must be {expected}, not {found(value)}")
    if parameter.type == "integer":
        value = int(value)
    if parameter.choices and value not in parameter.choices:
        choices = ", ".join(str(choice) for choice in parameter.choices)
        raise ApiError(400, f"{name} must be one of {choices}, not {found(value)}")
    if parameter.format is not None and parameter.format in _FORMATS:
        example, holds = _FORMATS[parameter.format]
        if not holds(value):
            raise ApiError(400, f"{name} must be {example}, not {found(value)}")
    return value


def _is_number(value: Json) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def _reads(parse: Callable[[str], object]) -> Callable[[Json], bool]:
    def holds(value: Json) -> bool:
        try:
            parse(value)
        except ValueError:
            return False
        return True

    return holds


# Other formats are told to the agent and not enforced, as JSON Schema has it.
_FORMATS: Mapping[str, tuple[str, Callable[[Json], bool]]] = {
    "date": ("a date such as 2026-03-10", _reads(date.fromisoformat)),
    "time": ("a time such as 14:30", _reads(time.fromisoformat)),
    "date-time": ("a time such as 2026-03-10T14:30:00", _reads(datetime.fromisoformat)),
    "email": ("an e-mail address", lambda value: bool(_EMAIL.fullmatch(value))),
}
