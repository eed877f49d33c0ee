"""A WebSocket that we opened: what goes out at once, what comes back, and what is known of the other end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from websockets.asyncio.server import ServerConnection, serve

from callproof.calling.transport import Answering, Posting, UnreachableError, Watchful, WebSocket

Talk = Callable[[WebSocket], Awaitable[None]]


def talked(agent: Callable[[ServerConnection], Awaitable[None]], talk: Talk) -> None:
    async def main() -> None:
        async with serve(agent, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            socket = await WebSocket.open(f"ws://127.0.0.1:{port}/", within_s=5)
            try:
                await talk(socket)
            finally:
                await socket.close()

    asyncio.run(main())


async def echo(socket: ServerConnection) -> None:
    async for message in socket:
        await socket.send(message)


@pytest.mark.parametrize(
    "message",
    ["", "text", "ä € 語", "x" * 125, "x" * 126, "x" * 65_535, "x" * 65_536, b"", b"\x00\xff" * 40_000],
)
def test_what_is_posted_arrives_as_it_is(message: str | bytes) -> None:
    async def talk(socket: WebSocket) -> None:
        assert isinstance(socket, Posting)
        socket.post(message)
        assert await socket.receive() == message

    talked(echo, talk)


def test_posts_and_sends_keep_their_order() -> None:
    async def talk(socket: WebSocket) -> None:
        for number in range(0, 600, 2):
            socket.post(str(number))
            await socket.send(str(number + 1))
        assert [await socket.receive() for _ in range(600)] == [str(number) for number in range(600)]

    talked(echo, talk)


def test_posting_to_whoever_has_gone_does_nothing_and_receiving_tells_of_it() -> None:
    async def gone(socket: ServerConnection) -> None:
        await socket.recv()
        socket.transport.abort()

    async def talk(socket: WebSocket) -> None:
        socket.post("go")
        assert await socket.receive() is None
        for _ in range(20):
            socket.post("still there?")
        assert socket.closed_because.startswith("connection lost (1006)")
        with pytest.raises(ConnectionError):
            await socket.send("and now?")
        assert not await socket.answers(1)

    talked(gone, talk)


def test_a_connection_that_stands_and_has_nobody_at_its_end_is_told_from_one_that_is_quiet() -> None:
    async def deaf(socket: ServerConnection) -> None:
        socket.transport.pause_reading()
        await asyncio.sleep(1)
        socket.transport.abort()

    async def talk_to_quiet(socket: WebSocket) -> None:
        assert isinstance(socket, Answering)
        assert await socket.answers(5)

    async def talk_to_deaf(socket: WebSocket) -> None:
        await asyncio.sleep(0.1)
        assert not await socket.answers(0.3)

    talked(echo, talk_to_quiet)
    talked(deaf, talk_to_deaf)


def test_who_has_hung_up_while_its_sound_still_plays_was_there() -> None:
    async def leaves(socket: ServerConnection) -> None:
        await socket.close()

    async def talk(socket: WebSocket) -> None:
        assert await socket.receive() is None
        assert await socket.answers(1)

    talked(leaves, talk)


def test_nobody_there_is_unreachable() -> None:
    async def main() -> None:
        with pytest.raises(UnreachableError, match="cannot be reached"):
            await WebSocket.open("ws://127.0.0.1:9/", within_s=5)
        # A webhook may have said it.
        with pytest.raises(UnreachableError, match="Port out of range"):
            await WebSocket.open("ws://127.0.0.1:99999/")

    asyncio.run(main())


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        (b"\x8b\x03abc", "broken_frame: no WebSocket may send this: "),
        (b"\x81\x02\xff\xfe", "broken_frame: no WebSocket may send this: "),
        (b"\x81\x82\x00\x00\x00\x00{}", "broken_frame: no WebSocket may send this: "),
        (b"\x81\x7f" + (17 * 1024 * 1024).to_bytes(8), "too_large: a message larger than anybody takes: "),
        (None, None),
    ],
)
def test_what_breaks_a_connection_is_named(sent: bytes | None, named: str | None) -> None:
    async def breaking(socket: ServerConnection) -> None:
        if sent is not None:
            socket.transport.write(sent)
            await asyncio.sleep(0.3)

    async def talk(socket: WebSocket) -> None:
        assert isinstance(socket, Watchful)
        assert await socket.receive() is None
        assert (socket.broken_by or "").startswith(named or "")
        assert (socket.broken_by is None) == (named is None)

    talked(breaking, talk)


def test_the_reason_of_a_hang_up_has_nothing_in_it_that_steers_a_terminal() -> None:
    async def rude(socket: ServerConnection) -> None:
        await socket.close(4000, "bye \x1b[31m\n\r now")

    async def talk(socket: WebSocket) -> None:
        assert await socket.receive() is None
        assert socket.closed_because == "connection lost (4000 bye [31m now)"

    talked(rude, talk)
