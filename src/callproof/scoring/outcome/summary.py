"""What many cases come to: counts, never an average over axes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callproof.scoring.outcome.repairs import REPAIRS
from callproof.scoring.outcome.verdicts import (
    AXES,
    AXES_BY_LAYER,
    AxisStatus,
    CaseResult,
    CauseName,
    Layer,
)

_STATUSES: tuple[AxisStatus, ...] = ("pass", "fail", "not_measured")
_WORST: tuple[AxisStatus, ...] = ("fail", "not_measured", "pass")


@dataclass(frozen=True, slots=True)
class RankedCause:
    """One root cause over all failed cases: "10 of 23: arguments were built on old values"."""

    name: CauseName
    layer: Layer
    count: int
    of: int
    sentence: str
    repair: str
    cases: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "layer": self.layer,
            "count": self.count,
            "of": self.of,
            "sentence": self.sentence,
            "repair": self.repair,
            "cases": list(self.cases),
        }


def axis_counts(results: Sequence[CaseResult]) -> dict[str, dict[str, Any]]:
    """By axis. A state that was inferred is counted in the same column, and once more under `inferred`, to be shown apart."""
    counts: dict[str, dict[str, Any]] = {}
    for axis in AXES:
        found = Counter(result.axes[axis].status for result in results)
        counts[axis] = {status: found[status] for status in _STATUSES}
        inferred = Counter(result.axes[axis].status for result in results if result.axes[axis].inferred)
        if inferred:
            counts[axis] = {status: found[status] - inferred[status] for status in _STATUSES}
            counts[axis]["inferred"] = {status: inferred[status] for status in _STATUSES}
    return counts


def layer_counts(results: Sequence[CaseResult]) -> dict[str, dict[str, int]]:
    """By layer: it fails with any of its axes, and passes with both."""
    counts: dict[str, dict[str, int]] = {}
    for layer, names in AXES_BY_LAYER.items():
        found: Counter[AxisStatus] = Counter()
        for result in results:
            statuses = {result.axes[name].status for name in names}
            found[next(status for status in _WORST if status in statuses)] += 1
        counts[layer] = {status: found[status] for status in _STATUSES}
    return counts


def ranked_causes(results: Iterable[CaseResult]) -> list[RankedCause]:
    """The root causes, the most frequent first."""
    by_name: dict[CauseName, list[str]] = {}
    failed = 0
    for result in results:
        if result.status != "failed":
            continue
        failed += 1
        if result.cause is not None:
            by_name.setdefault(result.cause.name, []).append(result.id)
    ranked = sorted(by_name.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        RankedCause(
            name,
            REPAIRS[name].layer,
            len(cases),
            failed,
            f"{len(cases)} of {failed}: {REPAIRS[name].many}",
            REPAIRS[name].repair,
            tuple(cases),
        )
        for name, cases in ranked
    ]


def counted(results: Sequence[CaseResult]) -> dict[str, Any]:
    """Plain JSON over all cases, as `demo` and `run` print it, without the cases themselves. Invalid cases are in no axis's pass or
    fail."""
    causes = ranked_causes(results)
    integrity = Counter(result.integrity for result in results)
    statuses = Counter(result.status for result in results)
    return {
        "total": len(results),
        "axes": axis_counts(results),
        "layers": layer_counts(results),
        "integrity": {status: integrity[status] for status in _STATUSES},
        "root_causes": {cause.name: cause.count for cause in causes},
        "ranked_causes": [cause.to_json() for cause in causes],
        "passed": statuses["passed"],
        "failed": statuses["failed"],
        "invalid": statuses["invalid"],
        "not_run": statuses["not_run"],
        "blame": _blame(results),
    }


def _blame(results: Iterable[CaseResult]) -> Mapping[str, int]:
    return dict(Counter(result.blame for result in results if result.blame is not None))
