"""How fast calls are played and judged: the demo from a cold start, times real time, and records scored from files.

    python -m benchmarks.run_speed [--trials 20]

CPU time, best of three, because machines are shared and noisy; the cold start is wall time too, as a person waits for it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.check_speed import Measured, measure

from callproof.reporting import RunReport
from callproof.rescoring import score
from callproof.running import DEMO_AGENT, DEMO_SUITE, RunOptions, RunStream, chosen_agent

_TIMES = 3


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


def played(trials: int, folder: Path | None = None) -> RunReport:
    options = RunOptions(trials=trials, output=folder)
    stream = RunStream(options.cases(DEMO_SUITE), chosen_agent(DEMO_AGENT), options)
    for _ in stream:
        pass
    return stream.report


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
        folder = Path(place) / "run"
        played(trials, folder)
        spent = min(cpu_s(lambda: score(folder)) for _ in range(_TIMES))
    print(f"scored again from files {n / spent:8,.0f} records a CPU-second")


if __name__ == "__main__":
    main()
