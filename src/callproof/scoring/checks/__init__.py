"""The checks by the clock, one a file, all put in through the door of `registry`."""

from __future__ import annotations

# In the order in which they are registered, run and listed.
# isort: off
from callproof.scoring.checks.registry import Check
from callproof.scoring.checks.slow_response import SlowResponse
from callproof.scoring.checks.dead_air import DeadAir
from callproof.scoring.checks.no_response import NoResponse
from callproof.scoring.checks.talked_over_caller import TalkedOverCaller
from callproof.scoring.checks.agent_interrupts import AgentInterrupts
from callproof.scoring.checks.abandoned_in_silence import AbandonedInSilence
from callproof.scoring.checks.greeting_late import GreetingLate
from callproof.scoring.checks.incomplete import Incomplete
from callproof.scoring.checks.silent_agent import SilentAgent
from callproof.scoring.checks.duplicate_action import DuplicateAction
from callproof.scoring.checks.inconsistent_times import InconsistentTimes
# isort: on


def builtin_checks() -> tuple[type[Check], ...]:
    """The checks of this package, in the order in which they are registered."""
    return (
        SlowResponse,
        DeadAir,
        NoResponse,
        TalkedOverCaller,
        AgentInterrupts,
        AbandonedInSilence,
        GreetingLate,
        Incomplete,
        SilentAgent,
        DuplicateAction,
        InconsistentTimes,
    )
