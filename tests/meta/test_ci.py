"""What CI runs is there to be run."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tests.meta.source import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
SCRIPT = ROOT / ".ci" / "run"


def commands() -> dict[str, list[list[str]]]:
    """By job, the words of each command."""
    jobs: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"]
    return {
        name: [step["run"].split() for step in job["steps"] if "run" in step] for name, job in jobs.items()
    }


def test_what_a_job_makes_is_a_target() -> None:
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    for name, run in commands().items():
        for command in run:
            made = command[1:] if command[0] == "make" else command[2:]
            assert command[0] == "make" or command[:2] == ["bash", ".ci/run"], name
            assert set(made) <= targets, name


def test_all_that_the_script_makes_is_made_by_some_job() -> None:
    default = re.search(r"^ *set -- (.+)$", SCRIPT.read_text(), re.MULTILINE)
    assert default is not None
    made = {target for run in commands().values() for command in run for target in command[1:]}
    assert set(default[1].split()) == {"check", "test", "live"} <= made
