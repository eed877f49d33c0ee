"""callproof proves whether a voice agent really did what it said.

import callproof

report = callproof.check("calls/")
change = callproof.diff("before", "after")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from callproof.errors import CallproofError, HarnessError, InputError, Problem
from callproof.version import __version__

if TYPE_CHECKING:
    from callproof.api import CheckReport, check, diff
    from callproof.scoring.diff import Diff

__all__ = [
    "CallproofError",
    "CheckReport",
    "Diff",
    "HarnessError",
    "InputError",
    "Problem",
    "__version__",
    "check",
    "diff",
]

# Loaded at first use, so that importing callproof costs nothing.
_LAZY = {
    "CheckReport": "callproof.api",
    "Diff": "callproof.scoring.diff",
    "check": "callproof.api",
    "diff": "callproof.api",
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
