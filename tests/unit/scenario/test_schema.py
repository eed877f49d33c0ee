"""The published schema: what is read without an error fits it, and what is damaged fits neither."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
import yaml

from callproof.scenario.documents import read_documents
from callproof.scenario.files import load_suite
from callproof.scenario.packs import pack_file, pack_names, world_file, world_names
from callproof.scenario.schema import case_schema, suite_schema
from callproof.scenario.writing import to_json
from tests.meta.source import ROOT
from tests.unit.scenario.suites import ONE, SUITE, changed, problems
from tests.unit.scenario.test_minimal import ISSUE

# With a parameter that is true or false.
HOTEL = {
    "tables": {
        "rooms": {"key": "room", "columns": {"room": "text", "late": "boolean"}, "rows": [{"room": "12"}]}
    },
    "tools": {
        "set_late": {
            "description": "Ask for a late check-out.",
            "parameters": {"room": {"type": "string"}, "late": {"type": "boolean"}},
            "write": {"kind": "set", "table": "rooms", "record": "room", "values": {"late": "late"}},
        }
    },
}
VALIDATOR = jsonschema.Draft202012Validator(suite_schema())


FREE = {"rows", "row", "arguments", "changes", "values", "constants", "void", "choices"}
# Objects whose fields are names that the file gives.
NAMED = {"tables", "tools", "parameters", "goals", "worlds"}


def fits(data: Any) -> bool:
    return VALIDATOR.is_valid(data)


def pack(name: str) -> Any:
    file = pack_file(name)
    assert file is not None
    return read_documents(file)[0].data


def damaged(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The value with one thing wrong, for every place in it: a field that nobody knows, and an object for what is none."""
    inner = data
    for part in path:
        inner = inner[part]
    if isinstance(inner, dict):
        if path[-1:] not in [
            ("rows",),
            ("arguments",),
            ("changes",),
            ("columns",),
            ("values",),
            ("constants",),
        ]:
            yield (*path, "kolour"), with_value(data, (*path, "kolour"), {"a": [1]})
        for name in inner:
            yield from damaged(data, (*path, name))
    elif isinstance(inner, list):
        for at in range(min(len(inner), 2)):
            yield from damaged(data, (*path, at))
    else:
        yield path, with_value(data, path, {"a": [1]})


def with_value(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    whole = copy.deepcopy(data)
    inner = whole
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return whole


def free(path: tuple[Any, ...]) -> bool:
    """Whether a value stands there whose type only the world tells: rows, arguments, values of columns."""
    by_name = len(path) > 1 and path[-1] == "kolour" and path[-2] in NAMED
    return by_name or bool(FREE & set(path))


def test_the_schemas_are_schemas() -> None:
    for schema in (suite_schema(), case_schema()):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert json.loads(json.dumps(schema)) == schema


@pytest.mark.parametrize("name", pack_names())
def test_every_pack_fits(name: str) -> None:
    assert list(VALIDATOR.iter_errors(pack(name))) == []


@pytest.mark.parametrize("name", world_names())
def test_every_world_fits(name: str) -> None:
    file = world_file(name)
    assert file is not None
    assert fits(changed(("worlds", "x"), read_documents(file)[0].data))


@pytest.mark.parametrize("name", pack_names())
def test_a_written_scenario_fits(name: str) -> None:
    file = pack_file(name)
    assert file is not None
    for scenario in load_suite(file).scenarios:
        assert fits(to_json(scenario))


def test_the_suite_of_the_page_fits() -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    assert fits(yaml.safe_load(page.split("```yaml\n")[1].split("```")[0]) | {"defaults": None})


@pytest.mark.parametrize(
    "data",
    [
        SUITE,
        ISSUE,
        [ISSUE, SUITE["scenarios"][0]],
        {"scenarios": [ISSUE], "worlds": None, "defaults": {"world": None}},
        changed((*ONE, "world"), {"use": "desk", "rows": None, "tools": {"set_pieces": {"keyed": True}, "drop_parcel": None}}),
        changed((*ONE, "script", 1, "when"), {"after_agent_turn": None, "nth": 2}),
        changed((*ONE, "expect"), [{"changes": [], "must_say": None}]),
        {**ISSUE, "setup": {**ISSUE["setup"], "tool": None, "corrected_value": None}, "expected": {}},  # type: ignore[dict-item]
    ],
)  # fmt: skip
def test_what_is_read_fits(data: Any) -> None:
    assert fits(data)


def test_a_case_of_values_that_are_no_texts_is_read_and_fits() -> None:
    late = {"tool": "set_late", "field": "late", "initial_value": True, "corrected_value": False}
    flag = {"id": "c", "category": "correction", "setup": {**late, "arguments": {"room": "12"}}}
    number = {"id": "c", "category": "tool_fault", "setup": {"fault": "wrong_record", "wrong_record": 4281}}
    for data in ({"worlds": {"hotel": HOTEL}, "scenarios": [flag]}, number):
        assert problems(data) == []
        assert fits(data)


def test_what_is_damaged_fits_neither() -> None:
    base = changed(
        (*ONE, "expect"),
        [{"changes": [{"kind": "set", "table": "parcels", "record": "4821", "values": {"pieces": 4}}]}],
    )
    base = changed(("defaults",), {"persona": {"name": "Dana"}, "today": "2026-03-10"}, base)
    count = 0
    for whole in (base, ISSUE):
        for path, data in damaged(whole):
            if free(path):
                continue
            count += 1
            assert problems(data), path
            assert not fits(data), path
    assert count > 90


@pytest.mark.parametrize("name", pack_names())
def test_a_damaged_pack_fits_neither(name: str) -> None:
    whole = pack(name)
    short = {**whole, "scenarios": whole["scenarios"][:3]}
    for path, data in damaged(short):
        if not free(path):
            assert not fits(data), path
    for path, data in list(damaged(short))[::7]:
        if not free(path):
            assert problems(data), path


def test_the_schema_of_a_case() -> None:
    validator = jsonschema.Draft202012Validator(case_schema())
    assert validator.is_valid(ISSUE)
    assert not validator.is_valid({**ISSUE, "expected": {"captured": False}})
    assert not validator.is_valid(SUITE)
