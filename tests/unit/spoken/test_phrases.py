"""What short phrases do: listen, answer, ask, check the line, ask for time, take leave."""

from __future__ import annotations

import pytest

from callproof.spoken.phrases import (
    asks_for_answer,
    asks_to_repeat,
    asks_to_wait,
    is_answer,
    is_backchannel,
    is_farewell,
    is_line_check,
    is_question,
)


@pytest.mark.parametrize(
    "text",
    [
        "uh huh", "Uh-huh.", "Mm-hmm.", "mhm", "Hmm…", "yeah", "Yeah, yeah.", "thank you", "makes sense", "I see.", "Oh, okay",
        "Right.", "OK!", "Genau.", "d’accord", "嗯嗯", "はい。", "ajá",
    ],
)  # fmt: skip
def test_listening_is_a_backchannel(text: str) -> None:
    assert is_backchannel(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "...", "wait, listen", "Stop!", "no", "no, fifteen", "yes I want two", "okay but not on Friday", "thank you for nothing",
        "good morning", "hello?", "right now", "yeah yeah yeah yeah yeah yeah yeah yeah yeah",
    ],
)  # fmt: skip
def test_what_wants_the_floor_is_no_backchannel(text: str) -> None:
    assert not is_backchannel(text)


@pytest.mark.parametrize("text", ["Yes", "Yep.", "okay", "no", "No, thanks.", "Sure, go ahead", "sí", "是"])
def test_answers(text: str) -> None:
    assert is_answer(text)


@pytest.mark.parametrize("text", ["uh huh", "I see", "note that", "yesterday", ""])
def test_no_answers(text: str) -> None:
    assert not is_answer(text)


@pytest.mark.parametrize(
    "text",
    ["Bye.", "Bye-bye!", "Okay, thanks, goodbye.", "That's all, thank you.", "Have a nice day, bye.", "You too, take care."],
)  # fmt: skip
def test_farewells(text: str) -> None:
    assert is_farewell(text)


@pytest.mark.parametrize(
    "text",
    ["Say goodbye to high prices", "Is that all?", "that's all I know about it", "by then", "thank you", ""],
)
def test_no_farewells(text: str) -> None:
    assert not is_farewell(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hello?", "Hello", "hello hello", "Are you there?", "Are you still there", "Hello? I have been waiting.", "Can you hear me?",
        "Is anybody there?", "Sorry, did I lose you?", "I haven't heard from you.",
    ],
)  # fmt: skip
def test_line_checks(text: str) -> None:
    assert is_line_check(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hello, I'd like to book a table",
        "Hi, this is Ann",
        "Is there a table at eight?",
        "I said hello to him",
        "",
        "Yes",
    ],
)
def test_no_line_checks(text: str) -> None:
    assert not is_line_check(text)


@pytest.mark.parametrize(
    "text",
    [
        "let me find it", "Let me pull that up.", "Let me check that for you.", "Sure, one moment.", "One moment, please.",
        "Just a second", "Give me a minute to find my card.", "Hold on", "Hold on, let me get my card", "Please hold.",
        "Bear with me while I look that up.", "I'm checking that now.", "Okay, I'll look that up for you, thanks.",
        "Can you hold on a second?", "Let me see...", "Let me think.", "Please wait while I transfer you.", "einen Moment bitte",
        "It's in my email. Let me look for the order number in my inbox",
    ],
)  # fmt: skip
def test_asking_for_time(text: str) -> None:
    assert asks_to_wait(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "Hold on, I did not order that!", "wait a minute, that's wrong", "Let me know", "let me see it's A 1 2 3",
        "Let me check: your order has shipped.", "One moment. It is 42 dollars.", "Let me check, is that right?",
        "I'll get the blue one", "The minute I called, it broke", "Can I see it?", "It holds on well",
        "Your table is on hold.", "It cannot wait", "Nothing is free at the moment.", "It took a minute",
    ],
)  # fmt: skip
def test_not_asking_for_time(text: str) -> None:
    assert not asks_to_wait(text)


@pytest.mark.parametrize(
    "text",
    [
        "What is your order number?", "And the date?", "您叫什么名字？", "Please tell me your date of birth.", "Could you spell that",
        "I need to verify you. Please say your name.", "Go ahead.", "Thanks. How can I help",
    ],
)  # fmt: skip
def test_asking_for_an_answer(text: str) -> None:
    assert asks_for_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Your order has shipped.",
        "Let me check that for you.",
        "Please hold.",
        "What a day. Your order has shipped.",
    ],
)
def test_not_asking_for_an_answer(text: str) -> None:
    assert not asks_for_answer(text)


def test_a_question_ends_with_a_question_mark() -> None:
    assert is_question("Are you sure? ")
    assert not is_question("Are you sure? I am.")


def test_a_long_text_is_read_in_no_time() -> None:
    text = "let me check " * 20_000
    assert not is_backchannel(text)
    assert asks_to_wait(text)
    assert not is_farewell(text)
    assert not asks_for_answer(text)
    assert not is_line_check(text)


@pytest.mark.parametrize(
    "text",
    [
        "I am sorry, I did not get that.",
        "I didn’t quite catch that.",
        "Could you say that again?",
        "Would you repeat your number, please?",
        "Pardon?",
        "Das habe ich nicht ganz verstanden.",
        "Wie bitte?",
        "Perdone, no le he entendido.",
        "¿Puede repetir?",
        "Je n'ai pas bien compris.",
        "Pouvez-vous répéter ?",
        "Desculpe, não entendi.",
        "Può ripetere, per favore?",
        "죄송합니다, 잘 못 들었습니다.",
        "もう一度お願いできますか。",
    ],
)
def test_who_has_not_understood_asks_to_hear_it_again(text: str) -> None:
    assert asks_to_repeat(text)


@pytest.mark.parametrize(
    "text",
    [
        "I am sorry, I could not do that.",
        "Sorry, order 4821 is closed.",
        "I could not get a table for seven.",
        "Shall I repeat the order every month?",
        "I will say that it is urgent.",
        "Ich habe den Auftrag verstanden.",
    ],
)
def test_what_only_sounds_like_it_is_no_such_question(text: str) -> None:
    assert not asks_to_repeat(text)
