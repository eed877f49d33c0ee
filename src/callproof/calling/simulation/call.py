"""One call, from the connection to the finished record."""

from __future__ import annotations

import asyncio
import ctypes
import inspect
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from callproof.calling.agent import Agent, CallOverError, ServiceFailedError, Session
from callproof.calling.simulation.behind import behind
from callproof.calling.simulation.clock import LoopClock, VirtualLoop
from callproof.calling.simulation.connection import TextConnection
from callproof.calling.simulation.director import REAL_REACTION_MS, Director
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.session import CallSession
from callproof.calling.simulation.threads import run_in_thread
from callproof.calling.simulation.tools import ToolDesk
from callproof.calling.toolserver.backend_errors import OwnBackendError
from callproof.calling.world.faults import FaultPlan
from callproof.calling.world.functions import ToolRegistry
from callproof.calling.world.tools import NO_FUNCTIONS
from callproof.evidence.events import AnyEvent, LineConnected, LineEnded, LineError, SnapshotTaken
from callproof.evidence.record import Header, Record
from callproof.scenario.model import Scenario

if TYPE_CHECKING:
    # Brings a client for HTTP along.
    from callproof.calling.toolserver.probes import OwnBackend

_VIRTUAL_REACTION_MS = 100
# An agent may still tidy up after the line has gone down.
_AFTERWARDS_MS = 3000
_TIME_OF_DAY = "T09:00:00+00:00"


DeskOpened: TypeAlias = Callable[[str, ToolDesk, Log, asyncio.AbstractEventLoop], Callable[[], None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How calls are placed. `database` is an SQLAlchemy URL (None: SQLite in memory); `hangs_after_s` is how long, by the clock on
    the wall, a call may make no progress at all before its agent counts as hung. `watch` is told of every event as it is logged,
    and may do nothing but look. `own` is the user's own backend, in place of a database of ours. `desk_opened` is told of a call's id, tools, log and
    event loop when it begins, and gives what to call when it is over."""

    database: str | None = None
    functions: ToolRegistry = NO_FUNCTIONS
    hangs_after_s: float = 30.0
    watch: Callable[[AnyEvent], None] | None = None
    own: OwnBackend | None = None
    desk_opened: DeskOpened | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSpec:
    """An agent to call: `make` gives a fresh one for every call."""

    name: str
    make: Callable[[], Agent]


def place_call(
    scenario: Scenario,
    agent: AgentSpec,
    *,
    id: str | None = None,
    seed: int = 0,
    settings: Settings | None = None,
) -> Record:
    """Plays a scenario against an agent; always returns a record, whatever the agent does.

    An agent that raises, hangs or never speaks is in the record as such; what callproof itself does wrong too (`line.error` by
    "harness"). `seed` varies how fast people speak.
    """
    call = _Call(scenario, agent, id or scenario.id, seed, settings or Settings())
    return call.place()


class _Call:
    def __init__(self, scenario: Scenario, agent: AgentSpec, id: str, seed: int, settings: Settings) -> None:
        self._scenario = scenario
        self._spec = agent
        self._id = id
        self._seed = f"{seed}:{scenario.id}"
        self._settings = settings
        self._virtual = False
        self._events: list[AnyEvent] = []
        self._log: Log | None = None
        self._beats = 0
        self._over = threading.Event()

    def place(self) -> Record:
        # In a thread, so that an agent that never gives control back cannot stop the run.
        thread = threading.Thread(target=self._run, name=f"call {self._id}", daemon=True)
        thread.start()
        hung = not self._finished()
        if self._log is not None:
            self._log.seal()
            self._events = list(self._log.events)
        if hung:
            self._abandon(thread)
        header = Header(
            id=self._id,
            format="callproof",
            started_at=self._scenario.today + _TIME_OF_DAY,
            direction="inbound",
            agent=self._spec.name,
            clock="virtual" if self._virtual else "real",
            own_backend=None if self._settings.own is None else self._settings.own.seen,
        )
        return Record(header, tuple(self._events))

    def _finished(self) -> bool:
        """Waits for the end; False when nothing has moved for too long."""
        seen = -1
        while not self._over.wait(self._settings.hangs_after_s):
            if self._beats == seen:
                return False
            seen = self._beats
        return True

    def _abandon(self, thread: threading.Thread) -> None:
        limit = self._settings.hangs_after_s
        self._add(LineError, by="agent", message=f"hung: no sign of life for {limit:g} s")
        self._add(LineEnded, by="harness", reason="agent hung")
        # A loop in Python code ends by it; what hangs in C stays behind, as a daemon.
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit)
        )

    def _add(self, kind: type[AnyEvent], /, **fields: Any) -> None:
        """An event after the end of the log; a line ends once."""
        if kind is LineEnded and any(isinstance(event, LineEnded) for event in self._events):
            return
        last = self._events[-1] if self._events else None
        make: Any = kind
        self._events.append(
            make(ms=last.ms if last else 0, seq=last.seq + 1 if last else 0, quality="measured", **fields)
        )

    def _run(self) -> None:
        try:
            self._play()
        except OwnBackendError as error:
            self._stop_logging()
            self._add(LineError, by="platform", message=str(error))
            self._add(LineEnded, by="platform", reason=error.ended)
        except Exception as error:
            self._stop_logging()
            self._add(LineError, by="harness", message=f"{type(error).__name__}: {error}")
            self._add(LineEnded, by="harness", reason="harness error")
        except SystemExit:
            # From an agent, or sent by `_abandon`; a thread has nothing to exit from.
            pass
        finally:
            self._over.set()

    def _stop_logging(self) -> None:
        if self._log is not None:
            self._log.seal()
            self._events = list(self._log.events)
            self._log = None

    def _play(self) -> None:
        try:
            agent = self._spec.make()
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            self._add(LineError, by="agent", message=f"could not be made: {type(error).__name__}: {error}")
            self._add(LineEnded, by="agent", reason="agent error")
            return
        self._virtual = bool(getattr(agent, "virtual_time", False))
        loop: asyncio.AbstractEventLoop = VirtualLoop() if self._virtual else asyncio.new_event_loop()
        # An agent's own tasks may be left over; their complaints are nobody's business here.
        loop.set_exception_handler(lambda _loop, _context: None)
        try:
            loop.run_until_complete(self._call(agent, loop))
        finally:
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()

    async def _call(self, agent: Agent, loop: asyncio.AbstractEventLoop) -> None:
        scenario = self._scenario
        clock = LoopClock(loop)
        log = self._log = Log(clock)
        if self._settings.watch is not None:
            log.listen(self._settings.watch)
        beats = loop.create_task(self._beat())
        settings = self._settings
        # What comes before the call takes none of its time.
        clock.stand()
        async with behind(
            scenario.world,
            self._id,
            log,
            clock,
            database=settings.database,
            functions=settings.functions,
            own=settings.own,
        ) as rows:
            clock.restart(loop.time())
            session = CallSession(
                log,
                clock,
                seed=self._seed,
                tools=[] if rows.own else rows.tools.world.schemas(scenario.agent.tools),
                instructions=scenario.agent.prompt,
                today=scenario.today,
                hung_up=lambda: director.end("agent", "hung up"),
            )
            connection = TextConnection(
                session,
                log,
                clock,
                words_per_minute=scenario.persona.words_per_minute,
                pause_ms=scenario.persona.pause_ms,
                seed=self._seed,
            )
            director = Director(
                log,
                clock,
                scenario,
                connection,
                reaction_ms=_VIRTUAL_REACTION_MS if self._virtual else REAL_REACTION_MS,
            )
            session.desk = ToolDesk(
                log, clock, rows.tools, FaultPlan(scenario.faults), director, session.answered, rows.own
            )
            log.append(LineConnected, by="caller")
            log.append(SnapshotTaken, moment="before", tables=rows.first)
            rows.began()
            opened = settings.desk_opened
            closed = opened(self._id, session.desk, log, loop) if opened is not None else lambda: None
            try:
                director.start()
                await self._serve(agent, session, director, loop)
                await session.desk.all_through()
            finally:
                closed()
            log.append(SnapshotTaken, moment="after", tables=await rows.last())
        beats.cancel()

    async def _serve(
        self, agent: Agent, session: CallSession, director: Director, loop: asyncio.AbstractEventLoop
    ) -> None:
        """Runs the agent until the line is down and it has had its time to tidy up."""
        running = loop.create_task(run_agent(agent, session, loop))
        running.add_done_callback(lambda task: self._left(task, session, director))
        await director.over.wait()
        await asyncio.wait({running}, timeout=_AFTERWARDS_MS / 1000)
        if not running.done():
            running.cancel()
            await asyncio.wait({running}, timeout=_AFTERWARDS_MS / 1000)

    def _left(self, task: asyncio.Task[object], session: CallSession, director: Director) -> None:
        """The agent's program is over. What it was saying is still said."""
        log = self._log
        if log is None:
            return
        if task.cancelled():
            if not director.over.is_set():
                log.append(LineError, by="agent", message="raised CancelledError")
                director.end("agent", "agent error")
            return
        error = task.exception()
        if isinstance(error, ServiceFailedError):
            log.append(LineError, by="platform", message=str(error))
            director.end("platform", "service failed")
        elif error is not None and not isinstance(error, CallOverError):
            log.append(LineError, by="agent", message=f"raised {type(error).__name__}: {error}")
            director.end("agent", "agent error")
        elif not director.over.is_set():
            director.end_when_quiet("agent", "hung up")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(1)
            self._beats += 1


async def run_agent(agent: Agent, session: Session, loop: asyncio.AbstractEventLoop) -> None:
    """Runs an agent to its end, as a coroutine or in a thread of its own."""
    try:
        if inspect.iscoroutinefunction(agent.run):
            await agent.run(session)
        else:
            await run_in_thread(agent.run, session, loop)
    except SystemExit as error:
        # It would end the loop, and the call with it.
        raise RuntimeError(f"the agent wanted to end the program: SystemExit({error.code})") from None
    except KeyboardInterrupt:
        # The user's own Ctrl-C never arrives in a call's thread.
        raise RuntimeError("the agent raised KeyboardInterrupt") from None
