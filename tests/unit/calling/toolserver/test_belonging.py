"""Which call a request belongs to, and that nothing of one call is ever seen in another."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from callproof.calling.toolserver.server import ToolServer
from callproof.scenario.model import Fault
from callproof.scenario.worlds import Table, World
from tests.unit.calling.simulation.shop import WORLD
from tests.unit.calling.toolserver.running import Running, quick, run, serving

FIND = {"order_number": "4821"}


def _owned(owner: str) -> World:
    """The shop's world, with a canary in every text of its rows."""
    return quick(
        World(
            tables={
                "orders": Table(
                    key="order_number",
                    columns={"order_number": "text", "quantity": "integer", "owner": "text"},
                    rows=(
                        {"order_number": "4821", "quantity": 1, "owner": f"canary-{owner}"},
                        {"order_number": f"only-{owner}", "quantity": 1, "owner": f"canary-{owner}"},
                    ),
                )
            },
            tools=WORLD.tools,
        )
    )


def _ways(call: str) -> list[tuple[str, dict[str, Any], dict[str, str]]]:
    """The same read of a call's, once for each way to say which call it is: path, body, headers."""
    vapi_tool = {"id": "v1", "name": "find_order", "arguments": FIND}
    vapi = {"type": "tool-calls", "toolCallList": [vapi_tool], "call": {"id": f"vapi-{call}"}}
    rpc = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    return [
        (f"/calls/{call}/tools/find_order", FIND, {}),
        ("/tools/find_order", FIND, {"X-Callproof-Call": call}),
        ("/tools/find_order", {**FIND, "callproof_call": call}, {}),
        ("/hooks/vapi", {"message": {**vapi, "call": {"metadata": {"callproof_call": call}}}}, {}),
        ("/hooks/vapi", {"message": vapi}, {}),
        ("/hooks/retell", {"name": "find_order", "args": FIND, "call": {"call_id": f"retell-{call}"}}, {}),
        ("/hooks/elevenlabs/find_order", {**FIND, "conversation_id": f"conv-{call}"}, {}),
        ("/hooks/elevenlabs/find_order", {**FIND, "dynamic_variables": {"callproof_call": call}}, {}),
        (
            "/mcp",
            {**rpc, "params": {"name": "find_order", "arguments": {**FIND, "callproof_call": call}}},
            {},
        ),
        (
            "/mcp",
            {**rpc, "params": {"name": "find_order", "arguments": FIND, "_meta": {"callproof_call": call}}},
            {},
        ),
    ]


def test_nothing_of_one_call_is_ever_seen_in_another() -> None:
    async def test() -> None:
        calls = [Running("a", world=_owned("a")), Running("b", world=_owned("b"))]
        async with serving(*calls) as (server, client):
            for id in "ab":
                for platform in ("vapi", "retell", "conv"):
                    server.known_as(id, f"{platform}-{id}")

            async def ask(call: str, other: str) -> None:
                for path, body, headers in _ways(call) * 5:
                    answer = await client.post(path, json=body, headers=headers)
                    assert answer.status_code == 200, (path, answer.text)
                    assert f"canary-{call}" in answer.text, path
                    assert f"canary-{other}" not in answer.text, path
                write = {"order_number": "4821", "quantity": 7 if call == "a" else 8}
                assert (await client.post(f"/calls/{call}/tools/set_quantity", json=write)).status_code == 200
                missing = await client.post(
                    f"/calls/{call}/tools/find_order", json={"order_number": f"only-{other}"}
                )
                assert missing.json() is None

            await asyncio.gather(ask("a", "b"), ask("b", "a"))
            assert [call.quantity("4821") for call in calls] == [7, 8]
            for call, other in zip(calls, ("b", "a"), strict=True):
                assert len(call.events("tool.sent")) == 52
                assert f"canary-{other}" not in repr(call.log.events)
                # How a request says where it belongs is none of the tool's arguments.
                assert "callproof_call" not in repr(call.log.events)

    run(test)


def test_the_one_static_url_serves_one_call_at_a_time() -> None:
    async def test() -> None:
        first, second = Running("a"), Running("b")
        async with ToolServer() as server:
            headers = {"Authorization": f"Bearer {server.token}"}
            async with httpx.AsyncClient(base_url=server.url, headers=headers, trust_env=False) as client:
                answer = await client.post("/tools/find_order", json=FIND)
                assert (answer.status_code, answer.json()) == (404, {"error": "no call is running"})
                close_first = server.opened("a", first.desk, first.log)
                assert (await client.post("/tools/find_order", json=FIND)).status_code == 200
                close_second = server.opened("b", second.desk, second.log)
                answer = await client.post("/tools/find_order", json=FIND)
                assert answer.status_code == 409
                assert answer.json()["error"].startswith("2 calls are running, and the request does not say")
                # Whoever's agent it was does without an answer.
                for call in (first, second):
                    (error,) = call.events("line.error")
                    assert error.by == "platform"
                    assert "did not say which of the calls under way" in error.message
                await client.post("/tools/find_order", json=FIND)
                assert [len(call.events("line.error")) for call in (first, second)] == [1, 1]
                close_first()
                assert (await client.post("/tools/find_order", json=FIND)).status_code == 200
                close_second()
        assert (len(first.events("tool.sent")), len(second.events("tool.sent"))) == (1, 1)

    run(test)


def test_what_an_agent_still_sends_for_a_call_that_is_over_does_not_reach_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("callproof.calling.toolserver.belonging.QUIET_S", 0.3)

    async def test() -> None:
        first, second = Running("a"), Running("b")
        async with ToolServer() as server:
            headers = {"Authorization": f"Bearer {server.token}"}
            async with httpx.AsyncClient(base_url=server.url, headers=headers, trust_env=False) as client:
                clock = asyncio.get_running_loop().time
                server.opened("a", first.desk, first.log)()
                ended = clock()

                async def late() -> float:
                    await asyncio.sleep(0.2)
                    answer = await client.post("/tools/find_order", json=FIND)
                    assert answer.status_code == 410
                    assert answer.json()["error"].startswith("no call is running any more")
                    return clock()

                came, _ = await asyncio.gather(late(), server.quiet())
                # As long again after each such request.
                assert clock() - came >= 0.29
                assert clock() - ended < 2
                server.opened("b", second.desk, second.log)
                before = clock()
                assert (await client.post("/tools/find_order", json=FIND)).status_code == 200
                # While a call is under way, nothing is waited for.
                assert clock() - before < 0.29
        assert (first.events("tool.sent"), len(second.events("tool.sent"))) == ([], 1)

    run(test)


def test_an_agent_that_never_stops_is_not_waited_for_any_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("callproof.calling.toolserver.belonging.QUIET_S", 0.2)
    monkeypatch.setattr("callproof.calling.toolserver.belonging._QUIET_AT_MOST_S", 0.6)

    async def test() -> None:
        call = Running("a")
        async with ToolServer() as server:
            headers = {"Authorization": f"Bearer {server.token}"}
            async with httpx.AsyncClient(base_url=server.url, headers=headers, trust_env=False) as client:
                server.opened("a", call.desk, call.log)()

                async def asks() -> None:
                    while True:
                        await client.post("/tools/find_order", json=FIND)
                        await asyncio.sleep(0.02)

                asking = asyncio.ensure_future(asks())
                began = asyncio.get_running_loop().time()
                await server.quiet()
                assert 0.55 < asyncio.get_running_loop().time() - began < 3
                asking.cancel()

    run(test)


def test_a_report_that_may_be_of_any_call_is_lost_and_spoils_none() -> None:
    async def test() -> None:
        calls = Running("a"), Running("b")
        async with serving(*calls) as (_, client):
            report = {"type": "state.reported", "fields": {"quantity": 2}}
            assert (await client.post("/events", json=[report])).status_code == 409
            assert [call.log.events for call in calls] == [(), ()]

    run(test)


def test_a_call_that_is_over_takes_nothing_more() -> None:
    async def test() -> None:
        first, second = Running("a"), Running("b")
        async with ToolServer() as server:
            headers = {"Authorization": f"Bearer {server.token}"}
            async with httpx.AsyncClient(base_url=server.url, headers=headers, trust_env=False) as client:
                retell = {"name": "find_order", "args": FIND, "call": {"call_id": "r-1"}}
                close = server.opened("a", first.desk, first.log)
                # The platform's own id is not known; it is the only call's, and stays that.
                assert (await client.post("/hooks/retell", json=retell)).status_code == 200
                close()
                server.opened("b", second.desk, second.log)
                for path in ("/hooks/retell", "/calls/a/hooks/retell"):
                    answer = await client.post(path, json=retell)
                    assert (answer.status_code, answer.json()) == (410, {"error": "the call 'a' is over"})
        assert second.log.events == ()

    run(test)


@pytest.mark.parametrize(
    ("path", "headers", "body", "status"),
    [
        ("/calls/c/tools/find_order", {}, FIND, 404),
        ("/tools/find_order", {"X-Callproof-Call": "c"}, FIND, 404),
        ("/tools/find_order", {}, {**FIND, "callproof_call": "c"}, 404),
        # Two places that name two calls: neither of them gets it.
        ("/calls/a/tools/find_order", {"X-Callproof-Call": "b"}, FIND, 409),
        ("/calls/a/tools/find_order", {}, {**FIND, "callproof_call": "b"}, 409),
        # What names no call of ours is of no weight beside the path.
        ("/calls/a/tools/find_order", {"X-Callproof-Call": "twilio-7"}, FIND, 200),
    ],
)
def test_the_path_comes_first(path: str, headers: dict[str, str], body: dict[str, str], status: int) -> None:
    async def test() -> None:
        calls = Running("a"), Running("b")
        async with serving(*calls) as (_, client):
            assert (await client.post(path, json=body, headers=headers)).status_code == status
            assert len(calls[0].events("tool.sent")) == (1 if status == 200 else 0)
            assert calls[1].log.events == ()

    run(test)


def test_a_tool_call_of_another_call_is_not_known() -> None:
    async def test() -> None:
        calls = Running("a"), Running("b")
        async with serving(*calls) as (_, client):
            built = {"type": "tool.built", "call": "x1", "name": "find_order", "arguments": FIND}
            await client.post("/calls/a/events", json=[built])
            answer = await client.post("/calls/b/tool-calls/x1/cancel")
            assert answer.status_code == 404
            assert calls[0].types() == ["tool.built"]
            assert (await client.post("/calls/a/tool-calls/x1/cancel")).json() == {"in_time": True}

    run(test)


def test_faults_are_each_calls_own() -> None:
    async def test() -> None:
        broken = Running("a", Fault(tool="find_order", kind="error_status", nth=None))
        async with serving(broken, Running("b")) as (_, client):
            answers = await asyncio.gather(
                *(client.post(f"/calls/{call}/tools/find_order", json=FIND) for call in "abab")
            )
            assert [answer.status_code for answer in answers] == [500, 200, 500, 200]

    run(test)


def test_ids_that_cannot_stand_in_a_url_are_not_opened() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (server, client):
            for id in ("", "x/y", "..", "a"):
                with pytest.raises(ValueError, match="call"):
                    server.opened(id, call.desk, call.log)
            odd = Running("late correction #2")
            close = server.opened(odd.id, odd.desk, odd.log)
            answer = await client.get(f"{server.url_of(odd.id)}/tools")
            assert json.loads(answer.text) == WORLD.schemas()
            close()

    run(test)
