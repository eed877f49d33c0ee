"""The user's own agent, started for the time of a run: until it is ready, watched, started once more, stopped."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from types import TracebackType
from urllib.parse import urlsplit

from callproof.calling.live_agent import LiveAgent, Ready, Start
from callproof.calling.started import StartedProcess
from callproof.calling.toolserver.hosts import LOOPBACK
from callproof.calling.transport import UnreachableError
from callproof.errors import InputError

URL_VARIABLE, TOKEN_VARIABLE = "CALLPROOF_URL", "CALLPROOF_TOKEN"
_LOOK_S = 0.1
_LOOK_AT_LOG_S = 2.0
# From the end of a connection to the end of the process that held it.
_DIES_WITHIN_S = 1.0
_STOPS_WITHIN_S = 10.0
# Of what the environment may hold, none of it belongs into a report.
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_PORTS = {"ws": 80, "http": 80, "wss": 443, "https": 443}


class NotReadyError(UnreachableError):
    """The process did not come up; the text has the end of its log."""


class AgentProcess:
    """`async with AgentProcess(...) as process`: raises NotReadyError when it does not come up.

    Should it end during the run, it is started once more, before the next call; after that the calls that are left cannot be placed.
    One that ended by itself with exit code 0 may be one that serves a single call, and is started as often as it takes.
    """

    def __init__(
        self,
        start: Start,
        *,
        address: str = "",
        env: Mapping[str, str] | None = None,
        secrets: frozenset[str] = frozenset(),
    ) -> None:
        self._start = start
        self._ready = start.ready or _reached(address)
        # What Python prints into a file is otherwise held back, and a `line` would be waited for in vain.
        self._env = {"PYTHONUNBUFFERED": "1", **start.env, **(env or {})}
        self._secrets = secrets | secrets_of({**os.environ, **self._env})
        self._started: list[StartedProcess] = []
        self._in_call: dict[str, StartedProcess] = {}
        self._told: set[int] = set()
        self._again = True
        self._lock = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None
        # What `ready: {line}` matched.
        self.line: re.Match[str] | None = None

    async def __aenter__(self) -> AgentProcess:
        await self._come_up()
        self._watching = asyncio.get_running_loop().create_task(self._keep_logs_short())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._watching is not None:
            self._watching.cancel()
        for process in self._started:
            await process.stop(_STOPS_WITHIN_S)

    async def running(self, call: str) -> None:
        """Sees to it that it runs, for a call that is about to be placed. Raises UnreachableError."""
        async with self._lock:
            process = self._started[-1]
            code = process.returncode
            if code is not None:
                if code != 0:
                    if not self._again:
                        raise UnreachableError(self._of_its_end(process))
                    self._again = False
                await process.stop(0)
                await self._come_up()
            self._in_call[call] = self._started[-1]

    async def died(self, call: str) -> str | None:
        """What is to be said of the process's end, in a call whose connection was lost; None when it still runs."""
        process = self._in_call.get(call)
        if process is None:
            return None
        try:
            await asyncio.wait_for(process.ended(), _DIES_WITHIN_S)
        except TimeoutError:
            return None
        return self._of_its_end(process)

    async def _keep_logs_short(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_AT_LOG_S)
            self._started[-1].shorten()

    def _of_its_end(self, process: StartedProcess) -> str:
        sentence = f"the agent's process {process.how_it_ended}"
        if process.pid in self._told:
            return f"{sentence}; the end of its log is shown with an earlier call"
        self._told.add(process.pid)
        return process.with_tail(sentence)

    async def _come_up(self) -> None:
        if (place := _place(self._ready)) is not None and await _listens(*place):
            raise NotReadyError(
                f"something listens on port {place[1]} already, and it is not the agent that is to be started; stop it, "
                "or leave `start` out to call it"
            )
        start = self._start
        process = await StartedProcess.start(
            start.command, folder=start.folder, env=self._env, secrets=self._secrets
        )
        try:
            await asyncio.wait_for(self._until_ready(process), start.within_s)
        except TimeoutError:
            await process.stop()
            raise NotReadyError(
                process.with_tail(
                    f"the agent was not ready within {start.within_s:g} s ({_waited_for(self._ready)})"
                )
            ) from None
        except BaseException:
            await process.stop()
            raise
        self._started.append(process)

    async def _until_ready(self, process: StartedProcess) -> None:
        ready = self._ready
        if ready is not None and ready.line is not None:
            async for line in process.lines():
                if (match := re.search(ready.line, line)) is not None:
                    self.line = match
                    return
        while process.returncode is None:
            if ready is None or (ready.line is None and await _shows(ready)):
                return
            process.shorten()
            await asyncio.sleep(_LOOK_S)
        await process.stop(0)
        raise NotReadyError(
            process.with_tail(f"the agent's process {process.how_it_ended} before it was ready")
        )


@asynccontextmanager
async def started_for(agent: LiveAgent, start: Start, env: Mapping[str, str]) -> AsyncIterator[AgentProcess]:
    """The process of an agent. Raises InputError when it does not come up."""
    address = agent.target if "://" in agent.target else ""
    async with AsyncExitStack() as stack:
        try:
            process = AgentProcess(start, address=address, env=env, secrets=agent.secrets)
            await stack.enter_async_context(process)
        except UnreachableError as error:
            place = "start" if agent.file else agent.name
            raise InputError.of(str(error), file=agent.file, path=place) from None
        yield process


def _reached(address: str) -> Ready | None:
    """What tells of an agent at an address that it is up: its port."""
    parts = urlsplit(address)
    port = parts.port or _PORTS.get(parts.scheme)
    return None if port is None or parts.hostname not in LOOPBACK else Ready(port=port)


def _place(ready: Ready | None) -> tuple[str, int] | None:
    if ready is None or ready.line is not None:
        return None
    if ready.port is not None:
        return "localhost", ready.port
    parts = urlsplit(ready.url or "")
    return parts.hostname or "localhost", parts.port or _PORTS[parts.scheme]


def _waited_for(ready: Ready | None) -> str:
    if ready is None:
        return "waited for nothing"
    if ready.line is not None:
        return f"waited for a line with {ready.line!r}"
    return f"waited for port {ready.port}" if ready.url is None else f"waited for {ready.url}"


async def _shows(ready: Ready) -> bool:
    if ready.url is None:
        return await _listens("localhost", ready.port or 0)
    # Loaded where it is needed alone.
    import httpx

    try:
        async with httpx.AsyncClient(trust_env=False, timeout=5) as client:
            return (await client.get(ready.url)).is_success
    except httpx.HTTPError:
        return False


async def _listens(host: str, port: int) -> bool:
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), 2)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


def secrets_of(environment: Mapping[str, str]) -> frozenset[str]:
    """What an environment holds that must not be shown."""
    return frozenset(value for name, value in environment.items() if _SECRET.search(name))
