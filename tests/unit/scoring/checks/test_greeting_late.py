"""Lines on which nobody answers at first."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.scoring.checks.greeting_late import GreetingLate
from tests.unit.scoring.calls import agent, call_of, caller, findings, only_finding, outcome

CHECK = GreetingLate()
LIMITS = [(2.0, None), (3.0, None), (3.001, "medium"), (6.0, "medium"), (6.001, "high")]


@pytest.mark.parametrize(("start", "severity"), LIMITS)
def test_the_agent_greets(start: float, severity: str | None) -> None:
    call = call_of(agent(start, 10), caller(11, 12), connected_s=1)
    assert findings(CHECK, call) == ([(severity, 0)] if severity else [])


@pytest.mark.parametrize(("start", "severity"), LIMITS)
def test_the_caller_had_to_speak_first(start: float, severity: str | None) -> None:
    call = call_of(caller(start, 10, "hello"), agent(11, 12), connected_s=1)
    result = outcome(CHECK, call)
    assert [f.severity for f in result.findings] == ([severity] if severity else [])
    assert result.measured == bool(severity)
    assert result.missing == (None if severity else "the caller spoke first")


def test_the_finding_says_how_long() -> None:
    greeted = only_finding(CHECK, call_of(agent(3.5, 5), connected_s=1))
    assert greeted.message == "2.5 s of silence between the connection and the agent's first word (limit 2 s)"
    assert (greeted.turn, greeted.start_ms, greeted.end_ms) == (0, 1000, 3500)
    assert greeted.evidence == {
        "greeting_ms": 2500,
        "limit_ms": 2000,
        "first_speaker": "agent",
        "events": [0, 1],
    }
    opened = only_finding(CHECK, call_of(caller(8, 9), agent(10, 11), connected_s=1))
    assert opened.message == "the caller waited 7 s for a greeting and had to speak first (limit 5 s)"


@pytest.mark.parametrize(
    ("turns", "fields", "reason"),
    [
        ([agent(3, 4)], {}, "it is not known when the call was connected"),
        ([], {"connected_s": 0, "ended_s": 9}, "nobody spoke"),
        (
            [agent(None, text="hi"), caller(3, 4)],
            {"connected_s": 0},
            "the start of the first turn is not known",
        ),
        (
            [agent(1, 2)],
            {"connected_s": 5},
            "the first turn is said to start before the call was connected",
        ),
    ],
)
def test_nothing_to_measure(turns: list[dict[str, Any]], fields: dict[str, Any], reason: str) -> None:
    result = outcome(CHECK, call_of(*turns, **fields))
    assert (result.measured, result.missing) == (False, reason)


def test_who_is_called_says_hello_first() -> None:
    """An outbound call: the "Hello?" after the ringing is no wait for a greeting; the agent's own late greeting is."""
    turns = [caller(6.2, 6.8, "Hello?"), agent(7.4, 9, "Good morning.")]
    result = outcome(CHECK, call_of(*turns, connected_s=0, direction="outbound"))
    assert (result.findings, result.measured) == ((), False)
    assert findings(CHECK, call_of(*turns, connected_s=0, direction="inbound")) != []
    assert findings(CHECK, call_of(agent(6.2, 7, "Hello?"), connected_s=0, direction="outbound")) != []
