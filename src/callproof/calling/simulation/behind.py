"""What is behind the tools of one call: a world of ours, or the user's own backend, which probes read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from callproof.calling.simulation.clock import Clock
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.tools import ToolCallHandle
from callproof.calling.toolserver.backend_errors import HookFailedError, UnreadableBackendError
from callproof.calling.world.database import Backend, Change
from callproof.calling.world.functions import ToolRegistry
from callproof.calling.world.tools import Answer, Tools
from callproof.errors import InputError
from callproof.evidence.events import AnyEvent, Json, ToolSent, WriteCommitted
from callproof.scenario.worlds import World

if TYPE_CHECKING:
    # Brings a client for HTTP along.
    from callproof.calling.toolserver.probes import OwnBackend

Tables = Mapping[str, Mapping[str, Mapping[str, Json]]]


class Behind(Protocol):
    """`first` are the rows before the call. `own` is None for a world of ours, in which callproof carries the tools out itself."""

    tools: Tools
    first: Tables

    @property
    def own(self) -> OwnRows | None: ...
    def began(self) -> None:
        """The call has begun."""

    async def last(self) -> Tables:
        """The rows after it. Raises UnreadableBackendError."""


class OurRows:
    """A database that callproof keeps for the call."""

    own = None

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.first: Tables = tools.backend.snapshot()

    def began(self) -> None:
        pass

    async def last(self) -> Tables:
        return self.tools.backend.snapshot()


class _NotHere(Tools):
    """Tools that the agent has elsewhere: whoever asks for them here is told so."""

    def _run(self, name: str, arguments: Mapping[str, Json] | str, key: str | None, *, keep: bool) -> Answer:
        return Answer(
            error=f"404 {name} is not served here: the agent has a backend of its own (agent.yaml: backend)"
        )


@dataclass(slots=True)
class _Sent:
    """A call that may have written something: from when on."""

    id: str
    name: str
    arguments: Mapping[str, Json]
    from_ms: int


class OwnRows:
    """The user's own backend in one call. What differs between two readings was written between them, by the call that says so."""

    def __init__(self, own: OwnBackend, tools: Tools, first: Tables, log: Log, clock: Clock) -> None:
        self.tools = tools
        self.first = first
        # Rows for faults that need some; none where the world's columns do not take what the backend holds.
        self.has_rows = any(tools.backend.initial.values())
        self._backend = own
        self._log = log
        self._clock = clock
        self._rows = first
        self._read_ms = 0
        self._sent: dict[str, _Sent] = {}
        self._lock = asyncio.Lock()
        self._polling: asyncio.Task[None] | None = None
        log.listen(self._hear)

    @property
    def own(self) -> OwnRows | None:
        return self

    def began(self) -> None:
        if self._backend.poll_ms is not None:
            self._polling = asyncio.get_running_loop().create_task(self._poll(self._backend.poll_ms / 1000))

    async def last(self) -> Tables:
        self.stop()
        await asyncio.sleep(self._backend.settle_ms / 1000)
        async with self._lock:
            return await readable(self._backend, self.tools.world)

    def stop(self) -> None:
        if self._polling is not None:
            self._polling.cancel()

    def going(self, call: ToolCallHandle) -> None:
        """A call is passed on now: it cannot have written before."""
        if (sent := self._sent.get(call.id)) is not None:
            sent.from_ms = self._clock.now_ms()

    async def look(self) -> None:
        """Writes down what has changed since the last look. A reading that fails is left out: the last one says whether it can be read."""
        async with self._lock:
            began = self._clock.now_ms()
            try:
                rows = await readable(self._backend, self.tools.world)
            except UnreadableBackendError:
                return
            for change in _differences(self._rows, rows):
                self._write(change)
            self._rows, self._read_ms = rows, began

    async def _poll(self, every_s: float) -> None:
        while True:
            await asyncio.sleep(every_s)
            await self.look()

    def _hear(self, event: AnyEvent) -> None:
        if isinstance(event, ToolSent):
            arguments = {} if isinstance(event.arguments, str) else event.arguments
            self._sent[event.call] = _Sent(event.call, event.name, arguments, event.ms)

    def _write(self, change: Change) -> None:
        behind = self._behind(change)
        self._log.append(
            WriteCommitted,
            quality="derived",
            table=change.table,
            key=change.key,
            before=change.before,
            after=change.after,
            call=None if behind is None else behind.id,
            not_before_ms=max(self._read_ms, 0 if behind is None else behind.from_ms),
        )

    def _behind(self, change: Change) -> _Sent | None:
        """The last call that says to write just this."""
        return next((sent for sent in reversed(self._sent.values()) if self._means(sent, change)), None)

    def _means(self, sent: _Sent, change: Change) -> bool:
        tool = self.tools.world.tools.get(sent.name)
        write = None if tool is None else tool.write
        if write is None or write.table != change.table:
            return False
        if write.record is not None and str(sent.arguments.get(write.record)) != change.key:
            return False
        if change.after is None:
            return write.kind == "delete"
        wanted = {
            **{column: sent.arguments[p] for column, p in write.values.items() if p in sent.arguments},
            **write.constants,
        }
        return (change.before is None) == (write.kind == "insert") and all(
            str(change.after.get(column)) == str(value) for column, value in wanted.items()
        )


@asynccontextmanager
async def behind(
    world: World,
    call: str,
    log: Log,
    clock: Clock,
    *,
    database: str | None,
    functions: ToolRegistry,
    own: OwnBackend | None,
) -> AsyncIterator[Behind]:
    """Set up for a call, and put away after it. Raises OwnBackendError; of two things that fail, the first."""
    if own is None:
        with Backend(world, url=database) as backend:
            yield OurRows(Tools(world, backend, functions))
        return
    await own.seed(call)
    try:
        first = await readable(own, world)
        with _mirror(world, first) as backend:
            rows = OwnRows(own, _NotHere(world, backend, functions), first, log, clock)
            try:
                yield rows
            finally:
                rows.stop()
    except BaseException:
        with suppress(HookFailedError):
            await own.reset(call)
        raise
    await own.reset(call)


async def readable(own: OwnBackend, world: World) -> Tables:
    """Raises UnreadableBackendError, also for a table of the world that no probe reads."""
    reading = await own.read()
    if reading.tables is None:
        raise UnreadableBackendError(reading.problem or "the backend cannot be read")
    if unread := [table for table in world.tables if table not in reading.tables]:
        raise UnreadableBackendError(
            f"the backend's probes read no table {unread[0]!r}, which the scenario's world has (they read: "
            f"{', '.join(reading.tables) or 'none'})"
        )
    return reading.tables


def _mirror(world: World, rows: Tables) -> Backend:
    """The rows as the world's own tables have them; without rows where they do not fit."""
    tables = {
        name: replace(
            table,
            rows=tuple(
                {column: value for column, value in row.items() if column in table.columns}
                for row in rows[name].values()
            ),
        )
        for name, table in world.tables.items()
    }
    try:
        return Backend(replace(world, tables=tables))
    except InputError:
        bare = {name: replace(table, rows=()) for name, table in world.tables.items()}
        return Backend(replace(world, tables=bare))


def _differences(before: Tables, after: Tables) -> Iterator[Change]:
    for table in {**before, **after}:
        old, new = before.get(table, {}), after.get(table, {})
        for key in {**old, **new}:
            if old.get(key) != new.get(key):
                yield Change(table, key, old.get(key), new.get(key))
