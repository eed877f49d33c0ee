"""The release gate: what must hold of a run before an agent goes out. Four rules, each with the cases that break it.

What was not measured is listed and never counts as a pass: a rule that a judged case could not be held to does not hold, and a
run with nothing measured fails. Cases that say nothing about the agent are let off up to `invalid_share` (docs/decisions/0004).
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from callproof.scenario.model import Axis, Category
from callproof.scenario.worlds import STRICT
from callproof.scoring.outcome.gate_facts import CONFIRMED, RETRIES, STALE, VERIFIED
from callproof.scoring.outcome.verdicts import AXES, CaseResult, CauseName

RuleName: TypeAlias = Literal[
    "no_stale_write", "confirmation_equals_backend", "retries_idempotent", "critical_actions_verified"
]
RuleStatus: TypeAlias = Literal["pass", "fail", "not_measured"]
RULES: tuple[RuleName, ...] = get_args(RuleName)
assert (STALE, CONFIRMED, RETRIES, VERIFIED) == RULES  # noqa: S101
_BY_FACTS: tuple[RuleName, ...] = ("retries_idempotent", "critical_actions_verified")
_SENTENCES: Mapping[str, str] = {
    "no_stale_write": "no stale write after a correction or an interruption",
    "confirmation_equals_backend": "what the agent says is what the backend holds",
    "retries_idempotent": "a retry carries the same key, or comes after a look at the record",
    "critical_actions_verified": "what has consequences is looked at before it is called done",
    "invalid_share": "few cases are invalid",
    "complete": "every case of the run was played",
    "integrity_at_least": "enough cases are right from end to end",
    "no_failed_case": "no case fails",
    "no_regression": "nothing fails that the baseline does not know",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A failure that is known and let through, for a reason, until a day (ISO 8601, that day included). `cause` None: any."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    case: str
    reason: str
    expires: str
    cause: CauseName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What the gate asks. `rules` are those that hold; `stale_categories` the suites in which no stale write may be.

    `invalid_share` is the greatest share of invalid cases; `integrity_at_least` the least share of all cases that have all six axes right;
    `no_failed_case` lets no case fail at all. `required` are rules that fail when nothing was there to measure them by.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    schema_version: Literal[1] = 1
    rules: tuple[RuleName, ...] = RULES
    required: tuple[RuleName, ...] = ("confirmation_equals_backend",)
    stale_categories: tuple[Category, ...] = ("correction", "interruption")
    invalid_share: float = 0.05
    integrity_at_least: float | None = None
    no_failed_case: bool = False
    accepted: tuple[Accepted, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFailure:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    case: str
    cause: CauseName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """A run to hold others against, small enough to be committed: how many passed each axis, which cases fail and why, and which
    break a rule that no axis has (a case may be right in the end and never have been looked at), or could not be held to it."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    schema_version: Literal[1] = 1
    total: int
    axes: Mapping[Axis, int] = field(default_factory=dict)
    failures: tuple[KnownFailure, ...] = ()
    breaches: Mapping[RuleName, tuple[str, ...]] = field(default_factory=dict)
    unknown: Mapping[RuleName, tuple[str, ...]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "schema_version": self.schema_version,
            "total": self.total,
            "axes": dict(self.axes),
            "failures": [
                {"case": known.case, **({"cause": known.cause} if known.cause is not None else {})}
                for known in self.failures
            ],
            "breaches": {rule: list(cases) for rule, cases in self.breaches.items()},
            "unknown": {rule: list(cases) for rule, cases in self.unknown.items()},
        }


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule and how it came out. `cases` break it; `let_through` would, or could not be held to it, and are accepted or known;
    `unmeasured` could not be looked at."""

    name: str
    status: RuleStatus
    passed: bool
    reason: str
    cases: tuple[str, ...] = ()
    let_through: tuple[str, ...] = ()
    unmeasured: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "rule": self.name,
            "says": _SENTENCES[self.name],
            "status": self.status,
            "passed": self.passed,
            "reason": self.reason,
            "cases": list(self.cases),
            "let_through": list(self.let_through),
            "not_measured": list(self.unmeasured),
        }


@dataclass(frozen=True, slots=True)
class Gate:
    """`expired` names accepted failures whose day has passed: they count again. `strangers` are accepted, and no case of the run."""

    passed: bool
    rules: tuple[Rule, ...]
    expired: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "passed": self.passed,
            "rules": [rule.to_json() for rule in self.rules],
            "expired": list(self.expired),
            "not_in_run": list(self.strangers),
        }


def baseline_of(results: Sequence[CaseResult]) -> Baseline:
    return Baseline(
        total=len(results),
        axes={
            axis: sum(
                result.axes[axis].status == "pass" and not result.axes[axis].inferred for result in results
            )
            for axis in AXES
        },
        failures=tuple(
            KnownFailure(case=result.id, cause=result.cause.name if result.cause is not None else None)
            for result in results
            if result.status == "failed"
        ),
        breaches={
            rule: cases
            for rule in _BY_FACTS
            if (cases := tuple(result.id for result in results if _breaks(result, rule)))
        },
        unknown={
            rule: cases
            for rule in _BY_FACTS
            if (cases := tuple(result.id for result in results if _cannot_tell(result, rule)))
        },
    )


def _breaks(result: CaseResult, rule: RuleName) -> bool:
    return any(breach.rule == rule for breach in result.breaches)


def _cannot_tell(result: CaseResult, rule: RuleName) -> bool:
    return rule in result.unknown and not _breaks(result, rule)


def gate(
    results: Sequence[CaseResult],
    policy: Policy | None = None,
    *,
    baseline: Baseline | None = None,
    today: datetime.date,
    unplayed: Sequence[str] = (),
) -> Gate:
    """Whether a run may go out. `today` decides which accepted failures have expired; `unplayed` are cases that the run was to have."""
    policy = policy or Policy()
    excuses = _Excuses(policy, baseline, today)
    rules = [_RULES[name](results, policy, excuses) for name in policy.rules]
    rules.append(_invalid(results, policy))
    if unplayed:
        reason = f"{len(unplayed)} {'case was' if len(unplayed) == 1 else 'cases were'} not run"
        rules.append(Rule("complete", "fail", False, reason, tuple(unplayed)))
    if policy.integrity_at_least is not None:
        rules.append(_integrity(results, policy.integrity_at_least))
    if policy.no_failed_case:
        failed = [result.id for result in results if result.status == "failed"]
        unjudged = _unjudged(results)
        rules.append(_rule("no_failed_case", failed, unjudged, excuses, results, measured=bool(results)))
    if baseline is not None:
        rules.append(_regression(results, baseline, excuses))
    measured = any(result.status in ("passed", "failed") for result in results)
    passed = measured and all(rule.passed for rule in rules)
    names = {name for result in results for name in (result.id, result.scenario)}
    strangers = tuple(item.case for item in policy.accepted if item.case not in names)
    return Gate(passed, tuple(rules), excuses.expired, strangers)


class _Excuses:
    """Cases whose failure is accepted, or known from the baseline with the same cause."""

    def __init__(self, policy: Policy, baseline: Baseline | None, today: datetime.date) -> None:
        self._accepted = [item for item in policy.accepted if not _is_over(item.expires, today)]
        self.expired = tuple(item.case for item in policy.accepted if _is_over(item.expires, today))
        self._known = (
            {(known.case, known.cause) for known in baseline.failures} if baseline is not None else set()
        )
        self._breaches = baseline.breaches if baseline is not None else {}
        self._unknown = baseline.unknown if baseline is not None else {}

    def excuses(self, result: CaseResult, rule: str) -> bool:
        cause = result.cause.name if result.cause is not None else None
        return self._is_known(result, rule, cause) or any(
            item.case in (result.id, result.scenario) and item.cause in (None, cause)
            for item in self._accepted
        )

    def _is_known(self, result: CaseResult, rule: str, cause: CauseName | None) -> bool:
        fails_as_known = result.status == "failed" and (result.id, cause) in self._known
        facts: RuleName | None = next((name for name in _BY_FACTS if name == rule), None)
        if facts is None:
            return fails_as_known
        if result.id in self._breaches.get(facts, ()):
            return True
        # That a case fails says nothing of a rule that no axis has, and that nobody could tell lets nothing through that is known now.
        broke_off = fails_as_known and cause == "agent_error"
        return not _breaks(result, facts) and (broke_off or result.id in self._unknown.get(facts, ()))


def _is_over(expires: str, today: datetime.date) -> bool:
    """Whether a day has passed; one that cannot be read has."""
    try:
        return datetime.date.fromisoformat(expires) < today
    except ValueError:
        return True


def _rule(
    name: str,
    broken: Sequence[str],
    unmeasured: Sequence[str],
    excuses: _Excuses,
    results: Sequence[CaseResult],
    *,
    measured: bool,
    required: bool = False,
) -> Rule:
    by_id = {result.id: result for result in results}
    let_through = [case for case in (*broken, *unmeasured) if excuses.excuses(by_id[case], name)]
    left = [case for case in broken if case not in let_through]
    if left:
        reason = f"{_cases(left)} {'breaks' if len(left) == 1 else 'break'} it"
        return Rule(name, "fail", False, reason, tuple(left), tuple(let_through), tuple(unmeasured))
    unknown = [case for case in unmeasured if case not in let_through and not _let_off(by_id[case])]
    if unknown:
        reason = f"{_cases(unknown)} could not be held to it"
        return Rule(name, "not_measured", False, reason, (), tuple(let_through), tuple(unmeasured))
    if not measured:
        reason = "nothing to measure it by"
        return Rule(name, "not_measured", not required, reason, (), tuple(let_through), tuple(unmeasured))
    return Rule(name, "pass", True, "holds", (), tuple(let_through), tuple(unmeasured))


def _cases(cases: Sequence[object]) -> str:
    return "1 case" if len(cases) == 1 else f"{len(cases)} cases"


def _let_off(result: CaseResult) -> bool:
    """Whether a case may be missing from what a rule looked at: something outside spoiled it, and neither the agent nor a crash of
    ours, and it is not that the evidence does not tell. How many of them there may be is a rule of its own."""
    return result.status == "invalid" and result.blame is not None and not result.crashed


def _unjudged(results: Sequence[CaseResult]) -> list[str]:
    return [result.id for result in results if result.status in ("invalid", "not_run")]


def _broken_off(results: Sequence[CaseResult]) -> list[str]:
    """Cases that were not gone through to their end: what happened before tells nothing of what was to come."""
    return [
        result.id
        for result in results
        if result.status == "not_run"
        or (result.status == "invalid" and (result.crashed or result.blame is not None))
        or (result.cause is not None and result.cause.name == "agent_error")
    ]


def _by_axis(
    name: str, axis: Axis, results: Sequence[CaseResult], excuses: _Excuses, *, required: bool
) -> Rule:
    broken = [result.id for result in results if result.axes[axis].status == "fail"]
    broken_off = set(_broken_off(results))
    unmeasured = [
        result.id
        for result in results
        if result.axes[axis].status == "not_measured"
        or (result.id in broken_off and result.axes[axis].status == "pass")
    ]
    measured = any(result.axes[axis].status != "not_measured" for result in results)
    return _rule(name, broken, unmeasured, excuses, results, measured=measured, required=required)


def _stale(results: Sequence[CaseResult], policy: Policy, excuses: _Excuses) -> Rule:
    chosen = [result for result in results if result.category in policy.stale_categories]
    # With such cases in the run, none of them measured is no pass; nor is it one that there are none, where nothing else is asked.
    alone = policy.rules == (STALE,) and policy.integrity_at_least is None and not policy.no_failed_case
    required = bool(chosen) or alone or STALE in policy.required
    return _by_axis(STALE, "stale_write_prevented", chosen, excuses, required=required)


def _confirmed(results: Sequence[CaseResult], policy: Policy, excuses: _Excuses) -> Rule:
    required = CONFIRMED in policy.required
    return _by_axis(CONFIRMED, "confirmation_matches_backend", results, excuses, required=required)


def _by_facts(name: RuleName, results: Sequence[CaseResult], policy: Policy, excuses: _Excuses) -> Rule:
    broken = [result.id for result in results if _breaks(result, name)]
    measured = any(name in result.measured for result in results)
    required = name in policy.required
    unknown = {*_broken_off(results), *(result.id for result in results if name in result.unknown)}
    unmeasured = [result.id for result in results if result.id in unknown and result.id not in broken]
    return _rule(name, broken, unmeasured, excuses, results, measured=measured, required=required)


def _retries(results: Sequence[CaseResult], policy: Policy, excuses: _Excuses) -> Rule:
    return _by_facts("retries_idempotent", results, policy, excuses)


def _verified(results: Sequence[CaseResult], policy: Policy, excuses: _Excuses) -> Rule:
    return _by_facts("critical_actions_verified", results, policy, excuses)


_RULES = {
    "no_stale_write": _stale,
    "confirmation_equals_backend": _confirmed,
    "retries_idempotent": _retries,
    "critical_actions_verified": _verified,
}


def _invalid(results: Sequence[CaseResult], policy: Policy) -> Rule:
    invalid = tuple(result.id for result in results if result.status == "invalid")
    if not results:
        return Rule("invalid_share", "not_measured", False, "the run has no cases")
    share = len(invalid) / len(results)
    found = f"{len(invalid)} of {len(results)} cases are invalid, at most {policy.invalid_share:.0%} may be"
    if share > policy.invalid_share:
        return Rule("invalid_share", "fail", False, found, invalid)
    return Rule("invalid_share", "pass", True, found, (), (), invalid)


def _integrity(results: Sequence[CaseResult], least: float) -> Rule:
    unjudged = tuple(_unjudged(results))
    if len(unjudged) == len(results):
        return Rule("integrity_at_least", "not_measured", False, "no case was measured", (), (), unjudged)
    # Of all cases: what could not be judged is not right either.
    right = sum(result.integrity == "pass" for result in results)
    found = f"{right} of {len(results)} cases are right from end to end, {least:.0%} are asked for"
    wrong = tuple(result.id for result in results if result.integrity != "pass" and result.id not in unjudged)
    holds = right / len(results) >= least
    status: RuleStatus = "pass" if holds else "fail"
    return Rule("integrity_at_least", status, holds, found, () if holds else wrong, (), unjudged)


def _regression(results: Sequence[CaseResult], baseline: Baseline, excuses: _Excuses) -> Rule:
    """Cases that fail, and did not or for another cause; and axes on which fewer cases pass than in a baseline as large."""
    failed = [result.id for result in results if result.status == "failed"]
    unjudged = _unjudged(results)
    rule = _rule("no_regression", failed, unjudged, excuses, results, measured=bool(results), required=True)
    if not rule.passed or len(results) > baseline.total:
        return rule
    if len(results) < baseline.total:
        reason = (
            f"this run has {_cases(results)}, and the baseline had {baseline.total}: what is missing may fail"
        )
        return replace(rule, status="not_measured", passed=False, reason=reason)
    now = baseline_of(results).axes
    fewer = [
        f"{axis} {now[axis]} instead of {least}" for axis, least in baseline.axes.items() if now[axis] < least
    ]
    if fewer:
        return Rule("no_regression", "fail", False, f"fewer cases pass: {', '.join(fewer)}")
    return rule
