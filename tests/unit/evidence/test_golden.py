"""A stored call of each schema version still loads, with every field of every event in its place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from callproof.evidence.events import (
    EVENT_TYPES,
    CallerBegan,
    CallerEnded,
    FaultInjected,
    LineConnected,
    LineEnded,
    LineError,
    SnapshotTaken,
    SpeechCut,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    StateReported,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    ToolReturned,
    ToolSent,
    Word,
    WriteCommitted,
)
from callproof.evidence.files import encode_record, read_record
from callproof.evidence.record import Header, RuntimeLatency, TimeProblem
from callproof.evidence.validation import validate

GOLDENS = Path(__file__).parents[2] / "data" / "goldens"
CALL_V1 = GOLDENS / "call-v1.jsonl"

HEADER_V1 = Header(
    schema_version=1,
    id="every-event",
    format="callproof",
    started_at="2026-03-10T09:00:00+00:00",
    policy={"max_refund": 50},
    runtime_latencies=(
        RuntimeLatency(ms=640.5, utterance="u1", quality="reported"),
        RuntimeLatency(ms=700.0, utterance=None, quality="derived"),
    ),
    time_problems=(TimeProblem(path="turns[3].end_s", message="ends at 8.1 s, before it starts at 10.2 s"),),
)
_M: Mapping[str, Any] = {"quality": "measured"}
_R: Mapping[str, Any] = {"quality": "reported"}
_D: Mapping[str, Any] = {"quality": "derived"}
_CALLER: Mapping[str, Any] = {"speaker": "caller", "utterance": "u0"}
_AGENT: Mapping[str, Any] = {"speaker": "agent", "utterance": "u1"}
_WORDS = (Word("Fifty,", 400, 900), Word("please.", 950, None), Word("😀", None, None))
EVENTS_V1 = (
    LineConnected(ms=0, seq=0, **_M, by="harness"),
    SnapshotTaken(
        ms=0, seq=1, **_M, moment="before", tables={"orders": {"17": {"status": "new", "amount": 15}}}
    ),
    SpeechStarted(ms=400, seq=2, **_M, uncertainty_ms=5, **_CALLER, source="turns[0]"),
    SpeechText(ms=400, seq=3, **_D, **_CALLER, kind="said", text="Fifteen, please."),
    SpeechEnded(ms=1500, seq=4, **_M, uncertainty_ms=5, **_CALLER, speech_ms=900, backchannel=False),
    SpeechText(ms=1700, seq=5, **_R, **_CALLER, kind="heard", text="Fifty, please. 😀 naïve", words=_WORDS),
    StateReported(ms=1800, seq=6, **_R, version=1, fields={"amount": 50, "order": None}),
    ToolBuilt(
        ms=1900, seq=7, **_R, call="t0", name="refund", arguments={"amount": 50}, state_version=1,
        source="items[2]",
    ),
    ToolSent(
        ms=1950, seq=8, **_M, call="t0", name="refund", arguments={"amount": 50}, idempotency_key="k-1",
        state_version=1, consequential=True, source="items[2]",
    ),
    FaultInjected(ms=1950, seq=9, **_M, call="t0", kind="late_success", detail="after 1.5 s"),
    SpeechStarted(ms=2000, seq=10, **_R, **_AGENT),
    SpeechText(ms=2000, seq=11, **_D, **_AGENT, kind="said", text="Fifty dollars are on their way."),
    CallerBegan(
        ms=2600, seq=12, **_M, act="a0", kind="correction", field="amount", old=15, new=None,
        moment="while refund is in flight",
    ),
    SpeechCut(ms=2900, seq=13, **_R, **_AGENT, played="Fifty dollars"),
    SpeechEnded(ms=2900, seq=14, quality="unknown", **_AGENT),
    CallerEnded(ms=3100, seq=15, **_M, act="a0"),
    WriteCommitted(
        ms=3200, seq=16, **_M, table="refunds", key="R-1", before=None, after={"amount": 50}, call="t0"
    ),
    ToolCancelled(ms=3300, seq=17, **_M, call="t0", in_time=False),
    ToolFailed(ms=3450, seq=18, **_M, call="t0", reason="timeout", message="no answer within 1.5 s"),
    ToolSent(ms=3500, seq=19, **_M, call="t1", name="lookup", arguments='{"order": '),
    ToolReturned(ms=3600, seq=20, **_M, call="t1", result={"rows": []}),
    WriteCommitted(
        ms=3700, seq=21, **_M, table="orders", key="17", before={"status": "new", "amount": 15}, after=None
    ),
    LineError(ms=3800, seq=22, **_R, by="platform", message="speech recogniser gave up"),
    LineEnded(ms=4000, seq=23, **_R, by="caller", reason="hung up", completed=False),
    SnapshotTaken(
        ms=4000, seq=24, **_M, moment="after", tables={"orders": {}, "refunds": {"R-1": {"amount": 50}}}
    ),
)  # fmt: skip


def test_version_1_loads_field_by_field() -> None:
    record = read_record(CALL_V1)
    assert record.header == HEADER_V1
    assert len(record.events) == len(EVENTS_V1)
    for stored, expected in zip(record.events, EVENTS_V1, strict=True):
        assert type(stored) is type(expected)
        assert stored == expected


def test_the_golden_file_has_every_kind_of_event() -> None:
    assert {type(event) for event in EVENTS_V1} == set(EVENT_TYPES)


def test_the_golden_file_is_sound() -> None:
    assert validate(read_record(CALL_V1)) == []


def test_it_is_written_as_it_was_stored() -> None:
    """A field that nobody filled is left out, one that must be there is written even when it is null."""
    written = encode_record(read_record(CALL_V1)).decode()
    # The one thing that is not written: a null that is a field's default.
    assert written == CALL_V1.read_text(encoding="utf-8").replace(',"new":null', "")
