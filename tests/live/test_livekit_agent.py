"""A real LiveKit agent, called through the command line: examples/livekit-agent in an environment of its own (`make live` makes it)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.live.real_agents import (
    ROOT,
    PlacedCall,
    assert_both_sides_are_heard,
    assert_tools_are_on_the_clock,
    placed,
)

EXAMPLE = ROOT / "examples" / "livekit-agent"
_NAMED = os.environ.get("LIVEKIT_VENV")
VENV = ROOT / (_NAMED or ".venv-livekit")
HAPPY, CORRECTION, SPEECH = "task-01-ship", "corr-01-order-while-read-back", "intr-01-over-the-greeting"
IN_FLIGHT, NOISE, FAULT = (
    "intr-07-date-in-flight",
    "intr-24-clap-after-the-request",
    "fault-07-timeout-after-commit",
)
CASES = (HAPPY, CORRECTION, SPEECH, IN_FLIGHT, NOISE, FAULT)

pytestmark = pytest.mark.skipif(
    _NAMED is None and not VENV.is_dir(), reason=f"{VENV.name} is not there: make live"
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example as a user has it who copied its folder, with its environment beside it."""
    folder = tmp_path_factory.mktemp("copied") / "agent"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".venv"))
    (folder / ".venv").symlink_to(VENV, target_is_directory=True)
    return f"livekit-console:{folder / 'agent.py'}"


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


def test_it_is_interrupted_at_the_moment_and_is_cut_off(calls: Mapping[str, PlacedCall]) -> None:
    call = calls[SPEECH]
    greeting = next(u for u in call.call.utterances if u.speaker == "agent")
    (act,) = (e for e in call.record.events if e.type == "caller.began" and e.act == "l1")
    assert abs(act.ms - (greeting.start_ms or 0) - 900) <= 60
    assert greeting.cut
    # LiveKit pauses at once and tells of it later; it ended where it paused.
    assert (greeting.end_ms or 0) - act.ms <= 500


def test_a_call_in_flight_is_taken_back(calls: Mapping[str, PlacedCall]) -> None:
    record = calls[IN_FLIGHT].record
    sent = next(e for e in record.events if e.type == "tool.sent" and e.name == "update_order")
    (act,) = (e for e in record.events if e.type == "caller.began" and e.act == "l2")
    voice = next(
        e for e in record.events if e.type == "speech.started" and e.speaker == "caller" and e.seq > act.seq
    )
    assert voice.ms - sent.ms <= 60
    assert [e.in_time for e in record.events if e.type == "tool.cancelled"] == [True]
    writes = [e.arguments for e in record.events if e.type == "tool.sent" and e.name == "update_order"]
    assert [write["delivery_date"] for write in writes if isinstance(write, Mapping)] == [
        "2026-03-18",
        "2026-03-23",
    ]


def test_what_it_says_belongs_to_the_speech_in_which_it_said_it(calls: Mapping[str, PlacedCall]) -> None:
    """LiveKit tells it when it has been heard."""
    spoken = [u for u in calls[HAPPY].call.utterances if u.speaker == "agent"]
    assert (spoken[0].said or "").startswith("Hello, this is Northwind.")
    assert sum("I have shipped order 5599 overnight." in (u.said or "") for u in spoken) == 1
    assert all(u.said for u in spoken)


def test_acting_on_old_values_is_found_under_its_own_name(agent: str, tmp_path: Path) -> None:
    found = placed(agent, (CORRECTION,), tmp_path, status="failed", env={"AGENT_DEFECT": "stale"})
    assert found[CORRECTION].result["status"] == "failed"
    assert found[CORRECTION].cause == "stale_tool_args"
