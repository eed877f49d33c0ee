"""Times that cannot all be true."""

from __future__ import annotations

import json
import math

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import Call, fold
from callproof.evidence.derived import Derivation, EdgeFound
from callproof.evidence.events import (
    AnyEvent,
    LineConnected,
    LineEnded,
    SpeechEnded,
    SpeechStarted,
    ToolReturned,
    ToolSent,
)
from callproof.evidence.record import Header, Record
from callproof.scoring.checks.inconsistent_times import InconsistentTimes
from tests.unit.scoring.calls import (
    agent,
    call_of,
    caller,
    findings,
    folded,
    only_finding,
    outcome,
    payload,
    record_of,
)

CHECK = InconsistentTimes()


def spoken(*, connected: int = 0, ended: int = 10_000, start: int = 1000, end: int = 9000) -> Call:
    events: list[AnyEvent] = [
        LineConnected(ms=connected, seq=0, quality="reported"),
        SpeechStarted(ms=start, seq=1, quality="reported", speaker="agent", utterance="u0"),
        SpeechEnded(ms=end, seq=2, quality="reported", speaker="agent", utterance="u0"),
        LineEnded(ms=ended, seq=3, quality="reported"),
    ]
    return fold(Record(Header(id="test", format="test"), tuple(sorted(events, key=lambda event: event.ms))))


def reported(ms: float, utterance: str | None = None) -> Call:
    builder = RecordBuilder()
    builder.speech("caller", 0, 1000, said="where?")
    builder.speech("agent", 1500, 2000, said="there")
    builder.runtime_latency(ms, utterance)
    return folded(builder)


def test_a_sound_call_has_no_finding() -> None:
    result = outcome(CHECK, call_of(agent(0, 1), caller(2, 3), connected_s=0, ended_s=4))
    assert (result.findings, result.measured, result.missing) == ((), True, None)


def test_an_end_before_its_start_is_named() -> None:
    finding = only_finding(CHECK, call_of(caller(4, 3, "where?"), agent(5, 6)))
    assert finding.severity == "high"
    assert finding.message == "turns[0] ends at 3 s, before it starts at 4 s"


def test_a_time_that_does_not_fit_is_named() -> None:
    call = call_of(caller(0, 1), agent(1.7e9, 1.7e9 + 1, "hello"))
    found = outcome(CHECK, call).findings
    assert [(f.severity, f.evidence["path"]) for f in found] == [
        ("high", "turns[1].start_s"),
        ("high", "turns[1].end_s"),
    ]
    assert all(f.message.startswith(f.evidence["path"]) for f in found)


@pytest.mark.parametrize(("start", "high"), [(121.0, False), (121.001, True), (204, True)])
def test_a_wait_too_long_to_be_true(start: float, high: bool) -> None:
    assert findings(CHECK, call_of(caller(0, 1), agent(start, 205))) == ([("high", 1)] if high else [])


def test_the_wait_is_named() -> None:
    finding = only_finding(CHECK, call_of(caller(0, 1), agent(204, 205)))
    assert finding.message == "a wait of 203 s for the agent's answer is too long to be true"
    assert (finding.start_ms, finding.end_ms) == (1000, 204_000)
    assert finding.evidence == {"wait_ms": 203_000, "events": [1, 2]}


@pytest.mark.parametrize(
    ("ms", "message"),
    [
        (-1, "the platform reports a latency that cannot be true: -0.001 s"),
        (120_001, "the platform reports a latency that cannot be true: 120.001 s"),
        (1.7e12, "the platform reports a latency that cannot be true: 1700000000 s"),
        (math.nan, "the platform reports a latency that cannot be true: no finite number"),
        (math.inf, "the platform reports a latency that cannot be true: no finite number"),
        (-math.inf, "the platform reports a latency that cannot be true: no finite number"),
    ],
)
def test_a_reported_latency_that_cannot_be_true(ms: float, message: str) -> None:
    finding = only_finding(CHECK, reported(ms, "u1"))
    assert (finding.severity, finding.message, finding.turn) == ("high", message, 1)
    json.dumps(finding.to_json(), allow_nan=False)
    assert only_finding(CHECK, reported(ms)).turn is None


@pytest.mark.parametrize("ms", [0, 0.5, 120_000])
def test_a_reported_latency_that_can(ms: float) -> None:
    assert findings(CHECK, reported(ms, "u1")) == []


@pytest.mark.parametrize(("end", "medium"), [(12_000, False), (12_001, True)])
def test_speech_after_the_end_of_the_line(end: int, medium: bool) -> None:
    call = spoken(ended=10_000, end=end)
    assert findings(CHECK, call) == ([("medium", 0)] if medium else [])
    if medium:
        assert only_finding(CHECK, call).message == "a turn of the agent's ends 2 s after the call ended"


@pytest.mark.parametrize(("connected", "medium"), [(3000, False), (3001, True)])
def test_speech_before_the_connection(connected: int, medium: bool) -> None:
    call = spoken(connected=connected, start=1000)
    assert findings(CHECK, call) == ([("medium", 0)] if medium else [])
    if medium:
        assert (
            only_finding(CHECK, call).message
            == "a turn of the agent's starts 2 s before the call was connected"
        )


def test_a_measured_end_before_a_start_is_high() -> None:
    record = record_of(payload(caller(2, 3, "where?"), agent(4, 5)))
    (end,) = (e.seq for e in record.events if e.type == "speech.ended" and e.speaker == "caller")
    edge = EdgeFound(event=end, ms=1500, uncertainty_ms=5)
    call = fold(record, [Derivation(producer="edges", version="1", items=(edge,))])
    finding = only_finding(CHECK, call)
    assert (finding.severity, finding.turn) == ("high", 0)
    assert finding.message == "a turn of the caller's ends 0.5 s before it starts"


@pytest.mark.parametrize(("start", "low"), [(4.0, False), (3.999, True), (1.0, True)])
def test_one_speaker_cannot_speak_twice_at_once(start: float, low: bool) -> None:
    call = call_of(agent(0, 5, "one thing"), agent(start, 9, "and another"))
    assert findings(CHECK, call) == ([("low", 1)] if low else [])


def test_a_turn_within_another_of_the_same_speaker_overlaps_by_its_length() -> None:
    assert findings(CHECK, call_of(agent(0, 9, "one thing"), agent(4, 5, "and another"))) == []
    finding = only_finding(CHECK, call_of(agent(0, 9, "one thing"), agent(4, 5.5, "and another")))
    assert finding.message == "two turns of the agent's overlap by 1.5 s"


def test_two_speakers_may_overlap() -> None:
    assert findings(CHECK, call_of(agent(0, 9, "one thing"), caller(4, 8, "and another"))) == []


def test_a_result_before_its_call() -> None:
    events = (
        SpeechStarted(ms=0, seq=0, quality="reported", speaker="agent", utterance="u0"),
        ToolReturned(ms=1000, seq=1, quality="reported", call="t0", result=1),
        ToolSent(ms=2500, seq=2, quality="reported", call="t0", name="book", arguments={}),
    )
    finding = only_finding(CHECK, fold(Record(Header(id="test", format="test"), events)))
    assert (finding.severity, finding.message) == ("high", "the result of book comes 1.5 s before its call")
    assert finding.evidence == {"tool": "book", "early_ms": 1500, "events": [1, 2]}


def test_without_times_nothing_is_measured() -> None:
    result = outcome(CHECK, call_of(caller(None, text="a"), agent(None, text="b")))
    assert (result.measured, result.missing) == (False, "the record has no times of speech")


def test_a_wrong_time_is_found_though_no_other_is_known() -> None:
    assert findings(CHECK, reported(-1)) == [("high", None)]
    builder = RecordBuilder()
    builder.speech("agent", None, None, said="hello")
    builder.runtime_latency(-1)
    assert findings(CHECK, folded(builder)) == [("high", None)]
