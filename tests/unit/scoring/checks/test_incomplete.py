"""Calls that do not reach their goal."""

from __future__ import annotations

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.evidence.events import Party
from callproof.scoring.checks.incomplete import Incomplete, breakages
from tests.unit.scoring.calls import agent, call_of, caller, findings, folded, only_finding, outcome

CHECK = Incomplete()
TURNS = (caller(0, 1, "where is it?"), agent(2, 3, "It has shipped."))


def test_a_call_that_reached_its_goal_has_no_finding() -> None:
    result = outcome(CHECK, call_of(*TURNS, completed=True))
    assert (result.findings, result.measured, result.missing) == ((), True, None)


def test_a_call_that_did_not_is_medium() -> None:
    call = call_of(*TURNS, completed=False, ended_s=9, ended_by="caller", ended_reason="hung up")
    finding = only_finding(CHECK, call)
    assert finding.severity == "medium"
    assert finding.message == "the call ended without having reached its goal (hung up)"
    assert (finding.turn, finding.start_ms, finding.end_ms) == (None, 9000, 9000)
    assert finding.evidence == {"completed": False, "by": "caller", "reason": "hung up", "events": [6]}


def test_a_claim_that_is_missing_is_not_measured() -> None:
    result = outcome(CHECK, call_of(*TURNS))
    assert (result.measured, result.missing) == (
        False,
        "the record does not say whether the call reached its goal",
    )
    reason = outcome(CHECK, call_of(*TURNS, ended_by="platform", ended_reason="silence-timed-out"))
    assert reason.missing == (
        "the record does not say whether the call reached its goal; it ended with 'silence-timed-out'"
    )


@pytest.mark.parametrize(
    ("by", "side"),
    [
        ("platform", "on the platform's side, not the agent's"),
        ("harness", "on the side of the test harness, not the agent's"),
        ("agent", "on the agent's side"),
        ("caller", "on the caller's side"),
        (None, "on a side that the record does not name"),
    ],
)
def test_an_error_is_high_and_names_the_side(by: Party | None, side: str) -> None:
    builder = RecordBuilder()
    builder.speech("caller", 0, 1000, said="where is it?")
    builder.line_error("recogniser answered 502", 1500, by=by)
    builder.ended(2000, completed=False)
    finding = only_finding(CHECK, folded(builder))
    assert finding.severity == "high"
    assert finding.message == f"an error {side}: recogniser answered 502"
    assert (finding.start_ms, finding.end_ms) == (1500, 1500)
    assert finding.evidence["by"] == by


def test_an_error_that_the_call_survived_is_medium() -> None:
    builder = RecordBuilder()
    builder.speech("agent", 0, 1000, said="hello")
    builder.line_error("recogniser answered 502", None, by="platform")
    builder.ended(2000, completed=True)
    finding = only_finding(CHECK, folded(builder))
    assert (finding.severity, finding.start_ms) == ("medium", None)
    assert finding.message.endswith("recogniser answered 502; the goal was reached all the same")


@pytest.mark.parametrize(
    "reason", ["customer refused the offer", "completed, 0 errors", "identity check failed, handed over"]
)
def test_the_words_of_a_reason_are_no_error(reason: str) -> None:
    """The words are the source's own; importers turn what a platform calls an error into a line.error."""
    result = outcome(CHECK, call_of(*TURNS, ended_s=9, ended_by="agent", ended_reason=reason))
    assert (result.findings, result.measured) == ((), False)


@pytest.mark.parametrize(
    ("by", "reason"),
    [
        ("platform", "exceeded-max-duration"),
        ("platform", "finished without error"),
        ("agent", "assistant-ended-call"),
        ("caller", "customer-ended-call: error in my order"),
        (None, None),
    ],
)
def test_other_ends_are_no_errors(by: Party | None, reason: str | None) -> None:
    call = call_of(*TURNS, ended_s=9, ended_by=by, ended_reason=reason)
    assert breakages(call) == ()
    assert findings(CHECK, call) == []
