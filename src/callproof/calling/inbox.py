"""What an agent has been told of its call and has not looked at yet."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from callproof.calling.agent import AgentEvent, CallerSaid, CallerStarted, LineClosed, SpeechHandle


class Inbox:
    """Events in order, and the utterances that the agent breaks off as soon as the caller speaks."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[AgentEvent] = asyncio.Queue()
        self._yielding: list[SpeechHandle] = []

    def tell(self, event: AgentEvent) -> None:
        if isinstance(event, CallerStarted):
            for speech in list(self._yielding):
                speech.stop()
        self._queue.put_nowait(event)

    async def events(self) -> AsyncIterator[AgentEvent]:
        while True:
            event = await self._queue.get()
            yield event
            if isinstance(event, LineClosed):
                return

    async def turns(self) -> AsyncIterator[str]:
        async for event in self.events():
            if isinstance(event, CallerSaid):
                yield event.text

    async def yielding(self, speech: SpeechHandle) -> bool:
        """Waits for an utterance that gives way to the caller; whether it was played to its end."""
        self._yielding.append(speech)
        try:
            return await speech.done()
        finally:
            self._yielding.remove(speech)
