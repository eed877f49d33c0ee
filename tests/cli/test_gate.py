"""`callproof gate` from end to end: rules, policies, baselines, accepted failures."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Done, run

LATE = "fault-09-late-success"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    for agent in ("naive", "sound", "premature-confirmation"):
        run("run", "outcomes-30", "--agent", agent, "-o", folder / agent)
    return folder


def rules(done: Done) -> dict[str, Any]:
    return {rule["rule"]: rule for rule in done.json["rules"]}


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_sound_agent_may_go_out_and_a_defective_one_not(runs: Path) -> None:
    assert run("gate", runs / "sound").code == 0
    done = run("gate", runs / "naive", "--json")
    assert done.code == 1
    assert {name for name, rule in rules(done).items() if not rule["passed"]} == {
        "no_stale_write",
        "confirmation_equals_backend",
        "retries_idempotent",
        "critical_actions_verified",
    }
    assert "GATE FAILED" in run("gate", runs / "naive").out


def test_the_rule_names_its_cases(runs: Path) -> None:
    done = run("gate", runs / "premature-confirmation")
    assert done.code == 1
    assert f"what the agent says is what the backend holds: 1 case breaks it: {LATE}" in done.out


def test_what_run_printed_can_be_held_to_the_gate_too(runs: Path, tmp_path: Path) -> None:
    out = run("run", "outcomes-30", "--agent", "sound", "--only", "correction", "--json").out
    assert run("gate", written(tmp_path / "run.json", out)).code == 0


def test_what_was_printed_has_as_many_cases_as_it_says(tmp_path: Path) -> None:
    report = run("run", "outcomes-30", "--agent", "naive", "--json").json
    report["cases"] = [case for case in report["cases"] if case["status"] == "passed"]
    done = run("gate", written(tmp_path / "run.json", json.dumps(report)))
    assert done.code == 2
    assert "it says that it judged 30 calls, but holds the results of 7" in done.err


def test_what_was_printed_of_a_run_that_was_broken_off_does_not_pass(tmp_path: Path) -> None:
    report = run("run", "outcomes-30", "--agent", "sound", "--only", "correction", "--json").json
    report["unplayed"] = ["corr-99-the-next-one"]
    done = run("gate", written(tmp_path / "run.json", json.dumps(report)))
    assert done.code == 1
    assert "every case of the run was played: 1 case was not run: corr-99-the-next-one" in done.out


@pytest.mark.parametrize("summary", [True, False])
def test_a_case_that_the_run_was_to_have_is_missed(runs: Path, tmp_path: Path, summary: bool) -> None:
    """In its place stands another, or none; the number of results alone does not tell."""
    folder = tmp_path / "run"
    shutil.copytree(runs / "sound", folder)
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    if summary:
        lines[3] = json.dumps({**json.loads(lines[3]), "id": "another"})
    else:
        del lines[3]
        head = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        del head["summary"]
        written(folder / "run.json", json.dumps(head))
    written(folder / "results.jsonl", "\n".join([*lines, ""]))
    done = run("gate", folder, "--json")
    assert done.code == 1
    assert rules(done)["complete"]["cases"] == ["corr-04-order-in-preparation"]


def test_two_results_of_a_case_are_no_run(runs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(runs / "naive", folder)
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    lines[3] = lines[0]
    written(folder / "results.jsonl", "\n".join([*lines, ""]))
    for done in (
        run("gate", folder),
        run("diff", runs / "naive", folder),
        run("diff", folder, runs / "naive"),
    ):
        assert (done.code, done.out) == (2, "")
        assert "it holds more than one result of corr-01-order-while-read-back" in done.err


def test_a_policy_chooses_the_rules(runs: Path, tmp_path: Path) -> None:
    policy = written(tmp_path / "policy.yaml", "rules: [no_stale_write]\n")
    done = run("gate", runs / "premature-confirmation", "--policy", policy, "--json")
    assert done.code == 0
    assert set(rules(done)) == {"no_stale_write", "invalid_share"}
    policy = written(tmp_path / "strict.yaml", "no_failed_case: true\nintegrity_at_least: 0.99\n")
    done = run("gate", runs / "premature-confirmation", "--policy", policy, "--json")
    assert rules(done)["no_failed_case"]["cases"] == [LATE]
    assert rules(done)["integrity_at_least"]["passed"] is False


def test_a_policy_that_asks_nothing_is_refused(runs: Path, tmp_path: Path) -> None:
    done = run("gate", runs / "naive", "--policy", written(tmp_path / "policy.yaml", "rules: []\n"))
    assert (done.code, done.out) == (2, "")
    assert "policy.yaml: rules: is empty, and nothing else is asked" in done.err
    asked = written(tmp_path / "policy.yaml", "rules: []\nno_failed_case: true\n")
    assert set(rules(run("gate", runs / "naive", "--policy", asked, "--json"))) == {
        "no_failed_case",
        "invalid_share",
    }


def test_a_policy_is_one_value(runs: Path, tmp_path: Path) -> None:
    for text, found in (("", 0), ("{}\n{}\n", 2)):
        policy = written(tmp_path / "policy.jsonl", text)
        done = run("gate", runs / "premature-confirmation", "--policy", policy)
        assert (done.code, done.out) == (2, "")
        assert f"policy.jsonl: holds {found} values, expected one" in done.err


def test_an_accepted_failure_is_let_through_until_its_day(runs: Path, tmp_path: Path) -> None:
    def accepted(expires: str, **more: str) -> Path:
        item = {"case": LATE, "reason": "being worked on", "expires": expires, **more}
        return written(tmp_path / "accept.yaml", json.dumps([item]))

    done = run("gate", runs / "premature-confirmation", "--accept", accepted("9999-12-31"), "--json")
    assert done.code == 0
    assert rules(done)["confirmation_equals_backend"]["let_through"] == [LATE]
    done = run("gate", runs / "premature-confirmation", "--accept", accepted("2020-01-01"))
    assert done.code == 1
    assert f"accepted until a day that has passed, and counted again: {LATE}" in done.out
    other = accepted("9999-12-31", cause="stale_tool_args")
    assert run("gate", runs / "premature-confirmation", "--accept", other).code == 1


def test_an_accepted_case_that_the_run_does_not_have_is_named(runs: Path, tmp_path: Path) -> None:
    item = {"case": "fault-9", "reason": "being worked on", "expires": "9999-12-31"}
    done = run("gate", runs / "sound", "--accept", written(tmp_path / "accept.yaml", json.dumps([item])))
    assert done.code == 0
    assert "accepted, and no case of this run: fault-9" in done.out


def test_a_baseline_lets_through_what_it_knows_and_nothing_else(runs: Path, tmp_path: Path) -> None:
    small = tmp_path / "baseline.json"
    assert run("gate", runs / "premature-confirmation", "--save-baseline", small).code == 1
    assert json.loads(small.read_text(encoding="utf-8"))["failures"] == [
        {"case": LATE, "cause": "premature_confirmation"}
    ]
    for baseline in (small, runs / "premature-confirmation"):
        assert run("gate", runs / "premature-confirmation", "--baseline", baseline).code == 0
        done = run("gate", runs / "naive", "--baseline", baseline, "--json")
        assert done.code == 1
        assert len(rules(done)["no_regression"]["cases"]) == 22


@pytest.mark.parametrize(
    ("option", "text", "sentence"),
    [
        ("--policy", "rules: [no_stale_writes]", "rules[0]: found 'no_stale_writes', expected"),
        ("--policy", "rule: []", "rule: is not a field that is known here. Did you mean 'rules'?"),
        ("--policy", "invalid_share: a lot", "invalid_share: found 'a lot', expected a number"),
        ("--policy", "invalid_share: 2", "invalid_share: found 2.0, expected a share from 0 to 1"),
        (
            "--policy",
            "integrity_at_least: -0.1",
            "integrity_at_least: found -0.1, expected a share from 0 to 1",
        ),
        (
            "--policy",
            "{rules: [no_stale_write], required: [critical_actions_verified]}",
            "required[0]: critical_actions_verified is not among the rules, and would not be looked at",
        ),
        ("--policy", "accepted: [{case: a, reason: b, expires: soon}]", "accepted[0].expires: found 'soon'"),
        ("--policy", "a: [", "is not valid YAML"),
        ("--accept", "- {case: a}", "[0].reason: is missing"),
        ("--accept", "- {case: a, reason: b, expires: tomorrow}", "expected a day as 2026-12-31"),
        ("--accept", "- {case: a, reason: ' ', expires: '2099-12-31'}", "[0].reason: is empty"),
        ("--accept", "case: a", "expected a list"),
        ("--baseline", "{}", "total: is missing"),
    ],
)
def test_a_file_that_cannot_be_used_is_2(
    runs: Path, tmp_path: Path, option: str, text: str, sentence: str
) -> None:
    done = run("gate", runs / "sound", option, written(tmp_path / "file.yaml", text))
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err


def test_a_file_that_is_not_there_is_2(runs: Path, tmp_path: Path) -> None:
    for option in ("--policy", "--accept", "--baseline"):
        done = run("gate", runs / "sound", option, tmp_path / "nowhere.yaml")
        assert done.code == 2
        assert "there is no such" in done.err


def test_a_verdict_that_is_none_does_not_pass_for_a_good_one(runs: Path, tmp_path: Path) -> None:
    report = run("run", "outcomes-30", "--agent", "sound", "--only", "corr-01*", "--json").json
    axis = report["cases"][0]["axes"]["stale_write_prevented"]
    for status in ("skipped", None, 1):
        axis["status"] = status
        done = run("gate", written(tmp_path / "run.json", json.dumps(report)))
        assert done.code == 2, status
        assert "axes.stale_write_prevented.status" in done.err
    del report["cases"][0]["axes"]["stale_write_prevented"]
    done = run("gate", written(tmp_path / "run.json", json.dumps(report)))
    assert "has no stale_write_prevented" in done.err
