"""An agent of ours behind a WebSocket, for a telephone platform or a client of the Realtime API."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from http import HTTPStatus
from types import TracebackType
from typing import Literal, TypeAlias

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from callproof.calling.serving.realtime_line import RealtimeLine
from callproof.calling.serving.running_call import Close, ServedLine
from callproof.calling.serving.served import ServedAgent
from callproof.calling.serving.twilio_line import TwilioLine
from callproof.calling.toolserver.guard import host_in, same
from callproof.calling.toolserver.hosts import LOOPBACK
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.openai_realtime import LARGEST_MESSAGE

Wire: TypeAlias = Literal["twilio", "openai-realtime"]
_LINES: Mapping[Wire, Callable[[ServedAgent, Callable[[Message], None], Close], ServedLine]] = {
    "twilio": TwilioLine,
    "openai-realtime": RealtimeLine,
}
# What is larger than the protocol allows is read all the same, and answered as an error; far larger is not.
_LARGEST_MESSAGE: Mapping[Wire, int] = {"twilio": 1024 * 1024, "openai-realtime": LARGEST_MESSAGE * 2}
# A client that does not read is not read from.
_MOST_WAITING = 2000


class AgentServer:
    """Serves an agent over one wire, until left: `async with AgentServer(...) as server`.

    With `token` a connection has to bring it as a bearer token. Without one, Realtime clients of this machine alone are served; Twilio has no
    such header, and comes through a tunnel with the tunnel's name.
    """

    def __init__(
        self,
        agent: ServedAgent,
        wire: Wire = "twilio",
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str | None = None,
    ) -> None:
        self._agent = agent
        self._wire = wire
        self._host = host
        self._port = port
        self._token = token
        self._server: Server | None = None
        self.url = ""

    async def __aenter__(self) -> AgentServer:
        self._server = await serve(
            self._call,
            self._host,
            self._port,
            max_size=_LARGEST_MESSAGE[self._wire],
            compression=None,
            process_request=self._admit,
        )
        port = next(iter(self._server.sockets)).getsockname()[1]
        self.url = f"ws://{self._host}:{port}/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def _admit(self, socket: ServerConnection, request: Request) -> Response | None:
        headers = {name.lower(): value for name, value in request.headers.raw_items()}
        host, origin = host_in(f"//{headers.get('host', '')}"), headers.get("origin")
        if origin is not None and host_in(origin) not in LOOPBACK:
            return socket.respond(HTTPStatus.FORBIDDEN, "pages of other origins are not served\n")
        if self._token is not None:
            scheme, _, given = headers.get("authorization", "").partition(" ")
            if scheme.lower() != "bearer" or not same(given.strip(), self._token):
                return socket.respond(HTTPStatus.UNAUTHORIZED, "the token is missing, or another one\n")
        elif host not in LOOPBACK and self._wire != "twilio":
            return socket.respond(HTTPStatus.FORBIDDEN, "without a token only this machine is served\n")
        return None

    async def _call(self, socket: ServerConnection) -> None:
        out: asyncio.Queue[Message] = asyncio.Queue()
        line = _LINES[self._wire](self._agent, out.put_nowait, socket.close)
        sending = asyncio.ensure_future(_send(socket, out))
        try:
            line.opened()
            async for message in socket:
                await line.take(message)
                if line.over:
                    break
                while out.qsize() > _MOST_WAITING and not sending.done():
                    await asyncio.sleep(0.05)
        except ConnectionClosed:
            return
        finally:
            await line.end()
            sending.cancel()


async def _send(socket: ServerConnection, out: asyncio.Queue[Message]) -> None:
    while True:
        message = await out.get()
        try:
            await socket.send(message)
        except ConnectionClosed:
            return
