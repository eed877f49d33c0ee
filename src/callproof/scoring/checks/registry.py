"""The door for checks: a frozen dataclass with an id and a version, put in with `@check`; our own use it too.

    @check
    @dataclass(frozen=True, slots=True)
    class LongCall:
        \"\"\"The call takes longer than it may.\"\"\"

        id: ClassVar[str] = "long_call"
        version: ClassVar[int] = 1
        aliases: ClassVar[tuple[str, ...]] = ()
        high_ms: int = 600_000

        def judge(self, call: Call, timing: Timing) -> Outcome: ...

The fields of the dataclass are the settings of the check, with their defaults; a config file may change them. Checks of
other packages are found by the entry point group `callproof.checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Protocol, TypeVar

from callproof.errors import InputError, did_you_mean
from callproof.evidence.call import Call
from callproof.scoring.findings import Outcome
from callproof.scoring.timing import Timing

ENTRY_POINTS = "callproof.checks"


class Check(Protocol):
    """Pure: it sees the call and its timing, and nothing else. The docstring's first line says what it finds.

    `aliases` are other names under which a user may know the check; results carry its `id`.
    """

    id: ClassVar[str]
    version: ClassVar[int]
    aliases: ClassVar[tuple[str, ...]]

    def judge(self, call: Call, timing: Timing) -> Outcome: ...


def vouches(check: Check) -> bool:
    """Whether a check is one of those that look at the agent's answers: a call of which none of them could be measured is not
    known to be well, whatever else was. Such a check says so with `vouches: ClassVar[bool] = True`."""
    return getattr(check, "vouches", False) is True


C = TypeVar("C", bound=type[Check])

_registered: dict[str, type[Check]] = {}
_by_name: dict[str, type[Check]] = {}


def check(cls: C) -> C:
    """Registers a check class under its id and its aliases."""
    for name in (cls.id, *cls.aliases):
        other = _by_name.get(name, cls)
        if (other.__module__, other.__qualname__) != (cls.__module__, cls.__qualname__):
            raise ValueError(
                f"two checks have the name {name!r}: {other.__qualname__} and {cls.__qualname__}"
            )
    _registered[cls.id] = cls
    _by_name.update(dict.fromkeys((cls.id, *cls.aliases), cls))
    return cls


def registered() -> Mapping[str, type[Check]]:
    """All registered checks by their ids, in the order in which they came."""
    return MappingProxyType(_registered)


def check_class(name: str) -> type[Check]:
    """The check of that id or alias; raises InputError with the nearest name, or with all there are."""
    if name not in _by_name:
        hint = did_you_mean(name, _by_name) or f" There are {', '.join(_registered)}."
        raise InputError.of(f"no check {name!r}.{hint}")
    return _by_name[name]
