"""Nobody is audible inside the call, and it was the agent's turn to speak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call, Utterance
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, NO_TIMES, between, limit, part, seconds, severity_over
from callproof.scoring.findings import Finding, Outcome, not_measured
from callproof.scoring.silences import SHORTEST_SILENCE_MS, Silence
from callproof.scoring.timing import Timing

_NOTHING_KNOWN = not_measured("no silence has a known start and a known end")
_NO_GAP = not_measured("nothing was said after the first turn, and no end of the call is known")


@check
@dataclass(frozen=True, slots=True)
class DeadAir:
    """Nobody is audible for too long while it is the agent's turn to speak.

    A caller who thinks, looks something up or takes time to answer is not the agent's silence. Limits under one second have
    no effect: shorter silences are not looked at.
    """

    id: ClassVar[str] = "dead_air"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    vouches: ClassVar[bool] = True
    medium_ms: int = 3000
    high_ms: int = 10_000

    def judge(self, call: Call, timing: Timing) -> Outcome:
        judged, unknown = timing.silences_judged, timing.silences_unknown
        if not timing.timed:
            return NO_TIMES
        if not judged:
            return _NOTHING_KNOWN if unknown else _NO_GAP
        if not timing.silences and not unknown:
            return CLEAN
        long = max(min(self.medium_ms, self.high_ms), SHORTEST_SILENCE_MS - 1)
        findings: list[Finding] = []
        nobodys = 0
        for silence in timing.silences:
            if silence.end_ms - silence.start_ms > long:
                if silence.owner == "agent":
                    findings.append(self._finding(silence))
                elif silence.owner == "unknown":
                    nobodys += 1
        if not findings and not unknown and not nobodys:
            return CLEAN
        return Outcome(tuple(findings), missing=_missing(unknown, nobodys, judged + unknown))

    def _finding(self, silence: Silence) -> Finding:
        severity = severity_over(silence.duration_ms, self.medium_ms, self.high_ms) or "medium"
        limit_ms = self.high_ms if severity == "high" else self.medium_ms
        before, after = silence.before, silence.after
        return Finding(
            check=self.id,
            severity=severity,
            message=f"{seconds(silence.duration_ms, limit_ms)} of silence {_where(before, after)}, "
            f"while it was the agent's turn to speak (limit {limit(limit_ms)})",
            turn=before.index,
            start_ms=silence.start_ms,
            end_ms=silence.end_ms,
            evidence={
                "silence_ms": silence.duration_ms,
                "limit_ms": limit_ms,
                "before": before.speaker,
                "after": after.speaker if after is not None else None,
                "events": between(before, after),
            },
        )


def _where(before: Utterance, after: Utterance | None) -> str:
    if after is None:
        return "at the end of the call"
    if after.speaker == before.speaker:
        return f"between two turns of the {after.speaker}'s"
    return f"between the {before.speaker} and the {after.speaker}"


def _missing(unknown: int, nobodys: int, total: int) -> str | None:
    reasons = []
    if unknown:
        reasons.append(
            part(unknown, total, "gaps has no known start or end", "gaps have no known start or end")
        )
    if nobodys:
        reasons.append(
            part(
                nobodys,
                total,
                "gaps is a silence that may be either side's",
                "gaps are silences that may be either side's",
            )
        )
    return "; ".join(reasons) or None
