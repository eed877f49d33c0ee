"""The agent says that it has done one thing, and the tool was told another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, NamedTuple

from callproof.evidence.call import Call, ToolCall
from callproof.scoring.accounts import Account, accounts_of
from callproof.scoring.actions import Leaf, results_of
from callproof.scoring.arguments import Datum, datum_as, datum_of
from callproof.scoring.checks.reasons import NO_AGENT_WORDS, NO_TOOL_CALLS, UNREAD
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.dialogue import Dialogue, dialogue_of
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.naming import named, rival
from callproof.scoring.quoting import one_line, quoted, shown
from callproof.scoring.timing import Timing
from callproof.spoken.values import Span


class _Difference(NamedTuple):
    tool: ToolCall
    datum: Datum
    said: Span


@check
@dataclass(frozen=True, slots=True)
class ClaimDiffersFromAction:
    """The agent claims to have done something with one value, and the tool got another: "I've refunded fifteen", and it was fifty.

    A value that the claim leaves out is no difference, nor is one that some fitting call had, or that a tool returned.
    """

    id: ClassVar[str] = "claim_differs_from_action"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "high"

    def judge(self, call: Call, timing: Timing) -> Outcome:
        if not call.tool_calls:
            return NO_TOOL_CALLS
        dialogue = dialogue_of(call)
        if not dialogue.agent:
            return NO_AGENT_WORDS
        if dialogue.language is None:
            return UNREAD
        findings: list[Finding] = []
        for account in accounts_of(call):
            if account.fitting and account.claim.has_values:
                difference = _difference(dialogue, account)
                if difference is not None:
                    findings.append(self._finding(account, difference))
        return Outcome(tuple(findings)) if findings else CLEAN

    def _finding(self, account: Account, difference: _Difference) -> Finding:
        turn, claim = account.turn, account.claim
        tool, datum, said = difference
        return Finding(
            check=self.id,
            severity=self.severity,
            message=one_line(
                f"the agent said {shown(said)} in {quoted(claim.text)}, but {tool.name} got {datum.path} {datum.text}"
            ),
            turn=turn.index,
            start_ms=turn.start_ms,
            end_ms=turn.end_ms,
            evidence={
                "claim": claim.text,
                "said": said.text,
                "tool": tool.name,
                "call": tool.id,
                "argument": datum.path,
                "value": datum.value,
                "events": sorted([*turn.events, *tool.events[:1]]),
            },
        )


def _difference(dialogue: Dialogue, account: Account) -> _Difference | None:
    """A value in the claim that stands in the place of the last fitting call's, and that no fitting call knows."""
    text = account.claim.text
    known: list[Datum] = []
    for tool in reversed(account.fitting):
        for datum in dialogue.data(tool):
            # A small number may count anything: "two nights" beside three guests.
            if datum.kind == "count" or rival(dialogue, text, datum) is None:
                continue
            known = known or [item for fitting in account.fitting for item in _known(dialogue, fitting)]
            said = rival(dialogue, text, datum, known)
            if said is not None and not _is_sum(dialogue, said, account.fitting):
                return _Difference(tool, datum, said)
    return None


def _known(dialogue: Dialogue, tool: ToolCall) -> list[Datum]:
    returned = (datum_of(leaf, dialogue.language) for leaf in results_of(tool))
    return [*dialogue.data(tool), *(datum for datum in returned if datum is not None)]


def _is_sum(dialogue: Dialogue, said: Span, tools: Sequence[ToolCall]) -> bool:
    """ "I've refunded fifty" after two refunds of 20 and 30."""
    amounts = [
        datum.number
        for tool in tools
        for datum in dialogue.data(tool)
        if datum.kind == "amount" and datum.number is not None
    ]
    if len(amounts) < 2:
        return False
    sum_ = sum(amounts, Decimal(0))
    total = datum_as("amount", Leaf("", "total", str(sum_)), str(sum_), sum_)
    return named(dialogue, said.text, total) is True
