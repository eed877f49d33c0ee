"""The command line as a whole: help, version, wrong usage, and the exit code of each way to end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import callproof
from tests.cli.running import GOOD, SLOW, run, spawn, write_json, write_lines

COMMANDS = ("demo", "init", "doctor", "check", "run", "score", "diff", "gate", "validate", "selftest")


def test_the_help_fits_one_screen_and_names_every_command() -> None:
    done = run("--help")
    assert done.code == 0
    assert len(done.out.splitlines()) <= 24
    assert [name for name in COMMANDS if f"  {name} " not in done.out] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_that_fits_one_screen(command: str) -> None:
    done = run(command, "-h")
    assert done.code == 0
    assert len(done.out.splitlines()) <= 26
    assert ("--json" in done.out) == (command != "init")


def test_the_version() -> None:
    assert run("--version").out == f"callproof {callproof.__version__}\n"


def test_the_installed_command_is_the_module() -> None:
    done = spawn("--version")
    assert (done.code, done.out) == (0, f"callproof {callproof.__version__}\n")


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (("chek",), "Did you mean 'check'?"),
        (("check",), "PATHS"),
        (("check", "x.json", "--strickt"), "--strickt"),
        (("check", "x.json", "--workers", "0"), "--workers"),
        (("check", "x.json", "--workers", "many"), "--workers"),
        (("diff", "a"), "AFTER"),
    ],
)
def test_wrong_usage_is_2_and_says_what_is_wrong(args: tuple[str, ...], hint: str) -> None:
    done = run(*args)
    assert done.code == 2
    assert done.out == ""
    assert hint in done.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--only", "slow_respons"), "--only: no check 'slow_respons'. Did you mean 'slow_response'?"),
        (("--skip", "dead_air,nix"), "--skip: no check 'nix'"),
        (("--only", ","), "--only: no check ''"),
        (("--only", "dead_air", "--skip", "dead_air"), "every check is left out"),
        (("--from", "vappi"), "no format 'vappi'; there are"),
        (("--config", "nowhere.yaml"), "nowhere.yaml: there is no such file"),
        (("--label", "a/b"), "'a/b' cannot be a label"),
    ],
)
def test_an_option_that_cannot_be_used_is_2_before_anything_is_read(args: tuple[str, ...], said: str) -> None:
    done = run("check", "no-such-file.json", *args)
    assert done.code == 2
    assert done.out == ""
    assert said in done.err
    assert "no-such-file" not in done.err


def test_every_wrong_option_is_named_at_once() -> None:
    done = run("check", "x.json", "--only", "a", "--skip", "b")
    assert [line.split(".")[0] for line in done.err.splitlines()] == [
        "error: --only: no check 'a'",
        "error: --skip: no check 'b'",
    ]


@pytest.fixture
def extended(tmp_path: Path) -> dict[str, str]:
    """The environment of a process with a package whose check and whose format fail at their own work."""
    (tmp_path / "breaks.py").write_text(
        """
from dataclasses import dataclass
from typing import ClassVar
from callproof.importers.registry import importer
from callproof.scoring.checks.registry import check

@check
@dataclass(frozen=True)
class Breaks:
    id: ClassVar[str] = "breaks"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    def judge(self, call, timing):
        raise ZeroDivisionError("planted in a check")

@importer("broken", recognises=lambda data: "broken" in data, keys=("broken",))
def read_broken(data, place):
    raise ZeroDivisionError("planted in a format")
"""
    )
    info = tmp_path / "breaks-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: breaks\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[callproof.checks]\nbreaks = breaks\n")
    return {"PYTHONPATH": str(tmp_path)}


def test_a_fault_of_callproof_is_3_and_one_sentence(tmp_path: Path, extended: dict[str, str]) -> None:
    done = spawn("check", write_json(tmp_path / "c.json", {"broken": 1}), env=extended)
    assert done.code == 3
    assert "Traceback" not in done.err
    assert done.err.startswith("error: callproof itself failed, which says nothing about the calls: ")
    assert "ZeroDivisionError: planted in a format" in done.err
    assert "report" in done.err


def test_debug_shows_the_traceback(tmp_path: Path, extended: dict[str, str]) -> None:
    done = spawn("--debug", "check", write_json(tmp_path / "c.json", {"broken": 1}), env=extended)
    assert done.code != 0
    assert "Traceback" in done.err
    assert "ZeroDivisionError: planted in a format" in done.err


@pytest.mark.parametrize("options", [(), ("--strict",), ("--json",)])
def test_a_check_that_crashes_is_3_and_the_others_are_shown(
    tmp_path: Path, extended: dict[str, str], options: tuple[str, ...]
) -> None:
    calls = write_json(tmp_path / "c.json", SLOW)
    done = spawn("check", calls, "--only", "slow_response,breaks", *options, env=extended)
    assert done.code == 3
    assert done.err.startswith(
        "error: checks failed at their own work, which says nothing about the calls: breaks\n"
    )
    assert "slow_response" in done.out
    assert "ZeroDivisionError: planted in a check" in done.out
    assert "Traceback" not in done.out + done.err
    assert spawn("check", calls, "--skip", "breaks", env=extended).code == 0


def test_an_extension_that_cannot_be_loaded_is_named(tmp_path: Path, extended: dict[str, str]) -> None:
    (tmp_path / "breaks.py").write_text("import no_such_module\n")
    done = spawn("check", write_json(tmp_path / "c.json", GOOD), env=extended)
    assert done.code == 3
    assert "the extension breaks (breaks) cannot be loaded: No module named 'no_such_module'" in done.err


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path, options: list[str]) -> None:
    calls = write_lines(tmp_path / "c.jsonl", [{**SLOW, "id": f"call {n}"} for n in range(2000)])
    process = subprocess.Popen(
        [sys.executable, "-m", "callproof", "check", str(calls), "--workers", "1", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    # The report for people may have gone into the pipe whole before it closed.
    assert process.wait(60) in ({141} if options else {0, 141})


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
def test_help_to_a_closed_pipe_is_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "callproof", "--help"], stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "command", [["check", "c.json"], ["check", "c.json", "--json"], ["--help"], ["--version"]]
)
def test_a_full_disk_behind_stdout_is_a_sentence(tmp_path: Path, command: list[str], unbuffered: str) -> None:
    write_json(tmp_path / "c.json", GOOD)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "callproof", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert done.stderr == b"error: the system refused: [Errno 28] No space left on device\n"
    assert done.returncode == 3
