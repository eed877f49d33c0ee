"""Time. A call reads it from a `Clock` and nowhere else; whether it is virtual is the event loop's affair."""

from __future__ import annotations

import asyncio
import selectors
import threading
import time
from collections.abc import Callable
from contextvars import Context
from typing import Any, Protocol, TypeVarTuple

Ts = TypeVarTuple("Ts")


class Clock(Protocol):
    """The clock of one call, in whole ms since it began."""

    def now_ms(self) -> int: ...
    async def sleep_until(self, ms: int) -> None:
        """Returns at `ms`, or at once when that has passed."""


class LoopClock:
    """The running event loop's time, counted from the clock's making."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._origin: float | None = loop.time()
        self._ahead = self._wall_ahead()

    def stand(self) -> None:
        """It is 0 until `restart`: for what happens before the call has begun. Waits take as long as ever."""
        self._origin = None

    def restart(self, at: float) -> None:
        """The call begins at this time of the loop's; until then it is 0."""
        self._origin = at
        self._ahead = self._wall_ahead()

    def now_ms(self) -> int:
        return 0 if self._origin is None else max(0, round((self._loop.time() - self._origin) * 1000))

    def wall_drift_ms(self) -> float:
        """How much more the machine's wall clock has gone on since the beginning: it is put right now and then, and goes on in a
        machine that sleeps."""
        return (self._wall_ahead() - self._ahead) * 1000

    def _wall_ahead(self) -> float:
        if isinstance(self._loop, VirtualLoop):
            return 0.0
        return time.time() - self._loop.time()

    async def sleep_until(self, ms: int) -> None:
        gone = 0.0 if self._origin is None else self._loop.time() - self._origin
        wait = ms / 1000 - gone
        if wait > 0:
            await asyncio.sleep(wait)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time stands still while anything is left to do, and then jumps to the next timer.

    Everything that asyncio offers works in it, at any speed, and timers of one instant fire in the order in which they were set.
    While a thread works for the call (`busy`), time waits for that thread.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._ties: dict[float, int] = {}
        self._busy = 0
        self._lock = threading.Lock()
        super().__init__(_VirtualSelector(self))

    def time(self) -> float:
        return self._now

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        # The timers are a heap, which keeps no order among equals: a nanosecond each tells them apart.
        when = round(max(when, self._now), 6)
        ties = self._ties[when] = self._ties.get(when, 0) + 1
        return super().call_at(when + ties * 1e-9, callback, *args, context=context)

    def begin_work(self) -> None:
        """A thread starts to work for the call; from any thread."""
        with self._lock:
            self._busy += 1

    def end_work(self) -> None:
        with self._lock:
            self._busy -= 1

    @property
    def busy(self) -> bool:
        with self._lock:
            return self._busy > 0

    def jump(self, seconds: float) -> None:
        self._now += seconds


class _VirtualSelector(selectors.DefaultSelector):
    """Waits for nothing but threads: where asyncio would sleep, time jumps."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        if timeout is None or self._loop.busy:
            # Only another thread can bring something new, and it wakes the loop when it does.
            return super().select(None)
        ready = super().select(0)
        if not ready:
            self._loop.jump(timeout)
        return ready
