"""The agent's side of a call that runs inside callproof: `Session` of calling/agent.py, which see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from callproof.calling.agent import (
    AgentEvent,
    CallerSaid,
    CallerStarted,
    CallOverError,
    Json,
    LineClosed,
    SpeechPlayed,
    ToolAnswered,
)
from callproof.calling.inbox import Inbox
from callproof.calling.simulation.clock import Clock
from callproof.calling.simulation.handed_over import copied
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.speech import played_until, timed_words
from callproof.calling.simulation.tools import ToolCallHandle, ToolDesk
from callproof.evidence.events import (
    SpeechCut,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    StateReported,
    Word,
)

# An ordinary agent's voice.
_WORDS_PER_MINUTE = 170


class AgentSpeech:
    """`SpeechHandle` of calling/agent.py, which see."""

    def __init__(self, mouth: _Mouth, id: str, text: str) -> None:
        self.id = id
        self.text = text
        self.words: tuple[Word, ...] = ()
        self.over = asyncio.Event()
        self.completed = False
        self.heard = ""
        self._mouth = mouth

    @property
    def playing(self) -> bool:
        return self._mouth.current is self

    @property
    def played(self) -> str:
        return self._mouth.played(self)

    def stop(self) -> None:
        self._mouth.stop(self)

    async def done(self) -> bool:
        await self.over.wait()
        return self.completed


class _Mouth:
    """Plays the agent's utterances one after the other, and breaks them off."""

    def __init__(self, log: Log, clock: Clock, seed: str, told: Callable[[AgentEvent], None]) -> None:
        self.current: AgentSpeech | None = None
        self._log = log
        self._clock = clock
        self._seed = seed
        self._told = told
        self._waiting: list[AgentSpeech] = []
        self._count = 0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def silent(self) -> bool:
        return self.current is None

    @property
    def last(self) -> AgentSpeech | None:
        """The last that is still to be heard."""
        return self._waiting[-1] if self._waiting else self.current

    def speak(self, text: str) -> AgentSpeech:
        if not isinstance(text, str):
            raise TypeError(f"what is said is a text, not of the type {type(text).__name__}")
        speech = AgentSpeech(self, f"a{self._count}", text)
        self._count += 1
        if self._closed:
            raise CallOverError("the line is down")
        if not text.strip():
            speech.over.set()
            speech.completed = True
            return speech
        self._waiting.append(speech)
        if self.current is None:
            self._next()
        return speech

    def played(self, speech: AgentSpeech) -> str:
        if speech is self.current:
            return played_until(speech.words, self._clock.now_ms())
        return speech.heard

    def stop(self, speech: AgentSpeech) -> None:
        if speech in self._waiting:
            self._waiting.remove(speech)
            speech.over.set()
        elif speech is self.current:
            self._over(completed=False)
            self._next()

    def stop_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for speech in waiting:
            speech.over.set()
        if self.current is not None:
            self._over(completed=False)

    def close(self) -> None:
        self._closed = True
        self.stop_all()

    def _next(self) -> None:
        if self.current is not None or not self._waiting:
            return
        speech = self.current = self._waiting.pop(0)
        speech.words = timed_words(
            speech.text,
            self._clock.now_ms(),
            words_per_minute=_WORDS_PER_MINUTE,
            seed=f"{self._seed}:{speech.id}",
        )
        length = (speech.words[-1].end_ms or 0) - self._clock.now_ms()
        self._log.append(SpeechStarted, speaker="agent", utterance=speech.id)
        self._log.append(
            SpeechText,
            speaker="agent",
            utterance=speech.id,
            kind="said",
            text=speech.text,
            words=speech.words,
        )
        # Whoever listened may have stopped it already.
        if self.current is speech:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(length, 1) / 1000, self._played_out, speech)

    def _played_out(self, speech: AgentSpeech) -> None:
        if self.current is speech:
            self._over(completed=True)
            self._next()

    def _over(self, *, completed: bool) -> None:
        speech = self.current
        if speech is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        speech.heard = speech.text if completed else self.played(speech)
        speech.completed = completed
        self.current = None
        if not completed:
            self._log.append(SpeechCut, speaker="agent", utterance=speech.id, played=speech.heard)
        self._log.append(SpeechEnded, speaker="agent", utterance=speech.id)
        speech.over.set()
        self._told(SpeechPlayed(speech.id, completed, speech.heard))


class CallSession:
    """One call, as the agent sees it."""

    def __init__(
        self,
        log: Log,
        clock: Clock,
        *,
        seed: str,
        tools: Sequence[Mapping[str, Json]],
        instructions: str | None,
        today: str,
        hung_up: Callable[[], None],
    ) -> None:
        self.tools = tools
        self.instructions = instructions
        self.today = today
        self.caller_speaking = False
        self.caller_words: tuple[Word, ...] = ()
        self.mouth = _Mouth(log, clock, seed, self.tell)
        self.desk: ToolDesk
        self._log = log
        self._clock = clock
        self._hung_up = hung_up
        self._inbox = Inbox()
        self.events, self.turns = self._inbox.events, self._inbox.turns
        self._version: int | None = None

    def tell(self, event: AgentEvent) -> None:
        """Something has happened that the agent can notice."""
        if isinstance(event, CallerStarted | CallerSaid):
            self.caller_speaking = isinstance(event, CallerStarted)
        self._inbox.tell(event)

    def answered(self, call: ToolCallHandle) -> None:
        self._inbox.tell(ToolAnswered(call))

    def close(self) -> None:
        self.mouth.close()
        self._inbox.tell(LineClosed())

    @property
    def now_ms(self) -> int:
        return self._clock.now_ms()

    @property
    def caller_audible(self) -> bool:
        """Words in text have no pauses between them."""
        return self.caller_speaking

    @property
    def hearing(self) -> str:
        return played_until(self.caller_words, self._clock.now_ms()) if self.caller_speaking else ""

    def speak(self, text: str) -> AgentSpeech:
        return self.mouth.speak(text)

    async def say(self, text: str) -> bool:
        return await self._inbox.yielding(self.mouth.speak(text))

    def build(self, tool: str, arguments: Mapping[str, Json]) -> ToolCallHandle:
        return self.desk.build(tool, arguments, self._version)

    async def tool(self, tool: str, /, **arguments: Json) -> Json:
        call = self.build(tool, arguments)
        call.send()
        return await call.answer()

    def report_state(self, fields: Mapping[str, Json]) -> int:
        told = copied("the state", fields)
        self._version = 0 if self._version is None else self._version + 1
        self._log.append(StateReported, version=self._version, fields=told)
        return self._version

    async def sleep(self, ms: int) -> None:
        await self._clock.sleep_until(self._clock.now_ms() + ms)

    def hang_up(self) -> None:
        self._hung_up()
