"""The verdict on one call, and the sum over many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import Check
from callproof.scoring.findings import SEVERITIES, Finding, NotMeasured
from callproof.scoring.metrics import Metrics, metrics_of
from callproof.scoring.timing import timing_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CallResult:
    """What all checks made of one call.

    A call passes when no finding is of high severity and at least one check could be measured. Findings come worst first,
    then in the order of the call.
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
    """Runs every check on a call. A check that raises is a fault of ours and is not caught here."""
    timing = timing_of(call)
    findings: list[Finding] = []
    missing: list[NotMeasured] = []
    measured = False
    for check in checks:
        outcome = check.judge(call, timing)
        findings.extend(outcome.findings)
        measured = measured or outcome.measured
        if outcome.missing is not None:
            missing.append(NotMeasured(check=check.id, reason=outcome.missing))
    findings.sort(key=_worst_first)
    return CallResult(
        id=call.header.id,
        file=file,
        passed=measured and not any(finding.severity == "high" for finding in findings),
        duration_ms=call.duration_ms,
        findings=tuple(findings),
        not_measured=tuple(missing),
        metrics=metrics_of(call, timing),
    )


def _worst_first(finding: Finding) -> tuple[int, int, int]:
    turn = -1 if finding.turn is None else finding.turn
    return SEVERITIES.index(finding.severity), turn, finding.start_ms or 0
