"""An agent of ours behind a WebSocket that a telephone platform can dial."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from callproof.calling.agent import Agent, CallOverError
from callproof.calling.serving.platform import TwilioEnd
from callproof.calling.serving.session import ServedSession
from callproof.calling.serving.tools import RemoteTools
from callproof.calling.simulation.call import run_agent
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.events import (
    CallEnded,
    CallerAudio,
    CallStarted,
    KeyPressed,
    MarkReached,
    PeerEvent,
)
from callproof.models.parts import Voice
from callproof.models.workers import SpeechWorkers

# Custom parameters of the stream's start: where the call's tools are, and the token for them.
TOOLS_PARAMETER, TOKEN_PARAMETER, TODAY_PARAMETER = "callproof_tools", "callproof_token", "callproof_today"
_LARGEST_MESSAGE = 1024 * 1024
_TIDY_S = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedAgent:
    """`tools` is where the tools are when the stream does not say; `voice` the agent's own."""

    make: Callable[[], Agent]
    speech: SpeechWorkers
    voice: Voice
    language: str = "en"
    today: str = "2026-03-10"
    tools: str | None = None
    token: str | None = None


class AgentServer:
    """Serves an agent over Twilio's media streams, until left: `async with AgentServer(...) as server`."""

    def __init__(self, agent: ServedAgent, *, host: str = "127.0.0.1", port: int = 0) -> None:
        self._agent = agent
        self._host = host
        self._port = port
        self._server: Server | None = None
        self.url = ""

    async def __aenter__(self) -> AgentServer:
        self._server = await serve(
            self._call, self._host, self._port, max_size=_LARGEST_MESSAGE, compression=None
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

    async def _call(self, socket: ServerConnection) -> None:
        out: asyncio.Queue[Message] = asyncio.Queue()
        platform = TwilioEnd(out.put_nowait)
        sending = asyncio.ensure_future(_send(socket, out))
        call: _Call | None = None
        try:
            async for message in socket:
                for event in platform.wire.receive(message):
                    if isinstance(event, CallStarted) and call is None:
                        call = _Call(self._agent, platform, event, socket)
                    elif isinstance(event, CallEnded):
                        return
                    elif call is not None:
                        call.take(event)
        except ConnectionClosed:
            return
        finally:
            if call is not None:
                await call.end()
            sending.cancel()


class _Call:
    def __init__(
        self, agent: ServedAgent, platform: TwilioEnd, started: CallStarted, socket: ServerConnection
    ) -> None:
        given = started.settings
        self._tools = RemoteTools(
            given.get(TOOLS_PARAMETER) or agent.tools or "", given.get(TOKEN_PARAMETER) or agent.token
        )
        self._socket = socket
        self._session = ServedSession(
            platform,
            agent.speech,
            agent.voice,
            self._tools,
            language=agent.language,
            today=given.get(TODAY_PARAMETER) or agent.today,
            hung_up=self._hang_up,
        )
        self._running = asyncio.get_running_loop().create_task(
            run_agent(agent.make(), self._session, asyncio.get_running_loop())
        )
        self._running.add_done_callback(self._left)

    def take(self, event: PeerEvent) -> None:
        if isinstance(event, CallerAudio):
            self._session.frame(event.signal)
        elif isinstance(event, MarkReached):
            self._session.mouth.marked(event.name)
        elif isinstance(event, KeyPressed):
            self._session.key(event.digit)

    async def end(self) -> None:
        self._session.close()
        await asyncio.wait({self._running}, timeout=_TIDY_S)
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        await self._tools.close()

    def _hang_up(self) -> None:
        self._closing = asyncio.ensure_future(self._socket.close())

    def _left(self, running: asyncio.Task[None]) -> None:
        """The agent's program is over; what it was saying is still said."""
        if running.cancelled() or isinstance(error := running.exception(), CallOverError):
            return
        if error is None:
            self._closing = asyncio.ensure_future(self._close_when_quiet())
            return
        traceback.print_exception(error)
        reason = f"the agent raised {type(error).__name__}: {error}"
        self._closing = asyncio.ensure_future(self._socket.close(CloseCode.INTERNAL_ERROR, _cut(reason)))

    async def _close_when_quiet(self) -> None:
        while (speech := self._session.mouth.last) is not None:
            await speech.done()
        await self._socket.close()


def _cut(reason: str) -> str:
    """A closing frame takes 123 bytes."""
    return reason.encode()[:123].decode(errors="ignore")


async def _send(socket: ServerConnection, out: asyncio.Queue[Message]) -> None:
    while True:
        message = await out.get()
        try:
            await socket.send(message)
        except ConnectionClosed:
            return
