"""The shape of a text, and questions whose answers do not depend on the figures in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken import phrases
from callproof.spoken.detection import detect_language, script_of
from callproof.spoken.shapes import by_shape, shape


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("Order 4821, at 7:05.", "Order 0000, at 0:00."),
        ("EM456 für 0,50 €", "EM000 für 0,00 €"),
        ("15만 원, 四二", "00만 원, 四二"),
        # Digits of other scripts are left to those who read them.
        ("١٥ and １５", "١٥ and １５"),
        # Half an emoji, as recognisers cut them.
        ("ok \ud83d 42", "ok \ud83d 00"),
    ],
)
def test_the_shape_of_a_text(text: str, expected: str) -> None:
    assert shape(text) == expected


@given(st.text())
def test_a_shape_has_the_length_and_the_shape_of_its_text(text: str) -> None:
    assert len(shape(text)) == len(text)
    assert shape(shape(text)) == shape(text)


def test_a_question_is_asked_once_for_a_shape() -> None:
    asked: list[str] = []

    @by_shape
    def ends_in_a_figure(text: str) -> bool:
        """Whether it does."""
        asked.append(text)
        return text[-1:].isdigit()

    assert [ends_in_a_figure(text) for text in ("order 17", "order 42", "order 4", "order x")] == [
        True,
        True,
        True,
        False,
    ]
    assert asked == ["order 00", "order 0", "order x"]
    assert ends_in_a_figure.__doc__ == "Whether it does."


QUESTIONS: tuple[Callable[[str], object], ...] = (
    phrases.is_backchannel,
    phrases.is_answer,
    phrases.is_farewell,
    phrases.is_line_check,
    phrases.asks_to_wait,
    phrases.asks_for_answer,
    detect_language,
    script_of,
)
SENTENCES = (
    "One moment, I will look up order {}.",
    "Hold on, {} or {}?",
    "Let me check {} for you",
    "Yes, {}",
    "No, that was {}, goodbye",
    "Hello? Is that {}?",
    "Ich habe {} Euro erstattet, einen Moment bitte.",
    "Je vous rembourse {} euros.",
    "{}",
    "{} 분만 기다려 주세요",
    "{}円です",
)


@given(st.sampled_from(SENTENCES), st.lists(st.integers(0, 10**6), min_size=4, max_size=4), st.data())
def test_the_answers_are_the_same_whatever_digits_stand_in_a_text(
    sentence: str, numbers: list[int], data: st.DataObject
) -> None:
    texts = [str(number) for number in numbers]
    others = ["".join(data.draw(st.sampled_from("0123456789")) for _ in text) for text in texts]
    for ask in QUESTIONS:
        assert ask(sentence.format(*texts)) == ask(sentence.format(*others))
