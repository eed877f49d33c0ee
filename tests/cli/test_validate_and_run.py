"""`callproof validate` says of a suite what `callproof run` would: the same suites are sound, and of the others the same is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from callproof.errors import InputError
from callproof.running import RunOptions
from tests.cli.running import run
from tests.cli.test_run import SUITE as WITH_FUNCTIONS
from tests.cli.test_run import TOOLS
from tests.meta.source import ROOT
from tests.unit.scenario.suites import SUITE as PARCELS
from tests.unit.scenario.test_schema import fits

# What the suite says of the tool whose work a function does, in the place of nothing at all.
DECLARED = {
    "nothing": "",
    "one field": "set_quantity: {reply_after_ms: 500}",
    "its own words": "set_quantity: {description: More or fewer.}",
    "all": """set_quantity:
        description: More or fewer.
        parameters: {order_number: {type: string}, quantity: {type: integer}}
        write: {kind: set, table: orders, record: order_number, values: {quantity: quantity}}""",
    "a parameter that the function has not": """set_quantity:
        parameters: {order_number: {type: string}, amount: {type: integer}}
        write: {kind: set, table: orders, record: order_number, values: {quantity: amount}}""",
    "a table that there is not": "set_quantity: {write: {kind: delete, table: order, record: order_number}}",
    "a field that there is not": "set_quantity: {key: true}",
}


def shipped() -> list[Path]:
    """Every file of scenarios in the repository, wherever it lies."""
    files = [path for place in ("src", "examples", "tests") for path in (ROOT / place).rglob("*.y*ml")]
    return [path for path in files if "script:" in path.read_text(encoding="utf-8")]


def refused(suite: Path, tools: Path | None = None) -> list[dict[str, str]]:
    """What keeps `run` from playing a suite."""
    try:
        assert RunOptions(tools=None if tools is None else str(tools)).cases(suite)
    except InputError as error:
        return [problem.to_json() for problem in error.problems]
    return []


def invalid(suite: Path, tools: Path | None = None) -> list[dict[str, str]]:
    """What is wrong with a suite for `validate`."""
    done = run("validate", suite, "--json", *(() if tools is None else ("--tools", tools)))
    suites = done.json["suites"]
    assert not done.json["records"]
    assert [bool(item["problems"]) for item in suites] == [not item["valid"] for item in suites]
    problems = [problem for item in suites for problem in item["problems"]]
    assert (done.code == 0) is (not problems)
    return problems


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    (tmp_path / "tools.py").write_text(TOOLS, encoding="utf-8")
    return tmp_path / "tools.py"


@pytest.mark.parametrize("file", shipped(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_suite_that_ships_is_sound_for_both(file: Path) -> None:
    assert (invalid(file), refused(file)) == ([], [])


@pytest.mark.parametrize("declared", DECLARED)
@pytest.mark.parametrize("given", [True, False], ids=["with --tools", "without"])
def test_tools_that_are_functions(tmp_path: Path, tools: Path, declared: str, given: bool) -> None:
    suite = tmp_path / "suite.yaml"
    suite.write_text(
        WITH_FUNCTIONS.replace("    tools:\n", f"    tools:\n      {DECLARED[declared]}\n"), encoding="utf-8"
    )
    wrong = refused(suite, tools if given else None)
    assert invalid(suite, tools if given else None) == wrong
    assert wrong or fits(yaml.safe_load(suite.read_text(encoding="utf-8")))
    sound = ("nothing", "one field", "its own words", "all") if given else ("all",)
    assert bool(wrong) is (declared not in sound)


def test_a_world_may_have_no_tools_but_functions(tmp_path: Path, tools: Path) -> None:
    data = yaml.safe_load(WITH_FUNCTIONS)
    nothing: tuple[Any, ...] = ({}, None)
    for none in nothing:
        data["worlds"]["shop"]["tools"] = none
        (tmp_path / "suite.yaml").write_text(json.dumps(data), encoding="utf-8")
        assert (invalid(tmp_path / "suite.yaml", tools), refused(tmp_path / "suite.yaml", tools)) == ([], [])
        assert fits(data)
    del data["worlds"]["shop"]["tools"]
    assert fits(data)
    (tmp_path / "suite.yaml").write_text(json.dumps(data), encoding="utf-8")
    assert refused(tmp_path / "suite.yaml", tools) == []
    assert refused(tmp_path / "suite.yaml")


def damaged(data: Any, whole: Any | None = None) -> Iterator[Any]:
    """Copies of plain values with one field gone, called otherwise, or of another kind, each place in its turn."""
    whole = data if whole is None else whole
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        value = data[key]
        if isinstance(data, dict):
            del data[key]
            yield copy.deepcopy(whole)
            data[f"{key}x"] = value
            yield copy.deepcopy(whole)
            del data[f"{key}x"]
        for other in (None, "x"):
            data[key] = other
            yield copy.deepcopy(whole)
        data[key] = value
        yield from damaged(value, whole)


@pytest.mark.parametrize("name", ["parcels", "functions"])
def test_whatever_is_wrong_with_a_suite_is_the_same_for_both_and_what_is_sound_fits_the_schema(
    tmp_path: Path, tools: Path, name: str
) -> None:
    suite = tmp_path / "suite.yaml"
    data, given = (
        (copy.deepcopy(PARCELS), None) if name == "parcels" else (yaml.safe_load(WITH_FUNCTIONS), tools)
    )
    sound = wrong = 0
    for one in damaged(data):
        suite.write_text(json.dumps(one), encoding="utf-8")
        problems = refused(suite, given)
        assert problems or fits(one), one
        sound, wrong = sound + (not problems), wrong + bool(problems)
        assert invalid(suite, given) == problems, one
    assert sound
    assert wrong > 100


def test_a_pattern_finds_the_same_suites_for_both(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.json", "sub/c.yml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps({**PARCELS, "suite": name}), encoding="utf-8")
    for pattern, n in (("*", 3), ("*.y*ml", 1), ("**/*.y*ml", 2), ("?.*", 2), ("**", 3)):
        found = run("validate", tmp_path / pattern, "--json").json
        assert (len(found["suites"]), found["records"]) == (n, [])
        cases = RunOptions().cases(tmp_path / pattern)
        assert {case.suite for case in cases} == {
            Path(item["file"]).relative_to(tmp_path).as_posix() for item in found["suites"]
        }
    (tmp_path / "a.yaml").write_text("suite: [", encoding="utf-8")
    assert invalid(tmp_path / "*") == refused(tmp_path / "*") != []
    assert "there is no such file or folder" in refused(tmp_path / "*.jsonl")[0]["message"]
    assert run("validate", tmp_path / "*.jsonl").code == 2


DAMAGED = {
    "suite.json": b'{"suite": "x", "scenarios": [',
    "lines.jsonl": b'{"id": "a", "category": "task", "script": []}\n{"id": \n',
    "case.json": b'{"id": "a", "category": "correction", "setup": {"field": "\xff"}}',
    "twice.ndjson": b'{"id": "a", "id": "b", "category": "correction", "setup": {}}\n',
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_file_of_scenarios_that_is_no_json_any_more(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(DAMAGED[name])
    for place in (tmp_path / name, tmp_path):
        problems = refused(place)
        assert (len(problems), problems[0]["file"]) == (1, str(tmp_path / name))
        assert invalid(place) == problems
        assert run("validate", place).code == 2


def test_a_damaged_file_of_another_kind_is_no_suite(tmp_path: Path) -> None:
    (tmp_path / "suite.yaml").write_text(json.dumps(PARCELS), encoding="utf-8")
    (tmp_path / "other.json").write_text('{"category": "books", "items": [', encoding="utf-8")
    (tmp_path / "call.json").write_text('{"type": "call", "transcript": [{"id": 3', encoding="utf-8")
    assert (invalid(tmp_path), refused(tmp_path)) == ([], [])


def test_suites_of_one_name_with_the_same_scenario_are_refused_by_both(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(json.dumps(PARCELS), encoding="utf-8")
    scenarios = [scenario["id"] for scenario in PARCELS["scenarios"]]
    problems = refused(tmp_path)
    assert invalid(tmp_path) == problems
    assert [problem["file"] for problem in problems] == [str(tmp_path / "b.yaml")] * len(scenarios)
    assert f"is in {tmp_path / 'a.yaml'} already" in problems[0]["message"]
    (tmp_path / "b.yaml").write_text(json.dumps({**PARCELS, "suite": "other"}), encoding="utf-8")
    assert (invalid(tmp_path), refused(tmp_path)) == ([], [])
