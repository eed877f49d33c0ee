"""The call does not reach its goal, or something breaks on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from callproof.evidence.call import Call
from callproof.evidence.events import Party
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.findings import Finding, Outcome, not_measured
from callproof.scoring.timing import Timing

_GOAL_UNKNOWN = not_measured("the record does not say whether the call reached its goal")
_SIDES: dict[Party | None, str] = {
    "caller": "on the caller's side",
    "agent": "on the agent's side",
    "platform": "on the platform's side, not the agent's",
    "harness": "on the side of the test harness, not the agent's",
    None: "on a side that the record does not name",
}


class Breakage(NamedTuple):
    """Something that broke the call: at whose side, what, when (None: not known), and the event that says so."""

    by: Party | None
    what: str
    ms: int | None
    event: int


@check
@dataclass(frozen=True, slots=True)
class Incomplete:
    """The call ends without having reached its goal, or by an error.

    An error is high, and the finding says on whose side it was: what breaks on the platform's or the harness's side is no fault
    of the agent's. It is medium if the goal was reached all the same.
    """

    id: ClassVar[str] = "incomplete"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()

    def judge(self, call: Call, timing: Timing) -> Outcome:
        ended = call.line.ended
        completed = ended.completed if ended is not None else None
        broken = breakages(call)
        if broken:
            return Outcome(tuple([self._broken(breakage, completed) for breakage in broken]))
        if ended is None or completed is None:
            return _unknown(call)
        if completed:
            return CLEAN
        reason = f" ({ended.reason})" if ended.reason else ""
        return Outcome(
            (
                Finding(
                    check=self.id,
                    severity="medium",
                    message=f"the call ended without having reached its goal{reason}",
                    start_ms=call.ended_ms,
                    end_ms=call.ended_ms,
                    evidence={
                        "completed": False,
                        "by": ended.by,
                        "reason": ended.reason,
                        "events": [ended.seq],
                    },
                ),
            )
        )

    def _broken(self, breakage: Breakage, completed: bool | None) -> Finding:
        goal = "; the goal was reached all the same" if completed else ""
        return Finding(
            check=self.id,
            severity="medium" if completed else "high",
            message=f"an error {_SIDES[breakage.by]}: {breakage.what or 'no reason given'}{goal}",
            start_ms=breakage.ms,
            end_ms=breakage.ms,
            evidence={
                "by": breakage.by,
                "reason": breakage.what,
                "completed": completed,
                "events": [breakage.event],
            },
        )


def breakages(call: Call) -> tuple[Breakage, ...]:
    """The errors that the record lists. The words in which a source gives the reason for the end are not searched for any."""
    return tuple(
        [
            Breakage(error.by, error.message, None if error.quality == "unknown" else error.ms, error.seq)
            for error in call.line.errors
        ]
    )


def _unknown(call: Call) -> Outcome:
    ended = call.line.ended
    if ended is None or not ended.reason:
        return _GOAL_UNKNOWN
    return not_measured(f"{_GOAL_UNKNOWN.missing}; it ended with {ended.reason!r}")
