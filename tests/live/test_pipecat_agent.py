"""A real Pipecat agent, called through the command line: examples/pipecat-agent in an environment of its own (`make live` makes it)."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml

from tests.live.real_agents import (
    ROOT,
    PlacedCall,
    assert_both_sides_are_heard,
    assert_tools_are_on_the_clock,
    placed,
)
from tests.ports import free_port

EXAMPLE = ROOT / "examples" / "pipecat-agent"
_NAMED = os.environ.get("PIPECAT_VENV")
VENV = ROOT / (_NAMED or ".venv-pipecat")
HAPPY, CORRECTION, SPEECH = "task-01-ship", "corr-01-order-while-read-back", "intr-01-over-the-greeting"
IN_FLIGHT, NOISE, FAULT = (
    "intr-06-order-in-flight",
    "intr-24-clap-after-the-request",
    "fault-07-timeout-after-commit",
)
CASES = (HAPPY, CORRECTION, SPEECH, IN_FLIGHT, NOISE, FAULT)

pytestmark = pytest.mark.skipif(
    _NAMED is None and not VENV.is_dir(), reason=f"{VENV.name} is not there: make live"
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example as a user has it who copied its folder, with its environment beside it; on a port that is free here."""
    folder = tmp_path_factory.mktemp("copied") / "agent"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".venv"))
    (folder / ".venv").symlink_to(VENV, target_is_directory=True)
    file = folder / "agent.yaml"
    assert yaml.safe_load(file.read_text())["start"]["command"][0] == ".venv/bin/python"
    file.write_text(file.read_text().replace("8765", str(free_port())))
    return str(file)


@pytest.fixture(scope="module")
def calls(agent: str, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, PlacedCall]:
    return placed(agent, CASES, tmp_path_factory.mktemp("runs"), status="passed")


@pytest.mark.parametrize("case", CASES)
def test_a_real_agent_is_recorded_and_judged(calls: Mapping[str, PlacedCall], case: str) -> None:
    assert case in calls, "invalid in every attempt"
    call = calls[case]
    assert call.result["status"] == "passed", call.result["reasons"]
    # None of it is inferred: its observer reports what it holds for true.
    assert set(call.axes.values()) == {"pass"}
    assert not call.result["axes"]["active_state_correct"].get("inferred")
    assert_both_sides_are_heard(call)
    assert_tools_are_on_the_clock(call)


def test_what_it_says_is_known_word_for_word(calls: Mapping[str, PlacedCall]) -> None:
    spoken = [u for u in calls[HAPPY].call.utterances if u.speaker == "agent"]
    # Sentences that are spoken in one go are one utterance, whose words are all there.
    assert spoken[0].said == "Hello, this is Northwind. How can I help you?"
    assert any("I have shipped order 5599 overnight." in (u.said or "") for u in spoken)
    assert all(u.said and u.heard for u in spoken)


def test_it_is_interrupted_n_ms_into_its_speech_and_yields(calls: Mapping[str, PlacedCall]) -> None:
    events = calls[SPEECH].record.events
    act = next(event for event in events if event.type == "caller.began")
    greeting = next(u for u in calls[SPEECH].call.utterances if u.speaker == "agent")
    assert abs(act.ms - (greeting.start_ms or 0) - 900) <= 60
    (cut,) = (e for e in events if e.type == "speech.cut" and e.speaker == "agent")
    assert act.ms < cut.ms <= act.ms + 1500
    # What was not heard is not counted as said.
    assert cut.played is not None
    assert "help you" not in cut.played


def test_a_call_in_flight_is_taken_back(calls: Mapping[str, PlacedCall]) -> None:
    events = calls[IN_FLIGHT].record.events
    sent = next(event for event in events if event.type == "tool.sent" and event.name == "update_order")
    act = next(event for event in events if event.type == "caller.began" and event.act == "l2")
    voice = next(
        event
        for event in events
        if event.type == "speech.started" and event.speaker == "caller" and event.seq > act.seq
    )
    assert voice.ms - sent.ms <= 60
    assert [e.in_time for e in events if e.type == "tool.cancelled"] == [True]
    # And only the order that was meant is changed.
    assert [e.key for e in events if e.type == "write.committed"] == ["6554"]


def test_a_clap_does_not_stop_it(calls: Mapping[str, PlacedCall]) -> None:
    assert not any(e.type == "speech.cut" and e.speaker == "agent" for e in calls[NOISE].record.events)


def test_it_looks_before_it_would_try_again(calls: Mapping[str, PlacedCall]) -> None:
    tools = [tool.name for tool in calls[FAULT].call.tool_calls]
    assert tools.count("ship_order") == 1
    assert tools[tools.index("ship_order") + 1] == "list_shipments"


def test_its_own_connections_carry_the_same_call(agent: str, tmp_path: Path) -> None:
    """Protobuf frames and the evaluation connection: both at once, each with a bot of its own, whose tools are at a fixed address."""

    def place(kind: str, path: str) -> PlacedCall:
        file = Path(agent).with_name(f"{kind}.yaml")
        text = Path(agent).read_text()
        (port,) = re.findall(r"twilio:ws://127.0.0.1:(\d+)/ws", text)
        text = text.replace(f"twilio:ws://127.0.0.1:{port}/ws", f"{kind}:ws://127.0.0.1:{port}{path}")
        file.write_text(text.replace(port, str(free_port())))
        found = placed(str(file), [HAPPY], tmp_path / kind, status="passed")
        assert HAPPY in found, "invalid in every attempt"
        return found[HAPPY]

    with ThreadPoolExecutor(2) as pool:
        calls = list(pool.map(place, ("pipecat", "pipecat-eval"), ("/ws-client", "/ws")))
    for call in calls:
        assert call.result["status"] == "passed", call.result["reasons"]
        assert_both_sides_are_heard(call)
        assert_tools_are_on_the_clock(call)
        # Each sentence once, although the wire tells it several times and the observer reports it, too.
        spoken = [u.said for u in call.call.utterances if u.speaker == "agent"]
        assert spoken[0] == "Hello, this is Northwind. How can I help you?"
        assert spoken.count("Shall I ship order 5599 overnight?") == 1


def test_a_defect_is_found_by_its_name(agent: str, tmp_path: Path) -> None:
    found = placed(agent, [CORRECTION], tmp_path, status="failed", env={"AGENT_DEFECT": "stale"})
    assert CORRECTION in found, "invalid in every attempt"
    assert found[CORRECTION].cause == "stale_tool_args"
