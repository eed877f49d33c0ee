"""Calls in text to agents that are reached over a network, or have to be started."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from callproof.calling.agent import ServiceFailedError
from callproof.calling.agent_process import AgentProcess, started_for
from callproof.calling.agents.chat import ChatAgent
from callproof.calling.agents.completions import ChatSettings
from callproof.calling.background import background_loop, held
from callproof.calling.engine import Case, Placed, play
from callproof.calling.live_agent import LiveAgent
from callproof.calling.live_agents import in_url, told_to, tool_server
from callproof.calling.own_api import OwnApi, check_tools, own_api
from callproof.calling.simulation.call import AgentSpec, DeskOpened, Settings
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.tools import ToolDesk
from callproof.calling.toolserver.belonging import HEADER
from callproof.calling.toolserver.server import ToolServer
from callproof.calling.transport import UnreachableError

T = TypeVar("T")


def place_text(
    cases: Iterable[Case],
    agent: LiveAgent,
    settings: Settings,
    *,
    environment: Mapping[str, str],
    at_once: int = 1,
    keep_wire: bool = False,
) -> Iterator[Placed]:
    """Places the calls and yields each as it finishes; with `keep_wire` with the file of its messages, until the next is asked for.

    Raises InputError for settings that cannot be used, and an agent that does not start.
    """
    chat = ChatSettings.read(agent.settings, agent.file, agent.target, environment)
    own = own_api(agent)
    cases = list(cases)
    check_tools(own, (case.scenario for case in cases), agent.file)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="callproof-")))
        loop = stack.enter_context(background_loop("agent's process"))
        server = stack.enter_context(held(tool_server(agent, own), loop)) if own is not None else None
        if server is not None:
            # What the agent's process is told, it may print.
            agent = replace(agent, secrets=agent.secrets | server.secrets)
        secrets = agent.secrets | ({chat.key} if chat.key else set())
        process: AgentProcess | None = None
        if agent.start is not None:
            env = {} if server is None else told_to(server, own)
            process = stack.enter_context(held(started_for(agent, agent.start, env), loop))
        if server is not None and own is not None:
            settings = replace(settings, own=own.backend, desk_opened=_opened(server, own))

        def wait(work: Coroutine[None, None, T]) -> T:
            return asyncio.run_coroutine_threadsafe(work, loop).result()

        def running(case: Case) -> None:
            try:
                if process is not None:
                    wait(process.running(case.id))
            except UnreachableError as error:
                raise ServiceFailedError(str(error)) from None

        def spec(case: Case) -> AgentSpec:
            def make() -> ChatAgent:
                return ChatAgent(
                    url=agent.target,
                    settings=chat,
                    headers={HEADER: in_url(case.id), **agent.headers},
                    secrets=secrets,
                    wire=_wire(folder, case) if keep_wire else None,
                    running=lambda: running(case),
                    died=lambda: None if process is None else wait(process.died(case.id)),
                )

            return AgentSpec(name=agent.name, make=make)

        for case, record in play(cases, spec, settings, at_once=at_once):
            yield Placed(case, record, wire=_wire(folder, case) if keep_wire else None)


def _opened(server: ToolServer, own: OwnApi) -> DeskOpened:
    """How a call is made known to the server, in whose loop it does not run."""

    def opened(call: str, desk: ToolDesk, log: Log, loop: asyncio.AbstractEventLoop) -> Callable[[], None]:
        return server.opened(in_url(call), desk, log, observed=own.proxy is None, loop=loop)

    return opened


def _wire(folder: Path, case: Case) -> Path:
    return folder / f"{in_url(case.id)}.jsonl"
