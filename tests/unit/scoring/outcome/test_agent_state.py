"""What the agent's state holds by its reports: what they leave out, and when it is emptied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from callproof.evidence.events import (
    AnyEvent,
    CallerBegan,
    CallerEnded,
    Json,
    StateReported,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.evidence.record import Record
from callproof.scenario.model import Goal
from callproof.scoring.outcome.agent_state import AgentState, Subject
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import AxisResult
from tests.unit.scoring.outcome.played import played
from tests.unit.scoring.outcome.stories import Story, scenario
from tests.unit.scoring.outcome.test_unknown import better

GOALS = {
    "move": Goal(tool="set_delivery_date", arguments={"order_number": "4821", "delivery_date": "2026-03-13"}),
    "ship": Goal(tool="ship_order", arguments={"order_number": "4281"}),
}


def held(*reports: Mapping[str, Json], called: float = 99) -> dict[str, Json]:
    """What is held after some reports; the tools were called after so many."""
    events = [
        (n, StateReported(ms=n, seq=n, quality="measured", version=n, fields=fields))
        for n, fields in enumerate(reports)
    ]
    subjects = [Subject(goal.tool, frozenset(goal.arguments), called) for goal in GOALS.values()]
    state = AgentState(events, subjects).at(len(reports))
    return {name: field.value for name, field in state.items()}


def test_a_field_that_is_left_out_is_not_known_any_more() -> None:
    state: Mapping[str, Json] = {"order_number": "4821", "note": "call", "language": "en"}
    assert held(state, {"order_number": "4281", "language": "en"}) == {
        "order_number": "4281",
        "language": "en",
        "note": None,
    }
    goes_on: Mapping[str, Json] = {"delivery_date": "2026-03-13", "language": "en"}
    assert held(state, goes_on)["order_number"] is None


def test_an_agent_that_repeats_nothing_reports_what_changed() -> None:
    state: Mapping[str, Json] = {"order_number": "4821", "note": "call"}
    assert held(state, {"order_number": "4281"}) == {"order_number": "4281", "note": "call"}
    assert held(state, {"order_number": "4821"}) == {"order_number": "4821", "note": None}


def test_what_was_held_of_another_thing_is_held_no_more() -> None:
    move: Mapping[str, Json] = {
        "action": "set_delivery_date",
        "order_number": "4821",
        "delivery_date": "2026-03-13",
    }
    ship: Mapping[str, Json] = {"action": "ship_order", "order_number": "4281"}
    assert held(move, ship) == ship
    assert held(move, {**ship, "delivery_date": None}) == ship
    assert held(move, {"action": "ship_order", "order_number": "", "delivery_date": ""}) == {
        "action": "ship_order",
        "order_number": "",
    }
    assert held(move, {"action": None}) == {"action": None}
    assert held(move, {"action": "set_delivery_date", "order_number": "4281"}) == {
        "action": "set_delivery_date",
        "order_number": "4281",
        "delivery_date": None,
    }


@pytest.mark.parametrize(
    "empty",
    [
        {},
        {"order_number": None},
        {"order_number": "", "delivery_date": []},
        {"order_number": None, "note": ""},
    ],
)
def test_a_report_without_a_value_that_is_asked_for_empties_the_state(empty: Mapping[str, Json]) -> None:
    state: Mapping[str, Json] = {"order_number": "4821", "note": "call"}
    for phase in ({}, {"phase": "idle"}):
        rest = {name: value for name, value in {**empty, **phase}.items() if name != "order_number"}
        rest.pop("delivery_date", None)
        assert held(state, state, {**empty, **phase}) == rest


def test_what_names_a_tool_only_after_its_call_is_no_action() -> None:
    reports: list[Mapping[str, Json]] = [
        {"action": "ship_order"},
        {"action": None, "last_tool": "ship_order"},
    ]
    events = [
        (n, StateReported(ms=n, seq=n, quality="measured", version=n, fields=fields))
        for n, fields in enumerate(reports)
    ]
    assert AgentState(events, [Subject("ship_order", frozenset(), called=0.5)]).actions == {"action"}
    assert AgentState(events, [Subject("ship_order", frozenset(), called=9)]).actions == {
        "action",
        "last_tool",
    }
    alone = AgentState(events[1:], [Subject("ship_order", frozenset(), called=0.5)])
    assert (alone.actions, alone.tells_actions) == ({"last_tool"}, False)


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


def test_a_call_put_together_from_an_empty_state_is_built_on_nobody_knows_what() -> None:
    right = GOALS["move"].arguments
    result = judged(right, {}, end=right)
    assert (result.status, result.reason) == ("not_measured", "its state was reported empty")
    assert judged(right, {"phase": "calling"}, end=right).status == "not_measured"


def test_a_state_that_never_names_what_is_wanted_is_none() -> None:
    for fields in ({"action": "set_delivery_date"}, {"slots": dict(GOALS["move"].arguments)}):
        result = judged(fields)
        assert (result.status, result.inferred) == ("pass", True)
    assert judged({"order": "4821"}, {"order_number": None, "order": "4821"}).status == "not_measured"


def test_of_what_is_done_nothing_need_be_held() -> None:
    right = GOALS["move"].arguments
    done = {**dict.fromkeys(right), "shipment": "none"}
    assert judged(right, end=done).status == "pass"
    assert judged(right, end={**right, "delivery_date": None}).status == "not_measured"


# -- honest agents, each with its own idea of a state ----------------------------------------------------------------------

SLOTS = ("order_number", "quantity", "amount", "method", "delivery_date", "date", "time", "customer_number")
Shape = Callable[[Mapping[str, Json], Mapping[str, Json]], Mapping[str, Json]]


def without_action(fields: Mapping[str, Json], before: Mapping[str, Json]) -> Mapping[str, Json]:
    return {name: value for name, value in fields.items() if name != "action"}


SHAPES: dict[str, Shape] = {
    "texts": lambda fields, before: {name: value and f" {value} " for name, value in fields.items()},
    "slots alone": without_action,
    "nested": lambda fields, before: {"intent": fields["action"], "slots": without_action(fields, before)},
    "names of its own": lambda fields, before: {f"current_{name}": value for name, value in fields.items()},
    "actions of its own": lambda fields, before: {**fields, "action": fields["action"] and "serve"},
    "every slot": lambda fields, before: {**dict.fromkeys(SLOTS), **fields},
    "every slot and a phase": lambda fields, before: {
        **dict.fromkeys(SLOTS),
        **without_action(fields, before),
        "phase": "working" if fields["action"] else "idle",
    },
    "what changed": lambda fields, before: {
        name: value for name, value in fields.items() if before.get(name, ...) != value
    },
    "nothing for nothing": lambda fields, before: fields if fields["action"] else {},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sound_agent_may_tell_its_state_in_its_own_way(shape: str) -> None:
    for case, record in played("sound"):
        events: list[AnyEvent] = []
        before: Mapping[str, Json] = {}
        for event in record.events:
            if isinstance(event, StateReported):
                before, fields = event.fields, SHAPES[shape](event.fields, before)
                event = replace(event, fields=fields)
            events.append(event)
        result = score(Record(record.header, tuple(events)), case)
        assert result.passed, (case.id, result.reasons)


@pytest.mark.parametrize("left", [{}, {"action": None}, {"phase": "idle"}], ids=str)
def test_a_sound_agent_may_forget_what_it_has_done(left: Mapping[str, Json]) -> None:
    for case, record in played("sound"):
        events: list[AnyEvent] = []
        writes = {event.call for event in record.events if isinstance(event, WriteCommitted)}
        for event in record.events:
            events.append(event)
            if isinstance(event, ToolReturned) and event.call in writes:
                events.append(state_after(event, left))
        if changes_after_writes(record):
            continue
        result = score(Record(record.header, tuple(events)), case)
        assert result.passed, (case.id, result.reasons)


def state_after(event: AnyEvent, fields: Mapping[str, Json]) -> StateReported:
    return StateReported(ms=event.ms, seq=event.seq, quality="measured", version=99, fields=fields)


def changes_after_writes(record: Record) -> bool:
    """Whether the caller changes anything after the first write: then the agent has to hold the new thing."""
    changes = {event.act for event in record.events if isinstance(event, CallerBegan) and event.new}
    kinds = [type(event) for event in record.events]
    late = record.events[kinds.index(WriteCommitted) :] if WriteCommitted in kinds else ()
    return any(isinstance(event, CallerEnded) and event.act in changes for event in late)


def test_a_sound_agent_may_tell_which_tool_it_called_last() -> None:
    for case, record in played("sound"):
        events: list[AnyEvent] = []
        last: str | None = None
        state: Mapping[str, Json] = {}
        for event in record.events:
            if isinstance(event, StateReported):
                state = event.fields
                event = replace(event, fields={**state, "last_tool": last})
            events.append(event)
            if isinstance(event, ToolSent):
                last = event.name
                events.append(state_after(event, {**state, "last_tool": last}))
        result = score(Record(record.header, tuple(events)), case)
        assert result.passed, (case.id, result.reasons)


def test_a_sound_agent_that_tells_nothing_of_its_state_passes_as_well() -> None:
    for case, record in played("sound"):
        events = tuple(event for event in record.events if not isinstance(event, StateReported))
        result = score(Record(record.header, events), case)
        assert result.passed, (case.id, result.reasons)


# -- of which less is known ------------------------------------------------------------------------------------------------

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
        taken_back = False
        for at, event in enumerate(record.events):
            taken_back = taken_back or (isinstance(event, CallerBegan) and event.negates)
            if not isinstance(event, StateReported):
                continue
            for name in event.fields:
                for how, weaker in WEAKER.items():
                    less = replace(event, fields=weaker(event.fields, name))
                    # Nobody misses what no report had told before.
                    unmissed = name not in told if how == "gone" else not (told or less.fields)
                    if unmissed or (taken_back and is_word_of_giving_up(less.fields)):
                        continue
                    events = (*record.events[:at], less, *record.events[at + 1 :])
                    found = better(whole, score(Record(record.header, events), case))
                    assert not found, (record.header.id, at, name, how)
                    tried += 1
            told |= event.fields.keys()
    assert tried > 50


def is_word_of_giving_up(fields: Mapping[str, Json]) -> bool:
    """After the caller took the request back a state without an action, or without anything, says that nothing is to be done."""
    return not fields or ("action" in fields and not fields["action"])
