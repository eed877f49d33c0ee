"""The connection to a LiveKit agent in console mode, with a process that speaks the protocol and nothing else."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from callproof.calling.live_agent import LiveAgent, Ready, Start, live_agent
from callproof.calling.live_agents import called
from callproof.calling.livekit_process import ConsoleAgent, ConsoleCalls, ConsoleConnection, python_for
from callproof.calling.transport import UnreachableError
from callproof.calling.wire.events import AgentAudio, Event, Mark
from callproof.calling.wire.events import Ready as Listens
from callproof.calling.wire.livekit_console import LiveKitConsole
from callproof.errors import InputError
from tests.unit.calling.simulation.shop import scenario

FAKE = Path(__file__).parent / "console_agent.py"
CALL = {"CALLPROOF_URL": "http://127.0.0.1:1/calls/c1", "CALLPROOF_TOKEN": "token-of-this-run"}


def agent(behaviour: str, within_s: float = 20.0) -> ConsoleAgent:
    return ConsoleAgent(
        file=Path(__file__),
        python=[sys.executable, str(FAKE)],
        env={"BEHAVIOUR": behaviour, "PYTHONPATH": os.pathsep.join(sys.path)},
        within_s=within_s,
    )


def failure(behaviour: str, within_s: float = 20.0) -> str:
    with pytest.raises(UnreachableError) as caught:
        asyncio.run(ConsoleConnection.open(agent(behaviour, within_s), CALL))
    return str(caught.value)


def test_what_the_agent_sends_arrives_in_its_order_and_ours_goes_out() -> None:
    async def main() -> tuple[list[Event], bytes, str, float]:
        connection = await ConsoleConnection.open(agent("talks"), CALL)
        wire = LiveKitConsole()
        events: list[Event] = []
        while not any(isinstance(event, Mark) for event in events):
            piece = await connection.receive()
            assert isinstance(piece, bytes)
            events.extend(wire.receive(piece))
        (played,) = wire.mark_played("1")
        connection.post(played)
        echoed = await connection.receive()
        log = connection.log_tail
        began = time.monotonic()
        await connection.close()
        assert connection.closed_because == "hung up"
        with pytest.raises(ConnectionError):
            await connection.send(played)
        assert isinstance(echoed, bytes)
        return list(events), echoed, log, time.monotonic() - began

    events, echoed, log, took = asyncio.run(main())
    assert isinstance(events[0], Listens)
    assert sum(event.ms for event in events if isinstance(event, AgentAudio)) == 500.0
    assert echoed == bytes.fromhex("000000024200")
    # The command as LiveKit has it, and the call's own address; its token is not for showing.
    assert "arguments -m livekit.agents console " in log
    assert "call http://127.0.0.1:1/calls/c1 ***" in log
    assert took < 5


def test_two_calls_at_once_have_a_process_each() -> None:
    async def main() -> list[str]:
        opened = [
            ConsoleConnection.open(agent("talks"), {**CALL, "CALLPROOF_URL": f"http://127.0.0.1/calls/{n}"})
            for n in range(2)
        ]
        connections = await asyncio.gather(*opened)
        logs = [connection.log_tail for connection in connections]
        await asyncio.gather(*[connection.close() for connection in connections])
        return logs

    logs = asyncio.run(main())
    assert ["/calls/0" in logs[0], "/calls/1" in logs[1]] == [True, True]


def test_a_process_that_ends_before_it_dials_is_named_with_its_log() -> None:
    message = failure("crashes")
    assert message.startswith("the agent's process ended with exit code 3; the end of its log:\n")
    assert "call http://127.0.0.1:1/calls/c1 ***" in message


def test_a_process_that_does_not_dial_in_time() -> None:
    assert failure("never dials", 1.5).startswith("the agent did not connect within 1.5 s; ")


def test_a_session_that_never_begins() -> None:
    assert failure("says nothing", 1.5).startswith("the agent began no session within 1.5 s; ")


def test_an_agent_that_hangs_up_before_its_session_began() -> None:
    assert failure("hangs up").startswith("the agent hung up before its session began; ")


def test_a_python_that_is_not_there() -> None:
    nowhere = ConsoleAgent(file=Path(__file__), python=["/nowhere/python"])
    with pytest.raises(UnreachableError, match="cannot be started: /nowhere/python: No such file"):
        asyncio.run(ConsoleConnection.open(nowhere))


def test_an_agent_that_dies_in_the_call_is_named_so() -> None:
    async def main() -> tuple[str, str]:
        connection = await ConsoleConnection.open(agent("dies"), CALL)
        await connection.send(b"\x00")
        while await connection.receive() is not None:
            pass
        because, log = connection.closed_because, connection.log_tail
        await connection.close()
        return because, log

    because, log = asyncio.run(main())
    assert because == "connection lost: the agent's process ended with exit code 9"
    assert log.endswith("boom")


def test_the_python_beside_the_file_runs_it_else_ours(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.touch()
    assert python_for(file) == [sys.executable]
    python = tmp_path / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    assert python_for(file) == [str(python)]
    assert ConsoleAgent.of(LiveAgent("livekit-console", str(file))) == ConsoleAgent(
        file=file, python=[str(python)]
    )


def test_a_start_says_what_runs_python(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.touch()
    start = Start(command=("uv", "run", "python"), folder=tmp_path, env={"A": "b"}, within_s=9.0)
    chosen = ConsoleAgent.of(LiveAgent("livekit-console", str(file), start=start))
    assert chosen.command(4000) == [
        "uv", "run", "python", "-m", "livekit.agents", "console", str(file), "--connect-addr", "127.0.0.1:4000",
    ]  # fmt: skip
    assert (chosen.folder, chosen.env, chosen.within_s) == (tmp_path, {"A": "b"}, 9.0)
    ready = replace(start, ready=Ready(port=1))
    with pytest.raises(InputError, match="ready when it has dialled"):
        ConsoleAgent.of(LiveAgent("livekit-console", str(file), start=ready, file="agent.yaml"))


def test_what_is_no_python_file_is_refused(tmp_path: Path) -> None:
    for wrong in (tmp_path / "none.py", tmp_path):
        with pytest.raises(InputError, match="expected the Python file of a LiveKit agent"):
            ConsoleAgent.of(LiveAgent("livekit-console", str(wrong)))


def test_it_is_an_agent_of_the_command_line() -> None:
    named = live_agent("livekit-console:agents/mine.py")
    assert named == LiveAgent("livekit-console", "agents/mine.py")
    assert named.call_told_by == "process"
    with pytest.raises(InputError, match=r"expected livekit-console:agent\.py"):
        live_agent("livekit-console:")


def test_a_call_s_process_that_died_is_told_of() -> None:
    async def main() -> tuple[str | None, str | None]:
        calls = ConsoleCalls(agent("dies"))
        connection = await calls.open("c1", CALL)
        alive = await calls.died("c1")
        await connection.send(b"\x00")
        while await connection.receive() is not None:
            pass
        await connection.close()
        dead = await calls.died("c1")
        return alive, dead

    alive, dead = asyncio.run(main())
    assert alive is None
    assert dead is not None
    assert dead.startswith("the agent's process ended with exit code 9; the end of its log:")


def test_each_call_is_told_which_it_is_and_what_day(tmp_path: Path) -> None:
    start = Start(
        command=(sys.executable, str(FAKE)),
        env={"BEHAVIOUR": "talks", "PYTHONPATH": os.pathsep.join(sys.path)},
        within_s=20.0,
    )

    async def main() -> str:
        async with called(LiveAgent("livekit-console", __file__, start=start)) as peer:
            assert isinstance(peer.wire(scenario(), "seed", "suite/c1"), LiveKitConsole)
            connection = await peer.open("suite/c1")
            assert isinstance(connection, ConsoleConnection)
            log = connection.log_tail
            await connection.close()
            return log

    log = asyncio.run(main())
    # An id as it stands in an address; the token is not for showing.
    assert re.search(r"call http://127\.0\.0\.1:\d+/calls/suite~c1 \*\*\*\n", log)
    assert f"day {scenario().today}" in log
