"""The log of a call while it runs: the one writer of its events, and the bus that tells of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from callproof.calling.simulation.clock import Clock
from callproof.errors import RecogniserError
from callproof.evidence.events import AnyEvent, LineError, Quality

E = TypeVar("E", bound=AnyEvent)


class Log:
    """Appends with time and sequence number, then tells every listener, in order.

    What a listener appends while it is told of something comes after that: every listener hears everything in the order of the log.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._events: list[AnyEvent] = []
        self._listeners: list[Callable[[AnyEvent], None]] = []
        self._untold: deque[AnyEvent] = deque()
        self._telling = False
        self._sealed = False

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        return tuple(self._events)

    def listen(self, listener: Callable[[AnyEvent], None]) -> None:
        self._listeners.append(listener)

    def append(self, kind: type[E], /, *, quality: Quality = "measured", **fields: Any) -> E:
        """Appends an event of a kind, with its own fields; nothing more is added to a sealed log."""
        # Usually the clock's own quality: a call that callproof places knows its times itself.
        make: Any = kind
        event: E = make(ms=self._clock.now_ms(), seq=len(self._events), quality=quality, **fields)
        if self._sealed:
            return event
        self._events.append(event)
        self._untold.append(event)
        if not self._telling:
            self._telling = True
            try:
                while self._untold:
                    told = self._untold.popleft()
                    for listener in self._listeners:
                        listener(told)
            finally:
                self._telling = False
        return event

    def broke(self, error: BaseException) -> None:
        """Writes down that something of callproof's own failed: the call says nothing about the agent."""
        if isinstance(error, RecogniserError):
            self.append(LineError, by="harness", message=str(error), part="recogniser")
        else:
            self.append(LineError, by="harness", message=f"{type(error).__name__}: {error}")

    def seal(self) -> None:
        """Ends the record: whoever still runs can add nothing."""
        self._sealed = True
