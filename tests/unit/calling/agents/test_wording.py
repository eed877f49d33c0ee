"""Sentences made from schemas."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.calling.agents import wording
from callproof.calling.agents.schemas import Catalogue
from callproof.spoken.claims import claims
from tests.unit.packs.playing import pack

TOOLS = Catalogue(pack("outcomes-30").scenarios[0].world.schemas()).tools
CHANGE: dict[str, Any] = {"order_number": "4821", "quantity": 3, "delivery_date": "2026-03-19"}
SHIP: dict[str, Any] = {"order_number": "4821", "method": "express"}
REFUND: dict[str, Any] = {"order_number": "4821", "amount": 35.5}
VISIT: dict[str, Any] = {"order_number": "4821", "date": "2026-03-21", "time": "14:30"}
VOUCHER: dict[str, Any] = {"order_number": "4821", "amount": 20}


def test_asking_and_telling() -> None:
    change, ship, refund = TOOLS["update_order"], TOOLS["ship_order"], TOOLS["refund"]
    assert wording.asking(change, CHANGE) == (
        "Shall I change the quantity of order 4821 to 3 and the delivery date to March 19th?"
    )
    assert wording.done(ship, SHIP) == "I have shipped order 4821, method express."
    assert wording.done(refund, REFUND) == "I have refunded $35.50 for order 4821."
    assert wording.done(TOOLS["book_visit"], VISIT) == (
        "I have booked an installation visit for order 4821, date March 21st, time 2:30 PM."
    )
    assert wording.not_done(change, CHANGE) == "I have not changed order 4821."
    assert wording.taken_back(ship, SHIP) == "I have taken back the shipment for order 4821."
    assert wording.stays(TOOLS["send_voucher"], VOUCHER) == (
        "I am sorry, I cannot take that back, so the voucher of $20 for order 4821 stays as it is."
    )
    assert wording.done(TOOLS["update_email"], {"email": "a@b.com"}) == (
        "I have changed the e-mail address to a@b.com."
    )


@pytest.mark.parametrize("name", ["update_order", "ship_order", "refund", "book_visit", "send_voucher"])
def test_each_sentence_does_what_it_is_for(name: str) -> None:
    tool = TOOLS[name]
    arguments: dict[str, Any] = {
        "update_order": CHANGE,
        "ship_order": SHIP,
        "refund": REFUND,
        "book_visit": VISIT,
    }.get(name, VOUCHER)
    for sentence, act in (
        (wording.done(tool, arguments), "done"),
        (wording.not_done(tool, arguments), "not_done"),
        (wording.failed(tool, arguments), "not_done"),
        (wording.taken_back(tool, arguments), "undone"),
        (wording.stays(tool, arguments), "not_done"),
        (wording.asking(tool, arguments), "asked"),
    ):
        assert claims(sentence, language="en")[-1].act == act, sentence
    assert claims(wording.asking(tool, arguments), language="en")[-1].asks_consent


@pytest.mark.parametrize(
    "sentence", [wording.GREETING, wording.LOOKING_UP, wording.WAITING, wording.LET_ME_CHECK, wording.GO_ON]
)
def test_small_talk_claims_nothing(sentence: str) -> None:
    assert not {"done", "not_done", "undone"} & {claim.act for claim in claims(sentence, language="en")}


@pytest.mark.parametrize(
    ("verb", "past"), [("ship", "shipped"), ("change", "changed"), ("send", "sent"), ("notify", "notified"), ("void", "voided")]
)  # fmt: skip
def test_participles(verb: str, past: str) -> None:
    assert wording.participle(verb) == past
