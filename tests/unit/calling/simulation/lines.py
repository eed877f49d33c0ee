"""A line in the memory of this process, and a voice without a model: whole live calls in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import numpy as np

from callproof.audio.pcm import Signal
from callproof.calling.simulation.clock import VirtualLoop
from callproof.calling.simulation.live import LiveCall, LivePeer, LiveSettings, live_call
from callproof.calling.wire.dialects import TWILIO, Dialect
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.twilio import TwilioAgent
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.models.parts import Transcript, Voice
from callproof.models.workers import SpeechWorkers, Spoken
from callproof.scenario.model import Scenario

T = TypeVar("T")
RATE = 8000


class Sounds(SpeechWorkers):
    """Every line is a second of nearly the same sound, by which it is known again, and every answer is heard as no words."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []

    async def speak(self, text: str, voice: Voice) -> Spoken:
        if text not in self._lines:
            self._lines.append(text)
        signal = sound(1000, 24000)
        signal[1] = self._lines.index(text) / 1000
        return Spoken(signal, 24000)

    async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        if rate_hz == 24000:
            return Transcript(self._lines[round(float(signal[1]) * 1000)])
        return Transcript("" if rate_hz == RATE else self._lines[-1])


def sound(ms: int, rate_hz: int = RATE) -> Signal:
    """Something like a voice for whoever looks at loudness and spectrum, loud from its first sample to its last."""
    signal = np.random.default_rng(1).normal(0, 0.1, ms * rate_hz // 1000)
    signal[[0, -1]] = 0.3
    return signal.astype(np.float32)


class Ends:
    """Both ends of a connection: `Transport` for the caller's, and for the agent's `said` and `heard`."""

    def __init__(self) -> None:
        self.to_agent: asyncio.Queue[Message | None] = asyncio.Queue()
        self.to_caller: asyncio.Queue[Message | None] = asyncio.Queue()
        self.closed_because = "hung up"

    def post(self, message: Message) -> None:
        self.to_agent.put_nowait(message)

    async def send(self, message: Message) -> None:
        self.post(message)

    async def receive(self) -> Message | None:
        return await self.to_caller.get()

    async def close(self) -> None:
        self.to_agent.put_nowait(None)


AgentSide = Callable[[Ends, TwilioAgent], Awaitable[None]]


async def called_in_memory(
    scenario: Scenario,
    agent: AgentSide,
    settings: LiveSettings | None = None,
    *,
    dialect: Dialect = TWILIO,
    speech: SpeechWorkers | None = None,
) -> LiveCall:
    """A call to an agent that is a coroutine at the other end of a line without any delay."""
    tasks: list[asyncio.Future[None]] = []

    async def open_(id: str) -> Ends:
        ends = Ends()
        tasks.append(asyncio.ensure_future(agent(ends, TwilioAgent())))
        return ends

    peer = LivePeer(
        name="in memory",
        wire=lambda scenario, seed, id: TelephonyFormat(CallIdentity.of(dialect, seed), dialect),
        open=open_,
    )
    with speech or Sounds() as voices:
        call = await live_call(scenario, peer, voices, settings=settings)
    for task in tasks:
        task.cancel()
    for done in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(done, Exception):
            raise done
    return call


def in_virtual_time(work: Coroutine[Any, Any, T]) -> T:
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()
