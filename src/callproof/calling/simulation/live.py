"""A call to a live agent, from dialling to the finished record; always on the real clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from callproof.audio.effects import Effect
from callproof.calling.simulation.audio import AudioConnection, CallerSound, Texts
from callproof.calling.simulation.clock import LoopClock
from callproof.calling.simulation.director import Director, lines_of
from callproof.calling.simulation.frames import FrameLoop
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.recorder import Recorder
from callproof.calling.simulation.tools import ToolDesk
from callproof.calling.transport import Transport, UnreachableError
from callproof.calling.wire.events import Message
from callproof.calling.wire.format import WireFormat
from callproof.calling.world.database import Backend
from callproof.calling.world.faults import FaultPlan
from callproof.calling.world.functions import ToolRegistry
from callproof.calling.world.tools import NO_FUNCTIONS, Tools
from callproof.evidence.derived import Derivation
from callproof.evidence.events import AnyEvent, LineConnected, LineEnded, LineError, SnapshotTaken
from callproof.evidence.record import Header, Record
from callproof.models.workers import SpeechWorkers
from callproof.scenario.model import Scenario

_REACTION_MS = 2000
# Our frames may be late by this much, for one in a hundred; beyond it the call says nothing about the agent.
_LATE_LIMIT_MS = 60.0
_TOOLS_WITHIN_S = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePeer:
    """A live agent: how to reach it (for a call's id), and what it speaks (for a scenario, a seed and a call's id).

    `open` raises UnreachableError. `died` is asked when a call's connection was lost: why its process ended, where one did.
    `desk_opened` is told of each call's id, tools and log, and of what to do with texts that the agent
    reports, before the agent is dialled; it gives what to call when the call is over: `ToolServer.opened`.
    """

    name: str
    wire: Callable[[Scenario, str, str], WireFormat]
    open: Callable[[str], Awaitable[Transport]]
    desk_opened: Callable[[str, ToolDesk, Log, Texts], Callable[[], None]] | None = None
    died: Callable[[str], Awaitable[str | None]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSettings:
    """`database` and `functions` as for calls in text; `effects` is what the line does to the caller's voice; `recording` where
    the two channels go (None: nowhere); `started_at` is the date and time to put into the record (ISO 8601)."""

    database: str | None = None
    functions: ToolRegistry = NO_FUNCTIONS
    effects: Sequence[Effect] = ()
    recording: Path | None = None
    started_at: str | None = None
    watch: Callable[[AnyEvent], None] | None = None


@dataclass(frozen=True, slots=True)
class LiveCall:
    """A finished call: its record, the edges of the agent's speech, and how late our own frames were (99th percentile)."""

    record: Record
    derived: Derivation
    late_p99_ms: float


async def live_call(
    scenario: Scenario,
    peer: LivePeer,
    speech: SpeechWorkers,
    *,
    id: str | None = None,
    seed: int = 0,
    settings: LiveSettings | None = None,
) -> LiveCall:
    """Plays a scenario against a live agent; always returns, whatever the agent does. A coroutine, so that many go on at once."""
    return await _Live(scenario, peer, speech, id or scenario.id, seed, settings or LiveSettings()).place()


class _Live:
    def __init__(
        self,
        scenario: Scenario,
        peer: LivePeer,
        speech: SpeechWorkers,
        id: str,
        seed: int,
        settings: LiveSettings,
    ) -> None:
        self._scenario = scenario
        self._peer = peer
        self._speech = speech
        self._id = id
        self._seed = f"{seed}:{scenario.id}"
        self._settings = settings
        self._clock = LoopClock(asyncio.get_running_loop())
        self._log = Log(self._clock)
        self._out: asyncio.Queue[Message | None] = asyncio.Queue()
        self._derived = Derivation(producer="line", version="0", items=())
        self._late = 0.0

    async def place(self) -> LiveCall:
        if self._settings.watch is not None:
            self._log.listen(self._settings.watch)
        try:
            with Backend(self._scenario.world, url=self._settings.database) as backend:
                await self._with(backend)
        except UnreachableError as error:
            self._fail("platform", str(error), "unreachable")
        except Exception as error:
            self._fail("harness", f"{type(error).__name__}: {error}", "harness error")
        header = Header(
            id=self._id,
            format="callproof",
            started_at=self._settings.started_at,
            direction="inbound",
            agent=self._peer.name,
            clock="real",
        )
        return LiveCall(Record(header, self._log.events), self._derived, self._late)

    def _fail(self, by: Any, message: str, reason: str) -> None:
        self._log.append(LineError, by=by, message=message)
        if not any(isinstance(event, LineEnded) for event in self._log.events):
            self._log.append(LineEnded, by=by, reason=reason)

    async def _with(self, backend: Backend) -> None:
        scenario, settings = self._scenario, self._settings
        tools = Tools(scenario.world, backend, settings.functions)
        wire = self._peer.wire(scenario, self._seed, self._id)
        encoding = wire.capabilities.caller_audio
        if encoding is None:
            raise ValueError(f"{self._peer.name} takes no audio")
        recorder = Recorder(settings.recording, encoding.rate_hz)
        connection = AudioConnection(
            self._log,
            self._clock,
            wire,
            self._out.put_nowait,
            CallerSound(
                persona=scenario.persona,
                speech=self._speech,
                seed=self._seed,
                effects=settings.effects,
            ),
            recorder,
        )
        director = Director(self._log, self._clock, scenario, connection, reaction_ms=_REACTION_MS)
        desk = ToolDesk(
            self._log, self._clock, tools, FaultPlan(scenario.faults), director, lambda call: None
        )
        connection.desk, connection.director = desk, director
        try:
            await connection.prepare(lines_of(scenario))
            director.warm_up()
            opened = self._peer.desk_opened
            closed = opened(self._id, desk, self._log, connection.reported) if opened else None
            try:
                await self._talk(wire, connection, director, backend)
                await asyncio.wait_for(desk.all_through(), _TOOLS_WITHIN_S)
            finally:
                if closed is not None:
                    closed()
            self._log.append(SnapshotTaken, moment="after", tables=backend.snapshot())
        finally:
            recorder.close()
            self._derived = connection.derivation()

    async def _talk(
        self, wire: WireFormat, connection: AudioConnection, director: Director, backend: Backend
    ) -> None:
        transport = await self._peer.open(self._id)
        frames = FrameLoop(connection.step)
        self._clock.restart()
        self._log.append(LineConnected, by="caller")
        self._log.append(SnapshotTaken, moment="before", tables=backend.snapshot())
        for message in wire.opening():
            self._out.put_nowait(message)
        loop = asyncio.get_running_loop()
        tasks = [
            loop.create_task(frames.run()),
            loop.create_task(self._sending(transport)),
            loop.create_task(self._receiving(transport, connection, director)),
        ]
        for task in tasks:
            task.add_done_callback(lambda done: _report(done, director))
        director.start()
        try:
            await director.over.wait()
            await connection.understood()
            # What the closing put into the queue still goes out.
            self._out.put_nowait(None)
            await asyncio.wait({tasks[1]}, timeout=2)
        finally:
            frames.stop()
            await transport.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._look_for_the_dead()
        late = sorted(frames.late_ms)
        self._late = late[len(late) * 99 // 100] if late else 0.0
        if self._late > _LATE_LIMIT_MS or frames.lost:
            message = f"our own frames were late: 99 % within {self._late:.0f} ms, {frames.lost} never sent"
            self._log.append(LineError, by="harness", message=message)

    async def _look_for_the_dead(self) -> None:
        """An agent whose process has ended under the call: nothing more can be said of it."""
        ended = next((event for event in self._log.events if isinstance(event, LineEnded)), None)
        reason = ended.reason if ended is not None and ended.by == "agent" else None
        lost = reason is not None and reason.startswith("connection lost")
        if lost and self._peer.died is not None and (died := await self._peer.died(self._id)) is not None:
            self._log.append(LineError, by="platform", message=died)

    async def _sending(self, transport: Transport) -> None:
        while (message := await self._out.get()) is not None:
            try:
                await transport.send(message)
            except ConnectionError:
                return  # the receiving end says why

    async def _receiving(self, transport: Transport, connection: AudioConnection, director: Director) -> None:
        while (message := await transport.receive()) is not None:
            connection.receive(message)
        # What it had sent before is still heard.
        await connection.agent_done()
        director.end("agent", transport.closed_because)


def _report(task: asyncio.Task[None], director: Director) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        director.broke(error)
