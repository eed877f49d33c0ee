"""The agents that must not pass do their own wrong, and no other."""

from __future__ import annotations

import pytest

from callproof.calling.agents import REFERENCE_AGENTS
from callproof.calling.engine import cases_of, play
from callproof.calling.loading import load_agent
from callproof.evidence.events import LineError, ToolSent
from callproof.scenario.files import load_suites

TASKS = cases_of(load_suites(["outcomes-extended"]), trials=1, seed=0, only=["task-*"])


@pytest.mark.parametrize("name", sorted(REFERENCE_AGENTS))
def test_no_agent_raises(name: str) -> None:
    raised = [
        (case.id, event.message)
        for case, record in play(TASKS, load_agent(name))
        for event in record.events
        if isinstance(event, LineError)
    ]
    assert raised == []


def test_a_stuck_payload_has_what_was_asked_for_later() -> None:
    """There is no older value of an order number that the caller gave when they were asked for it."""
    (case,) = (case for case in TASKS if case.scenario.id == "task-05-number-asked-for")
    ((_, record),) = play([case], load_agent("stuck-payload"))
    sent = [event.arguments for event in record.events if isinstance(event, ToolSent) and event.consequential]
    goal = case.scenario.goals["main"]
    assert sent == [goal.arguments]
