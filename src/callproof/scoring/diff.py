"""Two versions of the same calls: what got worse, what got better, and whether that is more than chance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sized
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from callproof.scoring.statistics import mcnemar

DiffVerdict: TypeAlias = Literal["regression", "improved", "no_change", "partly_compared", "not_comparable"]

SIGNIFICANT = 0.05
# Even if all of them go one way, fewer changed verdicts than these are never significant: 2 / 2**5 is over 0.05.
FEWEST_CHANGED = 6


def verdict_of(pairs: int, regressed: Sized, fixed: Sized, *, lost: bool, added: Sized) -> DiffVerdict:
    """A regression as soon as one regressed: a fixed one does not make up for a broken one.

    With `lost`, something of before has nothing to be compared with: nobody knows whether it got worse, so it is no improvement either.
    What was `added` only keeps the two from being equal.
    """
    if not pairs:
        return "not_comparable"
    if regressed:
        return "regression"
    if lost:
        return "partly_compared"
    if fixed:
        return "improved"
    return "partly_compared" if added else "no_change"


def is_significant(p_value: float | None) -> bool | None:
    """None where nothing could be compared."""
    return None if p_value is None else p_value < SIGNIFICANT


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """What a diff needs to know of a call: whether it passed, how many findings of each check and severity it has, and which
    checks (or parts of them) were not measured."""

    id: str
    passed: bool
    findings: Mapping[tuple[str, str], int]
    not_measured: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ChangedFindings:
    """A call whose findings changed, by (check, severity): more of them (`added`) or fewer (`removed`).

    `unmeasured` are checks whose findings went because the check, or a part of it, was no longer measured.
    """

    id: str
    added: Mapping[tuple[str, str], int]
    removed: Mapping[tuple[str, str], int]
    unmeasured: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "added": _listed(self.added),
            "removed": _listed(self.removed),
            "unmeasured": list(self.unmeasured),
        }


@dataclass(frozen=True, slots=True)
class Diff:
    """`before` and `after` count all calls of each side; the pairs are those with the same id on both.

    `p_value` is McNemar's exact test on the pairs: how likely at least so lopsided a change is if both versions are equally
    good. None without pairs. A call that passes only because what failed it was no longer measured is `unproven`, not fixed.
    `other_checks` are those that judged one side only, or each side in another version or with other settings;
    `dropped_checks` those of before that did not judge after. Not `checks_known`: a side does not say what judged it.
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
    unproven: tuple[str, ...] = ()
    other_checks: tuple[str, ...] = ()
    dropped_checks: tuple[str, ...] = ()
    checks_known: bool = True

    @property
    def verdict(self) -> DiffVerdict:
        return verdict_of(
            self.pairs, self.regressed, self.fixed, lost=bool(self.only_before), added=self.only_after
        )

    @property
    def significant(self) -> bool | None:
        return is_significant(self.p_value)

    @property
    def conclusive(self) -> bool:
        """Whether enough verdicts changed for a difference to be significant at all."""
        return len(self.regressed) + len(self.fixed) >= FEWEST_CHANGED

    @property
    def acceptable(self) -> bool:
        """What `--strict` asks for: pairs to compare, nothing regressed, no call of before that is missing after, and the same
        checks in the same version with the same settings on both sides."""
        alike = self.checks_known and not self.other_checks and not self.dropped_checks
        return bool(self.pairs) and not self.regressed and not self.only_before and alike

    def to_json(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "before": _side(self.before_label, self.before_calls, self.before_passed),
            "after": _side(self.after_label, self.after_calls, self.after_passed),
            "pairs": self.pairs,
            "regressed": list(self.regressed),
            "fixed": list(self.fixed),
            "unproven": list(self.unproven),
            "changed": [item.to_json() for item in self.changed],
            "only_before": list(self.only_before),
            "only_after": list(self.only_after),
            "other_checks": list(self.other_checks),
            "dropped_checks": list(self.dropped_checks),
            "checks_known": self.checks_known,
            "acceptable": self.acceptable,
            "mcnemar": {
                "regressed": len(self.regressed),
                "fixed": len(self.fixed),
                "p_value": self.p_value,
                "significant": self.significant,
                "conclusive": self.conclusive,
            },
        }


def diff(
    before: Iterable[JudgedCall],
    after: Iterable[JudgedCall],
    *,
    before_label: str,
    after_label: str,
    before_checks: Mapping[str, Any] | None = None,
    after_checks: Mapping[str, Any] | None = None,
) -> Diff:
    """Pairs the calls by id. Where an id occurs several times, its n-th call here belongs to the n-th one there.

    `*_checks` say what judged each side (version and settings by check), None when that is not known.
    """
    old, new = _numbered(before), _numbered(after)
    old_checks, new_checks = before_checks or {}, after_checks or {}
    known = before_checks is not None and after_checks is not None
    other = [name for name in {**old_checks, **new_checks} if old_checks.get(name) != new_checks.get(name)]
    dropped = frozenset(name for name in old_checks if name not in new_checks) if known else frozenset()
    regressed: list[str] = []
    fixed: list[str] = []
    unproven: list[str] = []
    changed: list[ChangedFindings] = []
    both = [key for key in old if key in new]
    for key in both:
        a, b = old[key], new[key]
        added, removed = _less(b.findings, a.findings), _less(a.findings, b.findings)
        unmeasured = sorted({check for check, _ in removed} & ((b.not_measured - a.not_measured) | dropped))
        if a.passed and not b.passed:
            regressed.append(a.id)
        elif b.passed and not a.passed:
            (unproven if _rests_on(a, unmeasured) else fixed).append(a.id)
        if added or removed:
            changed.append(ChangedFindings(a.id, added, removed, tuple(unmeasured)))
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
        unproven=tuple(unproven),
        other_checks=tuple(sorted(other)) if known else (),
        dropped_checks=tuple(sorted(dropped)),
        checks_known=known,
    )


def _rests_on(failed: JudgedCall, unmeasured: Collection[str]) -> bool:
    """Whether a call failed by checks that were not measured the second time."""
    return any(severity == "high" and check in unmeasured for check, severity in failed.findings)


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
