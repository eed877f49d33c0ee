"""The tools of running calls over HTTP, with real sockets."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import httpx
import pytest

from callproof.calling.serving.tools import RemoteTools
from callproof.calling.toolserver.server import ToolServer
from callproof.errors import InputError
from callproof.scenario.model import Fault
from tests.unit.calling.simulation.shop import WORLD
from tests.unit.calling.toolserver.running import Running, quick, run, serving, until

THREE = {"order_number": "4821", "quantity": 3}


def test_schemas_are_those_of_the_world() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            answer = await client.get("/calls/a/tools")
            assert answer.status_code == 200
            assert answer.json() == WORLD.schemas()

    run(test)


def test_a_call_is_carried_out_and_written_down() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            answer = await client.post(
                "/calls/a/tools/set_quantity", json=THREE, headers={"Idempotency-Key": "k1"}
            )
            assert answer.status_code == 200
            assert answer.json() == {"ok": True, "record": THREE}
            assert call.quantity("4821") == 3
            assert call.types() == ["tool.built", "tool.sent", "write.committed", "tool.returned"]
            (sent,) = call.events("tool.sent")
            assert (sent.name, sent.arguments, sent.idempotency_key) == ("set_quantity", THREE, "k1")
            assert sent.consequential is True

    run(test)


@pytest.mark.parametrize(
    ("tool", "body", "status", "error"),
    [
        ("find_order", {}, 400, "400 missing argument order_number"),
        ("set_quantity", {"order_number": "1", "quantity": 1}, 404, "404 no order 1"),
        ("no_such_tool", {}, 404, "404 no tool no_such_tool"),
        ("find_order", [1], 400, "400 the arguments are no JSON object"),
    ],
)
def test_an_error_has_its_own_status(tool: str, body: Any, status: int, error: str) -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            answer = await client.post(f"/calls/a/tools/{tool}", json=body)
            assert (answer.status_code, answer.json()) == (status, {"error": error})
            assert call.types() == ["tool.built", "tool.sent", "tool.failed"]

    run(test)


def test_arguments_that_are_no_json_are_what_was_sent() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            answer = await client.post("/calls/a/tools/find_order", content=b'{"order_number": 48')
            assert answer.status_code == 400
            assert call.events("tool.sent")[0].arguments == '{"order_number": 48'

    run(test)


def test_a_timeout_is_told_after_its_time() -> None:
    async def test() -> None:
        call = Running("a", Fault(tool="set_quantity", kind="timeout", ms=300, committed=True))
        async with serving(call) as (_, client):
            answer = await client.post("/calls/a/tools/set_quantity", json=THREE)
            assert (answer.status_code, answer.json()) == (504, {"error": "no answer within 300 ms"})
            sent, failed = call.events("tool.sent", "tool.failed")
            assert 295 <= failed.ms - sent.ms <= 400
            assert call.quantity("4821") == 3

    run(test)


def test_a_fault_in_the_answer_reaches_the_wire() -> None:
    async def test() -> None:
        faults = [
            Fault(tool="find_order", kind="malformed", nth=1),
            Fault(tool="find_order", kind="empty", nth=2),
            Fault(tool="find_order", kind="error_status", status=503, nth=3),
        ]
        call = Running("a", *faults)
        async with serving(call) as (_, client):
            answers = [
                await client.post("/calls/a/tools/find_order", json={"order_number": "4821"})
                for _ in range(3)
            ]
            assert answers[0].status_code == 200
            with pytest.raises(json.JSONDecodeError):
                answers[0].json()
            assert answers[0].text.startswith('{"data": {"order')
            assert (answers[1].status_code, answers[1].text) == (200, "null")
            assert (answers[2].status_code, answers[2].json()) == (503, {"error": "503 service unavailable"})

    run(test)


def test_a_call_reported_as_built_is_the_one_that_is_sent() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            built = {
                "type": "tool.built",
                "call": "x1",
                "name": "set_quantity",
                "arguments": THREE,
                "state_version": 4,
            }
            state = {"type": "state.reported", "version": 4, "fields": {"quantity": 3}}
            answer = await client.post("/calls/a/events", json=[state, built])
            assert (answer.status_code, answer.json()) == (200, {"taken": 2})
            five = {**THREE, "quantity": 5}
            headers = {"X-Callproof-Tool-Call": "x1"}
            assert (
                await client.post("/calls/a/tools/set_quantity", json=five, headers=headers)
            ).status_code == 200
            assert call.types()[:3] == ["state.reported", "tool.built", "tool.sent"]
            built_event, sent = call.events("tool.built", "tool.sent")
            assert (built_event.arguments, sent.arguments) == (THREE, five)
            assert built_event.call == sent.call
            assert sent.state_version == 4
            assert call.quantity("4821") == 5
            # Delivered again, it is a call of its own.
            await client.post("/calls/a/tools/set_quantity", json=five, headers=headers)
            assert len(call.events("tool.sent")) == 2

    run(test)


def test_a_request_without_its_name_is_tied_to_what_was_built() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            for name, arguments in (("x1", {**THREE, "quantity": 9}), ("x2", THREE)):
                built = {"type": "tool.built", "call": name, "name": "set_quantity", "arguments": arguments}
                await client.post("/calls/a/events", json=[built])
            await client.post("/calls/a/tools/set_quantity", json=THREE)
            assert len(call.events("tool.built")) == 2
            assert call.events("tool.sent")[0].call == call.events("tool.built")[1].call

    run(test)


def test_what_is_sent_can_differ_from_what_was_announced() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            built = {"type": "tool.built", "call": "x1", "name": "set_quantity", "arguments": {"quantity": 3}}
            await client.post("/calls/a/events", json=[built])
            await client.post("/calls/a/tools/find_order", json={"order_number": "4821"})
            await client.post("/calls/a/tools/set_quantity", json=THREE)
            first, second = call.events("tool.built")
            assert [event.call for event in call.events("tool.sent")] == [second.call, first.call]
            assert call.events("tool.sent")[1].arguments == THREE
            # With two of them nobody knows which is meant.
            for name in ("x2", "x3"):
                await client.post("/calls/a/events", json=[{**built, "call": name}])
            await client.post("/calls/a/tools/set_quantity", json=THREE)
            assert len(call.events("tool.built")) == 5

    run(test)


def test_a_report_that_is_slower_than_its_request_builds_nothing() -> None:
    async def test() -> None:
        call = Running(held=True)
        async with serving(call) as (_, client):
            asked = asyncio.create_task(client.post("/calls/a/tools/set_quantity", json=THREE))
            await until(lambda: bool(call.gate.waiting))
            built = {"type": "tool.built", "call": "x1", "name": "set_quantity", "arguments": THREE}
            await client.post("/calls/a/events", json=[built])
            cancelled = await client.post("/calls/a/tool-calls/x1/cancel")
            assert cancelled.json() == {"in_time": True}
            assert (await asked).status_code == 409
            assert call.types() == ["tool.built", "tool.sent", "tool.cancelled"]
            assert call.quantity("4821") == 1

    run(test)


def test_cancelling_is_in_time_until_the_commit() -> None:
    async def test() -> None:
        call = Running(world=quick(reply_ms=200))
        headers = {"X-Callproof-Tool-Call": "x1"}
        async with serving(call) as (_, client):
            asked = asyncio.create_task(
                client.post("/calls/a/tools/set_quantity", json=THREE, headers=headers)
            )
            await until(lambda: "write.committed" in call.types())
            for _ in range(2):
                answer = await client.post("/calls/a/tool-calls/x1/cancel")
                assert answer.json() == {"in_time": False}
            assert (await asked).status_code == 200
            (cancelled,) = call.events("tool.cancelled")
            assert cancelled.in_time is False

    run(test)


def test_giving_up_is_no_taking_back() -> None:
    async def test() -> None:
        call = Running(held=True)
        async with serving(call) as (_, client):
            headers = {"X-Callproof-Tool-Call": "x1"}
            asked = asyncio.create_task(
                client.post("/calls/a/tools/set_quantity", json=THREE, headers=headers)
            )
            await until(lambda: bool(call.gate.waiting))
            report = [{"type": "tool.cancelled", "call": "x1"}]
            assert (await client.post("/calls/a/events", json=report * 2)).status_code == 200
            call.gate.open.set()
            assert (await asked).status_code == 200
            assert [event.in_time for event in call.events("tool.cancelled")] == [False]
            assert call.quantity("4821") == 3
            # One that had not left is dropped for good.
            await client.post(
                "/calls/a/events", json=[{"type": "tool.built", "call": "x2", "name": "find_order"}]
            )
            await client.post("/calls/a/events", json=[{"type": "tool.cancelled", "call": "x2"}])
            assert [event.in_time for event in call.events("tool.cancelled")] == [False, True]

    run(test)


def test_an_agent_that_leaves_does_not_stop_its_call() -> None:
    async def test() -> None:
        call = Running(held=True)
        async with serving(call) as (_, client):
            asked = asyncio.create_task(client.post("/calls/a/tools/set_quantity", json=THREE))
            await until(lambda: bool(call.gate.waiting))
            asked.cancel()
            await asyncio.sleep(0.05)
            call.gate.open.set()
            await until(lambda: "tool.returned" in call.types())
            assert call.quantity("4821") == 3

    run(test)


@pytest.mark.parametrize(
    ("reports", "sentence"),
    [
        ([{"type": "tool.exploded"}], "'tool.exploded', expected one of"),
        ([{"fields": {}}], "has no 'type'"),
        ([{"type": "state.reported", "fields": 3}], "[0].fields: found 3, expected an object"),
        ([{"type": "state.reported", "fields": {}, "more": 1}], "is not a field that is known here"),
        ({"type": "state.reported"}, "is a list of events"),
        ([{"type": "state.reported", "fields": {}}] * 1001, "at most 1000"),
    ],
)
def test_reports_that_cannot_be_used_are_refused_with_a_sentence(reports: Any, sentence: str) -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (_, client):
            answer = await client.post("/calls/a/events", json=reports)
            assert answer.status_code in {400, 413}
            assert sentence in answer.json()["error"]
            assert call.log.events == ()

    run(test)


def test_tools_of_the_agents_own_are_written_down_as_reported() -> None:
    async def test() -> None:
        call = Running()
        async with serving() as (server, client):
            close = server.opened("a", call.desk, call.log, observed=True)
            stages = [
                {"type": "tool.built", "call": "c7", "name": "set_quantity", "arguments": THREE},
                {"type": "tool.sent", "call": "c7", "idempotency_key": "k"},
                {"type": "tool.returned", "call": "c7", "result": {"ok": True}},
            ]
            assert (await client.post("/calls/a/events", json=stages)).json() == {"taken": 3}
            assert call.types() == ["tool.built", "tool.sent", "tool.returned"]
            for wrong in (stages[2], stages[0], {"type": "tool.sent", "call": "c8"}):
                answer = await client.post("/calls/a/events", json=[wrong])
                assert answer.status_code == 409
            close()
        call.close()

    run(test)


def test_the_client_of_served_agents_speaks_with_it() -> None:
    async def test() -> None:
        call = Running(world=quick(commit_ms=300, reply_ms=300))
        async with serving(call) as (server, _):
            # Its reports wait for their answers, so it lives in a thread, as in a process of its own.
            assert await asyncio.to_thread(asyncio.run, _served_agent(server.url_of("a"), server.token)) == [
                {"ok": True, "record": {"order_number": "4821", "quantity": 3}},
                "404 no order 1",
                True,
            ]
        assert [event.in_time for event in call.events("tool.cancelled")] == [True]
        assert call.events("state.reported")[0].version == 0

    run(test)


async def _served_agent(url: str, token: str | None) -> list[Any]:
    tools = RemoteTools(url, token)
    try:
        assert [schema["function"]["name"] for schema in tools.schemas()] == ["set_quantity", "find_order"]
        tools.report({"type": "state.reported", "version": 0, "fields": THREE})
        done = tools.build("set_quantity", THREE, 0)
        done.send()
        wrong = tools.build("set_quantity", {"order_number": "1", "quantity": 1}, 0)
        wrong.send(key="k")
        taken_back = tools.build("set_quantity", {**THREE, "quantity": 8}, 0)
        taken_back.send()
        await asyncio.sleep(0.05)
        in_time = taken_back.cancel()
        result = await done.answer()
        await wrong.over.wait()
        return [result, wrong.error, in_time]
    finally:
        await tools.close()


def test_the_director_holds_a_call_that_came_over_the_wire() -> None:
    async def test() -> None:
        call = Running(held=True)
        async with serving(call) as (_, client):
            asked = asyncio.create_task(client.post("/calls/a/tools/set_quantity", json=THREE))
            await until(lambda: call.gate.waiting == [("t0", "commit")])
            await asyncio.sleep(0.05)
            assert call.quantity("4821") == 1
            call.gate.open.set()
            assert (await asked).status_code == 200
            assert call.gate.waiting == [("t0", "commit"), ("t0", "reply")]

    run(test)


def test_a_port_that_is_taken_is_the_users_mistake() -> None:
    async def test() -> None:
        async with ToolServer() as server:
            port = int(server.url.rsplit(":", 1)[1])
            with pytest.raises(InputError, match=rf"cannot listen on 127\.0\.0\.1:{port}"):
                await ToolServer(port=port).__aenter__()

    run(test)


def test_small_answers_are_sent_at_once() -> None:
    async def test() -> None:
        async with serving(Running()) as (_, client):
            took = []
            for _ in range(30):
                started = time.perf_counter()
                await client.post("/tools/find_order", json={"order_number": "4821"})
                took.append(time.perf_counter() - started)
            # One that waits for an acknowledgement takes 40 ms every time.
            assert min(took) < 0.03

    run(test)


def test_texts_that_the_agent_reports_reach_the_line() -> None:
    told: list[tuple[str, str]] = []

    async def test() -> None:
        call = Running()
        async with ToolServer() as server:
            close = server.opened("a", call.desk, call.log, lambda kind, text: told.append((kind, text)))
            headers = {"Authorization": f"Bearer {server.token}"}
            async with httpx.AsyncClient(base_url=server.url, headers=headers, trust_env=False) as client:
                texts = [
                    {"type": "speech.heard", "text": "Order 4821."},
                    {"type": "speech.said", "text": "One moment."},
                ]
                answer = await client.post("/events", json=texts)
                assert answer.status_code < 300
            close()

    run(test)
    assert told == [("heard", "Order 4821."), ("said", "One moment.")]


def test_a_failure_of_ours_is_not_the_agents() -> None:
    def broken(kind: str, text: str) -> None:
        raise KeyError("ours")

    async def test() -> None:
        call = Running()
        async with ToolServer() as server:
            close = server.opened("a", call.desk, call.log, broken)
            headers = {"Authorization": f"Bearer {server.token}"}
            async with httpx.AsyncClient(base_url=server.url, headers=headers, trust_env=False) as client:
                answer = await client.post("/events", json=[{"type": "speech.said", "text": "Hello."}])
                assert (answer.status_code, answer.json()) == (
                    500,
                    {"error": "callproof failed at this request"},
                )
            close()
        (error,) = call.events("line.error")
        assert (error.by, error.message) == ("harness", "KeyError: 'ours'")

    run(test)
