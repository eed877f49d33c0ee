"""A served agent's connection on Twilio Media Streams; its tools are over HTTP."""

from __future__ import annotations

from collections.abc import Callable

from callproof.calling.serving.platform import TwilioEnd
from callproof.calling.serving.running_call import Close, RunningCall
from callproof.calling.serving.served import ServedAgent
from callproof.calling.serving.session import ServedSession
from callproof.calling.serving.tools import RemoteTools
from callproof.calling.wire.events import Message
from callproof.calling.wire.peer.events import (
    CallEnded,
    CallerAudio,
    CallStarted,
    KeyPressed,
    MarkReached,
)

# Custom parameters of the stream's start: where the call's tools are, and the token for them.
TOOLS_PARAMETER, TOKEN_PARAMETER, TODAY_PARAMETER = "callproof_tools", "callproof_token", "callproof_today"


class TwilioLine:
    """`ServedLine`."""

    def __init__(self, agent: ServedAgent, send: Callable[[Message], None], close: Close) -> None:
        self.over = False
        self._agent = agent
        self._close = close
        self._platform = TwilioEnd(send)
        self._tools: RemoteTools | None = None
        self._call: RunningCall | None = None

    def opened(self) -> None:
        return

    async def take(self, message: Message) -> None:
        for event in self._platform.wire.receive(message):
            if isinstance(event, CallEnded):
                self.over = True
            elif isinstance(event, CallStarted):
                if self._call is None:
                    self._start(event)
            elif self._call is None:
                continue
            elif isinstance(event, CallerAudio):
                self._call.session.frame(event.signal)
            elif isinstance(event, MarkReached):
                self._platform.marked(event.name)
            elif isinstance(event, KeyPressed):
                self._call.session.key(event.digit)

    def _start(self, started: CallStarted) -> None:
        given, agent = started.settings, self._agent
        self._tools = RemoteTools(
            given.get(TOOLS_PARAMETER) or agent.tools or "", given.get(TOKEN_PARAMETER) or agent.token
        )
        session = ServedSession(
            self._platform,
            agent,
            self._tools,
            today=given.get(TODAY_PARAMETER) or agent.today,
            hung_up=lambda: call.hang_up(),
        )
        self._platform.mouth = session.mouth
        self._call = call = RunningCall(agent.make(), session, self._close)
        call.start()

    async def end(self) -> None:
        if self._call is not None:
            await self._call.end()
        if self._tools is not None:
            await self._tools.close()
