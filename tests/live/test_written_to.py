"""Real agents that are written to, and answer with their voice: Pipecat over both of its own connections, and LiveKit over its console.

Their environments are those of the other tests of real agents; `make live` makes them.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.live import test_livekit_agent, test_pipecat_agent
from tests.live.real_agents import PlacedCall, assert_tools_are_on_the_clock, placed
from tests.ports import free_port

PIPECAT = pytest.mark.skipif(not test_pipecat_agent.VENV.is_dir(), reason="no Pipecat here: make live")
LIVEKIT = pytest.mark.skipif(not test_livekit_agent.VENV.is_dir(), reason="no LiveKit here: make live")


def copied(example: Path, venv: Path, folder: Path) -> Path:
    shutil.copytree(example, folder, ignore=shutil.ignore_patterns("__pycache__", ".venv"))
    (folder / ".venv").symlink_to(venv, target_is_directory=True)
    return folder


def pipecat(kind: str, path: str) -> Callable[[Path], str]:
    def made(folder: Path) -> str:
        there = copied(test_pipecat_agent.EXAMPLE, test_pipecat_agent.VENV, folder)
        file = there / "agent.yaml"
        text = file.read_text().replace("twilio:ws://127.0.0.1:8765/ws", f"{kind}:ws://127.0.0.1:8765{path}")
        file.write_text(text.replace("8765", str(free_port())))
        return str(file)

    return made


def livekit(folder: Path) -> str:
    there = copied(test_livekit_agent.EXAMPLE, test_livekit_agent.VENV, folder)
    return f"livekit-console:{there / 'agent.py'}"


@LIVEKIT
def test_livekit_s_call_in_flight_is_taken_back_when_something_is_written(tmp_path: Path) -> None:
    case = test_livekit_agent.IN_FLIGHT
    found = placed(
        livekit(tmp_path / "agent"), (case,), tmp_path / "runs", "--input", "text", status="passed"
    )
    assert case in found, "invalid in every attempt"
    call = found[case]
    assert call.result["status"] == "passed", call.result["reasons"]
    assert [e.in_time for e in call.record.events if e.type == "tool.cancelled"] == [True]


def written_to(agent: Callable[[Path], str], folder: Path) -> dict[str, PlacedCall]:
    cases = (test_pipecat_agent.HAPPY, test_pipecat_agent.SPEECH)
    found = placed(agent(folder / "agent"), cases, folder / "runs", "--input", "text", status="passed")
    assert found.keys() == set(cases), "invalid in every attempt"
    return found


@pytest.mark.parametrize(
    "agent",
    [
        pytest.param(pipecat("pipecat", "/ws-client"), marks=PIPECAT, id="pipecat"),
        pytest.param(pipecat("pipecat-eval", "/ws"), marks=PIPECAT, id="pipecat-eval"),
        pytest.param(livekit, marks=LIVEKIT, id="livekit-console"),
    ],
)
def test_a_real_agent_is_written_to(agent: Callable[[Path], str], tmp_path: Path) -> None:
    for call in written_to(agent, tmp_path).values():
        assert call.result["status"] == "passed", call.result["reasons"]
        assert_tools_are_on_the_clock(call)
        # All that is heard is the agent's.
        assert np.abs(call.audio[:, 0]).max() == 0
        assert (np.abs(call.audio[:, 1]) > 0.01).mean() > 0.05
        # A message is there at once, with the words that were written.
        for line in (u for u in call.call.utterances if u.speaker == "caller"):
            assert (line.end_ms or 0) - (line.start_ms or 0) <= 60
            assert line.heard == line.said
