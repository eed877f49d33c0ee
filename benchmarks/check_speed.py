"""How fast recorded calls are judged, beside voiceeval-cli on the same calls in the same run.

    python benchmarks/check_speed.py [--calls 20000] [--peer .venv-bench/bin/python]

Prints calls per CPU-second (the CPU time of the process and its children) and peak memory, with all checks, for one JSON Lines file of
calls of twelve turns, and for 1 000 stored call folders. The calls are spoken in templates, as agents do, and callproof remembers what a
sentence does whatever its figures are; so there is a line too for calls in which no sentence comes twice, which none of that helps.
Machines are shared and noisy: read the ratios, not the figures.
"""

from __future__ import annotations

import argparse
import json
import os
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
    # With the byte code kept, as it is wherever a package is installed: compiling is not what is measured.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", wrapper, *command], check=True, capture_output=True, text=True, env=kept
    )
    wall = time.perf_counter() - began
    cpu, peak_kb = json.loads(done.stdout)
    return Measured(wall, cpu, peak_kb / 1024)


_TURNS = (
    ("agent", "Thank you for calling Harbour Ferries, how can I help you today?"),
    ("user", "I would like a refund of {amount} dollars for order {order}, the crossing was late."),
    ("agent", "I am sorry to hear that. So that is {amount} dollars back for order {order}, is that right?"),
    ("user", "Yes, that is right."),
    ("agent", "One moment, please."),
    ("agent", "I have refunded {amount} dollars, you will get a mail about it."),
    ("user", "Great, and could you move my other crossing to {day}?"),
    ("agent", "Order {other} to {day}, shall I move it?"),
    ("user", "Yes, please, {other} is the right one."),
    ("agent", "It has been moved to {day}. Is there anything else that I can do?"),
    ("user", "No, that was all, thank you very much."),
    ("agent", "You are welcome. Have a nice day!"),
)
_FEW = 1000
_BY_THE_CLOCK = (
    ("slow_response", "dead_air", "no_response", "talked_over_caller", "agent_interrupts", "abandoned_in_silence", "greeting_late",
     "incomplete", "silent_agent", "duplicate_action", "inconsistent_times")
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


# What varied sentences end with: 40 * 40 * 20 ends, so that among a thousand calls hardly one sentence is there twice.
_LIKE = (
    ("amber", "bitter", "broad", "calm", "chilly", "clever", "coarse", "crimson", "damp", "dusty", "early", "faint", "fancy", "fierce",
     "gentle", "grand", "hollow", "humble", "icy", "jolly", "keen", "lively", "lonely", "mellow", "modern", "narrow", "noisy", "odd",
     "pale", "plain", "quiet", "rough", "rusty", "sandy", "shiny", "silent", "slim", "sturdy", "tidy", "windy")
)  # fmt: skip
_THINGS = (
    ("anchor", "barrel", "basket", "bench", "blanket", "bottle", "bridge", "bucket", "cabin", "candle", "carpet", "chimney", "cradle",
     "curtain", "engine", "fence", "ferry", "garden", "hammer", "harbour", "jacket", "kettle", "ladder", "lantern", "market", "meadow",
     "mirror", "needle", "orchard", "paddle", "pillow", "pocket", "ribbon", "saddle", "shovel", "teapot", "ticket", "tunnel", "violin",
     "whistle")
)  # fmt: skip
_SIDES = (
    ("bakery", "castle", "chapel", "cottage", "factory", "farm", "forest", "hotel", "island", "lake", "library", "museum", "office", "pier",
     "river", "school", "stable", "station", "tower", "valley")
)  # fmt: skip


def varied(text: str, rng: random.Random) -> str:
    """The sentence with an end of its own: "One moment, please, by the pale kettle near the station." """
    end = f"by the {rng.choice(_LIKE)} {rng.choice(_THINGS)} near the {rng.choice(_SIDES)}"
    return f"{text[:-1]}, {end}{text[-1]}"


def call(number: int, rng: random.Random, *, is_varied: bool = False) -> dict[str, Any]:
    """Twelve turns of a plausible call with two actions, every text its own.

    Every fifth is slow, every seventh has an overlap, every eleventh does not reach its goal, and in every thirteenth the amount
    is heard wrong.
    """
    values: dict[str, Any] = {
        "amount": rng.randint(13, 99),
        "order": rng.randint(1000, 9999),
        "other": rng.randint(10_000, 99_999),
        "day": rng.choice(_DAYS),
    }
    turns: list[dict[str, Any]] = []
    at = 0.6
    for place, (speaker, text) in enumerate(_TURNS):
        if is_varied:
            text = varied(text, rng)
        words = text.format(**values)
        length = 0.3 + len(words.split()) / 2.7 + rng.uniform(-0.2, 0.2)
        entry: dict[str, Any] = {
            "speaker": speaker,
            "text": words,
            "start_s": round(at, 2),
            "end_s": round(at + length, 2),
        }
        if speaker == "user":
            entry["truth"] = words
        if place == 1 and number % 13 == 0:
            entry["truth"] = text.format(**{**values, "amount": values["amount"] + 10})
        if place == 5:
            amount = {"amount": values["amount"], "order": str(values["order"])}
            entry["actions"] = [{"name": "refund", "args": amount, "consequential": True}]
        if place == 9:
            moved = {"order": str(values["other"]), "day": values["day"]}
            entry["actions"] = [{"name": "move_booking", "args": moved, "consequential": True}]
        turns.append(entry)
        gap = rng.uniform(0.3, 1.2)
        if number % 5 == 0 and place == 3:
            gap = 4.2
        if number % 7 == 0 and place == 2:
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
            file.writelines(line for _, line in zip(range(_FEW), lines, strict=False))
        stored = Path(folder) / "stored"
        subprocess.run([*callproof, str(few), "-o", str(stored)], check=True, stdout=subprocess.DEVNULL)

        other = Path(folder) / "varied.jsonl"
        with other.open("w", encoding="utf-8") as file:
            for number in range(_FEW):
                file.write(json.dumps(call(number, rng, is_varied=True)) + "\n")

        ours = show(
            "all checks, one process", measure([*callproof, str(calls), "--workers", "1"]), options.calls
        )
        show("all checks, two processes", measure([*callproof, str(calls), "--workers", "2"]), options.calls)
        show("  the same on 1 000 calls", measure([*callproof, str(few), "--workers", "1"]), _FEW)
        show("  no sentence twice, 1 000 calls", measure([*callproof, str(other), "--workers", "1"]), _FEW)
        show("all checks, 1 000 folders", measure([*callproof, str(stored), "--workers", "1"]), _FEW)
        clock = measure([*callproof, str(calls), "--workers", "1", "--only", ",".join(_BY_THE_CLOCK)])
        show("the checks by the clock alone", clock, options.calls)
        if options.peer:
            peer = show(
                "voiceeval-cli, seven checks", measure([options.peer, "-c", _PEER, str(calls)]), options.calls
            )
            print(f"ratio callproof / voiceeval-cli: {ours / peer:.2f}")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"(this script itself: {own:.0f} MB)")


if __name__ == "__main__":
    main()
