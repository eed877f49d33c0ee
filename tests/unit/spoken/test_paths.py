"""Which values of one text are which of another."""

from __future__ import annotations

import time

import pytest

from callproof.spoken.paths import Pair, Text, TooManyWaysError, beside, meet, text_of


def english(text: str) -> Text:
    return Text(text, "en", None)


def shown(said: Text, heard: Text, pairs: list[Pair]) -> list[tuple[str, str, str]]:
    return [
        (
            said.span(pair.said).text if pair.said is not None else "",
            heard.span(pair.heard).text if pair.heard is not None else "",
            pair.relation,
        )
        for pair in pairs
    ]


def met(one: str, other: str) -> list[tuple[str, str, str]] | None:
    said, heard = english(one), english(other)
    pairs = meet(said, heard)
    return None if pairs is None else shown(said, heard, pairs)


def test_values_meet_in_their_order() -> None:
    assert met("order four eight two one for Tuesday", "order 4821 for Tuesday") == [
        ("four eight two one", "4821", "same"),
        ("Tuesday", "Tuesday", "same"),
    ]
    assert met("Tuesday, then Friday", "Friday, then Tuesday") is None


def test_a_path_may_cut_a_run_where_the_other_text_does() -> None:
    assert met("five, six thousand", "5, 6,000") == [("five", "5", "same"), ("six thousand", "6,000", "same")]
    assert met("five, six thousand", "6,005") is None


def test_a_value_that_says_less_is_near() -> None:
    assert met("fifty", "$50") == [("fifty", "$50", "near")]
    assert met("half past four", "4:30 pm") == [("half past four", "4:30 pm", "near")]
    assert met("half past four", "4:30") == [("half past four", "4:30", "same")]
    assert met("fifty dollars", "50 euros") is None


def test_letters_are_the_word_they_spell() -> None:
    assert met("S-H-A-Y-N-E C-O-L-E here", "Shayne Cole here") == [
        ("S-H-A-Y-N-E C-O-L-E", "Shayne Cole", "near")
    ]
    assert met("it is C-O-L-E", "it is Coal") is None


def test_an_article_is_one() -> None:
    assert met("one pizza", "a pizza") == [("one", "a", "same")]
    assert met("two pizzas", "a pizza") is None


def test_texts_without_values_meet() -> None:
    assert met("yes please", "by all means") == []
    assert met("", "") == []


def test_a_value_alone_does_not() -> None:
    assert met("", "fifteen") is None
    assert met("fifteen", "please") is None


def test_the_alignment_has_the_fewest_differences() -> None:
    said, heard = english("two, then nine dogs on Friday at noon"), english("two, then five dogs on Friday")
    assert shown(said, heard, beside(said, heard)) == [
        ("two", "two", "same"),
        ("nine", "five", "other"),
        ("Friday", "Friday", "same"),
        ("noon", "", "other"),
    ]


@pytest.mark.parametrize("place", [0, 1, 350, 699])
def test_one_changed_value_among_many_is_the_one_that_differs(place: int) -> None:
    words = [f"pick {n} now," for n in range(100, 800)]
    heard = [*words[:place], "pick 99 now,", *words[place + 1 :]]
    started = time.process_time()
    pairs = beside(*(text_of(" ".join(text), "en", None) for text in (words, heard)))
    assert time.process_time() - started < 2
    assert [i for i, pair in enumerate(pairs) if pair.relation == "other"] == [place]


def test_more_values_than_can_be_laid_out_are_laid_in_turn() -> None:
    said = " ".join(f"pick {n} now," for n in range(100, 800))
    heard = " ".join(f"pick {n} now," for n in range(1000, 1800))
    pairs = beside(text_of(said, "en", None), text_of(heard, "en", None))
    assert len(pairs) == 800
    assert {pair.relation for pair in pairs} == {"other"}
    assert pairs[700].said is None


def test_what_can_be_read_in_too_many_ways_is_given_up() -> None:
    text = "http://x.y/ " * 400
    started = time.process_time()
    with pytest.raises(TooManyWaysError):
        meet(text_of(text, "en", None), text_of(text[:-1] + "5", "en", None))
    assert time.process_time() - started < 8
