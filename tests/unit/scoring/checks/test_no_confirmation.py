"""Actions that nobody had agreed to."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import Call
from callproof.scoring.checks.acted_against_answer import ActedAgainstAnswer
from callproof.scoring.checks.no_confirmation import NoConfirmation
from tests.unit.scoring.calls import action, agent, call_of, caller, findings, only_finding, outcome
from tests.unit.scoring.talks import Line, act, lookup, refund, talk

CHECK = NoConfirmation()


def is_confirmed(call: Call) -> bool:
    assert findings(ActedAgainstAnswer(), call) == []
    return findings(CHECK, call) == []


def refunded(*lines: Line, amount: Any = 15) -> Call:
    return talk(*lines, ("a: Refunded.", refund(amount)))


def test_the_finding() -> None:
    finding = only_finding(CHECK, refunded("c: Fifteen dollars back, please."))
    assert finding.message == (
        "refund was carried out with 15, and the caller had not been asked to agree to it"
    )
    assert (finding.severity, finding.turn, finding.start_ms, finding.end_ms) == ("high", 1, 2000, 2000)
    assert finding.evidence == {"tool": "refund", "arguments": {"amount": 15}, "call": "t0", "events": [5]}


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("So that's fifteen dollars back to your card, yes?", "Yes."),
        ("Just to confirm, fifteen?", "Yes, please."),
        ("Shall I refund fifteen dollars?", "Go ahead."),
        ("Fifteen dollars. Is that right?", "That's right."),
        ("You want me to refund $15, correct?", "Correct."),
        ("Would you like me to refund it?", "Yes."),
        ("Shall I go ahead with the refund?", "Sure."),
        ("Shall I go ahead?", "Yes, please."),
        ("Fifteen, right?", "Fifteen."),
        ("Fifteen, right?", "Mm-hm."),
        ("do you want me to refund fifteen dollars", "yes that is right"),
        # "No" to another number, and the right one in the answer: the caller has said it.
        ("Fifty, right?", "No, fifteen."),
    ],
)
def test_asked_about_it_and_agreed(question: str, reply: str) -> None:
    assert is_confirmed(refunded("c: Fifteen dollars back, please.", f"a: {question}", f"c: {reply}"))


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Can I get your name to confirm your account?", "Yes, it is Bob Smith."),
        ("Can you confirm your name?", "Bob Smith, yes."),
        ("Are you calling about order 4821?", "Yes, that's right."),
        ("Would you like a receipt by e-mail?", "Yes."),
        ("What is the amount?", "Fifteen dollars."),
        ("How can I help you?", "I want fifteen dollars back, yes."),
        ("I will refund fifteen dollars.", "When does it come?"),
        ("So that's forty dollars back to your card, yes?", "Yes."),
        ("Shall I refund fifteen dollars?", "What card is it?"),
    ],
)
def test_asked_about_something_else_or_not_agreed(question: str, reply: str) -> None:
    call = refunded("c: My money back, please.", f"a: {question}", f"c: {reply}")
    assert findings(CHECK, call) == [("high", 3)]


@pytest.mark.parametrize(
    ("currency", "question", "confirmed"),
    [
        ("EUR", "So that is fifty euros back to your card, yes?", True),
        ("EUR", "So that is fifty back to your card, yes?", True),
        ("EUR", "So that is fifty dollars back to your card, yes?", False),
        ("EUR", "So that is $50 back to your card, yes?", False),
        ("eur", "So that is 50 EUR back to your card, yes?", True),
        ("GBP", "Shall I refund fifty quid?", True),
        ("GBP", "Shall I refund fifty bucks?", False),
        # Dollars are those of the country.
        ("CAD", "Shall I refund fifty dollars?", True),
        ("AUD", "Shall I refund fifty euros?", False),
        # A currency that nobody reads here tells nothing.
        ("XAF", "Shall I refund fifty francs?", True),
    ],
)
def test_an_amount_is_one_of_its_currency(currency: str, question: str, confirmed: bool) -> None:
    lines = ("c: My money back, please.", f"a: {question}", "c: Yes.")
    call = talk(*lines, ("a: Refunded.", act("refund", {"amount": 50, "currency": currency})))
    other = findings(CHECK, call) + findings(ActedAgainstAnswer(), call)
    assert (other == []) == confirmed


def test_two_amounts_in_two_currencies_are_two() -> None:
    call = talk(
        "c: My money back, please.",
        "a: So that is fifty euros back, yes?",
        "c: Yes.",
        (
            "a: Refunded.",
            [act("refund", {"amount": 50, "currency": code}, id=code) for code in ("EUR", "USD")],
        ),
    )
    assert len(findings(CHECK, call) + findings(ActedAgainstAnswer(), call)) == 1


def test_an_old_confirm_about_the_name_confirms_no_refund() -> None:
    call = refunded(
        "a: Can you confirm your name?",
        "c: Yes, Bob Smith.",
        "a: Thank you. What can I do for you?",
        "c: Fifteen dollars back for order 4821.",
    )
    assert findings(CHECK, call) == [("high", 4)]


def test_an_answer_that_comes_after_the_action_is_too_late() -> None:
    call = talk("c: Fifteen dollars back.", ("a: Fifteen dollars back, yes?", refund(15)), "c: Yes.")
    assert findings(CHECK, call) == [("high", 1)]


def test_another_question_in_between_does_not_undo_the_answer() -> None:
    call = refunded(
        "c: Fifteen dollars back.",
        "a: Shall I refund fifteen dollars?",
        "c: Yes.",
        "a: Do you want a receipt?",
        "c: No, thanks.",
    )
    assert is_confirmed(call)


def test_a_question_in_two_breaths() -> None:
    assert is_confirmed(
        refunded("c: My money, please.", "a: That is fifteen dollars.", "a: Shall I do that?", "c: Yes.")
    )
    assert is_confirmed(
        refunded("a: I would refund fifteen dollars.", "c: mm-hm", "a: Is that right?", "c: Yes.")
    )


def test_every_value_of_an_action_may_be_named() -> None:
    booked = act("book_table", {"size": 4, "day": "Friday", "time": "19:30", "name": "Reyes"})
    right = talk(
        "c: A table, please.",
        "a: For four on Friday at half past seven, Reyes, right?",
        "c: Yes.",
        ("a: OK", booked),
    )
    wrong = talk("c: A table, please.", "a: On Saturday, right?", "c: Yes.", ("a: OK", booked))
    assert is_confirmed(right)
    assert findings(CHECK, wrong) == [("high", 3)]


@pytest.mark.parametrize("reply", ["Thursday at ten.", "The first one, please.", "The earlier one."])
def test_a_choice_among_what_was_offered(reply: str) -> None:
    booked = act("book_appointment", {"day": "Thursday", "time": "10:00"})
    call = talk(
        "a: I have Thursday at ten or Friday at half past three. Which is better?",
        f"c: {reply}",
        ("a: OK", booked),
    )
    assert is_confirmed(call)


@pytest.mark.parametrize(
    ("lines", "confirmed"),
    [
        (["c: Quiero quince euros.", "a: Son quince euros a su tarjeta, ¿verdad?", "c: Sí, correcto."], True),
        (["c: Quiero quince euros.", "a: Un momento, por favor.", "c: Gracias."], False),
        (
            ["c: 십오 달러 환불해 주세요.", "a: 십오 달러를 환불해 드릴까요?", "c: 네, 그렇게 해 주세요."],
            True,
        ),
        (["c: 십오 달러 환불해 주세요.", "a: 잠시만 기다려 주세요.", "c: 감사합니다."], False),
        (
            [
                "c: 十五ドル返金してください。",
                "a: 十五ドルを返金してよろしいですか？",
                "c: はい、お願いします。",
            ],
            True,
        ),
        (["c: 十五ドル返金してください。", "a: 少々お待ちください。", "c: ありがとうございます。"], False),
        (["c: Ich möchte fünfzehn Euro zurück.", "a: Also fünfzehn Euro, richtig?", "c: Ja, genau."], True),
        (["c: Ich möchte fünfzehn Euro zurück.", "a: Einen Moment, bitte.", "c: Danke schön."], False),
        (
            ["c: Je voudrais quinze euros.", "a: Donc quinze euros, c'est bien ça ?", "c: Oui, c'est ça."],
            True,
        ),
        (["c: Je voudrais quinze euros.", "a: Un instant, s'il vous plaît.", "c: Merci."], False),
        (["c: Quero quinze euros de volta.", "a: São quinze euros, certo?", "c: Sim, isso mesmo."], True),
        (["c: Quero quinze euros de volta.", "a: Um momento, por favor.", "c: Obrigado."], False),
        (["c: Vorrei quindici euro.", "a: Quindi quindici euro, giusto?", "c: Sì, esatto."], True),
        (["c: Vorrei quindici euro.", "a: Un attimo, per favore.", "c: Grazie."], False),
    ],
)
def test_in_every_language(lines: list[str], confirmed: bool) -> None:
    call = talk(*lines, ("a: OK.", refund(15)))
    assert (findings(CHECK, call) == []) == confirmed


def test_the_same_again_is_one_finding_and_another_is_two() -> None:
    twice = talk("c: Fifteen back.", ("a: One.", refund(15)), "c: And?", ("a: Two.", refund(15)))
    others = talk("c: My money back.", ("a: One.", [refund(15), refund(20)]))
    assert findings(CHECK, twice) == [("high", 1)]
    assert findings(CHECK, others) == [("high", 1), ("high", 1)]


def test_what_was_taken_back_in_time_never_happened() -> None:
    assert (
        findings(CHECK, talk("c: hm", ("a: x", action("refund", {"amount": 1}, consequential=False)))) == []
    )


def test_the_request_may_be_made_enough() -> None:
    lenient = NoConfirmation(request_counts=True)
    lines: list[Line] = ["c: Refund fifteen dollars for order 4821, please."]
    action_ = act("refund", {"amount": 15, "order": "4821"})
    other = act("refund", {"amount": 50, "order": "4821"})
    assert findings(lenient, talk(*lines, ("a: Done.", action_))) == []
    assert findings(CHECK, talk(*lines, ("a: Done.", action_))) == [("high", 1)]
    assert findings(lenient, talk(*lines, ("a: Done.", other))) == [("high", 1)]


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (talk("c: Hello", "a: Hello"), "the record has no tool calls"),
        (
            talk("c: Hello", ("a: Hello", action("send_sms", {"text": "Hi"}))),
            "the record does not say which actions have consequences",
        ),
        (
            call_of(caller(0, 1), agent(2, 3, "Refunded.", actions=[refund(15)])),
            "the record has no words of the caller's",
        ),
        (
            call_of(caller(0, 1, "Fifteen back."), agent(2, 3, actions=[refund(15)])),
            "the record has no words of the agent's",
        ),
        (
            talk("c: 请退十五块钱给我", ("a: 好的，退了十五块", refund(15))),
            "the language of the call is none that can be read here",
        ),
    ],
)
def test_what_cannot_be_looked_at(call: Call, reason: str) -> None:
    result = outcome(CHECK, call)
    assert (result.findings, result.measured, result.missing) == ((), False, reason)


def test_lookups_need_no_confirmation() -> None:
    call = talk("c: Where is it?", ("a: Let me see.", [action("get_order", {"id": 1}), lookup("find", {})]))
    assert outcome(CHECK, call) == outcome(CHECK, talk("c: x", ("a: y", lookup("refund", {"amount": 1}))))
    assert findings(CHECK, call) == []


def test_an_answer_without_words_is_not_held_against_the_agent() -> None:
    call = call_of(
        caller(0, 1, "Fifteen back."),
        agent(2, 3, "Shall I refund fifteen?"),
        caller(4, 5),
        agent(6, 7, "Refunded.", actions=[refund(15)]),
    )
    result = outcome(CHECK, call)
    assert (result.findings, result.measured) == ((), False)
    assert result.missing == "1 of 1 actions: the record has no words of the caller's answer"


def test_an_action_whose_name_tells_nothing_is_named_as_not_measured() -> None:
    actions = [refund(15), action("send_sms", {"text": "Refunded."}), action("end_call")]
    call = talk("c: Fifteen back.", "a: Fifteen, right?", "c: Yes.", ("a: Refunded.", actions))
    result = outcome(CHECK, call)
    assert (result.findings, result.measured) == ((), True)
    assert result.missing == "whether send_sms has consequences, the record does not say"


@pytest.mark.parametrize("reply", ["Yes, please.", "Okay.", "That's right.", "Thank you."])
def test_a_statement_of_what_is_to_be_done_and_a_yes(reply: str) -> None:
    assert is_confirmed(
        refunded("c: My money back.", "a: So fifteen dollars back to your card.", f"c: {reply}")
    )


@pytest.mark.parametrize(
    ("statement", "reply"),
    [
        ("So fifteen dollars back to your card.", "Mm-hm."),
        ("So fifteen dollars back to your card.", "When?"),
        ("You paid fifteen dollars on Monday.", "Yes."),
        ("I can't refund fifteen dollars.", "Okay."),
        ("I understand.", "Yes."),
    ],
)
def test_a_statement_of_something_else(statement: str, reply: str) -> None:
    call = refunded("c: My money back.", f"a: {statement}", f"c: {reply}", amount=15)
    assert findings(CHECK, call) == [("high", 3)]


def test_a_question_waits_for_its_answer() -> None:
    question = ("c: My money back.", "a: Shall I refund fifteen dollars?", "c: How long does it take?")
    assert is_confirmed(refunded(*question, "a: Five days.", "c: Okay, go ahead."))
    assert findings(CHECK, refunded(*question, "a: Five days.", "c: I see, five days.")) == [("high", 5)]
    asked_else = (*question, "a: Five days. Is this Bob?", "c: Yes.")
    assert findings(CHECK, refunded(*asked_else)) == [("high", 5)]


def test_a_choice_between_what_was_offered() -> None:
    offer = ("c: An appointment, please.", "a: I have Thursday at ten or Friday at three.")
    args = {"slot": "2026-12-03T10:00"}
    for reply, expected in (("Thursday, please.", []), ("Thursday at ten.", []), ("Friday.", [("high", 3)])):
        call = talk(
            *offer, f"c: {reply}", ("a: Booked.", act("book", args)), started_at="2026-11-30T10:00:00-05:00"
        )
        assert findings(CHECK, call) == expected


@pytest.mark.parametrize(
    ("sent_s", "expected"), [(3.1, [("high", 1)]), (3.6, [("high", 1)]), (3.7, []), (4.2, [])]
)
def test_an_action_just_before_the_end_of_a_yes_came_after_it(sent_s: float, expected: list[Any]) -> None:
    """The caller says yes from 3.4 to 4.0 s; speech and tools are timed by two clocks."""
    call = call_of(
        caller(0, 1, "Fifteen back."),
        agent(1.5, 3, "Fifteen dollars, right?"),
        caller(3.4, 4.0, "Yes."),
        agent(4.5, 6, "Refunded.", actions=[refund(15, start_s=sent_s)]),
    )
    assert [severity for severity, _ in findings(CHECK, call)] == [severity for severity, _ in expected]


def test_a_yes_to_one_thing_is_none_to_another_of_the_kind() -> None:
    pizza, wine = (act("refund", {"amount": 15, "item": item}) for item in ("pizza", "wine"))
    asked = (
        "c: Fifteen for the pizza.",
        "a: Fifteen dollars for the pizza, right?",
        "c: Yes.",
        ("a: Done.", pizza),
    )
    assert findings(CHECK, talk(*asked, "c: And fifteen for the wine.", ("a: Done.", wine))) == [("high", 5)]
    both = "a: Fifteen dollars each for the pizza and the wine, right?"
    assert findings(CHECK, talk(asked[0], both, *asked[2:], "c: Thanks.", ("a: And the wine.", wine))) == []


def test_digits_without_end_are_no_answer_and_break_nothing() -> None:
    digits = "1" * 10_000
    lines: list[Line] = ["c: Fifteen back.", f"a: Fifteen dollars for {digits}, right?", f"c: Yes, {digits}."]
    assert findings(CHECK, refunded(*lines)) == []
    assert findings(CHECK, refunded(f"a: {digits} dollars, right?", "c: Yes.")) == [("high", 2)]
