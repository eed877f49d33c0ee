"""The caller takes the floor, and the agent goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, NO_TIMES, limit, part, seconds
from callproof.scoring.exchanges import TalkOver
from callproof.scoring.findings import Finding, Outcome, not_measured
from callproof.scoring.timing import Timing

_NO_CALLER = not_measured("the caller said nothing")
_NOTHING_KNOWN = not_measured(
    "no turn of the caller's has a known start after a turn of the agent's with a known end"
)


@check
@dataclass(frozen=True, slots=True)
class TalkedOverCaller:
    """The agent goes on speaking after the caller has taken the floor.

    Both audible for 400 ms is a finding, for 300 ms the ordinary way of taking turns. A caller's "mm-hm" takes no floor.
    """

    id: ClassVar[str] = "talked_over_caller"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ("talked_over_user",)
    medium_ms: int = 300

    def judge(self, call: Call, timing: Timing) -> Outcome:
        unknown, judged = timing.caller_onsets_unknown, timing.caller_onsets_judged
        if not timing.timed:
            return NO_TIMES
        if not judged and not timing.talk_overs:
            return _NOTHING_KNOWN if unknown else _NO_CALLER
        if not unknown and not timing.talk_overs:
            return CLEAN
        findings = tuple([self._finding(t) for t in timing.talk_overs if t.overlap_ms > self.medium_ms])
        if not findings and not unknown:
            return CLEAN
        missing = "turns of the caller's: it is not known whether the agent was still speaking at the start"
        return Outcome(
            findings, missing=part(unknown, judged + unknown, missing, missing) if unknown else None
        )

    def _finding(self, talk_over: TalkOver) -> Finding:
        caller, agent, overlap = talk_over.caller, talk_over.agent, talk_over.overlap_ms
        gave_up = talk_over.yield_ms is not None
        start_ms = max(caller.start_ms or 0, agent.start_ms or 0)
        return Finding(
            check=self.id,
            severity="medium",
            message=f"the agent spoke over the caller for {seconds(overlap, self.medium_ms)} "
            f"{'before it stopped' if gave_up else 'and kept the floor'} (limit {limit(self.medium_ms)})",
            turn=agent.index,
            start_ms=start_ms,
            end_ms=start_ms + overlap,
            evidence={
                "overlap_ms": overlap,
                "limit_ms": self.medium_ms,
                "yield_ms": talk_over.yield_ms,
                "caller_turn": caller.index,
                "events": [*caller.events[:1], *agent.events[-1:]],
            },
        )
