"""What is told of an agent's speech when it has been heard, tied to the utterances in which it was."""

from __future__ import annotations

from callproof.calling.simulation.said import SaidAfterwards, shared_out

TEXT = "I have shipped order 4821. Is there anything else?"


def test_a_text_of_one_utterance_is_all_its_own_and_its_words_are_where_it_was() -> None:
    said = SaidAfterwards(1000, "seed")
    said.began("a0", 2000)
    said.ended("a0", 5000)
    (piece,) = said.told(TEXT, 5300)
    assert (piece.utterance, piece.text) == ("a0", TEXT)
    assert "".join(word.text for word in piece.words) == TEXT
    assert (piece.words[0].start_ms, piece.words[-1].end_ms) == (2000, 5000)


def test_a_text_of_two_utterances_is_cut_where_the_voice_paused() -> None:
    said = SaidAfterwards(1000, "seed")
    said.began("a0", 0)
    said.ended("a0", 2400)
    # Still going on when the text comes.
    said.began("a1", 2700)
    pieces = said.told(TEXT, 4300)
    assert [(piece.utterance, piece.text) for piece in pieces] == [
        ("a0", "I have shipped order 4821."),
        ("a1", "Is there anything else?"),
    ]
    assert (pieces[1].words[0].start_ms, pieces[1].words[-1].end_ms) == (2700, 4300)
    # They have their text now.
    assert said.told("Goodbye.", 4300) == []


def test_what_was_broken_off_gets_its_text_only_until_there_is_new_sound() -> None:
    said = SaidAfterwards(1000, "seed")
    said.began("a0", 0)
    said.ended("a0", 500)
    said.broken_off()
    assert [piece.utterance for piece in said.told("I have", 600)] == ["a0"]
    said.began("a1", 1000)
    said.ended("a1", 1500)
    said.broken_off()
    said.sound_follows()
    said.began("a2", 2000)
    said.ended("a2", 3000)
    assert [(piece.utterance, piece.text) for piece in said.told("Sorry.", 3000)] == [("a2", "Sorry.")]


def test_of_what_was_cut_counts_what_there_was_time_for() -> None:
    """A real call: 1.2 s had been heard, and the agent held that it had said "Hello, this is Northwind. How can I"."""
    said = SaidAfterwards(1000, "seed")
    said.began("a0", 1853)
    said.ended("a0", 3065)
    said.broken_off()
    (piece,) = said.told("Hello, this is Northwind. How can I", 4215, cut=True)
    assert piece.text == "Hello, this is"


def test_a_slow_voice_has_said_less_in_the_same_time() -> None:
    said = SaidAfterwards(1000, "seed")
    said.began("a0", 0)
    said.ended("a0", 8000)
    # About 4 s at the usual pace.
    said.told(TEXT, 8000)
    said.began("a1", 10_000)
    said.ended("a1", 12_400)
    (piece,) = said.told(TEXT, 12_400, cut=True)
    assert piece.text == "I have shipped"


def test_digits_that_took_longer_than_thought_do_not_move_the_cut() -> None:
    """As measured in a real call: 5.6 s and 2.5 s."""
    text = "I have refunded 24 dollars and 50 cents for order 8302. Is there anything else I can do for you?"
    assert shared_out(text, [5622, 2454], "seed") == [
        "I have refunded 24 dollars and 50 cents for order 8302.",
        "Is there anything else I can do for you?",
    ]


def test_short_sentences_are_cut_between_them() -> None:
    """Measured: 1.6 s and 0.7 s."""
    assert shared_out("Thank you for calling. Goodbye.", [1520, 790], "seed") == [
        "Thank you for calling.",
        "Goodbye.",
    ]


def test_parts_are_proportional_where_there_is_no_phrase() -> None:
    # 19 letters and 20.
    text = "one two three four five six seven eight nine ten"
    assert shared_out(text, [1, 1], "seed") == ["one two three four five", "six seven eight nine ten"]
    assert shared_out(text, [1000, 1], "seed") == [text, ""]
    assert shared_out("", [1, 1], "seed") == ["", ""]
    assert shared_out(text, [7], "seed") == [text]
