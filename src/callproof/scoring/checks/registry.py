"""The door for checks: a frozen dataclass with an id and a version, put in with `@check`; our own use it too.

    @check
    @dataclass(frozen=True, slots=True)
    class LongCall:
        \"\"\"The call takes longer than it may.\"\"\"

        id: ClassVar[str] = "long_call"
        version: ClassVar[int] = 1
        high_ms: int = 600_000

        def judge(self, call: Call, timing: Timing) -> Outcome: ...

The fields of the dataclass are the settings of the check, with their defaults; a config file may change them. Checks of
other packages are found by the entry point group `callproof.checks`.
"""

from __future__ import annotations

from typing import ClassVar, Protocol, TypeVar

from callproof.evidence.call import Call
from callproof.scoring.findings import Outcome
from callproof.scoring.timing import Timing

ENTRY_POINTS = "callproof.checks"


class Check(Protocol):
    """Pure: it sees the call and its timing, and nothing else. The docstring's first line says what it finds."""

    id: ClassVar[str]
    version: ClassVar[int]

    def judge(self, call: Call, timing: Timing) -> Outcome: ...


C = TypeVar("C", bound=type[Check])

_registered: dict[str, type[Check]] = {}


def check(cls: C) -> C:
    """Registers a check class under its id."""
    other = _registered.setdefault(cls.id, cls)
    if other is not cls and (other.__module__, other.__qualname__) != (cls.__module__, cls.__qualname__):
        raise ValueError(f"two checks have the id {cls.id!r}: {other.__qualname__} and {cls.__qualname__}")
    _registered[cls.id] = cls
    return cls
