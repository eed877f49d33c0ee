"""What the caller answers when the script has no line for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from callproof.calling.caller import Reply, ScriptedCaller
from callproof.scenario.model import Persona, Scenario
from tests.unit.calling.simulation.shop import scenario

WANTED = {"main": {"order_number": "4821", "quantity": 3}}


def caller(language: str = "en", **before: object) -> ScriptedCaller:
    what: Scenario = replace(scenario(), persona=Persona(name="Dana Reyes", language=language))
    made = ScriptedCaller(what)
    made.wants("main", before or WANTED["main"])
    made.wants("main", WANTED["main"])
    return made


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("So that is 3 of order 4821, is that right?", "Yes, please."),
        ("So that's three of order four eight two one, correct?", "Yes, please."),
        ("Shall I go ahead?", "Yes, please."),
        ("So that is 3 of order 4281, is that right?", "No, order number 4821."),
        ("Just to confirm, order 7777?", "No, order number 4821, quantity 3."),
        ("Shall I set order 4821 to 6?", "No, quantity 3."),
        ("Shall I send 3 of order 4821 for $12?", "Yes, please."),
        ("What is the order number?", "It's 4821."),
        ("And the quantity?", "It's 3."),
        ("How many would you like?", "It's 3."),
        ("May I have your name, please?", "It's Dana Reyes."),
        ("What can I do for order 4821?", "Please send 3 of order 4821."),
        ("Do you mind if I set order 4821 to 3?", "No, go ahead."),
        ("Do you mind if I set order 4821 to 6?", "Yes, I do mind: quantity 3."),
        ("Is there anything else I can do for you?", "No, that's all, thank you."),
        ("I have set it to 3. Anything else?", "No, that's all, thank you."),
        ("It is set. Anything else? So that is 3 of order 4821, correct?", "Yes, please."),
        ("It is set. Anything else? So that is 3 of order 4281, correct?", "No, order number 4821."),
        ("So that is 3 of order 4821. Anything else, or is that right?", "No, that's all, thank you."),
    ],
)
def test_questions_are_answered(question: str, answer: str) -> None:
    reply = caller(order_number="4281", quantity=3).reply(question, WANTED)
    assert reply == Reply(answer)


@pytest.mark.parametrize(
    "text",
    ["One moment, please.", "I am looking for your order.", "I have set the quantity to 3.", "", "Mm-hm."],
)
def test_nothing_is_said_where_nothing_is_asked(text: str) -> None:
    assert caller().reply(text, WANTED) is None


def test_what_is_read_back_and_waited_for_is_confirmed_or_put_right() -> None:
    once = caller(order_number="4281", quantity=3)
    assert once.acknowledges("So I change order 4821 to 3.", WANTED) == Reply("Yes, please.")
    assert once.acknowledges("So I change order 4281 to 3.", WANTED) == Reply("No, order number 4821.")
    assert once.acknowledges("One moment, please.", WANTED) is None
    assert once.acknowledges("I have changed order 4821 to 3.", WANTED) is None
    assert once.acknowledges("So I change order 4821 to 3.", {"main": None}) is None


def test_after_a_goodbye_the_caller_hangs_up() -> None:
    assert caller().reply("You're welcome. Goodbye!", WANTED) == Reply("Thank you, goodbye.", hangs_up=True)


def test_what_was_taken_back_is_not_confirmed() -> None:
    reply = caller().reply("Shall I send 3 of order 4821?", {"main": None})
    assert reply == Reply("No, please leave it as it is.")


def test_before_the_request_nothing_is_confirmed() -> None:
    assert caller().reply("Is that right?", {}) is None


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("es", "¿Quiere 3 del pedido 4821, correcto?", "Sí, por favor."),
        ("de", "Kann ich sonst noch etwas für Sie tun?", "Nein, das ist alles, danke."),
        ("fr", "Est-ce que je peux faire autre chose pour vous ?", "Non, c'est tout, merci."),
        ("ja", "注文番号4821を3個に変更してよろしいですか？", "はい、お願いします。"),
        ("ko", "주문 번호 4821을 3개로 변경해 드릴까요?", "네, 부탁드립니다."),
    ],
)
def test_in_the_caller_s_language(language: str, question: str, answer: str) -> None:
    assert caller(language).reply(question, WANTED) == Reply(answer)


@pytest.mark.parametrize(
    "text",
    ["I am sorry, I did not get that.", "Sorry?", "Could you say that again?", "Can you please repeat it?"],
)
def test_who_did_not_understand_is_told_again_three_times(text: str) -> None:
    patient = caller(order_number="4281", quantity=3)
    assert [patient.reply(text, WANTED) for _ in range(4)] == [Reply("Please send 3 of order 4821.")] * 3 + [
        None
    ]
    assert caller().reply(text, {}) is None
    assert caller().reply(text, {"main": None}) is None
