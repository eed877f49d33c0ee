"""How long a text takes to say, and what of it has been heard."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from callproof.calling.simulation.speech import played_until, timed_words

TEXT = "Your order 4821 comes on Friday. Is that all right?"


def test_ordinary_speech_is_about_as_fast_as_people_speak() -> None:
    text = "I would like to know when my order comes, because I am not at home on the weekend."
    length = (timed_words(text, 0, words_per_minute=165, seed="a")[-1].end_ms or 0) / 1000
    assert 120 < 17 / length * 60 < 230


def test_digits_are_said_one_by_one() -> None:
    digits = timed_words("4821", 0, words_per_minute=165, seed="a")[-1].end_ms or 0
    assert 700 < digits < 1200


@given(st.text(max_size=60), st.integers(0, 60_000), st.integers(80, 300), st.text(max_size=5))
def test_the_words_are_the_text_in_order(text: str, start: int, rate: int, seed: str) -> None:
    words = timed_words(text, start, words_per_minute=rate, seed=seed)
    assert "".join(word.text for word in words) == text.lstrip()
    times = [time for word in words for time in (word.start_ms or 0, word.end_ms or 0)]
    assert times == sorted(times)
    assert all(time >= start for time in times)
    assert words == timed_words(text, start, words_per_minute=rate, seed=seed)


def test_what_is_cut_in_a_word_was_not_heard() -> None:
    words = timed_words(TEXT, 1000, words_per_minute=165, seed="a")
    number = words[2]
    assert number.text == "4821 "
    assert played_until(words, (number.end_ms or 0) - 1) == "Your order"
    assert played_until(words, number.end_ms or 0) == "Your order 4821"
    assert played_until(words, 0) == ""
    assert played_until(words, 99_999) == TEXT


def test_a_person_pauses_between_phrases_and_speaks_no_slower() -> None:
    text = "No, wait. The blue one."
    usual = timed_words(text, 0, words_per_minute=165, seed="a")
    patient = timed_words(text, 0, words_per_minute=165, seed="a", pause_ms=1000)
    later = [(b.start_ms or 0) - (a.start_ms or 0) for a, b in zip(usual, patient, strict=True)]
    assert later == [0, 1000, 2000, 2000, 2000]
    assert (patient[-1].end_ms or 0) - (usual[-1].end_ms or 0) == 2000
