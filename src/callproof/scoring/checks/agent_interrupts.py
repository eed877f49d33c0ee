"""The agent starts to speak while the caller has not finished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, NO_TIMES, part, seconds
from callproof.scoring.exchanges import AgentInterruption
from callproof.scoring.findings import Finding, Outcome, not_measured
from callproof.scoring.timing import Timing

_NO_AGENT = not_measured("the agent said nothing")
_NOTHING_KNOWN = not_measured(
    "no turn of the agent's has a known start after a turn of the caller's with a known end"
)


@check
@dataclass(frozen=True, slots=True)
class AgentInterrupts:
    """The agent starts to speak inside a turn of the caller's.

    Up to 50 ms before the caller's last sound is no interruption, up to 300 ms a hasty answer (low), earlier is medium. An
    agent's own "mm-hm" while the caller goes on is none.
    """

    id: ClassVar[str] = "agent_interrupts"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    medium_ms: int = 300

    def judge(self, call: Call, timing: Timing) -> Outcome:
        unknown, judged = timing.agent_onsets_unknown, timing.agent_onsets_judged
        if not timing.timed:
            return NO_TIMES
        if not judged:
            return _NOTHING_KNOWN if unknown else _NO_AGENT
        if not unknown and not timing.agent_interruptions:
            return CLEAN
        missing = "turns of the agent's: it is not known whether the caller was still speaking at the start"
        return Outcome(
            tuple([self._finding(i) for i in timing.agent_interruptions]),
            missing=part(unknown, judged + unknown, missing, missing) if unknown else None,
        )

    def _finding(self, interruption: AgentInterruption) -> Finding:
        caller, agent, early = interruption.caller, interruption.agent, interruption.early_ms
        return Finding(
            check=self.id,
            severity="medium" if early > self.medium_ms else "low",
            message=f"the agent started to speak {seconds(early, self.medium_ms)} before the caller had finished",
            turn=agent.index,
            start_ms=agent.start_ms,
            end_ms=caller.end_ms,
            evidence={
                "early_ms": early,
                "limit_ms": self.medium_ms,
                "caller_turn": caller.index,
                "events": [*agent.events[:1], *caller.events[-1:]],
            },
        )
