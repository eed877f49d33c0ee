"""What the sound agent does where it hears that something is to be otherwise, and not what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from callproof.calling.agents.registry import REFERENCE_AGENTS
from callproof.calling.simulation.call import AgentSpec, place_call
from callproof.evidence.events import SpeechText, ToolSent
from callproof.scenario.model import Scenario
from callproof.scoring.outcome.case import score
from tests.unit.packs.playing import PACKS, pack

SCENARIOS = {scenario.id: scenario for name in PACKS for scenario in pack(name).scenarios}


def misheard(id: str, heard: str) -> Scenario:
    """A scenario whose correction the agent's recogniser takes for something else."""
    scenario = SCENARIOS[id]
    script = tuple(
        replace(line, heard=heard) if line.act == "correction" else line for line in scenario.script
    )
    return replace(scenario, script=script)


@pytest.mark.parametrize(
    ("id", "heard"),
    [
        ("corr-08-quantity-in-preparation", "Hold on, Ken is enough."),
        ("corr-08-quantity-in-preparation", "Wait, then is enough."),
        ("corr-04-order-in-preparation", "Sorry, the other shore."),
    ],
)
def test_it_does_not_go_on_and_asks_again(id: str, heard: str) -> None:
    scenario = misheard(id, heard)
    record = place_call(scenario, AgentSpec(name="sound", make=REFERENCE_AGENTS["sound"]))
    result = score(record, scenario)
    assert result.passed, result.reasons
    said = [e.text for e in record.events if isinstance(e, SpeechText) and e.speaker == "agent"]
    assert "I am sorry, I did not get that." in said
    assert len([e for e in record.events if isinstance(e, ToolSent) and e.consequential]) == 1
