"""Voices and recognisers in processes of their own."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from callproof.errors import HarnessError, InputError
from callproof.models.parts import SpeechParts, Transcript, Voice
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


def test_a_part_that_cannot_be_loaded_says_who_knows_how_to_mend_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = "class Hibari:\n    def __init__(self, threads):\n        raise RuntimeError('no model')\n"
    (tmp_path / "hibari.py").write_text(broken)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(HarnessError) as error:
        SpeechWorkers().loaded()
    said = "a part for speech cannot be loaded: no model; callproof doctor tries each part"
    assert str(error.value) == said


def die(name: str, data: bytes, rate_hz: int, language: str) -> Transcript:
    os._exit(1)


def test_a_part_whose_process_was_killed_has_another_one(tmp_path: Path) -> None:
    async def main() -> tuple[str, str]:
        with SpeechWorkers(cache=tmp_path).loaded() as workers:
            before = multiprocessing.active_children()
            assert len(before) == 2
            for worker in before:
                assert worker.pid is not None
                os.kill(worker.pid, signal.SIGKILL)
            spoken = await workers.speak("No, Friday.", Voice("alto"))
            sound, rate_hz = spoken.signal, spoken.rate_hz
            several = await asyncio.gather(*(workers.hear(sound, rate_hz, "en") for _ in range(3)))
            assert len({heard.text for heard in several}) == 1
            after = multiprocessing.active_children()
            assert len(after) == 2
            assert not {worker.pid for worker in before} & {worker.pid for worker in after}
            return several[0].text, (await workers.hear(sound, rate_hz, "en")).text

    first, again = asyncio.run(main())
    assert "friday" in first.lower()
    assert first == again


def test_what_kills_its_process_every_time_is_said_and_the_next_thing_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> str:
        with SpeechWorkers() as workers:
            spoken = await workers.speak("No, Friday.", Voice("alto"))
            with monkeypatch.context() as patch:
                patch.setattr("callproof.models.workers.hear_with", die)
                with pytest.raises(HarnessError, match="a process for speech died, and the one that"):
                    await workers.hear(spoken.signal, spoken.rate_hz, "en")
            return (await workers.hear(spoken.signal, spoken.rate_hz, "en")).text

    assert "friday" in asyncio.run(main()).lower()


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
