"""Claims with another value than the action had."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.scoring.checks.claim_differs_from_action import ClaimDiffersFromAction
from tests.unit.scoring.calls import findings, only_finding, outcome
from tests.unit.scoring.talks import act, lookup, refund, talk

CHECK = ClaimDiffersFromAction()


def differs(claim: str, *actions: dict[str, Any], started_at: str | None = None) -> bool:
    return findings(CHECK, talk("c: Please.", (f"a: {claim}", list(actions)), started_at=started_at)) != []


def test_says_fifteen_refunded_while_the_tool_got_fifty() -> None:
    finding = only_finding(CHECK, talk("c: Please.", ("a: OK. Fifteen refunded.", refund(50))))
    assert finding.message == ('the agent said 15 (Fifteen) in "Fifteen refunded", but refund got amount 50')
    assert (finding.severity, finding.turn) == ("high", 1)
    assert finding.evidence == {
        "claim": "Fifteen refunded",
        "said": "Fifteen",
        "tool": "refund",
        "call": "t0",
        "argument": "amount",
        "value": 50,
        "events": [3, 4, 5, 6],
    }


@pytest.mark.parametrize(
    ("claim", "args", "expected"),
    [
        ("I've refunded fifteen dollars.", {"amount": 15}, False),
        ("I've refunded fifteen dollars.", {"amount": "15.00"}, False),
        ("I've refunded fifteen dollars.", {"amount_cents": 1500}, False),
        ("I've refunded fifteen dollars.", {"amount": 50}, True),
        ("I've refunded it.", {"amount": 50}, False),
        ("I've refunded order 4821.", {"order": "4821", "amount": 50}, False),
        ("I've refunded order 4281.", {"order": "4821"}, True),
        ("I've refunded fifteen dollars, it takes five days.", {"amount": 15}, False),
        ("I've refunded fifteen dollars of fifty dollars.", {"amount": 50}, False),
    ],
)
def test_amounts_and_numbers(claim: str, args: dict[str, Any], expected: bool) -> None:
    assert differs(claim, act("refund", args)) == expected


@pytest.mark.parametrize(
    ("claim", "args", "expected"),
    [
        ("I've moved it to Friday at two.", {"day": "Friday", "time": "14:00"}, False),
        ("I've moved it to Friday at two.", {"day": "Thursday", "time": "14:00"}, True),
        ("I've moved it to Friday at three.", {"date": "2026-12-04", "time": "14:00"}, True),
        ("I've moved it to tomorrow.", {"date": "2026-12-01"}, False),
        ("I've moved it to tomorrow.", {"date": "2026-12-02"}, True),
        ("I've changed it from Thursday to Friday.", {"day": "Friday"}, False),
    ],
)
def test_days_and_times(claim: str, args: dict[str, Any], expected: bool) -> None:
    moved = act("move_appointment", args)
    assert differs(claim, moved, started_at="2026-11-30T10:00:00-05:00") == expected


def test_one_fitting_call_is_enough_and_two_make_a_sum() -> None:
    assert not differs("I've refunded fifteen dollars.", refund(50), refund(15))
    assert not differs("I've refunded fifty dollars in all.", refund(20), refund(30))
    assert differs("I've refunded sixty dollars in all.", refund(20), refund(30))


def test_what_the_tool_returned_is_known_too() -> None:
    asked = act("refund", {"order": "4821", "amount": 50}, result={"refunded": 45, "amount": 45})
    assert not differs("I've refunded 45 dollars.", asked)


def test_counts_are_not_compared() -> None:
    """ "Two nights" beside three guests is no difference."""
    assert not differs("I've booked two nights.", act("book_room", {"guests": 3}))


def test_a_failed_call_or_another_action_is_none_of_its_business() -> None:
    assert not differs("I've refunded fifteen dollars.", refund(50, error="down"))
    assert not differs("I've refunded fifteen dollars.", lookup("get_order", {"amount": 50}))
    assert not differs("I've sent you the link for order 4281.", act("cancel_order", {"order": "4821"}))


@pytest.mark.parametrize(
    ("claim", "same"),
    [
        ("He reembolsado quince euros.", False),
        ("Ich habe fünfzig Euro erstattet.", True),
        ("J'ai remboursé quinze euros.", False),
        ("十五ドルを返金しました。", False),
        ("오십 달러를 환불해 드렸습니다.", True),
    ],
)
def test_in_other_languages(claim: str, same: bool) -> None:
    assert differs(claim, refund(50)) != same


def test_what_cannot_be_looked_at() -> None:
    assert outcome(CHECK, talk("a: I've refunded it.")).missing == "the record has no tool calls"
    assert (
        outcome(CHECK, talk("c: Hm", ("a:", refund(1)))).missing == "the record has no words of the agent's"
    )
