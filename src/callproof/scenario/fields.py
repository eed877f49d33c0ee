"""From plain values to our dataclasses: unknown fields named with the nearest one that is known, the rest by pydantic."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar

from callproof.errors import did_you_mean
from callproof.problems import found, from_pydantic
from callproof.scenario.model import (
    AgentSettings,
    Axis,
    Category,
    Change,
    EndState,
    Fault,
    Goal,
    Line,
    Persona,
    Scenario,
)
from callproof.scenario.moment_forms import write_moment
from callproof.scenario.moments import Moment
from callproof.scenario.report import Report
from callproof.scenario.worlds import STRICT, Parameter, Read, Table, Tool, World, Write

T = TypeVar("T")
_QUOTED = re.compile(r"'([^']*)'")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFields:
    """A scenario without its world, which many share and which is read by itself."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    id: str
    category: Category
    description: str = ""
    persona: Persona = field(default_factory=Persona)
    goals: Mapping[str, Goal]
    script: tuple[Line, ...]
    faults: tuple[Fault, ...] = ()
    expect: tuple[EndState, ...] = ()
    must_hear: tuple[str, ...] = ()
    agent: AgentSettings = field(default_factory=AgentSettings)
    today: str = "2026-03-10"
    reaction_ms: int = 1500
    longest_ms: int = 120_000
    requires: tuple[Literal[Axis, "integrity"], ...] = ("integrity",)

    def in_world(self, world: World, source: str) -> Scenario:
        values = {name: getattr(self, name) for name in field_names(ScenarioFields)}
        return Scenario(**values, world=world, source=source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What holds for all scenarios of a suite that do not say otherwise; None: not given. `world` is looked at apart."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    persona: Persona | None = None
    agent: AgentSettings | None = None
    today: str | None = None
    reaction_ms: int | None = None
    longest_ms: int | None = None
    requires: tuple[Literal[Axis, "integrity"], ...] | None = None
    world: Any = None


@dataclass(frozen=True, slots=True)
class _Inside:
    """What a field holds: one object of a class, a list of them, or an object of them by name."""

    cls: type
    many: Literal["one", "list", "named"] = "one"


_NESTED: dict[type, dict[str, _Inside]] = {
    ScenarioFields: {
        "persona": _Inside(Persona),
        "goals": _Inside(Goal, "named"),
        "script": _Inside(Line, "list"),
        "faults": _Inside(Fault, "list"),
        "expect": _Inside(EndState, "list"),
        "agent": _Inside(AgentSettings),
    },
    Defaults: {"persona": _Inside(Persona), "agent": _Inside(AgentSettings)},
    EndState: {"changes": _Inside(Change, "list")},
    World: {"tables": _Inside(Table, "named"), "tools": _Inside(Tool, "named")},
    Tool: {"parameters": _Inside(Parameter, "named"), "write": _Inside(Write), "read": _Inside(Read)},
}

# Built when the first value of a class is read: pydantic takes its time for it.
_ADAPTERS: dict[type, Any] = {}


@cache
def field_names(cls: Any) -> tuple[str, ...]:
    return tuple(item.name for item in fields(cls))


def decode(cls: type[T], data: Any, report: Report) -> T | None:
    """The value of a class; None when the report has what is wrong with it."""
    from pydantic import ValidationError

    value: T
    adapter = _adapter(cls)
    text = _as_json(data)
    if text is not None:
        # Most often nothing is wrong, and what has unknown fields pydantic does not take either.
        with suppress(ValidationError):
            value = adapter.validate_json(text)
            return value
    count = len(report.problems)
    data = _known_only(cls, data, report, ())
    try:
        value = adapter.validate_json(json.dumps(data, allow_nan=False))
    except ValidationError as error:
        for item in error.errors(include_url=False):
            (problem,) = from_pydantic(_OneError(item), "")  # type: ignore[arg-type]
            report.add(_location(cls, item["loc"]), problem.message + _nearest(item))
        return None
    return value if len(report.problems) == count else None


def _as_json(data: Any) -> bytes | None:
    """A value as JSON, since there a strict pydantic takes a list for a tuple; None for what is none, or might be none."""
    from pydantic_core import PydanticSerializationError, to_json

    try:
        text = to_json(data)
    except PydanticSerializationError:
        return None
    return None if b"NaN" in text or b"Infinity" in text else text


def _nearest(item: Any) -> str:
    """For a word that is none of a few, the one that was probably meant."""
    if item["type"] != "literal_error" or not isinstance(item["input"], str):
        return ""
    hint = did_you_mean(item["input"], _QUOTED.findall(item["ctx"]["expected"]))
    return f".{hint}" if hint else ""


@dataclass(frozen=True, slots=True)
class _OneError:
    """A validation error of one item, so that each keeps its own location."""

    item: Any

    def errors(self, *, include_url: bool) -> list[Any]:
        return [self.item]


def _location(cls: type, location: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Without the branches of unions that pydantic puts into its locations."""
    known = {
        name for item in (cls, *(i.cls for i in _NESTED.get(cls, {}).values())) for name in field_names(item)
    }
    if location and location[0] == "requires":
        return location[:2]
    return tuple(part for part in location if isinstance(part, int) or part in known or not _is_branch(part))


def _is_branch(part: str) -> bool:
    return part.startswith(("tuple[", "literal[", "nullable", "function-", "constrained-"))


def _adapter(cls: Any) -> Any:
    if cls not in _ADAPTERS:
        from pydantic import TypeAdapter

        _ADAPTERS[cls] = TypeAdapter(cls)
    return _ADAPTERS[cls]


def _known_only(cls: type, data: Any, report: Report, path: tuple[str | int, ...]) -> Any:
    if not isinstance(data, dict):
        return data
    names, nested = field_names(cls), _NESTED.get(cls, {})
    kept: dict[str, Any] = {}
    for name, value in data.items():
        if name not in names:
            report.unknown_field((*path, name), names)
            continue
        inside = nested.get(name)
        kept[name] = value if inside is None else _inside_known(inside, value, report, (*path, name))
    return kept


def _inside_known(inside: _Inside, value: Any, report: Report, path: tuple[str | int, ...]) -> Any:
    if inside.many == "one":
        return _known_only(inside.cls, value, report, path)
    if inside.many == "list" and isinstance(value, list):
        return [_known_only(inside.cls, item, report, (*path, at)) for at, item in enumerate(value)]
    if inside.many == "named" and isinstance(value, dict):
        return {name: _known_only(inside.cls, item, report, (*path, name)) for name, item in value.items()}
    return value


def expect_object(data: Any, report: Report, what: str) -> dict[str, Any] | None:
    if isinstance(data, dict):
        return data
    report.add((), f"found {found(data)}, expected {what}")
    return None


def encode(value: Any) -> Any:
    """The plain value of one of our dataclasses, as a file has it; what holds its default is left out."""
    if isinstance(value, Moment):
        return write_moment(value)
    if is_dataclass(value):
        plain: dict[str, Any] = {}
        for field in fields(value):
            item = getattr(value, field.name)
            default = field.default if field.default_factory is MISSING else field.default_factory()
            if item != default or type(item) is not type(default):
                plain[field.name] = encode(item)
        return plain
    if isinstance(value, Mapping):
        return {str(name): encode(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    return value
