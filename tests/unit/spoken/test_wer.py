"""The word error rate, counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.spoken import NORMALISER, word_error_rate
from callproof.spoken.wording.lexicon import words


@pytest.mark.parametrize(
    ("said", "heard", "rate"),
    [
        ("fifteen dollars please", "Fifteen dollars, please.", 0.0),
        ("has fifty turns", "has 50 turns", 0.0),
        ("five five nine nine", "5599", 0.0),
        ("Um, I want a refund", "I want a refund", 0.0),
        ("I'm okay", "I am OK", 0.0),
        # One of two: "fifteen dollars" is one value.
        ("fifteen dollars please", "fifty dollars please", 1 / 2),
        # A word changed and a word lost, of six.
        ("please send it to my office", "please sent it to my house now", 3 / 6),
        ("I want a refund", "I want refund", 1 / 4),
        ("I want a refund", "", 1.0),
        ("yes", "yes I do want that", 4.0),
    ],
)
def test_english(said: str, heard: str, rate: float) -> None:
    assert word_error_rate(said, heard, language="en") == pytest.approx(rate)


@pytest.mark.parametrize(
    ("said", "heard", "language", "rate"),
    [
        ("십오 달러", "15달러", "ko", 0.0),
        # 환불해 주세요 has six characters; one is another.
        ("환불해 주세요", "환불해 주셔요", "ko", 1 / 6),
        ("환불해 주세요", "환불해주세요", "ko", 0.0),
        ("返金して下さい", "返金してください", "ja", 0.0),
        ("返金します", "返品します", "ja", 1 / 5),
        ("十五ドル", "15ドル", "ja", 0.0),
        # No reader for Chinese: characters as they are written.
        ("我要退款", "我要退货", "zh", 1 / 4),
        ("спасибо вам", "спасибо", "ru", 1 / 2),
    ],
)
def test_other_languages(said: str, heard: str, language: str, rate: float) -> None:
    assert word_error_rate(said, heard, language=language) == pytest.approx(rate)


@pytest.mark.parametrize("said", ["", "  ", "...", "um"])
@pytest.mark.parametrize("language", ["en", "zh", None])
def test_where_nothing_was_said_there_is_no_rate(said: str, language: str | None) -> None:
    if (said, language) != ("um", "zh"):  # only English knows it for a sound of thinking
        assert word_error_rate(said, "thank you for watching", language=language) is None


def test_the_normaliser_has_a_version() -> None:
    assert NORMALISER == "callproof-words-1"


WORDS = st.lists(
    st.sampled_from(sorted(words("I want to send the blue box back please now"))), min_size=1, max_size=8
)


@given(WORDS, WORDS)
def test_the_rate_is_bounded_by_the_longer_text(said: list[str], heard: list[str]) -> None:
    rate = word_error_rate(" ".join(said), " ".join(heard), language="en")
    assert rate is not None
    assert 0 <= rate <= max(len(said), len(heard))
    if said == heard:
        assert rate == 0
