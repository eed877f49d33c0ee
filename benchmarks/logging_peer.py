"""An agent on Twilio Media Streams in a process of its own, which writes down by the machine's monotonic clock what it sent and heard.

    with LoggingPeer.started() as peer: ...  # peer.url, then peer.log(call)

It greets, and after the caller's first words either sends a tool call (`update_order`) or holds forth for six seconds, as the call's
id says ("flight..." or "speech..."); it stops when it is interrupted, says a last word after the caller's next one, and hangs up.
No models: it takes for speech what is loud.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from urllib.parse import urlsplit

import numpy as np
from benchmarks.media_peer import voice
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from callproof.calling.serving.twilio_line import TOKEN_PARAMETER, TOOLS_PARAMETER
from callproof.calling.wire.peer.events import CallEnded, CallerAudio, CallStarted
from callproof.calling.wire.peer.twilio import TwilioAgent

_LOUD = 10 ** (-45 / 20)
# So long after the caller's last sound the agent takes its turn.
_ENDPOINT_S = 0.5
_GREETING_MS, _SPEECH_MS, _GOODBYE_MS = 1200, 6000, 800
_PIECE_MS = 100


@dataclass(slots=True)
class PeerLog:
    """Seconds of the monotonic clock. `heard`: from when to when each utterance of the caller's was, by the arrival of its frames;
    `spoke`: when the first sound of each of ours left; `sent`: when the tool call left (0: none)."""

    call: str = ""
    heard: list[tuple[float, float]] = field(default_factory=list)
    spoke: list[float] = field(default_factory=list)
    sent: float = 0.0


@dataclass(frozen=True, slots=True)
class LoggingPeer:
    url: str
    _pipe: Connection

    def logs(self) -> dict[str, PeerLog]:
        """Of all calls so far, by their ids."""
        self._pipe.send(None)
        logs: list[PeerLog] = self._pipe.recv()
        return {log.call: log for log in logs}

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[LoggingPeer]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), daemon=True)
        process.start()
        try:
            yield cls(f"ws://127.0.0.1:{ours.recv()}/", ours)
        finally:
            process.terminate()
            process.join()


def _serve(pipe: Connection) -> None:
    asyncio.run(_served(pipe))


async def _served(pipe: Connection) -> None:
    logs: list[PeerLog] = []

    async def call(socket: ServerConnection) -> None:
        logs.append(PeerLog())
        await _Call(socket, logs[-1]).run()

    def asked() -> None:
        pipe.recv()
        pipe.send(logs)

    async with serve(call, "127.0.0.1", 0, compression=None) as server:
        pipe.send(next(iter(server.sockets)).getsockname()[1])
        asyncio.get_running_loop().add_reader(pipe.fileno(), asked)
        await server.serve_forever()


class _Call:
    def __init__(self, socket: ServerConnection, log: PeerLog) -> None:
        self._socket = socket
        self._log = log
        self._wire = TwilioAgent()
        self._first_sound = 0.0
        self._last_sound = 0.0
        self._turn_over = asyncio.Event()
        self._interrupted = asyncio.Event()
        self._talking = False

    async def run(self) -> None:
        plays: asyncio.Task[None] | None = None
        watches = asyncio.ensure_future(self._watch())
        try:
            async for message in self._socket:
                arrived = time.monotonic()
                for event in self._wire.receive(message):
                    if isinstance(event, CallStarted):
                        plays = asyncio.ensure_future(self._play(event))
                    elif isinstance(event, CallerAudio):
                        self._hear(event, arrived)
                    elif isinstance(event, CallEnded):
                        return
        except ConnectionClosed:
            pass
        finally:
            watches.cancel()
            if plays is not None:
                plays.cancel()

    def _hear(self, event: CallerAudio, arrived: float) -> None:
        loud = np.flatnonzero(np.abs(event.signal) > _LOUD)
        if not loud.size:
            return
        if not self._first_sound:
            self._first_sound = arrived + int(loud[0]) / event.rate_hz
            if self._talking:
                self._interrupted.set()
        self._last_sound = arrived + (int(loud[-1]) + 1) / event.rate_hz

    async def _watch(self) -> None:
        """Notices the end of the caller's turns."""
        while True:
            await asyncio.sleep(0.005)
            if self._first_sound and time.monotonic() - self._last_sound >= _ENDPOINT_S:
                self._log.heard.append((self._first_sound, self._last_sound))
                self._first_sound = 0.0
                self._turn_over.set()

    async def _play(self, started: CallStarted) -> None:
        tools = str(started.settings[TOOLS_PARAMETER])
        self._log.call = tools.rpartition("/")[2]
        await self._say(_GREETING_MS)
        await self._turn()
        if self._log.call.startswith("flight"):
            await asyncio.sleep(0.3)
            used = asyncio.ensure_future(self._use(tools, str(started.settings[TOKEN_PARAMETER])))
            await self._turn()
            await used
        else:
            self._talking = True
            await self._say(_SPEECH_MS)
            await asyncio.wait_for(self._interrupted.wait(), 10)
            await self._socket.send(self._wire.clear())
            self._talking = False
            await self._turn()
        await self._say(_GOODBYE_MS)
        await asyncio.sleep(_GOODBYE_MS / 1000 + 0.2)
        await self._socket.close()

    async def _turn(self) -> None:
        await asyncio.wait_for(self._turn_over.wait(), 20)
        self._turn_over.clear()

    async def _say(self, ms: int) -> None:
        signal = voice(ms)
        first = int(np.flatnonzero(np.abs(signal) > _LOUD)[0]) / 8000
        messages = [
            self._wire.audio(signal[at : at + 8 * _PIECE_MS]) for at in range(0, len(signal), 8 * _PIECE_MS)
        ]
        self._log.spoke.append(time.monotonic() + first)
        for message in messages:
            await self._socket.send(message)

    async def _use(self, tools: str, token: str) -> None:
        """By hand, so that the moment at which it leaves is known."""
        place = urlsplit(tools)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        body = json.dumps({"order_number": "6271", "delivery_date": "2026-03-18"}).encode()
        head = (
            f"POST {place.path}/tools/update_order HTTP/1.1\r\nHost: {place.netloc}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self._log.sent = time.monotonic()
        writer.write(head.encode() + body)
        await reader.read()
        writer.close()
