"""Whole runs against reference agents that are served for real: speech both ways, over media streams, tools over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from callproof.evidence.call import fold
from callproof.evidence.files import read_derivations, read_record

_ATTEMPTS = 3
RUN = [sys.executable, "-m", "callproof", "run", "outcomes-30", "--json"]


def played(agent: str, case: str, wanted: str, folder: Path) -> tuple[dict[str, Any], Path]:
    """The result of one case, and its folder. What a busy machine makes invalid, or real recognition mishears, is played again."""
    for attempt in range(_ATTEMPTS):
        result = _played(agent, case, folder / f"run{attempt}")
        if result["status"] == wanted:
            return result, folder / f"run{attempt}" / "calls" / case
        cause = (result["cause"] or {}).get("name")
        print(f"{case}: {result['status']} {cause} {result['reasons']}")
        assert result["status"] == "invalid" or cause == "misheard_value", result["reasons"]
    raise AssertionError(f"{case} was not {wanted} in {_ATTEMPTS} attempts")


def _played(agent: str, case: str, folder: Path) -> dict[str, Any]:
    done = subprocess.run(
        [*RUN, "--agent", agent, "--only", case, "-o", str(folder)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode in (0, 1), done.stderr
    (result,) = json.loads(done.stdout)["cases"]
    found: dict[str, Any] = result
    return found


def test_the_sound_agent_passes_and_both_sides_are_recorded(tmp_path: Path) -> None:
    _, folder = played("spoken:sound", "fault-01-malformed-lookup", "passed", tmp_path)
    record = read_record(folder / "call.jsonl")
    call = fold(record, read_derivations(folder, record))
    assert [c.name for c in call.tool_calls].count("ship_order") == 1
    assert record.header.clock == "real"
    # The agent is heard in its channel where the record says it speaks, and nowhere else.
    audio, rate = soundfile.read(folder / "audio.flac", dtype="float32")
    agent = np.abs(audio[:, 1]) > 0.0055
    spoken = [u for u in call.utterances if u.speaker == "agent"]
    assert len(spoken) >= 3
    for utterance in spoken:
        assert utterance.start_quality == "measured"
        start, end = ((utterance.start_ms or 0) * rate // 1000, (utterance.end_ms or 0) * rate // 1000)
        # Its first and its last sound, to within 20 ms.
        assert agent[max(start - 80, 0) : start + 160].any()
        assert agent[max(end - 160, 0) : end + 80].any()
        assert not agent[max(start - rate // 5, 0) : start - 80].any()


def test_a_planted_defect_is_found_under_its_own_name(tmp_path: Path) -> None:
    result, folder = played("spoken:naive", "intr-07-date-in-flight", "failed", tmp_path)
    assert result["cause"]["name"] == "inflight_call_not_cancelled"
    record = read_record(folder / "call.jsonl")
    # The act lands at its moment: the caller's voice is on the line within 60 ms of the call's leaving.
    (sent,) = (e for e in record.events if e.type == "tool.sent" and e.name == "update_order")
    (act,) = (e for e in record.events if e.type == "caller.began" and e.act == "l2")
    voice = next(
        e for e in record.events if e.type == "speech.started" and e.speaker == "caller" and e.seq > act.seq
    )
    assert voice.ms - sent.ms <= 60
