"""A client of a served agent in the memory of this process, in virtual time; ears and a voice without a model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import numpy as np

from callproof.audio.pcm import Signal
from callproof.calling.agent import Agent, FunctionAgent
from callproof.calling.serving.realtime_line import RealtimeLine
from callproof.calling.serving.served import ServedAgent
from callproof.calling.simulation.clock import VirtualLoop
from callproof.calling.wire.codec import Encoding
from callproof.calling.wire.json_messages import to_base64
from callproof.models.parts import DETECTORS, Transcript, Voice
from tests.unit.calling.serving.test_ears import ByPitch
from tests.unit.calling.simulation.lines import Sounds

T = TypeVar("T")
PCM = Encoding("pcm16", 24000)
TOOL = {
    "type": "function",
    "name": "find_order",
    "description": "Finds an order.",
    "parameters": {"type": "object", "properties": {"order_number": {"type": "string"}}},
}
SESSION: dict[str, Any] = {
    "type": "realtime",
    "instructions": "Be brief.",
    "tools": [TOOL],
    "audio": {"input": {"transcription": {"model": "any"}}},
}


@DETECTORS.register("by pitch")
def by_pitch(variant: str) -> ByPitch:
    return ByPitch()


class Words(Sounds):
    """Hears a second or more of the caller as an order number; less as "Stop."."""

    async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        return Transcript("It is 4821." if len(signal) >= 2 * rate_hz else "Stop.")


def tone(ms: int, encoding: Encoding = PCM) -> Signal:
    rate = encoding.rate_hz
    return (0.3 * np.sin(2 * np.pi * 200 * np.arange(rate * ms // 1000) / rate)).astype(np.float32)


def quiet(ms: int, encoding: Encoding = PCM) -> Signal:
    return np.zeros(encoding.rate_hz * ms // 1000, np.float32)


def served(run: Callable[[Any], Any]) -> ServedAgent:
    def make() -> Agent:
        return FunctionAgent(run)

    words = Words()
    return ServedAgent(make=make, speech=words, glances=words, voice=Voice("tenor"), detector="by pitch")


class _OneThread(VirtualLoop):
    """What would be done in a thread is done at once: time would go on meanwhile."""

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        done: asyncio.Future[T] = self.create_future()
        done.set_result(func(*args))
        return done


def alone(work: Coroutine[Any, Any, T]) -> T:
    loop = _OneThread()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


class Client:
    """What has come, and what is sent. Sound takes as long as it lasts."""

    def __init__(self, run: Callable[[Any], Any]) -> None:
        self.got: list[dict[str, Any]] = []
        self.closed: list[tuple[int, str]] = []
        self.line = RealtimeLine(
            served(run), lambda message: self.got.append(json.loads(message)), self._close
        )
        self.line.opened()

    async def _close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))

    async def send(self, type_: str, **fields: Any) -> None:
        await self.line.take(json.dumps({"type": type_, **fields}))

    async def speak(self, signal: Signal, encoding: Encoding = PCM) -> None:
        size = encoding.rate_hz // 50
        for start in range(0, len(signal), size):
            data = to_base64(encoding.encode(signal[start : start + size]))
            await self.send("input_audio_buffer.append", audio=data)
            await asyncio.sleep(0.02)

    async def until(self, type_: str, count: int = 1, within_s: float = 20.0) -> dict[str, Any]:
        """The message of a type that came as the `count`-th."""
        async with asyncio.timeout(within_s):
            while len(found := self.of(type_)) < count:
                await asyncio.sleep(0.005)
        return found[count - 1]

    def of(self, type_: str) -> list[dict[str, Any]]:
        return [message for message in self.got if message["type"] == type_]

    @property
    def types(self) -> list[str]:
        return [message["type"] for message in self.got]

    def audio_ms(self) -> float:
        return sum(len(m["delta"]) * 3 / 4 for m in self.of("response.output_audio.delta")) / 48
