"""The words of texts: what is remembered for a shape, or for a figure's kind, holds for every text that has it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.scoring.lexis import lexis, together
from callproof.spoken.claims import claims
from callproof.spoken.content import affirmed, says
from callproof.spoken.language import LanguageCode


def test_the_words_and_figures_of_a_text() -> None:
    found = lexis("Order 0482 for 50.00, no, for EM45 on the 21st!")
    assert found.words == {"order", "0000", "for", "00", "no", "em00", "on", "the", "00st"}
    assert found.figures.numbers == {"0482", "482", "45", "21"}
    assert found.figures.digits == "5000"


def test_the_words_and_figures_of_several_texts() -> None:
    found = together([lexis("Order 77"), lexis("for 4.50"), lexis("or 5 6")])
    assert found.words == {"order", "00", "for", "0", "or"}
    assert found.figures.numbers == {"77"}
    assert found.figures.digits == "450 56"


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        ("I want 45 dollars back", {"45"}),
        ("a refund of 28 dollars please", {"28"}),
        # It may be a day, an hour, a part of another number or of a code.
        ("a refund of 28 please", set()),
        ("at 28 dollars please", set()),
        ("the one of 28 dollars and 50 cents", set()),
        ("two hundred 45 dollars", set()),
        ("order A 4821 please", set()),
        ("order 4821", set()),
        ("45, 46 and 47 dollars", set()),
        ("is Friday fine for the 45 dollars then?", {"friday", "45"}),
    ],
)
def test_the_figures_that_no_neighbour_can_change(text: str, certain: set[str]) -> None:
    assert lexis(text).certain == certain


BEFORE = (
    ("of", "for", "is", "order", "at", "two", "number", "and", "by", "may", "no", "refunded", "a", "oh", "not", "your", "the", "to")
)  # fmt: skip
AFTER = (
    ("dollars", "please", "o'clock", "of", "and", "hundred", "back", "is", "pm", "may", "percent", "or", "euros, right?", "dollars and")
)  # fmt: skip


@given(
    st.lists(st.sampled_from(BEFORE), min_size=1, max_size=3),
    st.integers(1, 99_999),
    st.lists(st.sampled_from(AFTER), min_size=1, max_size=3),
    st.sampled_from(("", " and 7", " cents", " 50", " fifty")),
)
def test_a_figure_that_stands_alone_is_the_value_it_looks_like(
    before: list[str], number: int, after: list[str], tail: str
) -> None:
    text = f"I said {' '.join(before)} {number} {' '.join(after)}{tail}"
    found = lexis(text)
    if str(number) in found.certain:
        assert says(text, number, language="en") is True
        assert says(text, str(number), language="en") is True
        if not found.shape.denies:
            assert affirmed(text, number, language="en") is True


SENTENCES: tuple[tuple[LanguageCode, str], ...] = (
    ("en", "So that is {} dollars back for order {}, is that right?"),
    ("en", "I've refunded {} dollars. Not {}, is that what you wanted?"),
    ("en", "I have moved it from {} to {} on Friday at {}."),
    ("en", "Shall I send {} of them on May {} ?"),
    ("en", "I could not find order {} for you, {}"),
    ("es", "¿Le devuelvo {} euros del pedido {} ?"),
    ("es", "He cancelado el pedido {} de las {} ."),
    ("de", "Ich habe {} Euro erstattet, für Auftrag {} ."),
    ("fr", "J'ai remboursé {} euros pour la commande {} ."),
    ("it", "Ho rimborsato {} euro per l'ordine {} ."),
    ("pt", "Já devolvi {} euros do pedido {} ."),
    ("ko", "주문 {} 취소했습니다."),
    ("ja", "注文 {} をキャンセルしました。"),
)


@given(st.sampled_from(SENTENCES), st.lists(st.integers(0, 99_999), min_size=3, max_size=3))
def test_what_a_sentence_does_is_the_same_with_figures_of_the_same_kind(
    sentence: tuple[LanguageCode, str], numbers: list[int]
) -> None:
    language, pattern = sentence
    text = pattern.format(*numbers)
    like = lexis(text).with_like_figures
    assert len(like) == len(text)
    assert _done(like, language) == _done(text, language)


def _done(text: str, language: LanguageCode) -> list[tuple[object, ...]]:
    return [
        (claim.act, claim.start, claim.end, claim.topic, claim.asks_consent, bool(claim.values))
        for claim in claims(text, language=language)
    ]


def test_hours_days_and_years_keep_what_they_can_be() -> None:
    assert lexis("at 7, on 12 or 31").with_like_figures == "at 7, on 12 or 31"
    assert lexis("15 and 17 and 20 and 1999").with_like_figures == "17 and 17 and 20 and 1999"
    assert lexis("45 or 430 or 485 or 600").with_like_figures == "59 or 730 or 777 or 600"
    assert lexis("order 4821 and EM456 and 4.50").with_like_figures == "order 7777 and EM456 and 4.50"
