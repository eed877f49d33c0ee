"""The observer for Pipecat agents, with frames as Pipecat 1.x pushes them."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from callproof.observers.pipecat import FunctionCallObserver
from tests.unit.calling.toolserver.running import Running, run
from tests.unit.observers.reporting import flushed, reporting

THREE = {"order_number": "4821", "quantity": 3}


@dataclass
class FunctionCallsStartedFrame:
    function_calls: list[Any]


@dataclass
class FunctionCallInProgressFrame:
    function_name: str
    tool_call_id: str
    arguments: Any


@dataclass
class FunctionCallResultFrame:
    function_name: str
    tool_call_id: str
    arguments: Any
    result: Any
    properties: Any = None
    error: str | None = None


@dataclass
class FunctionCallCancelFrame:
    function_name: str
    tool_call_id: str


@dataclass
class TranscriptionFrame:
    text: str
    id: int = 1


@dataclass
class AggregatedTextFrame:
    text: str
    id: int
    will_be_spoken: bool = True


class BaseOutputTransport:
    """Where a frame has to wait for the audio before it."""


class _Output(BaseOutputTransport):
    pass


def _started(id: str, name: str = "set_quantity", arguments: Any = THREE) -> FunctionCallsStartedFrame:
    call = SimpleNamespace(function_name=name, tool_call_id=id, arguments=arguments, context=None)
    return FunctionCallsStartedFrame([call])


async def _push(observer: FunctionCallObserver, *frames: Any) -> None:
    """Every frame goes by twice: from one processor to the next, and on."""
    for frame in frames:
        for _ in range(2):
            await observer.on_push_frame(SimpleNamespace(frame=frame))


def test_calls_of_tools_that_are_served_are_tied_to_their_requests() -> None:
    async def test() -> None:
        call = Running()
        booking: dict[str, Any] = {}
        async with reporting(call) as (reporter, client):
            observer = FunctionCallObserver(reporter, state=lambda: booking)
            booking["quantity"] = 2
            await _push(observer, TranscriptionFrame("two please"))
            booking["quantity"] = 3
            await _push(observer, _started("c1"), FunctionCallInProgressFrame("set_quantity", "c1", THREE))
            await flushed(reporter)
            answer = await client.post("tools/set_quantity", json=THREE)
            await _push(observer, FunctionCallResultFrame("set_quantity", "c1", THREE, answer.json()))
            await flushed(reporter)
            assert call.types() == [
                "state.reported",
                "state.reported",
                "tool.built",
                "tool.sent",
                "write.committed",
                "tool.returned",
            ]
            built, sent = call.events("tool.built", "tool.sent")
            assert built.call == sent.call
            assert (built.state_version, sent.state_version) == (1, 1)

    run(test)


def test_a_call_that_is_dropped_before_it_left() -> None:
    async def test() -> None:
        call = Running()
        async with reporting(call) as (reporter, _):
            observer = FunctionCallObserver(reporter)
            await _push(observer, _started("c1"), FunctionCallCancelFrame("set_quantity", "c1"))
            await flushed(reporter)
            assert call.types() == ["tool.built", "tool.cancelled"]
            assert call.events("tool.cancelled")[0].in_time is True

    run(test)


def test_tools_of_the_agents_own_are_seen_through_it_alone() -> None:
    async def test() -> None:
        call = Running()
        async with reporting(call, observed=True) as (reporter, _):
            observer = FunctionCallObserver(reporter)
            await _push(
                observer,
                FunctionCallInProgressFrame("set_quantity", "c1", '{"quantity": 3}'),
                FunctionCallResultFrame("set_quantity", "c1", {}, "wait", SimpleNamespace(is_final=False)),
                FunctionCallResultFrame("set_quantity", "c1", {}, {"ok": True}),
                FunctionCallInProgressFrame("find_order", "c2", {}),
                FunctionCallResultFrame("find_order", "c2", {}, "sorry", error="no such order"),
                FunctionCallInProgressFrame("find_order", "c3", {}),
                FunctionCallCancelFrame("find_order", "c3"),
            )
            await flushed(reporter)
            assert call.types() == [
                *("tool.built", "tool.sent", "tool.returned"),
                *("tool.built", "tool.sent", "tool.failed"),
                *("tool.built", "tool.sent", "tool.cancelled"),
            ]
            assert call.events("tool.sent")[0].arguments == {"quantity": 3}
            assert call.events("tool.returned")[0].result == {"ok": True}
            assert call.events("tool.failed")[0].message == "no such order"
            assert call.events("tool.cancelled")[0].in_time is None

    run(test)


def test_a_mistake_in_it_is_not_the_agents() -> None:
    async def test() -> None:
        call = Running()
        async with reporting(call) as (reporter, _):

            def broken() -> dict[str, Any]:
                raise KeyError("no booking yet")

            observer = FunctionCallObserver(reporter, state=broken)
            await observer.on_push_frame(SimpleNamespace(frame=FunctionCallsStartedFrame([object()])))
            await observer.on_push_frame(SimpleNamespace())
            await FunctionCallObserver(reporter).on_push_frame(
                SimpleNamespace(frame=FunctionCallsStartedFrame([object()]))
            )
            assert reporter.dropped == 3
            assert call.log.events == ()

    run(test)


def test_what_is_heard_and_said_is_reported_once_and_in_its_place() -> None:
    async def test() -> None:
        call = Running()
        texts: list[tuple[str, str]] = []
        async with reporting(call, texts=lambda kind, text: texts.append((kind, text))) as (reporter, _):
            observer = FunctionCallObserver(reporter)
            await _push(observer, TranscriptionFrame("two please"))
            for source in (object(), _Output(), _Output()):
                for frame in (
                    AggregatedTextFrame("One moment.", 7),
                    AggregatedTextFrame("`code`", 8, will_be_spoken=False),
                ):
                    await observer.on_push_frame(SimpleNamespace(frame=frame, source=source))
                # Before it has reached the output, nobody knows whether it will be said.
                await flushed(reporter)
                assert len(texts) == (2 if isinstance(source, _Output) else 1)
            assert texts == [("heard", "two please"), ("said", "One moment.")]

    run(test)
