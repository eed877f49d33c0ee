"""What both sides say in a call: language, day, exchanges, and what the bare words tell."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import Call, fold
from callproof.scoring.actions import began_before, ended_before
from callproof.scoring.dialogue import audible, dialogue_of
from callproof.scoring.lexis import lexis, number_words, together
from tests.unit.scoring.calls import agent, call_of, caller, other
from tests.unit.scoring.talks import act, talk


def exchanges_of(call: Call) -> list[tuple[list[int], list[int]]]:
    return [
        ([u.index for u in exchange.agent], [u.index for u in exchange.caller])
        for exchange in dialogue_of(call).exchanges
    ]


def test_an_exchange_is_what_the_agent_says_and_what_the_caller_answers() -> None:
    call = talk(
        "a: Hello.", "a: Who is it?", "c: Bob.", "c: Bob Smith.", "a: And the order?", "c: 42.", "a: Thanks."
    )
    assert exchanges_of(call) == [([0, 1], [2, 3]), ([4], [5]), ([6], [])]


def test_the_caller_may_begin() -> None:
    assert exchanges_of(talk("c: Hello?", "a: Hello.", "c: Hi.")) == [([], [0]), ([1], [2])]
    assert exchanges_of(call_of()) == []
    assert exchanges_of(talk("c: Hello?")) == [([], [0])]


def test_turns_without_words_are_in_an_exchange_and_others_are_not() -> None:
    call = call_of(agent(0, 1, "Shall I?"), other(1.2, 1.8, "Yes!"), caller(2, 3), agent(4, 5, "OK."))
    assert exchanges_of(call) == [([0], [2]), ([3], [])]


def test_texts_are_what_both_sides_said_aloud() -> None:
    call = call_of(
        agent(0, 1, "Hello."),
        other(1.2, 1.8, "Turn that down!"),
        caller(2, 3, "Fifty.", truth="Fifteen."),
        caller(4, 5, "  "),
        caller(6, 7),
    )
    dialogue = dialogue_of(call)
    # What the agent heard counts, not what was really said.
    assert [text for _, text in dialogue.texts] == ["Hello.", "Fifty."]
    assert dialogue.told_text == "Hello."
    assert dialogue.told.words == {"hello"}
    assert dialogue.heard.words == {"fifty"}


def test_of_what_was_cut_off_only_what_was_played_was_audible() -> None:
    builder = RecordBuilder()
    builder.speech("agent", 0, 900, said="Fifty dollars, right?", cut=True, played="Fifty")
    builder.speech("agent", 1000, 1900, said="Fifty dollars, right?", cut=True)
    builder.speech("agent", 2000, 2900, said="Fifty dollars, right?", played="Fifty")
    call = fold(builder.build("c", "simple"))
    assert [audible(u) for u in call.utterances] == [
        "Fifty",
        "Fifty dollars, right?",
        "Fifty dollars, right?",
    ]
    assert next(text for _, text in dialogue_of(call).texts) == "Fifty"


@pytest.mark.parametrize(
    ("lines", "language"),
    [
        (("a: Hello, how can I help you?", "c: I want to cancel my order."), "en"),
        (("a: Hola, ¿en qué puedo ayudarle?", "c: Quiero cancelar mi pedido."), "es"),
        (("a: Guten Tag, wie kann ich helfen?", "c: Ich möchte meine Bestellung stornieren."), "de"),
        (("a: Bonjour, comment puis-je vous aider ?", "c: Je voudrais annuler ma commande."), "fr"),
        (("a: 안녕하세요, 무엇을 도와드릴까요?", "c: 주문을 취소하고 싶어요."), "ko"),
        (("a: お電話ありがとうございます。", "c: 注文をキャンセルしたいです。"), "ja"),
        (("c: Fifteen.",), "en"),
        (("c: 42",), "en"),
        (("a: 您好，请问有什么可以帮您？", "c: 我要退款。"), None),
        ((), None),
    ],
)
def test_the_language_of_a_call(lines: tuple[str, ...], language: str | None) -> None:
    assert dialogue_of(talk(*lines)).language == language


def test_a_sentence_in_another_language_is_read_in_its_own() -> None:
    dialogue = dialogue_of(talk("a: Hello, how can I help you?", "c: I want to cancel my order."))
    assert dialogue.language_in("Yes.") == "en"
    assert dialogue.language_in("Quiero quince dólares, por favor.") == "es"
    assert dialogue.language_in("十五ドルです") == "ja"
    assert dialogue.language_in("请退钱") is None


@pytest.mark.parametrize(
    ("started_at", "day"),
    [
        ("2026-11-30T10:00:00-05:00", date(2026, 11, 30)),
        ("2026-11-30T23:30:00+09:00", date(2026, 11, 30)),
        ("2026-11-30T10:00:00", date(2026, 11, 30)),
        ("2026-11-30", date(2026, 11, 30)),
        # Of a time in UTC nobody knows the day where the caller is.
        ("2026-11-30T10:00:00Z", None),
        ("2026-11-30T10:00:00+00:00", None),
        (None, None),
    ],
)
def test_the_day_of_a_call(started_at: str | None, day: date | None) -> None:
    assert dialogue_of(talk("c: Hello.", started_at=started_at)).day == day


def test_the_data_of_a_tool() -> None:
    call = talk("c: Hello.", ("a: OK.", act("do", {"amount": 15, "name": "Bob"})))
    dialogue = dialogue_of(call)
    (datum,) = dialogue.data(call.tool_calls[0])
    assert (datum.path, datum.kind, datum.value) == ("amount", "amount", 15)
    assert dialogue.data(call.tool_calls[0]) is dialogue.data(call.tool_calls[0])


def test_what_clauses_do() -> None:
    dialogue = dialogue_of(talk("a: Hello, how can I help you?"))
    asked, done = dialogue.clauses_in(lexis("Shall I refund fifteen dollars? I've cancelled order 4821."))
    assert (asked.act, asked.topic, asked.asks_consent, asked.has_values) == ("asked", "refund", True, True)
    assert (done.act, done.topic, done.text, done.has_values) == (
        "done",
        "cancel",
        "I've cancelled order 4821",
        True,
    )


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("Yes.", True),
        ("No, fifteen.", False),
        ("Fifteen.", None),
        ("Yes, I don't want it anymore.", True),
        ("Yes. Actually no.", False),
        ("No. Sorry, I mean yes.", True),
        ("No, I don't mind.", True),
    ],
)
def test_whether_a_reply_agrees(reply: str, verdict: bool | None) -> None:
    dialogue = dialogue_of(talk("a: Hello, how can I help you?"))
    assert dialogue.agreement(lexis(reply)) is verdict


@pytest.mark.parametrize(
    ("text", "may_ask", "may_claim"),
    [
        ("Welcome to the shop.", False, False),
        ("Shall I do it?", True, False),
        ("I've cancelled it.", False, True),
    ],
)
def test_whether_the_bare_words_may_ask_or_claim(text: str, may_ask: bool, may_claim: bool) -> None:
    dialogue = dialogue_of(talk(f"a: {text}", "c: Thank you for that."))
    assert dialogue.may_ask(lexis(text)) is may_ask
    assert dialogue.may_claim(lexis(text)) is may_claim


def test_what_was_known_when_an_action_was_called() -> None:
    call = talk(
        "a: Shall I refund fifteen?", "c: Yes.", ("a: One moment.", [act("refund", amount=15)]), "c: Wait!"
    )
    dialogue, tool = dialogue_of(call), call.tool_calls[0]
    begun, ended, *_ = dialogue.heard_by(tool)
    assert begun == [began_before(turn, tool) for turn in call.utterances] == [True, True, True, False]
    assert ended == [ended_before(turn, tool) for turn in call.utterances]
    assert ended[:2] == [True, True]


def test_the_language_of_a_mixed_call_is_that_of_its_first_long_text() -> None:
    lines = ("Quiero cincuenta euros.", "Your card was declined.")
    assert dialogue_of(talk(f"c: {lines[0]}", f"a: {lines[1]}")).language == "es"
    assert dialogue_of(talk(f"c: {lines[1]}", f"a: {lines[0]}")).language == "en"


@pytest.mark.parametrize(
    ("text", "numbers", "digits"),
    [
        ("no figures", set(), ""),
        ("order 4821, please", {"4821"}, ""),
        ("it is 0042", {"0042", "42"}, ""),
        ("415 555 0132", set(), "4155550132"),
        ("$50.00 and 7", {"7"}, "5000"),
        ("12/04/2026", set(), "12042026"),
    ],
)
def test_the_figures_in_a_text(text: str, numbers: set[str], digits: str) -> None:
    assert lexis(text).figures.numbers == numbers
    assert lexis(text).figures.digits == digits


def test_the_words_of_several_texts() -> None:
    both = together([lexis("Order 4821"), lexis("call 415 555 0132")])
    assert {"order", "call"} <= both.words
    assert both.figures.numbers == {"4821"}
    assert both.figures.digits == "4155550132"


def test_words_at_which_numbers_begin() -> None:
    english: Any = number_words("en")
    assert {"fifteen", "double", "oh"} <= english
    assert english.isdisjoint({"monday", "not", "tomorrow"})
    # Korean and Japanese have no spaces at which words could be told apart.
    assert number_words("ko") is None
    dialogue = dialogue_of(talk("a: How many do you want?", "c: Fifteen of them, please."))
    assert dialogue.hears_numbers
    assert not dialogue_of(
        talk("a: Fifteen of them?", "c: That is how many I want, thank you.")
    ).hears_numbers
