"""Laws that hold for any call."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import Call, fold
from callproof.evidence.record import Record
from callproof.scoring.checks.registry import Check, vouches
from callproof.scoring.findings import SEVERITIES, Finding, Outcome, not_measured
from callproof.scoring.results import CallResult, judge
from callproof.scoring.timing import Timing, timing_of
from tests.unit.scoring.calls import (
    CLOCK_CHECKS,
    agent,
    call_of,
    caller,
    folded,
    ids,
    judged,
    payload,
    record_of,
)

CHECKS = CLOCK_CHECKS
TEXTS = (
    None, "", "yes", "okay", "mm-hm", "Where is my order?", "It has shipped.", "Let me check that.", "let me find it", "Hello?",
    "Are you still there?", "no, wait, listen to me", "Thanks, bye.", "Please say your name.", "one two three four five six seven",
)  # fmt: skip
GAPS = (-3000, -700, -301, -300, -51, -50, 0, 30, 400, 900, 1500, 1501, 3001, 4000, 10_001, 15_000, 121_000)
LENGTHS = (0, 300, 799, 800, 2000, 2400, 7000)

moderate = settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@st.composite
def turns_of(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Turns in the order of their starts, that overlap, lack times, and carry tool calls."""
    turns: list[dict[str, Any]] = []
    start = end = 0
    # Nobody speaks twice at once.
    ends = {"caller": 0, "agent": 0, "other": 0}
    for _ in range(draw(st.integers(1, 9))):
        speaker = draw(st.sampled_from(("caller", "agent", "caller", "agent", "other")))
        start = max(start, end + draw(st.sampled_from(GAPS)), ends[speaker])
        end = ends[speaker] = start + draw(st.sampled_from(LENGTHS))
        turn: dict[str, Any] = {"speaker": speaker, "text": draw(st.sampled_from(TEXTS))}
        known = draw(st.sampled_from(("both", "both", "both", "start", "neither")))
        if known != "neither":
            turn["start_s"] = start / 1000
        if known == "both":
            turn["end_s"] = end / 1000
        if draw(st.integers(0, 4)) == 0:
            turn["actions"] = [
                {
                    "name": draw(st.sampled_from(("pay", "get_order"))),
                    "args": {"n": draw(st.integers(1, 2))},
                    "start_s": start / 1000,
                    **draw(st.sampled_from(({}, {"end_s": start / 1000 + 5}, {"error": "down"}))),
                }
                for _ in range(draw(st.integers(1, 2)))
            ]
        turns.append(turn)
    return turns


@st.composite
def calls(draw: st.DrawFn) -> dict[str, Any]:
    turns = draw(turns_of())
    latest = last_s(turns)
    fields: dict[str, Any] = {"completed": draw(st.sampled_from((None, True, False)))}
    if draw(st.booleans()):
        fields["connected_s"] = 0
    if draw(st.booleans()):
        fields["ended_s"] = latest + draw(st.sampled_from((0, 2, 3.5, 11, 40)))
        fields["ended_by"] = draw(st.sampled_from((None, "caller", "agent", "platform")))
    return payload(*turns, **fields)


def last_s(turns: list[dict[str, Any]]) -> float:
    """The latest time of any turn or tool call."""
    items = [item for turn in turns for item in (turn, *turn.get("actions", ()))]
    return max([float(item.get("end_s", item.get("start_s", 0))) for item in items])


def shifted(record: Record, by: int) -> Record:
    return replace(record, events=tuple(replace(event, ms=event.ms + by) for event in record.events))


def without_times(findings: Sequence[Finding]) -> list[Finding]:
    return [replace(finding, start_ms=None, end_ms=None) for finding in findings]


@moderate
@given(calls(), st.integers(1, 10_000_000))
def test_shifting_all_times_changes_nothing_but_times(data: dict[str, Any], by: int) -> None:
    record = record_of(data)
    before, after = judged(fold(record)), judged(fold(shifted(record, by)))
    assert without_times(after.findings) == without_times(before.findings)
    for one, other in zip(before.findings, after.findings, strict=True):
        assert (one.start_ms is None, one.end_ms is None) == (other.start_ms is None, other.end_ms is None)
        assert one.start_ms is None or other.start_ms == one.start_ms + by
        assert one.end_ms is None or other.end_ms == one.end_ms + by
    assert after.not_measured == before.not_measured
    assert after.metrics == before.metrics
    assert after.passed == before.passed


@moderate
@given(turns_of())
def test_a_clean_pair_of_turns_at_the_end_removes_no_finding(turns: list[dict[str, Any]]) -> None:
    latest = last_s(turns)
    pair = (
        caller(latest + 0.6, latest + 2.6, "I would like a table for two"),
        agent(latest + 3.3, latest + 5.3, "Of course, at what time?"),
    )
    before, after = judged(call_of(*deepcopy(turns))), judged(call_of(*turns, *pair))
    # With the new pair the agent is not silent any more.
    assume("silent_agent" not in ids(before.findings))

    def told(result: CallResult) -> Counter[tuple[str, str, int | None, str]]:
        return Counter((f.check, f.severity, f.turn, f.message) for f in result.findings)

    assert told(before) - told(after) == Counter()


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """Nothing could be looked at."""

    id: ClassVar[str] = "unmeasured"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()

    def judge(self, call: Call, timing: Timing) -> Outcome:
        return not_measured("nothing there")


@moderate
@given(calls(), st.sets(st.integers(0, len(CHECKS) - 1)))
def test_what_was_not_measured_never_counts_as_a_pass(data: dict[str, Any], gone: set[int]) -> None:
    """A verdict can lose a high finding only with the check that found it; what the other checks say stands."""
    call = fold(record_of(data))
    left = judge(call, [Unmeasured() if place in gone else check for place, check in enumerate(CHECKS)])
    kept = judge(call, [check for place, check in enumerate(CHECKS) if place not in gone])
    assert left.passed == kept.passed
    assert left.findings == kept.findings
    assert not judge(call, [Unmeasured() for _ in CHECKS]).passed
    assert not judge(call, []).passed


@moderate
@given(calls())
def test_a_passed_call_has_something_measured_and_nothing_high(data: dict[str, Any]) -> None:
    call = fold(record_of(data))
    result = judge(call, CHECKS)
    outcomes = [check.judge(call, timing_of(call)) for check in CHECKS]
    assert result.passed == (
        any(outcome.measured for check, outcome in zip(CHECKS, outcomes, strict=True) if vouches(check))
        and not any(f.severity == "high" for outcome in outcomes for f in outcome.findings)
    )
    assert all(outcome.missing for outcome in outcomes if not outcome.measured)
    assert all(outcome.measured or not outcome.findings for outcome in outcomes)


@moderate
@given(calls(), st.data())
def test_a_finding_never_vanishes_in_silence(data: dict[str, Any], choice: st.DataObject) -> None:
    """Take the end of one turn away: a check that then finds less says that something is missing."""
    # A turn of no length without a text is no sound; without its end it would be another turn.
    timed = [
        place for place, turn in enumerate(data["turns"]) if turn.get("end_s", 0) > turn.get("start_s", 0)
    ]
    assume(timed)
    place = choice.draw(st.sampled_from(timed))
    later = [turn["start_s"] for turn in data["turns"][place + 1 :] if "start_s" in turn]
    # A turn of unknown end is taken to be over when somebody else has spoken. Where they in truth spoke at once, only the checks
    # of overlaps have to say that they cannot tell.
    overlaps = any(start < data["turns"][place]["end_s"] for start in later)
    poorer = deepcopy(data)
    del poorer["turns"][place]["end_s"]
    before, after = fold(record_of(data)), fold(record_of(poorer))
    for check in CHECKS:
        if check.id in ("inconsistent_times", "duplicate_action"):
            continue
        if overlaps and check.id not in ("talked_over_caller", "agent_interrupts"):
            continue
        found = check.judge(before, timing_of(before)).findings
        outcome = check.judge(after, timing_of(after))
        assert len(outcome.findings) >= len(found) or outcome.missing, check.id


@moderate
@given(calls())
def test_a_call_without_times_passes_no_check_by_the_clock(data: dict[str, Any]) -> None:
    for turn in data["turns"]:
        turn.pop("start_s", None)
        turn.pop("end_s", None)
    data.pop("connected_s", None)
    data.pop("ended_s", None)
    call = fold(record_of(data))
    for check in CHECKS:
        if check.id not in ("incomplete", "duplicate_action", "abandoned_in_silence"):
            outcome = check.judge(call, timing_of(call))
            assert not outcome.measured or outcome.findings, check.id


@moderate
@given(calls())
def test_every_result_is_json_and_every_finding_has_its_place(data: dict[str, Any]) -> None:
    call = fold(record_of(data))
    result = judged(call)
    assert json.loads(json.dumps(result.to_json(), allow_nan=False)) == result.to_json()
    seqs = {seq for u in call.utterances for seq in u.events} | {
        seq for t in call.tool_calls for seq in t.events
    }
    seqs |= {event.seq for event in (call.line.connected, call.line.ended) if event is not None}
    for finding in result.findings:
        assert finding.turn is None or 0 <= finding.turn < len(call.utterances)
        assert set(finding.evidence["events"]) <= seqs
        assert "\n" not in finding.message
        if (
            finding.check != "inconsistent_times"
            and finding.start_ms is not None
            and finding.end_ms is not None
        ):
            assert finding.start_ms <= finding.end_ms


@moderate
@given(st.floats(allow_nan=True, allow_infinity=True), st.booleans())
def test_a_latency_passes_only_as_a_number_that_can_be_true(ms: float, placed: bool) -> None:
    builder = RecordBuilder()
    builder.speech("caller", 0, 1000, heard="where is it?")
    builder.speech("agent", 1700, 3000, said="It has shipped.")
    builder.runtime_latency(ms, "u1" if placed else None)
    assert judged(folded(builder)).passed == (math.isfinite(ms) and 0 <= ms <= 120_000)


def worst(call: Call, checks: Sequence[Check]) -> int:
    """0 for no finding, up to 3 for a high one."""
    found = [finding.severity for finding in judge(call, checks).findings]
    return max([3 - SEVERITIES.index(severity) for severity in found], default=0)


def _answer(gap: int) -> Call:
    return call_of(caller(0, 1, "where is it?"), agent(1 + gap / 1000, 400, "It has shipped."))


def _hang_up(gap: int) -> Call:
    return call_of(
        agent(0, 1, "Hi."), caller(2, 3, "where is it?"), ended_s=3 + gap / 1000, ended_by="caller"
    )


def _greeting(gap: int) -> Call:
    return call_of(agent(gap / 1000, 400, "Hi."), connected_s=0)


def _overlap(gap: int) -> Call:
    return call_of(agent(0, 5 + gap / 1000, "It has shipped and it"), caller(5, 400, "no, the other one"))


def _early(gap: int) -> Call:
    return call_of(caller(0, 400, "one thing and another"), agent(400 - gap / 1000, 500, "It has shipped."))


@moderate
@given(st.integers(0, 300_000), st.integers(0, 300_000))
@pytest.mark.parametrize("make", [_answer, _hang_up, _greeting, _overlap, _early])
def test_severity_rises_with_the_gap(make: Any, one: int, other: int) -> None:
    shorter, longer = sorted((one, other))
    assert worst(make(shorter), CHECKS) <= worst(make(longer), CHECKS)
