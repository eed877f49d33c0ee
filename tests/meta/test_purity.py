"""The pure rooms touch no file, socket, clock, randomness, environment or log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.meta.source import Module, modules

PURE = ("callproof.scoring", "callproof.spoken", "callproof.evidence")
# Call folders and run folders are evidence, and are files.
NOT_PURE = ("callproof.evidence.files", "callproof.evidence.runs")
# A call's clock compares itself with the machine's: how far they came apart is in the record.
CLOCK_ROOMS = ("callproof.surfaces.cli", "callproof.calling.simulation.clock")

# Not datetime: a date is a value. What reads the clock through it is found below.
IMPURE_MODULES = frozenset(
    {
        *(
            "asyncio",
            "glob",
            "http",
            "io",
            "logging",
            "multiprocessing",
            "os",
            "pathlib",
            "random",
            "secrets",
        ),
        *("shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time"),
        *("urllib", "uuid", "warnings"),
    }
)
IMPURE_CALLS = frozenset({"open", "print", "input", "breakpoint"})
CLOCK_MODULES = frozenset({"time", "timeit"})
CLOCK_CALLS = frozenset({"now", "utcnow", "today"})


def impurities(module: Module) -> Iterator[str]:
    for line, imported in module.imports():
        if imported.split(".")[0] in IMPURE_MODULES:
            yield f"{module.name}:{line} imports {imported}"
    for line, called in module.calls():
        if called in IMPURE_CALLS:
            yield f"{module.name}:{line} calls {called}()"


def clock_reads(module: Module) -> Iterator[str]:
    """Time zones, durations and times from outside are no clock; asking what time it is, or waiting, is."""
    for line, imported in module.imports():
        if imported.split(".")[0] in CLOCK_MODULES:
            yield f"{module.name}:{line} imports {imported}"
    for line, called in module.calls():
        owner, _, method = called.rpartition(".")
        if method in CLOCK_CALLS and owner.rpartition(".")[2] in ("datetime", "date"):
            yield f"{module.name}:{line} calls {called}()"


def inside(name: str, *areas: str) -> bool:
    return any(name == area or name.startswith(f"{area}.") for area in areas)


def test_the_pure_rooms_are_pure() -> None:
    pure = [m for m in modules() if inside(m.name, *PURE) and m.name not in NOT_PURE]
    assert len(pure) > 10
    assert [line for module in pure for line in impurities(module)] == []


def test_only_the_command_line_and_a_call_s_own_clock_read_one() -> None:
    others = [m for m in modules() if not inside(m.name, *CLOCK_ROOMS)]
    assert [line for module in others for line in clock_reads(module)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import os",
        "import os.path as p",
        "from pathlib import Path",
        "def f():\n    from random import choice",
        "print('here')",
        "with open('x') as f: pass",
    ],
)
def test_a_planted_impurity_is_found(source: str) -> None:
    assert len(list(impurities(Module("callproof.scoring.planted", source)))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from time import monotonic",
        "from datetime import datetime\ndatetime.now()",
        "import datetime as dt\ndt.datetime.now(dt.UTC)",
        "from datetime import date\ndate.today()",
    ],
)
def test_a_planted_clock_is_found(source: str) -> None:
    assert len(list(clock_reads(Module("callproof.api", source)))) == 1


def test_a_time_from_outside_is_no_clock() -> None:
    source = "from datetime import UTC, datetime\ndatetime.fromtimestamp(0, UTC)\nself.now()"
    assert list(clock_reads(Module("callproof.importers.planted", source))) == []
