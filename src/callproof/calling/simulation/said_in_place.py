"""Texts that an agent tells before their sound is heard: which utterance each belongs to, and how much of it has been heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from callproof.calling.simulation.caller_sound import spread
from callproof.calling.simulation.clock import Clock
from callproof.calling.simulation.said import shared_out
from callproof.calling.simulation.speaker import Speaker
from callproof.calling.simulation.speech import played_until, timed_words
from callproof.evidence.events import Word

# Takes an utterance and what it says, with its words.
Tell: TypeAlias = Callable[[str, str, tuple[Word, ...]], None]


class SaidInPlace:
    """A text belongs to the utterance that its first sound is in: it may begin with silence, and that end the one before. What is left
    of a text when its utterance ends at a pause belongs to the next.

    Places are in samples.
    """

    def __init__(self, speaker: Speaker, clock: Clock, rate_hz: int, seed: str, tell: Tell) -> None:
        self._speaker = speaker
        self._clock = clock
        self._rate_hz = rate_hz
        self._seed = seed
        self._tell = tell
        self._utterance: str | None = None
        # The text that is being said, where it began, and what was said before it in the same utterance.
        self._text: str | None = None
        self._from = 0
        self._before = ""
        # Texts whose place has been played, and whose sound has not.
        self._begun: list[str] = []
        self._begun_at = 0
        self._rest = ""

    def passed(self, texts: Iterable[str], at: int) -> None:
        """The play cursor has passed these texts, somewhere before this sample."""
        for text in texts:
            self._begun.append(text)
            self._begun_at, self._rest = at, ""

    @property
    def awaits_sound(self) -> bool:
        """Whether anything hangs on the next sound."""
        return bool(self._begun) and self._utterance is not None

    def sounded(self, last: int) -> None:
        """The last loud sample so far is before this one."""
        if self.awaits_sound and last > self._begun_at:
            self._say_begun()

    def began(self, utterance: str, at: int) -> None:
        self._utterance, self._text, self._before, self._from = utterance, None, "", at
        rest, self._rest = self._rest, ""
        if self._begun:
            self._say_begun()
        elif rest:
            self.say(rest)

    def over(self, at: int) -> None:
        """The utterance has ended by itself, at a pause. Sound of its text that is queued still is another's."""
        queued = self._speaker.queued_of_text
        if self._text is not None and queued and not self._begun:
            self._rest = shared_out(self._text, [max(at - self._from, 1), queued], self._seed)[1]
        self._utterance = None

    def cut(self) -> None:
        """It was broken off, and what was queued is dropped."""
        self._utterance, self._begun, self._rest = None, [], ""

    def say(self, text: str) -> None:
        """The running utterance says this now."""
        if self._utterance is None:
            return
        if self._text is not None:
            # A further sentence of the same utterance.
            self._before += f"{self._text} "
        said = text if self._text is None else f" {text}"
        self._text = text
        self._from = max(self._from, self._speaker.cursor)
        self._tell(self._utterance, said, self._words(said))

    def heard_of_it(self, dropped: int) -> str | None:
        """What had been heard of the running utterance, by the share of its sound, where so many samples of its text were dropped; None where
        there is no text."""
        if self._text is None:
            return None
        words = timed_words(self._text, 0, seed=self._seed)
        heard = self._speaker.cursor - self._from
        share = heard / max(heard + dropped, 1)
        return self._before + (played_until(words, round((words[-1].end_ms or 0) * share)) if words else "")

    def _say_begun(self) -> None:
        begun, self._begun = self._begun, []
        for text in begun:
            self.say(text)

    def _words(self, text: str) -> tuple[Word, ...]:
        """When they will be heard, as far as that can be told: agents send a text's sound faster than it plays, so what is
        queued is mostly all of it; of what comes bit by bit the usual rate of speech is assumed."""
        words = timed_words(text, 0, seed=self._seed)
        if not words:
            return ()
        usual = max(words[-1].end_ms or 1, 1)
        queued = self._speaker.queued_of_text * 1000 / self._rate_hz
        return spread(words, self._clock.now_ms(), queued if queued > usual / 2 else usual)
