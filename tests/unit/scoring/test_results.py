"""The verdict on one call from what its checks say, and the sum over many calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import Check
from callproof.scoring.findings import Finding, Outcome, Severity, not_measured
from callproof.scoring.results import CallResult, Tally, judge, judge_together
from callproof.scoring.timing import Timing
from tests.unit.scoring.calls import CLOCK_CHECKS, agent, call_of, caller

CALL = call_of(agent(0.5, 2.0, "Hello."), caller(3, 4, "Hi."), agent(5.2, 6, "Yes?"), connected_s=0)


@dataclass(frozen=True)
class Says:
    """A check that says what it was given."""

    outcome: Outcome
    id: ClassVar[str] = "says"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()

    def judge(self, call: Call, timing: Timing) -> Outcome:
        return self.outcome


def found(*severities: Severity, missing: str | None = None, measured: bool = True) -> Says:
    findings = tuple(Finding(check="says", severity=severity, message="…") for severity in severities)
    return Says(Outcome(findings, measured, missing))


MISSING = Says(not_measured("nothing there"))


def judged(*checks: Check) -> CallResult:
    return judge(CALL, checks, file="c.json")


@pytest.mark.parametrize(
    ("checks", "passed"),
    [
        ([found()], True),
        ([found("low", "medium")], True),
        ([found("high")], False),
        ([found(), found("medium", "high")], False),
        ([MISSING], False),
        ([MISSING, MISSING], False),
        ([MISSING, found()], True),
        ([MISSING, found("high")], False),
        ([found(missing="a part")], True),
        ([], False),
    ],
)
def test_when_a_call_passes(checks: Sequence[Check], passed: bool) -> None:
    assert judged(*checks).passed is passed


@dataclass(frozen=True)
class Vouches(Says):
    """A check that looks at the answers."""

    vouches: ClassVar[bool] = True


@dataclass(frozen=True)
class Crashes(Says):
    def judge(self, call: Call, timing: Timing) -> Outcome:
        raise ZeroDivisionError("no reason")


def test_a_call_whose_answers_were_not_measured_does_not_pass() -> None:
    """What another check could measure says nothing of the answers."""
    deaf = Vouches(not_measured("no times"))
    assert not judged(deaf, found()).passed
    assert judged(deaf, Vouches(Outcome()), found()).passed
    assert not judged(Vouches(Outcome()), found("high")).passed


def test_a_check_that_crashes_is_named_and_lets_nothing_pass() -> None:
    result = judged(found(), Crashes(Outcome()))
    assert not result.passed
    assert [item.to_json() for item in result.not_measured] == [
        {"check": "says", "reason": "the check itself failed: ZeroDivisionError: no reason", "crashed": True}
    ]
    tally = Tally()
    tally.add(result)
    assert tally.to_json()["by_check"]["says"]["crashed"] == 1


@dataclass(frozen=True)
class CrashesOnAnswers:
    """A check that takes only calls in which the agent answers nobody."""

    id: ClassVar[str] = "crashes"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()

    def judge(self, call: Call, timing: Timing) -> Outcome:
        if timing.responses:
            raise KeyError("answer")
        return Outcome()


def test_calls_are_judged_together_as_each_is_alone() -> None:
    checks = (*CLOCK_CHECKS, CrashesOnAnswers())
    late = call_of(caller(1, 2, "Hi?"), agent(9, 10, "Yes?"), connected_s=0)
    silent = call_of(caller(1, 2, "Hi?"), connected_s=0)
    calls = [(CALL, "a"), (silent, "b"), (late, "c"), (CALL, "d")]
    together = judge_together(calls, checks)
    assert together == [judge(call, checks, file=file) for call, file in calls]
    assert [[item.check for item in result.not_measured if item.crashed] for result in together] == [
        ["crashes"],
        [],
        ["crashes"],
        ["crashes"],
    ]
    assert judge_together([], checks) == []


def test_removing_times_never_lets_a_call_pass() -> None:
    """A wait of nine seconds fails a call; the same call without its ends, or without any time, has not passed either."""
    turns = [agent(0.5, 2, "Hello."), caller(3, 4, "Where is it?"), agent(13, 14, "Here.")]
    checks = CLOCK_CHECKS
    without_ends = [{**turn, "end_s": None} for turn in turns]
    without_times = [{**turn, "start_s": None, "end_s": None} for turn in turns]
    for some in (turns, without_ends, without_times):
        assert not judge(call_of(*some, completed=True, ended_by="agent"), checks).passed


def test_what_was_not_measured_is_listed_whole_and_in_part() -> None:
    result = judged(MISSING, found(missing="1 of 3 turns"), found())
    assert [(item.check, item.reason) for item in result.not_measured] == [
        ("says", "nothing there"),
        ("says", "1 of 3 turns"),
    ]


def test_findings_come_worst_first_then_in_the_order_of_the_call() -> None:
    def at(severity: Severity, turn: int | None, start_ms: int | None) -> Finding:
        return Finding(check="says", severity=severity, message="…", turn=turn, start_ms=start_ms)

    findings = (
        at("low", 1, 1000),
        at("high", 5, 9000),
        at("medium", 2, 2000),
        at("high", 3, 4000),
        at("high", 3, 3000),
        at("high", None, 8000),
    )
    result = judged(Says(Outcome(findings)))
    assert [(f.severity, f.turn, f.start_ms) for f in result.findings] == [
        ("high", None, 8000),
        ("high", 3, 3000),
        ("high", 3, 4000),
        ("high", 5, 9000),
        ("medium", 2, 2000),
        ("low", 1, 1000),
    ]


def test_a_result_as_json() -> None:
    data = judged(found("medium"), MISSING).to_json()
    metrics = data.pop("metrics")
    assert data == {
        "id": "test",
        "file": "c.json",
        "passed": True,
        "duration_ms": 6000,
        "findings": [
            {
                "check": "says",
                "severity": "medium",
                "turn": None,
                "start_ms": None,
                "end_ms": None,
                "message": "…",
                "evidence": {},
            }
        ],
        "not_measured": [{"check": "says", "reason": "nothing there"}],
    }
    assert metrics["response_latency_ms"]["values"] == [1200]
    assert metrics["greeting_latency_ms"] == 500


OUTCOMES = st.one_of(
    st.builds(not_measured, st.just("lost")),
    st.builds(
        lambda severities, missing: found(*severities, missing=missing).outcome,
        st.lists(st.sampled_from(["high", "medium", "low"]), max_size=3),
        st.sampled_from([None, "a part"]),
    ),
)


@given(outcomes=st.lists(OUTCOMES, min_size=1, max_size=5), lost=st.data())
def test_a_measurement_that_is_lost_with_its_findings_is_known_as_missing(
    outcomes: list[Outcome], lost: st.DataObject
) -> None:
    index = lost.draw(st.integers(0, len(outcomes) - 1))
    before = judged(*[Says(outcome) for outcome in outcomes])
    outcomes[index] = not_measured("lost")
    after = judged(*[Says(outcome) for outcome in outcomes])
    assert len(after.not_measured) >= len(before.not_measured)
    assert ("lost" in [item.reason for item in after.not_measured]) is True
    if all(not outcome.measured for outcome in outcomes):
        assert not after.passed


def test_the_sum_over_calls() -> None:
    tally = Tally()
    for checks in ([found("high", "high", "low")], [found("medium")], [MISSING], [found()]):
        tally.add(judged(*checks))
    data = tally.to_json()
    assert (data["calls"], data["passed"], data["failed"], data["pass_rate"]) == (4, 2, 2, 0.5)
    assert data["by_check"] == {
        "says": {"high": 2, "medium": 1, "low": 1, "calls": 2, "not_measured": 1, "crashed": 0}
    }
    assert data["metrics"]["response_latency_ms"] == {
        "n": 4, "p50": 1200, "p95": None, "p99": None, "max": 1200, "not_measured": 0,
    }  # fmt: skip
    assert data["metrics"]["response_latency_ex_filler_ms"]["n"] == 4
    assert data["metrics"]["greeting_latency_ms"]["max"] == 500


def test_the_sum_over_nothing_has_no_rate() -> None:
    data = Tally().to_json()
    assert (data["calls"], data["pass_rate"], data["by_check"]) == (0, None, {})
    assert data["metrics"]["response_latency_ms"]["p50"] is None


def test_an_unknown_latency_is_counted_and_not_averaged_in() -> None:
    tally = Tally()
    tally.add(judge(call_of(caller(0, None, "Hi"), agent(3, 4, "Hello")), [found()]))
    tally.add(judged(found()))
    latency = tally.to_json()["metrics"]["response_latency_ms"]
    assert (latency["n"], latency["p50"], latency["not_measured"]) == (1, 1200, 1)


@given(
    groups=st.lists(st.lists(OUTCOMES, min_size=1, max_size=3), max_size=8),
    cut=st.integers(0, 8),
)
def test_sums_of_parts_are_the_sum_of_the_whole(groups: list[list[Outcome]], cut: int) -> None:
    results = [
        replace(judged(*[Says(outcome) for outcome in group]), id=f"c{n}") for n, group in enumerate(groups)
    ]
    whole, first, second = Tally(), Tally(), Tally()
    for n, result in enumerate(results):
        whole.add(result)
        (first if n < cut else second).add(result)
    first.merge(second)
    assert first.to_json() == whole.to_json()
