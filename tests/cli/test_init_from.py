"""`callproof init --from`: a suite from one's own tools, which works as it is written."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.cli.running import run
from tests.meta.source import ROOT

SCHEMAS = ROOT / "tests" / "data" / "schemas"


@pytest.mark.parametrize(
    ("source", "least"),
    [
        (SCHEMAS / "clinic.yaml", 21),
        (SCHEMAS / "hotel.json", 18),
        (SCHEMAS / "tools.json", 21),
        (f"pipecat:{ROOT / 'examples' / 'pipecat-agent' / 'bot.py'}", 14),
        (f"livekit:{ROOT / 'examples' / 'livekit-agent' / 'agent.py'}", 14),
    ],
)
def test_what_is_written_is_valid_and_told_apart(source: str | Path, least: int, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    done = run("init", folder, "--from", source)
    assert done.code == 0
    assert f"next: cd {folder} && callproof run suite.yaml --agent agent.yaml" in done.out
    for name in ("suite.yaml", "agent.yaml"):
        assert run("validate", folder / name).code == 0, name
    report = run("run", folder / "suite.yaml", "--agent", "sound", "--json").json
    assert report["integrity"]["pass"] >= least
    assert report["integrity"]["fail"] == 0
    assert run("run", folder / "suite.yaml", "--agent", "sound").code == 0
    naive = run("run", folder / "suite.yaml", "--agent", "naive", "--json")
    assert naive.code == 1
    assert naive.json["integrity"]["fail"] >= 5
    assert run("run", folder / "suite.yaml", "--agent", "do-nothing", "--json").json["integrity"]["pass"] == 0


def test_it_says_what_it_made_and_what_it_could_not(tmp_path: Path) -> None:
    done = run("init", tmp_path / "mine", "--from", SCHEMAS / "clinic.yaml")
    assert "8 tools, 24 scenarios; the reference agent `sound` passes them all" in done.out
    assert "addReminders is for you to fill in, in suite.yaml: needs channels, of the type array" in done.out
    assert "not read: " in done.out
    assert "paths./attachments.post: its request body is no JSON" in done.out


def test_the_workflow_calls_the_agent_of_the_file(tmp_path: Path) -> None:
    run("init", tmp_path, "--from", "twilio")
    text = (tmp_path / ".github" / "workflows" / "callproof.yml").read_text(encoding="utf-8")
    (job,) = yaml.safe_load(text)["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step][:2] == [
        "pip install 'callproof[live]'",
        "callproof run suite.yaml --agent agent.yaml -o callproof-run",
    ]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "agent.yaml").write_text("mine\n", encoding="utf-8")
    done = run("init", tmp_path, "--from", "twilio")
    assert (done.code, done.out) == (2, "")
    assert "agent.yaml is there already; nothing was written" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["agent.yaml"]


def test_the_agent_s_own_file_stays_as_it_is(tmp_path: Path) -> None:
    text = (SCHEMAS / "pipecat" / "bot.py").read_text(encoding="utf-8")
    (tmp_path / "bot.py").write_text(text, encoding="utf-8")
    assert run("init", tmp_path, "--from", "pipecat").code == 0
    assert (tmp_path / "bot.py").read_text(encoding="utf-8") == text
    assert yaml.safe_load((tmp_path / "agent.yaml").read_text(encoding="utf-8"))["start"]["command"][:2] == [
        "python",
        "bot.py",
    ]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("pipcat", "Did you mean 'pipecat'"),
        ("none.json", "there is no such file"),
        (str(SCHEMAS / "pipecat" / "menu.py"), "imports neither pipecat nor livekit"),
    ],
)
def test_what_cannot_be_used_is_2_and_writes_nothing(source: str, message: str, tmp_path: Path) -> None:
    done = run("init", tmp_path / "mine", "--from", source)
    assert done.code == 2
    assert message in done.err
    assert not (tmp_path / "mine").exists()
