"""What a tool is taken to do, and to what."""

from __future__ import annotations

import pytest

from callproof.scenario.drafting.placing import Placed, Unplaced, place
from tests.unit.scenario.drafting.sources import tool


@pytest.mark.parametrize(
    ("method", "path", "deed", "noun", "record"),
    [
        ("get", "/orders/{order_number}", "look", "order", "order_number"),
        ("get", "/orders", "list", "order", None),
        ("get", "/v1/orders/{id}/refunds", "list", "refund", None),
        ("get", "/orders/{id}/status", "look", "order", "id"),
        ("get", "/orders/search", "list", "order", None),
        ("post", "/orders", "insert", "order", None),
        ("post", "/orders/{id}/refunds", "insert", "refund", None),
        ("post", "/orders/{id}/refund", "insert", "refund", None),
        ("post", "/orders/{id}/ship", "insert", "shipment", None),
        ("post", "/orders/{id}/cancel", "cancel", "order", "id"),
        ("post", "/orders/{id}/confirm", "mark", "order", "id"),
        ("patch", "/api/cancel/{reservationId}", "cancel", "reservation", "reservationId"),
        ("put", "/orders/close/{id}", "mark", "order", "id"),
        ("put", "/customers/{id}/email", "set", "customer", "id"),
        ("patch", "/orders/{id}", "set", "order", "id"),
        ("delete", "/orders/{id}", "delete", "order", "id"),
    ],
)
def test_by_method_and_path(method: str, path: str, deed: str, noun: str, record: str | None) -> None:
    found = place(tool("op", method=method, path=path))
    assert isinstance(found, Placed)
    assert (found.deed, found.noun, found.record) == (deed, noun, record)


@pytest.mark.parametrize(
    ("name", "parameters", "deed", "noun", "record"),
    [
        ("find_order", ["order_number"], "look", "order", "order_number"),
        ("getOrderStatus", ["orderId"], "look", "order", "orderId"),
        ("check_balance", ["account_id"], "look", "account", "account_id"),
        ("lookup-customer", ["phone"], "list", "customer", None),
        ("list_refunds", ["order_number"], "list", "refund", None),
        ("check_availability", ["date"], "list", "availability", None),
        ("book_visit", ["order_number", "date"], "insert", "visit", None),
        ("ship_order", ["order_number", "method"], "insert", "shipment", None),
        ("refund", ["order_number", "amount"], "insert", "refund", None),
        ("create_order", ["customer_id", "item"], "insert", "order", None),
        ("update_email", ["customer_number", "email"], "set", "customer", "customer_number"),
        ("reschedule_appointment", ["id", "date"], "set", "appointment", "id"),
        ("cancel_appointment", ["appointment_id"], "cancel", "appointment", "appointment_id"),
        ("remove_item", ["item_code"], "delete", "item", "item_code"),
    ],
)
def test_by_name(name: str, parameters: list[str], deed: str, noun: str, record: str | None) -> None:
    found = place(tool(name, *parameters))
    assert isinstance(found, Placed)
    assert (found.deed, found.noun, found.record) == (deed, noun, record)


def test_by_description_where_the_name_has_no_verb() -> None:
    found = place(tool("appt_slot_v2", "appointment_id", "day", description="Reschedules an appointment."))
    assert isinstance(found, Placed)
    assert (found.deed, found.verb, found.noun) == ("set", "reschedule", "appointment")


def test_what_is_cancelled_need_not_be_the_row() -> None:
    found = place(tool("cancel_subscription", "customer_id"))
    assert isinstance(found, Placed)
    assert (found.noun, found.record, found.part) == ("customer", "customer_id", "subscription")


@pytest.mark.parametrize(
    ("name", "parameters", "reason"),
    [
        ("escalate", ["reason"], "its name begins with no verb that tells whether it reads or writes"),
        ("update_address", ["street"], "updates something, and no parameter is an id, number or code that says which row"),
        ("search", ["query"], "its name does not say what it looks for"),
    ],
)  # fmt: skip
def test_what_cannot_be_placed(name: str, parameters: list[str], reason: str) -> None:
    found = place(tool(name, *parameters))
    assert isinstance(found, Unplaced)
    assert found.reason == reason
