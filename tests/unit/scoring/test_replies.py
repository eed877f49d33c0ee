"""The words of a caller's reply beside its yes and no."""

from __future__ import annotations

import pytest

from callproof.scoring.replies import (
    chooses,
    is_beside,
    is_its_value,
    names_choice,
    only_hums,
    only_thanks,
    takes_it,
)


@pytest.mark.parametrize(
    "reply",
    ["The first one, please.", "the latter", "Either.", "that one", "la primera", "das letzte", "la deuxième", "il secondo", "o primeiro", "첫 번째요",
     "最初のでお願いします"],
)  # fmt: skip
def test_a_choice_among_what_was_offered(reply: str) -> None:
    assert chooses(reply)


@pytest.mark.parametrize("reply", ["Thursday.", "first of all, hello", "Yes.", "", "one"])
def test_no_choice(reply: str) -> None:
    assert not chooses(reply)


@pytest.mark.parametrize(
    "reply", ["Thank you.", "Okay, thank you so much!", "thanks a lot", "Gracias.", "Danke schön", "Merci", "ありがとうございます。"]
)  # fmt: skip
def test_only_thanks(reply: str) -> None:
    assert only_thanks(reply)


@pytest.mark.parametrize(
    "reply", ["Thank you, but no.", "No thanks.", "Thank you for nothing", "Yes, thank you, fifteen", ""]
)
def test_more_than_thanks(reply: str) -> None:
    assert not only_thanks(reply)


@pytest.mark.parametrize("reply", ["Mm-hm.", "mhm", "Hmm.", "uh-huh", "uh huh", "Ah.", "うん"])
def test_only_a_sound_of_listening(reply: str) -> None:
    assert only_hums(reply)


@pytest.mark.parametrize("reply", ["Yes.", "Okay.", "Mm, yes.", "Huh?", "ええ", "네", ""])
def test_words(reply: str) -> None:
    assert not only_hums(reply)


def test_what_comes_beside_what_was_asked() -> None:
    assert is_beside("Yes. And the other order was ")
    assert is_beside("Sí, y la otra era ")
    assert not is_beside("Yes, but only ")


def test_a_choice_by_name() -> None:
    question = frozenset(["would", "you", "like", "a", "refund", "or", "a", "voucher"])
    refund = frozenset({"issue", "refund"})
    assert names_choice(question, frozenset({"the", "refund", "please"}), refund)
    assert not names_choice(question, frozenset({"the", "voucher", "please"}), refund)
    assert not names_choice(question, frozenset({"i", "don't", "want", "the", "refund"}), refund)
    assert not names_choice(frozenset({"a", "refund"}), frozenset({"refund"}), refund)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Yes, but fifteen.", True),
        ("Yes, fifteen please", True),
        ("Yes, fifteen, not fifty.", True),
        ("Yes, I paid with fifteen cards.", False),
        ("Yes, I ordered at fifteen.", False),
    ],
)
def test_whether_a_number_stands_in_the_place_of_an_amount(reply: str, expected: bool) -> None:
    start = reply.index("fifteen")
    assert is_its_value(reply, start, start + len("fifteen")) is expected


@pytest.mark.parametrize(
    "reply", ["Sure, within five days please.", "Please refund it.", "Refund it.", "Claro, cuando pueda."]
)
def test_a_yes_without_the_word(reply: str) -> None:
    assert takes_it(reply, frozenset({"refund"}))


@pytest.mark.parametrize(
    "reply", ["Okay, but no.", "What refund?", "Sure?", "The refund was for fifty.", "Refund not needed.", "I want a voucher.", ""]
)  # fmt: skip
def test_no_such_yes(reply: str) -> None:
    assert not takes_it(reply, frozenset({"refund"}))
