"""From what `--agent` says to a live agent: `twilio:ws://host/path`, `openai-realtime:wss://…`, `pipecat:ws://…`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeAlias

from callproof.calling.live_engine import PeerUp
from callproof.calling.serving.server import TODAY_PARAMETER, TOKEN_PARAMETER, TOOLS_PARAMETER
from callproof.calling.simulation.live import LivePeer
from callproof.calling.toolserver.server import ToolServer
from callproof.calling.transport import WebSocket
from callproof.calling.wire.dialects import DIALECTS
from callproof.calling.wire.format import WireFormat
from callproof.calling.wire.openai_realtime import OpenAIRealtime, SessionSettings
from callproof.calling.wire.pipecat import PipecatEval, PipecatProtobuf
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.errors import InputError, did_you_mean
from callproof.scenario.model import Scenario

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


LIVE_AGENTS: Mapping[str, _Make] = {
    **{name: _telephony(name) for name in DIALECTS},
    "openai-realtime": _openai,
    "pipecat": lambda scenario, seed, tools: PipecatProtobuf(),
    "pipecat-eval": lambda scenario, seed, tools: PipecatEval(),
}


def is_live(spec: str) -> bool:
    """Whether a specification names a live agent: a kind, a colon and an address."""
    kind, _, target = spec.partition(":")
    return kind in LIVE_AGENTS or target.startswith(("ws://", "wss://"))


def live_agent(spec: str, *, headers: Mapping[str, str] | None = None) -> PeerUp:
    """The live agent that a specification names. Its tools are served while it is up. Raises InputError."""
    kind, _, url = spec.partition(":")
    if kind not in LIVE_AGENTS:
        known = ", ".join(LIVE_AGENTS)
        raise InputError.of(
            f"--agent {spec!r}: there is no kind of live agent {kind!r} (there are: {known}).{did_you_mean(kind, LIVE_AGENTS)}"
        )
    if not url.startswith(("ws://", "wss://")):
        raise InputError.of(f"--agent {spec!r}: expected {kind}:ws://host:port/path, found {url!r}")
    make = LIVE_AGENTS[kind]

    @asynccontextmanager
    async def up() -> AsyncIterator[LivePeer]:
        async with ToolServer() as server:

            def tools_of(call: str) -> CallTools:
                return CallTools(server.url_of(_in_url(call)), server.token)

            yield LivePeer(
                name=spec,
                wire=lambda scenario, seed, call: make(scenario, seed, tools_of(call)),
                open=lambda call: WebSocket.open(
                    url, headers={**(headers or {}), CALL_HEADER: _in_url(call)}
                ),
                desk_opened=lambda call, *rest: server.opened(_in_url(call), *rest),
            )

    return up


def _in_url(call: str) -> str:
    """A call's id as the tool server knows it; cases of several suites have a slash in theirs."""
    return call.replace("/", "~")
