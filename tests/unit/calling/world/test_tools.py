"""Tool calls on a backend: what they do, what they answer, and what they answer when the agent got it wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from callproof.calling.world.database import Backend
from callproof.calling.world.tools import Answer, Tools
from callproof.errors import InputError
from callproof.scenario.worlds import Parameter, Read, Table, Tool, World, Write
from tests.unit.calling.world.worlds import TEXT, WHOLE, shop

ROW = {
    "order_number": "4281",
    "customer": "Ines Marti",
    "delivery_date": "2026-03-12",
    "quantity": 2,
    "total": 19.99,
    "gift": False,
}


@pytest.fixture
def tools(url: str | None) -> Iterator[Tools]:
    world = shop()
    with Backend(world, url=url) as backend:
        yield Tools(world, backend)


@pytest.fixture
def in_memory() -> Iterator[Tools]:
    world = shop()
    with Backend(world) as backend:
        yield Tools(world, backend)


# --- what is declared ---------------------------------------------------------------------------------------------


def test_reading_one_row(tools: Tools) -> None:
    assert tools.run("find_order", {"order_number": "4281"}) == Answer(result=ROW)


def test_reading_a_row_that_is_not_there(tools: Tools) -> None:
    assert tools.run("find_order", {"order_number": "9999"}) == Answer(result=None)


def test_reading_rows(tools: Tools) -> None:
    def numbers(**arguments: Any) -> list[str]:
        return [row["order_number"] for row in tools.run("search_orders", arguments).result]

    assert numbers(customer="Ines Marti") == ["4281", "4821"]
    assert numbers(customer="Ines Marti", quantity=1) == ["4821"]
    assert numbers(customer="Ines Marti", quantity=None) == ["4281", "4821"]
    assert numbers(customer="Nobody") == []


def test_setting(tools: Tools) -> None:
    answer = tools.run("update_order", {"order_number": "4281", "date": "2026-03-20"})
    after = ROW | {"delivery_date": "2026-03-20"}
    assert answer.result == {"ok": True, "record": after}
    assert [(c.table, c.key, c.before, c.after) for c in answer.changes] == [("orders", "4281", ROW, after)]
    assert tools.backend.snapshot()["orders"]["4281"] == after


def test_a_set_that_alters_nothing_is_a_write_too(tools: Tools) -> None:
    (change,) = tools.run("update_order", {"order_number": "4281", "quantity": 2}).changes
    assert change.before == change.after == ROW


def test_inserting(tools: Tools) -> None:
    answer = tools.run("ship_order", {"order_number": "4281", "quantity": 2})
    row = {"id": 1, "order": "4281", "quantity": 2, "status": "sent"}
    assert answer.result == {"ok": True, "record": row}
    assert [(c.table, c.key, c.before, c.after) for c in answer.changes] == [("shipments", "1", None, row)]
    assert tools.run("ship_order", {"order_number": "4281"}).result["record"] == {
        "id": 2,
        "order": "4281",
        "quantity": None,
        "status": "sent",
    }


def test_deleting(tools: Tools) -> None:
    answer = tools.run("delete_order", {"order_number": "4281"})
    assert answer.result == {"ok": True, "record": None}
    assert [(c.table, c.key, c.before, c.after) for c in answer.changes] == [("orders", "4281", ROW, None)]
    assert tools.run("delete_order", {"order_number": "4281"}) == Answer(error="404 no order 4281")


def test_constants_alone_can_be_the_work(tools: Tools) -> None:
    tools.run("ship_order", {"order_number": "4281"})
    assert tools.run("cancel_shipment", {"shipment": 1}).result["record"]["status"] == "cancelled"
    assert tools.run("cancel_shipment", {"shipment": 2}) == Answer(error="404 no shipment 2")


def test_a_parameter_is_turned_into_what_the_column_takes() -> None:
    world = World(
        tables={"seats": Table(key="nr", columns={"nr": "integer", "name": "text", "fee": "number"})},
        tools={
            "book": Tool(
                description="",
                parameters={"nr": TEXT, "name": WHOLE, "fee": TEXT},
                write=Write(kind="insert", table="seats", values={"nr": "nr", "name": "name", "fee": "fee"}),
            )
        },
    )
    with Backend(world) as backend:
        tools = Tools(world, backend)
        booked = tools.run("book", {"nr": "7", "name": 42, "fee": "40.00"})
        assert booked.result["record"] == {"nr": 7, "name": "42", "fee": 40}
        again = tools.run("book", {"nr": "7", "name": 1, "fee": "1"})
        assert again == Answer(error="409 seat 7 is already there")
        wrong = tools.run("book", {"nr": "seven", "name": 1, "fee": "1"})
        assert wrong == Answer(error="400 nr: found 'seven', expected a whole number")


def test_renamed_tables_and_fields_work_alike(url: str | None) -> None:
    world = World(
        tables={
            "Buchungen": Table(
                key="Nr.",
                columns={"Nr.": "integer", "für wen": "text", "select": "boolean"},
                rows=({"Nr.": 5, "für wen": "Ada", "select": True},),
            )
        },
        tools={
            "umbuchen": Tool(
                description="",
                parameters={"buchung": WHOLE, "name": TEXT},
                write=Write(kind="set", table="Buchungen", record="buchung", values={"für wen": "name"}),
            ),
            "suchen": Tool(
                description="",
                parameters={"wer": TEXT},
                read=Read(table="Buchungen", where={"für wen": "wer"}),
            ),
        },
    )
    with Backend(world, url=url) as backend:
        tools = Tools(world, backend)
        row = {"Nr.": 5, "für wen": "Bo", "select": True}
        assert tools.run("umbuchen", {"buchung": 5, "name": "Bo"}).result == {"ok": True, "record": row}
        assert tools.run("suchen", {"wer": "Bo"}).result == [row]
        assert tools.run("umbuchen", {"buchung": 6, "name": "Bo"}).error == "404 no Buchungen 6"


# --- what is wrong with a call --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("find_ordr", {}, "404 no tool find_ordr"),
        ("find_order", {}, "400 missing argument order_number"),
        ("find_order", {"order_number": None}, "400 missing argument order_number"),
        ("find_order", {"order_number": 4281}, "400 order_number must be a string, not 4281"),
        ("find_order", {"order_number": ["4281"]}, "400 order_number must be a string, not a list of 1"),
        (
            "find_order",
            {"order_number": "4281", "x": 1},
            "400 unknown argument x (known: order_number)",
        ),
        ("find_order", '{"order_number": ', "400 the arguments are no JSON object"),
        ("find_order", {"order_number": "\0"}, None),
        ("search_orders", {"customer": "\0"}, "400 customer: found a text with a NUL character"),
        (
            "update_order",
            {"order_number": "4281"},
            "400 nothing to change; give at least one of date, quantity",
        ),
        (
            "update_order",
            {"order_number": "4281", "date": "Friday"},
            "400 date must be a date such as 2026-03-10, not 'Friday'",
        ),
        (
            "update_order",
            {"order_number": "4281", "quantity": "3"},
            "400 quantity must be an integer, not '3'",
        ),
        (
            "update_order",
            {"order_number": "4281", "quantity": 2.5},
            "400 quantity must be an integer, not 2.5",
        ),
        (
            "update_order",
            {"order_number": "4281", "quantity": True},
            "400 quantity must be an integer, not true",
        ),
        ("update_order", {"order_number": "4281", "quantity": 2**63}, "400 quantity must be an integer"),
        ("update_order", {"order_number": "9999", "quantity": 1}, "404 no order 9999"),
        ("ship_order", {}, "400 missing argument order_number"),
    ],
)
def test_a_mistake_of_the_agent_is_an_answer(
    in_memory: Tools, name: str, arguments: Any, error: str | None
) -> None:
    answer = in_memory.run(name, arguments)
    assert (answer.error or "").startswith(error or "")
    assert (answer.error is None) == (error is None)
    assert answer.changes == ()
    assert answer.result is None
    assert in_memory.backend.snapshot() == in_memory.backend.initial


def test_all_missing_arguments_are_named() -> None:
    tool = Tool(
        description="",
        parameters={"a": TEXT, "b": TEXT},
        write=Write(kind="insert", table="shipments", values={"order": "a"}),
    )
    world = shop(both=tool)
    with Backend(world) as backend:
        assert Tools(world, backend).run("both", {}).error == "400 missing arguments a, b"


@pytest.mark.parametrize(
    ("parameter", "good", "bad", "error"),
    [
        (Parameter(type="number"), 2, "2", "400 it must be a number, not '2'"),
        (Parameter(type="number"), 2.5, True, "400 it must be a number, not true"),
        (Parameter(type="number"), 2.5, float("nan"), "400 it must be a number, not NaN"),
        (Parameter(type="integer"), 2.0, 1.5, "400 it must be an integer, not 1.5"),
        (Parameter(type="boolean"), True, 1, "400 it must be true or false, not 1"),
        (
            Parameter(type="string", choices=("red", "blue")),
            "red",
            "Red",
            "400 it must be one of red, blue, not 'Red'",
        ),
        (
            Parameter(type="string", format="time"),
            "14:30",
            "half past two",
            "400 it must be a time such as 14:30, not 'half past two'",
        ),
        (
            Parameter(type="string", format="date-time"),
            "2026-03-10T14:30:00",
            "soon",
            "400 it must be a time such as 2026-03-10T14:30:00, not 'soon'",
        ),
        (
            Parameter(type="string", format="email"),
            "a@b.example",
            "a at b",
            "400 it must be an e-mail address, not 'a at b'",
        ),
        (
            Parameter(type="string", format="date"),
            "2024-02-29",
            "2026-02-29",
            "400 it must be a date such as 2026-03-10, not '2026-02-29'",
        ),
    ],
)
def test_types_choices_and_formats(parameter: Parameter, good: Any, bad: Any, error: str) -> None:
    world = World(
        tables={"t": Table(key="id", columns={"id": "integer"})},
        tools={"look": Tool(description="", parameters={"it": parameter}, read=Read(table="t"))},
    )
    with Backend(world) as backend:
        tools = Tools(world, backend)
        assert tools.run("look", {"it": good}) == Answer(result=[])
        assert tools.run("look", {"it": bad}) == Answer(error=error)


# --- keys -----------------------------------------------------------------------------------------------------------


def test_the_work_of_one_key_is_done_once(tools: Tools) -> None:
    first = tools.run("ship_order", {"order_number": "4281"}, key="k1")
    again = tools.run("ship_order", {"order_number": "4281"}, key="k1")
    assert not first.deduplicated
    assert again == Answer(result={**first.result, "deduplicated": True}, deduplicated=True)
    assert list(tools.backend.snapshot()["shipments"]) == ["1"]
    assert tools.run("ship_order", {"order_number": "4281"}, key="k2").result["record"]["id"] == 2
    assert "deduplicated" not in first.result


def test_altering_an_answer_does_not_alter_what_the_key_stands_for(in_memory: Tools) -> None:
    first = in_memory.run("ship_order", {"order_number": "4281"}, key="k1")
    first.result["record"]["order"] = "altered"
    assert in_memory.run("ship_order", {"order_number": "4281"}, key="k1").result["record"]["order"] == "4281"


def test_a_key_belongs_to_its_arguments(in_memory: Tools) -> None:
    in_memory.run("ship_order", {"order_number": "4281"}, key="k1")
    other = in_memory.run("ship_order", {"order_number": "4821"}, key="k1")
    assert other == Answer(error="409 this idempotency key was used with other arguments")


@pytest.mark.parametrize("key", [None, ""])
def test_without_a_key_the_work_is_done_each_time(in_memory: Tools, key: str | None) -> None:
    for _ in range(2):
        assert len(in_memory.run("ship_order", {"order_number": "4281"}, key=key).changes) == 1


def test_a_key_means_nothing_to_a_tool_that_takes_none(in_memory: Tools) -> None:
    for _ in range(2):
        answer = in_memory.run("update_order", {"order_number": "4281", "quantity": 3}, key="k1")
        assert (len(answer.changes), answer.deduplicated) == (1, False)


def test_a_key_whose_call_failed_is_still_free() -> None:
    tool = Tool(
        description="",
        parameters={"order_number": TEXT, "quantity": WHOLE},
        write=Write(kind="set", table="orders", record="order_number", values={"quantity": "quantity"}),
        keyed=True,
    )
    world = shop(update_order=tool)
    with Backend(world) as backend:
        tools = Tools(world, backend)
        assert tools.run("update_order", {"order_number": "9999", "quantity": 1}, key="k").error is not None
        assert tools.run("update_order", {"order_number": "4281", "quantity": 1}, key="k").error is None


def test_a_rehearsal_answers_alike_and_leaves_nothing(tools: Tools) -> None:
    rehearsed = tools.rehearse("ship_order", {"order_number": "4281"}, key="k1")
    assert rehearsed.changes == ()
    assert tools.backend.snapshot() == tools.backend.initial
    done = tools.run("ship_order", {"order_number": "4281"}, key="k1")
    assert done.result == rehearsed.result
    assert not done.deduplicated
    assert tools.rehearse("update_order", {"order_number": "1", "quantity": 1}).error == "404 no order 1"


# --- declarations ---------------------------------------------------------------------------------------------------

SET = Write(kind="set", table="orders", record="order_number", values={"quantity": "quantity"})
PARAMETERS = {"order_number": TEXT, "quantity": WHOLE}


@pytest.mark.parametrize(
    ("tool", "problem"),
    [
        (Tool(description=""), "tools.t: declares neither a write nor a read"),
        (
            Tool(description="", parameters=PARAMETERS, write=SET, read=Read(table="orders")),
            "tools.t: declares both",
        ),
        (
            Tool(description="", read=Read(table="order")),
            "tools.t.read.table: no table is called 'order'. Did you mean 'orders'?",
        ),
        (
            Tool(description="", read=Read(table="orders", record="number")),
            "tools.t.read: the tool has no parameter 'number'",
        ),
        (
            Tool(description="", parameters=PARAMETERS, read=Read(table="orders", where={"qty": "quantity"})),
            "tools.t.read: orders has no column 'qty'",
        ),
        (
            Tool(
                description="",
                parameters=PARAMETERS,
                write=Write(kind="set", table="orders", values={"quantity": "quantity"}),
            ),
            "tools.t.write.record: is missing: which parameter names the row to set?",
        ),
        (
            Tool(
                description="",
                parameters=PARAMETERS,
                write=Write(kind="delete", table="orders"),
            ),
            "tools.t.write.record: is missing: which parameter names the row to delete?",
        ),
        (
            Tool(
                description="",
                parameters=PARAMETERS,
                write=Write(kind="set", table="orders", record="order_number", constants={"gift": "yes"}),
            ),
            "tools.t.write.constants.gift: found 'yes', expected true or false",
        ),
        (
            Tool(
                description="",
                parameters=PARAMETERS,
                write=Write(kind="set", table="orders", record="order_number", constants={"gft": True}),
            ),
            "tools.t.write.constants: orders has no column 'gft'. Did you mean 'gift'?",
        ),
        (
            Tool(
                description="",
                parameters=PARAMETERS,
                write=Write(
                    kind="set", table="orders", record="order_number", values={"order_number": "quantity"}
                ),
            ),
            "tools.t.write.values: 'order_number' names the row and cannot be changed",
        ),
        (
            Tool(
                description="",
                parameters={"order_number": Parameter(type="string", required=False)},
                read=Read(table="orders", record="order_number"),
            ),
            "tools.t.read.record: the parameter 'order_number' names the row and must be required",
        ),
        (
            Tool(description="", parameters=PARAMETERS, write=SET, undo="undo_it"),
            "tools.t.undo: no tool is called 'undo_it'",
        ),
        (
            Tool(description="", parameters=PARAMETERS, write=SET, commit_after_ms=400),
            "tools.t.reply_after_ms: is before commit_after_ms",
        ),
    ],
)
def test_a_declaration_that_cannot_be_carried_out(tool: Tool, problem: str) -> None:
    world = shop(t=tool)
    with Backend(world) as backend, pytest.raises(InputError) as caught:
        Tools(world, backend, file="s.yaml")
    assert len(caught.value.problems) == 1
    assert f"s.yaml: {problem}" in str(caught.value)
