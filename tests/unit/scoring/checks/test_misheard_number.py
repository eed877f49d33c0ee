"""Values that were heard otherwise than they were said."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.misheard import Misheard
from callproof.scoring.checks.misheard_number import MisheardNumber
from tests.unit.scoring.calls import agent, call_of, caller, findings, only_finding, outcome
from tests.unit.scoring.talks import talk

CHECK = MisheardNumber()


def test_fifteen_heard_as_fifty() -> None:
    call = talk("a: How can I help?", ("c: Refund fifty, please.", "Refund fifteen, please."))
    finding = only_finding(CHECK, call)
    assert finding.message == "the caller said 15 (fifteen), the agent heard 50 (fifty)"
    assert (finding.severity, finding.turn, finding.start_ms, finding.end_ms) == ("high", 1, 2000, 3000)
    assert finding.evidence == {
        "said": "Refund fifteen, please.",
        "heard": "Refund fifty, please.",
        "differences": [{"kind": "changed", "said": "fifteen", "heard": "fifty"}],
        "language": "en",
        "events": [3, 4, 5, 6],
    }


@pytest.mark.parametrize(
    ("said", "heard", "message"),
    [
        (
            "It was fifteen dollars.",
            "It was fifty dollars.",
            "the caller said 15 USD (fifteen dollars), the agent heard 50 USD (fifty dollars)",
        ),
        (
            "Order four eight two one",
            "Order four two eight one",
            "the caller said 4821 (four eight two one), the agent heard 4281 (four two eight one)",
        ),
        ("It cost 15.", "It cost 50.", "the caller said 15, the agent heard 50"),
        (
            "On Tuesday, please.",
            "On Thursday, please.",
            'the caller said "Tuesday", the agent heard "Thursday"',
        ),
        ("Two tickets for me", "Tickets for me", "the caller said 2 (Two), and the agent did not hear it"),
        (
            "Tickets for me, please",
            "Two tickets for me, please",
            "the agent heard 2 (Two), which the caller did not say",
        ),
        ("quince euros", "cincuenta euros", "the caller said 15 EUR (quince euros), the agent heard 50 EUR"),
        (
            "십오 달러요",
            "오십 달러요",
            "the caller said 15 USD (십오 달러), the agent heard 50 USD (오십 달러)",
        ),
    ],
)
def test_the_sentence_names_both_values(said: str, heard: str, message: str) -> None:
    assert only_finding(CHECK, talk((f"c: {heard}", said))).message.startswith(message)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("I do not want it", "I do want it"),
        ("from account two to account nine", "from account nine to account two"),
        ("seven thirty in the morning", "7:30 PM"),
        ("E M four five six", "E M four five five"),
        ("at quarter to eight", "at quarter past eight"),
    ],
)
def test_what_is_another_value_too(said: str, heard: str) -> None:
    assert findings(CHECK, talk((f"c: {heard}", said))) == [("high", 0)]


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("fifteen dollars please", "Fifteen dollars, please."),
        ("I need fifteen", "I need 15."),
        ("it has fifty turns", "It has 50 turns."),
        ("double five nine nine", "5599"),
        ("one hundred twenty three", "123"),
        ("half past four in the afternoon", "4:30 PM"),
        ("um, well, fifteen", "fifteen"),
        ("My name is Katherine", "My name is Catherine"),
        ("", ""),
    ],
)
def test_equal_values_are_never_misheard(said: str, heard: str) -> None:
    assert findings(CHECK, talk((f"c: {heard}", said))) == []


def test_many_differences_are_one_finding_that_names_three() -> None:
    call = talk(("c: ten at two and three at six and nine", "twenty at four and five at seven and eight"))
    finding = only_finding(CHECK, call)
    assert len(finding.evidence["differences"]) > 3
    assert finding.message.endswith(" more")


def test_what_the_agent_says_is_none_of_its_business() -> None:
    call = call_of(agent(0, 1, "That is fifty.", truth="That is fifteen."), caller(2, 3, "yes", truth="yes"))
    assert findings(CHECK, call) == []


def test_without_the_truth_a_mishearing_cannot_be_seen() -> None:
    """The limit of it: the record holds only what was heard, and fifty reads as well as fifteen."""
    for check in (CHECK, Misheard()):
        result = outcome(check, talk("a: How can I help?", "c: Refund fifty, please."))
        assert (result.findings, result.measured) == ((), False)
        assert result.missing == "the record does not say what the caller really said"


def test_some_turns_with_the_truth_are_a_part() -> None:
    call = call_of(
        caller(0, 1, "Refund fifty.", truth="Refund fifteen."),
        caller(2, 3, "Please."),
        caller(4, 5, None, truth="Are you there?"),
    )
    result = outcome(CHECK, call)
    assert ([f.turn for f in result.findings], result.measured) == ([0], True)
    assert result.missing == (
        "1 of 3 turns of the caller's: the record does not say what was really said; "
        "1 of 3 turns of the caller's: the record does not say what was heard"
    )


def test_a_language_that_cannot_be_read_is_not_equal() -> None:
    result = outcome(CHECK, talk(("c: 请退五十块钱给我", "请退十五块钱给我")))
    assert (result.findings, result.measured) == ((), False)
    assert "Chinese" in (result.missing or "")


def test_a_call_without_words_of_the_callers() -> None:
    assert outcome(CHECK, talk("a: Hello?")).missing == "the record has no words of the caller's"


def test_the_severity_is_a_setting() -> None:
    call = talk(("c: Refund fifty.", "Refund fifteen."))
    assert findings(MisheardNumber(severity="medium"), call) == [("medium", 0)]
