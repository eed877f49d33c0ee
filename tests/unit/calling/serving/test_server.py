"""Who may call a served agent over a socket, and what one call does to the others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from callproof.calling.agent import Session
from callproof.calling.serving.server import AgentServer
from tests.unit.calling.serving.realtime import served
from tests.unit.calling.wire.test_realtime_server import GARBAGE

TOKEN = "open sesame"  # noqa: S105 - of this test


async def greets(call: Session) -> None:
    await call.say("Hello.")
    async for _ in call.events():
        pass


async def until(socket: ClientConnection, type_: str) -> dict[str, Any]:
    async with asyncio.timeout(20):
        async for message in socket:
            body: dict[str, Any] = json.loads(message)
            if body["type"] == type_:
                return body
    raise AssertionError(f"closed before {type_}")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_garbage_is_an_error_each_and_the_session_goes_on() -> None:
    async def call() -> None:
        async with (
            AgentServer(served(greets), "openai-realtime") as server,
            connect(server.url, compression=None, max_size=None) as socket,
        ):
            for message in GARBAGE:
                await socket.send(message)
                assert (await until(socket, "error"))["error"]["type"] == "invalid_request_error"
            await socket.send('{"type":"response.create"}')
            assert (await until(socket, "response.done"))["response"]["status"] == "completed"

    run(call())


def test_a_message_that_no_client_may_send_ends_its_own_call_alone() -> None:
    async def call() -> None:
        async with (
            AgentServer(served(greets), "openai-realtime") as server,
            connect(server.url, compression=None) as other,
        ):
            socket = await connect(server.url, compression=None)
            gone = await connect(server.url, compression=None)
            await gone.send('{"type":"response.create"}')
            gone.transport.abort()
            with suppress(ConnectionClosed):
                await socket.send("x" * 60_000_000)
            await socket.wait_closed()
            assert socket.close_code == 1009
            await other.send('{"type":"response.create"}')
            assert (await until(other, "response.done"))["response"]["status"] == "completed"

    run(call())


def test_a_token_has_to_be_brought() -> None:
    async def call() -> None:
        async with AgentServer(served(greets), "openai-realtime", token=TOKEN) as server:
            for given in (None, "Bearer other", f"Basic {TOKEN}"):
                headers = {} if given is None else {"Authorization": given}
                with pytest.raises(InvalidStatus) as refused:
                    await connect(server.url, additional_headers=headers)
                assert refused.value.response.status_code == 401
            async with connect(server.url, additional_headers={"Authorization": f"Bearer {TOKEN}"}) as socket:
                await until(socket, "session.created")

    run(call())


@pytest.mark.parametrize(
    ("headers", "wire", "status"),
    [
        ({"Origin": "https://page.example"}, "openai-realtime", 403),
        ({"Origin": "https://page.example"}, "twilio", 403),
        ({"Host": "agent.example"}, "openai-realtime", 403),
        # Through a tunnel.
        ({"Host": "agent.example"}, "twilio", None),
        ({"Origin": "http://localhost:3000"}, "openai-realtime", None),
    ],
)
def test_without_a_token_this_machine_alone_is_served(
    headers: dict[str, str], wire: Any, status: int | None
) -> None:
    async def call() -> None:
        async with AgentServer(served(greets), wire) as server:
            got = await shaken_hands(server.url, headers)
            assert got == (101 if status is None else status)

    run(call())


async def shaken_hands(url: str, headers: dict[str, str]) -> int:
    """The status of an upgrade, by hand: a client library writes its own Host."""
    port = int(url.rstrip("/").rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    writer.write(f"GET / HTTP/1.1\r\n{text}\r\n".encode())
    first = await reader.readline()
    writer.close()
    return int(first.split()[1])
