"""Calls for the tests of scoring, written as a person would tell them: who spoke from when to when, in seconds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import callproof.importers.simple  # noqa: F401  registers the format
from callproof.errors import InputError
from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import Call, fold
from callproof.evidence.record import Record
from callproof.importers.registry import Place, read_payload
from callproof.scoring.checks.registry import Check, check_class
from callproof.scoring.findings import Finding, Outcome
from callproof.scoring.results import CallResult, judge
from callproof.scoring.timing import Timing, timing_of

BY_THE_CLOCK = (
    "slow_response",
    "dead_air",
    "no_response",
    "talked_over_caller",
    "agent_interrupts",
    "abandoned_in_silence",
    "greeting_late",
    "incomplete",
    "silent_agent",
    "duplicate_action",
    "inconsistent_times",
)
CLOCK_CHECKS: tuple[Check, ...] = tuple(check_class(id)() for id in BY_THE_CLOCK)


def caller(
    start: float | None, end: float | None = None, text: str | None = None, **more: Any
) -> dict[str, Any]:
    return {"speaker": "caller", "start_s": start, "end_s": end, "text": text, **more}


def agent(
    start: float | None, end: float | None = None, text: str | None = None, **more: Any
) -> dict[str, Any]:
    return {"speaker": "agent", "start_s": start, "end_s": end, "text": text, **more}


def other(start: float, end: float, text: str | None = None) -> dict[str, Any]:
    return {"speaker": "other", "start_s": start, "end_s": end, "text": text}


def action(name: str, args: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"name": name, "args": args or {}, **more}


def payload(*turns: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": "test", "turns": list(turns), **fields}


def record_of(data: dict[str, Any]) -> Record:
    (record,) = read_payload(data, Place("test.json", "test"))
    if isinstance(record, InputError):
        raise record
    return record


def call_of(*turns: dict[str, Any], **fields: Any) -> Call:
    """A call in the simple JSON, read and folded as `check` does it."""
    return fold(record_of(payload(*turns, **fields)))


def folded(builder: RecordBuilder) -> Call:
    return fold(builder.build("test", "test"))


def timing(*turns: dict[str, Any], **fields: Any) -> Timing:
    return timing_of(call_of(*turns, **fields))


def outcome(check: Check, call: Call) -> Outcome:
    return check.judge(call, timing_of(call))


def findings(check: Check, call: Call) -> list[tuple[str, int | None]]:
    """The severity and the turn of each finding."""
    return [(finding.severity, finding.turn) for finding in outcome(check, call).findings]


def only_finding(check: Check, call: Call) -> Finding:
    (finding,) = outcome(check, call).findings
    assert finding.check == check.id
    return finding


def judged(call: Call) -> CallResult:
    """All checks by the clock with their defaults."""
    return judge(call, CLOCK_CHECKS)


def found(result: CallResult) -> set[tuple[str, str]]:
    return {(finding.check, finding.severity) for finding in result.findings}


def ids(items: Iterable[Finding]) -> set[str]:
    return {finding.check for finding in items}
