"""What one utterance of the caller comes to, against the tools of the shipped world."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.calling.agents.hearing import Heard, Listener
from callproof.calling.agents.schemas import Catalogue
from callproof.calling.agents.wishes import Goal, Goals
from tests.unit.packs.playing import pack

WORLD = pack("outcomes-30").scenarios[0].world
LISTENER = Listener(Catalogue(WORLD.schemas()), "2026-03-10")
QUANTITY = (Goal(0, "update_order", {"order_number": "4821", "quantity": 3}),)
DATE = (Goal(0, "update_order", {"order_number": "4821", "delivery_date": "2026-03-18"}),)
REFUND = (Goal(0, "refund", {"order_number": "4821", "amount": 50}),)
VISIT = (Goal(0, "book_visit", {"order_number": "4821", "date": "2026-03-18", "time": "10:00"}),)
SHIPMENT = (Goal(0, "ship_order", {"order_number": "4821", "method": "standard"}),)


def heard(text: str, goals: Goals = (), *, asked: str | None = None, listening: bool = False) -> Heard:
    return LISTENER.read(text, goals, asked=asked, listening=listening)


def values(text: str, goals: Goals = (), *, asked: str | None = None) -> dict[str, Any]:
    wish = heard(text, goals, asked=asked).wish
    assert wish is not None
    return dict(wish.values)


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("Please set order 4821 to a quantity of three.", "update_order", {"order_number": "4821", "quantity": 3}),
        # "Set" was heard as "that".
        (
            "That order four, eight, two, one to a quantity of nine, please.",
            "update_order",
            {"order_number": "4821", "quantity": 9},
        ),
        (
            "Could you move the delivery of order 4821 to March 19th?",
            "update_order",
            {"order_number": "4821", "delivery_date": "2026-03-19"},
        ),
        ("Ship order 4821 overnight, please.", "ship_order", {"order_number": "4821", "method": "overnight"}),
        ("I want a refund of 42 dollars and 50 cents for order 4821.", "refund", {"order_number": "4821", "amount": 42.5}),
        ("A refund for order 4821, sixty dollars.", "refund", {"order_number": "4821", "amount": 60}),
        ("For order 4821 I need twelve, please change the quantity.", "update_order", {"order_number": "4821", "quantity": 12}),
        ("Send me a voucher of 20 dollars for order 4821.", "send_voucher", {"order_number": "4821", "amount": 20}),
        (
            "Please book an installation visit for order 4821 on March 18th, half past two.",
            "book_visit",
            {"order_number": "4821", "date": "2026-03-18", "time": "14:30"},
        ),
        ("Ship order E M one two three by express.", "ship_order", {"order_number": "EM123", "method": "express"}),
    ],
)  # fmt: skip
def test_a_request(text: str, tool: str, arguments: dict[str, Any]) -> None:
    wish = heard(text).wish
    assert wish is not None
    assert (wish.goal, wish.tool, wish.values) == (None, tool, arguments)


@pytest.mark.parametrize(
    ("text", "goals", "changes"),
    [
        ("No, four.", QUANTITY, {"quantity": 4}),
        ("Sorry, I meant 4281.", QUANTITY, {"order_number": "4281"}),
        ("Order 4281, not 4821.", QUANTITY, {"order_number": "4281"}),
        ("Hold on, ten is enough.", QUANTITY, {"quantity": 10}),
        ("Not the eighteenth, the twentieth.", DATE, {"delivery_date": "2026-03-20"}),
        ("Oh no, Tuesday would be better.", DATE, {"delivery_date": "2026-03-17"}),
        ("No, fifteen dollars.", REFUND, {"amount": 15}),
        ("Half past eleven is better.", VISIT, {"time": "11:30"}),
        ("I have to change that: March 20th at 4 PM.", VISIT, {"date": "2026-03-20", "time": "16:00"}),
        ("Make that express instead of standard.", SHIPMENT, {"method": "express"}),
    ],
)
def test_a_correction(text: str, goals: Goals, changes: dict[str, Any]) -> None:
    wish = heard(text, goals).wish
    assert wish is not None
    assert (wish.goal, wish.values, wish.negates) == (0, changes, False)


@pytest.mark.parametrize(
    "text",
    [
        "No, better not. Leave it.",
        "Stop, stop! Don't do that.",
        "Never mind.",
        "Forget it, I changed my mind.",
        "Oh no, please don't ship it after all.",
    ],
)
def test_taking_it_back(text: str) -> None:
    wish = heard(text, SHIPMENT).wish
    assert wish is not None
    assert (wish.goal, wish.negates) == (0, True)


def test_taking_one_of_two_back() -> None:
    goals = (REFUND[0], Goal(1, "book_visit", {"order_number": "5107"}))
    for text, number in (("Never mind the refund.", 0), ("No, don't book the visit.", 1)):
        wish = heard(text, goals).wish
        assert wish is not None
        assert (wish.goal, wish.negates) == (number, True)


def test_wanting_it_after_all() -> None:
    taken_back = (Goal(0, "refund", {"order_number": "4821", "amount": 33}, wanted=False),)
    for text, changes in (
        ("Yes, do refund it after all, but 30 dollars.", {"amount": 30}),
        ("Go ahead after all.", {}),
    ):
        wish = heard(text, taken_back).wish
        assert wish is not None
        assert (wish.goal, wish.values, wish.negates) == (0, changes, False)
    assert heard("No, leave it.", taken_back).wish is None


def test_a_second_thing() -> None:
    wish = heard("I also need a refund of 9 dollars on order 5107.", QUANTITY).wish
    assert wish is not None
    assert (wish.goal, wish.tool, wish.values) == (None, "refund", {"order_number": "5107", "amount": 9})


def test_a_question_about_a_quantity_asks_for_no_other() -> None:
    assert heard("What is the quantity of order 4821?").wish is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("No. That's it.", "closing"),
        ("No, that's all, thank you.", "closing"),
        ("Wait, listen, are you still there?", "line_check"),
        ("Hold on a second.", "wait"),
        ("This is Dana Reyes.", "name"),
        ("It's the one from last week.", "other"),
    ],
)
def test_what_asks_for_nothing_changes_nothing(text: str, kind: str) -> None:
    assert heard(text, SHIPMENT) == Heard(kind, name="Dana Reyes" if kind == "name" else None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["Mm-hm.", "Yeah.", "Thank you.", "Makes sense.", "Make sense.", "Hmm.", "Her."]
)
def test_listening_is_no_wish(text: str) -> None:
    assert heard(text, QUANTITY, listening=True).kind == "backchannel"


def test_the_answer_to_a_question_goes_where_it_was_asked() -> None:
    goals = (Goal(0, "refund", {"amount": 60}),)
    assert values("It's 4821.", goals, asked="order_number") == {"order_number": "4821"}


def test_one_more_than_is_there() -> None:
    wish = heard("One more, please.", QUANTITY).wish
    assert wish is not None
    assert (wish.values, wish.more) == ({}, {"quantity": 1})
    assert heard("Sorry, one more thing.", QUANTITY).wish is None


@pytest.mark.parametrize(
    ("anything_else", "listening", "kind"), [(True, False, "closing"), (True, True, "wish"), (False, False, "wish")]
)  # fmt: skip
def test_a_mere_no_takes_nothing_back_once_it_is_asked_what_else_there_is(
    anything_else: bool, listening: bool, kind: str
) -> None:
    said = LISTENER.read("No.", SHIPMENT, asked=None, listening=listening, anything_else=anything_else)
    assert said.kind == kind
    more = LISTENER.read(
        "No, do not send it.", SHIPMENT, asked=None, listening=listening, anything_else=anything_else
    )
    assert more.wish is not None
    assert more.wish.negates


def of(*tools: tuple[str, dict[str, Any]]) -> Listener:
    """A listener with other tools: a description and the schemas of its parameters, all of them needed."""
    schemas = [
        {
            "name": f"t{at}",
            "description": text,
            "parameters": {"properties": properties, "required": list(properties)},
        }
        for at, (text, properties) in enumerate(tools)
    ]
    return Listener(Catalogue(schemas), "2026-03-10")


ROOM = {"type": "integer", "description": "Room number."}
DAY = {"type": "string", "format": "date", "description": "Date of arrival."}
NIGHTS = {"type": "integer", "description": "Nights."}
HOTEL = of(
    (
        "Move a booking to another day.",
        {"booking": {"type": "string", "description": "Booking code."}, "day": DAY, "nights": NIGHTS},
    ),
    ("Reserve a room.", {"room": ROOM, "day": DAY, "nights": NIGHTS}),
    ("File a complaint.", {"room": ROOM, "reason": {"type": "string", "description": "Reason."}}),
)


def test_a_number_that_names_something_is_an_identifier_and_stays_a_number() -> None:
    wish = HOTEL.read(
        "I would like to reserve a room, room number 4821, on March 18th for 2 nights.",
        (),
        asked=None,
        listening=False,
    ).wish
    assert wish is not None
    assert (wish.tool, wish.values) == ("t1", {"room": 4821, "day": "2026-03-18", "nights": 2})


def test_moving_a_thing_to_a_day_says_what_is_to_be_changed() -> None:
    wish = HOTEL.read("Please move booking HB4821 to March 18th.", (), asked=None, listening=False).wish
    assert wish is not None
    assert (wish.tool, wish.values) == ("t0", {"booking": "HB4821", "day": "2026-03-18"})


def test_a_change_is_of_what_is_being_done_unless_another_thing_is_named() -> None:
    goals = (Goal(0, "t1", {"room": 4821, "day": "2026-03-18", "nights": 2}),)
    wish = HOTEL.read("Wait, change the nights to 3.", goals, asked=None, listening=False).wish
    assert wish is not None
    assert (wish.goal, wish.values) == (0, {"nights": 3})


def test_what_stands_behind_a_label_in_words() -> None:
    wish = HOTEL.read(
        "Please file a complaint for room number 4821, reason a broken window.",
        (),
        asked=None,
        listening=False,
    ).wish
    assert wish is not None
    assert wish.values == {"room": 4821, "reason": "a broken window"}
    change = of(("Change a note.", {"room": ROOM, "note": {"type": "string", "description": "Note."}}))
    wish = change.read(
        "Please change the note of room number 4821 to no smoking.", (), asked=None, listening=False
    ).wish
    assert wish is not None
    assert wish.values == {"room": 4821, "note": "no smoking"}
    goals = (Goal(0, "t2", {"room": 4821}),)
    answer = HOTEL.read("It's a broken lamp.", goals, asked="reason", listening=False).wish
    assert answer is not None
    assert answer.values == {"reason": "a broken lamp"}


def test_a_digit_that_was_written_as_a_word_belongs_to_the_number() -> None:
    assert values("No sorry I meant for six, five, five.", QUANTITY) == {"order_number": "4655"}
