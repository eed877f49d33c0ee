"""The caller has finished, and no answer ever comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, NO_TIMES, limit, part, seconds
from callproof.scoring.exchanges import Unanswered
from callproof.scoring.findings import Finding, Outcome, not_measured
from callproof.scoring.timing import Timing

_NO_CALLER = not_measured("the caller said nothing")
_LAST = "the caller spoke last, and it is not known for how long nobody answered"


@check
@dataclass(frozen=True, slots=True)
class NoResponse:
    """The agent does not answer until the caller speaks again or the call ends.

    An answer that comes, however late, is not meant: that is a slow response. A goodbye needs no answer, and a caller who has
    asked for time is not waiting for one.
    """

    id: ClassVar[str] = "no_response"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    high_ms: int = 10_000

    def judge(self, call: Call, timing: Timing) -> Outcome:
        if not timing.timed:
            return NO_TIMES
        unknown = timing.unanswered_unknown
        if not unknown and not timing.unanswered:
            return CLEAN if timing.caller_turns else _NO_CALLER
        findings = tuple([self._finding(u) for u in timing.unanswered if u.waited_ms > self.high_ms])
        if not findings and not unknown:
            return CLEAN
        answered = len(timing.responses) + timing.responses_unknown + len(timing.implausible) + timing.not_due
        judged = answered + len(timing.unanswered)
        missing = _missing(unknown, judged + unknown, timing.last_turn_open) if unknown else None
        return Outcome(findings, measured=judged > 0, missing=missing)

    def _finding(self, unanswered: Unanswered) -> Finding:
        caller, waited = unanswered.caller, unanswered.waited_ms
        until = "until the call ended" if unanswered.until_end else "and then spoke again"
        message = f"for an answer that never came, {until}"
        if unanswered.asked_again and not unanswered.until_end:
            message = "for an answer, and had to ask again"
        end_ms = caller.end_ms
        return Finding(
            check=self.id,
            severity="high",
            message=f"the caller waited {seconds(waited, self.high_ms)} {message} (limit {limit(self.high_ms)})",
            turn=caller.index,
            start_ms=end_ms,
            end_ms=None if end_ms is None else end_ms + waited,
            evidence={
                "waited_ms": waited,
                "limit_ms": self.high_ms,
                "until_end": unanswered.until_end,
                "asked_again": unanswered.asked_again,
                "events": list(caller.events[-1:]),
            },
        )


def _missing(unknown: int, total: int, last_turn_open: bool) -> str:
    earlier = unknown - last_turn_open
    reasons = [_LAST] if last_turn_open else []
    if earlier:
        reasons.append(
            part(
                earlier,
                total,
                "turns of the caller's has no known end",
                "turns of the caller's have no known end",
            )
        )
    return "; ".join(reasons)
