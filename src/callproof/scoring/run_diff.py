"""Two runs of the same cases: per axis and per cause what changed, which cases got worse, and whether that is more than chance.

Works on results as plain values, as `results.jsonl` has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callproof.scoring.diff import FEWEST_CHANGED, DiffVerdict, is_significant, verdict_of
from callproof.scoring.outcome.verdicts import AXES, CAUSES
from callproof.scoring.statistics import mcnemar

Result = Mapping[str, Any]

_STATUSES = ("pass", "fail", "not_measured")


@dataclass(frozen=True, slots=True)
class AxisChange:
    """How often an axis held on either side, over the cases that are on both, and the cases in which it broke or was put right.

    `lost` are cases in which it was measured before and is not now, `found` those that pass and were not measured before. `unlike`
    are cases whose axis was reported on one side and inferred on the other; they are counted nowhere else.
    """

    before: Mapping[str, int]
    after: Mapping[str, int]
    broken: tuple[str, ...]
    repaired: tuple[str, ...]
    lost: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        unlike = {"unlike": list(self.unlike)} if self.unlike else {}
        return {
            "before": dict(self.before),
            "after": dict(self.after),
            "broken": list(self.broken),
            "repaired": list(self.repaired),
            "lost": list(self.lost),
            "found": list(self.found),
            **unlike,
        }


@dataclass(frozen=True, slots=True)
class CaseChange:
    """A case that is judged otherwise now. `broken` and `repaired` are axes."""

    id: str
    before: str
    after: str
    broken: tuple[str, ...]
    repaired: tuple[str, ...]
    cause_before: str | None
    cause_after: str | None

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "before": self.before,
            "after": self.after,
            "broken": list(self.broken),
            "repaired": list(self.repaired),
            "cause_before": self.cause_before,
            "cause_after": self.cause_after,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDiff:
    """The pairs are the cases with the same id on both sides, the invalid ones and those of a changed scenario aside.

    `regressed` passed before and fail now, `fixed` the other way; `worse` failed before too and break more axes now. The test is
    McNemar's exact one on scenarios, each counted as worse or better by how many of its trials passed: trials of one scenario
    are not independent. With one trial each it is the test on the pairs. `failed_alone` are those of `only_before` and `only_after`
    that failed.
    """

    before_label: str
    after_label: str
    before: Mapping[str, int]
    after: Mapping[str, int]
    pairs: int
    regressed: tuple[CaseChange, ...]
    worse: tuple[CaseChange, ...]
    fixed: tuple[CaseChange, ...]
    better: tuple[CaseChange, ...]
    axes: Mapping[str, AxisChange]
    causes: Mapping[str, tuple[int, int]]
    scenarios_worse: int
    scenarios_better: int
    p_value: float | None
    only_before: tuple[str, ...] = ()
    only_after: tuple[str, ...] = ()
    failed_alone: tuple[str, ...] = ()
    invalid: tuple[str, ...] = ()
    other_scenarios: tuple[str, ...] = ()

    @property
    def verdict(self) -> DiffVerdict:
        return verdict_of(self.pairs, self.regressed, self.fixed, lost=self._lost, added=self.only_after)

    @property
    def significant(self) -> bool | None:
        return is_significant(self.p_value)

    @property
    def conclusive(self) -> bool:
        """Whether enough scenarios changed for a difference to be significant at all."""
        return self.scenarios_worse + self.scenarios_better >= FEWEST_CHANGED

    @property
    def acceptable(self) -> bool:
        """What `--strict` asks for: pairs to compare, nothing regressed, and no case of before that is missing, invalid or another
        one after."""
        return bool(self.pairs) and not self.regressed and not self._lost

    @property
    def _lost(self) -> bool:
        return bool(self.only_before or self.invalid or self.other_scenarios)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "run",
            "verdict": self.verdict,
            "before": {"label": self.before_label, **self.before},
            "after": {"label": self.after_label, **self.after},
            "pairs": self.pairs,
            "regressed": [case.to_json() for case in self.regressed],
            "worse": [case.to_json() for case in self.worse],
            "fixed": [case.to_json() for case in self.fixed],
            "better": [case.to_json() for case in self.better],
            "axes": {name: change.to_json() for name, change in self.axes.items()},
            "causes": {name: {"before": old, "after": new} for name, (old, new) in self.causes.items()},
            "only_before": list(self.only_before),
            "only_after": list(self.only_after),
            "failed_alone": list(self.failed_alone),
            "invalid": list(self.invalid),
            "other_scenarios": list(self.other_scenarios),
            "acceptable": self.acceptable,
            "mcnemar": {
                "scenarios_worse": self.scenarios_worse,
                "scenarios_better": self.scenarios_better,
                "p_value": self.p_value,
                "significant": self.significant,
                "conclusive": self.conclusive,
            },
        }


def diff_runs(
    before: Iterable[Result], after: Iterable[Result], *, before_label: str, after_label: str
) -> RunDiff:
    """Pairs the cases by id."""
    old = {str(result["id"]): result for result in before}
    new = {str(result["id"]): result for result in after}
    both = [id for id in old if id in new]
    other = tuple(id for id in both if _digest(old[id]) != _digest(new[id]))
    invalid = tuple(id for id in both if id not in other and not (_counts(old[id]) and _counts(new[id])))
    pairs = [(old[id], new[id]) for id in both if id not in other and id not in invalid]
    changes = [_change(a, b) for a, b in pairs]
    worse, better = _scenarios(pairs)
    return RunDiff(
        before_label=before_label,
        after_label=after_label,
        before=_statuses(old.values()),
        after=_statuses(new.values()),
        pairs=len(pairs),
        regressed=tuple(c for c in changes if c.before == "passed" and c.after != "passed"),
        worse=tuple(c for c in changes if c.before == c.after and len(c.broken) > len(c.repaired)),
        fixed=tuple(c for c in changes if c.before != "passed" and c.after == "passed"),
        better=tuple(c for c in changes if c.before == c.after and len(c.repaired) > len(c.broken)),
        axes={axis: _axis(axis, pairs) for axis in AXES},
        causes=_causes(pairs),
        scenarios_worse=worse,
        scenarios_better=better,
        p_value=mcnemar(worse, better) if pairs else None,
        only_before=tuple(id for id in old if id not in new),
        only_after=tuple(id for id in new if id not in old),
        failed_alone=tuple(
            id for id, result in {**old, **new}.items() if (id in old) != (id in new) and _failed(result)
        ),
        invalid=invalid,
        other_scenarios=other,
    )


def _digest(result: Result) -> Any:
    return result.get("scenario_digest")


def _failed(result: Result) -> bool:
    return bool(result["status"] == "failed")


def _counts(result: Result) -> bool:
    return result["status"] in ("passed", "failed")


def _statuses(results: Iterable[Result]) -> dict[str, int]:
    counts = Counter(str(result["status"]) for result in results)
    return {
        "cases": counts.total(),
        **{status: counts[status] for status in ("passed", "failed", "invalid", "not_run")},
    }


def _status(result: Result, axis: str) -> str:
    found = result["axes"].get(axis)
    return str(found.get("status")) if isinstance(found, Mapping) else "not_measured"


def _inferred(result: Result, axis: str) -> bool:
    found = result["axes"].get(axis)
    return isinstance(found, Mapping) and bool(found.get("inferred"))


def _change(a: Result, b: Result) -> CaseChange:
    broken: list[str] = []
    repaired: list[str] = []
    for axis in AXES:
        old, new = _status(a, axis), _status(b, axis)
        if old != new and _inferred(a, axis) == _inferred(b, axis):
            if new == "fail":
                broken.append(axis)
            elif old == "fail" and new == "pass":
                repaired.append(axis)
    return CaseChange(
        str(a["id"]), a["status"], b["status"], tuple(broken), tuple(repaired), _cause(a), _cause(b)
    )


def _cause(result: Result) -> str | None:
    cause = result.get("cause")
    return str(cause["name"]) if isinstance(cause, Mapping) and "name" in cause else None


def _axis(axis: str, pairs: Sequence[tuple[Result, Result]]) -> AxisChange:
    alike = [(a, b) for a, b in pairs if _inferred(a, axis) == _inferred(b, axis)]
    before = Counter(_status(a, axis) for a, _ in alike)
    after = Counter(_status(b, axis) for _, b in alike)
    changed = [
        (str(a["id"]), old, new) for a, b in alike if (old := _status(a, axis)) != (new := _status(b, axis))
    ]
    return AxisChange(
        {status: before[status] for status in _STATUSES},
        {status: after[status] for status in _STATUSES},
        tuple(id for id, _, new in changed if new == "fail"),
        tuple(id for id, old, new in changed if (old, new) == ("fail", "pass")),
        tuple(id for id, _, new in changed if new not in ("pass", "fail")),
        tuple(id for id, old, new in changed if old != "fail" and new == "pass"),
        tuple(a["id"] for a, b in pairs if _inferred(a, axis) != _inferred(b, axis)),
    )


def _causes(pairs: Sequence[tuple[Result, Result]]) -> dict[str, tuple[int, int]]:
    """By how many cases they ruin on the worse side."""
    before = Counter(name for a, _ in pairs if (name := _cause(a)) is not None)
    after = Counter(name for _, b in pairs if (name := _cause(b)) is not None)
    names = [*CAUSES, *sorted({*before, *after} - set(CAUSES))]
    present = [name for name in names if before[name] or after[name]]
    present.sort(key=lambda name: -max(before[name], after[name]))
    return {name: (before[name], after[name]) for name in present}


def _scenarios(pairs: Sequence[tuple[Result, Result]]) -> tuple[int, int]:
    """How many scenarios pass in fewer of their trials now, and how many in more."""
    balance: Counter[str] = Counter()
    for a, b in pairs:
        scenario = str(a.get("suite")), str(a.get("scenario", a["id"]))
        balance["\0".join(scenario)] += (b["status"] == "passed") - (a["status"] == "passed")
    return sum(n < 0 for n in balance.values()), sum(n > 0 for n in balance.values())
