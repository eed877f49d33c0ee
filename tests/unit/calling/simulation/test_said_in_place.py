"""Texts that are told before their sound: whose they are, and what of them was heard."""

from __future__ import annotations

import numpy as np

from callproof.calling.simulation.edges import AgentEdges
from callproof.calling.simulation.said_in_place import SaidInPlace
from callproof.calling.simulation.speaker import Speaker
from callproof.evidence.events import Word

RATE, FRAME = 8000, 160


class _Clock:
    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def now_ms(self) -> int:
        return self._speaker.cursor * 1000 // RATE

    async def sleep_until(self, ms: int) -> None:
        raise NotImplementedError


class Line:
    """Plays what is queued in frames, as a call does."""

    def __init__(self) -> None:
        self.speaker = Speaker()
        self.edges = AgentEdges(RATE)
        self.said: list[tuple[str, str]] = []
        self.words: list[Word] = []
        self.texts = SaidInPlace(self.speaker, _Clock(self.speaker), RATE, "seed", self._tell)
        self.count = 0

    def _tell(self, utterance: str, text: str, words: tuple[Word, ...]) -> None:
        self.said.append((utterance, text))
        self.words += words

    def sentence(self, text: str, *, quiet_s: float = 0.0, s: float = 1.0, after_s: float = 0.0) -> None:
        self.speaker.text(text)
        self.sound(quiet_s, s, after_s)

    def sound(self, quiet_s: float, s: float, after_s: float = 0.0) -> None:
        voice = np.random.default_rng(1).normal(0, 0.1, int(s * RATE))
        quiet, after = (np.zeros(int(length * RATE)) for length in (quiet_s, after_s))
        self.speaker.put(np.concatenate([quiet, voice, after]).astype(np.float32))

    def play(self, s: float) -> None:
        for _ in range(int(s * RATE) // FRAME):
            played = self.speaker.play(FRAME)
            self.texts.passed(played.texts, self.speaker.cursor)
            edge = self.edges.feed(played.frame, empty=played.empty)
            if edge is not None and edge.kind == "began":
                self.texts.began(f"a{self.count}", edge.sample)
                self.count += 1
            elif edge is not None:
                self.texts.over(edge.sample)
            self.texts.sounded(self.edges.last_sound)


def test_sentences_in_one_go_are_one_utterance() -> None:
    line = Line()
    line.sentence("Hello, this is Northwind.", after_s=0.2)
    line.sentence("How can I help you?", quiet_s=0.1)
    line.play(4)
    assert line.said == [("a0", "Hello, this is Northwind."), ("a0", " How can I help you?")]


def test_a_sentence_that_begins_with_a_long_silence_is_the_next_utterance() -> None:
    line = Line()
    line.sentence("Hello, this is Northwind.", after_s=0.4)
    line.sentence("How can I help you?", quiet_s=0.6)
    line.play(4)
    assert line.said == [("a0", "Hello, this is Northwind."), ("a1", "How can I help you?")]


def test_a_text_that_comes_just_after_the_beginning_of_its_sound_is_the_same_utterance() -> None:
    line = Line()
    line.sound(0, 0.1)
    line.play(0.1)
    line.sentence("Goodbye.")
    line.play(3)
    assert line.said == [("a0", "Goodbye.")]


def test_what_is_left_of_a_text_behind_a_pause_is_the_next_utterances() -> None:
    line = Line()
    line.sentence("I have order 6540 here. Shall I change it?", s=1.9, after_s=1.0)
    line.sound(0, 1.2)
    line.play(5)
    whole, rest = line.said
    assert whole == ("a0", "I have order 6540 here. Shall I change it?")
    assert rest == ("a1", "Shall I change it?")


def test_what_comes_later_without_a_text_has_none() -> None:
    line = Line()
    line.sentence("I have order 6540 here.")
    line.play(3)
    line.sound(0, 1)
    line.play(2)
    assert line.said == [("a0", "I have order 6540 here.")]
    assert line.count == 2


def test_of_a_sentence_that_is_broken_off_counts_what_was_played() -> None:
    line = Line()
    line.sentence("Hello, this is Northwind.", s=1.0)
    line.sentence("How can I help you today?", s=2.0)
    line.play(2.0)
    dropped = line.speaker.queued_of_text
    assert dropped == RATE
    heard = line.texts.heard_of_it(dropped)
    assert heard is not None
    assert heard.startswith("Hello, this is Northwind. How can")
    assert "today" not in heard
    # And what was never begun is never said.
    line.speaker.text("Never.")
    line.speaker.clear()
    line.texts.cut()
    line.edges.stop()
    line.sound(0, 1)
    line.play(2)
    assert [text for _, text in line.said] == ["Hello, this is Northwind.", " How can I help you today?"]
