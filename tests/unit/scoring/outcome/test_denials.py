"""What the agent says that it has not done, or has taken back: of which record, too."""

from __future__ import annotations

import pytest

from callproof.scenario.model import Line
from callproof.scenario.moments import Moment
from callproof.scoring.outcome.case import score
from tests.unit.scoring.outcome.stories import Story, scenario

SHIPPED = scenario(
    "ship_order",
    {"order_number": "4821"},
    Line(id="l2", act="negation", when=Moment(kind="tool_succeeded", tool="ship_order")),
    category="correction",
)
PREPARED = scenario(
    "ship_order",
    {"order_number": "4821"},
    Line(id="l2", act="negation", when=Moment(kind="tool_preparing", tool="ship_order")),
    category="correction",
)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("I have cancelled the shipment of order 4821.", "pass"),
        ("I have cancelled the shipment.", "pass"),
        ("I have cancelled the shipment of order 4281.", "fail"),
        ("I have taken back the shipment for order 5590.", "fail"),
    ],
)
def test_what_was_taken_back_is_that_of_the_record_it_is_said_of(words: str, status: str) -> None:
    story = Story(SHIPPED).request("Ship order 4821.").write("t1", "ship_order", order_number="4821")
    record = story.act("l2").write("t2", "recall_shipment", id=1).says(words).end()
    assert score(record, SHIPPED).axes["confirmation_matches_backend"].status == status


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("I have taken back the quantity of 15 for order 4821.", "pass"),
        ("I have taken back the quantity of 15.", "pass"),
        ("I have taken back the quantity of 15 for order 5590.", "fail"),
    ],
)
def test_the_right_value_does_not_make_up_for_the_wrong_record(words: str, status: str) -> None:
    changed = scenario(
        "set_quantity",
        {"order_number": "4821", "quantity": 15},
        Line(id="l2", act="negation", when=Moment(kind="tool_succeeded", tool="set_quantity")),
        category="correction",
    )
    story = Story(changed).request("Please.").write("t1", "set_quantity", order_number="4821", quantity=15)
    story.act("l2").write("t2", "set_quantity", order_number="4821", quantity=2)
    record = story.says(words).end()
    assert score(record, changed).axes["confirmation_matches_backend"].status == status


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("I have not shipped order 4821.", "pass"),
        ("I have not shipped anything.", "pass"),
        ("I have not shipped order 4281.", "not_measured"),
        ("I could not find order 4281. I have not shipped anything.", "pass"),
    ],
)
def test_that_another_record_was_left_alone_is_no_account(words: str, status: str) -> None:
    story = Story(PREPARED).request("Ship order 4821.").build("t1", "ship_order", order_number="4821")
    record = story.act("l2").cancel("t1").says(words).end()
    assert score(record, PREPARED).axes["confirmation_matches_backend"].status == status
