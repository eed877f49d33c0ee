"""What the agent's state holds by its reports: what they leave out, and when it is emptied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from callproof.evidence.events import Json, StateReported
from callproof.evidence.record import Record
from callproof.scenario.model import Goal
from callproof.scoring.outcome.agent_state import AgentState
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import AxisResult
from tests.unit.scoring.outcome.played import played
from tests.unit.scoring.outcome.stories import Story, scenario
from tests.unit.scoring.outcome.test_unknown import better

GOALS = {
    "move": Goal(tool="set_delivery_date", arguments={"order_number": "4821", "delivery_date": "2026-03-13"}),
    "ship": Goal(tool="ship_order", arguments={"order_number": "4281"}),
}


def held(*reports: Mapping[str, Json]) -> dict[str, Json]:
    """What is held after some reports."""
    events = [
        (n, StateReported(ms=n, seq=n, quality="measured", version=n, fields=fields))
        for n, fields in enumerate(reports)
    ]
    state = AgentState(events, GOALS.values()).at(len(reports))
    return {name: field.value for name, field in state.items()}


def test_a_field_that_is_left_out_is_not_known_any_more() -> None:
    state: Mapping[str, Json] = {"order_number": "4821", "note": "call"}
    assert held(state, {"order_number": "4281"}) == {"order_number": "4281", "note": None}
    assert held(state, {"order_number": "4281"}, {"note": "bye"}) == {"order_number": None, "note": "bye"}


def test_what_was_held_of_another_thing_is_held_no_more() -> None:
    move: Mapping[str, Json] = {
        "action": "set_delivery_date",
        "order_number": "4821",
        "delivery_date": "2026-03-13",
    }
    assert held(move, {"action": "ship_order", "order_number": "4281"}) == {
        "action": "ship_order",
        "order_number": "4281",
    }
    assert held(move, {"action": None}) == {"action": None}
    assert held(move, {"action": "set_delivery_date", "order_number": "4281"}) == {
        "action": "set_delivery_date",
        "order_number": "4281",
        "delivery_date": None,
    }


@pytest.mark.parametrize("empty", [{}, {"order_number": None}, {"order_number": "", "note": []}])
def test_a_report_without_a_value_empties_the_state(empty: Mapping[str, Json]) -> None:
    assert held({"order_number": "4821"}, empty) == {}
    assert held({"order_number": "4821"}, empty, {"note": "bye"}) == {"note": "bye"}


def judged(*reports: Mapping[str, Json], end: Mapping[str, Json] | None = None) -> AxisResult:
    """The axis of a right call, with what is reported before the write and after it."""
    wanted = scenario("set_delivery_date", GOALS["move"].arguments)
    story = Story(wanted).request("Order 4821 on Friday.")
    for report in reports:
        story.state(**report)
    story.write("t1", "set_delivery_date", **GOALS["move"].arguments)
    if end is not None:
        story.state(**end)
    return score(story.says("I have moved order 4821 to Friday.").end(), wanted).axes["active_state_correct"]


def test_an_agent_that_is_done_may_empty_its_state() -> None:
    right = GOALS["move"].arguments
    for empty in ({}, dict.fromkeys(right), {"action": None}):
        assert judged(right, end=empty).status == "pass"
        assert judged({"action": "set_delivery_date", **right}, end=empty).status == "pass"
    assert judged({**right, "order_number": "4281"}, end={}).status == "fail"


def test_what_is_wanted_and_reported_empty_is_not_known() -> None:
    right = GOALS["move"].arguments
    result = judged({**right, "order_number": None})
    assert (result.status, result.reason) == (
        "not_measured",
        "its state was reported without order_number",
    )
    assert judged(right, end={**right, "delivery_date": ""}).status == "not_measured"
    assert judged(right, {"order_number": "4821"}).status == "not_measured"
    assert judged({"order_number": None, "delivery_date": "2026-03-14"}).status == "fail"


def test_an_agent_that_reports_nothing_but_empty_fields_reports_nothing() -> None:
    for empty in ({}, {"order_number": None, "delivery_date": ""}):
        result = judged(empty)
        assert (result.status, result.inferred) == ("pass", True)


def test_an_action_alone_tells_no_values() -> None:
    assert judged({"action": "set_delivery_date"}).status == "not_measured"


Weaker = Callable[[Mapping[str, Json], str], Mapping[str, Json]]
WEAKER: dict[str, Weaker] = {
    "null": lambda fields, name: {**fields, name: None},
    "empty text": lambda fields, name: {**fields, name: ""},
    "gone": lambda fields, name: {key: value for key, value in fields.items() if key != name},
    "all null": lambda fields, name: dict.fromkeys(fields),
    "nothing left": lambda fields, name: {},
}


@pytest.mark.parametrize("agent", ["naive", "stuck-state", "noise-taken-as-interruption"])
def test_a_state_of_which_less_is_known_comes_out_no_better(agent: str) -> None:
    tried = 0
    for case, record in played(agent):
        whole = score(record, case)
        if whole.passed or whole.status == "invalid":
            continue
        told: set[str] = set()
        for at, event in enumerate(record.events):
            if not isinstance(event, StateReported):
                continue
            for name in event.fields:
                for how, weaker in WEAKER.items():
                    less = replace(event, fields=weaker(event.fields, name))
                    # Nobody misses what no report had told before.
                    if is_word_of_giving_up(less.fields) or (how == "gone" and name not in told):
                        continue
                    events = (*record.events[:at], less, *record.events[at + 1 :])
                    found = better(whole, score(Record(record.header, events), case))
                    assert not found, (record.header.id, at, name, how)
                    tried += 1
            told |= event.fields.keys()
    assert tried > 50


def is_word_of_giving_up(fields: Mapping[str, Json]) -> bool:
    """Without an action the reference agents say that nothing is to be done, which is a value of its own."""
    return "action" in fields and not fields["action"]
