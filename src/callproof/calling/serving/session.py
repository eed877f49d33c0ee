"""One call of a served agent: the `Session` of calling/agent.py, which see, with ears and a mouth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from callproof.audio.pcm import Signal
from callproof.calling.agent import (
    CallerSaid,
    CallerStarted,
    Json,
    KeyPressed,
    LineClosed,
    NoiseEnded,
    NoiseStarted,
    ToolAnswered,
)
from callproof.calling.inbox import Inbox
from callproof.calling.serving.ears import Ears, Heard
from callproof.calling.serving.lateness import Lateness
from callproof.calling.serving.mouth import Mouth, PlatformEnd, ServedSpeech
from callproof.calling.serving.served import ServedAgent
from callproof.calling.serving.tools import CallTools, ServedCall
from callproof.models.parts import DETECTORS, Transcript

T = TypeVar("T")

# A frame of the caller's on its way here, and on its way back what stops the agent's.
_ON_THE_WAY_MS = 45
# How often what has been said so far is looked at: over the agent's own voice more often, since that may have to stop for it. Each look
# is a recognition, and delays those of others: where nothing hangs on it, it may take a third of the time.
_OVER_SPEECH_S, _INTERIM_S, _RESTS = 0.15, 0.6, 2
# Less than this holds no word for a recogniser, and a look at it would only delay the one that tells whether to stop.
_FIRST_WORD_MS = 300
_SOUND = "a sound"


class ServedSession:
    """`tools` are those of the call, and so is `today`."""

    def __init__(
        self,
        platform: PlatformEnd,
        agent: ServedAgent,
        tools: CallTools,
        *,
        today: str,
        hung_up: Callable[[], None],
    ) -> None:
        self.instructions: str | None = None
        self.today = today
        self.hearing = ""
        self._inbox = Inbox()
        self.mouth = Mouth(platform, agent.speech, agent.voice, agent.language, self._inbox.tell, tools.said)
        self._platform = platform
        detector = DETECTORS.make(agent.detector)
        self._rate_hz = platform.rate_hz
        self._ears = Ears(detector, platform.rate_hz, self._hear, lambda: self.mouth.playing)
        self._lateness = Lateness()
        self._speech, self._glances = agent.speech, agent.glances
        self._language = agent.language
        self._remote = tools
        self._hung_up = hung_up
        self._loop = asyncio.get_running_loop()
        self._origin = self._loop.time()
        self.events, self.turns = self._inbox.events, self._inbox.turns
        self._version: int | None = None
        self._utterances = 0
        self._written = 0
        # What is made of the utterance as it was when it last paused.
        self._reading: asyncio.Task[Transcript] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self.tools: Sequence[Mapping[str, Json]] = tools.schemas()

    # -- what the platform brings --------------------------------------------------------------------------------------

    def frame(self, signal: Signal) -> None:
        self._lateness.read(len(signal) * 1000 / self._rate_hz, self._loop.time() * 1000)
        self._ears.feed(signal)

    def key(self, digit: str) -> None:
        self._inbox.tell(KeyPressed(digit))

    def wrote(self, text: str) -> None:
        """A turn of the caller's in writing."""
        utterance = f"w{self._written}"
        self._written += 1
        self._inbox.tell(CallerStarted(utterance))
        self._inbox.tell(CallerSaid(utterance, text))

    def close(self) -> None:
        self.mouth.close()
        for task in self._tasks:
            task.cancel()
        self._inbox.tell(LineClosed())

    def _hear(self, heard: Heard) -> None:
        if heard.what == "speech began":
            self._platform.caller_began(round(len(self._ears.so_far()) * 1000 / self._ears.rate_hz))
            ms_ago = self._ears.sure_after_ms + self._lateness.ms + _ON_THE_WAY_MS
            self._inbox.tell(CallerStarted(f"c{self._utterances}", ms_ago))
            self._task(self._follow(self._utterances))
        elif heard.what == "speech paused" and heard.signal is not None:
            self._reading = self._task(self._read(heard.signal))
        elif heard.what == "speech ended" and self._reading is not None:
            self._platform.caller_ended()
            self._task(self._understand(self._utterances, self._reading))
            self._utterances += 1
        elif heard.what == "noise began":
            self._inbox.tell(NoiseStarted(_SOUND))
        elif heard.what == "noise ended":
            self._inbox.tell(NoiseEnded(_SOUND))

    async def _follow(self, utterance: int) -> None:
        """Keeps `hearing` up to date while the caller speaks."""
        spoken_ms = self._ears.sure_after_ms + self._lateness.ms
        await asyncio.sleep(max(0, _FIRST_WORD_MS - spoken_ms) / 1000)
        looked_ms, took_s = 0, 0.0
        while self._ears.speech and utterance == self._utterances:
            if (spoken_ms := self._ears.spoken_ms) > looked_ms:
                looked_ms, began = spoken_ms, self._loop.time()
                heard = await self._glances.hear(self._ears.so_far(), self._ears.rate_hz, self._language)
                took_s = self._loop.time() - began
                if self._ears.speech and utterance == self._utterances:
                    self.hearing = heard.text
            await asyncio.sleep(_OVER_SPEECH_S if self.mouth.playing else max(_INTERIM_S, _RESTS * took_s))

    async def _read(self, signal: Signal) -> Transcript:
        return await self._speech.hear(signal, self._ears.rate_hz, self._language)

    async def _understand(self, utterance: int, reading: asyncio.Task[Transcript]) -> None:
        heard = await reading
        self.hearing = ""
        self._remote.heard(utterance, heard.text)
        self._inbox.tell(CallerSaid(f"c{utterance}", heard.text))

    def _task(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # -- what the agent does -------------------------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        return round((self._loop.time() - self._origin) * 1000)

    @property
    def caller_speaking(self) -> bool:
        return self._ears.speech

    @property
    def caller_audible(self) -> bool:
        return self._ears.audible

    def speak(self, text: str) -> ServedSpeech:
        return self.mouth.speak(text)

    async def say(self, text: str) -> bool:
        return await self._inbox.yielding(self.mouth.speak(text))

    def build(self, tool: str, arguments: Mapping[str, Json]) -> ServedCall:
        call = self._remote.build(tool, arguments, self._version)
        self._task(self._answered(call))
        return call

    async def _answered(self, call: ServedCall) -> None:
        await call.over.wait()
        if call.status in {"returned", "failed"}:
            self._inbox.tell(ToolAnswered(call))

    async def tool(self, tool: str, /, **arguments: Json) -> Json:
        call = self.build(tool, arguments)
        call.send()
        return await call.answer()

    def report_state(self, fields: Mapping[str, Json]) -> int:
        self._version = 0 if self._version is None else self._version + 1
        self._remote.state(self._version, fields)
        return self._version

    async def sleep(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)

    def hang_up(self) -> None:
        self._hung_up()
