"""Whatever an agent does, a call ends with a record that says whose fault it was."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from callproof.calling.agent import ToolError
from callproof.calling.simulation.call import AgentSpec, place_call
from callproof.evidence.call import fold
from callproof.scenario.model import Fault, Line
from callproof.scenario.moments import Moment
from tests.unit.calling.simulation.shop import called, clerk, correction, events, only, said, scenario


def test_the_same_seed_gives_the_same_call_and_another_one_does_not() -> None:
    what = scenario(correction(Moment(kind="tool_in_flight", tool="set_quantity")))
    assert called(what, clerk) == called(what, clerk)
    spec = AgentSpec(name="test", make=lambda: Clerk())
    first, second = (place_call(what, spec, seed=seed) for seed in (0, 1))
    assert first.events[-1].ms != second.events[-1].ms


class Clerk:
    virtual_time = True

    async def run(self, call: Any) -> None:
        await clerk(call)


def test_an_agent_that_raises() -> None:
    async def broken(call: Any) -> None:
        await call.say("Northwind.")
        raise ValueError("no model")

    record = called(scenario(), broken)
    error = only(record, "line.error")
    assert (error.by, error.message) == ("agent", "raised ValueError: no model")
    assert only(record, "line.ended").by == "agent"
    assert fold(record).after is not None


def test_an_agent_that_wants_to_end_the_program() -> None:
    async def quitting(call: Any) -> None:
        sys.exit(3)

    def quitting_in_a_thread(call: Any) -> None:
        sys.exit(3)

    for agent in (quitting, quitting_in_a_thread):
        record = called(scenario(), agent)
        assert "SystemExit(3)" in only(record, "line.error").message
        assert only(record, "line.ended").by == "agent"
        assert fold(record).after is not None


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KeyboardInterrupt(), "raised RuntimeError: the agent raised KeyboardInterrupt"),
        (asyncio.CancelledError(), "raised CancelledError"),
    ],
)
def test_an_agent_that_raises_what_is_no_error(error: BaseException, told: str) -> None:
    async def raising(call: Any) -> None:
        await call.say("Northwind.")
        raise error

    record = called(scenario(), raising)
    assert only(record, "line.error").message == told
    assert only(record, "line.error").by == only(record, "line.ended").by == "agent"
    assert fold(record).after is not None


def test_an_agent_that_hands_over_what_is_no_json() -> None:
    """Nothing of it is in the record, and the agent learns where it is."""
    told: list[str] = []
    knot: list[Any] = []
    knot.append(knot)

    async def careless(call: Any) -> None:
        await call.say("Northwind.")
        uses: list[Callable[[], object]] = [
            lambda: call.build("set_quantity", {"order_number": object()}),
            lambda: call.build("set_quantity", {"quantity": float("nan")}),
            lambda: call.build("set_quantity", {"quantity": {"in": {3}}}),
            lambda: call.build("set_quantity", {"quantity": {3: 3}}),
            lambda: call.build("set_quantity", {"quantity": knot}),
            lambda: call.build("set_quantity", 3),
            lambda: call.build(None, {}),
            lambda: call.build("set_quantity", {}).send(key=7),
            lambda: call.report_state({"order": object()}),
            lambda: call.report_state("order"),
            lambda: call.speak(None),
        ]
        for use in uses:
            try:
                use()
            except TypeError as error:
                told.append(str(error))
        call.report_state({"orders": ("4821",)})

    record = called(scenario(), careless)
    assert told[:4] == [
        "arguments of set_quantity.order_number is of the type object; "
        "expected what JSON has: text, numbers, true, false, null, lists, objects",
        "arguments of set_quantity.quantity is nan, which JSON has no word for",
        "arguments of set_quantity.quantity.in is of the type set; "
        "expected what JSON has: text, numbers, true, false, null, lists, objects",
        "arguments of set_quantity.quantity has the name 3, which is no text",
    ]
    assert told[4].endswith("is nested more than 64 deep")
    assert told[5:] == [
        "arguments of set_quantity are fields with names, not of the type int",
        "the name of a tool is a text, not of the type NoneType",
        "an idempotency key is a text, not of the type int",
        "the state.order is of the type object; expected what JSON has: text, numbers, true, false, null, lists, objects",
        "the state are fields with names, not of the type str",
        "what is said is a text, not of the type NoneType",
    ]
    assert [event.fields for event in events(record, "state.reported")] == [{"orders": ["4821"]}]


def test_an_agent_that_cannot_be_made() -> None:
    def make() -> Any:
        raise RuntimeError("no key")

    record = place_call(scenario(), AgentSpec(name="test", make=make))
    error = only(record, "line.error")
    assert (error.by, error.message) == ("agent", "could not be made: RuntimeError: no key")


def test_an_agent_that_leaves_is_heard_to_its_end() -> None:
    async def brief(call: Any) -> None:
        call.speak("We are closed today, goodbye.")

    record = called(scenario(), brief)
    assert said(record, "agent") == ["We are closed today, goodbye."]
    ended = only(record, "line.ended")
    assert (ended.by, ended.reason) == ("agent", "hung up")


def test_an_agent_that_hangs_up_in_mid_sentence() -> None:
    async def rude(call: Any) -> None:
        call.speak("We are closed today, and tomorrow, and the day after.")
        await call.sleep(900)
        call.hang_up()

    record = called(scenario(), rude)
    (words,) = said(record, "agent")
    assert words
    assert "tomorrow" not in words
    assert only(record, "line.ended").ms == 900


def test_an_agent_that_never_speaks_and_one_that_waits_for_ever() -> None:
    async def deaf(call: Any) -> None:
        await asyncio.Event().wait()

    record = called(scenario(), deaf)
    assert said(record, "agent") == []
    assert only(record, "line.ended").reason == "no answer"


@pytest.mark.parametrize("virtual", [True, False])
def test_an_agent_that_never_gives_back_control(virtual: bool) -> None:
    async def spinning(call: Any) -> None:
        call.speak("Northwind.")
        while True:
            time.sleep(0.01)

    began = time.monotonic()
    record = called(scenario(), spinning, virtual=virtual, hangs_after_s=1.5)
    assert time.monotonic() - began < 8
    assert only(record, "line.error").message == "hung: no sign of life for 1.5 s"
    assert only(record, "line.ended").reason == "agent hung"
    assert fold(record).after is None


def test_an_agent_that_spins_while_others_may_work() -> None:
    async def spinning(call: Any) -> None:
        while True:
            await asyncio.sleep(0)

    record = called(scenario(), spinning, hangs_after_s=0.3)
    assert only(record, "line.error").by == "agent"


def test_an_agent_that_clings_to_a_dead_line() -> None:
    async def clinging(call: Any) -> None:
        await call.say("Northwind.")
        while True:
            with contextlib.suppress(asyncio.CancelledError):
                await call.sleep(100_000)

    record = called(scenario(), clinging)
    assert only(record, "line.ended").reason == "no answer"


def test_work_after_the_line_is_down_still_counts() -> None:
    async def late(call: Any) -> None:
        await call.say("Northwind.")
        async for event in call.events():
            if type(event).__name__ == "LineClosed":
                await call.tool("set_quantity", order_number="4821", quantity=9)

    record = called(scenario(), late)
    committed = only(record, "write.committed")
    assert committed.seq > only(record, "line.ended").seq
    after = fold(record).after
    assert after is not None
    assert after.tables["orders"]["4821"]["quantity"] == 9


def test_the_words_of_a_running_utterance_come_one_by_one() -> None:
    heard: list[str] = []

    async def listening(call: Any) -> None:
        await call.say("Northwind.")
        async for event in call.events():
            if type(event).__name__ == "CallerStarted":
                while call.caller_speaking:
                    heard.append(call.hearing)
                    await call.sleep(200)
                assert call.hearing == ""
                return

    called(scenario(), listening)
    assert heard[0] == ""
    assert "Please send 3" in heard
    assert all(later.startswith(earlier) for earlier, later in pairwise(heard))


def test_a_tool_error_reaches_the_agent() -> None:
    seen: list[str] = []

    async def asking(call: Any) -> None:
        for name, arguments in (
            ("set_quantity", {"order_number": "9999", "quantity": 1}),
            ("set_quantity", {"order_number": "4821"}),
            ("paint", {}),
        ):
            try:
                await call.tool(name, **arguments)
            except ToolError as error:
                seen.append(str(error))

    record = called(scenario(), asking)
    # A tool that the agent made up is in the record too.
    assert [event.name for event in events(record, "tool.sent")][-1] == "paint"
    assert len(events(record, "tool.failed")) == 3
    assert seen[0].startswith("404")
    assert "quantity" in seen[1]
    assert seen[2] == "404 no tool paint"


@pytest.mark.parametrize(
    ("fault", "message", "writes"),
    [
        (Fault(tool="set_quantity", kind="timeout"), "timeout", 0),
        (Fault(tool="set_quantity", kind="timeout", committed=True), "timeout", 1),
        (Fault(tool="set_quantity", kind="error_status", committed=True), "error", 1),
        (Fault(tool="set_quantity", kind="acknowledged_but_lost"), None, 0),
        (Fault(tool="set_quantity", kind="duplicate_delivery"), None, 2),
        (Fault(tool="set_quantity", kind="late_success"), None, 1),
    ],
)
def test_faults_are_in_the_log_and_happen(fault: Fault, message: str | None, writes: int) -> None:
    async def once(call: Any) -> None:
        change = call.build("set_quantity", {"order_number": "4821", "quantity": 3})
        change.send()
        reasons = []
        try:
            await change.answer()
        except ToolError as error:
            reasons.append(error.reason)
        assert reasons == ([message] if message else [])

    record = called(scenario(faults=(fault,)), once)
    assert only(record, "fault.injected").kind == fault.kind
    assert len(events(record, "write.committed")) == writes
    sent, done = only(record, "tool.sent"), events(record, "tool.returned", "tool.failed")[0]
    expected = {"timeout": 1500, "late_success": 4000}.get(fault.kind, 300)
    assert done.ms - sent.ms == expected


def test_a_call_is_cancelled_only_before_its_commit_and_only_if_it_can_be() -> None:
    async def fickle(call: Any) -> None:
        for name, wait, expected in (
            ("set_quantity", 100, True),
            ("set_quantity", 200, False),
            ("find_order", 100, False),
        ):
            arguments = {"order_number": "4821", "quantity": 3}
            if name == "find_order":
                del arguments["quantity"]
            change = call.build(name, arguments)
            change.send()
            await call.sleep(wait)
            assert change.cancel() is expected
            await call.sleep(500)
        unsent = call.build("find_order", {"order_number": "4821"})
        assert unsent.cancel()
        with pytest.raises(ToolError, match="a call is sent once"):
            unsent.send()

    record = called(scenario(), fickle)
    assert events(record, "line.error") == []
    assert [event.in_time for event in events(record, "tool.cancelled")] == [True, False, False, True]
    assert len(events(record, "write.committed")) == 1


def test_in_real_time() -> None:
    async def brief(call: Any) -> None:
        call.speak("No.")
        await asyncio.sleep(0.2)

    began = time.monotonic()
    record = called(scenario(), brief, virtual=False)
    assert 0.2 <= time.monotonic() - began < 5
    assert record.header.clock == "real"
    assert only(record, "line.ended").ms >= 200


def test_a_fault_of_our_own_is_the_harness_s(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("callproof.calling.caller.ScriptedCaller.reply", fail)
    record = called(scenario(), clerk)
    error = only(record, "line.error")
    assert (error.by, error.message) == ("harness", "RuntimeError: a bug")
    assert only(record, "line.ended").by == "harness"


def test_a_script_with_a_placeholder_that_is_not_there_is_the_harness_s_fault() -> None:
    record = called(scenario(Line(id="l2", when=Moment(kind="silence", ms=10), say="{nothing}")), clerk)
    assert only(record, "line.error").by == "harness"
