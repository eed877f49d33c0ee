"""How a served agent speaks: whole answers at once; the platform tells what of them has been heard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from callproof.audio.pcm import Signal, at_level
from callproof.audio.resampling import resample
from callproof.calling.agent import AgentEvent, CallOverError, SpeechPlayed
from callproof.calling.pronouncing import pronounced
from callproof.calling.simulation.speech import played_until, timed_words
from callproof.evidence.events import Word
from callproof.models.parts import Voice
from callproof.models.workers import SpeechWorkers

_LEVEL_DBFS = -22.0


class PlatformEnd(Protocol):
    """What is told to the platform. It tells the mouth `begun`, and then `played_out` or `cut`, of every utterance that is not cleared.

    Sound is at `rate_hz`.
    """

    @property
    def rate_hz(self) -> int: ...
    def utter(self, utterance: str, text: str, signal: Signal) -> None: ...
    def clear(self) -> None:
        """The agent breaks off what is being played."""

    def caller_began(self, so_far_ms: int) -> None:
        """The caller speaks, and has for so long."""

    def caller_ended(self) -> None: ...


class ServedSpeech:
    """`SpeechHandle` of calling/agent.py, which see."""

    def __init__(self, mouth: Mouth, id: str, text: str) -> None:
        self.id = id
        self.text = text
        self.over = asyncio.Event()
        self.completed = False
        self.started: float | None = None
        self.words: tuple[Word, ...] = ()
        self.heard = ""
        self._mouth = mouth

    @property
    def playing(self) -> bool:
        return self.started is not None and not self.over.is_set()

    @property
    def played(self) -> str:
        return self._mouth.played(self)

    def stop(self) -> None:
        self._mouth.stop(self)

    async def done(self) -> bool:
        await self.over.wait()
        return self.completed


class Mouth:
    """`saying` is told of each text just before its sound goes out. One utterance is with the platform at a time; the next follows when that has been heard."""

    def __init__(
        self,
        platform: PlatformEnd,
        speech: SpeechWorkers,
        voice: Voice,
        language: str,
        told: Callable[[AgentEvent], None],
        saying: Callable[[str], None],
    ) -> None:
        self._saying = saying
        self._platform = platform
        self._speech = speech
        self._voice = voice
        self._language = language
        self._told = told
        self._waiting: list[ServedSpeech] = []
        self._current: ServedSpeech | None = None
        self._count = 0
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def last(self) -> ServedSpeech | None:
        """The last that is still to be heard."""
        return self._waiting[-1] if self._waiting else self._current

    @property
    def playing(self) -> bool:
        return self._current is not None and self._current.playing

    def speak(self, text: str) -> ServedSpeech:
        if self._closed:
            raise CallOverError("the line is down")
        speech = ServedSpeech(self, f"a{self._count}", text)
        self._count += 1
        if not text.strip():
            speech.completed = True
            speech.over.set()
            return speech
        self._waiting.append(speech)
        self._next()
        return speech

    def played(self, speech: ServedSpeech) -> str:
        if speech.over.is_set():
            return speech.heard
        if speech.started is None:
            return ""
        return played_until(speech.words, round((self._now() - speech.started) * 1000))

    def begun(self, utterance: str) -> None:
        """The platform begins to play an utterance."""
        speech = self._current
        if speech is not None and speech.id == utterance and speech.started is None:
            speech.started = self._now()

    def played_out(self, utterance: str) -> None:
        """The platform has played all of it."""
        speech = self._current
        if speech is not None and speech.id == utterance:
            self._over(speech, completed=True)

    def cut(self, utterance: str, heard_ms: int) -> None:
        """The platform has broken it off; so much of it was heard."""
        speech = self._current
        if speech is not None and speech.id == utterance:
            self._over(speech, completed=False, heard_ms=heard_ms)

    def withdraw(self) -> None:
        """What the platform has not been given yet is not said."""
        waiting, self._waiting = self._waiting, []
        for speech in waiting:
            speech.over.set()
        current = self._current
        if current is not None and not current.words:
            self._over(current, completed=False)

    def stop(self, speech: ServedSpeech) -> None:
        if speech in self._waiting:
            self._waiting.remove(speech)
            speech.over.set()
        elif speech is self._current:
            self._platform.clear()
            self._over(speech, completed=False)

    def close(self) -> None:
        self._closed = True
        waiting, self._waiting = self._waiting, []
        for speech in waiting:
            speech.over.set()
        if self._current is not None:
            self._over(self._current, completed=False)

    def _next(self) -> None:
        if self._current is None and self._waiting and not self._closed:
            self._current = self._waiting.pop(0)
            task = asyncio.get_running_loop().create_task(self._send(self._current))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, speech: ServedSpeech) -> None:
        spoken = await self._speech.speak(pronounced(speech.text, self._language), self._voice)
        signal: Signal = await asyncio.to_thread(
            lambda: at_level(
                resample(spoken.signal, spoken.rate_hz, self._platform.rate_hz),
                _LEVEL_DBFS,
                self._platform.rate_hz,
            )
        )
        if speech is not self._current:
            return
        words = timed_words(speech.text, 0, seed="")
        scale = len(signal) * 1000 / self._platform.rate_hz / max(words[-1].end_ms or 1, 1)
        speech.words = tuple(
            Word(w.text, round((w.start_ms or 0) * scale), round((w.end_ms or 0) * scale)) for w in words
        )
        self._saying(speech.text)
        self._platform.utter(speech.id, speech.text, signal)

    def _over(self, speech: ServedSpeech, *, completed: bool, heard_ms: int | None = None) -> None:
        if completed:
            speech.heard = speech.text
        elif heard_ms is None:
            speech.heard = self.played(speech)
        else:
            speech.heard = played_until(speech.words, heard_ms)
        speech.completed = completed
        self._current = None
        speech.over.set()
        self._told(SpeechPlayed(speech.id, completed, speech.heard))
        self._next()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
