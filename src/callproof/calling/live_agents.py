"""How a live agent is called: its wire, its address, and where it finds its tools."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from callproof.calling.agent_process import TOKEN_VARIABLE, URL_VARIABLE, AgentProcess, started_for
from callproof.calling.live_agent import LiveAgent, Ready, Start
from callproof.calling.livekit_process import ConsoleAgent, ConsoleCalls
from callproof.calling.own_api import OwnApi, own_api
from callproof.calling.serving.twilio_line import TODAY_PARAMETER, TOKEN_PARAMETER, TOOLS_PARAMETER
from callproof.calling.simulation.live import LivePeer
from callproof.calling.started import masked
from callproof.calling.toolserver.belonging import HEADER
from callproof.calling.toolserver.server import ToolServer
from callproof.calling.transport import Transport, UnreachableError, WebSocket
from callproof.calling.webhook import TwilioAccount, ask_webhook
from callproof.calling.wire.dialects import DIALECTS, TWILIO
from callproof.calling.wire.format import WireFormat
from callproof.calling.wire.generic import GenericFormat, read_protocol
from callproof.calling.wire.livekit_console import LiveKitConsole
from callproof.calling.wire.openai_realtime import OpenAIRealtime, SessionSettings
from callproof.calling.wire.pipecat import PipecatEval, PipecatProtobuf
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.errors import InputError
from callproof.scenario.model import Scenario

# The scenario's date, for an agent that is started for one call.
TODAY_VARIABLE = "CALLPROOF_TODAY"
# How a stream's parameters tell an agent where the proxy before its own API is.
PROXY_PARAMETER = "callproof_proxy"


@dataclass(frozen=True, slots=True)
class CallTools:
    """Where one call's tools are, and the token that they need; where the proxy before the user's own API is, if there is one."""

    url: str
    token: str | None
    proxy: str | None = None


@asynccontextmanager
async def called(
    agent: LiveAgent, note: Callable[[str], None] = lambda text: None
) -> AsyncIterator[LivePeer]:
    """The agent as calls need it. Its tools are served while it is up; one that is to be started is started, and stopped at the end.

    `note` is told of what people should know and is nobody's fault in a call. Raises InputError when it does not come up.
    """
    async with AsyncExitStack() as stack:
        own = own_api(agent)
        server = await stack.enter_async_context(tool_server(agent, own))
        # What the agent's process is told, it may print.
        agent = replace(agent, secrets=agent.secrets | server.secrets)
        if agent.kind == "livekit-console":
            yield _console(agent, server, own)
            return
        dialling = _Dialling(agent, server, own, note)
        start = _spoken(agent.target) if agent.kind == "spoken" else agent.start
        if start is not None:
            dialling.process = await stack.enter_async_context(
                started_for(agent, start, told_to(server, own))
            )
        yield LivePeer(
            name=agent.name,
            wire=dialling.wire,
            open=dialling.open,
            desk_opened=_opened(server, own),
            quiet=server.quiet if agent.call_told_by is None else None,
            died=None if dialling.process is None else dialling.process.died,
            secrets=dialling.secrets,
            writes=agent.input == "text",
            own=None if own is None else own.backend,
        )


@asynccontextmanager
async def tool_server(agent: LiveAgent, own: OwnApi | None) -> AsyncIterator[ToolServer]:
    """The tools of an agent's calls, and the proxy before its own API. Raises InputError for an address that cannot be had."""
    at, proxy = agent.tools, None if own is None else own.proxy
    async with AsyncExitStack() as stack:
        try:
            server = ToolServer(host=at.host, port=at.port, token=at.token, reached_at=at.url, proxy=proxy)
            await stack.enter_async_context(server)
        except InputError as error:
            raise InputError.of(str(error), file=agent.file, path="tools" if agent.file else "") from None
        yield server


class _Dialling:
    """An agent that is dialled over a WebSocket. Raises InputError for settings that cannot be used."""

    def __init__(
        self, agent: LiveAgent, server: ToolServer, own: OwnApi | None, note: Callable[[str], None]
    ) -> None:
        self.process: AgentProcess | None = None
        self._own = own
        self._agent = agent
        self._server = server
        self._note = note
        self._account = TwilioAccount.read(agent.settings if agent.kind == "twilio" else {}, agent.file)
        self._protocol = read_protocol(agent.settings, agent.file) if agent.kind == "websocket" else None
        if (
            agent.input == "text"
            and self._protocol is not None
            and not GenericFormat(self._protocol).capabilities.takes_text
        ):
            raise InputError.of(
                "--input text: the protocol has no message for it; say one, as text: {type: text, text: $text}",
                file=agent.file,
                path="websocket.send.text",
            )
        self.secrets = agent.secrets | server.secrets | {self._account.auth_token or ""}
        # Of the calls that a webhook is to be asked about.
        self._formats: dict[str, TelephonyFormat] = {}

    def wire(self, scenario: Scenario, seed: str, call: str) -> WireFormat:
        proxied = self._own is not None and self._own.proxy is not None
        tools = CallTools(
            self._server.url_of(in_url(call)),
            self._server.token,
            self._server.proxy_url(in_url(call)) if proxied else None,
        )
        kind = self._agent.kind
        if kind == "spoken" or kind in DIALECTS:
            dialect = DIALECTS.get(kind, TWILIO)
            identity = replace(
                CallIdentity.of(dialect, seed), caller=self._account.caller, callee=self._account.callee
            )
            made = TelephonyFormat(identity, dialect, parameters=_parameters(scenario, tools))
            self._formats[call] = made
            return made
        if self._protocol is not None:
            return GenericFormat(self._protocol, values=_hello_values(scenario, call, tools))
        if self._own is not None:
            # Its tools are its own, and not for us to run.
            scenario = replace(scenario, agent=replace(scenario.agent, tools=()))
        return _MAKERS[kind](scenario)

    async def open(self, call: str) -> Transport:
        try:
            if self.process is not None:
                await self.process.running(call)
            url = await self._address(call)
            signed = self._account.signed(url)
            return await WebSocket.open(url, headers={**self._agent.headers, **signed, HEADER: in_url(call)})
        except UnreachableError as error:
            raise UnreachableError(masked(str(error), self.secrets)) from None
        finally:
            self._formats.pop(call, None)

    async def _address(self, call: str) -> str:
        agent = self._agent
        if agent.kind == "spoken" and self.process is not None and self.process.line is not None:
            return self.process.line[1]
        if not agent.target.startswith(("http://", "https://")):
            return agent.target
        stream = self._formats[call]
        told = await ask_webhook(
            agent.target, stream.identity, self._account, headers=agent.headers, note=self._note
        )
        stream.join(told.parameters)
        return told.url


def _parameters(scenario: Scenario, tools: CallTools) -> dict[str, str]:
    """What a telephone stream tells the agent."""
    parameters = {TOOLS_PARAMETER: tools.url, TODAY_PARAMETER: scenario.today}
    if tools.proxy is not None:
        parameters[PROXY_PARAMETER] = tools.proxy
    return parameters if tools.token is None else {**parameters, TOKEN_PARAMETER: tools.token}


def _hello_values(scenario: Scenario, call: str, tools: CallTools) -> dict[str, str]:
    return {
        "call": in_url(call),
        "tools": tools.url,
        "token": tools.token or "",
        "proxy": tools.proxy or "",
        "today": scenario.today,
        "instructions": scenario.agent.prompt or "",
    }


def _openai(scenario: Scenario) -> WireFormat:
    agent = scenario.agent
    tools = tuple(scenario.world.schemas(agent.tools))
    return OpenAIRealtime(SessionSettings(instructions=agent.prompt, voice=agent.voice, tools=tools))


_MAKERS: Mapping[str, Callable[[Scenario], WireFormat]] = {
    "openai-realtime": _openai,
    "pipecat": lambda scenario: PipecatProtobuf(),
    "pipecat-eval": lambda scenario: PipecatEval(),
}


def told_to(server: ToolServer, own: OwnApi | None) -> dict[str, str]:
    """Where the tools and its API are, in the environment of a process that serves all calls."""
    env = {URL_VARIABLE: server.url, **({} if own is None else own.told_to(server))}
    return env if server.token is None else {**env, TOKEN_VARIABLE: server.token}


def _opened(server: ToolServer, own: OwnApi | None) -> Callable[..., Callable[[], None]]:
    """How a call is made known to the server. Tools that no proxy sees are known from what the agent reports of them."""
    observed = own is not None and own.proxy is None
    return lambda call, *rest: server.opened(in_url(call), *rest, observed=observed)


def _console(agent: LiveAgent, server: ToolServer, own: OwnApi | None) -> LivePeer:
    """A LiveKit agent: each call has a process, whose environment says which call it is."""
    calls = ConsoleCalls(ConsoleAgent.of(agent))
    today: dict[str, str] = {}

    def wire(scenario: Scenario, seed: str, call: str) -> WireFormat:
        today[call] = scenario.today
        return LiveKitConsole()

    async def opened(call: str) -> Transport:
        env = {URL_VARIABLE: server.url_of(in_url(call)), TODAY_VARIABLE: today[call]}
        if own is not None:
            env |= own.told_to(server, in_url(call))
        return await calls.open(call, env if server.token is None else {**env, TOKEN_VARIABLE: server.token})

    return LivePeer(
        name=agent.name,
        wire=wire,
        open=opened,
        desk_opened=_opened(server, own),
        quiet=server.quiet if agent.call_told_by is None else None,
        died=calls.died,
        secrets=agent.secrets | server.secrets,
        writes=agent.input == "text",
        own=None if own is None else own.backend,
    )


def _spoken(name: str) -> Start:
    """A reference agent in a process of its own, which says where it is."""
    return Start(
        command=(sys.executable, "-m", "callproof", "agent", name, "--serve", "twilio", "--port", "0"),
        ready=Ready(line=r"serving at (ws://\S+)"),
    )


def in_url(call: str) -> str:
    """A call's id as the tool server knows it, and as part of a URL; cases of several suites have a slash in theirs."""
    name = call.replace("~", "~~").replace("/", "~")
    return f"~{name}" if name in {".", ".."} else name
