"""The JSON Schema (2020-12) of the files that `files.py` reads.

It accepts whatever is read without an error; what a file means as a whole (names that are there, values that change something)
is more than a schema can say, and is for the reader.
"""

from __future__ import annotations

from typing import Any

from callproof.scenario.fields import Defaults, ScenarioFields
from callproof.scenario.forms import SCENARIO_SCHEMA_VERSION
from callproof.scenario.minimal_tables import (
    AXES,
    CASE_FIELDS,
    CONFLICTS,
    FAULT_NAMES,
    INTERRUPTION_TYPES,
    SETUP_FIELDS,
    STAGES,
)
from callproof.scenario.moment_forms import HOLDS
from callproof.scenario.moments import MOMENT_KINDS, TOOL_MOMENTS
from callproof.scenario.worlds import World

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT = {"type": "string", "minLength": 1}
_VERSION = {"const": SCENARIO_SCHEMA_VERSION}


def suite_schema() -> dict[str, Any]:
    """Of a whole file: a suite, one scenario, or a list of scenarios, each in full or in the minimal form."""
    either = _ref("Scenario", "Case")
    return {
        "$schema": _DIALECT,
        "title": "callproof suite",
        "description": f"schema_version {SCENARIO_SCHEMA_VERSION}; the form is explained in docs/scenarios.md",
        "anyOf": [
            {"$ref": "#/$defs/Suite"},
            *either["anyOf"],
            {"type": "array", "minItems": 1, "items": either},
        ],
        "$defs": _definitions(),
    }


def case_schema() -> dict[str, Any]:
    """Of a case in the minimal form: a line of a JSON Lines file."""
    definitions = _definitions()
    return {"$schema": _DIALECT, "title": "callproof case, minimal form", **definitions["Case"]}


def _ref(*names: str) -> dict[str, Any]:
    return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _named(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": value}


def _or_null(value: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [value, {"type": "null"}]}


def _definitions() -> dict[str, Any]:
    from pydantic import TypeAdapter

    definitions: dict[str, Any] = {}
    for cls in (ScenarioFields, Defaults, World):
        schema = TypeAdapter(cls).json_schema()
        definitions.update(schema.pop("$defs", {}))
        definitions[cls.__name__] = schema
    # What a suite leaves out of its tools, the functions behind them may say.
    del definitions["Tool"]["required"]
    definitions["World"]["required"] = ["tables"]
    definitions["World"]["properties"]["tools"] = _or_null(definitions["World"]["properties"]["tools"])
    definitions["Line"]["properties"]["when"] = {"$ref": "#/$defs/Moment"}
    scenario = definitions.pop("ScenarioFields")
    scenario["title"] = "Scenario"
    scenario["properties"] |= {
        "schema_version": _VERSION,
        "goal": {"$ref": "#/$defs/Goal"},
        "world": {"$ref": "#/$defs/WorldOf"},
    }
    scenario["required"] = ["id", "category", "script"]
    scenario["oneOf"] = [{"required": ["goal"]}, {"required": ["goals"]}]
    definitions["Defaults"]["properties"]["world"] = _or_null({"$ref": "#/$defs/WorldOf"})
    # A default with a part of a persona, which each scenario completes, is whole by itself: every part has its own default.
    return {
        **definitions,
        "Scenario": scenario,
        "Moment": _moment(),
        "WorldOf": _world(definitions["Tool"]),
        "Case": _case(),
        "Suite": _object(
            {
                "schema_version": _VERSION,
                "suite": _TEXT,
                "description": {"type": "string"},
                "defaults": _or_null({"$ref": "#/$defs/Defaults"}),
                "worlds": _or_null(_named({"anyOf": [{"type": "string"}, {"$ref": "#/$defs/World"}]})),
                "scenarios": {"type": "array", "minItems": 1, "items": _ref("Scenario", "Case")},
            },
            "scenarios",
        ),
    }


def _moment() -> dict[str, Any]:
    nth = {"type": "integer", "minimum": 1}
    forms: list[dict[str, Any]] = [{"const": "after_agent_turn"}]
    for kind in MOMENT_KINDS:
        if kind == "after_agent_turn":
            about: dict[str, Any] = {"enum": [None, True]}
        elif kind in TOOL_MOMENTS or kind == "agent_says":
            about = _TEXT
        else:
            about = {"type": "integer", "minimum": 0}
        options: dict[str, Any] = {} if kind == "at" else {"nth": nth}
        if kind == "tool_in_flight":
            options["hold"] = {"enum": list(HOLDS)}
        forms.append(_object({kind: about, **options}, kind))
    return {"title": "Moment", "anyOf": forms}


def _world(tool: dict[str, Any]) -> dict[str, Any]:
    changed = {name: value for name, value in tool.items() if name not in ("required", "title")}
    override = _object(
        {
            "use": _TEXT,
            "rows": _or_null(_named({"type": "array", "items": {"type": "object"}})),
            "tools": _or_null(_named(_or_null(changed))),
        },
        "use",
    )
    return {"title": "WorldOf", "anyOf": [_TEXT, {"$ref": "#/$defs/World"}, override]}


def _case() -> dict[str, Any]:
    value = {"type": ["string", "number", "boolean", "null"]}
    text = {"type": ["string", "null"]}
    words: dict[str, dict[str, Any]] = {
        "field": text,
        "initial_value": value,
        "corrected_value": value,
        "value": value,
        "interrupt_stage": {"enum": [*STAGES, None]},
        "interruption_type": {"enum": [*INTERRUPTION_TYPES, None]},
        "conflict": {"enum": list(CONFLICTS)},
        "sound": text,
        "tool": text,
        "faulty_tool": text,
        "arguments": {"type": ["object", "null"]},
        "fault": {"enum": list(FAULT_NAMES)},
        "nth": {"type": ["integer", "null"], "minimum": 1},
        "committed": {"type": ["boolean", "null"]},
        "status": {"type": ["integer", "null"]},
        "delay_ms": {"type": ["integer", "null"], "minimum": 1},
        "late": {"enum": ["commit", "reply", None]},
        "keep": {"type": ["array", "null"], "items": {"type": "string"}},
        "wrong_record": {"type": ["string", "integer", "null"]},
    }
    expected = {**{axis: {"const": True} for axis in AXES}, "should_execute": {"type": "boolean"}}
    shared = {
        "schema_version": _VERSION,
        "id": _TEXT,
        "description": {"type": "string"},
        "expected": _object(expected),
    }
    assert set(shared) | {"category", "setup"} == set(CASE_FIELDS)  # noqa: S101 - the two have to go together
    return {
        "title": "Case",
        "anyOf": [
            _object(
                {
                    **shared,
                    "category": {"const": category},
                    "setup": _object({name: words[name] for name in keys}),
                },
                "id",
                "category",
                "setup",
            )
            for category, keys in SETUP_FIELDS.items()
        ],
    }
