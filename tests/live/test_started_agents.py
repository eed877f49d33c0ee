"""Agents that a run starts, and that end under its calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.ports import free_port

# Takes a media stream, and ends in the middle of the first call of each of its lives.
DIES = """
import os, sys
from websockets.sync.server import serve

def take(socket):
    for number, message in enumerate(socket):
        if number == 150:
            print("Traceback (most recent call last):")
            print("MemoryError:", os.environ["MY_KEY"])
            os._exit(7)

print("up")
serve(take, "127.0.0.1", int(sys.argv[1])).serve_forever()
"""


def played(folder: Path, agent: str, *args: str) -> tuple[dict[str, Any], str]:
    (folder / "agent.yaml").write_text(agent)
    done = subprocess.run(
        [sys.executable, "-m", "callproof", "run", "outcomes-30", "--agent", "agent.yaml", "--json", *args],
        capture_output=True,
        text=True,
        timeout=280,
        cwd=folder,
        env={**os.environ, "MY_KEY": "k-very-secret"},
    )
    assert done.returncode == 1, done.stderr
    return json.loads(done.stdout), done.stderr


def test_calls_under_way_are_nobody_s_failure_and_the_batch_goes_on(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(DIES)
    port = free_port()
    agent = f"""
agent: twilio:ws://127.0.0.1:{port}/
start:
  command: [{sys.executable}, bot.py, "{port}"]
  env: {{MY_KEY: "${{MY_KEY}}"}}
"""
    report, _ = played(tmp_path, agent, "--only", "corr-0[1234]*", "--at-once", "2", "-o", "run", "--wire")
    cases = report["cases"]
    assert [(case["status"], case["blame"]) for case in cases] == [("invalid", "platform")] * 4
    reasons = [" ".join(case["reasons"]) for case in cases]
    tails = [reason for reason in reasons if "\nMemoryError: ***" in reason]
    # Two lives, each told once.
    assert len(tails) == 2
    assert all("the agent's process ended with exit code 7" in reason for reason in reasons)
    assert "k-very-secret" not in json.dumps(report)
    for wire in (tmp_path / "run").glob("calls/*/wire.jsonl"):
        lines = [json.loads(line) for line in wire.read_text().splitlines()]
        assert lines[-1]["direction"] == "closed"
        assert lines[-1]["text"].startswith("connection lost")


def below(pid: int) -> set[int]:
    """A process's children, theirs, and so on."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [(int(child), int(parent)) for child, parent in map(str.split, listed.stdout.splitlines())]
    found: set[int] = {pid}
    while more := {child for child, parent in pairs if parent in found} - found:
        found |= more
    return found - {pid}


def still_there(pids: set[int]) -> set[int]:
    """Without those of which only the entry is left."""
    listed = subprocess.run(["ps", "-eo", "pid=,stat="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return pids & {int(pid) for pid, state in rows if not state.startswith("Z")}


def test_a_run_that_is_killed_outright_leaves_nothing_behind(tmp_path: Path) -> None:
    """A reference agent with its ears and voice, and the workers of the run itself."""
    options = ["--only", "corr-01*", "-o", "run", "--agent", "spoken:sound"]
    with subprocess.Popen(
        [sys.executable, "-m", "callproof", "run", "outcomes-30", *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
    ) as run:
        try:
            deadline = time.monotonic() + 60
            # The run with its workers and its watcher, the agent with its workers.
            while len(below(run.pid)) < 6:
                assert run.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.2)
            started = below(run.pid)
        finally:
            run.kill()
    deadline = time.monotonic() + 15
    while left := still_there(started):
        assert time.monotonic() < deadline, left
        time.sleep(0.1)


def test_a_python_agent_with_a_voice_that_raises_has_hung_up_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def agent(call):\n    call.say('Hello.')\n    for text in call.turns():\n        raise ValueError('no database')\n"
    )
    options = ["--only", "corr-01*", "-o", "run", "--agent", "mine.py:agent", "--input", "speech"]
    done = subprocess.run(
        [sys.executable, "-m", "callproof", "run", "outcomes-30", *options],
        capture_output=True,
        text=True,
        timeout=200,
        cwd=tmp_path,
    )
    assert done.returncode == 1, done.stderr
    (record,) = (tmp_path / "run").glob("calls/*/call.jsonl")
    events = [json.loads(line) for line in record.read_text().splitlines()[1:]]
    (ended,) = [event for event in events if event["type"] == "line.ended"]
    assert (ended["by"], ended["reason"]) == (
        "agent",
        "connection lost (1011 the agent raised ValueError: no database)",
    )
