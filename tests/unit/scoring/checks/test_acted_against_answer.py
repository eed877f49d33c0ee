"""Actions against what the caller had answered."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.acted_against_answer import ActedAgainstAnswer
from callproof.scoring.checks.no_confirmation import NoConfirmation
from tests.unit.scoring.calls import agent, call_of, caller, findings, only_finding
from tests.unit.scoring.talks import act, refund, talk

CHECK = ActedAgainstAnswer()


def test_fifty_after_no_fifteen() -> None:
    call = talk("c: Fifty back.", "a: Just to confirm, fifty?", "c: No, fifteen.", ("a: Done.", refund(50)))
    finding = only_finding(CHECK, call)
    assert finding.message == (
        'refund was carried out with 50; the caller had answered "No, fifteen.", that is 15 (fifteen)'
    )
    assert (finding.severity, finding.turn) == ("high", 3)
    assert finding.evidence == {
        "tool": "refund",
        "arguments": {"amount": 50},
        "call": "t0",
        "question": "Just to confirm, fifty?",
        "answer": "No, fifteen.",
        "value": "50",
        "answered": "fifteen",
        "events": [8, 11],
    }
    assert findings(NoConfirmation(), call) == []


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Fifty, right?", "No, fifteen."),
        ("Shall I refund fifty dollars?", "No."),
        ("Shall I refund fifty dollars?", "No, don't."),
        ("Shall I refund fifty dollars?", "Yes, but fifteen."),
        ("Shall I refund fifty dollars?", "Not fifty, fifteen."),
        ("Shall I refund fifty dollars?", "Fifteen dollars."),
        ("Shall I go ahead with the refund?", "No, leave it."),
    ],
)
def test_no_in_many_words(question: str, reply: str) -> None:
    call = talk("c: Fifty dollars back.", f"a: {question}", f"c: {reply}", ("a: Done.", refund(50)))
    assert findings(CHECK, call) == [("high", 3)]
    assert findings(NoConfirmation(), call) == []


def test_the_last_answer_counts() -> None:
    lines = ("c: Fifty back.", "a: Fifty, right?", "c: No, fifteen.", "a: Fifteen, right?", "c: Yes.")
    assert findings(CHECK, talk(*lines, ("a: Done.", refund(15)))) == []
    again = (
        "c: Fifty back.",
        "a: Fifty, right?",
        "c: No.",
        "a: Sure? Fifty dollars, yes?",
        "c: Oh, yes, fifty.",
    )
    assert findings(CHECK, talk(*again, ("a: Done.", refund(50)))) == []


def test_a_stop_after_the_yes() -> None:
    lines = ("c: Fifty back.", "a: Shall I refund fifty?", "c: Yes.", "a: One moment.", "c: No, wait, stop.")
    assert findings(CHECK, talk(*lines, ("a: Done.", refund(50)))) == [("high", 5)]


def test_a_no_to_another_question_is_none_to_this() -> None:
    lines = (
        "c: Fifty back.",
        "a: Shall I refund fifty?",
        "c: Yes.",
        "a: Anything else?",
        "c: No, that is all.",
    )
    assert findings(CHECK, talk(*lines, ("a: Done.", refund(50)))) == []


def test_days_and_numbers_of_orders() -> None:
    moved = act("move_appointment", {"appointment": "A-117", "day": "Thursday"})
    call = talk("c: Another day.", "a: To Thursday, yes?", "c: No, Friday.", ("a: Done.", moved))
    assert only_finding(CHECK, call).evidence["answered"] == "Friday"
    cancelled = act("cancel_order", {"order": "4821"})
    call = talk("c: Cancel it.", "a: Cancel order 4821?", "c: No, four two eight one.", ("a: OK", cancelled))
    assert only_finding(CHECK, call).evidence["answered"] == "four two eight one"


def test_what_was_said_after_the_action_was_sent_could_not_be_known() -> None:
    def sent_at(second: float) -> list[tuple[str, int | None]]:
        return findings(
            CHECK,
            call_of(
                caller(0, 1, "Fifty back."),
                agent(1.5, 3, "Fifty, yes?"),
                caller(3.5, 5, "No, fifteen."),
                agent(5.5, 7, "Done.", actions=[refund(50, start_s=second)]),
            ),
        )

    assert sent_at(5.2) == [("high", 2)]
    assert sent_at(4.2) == []


@pytest.mark.parametrize(
    "lines",
    [
        ["c: Quiero cincuenta euros.", "a: Cincuenta euros, ¿verdad?", "c: No, quince."],
        ["c: 오십 달러 환불해 주세요.", "a: 오십 달러를 환불해 드릴까요?", "c: 아니요, 십오 달러요."],
        [
            "c: 五十ドル返金してください。",
            "a: 五十ドルを返金してよろしいですか？",
            "c: いいえ、十五ドルです。",
        ],
        ["c: Ich möchte fünfzig Euro zurück.", "a: Also fünfzig Euro, richtig?", "c: Nein, fünfzehn."],
        ["c: Je voudrais cinquante euros.", "a: Donc cinquante euros, c'est ça ?", "c: Non, quinze euros."],
        ["c: Quero cinquenta euros de volta.", "a: São cinquenta euros, certo?", "c: Não, quinze."],
        ["c: Vorrei cinquanta euro.", "a: Quindi cinquanta euro, giusto?", "c: No, quindici."],
    ],
)
def test_in_every_language(lines: list[str]) -> None:
    assert findings(CHECK, talk(*lines, ("a: OK.", refund(50)))) == [("high", 3)]
