"""Agents that are plain functions: they run in a thread of their own, and wait where an async agent would await.

In virtual time the loop counts such a thread as busy whenever it is not waiting in one of these methods, and holds time still.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import TypeVar

from callproof.calling.agent import AgentEvent, Json, Session, SpeechHandle, ToolHandle, ToolStatus
from callproof.calling.simulation.clock import VirtualLoop

T = TypeVar("T")


async def run_in_thread(
    run: Callable[[ThreadSession], object], session: Session, loop: asyncio.AbstractEventLoop
) -> None:
    """Runs a plain function to its end, or until cancelled; then the thread is left to itself."""
    bridge = _Bridge(loop)
    done: asyncio.Future[None] = loop.create_future()

    def finish(error: BaseException | None) -> None:
        bridge.rest()
        if not done.done():
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

    def work() -> None:
        error: BaseException | None = None
        try:
            run(ThreadSession(session, bridge))
        except BaseException as raised:
            error = raised
        # The call may be over and its loop closed.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(finish, error)

    bridge.work()
    threading.Thread(target=work, name="agent", daemon=True).start()
    await done


class _Bridge:
    """Takes work from the agent's thread to the call's loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def work(self) -> None:
        if isinstance(self._loop, VirtualLoop):
            self._loop.begin_work()

    def rest(self) -> None:
        if isinstance(self._loop, VirtualLoop):
            self._loop.end_work()

    def wait(self, what: Coroutine[None, None, T]) -> T:
        async def resting() -> T:
            self.rest()
            try:
                return await what
            finally:
                self.work()

        future: Future[T] = asyncio.run_coroutine_threadsafe(resting(), self._loop)
        return future.result()

    def call(self, what: Callable[[], T]) -> T:
        async def called() -> T:
            return what()

        return self.wait(called())


class ThreadSpeech:
    """`SpeechHandle` of calling/agent.py, for a thread."""

    def __init__(self, speech: SpeechHandle, bridge: _Bridge) -> None:
        self.id = speech.id
        self.text = speech.text
        self._speech = speech
        self._bridge = bridge

    @property
    def playing(self) -> bool:
        return self._bridge.call(lambda: self._speech.playing)

    @property
    def played(self) -> str:
        return self._bridge.call(lambda: self._speech.played)

    def stop(self) -> None:
        self._bridge.call(self._speech.stop)

    def done(self) -> bool:
        return self._bridge.wait(self._speech.done())


class ThreadTool:
    """`ToolHandle` of calling/agent.py, for a thread."""

    def __init__(self, call: ToolHandle, bridge: _Bridge) -> None:
        self.id = call.id
        self.name = call.name
        self.arguments = call.arguments
        self._call = call
        self._bridge = bridge

    @property
    def status(self) -> ToolStatus:
        return self._bridge.call(lambda: self._call.status)

    @property
    def result(self) -> Json:
        return self._call.result

    @property
    def error(self) -> str | None:
        return self._call.error

    def send(self, *, key: str | None = None) -> None:
        self._bridge.call(lambda: self._call.send(key=key))

    def cancel(self) -> bool:
        return self._bridge.call(self._call.cancel)

    def answer(self) -> Json:
        return self._bridge.wait(self._call.answer())


class ThreadSession:
    """`Session` of calling/agent.py, for a thread: the same methods without `await`."""

    def __init__(self, session: Session, bridge: _Bridge) -> None:
        self.tools: Sequence[Mapping[str, Json]] = session.tools
        self.instructions = session.instructions
        self.today = session.today
        self._session = session
        self._bridge = bridge

    @property
    def now_ms(self) -> int:
        return self._bridge.call(lambda: self._session.now_ms)

    @property
    def caller_speaking(self) -> bool:
        return self._bridge.call(lambda: self._session.caller_speaking)

    @property
    def caller_audible(self) -> bool:
        return self._bridge.call(lambda: self._session.caller_audible)

    @property
    def hearing(self) -> str:
        return self._bridge.call(lambda: self._session.hearing)

    def events(self) -> Iterator[AgentEvent]:
        yield from self._each(self._session.events())

    def turns(self) -> Iterator[str]:
        yield from self._each(self._session.turns())

    def speak(self, text: str) -> ThreadSpeech:
        return ThreadSpeech(self._bridge.call(lambda: self._session.speak(text)), self._bridge)

    def say(self, text: str) -> bool:
        return self._bridge.wait(self._session.say(text))

    def build(self, tool: str, arguments: Mapping[str, Json]) -> ThreadTool:
        return ThreadTool(self._bridge.call(lambda: self._session.build(tool, arguments)), self._bridge)

    def tool(self, tool: str, /, **arguments: Json) -> Json:
        return self._bridge.wait(self._session.tool(tool, **arguments))

    def report_state(self, fields: Mapping[str, Json]) -> int:
        return self._bridge.call(lambda: self._session.report_state(fields))

    def sleep(self, ms: int) -> None:
        self._bridge.wait(self._session.sleep(ms))

    def hang_up(self) -> None:
        self._bridge.call(self._session.hang_up)

    def _each(self, items: AsyncIterator[T]) -> Iterator[T]:
        async def following() -> tuple[T] | None:
            try:
                return (await anext(items),)
            except StopAsyncIteration:
                return None

        while (item := self._bridge.wait(following())) is not None:
            yield item[0]
