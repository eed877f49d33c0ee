"""A consequential action that the caller never agreed to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call, ToolCall
from callproof.scoring.actions import consequential, ended_before
from callproof.scoring.checks.reasons import about_action, all_of, nothing_to_agree_to, untold
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.consent import consents_of
from callproof.scoring.dialogue import dialogue_of
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.naming import stated
from callproof.scoring.timing import Timing

_MOST = 3


@check
@dataclass(frozen=True, slots=True)
class NoConfirmation:
    """An action with consequences is carried out, and the caller had not agreed to it before.

    Agreeing takes a question of the agent's about this action ("fifty dollars back to your card, yes?") and a yes, or the value
    again. With `request_counts` the caller's own request counts too, when it names every amount, number and date of the action.
    An answer that says no, or another value, is `acted_against_answer`.
    """

    id: ClassVar[str] = "no_confirmation"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "high"
    request_counts: bool = False

    def judge(self, call: Call, timing: Timing) -> Outcome:
        nothing = nothing_to_agree_to(call)
        if nothing is not None:
            return nothing
        consents = consents_of(call)
        unconfirmed: list[ToolCall] = []
        actions = consequential(call)
        unheard = 0
        for tool in actions:
            answer = consents.answer(tool)
            if answer is not None:
                unheard += answer.verdict == "unheard"
            elif not _is_again(tool, unconfirmed) and not (self.request_counts and _requested(call, tool)):
                unconfirmed.append(tool)
        unknown = untold(call)
        if not unconfirmed and not unheard and unknown is None:
            return CLEAN
        missing = f"{unheard} of {len(actions)} actions: the record has no words of the caller's answer"
        return Outcome(
            tuple([self._finding(call, tool) for tool in unconfirmed]),
            measured=unheard < len(actions),
            missing=all_of(missing if unheard else None, unknown),
        )

    def _finding(self, call: Call, tool: ToolCall) -> Finding:
        values = ", ".join(datum.text for datum in dialogue_of(call).data(tool)[:_MOST])
        message = (
            f"{tool.name} was carried out{f' with {values}' if values else ''}, and the caller had not been asked "
            "to agree to it"
        )
        return about_action(call, tool, self.id, self.severity, message)


def _is_again(tool: ToolCall, others: list[ToolCall]) -> bool:
    """A second time with the same arguments: one thing that was not asked."""
    return any(other.name == tool.name and other.arguments == tool.arguments for other in others)


def _requested(call: Call, tool: ToolCall) -> bool:
    dialogue = dialogue_of(call)
    data = dialogue.data(tool)
    texts = [text for u, text in dialogue.texts if u.speaker == "caller" and ended_before(u, tool)]
    return bool(data) and all(any(stated(dialogue, text, datum) for text in texts) for datum in data)
