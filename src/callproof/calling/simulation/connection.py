"""The way to the agent, as the director uses it; in text here, with sound elsewhere."""

from __future__ import annotations

from typing import Protocol

from callproof.calling.agent import CallerSaid, CallerStarted, KeyPressed, NoiseEnded, NoiseStarted
from callproof.calling.simulation.clock import Clock
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.session import CallSession
from callproof.calling.simulation.speech import timed_words
from callproof.evidence.events import SpeechCut, SpeechEnded, SpeechStarted, SpeechText, Word


class Connection(Protocol):
    """What the caller can do on the line, and what the director must know of the other side.

    What is done returns when it is over, and has put its speech into the log by then.
    """

    @property
    def agent_silent(self) -> bool:
        """Whether nothing of the agent's is being heard."""

    def agent_began_ms(self, told_ms: int) -> int:
        """When the agent's utterance began that is told of at `told_ms`: speech is recognised a little later than it begins."""

    @property
    def tools_busy(self) -> bool:
        """Whether a tool call of the agent's is being prepared or under way."""

    async def say(self, utterance: str, text: str, heard: str | None) -> None:
        """`heard` is what the agent's recogniser is to make of it, where the script says so."""

    async def noise(self, sound: str, ms: int) -> None: ...
    async def press(self, keys: str, ms: int) -> None: ...
    async def agent_done(self) -> None:
        """Waits until everything that the agent has to say has been heard."""

    async def understood(self) -> None:
        """Waits until what the agent has said so far is in the log as text, where that takes time."""

    def hang_up(self) -> None:
        """Breaks off whoever is speaking."""

    def closed(self) -> None:
        """The line is down: tells the agent."""


class TextConnection:
    """To an agent in the same process, in text."""

    def __init__(
        self,
        session: CallSession,
        log: Log,
        clock: Clock,
        *,
        words_per_minute: int,
        seed: str,
        pause_ms: int = 0,
    ) -> None:
        self._session = session
        self._log = log
        self._clock = clock
        self._words_per_minute = words_per_minute
        self._pause_ms = pause_ms
        self._seed = seed
        self._speaking: str | None = None

    def agent_began_ms(self, told_ms: int) -> int:
        return told_ms

    @property
    def agent_silent(self) -> bool:
        return self._session.mouth.silent

    @property
    def tools_busy(self) -> bool:
        return self._session.desk.unfinished

    async def say(self, utterance: str, text: str, heard: str | None) -> None:
        self._speaking = utterance
        words = timed_words(
            text,
            self._clock.now_ms(),
            words_per_minute=self._words_per_minute,
            seed=f"{self._seed}:{utterance}",
            pause_ms=self._pause_ms,
        )
        self._log.append(SpeechStarted, speaker="caller", utterance=utterance)
        self._log.append(
            SpeechText, speaker="caller", utterance=utterance, kind="said", text=text, words=words
        )
        self._session.caller_words = words if heard is None else _over(words, heard)
        self._session.tell(CallerStarted(utterance))
        await self._clock.sleep_until(words[-1].end_ms or 0)
        heard = text if heard is None else heard
        self._log.append(SpeechText, speaker="caller", utterance=utterance, kind="heard", text=heard)
        self._log.append(SpeechEnded, speaker="caller", utterance=utterance)
        self._speaking = None
        # Only queued: the agent comes to it when the director has written down what the line meant.
        self._session.tell(CallerSaid(utterance, heard))

    async def noise(self, sound: str, ms: int) -> None:
        self._session.tell(NoiseStarted(sound))
        await self._clock.sleep_until(self._clock.now_ms() + ms)
        self._session.tell(NoiseEnded(sound))

    async def press(self, keys: str, ms: int) -> None:
        await self._clock.sleep_until(self._clock.now_ms() + ms)
        self._session.tell(KeyPressed(keys))

    async def agent_done(self) -> None:
        while (speech := self._session.mouth.last) is not None:
            await speech.done()

    async def understood(self) -> None:
        return

    def hang_up(self) -> None:
        self._session.mouth.close()
        if self._speaking is not None:
            self._log.append(SpeechCut, speaker="caller", utterance=self._speaking)
            self._log.append(SpeechEnded, speaker="caller", utterance=self._speaking)
            self._speaking = None

    def closed(self) -> None:
        self._session.close()


def _over(words: tuple[Word, ...], heard: str) -> tuple[Word, ...]:
    """Another text of the same utterance, spread evenly over its time."""
    pieces = heard.split(" ")
    start, end = words[0].start_ms or 0, words[-1].end_ms or 0
    step = (end - start) / len(pieces)
    return tuple(
        Word(f"{piece} ", round(start + n * step), round(start + (n + 1) * step))
        for n, piece in enumerate(pieces)
    )
