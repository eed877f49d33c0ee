"""Processes that callproof starts: their log, their end, their group."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from callproof.calling.started import StartedProcess
from callproof.calling.transport import UnreachableError
from callproof.calling.watcher import Watcher, left_at_the_end
from tests.processes import runs


async def python(code: str, **options: object) -> StartedProcess:
    return await StartedProcess.start([sys.executable, "-u", "-c", code], **options)  # type: ignore[arg-type]


def test_the_log_has_both_outputs_and_its_end_is_shown() -> None:
    async def main() -> tuple[str, list[str], str]:
        code = "import sys\nfor n in range(30): print('line', n)\nprint('\\x1b[31mred\\x1b[0m', file=sys.stderr)\nsys.exit(3)"
        process = await python(code)
        lines = [line async for line in process.lines()]
        await process.ended()
        tail = process.tail()
        how = process.how_it_ended
        await process.stop()
        assert process.tail() == tail
        return tail, lines, how

    tail, lines, how = asyncio.run(main())
    assert tail.split("\n") == [f"line {n}" for n in range(11, 30)] + ["red"]
    assert len(lines) == 31
    assert how == "ended with exit code 3"


def test_secrets_are_left_out_and_the_environment_is_ours_and_what_is_added(tmp_path: Path) -> None:
    async def main() -> str:
        code = "import os; print(os.environ['CALLPROOF_TOKEN'], 'PATH' in os.environ, os.getcwd())"
        process = await python(
            code, folder=tmp_path, env={"CALLPROOF_TOKEN": "s3cret-token"}, secrets=["s3cret-token", "s3cret"]
        )
        await process.ended()
        await process.stop()
        return process.with_tail("it ended")

    assert asyncio.run(main()) == f"it ended; the end of its log:\n*** True {tmp_path.resolve()}"


def test_a_log_that_grows_is_cut_down_to_its_end_and_goes_on() -> None:
    code = (
        "import sys, time\nfor n in range(20_000): print('line', n)\nprint('half', flush=True)\n"
        "time.sleep(1)\nprint('last', flush=True)\ntime.sleep(30)"
    )

    async def main() -> tuple[str, str]:
        process = await python(code)
        while "half" not in process.tail(1):
            await asyncio.sleep(0.02)
        process.shorten(above=50_000)
        first = process.tail(2)
        while "last" not in process.tail(1):
            await asyncio.sleep(0.02)
        process.shorten(above=50_000)
        last = process.tail(3)
        await process.stop(1)
        assert process.tail(3) == last
        return first, last

    assert asyncio.run(main()) == ("line 19999\nhalf", "line 19999\nhalf\nlast")


def test_a_command_that_is_not_there() -> None:
    with pytest.raises(UnreachableError, match="cannot be started: no-such-command: No such file"):
        asyncio.run(StartedProcess.start(["no-such-command"]))


def test_the_whole_group_is_stopped() -> None:
    """A child that ignores the gentle signal, of a parent that is gone already."""
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import signal, time;"
        " signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(60)'], stdout=subprocess.PIPE)\n"
        "child.stdout.readline()\nprint(child.pid)"
    )

    async def main() -> int:
        process = await python(code)
        await process.ended()
        child = int(process.tail())
        await process.stop()
        await process.stop()
        return child

    child = asyncio.run(main())
    assert _gone([child])


def test_one_that_ignores_the_gentle_signal_is_ended_all_the_same() -> None:
    async def main() -> tuple[str, float]:
        code = (
            "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up'); time.sleep(60)"
        )
        process = await python(code)
        async for _ in process.lines():
            break
        began = time.monotonic()
        await process.stop(0.3)
        return process.how_it_ended, time.monotonic() - began

    how, took = asyncio.run(main())
    assert how == "was ended by SIGKILL"
    assert 0.3 <= took < 5


# A run that has started an agent with a child of its own, and one that it has stopped again.
RUN = """
import asyncio, sys, time
from callproof.calling.started import StartedProcess

CHILD = "import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
CHILD += "print(child.pid, flush=True); time.sleep(60)"

async def main():
    stopped = await StartedProcess.start([sys.executable, "-c", "pass"])
    await stopped.stop()
    process = await StartedProcess.start([sys.executable, "-c", CHILD])
    async for line in process.lines():
        print(process.pid, line, flush=True)
        break
    time.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("whole_group", [False, True])
def test_nothing_that_was_started_outlives_a_run_that_is_killed_outright(whole_group: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUN], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        try:
            assert run.stdout is not None
            started = [int(pid) for pid in run.stdout.readline().split()]
            assert len(started) == 2
            assert all(map(runs, started))
        finally:
            if whole_group:
                os.killpg(run.pid, signal.SIGKILL)
            run.kill()
    assert _gone(started)


def test_a_watcher_that_was_killed_is_replaced() -> None:
    """With a child that has to be ended by force, of a run that ends before it has stopped it."""
    watcher = Watcher()
    ignores = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(60)"
    child = [sys.executable, "-c", ignores]
    with (
        subprocess.Popen(child, stdout=subprocess.PIPE, start_new_session=True) as first,
        subprocess.Popen(child, stdout=subprocess.PIPE, start_new_session=True) as second,
    ):
        for process in (first, second):
            assert process.stdout is not None
            process.stdout.readline()
        watcher.watch(first.pid)
        killed = watcher.pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        os.waitid(os.P_PID, killed, os.WEXITED | os.WNOWAIT)
        watcher.watch(second.pid)
        assert watcher.pid not in (None, killed)
        watcher.close()
        assert (first.wait(5), second.wait(5)) == (-signal.SIGKILL, -signal.SIGKILL)


def test_the_groups_that_are_there_at_the_end_are_those_that_were_not_left() -> None:
    assert left_at_the_end(["+11\n", "+12\n", "-11\n", "+13\n", "-99\n"]) == {12, 13}


def _gone(pids: list[int]) -> bool:
    deadline = time.monotonic() + 8
    while any(map(runs, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(runs, pids))
