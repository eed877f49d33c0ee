"""What the gate takes from one record: what was looked at, and that less evidence is never better for any of its rules."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from callproof.evidence.events import (
    AnyEvent,
    SnapshotTaken,
    SpeechText,
    ToolBuilt,
    ToolFailed,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.evidence.record import Record
from callproof.scenario.model import Line, Scenario
from callproof.scenario.moments import Moment
from callproof.scenario.worlds import Read, Table, Tool, World, Write
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.gate import RULES, Policy, gate
from callproof.scoring.outcome.gate_facts import VERIFIED
from tests.unit.scoring.outcome.played import played
from tests.unit.scoring.outcome.stories import COUNT, SHOP, TEXT, Story, scenario

TODAY = datetime.date(2026, 3, 10)
SHIP = {"order_number": "4821"}
CHANGE = Tool(
    description="another quantity and day",
    parameters={"order_number": TEXT, "quantity": COUNT, "delivery_date": TEXT},
    write=Write(
        kind="set",
        table="orders",
        record="order_number",
        values={"quantity": "quantity", "delivery_date": "delivery_date"},
    ),
)
TWICE: dict[str, Any] = {"order_number": "4821", "quantity": 3, "delivery_date": "2026-03-13"}


def shipped(*, look: bool = True) -> Story:
    """A shipment that was written and answered, and looked at before anybody spoke of it."""
    story = Story(scenario("ship_order", SHIP)).request("Ship order 4821.")
    story.write("t1", "ship_order", key="k1", **SHIP)
    return story.read("t2", "find_shipments", **SHIP) if look else story


def untold(record: Record, index: int) -> Record:
    """Nobody knows what the agent said in its n-th text."""
    texts = [e for e in record.events if isinstance(e, SpeechText) and e.speaker == "agent"]
    return Record(record.header, tuple(event for event in record.events if event is not texts[index]))


def test_a_look_has_to_show_what_still_stands_and_not_what_was_changed_since() -> None:
    """Three, then four on the same day: one look at the end shows four and the day."""
    world = replace(SHOP, tools={**SHOP.tools, "change_order": CHANGE})
    line = Line(
        id="l2", act="correction", changes={"quantity": 4}, when=Moment(kind="tool_succeeded", tool="*")
    )
    wanted = scenario("change_order", TWICE, line, world=world, category="correction")
    story = Story(wanted).request("Three on Friday, please.").write("t1", "change_order", **TWICE)
    story.act("l2", "No, four.").write("t2", "change_order", **{**TWICE, "quantity": 4})
    seen = score(story.read("t3", **SHIP).says("I have changed it to four on Friday.").end(), wanted)
    assert (seen.measured, seen.breaches, seen.unknown) == ((VERIFIED,), (), ())


def test_a_look_after_what_nobody_heard_may_have_come_too_late() -> None:
    story = Story(scenario("ship_order", SHIP)).request("Ship order 4821.")
    story.write("t1", "ship_order", key="k1", **SHIP).says("One moment, please.")
    record = story.read("t2", "find_shipments", **SHIP).says("I have shipped order 4821.").end()
    assert score(record, story.scenario).unknown == ()
    before_the_look = score(untold(record, 1), story.scenario)
    assert (before_the_look.breaches, before_the_look.unknown) == ((), (VERIFIED,))
    after_it = score(untold(record, 2), story.scenario)
    assert (after_it.measured, after_it.breaches, after_it.unknown) == ((VERIFIED,), (), ())


def test_what_was_never_looked_at_was_not_whatever_else_is_not_heard() -> None:
    story = shipped(look=False).says("One moment, please.").says("I have shipped order 4821.")
    for index in (1, 2):
        assert [b.rule for b in score(untold(story.end(), index), story.scenario).breaches] == [VERIFIED]


def test_a_write_of_which_nobody_knows_the_call_cannot_be_held_to_a_look() -> None:
    story = shipped(look=False).says("I have shipped order 4821.")
    events = tuple(
        replace(event, call=None) if isinstance(event, WriteCommitted) else event
        for event in story.end().events
    )
    result = score(Record(story.record().header, events), story.scenario)
    assert (result.measured, result.unknown) == ((), (VERIFIED,))
    assert result.axes["tool_args_correct"].status == "not_measured"
    assert result.axes["stale_write_prevented"].status == "fail"


def test_a_call_whose_arguments_cannot_be_read_cannot_be_held_to_a_look() -> None:
    for look in (True, False):
        story = shipped(look=look).says("I have shipped order 4821.")
        events = tuple(
            replace(event, arguments="{") if isinstance(event, ToolBuilt | ToolSent) else event
            for event in story.end().events
        )
        result = score(Record(story.record().header, events), story.scenario)
        assert (result.measured, result.unknown) == ((VERIFIED,), (VERIFIED,))


def test_a_clock_that_is_not_known_gives_no_grace() -> None:
    line = Line(
        id="l2",
        act="correction",
        changes={"order_number": "4281"},
        when=Moment(kind="tool_sent", tool="ship_order"),
    )
    wanted = scenario("ship_order", SHIP, line, category="correction")
    found = {}
    for clock in ("real", "virtual", None):
        story = Story(wanted, clock=clock).request("Ship order 4821.").build("t1", "ship_order", **SHIP)
        story.act("l2", "No, 4281.").send("t1", key="k1").wait(100).commit("t1").returns("t1")
        found[clock] = score(story.end(), wanted).axes["stale_write_prevented"].status
    assert found == {"real": "pass", "virtual": "fail", None: "fail"}


def test_another_table_and_its_tools_change_nothing() -> None:
    """Where they are the agent's as well: a look at them is no look at what was done."""
    bystander = Table(key="id", columns={"id": "integer", "note": "text"}, rows=({"id": 1, "note": "x"},))
    look = Tool(description="notes", read=Read(table="notes"))
    found = set()
    for tables, tools in (({}, {}), ({"notes": bystander}, {"list_notes": look})):
        world = World(tables={**SHOP.tables, **tables}, tools={**SHOP.tools, **tools})
        wanted = scenario("ship_order", SHIP, world=world)
        story = Story(wanted).request("Ship order 4821.").write("t1", "ship_order", key="k1", **SHIP)
        if tools:
            story.read("t2", "list_notes", result=[{"id": 1, "note": "x"}])
        result = score(story.says("I have shipped order 4821.").end(), wanted)
        found.add((result.status, tuple(b.rule for b in result.breaches), result.measured, result.unknown))
    assert found == {("passed", (VERIFIED,), (VERIFIED,), ())}


def without(*kinds: type) -> Callable[[Record], Record]:
    return lambda record: Record(
        record.header, tuple(event for event in record.events if not isinstance(event, kinds))
    )


def texts_gone(record: Record) -> Record:
    gone = (SpeechText,)
    kept = tuple(e for e in record.events if not isinstance(e, gone) or e.speaker != "agent")
    return Record(record.header, kept)


def looks_gone(record: Record) -> Record:
    looks = {
        e.call for e in record.events if isinstance(e, ToolSent) and e.name.startswith(("find_", "get_"))
    }
    return Record(record.header, tuple(e for e in record.events if getattr(e, "call", None) not in looks))


def keys_gone(record: Record) -> Record:
    events = (replace(e, idempotency_key=None) if isinstance(e, ToolSent) else e for e in record.events)
    return Record(record.header, tuple(events))


def made_of(change: Callable[[AnyEvent], AnyEvent]) -> Callable[[Record], Record]:
    return lambda record: Record(record.header, tuple(change(event) for event in record.events))


LESS: dict[str, Callable[[Record], Record]] = {
    "no writes": without(WriteCommitted),
    "no answers": without(ToolReturned, ToolFailed),
    "no answers that went well": without(ToolReturned),
    "no snapshots": without(SnapshotTaken),
    "no building": without(ToolBuilt),
    "no texts": texts_gone,
    "no looks": looks_gone,
    "no keys": keys_gone,
    "no results": made_of(lambda e: replace(e, result=None) if isinstance(e, ToolReturned) else e),
    "writes of nobody": made_of(lambda e: replace(e, call=None) if isinstance(e, WriteCommitted) else e),
    "no arguments": made_of(lambda e: replace(e, arguments="") if isinstance(e, ToolBuilt | ToolSent) else e),
    "no names of states": made_of(lambda e: replace(e, state_version=None) if isinstance(e, ToolBuilt | ToolSent) else e),
    "no known times": made_of(lambda e: replace(e, quality="unknown")),
    "no clock": lambda record: Record(replace(record.header, clock=None), record.events),
    "own backend": lambda record: Record(replace(record.header, own_backend="snapshots"), record.events),
    "own backend, no writes": lambda record: without(WriteCommitted)(
        Record(replace(record.header, own_backend="snapshots"), record.events)
    ),
    "broken off": lambda record: Record(record.header, record.events[: len(record.events) * 2 // 3]),
}  # fmt: skip


@pytest.mark.parametrize("agent", ["naive", "stuck-speech", "writes-before-asked"])
@pytest.mark.parametrize("less", LESS)
def test_a_record_of_which_less_is_known_never_passes_a_rule_that_it_failed(agent: str, less: str) -> None:
    """Each rule alone: no other fails in its place."""
    policies = [Policy(rules=(name,), required=(), invalid_share=1) for name in RULES]

    def passes(record: Record, wanted: Scenario) -> list[bool]:
        result = score(record, wanted)
        return [gate([result], policy, today=TODAY).passed for policy in policies]

    failed = 0
    for wanted, record in played(agent):
        for name, before, after in zip(
            RULES, passes(record, wanted), passes(LESS[less](record), wanted), strict=True
        ):
            failed += not before
            assert before or not after, (wanted.id, name)
    assert failed > 20
