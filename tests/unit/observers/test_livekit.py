"""The observer for LiveKit agents, with events as LiveKit 1.x emits them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from callproof.observers.livekit import observe
from tests.unit.calling.toolserver.running import Running, run
from tests.unit.observers.reporting import flushed, reporting


class Session:
    """Emits events as an AgentSession does: in the agent's own task, and an exception in a handler would be its."""

    def __init__(self) -> None:
        self._handlers: dict[str, list[Callable[[Any], None]]] = defaultdict(list)

    def on(self, name: str, handler: Callable[[Any], None]) -> None:
        self._handlers[name].append(handler)

    def emit(self, name: str, **fields: Any) -> None:
        for handler in self._handlers[name]:
            handler(SimpleNamespace(type=name, **fields))

    def update(self, type: str, **fields: Any) -> None:
        self.emit("tool_execution_updated", update=SimpleNamespace(type=type, **fields))

    def starts(self, id: str, arguments: str, name: str = "set_quantity") -> None:
        call = SimpleNamespace(call_id=id, name=name, arguments=arguments)
        self.update("tool_call_started", function_call=call)


def test_states_and_calls_are_reported() -> None:
    async def test() -> None:
        call = Running()
        booking: dict[str, Any] = {}
        async with reporting(call) as (reporter, client):
            session = Session()
            observe(session, reporter, state=lambda: booking)
            booking["quantity"] = 2
            session.emit("user_input_transcribed", transcript="two", is_final=True)
            session.emit("agent_state_changed", old_state="listening", new_state="thinking")
            booking["quantity"] = 3
            session.starts("c1", '{"order_number": "4821", "quantity": 3}')
            await flushed(reporter)
            headers = {"X-Callproof-Tool-Call": "c1"}
            await client.post(
                "tools/set_quantity", json={"order_number": "4821", "quantity": 3}, headers=headers
            )
            session.update("tool_call_ended", id="c1", call_id="c1", message="ok", status="done")
            await flushed(reporter)
            assert call.types() == [
                "state.reported",
                "state.reported",
                "tool.built",
                "tool.sent",
                "write.committed",
                "tool.returned",
            ]
            assert call.events("tool.sent")[0].state_version == 1

    run(test)


def test_tools_of_the_agents_own_are_seen_through_it_alone() -> None:
    async def test() -> None:
        call = Running()
        async with reporting(call, observed=True) as (reporter, _):
            session = Session()
            observe(session, reporter)
            for id, status in (("c1", "done"), ("c2", "error"), ("c3", "cancelled")):
                session.starts(id, "no json" if id == "c2" else "{}")
                session.update("tool_call_updated", id=id, call_id=id, message="still at it")
                session.update("tool_call_ended", id=id, call_id=id, message=f"{status}!", status=status)
            await flushed(reporter)
            assert call.types() == [
                *("tool.built", "tool.sent", "tool.returned"),
                *("tool.built", "tool.sent", "tool.failed"),
                *("tool.built", "tool.sent", "tool.cancelled"),
            ]
            assert [event.arguments for event in call.events("tool.sent")] == [{}, "no json", {}]
            assert call.events("tool.returned")[0].result == "done!"
            assert call.events("tool.failed")[0].message == "error!"

    run(test)


def test_a_mistake_in_it_is_not_the_agents() -> None:
    async def test() -> None:
        call = Running()
        async with reporting(call) as (reporter, _):

            def broken() -> dict[str, Any]:
                raise AttributeError("userdata is not set")

            session = Session()
            observe(session, reporter, state=broken)
            session.emit("speech_created")
            session.update("tool_call_started", function_call=None)
            observe(object(), reporter)
            # The state twice, the update that is none, and the session that is none.
            assert reporter.dropped == 4
            assert call.log.events == ()

    run(test)
