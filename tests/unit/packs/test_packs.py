"""The packs as files: what they cover, and that no two of their calls are the same but for a number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import get_args

import pytest

from callproof.scenario.model import ActKind, FaultKind, Line, Scenario
from callproof.scenario.moments import MOMENT_KINDS
from tests.unit.packs.playing import PACKS, pack

EVERYTHING = [scenario for name in PACKS for scenario in pack(name).scenarios]


def test_the_thirty_are_ten_of_each() -> None:
    assert Counter(s.category for s in pack("outcomes-30").scenarios) == {
        "correction": 10,
        "interruption": 10,
        "tool_fault": 10,
    }


def test_at_least_fifty_more() -> None:
    assert len(pack("outcomes-extended").scenarios) >= 50
    assert len({s.id for s in EVERYTHING}) == len(EVERYTHING)


def test_every_kind_of_act_fault_and_category_is_there() -> None:
    assert {line.act for s in EVERYTHING for line in s.events} == set(get_args(ActKind))
    assert {fault.kind for s in EVERYTHING for fault in s.faults} == set(get_args(FaultKind))
    assert {s.category for s in EVERYTHING} == {
        "task",
        "correction",
        "interruption",
        "tool_fault",
        "state_conflict",
        "combination",
    }


def test_every_moment_is_there_but_the_one_by_the_clock() -> None:
    kinds = {line.when.kind for s in EVERYTHING for line in s.script}
    assert kinds == set(MOMENT_KINDS) - {"at"}
    assert {
        line.when.hold for s in EVERYTHING for line in s.script if line.when.kind == "tool_in_flight"
    } == {
        "commit",
        "reply",
    }


def acts(lines: tuple[Line, ...], *, over_tools: str) -> set[str | None]:
    return {line.act for line in lines if line.when.kind == over_tools}


@pytest.mark.parametrize(
    "moment", ["agent_says", "tool_preparing", "tool_in_flight", "tool_sent", "tool_succeeded"]
)
def test_there_is_a_change_of_mind_at_every_stage(moment: str) -> None:
    lines = tuple(line for s in EVERYTHING for line in s.script)
    assert {"correction", "interruption"} & acts(lines, over_tools=moment)


@pytest.mark.parametrize(
    "field", ["order_number", "delivery_date", "quantity", "amount", "method", "time", "email"]
)
def test_every_kind_of_value_is_corrected(field: str) -> None:
    assert any(field in line.changes for s in EVERYTHING for line in s.script)


def test_no_two_requests_are_the_same_but_for_their_values() -> None:
    def shape(text: str) -> str:
        return re.sub(r"\{\w+\}|\d+", "#", text.lower())

    shapes = Counter(shape(line.say) for s in EVERYTHING for line in s.script if line.request and line.say)
    assert [text for text, count in shapes.items() if count > 1] == []


def test_a_value_that_is_asked_for_is_not_there_yet() -> None:
    """A change to what is stored already would be done by doing nothing; a corrected one would do no harm."""
    for s in EVERYTHING:
        for goal in s.goals.values():
            write = s.world.tools[goal.tool].write
            if write is None or write.kind != "set" or write.record is None:
                continue
            table = s.world.tables[write.table]
            rows = {row[table.key]: row for row in table.rows}
            arguments = dict(goal.arguments)
            for changes in ({}, *(line.changes for line in s.script if line.changes)):
                arguments |= changes
                row = rows[arguments[write.record]]
                for column, parameter in write.values.items():
                    assert parameter not in arguments or row[column] != arguments[parameter], s.id


def _acts(scenario: Scenario, act: str, *moments: str) -> list[Line]:
    return [
        line for line in scenario.script if line.act == act and (not moments or line.when.kind in moments)
    ]


def _corrects(field: str) -> Callable[[Scenario], bool]:
    return lambda s: any(field in line.changes for line in _acts(s, "correction"))


def _fails(*kinds: str) -> Callable[[Scenario], bool]:
    return lambda s: any(fault.kind in kinds for fault in s.faults)


# Each cell of the matrix of failure modes, and what a scenario of it has.
MATRIX: dict[tuple[str, str], Callable[[Scenario], bool]] = {
    ("interruption", "before the agent has finished speaking"): lambda s: bool(
        _acts(s, "interruption", "agent_speaking", "agent_says")
    ),
    ("interruption", "while a call is being built"): lambda s: bool(
        _acts(s, "interruption", "tool_preparing")
    ),
    ("interruption", "just after a call began to run"): lambda s: bool(
        _acts(s, "interruption", "tool_sent", "tool_in_flight")
    ),
    ("interruption", "a noise that must not stop the agent"): lambda s: bool(_acts(s, "noise")),
    ("correction", "another order number"): _corrects("order_number"),
    ("correction", "a new delivery date"): _corrects("delivery_date"),
    ("correction", "a changed quantity"): _corrects("quantity"),
    ("correction", "a negation"): lambda s: bool(_acts(s, "negation")),
    ("tool_fault", "timeout"): _fails("timeout"),
    ("tool_fault", "empty result"): _fails("empty"),
    ("tool_fault", "wrong record"): _fails("wrong_record"),
    ("tool_fault", "backend 500"): lambda s: any(
        f.kind == "error_status" and f.status == 500 for f in s.faults
    ),
    ("tool_fault", "success that arrives late"): _fails("late_success"),
    ("tool_fault", "a request twice"): _fails("duplicate_delivery"),
    # In each of the three ways: tests/unit/packs/test_figures.py plays the agents whose state, payload or speech is stuck.
    ("state_conflict", "transcript, state and payload disagree"): lambda s: bool(_acts(s, "correction")),
    ("state_conflict", "acknowledged and never landed"): _fails("acknowledged_but_lost"),
}


@pytest.mark.parametrize("cell", MATRIX, ids=lambda cell: f"{cell[0]}: {cell[1]}")
def test_every_cell_of_the_matrix_has_a_scenario(cell: tuple[str, str]) -> None:
    category, _ = cell
    assert [s.id for s in EVERYTHING if s.category == category and MATRIX[cell](s)]


def test_combinations_have_more_than_one_thing_happen() -> None:
    combined = [s for s in EVERYTHING if s.category == "combination"]
    assert len(combined) >= 10
    assert [s.id for s in combined if len(s.events) + len(s.faults) < 2] == []
