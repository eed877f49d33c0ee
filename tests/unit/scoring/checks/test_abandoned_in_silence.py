"""Callers who give up."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import Call
from callproof.scoring.checks.abandoned_in_silence import AbandonedInSilence
from tests.unit.scoring.calls import action, agent, call_of, caller, findings, only_finding, outcome

CHECK = AbandonedInSilence()


def hung_up(at: float, *turns: dict[str, Any], **fields: Any) -> Call:
    return call_of(*turns, ended_s=at, ended_by="caller", **fields)


@pytest.mark.parametrize(
    ("at", "severity"),
    [(4.0, None), (6.0, None), (6.001, "medium"), (13.0, "medium"), (13.001, "high")],
)
def test_the_caller_spoke_last(at: float, severity: str | None) -> None:
    call = hung_up(at, agent(0, 1, "Hello."), caller(2, 3, "where is it?"))
    assert findings(CHECK, call) == ([(severity, 1)] if severity else [])


def test_the_finding_says_how_long_and_whose() -> None:
    call = hung_up(8.2, agent(0, 1, "Hello."), caller(2, 3, "where is it?"))
    finding = only_finding(CHECK, call)
    assert finding.message == (
        "the caller hung up after 5.2 s of silence, while it was the agent's turn to speak (limit 3 s)"
    )
    assert (finding.turn, finding.start_ms, finding.end_ms) == (1, 3000, 8200)
    assert finding.evidence == {
        "silence_ms": 5200,
        "limit_ms": 3000,
        "last_speaker": "caller",
        "events": [5, 6],
    }


def test_a_tool_call_was_still_running() -> None:
    running = action("book", start_s=2.5)
    asked = caller(0, 1, "book it")
    assert findings(CHECK, hung_up(8, asked, agent(2, 3, "Sure.", actions=[running]))) == [("medium", 1)]
    done = action("book", start_s=2.5, end_s=4)
    assert findings(CHECK, hung_up(8, asked, agent(2, 3, "Sure.", actions=[done]))) == []


def test_the_agent_had_asked_for_a_moment() -> None:
    assert findings(CHECK, hung_up(8, caller(0, 1, "where?"), agent(2, 3, "One moment, please."))) == [
        ("medium", 1)
    ]


@pytest.mark.parametrize(
    ("at", "completed", "text", "severity"),
    [
        (13.0, None, "It has shipped.", None),
        (13.001, None, "It has shipped.", "medium"),
        (60.0, False, "It has shipped.", "medium"),
        (60.0, True, "It has shipped.", None),
        (60.0, None, "Have a nice day, goodbye.", None),
    ],
)
def test_the_agent_spoke_last(at: float, completed: bool | None, text: str, severity: str | None) -> None:
    call = hung_up(at, caller(0, 1, "where is it?"), agent(2, 3, text), completed=completed)
    assert findings(CHECK, call) == ([(severity, 1)] if severity else [])


def test_the_limits_can_be_set() -> None:
    call = hung_up(9, caller(0, 1, "where is it?"), agent(2, 3, "It has shipped."))
    finding = only_finding(AbandonedInSilence(agent_last_ms=5000), call)
    assert (
        finding.message == "the caller hung up after 6 s of silence that the agent did not break (limit 5 s)"
    )


def test_a_goodbye_is_no_giving_up() -> None:
    assert findings(CHECK, hung_up(30, agent(0, 1, "Anything else?"), caller(2, 3, "No, bye."))) == []
    assert findings(CHECK, hung_up(30, agent(0, 1, "Goodbye!"), caller(2, 3, "Thank you."))) == []


def test_hanging_up_while_somebody_speaks_is_no_silence() -> None:
    assert findings(CHECK, hung_up(5, caller(0, 1, "where is it?"), agent(2, 5, "It has"))) == []


def test_whoever_else_ended_the_call_gave_nothing_up() -> None:
    call = call_of(agent(0, 1), caller(2, 3, "where is it?"), ended_s=30, ended_by="agent")
    result = outcome(CHECK, call)
    assert (result.findings, result.measured, result.missing) == ((), True, None)


@pytest.mark.parametrize(
    ("fields", "end", "reason"),
    [
        ({}, 3, "the record does not say who ended the call"),
        ({"ended_s": 30}, 3, "the record does not say who ended the call"),
        ({"ended_by": "caller"}, 3, "it is not known when the caller hung up"),
        (
            {"ended_by": "caller", "ended_s": 30},
            None,
            "it is not known when the last sound before the hang-up ended",
        ),
    ],
)
def test_nothing_to_measure(fields: dict[str, Any], end: float | None, reason: str) -> None:
    result = outcome(CHECK, call_of(agent(0, 1), caller(2, end, "where is it?"), **fields))
    assert (result.measured, result.missing) == (False, reason)
