"""`callproof diff`: two runs beside each other."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import callproof
from tests.cli.running import call, run, write_json, write_lines


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def good(*ids: str) -> list[dict[str, Any]]:
    return [call(id) for id in ids]


def slow(*ids: str) -> list[dict[str, Any]]:
    return [call(id, wait_s=4.0) for id in ids]


def save(label: str, calls: list[Any], *options: str) -> str:
    """Checks the calls under a label; returns the label."""
    assert run("check", write_lines(Path(f"{label}.jsonl"), calls), "--label", label, *options).code == 0
    return label


def test_a_regression_with_everything_that_changed() -> None:
    save("before", [*good("a", "b"), *slow("c", "d"), *good("gone")])
    save("after", [*good("a"), *slow("b"), *good("c"), *slow("d"), *good("new 1", "new 2")])
    done = run("diff", "before", "after")
    assert done.code == 0
    assert done.out.splitlines() == [
        "REGRESSION  1 regressed, 1 fixed, 2 calls with changed findings, 3 calls on one side only",
        "  before  before  3 of 5 calls passed  60.0 %",
        "  after   after   4 of 6 calls passed  66.7 %",
        "Too few verdicts changed to tell the difference from chance (p = 1, McNemar's exact test on 4 pairs: 1 regressed, 1",
        "fixed); fewer than 6 are never significant.",
        "",
        "regressed (1)",
        "  b",
        "",
        "fixed (1)",
        "  c",
        "",
        "changed findings (2 calls)",
        "  b",
        "    +  dead_air medium",
        "    +  slow_response high",
        "  c",
        "    -  dead_air medium",
        "    -  slow_response high",
        "",
        "only in before (1)",
        "  gone",
        "",
        "only in after (2)",
        "  new 1",
        "  new 2",
    ]
    assert run("diff", "before", "after", "--strict").code == 1


@pytest.mark.parametrize(
    ("before", "after", "verdict", "strict"),
    [
        (good("a"), good("a"), "no_change", 0),
        (slow("a"), good("a"), "improved", 0),
        (slow("a"), slow("a"), "no_change", 0),
        (good("a"), slow("a"), "regression", 1),
        (slow("a") + good("b"), good("a") + slow("b"), "regression", 1),
        (good("a"), good("b"), "not_comparable", 1),
        (good("a", "b"), good("a"), "partly_compared", 1),
        (slow("a") + good("b"), good("a"), "partly_compared", 1),
        (slow("a", "b"), slow("a"), "partly_compared", 1),
        (good("a", "b"), slow("a"), "regression", 1),
        (good("a"), good("a", "b"), "partly_compared", 0),
        (good("a"), slow("b") + good("a"), "partly_compared", 0),
        (slow("a"), slow("b") + good("a"), "improved", 0),
    ],
)
def test_the_verdict_and_what_strict_makes_of_it(before: Any, after: Any, verdict: str, strict: int) -> None:
    save("x", before)
    save("y", after)
    done = run("diff", "x", "y", "--json")
    assert (done.code, done.json["verdict"]) == (0, verdict)
    assert done.json["acceptable"] is (strict == 0)
    assert run("diff", "x", "y", "--strict").code == strict


@pytest.mark.parametrize(
    ("regressed", "fixed", "sentence"),
    [
        (0, 0, r"No verdict changed on 20 paired calls\."),
        (5, 0, r"Too few verdicts changed .*p = 0\.0625, .*: 5 regressed, 0 fixed\); fewer than 6 .*"),
        (6, 0, r"The difference is more than chance \(p = 0\.0312, McNemar's exact test on 20 pairs: 6 .*"),
        (0, 6, r"The difference is more than chance \(p = 0\.0312, .*: 0 regressed, 6 fixed\)\."),
        (5, 1, r"The difference may well be chance \(p = 0\.219, .*: 5 regressed, 1 fixed\)\."),
        (20, 0, r"The difference is more than chance \(p < 0\.0001, .*"),
    ],
)
def test_the_sentence_about_chance(regressed: int, fixed: int, sentence: str) -> None:
    names = [f"c{n:02}" for n in range(20)]
    save("x", [call(n, wait_s=0.5 if i >= fixed else 4) for i, n in enumerate(names)])
    save("y", [call(n, wait_s=4 if fixed <= i < fixed + regressed else 0.5) for i, n in enumerate(names)])
    said = " ".join(line.strip() for line in run("diff", "x", "y").out.split("\n\n")[0].splitlines()[3:])
    assert re.fullmatch(sentence, said), said


def test_calls_on_one_side_only_are_listed_and_counted_beyond_twenty() -> None:
    save("x", good("a", *[f"old {n}" for n in range(25)]))
    save("y", good("a"))
    done = run("diff", "x", "y")
    assert "25 calls on one side only" in done.out
    assert "only in x (25)\n  old 0\n" in done.out
    assert "  old 19\n  … and 5 more (all with --json)\n" in done.out
    assert len(run("diff", "x", "y", "--json").json["only_before"]) == 25


def test_a_call_passes_for_want_of_measurement_and_is_not_called_fixed() -> None:
    """Before, the slow answer failed it. After, nobody knows when the agent answered, and another check still passes."""
    blind = call("a")
    del blind["turns"][2]["start_s"], blind["turns"][2]["end_s"]
    save("x", slow("a"), "--only", "slow_response,dead_air")
    save("y", [blind], "--only", "slow_response,dead_air")
    done = run("diff", "x", "y", "--json")
    assert (done.json["verdict"], done.json["fixed"], done.json["unproven"]) == ("no_change", [], ["a"])
    report = run("diff", "x", "y").out
    assert "passed after, but what failed them before was not measured (1)\n  a\n" in report
    assert "    -  slow_response high (not measured after)\n" in report


def test_a_check_that_is_left_out_afterwards_fixes_nothing() -> None:
    save("x", slow("a"))
    save("y", slow("a"), "--skip", "slow_response")
    done = run("diff", "x", "y", "--json")
    assert done.json["verdict"] == "no_change"
    assert done.json["unproven"] == ["a"]
    assert done.json["dropped_checks"] == ["slow_response"]
    assert run("diff", "x", "y", "--strict").code == 1
    assert "\nNot run after: slow_response\n" in run("diff", "x", "y").out


def test_other_limits_on_the_two_sides_are_named() -> None:
    Path("lenient.yaml").write_text("checks: {slow_response: {high_ms: 9000}}")
    save("x", slow("a"))
    save("y", slow("a"), "--config", "lenient.yaml")
    assert run("diff", "x", "y", "--json").json["other_checks"] == ["slow_response"]
    assert "The two sides were not judged alike: slow_response (" in run("diff", "x", "y").out


def test_before_and_after_are_folders_json_files_or_labels() -> None:
    file = write_lines(Path("c.jsonl"), [*good("a"), *slow("b", "c")])
    run("check", file, "-o", "folder")
    Path("printed.json").write_text(run("check", file, "--json", "--label", "v1").out)
    Path("unlabelled.json").write_text(run("check", file, "--json").out)
    for name, label in (
        ("folder", "folder"),
        ("printed.json", "v1"),
        ("unlabelled.json", "unlabelled.json"),
        ("v1", "v1"),
        (".callproof/runs/v1", "v1"),
    ):
        done = run("diff", name, "folder", "--json")
        assert (done.code, done.json["verdict"], done.json["pairs"]) == (0, "no_change", 3), name
        assert done.json["before"] == {"label": label, "calls": 3, "passed": 1, "pass_rate": 0.3333}


def test_a_folder_that_is_no_run_does_not_hide_a_label() -> None:
    save("v1", good("a"))
    Path("v1").mkdir()
    assert run("diff", "v1", "v1").code == 0


def test_the_function_gives_what_the_command_prints() -> None:
    save("x", good("a", "b"))
    save("y", slow("a") + good("c"))
    assert callproof.diff("x", "y").to_json() == run("diff", "x", "y", "--json").json


NO_RUN = "is neither a run folder nor the output of `check --json` or `run --json`"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "there is no such run folder, file or label (labels saved here: v1)"),
        (lambda path: path.mkdir(), "is no run folder: it has no run.json"),
        (lambda path: path.write_text("{"), f"{NO_RUN}: is not valid JSON: "),
        (lambda path: path.write_text("[]"), f"{NO_RUN}: found an empty list, expected an object"),
        (lambda path: path.write_text('{"calls": []}'), NO_RUN),
        (
            lambda path: path.write_text('{"calls": [3], "summary": {}}'),
            "calls[0]: found 3, expected the result",
        ),
        (
            lambda path: path.write_text('{"calls": [{"id": "a", "passed": 1}], "summary": {}}'),
            "calls[0]: passed: found 1, expected true or false",
        ),
        (
            lambda path: path.write_text(
                '{"calls": [{"id": "a", "passed": true, "findings": [3]}], "summary": {}}'
            ),
            "calls[0]: findings[0]: found 3, expected an object with a check",
        ),
    ],
)
def test_what_is_no_run_is_2_and_a_sentence(make: Any, said: str) -> None:
    save("v1", good("a"))
    make(Path("other"))
    done = run("diff", "v1", "other")
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith(f"error: other: {said}")


def test_a_run_of_a_newer_version_is_refused() -> None:
    save("v1", good("a"))
    file = Path(".callproof/runs/v1/run.json")
    write_json(file, {**json.loads(file.read_text()), "schema_version": 2})
    done = run("diff", "v1", "v1")
    assert done.code == 2
    assert "schema_version: found 2, but this callproof reads up to 1; update callproof" in done.err


def test_outputs_of_check_say_what_judged_them() -> None:
    write_lines(Path("c.jsonl"), good("a"))
    Path("x.json").write_text(run("check", "c.jsonl", "--json").out)
    Path("y.json").write_text(run("check", "c.jsonl", "--json", "--skip", "dead_air").out)
    assert run("diff", "x.json", "x.json", "--strict").code == 0
    done = run("diff", "x.json", "y.json", "--strict")
    assert done.code == 1
    assert "\nNot run after: dead_air\n" in done.out


def test_a_run_that_does_not_say_what_judged_it_is_not_accepted() -> None:
    write_lines(Path("c.jsonl"), good("a"))
    data = run("check", "c.jsonl", "--json").json
    write_json(Path("x.json"), data)
    write_json(Path("old.json"), {name: part for name, part in data.items() if name != "checks"})
    done = run("diff", "old.json", "x.json", "--strict")
    assert done.code == 1
    assert "Which checks judged is not known of both sides: they may not have been judged alike" in done.out
    change = run("diff", "old.json", "x.json", "--json").json
    assert (change["checks_known"], change["acceptable"]) == (False, False)


def test_other_limits_are_not_accepted() -> None:
    Path("lenient.yaml").write_text("checks: {slow_response: {high_ms: 9000}}")
    save("x", good("a"))
    save("y", good("a"), "--config", "lenient.yaml")
    assert run("diff", "x", "y", "--strict").code == 1


def test_a_run_that_lost_a_result_is_refused() -> None:
    save("x", good("a", "b"))
    file = Path(".callproof/runs/x/results.jsonl")
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])
    done = run("diff", "x", "x")
    assert done.code == 2
    assert "the run is damaged: it says that it judged 2 calls, but holds the results of 1" in done.err
