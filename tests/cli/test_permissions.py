"""Files and folders that may not be read or written: a sentence and exit code 2, before anybody is called."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Done, run
from tests.meta.source import ROOT

_COMMANDS = """
import json, sys
from tests.cli.running import run
done = [run(*args) for args in json.load(sys.stdin)]
json.dump([[one.code, one.out, one.err] for one in done], sys.stdout)
"""


def without_rights(folder: Path, *commands: tuple[str, ...]) -> list[Done]:
    """Runs commands in a process that may do no more than what the permissions of files say; root may, as root, do everything."""
    give_up: list[str] = []
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root cannot give up its rights here: there is no setpriv")
        give_up = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
    done = subprocess.run(
        [*give_up, sys.executable, "-c", _COMMANDS],
        input=json.dumps(commands),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return [Done(*one) for one in json.loads(done.stdout)]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder with one that may only be read, one and a file that may not, and a run."""
    run("run", "outcomes-30", "--agent", "sound", "--only", "corr-01*", "-o", tmp_path / "run")
    for name, mode in (("closed", 0o555), ("secret", 0o000)):
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(mode)
    for name in ("secret.yaml", "secret.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
        (tmp_path / name).chmod(0o000)
    yield tmp_path
    for name in ("closed", "secret"):
        (tmp_path / name).chmod(0o755)


PLAY = ("run", "outcomes-30", "--agent", "naive", "--only", "corr-04*")


def test_what_may_not_be_written(place: Path) -> None:
    (place / "run").chmod(0o555)
    asked = {
        (*PLAY, "-o", "closed/new"): "closed/new",
        (*PLAY, "-o", "closed"): "closed",
        (*PLAY, "-o", "secret/new"): "secret/new",
        (*PLAY, "--agent", "sound", "-o", "closed/both"): "closed/both/naive",
        ("init", "closed"): "closed",
        ("init", "closed/new"): "closed/new",
        ("init", "secret"): "secret",
        ("init", "secret/new"): "secret/new",
        ("gate", "run", "--save-baseline", "closed/new.json"): "closed/new.json",
        ("score", "run"): "run",
    }
    done = without_rights(place, *asked)
    assert [(one.code, one.out) for one in done] == [(2, "")] * len(asked)
    assert [one.err for one in done] == [
        f"error: {file}: cannot be written: Permission denied\n" for file in asked.values()
    ]
    (place / "run").chmod(0o755)


def test_what_may_not_be_read(place: Path) -> None:
    asked = {
        ("run", "secret.yaml", "--agent", "naive"): "secret.yaml",
        ("run", "secret/suite.yaml", "--agent", "naive"): "secret/suite.yaml",
        ("run", "secret", "--agent", "naive"): "secret",
        ("run", ".", "--agent", "naive", "--list"): "./secret",
        ("gate", "secret.json"): "secret.json",
        ("gate", "secret"): "secret/run.json",
        ("score", "secret/run"): "secret/run",
        ("diff", "run", "secret"): "secret/run.json",
        ("gate", "run", "--policy", "secret.yaml"): "secret.yaml",
        ("gate", "run", "--accept", "secret/a.yaml"): "secret/a.yaml",
        ("gate", "run", "--baseline", "secret.json"): "secret.json",
    }
    done = without_rights(place, *asked)
    assert [(one.code, one.out) for one in done] == [(2, "")] * len(asked)
    assert [one.err for one in done] == [
        f"error: {file}: cannot be read: Permission denied\n" for file in asked.values()
    ]
    for option, file in (("--agent", "secret/agent.py"), ("--tools", "secret/tools.py")):
        (one,) = without_rights(place, ("run", "outcomes-30", "--agent", "naive", option, file))
        assert (one.code, one.out) == (2, "")
        assert one.err == f"error: {file}: {option} {file!r}: cannot be read: Permission denied\n"
    both = place / "both"
    for name in ("one", "other"):
        shutil.copytree(place / "run", both / name)
    (both / "other" / "run.json").chmod(0o000)
    (one,) = without_rights(place, ("gate", "both"))
    assert one.err.startswith("error: both: holds 2 runs, one and other; name one of them: ")
    for one in without_rights(place, ("validate", "secret.yaml"), ("validate", "secret")):
        assert one.code == 2
        assert "cannot be read: Permission denied" in one.out
