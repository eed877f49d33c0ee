"""Agents that are never heard."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.evidence.events import Party
from callproof.scoring.checks.silent_agent import SilentAgent
from tests.unit.scoring.calls import agent, call_of, caller, findings, folded, only_finding, outcome

CHECK = SilentAgent()


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ([caller(0, 1), caller(5, 6)], "the agent never made a sound"),
        ([caller(None, text="hello")], "the agent never made a sound"),
        (
            [caller(0, 1), agent(2, 2)],
            "the agent never made a sound: its turns have neither length nor text",
        ),
    ],
)
def test_a_mute_agent_fails(turns: list[dict[str, Any]], message: str) -> None:
    finding = only_finding(CHECK, call_of(*turns))
    assert (finding.severity, finding.message, finding.turn) == ("high", message, None)
    assert finding.evidence["turns"] == len(turns)


def test_a_call_that_was_connected_and_silent_fails() -> None:
    finding = only_finding(CHECK, call_of(connected_s=0, ended_s=20))
    assert finding.message == "the agent never made a sound: the record has no turns at all"


def test_a_call_that_never_took_place_is_nobodys_silence() -> None:
    result = outcome(CHECK, call_of(ended_reason="customer-did-not-answer"))
    assert (result.findings, result.measured) == ((), False)
    assert result.missing == (
        "the record has no turns, and does not show that the call ever took place; "
        "it ended with 'customer-did-not-answer'"
    )


def test_one_sound_is_enough() -> None:
    result = outcome(CHECK, call_of(caller(0, 1), agent(2, 3)))
    assert (result.findings, result.measured, result.missing) == ((), True, None)


def test_a_turn_without_an_end_is_a_sound() -> None:
    assert findings(CHECK, call_of(caller(0, 1), agent(2, text="hello"))) == []


def test_turns_without_times_show_no_sound() -> None:
    result = outcome(CHECK, call_of(caller(0, 1), agent(None, text="hello")))
    assert (result.findings, result.measured) == ((), False)
    assert (
        result.missing
        == "the agent's turns carry no times: that they are listed does not show that they were heard"
    )


@pytest.mark.parametrize(("by", "blamed"), [("platform", False), ("harness", False), ("agent", True)])
def test_what_broke_elsewhere_is_not_the_agents_silence(by: Party | None, blamed: bool) -> None:
    builder = RecordBuilder()
    builder.line_error("participant never joined", 0, by=by)
    result = outcome(CHECK, folded(builder))
    assert [f.severity for f in result.findings] == (["high"] if blamed else [])
    assert result.measured == blamed
    if not blamed:
        assert result.missing == (
            f"the agent could not be heard: an error of the {by}'s (participant never joined)"
        )
