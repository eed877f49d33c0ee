"""Of a call of which less is known nothing comes out better: what is replaced by nothing, and what is gone."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from callproof.evidence.events import (
    AnyEvent,
    CallerBegan,
    Row,
    SnapshotTaken,
    SpeechStarted,
    SpeechText,
    StateReported,
    ToolBuilt,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.evidence.record import Record
from callproof.scenario.model import Fault, Line
from callproof.scenario.moments import Moment
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.gate import RULES, Policy, gate
from callproof.scoring.outcome.gate_facts import RETRIES, VERIFIED
from callproof.scoring.outcome.verdicts import AXES, CaseResult
from tests.unit.scoring.outcome.played import played
from tests.unit.scoring.outcome.stories import Story, scenario

TODAY = datetime.date(2026, 3, 10)
RULES_ALONE = [Policy(rules=(name,), required=(), invalid_share=1) for name in RULES]
Change = Callable[[AnyEvent], AnyEvent | None]
SET: Mapping[str, Any] = {"order_number": "4821", "quantity": 3}


def changed(record: Record, change: Change) -> Record:
    events = (change(event) for event in record.events)
    return Record(record.header, tuple(event for event in events if event is not None))


def better(whole: CaseResult, less: CaseResult) -> list[str]:
    """The axes, rules and cases that failed and pass."""
    found: list[str] = [
        axis for axis in AXES if (whole.axes[axis].status, less.axes[axis].status) == ("fail", "pass")
    ]
    for rule in RULES_ALONE:
        before, after = (gate([result], rule, today=TODAY).passed for result in (whole, less))
        if after and not before:
            found += rule.rules
    return [*found, "case"] if less.passed and not whole.passed else found


def answers(value: Any) -> Change:
    return lambda event: replace(event, result=value) if isinstance(event, ToolReturned) else event


def unkeyed(event: AnyEvent) -> AnyEvent:
    return replace(event, idempotency_key="") if isinstance(event, ToolSent) else event


def without(*kinds: type) -> Change:
    return lambda event: None if isinstance(event, kinds) else event


@pytest.mark.parametrize("agent", ["naive", "repeats-each-write", "unsafe-retry"])
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(answers(""), id="answers are empty texts"),
        pytest.param(answers({}), id="answers are empty"),
        pytest.param(without(ToolReturned), id="answers are gone"),
        pytest.param(unkeyed, id="keys are empty"),
    ],
)
def test_an_answer_and_a_key_that_are_empty_are_none(agent: str, change: Change) -> None:
    judged = 0
    for case, record in played(agent):
        whole = score(record, case)
        if whole.passed or whole.status == "invalid":
            continue
        assert not better(whole, score(changed(record, change), case)), record.header.id
        judged += 1
    assert judged >= 6


@pytest.mark.parametrize("agent", ["naive", "stuck-payload", "stuck-speech"])
def test_what_calls_carried_and_nobody_reports_or_knows_shows_no_state(agent: str) -> None:
    for case, record in played(agent):
        black = changed(record, without(StateReported, ToolBuilt))
        whole = score(black, case)
        if whole.passed or whole.status == "invalid":
            continue
        unread = changed(black, lambda e: replace(e, arguments={}) if isinstance(e, ToolSent) else e)
        unheard = changed(black, lambda e: None if isinstance(e, SpeechText) and e.speaker == "agent" else e)
        assert not better(whole, score(unread, case)), record.header.id
        assert not better(whole, score(unheard, case)), record.header.id


@pytest.mark.parametrize("agent", ["stuck-payload", "naive"])
def test_a_column_that_is_nowhere_is_not_known(agent: str) -> None:
    """Taken out of both snapshots and all writes: the log still leads from the one to the other."""
    for case, record in played(agent):
        whole = score(record, case)
        if whole.passed or whole.status == "invalid":
            continue
        for table in {event.table for event in record.events if isinstance(event, WriteCommitted)}:
            for column in case.world.tables[table].columns:
                less = changed(record, blanked(table, column))
                assert not better(whole, score(less, case)), (record.header.id, column)


def blanked(table: str, column: str) -> Change:
    def row(one: Row | None) -> Row | None:
        return one if one is None else {**one, column: None}

    def change(event: AnyEvent) -> AnyEvent:
        if isinstance(event, WriteCommitted) and event.table == table:
            return replace(event, before=row(event.before), after=row(event.after))
        if isinstance(event, SnapshotTaken):
            rows = {key: row(one) or {} for key, one in event.tables.get(table, {}).items()}
            return replace(event, tables={**event.tables, table: rows})
        return event

    return change


def test_a_row_that_the_first_snapshot_lacks_is_not_one_that_was_never_there() -> None:
    story = Story(scenario("set_quantity", SET)).request("Order 4821, three.")
    story.says("I have set the quantity of order 4821 to 3.")
    record = changed(
        story.end(),
        lambda e: replace(e, tables={**e.tables, "orders": {}}) if isinstance(e, SnapshotTaken) else e,
    )
    result = score(record, story.scenario)
    assert (result.status, result.crashed) == ("invalid", True)
    assert result.reasons == ("the record does not show the backend as the scenario filled it",)


@pytest.mark.parametrize("lost", [None, {"quantity": 3}, {"order_number": "4821"}])
def test_an_answer_of_which_a_part_is_missing_may_have_told_that_it_worked(lost: Any) -> None:
    story = Story(scenario("set_quantity", SET)).request("Order 4821, three.")
    story.build("t1", "set_quantity", **SET).send("t1").commit("t1").fails("t1")
    story.read("t2", "get_order", order_number="4821").write("t3", "set_quantity", **SET)
    whole = score(story.end(), story.scenario)
    assert whole.axes["stale_write_prevented"].status == "fail"
    less = changed(
        story.record(),
        lambda e: replace(e, result=lost) if isinstance(e, ToolReturned) and e.call == "t2" else e,
    )
    assert score(less, story.scenario).axes["stale_write_prevented"].status == "not_measured"


def test_a_look_before_a_write_tells_nothing_of_it_however_little_is_known() -> None:
    """A cell that holds nothing yet is no answer that is lost."""
    story = Story(scenario("set_quantity", SET)).request("Order 4821, three.")
    story.build("t1", "get_order", order_number="4821").send("t1").returns("t1", None)
    story.build("t2", "set_quantity", **SET).send("t2").fault("t2", "timeout").commit("t2").fails("t2")
    story.write("t3", "set_quantity", **SET).read("t4", "get_order", order_number="4821")
    story.says("I have set the quantity of order 4821 to 3.")
    assert score(story.end(), story.scenario).axes["stale_write_prevented"].status == "pass"


def test_a_lost_write_has_a_cause_where_its_answer_says_nothing() -> None:
    faults = (Fault(tool="set_quantity", kind="acknowledged_but_lost"),)
    story = Story(scenario("set_quantity", SET, category="tool_fault", faults=faults)).request("Order 4821.")
    story.build("t1", "set_quantity", **SET).send("t1").fault("t1", "acknowledged_but_lost")
    story.returns("t1", None).says("I have set the quantity of order 4821 to 3.")
    result = score(story.end(), story.scenario)
    assert result.cause is not None
    assert result.cause.name == "write_lost"


@pytest.mark.parametrize("kind", [SpeechText, SpeechStarted])
def test_what_was_said_before_a_second_look_and_nobody_knows_may_have_been_a_claim(kind: type) -> None:
    faults = (Fault(tool="get_order", kind="empty"),)
    story = Story(scenario("set_quantity", SET, category="tool_fault", faults=faults)).request("Order 4821.")
    story.build("t1", "get_order", order_number="4821").send("t1").fault("t1", "empty").returns("t1", None)
    story.says("I have set the quantity of order 4821 to 3.").read("t2", "get_order", order_number="4821")
    record = story.end()
    assert score(record, story.scenario).axes["captured"].status == "fail"
    first = next(e for e in record.events if isinstance(e, SpeechText) and e.text.startswith("I have"))
    less = changed(
        record,
        lambda e: None if isinstance(e, kind) and getattr(e, "utterance", "") == first.utterance else e,
    )
    assert score(less, story.scenario).axes["captured"].status == "not_measured"


def test_a_claim_of_which_nobody_knows_when_it_began_came_behind_no_look() -> None:
    story = Story(scenario("set_quantity", SET), timed_words=False).request("Order 4821, three.")
    story.write("t1", "set_quantity", **SET).says("I have set the quantity of order 4821 to 3.")
    story.read("t2", "get_order", order_number="4821")
    record = story.end()
    assert [breach.rule for breach in score(record, story.scenario).breaches] == [VERIFIED]
    less = changed(record, lambda e: None if isinstance(e, SpeechStarted) and e.speaker == "agent" else e)
    assert VERIFIED in score(less, story.scenario).unknown


def test_a_call_without_an_answer_may_be_what_the_next_one_retries() -> None:
    story = Story(scenario("set_quantity", SET)).request("Order 4821, three.")
    story.build("t1", "set_quantity", **SET).send("t1").returns("t1", {"ok": False}).wait(1000)
    story.write("t2", "set_quantity", order_number="4821", quantity=4)
    whole = score(story.end(), story.scenario)
    assert RETRIES in [breach.rule for breach in whole.breaches]
    less = score(changed(story.record(), without(ToolReturned)), story.scenario)
    assert RETRIES in less.unknown


def test_without_its_writes_nobody_knows_what_a_call_took_back() -> None:
    line = Line(id="l2", act="negation", say="No.", when=Moment(kind="tool_succeeded", tool="set_quantity"))
    wanted = scenario("set_quantity", SET, line, category="correction")
    story = Story(wanted).request("Order 4821, three.").write("t1", "set_quantity", **SET)
    story.act("l2", "No, better not.").write("t2", "set_quantity", order_number="4821", quantity=2)
    story.write("t3", "set_quantity", order_number="4821", quantity=2).says("I have set it back to 2.")
    assert score(story.end(), wanted).axes["tool_args_correct"].status == "fail"
    less = score(changed(story.record(), without(WriteCommitted)), wanted)
    assert less.axes["tool_args_correct"].status == "not_measured"
    assert less.axes["stale_write_prevented"].status != "pass"


def test_an_act_that_does_not_say_which_wish_it_is_about_is_no_evidence() -> None:
    case, record = next((case, record) for case, record in played("do-nothing") if len(case.goals) > 1)
    assert score(record, case).status == "failed"
    less = changed(record, lambda e: replace(e, goal=None) if isinstance(e, CallerBegan) else e)
    result = score(less, case)
    assert (result.status, result.crashed) == ("invalid", True)
