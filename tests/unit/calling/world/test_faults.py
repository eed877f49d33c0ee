"""Every fault in each of its forms: which calls get it, what it does when, and what the agent is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.calling.world.database import Backend, Change, Transaction
from callproof.calling.world.faults import (
    Delivery,
    Failure,
    FaultPlan,
    Injected,
    Reply,
    carried_out,
    delivery,
    replied,
    status_line,
)
from callproof.calling.world.functions import ToolRegistry, tool
from callproof.calling.world.tools import Tools
from callproof.errors import HarnessError
from callproof.scenario.model import Fault, FaultKind
from callproof.scenario.worlds import Parameter, Read, Tool
from tests.unit.calling.world.worlds import shop

PLAIN = Tool(description="", commit_after_ms=150, reply_after_ms=300)
ORDER = {"order_number": "4281"}
SET = {"order_number": "4281", "quantity": 3}


@dataclass(frozen=True)
class Played:
    """One call as the simulation plays it; `changes` with the ms at which they were committed."""

    delivery: Delivery
    reply: Reply
    changes: list[tuple[int, Change]]

    @property
    def injected(self) -> list[str]:
        return [fault.kind for fault in (*self.delivery.injected, *self.reply.injected)]


def play(
    tools: Tools, name: str, arguments: dict[str, Any], *faults: Fault, key: str | None = None
) -> Played:
    made = delivery(tools.world.tools[name], faults)
    answers = [(ms, carried_out(tools, name, arguments, made, key=key)) for ms in made.runs_ms]
    reply = replied(tools, name, arguments, made, answers[0][1] if answers else None)
    return Played(made, reply, [(ms, change) for ms, answer in answers for change in answer.changes])


@pytest.fixture
def tools(url: str | None) -> Iterator[Tools]:
    world = shop()
    with Backend(world, url=url) as backend:
        yield Tools(world, backend)


# --- which calls ----------------------------------------------------------------------------------------------------


def test_a_fault_is_for_the_nth_call_of_its_tool() -> None:
    second = Fault(tool="a", kind="timeout", nth=2)
    plan = FaultPlan([second])
    assert [plan.send(name) for name in ("a", "b", "b", "a", "a")] == [(), (), (), (second,), ()]


def test_a_fault_without_nth_is_for_every_call() -> None:
    every, first = Fault(tool="a", kind="delay", nth=None), Fault(tool="a", kind="empty")
    plan = FaultPlan([every, first])
    assert [plan.send(name) for name in ("a", "a", "b")] == [(every, first), (every,), ()]


# --- when -----------------------------------------------------------------------------------------------------------


def test_without_a_fault() -> None:
    assert delivery(PLAIN) == Delivery(runs_ms=(150,), reply_ms=300)
    assert delivery(replace(PLAIN, reply_after_ms=100)) == Delivery(runs_ms=(150,), reply_ms=150)


@pytest.mark.parametrize(
    ("fault", "runs_ms", "reply_ms", "failure", "detail"),
    [
        (
            Fault(tool="t", kind="timeout"),
            (),
            1500,
            Failure("timeout", "no answer within 1500 ms"),
            "no answer within 1500 ms; not carried out",
        ),
        (
            Fault(tool="t", kind="timeout", committed=True),
            (150,),
            1500,
            Failure("timeout", "no answer within 1500 ms"),
            "no answer within 1500 ms; carried out all the same",
        ),
        (
            Fault(tool="t", kind="timeout", committed=True, ms=100),
            (100,),
            100,
            Failure("timeout", "no answer within 100 ms"),
            "no answer within 100 ms; carried out all the same",
        ),
        (
            Fault(tool="t", kind="error_status"),
            (),
            300,
            Failure("error", "500 internal error"),
            "500 internal error; not carried out",
        ),
        (
            Fault(tool="t", kind="error_status", committed=True, status=503),
            (150,),
            300,
            Failure("error", "503 service unavailable"),
            "503 service unavailable; carried out all the same",
        ),
        (
            Fault(tool="t", kind="error_status", ms=900, status=429),
            (),
            900,
            Failure("error", "429 too many requests"),
            "429 too many requests; not carried out",
        ),
        (Fault(tool="t", kind="delay"), (150,), 1000, None, "answered only after 1000 ms"),
        (Fault(tool="t", kind="delay", ms=700), (150,), 700, None, "answered only after 700 ms"),
        (Fault(tool="t", kind="delay", ms=50), (150,), 150, None, "answered only after 150 ms"),
        (Fault(tool="t", kind="late_success"), (150,), 4000, None, "answered only after 4000 ms"),
        (
            Fault(tool="t", kind="late_success", late="commit"),
            (3850,),
            4000,
            None,
            "done and answered only after 4000 ms",
        ),
        (
            Fault(tool="t", kind="late_success", late="commit", ms=2500),
            (2350,),
            2500,
            None,
            "done and answered only after 2500 ms",
        ),
        (Fault(tool="t", kind="duplicate_delivery"), (150, 225), 300, None, "the call arrives twice"),
    ],
)
def test_the_times_of_each_fault(
    fault: Fault, runs_ms: tuple[int, ...], reply_ms: int, failure: Failure | None, detail: str
) -> None:
    assert delivery(PLAIN, [fault]) == Delivery(
        runs_ms=runs_ms, reply_ms=reply_ms, failure=failure, injected=(Injected(fault.kind, detail),)
    )


def test_faults_on_the_same_call_add_up() -> None:
    twice, slow = Fault(tool="t", kind="duplicate_delivery"), Fault(tool="t", kind="delay")
    made = delivery(PLAIN, [twice, slow])
    assert (made.runs_ms, made.reply_ms) == ((150, 225), 1000)
    assert [fault.kind for fault in made.injected] == ["duplicate_delivery", "delay"]
    unanswered = delivery(PLAIN, [twice, Fault(tool="t", kind="timeout", committed=True)])
    assert (unanswered.runs_ms, unanswered.reply_ms) == ((150, 225), 1500)
    assert delivery(PLAIN, [Fault(tool="t", kind="timeout"), twice]).runs_ms == ()


def test_status_lines() -> None:
    assert [status_line(status) for status in (500, 502, 404, 599)] == [
        "500 internal error",
        "502 bad gateway",
        "404 not found",
        "599 error",
    ]


_FAULT = st.builds(
    Fault,
    tool=st.just("t"),
    kind=st.sampled_from(get_args(FaultKind)),
    committed=st.booleans(),
    ms=st.none() | st.integers(0, 9000),
    late=st.sampled_from(["commit", "reply"]),
)


@given(st.lists(_FAULT, max_size=4), st.integers(0, 500), st.integers(0, 500))
def test_no_fault_makes_time_run_backwards(faults: list[Fault], commit: int, gap: int) -> None:
    made = delivery(replace(PLAIN, commit_after_ms=commit, reply_after_ms=commit + gap), faults)
    assert list(made.runs_ms) == sorted(made.runs_ms)
    assert all(0 <= ms <= made.reply_ms for ms in made.runs_ms)
    assert made.runs_ms or made.failure is not None


# --- what becomes of the write --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "committed_ms"),
    [
        (Fault(tool="t", kind="timeout"), []),
        (Fault(tool="t", kind="timeout", committed=True), [150]),
        (Fault(tool="t", kind="error_status"), []),
        (Fault(tool="t", kind="error_status", committed=True), [150]),
        (Fault(tool="t", kind="delay"), [150]),
        (Fault(tool="t", kind="late_success"), [150]),
        (Fault(tool="t", kind="late_success", late="commit"), [3850]),
        (Fault(tool="t", kind="empty"), [150]),
        (Fault(tool="t", kind="malformed"), [150]),
        (Fault(tool="t", kind="acknowledged_but_lost"), []),
        (Fault(tool="t", kind="duplicate_delivery"), [150, 225]),
    ],
)
def test_what_of_a_write_is_there_afterwards(tools: Tools, fault: Fault, committed_ms: list[int]) -> None:
    played = play(tools, "ship_order", ORDER, fault)
    assert [ms for ms, _ in played.changes] == committed_ms
    assert len(tools.backend.snapshot()["shipments"]) == len(committed_ms)
    assert played.injected == [fault.kind]


def test_a_call_with_a_key_that_arrives_twice_is_done_once(tools: Tools) -> None:
    twice = Fault(tool="ship_order", kind="duplicate_delivery")
    played = play(tools, "ship_order", ORDER, twice, key="k")
    assert [ms for ms, _ in played.changes] == [150]
    assert played.reply.result["ok"] is True
    assert "deduplicated" not in played.reply.result


def test_a_retry_with_the_key_of_a_call_that_timed_out_after_its_commit(tools: Tools) -> None:
    timeout = Fault(tool="ship_order", kind="timeout", committed=True)
    assert play(tools, "ship_order", ORDER, timeout, key="k").reply.failure == Failure(
        "timeout", "no answer within 1500 ms"
    )
    retry = play(tools, "ship_order", ORDER, key="k")
    assert retry.changes == []
    assert retry.reply.result["deduplicated"] is True
    assert retry.reply.result["record"] == tools.backend.snapshot()["shipments"]["1"]


def test_a_lost_write_looks_like_one_that_was_kept(tools: Tools) -> None:
    lost = play(tools, "ship_order", ORDER, Fault(tool="t", kind="acknowledged_but_lost"), key="k")
    assert tools.backend.snapshot() == tools.backend.initial
    assert lost.reply.injected == (
        Injected("acknowledged_but_lost", "acknowledged, and nothing was written"),
    )
    kept = play(tools, "ship_order", ORDER, key="k")
    assert kept.reply.result == lost.reply.result
    assert len(kept.changes) == 1


def test_a_read_cannot_be_lost(tools: Tools) -> None:
    played = play(tools, "find_order", ORDER, Fault(tool="t", kind="acknowledged_but_lost"))
    assert played.injected == []
    assert played.reply.result["order_number"] == "4281"


# --- what the agent is told -----------------------------------------------------------------------------------------


def told(tools: Tools, name: str, arguments: dict[str, Any], **fault: Any) -> Any:
    """The distorted result, which has to be in the log as such."""
    played = play(tools, name, arguments, Fault(tool=name, **fault))
    assert played.reply.failure is None
    assert played.injected == [fault["kind"]]
    return played.reply.result


def test_empty(tools: Tools) -> None:
    assert told(tools, "find_order", ORDER, kind="empty") is None
    assert told(tools, "search_orders", {"customer": "Ines Marti"}, kind="empty") == []
    assert told(tools, "update_order", SET, kind="empty") == {}


def test_partial(tools: Tools) -> None:
    assert told(tools, "find_order", ORDER, kind="partial", keep=("customer", "quantity")) == {
        "customer": "Ines Marti",
        "quantity": 2,
    }
    assert told(tools, "find_order", ORDER, kind="partial") == {}
    rows = told(tools, "search_orders", {"customer": "Ines Marti"}, kind="partial", keep=("order_number",))
    assert rows == [{"order_number": "4281"}, {"order_number": "4821"}]
    written = told(tools, "update_order", SET, kind="partial", keep=("quantity",))
    assert written == {"ok": True, "record": {"quantity": 3}}


def test_wrong_record(tools: Tools) -> None:
    initial = tools.backend.initial["orders"]
    assert told(tools, "find_order", ORDER, kind="wrong_record", record="4821") == initial["4821"]
    assert told(tools, "find_order", ORDER, kind="wrong_record") == initial["0042"]
    assert told(tools, "find_order", {"order_number": "9999"}, kind="wrong_record") == initial["0042"]
    rows = told(tools, "search_orders", {"customer": "Ines Marti"}, kind="wrong_record")
    assert rows == [initial["0042"]]
    written = told(tools, "update_order", SET, kind="wrong_record", record="4821")
    assert written == {"ok": True, "record": initial["4821"]}
    assert tools.backend.snapshot()["orders"]["4281"]["quantity"] == 3


def test_a_wrong_record_that_is_not_there_is_our_problem(tools: Tools) -> None:
    fault = Fault(tool="find_order", kind="wrong_record", record="9999")
    with pytest.raises(HarnessError, match="the record 9999, which orders does not have"):
        play(tools, "find_order", ORDER, fault)


def test_stale_read(tools: Tools) -> None:
    stale = Fault(tool="find_order", kind="stale_read")
    assert play(tools, "find_order", ORDER, stale).injected == []
    tools.run("update_order", SET)
    initial = tools.backend.initial["orders"]
    assert told(tools, "find_order", ORDER, kind="stale_read") == initial["4281"]
    assert told(tools, "find_order", ORDER, kind="stale_read", row={"quantity": 7}) == {
        **initial["4281"],
        "quantity": 7,
    }
    rows = told(tools, "search_orders", {"customer": "Ines Marti"}, kind="stale_read")
    assert rows == [initial["4281"], initial["4821"]]
    rows = told(tools, "search_orders", {"customer": "Ines Marti", "quantity": 2}, kind="stale_read")
    assert rows == [initial["4281"]]
    written = told(tools, "update_order", SET | {"quantity": 4}, kind="stale_read")
    assert written == {"ok": True, "record": initial["4281"]}


def test_a_stale_read_of_a_row_that_came_or_went_since(tools: Tools) -> None:
    initial = tools.backend.initial["orders"]
    tools.run("delete_order", ORDER)
    assert told(tools, "find_order", ORDER, kind="stale_read") == initial["4281"]
    with tools.backend.transaction() as transaction:
        transaction.insert("orders", order_number="5000", quantity=1)
    new = {"order_number": "5000"}
    assert told(tools, "find_order", new, kind="stale_read", row={"quantity": 8})["quantity"] == 8
    assert told(tools, "find_order", new, kind="stale_read") is None
    inserted = told(tools, "ship_order", ORDER, kind="stale_read")
    assert inserted == {"ok": True, "record": None}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("find_order", ORDER),
        ("find_order", {"order_number": "9999"}),
        ("search_orders", {"customer": "Nobody"}),
        ("update_order", SET),
    ],
)
def test_malformed(tools: Tools, name: str, arguments: dict[str, Any]) -> None:
    text = told(tools, name, arguments, kind="malformed")
    assert isinstance(text, str)
    assert text
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_whatever_was_answered_malformed_is_no_json(result: Any) -> None:
    @tool(read=Read(table="orders"))
    def answers(db: Transaction) -> Any:
        """Answers."""
        return result

    world = shop()
    with Backend(world) as backend:
        text = told(Tools(world, backend, ToolRegistry([answers])), "answers", {}, kind="malformed")
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)


@pytest.mark.parametrize("kind", ["empty", "partial", "stale_read"])
def test_what_alters_nothing_was_not_applied(tools: Tools, kind: FaultKind) -> None:
    fault = Fault(tool="find_order", kind=kind)
    played = play(tools, "find_order", {"order_number": "9999"}, fault)
    assert (played.injected, played.reply.result) == ([], None)


def test_where_there_is_no_other_record_none_can_be_wrong() -> None:
    world = shop()
    only = replace(world.tables["orders"], rows=world.tables["orders"].rows[:1])
    world = replace(world, tables={**world.tables, "orders": only})
    with Backend(world) as backend:
        played = play(Tools(world, backend), "find_order", ORDER, Fault(tool="t", kind="wrong_record"))
    assert (played.injected, played.reply.result["order_number"]) == ([], "4281")


@pytest.mark.parametrize(
    "kind", ["empty", "partial", "wrong_record", "stale_read", "malformed", "acknowledged_but_lost"]
)
def test_an_error_of_the_tool_stays_an_error(tools: Tools, kind: FaultKind) -> None:
    fault = Fault(tool="update_order", kind=kind)
    played = play(tools, "update_order", {"order_number": "9999", "quantity": 1}, fault)
    assert played.reply == Reply(failure=Failure("error", "404 no order 9999"))
    assert played.injected == []


def test_distortions_add_up_in_their_order(tools: Tools) -> None:
    wrong = Fault(tool="t", kind="wrong_record", record="4821")
    part = Fault(tool="t", kind="partial", keep=("order_number",))
    broken = Fault(tool="t", kind="malformed")
    played = play(tools, "find_order", ORDER, wrong, part)
    assert played.reply.result == {"order_number": "4821"}
    assert played.injected == ["wrong_record", "partial"]
    assert play(tools, "find_order", ORDER, broken, part).injected == ["malformed"]


def test_the_log_shows_what_the_agent_was_told(tools: Tools) -> None:
    part = Fault(tool="t", kind="partial", keep=("quantity",))
    assert play(tools, "find_order", ORDER, part).reply.injected == (Injected("partial", '{"quantity": 2}'),)
    (wrong,) = play(tools, "find_order", ORDER, Fault(tool="t", kind="wrong_record")).reply.injected
    assert len(wrong.detail) <= 120
    assert wrong.detail.startswith('{"order_number": "0042", "customer": "Per Lund"')


def test_a_function_without_a_table_can_have_no_wrong_record() -> None:
    @tool()
    def weather(db: Transaction) -> str:
        """The weather."""
        return "rain"

    world = shop()
    with Backend(world) as backend:
        tools = Tools(world, backend, ToolRegistry([weather]))
        assert told(tools, "weather", {}, kind="empty") is None
        with pytest.raises(HarnessError, match="the fault wrong_record of weather needs the tool's table"):
            play(tools, "weather", {}, Fault(tool="weather", kind="wrong_record"))


def test_a_call_that_is_run_has_to_have_its_answer(tools: Tools) -> None:
    with pytest.raises(ValueError, match="the call of find_order has no answer"):
        replied(tools, "find_order", ORDER, delivery(PLAIN), None)


def test_a_stale_list_is_of_what_was_asked_for_where_that_was_left_out() -> None:
    """Left out, it is the default: the orders of two pieces, and not all there are."""
    listed = Tool(
        description="The orders of so many pieces.",
        parameters={"quantity": Parameter(type="integer", required=False, default=2)},
        read=Read(table="orders", where={"quantity": "quantity"}),
    )
    world = shop(orders_of=listed)
    with Backend(world) as backend:
        tools = Tools(world, backend)
        before = tools.run("orders_of", {}).result
        tools.run("update_order", {**ORDER, "quantity": 7})
        stale = told(tools, "orders_of", {}, kind="stale_read")
    assert stale == before
    assert 0 < len(before) < len(world.tables["orders"].rows)
