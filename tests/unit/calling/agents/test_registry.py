"""The reference agents by name."""

from __future__ import annotations

from callproof.calling.agents import (
    NULL_AGENTS,
    OVERDOING_AGENTS,
    REFERENCE_AGENTS,
    SINGLE_DEFECT_AGENTS,
    STUCK_AGENTS,
    ReferenceAgent,
)
from callproof.calling.agents.defects import DEFECTS


def test_every_agent_has_a_name_and_takes_its_time_from_the_call() -> None:
    names = {"sound", "naive", *SINGLE_DEFECT_AGENTS.values(), *NULL_AGENTS, *OVERDOING_AGENTS, *STUCK_AGENTS}
    assert set(REFERENCE_AGENTS) == names
    assert all(getattr(make(), "virtual_time", False) for make in REFERENCE_AGENTS.values())


def test_which_defects_they_have() -> None:
    def defects(name: str) -> frozenset[str]:
        agent = REFERENCE_AGENTS[name]()
        assert isinstance(agent, ReferenceAgent)
        return agent.defects

    assert defects("sound") == frozenset()
    assert defects("naive") == set(DEFECTS)
    assert {name: defects(name) for name in SINGLE_DEFECT_AGENTS.values()} == {
        defect.replace("_", "-"): {defect} for defect in DEFECTS
    }
