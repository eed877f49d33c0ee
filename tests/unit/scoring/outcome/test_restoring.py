"""Putting back a row that was deleted in the same call: nobody wants it gone any more."""

from __future__ import annotations

from callproof.evidence.record import Record
from callproof.scenario.model import Line
from callproof.scenario.moments import Moment
from callproof.scenario.worlds import Parameter, Table, Tool, World, Write
from callproof.scoring.outcome.case import score
from tests.unit.scoring.outcome.stories import COUNT, TEXT, Story, scenario

NOTES = World(
    tables={
        "notes": Table(
            key="id",
            columns={"id": "integer", "order_number": "text", "amount": "number"},
            rows=({"id": 1, "order_number": "4821", "amount": 20},),
        )
    },
    tools={
        "remove_note": Tool(
            description="removes a note",
            parameters={"id": COUNT},
            write=Write(kind="delete", table="notes", record="id"),
            undo="add_note",
        ),
        "add_note": Tool(
            description="adds a note",
            parameters={"order_number": TEXT, "amount": Parameter(type="number")},
            write=Write(
                kind="insert",
                table="notes",
                values={"order_number": "order_number", "amount": "amount"},
            ),
        ),
    },
)
TAKEN_BACK = Line(
    id="l2", act="negation", say="No, leave it.", when=Moment(kind="tool_succeeded", tool="remove_note")
)
REMOVED = scenario("remove_note", {"id": 1}, TAKEN_BACK, world=NOTES, category="correction")


def restored(amount: int, *, times: int = 1) -> Record:
    story = Story(REMOVED).request("Please remove note 1.").write("t1", "remove_note", id=1).act("l2")
    for n in range(times):
        story.write(f"t{n + 2}", "add_note", order_number="4821", amount=amount)
    return story.says("I have restored the note. Anything else?").end()


def test_a_row_that_was_deleted_may_be_put_back() -> None:
    result = score(restored(20), REMOVED)
    assert {axis: found.status for axis, found in result.axes.items()} == dict.fromkeys(result.axes, "pass")


def test_another_row_in_its_place_is_no_taking_back() -> None:
    result = score(restored(25), REMOVED)
    failed = {axis for axis, found in result.axes.items() if found.status == "fail"}
    assert failed >= {"tool_args_correct", "stale_write_prevented", "backend_correct"}


def test_it_is_put_back_once() -> None:
    result = score(restored(20, times=2), REMOVED)
    failed = {axis for axis, found in result.axes.items() if found.status == "fail"}
    assert failed >= {"tool_args_correct", "stale_write_prevented", "backend_correct"}
