"""The user's agent as a process: ready, dead, started again. Real processes and real ports."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from callproof.calling.agent_process import AgentProcess, NotReadyError
from callproof.calling.live_agent import Ready, Start
from callproof.calling.transport import UnreachableError
from tests.ports import free_port

T = TypeVar("T")
# Serves HTTP, and answers everything with a 200.
SERVES = (
    "import http.server, os, sys\n"
    "class H(http.server.BaseHTTPRequestHandler):\n"
    "    def do_GET(self):\n"
    "        self.send_response(200); self.end_headers()\n"
    "print('up, with', os.environ.get('API_KEY'), flush=True)\n"
    "http.server.HTTPServer(('127.0.0.1', int(sys.argv[1])), H).serve_forever()\n"
)


def start(code: str, *arguments: object, ready: Ready | None = None, within_s: float = 20) -> Start:
    return Start(
        command=(sys.executable, "-c", code, *map(str, arguments)),
        ready=ready,
        within_s=within_s,
        env={"API_KEY": "very-secret"},
    )


def with_process(what: Start, use: Callable[[AgentProcess], Awaitable[T]], *, address: str = "") -> T:
    async def main() -> T:
        async with AgentProcess(what, address=address) as process:
            return await use(process)

    return asyncio.run(main())


async def connects(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


@pytest.mark.parametrize("by", ["port", "url", "address", "line"])
def test_it_is_ready_when_it_shows_it_and_gone_afterwards(by: str) -> None:
    port = free_port()
    ready = {
        "port": Ready(port=port),
        "url": Ready(url=f"http://127.0.0.1:{port}/health"),
        "address": None,
        "line": Ready(line="up, with (.*)"),
    }[by]

    async def use(process: AgentProcess) -> tuple[bool, str]:
        await process.running("c1")
        return by == "line" or await connects(port), process.line[1] if process.line else ""

    reached, matched = with_process(
        start(SERVES, port, ready=ready), use, address=f"ws://localhost:{port}/ws"
    )
    assert reached
    assert matched == ("***" if by == "line" else "")
    assert not asyncio.run(connects(port))


def test_one_that_ends_before_it_is_ready_is_told_with_its_log() -> None:
    with pytest.raises(NotReadyError) as caught:
        with_process(
            start("print('no module named bot'); raise SystemExit(4)", ready=Ready(port=1)), _nothing
        )
    assert str(caught.value) == (
        "the agent's process ended with exit code 4 before it was ready; the end of its log:\nno module named bot"
    )


def test_one_that_is_not_ready_in_time_is_stopped_and_its_log_shown_without_secrets(tmp_path: Path) -> None:
    code = "import os, time; print(os.getpid(), os.environ['API_KEY']); time.sleep(60)"
    with pytest.raises(NotReadyError) as caught:
        with_process(start(code, ready=Ready(port=free_port()), within_s=0.7), _nothing)
    first, last = str(caught.value).split("\n")
    assert first.startswith("the agent was not ready within 0.7 s (waited for port ")
    pid, shown = last.split()
    assert shown == "***"
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)


def test_a_port_that_is_taken_is_said_before_anything_is_started(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        mark = tmp_path / "started"
        code = f"open({str(mark)!r}, 'w')"
        with pytest.raises(NotReadyError, match=f"something listens on port {port} already"):
            with_process(start(code, ready=Ready(port=port)), _nothing)
        assert not mark.exists()


def test_one_that_is_killed_is_told_once_and_started_once_more() -> None:
    code = "import os, time; print('pid', os.getpid()); time.sleep(60)"

    async def use(process: AgentProcess) -> list[str | None]:
        said: list[str | None] = []

        async def kill() -> None:
            assert process.line is not None
            os.kill(int(process.line[1]), signal.SIGKILL)

        await process.running("c1")
        await process.running("c2")
        await kill()
        said += [await process.died("c1"), await process.died("c2")]
        await process.running("c3")
        said.append(await process.died("c3"))
        await kill()
        said.append(await process.died("c3"))
        with pytest.raises(UnreachableError) as caught:
            await process.running("c4")
        return [*said, str(caught.value)]

    first, second, third, fourth, fifth = with_process(start(code, ready=Ready(line=r"pid (\d+)")), use)
    killed = "the agent's process was ended by SIGKILL"
    assert first is not None
    assert first.startswith(f"{killed}; the end of its log:\npid ")
    assert second == f"{killed}; the end of its log is shown with an earlier call"
    assert third is None
    assert fourth is not None
    assert fourth.startswith(f"{killed}; the end of its log:\npid ")
    assert fifth == second


def test_one_that_serves_a_call_and_ends_well_is_started_as_often_as_it_takes() -> None:
    code = "import time; print('up'); time.sleep(0.2)"

    async def use(process: AgentProcess) -> int:
        for number in range(3):
            await process.running(f"c{number}")
            await process.died(f"c{number}")
        return 3

    assert with_process(start(code, ready=Ready(line="up")), use) == 3


def test_what_it_is_told_of_the_run_is_in_its_environment() -> None:
    code = "import os, time; print('url', os.environ['CALLPROOF_URL']); time.sleep(60)"

    async def main() -> str:
        process = AgentProcess(
            start(code, ready=Ready(line="url (.*)")), env={"CALLPROOF_URL": "http://127.0.0.1:9"}
        )
        async with process:
            assert process.line is not None
            return process.line[1]

    began = time.monotonic()
    assert asyncio.run(main()) == "http://127.0.0.1:9"
    assert time.monotonic() - began < 10


async def _nothing(process: AgentProcess) -> None:
    return


@pytest.mark.parametrize("ready", [Ready(line="never said"), Ready(port=1)])
@pytest.mark.parametrize("flood", ["print('x' * 99)", "sys.stdout.write('x' * 99)"])
def test_one_that_floods_its_log_is_stopped_in_time_and_fills_no_disk(ready: Ready, flood: str) -> None:
    start = Start(
        command=(sys.executable, "-c", f"import sys\nwhile True: {flood}"), ready=ready, within_s=1.5
    )

    async def main() -> int:
        largest = 0

        async def look() -> None:
            nonlocal largest
            while True:
                await asyncio.sleep(0.05)
                for place in Path("/proc/self/fd").iterdir():
                    with contextlib.suppress(OSError):
                        if "(deleted)" in str(place.readlink()):
                            largest = max(largest, place.stat().st_size)

        looking = asyncio.create_task(look())
        with pytest.raises(NotReadyError, match=r"was not ready within 1.5 s"):
            await AgentProcess(start).__aenter__()
        looking.cancel()
        return largest

    began = time.monotonic()
    largest = asyncio.run(main())
    assert time.monotonic() - began < 10
    assert 0 < largest < 120 * 1024 * 1024
