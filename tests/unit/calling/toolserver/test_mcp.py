"""MCP, spoken with the standard client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import ClientSession, McpError
from mcp.client.streamable_http import streamablehttp_client
from mcp.types import TextContent

from callproof.calling.toolserver.mcp import VERSIONS
from callproof.calling.toolserver.server import ToolServer
from callproof.scenario.model import Fault
from tests.unit.calling.simulation.shop import WORLD
from tests.unit.calling.toolserver.running import Running, run, serving, until

THREE = {"order_number": "4821", "quantity": 3}


@asynccontextmanager
async def _client(
    server: ToolServer, path: str = "/calls/a/mcp", **headers: str
) -> AsyncIterator[ClientSession]:
    given = {"Authorization": f"Bearer {server.token}", **headers}
    async with (
        streamablehttp_client(f"{server.url}{path}", headers=given) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        yield session


def _text(result: Any) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_standard_client_lists_and_calls_the_tools() -> None:
    async def test() -> None:
        call = Running()
        async with serving(call) as (server, _), _client(server) as session:
            listed = (await session.list_tools()).tools
            assert [tool.name for tool in listed] == ["set_quantity", "find_order"]
            assert listed[0].inputSchema == WORLD.schemas()[0]["function"]["parameters"]
            await session.send_ping()
            done = await session.call_tool("set_quantity", THREE)
            assert (done.isError, json.loads(_text(done))) == (False, {"ok": True, "record": THREE})
            wrong = await session.call_tool("find_order", {})
            assert (wrong.isError, _text(wrong)) == (True, '{"error": "400 missing argument order_number"}')
            with pytest.raises(McpError, match="'prompts/list' is not done here"):
                await session.list_prompts()
        assert call.events("write.committed")[0].after["quantity"] == 3

    run(test)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_each_client_has_the_rows_of_its_own_call() -> None:
    async def test() -> None:
        calls = Running("a"), Running("b")
        async with serving(*calls) as (server, _):
            async with (
                _client(server) as first,
                _client(server, "/mcp", **{"X-Callproof-Call": "b"}) as second,
            ):
                # Both give their requests the same ids.
                await asyncio.gather(
                    first.call_tool("set_quantity", THREE),
                    second.call_tool("set_quantity", {**THREE, "quantity": 4}),
                )
            assert [call.quantity("4821") for call in calls] == [3, 4]
            assert [len(call.events("tool.sent")) for call in calls] == [1, 1]

    run(test)


def test_a_request_is_taken_back() -> None:
    async def test() -> None:
        call = Running(held=True)
        async with serving(call) as (_, client):
            tool = {"name": "set_quantity", "arguments": THREE}
            asked = asyncio.create_task(
                client.post("/mcp", json={"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": tool})
            )
            await until(lambda: bool(call.gate.waiting))
            for session, count in (("another", 0), ("", 1)):
                cancelled = {
                    "jsonrpc": "2.0",
                    "method": "notifications/cancelled",
                    "params": {"requestId": 7},
                }
                answer = await client.post("/mcp", json=cancelled, headers={"Mcp-Session-Id": session})
                assert (answer.status_code, answer.content) == (202, b"")
                assert len(call.events("tool.cancelled")) == count
            assert (await asked).json()["result"]["isError"] is True
            assert call.quantity("4821") == 1

    run(test)


def test_a_timeout_is_an_error_of_the_tool() -> None:
    async def test() -> None:
        call = Running("a", Fault(tool="set_quantity", kind="timeout", ms=100))
        async with serving(call) as (_, client):
            tool = {"name": "set_quantity", "arguments": THREE, "_meta": {"idempotencyKey": "k"}}
            request = {"jsonrpc": "2.0", "id": "q", "method": "tools/call", "params": tool}
            result = (await client.post("/mcp", json=request)).json()
            assert result["id"] == "q"
            assert result["result"]["content"][0]["text"] == '{"error": "no answer within 100 ms"}'
            assert call.events("tool.sent")[0].idempotency_key == "k"

    run(test)


def test_versions_and_batches() -> None:
    async def test() -> None:
        async with serving(Running()) as (_, client):
            for asked, told in ((VERSIONS[2], VERSIONS[2]), ("1999-01-01", VERSIONS[0])):
                start = {
                    "jsonrpc": "2.0",
                    "id": 0,
                    "method": "initialize",
                    "params": {"protocolVersion": asked},
                }
                answer = await client.post("/mcp", json=start)
                assert answer.json()["result"]["protocolVersion"] == told
                assert len(answer.headers["Mcp-Session-Id"]) == 32
            ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
            answer = await client.post(
                "/mcp", json=[ping, {**ping, "id": 2}, {"jsonrpc": "2.0", "method": "x"}]
            )
            assert [one["id"] for one in answer.json()] == [1, 2]
            for wrong, code in ((3, -32600), ({"id": 1}, -32600), ({**ping, "id": 1.5}, -32600)):
                assert (await client.post("/mcp", json=wrong)).json()["error"]["code"] == code
            unnamed = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 1}}
            assert (await client.post("/mcp", json=unnamed)).json()["error"]["code"] == -32602
            assert (await client.get("/mcp")).status_code == 405

    run(test)
