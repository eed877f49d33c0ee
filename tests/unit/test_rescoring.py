"""A stored scenario is read the same, whether its world was read before or not, and many calls are judged as each of them is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import callproof
from callproof import rescoring
from callproof.errors import InputError
from callproof.rescoring import StoredScenarios
from callproof.scenario.files import load_suite
from callproof.scenario.packs import pack_file
from callproof.scenario.writing import from_json, to_json

FILE = Path("scenario.json")


@pytest.fixture
def stored_scenarios() -> StoredScenarios:
    return StoredScenarios()


def stored(index: int = 0) -> dict[str, Any]:
    pack = pack_file("outcomes-30")
    assert pack is not None
    return to_json(load_suite(pack).scenarios[index])


def raw(data: dict[str, Any], indent: int | None = 1) -> bytes:
    return json.dumps(data, indent=indent, ensure_ascii=False).encode()


@pytest.mark.parametrize("indent", [None, 1, 2])
def test_a_scenario_is_read_as_it_was_written(stored_scenarios: StoredScenarios, indent: int | None) -> None:
    for index in (0, 1, 0):
        assert stored_scenarios.parse(raw(stored(index), indent), FILE) == from_json(
            stored(index), file="scenario.json"
        )


def test_equal_worlds_are_one_object(stored_scenarios: StoredScenarios) -> None:
    assert (
        stored_scenarios.parse(raw(stored(0)), FILE).world
        is stored_scenarios.parse(raw(stored(1)), FILE).world
    )


def test_another_world_is_another(stored_scenarios: StoredScenarios) -> None:
    changed = stored()
    rows = changed["world"]["tables"]["orders"]["rows"]
    del rows[-1]
    assert len(stored_scenarios.parse(raw(stored()), FILE).world.tables["orders"].rows) == len(rows) + 1
    assert len(stored_scenarios.parse(raw(changed), FILE).world.tables["orders"].rows) == len(rows)


def test_a_world_that_is_wrong_is_named_in_its_place(stored_scenarios: StoredScenarios) -> None:
    data = stored()
    data["world"]["tools"]["refund"]["write"]["table"] = "nowhere"
    for _ in range(2):
        with pytest.raises(InputError) as caught:
            stored_scenarios.parse(raw(data), FILE)
        assert [problem.path for problem in caught.value.problems] == ["world.tools.refund.write.table"]


def test_a_world_elsewhere_is_none(stored_scenarios: StoredScenarios) -> None:
    """Laid out so that one inside a goal stands where the scenario's own would."""
    data = stored()
    stored_scenarios.parse(raw(data), FILE)
    lines = raw({"world": data.pop("world")}).split(b"\n", 1)[1].rsplit(b"\n}", 1)[0]
    head = raw(data, None).removesuffix(b"}")
    with pytest.raises(InputError) as caught:
        stored_scenarios.parse(head + b', "agent": {"x": 1,\n' + lines + b"\n}}", FILE)
    assert "world" in [problem.path for problem in caught.value.problems]


def test_more_worlds_than_are_remembered(stored_scenarios: StoredScenarios) -> None:
    """Sixty-five worlds, one after the other, and the first again."""
    for quantity in (*range(65), 0):
        data = stored()
        data["world"]["tables"]["orders"]["rows"][-1]["quantity"] = 100 + quantity
        read = stored_scenarios.parse(raw(data), FILE)
        assert read.world.tables["orders"].rows[-1]["quantity"] == 100 + quantity


@pytest.mark.parametrize(("at_once", "most_bytes"), [(1, 0), (2, 70_000), (64, 0), (64, 50_000)])
def test_however_many_calls_are_looked_at_together_each_is_judged_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int, most_bytes: int
) -> None:
    run = tmp_path / "r"
    played = callproof.run("outcomes-30", "naive", only=("fault-0*",), output=run)
    calls = sorted((run / "calls").iterdir())
    (calls[5] / "scenario.json").write_text("[]")
    (calls[1] / "call.jsonl").write_text("{}\n")
    (calls[6] / "call.jsonl").unlink()
    monkeypatch.setattr(rescoring, "_AT_ONCE", at_once)
    monkeypatch.setattr(rescoring, "_MOST_BYTES", most_bytes)
    scored = callproof.score(run)
    assert [Path(problem.file).parent for problem in scored.errors] == [calls[1], calls[5], calls[6]]
    left = [
        {**case, "record": f"calls/{calls[n].name}"}
        for n, case in enumerate(played.cases)
        if n not in (1, 5, 6)
    ]
    assert len(left) > 5
    assert json.loads(json.dumps(scored.report.cases)) == json.loads(json.dumps(left))


def test_large_calls_are_not_all_held_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a thousand bytes as the most: two calls of 700, one of 5000, then the rest."""
    folders = []
    for n, size in enumerate((700, 700, 5000, 10, 10)):
        folders.append(tmp_path / str(n))
        folders[-1].mkdir()
        (folders[-1] / "scenario.json").write_bytes(b"{}")
        (folders[-1] / "call.jsonl").write_bytes(b"x" * size)
    monkeypatch.setattr(rescoring, "_MOST_BYTES", 1000)
    left = iter(folders)
    assert [[call.folder.name for call in rescoring._some(left)] for _ in range(4)] == [
        ["0", "1"],
        ["2"],
        ["3", "4"],
        [],
    ]
