"""How a live agent is called: its wire, its address, and where it finds its tools."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TypeAlias

from callproof.calling.live_agent import LiveAgent
from callproof.calling.serving.server import TODAY_PARAMETER, TOKEN_PARAMETER, TOOLS_PARAMETER
from callproof.calling.simulation.live import LivePeer
from callproof.calling.toolserver.server import ToolServer
from callproof.calling.transport import WebSocket
from callproof.calling.wire.dialects import DIALECTS
from callproof.calling.wire.format import WireFormat
from callproof.calling.wire.openai_realtime import OpenAIRealtime, SessionSettings
from callproof.calling.wire.pipecat import PipecatEval, PipecatProtobuf
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.errors import InputError
from callproof.scenario.model import Scenario

# How an agent is told where its call's tools are, as headers of the connection or parameters of the stream.
CALL_HEADER = "X-Callproof-Call"
# Models are loaded in it.
_STARTS_WITHIN_S = 60.0
_STOPS_WITHIN_S = 5.0


@dataclass(frozen=True, slots=True)
class CallTools:
    """Where one call's tools are, and the token that they need."""

    url: str
    token: str | None


_Make: TypeAlias = Callable[[Scenario, str, CallTools], WireFormat]


def _telephony(dialect: str) -> _Make:
    def make(scenario: Scenario, seed: str, tools: CallTools) -> WireFormat:
        parameters = {TOOLS_PARAMETER: tools.url, TODAY_PARAMETER: scenario.today}
        if tools.token is not None:
            parameters[TOKEN_PARAMETER] = tools.token
        chosen = DIALECTS[dialect]
        return TelephonyFormat(CallIdentity.of(chosen, seed), chosen, parameters=parameters)

    return make


def _openai(scenario: Scenario, seed: str, tools: CallTools) -> WireFormat:
    shown = scenario.agent.tools
    schemas = [
        schema for schema in scenario.world.schemas() if shown is None or schema["function"]["name"] in shown
    ]
    return OpenAIRealtime(SessionSettings(instructions=scenario.agent.prompt, tools=tuple(schemas)))


_MAKERS: Mapping[str, _Make] = {
    **{name: _telephony(name) for name in DIALECTS},
    "openai-realtime": _openai,
    "pipecat": lambda scenario, seed, tools: PipecatProtobuf(),
    "pipecat-eval": lambda scenario, seed, tools: PipecatEval(),
}


@asynccontextmanager
async def called(agent: LiveAgent) -> AsyncIterator[LivePeer]:
    """The agent as a call needs it. Its tools are served while it is up, and a `spoken` one is started and stopped."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(ToolServer())
        url = agent.target
        if agent.kind == "spoken":
            url = await stack.enter_async_context(_started(agent.target))
        make = _MAKERS["twilio" if agent.kind == "spoken" else agent.kind]

        def tools_of(call: str) -> CallTools:
            return CallTools(server.url_of(_in_url(call)), server.token)

        yield LivePeer(
            name=agent.name,
            wire=lambda scenario, seed, call: make(scenario, seed, tools_of(call)),
            open=lambda call: WebSocket.open(url, headers={CALL_HEADER: _in_url(call)}),
            desk_opened=lambda call, *rest: server.opened(_in_url(call), *rest),
        )


@asynccontextmanager
async def _started(name: str) -> AsyncIterator[str]:
    """A reference agent in a process of its own; gives its URL. Raises InputError when it does not come up."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "callproof", "agent", name, "--serve", "twilio", "--port", "0",
        stdout=asyncio.subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        out = process.stdout
        line = b"" if out is None else await asyncio.wait_for(out.readline(), _STARTS_WITHIN_S)
        url = line.decode(errors="replace").strip().rpartition(" ")[2]
        if not url.startswith("ws://"):
            raise InputError.of(f"the agent {name} could not be served; it said: {line.decode()!r}")
        yield url
    finally:
        # Its workers are in its group, and hold its output open.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), _STOPS_WITHIN_S)
        except TimeoutError:
            os.killpg(process.pid, signal.SIGKILL)


def _in_url(call: str) -> str:
    """A call's id as the tool server knows it; cases of several suites have a slash in theirs."""
    return call.replace("/", "~")
