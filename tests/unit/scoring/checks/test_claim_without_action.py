"""Claims behind which nothing was done."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import Call, fold
from callproof.scoring.checks.claim_without_action import ClaimWithoutAction
from tests.unit.scoring.calls import action, agent, call_of, caller, findings, folded, only_finding, outcome
from tests.unit.scoring.talks import act, lookup, talk

CHECK = ClaimWithoutAction()


def test_an_order_that_was_never_placed() -> None:
    finding = only_finding(CHECK, talk("c: Two pizzas, please.", "a: I've placed the order."))
    assert finding.message == 'the agent said "I\'ve placed the order", but the record has no tool calls'
    assert (finding.severity, finding.turn, finding.start_ms, finding.end_ms) == ("high", 1, 2000, 3000)
    assert finding.evidence == {
        "claim": "I've placed the order",
        "topic": "order",
        "failed": [],
        "later": [],
        "tool_calls": 0,
        "events": [3, 4, 5],
    }


@pytest.mark.parametrize(
    ("claim", "tool"),
    [
        ("I've placed the order.", "place_order"),
        ("I've placed your order.", "create_order"),
        ("I have refunded fifty dollars.", "issueRefund"),
        ("Your table is booked.", "create_reservation"),
        ("I've moved your appointment to Friday.", "reschedule_appointment"),
        ("I've updated your address.", "update_customer"),
        ("I've cancelled it.", "cancel_order"),
        ("I've cancelled your subscription.", "update_subscription"),
        ("I've cancelled your order.", "orders.delete"),
        ("I've sent you the link.", "send_sms"),
        ("I've blocked your card.", "card_block"),
        # A name that tells nothing may stand for anything.
        ("I've placed the order.", "execute"),
        ("I have refunded fifty dollars.", "webhook"),
    ],
)
def test_a_tool_that_does_it(claim: str, tool: str) -> None:
    done = talk("c: Please.", (f"a: {claim}", act(tool, {"id": "A-17"}, result={"status": "ok"})))
    assert findings(CHECK, done) == []
    assert findings(CHECK, talk("c: Please.", f"a: {claim}")) == [("high", 1)]


@pytest.mark.parametrize(
    ("claim", "tool"),
    [
        ("I've placed the order.", "get_order"),
        ("I have refunded fifty dollars.", "update_address"),
        ("I've cancelled your order.", "send_email"),
    ],
)
def test_a_tool_that_does_something_else(claim: str, tool: str) -> None:
    call = talk("c: Please.", (f"a: {claim}", action(tool, {}, result={"status": "ok"})))
    finding = only_finding(CHECK, call)
    assert finding.message.endswith("but no tool had been called that does this")


@pytest.mark.parametrize(
    "said",
    [
        "Shall I place the order?",
        "I can refund that for you.",
        "I'll send you the link.",
        "I am placing the order now.",
        "Let me check that.",
        "You will receive a refund.",
        "I could not place the order.",
        "I have not refunded it yet.",
        "Once I've placed the order, you get a mail.",
        "Done.",
        "You're all set.",
        "I've found your order.",
        "I've checked your account.",
        "Your order has shipped.",
        "Your card was charged fifty dollars.",
        "You have been charged fifty dollars.",
        "The shop is closed.",
        "I've noted that.",
        "I've transferred you to a colleague.",
        "I see that you placed the order on Monday.",
    ],
)
def test_what_is_no_such_claim(said: str) -> None:
    assert findings(CHECK, talk("c: Please.", f"a: {said}")) == []


def test_a_call_that_failed_did_nothing() -> None:
    failed = act("refund", {"amount": 15}, error="down")
    finding = only_finding(CHECK, talk("c: Please.", ("a: I've refunded fifteen dollars.", failed)))
    assert finding.message.endswith("but refund had failed")
    assert finding.evidence["failed"] == ["t0"]
    soft = act("refund", {"amount": 15}, result={"success": False})
    assert findings(CHECK, talk("c: Please.", ("a: I've refunded fifteen dollars.", soft))) == [("high", 1)]
    assert findings(CHECK, talk("c: Please.", ("a: I've refunded fifteen.", [failed, act("refund")]))) == []


def test_a_claim_that_comes_before_the_action() -> None:
    def call(sent: float) -> Call:
        order = act("place_order", {"n": 2}, start_s=sent, end_s=sent + 0.2)
        return call_of(
            caller(0, 1, "Two pizzas."),
            agent(1.5, 3, "I've placed the order."),
            caller(3.5, 4, "Thanks."),
            agent(4.5, 9, "Bye.", actions=[order]),
        )

    finding = only_finding(CHECK, call(5.1))
    assert finding.message.endswith("but place_order was called 2.1 s later")
    assert finding.evidence["later"] == ["t0"]


def test_an_action_in_the_same_breath_was_called_in_time() -> None:
    order = act("place_order", {"n": 2}, start_s=2.8)
    call = call_of(caller(0, 1, "Two pizzas."), agent(1.5, 3, "I've placed the order.", actions=[order]))
    assert findings(CHECK, call) == []


def test_how_things_stand_is_no_claim_when_a_lookup_says_so() -> None:
    said = "a: Your order has been cancelled."
    cancelled, open_ = (lookup("get_order", {}, {"status": status}) for status in ("cancelled", "open"))
    assert findings(CHECK, talk("c: Hm?", ("a: Let me see.", cancelled), "c: OK.", said)) == []
    assert findings(CHECK, talk("c: Hm?", ("a: Let me see.", open_), "c: OK.", said)) == [("high", 3)]
    mine = "a: I've cancelled your order."
    assert findings(CHECK, talk("c: Hm?", ("a: Let me see.", cancelled), "c: OK.", mine)) == [("high", 3)]


def test_what_a_backend_does_by_itself() -> None:
    booked = act("book_appointment", {"day": "Friday"}, result={"status": "ok"})
    said = "a: I've booked you for Friday and sent you a confirmation."
    assert findings(CHECK, talk("c: Friday, please.", (said, booked))) == []
    assert findings(
        CHECK, talk("c: Friday.", ("a: I've booked Friday and refunded fifty dollars.", booked))
    ) == [("high", 1)]


def test_a_sentence_that_was_cut_off_before_it_claimed_anything() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 0, 1000, heard="Two pizzas.")
    builder.speech(
        "agent", 1500, 2000, said="All right. I've placed the order.", cut=True, played="All right."
    )
    assert findings(CHECK, folded(builder)) == []


def test_records_that_may_leave_tools_out() -> None:
    builder = RecordBuilder()
    builder.speech("agent", 0, 1000, said="I've placed the order.")
    result = outcome(CHECK, folded(builder))
    assert result.findings != ()
    retell = outcome(CHECK, fold(builder.build("x", "retell")))
    assert (retell.findings, retell.measured) == ((), False)
    assert retell.missing == "the record has no tool calls, and its source does not always list them"


def test_the_severity_without_any_tool_is_a_setting() -> None:
    call = talk("c: Please.", "a: I've placed the order.")
    assert findings(ClaimWithoutAction(without_tools="low"), call) == [("low", 1)]
    other = talk("c: Please.", ("a: I've placed the order.", lookup("get_menu")))
    assert findings(ClaimWithoutAction(without_tools="low"), other) == [("high", 1)]


@pytest.mark.parametrize(
    "claim",
    [
        "He reembolsado quince euros a su tarjeta.",
        "Ich habe fünfzehn Euro erstattet.",
        "J'ai remboursé quinze euros sur votre carte.",
        "Já reembolsei quinze euros no seu cartão.",
        "Ho rimborsato quindici euro sulla sua carta.",
        "만오천 원을 환불해 드렸습니다.",
        "十五ドルを返金しました。",
    ],
)
def test_in_every_language(claim: str) -> None:
    assert findings(CHECK, talk(f"a: {claim}")) == [("high", 0)]
    assert findings(CHECK, talk((f"a: {claim}", act("refund", {"amount": 15})))) == []


def test_what_cannot_be_looked_at() -> None:
    assert outcome(CHECK, talk("c: Hello?")).missing == "the record has no words of the agent's"
    unread = outcome(CHECK, talk("a: 好的，我已经为您退款了"))
    assert (unread.measured, unread.findings) == (False, ())


def test_without_times_a_tool_counts_for_its_turn() -> None:
    turns: list[dict[str, Any]] = [
        {"speaker": "caller", "text": "Cancel it."},
        {"speaker": "agent", "text": "I've cancelled your order.", "actions": [action("cancel_order")]},
    ]
    assert findings(CHECK, call_of(*turns)) == []
    assert findings(CHECK, call_of(*turns[:1], {**turns[1], "actions": []}, {**turns[1], "text": "OK."})) == [
        ("high", 1)
    ]
