"""`callproof validate`: records and suites that hold together, and those that do not, place by place."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from pathlib import Path

import pytest

from callproof.evidence.files import call_schema
from callproof.scenario.schema import case_schema, suite_schema
from tests.cli.running import GOOD, SLOW, run, write_lines
from tests.meta.source import ROOT

GOLDEN = Path(__file__).parents[1] / "data" / "goldens" / "call-v1.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A call folder with a sound record."""
    shutil.copy(GOLDEN, tmp_path / "call.jsonl")
    return tmp_path


def change(folder: Path, line: int, text: str) -> None:
    """Puts `text` in the place of a line, counted from 1."""
    file = folder / "call.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = text
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_sound_record_as_a_folder_and_as_a_file(folder: Path) -> None:
    for path in (folder, folder / "call.jsonl", GOLDEN):
        done = run("validate", path)
        assert (done.code, done.out) == (0, "1 record valid\n")


def test_what_check_wrote_is_valid(tmp_path: Path) -> None:
    run("check", write_lines(tmp_path / "c.jsonl", [GOOD, SLOW]), "-o", tmp_path / "out")
    done = run("validate", tmp_path / "out")
    assert (done.code, done.out) == (0, "2 records valid\n")


def test_each_line_that_does_not_fit_is_named_and_the_code_is_1(folder: Path) -> None:
    lines = (folder / "call.jsonl").read_text(encoding="utf-8").splitlines()
    change(folder, 3, '{"type": "speech.shouted"}')
    change(folder, 5, "{")
    change(folder, 6, json.dumps({**json.loads(lines[5]), "quality": "guessed"}))
    done = run("validate", folder, "--json")
    assert done.code == 1
    (record,) = done.json["records"]
    assert record["valid"] is False
    assert record["file"] == str(folder / "call.jsonl")
    assert [problem["path"] for problem in record["problems"]] == [
        "line 3", "line 5", "line 6: quality",
    ]  # fmt: skip
    report = run("validate", folder).out
    assert "\n    line 6: quality: found 'guessed', expected " in report
    assert report.endswith("\n1 of 1 record not valid\n")


def test_events_that_do_not_fit_together_are_named(folder: Path) -> None:
    lines = (folder / "call.jsonl").read_text(encoding="utf-8").splitlines()
    change(folder, 4, json.dumps({**json.loads(lines[3]), "ms": 10**9}))
    done = run("validate", folder)
    assert done.code == 1
    assert "    line 4: ms is 1000000000" in done.out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"hello", "line 1: expected the header"),
        (b'{"turns": []}', "line 1: expected the header"),
        (b'{"type": "call", "schema_version": 99, "id": "c", "format": "x"}', "update callproof"),
        (b'{"type": "call", "schema_version": 1, "format": "x"}', "line 1: id: is missing"),
        (b"\xff\xfe\x00", "is UTF-16 text"),
    ],
)
def test_what_is_no_record_at_all_is_2(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "call.jsonl").write_bytes(content)
    done = run("validate", tmp_path)
    assert done.code == 2
    assert said in done.out


def test_a_missing_file_and_a_folder_without_records_are_2(tmp_path: Path) -> None:
    done = run("validate", tmp_path / "nowhere", tmp_path)
    assert done.code == 2
    assert "nowhere\n    there is no such file or folder\n" in done.out
    assert f"  {tmp_path}\n    there is no file with calls in this folder\n" in done.out
    assert done.out.endswith("2 of 2 records not valid\n")


def test_one_bad_record_does_not_hide_the_others(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        shutil.copy(GOLDEN, tmp_path / name / "call.jsonl")
    change(tmp_path / "b", 2, "[]")
    done = run("validate", tmp_path, "--json")
    assert [record["valid"] for record in done.json["records"]] == [True, False, True]
    assert done.code == 1
    (tmp_path / "a/call.jsonl").write_text("")
    assert run("validate", tmp_path).code == 2


def test_derived_evidence_is_looked_at_too(folder: Path) -> None:
    (folder / "derived").mkdir()
    (folder / "derived/edges@1.jsonl").write_text(
        '{"type": "derivation", "schema_version": 1}\n'
        '{"type": "edge.found", "event": 987654, "ms": 1, "uncertainty_ms": 10}\n'
    )
    done = run("validate", folder)
    assert done.code == 1
    assert "derived/edges@1.jsonl\n    line 2: event 987654 is not in the call\n" in done.out
    assert done.out.endswith("1 of 1 record not valid\n")


def test_the_schema_of_a_call() -> None:
    done = run("validate", "--schema", "call")
    assert done.code == 0
    assert done.json == call_schema()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "name a call folder, a call.jsonl file or a suite, or --schema NAME"),
        (("--schema", "cal"), "no schema 'cal'; there are call, suite, case, agent. Did you mean 'call'?"),
        (("--schema", "call", "x"), "takes no files"),
    ],
)
def test_wrong_usage_is_2(args: tuple[str, ...], said: str) -> None:
    done = run("validate", *args)
    assert done.code == 2
    assert done.out == ""
    assert said in done.err


def test_gzip_standard_input_globs_and_several_records_in_a_file(tmp_path: Path) -> None:
    data = GOLDEN.read_bytes()
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(data))
    (tmp_path / "b.jsonl").write_bytes(data + data)
    assert run("validate", "-", stdin=data).out == "1 record valid\n"
    assert run("validate", tmp_path / "*.jsonl*").out == "3 records valid\n"
    first = len(data.splitlines()) + 1
    (tmp_path / "b.jsonl").write_bytes(data + data + b"[]\n")
    done = run("validate", tmp_path / "b.jsonl", "--json")
    assert done.code == 1
    assert [(record["valid"], record.get("place")) for record in done.json["records"]] == [
        (True, None),
        (False, f"record from line {first}"),
    ]
    assert run("validate", tmp_path / "b.jsonl").out.endswith("\n1 of 2 records not valid\n")


def test_a_folder_may_hold_other_files_beside_records(folder: Path) -> None:
    shutil.move(folder / "call.jsonl", folder / "mine.jsonl")
    write_lines(folder / "calls.jsonl", [GOOD, SLOW])
    (folder / "notes.txt").write_text("x")
    assert run("validate", folder).out == "1 record valid\n"
    (folder / "mine.jsonl").unlink()
    done = run("validate", folder)
    assert (done.code, done.out.splitlines()[1]) == (2, "    there is no record of a call in this folder")
    named = run("validate", folder / "calls.jsonl")
    assert named.code == 2
    assert named.out.count("line 1: expected the header") == 1


def test_the_runs_that_were_saved_are_validated_too(tmp_path: Path) -> None:
    run("check", write_lines(tmp_path / "c.jsonl", [GOOD, SLOW]), "-o", tmp_path / "runs/a")
    assert run("validate", tmp_path / "runs").out == "2 records valid\n"


def test_a_pipe_named_as_a_record_is_not_waited_for(folder: Path) -> None:
    (folder / "deep").mkdir()
    os.mkfifo(folder / "deep/call.jsonl")
    shutil.move(folder / "call.jsonl", folder / "mine.jsonl")
    assert run("validate", folder).out == "1 record valid\n"


def test_a_date_that_is_none_is_named(folder: Path) -> None:
    header = {"type": "call", "schema_version": 1, "id": "c", "format": "x", "started_at": "soon"}
    change(folder, 1, json.dumps(header))
    assert "line 1: started_at: found 'soon', expected an ISO 8601 time" in run("validate", folder).out


SUITE = ROOT / "docs" / "scenarios.md"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """The suite that the page on scenarios shows."""
    file = tmp_path / "suites" / "parcels.yaml"
    file.parent.mkdir()
    file.write_text(SUITE.read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0])
    return file


def test_a_suite_that_holds_together(suite: Path) -> None:
    assert (run("validate", suite).code, run("validate", suite).out) == (0, "1 suite valid\n")
    assert run("validate", "outcomes-30").out == "1 suite valid\n"
    done = run("validate", suite.parent, "--json")
    assert done.json == {
        "records": [],
        "suites": [{"file": str(suite), "scenarios": 3, "valid": True, "problems": []}],
    }


def test_everything_that_is_wrong_with_a_suite_is_named(suite: Path) -> None:
    text = (
        suite.read_text()
        .replace("pieces: 2}}", "piece: 2}}")
        .replace("record: parcel_number\n", "record: number\n")
    )
    suite.write_text(text)
    done = run("validate", suite)
    assert done.code == 1
    assert "worlds.parcels.tools.set_pieces.write.record: there is no parameter 'number'" in done.out
    assert done.out.endswith("1 of 1 suite not valid\n")
    suite.write_text("suite: [")
    assert run("validate", suite).code == 2


def test_a_folder_may_hold_suites_and_records(suite: Path, folder: Path) -> None:
    (suite.parent / "call").mkdir()
    shutil.copy(folder / "call.jsonl", suite.parent / "call")
    assert run("validate", suite.parent).out == "1 record valid\n1 suite valid\n"
    (suite.parent / "bad.json").write_text('{"scenarios": []}')
    done = run("validate", suite.parent)
    assert (done.code, done.out.splitlines()[-1]) == (1, "1 of 2 suites not valid")
    assert "scenarios: is an empty list" in done.out


def test_the_schemas_of_suites_and_cases() -> None:
    assert run("validate", "--schema", "suite").json == suite_schema()
    assert run("validate", "--schema", "case").json == case_schema()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "is an empty list, expected scenarios"),
        ("null", "is empty, expected scenarios"),
        ("hello", "found 'hello', expected a scenario"),
        ("", "is empty, expected scenarios"),
    ],
)
def test_a_yaml_file_is_taken_for_scenarios_whatever_is_in_it(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "suite.yaml"
    file.write_text(text, encoding="utf-8")
    done = run("validate", file)
    assert done.code == 1
    assert said in done.out
    assert "1 of 1 suite not valid" in done.out
