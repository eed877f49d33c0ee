"""The connection to a LiveKit agent: started by us in console mode, one process a call, which then dials us.

<python> -m livekit.agents console <file> --connect-addr 127.0.0.1:<port>
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from callproof.calling.agent_process import secrets_of
from callproof.calling.live_agent import LiveAgent
from callproof.calling.started import StartedProcess
from callproof.calling.transport import Transport, UnreachableError
from callproof.errors import InputError

# A process has to import a framework of some size, and its models.
STARTS_WITHIN_S = 60.0
_STOPS_WITHIN_S = 5.0
_ENDS_WITHIN_S = 0.5
_PIECE_BYTES = 64 * 1024
# Where a project usually keeps its Python.
_ENVIRONMENTS = (".venv/bin/python", "venv/bin/python", ".venv/Scripts/python.exe", "venv/Scripts/python.exe")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleAgent:
    """A file with a LiveKit agent, and what runs it. `python` is the beginning of the command (`python`, or `uv run python`);
    `folder` is where it runs, the file's own if None; `env` is added to our environment; values of `secrets` never show."""

    file: Path
    python: Sequence[str]
    folder: Path | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    within_s: float = STARTS_WITHIN_S
    secrets: frozenset[str] = frozenset()

    @classmethod
    def of(cls, agent: LiveAgent) -> ConsoleAgent:
        """Where `agent.yaml` has a `start`, its command is what runs Python. Raises InputError."""
        file, start = Path(agent.target), agent.start
        if file.suffix != ".py" or not file.is_file():
            where = {"file": agent.file, "path": "agent"} if agent.file else {}
            raise InputError.of(
                f"{agent.kind}:{agent.target}: expected the Python file of a LiveKit agent", **where
            )
        if start is None:
            return cls(file=file, python=python_for(file), secrets=agent.secrets)
        if start.ready is not None:
            raise InputError.of(
                f"means nothing to an agent of the kind {agent.kind}: it is ready when it has dialled",
                file=agent.file,
                path="start.ready",
            )
        return cls(
            file=file,
            python=start.command,
            folder=start.folder,
            env=start.env,
            within_s=start.within_s,
            secrets=agent.secrets,
        )

    def command(self, port: int) -> list[str]:
        address = f"127.0.0.1:{port}"
        return [
            *self.python, "-m", "livekit.agents", "console", str(self.file.resolve()), "--connect-addr", address,
        ]  # fmt: skip


def python_for(file: Path) -> list[str]:
    """The Python of the environment beside the file; ours where there is none."""
    found = (file.resolve().parent / place for place in _ENVIRONMENTS)
    return [str(next((python for python in found if python.is_file()), sys.executable))]


class ConsoleConnection:
    """`Transport`, over the connection of one process, which is stopped with it.

    It is a stream: messages are pieces of bytes, cut anywhere.
    """

    def __init__(
        self,
        process: StartedProcess,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        first: bytes,
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
        self._first = first
        self._closed_by_us = False

    @classmethod
    async def open(cls, agent: ConsoleAgent, env: Mapping[str, str] | None = None) -> ConsoleConnection:
        """Starts the agent, and waits until it has dialled us and its session has said something. `env` is this call's.

        Raises UnreachableError, with the end of its log.
        """
        dialled: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        dialled = asyncio.get_running_loop().create_future()

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if dialled.done():
                writer.close()
            else:
                dialled.set_result((reader, writer))

        env_of_process = {"PYTHONUNBUFFERED": "1", **agent.env, **(env or {})}
        listening = await asyncio.start_server(accept, "127.0.0.1", 0)
        try:
            port = listening.sockets[0].getsockname()[1]
            process = await StartedProcess.start(
                agent.command(port),
                folder=agent.folder or agent.file.resolve().parent,
                env=env_of_process,
                secrets=agent.secrets | secrets_of({**os.environ, **env_of_process}),
            )
            try:
                reader, writer, first = await _met(process, dialled, agent.within_s)
            except BaseException:
                if dialled.done() and not dialled.cancelled():
                    dialled.result()[1].close()
                await process.stop(_STOPS_WITHIN_S)
                raise
        finally:
            listening.close()
        return cls(process, reader, writer, first)

    async def send(self, message: str | bytes) -> None:
        if self._writer.is_closing():
            raise ConnectionError(self.closed_because)
        self._writer.write(message.encode() if isinstance(message, str) else message)
        await self._writer.drain()

    def post(self, message: str | bytes) -> None:
        """Sends at once."""
        if not self._writer.is_closing():
            self._writer.write(message.encode() if isinstance(message, str) else message)

    async def receive(self) -> str | bytes | None:
        if self._first:
            first, self._first = self._first, b""
            return first
        with contextlib.suppress(ConnectionError, OSError):
            if piece := await self._reader.read(_PIECE_BYTES):
                return piece
        # A connection is lost a moment before the process that held it has ended.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.ended(), _ENDS_WITHIN_S)
        return None

    async def close(self) -> None:
        self._closed_by_us = self._process.returncode is None
        self._writer.close()
        with contextlib.suppress(ConnectionError, OSError, TimeoutError):
            await asyncio.wait_for(self._writer.wait_closed(), 1)
        await self._process.stop(_STOPS_WITHIN_S)

    @property
    def closed_because(self) -> str:
        if self._process.returncode is None or self._closed_by_us:
            return "hung up"
        return f"connection lost: the agent's process {self._process.how_it_ended}"

    @property
    def log_tail(self) -> str:
        return self._process.tail()

    @property
    def death(self) -> str | None:
        """What is to be said of a process that ended by itself; None for one that we stopped, or that runs."""
        if self._process.returncode is None or self._closed_by_us:
            return None
        return self._process.with_tail(f"the agent's process {self._process.how_it_ended}")


class ConsoleCalls:
    """The processes of a run, one for each call."""

    def __init__(self, agent: ConsoleAgent) -> None:
        self._agent = agent
        self._connections: dict[str, ConsoleConnection] = {}

    async def open(self, call: str, env: Mapping[str, str]) -> Transport:
        """Raises UnreachableError."""
        connection = self._connections[call] = await ConsoleConnection.open(self._agent, env)
        return connection

    async def died(self, call: str) -> str | None:
        connection = self._connections.get(call)
        return None if connection is None else connection.death


async def _met(
    process: StartedProcess,
    dialled: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]],
    within_s: float,
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
    """The connection and the first that came over it."""

    async def meet() -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        reader, writer = await dialled
        with contextlib.suppress(ConnectionError, OSError):
            if first := await reader.read(_PIECE_BYTES):
                return reader, writer, first
        raise UnreachableError(process.with_tail("the agent hung up before its session began"))

    meeting, ended = asyncio.ensure_future(meet()), asyncio.ensure_future(process.ended())
    try:
        await asyncio.wait({meeting, ended}, timeout=within_s, return_when=asyncio.FIRST_COMPLETED)
        if meeting.done():
            return meeting.result()
        if ended.done():
            raise UnreachableError(process.with_tail(f"the agent's process {process.how_it_ended}"))
        what = "began no session" if dialled.done() else "did not connect"
        raise UnreachableError(process.with_tail(f"the agent {what} within {within_s:g} s"))
    finally:
        meeting.cancel()
        ended.cancel()
