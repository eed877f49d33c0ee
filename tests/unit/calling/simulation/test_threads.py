"""Agents that are plain functions."""

from __future__ import annotations

import time
from typing import Any

import pytest

from callproof.calling.agent import ToolError
from callproof.scenario.moments import Moment
from tests.unit.calling.simulation.shop import called, clerk, correction, events, only, scenario


def plain_clerk(call: Any) -> None:
    call.say("Northwind, how can I help you today?")
    for text in call.turns():
        if "Please" in text:
            call.say("One moment.")
            change = call.build("set_quantity", {"order_number": "4821", "quantity": 3})
            call.sleep(500)
            change.send()
            change.answer()
            call.say("I have set the quantity of order 4821 to 3. Is there anything else?")
        elif "all" in text:
            call.say("Goodbye!")


def test_a_plain_function_makes_the_same_call_as_an_async_one() -> None:
    what = scenario(correction(Moment(kind="tool_in_flight", tool="set_quantity")))
    assert called(what, plain_clerk).events == called(what, clerk).events


def test_virtual_time_waits_for_a_thread_that_works() -> None:
    def slow(call: Any) -> None:
        call.say("Northwind.")
        for _ in call.turns():
            time.sleep(0.2)
            call.say("Yes.")
            call.hang_up()

    record = called(scenario(), slow)
    heard = events(record, "caller.ended")[0]
    # The thread's own work takes no time; by the wall it took 0.2 s.
    assert events(record, "speech.started")[-1].ms == heard.ms


def test_everything_that_an_agent_can_do_works_in_a_thread() -> None:
    def busy(call: Any) -> None:
        assert [tool["function"]["name"] for tool in call.tools] == ["set_quantity", "find_order"]
        speech = call.speak("Northwind, one moment please, I am looking for it.")
        call.sleep(700)
        assert speech.playing
        speech.stop()
        assert not speech.done()
        assert speech.played.startswith("Northwind,")
        assert call.tool("find_order", order_number="4821")["quantity"] == 1
        assert call.report_state({"order_number": "4821"}) == 0
        change = call.build("set_quantity", {"order_number": "4821", "quantity": 3})
        assert change.status == "built"
        assert change.cancel()
        with pytest.raises(ToolError, match="404"):
            call.tool("set_quantity", order_number="9999", quantity=3)
        assert call.now_ms > 1000
        assert not call.caller_speaking
        assert not call.caller_audible

    record = called(scenario(), busy)
    assert events(record, "line.error") == []
    assert only(record, "speech.cut").played.startswith("Northwind,")


def test_a_thread_that_raises_and_one_that_hangs() -> None:
    def raising(call: Any) -> None:
        call.say("Northwind.")
        raise KeyError("order")

    assert only(called(scenario(), raising), "line.error").message == "raised KeyError: 'order'"

    def hanging(call: Any) -> None:
        time.sleep(3)

    assert only(called(scenario(), hanging, hangs_after_s=0.3), "line.ended").reason == "agent hung"
