"""A small shop to call: its world, a scenario on it, and agents that are a few lines each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from callproof.calling.agent import FunctionAgent
from callproof.calling.simulation.call import AgentSpec, Settings, place_call
from callproof.evidence.call import Call, fold
from callproof.evidence.events import AnyEvent
from callproof.evidence.record import Record
from callproof.evidence.validation import validate
from callproof.scenario.model import Fault, Goal, Line, Scenario
from callproof.scenario.moments import Moment
from callproof.scenario.worlds import Parameter, Read, Table, Tool, World, Write

WORLD = World(
    tables={
        "orders": Table(
            key="order_number",
            columns={"order_number": "text", "quantity": "integer"},
            rows=({"order_number": "4821", "quantity": 1}, {"order_number": "4281", "quantity": 1}),
        )
    },
    tools={
        "set_quantity": Tool(
            description="Change how many of an order are sent.",
            parameters={
                "order_number": Parameter(type="string", description="the number of the order"),
                "quantity": Parameter(type="integer", description="how many"),
            },
            write=Write(kind="set", table="orders", record="order_number", values={"quantity": "quantity"}),
            cancellable=True,
        ),
        "find_order": Tool(
            description="Look up an order.",
            parameters={"order_number": Parameter(type="string")},
            read=Read(table="orders", record="order_number"),
        ),
    },
)
GOAL = Goal(tool="set_quantity", arguments={"order_number": "4821", "quantity": 3})
REQUEST = Line(id="l1", say="Please send {quantity} of order {order_number}.", request="main")


def scenario(*lines: Line, faults: tuple[Fault, ...] = (), longest_ms: int = 120_000) -> Scenario:
    """The request, and these lines after it."""
    return Scenario(
        id="shop",
        category="task",
        world=WORLD,
        goals={"main": GOAL},
        script=(REQUEST, *lines),
        faults=faults,
        longest_ms=longest_ms,
    )


def correction(when: Moment, say: str = "No, {order_number}.") -> Line:
    return Line(id="l2", when=when, act="correction", changes={"order_number": "4281"}, say=say)


def called(
    what: Scenario, agent: Callable[[Any], Any], *, virtual: bool = True, hangs_after_s: float = 30.0
) -> Record:
    """The record of a call with an agent that is a function; it is always a sound one."""
    spec = AgentSpec(name="test", make=lambda: FunctionAgent(agent, virtual))
    record = place_call(what, spec, settings=Settings(hangs_after_s=hangs_after_s))
    assert validate(record) == []
    return record


def events(record: Record, *types: str) -> list[Any]:
    return [event for event in record.events if event.type in types]


def only(record: Record, type: str) -> Any:
    (event,) = events(record, type)
    return event


def said(record: Record, speaker: str) -> list[str]:
    """What was said, in order; of what was broken off, what had been heard."""
    call: Call = fold(record)
    return [(u.played or "") if u.cut else (u.said or "") for u in call.utterances if u.speaker == speaker]


def began(record: Record, act: str) -> AnyEvent:
    """The beginning of one of the caller's acts."""
    (event,) = (event for event in events(record, "caller.began") if event.act == act)
    found: AnyEvent = event
    return found


async def clerk(call: Any) -> None:
    """Does what it is asked, a step after the other, and says goodbye."""
    await call.say("Northwind, how can I help you today?")
    async for text in call.turns():
        if "Please" in text:
            await call.say("One moment.")
            change = call.build("set_quantity", {"order_number": "4821", "quantity": 3})
            await call.sleep(500)
            change.send()
            await change.answer()
            await call.say("I have set the quantity of order 4821 to 3. Is there anything else?")
        elif "all" in text:
            await call.say("Goodbye!")
