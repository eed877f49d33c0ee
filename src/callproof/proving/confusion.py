"""The confusion matrix of the selftest: agents with one planted defect each, and the causes that their cases were found under."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Row:
    """One agent. `defect` is the cause that it must be found under, None for the agent that has no defect; `found` counts its
    cases by their cause, those that passed as "passed", and those that are neither as their status."""

    agent: str
    defect: str | None
    found: Mapping[str, int]

    @property
    def stray(self) -> Mapping[str, int]:
        """What was found that should not have been."""
        return {name: n for name, n in self.found.items() if name not in (PASSED, self.defect)}

    @property
    def right(self) -> bool:
        """Nothing stray, and the defect seen at least once."""
        return not self.stray and bool(self.found.get(self.defect or PASSED))


@dataclass(frozen=True, slots=True)
class Confusion:
    """`diagonal`: the agent without a defect passes every case, and each other one fails only under its own cause, at least once."""

    suites: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def diagonal(self) -> bool:
        return bool(self.rows) and all(row.right for row in self.rows)

    def to_json(self) -> dict[str, Any]:
        return {
            "suites": list(self.suites),
            "diagonal": self.diagonal,
            "agents": [
                {"agent": row.agent, "defect": row.defect, "found": dict(row.found), "right": row.right}
                for row in self.rows
            ],
        }


def row_of(agent: str, defect: str | None, cases: Iterable[Mapping[str, Any]]) -> Row:
    """From the results of an agent's cases."""
    found: Counter[str] = Counter()
    for case in cases:
        cause = case["cause"]
        if case["status"] == "failed":
            found[cause["name"] if cause is not None else "no cause found"] += 1
        else:
            found[case["status"]] += 1
    return Row(agent, defect, dict(found))
