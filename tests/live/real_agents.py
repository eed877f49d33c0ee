"""Runs against the agents of examples/, each a program of its own in an environment of its own, and what is looked at afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from callproof.evidence.call import Call, fold
from callproof.evidence.files import read_derivations, read_record
from callproof.evidence.record import Record

ROOT = Path(__file__).parents[2]
SUITES = ("outcomes-30", "outcomes-extended")
# A busy machine makes a call invalid, or has an agent hear wrongly or too late; such a call is placed again.
_ATTEMPTS = 3
_NOT_THE_AGENTS = frozenset({"misheard_value"})


@dataclass(frozen=True, slots=True)
class PlacedCall:
    """`result` as `callproof run --json` gives it."""

    result: Mapping[str, Any]
    record: Record
    call: Call
    audio: np.ndarray[Any, np.dtype[np.float32]]
    rate_hz: int

    @property
    def cause(self) -> str | None:
        return (self.result["cause"] or {}).get("name")

    @property
    def axes(self) -> dict[str, str]:
        return {name: axis["status"] for name, axis in self.result["axes"].items()}


def placed(
    agent: str,
    cases: Sequence[str],
    folder: Path,
    *options: str,
    status: str | Mapping[str, str],
    env: Mapping[str, str] | None = None,
) -> dict[str, PlacedCall]:
    """What came of each case, of several attempts the one with the `status` that it should have (all of them, or by case); one that was
    invalid in all attempts is missing."""
    got: dict[str, PlacedCall] = {}
    otherwise: dict[str, PlacedCall] = {}
    for attempt in range(_ATTEMPTS):
        left = [case for case in cases if case not in got]
        if not left:
            break
        run = folder / f"run{attempt}"
        done = subprocess.run(
            [
                sys.executable, "-m", "callproof", "run", *SUITES, "--agent", agent, "--only", ",".join(left),
                "--at-once", "2", "--json", "-o", str(run), *options,
            ],
            capture_output=True, text=True, timeout=600, env={**os.environ, **(env or {})},
        )  # fmt: skip
        assert done.returncode in (0, 1), done.stderr
        for result in json.loads(done.stdout)["cases"]:
            found = _read(result, run / "calls" / result["id"])
            print(result["id"], result["status"], found.cause, result["reasons"])
            should_be = status if isinstance(status, str) else status[result["id"]]
            if result["status"] == should_be and found.cause not in _NOT_THE_AGENTS:
                got[result["id"]] = found
            elif result["status"] != "invalid":
                otherwise[result["id"]] = found
    return {**otherwise, **got}


def _read(result: Mapping[str, Any], folder: Path) -> PlacedCall:
    record = read_record(folder / "call.jsonl")
    audio, rate = soundfile.read(folder / "audio.flac", dtype="float32")
    return PlacedCall(result, record, fold(record, read_derivations(folder, record)), audio, rate)


def assert_both_sides_are_heard(placed: PlacedCall) -> None:
    """Each speaker has sound in their channel in every utterance that the record has of them."""
    assert placed.audio.shape[1] == 2
    for channel, speaker in enumerate(("caller", "agent")):
        loud = np.abs(placed.audio[:, channel]) > 0.01
        assert loud.mean() > 0.05, speaker
        for utterance in (u for u in placed.call.utterances if u.speaker == speaker):
            times = (utterance.start_ms or 0, utterance.end_ms or 0)
            start, end = (ms * placed.rate_hz // 1000 for ms in times)
            assert loud[start:end].any(), utterance.text


def assert_tools_are_on_the_clock(placed: PlacedCall) -> None:
    """Every call of a tool left after the caller had asked, and before the line went down; none of them is there twice."""
    asked = next(event.ms for event in placed.record.events if event.type == "caller.ended")
    ended = next(event.ms for event in placed.record.events if event.type == "line.ended")
    sent = [event for event in placed.record.events if event.type == "tool.sent"]
    assert sent
    assert all(asked <= event.ms <= ended for event in sent)
    assert not any(event.call.startswith("agent:") for event in sent)
