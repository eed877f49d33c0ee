"""How a live agent is called: its wire, its address, and where it finds its tools."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TypeAlias

from callproof.calling.agent_process import TOKEN_VARIABLE, URL_VARIABLE, AgentProcess
from callproof.calling.live_agent import LiveAgent, Ready, Start
from callproof.calling.livekit_process import ConsoleAgent, ConsoleCalls
from callproof.calling.serving.server import TODAY_PARAMETER, TOKEN_PARAMETER, TOOLS_PARAMETER
from callproof.calling.simulation.live import LivePeer
from callproof.calling.started import masked
from callproof.calling.toolserver.server import ToolServer
from callproof.calling.transport import Transport, UnreachableError, WebSocket
from callproof.calling.wire.dialects import DIALECTS
from callproof.calling.wire.format import WireFormat
from callproof.calling.wire.livekit_console import LiveKitConsole
from callproof.calling.wire.openai_realtime import OpenAIRealtime, SessionSettings
from callproof.calling.wire.pipecat import PipecatEval, PipecatProtobuf
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.errors import InputError
from callproof.scenario.model import Scenario

# The scenario's date, for an agent that is started for one call.
TODAY_VARIABLE = "CALLPROOF_TODAY"
# How an agent is told where its call's tools are, as headers of the connection or parameters of the stream.
CALL_HEADER = "X-Callproof-Call"


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
    """The agent as calls need it. Its tools are served while it is up; one that is to be started is started, and stopped at the end.

    Raises InputError when it does not come up.
    """
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(ToolServer())
        if agent.kind == "livekit-console":
            yield _console(agent, server)
            return
        make = _MAKERS["twilio" if agent.kind == "spoken" else agent.kind]
        start = _spoken(agent.target) if agent.kind == "spoken" else agent.start
        process = None
        if start is not None:
            process = await stack.enter_async_context(_process(agent, start, server))

        def tools_of(call: str) -> CallTools:
            return CallTools(server.url_of(_in_url(call)), server.token)

        async def opened(call: str) -> Transport:
            if process is not None:
                await process.running(call)
            url = (
                process.line[1]
                if process is not None and process.line is not None and agent.kind == "spoken"
                else agent.target
            )
            headers = {**agent.headers, CALL_HEADER: _in_url(call)}
            try:
                return await WebSocket.open(url, headers=headers)
            except UnreachableError as error:
                raise UnreachableError(masked(str(error), agent.secrets)) from None

        yield LivePeer(
            name=agent.name,
            wire=lambda scenario, seed, call: make(scenario, seed, tools_of(call)),
            open=opened,
            desk_opened=lambda call, *rest: server.opened(_in_url(call), *rest),
            died=None if process is None else process.died,
        )


@asynccontextmanager
async def _process(agent: LiveAgent, start: Start, server: ToolServer) -> AsyncIterator[AgentProcess]:
    env = {URL_VARIABLE: server.url}
    if server.token is not None:
        env[TOKEN_VARIABLE] = server.token
    async with AsyncExitStack() as stack:
        try:
            process = await stack.enter_async_context(AgentProcess.of(agent, start, env))
        except UnreachableError as error:
            raise InputError.of(
                str(error), file=agent.file, path="start" if agent.file else agent.name
            ) from None
        yield process


def _console(agent: LiveAgent, server: ToolServer) -> LivePeer:
    """A LiveKit agent: each call has a process, whose environment says which call it is."""
    calls = ConsoleCalls(ConsoleAgent.of(agent))
    today: dict[str, str] = {}

    def wire(scenario: Scenario, seed: str, call: str) -> WireFormat:
        today[call] = scenario.today
        return LiveKitConsole()

    async def opened(call: str) -> Transport:
        env = {URL_VARIABLE: server.url_of(_in_url(call)), TODAY_VARIABLE: today[call]}
        return await calls.open(call, env if server.token is None else {**env, TOKEN_VARIABLE: server.token})

    return LivePeer(
        name=agent.name,
        wire=wire,
        open=opened,
        desk_opened=lambda call, *rest: server.opened(_in_url(call), *rest),
        died=calls.died,
    )


def _spoken(name: str) -> Start:
    """A reference agent in a process of its own, which says where it is."""
    return Start(
        command=(sys.executable, "-m", "callproof", "agent", name, "--serve", "twilio", "--port", "0"),
        ready=Ready(line=r"serving at (ws://\S+)"),
    )


def _in_url(call: str) -> str:
    """A call's id as the tool server knows it; cases of several suites have a slash in theirs."""
    return call.replace("/", "~")
