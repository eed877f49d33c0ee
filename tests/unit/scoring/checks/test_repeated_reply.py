"""Sentences that come again."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.repeated_reply import RepeatedReply
from tests.unit.scoring.calls import agent, call_of, caller, findings, only_finding, outcome
from tests.unit.scoring.talks import talk

CHECK = RepeatedReply()
ASK = "a: What is your order number, please?"


def test_twice_in_a_row() -> None:
    finding = only_finding(CHECK, talk(ASK, "c: It is 42.", "a: What is your order number please?", "c: 42!"))
    assert finding.message == (
        'the agent said "What is your order number please" twice, and nobody had asked it to'
    )
    assert (finding.severity, finding.turn) == ("medium", 2)
    assert (finding.evidence["count"], finding.evidence["turns"]) == (2, [0, 2])


@pytest.mark.parametrize(
    "asked",
    [
        "Sorry?",
        "Can you repeat that?",
        "I didn't catch that.",
        "What was that again",
        "Pardon",
        "Hello? Are you there?",
        "What?",
        "¿Cómo dice?",
        "다시 말씀해 주세요",
        "もう一度お願いします",
        "Wie bitte",
    ],
)
def test_the_caller_asked_for_it(asked: str) -> None:
    assert findings(CHECK, talk(ASK, f"c: {asked}", ASK, "c: It is 42.")) == []


def test_three_times_in_a_call() -> None:
    open_ = "a: We are open from nine to five."
    call = talk(open_, "c: And on Sunday", "a: No.", "c: I see", open_, "c: OK", "a: Fine.", "c: Well", open_)
    finding = only_finding(CHECK, call)
    assert finding.message.endswith("3 times, and nobody had asked it to")
    assert finding.evidence["turns"] == [0, 4, 8]
    assert findings(RepeatedReply(times=4), call) == []


def test_twice_with_something_in_between_is_fine() -> None:
    assert findings(CHECK, talk(ASK, "c: 42.", "a: And your name?", "c: Bob.", ASK, "c: 42.")) == []


def test_the_same_sentence_with_another_figure_is_another_one() -> None:
    lines = [
        "a: Is it order 4821 that you mean?",
        "c: No, it is not.",
        "a: Is it order 4281 that you mean?",
        "c: No.",
    ]
    assert findings(RepeatedReply(), talk(*lines)) == []
    assert len(findings(RepeatedReply(), talk(*lines[:2], lines[0], lines[3]))) == 1


def test_short_sentences_and_courtesy_may_come_again() -> None:
    more = "a: Is there anything else I can do for you?"
    assert (
        findings(CHECK, talk("a: One moment, please.", "c: Yes.", "a: One moment, please.", "c: OK.")) == []
    )
    assert findings(CHECK, talk(more, "c: Yes, one.", more, "c: And.", more, "c: No.")) == []
    assert findings(RepeatedReply(words=3), talk("a: We are closed.", "c: Yes.", "a: We are closed.")) == [
        ("medium", 2)
    ]


def test_one_sentence_of_several() -> None:
    call = talk(
        "a: Thanks. What is your order number, please?",
        "c: It is 42.",
        "a: I see. What is your order number, please?",
    )
    assert findings(CHECK, call) == [("medium", 2)]


def test_what_was_cut_off_may_be_said_in_full() -> None:
    call = call_of(
        agent(0, 2, "This call may be recorded for training.", interrupted=True),
        caller(1.5, 2.5, "yes go on"),
        agent(3, 5, "This call may be recorded for training."),
        caller(6, 7, "fine"),
    )
    assert findings(CHECK, call) == []


def test_no_answer_at_all_is_a_reason_to_ask_again() -> None:
    assert findings(CHECK, call_of(agent(0, 2, ASK[3:]), caller(2.5, 3), agent(4, 6, ASK[3:]))) == []
    assert findings(CHECK, talk(ASK, ASK, "c: It is 42.")) == []


def test_languages_without_spaces_count_their_syllables() -> None:
    long = "a: ご注文の番号を教えていただけますか"
    short = "a: はい、分かりました"
    assert findings(CHECK, talk(long, "c: 四二です", long)) == [("medium", 2)]
    assert findings(CHECK, talk(short, "c: 四二です", short)) == []


def test_without_words_nothing_is_measured() -> None:
    assert outcome(CHECK, talk("c: Hello?")).missing == "the record has no words of the agent's"


@pytest.mark.parametrize(
    "reply",
    [
        "Hmm, let me look.",
        "Hold on a second.",
        "My name is Bob Smith.",
        "Why do you need it?",
        "It is on the paper somewhere.",
    ],
)
def test_a_question_that_was_not_answered_is_asked_again(reply: str) -> None:
    assert findings(CHECK, talk(ASK, f"c: {reply}", ASK, "c: It is 42.")) == []


def test_a_question_may_come_again_with_a_reason() -> None:
    again = "a: That is too short. What is your order number please?"
    assert findings(CHECK, talk(ASK, "c: 42.", again, "c: 4242.")) == []
    assert findings(CHECK, talk(ASK, "c: 42.", again, "c: 4242.", again, "c: 424242.")) == [("medium", 4)]


@pytest.mark.parametrize(
    "text",
    [
        "One moment please while I look that up.",
        "Thank you for your patience, I'm still checking.",
        "I'm sorry to hear about that trouble.",
        "Thank you for calling Tavola Pizza.",
        "Lo siento mucho por las molestias causadas.",
    ],
)
def test_courtesy_may_come_twice_but_not_for_ever(text: str) -> None:
    twice = (f"a: {text}", "c: And it was late.", f"a: {text}")
    assert findings(CHECK, talk(*twice, "c: I see.")) == []
    assert findings(CHECK, talk(*twice, "c: I see.", f"a: {text}")) == [("medium", 4)]
