"""The checks, one a file, all put in through the door of `registry`: those by the clock, then those on words."""

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
from callproof.scoring.checks.misheard_number import MisheardNumber
from callproof.scoring.checks.misheard import Misheard
from callproof.scoring.checks.no_confirmation import NoConfirmation
from callproof.scoring.checks.acted_against_answer import ActedAgainstAnswer
from callproof.scoring.checks.policy_violation import PolicyViolation
from callproof.scoring.checks.ungrounded_argument import UngroundedArgument
from callproof.scoring.checks.claim_without_action import ClaimWithoutAction
from callproof.scoring.checks.claim_differs_from_action import ClaimDiffersFromAction
from callproof.scoring.checks.markup_spoken import MarkupSpoken
from callproof.scoring.checks.repeated_reply import RepeatedReply
from callproof.scoring.checks.runaway_tool import RunawayTool
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
        MisheardNumber,
        Misheard,
        NoConfirmation,
        ActedAgainstAnswer,
        PolicyViolation,
        UngroundedArgument,
        ClaimWithoutAction,
        ClaimDiffersFromAction,
        MarkupSpoken,
        RepeatedReply,
        RunawayTool,
    )
