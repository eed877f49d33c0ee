"""Words out of names."""

from __future__ import annotations

import pytest

from callproof.scenario.drafting.wording import (
    column_name,
    identified,
    imperative,
    is_identifier,
    label_of,
    plural,
    singular,
    status_after,
    tool_name,
    verb_and_object,
    without_new,
)


@pytest.mark.parametrize(
    ("word", "verb"),
    [("Books", "book"), ("cancelling", "cancel"), ("rescheduling", "reschedule"), ("searches", "search"), ("carries", None), ("s", None)],
)  # fmt: skip
def test_verbs_in_their_forms(word: str, verb: str | None) -> None:
    assert imperative(word) == verb


def test_verb_and_object() -> None:
    assert verb_and_object("find_order_by_number", "") == ("find", ["order"])
    assert verb_and_object("OrdersController_cancelOrder", "") == ("cancel", ["order"])
    assert verb_and_object("order_status", "Get the status of an order") == ("get", ["status"])
    assert verb_and_object("order_lookup", "") == ("lookup", ["order"])
    assert verb_and_object("order_pizza", "Order a pizza") == ("order", ["pizza"])
    assert verb_and_object("x", "Creates a new booking for a guest") == ("create", ["booking"])
    assert verb_and_object("", "") == (None, [])


def test_names_become_names() -> None:
    assert tool_name("get /orders/{id}") == "get_orders_id"
    assert tool_name("3d") == "tool_3d"
    assert tool_name("日本") == "tool_"
    assert column_name("order-id") == "order_id"
    assert len(column_name("x" * 200)) == 60


def test_identifiers() -> None:
    assert [is_identifier(name) for name in ("order_id", "id", "postalCode", "number", "note", "")] == [
        True, True, True, True, False, False,
    ]  # fmt: skip
    assert identified("new_order_number") == ["order"]
    assert identified("id") == []


def test_labels() -> None:
    assert label_of("new_delivery_date") == "delivery date"
    assert label_of("orderId") == "order id"
    assert label_of("checkInDate") == "check-in date"
    assert without_new("new_date") == "date"


def test_one_and_many() -> None:
    for one, many in (
        ("order", "orders"),
        ("city", "cities"),
        ("box", "boxes"),
        ("address", "addresses"),
        ("status", "status"),
    ):
        assert (plural(one), singular(many)) == (many, one)


def test_states() -> None:
    assert [status_after(verb) for verb in ("confirm", "approve", "resume")] == [
        "confirmed",
        "approved",
        "active",
    ]
