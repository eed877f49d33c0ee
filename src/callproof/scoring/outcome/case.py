"""One record against its scenario: the verdict on one case."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterable, Mapping
from typing import TypeAlias, TypeVar

from callproof.evidence.derived import Derivation
from callproof.evidence.record import Record
from callproof.scenario.model import Axis, Scenario
from callproof.scenario.moments import TOOL_MOMENTS
from callproof.scenario.worlds import World
from callproof.scoring.outcome.account import Account, account_of
from callproof.scoring.outcome.active_state import active_state
from callproof.scoring.outcome.captured import Noticed, captured
from callproof.scoring.outcome.causes import cause_named, causes_of
from callproof.scoring.outcome.effects import Meanings
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.execution_axes import stale_write, tool_args
from callproof.scoring.outcome.fitness import AgentError, agent_error, unfit
from callproof.scoring.outcome.gate_facts import gate_facts
from callproof.scoring.outcome.hearing import agreed
from callproof.scoring.outcome.intent import Planned
from callproof.scoring.outcome.state_axes import backend, confirmation
from callproof.scoring.outcome.timeline import NEVER
from callproof.scoring.outcome.trace import trace_of
from callproof.scoring.outcome.verdicts import (
    AXES,
    AxisResult,
    Blame,
    CaseResult,
    Cause,
    Status,
    integrity_of,
)

T = TypeVar("T")
# What comes to a result step by step, with a pause behind each.
Steps: TypeAlias = Generator[None, None, T]

_REMEMBERED = 256
# By the world object: many records are scored in one, and what its tools mean does not change.
_meanings: OrderedDict[int, tuple[World, Meanings]] = OrderedDict()


def score(record: Record, scenario: Scenario, derived: Iterable[Derivation] = ()) -> CaseResult:
    """What one record comes to, from the record and the scenario alone; where two recognisers differ, by what both of them heard."""
    return _at_once(_steps(record, scenario, derived))


def score_together(calls: Iterable[tuple[Record, Scenario, Iterable[Derivation]]]) -> list[CaseResult]:
    """What each of several records comes to, also where scoring one of them fails.

    Each step is done for all of them before the next: a processor repeats what it has just done a tenth faster.
    """
    results: dict[int, CaseResult] = {}
    under_way = {n: (call, _steps(*call)) for n, call in enumerate(calls)}
    while under_way:
        for n, ((record, scenario, _), steps) in list(under_way.items()):
            try:
                next(steps)
                continue
            except StopIteration as end:
                results[n] = end.value
            except Exception as error:
                results[n] = crashed(scenario, record.header.id, error)
            del under_way[n]
    return [results[n] for n in range(len(results))]


def required_of(scenario: Scenario) -> list[Axis]:
    """The axes that a case needs to pass."""
    return [name for name in AXES if name in scenario.requires or "integrity" in scenario.requires]


def _at_once(steps: Steps[T]) -> T:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def _steps(record: Record, scenario: Scenario, derived: Iterable[Derivation]) -> Steps[CaseResult]:
    derived = tuple(derived)
    if not derived:
        return (yield from _score(record, scenario))
    # What compares two texts is slow to load, and most records have nothing to compare.
    from callproof.scoring.outcome.readings import doubts_of, judged_by_all

    doubts = doubts_of(record, derived, scenario.persona.language)
    if not doubts:
        return (yield from _score(record, scenario, derived))
    return judged_by_all(
        record, doubts, lambda reading: _at_once(_score(reading, scenario, derived)), required_of(scenario)
    )


def _score(
    record: Record, scenario: Scenario, derived: Iterable[Derivation] = (), *, as_heard: bool = False
) -> Steps[CaseResult]:
    """`as_heard`: the agent has heard at once what it did not tell of, though it tells what it hears."""
    evidence = Evidence(record, scenario, _meanings_of(scenario.world), derived)
    if as_heard:
        evidence.intent.take_as_heard()
    yield
    wrong = unfit(evidence)
    if wrong is not None:
        return _invalid(scenario, record.header.id, wrong.blame, wrong.reason, crashed=wrong.crashed)
    yield
    account = account_of(evidence)
    yield
    axes, noticed = yield from _axes(evidence, account)
    yield
    result = yield from _case(evidence, account, axes, noticed)
    if as_heard or not evidence.intent.unheard:
        return result
    at_once = yield from _score(record, scenario, derived, as_heard=True)
    return agreed(result, at_once, evidence.intent.unheard, required_of(scenario))


def _axes(evidence: Evidence, account: Account) -> Steps[tuple[dict[Axis, AxisResult], list[Noticed]]]:
    axes: dict[Axis, AxisResult] = {}
    axes["captured"], noticed = captured(evidence, account)
    yield
    axes["active_state_correct"] = active_state(evidence)
    yield
    axes["tool_args_correct"] = tool_args(evidence)
    yield
    axes["stale_write_prevented"] = stale_write(evidence)
    yield
    axes["backend_correct"] = backend(evidence, account)
    yield
    axes["confirmation_matches_backend"] = confirmation(evidence, account)
    return axes, noticed


def crashed(scenario: Scenario, id: str, error: BaseException) -> CaseResult:
    """A case at which scoring itself failed: nobody's pass and nobody's failure."""
    reason = f"scoring failed: {type(error).__name__}: {error}"
    return _invalid(scenario, id, "harness", reason, crashed=True)


def _meanings_of(world: World) -> Meanings:
    known = _meanings.get(id(world))
    if known is not None and known[0] is world:
        return known[1]
    meanings = Meanings(world)
    _meanings[id(world)] = (world, meanings)
    if len(_meanings) > _REMEMBERED:
        _meanings.popitem(last=False)
    return meanings


def _case(
    evidence: Evidence, account: Account, axes: Mapping[Axis, AxisResult], noticed: list[Noticed]
) -> Steps[CaseResult]:
    scenario = evidence.scenario
    required = required_of(scenario)
    error = agent_error(evidence)
    status, blame, reasons = _status(evidence, account, axes, required, error)
    yield
    cause, contributing = _why(evidence, account, axes, noticed, error, status)
    yield
    facts = gate_facts(evidence, account)
    yield
    return CaseResult(
        id=evidence.timeline.record.header.id,
        scenario=scenario.id,
        category=scenario.category,
        status=status,
        blame=blame,
        axes=axes,
        integrity=integrity_of(axes),
        cause=cause,
        contributing=contributing,
        reasons=reasons,
        trace=trace_of(evidence, account),
        measured=facts.measured,
        breaches=facts.breaches,
        unknown=facts.unknown,
    )


def _status(
    evidence: Evidence,
    account: Account,
    axes: Mapping[Axis, AxisResult],
    required: list[Axis],
    error: AgentError | None,
) -> tuple[Status, Blame | None, tuple[str, ...]]:
    failed = [f"{name}: {axes[name].reason}" for name in required if axes[name].status == "fail"]
    if error is not None:
        return "failed", None, (error.reason, *failed)
    if failed:
        return "failed", None, tuple(failed)
    open_axes = [f"{name}: {axes[name].reason}" for name in required if axes[name].status != "pass"]
    if not open_axes:
        return "passed", None, ()
    missing = [event for event in evidence.intent.planned if not event.applied]
    if missing:
        omitted = [event.name for event in missing if _call_never_came(evidence, event)]
        if omitted:
            return "failed", None, (f"the moment for {', '.join(omitted)} never came: no such call was made",)
        names = ", ".join(event.name for event in missing)
        return "invalid", "harness", (f"not applied: {names}", *open_axes)
    if not account.given and "confirmation_matches_backend" in required:
        return "failed", None, tuple(open_axes)
    # Nobody's fault: what there is does not tell.
    return "invalid", None, tuple(f"not measured: {reason}" for reason in open_axes)


def _call_never_came(evidence: Evidence, event: Planned) -> bool:
    """Whether an event did not happen because the agent never called what it hung on."""
    if event.fault is not None:
        return not any(use.name == event.fault.tool and use.sent != NEVER for use in evidence.timeline.uses)
    if event.line is None or event.line.when.kind not in TOOL_MOMENTS:
        return False
    wanted = event.line.when.tool
    return not any(use.name == wanted or (wanted == "*" and use.writes) for use in evidence.timeline.uses)


def _why(
    evidence: Evidence,
    account: Account,
    axes: Mapping[Axis, AxisResult],
    noticed: list[Noticed],
    error: AgentError | None,
    status: Status,
) -> tuple[Cause | None, tuple[Cause, ...]]:
    if status != "failed":
        return None, ()
    cause, contributing = causes_of(evidence, account, axes, noticed)
    if error is not None:
        own = cause_named(evidence, "agent_error", error.reason, error.pos)
        return own, (*((cause,) if cause is not None else ()), *contributing)
    if cause is None and not evidence.intent.all_applied:
        cause = cause_named(
            evidence, "write_missing", "a call that was needed never came", evidence.timeline.end
        )
    return cause, contributing


def _invalid(scenario: Scenario, id: str, blame: Blame, reason: str, *, crashed: bool) -> CaseResult:
    nothing = AxisResult("not_measured", reason)
    axes = dict.fromkeys(AXES, nothing)
    return CaseResult(
        id=id,
        scenario=scenario.id,
        category=scenario.category,
        status="invalid",
        blame=blame,
        axes=axes,
        integrity="not_measured",
        reasons=(reason,),
        crashed=crashed,
    )
