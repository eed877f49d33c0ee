"""A run of many calls in which agent after agent breaks its line: each is named, and the next case is judged as ever.

The peer is one server for all: it behaves by the id of the case, and passes the good ones on to a reference agent.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from benchmarks.media_peer import voice
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from callproof.audio import g711
from callproof.calling.agents import REFERENCE_AGENTS
from callproof.calling.serving.served import ServedAgent
from callproof.calling.serving.server import AgentServer
from callproof.calling.toolserver.belonging import HEADER
from callproof.evidence.files import read_record
from callproof.evidence.validation import validate
from callproof.models.parts import Voice
from callproof.models.workers import SpeechWorkers

GREETING_MS = 1500


def media(stream: str, payload: bytes) -> str:
    body = {"event": "media", "streamSid": stream, "media": {"payload": base64.b64encode(payload).decode()}}
    return json.dumps(body)


async def started(socket: ServerConnection) -> str:
    """The stream's id, once the platform has told it."""
    async for message in socket:
        data = json.loads(message)
        if data["event"] == "start":
            return str(data["streamSid"])
    raise AssertionError("no start")


async def heard(socket: ServerConnection, seconds: float) -> None:
    """Takes in what the caller sends, for so long."""
    for _ in range(round(seconds * 50)):
        await socket.recv()


async def greets(socket: ServerConnection) -> str:
    stream = await started(socket)
    await socket.send(media(stream, g711.encode(voice(GREETING_MS))))
    return stream


async def killed(socket: ServerConnection) -> None:
    await greets(socket)
    await heard(socket, 4)
    socket.transport.abort()


async def drops(socket: ServerConnection) -> None:
    """In the middle of its own first sentence."""
    stream = await started(socket)
    await socket.send(media(stream, g711.encode(voice(4000))))
    await heard(socket, 1)
    await socket.close()


async def half_open(socket: ServerConnection) -> None:
    """It is still there, and takes nothing more."""
    await greets(socket)
    await heard(socket, 1)
    socket.transport.pause_reading()
    await asyncio.sleep(60)


async def silent(socket: ServerConnection) -> None:
    async for _ in socket:
        pass


async def for_ever(socket: ServerConnection) -> None:
    stream = await started(socket)
    while True:
        await socket.send(media(stream, g711.encode(voice(2000))))
        await heard(socket, 1.5)


async def garbage(socket: ServerConnection) -> None:
    await greets(socket)
    await heard(socket, 1)
    await socket.send("this is no JSON")
    await silent(socket)


async def binary(socket: ServerConnection) -> None:
    await greets(socket)
    await socket.send(b"\x00\x01\x02")
    await silent(socket)


async def wrong_stream(socket: ServerConnection) -> None:
    await started(socket)
    await socket.send(media("MZ0", g711.encode(voice(GREETING_MS))))
    await silent(socket)


async def wav(socket: ServerConnection) -> None:
    stream = await started(socket)
    header = b"RIFF\x24\x08\x00\x00WAVEfmt \x10\x00\x00\x00\x07\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00\x01\x00\x08\x00"
    await socket.send(media(stream, header + g711.encode(voice(GREETING_MS))))
    await silent(socket)


async def too_large(socket: ServerConnection) -> None:
    """Five minutes of sound in one message."""
    stream = await greets(socket)
    await heard(socket, 1)
    await socket.send(media(stream, bytes(300 * 8000)))
    await silent(socket)


async def floods(socket: ServerConnection) -> None:
    """Twenty thousand messages at once, while others are in their calls."""
    stream = await greets(socket)
    await heard(socket, 1)
    for number in range(20_000):
        await socket.send(json.dumps({"event": "mark", "streamSid": stream, "mark": {"name": str(number)}}))
    await silent(socket)


BAD: Mapping[str, Callable[[ServerConnection], Awaitable[None]]] = {
    "killed": killed,
    "drops": drops,
    "half-open": half_open,
    "silent": silent,
    "for-ever": for_ever,
    "garbage": garbage,
    "binary": binary,
    "wrong-stream": wrong_stream,
    "wav": wav,
    "too-large": too_large,
    "floods": floods,
}
# Who ended the call and why (the beginning of it), and what the record names beside it.
NAMED: Mapping[str, tuple[str, str, str | None]] = {
    "killed": ("agent", "connection lost (1006)", None),
    "drops": ("agent", "hung up", None),
    "half-open": ("caller", "no answer", "half_open"),
    "silent": ("harness", "longest call", None),
    "for-ever": ("harness", "longest call", None),
    "garbage": ("agent", "not_json", "not_json"),
    "binary": ("harness", "longest call", "wrong_frame"),
    "wrong-stream": ("harness", "longest call", "wrong_stream"),
    "wav": ("harness", "longest call", "container_audio"),
    "too-large": ("harness", "longest call", "too_large"),
    "floods": ("agent", "flood", "flood"),
    "refuses": ("platform", "unreachable", None),
}


# What takes a whole core on the agents' side is in a batch of its own.
FLOOD = ("floods",)
BATCH = tuple(name for name in NAMED if name not in FLOOD)


def suite(folder: Path, names: Sequence[str]) -> Path:
    """These bad ones, and a good one behind every fourth."""
    good = {
        "category": "task",
        "persona": {"name": "Dana Reyes"},
        "goal": {"tool": "ship_order", "arguments": {"order_number": "4812", "method": "express"}},
        "script": [{"say": "Please ship order {order_number} express."}],
        "longest_ms": 60_000,
    }
    bad = {**good, "longest_ms": 9_000}
    half = {**good, "longest_ms": 30_000}
    scenarios = []
    for n, name in enumerate(names):
        scenarios.append({"id": name, **(half if name == "half-open" else bad)})
        if n % 4 == 1:
            scenarios.append({"id": f"good-{n}", **good})
    file = folder / "bad.yaml"
    file.write_text(json.dumps({"suite": "bad", "defaults": {"world": "northwind"}, "scenarios": scenarios}))
    return file


async def run(folder: Path, names: Sequence[str]) -> dict[str, Any]:
    with SpeechWorkers() as speech:
        agent = ServedAgent(
            make=REFERENCE_AGENTS["sound"], speech=speech, glances=speech, voice=Voice("alto")
        )
        async with AgentServer(agent) as good:

            def refuse(socket: ServerConnection, request: Request) -> Response | None:
                if name_of(request) == "refuses":
                    return socket.respond(HTTPStatus.FORBIDDEN, "no\n")
                return None

            async def behave(socket: ServerConnection) -> None:
                assert socket.request is not None
                name = name_of(socket.request)
                with contextlib.suppress(ConnectionClosed):
                    await BAD[name](socket) if name in BAD else await passed_on(socket, good.url)

            async with serve(behave, "127.0.0.1", 0, process_request=refuse, compression=None) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "callproof", "run", str(suite(folder, names))),
                    *(
                        "--agent",
                        f"twilio:ws://127.0.0.1:{port}/",
                        "--json",
                        "--at-once",
                        "4",
                        "-o",
                        str(folder / "run"),
                    ),
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                )
                out, errors = await process.communicate()
    assert process.returncode in (0, 1), errors.decode()
    found: dict[str, Any] = json.loads(out)
    return found


def name_of(request: Request) -> str:
    return request.headers[HEADER].rpartition("~")[2]


async def passed_on(socket: ServerConnection, url: str) -> None:
    async with connect(url, compression=None, proxy=None) as agent:

        async def back() -> None:
            async for message in agent:
                await socket.send(message)
            await socket.close()

        task = asyncio.ensure_future(back())
        async for message in socket:
            await agent.send(message)
        task.cancel()


def problems(name: str, case: dict[str, Any], folder: Path) -> list[str]:
    by, reason, error = NAMED[name]
    record = read_record(folder / "calls" / name / "call.jsonl")
    (ended,) = (event for event in record.events if event.type == "line.ended")
    named = [event.message for event in record.events if event.type == "line.error"]
    found = [f"{name}: {problem}" for problem in validate(record)]
    if (ended.by, (ended.reason or "")[: len(reason)]) != (by, reason):
        found.append(f"{name}: ended by {ended.by}: {ended.reason}")
    if error is not None and not any(message.startswith(f"{error}:") for message in named):
        found.append(f"{name}: named {named}")
    wanted = ("invalid", "platform") if name == "refuses" else ("failed", None)
    # A machine that is too busy is told from an agent that is bad.
    late = case["blame"] == "harness" and "our own frames were" in case["reasons"][0]
    if ((case["status"], case["blame"]) != wanted and not late) or not case["reasons"]:
        found.append(f"{name}: {case['status']} {case['blame']} {case['reasons']}")
    return found


def test_what_breaks_is_named_and_the_next_case_is_judged_well(tmp_path: Path) -> None:
    report = asyncio.run(run(tmp_path, BATCH))
    cases = {case["id"]: case for case in report["cases"]}
    assert set(BATCH) <= set(cases)
    wrong = [problem for name in BATCH for problem in problems(name, cases[name], tmp_path / "run")]
    assert wrong == []
    good = {name: case for name, case in cases.items() if name.startswith("good")}
    assert len(good) == 3
    if any(case["status"] == "invalid" for case in good.values()):
        pytest.skip(f"this machine is too busy: {[case['reasons'] for case in good.values()]}")
    assert {case["status"] for case in good.values()} == {"passed"}, good


def test_a_flood_is_named(tmp_path: Path) -> None:
    report = asyncio.run(run(tmp_path, FLOOD))
    (case,) = report["cases"]
    assert problems("floods", case, tmp_path / "run") == []
