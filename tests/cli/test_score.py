"""`callproof score` from end to end: saved runs are judged again from their files alone, also those that were broken off."""

from __future__ import annotations

import json
import os
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
        (played / "calls", "it has no run.json"),
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
