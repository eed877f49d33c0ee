"""A check that is stopped keeps what is finished, and is known as unfinished."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.cli.running import GOOD, call, run, write_json

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are others there")

# As long as a batch takes ten of them.
LONG = "yes " * 25_000


@contextmanager
def checking(folder: Path, *, calls: int, workers: int, judged: int) -> Iterator[subprocess.Popen[bytes]]:
    """A check of `calls` long calls on a standard input that stays open, once `judged` of them are saved."""
    process = subprocess.Popen(
        [sys.executable, "-m", "callproof", "check", "-", "-o", str(folder), "--workers", str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # A test run in the background has Ctrl-C switched off, and hands that down.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdin is not None
    try:
        for n in range(calls):
            data = call(f"c{n}", note=LONG)
            process.stdin.write(json.dumps(data).encode() + b"\n")
        process.stdin.flush()
        deadline = time.monotonic() + 30
        while saved(folder) < judged:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield process
    finally:
        # The group, not the process: a worker that outlived it would keep the pipes open for ever.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=30)


def saved(folder: Path) -> int:
    results = folder / "results.jsonl"
    return results.read_bytes().count(b"\n") if results.exists() else 0


@pytest.mark.parametrize(("workers", "calls", "judged"), [(1, 40, 20), (2, 180, 100)])
def test_ctrl_c_is_130_and_keeps_what_is_finished(
    tmp_path: Path, workers: int, calls: int, judged: int
) -> None:
    folder = tmp_path / "run"
    with checking(folder, calls=calls, workers=workers, judged=judged) as process:
        # As a terminal does it: the whole group hears of it, the workers too.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == b""
    n = saved(folder)
    assert err.decode() == f"error: stopped; the {n} calls judged so far are kept in {folder}\n"
    assert n >= judged
    assert len(run("check", folder, "--json").json["calls"]) == n


def test_a_killed_run_is_known_as_unfinished(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with checking(folder, calls=40, workers=1, judged=20) as process:
        process.kill()
        process.wait()
    assert json.loads((folder / "run.json").read_text())["finished"] is False
    done = run("diff", folder, folder)
    assert done.code == 2
    assert done.err == f"error: {folder}: the run was broken off before its end; run it again\n"
    done = run("check", write_json(tmp_path / "g.json", GOOD), "-o", folder)
    assert (done.code, done.out) == (2, "")


def test_workers_do_not_outlive_a_killed_check(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with checking(folder, calls=180, workers=2, judged=100) as process:
        group = process.pid
        process.kill()
        process.wait()
        deadline = time.monotonic() + 10
        while True:
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                break
            assert time.monotonic() < deadline, "a worker still runs"
            time.sleep(0.05)


REAL_TIME = """
import asyncio
import callproof

calls = []

@callproof.agent()
async def agent(call):
    calls.append(call)
    if len(calls) == 1:
        call.hang_up()
    else:
        await asyncio.sleep(60)
"""


@pytest.mark.parametrize("before", [None, "sound"])
def test_ctrl_c_ends_a_run_and_keeps_the_calls_that_are_over(tmp_path: Path, before: str | None) -> None:
    (tmp_path / "slow.py").write_text(REAL_TIME, encoding="utf-8")
    first = [] if before is None else ["--agent", before]
    command = ["run", "outcomes-30", *first, "--agent", "slow.py", "-o", "kept"]
    kept = "kept" if before is None else "kept/slow.py"
    with subprocess.Popen(
        [sys.executable, "-m", "callproof", *command],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            deadline = time.monotonic() + 60
            while saved(tmp_path / kept) < 1:
                assert process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err.decode() == (
        f"error: stopped; 1 call played so far, kept in {kept}; to judge what is there: callproof score {kept}\n"
    )
    assert json.loads((tmp_path / kept / "run.json").read_text(encoding="utf-8"))["finished"] is False
    assert run("score", tmp_path / kept, "--json").json["total"] == 1
    if before is None:
        assert out == b""
    else:
        assert "outcomes-30 against sound  30 cases" in out.decode()
        assert "saved in kept/sound;" in out.decode()
