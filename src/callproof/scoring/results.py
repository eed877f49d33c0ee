"""The verdict on one call, and the sum over many."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from callproof.evidence.call import Call
from callproof.evidence.frozen import quick_init
from callproof.scoring.checks.registry import Check, vouches
from callproof.scoring.findings import SEVERITIES, Finding, NotMeasured, Outcome
from callproof.scoring.metrics import Metrics, metrics_of
from callproof.scoring.once import forget
from callproof.scoring.statistics import distribution
from callproof.scoring.timing import Timing, timing_of


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class CallResult:
    """What all checks made of one call.

    A call passes when no finding is of high severity, no check crashed, and what vouches for it was measured: at least one of
    the checks that listen to the answers (`vouches`), or any check if none of those was chosen. Findings come worst first, then
    in the order of the call.
    """

    id: str
    file: str
    passed: bool
    duration_ms: int | None
    findings: tuple[Finding, ...]
    not_measured: tuple[NotMeasured, ...]
    metrics: Metrics

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "file": self.file,
            "passed": self.passed,
            "duration_ms": self.duration_ms,
            "findings": [finding.to_json() for finding in self.findings],
            "not_measured": [item.to_json() for item in self.not_measured],
            "metrics": self.metrics.to_json(),
        }


def judge(call: Call, checks: Sequence[Check], *, file: str = "") -> CallResult:
    """Runs every check on a call. A check that raises is a fault of its own: it is named, and the call cannot pass."""
    return judge_together([(call, file)], checks)[0]


def judge_together(calls: Sequence[tuple[Call, str]], checks: Sequence[Check]) -> list[CallResult]:
    """As `judge`, for some calls and the files that they are from.

    One check goes over all the calls before the next one does: what it works with then stays in the processor's caches, and a
    few dozen calls take a fifth less time than one by one. Whatever is worked out of them is held until the last check is done.
    """
    timed = [(call, timing_of(call)) for call, _ in calls]
    by_check = [_outcomes(check, timed) for check in checks]
    forget()
    return [
        _result(call, file, timing, checks, [outcomes[i] for outcomes in by_check])
        for i, ((_, file), (call, timing)) in enumerate(zip(calls, timed, strict=True))
    ]


def _outcomes(check: Check, timed: Sequence[tuple[Call, Timing]]) -> list[Outcome | NotMeasured]:
    outcomes: list[Outcome | NotMeasured] = []
    for call, timing in timed:
        try:
            outcomes.append(check.judge(call, timing))
        except Exception as error:
            reason = f"the check itself failed: {type(error).__name__}: {error}"
            outcomes.append(NotMeasured(check=check.id, reason=reason, crashed=True))
    return outcomes


def _result(
    call: Call,
    file: str,
    timing: Timing,
    checks: Sequence[Check],
    outcomes: Sequence[Outcome | NotMeasured],
) -> CallResult:
    findings: list[Finding] = []
    missing: list[NotMeasured] = []
    measured: list[Check] = []
    crashed = False
    for check, outcome in zip(checks, outcomes, strict=True):
        if isinstance(outcome, NotMeasured):
            crashed = True
            missing.append(outcome)
            continue
        if outcome.findings:
            findings.extend(outcome.findings)
        if outcome.measured:
            measured.append(check)
        if outcome.missing is not None:
            missing.append(NotMeasured(check=check.id, reason=outcome.missing))
    findings.sort(key=_worst_first)
    vouched = any(map(vouches, measured)) if any(map(vouches, checks)) else bool(measured)
    return CallResult(
        id=call.header.id,
        file=file,
        passed=vouched and not crashed and not any(finding.severity == "high" for finding in findings),
        duration_ms=call.duration_ms,
        findings=tuple(findings),
        not_measured=tuple(missing),
        metrics=metrics_of(call, timing),
    )


def _worst_first(finding: Finding) -> tuple[int, int, int]:
    turn = -1 if finding.turn is None else finding.turn
    return SEVERITIES.index(finding.severity), turn, finding.start_ms or 0


class Tally:
    """The sum over many calls, in memory that does not grow with them but for one number a turn."""

    def __init__(self) -> None:
        self._calls = 0
        self._passed = 0
        self._by_check: dict[str, dict[str, int]] = {}
        self._response_latency_ms = array("q")
        self._response_latency_ex_filler_ms = array("q")
        self._greeting_latency_ms = array("q")
        self._yield_time_ms = array("q")
        self._unknown_responses = 0

    def add(self, result: CallResult) -> None:
        self._calls += 1
        self._passed += result.passed
        touched = set()
        for finding in result.findings:
            counts = self._counts(finding.check)
            counts[finding.severity] += 1
            if finding.check not in touched:
                touched.add(finding.check)
                counts["calls"] += 1
        for item in result.not_measured:
            self._counts(item.check)["crashed" if item.crashed else "not_measured"] += 1
        metrics = result.metrics
        self._response_latency_ms.extend(metrics.response_latency_ms)
        self._response_latency_ex_filler_ms.extend(metrics.response_latency_ex_filler_ms)
        self._yield_time_ms.extend(metrics.yield_time_ms)
        if metrics.greeting_latency_ms is not None:
            self._greeting_latency_ms.append(metrics.greeting_latency_ms)
        self._unknown_responses += metrics.responses_unknown

    def merge(self, other: Tally) -> None:
        self._calls += other._calls
        self._passed += other._passed
        for check, counts in other._by_check.items():
            ours = self._counts(check)
            for name, n in counts.items():
                ours[name] += n
        self._response_latency_ms.extend(other._response_latency_ms)
        self._response_latency_ex_filler_ms.extend(other._response_latency_ex_filler_ms)
        self._greeting_latency_ms.extend(other._greeting_latency_ms)
        self._yield_time_ms.extend(other._yield_time_ms)
        self._unknown_responses += other._unknown_responses

    def to_json(self) -> dict[str, Any]:
        """`by_check`: findings by severity, the calls that have any, and the calls in which it (or a part of it) was not
        measured."""
        return {
            "calls": self._calls,
            "passed": self._passed,
            "failed": self._calls - self._passed,
            "pass_rate": round(self._passed / self._calls, 4) if self._calls else None,
            "by_check": {check: dict(self._by_check[check]) for check in sorted(self._by_check)},
            "metrics": {
                "response_latency_ms": {
                    **distribution(self._response_latency_ms).to_json(),
                    "not_measured": self._unknown_responses,
                },
                "response_latency_ex_filler_ms": distribution(self._response_latency_ex_filler_ms).to_json(),
                "greeting_latency_ms": distribution(self._greeting_latency_ms).to_json(),
                "yield_time_ms": distribution(self._yield_time_ms).to_json(),
            },
        }

    def _counts(self, check: str) -> dict[str, int]:
        counts = self._by_check.get(check)
        if counts is None:
            counts = {**dict.fromkeys(SEVERITIES, 0), "calls": 0, "not_measured": 0, "crashed": 0}
            self._by_check[check] = counts
        return counts
