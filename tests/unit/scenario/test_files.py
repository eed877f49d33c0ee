"""Suites by name, file and folder, in all the shapes that a file may have."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from callproof.errors import InputError
from callproof.scenario.files import load_suite, load_suites, scenario_files
from callproof.scenario.packs import pack_names, world_names
from tests.unit.scenario.suites import MISSING, ONE, SUITE, WORLD, changed, problems
from tests.unit.scenario.test_minimal import ISSUE

SINGLE: dict[str, Any] = {**SUITE["scenarios"][0], "world": WORLD}


def write(file: Path, data: Any) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    text = yaml.safe_dump(data, sort_keys=False) if file.suffix == ".yaml" else json.dumps(data)
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    ("data", "name", "ids"),
    [
        (SUITE, "desk", ["one"]),
        (changed(("suite",), MISSING), "file", ["one"]),
        (SINGLE, "file", ["one"]),
        ([SINGLE, ISSUE], "file", ["one", "corr-02"]),
        (ISSUE, "file", ["corr-02"]),
        ({"scenarios": [ISSUE]}, "file", ["corr-02"]),
        ({"schema_version": 1, "scenarios": [{**ISSUE, "schema_version": 1}]}, "file", ["corr-02"]),
    ],
)
@pytest.mark.parametrize("ending", [".yaml", ".json"])
def test_the_shapes_of_a_file(tmp_path: Path, data: Any, name: str, ids: list[str], ending: str) -> None:
    found = load_suite(write(tmp_path / f"file{ending}", data))
    assert (found.name, [item.id for item in found.scenarios]) == (name, ids)


def test_a_case_a_line(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text("".join(json.dumps({**ISSUE, "id": name}) + "\n" for name in "abc"))
    found = load_suite(file)
    assert [(item.id, item.source) for item in found.scenarios] == [
        (name, f"{file}: line {at}") for at, name in enumerate("abc", 1)
    ]
    file.write_text(json.dumps(ISSUE) + "\n" + json.dumps({**ISSUE, "setup": {"feild": 1}}) + "\n")
    with pytest.raises(InputError) as error:
        load_suite(file)
    assert [problem.path for problem in error.value.problems] == [
        "line 2: setup.feild",
        "line 2: setup.field",
        "line 2: id",
    ]
    assert error.value.problems[2].message == "'corr-02' is the id of line 1 already"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({}, "scenarios: is missing: a list"),
        (None, "is empty, expected scenarios"),
        ([], "is an empty list, expected scenarios"),
        (3, "found 3, expected a scenario: an object"),
        ([3], "[0]: found 3, expected a scenario: an object"),
        ({"scenarios": []}, "scenarios: is an empty list, expected scenarios"),
        ({"scenarios": {"a": 1}}, "scenarios: found an object, expected a list of scenarios"),
        ({"scenarois": [ISSUE]}, "scenarois: is not a field that is known here. Did you mean 'scenarios'?"),
        ({"suite": 3, "scenarios": [ISSUE]}, "suite: found 3, expected a text"),
        ({"suite": " ", "scenarios": [ISSUE]}, "suite: found ' ', expected a text"),
        ({"description": 3, "scenarios": [ISSUE]}, "description: found 3, expected a text"),
        ({"schema_version": 9, "scenarios": [ISSUE]}, "schema_version: found 9, but this callproof reads up to 1: update callproof"),
        ({"defaults": 3, "scenarios": [ISSUE]}, "defaults: found 3, expected an object"),
        ({"defaults": {"tody": 1}, "scenarios": [ISSUE]}, "defaults.tody: is not a field that is known here. Did you mean 'today'?"),
        ({"defaults": {"today": 1}, "scenarios": [ISSUE]}, "defaults.today: found 1, expected a text"),
        ({"defaults": {"persona": {"nme": "x"}}, "scenarios": [ISSUE]}, "defaults.persona.nme: is not a field that is known here. Did you mean 'name'?"),
        ({"scenarios": [ISSUE, ISSUE]}, "scenarios[1].id: 'corr-02' is the id of scenarios[0] already"),
        (WORLD, "is a world and no suite: it has no scenarios"),
    ],
)  # fmt: skip
def test_a_file_that_is_refused(data: Any, problem: str) -> None:
    assert problem in problems(data)


def test_all_problems_of_a_file_at_once() -> None:
    data = changed((*ONE, "category"), "x")
    data = changed(("scenarios", 1), {**ISSUE, "setup": {}}, data)
    data = changed(("colour",), "red", data)
    assert [line.split(":")[0] for line in problems(data)] == [
        "colour",
        "scenarios[0].category",
        "scenarios[1].setup.field",
    ]


def test_defaults_are_put_in_and_completed() -> None:
    data = changed(
        ("defaults",),
        {"today": "2026-04-01", "persona": {"name": "Dana", "language": "de"}, "requires": ["captured"]},
    )
    data = changed((*ONE, "persona"), {"name": "Omar"}, data)
    data = changed(("scenarios", 1), {**ISSUE, "setup": {**ISSUE["setup"]}, "expected": {}}, data)  # type: ignore[dict-item]
    data = changed(("worlds",), MISSING, changed((*ONE, "world"), WORLD, data))
    from tests.unit.scenario.suites import suite

    first, second = suite(data).scenarios
    assert (first.today, first.persona.name, first.persona.language) == ("2026-04-01", "Omar", "de")
    assert first.requires == ("captured",)
    assert second.persona.name == "Dana"


def test_a_default_that_is_wrong_is_said_once() -> None:
    data = changed(("defaults",), {"today": "soon", "reaction_ms": "x"})
    assert problems(data) == ["defaults.reaction_ms: found 'x', expected a whole number"]


def test_a_folder_is_every_file_of_scenarios_in_it(tmp_path: Path) -> None:
    write(tmp_path / "b.yaml", changed(("suite",), "b"))
    write(tmp_path / "sub/a.json", changed(("suite",), "a"))
    write(tmp_path / "worlds/desk.yaml", WORLD)
    write(tmp_path / ".github/ci.yaml", {"scenarios": 3})
    write(tmp_path / "package.json", {"name": "x", "scripts_of_mine": 1})
    write(tmp_path / "calls.json", {"transcript": [], "id": "call-1"})
    write(tmp_path / "run/run.json", {"suites": ["x"]})
    write(tmp_path / "run/calls/one/scenario.json", SINGLE)
    write(tmp_path / "call/call.json", SINGLE)
    (tmp_path / "call/call.jsonl").write_text("{}")
    (tmp_path / "notes.txt").write_text("scenarios:")
    assert [item.name for item in load_suites([tmp_path])] == ["b", "a"]
    assert scenario_files(tmp_path) == [tmp_path / "b.yaml", tmp_path / "sub/a.json"]
    write(tmp_path / "c.yaml", {"scenarois": []})
    with pytest.raises(InputError, match=r"c\.yaml: scenarois: is not a field"):
        load_suites([tmp_path])


def test_all_problems_of_all_names_at_once(tmp_path: Path) -> None:
    write(tmp_path / "a.yaml", {"scenarios": []})
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError) as error:
        load_suites([tmp_path / "a.yaml", "outcome-30", tmp_path / "empty", ""])
    assert [problem.file for problem in error.value.problems] == [
        str(tmp_path / "a.yaml"),
        "outcome-30",
        str(tmp_path / "empty"),
        "''",
    ]
    assert "Did you mean 'outcomes-30'?" in error.value.problems[1].message
    assert error.value.problems[2].message == "there is no file of scenarios in this folder"


def test_nothing_of_a_name_is_scenarios(tmp_path: Path) -> None:
    assert scenario_files(write(tmp_path / "call.json", {"transcript": []})) == []
    assert scenario_files(tmp_path / "nowhere") == []
    (tmp_path / "broken.yaml").write_text("a: [")
    assert scenario_files(tmp_path / "broken.yaml") == [tmp_path / "broken.yaml"]


@pytest.mark.parametrize("name", pack_names())
def test_a_pack_that_ships_loads_by_its_name(name: str) -> None:
    (found,) = load_suites([name])
    assert found.name == name
    assert len(found.scenarios) >= 30


def test_what_ships() -> None:
    assert "outcomes-30" in pack_names()
    assert "northwind" in world_names()


def test_thirty_scenarios_load_in_a_moment() -> None:
    load_suites(["outcomes-30"])
    best = min(_timed() for _ in range(5))
    assert best < 0.15


def _timed() -> float:
    start = time.process_time()
    load_suites(["outcomes-30"])
    return time.process_time() - start
