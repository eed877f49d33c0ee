"""Two versions of the same calls: what got worse, what got better, and whether that is more than chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from callproof.scoring.statistics import mcnemar

DiffVerdict: TypeAlias = Literal["regression", "improved", "no_change", "not_comparable"]

SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """What a diff needs to know of a call: whether it passed, and how many findings of each check and severity it has."""

    id: str
    passed: bool
    findings: Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class ChangedFindings:
    """A call whose findings changed, by (check, severity): more of them (`added`) or fewer (`removed`)."""

    id: str
    added: Mapping[tuple[str, str], int]
    removed: Mapping[tuple[str, str], int]

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "added": _listed(self.added), "removed": _listed(self.removed)}


@dataclass(frozen=True, slots=True)
class Diff:
    """`before` and `after` count all calls of each side; the pairs are those with the same id on both.

    `p_value` is McNemar's exact test on the pairs: how likely at least so lopsided a change is if both versions are equally
    good. None without pairs.
    """

    before_label: str
    after_label: str
    before_calls: int
    before_passed: int
    after_calls: int
    after_passed: int
    pairs: int
    regressed: tuple[str, ...]
    fixed: tuple[str, ...]
    changed: tuple[ChangedFindings, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    p_value: float | None

    @property
    def verdict(self) -> DiffVerdict:
        """A regression as soon as one call regressed: a fixed call does not make up for a broken one."""
        if not self.pairs:
            return "not_comparable"
        if self.regressed:
            return "regression"
        return "improved" if self.fixed else "no_change"

    @property
    def significant(self) -> bool | None:
        return None if self.p_value is None else self.p_value < SIGNIFICANT

    @property
    def acceptable(self) -> bool:
        """What `--strict` asks for: pairs to compare, nothing regressed, and no call of before that is missing after."""
        return self.verdict in ("improved", "no_change") and not self.only_before

    def to_json(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "before": _side(self.before_label, self.before_calls, self.before_passed),
            "after": _side(self.after_label, self.after_calls, self.after_passed),
            "pairs": self.pairs,
            "regressed": list(self.regressed),
            "fixed": list(self.fixed),
            "changed": [item.to_json() for item in self.changed],
            "only_before": list(self.only_before),
            "only_after": list(self.only_after),
            "mcnemar": {
                "regressed": len(self.regressed),
                "fixed": len(self.fixed),
                "p_value": self.p_value,
                "significant": self.significant,
            },
        }


def diff(
    before: Iterable[JudgedCall], after: Iterable[JudgedCall], *, before_label: str, after_label: str
) -> Diff:
    """Pairs the calls by id. Where an id occurs several times, its n-th call here belongs to the n-th one there."""
    old, new = _numbered(before), _numbered(after)
    regressed: list[str] = []
    fixed: list[str] = []
    changed: list[ChangedFindings] = []
    both = [key for key in old if key in new]
    for key in both:
        a, b = old[key], new[key]
        if a.passed and not b.passed:
            regressed.append(a.id)
        elif b.passed and not a.passed:
            fixed.append(a.id)
        added, removed = _less(b.findings, a.findings), _less(a.findings, b.findings)
        if added or removed:
            changed.append(ChangedFindings(a.id, added, removed))
    return Diff(
        before_label=before_label,
        after_label=after_label,
        before_calls=len(old),
        before_passed=sum(call.passed for call in old.values()),
        after_calls=len(new),
        after_passed=sum(call.passed for call in new.values()),
        pairs=len(both),
        regressed=tuple(regressed),
        fixed=tuple(fixed),
        changed=tuple(changed),
        only_before=tuple(old[key].id for key in old if key not in new),
        only_after=tuple(new[key].id for key in new if key not in old),
        p_value=mcnemar(len(regressed), len(fixed)) if both else None,
    )


def _numbered(calls: Iterable[JudgedCall]) -> dict[tuple[str, int], JudgedCall]:
    seen: dict[str, int] = {}
    numbered: dict[tuple[str, int], JudgedCall] = {}
    for call in calls:
        n = seen.get(call.id, 0)
        seen[call.id] = n + 1
        numbered[call.id, n] = call
    return numbered


def _less(a: Mapping[tuple[str, str], int], b: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    return {key: n - b.get(key, 0) for key, n in a.items() if n > b.get(key, 0)}


def _listed(findings: Mapping[tuple[str, str], int]) -> list[dict[str, Any]]:
    return [
        {"check": check, "severity": severity, "n": n} for (check, severity), n in sorted(findings.items())
    ]


def _side(label: str, calls: int, passed: int) -> dict[str, Any]:
    return {
        "label": label,
        "calls": calls,
        "passed": passed,
        "pass_rate": round(passed / calls, 4) if calls else None,
    }
