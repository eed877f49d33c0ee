"""Which values of one text are which of another."""

from __future__ import annotations

from callproof.spoken.paths import Pair, Text, beside, meet


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
