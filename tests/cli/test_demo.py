"""`callproof demo` from end to end: thirty calls, six axes, seven causes, all of it from behaviour."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Done, run

AXES = {
    "captured": 24,
    "active_state_correct": 24,
    "tool_args_correct": 11,
    "stale_write_prevented": 8,
    "backend_correct": 8,
    "confirmation_matches_backend": 7,
}


@pytest.fixture(scope="module")
def shown() -> Done:
    return run("demo")


@pytest.fixture(scope="module")
def told() -> Done:
    return run("demo", "--json")


def test_the_figures_of_the_defective_agent(told: Done) -> None:
    report = told.json
    assert told.code == 0
    assert report["total"] == 30
    assert report["axes"] == {
        name: {"pass": n, "fail": 30 - n, "not_measured": 0} for name, n in AXES.items()
    }
    assert report["layers"] == {
        "conversation": {"pass": 24, "fail": 6, "not_measured": 0},
        "execution": {"pass": 8, "fail": 22, "not_measured": 0},
        "state": {"pass": 7, "fail": 23, "not_measured": 0},
    }
    assert report["integrity"] == {"pass": 7, "fail": 23, "not_measured": 0}
    assert report["invalid"] == 0


def test_the_causes_of_the_23(told: Done) -> None:
    assert told.json["root_causes"] == {
        "stale_tool_args": 10,
        "tool_result_unchecked": 4,
        "inflight_call_not_cancelled": 3,
        "noise_taken_as_interruption": 2,
        "unsafe_retry": 2,
        "missing_idempotency_key": 1,
        "premature_confirmation": 1,
    }
    first = told.json["ranked_causes"][0]
    assert first["sentence"] == "10 of 23: arguments were built on old values"


def test_the_gate_names_the_cases_that_break_each_rule(told: Done) -> None:
    gate = told.json["gate"]
    rules = {rule["rule"]: rule for rule in gate["rules"]}
    assert gate["passed"] is False
    assert len(rules["no_stale_write"]["cases"]) == 15
    assert len(rules["confirmation_equals_backend"]["cases"]) == 23
    assert set(rules["no_stale_write"]["cases"]) < {case["id"] for case in told.json["cases"]}
    assert rules["invalid_share"]["passed"] is True


def test_every_case_has_its_line_with_what_it_was_played_with(told: Done) -> None:
    cases = told.json["cases"]
    assert len({case["id"] for case in cases}) == 30
    for case in cases:
        assert set(case["axes"]) == set(AXES)
        assert case["suite"] == "outcomes-30"
        assert case["trial"] == 1
        assert isinstance(case["seed"], int)
        assert case["trace"]
        assert (case["status"] == "passed") == (case["cause"] is None)


def test_the_same_comes_out_every_time(told: Done) -> None:
    assert run("demo", "--json").out == told.out


def test_people_see_the_same_figures(shown: Done) -> None:
    lines = [line.split() for line in shown.out.splitlines()]
    assert shown.code == 0
    assert ["conversation", "captured", "24", "6", "–"] in lines
    assert ["execution", "tool", "arguments", "correct", "11", "19", "–"] in lines
    assert ["confirmation", "matches", "backend", "7", "23", "–"] in lines
    assert ["End-to-End", "Task", "Integrity", "7", "23", "–"] in lines
    assert "10 of 23: arguments were built on old values" in shown.out
    assert "GATE FAILED" in shown.out
    assert "\x1b" not in shown.out


def test_failed_cases_come_worst_first_and_each_cause_has_a_trace(shown: Done, told: Done) -> None:
    heads = [line.split("  ") for line in shown.out.splitlines() if line.startswith("FAIL  ")]
    assert len(heads) == 23
    broken = [len(head[3].removeprefix("breaks ").split(", ")) for head in heads]
    assert broken == sorted(broken, reverse=True)
    assert {head[2] for head in heads} == set(told.json["root_causes"])
    traced = shown.out.count("|  backend verified: ")
    assert traced == len(told.json["root_causes"])


def test_there_is_no_blended_score(told: Done) -> None:
    assert not any("score" in name for name in told.json)


def test_the_sound_agent_passes_everything() -> None:
    report = run("demo", "--agent", "sound", "--json").json
    assert report["integrity"] == {"pass": 30, "fail": 0, "not_measured": 0}
    assert report["root_causes"] == {}
    assert report["gate"]["passed"] is True


def test_an_agent_that_there_is_not_is_2() -> None:
    done = run("demo", "--agent", "nave")
    assert done.code == 2
    assert "Did you mean 'naive'?" in done.err
    assert done.out == ""


def test_a_demo_can_be_kept(tmp_path: Path) -> None:
    done = run("demo", "-o", tmp_path / "kept")
    assert done.code == 0
    head = json.loads((tmp_path / "kept" / "run.json").read_text(encoding="utf-8"))
    assert (head["kind"], head["agent"], head["finished"]) == ("run", "naive", True)
    assert len((tmp_path / "kept" / "results.jsonl").read_text(encoding="utf-8").splitlines()) == 30
    assert run("gate", tmp_path / "kept").code == 1
