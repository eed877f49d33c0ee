"""Right agents on tools whose work is a function: what is unusual and declared is right, and what is not declared is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from callproof.calling.agent import Session, ToolError
from callproof.calling.engine import cases_of, play
from callproof.calling.simulation.call import AgentSpec, Settings
from callproof.calling.world.database import Transaction
from callproof.calling.world.functions import FunctionTool, ToolRegistry, tool
from callproof.evidence.events import ToolReturned
from callproof.evidence.record import Record
from callproof.scenario.model import Fault, Goal, Line, Scenario, Suite
from callproof.scenario.worlds import Read, Table, World, Write
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import CaseResult

ORDERS = Table(
    key="order_number",
    columns={"order_number": "text", "quantity": "integer", "status": "text", "note": "text"},
    rows=(
        {"order_number": "4821", "quantity": 2, "status": "open"},
        {"order_number": "4281", "quantity": 1, "status": "open"},
    ),
    ignore=("note",),
    void={"status": "gone"},
)
STATS = Table(
    key="name",
    columns={"name": "text", "calls": "integer"},
    rows=({"name": "desk", "calls": 0},),
    ignore=("calls",),
)
BOXES = Table(key="id", columns={"id": "integer", "order_number": "text", "size": "text"})
MESSAGES = Table(key="id", columns={"id": "integer", "text": "text", "state": "text"}, ignore=("text",))
ORDER = Write(kind="set", table="orders", record="order_number", values={"quantity": "quantity"})


@tool(read=Read(table="orders", record="order_number"))
def get_order(db: Transaction, order_number: str) -> dict[str, Any] | None:
    """Looks up an order."""
    return db.get("orders", order_number)


@tool(read=Read(table="messages"))
def messages(db: Transaction) -> list[dict[str, Any]]:
    """All messages."""
    return db.find("messages")


@tool(write=ORDER)
def set_quantity(db: Transaction, order_number: str, quantity: int) -> dict[str, Any]:
    """Changes how many."""
    return db.update("orders", order_number, quantity=quantity)


@tool(
    write=Write(
        kind="set",
        table="orders",
        record="order_number",
        values={"quantity": "quantity", "status": "status"},
    )
)
def set_in_steps(
    db: Transaction, order_number: str, quantity: int | None = None, status: str | None = None
) -> dict[str, Any]:
    """Changes an order column by column."""
    if quantity is not None:
        db.update("orders", order_number, quantity=quantity)
    if status is not None:
        db.update("orders", order_number, status=status)
    return {"ok": True}


@tool(write=Write(kind="set", table="orders", record="order_number", values={"note": "note"}))
def add_note(db: Transaction, order_number: str, note: str) -> dict[str, Any]:
    """Notes something down; nobody compares notes."""
    return db.update("orders", order_number, note=note)


@tool(write=Write(kind="insert", table="messages", values={"text": "text"}, constants={"state": "new"}))
def leave_message(db: Transaction, text: str) -> dict[str, Any]:
    """Leaves a message; nobody compares its words."""
    return db.insert("messages", text=text, state="new")


@tool(write=ORDER)
def set_and_count(db: Transaction, order_number: str, quantity: int) -> dict[str, Any]:
    """Changes how many, where that is not so already, and counts the calls of the desk."""
    row = db.get("orders", order_number)
    if row is None or row["quantity"] != quantity:
        row = db.update("orders", order_number, quantity=quantity)
    db.update("stats", "desk", calls=1)
    return {"ok": True, "record": row}


@tool(write=ORDER)
def set_and_close(db: Transaction, order_number: str, quantity: int) -> dict[str, Any]:
    """Changes more than it declares."""
    return db.update("orders", order_number, quantity=quantity, status="closed")


@tool(write=Write(kind="delete", table="orders", record="order_number"))
def drop_order(db: Transaction, order_number: str) -> dict[str, Any]:
    """An order goes."""
    db.delete("orders", order_number)
    return {"ok": True}


@tool(write=Write(kind="set", table="orders", record="order_number", constants={"status": "gone"}))
def void_order(db: Transaction, order_number: str) -> dict[str, Any]:
    """An order goes, and its row stays."""
    return db.update("orders", order_number, status="gone")


@tool(read=Read(table="orders", where={"quantity": "quantity"}))
def orders_of(db: Transaction, quantity: int) -> list[dict[str, Any]]:
    """The orders of so many pieces."""
    return db.find("orders", quantity=quantity)


@tool(read=Read(table="orders"))
def all_orders(db: Transaction) -> list[dict[str, Any]]:
    """All orders."""
    return db.find("orders")


@tool(write=ORDER)
def set_silently(db: Transaction, order_number: str, quantity: int) -> None:
    """Changes how many, and answers nothing."""
    db.update("orders", order_number, quantity=quantity)


@tool(write=Write(kind="insert", table="boxes", values={"order_number": "order_number", "size": "size"}))
def add_box(db: Transaction, order_number: str, size: str = "small") -> dict[str, Any]:
    """Adds a box to an order."""
    return {"ok": True, "record": db.insert("boxes", order_number=order_number, size=size)}


@tool(write=Write(kind="insert", table="messages", constants={"state": "alarm"}))
def raise_alarm(db: Transaction) -> dict[str, Any]:
    """Raises the alarm."""
    return {"ok": True, "record": db.insert("messages", state="alarm")}


TOOLS = (
    orders_of,
    all_orders,
    set_silently,
    add_box,
    raise_alarm,
    get_order,
    messages,
    set_quantity,
    set_in_steps,
    add_note,
    leave_message,
    set_and_count,
    set_and_close,
    drop_order,
    void_order,
)
SIX: Mapping[str, Any] = {"order_number": "4821", "quantity": 6}
LOOK = ("get_order", {"order_number": "4821"})
Act = str | tuple[str, Mapping[str, Any]]


@dataclass
class Scripted:
    """Does after each of the caller's turns what it was told to: says a text, or calls a tool."""

    turns: Sequence[Sequence[Act]]
    virtual_time: ClassVar[bool] = True

    async def run(self, call: Session) -> None:
        left = list(self.turns)
        await call.say("Hello, how can I help?")
        async for _ in call.turns():
            if not left:
                call.hang_up()
                return
            for act in left.pop(0):
                if isinstance(act, str):
                    await call.say(act)
                else:
                    with suppress(ToolError):
                        await call.tool(act[0], **act[1])


def placed(
    tool: FunctionTool,
    arguments: Mapping[str, Any],
    say: str,
    *turns: Sequence[Act],
    faults: tuple[Fault, ...] = (),
) -> tuple[Scenario, Record]:
    functions = ToolRegistry(TOOLS)
    tables = {"orders": ORDERS, "stats": STATS, "messages": MESSAGES, "boxes": BOXES}
    world = functions.merged(World(tables=tables, tools={}))
    scenario = Scenario(
        id="own",
        category="task",
        world=world,
        goals={"main": Goal(tool=tool.name, arguments=arguments)},
        script=(Line(id="l1", say=say, request="main"),),
        faults=faults,
    )
    agent = AgentSpec(name="scripted", make=lambda: Scripted(turns))
    cases = cases_of([Suite(name="own", scenarios=(scenario,))])
    ((_, record),) = play(cases, agent, Settings(functions=functions))
    return scenario, record


def judged(tool: FunctionTool, arguments: Mapping[str, Any], say: str, *turns: Sequence[Act]) -> CaseResult:
    scenario, record = placed(tool, arguments, say, *turns)
    return score(record, scenario)


CHANGE = "Please set order {order_number} to quantity {quantity}."
CHANGED = "I have set the quantity of order 4821 to 6."


def test_one_row_may_be_changed_in_several_steps() -> None:
    both = {**SIX, "status": "urgent"}
    say = "Please set order {order_number} to quantity {quantity}, status {status}."
    done = "I have set order 4821 to quantity 6, status urgent."
    result = judged(set_in_steps, both, say, [("set_in_steps", both), LOOK, done])
    assert result.passed, result.reasons


def test_what_nobody_compares_may_be_written_beside() -> None:
    note = ("add_note", {"order_number": "4821", "note": "by phone"})
    result = judged(set_quantity, SIX, CHANGE, [("set_quantity", SIX), note, LOOK, CHANGED])
    assert result.passed, result.reasons


def test_a_function_may_find_its_own_row_to_be_right_and_touch_another() -> None:
    scenario, record = placed(
        set_and_count,
        SIX,
        CHANGE,
        [("set_and_count", SIX), ("set_and_count", SIX), LOOK, CHANGED],
        faults=(Fault(tool="set_and_count", kind="timeout", committed=True),),
    )
    result = score(record, scenario)
    assert result.passed, result.reasons


def test_a_new_row_of_which_only_the_words_are_given() -> None:
    result = judged(
        leave_message,
        {"text": "the door is broken"},
        "Please leave a message that the door is broken.",
        [
            ("leave_message", {"text": "The door is broken."}),
            ("messages", {}),
            "I have sent the message that the door is broken.",
        ],
    )
    assert result.passed, result.reasons


@pytest.mark.parametrize("tool", [drop_order, void_order])
@pytest.mark.parametrize("verb", ["removed", "cancelled"])
def test_a_row_that_is_to_go_is_removed_whatever_the_tool_is_called(tool: FunctionTool, verb: str) -> None:
    result = judged(
        tool,
        {"order_number": "4821"},
        "Please cancel order 4821.",
        [(tool.name, {"order_number": "4821"}), LOOK, f"I have {verb} order 4821."],
    )
    assert result.passed, result.reasons


def test_a_function_that_answers_nothing_says_that_it_worked() -> None:
    result = judged(set_silently, SIX, CHANGE, [("set_silently", SIX), CHANGED])
    assert result.passed, result.reasons


@pytest.mark.parametrize("size", [None, "small", "large"])
def test_what_a_call_leaves_out_is_the_default_of_the_function(size: str | None) -> None:
    wanted: dict[str, Any] = {"order_number": "4821"}
    given = wanted if size is None else {**wanted, "size": size}
    done = "I have added a box to order 4821."
    result = judged(add_box, wanted, "Please add a box to order {order_number}.", [("add_box", given), done])
    assert result.axes["tool_args_correct"].status == ("fail" if size == "large" else "pass")
    assert result.axes["stale_write_prevented"].status == ("fail" if size == "large" else "pass")


def test_what_needs_no_values_can_be_asked_for() -> None:
    done = "I have raised the alarm."
    assert judged(raise_alarm, {}, "Raise the alarm, please.", [("raise_alarm", {}), done]).passed
    assert judged(raise_alarm, {}, "Raise the alarm, please.", ["I have not done that."]).status == "failed"


OF_TWO = ("orders_of", {"quantity": 2})


@pytest.mark.parametrize(
    ("look", "looked"), [(OF_TWO, True), (("orders_of", {"quantity": 1}), False), (("all_orders", {}), True)]
)
def test_a_list_shows_that_a_row_is_gone_that_would_be_in_it(look: Act, looked: bool) -> None:
    result = judged(drop_order, {"order_number": "4821"}, DROP, [DROPPED, look, GONE])
    assert result.passed, result.reasons
    assert [breach.rule for breach in result.breaches] == ([] if looked else ["critical_actions_verified"])


DROP, GONE = "Please cancel order 4821.", "I have cancelled order 4821."
DROPPED = ("drop_order", {"order_number": "4821"})


@pytest.mark.parametrize("row", [None, {}, {"order_number": ""}, {"order_number": None}])
def test_a_list_of_what_nobody_can_read_shows_nothing_gone(row: Any) -> None:
    scenario, record = placed(drop_order, {"order_number": "4821"}, DROP, [DROPPED, OF_TWO, GONE])
    listing = [event for event in record.events if isinstance(event, ToolReturned)][-1]
    assert listing.result == []
    events = tuple(replace(e, result=[row]) if e is listing else e for e in record.events)
    result = score(Record(record.header, events), scenario)
    assert [breach.rule for breach in result.breaches] == ["critical_actions_verified"]


def test_what_a_function_writes_and_does_not_declare_is_named() -> None:
    result = judged(
        set_and_close,
        SIX,
        CHANGE,
        [("set_and_close", SIX), LOOK, CHANGED],
    )
    assert result.axes["stale_write_prevented"].reason == (
        "no call explains the write to orders 4821: by what set_and_close declares to write, its arguments do not come to "
        "orders 4821 status = closed"
    )
