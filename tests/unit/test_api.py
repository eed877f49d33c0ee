"""The verbs as functions, and what other packages can add to them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import UserDict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import callproof
from callproof.api import CheckOptions, CheckStream
from callproof.checking import JudgedLine
from callproof.errors import InputError, Problem
from callproof.scoring.checks.dead_air import DeadAir

Turns = list[dict[str, Any]]


def call(id: str, *, wait_s: float = 0.8) -> dict[str, Any]:
    turns: Turns = [
        {"speaker": "caller", "text": "Is my book in?", "start_s": 1.0, "end_s": 3.0},
        {"speaker": "agent", "text": "It is.", "start_s": 3.0 + wait_s, "end_s": 4.5 + wait_s},
    ]
    return {"id": id, "completed": True, "turns": turns}


GOOD, SLOW = call("good"), call("slow", wait_s=4.0)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put(name: str, data: Any) -> str:
    Path(name).write_text(json.dumps(data), encoding="utf-8")
    return name


def without_files(report: callproof.CheckReport) -> Any:
    data = json.loads(json.dumps(report.to_json()))
    return [{**item, "file": ""} for item in data["calls"]], data["summary"]


def test_call_objects_files_and_lists_of_them_give_the_same() -> None:
    one, both = put("good.json", GOOD), put("both.json", [GOOD, SLOW])
    assert without_files(callproof.check(GOOD)) == without_files(callproof.check(one))
    expected = without_files(callproof.check(both))
    for calls in (Path(both), [one, SLOW], [GOOD, SLOW], (item for item in (GOOD, SLOW)), [[GOOD, SLOW]]):
        assert without_files(callproof.check(calls)) == expected  # type: ignore[arg-type]


def test_a_report_has_results_and_the_sum() -> None:
    report = callproof.check([GOOD, SLOW])
    assert [(result.id, result.passed) for result in report.calls] == [("good", True), ("slow", False)]
    assert report.calls[1].findings[0].check == "slow_response"
    assert report.summary["failed"] == 1
    assert (report.errors, report.skipped, report.label) == ((), (), None)


def test_what_cannot_be_read_is_in_the_report_and_the_others_are_judged() -> None:
    Path("broken.json").write_text("{")
    report = callproof.check(["broken.json", {"turns": "x"}, GOOD, {"turns": {1, 2}}])
    assert [result.id for result in report.calls] == ["good"]
    assert [(error.file, error.path) for error in report.errors] == [
        ("broken.json", ""),
        ("", "turns"),
        ("", "[3]"),
    ]
    assert report.errors[2].message == "cannot be written as JSON: a set is no JSON"


def test_calls_without_an_id_are_numbered() -> None:
    anonymous = {key: value for key, value in GOOD.items() if key != "id"}
    assert [result.id for result in callproof.check([anonymous, GOOD, anonymous]).calls] == [
        "call#0",
        "good",
        "call#2",
    ]


def test_any_mapping_is_a_call_object() -> None:
    assert callproof.check(UserDict(GOOD)).calls[0].id == "good"
    assert callproof.check([UserDict({**GOOD, "policy": UserDict(max_refund=50)})]).errors == ()


def test_text_that_is_no_unicode_goes_through_to_the_stored_run() -> None:
    odd = {**GOOD, "id": "half \ud83d"}
    report = callproof.check(odd, output="run")
    assert report.calls[0].id == "half \ud83d"
    assert callproof.check("run").calls[0].id == "half \ud83d"
    assert callproof.diff("run", "run").verdict == "no_change"


TRANSCRIPTS = {
    "vapi": [
        {"role": "user", "message": "Hello.", "time": 1728862776876, "endTime": 1728862778816},
        {"role": "bot", "message": "Yes?", "time": 1728862779376, "endTime": 1728862780086},
    ],
    "timed_roles": [
        {"role": "user", "content": "Hello.", "start_time": 1, "end_time": 2},
        {"role": "agent", "content": "Yes?", "start_time": 2.5, "end_time": 3},
    ],
    "retell": [
        {"role": "user", "content": "Hello.", "words": [{"word": "Hello.", "start": 1, "end": 2}]},
        {"role": "agent", "content": "Yes?", "words": [{"word": "Yes?", "start": 2.5, "end": 3}]},
    ],
}


@pytest.mark.parametrize("transcript", TRANSCRIPTS.values(), ids=TRANSCRIPTS)
def test_the_bare_transcript_of_a_call_is_one_call_as_in_a_file(transcript: list[dict[str, Any]]) -> None:
    report = callproof.check(transcript)
    assert report.errors == ()
    assert [result.id for result in report.calls] == ["call"]
    put("call.json", transcript)
    assert without_files(report) == without_files(callproof.check("call.json"))
    two = callproof.check([transcript, transcript])  # type: ignore[list-item]
    assert [result.id for result in two.calls] == ["call#0", "call#1"]


@pytest.mark.parametrize(
    ("calls", "kind"),
    [(b'{"turns": []}', "bytes"), (bytearray(b"x"), "bytearray"), (None, "NoneType"), (5, "int")],
)
def test_what_cannot_be_calls_is_refused_with_a_sentence(calls: Any, kind: str) -> None:
    with pytest.raises(InputError, match=f"^calls are {kind}, expected files, or call objects"):
        callproof.check(calls)


def test_a_config_that_is_none_is_refused_with_a_sentence() -> None:
    with pytest.raises(InputError, match=r"^config is list, expected a file or an object$"):
        callproof.check(GOOD, config=[1])  # type: ignore[arg-type]


def test_a_report_says_what_judged_it() -> None:
    data = callproof.check(GOOD, only=["dead_air"]).to_json()
    assert data["schema_version"] == 1
    assert data["checks"] == [
        {"id": "dead_air", "version": DeadAir.version, "settings": {"medium_ms": 3000, "high_ms": 10_000}}
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"only": ["nix"]},
        {"skip": ["nix"]},
        {"format": "nix"},
        {"config": "nowhere.yaml"},
        {"config": {"nix": 1}},
        {"label": "a/b"},
        {"output": "full"},
    ],
)
def test_options_that_cannot_be_used_raise(options: dict[str, Any]) -> None:
    Path("full").mkdir()
    Path("full/x").write_text("")
    with pytest.raises(InputError):
        callproof.check(GOOD, **options)


def test_options_choose_checks_and_formats() -> None:
    config = {"checks": {"slow_response": {"high_ms": 9000}}}
    report = callproof.check(SLOW, only="slow_response", config=config, format="simple")
    assert [(f.check, f.severity) for f in report.calls[0].findings] == [("slow_response", "medium")]
    assert [f.check for f in callproof.check(SLOW, skip=["slow_response"]).calls[0].findings] == ["dead_air"]


def test_a_run_is_saved_under_a_label_with_the_time_that_is_given() -> None:
    now = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
    report = callproof.check([GOOD, SLOW], label="v1", now=now)
    saved = json.loads(Path(".callproof/runs/v1/run.json").read_text())
    assert saved["started_at"] == "2026-01-05T12:00:00+00:00"
    assert saved["callproof"] == callproof.__version__
    assert saved["summary"] == report.summary
    assert (report.label, report.to_json()["label"]) == ("v1", "v1")
    with pytest.raises(InputError, match="not empty"):
        callproof.check(GOOD, label="v1")


def test_a_folder_and_a_label_together_save_there_under_the_name() -> None:
    callproof.check(GOOD, label="v1", output="elsewhere")
    assert not Path(".callproof").exists()
    assert callproof.diff("elsewhere", "elsewhere").before_label == "v1"


def test_diff_compares_two_runs() -> None:
    callproof.check([GOOD, SLOW], label="v1")
    callproof.check([call("good", wait_s=4.0), call("slow")], label="v2")
    change = callproof.diff("v1", Path(".callproof/runs/v2"))
    assert (change.verdict, change.regressed, change.fixed) == ("regression", ("good",), ("slow",))
    assert (change.before_label, change.after_label) == ("v1", "v2")


def test_an_unfinished_run_is_not_compared() -> None:
    callproof.check(GOOD, output="run")
    stored = json.loads(Path("run/run.json").read_text())
    put("run/run.json", {**stored, "finished": False})
    with pytest.raises(InputError, match="broken off before its end"):
        callproof.diff("run", "run")


def test_the_stream_gives_what_check_gives_and_keeps_count() -> None:
    put("good.json", GOOD)
    put("slow.json", SLOW)
    Path("f").mkdir()
    Path("f/notes.txt").write_text("no call")
    stream = CheckStream(["good.json", "nowhere", "f", "slow.json"], CheckOptions(output="run"))
    assert (stream.folder, stream.calls, stream.total_bytes) == (None, 0, None)
    items = list(stream)
    results = [json.loads(item.result) for item in items if isinstance(item, JudgedLine)]
    report = callproof.check(["good.json", "slow.json"])
    assert results == json.loads(json.dumps(report.to_json()))["calls"]
    assert stream.summary == report.summary
    assert [item.file for item in items if isinstance(item, Problem)] == ["nowhere", "f"]
    assert (stream.folder, stream.calls) == (Path("run"), 2)
    assert stream.bytes_read == Path("good.json").stat().st_size + Path("slow.json").stat().st_size
    ending = json.loads(Path("run/run.json").read_text())
    assert (ending["finished"], len(ending["errors"]), ending["skipped"]) == (True, 2, ["f/notes.txt"])


def test_a_stream_that_is_left_early_leaves_an_unfinished_run() -> None:
    put("both.json", [GOOD, SLOW])
    stream = CheckStream(["both.json"], CheckOptions(output="run"))
    for _ in stream:
        break
    assert json.loads(Path("run/run.json").read_text())["finished"] is False


# --- other packages -------------------------------------------------------------------------------------------------

TOY = '''
from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.building import RecordBuilder
from callproof.importers.registry import importer
from callproof.scoring.checks.registry import check
from callproof.scoring.findings import Finding, Outcome


@check
@dataclass(frozen=True)
class ShortCall:
    """The call is over before anything can have happened."""

    id: ClassVar[str] = "toy_short_call"
    version: ClassVar[int] = 7
    aliases: ClassVar[tuple[str, ...]] = ("toy_short",)
    shortest_ms: int = 10_000

    def judge(self, call, timing):
        if call.duration_ms is None or call.duration_ms >= self.shortest_ms:
            return Outcome()
        return Outcome((Finding(check=self.id, severity="high", message="over too soon"),))


@importer("toy", recognises=lambda data: isinstance(data, dict) and "toy" in data, keys=("toy", "said"))
def read_toy(data, place):
    builder = RecordBuilder()
    for speaker, start_ms, end_ms, text in data["said"]:
        builder.speech(speaker, start_ms, end_ms, said=text)
    return builder.build(data["toy"], "toy")
'''

TOY_CALL = {"toy": "t1", "said": [["caller", 0, 1000, "Hi"], ["agent", 1500, 2500, "Hello"]]}


@pytest.fixture
def toy_package(tmp_path: Path) -> dict[str, str]:
    """The environment of a process in which a package with a check and an importer is installed."""
    site = tmp_path / "site"
    info = site / "callproof_toy-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "callproof_toy.py").write_text(TOY)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: callproof-toy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[callproof.checks]\ntoy = callproof_toy\n\n[callproof.importers]\ntoy = callproof_toy\n"
    )
    return {**os.environ, "PYTHONPATH": str(site)}


def python(environment: dict[str, str], *args: str) -> Any:
    done = subprocess.run(
        [sys.executable, *args], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_package_adds_a_check_and_a_format_to_the_command(toy_package: dict[str, str]) -> None:
    put("toy.json", [TOY_CALL, GOOD])
    data = python(toy_package, "-m", "callproof", "check", "toy.json", "--json", "--label", "v1")
    assert [item["id"] for item in data["calls"]] == ["t1", "good"]
    assert data["summary"]["by_check"]["toy_short_call"]["high"] == 2
    saved = json.loads(Path(".callproof/runs/v1/run.json").read_text())
    assert {"id": "toy_short_call", "version": 7, "settings": {"shortest_ms": 10_000}} in saved["checks"]
    put("toy.json", TOY_CALL)
    config = put("limits.yaml", {"checks": {"toy_short": {"shortest_ms": 2000}}})
    options = ["--from", "toy", "--only", "toy_short", "--config", config]
    data = python(toy_package, "-m", "callproof", "check", "toy.json", "--json", *options)
    assert [item["findings"] for item in data["calls"]] == [[]]


def test_a_package_adds_to_the_functions_and_to_the_workers(toy_package: dict[str, str]) -> None:
    Path("toy.jsonl").write_text("".join(json.dumps({**TOY_CALL, "toy": f"t{n}"}) + "\n" for n in range(60)))
    Path("script.py").write_text(
        """
import json
import callproof
from callproof import checking
from callproof.api import CheckOptions, CheckStream

if __name__ == "__main__":
    checking._ALONE_BYTES, checking._BATCH_BYTES = 0, 1000
    stream = CheckStream(["toy.jsonl"], CheckOptions(), workers=2)
    ids = [item.id for item in stream]
    report = callproof.check("toy.jsonl")
    print(json.dumps([ids == [call.id for call in report.calls], stream.summary == report.summary, stream.summary]))
"""
    )
    same_ids, same_summary, summary = python(toy_package, "script.py")
    assert same_ids is True
    assert same_summary is True
    assert (summary["calls"], summary["failed"]) == (60, 60)


def test_without_the_package_there_is_neither() -> None:
    report = callproof.check(TOY_CALL)
    assert report.calls == ()
    with pytest.raises(InputError, match="no check 'toy_short_call'"):
        callproof.check(GOOD, only=["toy_short_call"])
