"""The agent says that it has done something, and no tool call did it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from callproof.evidence.call import Call
from callproof.scoring.accounts import Account, accounts_of, is_report, is_side_effect
from callproof.scoring.checks.reasons import NO_AGENT_WORDS, UNREAD
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN, seconds
from callproof.scoring.dialogue import dialogue_of
from callproof.scoring.findings import Finding, Outcome, Severity, not_measured
from callproof.scoring.quoting import one_line, quoted
from callproof.scoring.timing import Timing

# Some payloads of these platforms list the calls of tools and some do not; without any, nobody can tell.
_MAY_LEAVE_TOOLS_OUT = frozenset({"retell"})
_NO_TOOLS = not_measured("the record has no tool calls, and its source does not always list them")


@check
@dataclass(frozen=True, slots=True)
class ClaimWithoutAction:
    """The agent claims to have done something ("I've placed the order"), and no tool call by then did it.

    A call that failed did nothing, and one that is made later was not made. A bare "done" says too little to be judged.
    `without_tools` is the severity where the record has no tool call at all.
    """

    id: ClassVar[str] = "claim_without_action"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "high"
    without_tools: Severity = "high"

    def judge(self, call: Call, timing: Timing) -> Outcome:
        dialogue = dialogue_of(call)
        if not dialogue.agent:
            return NO_AGENT_WORDS
        if dialogue.language is None:
            return UNREAD
        if not call.tool_calls and call.header.format in _MAY_LEAVE_TOOLS_OUT:
            return _NO_TOOLS
        findings = [
            self._finding(call, account)
            for account in accounts_of(call)
            if not account.fitting and not is_side_effect(account) and not is_report(call, account)
        ]
        return Outcome(tuple(findings)) if findings else CLEAN

    def _finding(self, call: Call, account: Account) -> Finding:
        turn, claim = account.turn, account.claim
        return Finding(
            check=self.id,
            severity=self.severity if call.tool_calls else self.without_tools,
            message=one_line(f"the agent said {quoted(claim.text)}, {_but(call, account)}"),
            turn=turn.index,
            start_ms=turn.start_ms,
            end_ms=turn.end_ms,
            evidence={
                "claim": claim.text,
                "topic": account.topic,
                "failed": [tool.id for tool in account.failed],
                "later": [tool.id for tool in account.later],
                "tool_calls": len(call.tool_calls),
                "events": list(turn.events),
            },
        )


def _but(call: Call, account: Account) -> str:
    if account.failed:
        return f"but {account.failed[-1].name} had failed"
    if account.later:
        later, end = account.later[0], account.turn.end_ms
        if later.sent_ms is not None and end is not None and later.sent_ms > end:
            return f"but {later.name} was called {seconds(later.sent_ms - end)} later"
        return f"but {later.name} was called after that"
    if not call.tool_calls:
        return "but the record has no tool calls"
    return "but no tool had been called that does this"
