"""Agents that go on when the caller has taken the floor."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.talked_over_caller import TalkedOverCaller
from tests.unit.scoring.calls import agent, call_of, caller, findings, only_finding, outcome

CHECK = TalkedOverCaller()


@pytest.mark.parametrize(("end", "medium"), [(5.1, False), (5.3, False), (5.301, True), (9.0, True)])
def test_the_limit(end: float, medium: bool) -> None:
    call = call_of(agent(0, end, "one thing and another"), caller(5, 10, "no, the other one"))
    assert findings(CHECK, call) == ([("medium", 0)] if medium else [])


def test_the_finding_names_the_agents_turn_that_went_on() -> None:
    call = call_of(
        caller(0, 1), agent(2, 5.9, "one thing"), caller(5, 10, "no, the other one"), agent(11, 12)
    )
    finding = only_finding(CHECK, call)
    assert finding.message == "the agent spoke over the caller for 0.9 s before it stopped (limit 0.3 s)"
    assert (finding.turn, finding.start_ms, finding.end_ms) == (1, 5000, 5900)
    assert finding.evidence == {
        "overlap_ms": 900,
        "limit_ms": 300,
        "yield_ms": 900,
        "caller_turn": 2,
        "events": [4, 5],
    }


def test_an_agent_that_kept_the_floor_is_told_apart() -> None:
    call = call_of(agent(0, 20, "one thing and another"), caller(5, 7, "no, the other one"))
    finding = only_finding(CHECK, call)
    assert finding.message == "the agent spoke over the caller for 2 s and kept the floor (limit 0.3 s)"
    assert finding.evidence["yield_ms"] is None


def test_a_backchannel_takes_no_floor() -> None:
    call = call_of(agent(0, 10, "one thing and another"), caller(3, 4.5, "uh huh"), caller(10.6, 12, "good"))
    assert findings(CHECK, call) == []


def test_a_sentence_pause_of_the_agents_is_no_yield() -> None:
    call = call_of(
        agent(0, 5.2, "one thing"), caller(5, 9, "no, the other one"), agent(5.9, 9.5, "and another")
    )
    assert only_finding(CHECK, call).evidence["overlap_ms"] == 200 + 3100


def test_onsets_without_a_time_are_counted() -> None:
    call = call_of(agent(0, text="hi"), caller(3, 4), agent(5, 6), caller(7, 8))
    result = outcome(CHECK, call)
    assert (result.findings, result.measured) == ((), True)
    assert result.missing == (
        "1 of 2 turns of the caller's: it is not known whether the agent was still speaking at the start"
    )


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([caller(None, text="a"), agent(None, text="b")], "the record has no times of speech"),
        ([agent(0, 1)], "the caller said nothing"),
        (
            [agent(0, text="a"), caller(3, text="b")],
            "no turn of the caller's has a known start after a turn of the agent's with a known end",
        ),
    ],
)
def test_nothing_to_measure(turns: list[dict[str, object]], reason: str) -> None:
    result = outcome(CHECK, call_of(*turns))
    assert (result.measured, result.missing) == (False, reason)
