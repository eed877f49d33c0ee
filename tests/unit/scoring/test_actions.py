"""Tool calls as actions: what their names, results and places in time tell."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import Call, ToolCall, fold
from callproof.evidence.events import AnyEvent, ToolBuilt, ToolCancelled, ToolSent
from callproof.evidence.record import Header, Record
from callproof.scoring.actions import (
    Leaf,
    arguments_of,
    began_before,
    consequences_told,
    consequential,
    ended_before,
    has_consequences,
    leaves,
    name_words,
    ran,
    reads_as_action,
    reads_as_lookup,
    results_of,
    returned_before,
    says_failed,
    succeeded,
    topics_of,
    turn_of,
    weighs,
)
from tests.unit.scoring.calls import action, agent, call_of, caller


def tool_of(name: str, args: Any = None, **more: Any) -> ToolCall:
    return call_of(agent(0, 1, "OK.", actions=[action(name, args, **more)])).tool_calls[0]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("issueRefund", ("issue", "refund")),
        ("orders.issue_refund", ("issue", "refund")),
        ("crm/create-lead", ("create", "lead")),
        ("mcp__shop__getOrder", ("get", "order")),
        ("GetHTTPStatus", ("get", "http", "status")),
        ("REFUND", ("refund",)),
        ("refund2", ("refund",)),
        ("取消", ()),
        ("", ()),
    ],
)
def test_the_words_of_a_name(name: str, words: tuple[str, ...]) -> None:
    assert name_words(name) == words


@pytest.mark.parametrize(
    "name",
    ["get_order", "orderLookup", "check-availability", "order_status", "is_refundable", "refund_policy", "refund_eligibility", "list_refunds",
     "search", "verify_identity", "validate_payment", "refund_quote", "shipping_options"],
)  # fmt: skip
def test_what_only_looks_up(name: str) -> None:
    assert reads_as_lookup(name)
    assert not reads_as_action(name)
    assert weighs(name) is False


@pytest.mark.parametrize(
    "name",
    ["refund", "create_order", "get_or_create_customer", "lookup_then_refund", "update_status", "validate_and_capture", "check_in_guest"],
)  # fmt: skip
def test_what_acts(name: str) -> None:
    assert not reads_as_lookup(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("refund", True),
        ("issueRefund", True),
        ("reimburse_customer", True),
        ("charge_card", True),
        ("bookTable", True),
        ("book_appointment_cal", True),
        ("create_reservation", True),
        ("schedule_appointment", True),
        ("cancelOrder", True),
        ("placeOrder", True),
        ("order_pizza", True),
        ("update_address", True),
        ("changePassword", True),
        ("transfer_funds", True),
        ("send_money", True),
        ("delete_user", True),
        ("get_order", False),
        ("end_call", False),
        ("endCall", False),
        ("transferCall", False),
        ("transfer_to_agent", False),
        ("press_digit", False),
        ("leave_voicemail", False),
        ("add_note", False),
        ("set_language", False),
        ("extract_dynamic_variables", False),
        ("log_call_outcome", False),
        ("send_sms", None),
        ("create_ticket", None),
        ("save_lead", None),
        ("execute", None),
        ("weather", None),
        ("", None),
        ("取消", None),
    ],
)
def test_whether_a_name_says_that_there_are_consequences(name: str, expected: bool | None) -> None:
    assert weighs(name) is expected


def test_the_record_is_believed_before_the_name() -> None:
    assert has_consequences(tool_of("refund", consequential=False)) is False
    assert has_consequences(tool_of("weather", consequential=True)) is True
    assert has_consequences(tool_of("refund")) is True
    assert has_consequences(tool_of("send_sms")) is None


def test_the_consequential_actions_of_a_call() -> None:
    actions = [
        action("refund"),
        action("get_order"),
        action("send_sms"),
        action("weather", consequential=True),
    ]
    call = call_of(agent(0, 1, "OK.", actions=actions))
    assert [tool.name for tool in consequential(call)] == ["refund", "weather"]
    assert not consequences_told(call)
    assert consequences_told(call_of(agent(0, 1, "OK.", actions=actions[:2])))
    assert consequences_told(call_of(agent(0, 1, "OK.")))


@pytest.mark.parametrize(
    ("name", "topics"),
    [
        ("issue_refund", {"refund"}),
        ("cancelBooking", {"cancel", "book"}),
        ("reschedule_appointment", {"update", "book"}),
        ("sendEmail", {"send"}),
        ("execute", set()),
        ("get_weather", set()),
    ],
)
def test_what_a_tool_is_about(name: str, topics: set[str]) -> None:
    assert topics_of(name) == topics


@pytest.mark.parametrize(
    "result",
    [{"error": "no"}, {"success": False}, {"ok": False}, {"verified": False}, {"status": "failed"}, {"status": "DECLINED"}, {"status": 404},
     {"status": "500"}, {"statusCode": 503}, '{"success": false}', "Error: no such order", "failed to connect"],
)  # fmt: skip
def test_results_that_tell_of_a_failure(result: Any) -> None:
    assert says_failed(result)
    assert not succeeded(tool_of("refund", result=result))


@pytest.mark.parametrize(
    "result",
    [None, {}, "", "ok", [], 0, {"error": None}, {"error": ""}, {"success": True}, {"status": "ok"}, {"status": 200}, {"status": "200"},
     {"status": True}, {"status": 1404}, "No errors", '["error"]', "{broken", {"message": "not failed"}],
)  # fmt: skip
def test_results_that_tell_of_none(result: Any) -> None:
    assert not says_failed(result)


def test_what_ran_and_what_succeeded() -> None:
    assert ran(tool_of("refund"))
    assert succeeded(tool_of("refund"))
    failed = tool_of("refund", error="timeout")
    assert ran(failed)
    assert not succeeded(failed)


def test_a_call_that_was_never_sent_or_taken_back_in_time_did_not_run() -> None:
    known: dict[str, Any] = {"ms": 10, "quality": "reported"}
    sent: dict[str, Any] = {"name": "refund", "arguments": {}, **known}
    events: tuple[AnyEvent, ...] = (
        ToolBuilt(seq=0, call="a", **sent),
        ToolSent(seq=1, call="b", **sent),
        ToolCancelled(seq=2, call="b", in_time=False, **known),
        ToolSent(seq=3, call="c", **sent),
        ToolCancelled(seq=4, call="c", in_time=True, **known),
    )
    call = fold(Record(Header(id="x", format="callproof"), events))
    assert [ran(tool) for tool in call.tool_calls] == [False, True, False]


def test_leaves_are_texts_and_numbers_with_their_places() -> None:
    value = {"a": 1, "b": {"c": "x", "d": [True, None, 2.5, {"e": "y"}]}, "f": '{"g": "z"}', "h": "{broken"}
    assert leaves(value) == (
        Leaf("a", "a", 1),
        Leaf("b.c", "c", "x"),
        Leaf("b.d[2]", "d", 2.5),
        Leaf("b.d[3].e", "e", "y"),
        Leaf("f.g", "g", "z"),
        Leaf("h", "h", "{broken"),
    )


def test_leaves_of_what_is_endless_are_bounded() -> None:
    deep: Any = "x"
    for _ in range(200):
        deep = {"a": deep}
    assert leaves(deep) == ()
    assert len(leaves(list(range(10_000)))) == 400


def test_arguments_and_results() -> None:
    tool = tool_of("refund", {"amount": 15}, result='{"id": "r1"}')
    assert arguments_of(tool) == (Leaf("amount", "amount", 15),)
    assert results_of(tool) == (Leaf("id", "id", "r1"),)
    assert results_of(tool_of("refund", {"amount": 15}, error="no")) == ()


def in_time() -> Call:
    """The caller speaks from 0 to 1 and from 4 to 6 s; tools are called at 2 s (answer at 3 s) and at 5 s."""
    return call_of(
        caller(0, 1, "Hello."),
        agent(
            1.5, 3.5, "Yes.", actions=[action("a", start_s=2, end_s=3, result="x"), action("b", start_s=5)]
        ),
        caller(4, 6, "Bye."),
    )


def test_what_was_before_an_action() -> None:
    call = in_time()
    first, second = call.tool_calls
    hello, yes, bye = call.utterances
    assert [began_before(u, first) for u in (hello, yes, bye)] == [True, True, False]
    assert [ended_before(u, first) for u in (hello, yes, bye)] == [True, False, False]
    assert [began_before(u, second) for u in (hello, yes, bye)] == [True, True, True]
    assert [ended_before(u, second) for u in (hello, yes, bye)] == [True, True, False]
    assert returned_before(first, second)
    assert not returned_before(second, first)
    assert turn_of(call, first) == yes
