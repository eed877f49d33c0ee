"""A real LiveKit agent, called through the command line: examples/livekit-agent in an environment of its own (`make live` makes it)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from callproof.evidence.call import Call, fold
from callproof.evidence.files import read_derivations, read_record
from callproof.evidence.record import Record

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "livekit-agent"
_NAMED = os.environ.get("LIVEKIT_VENV")
VENV = ROOT / (_NAMED or ".venv-livekit")
SUITES = ("outcomes-30", "outcomes-extended")
HAPPY, CORRECTION, SPEECH = "task-01-ship", "corr-01-order-while-read-back", "intr-01-over-the-greeting"
IN_FLIGHT, NOISE, FAULT = (
    "intr-07-date-in-flight",
    "intr-24-clap-after-the-request",
    "fault-07-timeout-after-commit",
)
CASES = (HAPPY, CORRECTION, SPEECH, IN_FLIGHT, NOISE, FAULT)
# A busy machine makes a call invalid, or has real recognition mishear; such a call is placed again.
_ATTEMPTS = 3
_NOT_THE_AGENTS = {"misheard_value"}

pytestmark = pytest.mark.skipif(
    _NAMED is None and not VENV.is_dir(), reason=f"{VENV.name} is not there: make live"
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example as a user has it who copied its folder, with its environment beside it."""
    folder = tmp_path_factory.mktemp("copied") / "agent"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".venv"))
    (folder / ".venv").symlink_to(VENV, target_is_directory=True)
    return folder / "agent.py"


@pytest.fixture(scope="module")
def calls(agent: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, tuple[dict[str, Any], Path]]:
    """What came of each case, and its folder."""
    return placed(agent, CASES, tmp_path_factory.mktemp("runs"), status="passed")


def placed(
    agent: Path, cases: tuple[str, ...], folder: Path, *, status: str, defect: str = ""
) -> dict[str, tuple[dict[str, Any], Path]]:
    got: dict[str, tuple[dict[str, Any], Path]] = {}
    for attempt in range(_ATTEMPTS):
        left = [case for case in cases if case not in got]
        if not left:
            break
        run = folder / f"run{attempt}"
        done = subprocess.run(
            [
                sys.executable, "-m", "callproof", "run", *SUITES, "--agent", f"livekit-console:{agent}",
                "--only", ",".join(left), "--at-once", "2", "--json", "-o", str(run),
            ],
            capture_output=True, text=True, timeout=600, env={**os.environ, "AGENT_DEFECT": defect},
        )  # fmt: skip
        assert done.returncode in (0, 1), done.stderr
        for case in json.loads(done.stdout)["cases"]:
            cause = (case["cause"] or {}).get("name")
            print(case["id"], case["status"], cause, case["reasons"])
            again = case["status"] == "invalid" or cause in _NOT_THE_AGENTS
            if case["status"] == status or not again:
                got[case["id"]] = (case, run / "calls" / case["id"])
    return got


def read(folder: Path) -> tuple[Record, Call]:
    record = read_record(folder / "call.jsonl")
    return record, fold(record, read_derivations(folder, record))


@pytest.mark.parametrize("case", CASES)
def test_a_real_agent_passes_and_is_judged_on_every_axis_that_counts(
    calls: Mapping[str, tuple[dict[str, Any], Path]], case: str
) -> None:
    assert case in calls, "invalid in every attempt"
    result, folder = calls[case]
    assert result["status"] == "passed", result["reasons"]
    axes = {name: axis["status"] for name, axis in result["axes"].items()}
    assert axes["backend_correct"] == axes["confirmation_matches_backend"] == "pass"
    # Its observer reports what it holds for true.
    record, call = read(folder)
    assert axes["active_state_correct"] == "pass"
    assert sum(event.type == "state.reported" for event in record.events) >= 2
    assert record.header.clock == "real"
    # Tool calls are on the clock, each once, and after the caller asked.
    asked = next(event.ms for event in record.events if event.type == "caller.ended")
    assert call.tool_calls
    assert all(asked <= (tool.sent_ms or 0) <= record.events[-1].ms for tool in call.tool_calls)
    assert not any(tool.id.startswith("agent:") for tool in call.tool_calls)


@pytest.mark.parametrize("case", CASES)
def test_both_sides_are_recorded(calls: Mapping[str, tuple[dict[str, Any], Path]], case: str) -> None:
    _, folder = calls[case]
    _, call = read(folder)
    audio, rate = soundfile.read(folder / "audio.flac", dtype="float32")
    assert audio.shape[1] == 2
    for channel, speaker in enumerate(("caller", "agent")):
        loud = np.abs(audio[:, channel]) > 0.01
        assert loud.mean() > 0.05
        for utterance in (u for u in call.utterances if u.speaker == speaker):
            start, end = (ms * rate // 1000 for ms in (utterance.start_ms or 0, utterance.end_ms or 0))
            assert loud[start:end].any(), utterance.text


def test_it_is_interrupted_at_the_moment_and_yields(
    calls: Mapping[str, tuple[dict[str, Any], Path]],
) -> None:
    record, call = read(calls[SPEECH][1])
    act = next(event for event in record.events if event.type == "caller.began")
    greeting = next(u for u in call.utterances if u.speaker == "agent")
    assert abs(act.ms - (greeting.start_ms or 0) - 900) <= 60
    assert any(event.type == "speech.cut" and event.speaker == "agent" for event in record.events)


def test_a_call_in_flight_is_taken_back(calls: Mapping[str, tuple[dict[str, Any], Path]]) -> None:
    record, call = read(calls[IN_FLIGHT][1])
    sent = next(
        event for event in record.events if event.type == "tool.sent" and event.name == "update_order"
    )
    act = next(event for event in record.events if event.type == "caller.began" and event.act == "l2")
    voice = next(
        event
        for event in record.events
        if event.type == "speech.started" and event.speaker == "caller" and event.seq > act.seq
    )
    assert voice.ms - sent.ms <= 60
    assert [e.in_time for e in record.events if e.type == "tool.cancelled"] == [True]
    writes = [tool.name for tool in call.tool_calls if tool.name == "update_order"]
    assert len(writes) == 2


def test_what_it_says_belongs_to_the_speech_in_which_it_said_it(
    calls: Mapping[str, tuple[dict[str, Any], Path]],
) -> None:
    """LiveKit tells it afterwards."""
    _, call = read(calls[HAPPY][1])
    said = [(u.start_ms, u.said) for u in call.utterances if u.speaker == "agent" and u.said]
    assert said[0][1] == "Hello, this is Northwind."
    assert [text for _, text in said].count("I have shipped order 5599 overnight.") == 1


def test_acting_on_old_values_is_found_under_its_own_name(agent: Path, tmp_path: Path) -> None:
    found = placed(agent, (CORRECTION,), tmp_path, status="failed", defect="stale")
    result, _ = found[CORRECTION]
    assert (result["status"], result["cause"]["name"]) == ("failed", "stale_tool_args")
