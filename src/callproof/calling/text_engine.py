"""Calls in text to agents that are reached over a network, or have to be started."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from callproof.calling.agent import ServiceFailedError
from callproof.calling.agent_process import AgentProcess, started_for
from callproof.calling.agents.chat import ChatAgent
from callproof.calling.agents.completions import ChatSettings
from callproof.calling.background import background_loop, held
from callproof.calling.engine import Case, Placed, play
from callproof.calling.live_agent import LiveAgent
from callproof.calling.simulation.call import AgentSpec, Settings
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
    secrets = agent.secrets | ({chat.key} if chat.key else set())
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="callproof-")))
        loop = stack.enter_context(background_loop("agent's process"))
        process: AgentProcess | None = None
        if agent.start is not None:
            process = stack.enter_context(held(started_for(agent, agent.start, {}), loop))

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
                    headers=agent.headers,
                    secrets=secrets,
                    wire=_wire(folder, case) if keep_wire else None,
                    running=lambda: running(case),
                    died=lambda: None if process is None else wait(process.died(case.id)),
                )

            return AgentSpec(name=agent.name, make=make)

        for case, record in play(cases, spec, settings, at_once=at_once):
            yield Placed(case, record, wire=_wire(folder, case) if keep_wire else None)


def _wire(folder: Path, case: Case) -> Path:
    return folder / f"{case.id.replace('/', '~')}.jsonl"
