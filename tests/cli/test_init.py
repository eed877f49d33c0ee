"""`callproof init`: what it writes works as it is."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.running import run

LONGEST_STUB = 40


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    assert run("init", folder).code == 0
    return folder


def test_the_workflow_runs_as_ci_would_run_it(begun: Path, tmp_path: Path) -> None:
    workflow = yaml.safe_load((begun / ".github" / "workflows" / "callproof.yml").read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands[0] == "pip install callproof"
    assert [command.split()[1] for command in commands[1:]] == ["run", "gate"]
    for command in commands[1:]:
        done = subprocess.run(
            [sys.executable, "-m", *shlex.split(command)],
            cwd=begun,
            env={**os.environ, "CI": "true"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert (begun / "callproof-run" / "results.jsonl").is_file()


def test_the_suite_asks_for_what_callproof_is_for(begun: Path) -> None:
    cases = run("run", begun / "suite.yaml", "--list", "--json").json["cases"]
    assert [case["category"] for case in cases] == ["task", "correction", "interruption", "tool_fault"]
    assert run("validate", begun / "suite.yaml").code == 0


def test_doing_nothing_does_not_pass_it(begun: Path) -> None:
    report = run("run", begun / "suite.yaml", "--agent", "do-nothing", "--json").json
    assert report["integrity"]["pass"] == 0


def test_the_stub_is_short(begun: Path) -> None:
    assert len((begun / "agent.py").read_text(encoding="utf-8").splitlines()) <= LONGEST_STUB


def test_nothing_is_overwritten(begun: Path) -> None:
    (begun / "agent.py").write_text("mine\n", encoding="utf-8")
    (begun / "suite.yaml").unlink()
    done = run("init", begun)
    assert (done.code, done.out) == (2, "")
    assert "agent.py, .github/workflows/callproof.yml is there already; nothing was written" in done.err
    assert (begun / "agent.py").read_text(encoding="utf-8") == "mine\n"
    assert not (begun / "suite.yaml").exists()


def test_a_folder_that_is_there_is_used(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("hello\n", encoding="utf-8")
    assert run("init", tmp_path).code == 0
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "hello\n"


def test_a_place_that_cannot_be_written_is_2(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = run("init", tmp_path / "file")
    assert done.code == 2
    assert done.err == f"error: {tmp_path / 'file'}: is a file, expected a folder, or the name of a new one\n"


def test_a_state_that_was_inferred_is_counted_apart(begun: Path) -> None:
    """The stub reports no state: what it acted on is worked out from its calls."""
    options = ("run", begun / "suite.yaml", "--agent", begun / "agent.py")
    assert run(*options, "--json").json["axes"]["active_state_correct"] == {
        "pass": 0,
        "fail": 0,
        "not_measured": 0,
        "inferred": {"pass": 4, "fail": 0, "not_measured": 0},
    }
    lines = [line.split() for line in run(*options).out.splitlines()]
    assert ["active", "state", "correct,", "inferred", "4", "–", "–"] in lines
    assert not any(line[:4] == ["active", "state", "correct,", "reported"] for line in lines)


def test_in_a_part_of_a_repository_it_says_where_the_workflow_belongs(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    done = run("init", tmp_path / "tests" / "calls")
    assert done.code == 0
    assert f"CI reads workflows at the root of a repository, {tmp_path.resolve()}: move" in done.out
    assert (
        "`defaults: {run: {working-directory: tests/calls}}`, and upload tests/calls/callproof-run"
        in done.out
    )
    (tmp_path / "whole" / ".git").mkdir(parents=True)
    assert "CI reads" not in run("init", tmp_path / "whole").out
