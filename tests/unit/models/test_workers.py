"""Voices and recognisers in processes of their own."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from callproof.errors import InputError
from callproof.models.parts import SpeechParts, Voice
from callproof.models.workers import SpeechWorkers
from tests.processes import runs


def test_a_line_is_spoken_and_heard_elsewhere(tmp_path: Path) -> None:
    async def main() -> str:
        with SpeechWorkers(cache=tmp_path) as workers:
            spoken = await workers.speak("No, four two eight one.", Voice("alto"))
            heard = await workers.hear(spoken.signal, spoken.rate_hz, "en")
            return heard.text

    heard = asyncio.run(main())
    assert "".join(sign for sign in heard.lower() if sign.isalnum()) in {"nofourtwoeightone", "no4281"}
    assert list(tmp_path.rglob("*.flac"))


def test_a_missing_part_is_named_here() -> None:
    async def main() -> None:
        with SpeechWorkers(SpeechParts(voice="nobody")) as workers:
            await workers.speak("Hello.", Voice())

    with pytest.raises(InputError, match="no voice 'nobody'"):
        asyncio.run(main())


def test_each_part_has_a_worker_and_none_outlives_a_run_that_is_killed_outright() -> None:
    code = """
import multiprocessing, time
from callproof.models.workers import SpeechWorkers
from tests.processes import runs

if __name__ == "__main__":
    with SpeechWorkers().loaded():
        print(*(worker.pid for worker in multiprocessing.active_children()), flush=True)
        time.sleep(60)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as run:
        assert run.stdout is not None
        workers = [int(pid) for pid in run.stdout.readline().split()]
        assert len(workers) == 2
        for worker in workers:
            os.kill(worker, 0)
        run.kill()
    deadline = time.monotonic() + 10
    while any(runs(worker) for worker in workers):
        assert time.monotonic() < deadline, "a worker still runs"
        time.sleep(0.02)
