"""Faults: which calls are broken, when things then happen, and what the agent is told.

`FaultPlan` says which faults a call gets, `delivery` turns them into times, and `replied` into the answer. The simulation asks for
a delivery when a call is sent, runs the tool at each of `delivery.runs_ms`, and tells the agent at `delivery.reply_ms`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Literal

from callproof.calling.world.distortions import distorted
from callproof.calling.world.tools import Answer, Tools
from callproof.scenario.model import Fault, FaultKind
from callproof.scenario.worlds import Json, Tool

TIMEOUT_MS = 1500
DELAY_MS = 1000
LATE_MS = 4000
_SHOWN = 120
_DEFAULT_MS: Mapping[str, int] = {"timeout": TIMEOUT_MS, "delay": DELAY_MS, "late_success": LATE_MS}
# What is wrong with these is seen in the answer, so whether they were applied is known only then.
DISTORTIONS: frozenset[str] = frozenset(
    ("empty", "partial", "wrong_record", "stale_read", "malformed", "acknowledged_but_lost")
)


@dataclass(frozen=True, slots=True)
class Injected:
    """A fault that was applied, for the log."""

    kind: FaultKind
    detail: str


@dataclass(frozen=True, slots=True)
class Failure:
    reason: Literal["error", "timeout"]
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """What becomes of one call, in ms after its sending.

    `runs_ms` is when the tool is carried out: empty when it never arrives, two times when it arrives twice. `failure` is what the
    agent is told instead of the answer. With `lost` the call is answered as if it had been carried out, and is not. `injected`
    are the faults that are certain now; those of the answer are in `Reply.injected`.
    """

    runs_ms: tuple[int, ...]
    reply_ms: int
    failure: Failure | None = None
    lost: bool = False
    distortions: tuple[Fault, ...] = ()
    injected: tuple[Injected, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the agent is told: a result, or a failure. `injected` are the faults that altered it."""

    result: Json = None
    failure: Failure | None = None
    injected: tuple[Injected, ...] = ()


class FaultPlan:
    """Hands out a scenario's faults. Calls are counted per tool as they are sent."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self._faults = tuple(faults)
        self._sent: Counter[str] = Counter()

    def send(self, tool: str) -> tuple[Fault, ...]:
        """The faults of this call, in their order. Counts it: ask once for each call sent."""
        self._sent[tool] += 1
        return tuple(f for f in self._faults if f.tool == tool and f.nth in (None, self._sent[tool]))


def delivery(tool: Tool, faults: Iterable[Fault] = ()) -> Delivery:
    """When a call of this tool is carried out and answered under these faults. Later faults change what earlier ones made."""
    made = Delivery(runs_ms=(tool.commit_after_ms,), reply_ms=max(tool.commit_after_ms, tool.reply_after_ms))
    for fault in faults:
        made = _under(made, tool, fault)
    return made


def _under(made: Delivery, tool: Tool, fault: Fault) -> Delivery:
    if fault.kind in DISTORTIONS:
        lost = fault.kind == "acknowledged_but_lost" and tool.write is not None
        return replace(made, distortions=(*made.distortions, fault), lost=made.lost or lost)
    if fault.kind == "duplicate_delivery":
        first = made.runs_ms[:1]
        second = tuple(ms + (max(made.reply_ms, ms) - ms) // 2 for ms in first)
        return _noted(replace(made, runs_ms=first + second), fault, "the call arrives twice")
    ms = fault.ms if fault.ms is not None else _DEFAULT_MS.get(fault.kind, made.reply_ms)
    if fault.kind in ("timeout", "error_status"):
        return _failing(made, fault, ms)
    if fault.kind == "late_success" and fault.late == "commit":
        wait = ms - made.reply_ms
        runs = tuple(max(0, run + wait) for run in made.runs_ms)
        later = replace(made, runs_ms=runs, reply_ms=max(ms, *runs, 0))
        return _noted(later, fault, f"done and answered only after {later.reply_ms} ms")
    later = replace(made, reply_ms=max(ms, *made.runs_ms, 0))
    return _noted(later, fault, f"answered only after {later.reply_ms} ms")


def _failing(made: Delivery, fault: Fault, ms: int) -> Delivery:
    runs = tuple(min(run, ms) for run in made.runs_ms) if fault.committed else ()
    if fault.kind == "timeout":
        failure = Failure("timeout", f"no answer within {ms} ms")
    else:
        failure = Failure("error", status_line(fault.status))
    done = "carried out all the same" if fault.committed else "not carried out"
    failing = replace(made, runs_ms=runs, reply_ms=ms, failure=failure)
    return _noted(failing, fault, f"{failure.message}; {done}")


def _noted(made: Delivery, fault: Fault, detail: str) -> Delivery:
    return replace(made, injected=(*made.injected, Injected(fault.kind, detail)))


def status_line(status: int) -> str:
    """`500 internal error`; other codes in the words of HTTP."""
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        return "500 internal error"
    try:
        return f"{status} {HTTPStatus(status).phrase.lower()}"
    except ValueError:
        return f"{status} error"


def carried_out(
    tools: Tools, name: str, arguments: Mapping[str, Json] | str, made: Delivery, *, key: str | None = None
) -> Answer:
    """Does the work of one of the delivery's runs. The answer to the first run is the one to tell the agent."""
    run = tools.rehearse if made.lost else tools.run
    return run(name, arguments, key=key)


def replied(
    tools: Tools, name: str, arguments: Mapping[str, Json], made: Delivery, answer: Answer | None
) -> Reply:
    """What the agent is told about a call that was carried out with this answer (None: it never was).

    An answer that is an error stays as it is, and so does one that a fault does not alter (no rows are already `empty`); such
    a fault was not applied.
    """
    if made.failure is not None:
        return Reply(failure=made.failure)
    if answer is None:
        raise ValueError(f"the call of {name} has no answer: it is run at {made.runs_ms} ms")
    if answer.error is not None:
        return Reply(failure=Failure("error", answer.error))
    result = answer.result
    injected: list[Injected] = []
    for fault in made.distortions:
        if fault.kind == "acknowledged_but_lost":
            if made.lost:
                injected.append(Injected(fault.kind, "acknowledged, and nothing was written"))
            continue
        wrong = distorted(tools, name, arguments, fault, result)
        if wrong != result:
            injected.append(Injected(fault.kind, _shown(wrong)))
            result = wrong
        if fault.kind == "malformed":
            break
    return Reply(result=result, injected=tuple(injected))


def _shown(result: Json) -> str:
    text = json.dumps(result, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
