"""A call to a live agent, from dialling to the finished record; always on the real clock."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from callproof.audio.line_forms import LineEffect
from callproof.calling.simulation.audio import AudioConnection, Texts
from callproof.calling.simulation.behind import Behind, behind
from callproof.calling.simulation.caller_sound import CallerSound, number_of, voice_of
from callproof.calling.simulation.clock import LoopClock
from callproof.calling.simulation.director import REAL_REACTION_MS, Director, lines_of, noises_of
from callproof.calling.simulation.frames import FrameLoop
from callproof.calling.simulation.line import Unsteady, effects_on
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.own_timing import own_timing
from callproof.calling.simulation.reading import FLOOD, Reading
from callproof.calling.simulation.recorder import Recorder
from callproof.calling.simulation.tools import ToolDesk
from callproof.calling.simulation.wire_log import WireLog
from callproof.calling.toolserver.backend_errors import OwnBackendError, UnreadableBackendError
from callproof.calling.toolserver.probes import OwnBackend
from callproof.calling.transport import (
    HALF_OPEN,
    Answering,
    Posting,
    Transport,
    UnreachableError,
    Watchful,
)
from callproof.calling.wire.events import Message
from callproof.calling.wire.format import WireFormat
from callproof.calling.world.faults import FaultPlan
from callproof.calling.world.functions import ToolRegistry
from callproof.calling.world.tools import NO_FUNCTIONS
from callproof.errors import HarnessError
from callproof.evidence.derived import Derivation
from callproof.evidence.events import AnyEvent, LineConnected, LineEnded, LineError, SnapshotTaken
from callproof.evidence.record import HarnessTiming, Header, Record
from callproof.models.workers import SpeechWorkers
from callproof.scenario.model import Scenario

# A request to the user's own API may take half of it, and so may a fault.
_TOOLS_WITHIN_S = 60.0
# An agent of which nothing has come for so long is asked at the end of the call whether it is there.
_QUIET_MS = 8000
_ANSWERS_WITHIN_S = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePeer:
    """A live agent: how to reach it (for a call's id), and what it speaks (for a scenario, a seed and a call's id).

    `open` raises UnreachableError. `died` is asked when a call's connection was lost: why its process ended, where one did.
    With `writes` the caller's lines go to it in writing. `secrets` have no place in what is written down.
    `desk_opened` is told of each call's id, tools and log, and of what to do with texts that the agent
    reports, before the agent is dialled; it gives what to call when the call is over: `ToolServer.opened`. `quiet` is awaited then, for an
    agent that cannot name its call: no other call may begin before. `own` is the user's own backend, in place of a database of ours.
    """

    name: str
    wire: Callable[[Scenario, str, str], WireFormat]
    open: Callable[[str], Awaitable[Transport]]
    desk_opened: Callable[[str, ToolDesk, Log, Texts], Callable[[], None]] | None = None
    quiet: Callable[[], Awaitable[None]] | None = None
    died: Callable[[str], Awaitable[str | None]] | None = None
    secrets: frozenset[str] = frozenset()
    writes: bool = False
    own: OwnBackend | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSettings:
    """`database` and `functions` as for calls in text; `line` is what the line does to the caller's voice; `recording` where
    the two channels go (None: nowhere), `wire` where the messages of the protocol go; `started_at` is the date and time to put into the record (ISO 8601)."""

    database: str | None = None
    functions: ToolRegistry = NO_FUNCTIONS
    line: Sequence[LineEffect] = ()
    recording: Path | None = None
    started_at: str | None = None
    watch: Callable[[AnyEvent], None] | None = None
    wire: Path | None = None


@dataclass(frozen=True, slots=True)
class LiveCall:
    """A finished call: its record, the edges of speech on the line, how late each of our own frames was, and what a second recogniser
    heard."""

    record: Record
    derived: Derivation
    late_ms: Sequence[float]
    second: Derivation | None = None

    @property
    def derivations(self) -> tuple[Derivation, ...]:
        return (self.derived,) if self.second is None else (self.derived, self.second)


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
        # Each with the time at which it was ready.
        self._out: asyncio.Queue[tuple[float, Message] | None] = asyncio.Queue()
        jitter = next((effect for effect in self._settings.line if effect.name == "jitter"), None)
        self._unsteady = None if jitter is None else Unsteady(jitter, number_of(self._seed))
        self._derived = Derivation(producer="line", version="0", items=())
        self._second: Derivation | None = None
        self._post: Callable[[Message], None] | None = None
        self._written: WireLog | None = None
        self._late_ms: Sequence[float] = ()
        self._lost = 0
        self._flood_began: float | None = None
        self._ours_until_ms = math.inf
        self._harness: HarnessTiming | None = None

    async def place(self) -> LiveCall:
        if self._settings.watch is not None:
            self._log.listen(self._settings.watch)
        try:
            async with behind(
                self._scenario.world,
                self._id,
                self._log,
                self._clock,
                database=self._settings.database,
                functions=self._settings.functions,
                own=self._peer.own,
            ) as rows:
                await self._with(rows)
        except UnreachableError as error:
            self._fail("platform", str(error), "unreachable")
        except OwnBackendError as error:
            self._fail("platform", str(error), error.ended)
        except Exception as error:
            self._log.broke(error)
            self._over("harness", "harness error")
        if self._peer.quiet is not None:
            await self._peer.quiet()
        header = Header(
            id=self._id,
            format="callproof",
            started_at=self._settings.started_at,
            direction="inbound",
            agent=self._peer.name,
            clock="real",
            line_effects=tuple(map(str, self._settings.line)),
            speech=self._speech.ids,
            harness=self._harness,
            own_backend=None if self._peer.own is None else self._peer.own.seen,
        )
        return LiveCall(Record(header, self._log.events), self._derived, self._late_ms, self._second)

    def _fail(self, by: Any, message: str, reason: str) -> None:
        self._log.append(LineError, by=by, message=message)
        self._over(by, reason)

    def _over(self, by: Any, reason: str) -> None:
        if not any(isinstance(event, LineEnded) for event in self._log.events):
            self._log.append(LineEnded, by=by, reason=reason)

    async def _with(self, rows: Behind) -> None:
        scenario, settings = self._scenario, self._settings
        wire = self._peer.wire(scenario, self._seed, self._id)
        encoding = wire.capabilities.caller_audio
        if encoding is None:
            raise ValueError(f"{self._peer.name} takes no audio")
        effects = await effects_on(settings.line, self._speech, voice_of(scenario.persona), encoding.rate_hz)
        recorder = Recorder(settings.recording, encoding.rate_hz)
        connection = AudioConnection(
            self._log,
            self._clock,
            wire,
            self._send,
            CallerSound(
                persona=scenario.persona,
                speech=self._speech,
                seed=self._seed,
                effects=effects,
                writes=self._peer.writes,
            ),
            recorder,
        )
        director = Director(self._log, self._clock, scenario, connection, reaction_ms=REAL_REACTION_MS)
        desk = ToolDesk(
            self._log,
            self._clock,
            rows.tools,
            FaultPlan(scenario.faults),
            director,
            lambda call: None,
            rows.own,
        )
        connection.desk, connection.director = desk, director
        try:
            await connection.prepare(lines_of(scenario), noises_of(scenario))
            director.warm_up()
            opened = self._peer.desk_opened
            # An agent that is started now may report, or use a tool, before it takes the call.
            self._clock.stand()
            closed = opened(self._id, desk, self._log, connection.reported) if opened else None
            try:
                await self._talk(wire, connection, director, rows)
                await self._through(desk, rows)
            finally:
                if closed is not None:
                    closed()
            self._log.append(SnapshotTaken, moment="after", tables=await rows.last())
            await connection.recognition.all_heard()
        finally:
            connection.finish()
            self._second = connection.recognition.second()
            self._derived = connection.derivation()
            self._harness = self._kept_time(recorder.samples * 1000 / recorder.rate_hz)
            await recorder.closed()

    async def _through(self, desk: ToolDesk, rows: Behind) -> None:
        """Waits for the tool calls that are still under way. Raises UnreadableBackendError for an API of the user's that does not answer."""
        try:
            await asyncio.wait_for(desk.all_through(), _TOOLS_WITHIN_S)
        except TimeoutError:
            late = f"tool calls were still under way {_TOOLS_WITHIN_S:g} s after the call"
            if rows.own is not None:
                raise UnreadableBackendError(f"{late}: the agent's API gave no answer") from None
            raise HarnessError(late) from None

    async def _talk(
        self, wire: WireFormat, connection: AudioConnection, director: Director, rows: Behind
    ) -> None:
        transport = await self._peer.open(self._id)
        if self._unsteady is None and isinstance(transport, Posting):
            self._post = transport.post
        frames = FrameLoop(connection.step)
        tasks: list[asyncio.Task[None]] = []
        try:
            # The first frame is the beginning of the call: a sample's place in the recording is its time.
            self._clock.restart(frames.join())
            if self._settings.wire is not None:
                self._written = WireLog(self._settings.wire, self._clock.now_ms, self._peer.secrets)
            self._log.append(LineConnected, by="caller")
            self._log.append(SnapshotTaken, moment="before", tables=rows.first)
            rows.began()
            for message in wire.opening():
                self._send(message)
            sending = self._sending(transport)
            for work in (frames.run(), sending, self._receiving(transport, connection, director)):
                tasks.append(asyncio.get_running_loop().create_task(work))
                tasks[-1].add_done_callback(director.finished)
            director.start()
            await director.over.wait()
            await self._look_for_nobody(transport)
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
            if self._written is not None:
                self._written.close()
        if self._flood_began is None:
            self._late_ms, self._lost = frames.late_ms, frames.lost
        else:
            # What was late from then on was kept from being in time by the agent.
            self._late_ms, self._lost = frames.before(self._flood_began)
            self._ours_until_ms = (self._flood_began - frames.origin) * 1000
        await self._look_for_the_dead()

    def _kept_time(self, recorded_ms: float) -> HarnessTiming | None:
        if not self._late_ms:
            return None
        ended = next((event.ms for event in self._log.events if isinstance(event, LineEnded)), recorded_ms)
        return own_timing(
            self._late_ms,
            self._lost,
            (event for event in self._log.events if event.ms < self._ours_until_ms),
            self._derived,
            recording_drift_ms=recorded_ms - ended,
            wall_drift_ms=self._clock.wall_drift_ms(),
        )

    async def _look_for_nobody(self, transport: Transport) -> None:
        """Whether an agent of which nothing was heard to the end is still there at all. Its pings are slower than a caller's patience."""
        if (
            self._log.events[-1].ms - max((e.ms for e in self._log.events if _of_agent(e)), default=0)
            < _QUIET_MS
        ):
            return
        if isinstance(transport, Answering) and not await transport.answers(_ANSWERS_WITHIN_S):
            self._agent_broke(HALF_OPEN)

    def _agent_broke(self, message: str) -> None:
        """Once: whoever reads may find the same as who asks at the end whether anybody is there."""
        if not any(isinstance(event, LineError) and event.message == message for event in self._log.events):
            self._log.append(LineError, by="agent", message=message)

    async def _look_for_the_dead(self) -> None:
        """An agent whose process has ended under the call: nothing more can be said of it."""
        ended = next((event for event in self._log.events if isinstance(event, LineEnded)), None)
        reason = ended.reason if ended is not None and ended.by == "agent" else None
        lost = reason is not None and reason.startswith("connection lost")
        if lost and self._peer.died is not None and (died := await self._peer.died(self._id)) is not None:
            self._log.append(LineError, by="platform", message=died)

    def _send(self, message: Message) -> None:
        if self._written is not None:
            self._written.write("sent", message)
        if self._post is not None:
            self._post(message)
        else:
            self._out.put_nowait((asyncio.get_running_loop().time(), message))

    async def _sending(self, transport: Transport) -> None:
        loop = asyncio.get_running_loop()
        while (waiting := await self._out.get()) is not None:
            ready, message = waiting
            try:
                if self._unsteady is not None:
                    await asyncio.sleep(self._unsteady.leaves_at(ready) - loop.time())
                await transport.send(message)
            except ConnectionError:
                return  # the receiving end says why

    async def _receiving(self, transport: Transport, connection: AudioConnection, director: Director) -> None:
        reading = Reading(transport)
        while (message := await reading.next()) is not None:
            if reading.flood_began is not None:
                self._flood_began = reading.flood_began
                self._agent_broke(FLOOD)
                director.end("agent", FLOOD.partition(":")[0])
                return
            if self._written is not None:
                self._written.write("received", message)
            connection.receive(message)
        if self._written is not None:
            self._written.write("closed", transport.closed_because)
        await connection.agent_left()
        broken = transport.broken_by if isinstance(transport, Watchful) else None
        if broken is None:
            director.end("agent", transport.closed_because)
        else:
            self._agent_broke(broken)
            director.end("agent", broken.partition(":")[0])


def _of_agent(event: AnyEvent) -> bool:
    return getattr(event, "speaker", None) == "agent" or event.type.startswith(("tool.", "state."))
