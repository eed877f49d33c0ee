"""Calls told by their words: who says what in turn, a second apart, and all checks over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from callproof.evidence.call import Call
from callproof.scoring.checks import builtin_checks
from callproof.scoring.checks.registry import Check
from callproof.scoring.results import CallResult, judge
from tests.unit.scoring.calls import CLOCK_CHECKS, action, call_of

ALL_CHECKS: tuple[Check, ...] = tuple(cls() for cls in builtin_checks())
WORD_CHECKS = ALL_CHECKS[len(CLOCK_CHECKS) :]

# A line: "c: …" for the caller, "a: …" for the agent, with what the agent did in that turn.
Line = str | tuple[str, Any] | tuple[str, Any, Any]


def act(name: str, args: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A tool call that has consequences."""
    return action(name, args, consequential=True, **more)


def lookup(name: str, args: dict[str, Any] | None = None, result: Any = None) -> dict[str, Any]:
    return action(name, args, consequential=False, result=result)


def refund(amount: Any, **more: Any) -> dict[str, Any]:
    return act("refund", {"amount": amount}, **more)


def turns_of(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Each turn lasts a second and begins half a second after the one before it.

    Of a caller's line the second item is what was really said ("truth"), of an agent's one an action or a list of them.
    """
    turns = []
    for place, line in enumerate(lines):
        text, *more = (line,) if isinstance(line, str) else line
        start = 0.5 + 1.5 * place
        turn: dict[str, Any] = {
            "speaker": "caller" if text.startswith("c:") else "agent",
            "text": text[2:].strip(),
            "start_s": start,
            "end_s": start + 1,
        }
        if more and turn["speaker"] == "caller":
            turn["truth"] = more[0]
        elif more:
            turn["actions"] = more[0] if isinstance(more[0], list) else [more[0]]
        turns.append(turn)
    return turns


def talk(*lines: Line, **fields: Any) -> Call:
    return call_of(*turns_of(lines), **fields)


def judged_by_all(call: Call) -> CallResult:
    return judge(call, ALL_CHECKS)


def found_in(call: Call) -> set[tuple[str, str]]:
    """What all checks find: id and severity."""
    return {(finding.check, finding.severity) for finding in judged_by_all(call).findings}


def high(*ids: str) -> set[tuple[str, str]]:
    return {(id, "high") for id in ids}
