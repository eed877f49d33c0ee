"""How fast calls are played and judged: the demo from a cold start, times real time, and records scored from files.

    python -m benchmarks.run_speed [--trials 20]

CPU time, best of three, because machines are shared and noisy; the cold start is wall time too, as a person waits for it.

Records are scored from files in three ways: many trials of the thirty, where each scenario is read once; all scenarios of both packs
once each, where every record comes with another one; and the same in a process that has read none of their sentences before. What a
sentence claims is remembered, so that the first two are about files, events and verdicts, and the last about words as well.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.check_speed import Measured, measure

from callproof.reporting import RunReport
from callproof.rescoring import score
from callproof.running import DEMO_SUITE, PACKS, RunOptions, RunStream, chosen_agent

_TIMES = 3
# The thirty load what all runs need; the other pack is then read for the first time.
_FIRST_TIME = """
import sys, time
from callproof.rescoring import score
thirty, others = sys.argv[1:]
score(thirty)
began = time.process_time()
cases = score(others).report.cases
print(len(cases) / (time.process_time() - began))
"""


def cold_start() -> Measured:
    """`callproof demo` as a process of its own, its byte code kept as it is where a package is installed."""
    command = [sys.executable, "-m", "callproof", "demo"]
    with tempfile.TemporaryDirectory() as folder:
        # Where PYTHONDONTWRITEBYTECODE is set there may be none beside the sources.
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        measure(command)
        best = min((measure(command) for _ in range(_TIMES)), key=lambda found: found.wall_s)
        del os.environ["PYTHONPYCACHEPREFIX"]
    return best


def played(trials: int, folder: Path | None = None, suites: Sequence[str] = (DEMO_SUITE,)) -> RunReport:
    options = RunOptions(trials=trials, output=folder)
    stream = RunStream(options.cases(suites), chosen_agent("naive"), options)
    for _ in stream:
        pass
    return stream.report


def first_time(folder: Path) -> float:
    """Records a CPU-second, each of another scenario and read by a process that knows none of their words."""
    runs = [folder / name for name in ("thirty", "others")]
    for run, suite in zip(runs, PACKS, strict=True):
        played(1, run, (suite,))
    command = [sys.executable, "-c", _FIRST_TIME, *map(str, runs)]
    done = (subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(_TIMES))
    return max(float(found.stdout) for found in done)


def cpu_s(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=20, help="how often each scenario is played and scored")
    trials = parser.parse_args().trials
    cold = cold_start()
    print(f"callproof demo, cold    {cold.wall_s:8.2f} s  ({cold.cpu_s:.2f} s of CPU, {cold.peak_mb:.0f} MB)")
    report = played(trials)
    calls_s = sum(case["duration_ms"] for case in report.cases) / 1000
    spent = min(cpu_s(lambda: played(trials)) for _ in range(_TIMES))
    n = len(report.cases)
    print(
        f"played and judged       {calls_s / spent:8,.0f} times real time  ({n} calls, {n / spent:,.0f} a CPU-second)"
    )
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        played(trials, folder / "trials")
        spent = min(cpu_s(lambda: score(folder / "trials")) for _ in range(_TIMES))
        print(f"scored again from files {n / spent:8,.0f} records a CPU-second")
        different = len(played(1, folder / "different", PACKS).cases)
        spent = min(cpu_s(lambda: score(folder / "different")) for _ in range(_TIMES))
        print(f"  all scenarios different {different / spent:6,.0f}  ({different} records)")
        print(f"  for the first time      {first_time(folder):6,.0f}")


if __name__ == "__main__":
    main()
