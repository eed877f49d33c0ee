"""What the checks on words cannot do without, and say alike when it is missing."""

from __future__ import annotations

from typing import Any

from callproof.evidence.call import Call, ToolCall
from callproof.scoring.actions import (
    consequences_told,
    consequential,
    has_consequences,
    plain_arguments,
    ran,
    turn_of,
)
from callproof.scoring.checks.wording import CLEAN
from callproof.scoring.dialogue import dialogue_of
from callproof.scoring.findings import Finding, Outcome, Severity, not_measured
from callproof.scoring.once import once_each
from callproof.scoring.quoting import one_line

NO_TOOL_CALLS = not_measured("the record has no tool calls")
NO_AGENT_WORDS = not_measured("the record has no words of the agent's")
NO_CALLER_WORDS = not_measured("the record has no words of the caller's")
UNREAD = not_measured("the language of the call is none that can be read here")
_MOST = 3
_NOT_TOLD = not_measured("the record does not say which actions have consequences")


@once_each
def nothing_to_agree_to(call: Call) -> Outcome | None:
    """Why no action of a call can be held against the words before it; None when one can."""
    if not call.tool_calls:
        return NO_TOOL_CALLS
    if not consequential(call):
        return CLEAN if consequences_told(call) else _NOT_TOLD
    dialogue = dialogue_of(call)
    if not dialogue.agent and any(utterance.speaker == "agent" for utterance in call.utterances):
        return NO_AGENT_WORDS
    if not dialogue.caller and any(utterance.speaker == "caller" for utterance in call.utterances):
        return NO_CALLER_WORDS
    return UNREAD if dialogue.language is None and dialogue.texts else None


@once_each
def untold(call: Call) -> str | None:
    """Of which actions nobody can tell whether they have consequences, beside those that do."""
    unknown = [tool for tool in call.tool_calls if has_consequences(tool) is None and ran(tool)]
    if not unknown:
        return None
    names = ", ".join(sorted({tool.name for tool in unknown})[:_MOST])
    return one_line(f"whether {names} has consequences, the record does not say")


def all_of(*reasons: str | None) -> str | None:
    return "; ".join([reason for reason in reasons if reason]) or None


def about_action(
    call: Call, tool: ToolCall, check: str, severity: Severity, message: str, **evidence: Any
) -> Finding:
    """A finding whose place is an action."""
    turn = turn_of(call, tool)
    events = [tool.events[0]]
    if "events" in evidence:
        events = sorted([*evidence.pop("events"), *events])
    return Finding(
        check=check,
        severity=severity,
        message=one_line(message),
        turn=turn.index if turn is not None else None,
        start_ms=tool.sent_ms,
        end_ms=tool.finished_ms if tool.finished_ms is not None else tool.sent_ms,
        evidence={
            "tool": tool.name,
            "arguments": plain_arguments(tool),
            "call": tool.id,
            **evidence,
            "events": events,
        },
    )
