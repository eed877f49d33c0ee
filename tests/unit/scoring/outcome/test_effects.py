"""What tool calls mean, and which values are equal."""

from __future__ import annotations

import pytest

from callproof.scenario.sameness import canonical
from callproof.scenario.worlds import Parameter, Tool, World, Write
from callproof.scoring.outcome.effects import Meanings, is_live
from callproof.scoring.outcome.state_axes import describe_atom
from tests.unit.scoring.outcome.stories import SHOP


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (4281, "4281", True),
        (40, 40.0, True),
        (40, "40.00", True),
        ("0042", 42, False),
        ("0042", "0042", True),
        (" Oak Street", "oak street ", True),
        (None, "", False),
        (True, "true", True),
        (True, 1, False),
        (-0.0, 0, True),
        (1e21, "1000000000000000000000", True),
        ("1,000", 1000, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ("4281", "4821", False),
    ],
)
def test_equal_values(one: object, other: object, equal: bool) -> None:
    assert (canonical(one) == canonical(other)) is equal


def test_a_set_is_one_atom_a_column() -> None:
    effect = Meanings(SHOP).effect("set_delivery_date", {"order_number": 4281, "delivery_date": "2026-03-13"})
    assert effect is not None
    assert effect.atoms == {("set", "orders", "4281", "delivery_date", "2026-03-13")}


@pytest.mark.parametrize(("first", "then"), [(1, True), (True, 1), (1, 1.5), ([1], [2])])
def test_what_a_call_means_is_not_that_of_another_like_it(first: object, then: object) -> None:
    meanings = Meanings(SHOP)
    for value in (first, then, first):
        effect = meanings.effect("set_delivery_date", {"order_number": "4281", "delivery_date": value})
        assert effect is not None
        assert effect.atoms == {("set", "orders", "4281", "delivery_date", canonical(value))}
        assert type(effect.values[-1][1]) is type(value)


def test_an_insert_is_one_atom_with_its_constants_and_without_what_is_ignored() -> None:
    meanings = Meanings(SHOP)
    effect = meanings.effect("ship_order", {"order_number": "4281"})
    row = {"id": 7, "order_number": "4281", "state": "booked", "created": "now"}
    assert effect is not None
    assert effect.atoms == {
        ("insert", "shipments", frozenset({("order_number", "4281"), ("state", "booked")}))
    }
    assert {meanings.row_atom("shipments", row)} == effect.atoms


def test_what_is_not_declared_means_nothing() -> None:
    meanings = Meanings(SHOP)
    assert meanings.effect("no_such_tool", {}) is None
    assert meanings.effect("ship_order", "not JSON") is None


def test_a_void_row_is_not_there() -> None:
    table = SHOP.tables["shipments"]
    row = {"id": 1, "order_number": "4281", "state": "booked"}
    assert is_live(table, row)
    assert not is_live(table, {**row, "state": "Cancelled"})
    gone = Meanings(SHOP).net("shipments", "1", row, {**row, "state": "cancelled"})
    assert gone == [("delete", "shipments", "1")]


def test_what_can_be_taken_back() -> None:
    meanings = Meanings(SHOP)
    assert meanings.reversible("ship_order")
    assert meanings.reversible("set_quantity")
    # No tool removes a refund, and none is declared to undo one.
    assert not meanings.reversible("refund")
    closing = Tool(
        description="closes an order",
        parameters={"order_number": Parameter(type="string")},
        write=Write(kind="set", table="orders", record="order_number", constants={"status": "closed"}),
    )
    assert not Meanings(World(tables=SHOP.tables, tools={"close": closing})).reversible("close")


def test_what_is_equal_without_capitals_is_shown_as_it_was_written() -> None:
    atom = ("set", "visits", canonical("A17"), "guest", canonical("Åsa Öberg"))
    assert atom == ("set", "visits", "a17", "guest", "åsa öberg")
    assert describe_atom(atom) == "visits A17 guest = Åsa Öberg"
    row = ("insert", "visits", frozenset({("guest", canonical("Åsa")), ("nights", canonical("2.0"))}))
    assert describe_atom(row) == "a new row in visits (guest Åsa, nights 2)"
    assert describe_atom(("delete", "visits", canonical("A17"))) == "visits A17 removed"
