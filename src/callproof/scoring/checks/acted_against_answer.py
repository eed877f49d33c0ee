"""The caller said no, or another value, and the agent acted all the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call, ToolCall
from callproof.scoring.actions import consequential
from callproof.scoring.checks.reasons import about_action, all_of, nothing_to_agree_to, untold
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.consent import Answer, consents_of
from callproof.scoring.dialogue import audible
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.quoting import quoted, shown
from callproof.scoring.timing import Timing


@check
@dataclass(frozen=True, slots=True)
class ActedAgainstAnswer:
    """The agent asked about an action with consequences, and acted against the answer.

    "Just to confirm, fifty?" – "No, fifteen." – and fifty were refunded.
    """

    id: ClassVar[str] = "acted_against_answer"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "high"

    def judge(self, call: Call, timing: Timing) -> Outcome:
        nothing = nothing_to_agree_to(call)
        if nothing is not None:
            return nothing
        consents = consents_of(call)
        findings: list[Finding] = []
        actions = consequential(call)
        unheard = 0
        for tool in actions:
            answer = consents.answer(tool)
            if answer is not None and answer.verdict == "against":
                findings.append(self._finding(call, tool, answer))
            unheard += answer is not None and answer.verdict == "unheard"
        unknown = untold(call)
        if not findings and not unheard and unknown is None:
            return CLEAN
        missing = f"{unheard} of {len(actions)} actions: the record has no words of the caller's answer"
        return Outcome(
            tuple(findings),
            measured=unheard < len(actions),
            missing=all_of(missing if unheard else None, unknown),
        )

    def _finding(self, call: Call, tool: ToolCall, answer: Answer) -> Finding:
        question, reply = (
            " ".join(audible(utterance) for utterance in turns) for turns in (answer.question, answer.reply)
        )
        datum, instead = answer.datum, answer.instead
        used = f" with {datum.text}" if datum is not None else ""
        what = f", that is {shown(instead)}" if instead is not None else ""
        return about_action(
            call,
            tool,
            self.id,
            self.severity,
            f"{tool.name} was carried out{used}; the caller had answered {quoted(reply)}{what}",
            question=question,
            answer=reply,
            value=datum.text if datum is not None else None,
            answered=instead.text if instead is not None else None,
            events=[seq for turn in answer.reply for seq in turn.events[-1:]],
        )
