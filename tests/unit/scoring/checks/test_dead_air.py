"""Silences in which the agent should have spoken."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.dead_air import DeadAir
from tests.unit.scoring.calls import action, agent, call_of, caller, findings, only_finding, other, outcome

CHECK = DeadAir()


@pytest.mark.parametrize(
    ("start", "severity"),
    [(2.0, None), (4.0, None), (4.001, "medium"), (11.0, "medium"), (11.001, "high")],
)
def test_the_limits(start: float, severity: str | None) -> None:
    call = call_of(caller(0, 1, "where is it?"), agent(start, 12, "It has shipped."))
    assert findings(CHECK, call) == ([(severity, 0)] if severity else [])


def test_the_finding_says_where_and_whose() -> None:
    call = call_of(agent(0, 1, "Hello."), caller(2, 3, "where is it?"), agent(8.2, 9, "It has shipped."))
    finding = only_finding(CHECK, call)
    assert finding.message == (
        "5.2 s of silence between the caller and the agent, while it was the agent's turn to speak (limit 3 s)"
    )
    assert (finding.turn, finding.start_ms, finding.end_ms) == (1, 3000, 8200)
    assert finding.evidence == {
        "silence_ms": 5200,
        "limit_ms": 3000,
        "before": "caller",
        "after": "agent",
        "events": [5, 6],
    }


def test_other_places() -> None:
    agents = call_of(agent(0, 1, "Let me check."), agent(6, 7, "It has shipped."))
    assert "between two turns of the agent's" in only_finding(CHECK, agents).message
    tail = call_of(agent(0, 1), caller(2, 3, "where is it?"), ended_s=9)
    assert "6 s of silence at the end of the call" in only_finding(CHECK, tail).message
    assert only_finding(CHECK, tail).evidence["after"] is None


def test_a_thinking_pause_is_the_callers() -> None:
    call = call_of(
        agent(0, 2, "What is your number?"),
        caller(3, 4, "let me find it"),
        caller(12, 14, "it is 42"),
        agent(15, 16, "Thanks."),
    )
    assert outcome(CHECK, call).findings == ()


def test_no_dead_air_while_somebody_speaks() -> None:
    long = call_of(
        agent(0, 10, "one thing"), caller(3, 3.4, "uh huh"), caller(10.6, 12, "two"), agent(13, 14, "ok")
    )
    assert findings(CHECK, long) == []
    third = call_of(caller(0, 1, "where is it?"), other(1.5, 6), agent(8, 9))
    assert findings(CHECK, third) == []


def test_a_tool_that_runs_in_silence_is_the_agents_silence() -> None:
    book = action("book", start_s=1, end_s=7)
    call = call_of(agent(0, 1, "I will book that.", actions=[book]), caller(8, 9, "well?"), agent(9.5, 10))
    assert findings(CHECK, call) == [("medium", 0)]


def test_a_silence_of_nobodys_is_missing_only_when_it_is_long() -> None:
    short = outcome(CHECK, call_of(agent(0, 1), agent(3, 4)))
    assert (short.findings, short.missing) == ((), None)
    long = outcome(CHECK, call_of(agent(0, 1), agent(5, 6)))
    assert long.findings == ()
    assert long.missing == "1 of 1 gaps is a silence that may be either side's"


def test_a_wait_that_cannot_be_true_is_not_counted_as_silence() -> None:
    result = outcome(CHECK, call_of(caller(0, 1), agent(204, 205)))
    assert result.findings == ()
    assert result.missing == "1 of 1 gaps is a silence that may be either side's"


def test_gaps_without_a_time_are_counted() -> None:
    result = outcome(CHECK, call_of(agent(0, text="hi"), caller(3, 4), agent(9, 10)))
    assert [f.severity for f in result.findings] == ["medium"]
    assert result.missing == "1 of 2 gaps has no known start or end"


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([caller(None, text="a"), agent(None, text="b")], "the record has no times of speech"),
        ([agent(0, text="hi"), caller(3, text="hi")], "no silence has a known start and a known end"),
        ([agent(0, 1)], "nothing was said after the first turn, and no end of the call is known"),
    ],
)
def test_nothing_to_measure(turns: list[dict[str, object]], reason: str) -> None:
    result = outcome(CHECK, call_of(*turns))
    assert (result.measured, result.missing) == (False, reason)


def test_limits_under_a_second_have_no_effect() -> None:
    check = DeadAir(medium_ms=100)
    assert findings(check, call_of(caller(0, 1), agent(1.9, 3))) == []
    assert findings(check, call_of(caller(0, 1), agent(2, 3))) == [("medium", 0)]
