"""What is read off the schemas of the tools."""

from __future__ import annotations

from callproof.calling.agents.schemas import Catalogue, common, words_of
from tests.unit.packs.playing import pack
from tests.unit.packs.renaming import renamed

SCENARIO = pack("outcomes-30").scenarios[0]
CATALOGUE = Catalogue(SCENARIO.world.schemas())


def test_which_tools_only_look() -> None:
    declared = {name for name, tool in SCENARIO.world.tools.items() if tool.read is not None}
    assert {name for name, tool in CATALOGUE.tools.items() if tool.only_looks} == declared


def test_how_each_thing_is_looked_up_and_checked() -> None:
    tools = CATALOGUE.tools
    pairs = {
        "update_order": ("find_order", "find_order"),
        "ship_order": ("find_order", "list_shipments"),
        "refund": ("find_order", "list_refunds"),
        "book_visit": ("find_order", "list_visits"),
        "send_voucher": ("find_order", "list_vouchers"),
        "update_email": ("get_customer", "get_customer"),
    }
    for name, (lookup, check) in pairs.items():
        record = tools[name].record
        assert record is not None
        found, shown = CATALOGUE.lookup(record), CATALOGUE.check(tools[name])
        assert (found and found.name, shown and shown.name) == (lookup, check), name


def test_the_same_holds_for_a_world_of_other_names() -> None:
    other = Catalogue(renamed(SCENARIO).world.schemas())
    for old, new in zip(CATALOGUE.tools.values(), other.tools.values(), strict=True):
        assert (old.verb, old.object, old.words) == (new.verb, new.object, new.words) or "_" in old.name
        assert [p.kind for p in old.parameters.values()] == [p.kind for p in new.parameters.values()]
        check, other_check = CATALOGUE.check(old), other.check(new)
        assert (check and list(CATALOGUE.tools).index(check.name)) == (
            other_check and list(other.tools).index(other_check.name)
        )


def test_what_takes_what_back() -> None:
    rows = {
        "ship_order": ({"shipment_number": "91003", "order_number": "4821"}, "cancel_shipment"),
        "refund": ({"refund_number": "72003", "order_number": "4821"}, "void_refund"),
        "book_visit": ({"visit_number": "33002", "order_number": "4821"}, "cancel_visit"),
        "send_voucher": ({"voucher_number": "81002", "order_number": "4821"}, None),
    }
    for name, (row, undo) in rows.items():
        found = CATALOGUE.taking_back(CATALOGUE.tools[name], row)
        assert (found.name if found else None) == undo


def test_kinds_and_labels_of_parameters() -> None:
    order, visit = CATALOGUE.tools["update_order"], CATALOGUE.tools["book_visit"]
    assert {p.name: (p.kind, p.label, p.noun) for p in order.parameters.values()} == {
        "order_number": ("identifier", "order number", "order"),
        "quantity": ("integer", "quantity", "quantity"),
        "delivery_date": ("date", "delivery date", "delivery date"),
    }
    assert [p.kind for p in visit.parameters.values()] == ["identifier", "date", "time"]
    assert CATALOGUE.tools["refund"].parameters["amount"].is_money


def test_a_word_in_another_form_is_the_same_word() -> None:
    assert common({"shipped", "shipping", "shop"}, {"ship"}) == {"shipped", "shipping"}
    assert common({"refunded", "orders"}, {"refund", "order"}) == {"refunded", "orders"}
    assert common({"change"}, {"charge"}) == set()
    assert words_of("Please ship my order by express") == {"ship", "order", "express"}


def hotel() -> Catalogue:
    code = {"code": {"type": "string", "description": "Confirmation code."}}
    day = {"day": {"type": "string", "format": "date", "description": "Date."}}
    tools = (
        ("free_rooms", "List free rooms", day),
        ("create", "Create a reservation", day),
        ("get", "Get a reservation", code),
    )
    return Catalogue(
        [
            {"name": n, "description": d, "parameters": {"properties": p, "required": list(p)}}
            for n, d, p in tools
        ]
    )


def test_what_is_about_another_thing_shows_nothing_of_what_was_done() -> None:
    catalogue = hotel()
    assert catalogue.check(catalogue.tools["create"]) is None


def test_a_row_that_was_made_is_looked_up_by_its_key() -> None:
    found = hotel().lookup_of({"code": "HB4821", "day": "2026-03-18"})
    assert found is not None
    assert found.name == "get"
    assert hotel().lookup_of({"number": "1", "code": "HB4821"}) is None
    assert hotel().lookup_of({}) is None


def test_what_a_description_asks_and_does_not_name_has_the_name_of_the_parameter() -> None:
    method = {"type": "string", "description": "How to ship it, standard or express."}
    function = {
        "name": "ship",
        "description": "Ship it.",
        "parameters": {"properties": {"shipping_method": method}},
    }
    (parameter,) = Catalogue([{"function": function}]).tools["ship"].parameters.values()
    assert parameter.label == "shipping method"
