"""Actions that are carried out twice."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import Call, fold
from callproof.evidence.events import AnyEvent, ToolBuilt, ToolCancelled, ToolReturned, ToolSent
from callproof.evidence.record import Header, Record
from callproof.scoring.actions import reads_as_action, reads_as_lookup
from callproof.scoring.checks.duplicate_action import DuplicateAction
from tests.unit.scoring.calls import action, agent, call_of, caller, findings, folded, only_finding, outcome

CHECK = DuplicateAction()


def acts(*actions: dict[str, Any]) -> Call:
    """Each action in a turn of its own: turns 1, 3, 5 …"""
    turns = []
    for place, what in enumerate(actions):
        turns.append(caller(place * 4, place * 4 + 1, "please"))
        turns.append(agent(place * 4 + 2, place * 4 + 3, "Sure.", actions=[what]))
    return call_of(*turns)


def sent(*events: tuple[type[AnyEvent], dict[str, Any]]) -> Call:
    made = [cls(ms=ms * 100, seq=ms, quality="reported", **fields) for ms, (cls, fields) in enumerate(events)]
    return fold(Record(Header(id="test", format="test"), tuple(made)))


def test_the_same_action_twice_is_one_finding() -> None:
    call = acts(action("create_reservation", {"size": 6}), action("create_reservation", {"size": 6}))
    finding = only_finding(CHECK, call)
    assert finding.message == "create_reservation was executed twice with the same arguments"
    assert (finding.severity, finding.turn) == ("medium", 3)
    assert (finding.start_ms, finding.end_ms) == (6000, 6000)
    assert finding.evidence == {
        "tool": "create_reservation",
        "arguments": {"size": 6},
        "count": 2,
        "consequential": None,
        "calls": ["t0", "t1"],
        "events": [5, 12],
    }


def test_n_repeats_are_one_finding() -> None:
    finding = only_finding(CHECK, acts(*[action("hang_up") for _ in range(337)]))
    assert finding.message == "hang_up was executed 337 times with the same arguments"
    assert finding.evidence["count"] == 337


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ({"n": 1}, {"n": 1.0}, True),
        ({"a": 1, "b": [1, {"c": 2}]}, {"b": [1.0, {"c": 2}], "a": 1}, True),
        ({"n": 1}, {"n": True}, False),
        ({"n": 0}, {"n": None}, False),
        ({"n": 1}, {"n": "1"}, False),
        ({"n": [1, 2]}, {"n": [2, 1]}, False),
        ({"n": 1}, {"n": 1, "m": 1}, False),
        ({"t": "18:00"}, {"t": "19:00"}, False),
        ({}, {}, True),
    ],
)
def test_arguments_are_compared_as_json(first: dict[str, Any], second: dict[str, Any], same: bool) -> None:
    assert bool(findings(CHECK, acts(action("book", first), action("book", second)))) == same


def test_arguments_that_are_no_json_are_compared_as_text() -> None:
    builder = RecordBuilder()
    builder.speech("agent", 0, 1000, said="Sure.")
    for ms in (100, 200):
        builder.tool_sent(None, "book", "{size: 6", ms)
    assert only_finding(CHECK, folded(builder)).evidence["arguments"] == "{size: 6"


@pytest.mark.parametrize(
    ("name", "consequential", "severity"),
    [
        ("refund", True, "high"),
        ("get_order", True, "high"),
        ("refund", None, "medium"),
        ("refund", False, None),
        ("get_order", None, None),
    ],
)
def test_consequences_decide_the_severity(
    name: str, consequential: bool | None, severity: str | None
) -> None:
    twice = [action(name, {"id": 1}, consequential=consequential) for _ in range(2)]
    assert findings(CHECK, acts(*twice)) == ([(severity, 3)] if severity else [])


@pytest.mark.parametrize(
    "name",
    [
        "get_order", "getOrder", "find-customer", "searchFlights", "lookup", "order_lookup", "orderLookup", "list_slots",
        "check_availability", "fetch", "read_note", "query_db", "verify_identity", "look_up_order", "crm_get_customer",
        "crm.getCustomer", "mcp__crm__find_order", "order_status", "customer_order_search", "GetHTTPStatus", "account_balance",
    ],
)  # fmt: skip
def test_names_that_read_as_a_lookup(name: str) -> None:
    assert reads_as_lookup(name)


@pytest.mark.parametrize(
    "name",
    [
        "create_reservation", "createReservation", "refund", "update_status", "set_list", "send_read_receipt", "check_in_guest",
        "check_out", "order_pizza", "hang_up", "book_flight", "verify_and_pay", "targeting", "checkout", "予約", "",
    ],
)  # fmt: skip
def test_names_that_do_not(name: str) -> None:
    assert not reads_as_lookup(name)


@pytest.mark.parametrize(
    "first",
    [
        {"error": "timeout"},
        {"result": {"success": False}},
        {"result": {"error": "no slot"}},
        {"result": {"status": "FAILED"}},
        {"result": '{"ok": false}'},
        {"result": "Error: no slot"},
    ],
)
def test_a_retry_after_a_failure_is_fine(first: dict[str, Any]) -> None:
    call = acts(action("book", {"n": 1}, **first), action("book", {"n": 1}, result={"success": True}))
    assert findings(CHECK, call) == []


@pytest.mark.parametrize("result", [{"error": None, "id": 7}, {"status": "ok"}, "{no json", "booked", [1], 7])
def test_other_results_are_successes(result: object) -> None:
    twice = [action("book", {"n": 1}, result=result) for _ in range(2)]
    assert findings(CHECK, acts(*twice)) == [("medium", 3)]


def test_two_successes_after_a_failure_are_a_repeat() -> None:
    booked = action("book", {"n": 1}, result="booked")
    finding = only_finding(CHECK, acts(action("book", {"n": 1}, error="down"), booked, booked))
    assert (finding.evidence["count"], finding.turn) == (2, 5)


def test_a_change_back_is_none() -> None:
    three, four = action("set_party_size", {"n": 3}), action("set_party_size", {"n": 4})
    assert findings(CHECK, acts(three, four, three)) == []
    assert findings(CHECK, acts(three, four, three, three)) == [("medium", 7)]


def test_a_change_that_failed_is_no_change() -> None:
    three, four = action("set_party_size", {"n": 3}), action("set_party_size", {"n": 4}, error="down")
    assert findings(CHECK, acts(three, four, three)) == [("medium", 5)]


def test_doing_again_what_was_undone_is_none() -> None:
    book, cancel = action("book_table", {"n": 3}), action("cancel_booking", {"n": 3})
    assert findings(CHECK, acts(book, cancel, book)) == []
    assert findings(CHECK, acts(book, action("send_text", {"n": 3}), book)) == [("medium", 5)]


def test_different_tools_do_not_repeat_each_other() -> None:
    assert findings(CHECK, acts(action("book_table", {"n": 3}), action("book_taxi", {"n": 3}))) == []


def test_two_tools_repeated_are_two_findings_in_the_order_of_the_call() -> None:
    call = acts(*[action(name, {"n": 1}) for name in ("pay", "book", "pay", "book")])
    assert [f.evidence["tool"] for f in outcome(CHECK, call).findings] == ["pay", "book"]


def _sent(id: str, key: str | None = None) -> tuple[type[AnyEvent], dict[str, Any]]:
    return ToolSent, {"call": id, "name": "pay", "arguments": {"n": 1}, "idempotency_key": key}


@pytest.mark.parametrize(
    ("keys", "count"),
    [(("k", "k"), None), (("k", "k", "k"), None), (("k", "l"), 2), (("k", None), 2), (("k", "k", "l"), 2)],
)
def test_one_idempotency_key_is_one_action(keys: tuple[str | None, ...], count: int | None) -> None:
    call = sent(*[_sent(f"t{place}", key) for place, key in enumerate(keys)])
    counts = [finding.evidence["count"] for finding in outcome(CHECK, call).findings]
    assert counts == ([] if count is None else [count])


@pytest.mark.parametrize(("in_time", "repeated"), [(True, False), (None, False), (False, True)])
def test_a_cancelled_action_counts_only_if_it_had_its_effect(in_time: bool | None, repeated: bool) -> None:
    call = sent(_sent("t0"), (ToolCancelled, {"call": "t0", "in_time": in_time}), _sent("t1"))
    assert bool(findings(CHECK, call)) == repeated


def test_a_call_that_was_never_sent_is_not_executed() -> None:
    built = (ToolBuilt, {"call": "t1", "name": "pay", "arguments": {"n": 1}})
    assert findings(CHECK, sent(_sent("t0"), (ToolReturned, {"call": "t0"}), built)) == []


def test_without_tool_calls_nothing_is_measured() -> None:
    result = outcome(CHECK, call_of(agent(0, 1)))
    assert (result.measured, result.missing) == (False, "the record has no tool calls")


@pytest.mark.parametrize(
    "name", ["getOrCreateOrder", "find_or_create_customer", "lookup_then_refund", "validate_payment_capture"]
)
def test_what_acts_behind_a_lookup_decides(name: str) -> None:
    assert reads_as_action(name)
    assert not reads_as_lookup(name)


@pytest.mark.parametrize("name", ["current_time", "weather", "knowledge_base", "think", "get_order_status"])
def test_a_name_that_says_nothing_of_an_action_is_none(name: str) -> None:
    """Twice the same is no finding where the record does not call it consequential."""
    assert not reads_as_action(name)
    assert findings(CHECK, acts(action(name), action(name))) == []
