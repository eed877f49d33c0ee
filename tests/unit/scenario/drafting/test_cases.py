"""Which scenarios are drafted."""

from __future__ import annotations

import pytest

from callproof.scenario.drafting.cases import MOST_DRAFTED, guess_scenarios
from callproof.scenario.drafting.world import guess_world
from tests.unit.scenario.drafting.sources import NAMES, source, tool


@pytest.mark.parametrize("name", NAMES)
def test_each_has_a_name_of_its_own_and_several_wordings(name: str) -> None:
    drafted = guess_scenarios(guess_world(source(name).declared.tools))
    ids = [scenario.id for scenario in drafted]
    assert len(ids) == len(set(ids))
    assert all(1 < len(scenario.forms) <= 12 for scenario in drafted)
    assert len({scenario.tool for scenario in drafted}) <= MOST_DRAFTED


def test_a_booking_is_corrected_interrupted_and_broken() -> None:
    drafted = guess_scenarios(
        guess_world([tool("book_visit", "order_number", "date", "time"), tool("get_order", "order_number")])
    )
    assert [(s.id, s.forms[0]["category"]) for s in drafted] == [
        ("book-visit-plain", "task"),
        ("book-visit-other-record-while-read-back", "correction"),
        ("book-visit-other-date-in-preparation", "correction"),
        ("book-visit-other-time-in-flight", "correction"),
        ("book-visit-interrupted", "interruption"),
        ("book-visit-taken-back-in-flight", "correction"),
        ("book-visit-times-out", "tool_fault"),
        ("book-visit-wrong-order-comes-back", "tool_fault"),
    ]
    in_flight = drafted[3].forms[0]
    assert in_flight["script"][1] == {
        "when": {"tool_in_flight": "book_visit"},
        "act": "correction",
        "say": "No, sorry, 2:30 PM, please.",
        "changes": {"time": "14:30"},
    }
    assert drafted[7].forms[0]["faults"] == [{"tool": "get_order", "kind": "wrong_record", "record": "6450"}]


def test_a_deed_without_values_is_taken_back_before_it_is_sent_and_after() -> None:
    drafted = guess_scenarios(guess_world([tool("cancel_order", "order_number")]))
    moments = {
        scenario.id: scenario.forms[0]["script"][1]["when"]
        for scenario in drafted
        if "taken-back" in scenario.id
    }
    assert moments == {
        "cancel-order-taken-back": {"tool_preparing": "cancel_order"},
        "cancel-order-taken-back-in-flight": {"tool_in_flight": "cancel_order"},
    }


def test_what_another_tool_undoes_is_taken_back_when_it_is_done() -> None:
    drafted = guess_scenarios(
        guess_world([tool("book_visit", "date", "time"), tool("cancel_visit", "visit_number")])
    )
    (undone,) = (scenario for scenario in drafted if scenario.id == "book-visit-undone")
    assert undone.forms[0]["script"][1] == {
        "when": {"tool_succeeded": "book_visit"},
        "act": "negation",
        "say": "Oh no, please don't book the visit after all.",
    }
    assert "book-visit-taken-back-in-flight" not in {scenario.id for scenario in drafted}


def test_tools_that_look_are_not_asked_for() -> None:
    assert guess_scenarios(guess_world([tool("get_order", "order_number")])) == []
