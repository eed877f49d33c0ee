"""Python functions as tools: what they declare by their signature, and what becomes of what they do."""

from __future__ import annotations

import enum
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal

import pytest
from pydantic import Field

from callproof.calling.world.database import ApiError, Backend, Transaction
from callproof.calling.world.functions import FunctionTool, ToolRegistry, tool
from callproof.calling.world.tools import Answer, Tools
from callproof.errors import HarnessError, InputError
from callproof.scenario.worlds import Parameter, Read, Tool, Write
from tests.unit.calling.world.worlds import TEXT, shop

if TYPE_CHECKING:
    from somewhere import ForTheTypeCheckerAlone  # type: ignore[import-not-found]

SHIPS = Write(kind="insert", table="shipments", values={"order": "order_number", "quantity": "quantity"})


class Speed(enum.Enum):
    SLOW = "slow"
    FAST = "fast"


@tool(write=SHIPS, keyed=True, undo="cancel_shipment", cancellable=True, commit_after_ms=200)
def ship(
    db: Transaction,
    order_number: Annotated[str, Field(pattern=r"^\d{4}$")],
    quantity: Annotated[int, Field(ge=1)] = 1,
    on: date | None = None,
    speed: Literal["slow", "fast"] = "slow",
) -> dict[str, Any]:
    """Sends an order
    to the customer.

    More about it that the agent does not need.

    Args:
        order_number: The number of the order,
            four digits.
        on (date): The day.

    Returns:
        The shipment: as stored.
    """
    if db.get("orders", order_number) is None:
        raise ApiError(404, f"no order {order_number}")
    status = f"{speed} on {on.isoformat()}" if on else speed
    return {
        "ok": True,
        "record": db.insert("shipments", order=order_number, quantity=quantity, status=status),
    }


@contextmanager
def shop_with(*functions: FunctionTool, url: str | None = None, **tools: Tool) -> Iterator[Tools]:
    world = shop(**tools)
    with Backend(world, url=url) as backend:
        yield Tools(world, backend, ToolRegistry(functions))


# --- what is declared ---------------------------------------------------------------------------------------------


def test_the_declaration_comes_from_the_signature() -> None:
    assert ship.name == "ship"
    assert ship.declared == Tool(
        description="Sends an order to the customer.",
        parameters={
            "order_number": Parameter(type="string", description="The number of the order, four digits."),
            "quantity": Parameter(type="integer", required=False, default=1),
            "on": Parameter(type="string", description="The day.", required=False, format="date"),
            "speed": Parameter(type="string", required=False, choices=("slow", "fast"), default="slow"),
        },
        write=SHIPS,
        keyed=True,
        undo="cancel_shipment",
        cancellable=True,
        commit_after_ms=200,
    )
    assert ship.declared.has_consequences


def test_what_a_parameter_can_be() -> None:
    @tool(read=Read(table="orders"), consequential=True, name="ask")
    def look(
        db: ForTheTypeCheckerAlone,
        text: str,
        whole: int,
        number: float,
        truth: bool,
        one: Literal[5],
        speed: Speed,
        *,
        maybe: str | None,
        told: Annotated[str, Field(description="Told by the field.")],
    ) -> None:
        """Looks.

        :param text: Some text.
        :param whole: A number
            of many lines.
        """

    assert look.name == "ask"
    assert look.declared.description == "Looks."
    assert look.declared.has_consequences
    assert look.declared.parameters == {
        "text": Parameter(type="string", description="Some text."),
        "whole": Parameter(type="integer", description="A number of many lines."),
        "number": Parameter(type="number"),
        "truth": Parameter(type="boolean"),
        "one": Parameter(type="integer", choices=(5,)),
        "speed": Parameter(type="string", choices=("slow", "fast")),
        "maybe": Parameter(type="string", required=False),
        "told": Parameter(type="string", description="Told by the field."),
    }


def test_a_function_without_a_docstring_is_described_by_its_name() -> None:
    @tool(read=Read(table="orders"))
    def count_orders(db: Transaction) -> int:
        return len(db.find("orders"))

    assert count_orders.declared.description == "count orders"


def no_transaction() -> None: ...
def only_by_name(*, db: Transaction) -> None: ...
def many(db: Transaction, *orders: str) -> None: ...
def anything(db: Transaction, **orders: str) -> None: ...
def by_place(db: Transaction, order: str, /) -> None: ...
def untyped(db, order) -> None: ...  # type: ignore[no-untyped-def]
def a_list(db: Transaction, orders: list[str]) -> None: ...
def whatever(db: Transaction, order: Any) -> None: ...
def strange(db: Transaction, order: Callable[[], int]) -> None: ...
def unknown(db: Transaction, order: NotThere) -> None: ...  # type: ignore[name-defined]  # noqa: F821
async def later(db: Transaction) -> None: ...


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        (no_transaction, "needs a first parameter"),
        (only_by_name, "needs a first parameter"),
        (many, "cannot be given by name"),
        (anything, "cannot be given by name"),
        (by_place, "cannot be given by name"),
        (untyped, "the parameter order has no type"),
        (a_list, "orders must be a text, a number or true/false, not array"),
        (whatever, "order must be a text, a number or true/false, not anything"),
        (strange, "strange: order is of a type that JSON has not"),
        (unknown, "name 'NotThere' is not defined"),
        (later, "the tool later is no plain function"),
        (Speed, "is no plain function"),
    ],
)
def test_a_function_that_can_be_no_tool(function: Any, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        tool()(function)


def test_a_write_is_of_a_kind_that_there_is() -> None:
    def change(db: Transaction) -> None: ...

    problem = "the tool change: write.kind: found 'sett', expected set, insert, delete"
    with pytest.raises(InputError, match=problem):
        tool(write=Write(kind="sett", table="orders"))(change)  # type: ignore[arg-type]


# --- registry and world -------------------------------------------------------------------------------------------


def test_the_tools_of_a_module() -> None:
    module = types.ModuleType("my_tools")
    vars(module).update(ship=ship, same_again=ship, other=3)
    registry = ToolRegistry.of(module)
    assert len(registry) == 1
    assert registry.get("ship") is ship
    with pytest.raises(InputError, match="two functions are both the tool ship"):
        registry.add(ship)


def test_functions_join_the_world() -> None:
    with shop_with(ship) as tools:
        assert tools.world.tools["ship"] == ship.declared
        assert "ship" in [schema["function"]["name"] for schema in tools.world.schemas()]
        assert tools.world.tools["find_order"] == shop().tools["find_order"]


def test_what_the_world_declares_holds_and_the_function_does_the_work() -> None:
    told = Tool(description="As the world tells it.", parameters={"order_number": TEXT}, write=SHIPS)
    declared = replace(told, write=replace(SHIPS, values={"order": "order_number"}))
    with shop_with(ship, ship=declared) as tools:
        assert tools.world.tools["ship"] == declared
        answer = tools.run("ship", {"order_number": "4281"})
        assert answer.result["record"]["status"] == "slow"
        assert tools.run("ship", {"order_number": "4281", "quantity": 2}).error == (
            "400 unknown argument quantity (known: order_number)"
        )


def test_what_the_world_leaves_open_comes_from_the_function() -> None:
    with shop_with(ship, ship=Tool(description="", keyed=False)) as tools:
        assert tools.world.tools["ship"] == replace(
            ship.declared, keyed=False, undo=None, cancellable=False, commit_after_ms=150
        )


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({"order_number": TEXT, "colour": TEXT}, "the function ship does not take colour"),
        ({"quantity": Parameter(type="integer")}, "the function ship also needs order_number"),
    ],
)
def test_a_function_that_does_not_fit_its_declaration(parameters: dict[str, Parameter], problem: str) -> None:
    declared = Tool(description="", parameters=parameters, read=Read(table="orders"))
    with pytest.raises(InputError, match=problem), shop_with(ship, ship=declared):
        pass


def test_a_default_that_the_declaration_does_not_allow() -> None:
    speed = Parameter(type="string", required=False, choices=("fast", "overnight"))
    declared = Tool(
        description="", parameters={"order_number": TEXT, "speed": speed}, read=Read(table="orders")
    )
    problem = "the function ship has a default for speed: found 'slow', expected one of 'fast', 'overnight'"
    with pytest.raises(InputError, match=problem), shop_with(ship, ship=declared):
        pass


# --- what it does ---------------------------------------------------------------------------------------------------


def test_a_function_does_the_work(url: str | None) -> None:
    with shop_with(ship, url=url) as tools:
        answer = tools.run("ship", {"order_number": "4281", "on": "2026-03-12", "speed": "fast"}, key="k")
        row = {"id": 1, "order": "4281", "quantity": 1, "status": "fast on 2026-03-12"}
        assert answer.result == {"ok": True, "record": row}
        assert [(c.table, c.key, c.before, c.after) for c in answer.changes] == [
            ("shipments", "1", None, row)
        ]
        again = tools.run("ship", {"order_number": "4281", "on": "2026-03-12", "speed": "fast"}, key="k")
        assert again == Answer(result={**answer.result, "deduplicated": True}, deduplicated=True)
        assert tools.rehearse("ship", {"order_number": "4821"}).result["record"]["id"] == 2
        assert list(tools.backend.snapshot()["shipments"]) == ["1"]


def test_a_tool_can_still_be_called_as_the_function_it_is() -> None:
    with Backend(shop()) as backend, backend.transaction() as transaction:
        assert ship(transaction, "4281", quantity=2)["record"]["quantity"] == 2


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"order_number": "9999"}, "404 no order 9999"),
        ({"order_number": "42"}, "400 order_number: String should match pattern"),
        ({"order_number": "4281", "quantity": 0}, "400 quantity: Input should be greater than or equal to 1"),
        ({"order_number": "4281", "on": "soon"}, "400 on must be a date such as 2026-03-10, not 'soon'"),
        ({"order_number": "4281", "speed": "warp"}, "400 speed must be one of slow, fast, not 'warp'"),
        ({}, "400 missing argument order_number"),
    ],
)
def test_what_it_refuses(arguments: dict[str, Any], error: str) -> None:
    with shop_with(ship) as tools:
        answer = tools.run("ship", arguments)
        assert answer.error is not None
        assert answer.error.startswith(error)
        assert tools.backend.snapshot() == tools.backend.initial


def test_an_exception_is_an_answer_and_nothing_stays(url: str | None) -> None:
    @tool(write=SHIPS)
    def breaks(db: Transaction, order_number: str, quantity: int) -> float:
        """Fails after it has written."""
        db.insert("shipments", order=order_number)
        db.delete("orders", order_number)
        return quantity / 0

    with shop_with(breaks, url=url) as tools:
        answer = tools.run("breaks", {"order_number": "4281", "quantity": 1})
        assert answer == Answer(error="500 internal error (breaks: ZeroDivisionError: division by zero)")
        assert tools.backend.snapshot() == tools.backend.initial


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt()])
def test_a_function_that_wants_to_end_the_program_has_failed_like_any_other(error: BaseException) -> None:
    @tool(write=SHIPS)
    def leaves(db: Transaction, order_number: str, quantity: int) -> None:
        """Ends the program."""
        db.delete("orders", order_number)
        raise error

    with shop_with(leaves) as tools:
        answer = tools.run("leaves", {"order_number": "4281", "quantity": 1})
        assert (answer.error or "").startswith(f"500 internal error (leaves: {type(error).__name__}")
        assert tools.backend.snapshot() == tools.backend.initial


@pytest.mark.parametrize("result", [object(), float("nan"), {"a": {1: [float("inf")]}}])
def test_a_result_that_is_no_json_is_an_error(result: Any) -> None:
    @tool(read=Read(table="orders"))
    def odd(db: Transaction) -> Any:
        """Answers oddly."""
        return result

    with shop_with(odd) as tools:
        answer = tools.run("odd", {})
        assert answer.error is not None
        assert answer.error.startswith("500 internal error (odd: ")


def test_results_become_plain_json() -> None:
    @tool(read=Read(table="orders"))
    def day(db: Transaction) -> Any:
        """A day."""
        return {"on": date(2026, 3, 12), "speeds": {Speed.FAST}}

    with shop_with(day) as tools:
        assert tools.run("day", {}).result == {"on": "2026-03-12", "speeds": ["fast"]}


def test_a_parameter_that_may_be_none_need_not_be_given() -> None:
    @tool(read=Read(table="orders"))
    def look(db: Transaction, note: str | None) -> Any:
        """Looks."""
        return [note]

    with shop_with(look) as tools:
        assert tools.run("look", {}).result == [None]
        assert tools.run("look", {"note": "x"}).result == ["x"]


@pytest.mark.parametrize("read", [Read(table="orders"), None])
def test_a_function_that_writes_and_declares_no_write_is_our_problem(read: Read | None) -> None:
    @tool(read=read)
    def sneaky(db: Transaction) -> None:
        """Writes all the same."""
        db.update("orders", "4281", quantity=9)

    with shop_with(sneaky) as tools:
        with pytest.raises(HarnessError, match="the function of the tool sneaky wrote to orders"):
            tools.run("sneaky", {})
        assert tools.backend.snapshot() == tools.backend.initial


def test_a_function_that_keeps_its_transaction_gets_nowhere() -> None:
    kept: list[Transaction] = []

    @tool(read=Read(table="orders"))
    def keeps(db: Transaction) -> None:
        """Keeps it."""
        kept.append(db)

    with shop_with(keeps) as tools:
        tools.run("keeps", {})
        with pytest.raises(RuntimeError, match="this transaction is over"):
            kept[0].delete("orders", "4281")


@pytest.mark.parametrize(("order", "answer"), [("4281", {"ok": True}), ("9999", None)])
def test_a_function_that_answers_nothing_says_ok_where_it_did_something(order: str, answer: Any) -> None:
    @tool(write=Write(kind="set", table="orders", record="order_number", values={"quantity": "quantity"}))
    def amend(db: Transaction, order_number: str, quantity: int) -> None:
        """Changes how many, if there is such an order."""
        if db.get("orders", order_number) is not None:
            db.update("orders", order_number, quantity=quantity)

    with shop_with(amend) as tools:
        assert tools.run("amend", {"order_number": order, "quantity": 3}).result == answer


@pytest.mark.parametrize(("default", "told"), [(1.5, 1.5), (float("nan"), None), (float("inf"), None)])
def test_a_default_that_json_has_not_is_the_function_s_own(default: float, told: float | None) -> None:
    @tool(read=Read(table="orders"))
    def heavier(db: Transaction, weight: float = default) -> list[dict[str, Any]]:
        """What weighs more."""
        return []

    assert heavier.declared.parameters["weight"].default == told
