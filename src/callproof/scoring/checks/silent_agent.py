"""The agent is never heard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call
from callproof.scoring.checks.incomplete import breakages
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.findings import Finding, Outcome, not_measured
from callproof.scoring.timing import Timing

_NO_TIMES = not_measured(
    "the agent's turns carry no times: that they are listed does not show that they were heard"
)
_NEVER_BEGAN = not_measured("the record has no turns, and does not show that the call ever took place")


def _never_began(reason: str) -> Outcome:
    return not_measured(f"{_NEVER_BEGAN.missing}; it ended with {reason!r}")


@check
@dataclass(frozen=True, slots=True)
class SilentAgent:
    """The agent never makes a sound.

    A turn that is listed with neither length nor text is no sound. A call that broke on another side than the agent's is not
    held against it: `incomplete` names that error.
    """

    id: ClassVar[str] = "silent_agent"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()

    def judge(self, call: Call, timing: Timing) -> Outcome:
        if timing.agent_turns_timed:
            return CLEAN
        if timing.agent_turns:
            return _NO_TIMES
        ended = call.line.ended
        for breakage in breakages(call):
            if breakage.by in ("platform", "harness", "caller"):
                return not_measured(
                    f"the agent could not be heard: an error of the {breakage.by}'s ({breakage.what})"
                )
        accepted = call.line.connected is not None or any(b.by == "agent" for b in breakages(call))
        if not call.utterances and not accepted:
            return _NEVER_BEGAN if ended is None or not ended.reason else _never_began(ended.reason)
        listed = [u for u in call.utterances if u.speaker == "agent"]
        if listed:
            message = "the agent never made a sound: its turns have neither length nor text"
        elif call.utterances:
            message = "the agent never made a sound"
        else:
            message = "the agent never made a sound: the record has no turns at all"
        return Outcome(
            (
                Finding(
                    check=self.id,
                    severity="high",
                    message=message,
                    evidence={
                        "turns": len(call.utterances),
                        "events": [seq for u in listed for seq in u.events],
                    },
                ),
            )
        )
