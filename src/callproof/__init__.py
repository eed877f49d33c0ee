"""callproof proves whether a voice agent really did what it said.

import callproof

report = callproof.run("suite.yaml", "my_module:agent")
report = callproof.check("calls/")
change = callproof.diff("before", "after")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from callproof.errors import CallproofError, HarnessError, InputError, Problem
from callproof.version import __version__

if TYPE_CHECKING:
    from callproof.api import CheckReport, check, diff
    from callproof.calling.agent import Session, ToolError, agent
    from callproof.calling.world.database import ApiError, Transaction
    from callproof.calling.world.functions import tool
    from callproof.gating import gate
    from callproof.reporting import RunReport
    from callproof.rescoring import score
    from callproof.running import run
    from callproof.scenario.worlds import Read, Write
    from callproof.scoring.diff import Diff
    from callproof.scoring.run_diff import RunDiff

__all__ = [
    "ApiError",
    "CallproofError",
    "CheckReport",
    "Diff",
    "HarnessError",
    "InputError",
    "Problem",
    "Read",
    "RunDiff",
    "RunReport",
    "Session",
    "ToolError",
    "Transaction",
    "Write",
    "__version__",
    "agent",
    "check",
    "diff",
    "gate",
    "run",
    "score",
    "tool",
]

# Loaded at first use, so that importing callproof costs nothing.
_LAZY = {
    "ApiError": "callproof.calling.world.database",
    "CheckReport": "callproof.api",
    "Diff": "callproof.scoring.diff",
    "Read": "callproof.scenario.worlds",
    "RunDiff": "callproof.scoring.run_diff",
    "RunReport": "callproof.reporting",
    "Session": "callproof.calling.agent",
    "ToolError": "callproof.calling.agent",
    "Transaction": "callproof.calling.world.database",
    "Write": "callproof.scenario.worlds",
    "agent": "callproof.calling.agent",
    "check": "callproof.api",
    "diff": "callproof.api",
    "gate": "callproof.gating",
    "run": "callproof.running",
    "score": "callproof.rescoring",
    "tool": "callproof.calling.world.functions",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
