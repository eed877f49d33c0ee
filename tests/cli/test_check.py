"""`callproof check`: every way to name calls, the options, the exit codes, the JSON."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import callproof
from callproof import checking
from tests.cli.running import GOOD, SLOW, UNTIMED, Done, call, run, spawn, write_json, write_lines


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def ids(done: Done) -> list[str]:
    return [item["id"] for item in done.json["calls"]]


# --- what can be named ----------------------------------------------------------------------------------------------


def test_one_object_a_list_and_json_lines() -> None:
    one = write_json(Path("one.json"), GOOD)
    many = write_json(Path("list.json"), [call("a"), call("b")])
    lines = write_lines(Path("lines.jsonl"), [call("c"), call("d")])
    assert ids(run("check", one, many, lines, "--json")) == ["good", "a", "b", "c", "d"]


def test_a_folder_is_searched_by_name_to_the_bottom() -> None:
    Path("calls/deep/er").mkdir(parents=True)
    write_json(Path("calls/b.json"), call("b"))
    write_json(Path("calls/a.json"), call("a"))
    write_json(Path("calls/deep/er/c.json"), call("c"))
    Path("calls/notes.txt").write_text("no call")
    Path("calls/.hidden.json").write_text("broken")
    done = run("check", "calls", "--json")
    assert ids(done) == ["a", "b", "c"]
    assert done.json["skipped"] == [str(Path("calls/notes.txt"))]
    assert done.code == 0


def test_a_glob_that_the_shell_left_alone() -> None:
    for name in ("x1", "x2", "y1"):
        write_json(Path(f"{name}.json"), call(name))
    assert ids(run("check", "x*.json", "--json")) == ["x1", "x2"]


def test_standard_input_plain_and_zipped() -> None:
    data = json.dumps([GOOD, SLOW]).encode()
    for stdin in (data, gzip.compress(data), b"\xef\xbb\xbf" + data):
        done = run("check", "-", "--json", stdin=stdin)
        assert ids(done) == ["good", "slow"]
        assert {item["file"] for item in done.json["calls"]} == {"standard input"}
    assert spawn("check", "-", "--json", stdin=gzip.compress(data)).json == done.json


def test_a_zipped_file_whatever_its_name() -> None:
    Path("zipped").write_bytes(gzip.compress(json.dumps(GOOD).encode()))
    Path("plain.gz").write_bytes(json.dumps(SLOW).encode())
    assert ids(run("check", "zipped", "plain.gz", "--json")) == ["good", "slow"]


def test_the_name_of_a_file_says_nothing_about_its_format() -> None:
    write_json(Path("vapi.json"), GOOD)
    done = run("check", "vapi.json", "--json")
    assert (done.code, ids(done)) == (0, ["good"])


def test_a_forced_format_reads_nothing_else() -> None:
    write_json(Path("c.json"), GOOD)
    assert run("check", "c.json", "--from", "simple").code == 0
    done = run("check", "c.json", "--from", "vapi", "--json")
    assert done.code == 2
    assert done.json["errors"] != []


# --- what it finds -------------------------------------------------------------------------------------------------------


def test_voiceevals_documented_example_has_its_two_faults() -> None:
    """The caller said fifteen, the agent heard fifty, and refunded fifty without asking."""
    turns = [
        {"speaker": "agent", "text": "How can I help?", "start_s": 0.0, "end_s": 1.5},
        {
            "speaker": "user",
            "text": "refund fifty dollars",
            "truth": "refund fifteen dollars",
            "start_s": 2.0,
            "end_s": 5.0,
        },
        {
            "speaker": "agent",
            "text": "Refunding fifty now.",
            "start_s": 5.4,
            "end_s": 7.2,
            "actions": [{"name": "refund", "args": {"amount": 50}, "consequential": True}],
        },
    ]
    data = {"id": "refund-misheard-fifty", "completed": True, "turns": turns}
    done = run("check", write_json(Path("call.json"), data), "--json")
    assert [(f["check"], f["severity"]) for f in done.json["calls"][0]["findings"]] == [
        ("misheard_number", "high"),
        ("no_confirmation", "high"),
    ]


# --- exit codes -----------------------------------------------------------------------------------------------------


def test_the_exit_code_is_0_for_failed_calls_and_1_with_strict() -> None:
    good, slow = write_json(Path("g.json"), GOOD), write_json(Path("s.json"), SLOW)
    assert run("check", good, slow).code == 0
    assert run("check", good, slow, "--strict").code == 1
    assert run("check", good, "--strict").code == 0


def test_a_file_that_cannot_be_read_is_2_and_the_others_are_judged() -> None:
    good = write_json(Path("g.json"), GOOD)
    Path("bad.json").write_text("{")
    for options in ([], ["--strict"]):
        done = run("check", "bad.json", good, "missing.json", "--json", *options)
        assert done.code == 2
        assert ids(done) == ["good"]
        assert [(item["file"], item["path"]) for item in done.json["errors"]] == [
            ("bad.json", ""),
            ("missing.json", ""),
        ]
        assert done.err == "error: 2 problems in the input, listed under errors\n"


def test_every_problem_of_a_file_is_named_with_its_place() -> None:
    broken = call("broken")
    broken["turns"][0]["start_s"] = "early"
    broken["turns"][2]["end_s"] = -1
    write_lines(Path("calls.jsonl"), [GOOD, broken])
    done = run("check", "calls.jsonl", "--json")
    assert ids(done) == ["good"]
    assert [item["path"] for item in done.json["errors"]] == [
        "line 2: turns[0].start_s",
        "line 2: turns[2].end_s",
    ]
    report = run("check", "calls.jsonl").out
    assert "could not be read (1 file):\n  calls.jsonl\n    line 2: turns[0].start_s: " in report
    assert "\n    line 2: turns[2].end_s: " in report


@pytest.mark.parametrize("content", [b"", b"   \n", b"[]", b"null", b"{}", b"\xff\xfe{\x00}\x00"])
def test_nothing_to_judge_is_2(content: bytes) -> None:
    Path("f.json").write_bytes(content)
    for options in ([], ["--strict"], ["--json"]):
        assert run("check", "f.json", *options).code == 2


def test_a_folder_without_calls_is_2() -> None:
    Path("empty").mkdir()
    Path("notes").mkdir()
    Path("notes/a.txt").write_text("nothing")
    done = run("check", "empty", "notes")
    assert done.code == 2
    assert done.out.count("there is no file with calls in this folder") == 2
    assert "skipped, not taken for calls (1): notes/a.txt" in done.out


def test_a_call_in_which_nothing_is_measured_does_not_pass() -> None:
    write_json(Path("u.json"), UNTIMED)
    done = run("check", "u.json", "--only", "slow_response", "--strict", "--json")
    assert done.code == 1
    assert done.json["summary"]["passed"] == 0
    assert done.json["calls"][0]["passed"] is False


# --- options --------------------------------------------------------------------------------------------------------


def findings(done: Done) -> set[str]:
    return {finding["check"] for item in done.json["calls"] for finding in item["findings"]}


def test_only_and_skip_are_repeated_or_separated_by_commas() -> None:
    slow = write_json(Path("s.json"), call("s", wait_s=4.0, completed=False))
    assert findings(run("check", slow, "--json")) == {"slow_response", "dead_air", "incomplete"}
    for options in (
        ["--only", "slow_response,incomplete"],
        ["--only", "slow_response", "--only", "incomplete"],
    ):
        assert findings(run("check", slow, "--json", *options)) == {"slow_response", "incomplete"}
    for options in (["--skip", "dead_air, incomplete"], ["--skip", "dead_air", "--skip", "incomplete"]):
        assert findings(run("check", slow, "--json", *options)) == {"slow_response"}
    assert findings(
        run("check", slow, "--json", "--only", "slow_response,dead_air", "--skip", "dead_air")
    ) == {"slow_response"}


def test_a_config_changes_limits() -> None:
    slow = write_json(Path("s.json"), SLOW)
    config = Path("limits.yaml")
    config.write_text("checks:\n  slow_response: {high_ms: 5000}\nonly: [slow_response]\n")
    done = run("check", slow, "--config", config, "--strict", "--json")
    assert done.code == 0
    assert [f["severity"] for f in done.json["calls"][0]["findings"]] == ["medium"]


def test_a_wrong_config_is_2_with_every_mistake() -> None:
    config = Path("limits.yaml")
    config.write_text("checks:\n  slow_response: {high_m: 5000, medium_ms: soon}\nonyl: []\n")
    done = run("check", write_json(Path("s.json"), SLOW), "--config", config)
    assert done.code == 2
    assert done.out == ""
    assert [line.split(": ")[2] for line in done.err.splitlines()] == [
        "onyl",
        "checks.slow_response.high_m",
        "checks.slow_response.medium_ms",
    ]


# --- the JSON -------------------------------------------------------------------------------------------------------


def test_the_json_is_one_object_with_just_these_fields() -> None:
    write_lines(Path("c.jsonl"), [GOOD, SLOW])
    done = run("check", "c.jsonl", "--json")
    assert list(done.json) == ["schema_version", "checks", "calls", "summary", "errors", "skipped"]
    assert done.json["schema_version"] == 1
    settings = {check["id"]: (check["version"], check["settings"]) for check in done.json["checks"]}
    assert settings["dead_air"][1] == {"medium_ms": 3000, "high_ms": 10_000}
    assert done.json == callproof.check("c.jsonl").to_json()
    assert done.err == ""
    slow = done.json["calls"][1]
    assert list(slow) == ["id", "file", "passed", "duration_ms", "findings", "not_measured", "metrics"]
    (finding,) = [item for item in slow["findings"] if item["check"] == "slow_response"]
    assert finding["severity"] == "high"
    assert (finding["turn"], finding["start_ms"], finding["end_ms"]) == (2, 5000, 9000)
    assert {"calls", "passed", "failed", "by_check"} <= set(done.json["summary"])
    assert (done.json["summary"]["calls"], done.json["summary"]["failed"]) == (2, 1)


def test_the_json_carries_the_label() -> None:
    done = run("check", write_json(Path("g.json"), GOOD), "--json", "--label", "v1")
    assert done.json["label"] == "v1"
    assert list(done.json)[:3] == ["schema_version", "label", "checks"]


def test_the_json_of_no_calls_at_all_is_whole() -> None:
    done = run("check", "nowhere", "--json")
    assert done.json["calls"] == []
    assert done.json["summary"]["calls"] == 0
    assert len(done.json["errors"]) == 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_functions_give_what_the_command_prints(workers: str) -> None:
    write_lines(Path("c.jsonl"), [GOOD, {"turns": 3}, SLOW, UNTIMED])
    Path("f").mkdir()
    write_json(Path("f/list.json"), [call(None), call(None, wait_s=2.0)])
    Path("f/x.txt").write_text("")
    printed = run("check", "c.jsonl", "f", "--json", "--label", f"v{workers}", "--workers", workers).json
    report = callproof.check(["c.jsonl", "f"], label=f"w{workers}")
    assert json.loads(json.dumps(report.to_json())) == {**printed, "label": f"w{workers}"}


def test_several_processes_give_the_same_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = [call(f"c{n}", wait_s=0.1 * (n % 50)) for n in range(300)]
    calls[100] = {"turns": "none"}
    write_lines(Path("c.jsonl"), calls)
    one = run("check", "c.jsonl", "--json", "--workers", "1")
    monkeypatch.setattr(checking, "_ALONE_BYTES", 0)
    monkeypatch.setattr(checking, "_BATCH_BYTES", 20_000)
    two = run("check", "c.jsonl", "--json", "--workers", "2", "-o", "run")
    assert len(one.json["calls"]) == 299
    assert two.out == one.out
    assert run("check", "c.jsonl", "--workers", "2").out == run("check", "c.jsonl", "--workers", "1").out
    # The records come back from the other processes whole.
    again = run("check", "run", "--json")
    assert [item["findings"] for item in again.json["calls"]] == [
        item["findings"] for item in sorted(one.json["calls"], key=lambda item: str(item["id"]))
    ]


# --- run folders ----------------------------------------------------------------------------------------------------


def test_a_label_saves_the_run_below_this_folder() -> None:
    done = run("check", write_json(Path("g.json"), GOOD), "--label", "v1.0")
    folder = Path(".callproof/runs/v1.0")
    assert f"saved in {folder}; to compare: callproof diff v1.0 OTHER" in done.out
    saved = json.loads((folder / "run.json").read_text())
    assert (saved["finished"], saved["label"], saved["kind"]) == (True, "v1.0", "check")
    assert saved["summary"]["passed"] == 1
    assert saved["started_at"].endswith("+00:00")
    assert {item["id"] for item in saved["checks"]} >= {"slow_response", "dead_air"}
    (line,) = (folder / "results.jsonl").read_text().splitlines()
    assert json.loads(line)["record"] == "calls/good"
    assert (folder / "calls/good/call.jsonl").is_file()


def test_a_run_is_never_written_over_another() -> None:
    good = write_json(Path("g.json"), GOOD)
    assert run("check", good, "-o", "out").code == 0
    before = {path: path.read_bytes() for path in Path("out").rglob("*") if path.is_file()}
    done = run("check", good, "-o", "out")
    assert done.code == 2
    assert "out: the folder is not empty; a run is never written over another" in done.err
    assert {path: path.read_bytes() for path in Path("out").rglob("*") if path.is_file()} == before
    run("check", good, "--label", "v1")
    assert run("check", good, "--label", "v1").code == 2


def test_a_run_that_judged_nothing_leaves_nothing_and_its_label_free() -> None:
    done = run("check", "typo.json", "--label", "v1")
    assert done.code == 2
    assert "saved" not in done.out
    assert not Path(".callproof").exists()
    assert run("check", write_json(Path("g.json"), GOOD), "--label", "v1").code == 0


def test_a_place_that_cannot_be_written_is_2() -> None:
    good = write_json(Path("g.json"), GOOD)
    done = run("check", good, "-o", good)
    assert done.code == 2
    assert done.err == "error: g.json: is a file; a run is saved in a folder of its own\n"


def test_a_stored_run_is_judged_again_from_its_calls() -> None:
    write_lines(Path("c.jsonl"), [GOOD, SLOW, UNTIMED])
    first = run("check", "c.jsonl", "-o", "out", "--json").json["calls"]
    again = run("check", "out", "--json").json["calls"]
    assert [(item["id"], item["findings"], item["metrics"]) for item in again] == [
        (item["id"], item["findings"], item["metrics"]) for item in first
    ]
    (one,) = run("check", "out/calls/slow", "--json").json["calls"]
    assert one["id"] == "slow"


def test_runs_inside_a_searched_folder_are_not_judged_with_it() -> None:
    write_json(Path("g.json"), GOOD)
    first = run("check", ".", "-o", "out/first", "--json")
    second = run("check", ".", "-o", "out/second", "--json")
    assert ids(first) == ids(second) == ["good"]
    assert second.json["skipped"] == [str(Path("out/first"))]
    assert ids(run("check", "out/first", "--json")) == ["good"]


IDS = [
    "a/b",
    "../../up",
    "..",
    ".",
    "con",
    "ends.",
    "CALL",
    "call",
    "Call",
    "twice",
    "twice",
    "grün ☎",
    "x" * 300,
    "x" * 299 + "y",
    "half \ud83d",
    "nul\x00 and \x1b[31m",
    "a b",
    "call-2",
]


def test_any_id_has_a_folder_of_its_own_inside_the_run() -> None:
    write_lines(Path("c.jsonl"), [call(id) for id in IDS])
    assert run("check", "c.jsonl", "-o", "out").code == 0
    results = [json.loads(line) for line in Path("out/results.jsonl").read_text().splitlines()]
    assert [item["id"] for item in results] == IDS
    records = [Path("out", item["record"]) for item in results]
    assert len({str(path).lower() for path in records}) == len(IDS)
    assert {path.parent for path in records} == {Path("out/calls")}
    assert sorted(path.name for path in Path("out/calls").iterdir()) == sorted(path.name for path in records)
    assert sorted(ids(run("check", "out", "--json"))) == sorted(IDS)
    assert sorted(path.name for path in Path().iterdir()) == ["c.jsonl", "out"]
    assert run("diff", "out", "out").code == 0


def test_a_label_beside_a_folder_names_the_run_and_the_folder_is_what_diff_takes() -> None:
    done = run("check", write_json(Path("g.json"), GOOD), "--label", "v1", "-o", "my runs")
    assert "saved in my runs; to compare: callproof diff 'my runs' OTHER" in done.out
    assert not Path(".callproof").exists()
    assert run("diff", "my runs", "my runs", "--json").json["before"]["label"] == "v1"
