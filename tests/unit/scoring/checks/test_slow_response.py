"""Answers that come too late."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.slow_response import SlowResponse
from tests.unit.scoring.calls import agent, call_of, caller, findings, only_finding, outcome

CHECK = SlowResponse()


@pytest.mark.parametrize(
    ("start", "severity"),
    [(5.0, None), (6.5, None), (6.501, "medium"), (8.0, "medium"), (8.001, "high"), (100, "high")],
)
def test_the_limits(start: float, severity: str | None) -> None:
    call = call_of(caller(0, 5, "where is it?"), agent(start, 120, "It has shipped."))
    assert findings(CHECK, call) == ([(severity, 1)] if severity else [])


def test_the_finding_says_where_and_how_long() -> None:
    call = call_of(agent(0, 1), caller(2, 5), agent(7.437, 9))
    finding = only_finding(CHECK, call)
    assert finding.message == "2.4 s of silence before the agent answered (limit 1.5 s)"
    assert (finding.turn, finding.start_ms, finding.end_ms) == (2, 5000, 7437)
    assert finding.evidence == {
        "latency_ms": 2437,
        "limit_ms": 1500,
        "start_quality": "reported",
        "end_quality": "reported",
        "events": [3, 4],
    }


def test_the_limits_can_be_set() -> None:
    call = call_of(caller(0, 5), agent(5.9, 9))
    assert findings(SlowResponse(medium_ms=800), call) == [("medium", 1)]
    assert findings(SlowResponse(high_ms=800), call) == [("high", 1)]


def test_every_late_answer_is_a_finding() -> None:
    call = call_of(caller(0, 1), agent(3, 4), caller(5, 6), agent(6.5, 7), caller(8, 9), agent(13, 14))
    assert findings(CHECK, call) == [("medium", 1), ("high", 5)]


def test_answers_without_a_time_are_counted() -> None:
    call = call_of(
        caller(0, text="a"), agent(1, 2), caller(3, 4), agent(4.5, 5), caller(6, 7), agent(7.5, 8),
        caller(9, text="b"), agent(10, 11), caller(12, 13), agent(13.2, 14),
    )  # fmt: skip
    result = outcome(CHECK, call)
    assert result.findings == ()
    assert result.measured
    assert result.missing == "2 of 5 answers have no known start or end"


def test_without_any_known_answer_nothing_is_measured() -> None:
    result = outcome(CHECK, call_of(caller(0, text="a"), agent(1, 2)))
    assert not result.measured
    assert result.missing == "no answer has a known start and a known end of the turn before it"


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([caller(None, text="a"), agent(None, text="b")], "the record has no times of speech"),
        ([], "the record has no times of speech"),
        ([agent(0, 1), caller(2, 3)], "no answer of the agent's was due: it never spoke after a turn of the caller's"),
        ([caller(0, 5, "one and two and three"), agent(3, 7)], "no answer of the agent's came after the caller had finished"),
    ],
)  # fmt: skip
def test_nothing_to_measure(turns: list[dict[str, object]], reason: str) -> None:
    result = outcome(CHECK, call_of(*turns))
    assert (result.measured, result.missing) == (False, reason)


def test_overlaps_do_not_lower_the_latencies() -> None:
    """An answer 2 s early and one 2 s late are not two answers on time."""
    call = call_of(caller(0, 5, "one and two and three"), agent(3, 7), caller(8, 9), agent(11, 12))
    assert findings(CHECK, call) == [("medium", 3)]


def test_a_wait_that_cannot_be_true_is_no_pass() -> None:
    result = outcome(CHECK, call_of(caller(0, 1), agent(204, 205)))
    assert not result.measured
    assert result.missing == "1 of 1 answers has a wait too long to be true"
    both = outcome(CHECK, call_of(caller(0, text="a"), agent(1, 2), caller(3, 4), agent(204, 205)))
    assert both.missing == (
        "1 of 2 answers has no known start or end; 1 of 2 answers has a wait too long to be true"
    )


def test_a_hesitation_is_not_the_end_of_the_turn() -> None:
    call = call_of(caller(0, 1, "my number is"), caller(4, 5, "42"), agent(6, 7))
    assert findings(CHECK, call) == []


def test_a_caller_who_asked_for_time_is_not_answered_late() -> None:
    call = call_of(
        caller(0, 1, "let me find it"), agent(9, 10, "Take your time."), caller(12, 13), agent(14, 15)
    )
    assert findings(CHECK, call) == []
