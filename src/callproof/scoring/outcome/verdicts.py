"""What was found: six axes, a cause, a status. Plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from callproof.evidence.frozen import quick_init
from callproof.scenario.model import Axis

AxisStatus: TypeAlias = Literal["pass", "fail", "not_measured"]
Status: TypeAlias = Literal["passed", "failed", "invalid", "not_run"]
Blame: TypeAlias = Literal["caller", "recogniser", "harness", "platform"]
Layer: TypeAlias = Literal["conversation", "execution", "state"]
CauseName: TypeAlias = Literal[
    "stale_tool_args",
    "tool_result_unchecked",
    "inflight_call_not_cancelled",
    "noise_taken_as_interruption",
    "unsafe_retry",
    "premature_confirmation",
    "missing_idempotency_key",
    "misheard_value",
    "correction_missed",
    "state_not_updated",
    "write_lost",
    "write_missing",
    "wrong_record",
    "unrequested_change",
    "duplicate_write",
    "false_confirmation",
    "no_confirmation",
    "not_heard_in_full",
    "agent_error",
]
AXES: tuple[Axis, ...] = get_args(Axis)
CAUSES: tuple[CauseName, ...] = get_args(CauseName)
LAYER_OF_AXIS: Mapping[Axis, Layer] = {
    "captured": "conversation",
    "active_state_correct": "conversation",
    "tool_args_correct": "execution",
    "stale_write_prevented": "execution",
    "backend_correct": "state",
    "confirmation_matches_backend": "state",
}
AXES_BY_LAYER: Mapping[Layer, tuple[Axis, ...]] = {
    layer: tuple(axis for axis in AXES if LAYER_OF_AXIS[axis] == layer) for layer in get_args(Layer)
}


@quick_init
@dataclass(frozen=True, slots=True)
class AxisResult:
    """`reason` is a sentence, `events` the sequence numbers of what shows it. `inferred`: worked out without a report of the
    agent's state; never to be counted together with reported ones. `pos` is the place in the log of what failed."""

    status: AxisStatus
    reason: str
    events: tuple[int, ...] = ()
    inferred: bool = False
    pos: float | None = None

    def to_json(self) -> dict[str, Any]:
        inferred = {"inferred": True} if self.inferred else {}
        return {"status": self.status, "reason": self.reason, "events": list(self.events), **inferred}


@quick_init
@dataclass(frozen=True, slots=True)
class Cause:
    """Why a case failed: where in the log it shows first, and what to repair."""

    name: CauseName
    layer: Layer
    reason: str
    repair: str
    event: int | None = None
    ms: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "layer": self.layer,
            "reason": self.reason,
            "repair": self.repair,
            "event": self.event,
            "ms": self.ms,
        }


@quick_init
@dataclass(frozen=True, slots=True)
class GateFact:
    """One breach of a rule of the gate that only the record shows, with the events of it."""

    rule: str
    reason: str
    events: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"rule": self.rule, "reason": self.reason, "events": list(self.events)}


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """What one record came to. `reasons` say why the status is what it is; `measured` tells which rules of the gate had
    anything to look at, `breaches` where they were broken, `unknown` which of them it cannot tell of. `crashed`: callproof itself failed, in the call or at judging it."""

    id: str
    scenario: str
    category: str
    status: Status
    blame: Blame | None = None
    axes: Mapping[Axis, AxisResult]
    integrity: AxisStatus
    cause: Cause | None = None
    contributing: tuple[Cause, ...] = ()
    reasons: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
    breaches: tuple[GateFact, ...] = ()
    unknown: tuple[str, ...] = ()
    crashed: bool = False

    @property
    def passed(self) -> bool:
        return self.status == "passed"

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "scenario": self.scenario,
            "category": self.category,
            "status": self.status,
            "blame": self.blame,
            "axes": {name: self.axes[name].to_json() for name in AXES},
            "integrity": self.integrity,
            "cause": self.cause.to_json() if self.cause is not None else None,
            "contributing": [cause.to_json() for cause in self.contributing],
            "reasons": list(self.reasons),
            "trace": list(self.trace),
            "gate": {
                "measured": list(self.measured),
                "breaches": [breach.to_json() for breach in self.breaches],
                **({"unknown": list(self.unknown)} if self.unknown else {}),
            },
            **({"crashed": True} if self.crashed else {}),
        }


def integrity_of(axes: Mapping[Axis, AxisResult]) -> AxisStatus:
    """All six, or it does not hold: one failure is a failure, one that was not measured leaves it open."""
    found = {result.status for result in axes.values()}
    if "fail" in found:
        return "fail"
    return "pass" if found == {"pass"} else "not_measured"
