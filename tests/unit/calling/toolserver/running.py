"""Running calls to serve: a world, its tools on the real clock, and a client that knows the token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import httpx

from callproof.calling.simulation.clock import LoopClock
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.tools import Stage, ToolDesk
from callproof.calling.toolserver.server import ToolServer
from callproof.calling.world.database import Backend
from callproof.calling.world.faults import FaultPlan
from callproof.calling.world.tools import Tools
from callproof.evidence.record import Header, Record
from callproof.evidence.validation import validate
from callproof.scenario.model import Fault
from callproof.scenario.worlds import World
from tests.unit.calling.simulation.shop import WORLD

T = TypeVar("T")


def quick(world: World = WORLD, *, commit_ms: int = 0, reply_ms: int = 0) -> World:
    """The world, with tools that take so long."""
    tools = {
        name: replace(tool, commit_after_ms=commit_ms, reply_after_ms=reply_ms)
        for name, tool in world.tools.items()
    }
    return replace(world, tools=tools)


@dataclass
class Gate:
    """Lets calls pass when told to, and keeps what broke."""

    open: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: list[tuple[str, Stage]] = field(default_factory=list)
    broken: list[BaseException] = field(default_factory=list)

    async def passage(self, call: str, stage: Stage) -> None:
        self.waiting.append((call, stage))
        await self.open.wait()

    def broke(self, error: BaseException) -> None:
        self.broken.append(error)


class Running:
    """One call: its tools, its log, its rows."""

    def __init__(self, id: str = "a", *faults: Fault, world: World | None = None, held: bool = False) -> None:
        self.id = id
        self.gate = Gate()
        if not held:
            self.gate.open.set()
        world = quick() if world is None else world
        self.backend = Backend(world)
        clock = LoopClock(asyncio.get_running_loop())
        self.log = Log(clock)
        self.desk = ToolDesk(
            self.log, clock, Tools(world, self.backend), FaultPlan(faults), self.gate, lambda call: None
        )

    def events(self, *types: str) -> list[Any]:
        return [event for event in self.log.events if event.type in types]

    def types(self) -> list[str]:
        return [event.type for event in self.log.events]

    def quantity(self, order: str) -> Any:
        return self.backend.snapshot()["orders"][order]["quantity"]

    def close(self) -> None:
        """What was written down has to be a sound record, whatever was asked."""
        record = Record(Header(id=self.id, format="callproof"), self.log.events)
        assert validate(record) == []
        assert self.gate.broken == []
        self.backend.close()


@asynccontextmanager
async def serving(*calls: Running, **settings: Any) -> AsyncIterator[tuple[ToolServer, httpx.AsyncClient]]:
    """A server with these calls open, and a client of it."""
    async with ToolServer(**settings) as server:
        closes = [server.opened(call.id, call.desk, call.log) for call in calls]
        headers = {"Authorization": f"Bearer {server.token}"} if server.token else {}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, trust_env=False) as client:
            yield server, client
        for close in closes:
            close()
    for call in calls:
        call.close()


def run(test: Callable[[], Awaitable[T]]) -> T:
    """Runs a test's coroutine, for ten seconds at most."""

    async def within() -> T:
        return await asyncio.wait_for(_awaited(test), 10)

    return asyncio.run(within())


async def _awaited(test: Callable[[], Awaitable[T]]) -> T:
    return await test()


async def until(holds: Callable[[], bool]) -> None:
    """Waits until it holds."""
    while not holds():
        await asyncio.sleep(0.005)
