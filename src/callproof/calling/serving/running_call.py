"""One call of a served agent: its program runs while the connection stands, and is heard to its end."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from websockets.frames import CloseCode

from callproof.calling.agent import Agent, CallOverError
from callproof.calling.serving.session import ServedSession
from callproof.calling.simulation.call import run_agent
from callproof.calling.wire.events import Message

# Closes the connection, with a code and a reason.
Close: TypeAlias = Callable[[int, str], Awaitable[None]]
_TIDY_S = 3.0


class ServedLine(Protocol):
    """One connection: what comes in, in one platform's words. `over` when the caller has hung up."""

    over: bool

    def opened(self) -> None: ...
    async def take(self, message: Message) -> None: ...
    async def end(self) -> None: ...


class RunningCall:
    """An agent's program in a call, from `start` on."""

    def __init__(self, agent: Agent, session: ServedSession, close: Close) -> None:
        self.session = session
        self._agent = agent
        self._close = close
        self._running: asyncio.Task[None] | None = None
        self._closing: asyncio.Future[None] | None = None

    @property
    def started(self) -> bool:
        return self._running is not None

    def start(self) -> None:
        if self._running is None:
            loop = asyncio.get_running_loop()
            self._running = loop.create_task(run_agent(self._agent, self.session, loop))
            self._running.add_done_callback(self._left)

    async def end(self) -> None:
        self.session.close()
        if self._running is not None:
            await asyncio.wait({self._running}, timeout=_TIDY_S)
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    def hang_up(self) -> None:
        self._closing = asyncio.ensure_future(self._close(CloseCode.NORMAL_CLOSURE, ""))

    def _left(self, running: asyncio.Task[None]) -> None:
        """The agent's program is over; what it was saying is still said."""
        if running.cancelled() or isinstance(error := running.exception(), CallOverError):
            return
        if error is None:
            self._closing = asyncio.ensure_future(self._close_when_quiet())
            return
        traceback.print_exception(error)
        reason = f"the agent raised {type(error).__name__}: {error}"
        self._closing = asyncio.ensure_future(self._close(CloseCode.INTERNAL_ERROR, _cut(reason)))

    async def _close_when_quiet(self) -> None:
        while (speech := self.session.mouth.last) is not None:
            await speech.done()
        await self._close(CloseCode.NORMAL_CLOSURE, "")


def _cut(reason: str) -> str:
    """A closing frame takes 123 bytes."""
    return reason.encode()[:123].decode(errors="ignore")
