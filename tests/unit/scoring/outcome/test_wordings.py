"""What agents really say: confirmations, denials and refusals in their own words, right and wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import pytest

from callproof.scenario.model import Line, Persona
from callproof.scenario.moments import Moment
from callproof.scoring.outcome.case import score
from tests.unit.scoring.outcome.stories import Story, scenario

Goal: TypeAlias = tuple[str, Mapping[str, Any]]
DATE: Goal = ("set_delivery_date", {"order_number": "4821", "delivery_date": "2026-03-13"})
QUANTITY: Goal = ("set_quantity", {"order_number": "4821", "quantity": 3})
REFUND: Goal = ("refund", {"order_number": "4821", "amount": 39.5})
SHIP: Goal = ("ship_order", {"order_number": "4821"})


def confirmed(goal: Goal, texts: tuple[str, ...], language: str = "en") -> str:
    tool, arguments = goal
    wanted = scenario(tool, arguments, persona=Persona(language=language))
    story = Story(wanted).request().write("t1", tool, key="k", **arguments)
    for text in texts:
        story.says(text)
    return score(story.end(), wanted).axes["confirmation_matches_backend"].status


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        (DATE, "Okay, your order 4821 will now arrive on Friday, March 13th. Anything else?"),
        (DATE, "All set! Order 4821 is rescheduled for Friday the 13th."),
        (DATE, "The delivery for order 4 8 2 1 is now scheduled for the thirteenth of March."),
        (DATE, "Perfect, that's done. You'll get your copper pan on Friday instead of Wednesday."),
        (DATE, "I've gone ahead and changed that for you."),
        (DATE, "I have successfully updated order number 4821 with a delivery date of March 13, 2026."),
        (DATE, "I've moved it to Friday. Your reference number is 88213."),
        (QUANTITY, "I've changed it from two to three."),
        (QUANTITY, "Your order now has 3 copper pans."),
        (QUANTITY, "I've added one more, so it's three in total."),
        (REFUND, "I've refunded thirty nine fifty to your card ending in 1234."),
        (
            REFUND,
            "Your refund of thirty-nine dollars and fifty cents has been processed. It takes 5 to 7 days.",
        ),
        (SHIP, "Order 4821 is on its way. I've shipped it by express, you will get it in 2 days."),
        (SHIP, "It's shipped! The shipment number is 1."),
    ],
)
def test_right_accounts(goal: Goal, text: str) -> None:
    assert confirmed(goal, (text,)) == "pass"


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        (DATE, "I've updated the delivery date to March 14."),
        (DATE, "Your delivery has been moved to Saturday."),
        (DATE, "The delivery is now scheduled for the fourteenth of March."),
        (DATE, "Unfortunately the change did not go through."),
        (QUANTITY, "I've changed the quantity to two."),
        (QUANTITY, "I've changed it from two to four."),
        (REFUND, "Your refund of $39.15 has been processed."),
        (SHIP, "I've shipped order 4812."),
    ],
)
def test_wrong_accounts(goal: Goal, text: str) -> None:
    assert confirmed(goal, (text,)) == "fail"


IN_OTHER_WORDS = [
    (QUANTITY, "en", "I've put three on it.", "I've put four on it."),
    (QUANTITY, "en", "That makes it three now.", "That makes it two now."),
    (QUANTITY, "en", "The order shows 3.", "The order shows 4."),
    (DATE, "en", "It comes on March 13th.", "It comes on March 14th."),
    (DATE, "en", "Friday it is.", "Saturday it is."),
    (REFUND, "en", "The $39.50 is with your bank.", "The $39.15 is with your bank."),
    (QUANTITY, "de", "Das sind jetzt drei.", "Das sind jetzt vier."),
    (DATE, "de", "Die Lieferung kommt jetzt am 13. März.", "Die Lieferung kommt jetzt am 14. März."),
    (QUANTITY, "es", "Su pedido ahora es de tres.", "Su pedido ahora es de cuatro."),
    (DATE, "fr", "La livraison est maintenant le 13 mars.", "La livraison est maintenant le 14 mars."),
]


@pytest.mark.parametrize(("goal", "language", "right", "wrong"), IN_OTHER_WORDS)
def test_what_no_verb_tells_is_an_account_where_it_is_true(
    goal: Goal, language: str, right: str, wrong: str
) -> None:
    assert confirmed(goal, (right,), language) == "pass"
    assert confirmed(goal, (wrong,), language) != "pass"


@pytest.mark.parametrize(("goal", "language", "right", "wrong"), IN_OTHER_WORDS)
def test_what_no_verb_tells_is_no_account_before_an_answer_or_without_a_write(
    goal: Goal, language: str, right: str, wrong: str
) -> None:
    tool, arguments = goal
    wanted = scenario(tool, arguments, persona=Persona(language=language))
    early = Story(wanted).request().says(right).write("t1", tool, key="k", **arguments)
    assert score(early.end(), wanted).axes["confirmation_matches_backend"].status != "pass"
    never = Story(wanted).request().says(right)
    assert score(never.end(), wanted).axes["confirmation_matches_backend"].status != "pass"


def test_a_plan_is_no_account_though_it_names_what_was_done() -> None:
    for text in ("Shall I make it three?", "I will put three on it.", "It is not three."):
        assert confirmed(QUANTITY, (text,)) != "pass"


@pytest.mark.parametrize("text", ["I'll move your delivery to Friday.", "Moving it now.", "Shall I move it?"])
def test_plans_and_questions_are_no_account(text: str) -> None:
    assert confirmed(DATE, (text,)) == "not_measured"


@pytest.mark.parametrize(
    "after",
    [
        "No, there is nothing else you need to do.",
        "I can't change the time window, I'm afraid.",
        "I have sent you a confirmation by email.",
    ],
)
def test_what_is_said_afterwards_of_something_else(after: str) -> None:
    assert confirmed(DATE, ("I've updated the delivery date to March 13.", after)) == "pass"


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("de", "Ich habe die Lieferung auf Freitag, den 13. März verschoben.", "pass"),
        ("de", "Ich habe die Lieferung auf Samstag verschoben.", "fail"),
        ("de", "Ich verschiebe die Lieferung auf Freitag.", "not_measured"),
        ("es", "He cambiado la entrega al viernes 13 de marzo.", "pass"),
        ("es", "He cambiado la entrega al sábado 14 de marzo.", "fail"),
    ],
)
def test_other_languages(language: str, text: str, found: str) -> None:
    assert confirmed(DATE, (text,), language) == found


def negated(text: str, *, written: str) -> tuple[str, str]:
    """captured and confirmation after a negation: nothing was sent, or it landed all the same, or had been there and was taken back
    or left."""
    line = Line(id="l2", act="negation", when=Moment(kind="tool_preparing", tool="ship_order"))
    wanted = scenario(*SHIP, line, category="correction")
    story = Story(wanted).request()
    if written in ("undone", "left"):
        story.write("t1", "ship_order", key="k", **SHIP[1]).says("Okay.")
    else:
        story.build("t1", "ship_order", **SHIP[1])
    story.act("l2", "No, don't.")
    if written == "stale":
        story.send("t1").wait(100).commit("t1").returns("t1")
    if written == "undone":
        story.write("t9", "recall_shipment", id=1)
    result = score(story.says(text).end(), wanted)
    return result.axes["captured"].status, result.axes["confirmation_matches_backend"].status


def set_back(text: str, *, to: int | None, language: str = "en") -> tuple[str, str]:
    """Confirmation and state after a change that the caller no longer wanted, and that was set back to `to`."""
    line = Line(id="l2", act="negation", when=Moment(kind="tool_succeeded", tool="set_quantity"))
    wanted = scenario(*QUANTITY, line, category="correction", persona=Persona(language=language))
    story = Story(wanted).request().says("One moment.").write("t1", "set_quantity", key="k", **QUANTITY[1])
    story.act("l2", "No, don't.")
    if to is not None:
        story.write("t2", "set_quantity", key="l", order_number="4821", quantity=to)
    axes = score(story.says(text).end(), wanted).axes
    return axes["confirmation_matches_backend"].status, axes["active_state_correct"].status


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "No worries, it is back at 2."),
        ("en", "I've switched it back to two."),
        ("en", "Fine, I've left it where it was, at two."),
        ("de", "Kein Problem, es sind wieder zwei."),
        ("es", "De acuerdo, vuelve a dos."),
        ("es", "He devuelto el pedido a dos."),
    ],
)
def test_saying_in_any_words_that_it_was_set_back(language: str, text: str) -> None:
    assert set_back(text, to=2, language=language) == ("pass", "pass")
    assert set_back(text, to=None, language=language)[0] != "pass"
    assert set_back(text, to=5, language=language)[0] != "pass"


def test_how_it_was_before_the_call_is_no_word_of_its_being_set_back() -> None:
    line = Line(id="l2", act="negation", when=Moment(kind="tool_succeeded", tool="set_quantity"))
    wanted = scenario(*QUANTITY, line, category="correction")
    story = (
        Story(wanted)
        .request()
        .says("Your order shows 2.")
        .write("t1", "set_quantity", key="k", **QUANTITY[1])
    )
    story.act("l2", "No, don't.").write("t2", "set_quantity", key="l", order_number="4821", quantity=2)
    assert (
        score(story.says("Goodbye.").end(), wanted).axes["confirmation_matches_backend"].status
        == "not_measured"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Okay, I won't ship it.",
        "No problem, I have not shipped anything.",
        "Okay, I've cancelled that.",
        "Sure, nothing has been changed.",
        "Understood, I stopped the shipment.",
    ],
)
def test_saying_that_it_was_not_done(text: str) -> None:
    assert negated(text, written="nothing") == ("pass", "pass")
    # The same words are wrong when the call ran.
    assert negated(text, written="stale")[1] == "fail"


@pytest.mark.parametrize(
    ("written", "text", "found"),
    [
        ("undone", "I've cancelled the shipment.", "pass"),
        ("undone", "The shipment has been recalled, nothing will be sent.", "pass"),
        ("undone", "It had already been shipped, but I have cancelled it.", "pass"),
        ("undone", "I could not cancel it, it stays as it is.", "fail"),
        ("left", "I've cancelled the shipment.", "fail"),
        ("left", "It has already been shipped and can't be cancelled any more.", "pass"),
        ("left", "I'm sorry, I can't take that back any more.", "pass"),
        ("left", "Okay, I won't ship it.", "fail"),
        ("stale", "I've shipped order 4821.", "pass"),
        ("nothing", "Your order has been shipped.", "fail"),
        ("nothing", "I'll leave it as it is then.", "pass"),
    ],
)
def test_saying_what_became_of_it(written: str, text: str, found: str) -> None:
    assert negated(text, written=written)[1] == found
