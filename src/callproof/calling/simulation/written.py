"""A caller who writes: each line goes to the agent in writing, when it would have been said."""

from __future__ import annotations

from collections.abc import Callable

from callproof.calling.simulation.clock import Clock
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.speech import timed_words
from callproof.evidence.events import SpeechCut, SpeechEnded, SpeechStarted, SpeechText


class WritingCaller:
    """`send` takes a line for the agent."""

    def __init__(
        self, log: Log, clock: Clock, *, words_per_minute: int, seed: str, send: Callable[[str], None]
    ) -> None:
        self._log = log
        self._clock = clock
        self._words_per_minute = words_per_minute
        self._seed = seed
        self._send = send
        self._writing: str | None = None

    async def say(self, utterance: str, text: str, read: str) -> None:
        """`read` is what the agent is to make of it."""
        words = timed_words(
            text,
            self._clock.now_ms(),
            words_per_minute=self._words_per_minute,
            seed=f"{self._seed}:{utterance}",
        )
        self._writing = utterance
        self._log.append(SpeechStarted, speaker="caller", utterance=utterance)
        self._log.append(
            SpeechText, speaker="caller", utterance=utterance, kind="said", text=text, words=words
        )
        await self._clock.sleep_until(words[-1].end_ms or 0)
        self._send(read)
        self._log.append(SpeechText, speaker="caller", utterance=utterance, kind="heard", text=read)
        self._log.append(SpeechEnded, speaker="caller", utterance=utterance)
        self._writing = None

    def break_off(self) -> None:
        if self._writing is not None:
            self._log.append(SpeechCut, speaker="caller", utterance=self._writing)
            self._log.append(SpeechEnded, speaker="caller", utterance=self._writing)
            self._writing = None
