"""A scenario as plain values, complete in itself, in the form that files are read in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from callproof.errors import InputError
from callproof.scenario.documents import Document
from callproof.scenario.files import suite_from
from callproof.scenario.forms import SCENARIO_SCHEMA_VERSION
from callproof.scenario.model import Scenario
from callproof.scenario.moment_forms import write_moment
from callproof.scenario.moments import Moment


def to_json(scenario: Scenario) -> dict[str, Any]:
    """The whole scenario with its world; what holds its default is left out. `source` is where it came from, and is not in it."""
    data = _plain(scenario)
    data.pop("source", None)
    return {"schema_version": SCENARIO_SCHEMA_VERSION, **data}


def from_json(data: Mapping[str, Any], *, file: str = "scenario") -> Scenario:
    """The scenario that `to_json` wrote. Raises InputError."""
    suite = suite_from([Document(file, "", dict(data))], file)
    if len(suite.scenarios) != 1:
        raise InputError.of(f"holds {len(suite.scenarios)} scenarios, expected one", file=file)
    return suite.scenarios[0]


def _plain(value: Any) -> Any:
    if isinstance(value, Moment):
        return write_moment(value)
    if is_dataclass(value):
        plain: dict[str, Any] = {}
        for field in fields(value):
            item = getattr(value, field.name)
            default = field.default if field.default_factory is MISSING else field.default_factory()
            if item != default or type(item) is not type(default):
                plain[field.name] = _plain(item)
        return plain
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
