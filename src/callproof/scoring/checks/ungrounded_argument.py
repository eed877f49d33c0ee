"""An argument of an action that nobody said and no tool returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from callproof.evidence.call import Call, ToolCall
from callproof.scoring.actions import consequential
from callproof.scoring.arguments import Datum
from callproof.scoring.checks.reasons import about_action, all_of, nothing_to_agree_to, untold
from callproof.scoring.checks.registry import check
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.consent import consents_of
from callproof.scoring.findings import Finding, Outcome, Severity
from callproof.scoring.grounds import Ground, grounds_of
from callproof.scoring.quoting import shown
from callproof.scoring.timing import Timing

_MOST = 3


class _Baseless(NamedTuple):
    """A value in an argument, and what the caller had put in its place, if that is why it is wrong."""

    datum: Datum
    ground: Ground | None


@check
@dataclass(frozen=True, slots=True)
class UngroundedArgument:
    """An identifier, an amount, a date, a time or an address in a consequential action comes from nowhere.

    It has to occur earlier in what the agent heard, in what a tool returned, or in what the caller agreed to, in digits or in words. After
    "sorry, E M four five six" EM123 is wrong. What was misheard has its own finding.
    """

    id: ClassVar[str] = "ungrounded_argument"
    version: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ()
    severity: Severity = "high"

    def judge(self, call: Call, timing: Timing) -> Outcome:
        nothing = nothing_to_agree_to(call)
        if nothing is not None:
            return nothing
        findings: list[Finding] = []
        unread = 0
        actions = consequential(call)
        for tool in actions:
            if isinstance(tool.arguments, str):
                unread += 1
                continue
            baseless = _baseless(call, tool)
            if baseless:
                findings.append(self._finding(call, tool, baseless))
        unknown = untold(call)
        if not findings and not unread and unknown is None:
            return CLEAN
        missing = f"{unread} of {len(actions)} actions: the arguments are no JSON" if unread else None
        return Outcome(tuple(findings), measured=unread < len(actions), missing=all_of(missing, unknown))

    def _finding(self, call: Call, tool: ToolCall, baseless: Sequence[_Baseless]) -> Finding:
        more = f"; and {len(baseless) - _MOST} more" if len(baseless) > _MOST else ""
        return about_action(
            call,
            tool,
            self.id,
            self.severity,
            f"{tool.name}: {'; '.join(_sentence(item) for item in baseless[:_MOST])}{more}",
            ungrounded=[_plain(item) for item in baseless],
            events=[
                seq
                for item in baseless
                if item.ground is not None and item.ground.turn is not None
                for seq in item.ground.turn.events[-1:]
            ],
        )


def _baseless(call: Call, tool: ToolCall) -> list[_Baseless]:
    grounds = grounds_of(call)
    data = grounds.dialogue.data(tool)
    found: list[_Baseless] = []
    for datum in data:
        ground = grounds.ground(tool, datum, data)
        if ground is None or (ground.source == "corrected" and not _is_against_answer(call, tool, datum)):
            found.append(_Baseless(datum, ground))
    return found


def _is_against_answer(call: Call, tool: ToolCall, datum: Datum) -> bool:
    """The correction was an answer to the agent's question, and has a finding as such."""
    answer = consents_of(call).answer(tool)
    return answer is not None and answer.verdict == "against" and answer.datum == datum


def _sentence(item: _Baseless) -> str:
    datum, ground = item
    what = f"{datum.path} {datum.text}"
    if ground is not None and ground.instead is not None and ground.turn is not None:
        return (
            f"{what} had been corrected by the caller to {shown(ground.instead)} (turn {ground.turn.index})"
        )
    return f"{what} occurs in nothing that the agent had heard or a tool had returned"


def _plain(item: _Baseless) -> dict[str, Any]:
    datum, ground = item
    instead = ground.instead.text if ground is not None and ground.instead is not None else None
    return {"argument": datum.path, "value": datum.value, "kind": datum.kind, "corrected_to": instead}
