"""A served agent's connection as a session of the Realtime API; its client carries out its tools."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from callproof.audio.pcm import Signal
from callproof.calling.serving.function_calls import FunctionCalls
from callproof.calling.serving.realtime_end import RealtimeEnd
from callproof.calling.serving.running_call import Close, RunningCall
from callproof.calling.serving.served import ServedAgent
from callproof.calling.serving.session import ServedSession
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.events import (
    AnswerCancelled,
    AnswerWanted,
    BrokenOff,
    CallerAudio,
    CallerWrote,
    CallStarted,
    PeerEvent,
    ToolAnswered,
)

# Speech detection takes a core: other calls have their turn in between.
_AT_ONCE_MS = 500


class RealtimeLine:
    """`ServedLine`. The agent's program begins when the client asks for an answer or the caller has spoken, with the tools and
    instructions that the session has then."""

    def __init__(self, agent: ServedAgent, send: Callable[[Message], None], close: Close) -> None:
        self.over = False
        self._agent = agent
        self._close = close
        self._end = RealtimeEnd(send)
        self._tools = FunctionCalls(self._end)
        self._call: RunningCall | None = None
        self._written: list[str] = []

    def opened(self) -> None:
        self._end.say(*self._end.wire.opening())

    async def take(self, message: Message) -> None:
        wire = self._end.wire
        events = wire.receive(message)
        self._end.say(*wire.owed())
        for event in events:
            if isinstance(event, CallerAudio):
                await self._hear(event.signal)
            else:
                self._take(event)

    def _take(self, event: PeerEvent) -> None:
        if isinstance(event, CallStarted):
            self._end.say(self._end.wire.updated())
        elif isinstance(event, CallerWrote):
            self._written.append(event.text)
        elif isinstance(event, AnswerWanted):
            self._answer()
        elif isinstance(event, AnswerCancelled):
            self._begun()
            self._end.cancel()
            self._tools.cancelled()
        elif isinstance(event, BrokenOff):
            self._end.broken_off(event.utterance, event.heard_ms)
        elif isinstance(event, ToolAnswered):
            self._tools.answered(event.call, event.output)

    async def _hear(self, signal: Signal) -> None:
        call, encoding = self._begun(), self._end.wire.hearing
        size = encoding.rate_hz * _AT_ONCE_MS // 1000
        for start in range(0, len(signal), size):
            if start:
                await asyncio.sleep(0)
            call.session.frame(self._end.got(signal[start : start + size], encoding))
            if call.session.caller_speaking:
                call.start()

    def _answer(self) -> None:
        call = self._begun()
        self._end.begin_answer()
        call.start()
        written, self._written = self._written, []
        for text in written:
            call.session.wrote(text)

    def _begun(self) -> RunningCall:
        if self._call is None:
            session = ServedSession(
                self._end,
                self._agent,
                self._tools,
                today=self._agent.today,
                hung_up=lambda: call.hang_up(),
            )
            self._end.mouth = session.mouth
            self._call = call = RunningCall(self._agent.make(), session, self._close)
        elif not self._call.started:
            session = self._call.session
        else:
            return self._call
        session.tools = self._tools.schemas()
        session.instructions = self._end.wire.session.get("instructions") or None
        return self._call

    async def end(self) -> None:
        self._end.close()
        if self._call is not None:
            await self._call.end()
        await self._tools.close()
