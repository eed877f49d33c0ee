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
def suites(names: tuple[str, ...]) -> tuple[Suite, ...]:
    return tuple(load_suites(names))


@cache
def played(agent: str, names: tuple[str, ...] = BOTH) -> tuple[tuple[Scenario, Record], ...]:
    spec = AgentSpec(name=agent, make=REFERENCE_AGENTS[agent])
    return tuple((case.scenario, record) for case, record in play(cases_of(suites(names)), spec))
