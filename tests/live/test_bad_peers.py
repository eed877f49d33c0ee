"""What goes wrong on the line is named, and no call hangs."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from callproof.calling.simulation.live import LiveCall, LivePeer, live_call
from callproof.calling.transport import WebSocket
from callproof.calling.wire.dialects import TWILIO
from callproof.calling.wire.twilio import CallIdentity, TelephonyFormat
from callproof.evidence.validation import validate
from callproof.models.workers import SpeechWorkers
from callproof.scoring.outcome.case import score
from tests.unit.calling.simulation.shop import only, scenario

WHAT = replace(scenario(), longest_ms=12_000)


@pytest.fixture(scope="module")
def speech(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpeechWorkers]:
    folder: Path = tmp_path_factory.mktemp("lines")
    with SpeechWorkers(cache=folder) as workers:
        yield workers


def call(speech: SpeechWorkers, peer: Callable[[ServerConnection], Awaitable[None]] | None) -> LiveCall:
    """One call to a peer (None: to a port where nobody listens); always a sound record."""

    async def main() -> LiveCall:
        async with serve(peer or _nobody, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            if peer is None:
                server.close()
                await server.wait_closed()
            return await live_call(
                WHAT,
                LivePeer(
                    name="peer",
                    wire=lambda scenario, seed, id: TelephonyFormat(CallIdentity.of(TWILIO, seed)),
                    open=lambda id: WebSocket.open(f"ws://127.0.0.1:{port}/", within_s=3),
                ),
                speech,
            )

    placed = asyncio.run(main())
    assert validate(placed.record) == []
    return placed


async def _nobody(socket: ServerConnection) -> None:
    return


def verdict(placed: LiveCall) -> dict[str, Any]:
    return score(placed.record, WHAT, [placed.derived]).to_json()


def test_an_agent_that_is_not_there_is_the_platform_s_fault(speech: SpeechWorkers) -> None:
    placed = call(speech, None)
    assert only(placed.record, "line.ended").reason == "unreachable"
    result = verdict(placed)
    assert (result["status"], result["blame"]) == ("invalid", "platform")


def test_an_agent_that_hangs_up_at_once(speech: SpeechWorkers) -> None:
    async def rude(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.close()

    ended = only(call(speech, rude).record, "line.ended")
    assert (ended.by, ended.reason) == ("agent", "hung up")


def test_an_agent_that_is_killed(speech: SpeechWorkers) -> None:
    async def killed(socket: ServerConnection) -> None:
        for _ in range(30):
            await socket.recv()
        socket.transport.abort()

    ended = only(call(speech, killed).record, "line.ended")
    assert ended.by == "agent"
    assert ended.reason.startswith("connection lost")


def test_an_agent_that_never_speaks_fails(speech: SpeechWorkers) -> None:
    async def mute(socket: ServerConnection) -> None:
        async for _ in socket:
            pass

    placed = call(speech, mute)
    assert only(placed.record, "line.ended").by == "harness"
    assert verdict(placed)["status"] == "failed"


def test_garbage_is_named_each_kind(speech: SpeechWorkers) -> None:
    async def garbled(socket: ServerConnection) -> None:
        stream = ""
        async for message in socket:
            data = json.loads(message)
            if data["event"] == "start":
                stream = data["streamSid"]
                payload = base64.b64encode(b"RIFF\x24\x08\x00\x00WAVEfmt " + b"\xff" * 1600).decode()
                media = {"event": "media", "media": {"payload": payload}}
                await socket.send("this is no JSON")
                await socket.send(json.dumps({**media, "streamSid": "MZ0"}))
                await socket.send(json.dumps({**media, "streamSid": stream}))
                await socket.send(b"\x00\x01\x02")
            elif data["event"] == "media" and int(data["media"]["chunk"]) > 100:
                await socket.close()
                return

    placed = call(speech, garbled)
    messages = [e.message.split(":")[0] for e in placed.record.events if e.type == "line.error"]
    assert {"wrong_stream", "container_audio"} <= set(messages)
    assert {"not_json", "wrong_frame"} & set(messages)
