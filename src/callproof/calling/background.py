"""An event loop in a thread of its own, and what is kept up in it while a program without one goes on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from typing import TypeVar

T = TypeVar("T")
# Agents get time to end by themselves, and are ended then.
_LEAVES_WITHIN_S = 30.0
_ENDS_WITHIN_S = 5.0


@contextmanager
def background_loop(name: str) -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name=name, daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        with suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(_ended(), loop).result(timeout=_ENDS_WITHIN_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=5)
        if not loop.is_running():
            loop.close()


async def _ended() -> None:
    """Whatever still goes on in this loop: of calls that were dropped."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


@contextmanager
def held(manager: AbstractAsyncContextManager[T], loop: asyncio.AbstractEventLoop) -> Iterator[T]:
    """`async with manager` in another thread's loop. Whoever is interrupted while it comes up, or later, leaves it properly."""
    up: Future[T] = Future()
    leave = asyncio.Event()

    async def hold() -> None:
        try:
            async with manager as value:
                up.set_result(value)
                await leave.wait()
        except BaseException as error:
            if up.done():
                raise
            up.set_exception(error)

    async def run() -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(hold())

    async def over() -> None:
        await asyncio.wait({task}, timeout=_LEAVES_WITHIN_S)

    task = asyncio.run_coroutine_threadsafe(run(), loop).result()
    try:
        yield up.result()
    finally:
        # One that is not up yet has nothing to wait for.
        loop.call_soon_threadsafe(leave.set if up.done() else task.cancel)
        asyncio.run_coroutine_threadsafe(over(), loop).result()
