"""`callproof diff` on runs of suites, from end to end."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.running import run


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    for agent in ("naive", "sound", "stale-tool-args"):
        run("run", "outcomes-30", "--agent", agent, "-o", folder / agent)
    run("run", "outcomes-30", "--agent", "sound", "--only", "correction", "-o", folder / "corrections")
    return folder


def test_what_got_better_per_axis_and_per_cause(runs: Path) -> None:
    change = run("diff", runs / "naive", runs / "sound", "--json").json
    assert (change["verdict"], change["pairs"]) == ("improved", 30)
    assert change["axes"]["backend_correct"]["before"] == {"pass": 8, "fail": 22, "not_measured": 0}
    assert change["axes"]["backend_correct"]["after"] == {"pass": 30, "fail": 0, "not_measured": 0}
    assert len(change["axes"]["backend_correct"]["repaired"]) == 22
    assert change["causes"]["stale_tool_args"] == {"before": 10, "after": 0}
    assert (len(change["fixed"]), change["regressed"]) == (23, [])
    assert change["mcnemar"]["scenarios_better"] == 23
    assert change["mcnemar"]["significant"] is True


def test_ten_regressions_are_more_than_chance(runs: Path) -> None:
    """Ten scenarios, all one way: 2 / 2**10 = 0.00195."""
    done = run("diff", runs / "sound", runs / "stale-tool-args", "--strict")
    assert done.code == 1
    assert done.out.startswith("REGRESSION  10 regressed, 0 fixed\n")
    assert (
        "The difference is more than chance (p = 0.00195, McNemar's exact test on scenarios: "
        "10 worse, 0 better)." in done.out
    )
    assert "  stale_tool_args     0 -> 10" in done.out
    assert "corr-04-order-in-preparation" in done.out


def test_a_run_that_lost_cases_is_not_accepted(runs: Path) -> None:
    done = run("diff", runs / "sound", runs / "corrections", "--strict")
    assert done.code == 1
    assert done.out.startswith("PARTLY COMPARED  0 regressed, 0 fixed, 20 cases on one side only\n")
    assert "\nonly in sound (20)\n  intr-01-over-the-greeting\n" in done.out
    assert run("diff", runs / "sound", runs / "corrections").code == 0
    more = run("diff", runs / "corrections", runs / "sound", "--strict")
    assert (more.code, more.out.splitlines()[0]) == (0, done.out.splitlines()[0])


def test_failing_cases_that_vanish_are_no_improvement(runs: Path) -> None:
    """Of the twenty that are gone sixteen failed: the share of those that pass goes up, and nothing got better."""
    done = run("diff", runs / "naive", runs / "corrections", "--strict", "--json")
    assert (done.code, done.json["verdict"]) == (1, "partly_compared")
    assert (len(done.json["fixed"]), len(done.json["only_before"])) == (7, 20)
    assert len(done.json["failed_alone"]) == 16
    assert "only in naive (20, 16 of them failed)" in run("diff", runs / "naive", runs / "corrections").out


def test_an_axis_that_nobody_could_measure_is_not_as_before(runs: Path, tmp_path: Path) -> None:
    run("run", "outcomes-30", "--agent", "do-nothing", "--only", "corr-01*", "-o", tmp_path / "none")
    run("run", "outcomes-30", "--agent", "sound", "--only", "corr-01*", "-o", tmp_path / "sound")
    lines = [
        " ".join(line.split()) for line in run("diff", tmp_path / "sound", tmp_path / "none").out.splitlines()
    ]
    assert "captured 1 -> 0 of 1 1 not measured any more" in lines
    assert "backend_correct 1 -> 0 of 1 1 broken" in lines
    lines = [
        " ".join(line.split()) for line in run("diff", tmp_path / "none", tmp_path / "sound").out.splitlines()
    ]
    assert "captured 0 -> 1 of 1 1 measured now" in lines


def test_cases_of_changed_scenarios_are_there_and_cannot_be_compared(runs: Path, tmp_path: Path) -> None:
    shutil.copytree(runs / "sound", tmp_path / "now")
    file = tmp_path / "now" / "results.jsonl"
    results = [{**json.loads(line), "scenario_digest": "another"} for line in file.read_text().splitlines()]
    file.write_text("".join(json.dumps(result) + "\n" for result in results))
    lines = run("diff", runs / "sound", tmp_path / "now").out.splitlines()
    assert lines[0] == "NOT COMPARABLE  0 regressed, 0 fixed, 30 cases not compared"
    said = "No case that both sides have can be compared: each is invalid on a side, or its scenario is another one now."
    assert said in lines


def test_a_run_is_no_change_against_itself(runs: Path) -> None:
    done = run("diff", runs / "naive", runs / "naive", "--strict")
    assert done.code == 0
    assert "No verdict changed on 30 paired cases." in done.out


def test_what_run_printed_is_compared_too(runs: Path, tmp_path: Path) -> None:
    out = run("run", "outcomes-30", "--agent", "naive", "--json").out
    (tmp_path / "naive.json").write_text(out, encoding="utf-8")
    change = run("diff", tmp_path / "naive.json", runs / "naive", "--json").json
    assert (change["verdict"], change["pairs"], change["worse"], change["better"]) == (
        "no_change",
        30,
        [],
        [],
    )


def test_a_case_whose_scenario_was_changed_is_left_out(runs: Path, tmp_path: Path) -> None:
    report = run("run", "outcomes-30", "--agent", "naive", "--only", "corr-01*,corr-04*", "--json").json
    report["cases"][0]["scenario_digest"] = "another"
    (tmp_path / "changed.json").write_text(json.dumps(report), encoding="utf-8")
    done = run("diff", tmp_path / "changed.json", runs / "sound", "--json")
    assert done.json["other_scenarios"] == [report["cases"][0]["id"]]
    assert done.json["pairs"] == 1
    assert "the scenario is another one now" in run("diff", tmp_path / "changed.json", runs / "sound").out
