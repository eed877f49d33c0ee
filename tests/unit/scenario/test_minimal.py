"""The minimal form: what a case becomes, for every word of it, and what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from callproof.scenario.minimal_tables import (
    AXES,
    CONFLICTS,
    FAULT_NAMES,
    FAULTS,
    INTERRUPTION_TYPES,
    SETUP_FIELDS,
    STAGES,
    TOOLS_BY_FIELD,
)
from callproof.scenario.model import Scenario
from callproof.scenario.wanted import changes_anything, end_states, row_of, wanted_changes
from tests.meta.source import ROOT
from tests.unit.scenario.suites import WORLD, problems, scenario, suite

ALL_TRUE = dict.fromkeys(AXES, True)
ISSUE = {
    "id": "corr-02",
    "category": "correction",
    "setup": {
        "field": "order_number",
        "initial_value": "5590",
        "corrected_value": "5599",
        "interrupt_stage": "during_tool_prep",
    },
    "expected": {**ALL_TRUE, "should_execute": True},
}
VALUES: dict[str, tuple[Any, Any]] = {
    "order_number": ("3001", "3002"),
    "quantity": (2, 3),
    "delivery_date": ("2026-03-16", "2026-03-22"),
    "amount": (35.5, 40),
    "method": ("express", "overnight"),
    "date": ("2026-03-18", "2026-03-20"),
    "time": ("10:00", "11:00"),
    "email": ("a@example.com", "b@example.com"),
}


def case(category: str, setup: dict[str, Any], **expected: Any) -> dict[str, Any]:
    return {"id": "c", "category": category, "setup": setup, "expected": expected}


def made(category: str, setup: dict[str, Any], **expected: Any) -> Scenario:
    return scenario(case(category, setup, **expected))


def test_the_case_as_it_is_given() -> None:
    whole = scenario(ISSUE)
    assert (whole.id, whole.category, whole.requires) == ("corr-02", "correction", ("integrity",))
    assert whole.goals["main"].tool == "update_order"
    assert whole.goals["main"].arguments == {"order_number": "5590", "quantity": 6}
    request, act = whole.script
    assert (request.request, act.act, act.goal, act.changes) == (
        "main",
        "correction",
        "main",
        {"order_number": "5599"},
    )
    assert str(act.when) == "tool_preparing: update_order"
    (change,) = wanted_changes(whole)
    assert (change.kind, change.table, change.record, change.values) == (
        "set",
        "orders",
        "5599",
        {"quantity": 6},
    )


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("field", TOOLS_BY_FIELD)
def test_every_field_at_every_stage(field: str, stage: str) -> None:
    first, then = VALUES[field]
    setup = {"field": field, "initial_value": first, "corrected_value": then, "interrupt_stage": stage}
    if stage == "during_greeting":
        assert problems(case("correction", setup)) == [
            "setup.interrupt_stage: the greeting is before the request; only an interruption of the type talk_over is possible then"
        ]
        return
    whole = made("correction", setup, should_execute=True)
    tool = TOOLS_BY_FIELD[field].tool
    assert whole.goals["main"].tool == tool
    assert whole.script[1].when.kind == next(iter(STAGES[stage]))
    assert whole.script[1].when.tool in (None, tool)
    for change in wanted_changes(whole):
        assert changes_anything(whole.world, change)


@pytest.mark.parametrize("kind", INTERRUPTION_TYPES)
def test_every_kind_of_interruption(kind: str) -> None:
    setup: dict[str, Any] = {"field": "quantity", "initial_value": 2, "interruption_type": kind}
    if kind == "change":
        setup["corrected_value"] = 3
    act = made("interruption", setup, should_execute=kind != "stop").script[1]
    assert act.act == {"noise": "noise", "backchannel": "backchannel"}.get(kind, "interruption")
    assert (dict(act.changes), act.negates) == ({"quantity": 3} if kind == "change" else {}, kind == "stop")


def test_an_interruption_over_the_greeting_comes_before_the_request() -> None:
    setup = {
        "field": "amount",
        "initial_value": 20,
        "interruption_type": "talk_over",
        "interrupt_stage": "during_greeting",
    }
    assert [line.request for line in made("interruption", setup).script] == [None, "main"]


def test_null_takes_the_request_back() -> None:
    whole = made(
        "correction",
        {"field": "method", "initial_value": "express", "corrected_value": None},
        should_execute=False,
    )
    assert whole.script[1].act == "negation"
    assert end_states(whole)[0].changes == ()
    assert made("interruption", {"field": "method", "initial_value": "express"}).script[1].negates


@pytest.mark.parametrize("word", FAULT_NAMES)
def test_every_fault(word: str) -> None:
    whole = made("tool_fault", {"fault": word}, should_execute=True)
    kind = FAULT_NAMES[word]
    (fault,) = whole.faults
    assert (fault.kind, fault.nth) == (kind, 2 if kind == "stale_read" else 1)
    reads = FAULTS[kind].breaks != "goal"
    assert fault.tool == ("find_order" if reads else whole.goals["main"].tool)


@pytest.mark.parametrize(
    ("field", "looks_up", "looks_after"),
    [
        ("order_number", "find_order", "find_order"),
        ("amount", "find_order", "list_refunds"),
        ("method", "find_order", "list_shipments"),
        ("time", "find_order", "list_visits"),
        ("email", "get_customer", "get_customer"),
    ],
)
def test_what_breaks_without_being_named_is_what_an_agent_looks_at(
    field: str, looks_up: str, looks_after: str
) -> None:
    setup = {"field": field, "value": VALUES[field][0]}
    for fault in ("wrong_record", "empty", "partial", "malformed"):
        assert made("tool_fault", {"fault": fault, **setup}).faults[0].tool == looks_up
    (stale,) = made("tool_fault", {"fault": "stale_read", **setup}).faults
    assert (stale.tool, stale.nth) == (looks_after, 2)


def test_a_part_of_a_row_is_all_of_it_but_its_key() -> None:
    (fault,) = made("tool_fault", {"fault": "partial", "field": "email", "value": "a@example.com"}).faults
    assert fault.keep == ("name", "phone", "email", "order_number")


def test_a_look_up_that_fails_has_nothing_to_commit() -> None:
    for kind in ("timeout", "backend_500"):
        (fault,) = made("tool_fault", {"fault": kind, "faulty_tool": "find_order"}).faults
        assert (fault.tool, fault.committed) == ("find_order", False)


def test_the_settings_of_a_fault() -> None:
    setup = {
        "fault": "timeout",
        "nth": 2,
        "committed": False,
        "delay_ms": 900,
        "field": "amount",
        "value": 12,
    }
    (fault,) = made("tool_fault", setup).faults
    assert (fault.tool, fault.nth, fault.committed, fault.ms) == ("refund", 2, False, 900)
    (fault,) = made(
        "tool_fault", {"fault": "wrong_record", "wrong_record": "5107", "faulty_tool": "find_order"}
    ).faults
    assert fault.record == "5107"
    whole = made("tool_fault", {"fault": "wrong_record", "wrong_record": "31"})
    assert (whole.faults[0].record, row_of(whole.world.tables["orders"], "31") is not None) == ("31", True)
    whole = made("tool_fault", {"fault": "wrong_record", "wrong_record": 31})
    assert whole.faults[0].record == "31"
    assert whole.world.tables["orders"].rows[-1]["order_number"] == "31"
    (fault,) = made("tool_fault", {"fault": "partial", "keep": ["item"]}).faults
    assert fault.keep == ("item",)
    (fault,) = made("tool_fault", {"fault": "late_success", "late": "commit"}).faults
    assert fault.late == "commit"
    (fault,) = made("tool_fault", {"fault": "backend_500", "status": 503}).faults
    assert fault.status == 503


def test_where_no_call_can_do_it_nothing_is_to_be_done() -> None:
    for setup in (
        {"fault": "backend_500", "committed": False, "nth": None},
        {"fault": "lost_write", "nth": None},
    ):
        whole = made("tool_fault", setup, should_execute=False)
        assert end_states(whole)[0].changes == ()


@pytest.mark.parametrize("conflict", CONFLICTS)
def test_every_conflict(conflict: str) -> None:
    setup: dict[str, Any] = {"conflict": conflict, "field": "quantity", "initial_value": 2}
    if conflict != "write_never_lands":
        setup["corrected_value"] = 3
    whole = made("state_conflict", setup, should_execute=True)
    assert whole.category == "state_conflict"
    assert [f.kind for f in whole.faults] == (
        ["acknowledged_but_lost"] if conflict == "write_never_lands" else []
    )


def test_values_are_taken_in_the_type_that_the_tool_has() -> None:
    whole = made("correction", {"field": "order_number", "initial_value": 5590, "corrected_value": 5599})
    assert whole.goals["main"].arguments["order_number"] == "5590"
    whole = made("correction", {"field": "quantity", "initial_value": "2", "corrected_value": "3"})
    assert whole.goals["main"].arguments["quantity"] == 2
    whole = made("correction", {"field": "amount", "initial_value": "35.50", "corrected_value": "40"})
    assert whole.goals["main"].arguments["amount"] == 35.5


def test_rows_are_there_and_differ_from_what_is_wanted() -> None:
    whole = made("correction", {"field": "order_number", "initial_value": "1111", "corrected_value": "2222"})
    orders = whole.world.tables["orders"]
    assert row_of(orders, "1111") is not None
    row = row_of(orders, "2222")
    assert row is not None
    assert row["quantity"] != 6
    whole = made("correction", {"field": "quantity", "initial_value": 1, "corrected_value": 3})
    row = row_of(whole.world.tables["orders"], "4821")
    assert row is not None
    assert row["quantity"] == 2


def test_it_requires_the_axes_that_it_names() -> None:
    setup = ISSUE["setup"]
    assert made("correction", setup, backend_correct=True).requires == ("backend_correct",)  # type: ignore[arg-type]
    assert made("correction", setup).requires == ("integrity",)  # type: ignore[arg-type]


def test_it_plays_in_the_default_world_of_its_suite() -> None:
    setup = {
        "tool": "set_pieces",
        "field": "pieces",
        "initial_value": 3,
        "corrected_value": 5,
        "arguments": {"number": "77"},
    }
    data = {
        "worlds": {"desk": WORLD},
        "defaults": {"today": "2026-04-01"},
        "scenarios": [case("correction", setup)],
    }
    (whole,) = suite(data).scenarios
    assert whole.today == "2026-04-01"
    assert row_of(whole.world.tables["parcels"], "77") is not None


def broken(**changes: Any) -> dict[str, Any]:
    setup = {**ISSUE["setup"], **changes}  # type: ignore[dict-item]
    return {**ISSUE, "setup": {name: value for name, value in setup.items() if value != "gone"}}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({**{name: ISSUE[name] for name in ("id", "category", "expected")}, "setp": ISSUE["setup"]}, "setp: is not a field that is known here. Did you mean 'setup'?"),
        ({**ISSUE, "categry": "x"}, "categry: is not a field that is known here. Did you mean 'category'?"),
        ({**ISSUE, "category": "corection"}, "category: found 'corection', expected one of correction, interruption, tool_fault, state_conflict for a case with a setup; others are written as whole scenarios. Did you mean 'correction'?"),
        ({**ISSUE, "category": "task"}, "category: found 'task', expected one of correction"),
        ({**ISSUE, "setup": 3}, "setup: found 3, expected an object"),
        ({**ISSUE, "id": ""}, "id: found '', expected one line of 1 to 100 characters"),
        ({**ISSUE, "expected": 3}, "expected: found 3, expected an object"),
        ({**ISSUE, "expected": {"captured": False}}, "expected.captured: found false, expected true: a case says what a sound agent does; leave out an axis that does not matter"),
        ({**ISSUE, "expected": {"capture": True}}, "expected.capture: is not a field that is known here. Did you mean 'captured'?"),
        ({**ISSUE, "expected": {"should_execute": "yes"}}, "expected.should_execute: found 'yes', expected true or false"),
        ({**ISSUE, "expected": {"should_execute": False}}, "expected.should_execute: is false, but with this setup something is to differ in the backend at the end"),
        (case("correction", {"field": "method", "initial_value": "express", "corrected_value": None}, should_execute=True), "expected.should_execute: is true, but with this setup nothing is to differ in the backend at the end"),
        (broken(inital_value="1"), "setup.inital_value: is not a field that is known here. Did you mean 'initial_value'?"),
        (broken(field="gone"), "setup.field: is missing: what it is about, as order_number, quantity"),
        (broken(field="order_nr"), "setup.field: found 'order_nr', expected one of order_number, "),
        (broken(field=3), "setup.field: found 3, expected a text"),
        (broken(tool="update_odrer"), "setup.tool: there is no tool 'update_odrer'; known: "),
        (broken(tool=3), "setup.tool: found 3, expected a text"),
        (broken(tool="refund", field="quantity"), "setup.field: there is no parameter of refund 'quantity'; known: amount, order_number."),
        (broken(initial_value="gone"), "setup.initial_value: is missing: the order_number that the caller says"),
        (broken(corrected_value="gone"), "setup.corrected_value: is missing; null takes the request back"),
        (broken(corrected_value="5590"), "setup.corrected_value: is '5590', as the initial_value: it changes nothing"),
        (broken(interrupt_stage="during_prep"), "setup.interrupt_stage: found 'during_prep', expected one of "),
        (broken(arguments=3), "setup.arguments: found 3, expected an object"),
        (broken(arguments={"quantiy": 3}), "setup.arguments.quantiy: there is no parameter 'quantiy'; known: "),
        (broken(arguments={"order_number": "1"}), "setup.arguments.order_number: is the field itself"),
        (broken(field="quantity", initial_value="two", corrected_value=3), "setup.initial_value: found 'two', expected a whole number"),
        (broken(field="method", initial_value="fast", corrected_value="express"), "setup.initial_value: found 'fast', expected one of 'standard', 'express', 'overnight'"),
        (broken(field="date", tool="book_visit", initial_value="2026-03-18", corrected_value="soon"), "setup.corrected_value: found 'soon', expected a date"),
        (case("correction", {"field": "amount", "tool": "send_voucher", "initial_value": 5, "corrected_value": 6}), "setup.arguments.order_number: is missing; send_voucher needs it"),
        (case("interruption", {"field": "quantity", "initial_value": 2, "interruption_type": "cough"}), "setup.interruption_type: found 'cough', expected one of change, stop, talk_over, noise, backchannel."),
        (case("interruption", {"field": "quantity", "initial_value": 2, "corrected_value": 3, "interruption_type": "noise"}), "setup.corrected_value: has no place in an interruption of the type noise"),
        (case("interruption", {"field": "quantity", "initial_value": 2, "sound": "dog"}), "setup.sound: has a place only in an interruption of the type noise"),
        (case("interruption", {"field": "quantity", "initial_value": 2, "interruption_type": "change"}), "setup.corrected_value: is missing; it is what the caller changes to"),
        (case("tool_fault", {}), "setup.fault: is missing, expected one of timeout, error_status"),
        (case("tool_fault", {"fault": "time_out"}), "setup.fault: found 'time_out', expected one of timeout, "),
        (case("tool_fault", {"fault": "timeout", "faulty_tool": "shp"}), "setup.faulty_tool: there is no tool 'shp'"),
        ({"worlds": {"desk": {**WORLD, "tools": {"set_pieces": WORLD["tools"]["set_pieces"]}}}, "scenarios": [case("tool_fault", {"fault": "empty", "tool": "set_pieces", "field": "pieces", "value": 3, "arguments": {"number": "4821"}})]}, "setup.faulty_tool: is missing; no tool of this world looks up what set_pieces is about"),
        (case("tool_fault", {"fault": "timeout", "field": "quantity"}), "setup.value: is missing; it is the quantity that the caller asks for"),
        (case("tool_fault", {"fault": "timeout", "status": 503}), "has no effect on timeout"),
        (case("state_conflict", {"field": "quantity"}), "setup.conflict: is missing, expected one of state_stuck, "),
        (case("state_conflict", {"conflict": "write_never_lands", "interrupt_stage": "at_tool_send"}), "setup.interrupt_stage: has no place here: the caller does not change anything"),
        (case("correction", {"field": "amount", "initial_value": "nan", "corrected_value": 40}), "setup.initial_value: found 'nan', expected a number"),
        (case("correction", {"field": "amount", "initial_value": 35, "corrected_value": "1e999"}), "setup.corrected_value: found '1e999', expected a number"),
        (case("correction", {"field": "quantity", "initial_value": 2, "corrected_value": "9" * 30}), f"setup.corrected_value: found {'9' * 30!r}, expected a whole number"),
    ],
)  # fmt: skip
def test_a_case_that_is_refused(data: Any, problem: str) -> None:
    found = problems(data)
    assert [line for line in found if problem in line], found


def test_every_word_is_on_its_page() -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    page = page[page.index("## The minimal form") :]
    words = {*STAGES, *INTERRUPTION_TYPES, *CONFLICTS, *FAULT_NAMES, *TOOLS_BY_FIELD}
    words |= {key for keys in SETUP_FIELDS.values() for key in keys}
    told = set(re.findall(r"`(\w+)`", page))
    assert words - told == set()
