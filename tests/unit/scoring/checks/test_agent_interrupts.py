"""Agents that do not let the caller finish."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.agent_interrupts import AgentInterrupts
from tests.unit.scoring.calls import agent, call_of, caller, findings, only_finding, outcome

CHECK = AgentInterrupts()


@pytest.mark.parametrize(
    ("start", "severity"),
    [(6.0, None), (5.95, None), (5.949, "low"), (5.7, "low"), (5.699, "medium"), (4.0, "medium")],
)
def test_the_limits(start: float, severity: str | None) -> None:
    call = call_of(caller(0, 6, "one thing and another"), agent(start, 9, "It has shipped."))
    assert findings(CHECK, call) == ([(severity, 1)] if severity else [])


def test_the_finding_says_how_early() -> None:
    call = call_of(agent(0, 1), caller(2, 6, "one thing and another"), agent(4, 9, "It has shipped."))
    finding = only_finding(CHECK, call)
    assert finding.message == "the agent started to speak 2 s before the caller had finished"
    assert (finding.turn, finding.start_ms, finding.end_ms) == (2, 4000, 6000)
    assert finding.evidence == {"early_ms": 2000, "limit_ms": 300, "caller_turn": 1, "events": [3, 6]}


def test_the_agents_own_backchannel_is_none() -> None:
    call = call_of(caller(0, 6, "one thing and another"), agent(3, 3.5, "Mm-hm."), agent(6.6, 9, "Sure."))
    assert findings(CHECK, call) == []


def test_going_on_after_ones_own_pause_is_none() -> None:
    call = call_of(agent(0, 5), caller(5.2, 8, "one thing"), agent(5.4, 7))
    assert findings(CHECK, call) == []


def test_every_interruption_is_a_finding() -> None:
    call = call_of(
        caller(0, 6, "one thing and another"), agent(3, 4, "Sorry, what"), caller(7, 9, "I said one thing"),
        agent(8.8, 10, "Sure."),
    )  # fmt: skip
    assert findings(CHECK, call) == [("medium", 1), ("low", 3)]


def test_onsets_without_a_time_are_counted() -> None:
    call = call_of(agent(0, 1), caller(3, text="hi"), agent(5, 6))
    result = outcome(CHECK, call)
    assert (result.findings, result.measured) == ((), True)
    assert result.missing == (
        "1 of 2 turns of the agent's: it is not known whether the caller was still speaking at the start"
    )


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([caller(None, text="a"), agent(None, text="b")], "the record has no times of speech"),
        ([caller(0, 1)], "the agent said nothing"),
        (
            [caller(0, text="a"), agent(3, 4)],
            "no turn of the agent's has a known start after a turn of the caller's with a known end",
        ),
    ],
)
def test_nothing_to_measure(turns: list[dict[str, object]], reason: str) -> None:
    result = outcome(CHECK, call_of(*turns))
    assert (result.measured, result.missing) == (False, reason)
