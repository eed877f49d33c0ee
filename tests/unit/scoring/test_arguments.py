"""Which arguments somebody has to have said, and what they may be called."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from callproof.scoring.actions import Leaf
from callproof.scoring.arguments import counted_in, data_of, datum_of, figure, key_words
from tests.unit.scoring.calls import action, agent, call_of


def kind_of(key: str, value: Any) -> str | None:
    datum = datum_of(Leaf(key, key, value), "en")
    return datum.kind if datum is not None else None


def data_in(args: dict[str, Any]) -> list[tuple[str, str, tuple[Any, ...]]]:
    tool = call_of(agent(0, 1, "OK.", actions=[action("do", args)])).tool_calls[0]
    return [(datum.path, datum.kind, datum.forms) for datum in data_of(tool, "en")]


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("amount", 15, "amount"),
        ("amount", 15.5, "amount"),
        ("amount", "15.00", "amount"),
        ("amount", "$1,500.00", "amount"),
        ("x", "50 USD", "amount"),
        ("x", "€50", "amount"),
        ("refundAmount", 15, "amount"),
        ("total_price", 12.5, "amount"),
        ("discount_rate", 0.2, "amount"),
        ("x", "fifty dollars", "amount"),
        ("party_size", 4, "count"),
        ("quantity", "4", "count"),
        ("order_id", 4821, "code"),
        ("orderId", "4821", "code"),
        ("x", "0012345", "code"),
        ("x", "48213", "code"),
        ("x", "EM456", "code"),
        ("x", "EM-456", "code"),
        ("x", "EM 456", "code"),
        ("x", "DX7Q2", "code"),
        ("phone", 4155550132, "phone"),
        ("to", "+14155550132", "phone"),
        ("phone_number", "(415) 555-0132", "phone"),
        ("date", "2026-12-04", "date"),
        ("day", "Friday", "date"),
        ("when", "next Tuesday", "date"),
        ("start", "2026-12-04T19:30:00Z", "moment"),
        ("start", "2026-12-04 19:30", "moment"),
        ("time", "19:30", "time"),
        ("time", "19:30:00", "time"),
        ("time", "7:45 PM", "time"),
        ("email", "jane.doe@example.com", "email"),
    ],
)
def test_what_somebody_has_to_have_said(key: str, value: Any, kind: str) -> None:
    assert kind_of(key, value) == kind


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("amount", 0),
        ("n", 1),
        ("n", 0),
        ("amount", float("nan")),
        ("amount", float("inf")),
        ("name", "Bob Smith"),
        ("address", "12 Mill Lane"),
        ("notes", "table 12 by the window"),
        ("reason", "4821"),
        ("currency", "USD"),
        ("status", "open"),
        ("kind", "double"),
        ("idempotency_key", "k-88213"),
        ("request_id", "88213"),
        ("timestamp", 1790000000),
        ("start", 1796155200),
        ("session", "ab12cd"),
        ("restaurant_id", "4411"),
        ("calendarId", "91142"),
        ("event_type_id", 55123),
        ("duration", 30),
        ("length_minutes", 90),
        ("id", "3f1d5c0a-9d2e-4b77-8a51-0c4e2f6b7d10"),
        ("size", "30m"),
        ("plan", "plan_2"),
        ("x", ""),
        ("x", "x" * 100 + "1"),
        ("x", "EM456, or so they said"),
    ],
)
def test_what_nobody_has_to_have_said(key: str, value: Any) -> None:
    assert kind_of(key, value) is None


@pytest.mark.parametrize(
    ("args", "forms"),
    [
        ({"amount": 15}, (15,)),
        ({"amount": "15.00"}, ("15.00",)),
        ({"amount": "$15"}, ("$15", Decimal(15))),
        ({"amount": -5}, (-5, Decimal(5))),
        ({"amount_cents": 5000}, (5000, Decimal(50))),
        ({"amountInCents": 1250}, (1250, Decimal("12.5"))),
        ({"discount_rate": 0.2}, (0.2, Decimal(20))),
        ({"amount": 5000, "unit": "cents"}, (5000, Decimal(50))),
        ({"amount": {"value": 5000, "currency": "usd"}}, ("5000 USD", "50 USD")),
        ({"amount": 5000, "charge": "ch_3NabcDEF"}, (5000, Decimal(50))),
        ({"amount": 5000, "currency": "USD"}, ("5000 USD",)),
        # Canadian dollars are dollars.
        ({"amount": 5000, "currency": "CAD"}, ("5000 CAD", "5000 USD")),
        # A currency that nobody reads here.
        ({"amount": 5000, "currency": "XAF"}, (5000,)),
        ({"amount": "$50", "currency": "USD"}, ("$50", Decimal(50))),
        ({"amount": 50, "currency": "usd"}, ("50 USD",)),
        ({"amount": 50.5, "currency": "usd"}, ("50.5 USD",)),
    ],
)
def test_what_an_amount_may_be_called(args: dict[str, Any], forms: tuple[Any, ...]) -> None:
    assert data_in(args)[0][2] == forms


def test_an_amount_in_cents_for_certain_and_perhaps() -> None:
    amount = Leaf("amount", "amount", 5000)
    assert counted_in(amount, [amount]) is None
    assert counted_in(Leaf("c", "amount_cents", 5000), [amount]) == "cents"
    assert counted_in(amount, [amount, Leaf("u", "unit", "cents")]) == "cents"
    assert counted_in(amount, [amount, Leaf("c", "currency", "usd")]) == "perhaps cents"
    assert counted_in(amount, [amount, Leaf("c", "currency", "USD")]) is None
    assert counted_in(Leaf("a", "amount", 50), [Leaf("c", "currency", "usd")]) is None


def test_each_value_once_with_its_place() -> None:
    args = {
        "items": [{"sku": "LMP-20", "qty": 2}, {"sku": "LMP-20", "qty": 3}],
        "payment": '{"amount": 15, "card": {"last4": "4242"}}',
        "express": True,
        "note": "ring twice at 12",
    }
    assert [(path, kind) for path, kind, _ in data_in(args)] == [
        ("items[0].sku", "code"),
        ("items[0].qty", "count"),
        ("items[1].qty", "count"),
        ("payment.amount", "amount"),
        ("payment.card.last4", "code"),
    ]


def test_the_digits_that_stand_in_every_way_of_writing_a_value() -> None:
    def digits(key: str, value: Any) -> tuple[str, ...]:
        datum = datum_of(Leaf(key, key, value), "en")
        assert datum is not None
        return datum.digits

    assert digits("amount", 50) == ("50",)
    assert digits("amount", "50.00") == ("50",)
    # "15 dollars and 50 cents" are two figures.
    assert digits("amount", 15.5) == ("155", "15")
    assert digits("amount_cents", 5000) == ("5000", "50")
    assert digits("order", "0012345") == ("12345",)
    assert digits("order", "EM456") == ("456",)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (15, Decimal(15)),
        (15.5, Decimal("15.5")),
        ("15", Decimal(15)),
        (" 1,500.50 ", Decimal("1500.50")),
        ("$15", Decimal(15)),
        ("15 €", Decimal(15)),
        ("12,50 €", Decimal("12.50")),
        ("1.200,5", Decimal("1200.5")),
        ("1,500", Decimal(1500)),
        ("4821,4822", None),
        ("1,50,000", None),
        ("USD 15", Decimal(15)),
        ("-3", Decimal(-3)),
        (True, None),
        (None, None),
        ("", None),
        ("fifteen", None),
        ("15 pizzas", None),
        ("1.2.3", None),
        (float("nan"), None),
        (float("inf"), None),
        ([15], None),
    ],
)
def test_the_number_that_a_piece_of_data_is(value: Any, number: Decimal | None) -> None:
    assert figure(value) == number


def test_the_words_of_a_key() -> None:
    assert key_words("orderId") == key_words("order_id") == key_words("Order-ID") == {"order", "id"}
    assert key_words("last4") == {"last", "4", "last4"}
    assert key_words("日付") == set()
