"""Run folders: written as they go, never over each other, read back as they were."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.errors import InputError, Problem
from callproof.evidence.jsontext import parse_json
from callproof.evidence.runs import (
    RESULTS_FILE,
    RUN_FILE,
    RunWriter,
    StoredRun,
    find_run,
    labelled_run,
    write_scores,
)
from tests.strategies import ANY_TEXT


def result(id: str, **more: Any) -> str:
    return json.dumps({"id": id, "passed": True, "findings": [], **more})


def write(folder: Path, *ids: str, finish: bool = True, **run: Any) -> None:
    with RunWriter(folder, {"kind": "check", **run}) as writer:
        for id in ids:
            writer.add(id, result(id), b"record of " + id.encode(errors="backslashreplace"))
        if finish:
            writer.finish({"summary": {"calls": len(ids)}})


def message(error: pytest.ExceptionInfo[InputError]) -> str:
    (problem,) = error.value.problems
    return str(problem)


def test_a_run_is_written_and_read(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "run"
    write(folder, "a", "b", label="v1")
    assert json.loads((folder / "run.json").read_text()) == {
        "schema_version": 1, "finished": True, "kind": "check", "label": "v1", "summary": {"calls": 2},
    }  # fmt: skip
    assert (folder / "calls/a/call.jsonl").read_bytes() == b"record of a"
    run = StoredRun(folder)
    assert (run.finished, run.label, run.path) == (True, "v1", folder)
    assert [(item["id"], item["record"]) for item in run.results()] == [("a", "calls/a"), ("b", "calls/b")]
    assert sorted(path.name for path in folder.iterdir()) == ["calls", "results.jsonl", "run.json"]


def test_each_call_is_on_the_disk_when_it_is_added(tmp_path: Path) -> None:
    writer = RunWriter(tmp_path / "run", {})
    assert not writer.started
    assert not (tmp_path / "run").exists()
    writer.add("a", result("a"), b"")
    assert writer.started
    run = StoredRun(tmp_path / "run")
    assert [item["id"] for item in run.results()] == ["a"]
    assert not run.finished
    writer.finish({})
    assert StoredRun(tmp_path / "run").finished
    writer.close()


def test_a_run_without_calls_leaves_nothing(tmp_path: Path) -> None:
    write(tmp_path / "run")
    assert not (tmp_path / "run").exists()
    (tmp_path / "empty").mkdir()
    write(tmp_path / "empty", "a")
    assert StoredRun(tmp_path / "empty").finished


def test_a_folder_with_anything_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError) as error:
        RunWriter(tmp_path, {})
    assert message(error).startswith(
        f"{tmp_path}: the folder is not empty; a run is never written over another"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_two_runs_that_begin_at_once_do_not_mix(tmp_path: Path) -> None:
    first, second = RunWriter(tmp_path / "run", {}), RunWriter(tmp_path / "run", {})
    first.add("a", result("a"), b"")
    with pytest.raises(InputError) as error:
        second.add("b", result("b"), b"")
    assert "another run is being written here" in message(error)
    first.finish({})
    first.close()
    assert [item["id"] for item in StoredRun(tmp_path / "run").results()] == ["a"]


@pytest.mark.parametrize(
    ("inside", "said"), [("", "is a file; "), ("/below/it", "cannot be made: {file} is a file; ")]
)
def test_a_place_that_cannot_be_a_folder_is_said_before_there_is_a_call(
    tmp_path: Path, inside: str, said: str
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError) as error:
        RunWriter(Path(f"{file}{inside}"), {"kind": "check"})
    assert message(error).startswith(f"{file}{inside}: {said.format(file=file)}")


def names(tmp_path: Path, *ids: str) -> list[str]:
    write(tmp_path / "run", *ids)
    return [item["record"].removeprefix("calls/") for item in StoredRun(tmp_path / "run").results()]


def test_an_id_that_can_be_a_folder_name_is_one(tmp_path: Path) -> None:
    plain = ["order-17", "A.b_c-9", "x" * 80]
    assert names(tmp_path, *plain) == plain


def test_an_id_that_cannot_is_told_apart_by_a_hash(tmp_path: Path) -> None:
    ids = ["a/b", "a:b", "..", ".hidden", "x" * 81, "nul", "con.txt", "ends.", "é"]
    found = names(tmp_path, *ids)
    assert [name[:-9] for name in found] == [
        "a_b", "a_b", "call", "hidden", "x" * 80, "nul", "call-con.txt", "ends.", "_",
    ]  # fmt: skip
    assert all(name[-9] == "-" for name in found)
    assert len(set(found)) == len(ids)


def test_ids_that_some_file_systems_take_for_the_same_are_kept_apart(tmp_path: Path) -> None:
    assert names(tmp_path, "call", "CALL", "call", "call-2", "Call-2") == [
        "call", "CALL-2", "call-3", "call-2-2", "Call-2-3",
    ]  # fmt: skip


@given(ids=st.lists(ANY_TEXT | st.text("aA./-2", max_size=4), min_size=1, max_size=8))
def test_any_ids_get_folders_of_their_own(tmp_path_factory: pytest.TempPathFactory, ids: list[str]) -> None:
    folder = tmp_path_factory.mktemp("runs")
    found = names(folder, *ids)
    assert [item["id"] for item in StoredRun(folder / "run").results()] == ids
    assert len({name.lower() for name in found}) == len(ids)
    assert {path.name for path in (folder / "run/calls").iterdir()} == set(found)


def test_the_name_of_a_run_without_a_label_is_that_of_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "run", "a", label=None)
    assert StoredRun(tmp_path / "run").label == "run"
    monkeypatch.chdir(tmp_path / "run")
    assert StoredRun(Path()).label == "."


def test_what_judged_a_run(tmp_path: Path) -> None:
    write(tmp_path / "run", "a", checks=[{"id": "dead_air", "version": 2, "settings": {"high_ms": 3}}])
    assert StoredRun(tmp_path / "run").checks == {"dead_air": [2, {"high_ms": 3}]}
    write(tmp_path / "old", "a")
    assert StoredRun(tmp_path / "old").checks is None


def printed(tmp_path: Path, data: Any) -> Path:
    (tmp_path / "printed.json").write_text(json.dumps(data))
    return tmp_path / "printed.json"


def test_the_output_of_check_is_a_run_too(tmp_path: Path) -> None:
    data = {"label": "v1", "calls": [{"id": "a", "passed": False, "findings": []}], "summary": {}}
    run = StoredRun(printed(tmp_path, data))
    assert (run.label, run.finished, run.checks) == ("v1", True, None)
    assert [item["passed"] for item in run.results()] == [False]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "is neither a run folder nor the output of `check --json` or `run --json`: found an empty list, expected"),
        ({"calls": []}, "is neither a run folder nor the output of `check --json`"),
        ({"calls": {}, "summary": {}}, "is neither a run folder"),
        ({"calls": [], "summary": {}, "schema_version": 2}, "schema_version: found 2, but this callproof reads up to 1"),
        ({"calls": [], "summary": {}, "schema_version": "1"}, "schema_version: found '1', expected a whole number from 1 to 1"),
        ({"calls": [], "summary": {}, "schema_version": 0}, "schema_version: found 0, expected a whole number from 1 to 1"),
        ({"calls": [1], "summary": {}}, "calls[0]: found 1, expected the result of a call"),
        ({"calls": [{"passed": True, "findings": []}], "summary": {}}, "calls[0]: id: found null, expected a text"),
        ({"calls": [{"id": "a", "passed": "yes", "findings": []}], "summary": {}}, "calls[0]: passed: found 'yes'"),
        ({"calls": [{"id": "a", "passed": True, "findings": {}}], "summary": {}}, "calls[0]: findings: found an empty object"),
        ({"calls": [{"id": "a", "passed": True, "findings": [1]}], "summary": {}}, "calls[0]: findings[0]: found 1"),
        (
            {"calls": [{"id": "a", "passed": True, "findings": [], "not_measured": [{}]}], "summary": {}},
            "calls[0]: not_measured[0]: found an empty object, expected an object with a check",
        ),
    ],
)  # fmt: skip
def test_what_is_no_run_is_a_sentence(tmp_path: Path, data: Any, said: str) -> None:
    path = printed(tmp_path, data)
    with pytest.raises(InputError) as error:
        list(StoredRun(path).results())
    assert message(error).startswith(f"{path}: {said}")


def test_a_damaged_line_of_a_run_is_named(tmp_path: Path) -> None:
    write(tmp_path / "run", "a", "b")
    results = tmp_path / "run/results.jsonl"
    results.write_bytes(results.read_bytes()[:-20])
    with pytest.raises(InputError) as error:
        list(StoredRun(tmp_path / "run").results())
    assert message(error).startswith(f"{results}: line 2: is not valid JSON: ")
    results.unlink()
    with pytest.raises(InputError) as error:
        list(StoredRun(tmp_path / "run").results())
    assert message(error) == f"{results}: cannot be read: No such file or directory"


def test_a_run_is_found_by_path_or_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(labelled_run("v1"), "a")
    write(Path("here"), "b")
    assert find_run("v1").path == Path(".callproof/runs/v1")
    assert find_run("here").path == Path("here")
    assert find_run(str(tmp_path / "here")).path == tmp_path / "here"
    Path("v1").mkdir()
    assert find_run("v1").path == Path(".callproof/runs/v1")
    write(Path("v1"), "c")
    assert find_run("v1").path == Path("v1")


@pytest.mark.parametrize("name", ["v3", "no/such", "", "x" * 5000, "nul\x00"])
def test_a_run_that_is_not_there_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(labelled_run("v1"), "a")
    write(labelled_run("v2"), "a")
    with pytest.raises(InputError) as error:
        find_run(name)
    if name in ("v3", "no/such"):
        assert (
            message(error)
            == f"{name}: there is no such run folder, file or label (labels saved here: v1, v2)"
        )


def test_of_many_labels_some_are_named_and_the_one_that_was_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for n in range(30):
        labelled_run(f"before-{n:02}").mkdir(parents=True)
    with pytest.raises(InputError) as error:
        find_run("befor-27")
    assert "before-00, before-01" in message(error)
    assert message(error).endswith("before-19, …). Did you mean 'before-27'?")


def test_a_folder_with_the_runs_of_several_agents_names_them_and_what_to_ask_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("both runs/a"), "1", agent="agents/mine.py")
    write(Path("both runs/b"), "1", agent="naive")
    with pytest.raises(InputError) as error:
        find_run("both runs", "gate")
    assert message(error) == (
        "both runs: holds the runs of 2 agents, agents/mine.py and naive; name one of them: "
        "callproof gate 'both runs/a', or callproof gate 'both runs/b'"
    )
    with pytest.raises(InputError, match="name one of them: 'both runs/a', or 'both runs/b'"):
        find_run("both runs")


@pytest.mark.parametrize(
    ("agents", "said"),
    [
        (["naive"], "is no run folder, but holds one: callproof gate d/0"),
        (
            ["naive", "naive"],
            "holds 2 runs, 0 and 1; name one of them: callproof gate d/0, or callproof gate d/1",
        ),
        (["naive", None], "holds 2 runs, 0 and 1; name"),
        (list("abcdefg"), "holds the runs of 7 agents, a, b, c, d, e and 2 more; name one"),
    ],
)
def test_a_folder_with_runs_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agents: list[str | None], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for n, agent in enumerate(agents):
        write(Path(f"d/{n}"), "1", agent=agent)
    with pytest.raises(InputError) as error:
        find_run("d", "gate")
    assert said in message(error)


def test_a_part_of_a_run_leads_to_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "r", "a")
    write_scores(tmp_path / "r", [result("a")], {"kind": "scores"})
    monkeypatch.chdir(tmp_path)
    for part in ("calls", "calls/a", "calls/a/call.jsonl", "results.jsonl", "run.json", "scores", "scores/1"):
        with pytest.raises(InputError) as error:
            find_run(f"r/{part}", "score")
        assert message(error) == f"r/{part}: is a part of a run; name its folder: callproof score r"
    monkeypatch.chdir(tmp_path / "r" / "calls")
    with pytest.raises(InputError, match=r"is a part of a run; name its folder: \.\.$"):
        find_run(".")
    with pytest.raises(InputError, match=f"name its folder: {tmp_path / 'r'}$"):
        find_run(str(tmp_path / "r" / "calls"))
    (tmp_path / "sound").mkdir()
    with pytest.raises(InputError, match=r"is no run folder: it has no run\.json"):
        find_run("../../sound")


@pytest.mark.parametrize("label", ["", ".", "..", "a/b", "a\\b", "-x", "ü", "a b", "x" * 101, "a\n"])
def test_what_cannot_be_a_label(label: str) -> None:
    with pytest.raises(InputError, match="cannot be a label"):
        labelled_run(label)


@pytest.mark.parametrize("label", ["v1", "2026-01-05", "A.b_c-d", "x" * 100])
def test_what_can_be_a_label(label: str) -> None:
    assert labelled_run(label) == Path(".callproof/runs") / label


def test_half_an_emoji_is_read_and_damage_is_not() -> None:
    assert parse_json(b'{"a": "x\\ud83d", "b": "\\\\ud800"}') == {"a": "x\ud83d", "b": "\\ud800"}
    assert parse_json(b'"\\ud83d\\ude00"') == "😀"
    for data in (b'"\\ud83d', b"[" * 3000 + b'"\\ud800"' + b"]" * 3000, b'{"a": "\\ud800" x}', b""):
        with pytest.raises(ValueError, match="line 1"):
            parse_json(data)


@pytest.mark.parametrize(("kept", "held"), [(1, 1), (0, 0)])
def test_a_run_that_lost_lines_is_damaged(tmp_path: Path, kept: int, held: int) -> None:
    """Cut off between two lines, what is left reads well."""
    write(tmp_path / "run", "a", "b")
    file = tmp_path / "run/results.jsonl"
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:kept]))
    with pytest.raises(InputError) as raised:
        list(StoredRun(tmp_path / "run").results())
    said = f"the run is damaged: it says that it judged 2 calls, but holds the results of {held}"
    assert message(raised) == f"{tmp_path / 'run'}: {said}"


def test_an_output_of_check_that_lost_calls_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    file.write_text('{"calls": [' + result("a") + '], "summary": {"calls": 2}}')
    with pytest.raises(InputError, match="judged 2 calls, but holds the results of 1"):
        list(StoredRun(file).results())


# --- runs of suites -----------------------------------------------------------------------------------------------

CASE = {"id": "a", "status": "passed", "axes": {}}


def suite_run(folder: Path, *lines: str, finished: bool = True, total: int | None = None) -> Path:
    """As `run -o` leaves it behind, with the records left out."""
    folder.mkdir(parents=True)
    run = {"kind": "run", "finished": finished, "summary": {"total": len(lines) if total is None else total}}
    (folder / RUN_FILE).write_text(json.dumps(run), encoding="utf-8")
    (folder / RESULTS_FILE).write_text("".join(lines), encoding="utf-8")
    return folder


def test_a_scenario_lies_beside_its_record(tmp_path: Path) -> None:
    with RunWriter(tmp_path / "r", {"kind": "run"}) as writer:
        writer.add("b", json.dumps({**CASE, "id": "b"}), b"record", b"scenario")
        writer.add("a", json.dumps(CASE), b"record", b"scenario")
        writer.finish({"summary": {"total": 2}})
    run = StoredRun(tmp_path / "r")
    assert (tmp_path / "r" / "calls" / "a" / "scenario.json").read_bytes() == b"scenario"
    assert (run.kind, [result["id"] for result in run.results()]) == ("run", ["b", "a"])
    assert [path.name for path in run.calls(["calls/b", "calls/a"])] == ["b", "a"]
    assert [path.name for path in run.calls([])] == ["a", "b"]


def test_a_record_that_a_result_names_is_looked_for_and_nothing_outside_of_the_folder(tmp_path: Path) -> None:
    with RunWriter(tmp_path / "r", {"kind": "run"}) as writer:
        for name in ("a", "b", "c"):
            writer.add(name, json.dumps({**CASE, "id": name}), b"record", b"scenario")
        writer.finish({"summary": {"total": 3}})
    calls = tmp_path / "r" / "calls"
    (calls / "b" / "scenario.json").unlink()
    (calls / "unfinished").mkdir()
    odd = ["calls/", "calls/..", "calls/../../etc", "calls/c/x", "calls\\c", "None", "/calls/c", "calls/x\\y"]
    listed = StoredRun(tmp_path / "r").calls([*odd, "calls/b", "calls/gone"])
    assert listed == [calls / name for name in ("b", "gone", "a", "c")]


def test_a_line_that_was_being_written_when_the_run_was_killed_is_no_result(tmp_path: Path) -> None:
    whole, torn = json.dumps(CASE) + "\n", json.dumps(CASE)[:20]
    killed = StoredRun(suite_run(tmp_path / "killed", whole, torn, finished=False))
    problems: list[Problem] = []
    assert [result["id"] for result in killed.readable(problems, latest=True)] == ["a"]
    assert problems == []
    for name, lines, finished in (("done", (whole, torn), True), ("within", (torn + "\n", whole), False)):
        with pytest.raises(InputError, match="is not valid JSON"):
            list(StoredRun(suite_run(tmp_path / name, *lines, finished=finished)).results())


def test_what_can_be_read_of_damaged_results(tmp_path: Path) -> None:
    lines = (json.dumps(CASE), "\xff", "[]", json.dumps({**CASE, "id": "b"}))
    run = StoredRun(suite_run(tmp_path / "r", *(line + "\n" for line in lines)))
    problems: list[Problem] = []
    assert [result["id"] for result in run.readable(problems, latest=False)] == ["a", "b"]
    assert [problem.path for problem in problems] == ["line 2", "line 3"]
    (tmp_path / "r" / RESULTS_FILE).unlink()
    assert list(run.readable(problems, latest=False)) == []
    assert problems[2].message == "cannot be read: No such file or directory"


@pytest.mark.parametrize("planned", [True, False])
def test_a_scoring_has_as_many_results_as_it_says_of_itself(tmp_path: Path, planned: bool) -> None:
    """One of the two calls could not be read. Where the run does not say which cases it was to have, that nobody would miss it."""
    whole = json.dumps(CASE) + "\n"
    folder = suite_run(tmp_path / "r", whole, json.dumps({**CASE, "id": "b"}) + "\n")
    if planned:
        head = json.loads((folder / RUN_FILE).read_text(encoding="utf-8"))
        (folder / RUN_FILE).write_text(json.dumps({**head, "cases": ["a", "b"]}), encoding="utf-8")
    scores = write_scores(folder, [whole.strip()], {"summary": {"total": 1}})
    if planned:
        assert [result["id"] for result in StoredRun(folder).results()] == ["a"]
        (scores / RESULTS_FILE).write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="the run is damaged"):
        list(StoredRun(folder).results())


def test_scorings_that_cannot_be_read_are_not_passed_over(tmp_path: Path) -> None:
    folder = suite_run(tmp_path / "r", json.dumps(CASE) + "\n")
    (folder / "scores").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="scores: cannot be read: "):
        StoredRun(folder)


def test_a_scoring_that_cannot_be_looked_at_is_not_passed_over(tmp_path: Path) -> None:
    folder = suite_run(tmp_path / "r", json.dumps(CASE) + "\n")
    write_scores(folder, [json.dumps({**CASE, "status": "failed"})], {})
    (folder / "scores" / "2").symlink_to("2")
    with pytest.raises(InputError, match=r"run\.json: cannot be read: "):
        StoredRun(folder)
    (folder / "scores" / "2").unlink()
    (folder / "scores" / "2").mkdir()  # broken off before its end
    assert [result["status"] for result in StoredRun(folder).results()] == ["failed"]
    (folder / "scores" / "1" / RUN_FILE).unlink()
    os.mkfifo(folder / "scores" / "1" / RUN_FILE)
    assert [result["status"] for result in StoredRun(folder).results()] == ["failed"]


@pytest.mark.parametrize("name", [RUN_FILE, RESULTS_FILE])
def test_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    folder = suite_run(tmp_path / "r", json.dumps(CASE) + "\n")
    (folder / name).unlink()
    os.mkfifo(folder / name)
    with pytest.raises(InputError, match="cannot be read: it is no file"):
        list(StoredRun(folder).results())


def test_results_that_are_missing_are_noticed(tmp_path: Path) -> None:
    run = StoredRun(suite_run(tmp_path / "r", json.dumps(CASE) + "\n", total=2))
    with pytest.raises(InputError, match="says that it judged 2 calls, but holds the results of 1"):
        list(run.results())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"status": "passed", "axes": {}}, "line 1: id: found null, expected a text"),
        ({"id": "a", "passed": True, "findings": []}, "line 1: status: found null, expected a text"),
        ({"id": "a", "status": "passed"}, "line 1: axes: found null, expected an object"),
        ([], "line 1: found an empty list, expected the result of a call"),
    ],
)
def test_a_line_that_is_no_result_of_a_case_is_named(tmp_path: Path, line: object, sentence: str) -> None:
    run = StoredRun(suite_run(tmp_path / "r", json.dumps(line) + "\n"))
    with pytest.raises(InputError) as raised:
        list(run.results())
    assert sentence in str(raised.value)


def test_a_later_scoring_takes_the_place_of_the_first_and_is_numbered(tmp_path: Path) -> None:
    folder = suite_run(tmp_path / "r", json.dumps(CASE) + "\n")
    for n in range(1, 12):
        later = json.dumps({**CASE, "status": "failed", "n": n})
        assert write_scores(folder, [later], {"kind": "scores"}) == folder / "scores" / str(n)
    assert [result["n"] for result in StoredRun(folder).results()] == [11]


def test_a_scoring_that_was_broken_off_counts_for_nothing(tmp_path: Path) -> None:
    folder = suite_run(tmp_path / "r", json.dumps(CASE) + "\n")
    (folder / "scores" / "3").mkdir(parents=True)
    assert [result["status"] for result in StoredRun(folder).results()] == ["passed"]
    assert write_scores(folder, [], {}).name == "4"


def test_what_run_printed_is_a_run(tmp_path: Path) -> None:
    printed = tmp_path / "run.json"
    printed.write_text(json.dumps({"cases": [CASE], "axes": {}, "total": 1}), encoding="utf-8")
    run = StoredRun(printed)
    assert (run.kind, run.finished, list(run.results())) == ("run", True, [CASE])
    with pytest.raises(InputError, match="is no run folder"):
        run.calls([])
    printed.write_text(json.dumps({"runs": [], "diffs": []}), encoding="utf-8")
    with pytest.raises(InputError, match="holds the runs of several agents"):
        StoredRun(printed)
