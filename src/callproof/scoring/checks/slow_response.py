"""The caller has finished, and the agent takes too long to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, NO_TIMES, between, limit, part, seconds, severity_over
from callproof.scoring.exchanges import Response
from callproof.scoring.findings import Finding, Outcome, not_measured
from callproof.scoring.timing import Timing

_NOTHING_DUE = not_measured("no answer of the agent's was due: it never spoke after a turn of the caller's")
_NOT_WAITED = not_measured("no answer of the agent's came after the caller had finished")
_NOTHING_KNOWN = not_measured("no answer has a known start and a known end of the turn before it")


@check
@dataclass(frozen=True, slots=True)
class SlowResponse:
    """The agent's answer comes too long after the caller's last sound.

    2400 ms against the limits of 1500 and 3000 is a medium finding, 3100 ms a high one.
    """

    id: ClassVar[str] = "slow_response"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    vouches: ClassVar[bool] = True
    medium_ms: int = 1500
    high_ms: int = 3000

    def judge(self, call: Call, timing: Timing) -> Outcome:
        unknown = timing.responses_unknown
        if not timing.timed:
            return NO_TIMES
        if not timing.responses and not timing.implausible:
            if unknown:
                return _NOTHING_KNOWN
            return _NOT_WAITED if timing.not_due else _NOTHING_DUE
        late = min(self.medium_ms, self.high_ms)
        findings = tuple([self._finding(r) for r in timing.responses if r.latency_ms > late])
        missing = _missing(timing) if unknown or timing.implausible else None
        if not findings and missing is None:
            return CLEAN
        return Outcome(findings, measured=bool(timing.responses), missing=missing)

    def _finding(self, response: Response) -> Finding:
        caller, agent, latency = response.caller, response.agent, response.latency_ms
        severity = severity_over(latency, self.medium_ms, self.high_ms) or "medium"
        limit_ms = self.high_ms if severity == "high" else self.medium_ms
        evidence = {
            "latency_ms": latency,
            "limit_ms": limit_ms,
            "start_quality": caller.end_quality,
            "end_quality": agent.start_quality,
            "events": between(caller, agent),
        }
        uncertainty = caller.uncertainty_ms + agent.uncertainty_ms
        if uncertainty:
            evidence["uncertainty_ms"] = uncertainty
        return Finding(
            check=self.id,
            severity=severity,
            message=f"{seconds(latency, limit_ms)} of silence before the agent answered (limit {limit(limit_ms)})",
            turn=agent.index,
            start_ms=caller.end_ms,
            end_ms=agent.start_ms,
            evidence=evidence,
        )


def _missing(timing: Timing) -> str:
    unknown, implausible = timing.responses_unknown, len(timing.implausible)
    total = len(timing.responses) + unknown + implausible
    reasons = []
    if unknown:
        reasons.append(
            part(
                unknown,
                total,
                "answers has no known start or end",
                "answers have no known start or end",
            )
        )
    if implausible:
        waits = part(
            implausible,
            total,
            "answers has a wait too long to be true",
            "answers have waits too long to be true",
        )
        reasons.append(waits)
    return "; ".join(reasons)
