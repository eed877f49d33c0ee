"""The line is open, and the agent takes too long to say its first word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, limit, seconds, severity_over
from callproof.scoring.findings import Finding, Outcome, Severity, not_measured
from callproof.scoring.timing import Timing

_NO_CONNECTION = not_measured("it is not known when the call was connected")
_NO_TURN = not_measured("nobody spoke")
_NO_START = not_measured("the start of the first turn is not known")
_BEFORE = not_measured("the first turn is said to start before the call was connected")
_CALLER_FIRST = not_measured("the caller spoke first")


@check
@dataclass(frozen=True, slots=True)
class GreetingLate:
    """The agent's first sound comes too long after the connection, or the caller has to speak first after such a wait."""

    id: ClassVar[str] = "greeting_late"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    medium_ms: int = 2000
    high_ms: int = 5000

    def judge(self, call: Call, timing: Timing) -> Outcome:
        waited = timing.greeting_ms
        if waited is None and call.header.direction == "outbound":
            # Who is called says hello first, when they have picked up the phone.
            return _CALLER_FIRST if timing.caller_opened_ms is not None else _why_unknown(call, timing)
        if waited is None:
            waited = timing.caller_opened_ms
        if waited is None:
            return _why_unknown(call, timing)
        severity = severity_over(waited, self.medium_ms, self.high_ms)
        if severity is not None:
            return Outcome((self._late(call, timing, waited, severity),))
        return CLEAN if timing.greeting_ms is not None else _CALLER_FIRST

    def _late(self, call: Call, timing: Timing, waited: int, severity: Severity) -> Finding:
        limit_ms = self.high_ms if severity == "high" else self.medium_ms
        wait = seconds(waited, limit_ms)
        message = (
            f"{wait} of silence between the connection and the agent's first word"
            if timing.greeting_ms is not None
            else f"the caller waited {wait} for a greeting and had to speak first"
        )
        connected, opening = call.line.connected, timing.opening
        events = [connected.seq] if connected is not None else []
        if opening is not None:
            events.extend(opening.events[:1])
        return Finding(
            check=self.id,
            severity=severity,
            message=f"{message} (limit {limit(limit_ms)})",
            turn=opening.index if opening is not None else None,
            start_ms=connected.ms if connected is not None else None,
            end_ms=opening.start_ms if opening is not None else None,
            evidence={
                "greeting_ms": waited,
                "limit_ms": limit_ms,
                "first_speaker": opening.speaker if opening is not None else None,
                "events": events,
            },
        )


def _why_unknown(call: Call, timing: Timing) -> Outcome:
    connected = call.line.connected
    if connected is None or connected.quality not in ("measured", "reported"):
        return _NO_CONNECTION
    if timing.opening is None:
        return _NO_TURN
    return _NO_START if timing.opening.timed_start_ms is None else _BEFORE
