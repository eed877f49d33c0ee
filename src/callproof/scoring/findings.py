"""What a check says of a call: findings, or why it could not look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from callproof.evidence.frozen import quick_init

Severity: TypeAlias = Literal["high", "medium", "low"]

SEVERITIES: tuple[Severity, ...] = ("high", "medium", "low")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault, with the place in the call where it can be heard.

    `turn` is the index of the utterance that is meant, counted from 0, None when the call as a whole is. Times are ms
    from the start of the call, None when not known. `evidence` holds the figures behind the sentence, under `events` the
    sequence numbers of the events it rests on.
    """

    check: str
    severity: Severity
    message: str
    turn: int | None = None
    start_ms: int | None = None
    end_ms: int | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "check": self.check,
            "severity": self.severity,
            "turn": self.turn,
            "start_ms": self.start_ms,
            "end_ms": self.end_ms,
            "message": self.message,
            "evidence": dict(self.evidence),
        }


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class NotMeasured:
    """A check, or a part of one, that lacked what it needs; or one that `crashed`, which is nobody's fault but its own."""

    check: str
    reason: str
    crashed: bool = False

    def to_json(self) -> dict[str, Any]:
        crashed = {"crashed": True} if self.crashed else {}
        return {"check": self.check, "reason": self.reason, **crashed}


@quick_init
@dataclass(frozen=True, slots=True)
class Outcome:
    """What one check made of one call.

    `measured` is False when there was nothing it could look at; then `missing` says why. A check that could look at a part
    only has both findings (or none) and a `missing` for the rest. Not measured never counts as a pass.
    """

    findings: tuple[Finding, ...] = ()
    measured: bool = True
    missing: str | None = None


def not_measured(reason: str) -> Outcome:
    return Outcome(measured=False, missing=reason)
