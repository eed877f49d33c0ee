"""The examples' scripted language model, in text: what it understands, and that it is a decent agent with one switch to spoil it."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

import callproof
from tests.unit.examples.typing_agent import model, words

TODAY = date(2026, 3, 10)
HERE = "tests.unit.examples.typing_agent"


@pytest.mark.parametrize(
    ("heard", "tool", "values"),
    [
        (
            "Change order five, one, two, zero to three.",
            "update_order",
            {"order_number": "5120", "quantity": 3},
        ),
        ("order for eight two one, by express", "ship_order", {"order_number": "4821", "method": "express"}),
        ("Order for 821.", "ship_order", {"order_number": "4821"}),
        ("Sorry, order 5599, not 5590.", "update_order", {"order_number": "5599"}),
        ("A refund of twenty-four fifty for order 8302", "refund", {"amount": 24.5, "order_number": "8302"}),
        (
            "Twenty-one dollars, and that was my old one. The order is 8320.",
            "refund",
            {"amount": 21.0, "order_number": "8320"},
        ),
        ("42 dollars and 50 cents", "refund", {"amount": 42.5}),
        ("Not the eighteenth, the twentieth of March.", "update_order", {"delivery_date": "2026-03-20"}),
        ("the twenty-third!", "update_order", {"delivery_date": "2026-03-23"}),
        ("Oh no, Tuesday would be better.", "update_order", {"delivery_date": "2026-03-17"}),
        ("Make that express instead of standard.", "ship_order", {"method": "express"}),
        ("The parcel came two weeks late.", "update_order", {}),
    ],
)
def test_what_it_reads_in_a_sentence(heard: str, tool: str, values: dict[str, Any]) -> None:
    assert words.values_of(words.normalised(heard), tool, TODAY, 3) == values


def _called(id: str, name: str, arguments: dict[str, Any], content: str) -> list[dict[str, Any]]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return [
        {"role": "assistant", "tool_calls": [{"id": id, "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": id, "content": content},
    ]


ORDER = {"order_number": "4821", "quantity": 1, "delivery_date": "2026-03-22"}
CHANGE = {"order_number": "4821", "quantity": 3}
AGREED: list[dict[str, Any]] = [
    {"role": "assistant", "content": model.GREETING},
    {"role": "user", "content": "Change the quantity of order 4821 to three."},
    *_called("c1", "find_order", {"order_number": "4821"}, json.dumps({"result": ORDER})),
    {"role": "assistant", "content": "Shall I change the quantity of order 4821 to 3?"},
    {"role": "user", "content": "Yes, please."},
]


def test_it_acts_when_it_is_told_to_and_looks_afterwards() -> None:
    assert model.respond([]).text == model.GREETING
    assert model.respond(AGREED).calls == (model.Call("update_order", CHANGE),)
    look = (model.Call("find_order", {"order_number": "4821"}),)
    for content in (json.dumps({"result": {"ok": True}}), "CANCELLED", json.dumps({"error": "504: late"})):
        done = [*AGREED, *_called("c2", "update_order", CHANGE, content)]
        assert model.respond(done).calls == look
    # Not there: it is done again, with the same key, as nothing was reported as done.
    seen = [*done, *_called("c3", "find_order", {"order_number": "4821"}, json.dumps({"result": ORDER}))]
    assert model.respond(seen).calls == (model.Call("update_order", CHANGE),)
    key = model.idempotency_key(AGREED, "update_order", CHANGE)
    assert model.idempotency_key(seen, "update_order", CHANGE) == key


def test_what_it_did_not_understand_takes_the_agreement_away() -> None:
    broken_off = [*AGREED, *_called("c2", "update_order", CHANGE, "CANCELLED")]
    looked = _called("c3", "find_order", {"order_number": "4821"}, json.dumps({"result": ORDER}))
    unclear = model.respond([*broken_off, {"role": "user", "content": "R!"}, *looked])
    assert unclear.text == f"{model.NOT_UNDERSTOOD} Shall I change the quantity of order 4821 to 3?"
    assert not unclear.calls
    listening = model.respond([*broken_off, {"role": "user", "content": "Mm-hm."}, *looked])
    assert listening.calls == (model.Call("update_order", CHANGE),)


def test_a_call_under_way_is_waited_for() -> None:
    assert model.respond([*AGREED, *_called("c2", "update_order", CHANGE, "IN_PROGRESS")]) == model.Reply()


def test_it_passes_the_thirty_and_the_defect_is_found() -> None:
    passed = callproof.run("outcomes-30", f"{HERE}:typing")
    assert {case["status"] for case in passed.cases} == {"passed"}
    spoilt = callproof.run("outcomes-30", f"{HERE}:stale")
    causes = [case["cause"]["name"] for case in spoilt.cases if case["status"] == "failed"]
    assert len(causes) == 15
    assert causes.count("stale_tool_args") >= 14
