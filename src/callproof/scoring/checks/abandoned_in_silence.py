"""The caller gives up: hangs up while nobody speaks and it was the agent's turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, limit, seconds, severity_over
from callproof.scoring.findings import Finding, Outcome, Severity, not_measured
from callproof.scoring.silences import Silence
from callproof.scoring.timing import Timing
from callproof.spoken.phrases import is_farewell

_NO_END = not_measured("the record does not say that the call ended")
_BY_WHOM = not_measured("the record does not say who ended the call")
_WHEN = not_measured("it is not known when the caller hung up")
_NO_TAIL = not_measured("it is not known when the last sound before the hang-up ended")


@check
@dataclass(frozen=True, slots=True)
class AbandonedInSilence:
    """The caller hangs up in a silence of the agent's.

    The agent's is a silence after the caller's last words, after its own "one moment", or with a tool call still running. After
    other last words of the agent's the caller was to speak: hanging up then is a finding only after ten seconds
    (`agent_last_ms`), and none when the goal was reached or the agent had said goodbye.
    """

    id: ClassVar[str] = "abandoned_in_silence"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    medium_ms: int = 3000
    high_ms: int = 10_000
    agent_last_ms: int = 10_000

    def judge(self, call: Call, timing: Timing) -> Outcome:
        ended = call.line.ended
        if ended is None:
            return _NO_END
        if ended.by is None:
            return _BY_WHOM
        if ended.by != "caller":
            return CLEAN
        if call.ended_ms is None:
            return _WHEN
        if timing.tail_ms is None:
            return _NO_TAIL
        tail = timing.silences[-1] if timing.silences else None
        if tail is None or tail.after is not None:
            return CLEAN
        severity = self._severity(tail, ended.completed is True)
        if severity is None:
            return CLEAN
        return Outcome((self._finding(tail, severity, ended.seq),))

    def _severity(self, tail: Silence, completed: bool) -> Severity | None:
        if tail.owner == "agent":
            return severity_over(tail.duration_ms, self.medium_ms, self.high_ms)
        if tail.owner == "unknown" or tail.before.speaker != "agent":
            return None
        closed = completed or is_farewell(tail.before.text)
        return "medium" if tail.duration_ms > self.agent_last_ms and not closed else None

    def _finding(self, tail: Silence, severity: Severity, ended: int) -> Finding:
        agents = tail.owner == "agent"
        limit_ms = (
            self.agent_last_ms if not agents else self.high_ms if severity == "high" else self.medium_ms
        )
        whose = ", while it was the agent's turn to speak" if agents else " that the agent did not break"
        return Finding(
            check=self.id,
            severity=severity,
            message=f"the caller hung up after {seconds(tail.duration_ms, limit_ms)} of silence{whose} "
            f"(limit {limit(limit_ms)})",
            turn=tail.before.index,
            start_ms=tail.start_ms,
            end_ms=tail.end_ms,
            evidence={
                "silence_ms": tail.duration_ms,
                "limit_ms": limit_ms,
                "last_speaker": tail.before.speaker,
                "events": [*tail.before.events[-1:], ended],
            },
        )
