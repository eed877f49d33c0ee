"""Calls of the shipped suites with the reference agents, each played once a test run."""

from __future__ import annotations

from functools import cache

from callproof.calling.agents.registry import REFERENCE_AGENTS
from callproof.calling.engine import cases_of, play
from callproof.calling.simulation.call import AgentSpec
from callproof.evidence.record import Record
from callproof.scenario.files import load_suites
from callproof.scenario.model import Scenario, Suite

BOTH = ("outcomes-30", "outcomes-extended")
THIRTY = ("outcomes-30",)


@cache
def suite(name: str) -> Suite:
    return load_suites([name])[0]


def played(agent: str, names: tuple[str, ...] = BOTH) -> tuple[tuple[Scenario, Record], ...]:
    return tuple(call for name in names for call in calls(name, agent, 0))


@cache
def calls(name: str, agent: str, seed: int = 0) -> tuple[tuple[Scenario, Record], ...]:
    """One suite's; `seed` is the run's."""
    spec = AgentSpec(name=agent, make=REFERENCE_AGENTS[agent])
    cases = cases_of([suite(name)], seed=seed)
    return tuple((case.scenario, record) for case, record in play(cases, spec))
