"""Rules that come with a call, and actions that break them."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import Call, fold
from callproof.evidence.events import ToolReturned, ToolSent
from callproof.evidence.record import Header, Record
from callproof.scoring.checks.policy_violation import PolicyViolation
from callproof.scoring.findings import Outcome
from tests.unit.scoring.calls import action, only_finding, outcome
from tests.unit.scoring.talks import talk

CHECK = PolicyViolation()


def done(policy: dict[str, Any], *actions: dict[str, Any]) -> Outcome:
    return outcome(CHECK, talk("c: Please.", *[("a: Done.", what) for what in actions], policy=policy))


def messages(policy: dict[str, Any], *actions: dict[str, Any]) -> list[str]:
    result = done(policy, *actions)
    assert result.missing is None
    return [finding.message for finding in result.findings]


def test_a_refund_over_the_limit() -> None:
    call = talk("c: Please.", ("a: Done.", action("refund", {"amount": 60})), policy={"max_refund": 50})
    finding = only_finding(CHECK, call)
    assert finding.message == "refund with amount 60, over the limit of 50 (max_refund)"
    assert (finding.severity, finding.turn) == ("high", 1)
    assert finding.evidence == {
        "tool": "refund",
        "arguments": {"amount": 60},
        "call": "t0",
        "rule": "max_refund",
        "argument": "amount",
        "value": 60,
        "limit": "50",
        "events": [5],
    }


@pytest.mark.parametrize("amount", [51, 50.01, "500", "$51", "51.00 USD", "1,000", "€50.50"])
def test_numbers_in_texts_count(amount: Any) -> None:
    assert len(messages({"max_refund": 50}, action("refund", {"amount": amount}))) == 1
    assert len(messages({"max_refund": "50"}, action("refund", {"amount": amount}))) == 1


@pytest.mark.parametrize("amount", [50, 50.0, "50", "$50.00", 0, -10])
def test_at_the_limit_nothing_is_wrong(amount: Any) -> None:
    assert messages({"max_refund": 50}, action("refund", {"amount": amount})) == []


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("refund", True),
        ("refund_order", True),
        ("issueRefund", True),
        ("payments.refund", True),
        ("get_refund_status", False),
        ("list_refunds", False),
        ("charge", False),
    ],
)
def test_what_is_a_refund(name: str, counts: bool) -> None:
    assert bool(messages({"max_refund": 50}, action(name, {"amount": 500}))) == counts


def test_limits_of_any_argument() -> None:
    rule = {"action": "transfer*", "argument": "amount", "min": 1, "max": 100}
    policy = {"limits": [rule]}
    assert messages(policy, action("transfer_money", {"amount": 100})) == []
    assert messages(policy, action("Transfer_Money", {"amount": "150"})) == [
        "Transfer_Money with amount 150, over the limit of 100 (limits[0])"
    ]
    assert messages(policy, action("transfer", {"amount": 0.5})) == [
        "transfer with amount 0.50, under the least of 1 (limits[0])"
    ]
    assert messages(policy, action("pay", {"amount": 150})) == []
    nested = {"limits": [{"action": "pay", "argument": "card.amount", "max": 10}]}
    assert len(messages(nested, action("pay", {"card": {"amount": 11}}))) == 1


def test_two_refunds_of_forty_against_a_total_of_fifty() -> None:
    policy = {"limits": [{"action": "refund", "argument": "amount", "max": 50, "total": 50}]}
    forty = action("refund", {"amount": "40"})
    assert messages(policy, forty) == []
    assert messages(policy, forty, forty) == [
        "refund brings the total of amount to 80, over the limit of 50 (limits[0])"
    ]
    assert len(messages(policy, forty, forty, forty)) == 1
    assert messages(policy, {**forty, "error": "down"}, forty) == []
    assert messages(policy, {**forty, "result": {"success": False}}, forty) == []


def test_a_second_delivery_does_not_count_again() -> None:
    events: list[Any] = []
    for seq in (0, 2):
        sent: dict[str, Any] = {
            "call": f"t{seq}",
            "name": "refund",
            "arguments": {"amount": 40},
            "idempotency_key": "k1",
        }
        events.append(ToolSent(ms=seq, seq=seq, quality="reported", **sent))
        events.append(ToolReturned(ms=seq + 1, seq=seq + 1, quality="reported", call=f"t{seq}"))
    policy = {"at_most": {"refund": 1}, "limits": [{"action": "refund", "argument": "amount", "total": 50}]}
    call = fold(Record(Header(id="test", format="test", policy=policy), tuple(events)))
    assert outcome(CHECK, call) == Outcome()


def test_allowed_and_forbidden_actions() -> None:
    allowed = {"allowed_actions": ["get_*", "refund"]}
    assert messages(allowed, action("get_order"), action("refund")) == []
    assert messages(allowed, action("delete_account")) == [
        "delete_account is not among the allowed actions (allowed_actions)"
    ]
    assert messages({"allowed_actions": []}, action("get_order")) != []
    assert messages({"forbidden_actions": ["delete_*", "*_account"]}, action("delete_account")) == [
        "delete_account is forbidden (forbidden_actions)"
    ]


def test_identity_before_the_account() -> None:
    policy = {"order": [{"before": "verify_identity", "action": "get_account"}]}
    verify = action("verify_identity", result={"verified": True})
    read = action("get_account", result={"balance": 7})
    too_early = ["get_account was called before verify_identity had succeeded (order[0])"]
    assert messages(policy, verify, read) == []
    assert messages(policy, read, verify) == too_early
    assert messages(policy, read) == too_early
    assert messages(policy, {**verify, "result": {"verified": False}}, read) == too_early
    assert messages(policy, {**verify, "result": None, "error": "no match"}, read) == too_early
    assert messages(policy, verify) == []


def test_at_the_same_time_is_not_before() -> None:
    builder = RecordBuilder()
    builder.speech("agent", 0, 5000, said="One moment.")
    check, read = (builder.tool_sent(None, name, {}, 1000) for name in ("verify_identity", "get_account"))
    builder.tool_returned(read, {}, 1500)
    builder.tool_returned(check, {"verified": True}, 2000)
    policy = {"order": [{"before": "verify_identity", "action": "get_account"}]}
    assert len(outcome(CHECK, fold(builder.build("x", "simple", policy=policy))).findings) == 1


def test_at_most_so_often() -> None:
    policy = {"at_most": {"refund*": 1}}
    assert messages(policy, action("refund", {"amount": 1})) == []
    result = done(policy, action("refund", {"amount": 1}), action("refund_part", {"amount": 2}))
    (finding,) = result.findings
    assert finding.message == ("refund* was carried out 2 times, and 1 at most are allowed (at_most.refund*)")
    assert finding.turn == 2
    failed = action("refund", {"amount": 1}, error="down")
    assert messages(policy, failed, action("refund", {"amount": 1})) == []


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ({"max_refund": "lots"}, "policy.max_refund is no number"),
        ({"max_refund": True}, "policy.max_refund is no number"),
        ({"max_refunds": 50}, "policy.max_refunds is no rule that is known here"),
        ({"limits": "none"}, "policy.limits is no list of rules"),
        ({"limits": ["refund"]}, "policy.limits[0] is no object"),
        ({"limits": [{"argument": "a", "max": 1}]}, "policy.limits[0] has no action"),
        ({"limits": [{"action": "r", "argument": 3, "max": 1}]}, "policy.limits[0].argument is no name"),
        ({"limits": [{"action": "r", "argument": "a"}]}, "policy.limits[0] has no max, min or total"),
        ({"limits": [{"action": "r", "argument": "a", "max": []}]}, "policy.limits[0].max is no number"),
        (
            {"limits": [{"action": "r", "argument": "a", "max": 1, "maxx": 2}]},
            "policy.limits[0].maxx is not known here",
        ),
        ({"forbidden_actions": 7}, "policy.forbidden_actions is no list of names"),
        ({"allowed_actions": {"a": 1}}, "policy.allowed_actions is no list of names"),
        ({"order": [{"before": "a"}]}, "policy.order[0] has no action"),
        ({"at_most": [1]}, "policy.at_most is no object of names and numbers"),
        ({"at_most": {"a": -1}}, "policy.at_most.a is no whole number"),
        ({"at_most": {"a": 1.5}}, "policy.at_most.a is no whole number"),
    ],
)
def test_a_rule_that_cannot_be_read_never_passes(policy: dict[str, Any], reason: str) -> None:
    result = done(policy, action("refund", {"amount": 10}))
    assert reason in (result.missing or "")
    assert result.findings == ()


def test_the_rules_that_can_be_read_are_held_all_the_same() -> None:
    result = done({"max_refund": 50, "nonsense": 1}, action("refund", {"amount": 60}))
    assert len(result.findings) == 1
    assert result.missing == "policy.nonsense is no rule that is known here"


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ({}, "refund: the argument amount is not there"),
        ({"amount": "all of it"}, "refund: the argument amount is no number"),
        ({"amount": None}, "refund: the argument amount is not there"),
        ({"amount": True}, "refund: the argument amount is no number"),
    ],
)
def test_an_argument_that_cannot_be_read_never_passes(args: dict[str, Any], reason: str) -> None:
    assert done({"max_refund": 50}, action("refund", args)).missing == reason


def test_without_a_policy_or_tool_calls_nothing_is_measured() -> None:
    def missing(call: Call) -> tuple[bool, str | None]:
        result = outcome(CHECK, call)
        return result.measured, result.missing

    assert missing(talk("c: x", ("a: y", action("refund")))) == (False, "the call came without a policy")
    assert missing(talk("c: x", policy={"max_refund": 5})) == (False, "the record has no tool calls")
    assert not done({"max_refunds": 50}, action("refund", {"amount": 1})).measured


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("issueRefund", {"amount": 60}),
        ("reimburse_customer", {"amount": 60}),
        ("orders.refund", {"amount": 60}),
        ("refund", {"payment": {"amount": 60}}),
        ("refund", {"refund_amount": 60}),
        ("refund", {"refundAmount": "60 USD"}),
        ("refund", {"total": 60}),
        ("refund", {"amount_cents": 6000}),
        ("refund", {"amount": 6000, "unit": "cents"}),
        ("refund", {"amount": -60}),
        ("process_transaction", {"type": "refund", "amount": 60}),
    ],
)
def test_a_refund_is_a_refund_whatever_it_is_called(name: str, args: dict[str, Any]) -> None:
    (message,) = messages({"max_refund": 50}, action(name, args))
    assert message == f"{name} with amount 60, over the limit of 50 (max_refund)"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("refund_policy", {"amount": 60}),
        ("refund_quote", {"amount": 60}),
        ("check_refund_eligibility", {"amount": 60}),
        ("process_transaction", {"type": "payment", "amount": 60}),
        ("refund", {"amount_cents": 5000}),
    ],
)
def test_what_is_no_refund_or_none_over_the_limit(name: str, args: dict[str, Any]) -> None:
    assert messages({"max_refund": 50}, action(name, args)) == []


def test_an_amount_that_may_be_in_cents_is_not_judged() -> None:
    # As Stripe has it: fifty dollars; but other tools have five thousand.
    result = done({"max_refund": 60}, action("refund", {"amount": 5000, "currency": "usd"}))
    assert (result.findings, result.missing) == ((), "refund: the argument amount may be in cents")


def test_an_argument_is_found_wherever_it_stands() -> None:
    policy = {"limits": [{"action": "transfer*", "argument": "amount", "max": 50, "total": 70}]}
    parts = {"transfers": [{"amount": 40}, {"amount": 60}]}
    assert messages(policy, action("transfer_funds", parts)) == [
        "transfer_funds with amount 60, over the limit of 50 (limits[0])",
        "transfer_funds brings the total of amount to 100, over the limit of 70 (limits[0])",
    ]


@pytest.mark.parametrize(
    "name", ["delete_account", "deleteAccount", "delete-account", "DeleteAccount", "DELETE_ACCOUNT"]
)
@pytest.mark.parametrize("rule", ["delete_account", "deleteAccount", "delete_*", "delete-account"])
def test_a_name_in_every_way_of_writing_it(name: str, rule: str) -> None:
    assert messages({"forbidden_actions": [rule]}, action(name)) == [
        f"{name} is forbidden (forbidden_actions)"
    ]
    assert messages({"forbidden_actions": [rule]}, action("delete")) == []


def test_a_policy_that_looks_like_the_last_one_is_another() -> None:
    over = action("refund", {"amount": 60})
    assert len(messages({"max_refund": 1}, over)) == 1
    assert done({"max_refund": True}, over).missing == "policy.max_refund is no number"
    assert messages({"max_refund": "100"}, over) == []
    assert len(messages({"max_refund": 1}, over)) == 1
