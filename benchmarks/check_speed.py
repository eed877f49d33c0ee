"""How fast recorded calls are judged, beside voiceeval-cli on the same calls in the same run.

    python benchmarks/check_speed.py [--calls 20000] [--peer .venv-bench/bin/python]

Prints calls per CPU-second (the CPU time of the process and its children) and peak memory, for one JSON Lines file of calls of
twelve turns, and for 1 000 stored call folders. Machines are shared and noisy: read the ratios, not the figures.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# voiceeval judges a list of files; it has no command for JSON Lines, so its own functions are timed.
_PEER = """
import json, sys
from voiceeval.checks import analyse
from voiceeval.turns import from_dict
n = findings = 0
for line in open(sys.argv[1], encoding="utf-8"):
    findings += len(analyse(from_dict(json.loads(line))))
    n += 1
print(n, findings)
"""


@dataclass(frozen=True, slots=True)
class Measured:
    wall_s: float
    cpu_s: float
    peak_mb: float


def measure(command: list[str]) -> Measured:
    """Runs a command in a process of its own, which reports its own and its children's use."""
    wrapper = (
        "import json,resource,subprocess,sys;"
        "subprocess.run(sys.argv[1:],check=True,stdout=subprocess.DEVNULL);"
        "u=resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(json.dumps([u.ru_utime+u.ru_stime,u.ru_maxrss]))"
    )
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", wrapper, *command], check=True, capture_output=True, text=True
    )
    wall = time.perf_counter() - began
    cpu, peak_kb = json.loads(done.stdout)
    return Measured(wall, cpu, peak_kb / 1024)


def call(number: int, rng: random.Random) -> dict[str, Any]:
    """Twelve turns of a plausible call; every fifth is slow, every seventh has an overlap, some act."""
    turns: list[dict[str, Any]] = []
    at = 0.6
    for turn in range(12):
        length = rng.uniform(1.0, 4.0)
        amount = rng.randint(10, 99)
        entry: dict[str, Any] = {
            "speaker": "user" if turn % 2 else "agent",
            "text": f"I would like a refund of {amount} dollars for order {rng.randint(1000, 9999)} please",
            "start_s": round(at, 2),
            "end_s": round(at + length, 2),
        }
        if turn % 2:
            entry["truth"] = entry["text"]
        elif turn in (6, 10):
            entry["actions"] = [{"name": "refund", "args": {"amount": amount + turn}, "consequential": True}]
        turns.append(entry)
        gap = rng.uniform(0.3, 1.2)
        if number % 5 == 0 and turn == 3:
            gap = 4.2
        if number % 7 == 0 and turn == 4:
            gap = -0.8
        at += length + gap
    return {
        "id": f"call-{number}",
        "policy": {"max_refund": 150},
        "completed": number % 11 != 0,
        "turns": turns,
    }


def show(name: str, measured: Measured, calls: int) -> float:
    rate = calls / measured.cpu_s
    print(
        f"{name:<34} {calls:>7} calls  {measured.wall_s:6.2f} s  {measured.cpu_s:6.2f} CPU-s"
        f"  {rate:8.0f} calls/CPU-s  peak {measured.peak_mb:5.0f} MB"
    )
    return rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--peer", help="a Python that has voiceeval-cli installed")
    options = parser.parse_args()
    rng = random.Random(7)
    callproof = [sys.executable, "-m", "callproof", "check"]
    with tempfile.TemporaryDirectory() as folder:
        calls = Path(folder) / "calls.jsonl"
        with calls.open("w", encoding="utf-8") as file:
            for number in range(options.calls):
                file.write(json.dumps(call(number, rng)) + "\n")
        few = Path(folder) / "few.jsonl"
        with calls.open(encoding="utf-8") as lines, few.open("w", encoding="utf-8") as file:
            file.writelines(line for _, line in zip(range(1000), lines, strict=False))
        stored = Path(folder) / "stored"
        subprocess.run([*callproof, str(few), "-o", str(stored)], check=True, stdout=subprocess.DEVNULL)

        ours = show(
            "callproof check, one process", measure([*callproof, str(calls), "--workers", "1"]), options.calls
        )
        show(
            "callproof check, two processes",
            measure([*callproof, str(calls), "--workers", "2"]),
            options.calls,
        )
        short = measure([*callproof, str(few), "--workers", "1"])
        show("  the same on 1 000 calls", short, 1000)
        show("callproof check, 1 000 folders", measure([*callproof, str(stored), "--workers", "1"]), 1000)
        if options.peer:
            peer = show(
                "voiceeval-cli, seven checks", measure([options.peer, "-c", _PEER, str(calls)]), options.calls
            )
            print(f"ratio callproof / voiceeval-cli: {ours / peer:.2f}")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"(this script itself: {own:.0f} MB)")


if __name__ == "__main__":
    main()
