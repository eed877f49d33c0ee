"""The user's own backend and API behind an agent, as its file has them: `backend` and `proxy`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from callproof.calling.live_agent import LiveAgent
from callproof.calling.toolserver.probe_settings import BackendConfig, backend_config
from callproof.calling.toolserver.probes import OwnBackend
from callproof.calling.toolserver.rules import ProxyConfig, read_proxy_config
from callproof.calling.toolserver.server import ToolServer
from callproof.errors import InputError, Problem, did_you_mean
from callproof.problems import below
from callproof.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class OwnApi:
    """`shared`: all calls meet the same rows. `proxy` None: the agent calls its API without callproof."""

    config: BackendConfig
    proxy: ProxyConfig | None

    @property
    def shared(self) -> bool:
        return self.config.shared

    @property
    def backend(self) -> OwnBackend:
        return OwnBackend(self.config, watched=self.proxy is not None)

    def told_to(self, server: ToolServer, call: str | None = None) -> Mapping[str, str]:
        """Where the API is, for an agent's environment."""
        return {} if self.proxy is None else {self.proxy.env: server.proxy_url(call)}


def own_api(agent: LiveAgent) -> OwnApi | None:
    """None for an agent whose tools and rows are callproof's. Raises InputError with all that is wrong."""
    if agent.backend is None:
        if agent.proxy is not None:
            raise InputError.of(
                "needs `backend`: what the agent's API has done has to be read somewhere",
                file=agent.file,
                path="proxy",
            )
        return None
    backend = backend_config(agent.backend, agent.file, ("backend",))
    _find_modules_of(agent)
    if agent.proxy is None:
        return OwnApi(backend, None)
    proxy = read_proxy_config(agent.proxy, agent.file, ("proxy",))
    # What is production for the one is so for the other.
    both = tuple(dict.fromkeys((*proxy.production_hosts, *backend.production_hosts)))
    proxy, backend = replace(proxy, production_hosts=both), replace(backend, production_hosts=both)
    for name, config in (("proxy", proxy), ("backend", backend)):
        with below((name,), agent.file):
            config.check(agent.file)
    return OwnApi(backend, proxy)


def check_tools(own: OwnApi | None, scenarios: Iterable[Scenario], file: str) -> None:
    """Raises InputError for rules of the proxy that are calls of tools which no scenario's world has: what the agent does by them would
    be missing from every call."""
    if own is None or own.proxy is None:
        return
    known = {name for scenario in scenarios for name in scenario.world.tools}
    problems = [
        Problem(
            file,
            f"proxy.rules[{number}].tool",
            f"found {rule.tool!r}, which the world of no scenario has (there are: {', '.join(sorted(known))})."
            f"{did_you_mean(rule.tool, known)}",
        )
        for number, rule in enumerate(own.proxy.rules)
        if rule.tool not in known
    ]
    if problems:
        raise InputError(problems)


def _find_modules_of(agent: LiveAgent) -> None:
    """Python probes and hooks may be beside the agent's file, or where callproof was called; behind all else, so that they take the
    place of nothing."""
    for folder in (Path.cwd(), Path(agent.file).resolve().parent):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
