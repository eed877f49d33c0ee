"""The packs played against the reference agents, once for all tests that look at the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from callproof.calling.agent import Agent
from callproof.calling.agents import REFERENCE_AGENTS, ReferenceAgent
from callproof.calling.agents.defects import Defect
from callproof.calling.simulation.call import AgentSpec, place_call
from callproof.evidence.record import Record
from callproof.scenario.model import Scenario
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import AXES, CaseResult
from tests.unit.scoring.outcome.played import BOTH as PACKS
from tests.unit.scoring.outcome.played import calls
from tests.unit.scoring.outcome.played import suite as pack

__all__ = ["PACKS", "call", "causes", "pack", "passed", "passes_by_axis", "played", "played_with"]


@cache
def played(suite: str, agent: str, seed: int = 0) -> Mapping[str, CaseResult]:
    """The verdict on every case of a pack, by its id."""
    return {scenario.id: score(record, scenario) for scenario, record in calls(suite, agent, seed)}


@cache
def played_with(suite: str, defects: frozenset[Defect]) -> Mapping[str, CaseResult]:
    def make() -> Agent:
        return ReferenceAgent(defects)

    spec = AgentSpec(name="reference", make=make)
    return {s.id: score(place_call(s, spec), s) for s in pack(suite).scenarios}


def call(scenario: Scenario, agent: str, seed: int = 0) -> Record:
    return place_call(scenario, AgentSpec(name=agent, make=REFERENCE_AGENTS[agent]), seed=seed)


def passes_by_axis(results: Sequence[CaseResult]) -> list[int]:
    """How many cases pass each of the six axes, in their order, and all of them."""
    by_axis = [sum(result.axes[axis].status == "pass" for result in results) for axis in AXES]
    return [*by_axis, sum(result.integrity == "pass" for result in results)]


def causes(results: Sequence[CaseResult]) -> Counter[str]:
    return Counter(result.cause.name for result in results if result.cause is not None)


def passed(results: Mapping[str, CaseResult]) -> set[str]:
    return {id for id, result in results.items() if result.status == "passed"}
