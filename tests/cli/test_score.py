"""`callproof score` from end to end: saved runs are judged again from their files alone, also those that were broken off."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import run

ONLY = "corr-01*,corr-04*,fault-09*"


@pytest.fixture
def played(tmp_path: Path) -> Path:
    folder = tmp_path / "r"
    run("run", "outcomes-30", "--agent", "naive", "--only", ONLY, "-o", folder)
    return folder


def test_judging_again_comes_to_the_same(played: Path) -> None:
    before = (played / "results.jsonl").read_text(encoding="utf-8").splitlines()
    done = run("score", played, "--json")
    after = (played / "scores" / "1" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert done.code == 1
    assert (done.json["changed"], done.json["errors"]) == ([], [])
    assert [json.loads(line) for line in after] == [json.loads(line) for line in before]
    assert json.loads((played / "run.json").read_text(encoding="utf-8"))["summary"] == {
        name: done.json[name]
        for name in json.loads((played / "run.json").read_text(encoding="utf-8"))["summary"]
    }


def test_every_scoring_is_kept_and_the_evidence_is_never_touched(played: Path) -> None:
    evidence = {path: path.read_bytes() for path in played.rglob("*") if path.is_file()}
    for number in (1, 2):
        done = run("score", played)
        assert f"saved in {played / 'scores' / str(number)}; judged as before" in done.out
    assert {path: path.read_bytes() for path in evidence} == evidence
    assert sorted(path.name for path in (played / "scores").iterdir()) == ["1", "2"]


def test_what_was_judged_otherwise_is_named_and_diff_and_gate_take_the_latest(played: Path) -> None:
    """As if an older callproof had let everything pass."""
    results = played / "results.jsonl"
    text = results.read_text(encoding="utf-8").replace('"status": "failed"', '"status": "passed"')
    results.write_text(text, encoding="utf-8")
    assert run("diff", played, played, "--json").json["before"]["passed"] == 3
    done = run("score", played, "--json")
    assert len(done.json["changed"]) == 2
    assert run("diff", played, played, "--json").json["before"]["passed"] == 1


def test_a_call_that_cannot_be_read_is_named_and_the_others_are_judged(played: Path) -> None:
    (broken,) = (played / "calls").glob("corr-04*/call.jsonl")
    broken.write_text("{}\n", encoding="utf-8")
    done = run("score", played, "--json")
    assert done.code == 2
    assert len(done.json["cases"]) == 2
    assert done.json["unplayed"] == ["corr-04-order-in-preparation"]
    assert "expected the header" in done.err


def test_a_scenario_that_cannot_be_read_is_named(played: Path) -> None:
    (broken,) = (played / "calls").glob("corr-04*/scenario.json")
    scenario = json.loads(broken.read_text(encoding="utf-8"))
    broken.write_text(json.dumps({**scenario, "category": "corection"}), encoding="utf-8")
    done = run("score", played)
    assert done.code == 2
    assert "scenario.json: category: found 'corection', expected 'task'" in done.err
    assert "not run (1): corr-04-order-in-preparation" in done.out


def test_a_call_that_is_gone_is_named_and_the_gate_misses_it(played: Path) -> None:
    shutil.rmtree(played / "calls" / "corr-04-order-in-preparation")
    done = run("score", played, "--json")
    assert done.code == 2
    assert done.json["total"] == 2
    assert "corr-04-order-in-preparation/scenario.json: cannot be read: No such file" in done.err
    gate = run("gate", played, "--json")
    assert gate.code == 1
    (complete,) = (rule for rule in gate.json["rules"] if rule["rule"] == "complete")
    assert (complete["passed"], complete["cases"]) == (False, ["corr-04-order-in-preparation"])


def test_a_call_that_could_not_be_read_for_a_while_is_judged_as_ever(played: Path) -> None:
    """With its seed and in its place, of which the scoring that missed it says nothing."""
    before = [
        json.loads(line) for line in (played / "results.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    record = played / "calls" / "corr-01-order-while-read-back" / "call.jsonl"
    raw = record.read_bytes()
    record.write_bytes(raw[:-40])
    assert run("score", played).code == 2
    record.write_bytes(raw)
    done = run("score", played, "--json")
    assert done.code == 1
    assert done.json["cases"] == before


@pytest.mark.parametrize("damage", ["gone", "cut", "no text", "emptied", "a line lost", "a line doubled"])
def test_records_and_scenarios_are_all_that_is_needed(played: Path, damage: str) -> None:
    results = played / "results.jsonl"
    raw = results.read_bytes()
    before = [json.loads(line) for line in raw.splitlines()]
    lines = raw.splitlines(keepends=True)
    left = {
        "cut": raw[:3000],
        "no text": raw.replace(b'"blame"', b'"\xff"', 1),
        "emptied": b"",
        "a line lost": b"".join(lines[1:]),
        "a line doubled": raw + lines[0],
    }
    if damage == "gone":
        results.unlink()
    else:
        results.write_bytes(left[damage])
    done = run("score", played, "--json")
    assert done.code == 2
    held = {"emptied": 0, "a line lost": len(lines) - 1, "a line doubled": len(lines) + 1}.get(damage)
    said = f"{results}: " if held is None else f"judged {len(lines)} calls, but holds the results of {held}"
    assert said in done.err
    by_id = {case["id"]: {**case, "seed": None} for case in before}
    assert {case["id"]: {**case, "seed": None} for case in done.json["cases"]} == by_id
    assert run("gate", played, "--json").json["rules"] == done.json["gate"]["rules"]


def test_a_second_record_of_a_case_is_named(played: Path) -> None:
    calls = played / "calls"
    shutil.copytree(calls / "corr-04-order-in-preparation", calls / "copy")
    done = run("score", played, "--json")
    assert done.code == 2
    assert "calls/copy: is of case 'corr-04-order-in-preparation', and so is calls/corr-04-order" in done.err
    assert run("gate", played).code == 2


@pytest.mark.parametrize("name", ["call.jsonl", "scenario.json", "derived", "derived/x@1.jsonl"])
def test_what_is_no_file_stops_nobody(played: Path, name: str) -> None:
    place = played / "calls" / "corr-04-order-in-preparation" / name
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    done = run("score", played, "--json")
    assert done.code == 2
    assert done.json["total"] == 2
    assert f"{place}: cannot be read: " in done.err


@pytest.mark.parametrize("text", ["", "[]", "{", "null"])
def test_no_damage_to_a_scenario_is_a_traceback(played: Path, text: str) -> None:
    (broken,) = (played / "calls").glob("corr-04*/scenario.json")
    broken.write_text(text, encoding="utf-8")
    assert run("score", played).code == 2


def test_what_is_no_run_is_2(tmp_path: Path, played: Path) -> None:
    run("check", played, "-o", tmp_path / "c")
    for path, sentence in (
        (tmp_path / "nowhere", "there is no such run folder"),
        (tmp_path / "c", "holds the results of check, not of run"),
        (played / "calls", f"is a part of a run; name its folder: callproof score {played}"),
    ):
        done = run("score", path)
        assert (done.code, done.out) == (2, "")
        assert sentence in done.err


SLOW = """
import asyncio
import callproof

calls = []

@callproof.agent()
async def agent(call):
    calls.append(call)
    if len(calls) == 1:
        call.hang_up()
    else:
        await asyncio.sleep(60)
"""


def test_what_was_killed_half_way_can_be_judged(tmp_path: Path) -> None:
    """Only the first call is a short one; the run is killed when it is there."""
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    folder = tmp_path / "r"
    command = ["run", "outcomes-30", "--agent", "slow.py", "--only", "corr-0*", "-o", "r"]
    with subprocess.Popen([sys.executable, "-m", "callproof", *command], cwd=tmp_path) as process:
        until = time.monotonic() + 60
        while not list(folder.glob("calls/*/call.jsonl")) and time.monotonic() < until:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
    with (folder / "results.jsonl").open("ab") as results:
        results.write(b'{"id": "corr-0')  # as a line that was being written
    done = run("score", folder, "--json")
    assert done.code == 1
    assert len(done.json["cases"]) == 1
    assert len(done.json["unplayed"]) == 8
    for command in (["gate", str(folder)], ["diff", str(folder), str(folder)]):
        refused = run(*command)
        assert refused.code == 2
        assert "the run was broken off before its end" in refused.err


@pytest.mark.parametrize("left", ["no record", "an empty record", "half a record", "half a scenario"])
def test_a_call_that_was_being_written_when_the_run_was_killed_was_not_run(played: Path, left: str) -> None:
    whole = json.loads((played / "run.json").read_bytes())
    ids = whole["cases"]
    begun = {name: value for name, value in whole.items() if name not in ("summary", "gate", "notes")}
    (played / "run.json").write_text(json.dumps({**begun, "finished": False}), encoding="utf-8")
    results = (played / "results.jsonl").read_bytes().splitlines(keepends=True)
    (played / "results.jsonl").write_bytes(b"".join(results[:-1]))
    folders = [played / json.loads(line)["record"] for line in results]
    cut(folders[-1], left)
    done = run("score", played, "--json")
    assert done.code == 1
    assert (done.json["errors"], done.json["unplayed"]) == ([], [ids[-1]])
    assert [case["id"] for case in done.json["cases"]] == ids[:-1]
    # Only one can have been.
    shutil.rmtree(played / "scores")
    (played / "results.jsonl").write_bytes(b"".join(results[:-2]))
    cut(folders[-2], left)
    done = run("score", played, "--json")
    assert done.code == 2
    assert all(str(folder) in done.err for folder in folders[-2:])


def cut(folder: Path, left: str) -> None:
    """Leaves of a call what there is while it is written: the scenario comes first."""
    record, scenario = folder / "call.jsonl", folder / "scenario.json"
    if left in ("no record", "half a scenario"):
        record.unlink()
    else:
        record.write_bytes(b"" if left == "an empty record" else record.read_bytes()[:500])
    if left == "half a scenario":
        scenario.write_bytes(scenario.read_bytes()[:500])
