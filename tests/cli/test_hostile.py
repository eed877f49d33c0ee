"""Whatever stands in a file, it ends in a result or a sentence, and it does not steer the terminal."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.running import GOOD, Done, call, run, spawn, write_json
from tests.strategies import JSON_VALUES, damaged, simple_calls

_MANY = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

# How files begin, so that random bytes get further than the first sign.
PREFIXES = [
    b"",
    b"\x1f\x8b\x08\x00",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"[",
    b'{"turns":[',
    b'{"type":"call","schema_version":1,"id":"c","format":"simple"}\n',
    b'{"turns":[]}\n',
    gzip.compress(json.dumps(GOOD).encode(), mtime=0)[:-9],
]


def check_bytes(folder: Path, data: bytes) -> Done:
    file = folder / "f.json"
    file.write_bytes(data)
    done = run("check", file, "--json")
    assert done.code in (0, 2)
    assert (done.code == 2) == bool(done.json["errors"])
    assert done.json["calls"] or done.json["errors"]
    report = run("check", file)
    assert report.code == done.code
    assert is_harmless(report.out)
    assert run("check", "-", "--workers", "1", stdin=data).code == done.code
    return done


def is_harmless(text: str) -> bool:
    return all(char.isprintable() or char in "\n\u200c\u200d" for char in text)


@_MANY
@given(prefix=st.sampled_from(PREFIXES), data=st.binary(max_size=200))
def test_any_bytes(tmp_path: Path, prefix: bytes, data: bytes) -> None:
    check_bytes(tmp_path, prefix + data)


@_MANY
@given(data=JSON_VALUES)
def test_any_json(tmp_path: Path, data: Any) -> None:
    check_bytes(tmp_path, json.dumps(data).encode())


@_MANY
@given(data=st.one_of(simple_calls(), simple_calls().flatmap(damaged)))
def test_calls_sound_and_damaged(tmp_path: Path, data: Any) -> None:
    try:
        text = json.dumps([data])
    except (ValueError, RecursionError):  # deeper or longer than Python writes
        return
    check_bytes(tmp_path, text.encode())


@settings(_MANY, max_examples=60)
@given(data=st.binary(max_size=300), prefix=st.sampled_from(PREFIXES))
def test_any_bytes_as_a_record_a_config_and_a_run(tmp_path: Path, prefix: bytes, data: bytes) -> None:
    file = tmp_path / "call.jsonl"
    file.write_bytes(prefix + data)
    assert run("validate", file).code in (0, 1, 2)
    assert run("diff", file, file).code in (0, 2)
    good = write_json(tmp_path / "good.json", GOOD)
    assert run("check", good, "--config", file).code in (0, 2)


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"1" * 10_000,
        b'"\\ud800"',
        b'{"turns": [{"speaker": "user", "start_s": 1e999}]}',
        b'{"turns": [{"speaker": "user", "start_s": -0.0, "end_s": 1e308}]}',
        gzip.compress(json.dumps(GOOD).encode(), mtime=0)[:-5],
        gzip.compress(gzip.compress(json.dumps(GOOD).encode(), mtime=0), mtime=0),
        b"\n" * 10_000,
        b'{"turns":[]}\r' * 3,
        json.dumps(GOOD).encode("utf-16"),
        json.dumps(GOOD).encode("utf-32"),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_bytes_that_broke_other_readers(tmp_path: Path, data: bytes) -> None:
    check_bytes(tmp_path, data)


def test_a_json_lines_file_with_damage_in_it_loses_only_that(tmp_path: Path) -> None:
    good = json.dumps(GOOD).encode()
    done = check_bytes(tmp_path, b"\n".join([good, b"{", good, b"\xff", b"", good]))
    assert len(done.json["calls"]) == 3
    assert [error["path"] for error in done.json["errors"]] == ["line 2", "line 4"]
    done = check_bytes(tmp_path, b"\n".join([b"{", good, b'{"turns": 3}', good]))
    assert len(done.json["calls"]) == 2
    assert [error["path"] for error in done.json["errors"]] == ["line 1", "line 3: turns"]


def test_a_damaged_zip_gives_the_calls_before_the_damage(tmp_path: Path) -> None:
    data = b"".join(json.dumps(call(f"c{n}")).encode() + b"\n" for n in range(200))
    done = check_bytes(tmp_path, gzip.compress(data)[:-20])
    assert len(done.json["calls"]) > 100
    assert "the gzip data is damaged" in done.json["errors"][0]["message"]


STEERING = "\x1b[2J\x1b]0;owned\x07[bold red]x[/] \u202egnp.exe \x9b31m\r\x00\x7f \ud83d :smile:"
SHOWN = "\\x1b[2J\\x1b]0;owned\\x07[bold red]x[/] \\u202egnp.exe \\x9b31m\\r\\x00\\x7f \\ud83d :smile:"


def steering_call() -> dict[str, Any]:
    """A call that fails, with hostile text wherever a file has text that a report shows."""
    data = call(STEERING, wait_s=4.0, completed=False, ended_reason=STEERING)
    for turn in data["turns"]:
        turn["text"] = STEERING
    action = {"name": STEERING, "args": {STEERING: STEERING}, "consequential": True}
    data["turns"][2]["actions"] = [action, action]
    return data


def test_text_from_files_is_spelled_out(tmp_path: Path) -> None:
    write_json(tmp_path / "c.json", steering_call())
    done = run("check", tmp_path / "c.json")
    assert is_harmless(done.out)
    assert f"FAIL  {SHOWN}  " in done.out
    assert "[bold red]x[/]" in done.out


def test_text_in_errors_is_spelled_out(tmp_path: Path) -> None:
    write_json(tmp_path / "c.json", {"turns": [{"speaker": STEERING, STEERING: 1}]})
    done = run("check", tmp_path / "c.json")
    assert done.code == 2
    assert is_harmless(done.out)
    assert "\\x1b[2J" in done.out
    config = tmp_path / "limits.yaml"
    config.write_text('"\\e[2J[bold]": 1\n')
    done = run("check", tmp_path / "c.json", "--config", config)
    assert is_harmless(done.err)
    assert "\\x1b[2J[bold]" in done.err


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be there")
def test_names_of_files_are_spelled_out(tmp_path: Path) -> None:
    folder = tmp_path / "\x1b[2J[bold]"
    folder.mkdir()
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.json")).write_text(json.dumps(GOOD))
    (folder / "\x1b[31m.txt").write_text("skipped")
    (folder / "bad\n.json").write_text("{")
    done = run("check", folder)
    assert is_harmless(done.out)
    assert "\\x1b[2J[bold]/\\udcff.json" in done.out
    assert "\\x1b[31m.txt" in done.out
    assert "bad\\n.json" in done.out
    assert spawn("check", folder).out == done.out
    assert run("check", folder, "--json").json["calls"][0]["file"].endswith("\udcff.json")


def test_text_in_a_comparison_is_spelled_out(tmp_path: Path) -> None:
    before = write_json(tmp_path / "a.json", [steering_call(), call(f"only{STEERING}")])
    fixed = call(STEERING)
    fixed["turns"][2]["actions"] = [{"name": "find", "args": {}}]
    after = write_json(tmp_path / "b.json", fixed)
    assert run("check", before, "-o", tmp_path / "before").code == 0
    assert run("check", after, "-o", tmp_path / "after").code == 0
    done = run("diff", tmp_path / "before", tmp_path / "after")
    assert done.code == 0
    assert is_harmless(done.out)
    assert f"\nfixed (1)\n  {SHOWN}\n" in done.out
    assert f"\n  only{SHOWN}\n" in done.out


def test_text_in_a_run_that_is_judged_again_is_spelled_out(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run("run", "outcomes-30", "--agent", "sound", "--only", "corr-01*", "-o", folder).code == 0
    head = json.loads((folder / "run.json").read_text())
    hostile = {"agent": STEERING, "suites": [STEERING], "line": [f"noise{STEERING}"]}
    (folder / "run.json").write_text(json.dumps({**head, **hostile}))
    done = run("score", folder)
    assert done.code == 0
    assert is_harmless(done.out)
    assert f"on a line with noise{SHOWN}\n" in done.out


def test_text_in_a_validation_is_spelled_out(tmp_path: Path) -> None:
    record = tmp_path / "call.jsonl"
    header = {"type": "call", "schema_version": 1, "id": "c", "format": "x", STEERING: 1}
    record.write_text(json.dumps(header) + "\n")
    done = run("validate", record)
    assert done.code == 2
    assert is_harmless(done.out)
    assert "\\x1b[2J" in done.out


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_terminal_of_any_encoding(tmp_path: Path, encoding: str) -> None:
    data = call("grün ☎ 電話", wait_s=4.0)
    file = write_json(tmp_path / "c.json", data)
    for options in ([], ["--json"]):
        done = spawn("check", file, *options, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
        assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["calls"][0]["id"] == "grün ☎ 電話"
