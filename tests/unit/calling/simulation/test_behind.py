"""The user's own backend in one call: read, watched, and set up; its rows are a dict of this module's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from callproof.calling.agent import ToolError
from callproof.calling.simulation.behind import Behind, behind
from callproof.calling.simulation.clock import LoopClock
from callproof.calling.simulation.live import LivePeer, live_call
from callproof.calling.simulation.log import Log
from callproof.calling.simulation.tools import ToolDesk, Work
from callproof.calling.toolserver.backend_errors import HookFailedError, UnreadableBackendError
from callproof.calling.toolserver.opened import OpenCall
from callproof.calling.toolserver.probe_settings import BackendConfig, PythonHook, PythonProbe
from callproof.calling.toolserver.probes import OwnBackend
from callproof.calling.toolserver.reports import Built, Sent
from callproof.calling.world.faults import FaultPlan
from callproof.calling.world.tools import NO_FUNCTIONS, Answer
from callproof.evidence.record import Header, Record
from callproof.evidence.validation import validate
from callproof.scenario.model import Fault
from callproof.scoring.outcome.case import score
from tests.unit.calling.simulation.lines import Sounds
from tests.unit.calling.simulation.shop import WORLD, scenario
from tests.unit.calling.toolserver.running import Gate

ROWS: dict[str, dict[str, Any]] = {}
SEEN: list[str] = []


def read() -> Mapping[str, Mapping[str, Any]]:
    if ROWS.get("broken"):
        raise OSError("the disk is gone")
    return {"orders": {key: dict(row) for key, row in ROWS.items()}}


def seed(call: str) -> None:
    SEEN.append(f"seed {call}")
    ROWS.clear()
    ROWS.update({n: {"order_number": n, "quantity": 1} for n in ("4281", "4821")})


def reset(call: str) -> None:
    SEEN.append(f"reset {call}")


def fail(call: str) -> None:
    raise RuntimeError(f"no room for {call}")


HERE = "tests.unit.calling.simulation.test_behind"


def own(
    *, poll_ms: int | None = None, settle_ms: int = 0, seed_by: str = "seed", reset_by: str = "reset"
) -> OwnBackend:
    config = BackendConfig(
        probes=(PythonProbe(function=f"{HERE}:read"),),
        seed=(PythonHook(function=f"{HERE}:{seed_by}"),),
        reset=(PythonHook(function=f"{HERE}:{reset_by}"),),
        poll_ms=poll_ms,
        settle_ms=settle_ms,
    )
    return OwnBackend(config)


class InCall:
    def __init__(self, rows: Behind, log: Log, clock: LoopClock, *faults: Fault) -> None:
        self.rows, self.log = rows, log
        self.gate = Gate()
        self.gate.open.set()
        self.desk = ToolDesk(
            log, clock, rows.tools, FaultPlan(faults), self.gate, lambda call: None, rows.own
        )

    def events(self, *types: str) -> list[Any]:
        return [event for event in self.log.events if event.type in types]

    async def change(self, number: str, quantity: int, *, writes: bool = True, ms: int = 0) -> Any:
        """A tool call that the user's API carries out."""

        async def work() -> Answer:
            await asyncio.sleep(ms / 1000)
            if writes:
                ROWS[number] = {**ROWS[number], "quantity": quantity}
            return Answer(result={"order_number": number, "quantity": quantity})

        call = self.desk.build("set_quantity", {"order_number": number, "quantity": quantity}, None)
        self.desk.send(call, None, Work(work))
        return await call.answer()


@asynccontextmanager
async def in_call(backend: OwnBackend, *faults: Fault) -> AsyncIterator[InCall]:
    clock = LoopClock(asyncio.get_running_loop())
    log = Log(clock)
    async with behind(WORLD, "c1", log, clock, database=None, functions=NO_FUNCTIONS, own=backend) as rows:
        rows.began()
        call = InCall(rows, log, clock, *faults)
        yield call
        await call.desk.all_through()
    assert call.gate.broken == []
    assert validate(Record(Header(id="c1", format="callproof"), log.events)) == []


def test_a_write_is_found_when_its_call_is_answered_and_put_down_to_it() -> None:
    async def test() -> None:
        SEEN.clear()
        async with in_call(own()) as call:
            assert call.rows.first["orders"]["4821"]["quantity"] == 1
            await asyncio.sleep(0.05)
            await asyncio.gather(call.change("4821", 3, ms=30), call.change("4281", 5, ms=30))
            found = {event.key: event for event in call.events("write.committed")}
            sent = {event.call: event for event in call.events("tool.sent")}
            assert {key: event.after["quantity"] for key, event in found.items()} == {"4821": 3, "4281": 5}
            for key, event in found.items():
                assert sent[event.call].arguments["order_number"] == key
                assert sent[event.call].ms <= event.not_before_ms < event.ms
            # What was written stands before its answer.
            order = [event.type for event in call.log.events]
            assert order.index("write.committed") < order.index("tool.returned")
            assert (await call.rows.last())["orders"]["4821"]["quantity"] == 3
        assert SEEN == ["seed c1", "reset c1"]

    asyncio.run(test())


def test_what_nobody_called_for_is_put_down_to_nobody() -> None:
    async def test() -> None:
        async with in_call(own()) as call:
            ROWS["4281"] = {"order_number": "4281", "quantity": 9}
            await call.change("4821", 3)
            calls = {event.key: event.call for event in call.events("write.committed")}
            assert calls == {"4821": "t0", "4281": None}

    asyncio.run(test())


def test_polling_sees_what_comes_and_goes() -> None:
    async def test() -> None:
        async with in_call(own(poll_ms=50)) as call:
            for quantity in (7, 1):
                ROWS["4821"] = {"order_number": "4821", "quantity": quantity}
                await asyncio.sleep(0.2)
            seen = call.events("write.committed")
            assert [event.after["quantity"] for event in seen] == [7, 1]
            # It was written between the beginning of two readings.
            assert all(0 < event.ms - event.not_before_ms < 200 for event in seen)
            assert own(poll_ms=50).seen == "watched"
            assert own().seen == "snapshots"

    asyncio.run(test())


def test_a_call_that_only_the_agent_reports_is_what_a_change_is_put_down_to() -> None:
    async def test() -> None:
        async with in_call(own(poll_ms=50)) as call:
            told = OpenCall("c1", call.desk, call.log, observed=True)
            arguments = {"order_number": "4821", "quantity": 3}
            told.take(Built(call="x", name="set_quantity", arguments=arguments))
            told.take(Sent(call="x"))
            ROWS["4821"] = {"order_number": "4821", "quantity": 3}
            await asyncio.sleep(0.2)
            (write,) = call.events("write.committed")
            (sent,) = call.events("tool.sent")
            assert write.call == sent.call

    asyncio.run(test())


def test_a_backend_that_is_written_with_delay_is_waited_for() -> None:
    async def test() -> None:
        async with in_call(own(settle_ms=200)) as call:
            await call.change("4821", 3, writes=False)

            def later() -> None:
                ROWS["4821"] = {"order_number": "4821", "quantity": 3}

            asyncio.get_running_loop().call_later(0.1, later)
            assert (await call.rows.last())["orders"]["4821"]["quantity"] == 3

    asyncio.run(test())


def test_a_look_that_fails_is_left_out_and_a_last_one_that_fails_is_said() -> None:
    async def test() -> None:
        async with in_call(own()) as call:
            ROWS["broken"] = {"order_number": "broken"}
            await call.change("4821", 3)
            assert call.events("write.committed") == []
            with pytest.raises(UnreadableBackendError, match="OSError: the disk is gone"):
                await call.rows.last()

    asyncio.run(test())


def test_a_hook_that_fails_is_said_by_its_place() -> None:
    async def test() -> None:
        with pytest.raises(
            HookFailedError,
            match=r"^the backend's hook seed\[0\] \(python\) failed: RuntimeError: no room for c1$",
        ):
            async with in_call(own(seed_by="fail")):
                pass
        with pytest.raises(HookFailedError, match=r"^the backend's hook reset\[0\] \(python\) failed"):
            async with in_call(own(reset_by="fail")):
                pass

    asyncio.run(test())


def test_nobody_is_called_on_a_line_where_a_hook_fails_and_nobody_but_the_backend_is_blamed() -> None:
    async def test() -> None:
        def nobody(*told: Any) -> Any:
            raise AssertionError("the agent was called")

        peer = LivePeer(name="order desk", wire=nobody, open=nobody, own=own(seed_by="fail"))
        with Sounds() as speech:
            call = await live_call(scenario(), peer, speech)
        result = score(call.record, scenario())
        assert (result.status, result.blame, result.crashed) == ("invalid", "platform", False)
        assert result.reasons == (
            "the backend's hook seed[0] (python) failed: RuntimeError: no room for shop",
        )

    asyncio.run(test())


def test_a_hook_that_fails_afterwards_hides_no_earlier_fault() -> None:
    async def test() -> None:
        with pytest.raises(ZeroDivisionError):
            async with in_call(own(reset_by="fail")):
                raise ZeroDivisionError

    asyncio.run(test())


def test_tools_are_not_served_here() -> None:
    async def test() -> None:
        async with in_call(own()) as call:
            assert call.rows.own is not None
            here = call.desk.build("find_order", {"order_number": "4821"}, None)
            here.send()
            with pytest.raises(ToolError, match="404 find_order is not served here"):
                await here.answer()

    asyncio.run(test())


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (Fault(tool="find_order", kind="wrong_record"), {"order_number": "4281", "quantity": 1}),
        (Fault(tool="find_order", kind="stale_read"), {"order_number": "4821", "quantity": 1}),
        (Fault(tool="find_order", kind="empty"), None),
    ],
)
def test_faults_of_rows_are_made_of_what_was_read(fault: Fault, told: Any) -> None:
    async def test() -> None:
        async with in_call(own(), fault) as call:
            await call.change("4821", 3)

            async def work() -> Answer:
                return Answer(result=dict(ROWS["4821"]))

            look = call.desk.build("find_order", {"order_number": "4821"}, None)
            call.desk.send(look, None, Work(work))
            assert await look.answer() == told
            assert [event.kind for event in call.events("fault.injected")] == [fault.kind]

    asyncio.run(test())


def test_an_answer_that_shows_no_row_cannot_be_a_wrong_one() -> None:
    async def test() -> None:
        async with in_call(own(), Fault(tool="find_order", kind="stale_read")) as call:

            async def work() -> Answer:
                return Answer(result={"data": [1, 2]})

            look = call.desk.build("find_order", {"order_number": "4821"}, None)
            call.desk.send(look, None, Work(work))
            assert await look.answer() == {"data": [1, 2]}
            (error,) = call.events("line.error")
            assert error.by == "platform"
            assert error.message == (
                "the fault stale_read of find_order cannot be done to the user's own API: the API's answer has no row with order_number"
            )

    asyncio.run(test())
