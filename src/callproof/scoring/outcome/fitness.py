"""Whether a record fits its scenario, and whose fault it is if it does not: only then can it say anything about the agent."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from callproof.evidence.events import Json, LineEnded
from callproof.evidence.record import HarnessTiming
from callproof.scenario.model import Line
from callproof.scenario.sameness import canonical
from callproof.scoring.outcome.effects import Row
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.intent import changes_of
from callproof.scoring.outcome.timeline import NEVER, ActUse
from callproof.scoring.outcome.verdicts import Blame

# A pause that others may take for the end of a turn.
_TURN_MS = 400
# Beyond these limits of callproof's own exactness a call says nothing about the agent. Clocks that a time server puts right in
# small steps do no harm; a machine that slept does.
LATE_LIMIT_MS = 60.0
REACTION_LIMIT_MS = 200
RECORDING_DRIFT_LIMIT_MS = 100.0
WALL_DRIFT_LIMIT_MS = 1000.0


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why nothing can be said of the agent. `crashed`: something of callproof's own broke, or the record is no evidence of a call."""

    blame: Blame
    reason: str
    crashed: bool = False


def _broken(reason: str) -> Unfit:
    return Unfit("harness", reason, crashed=True)


@dataclass(frozen=True, slots=True)
class AgentError:
    """What the agent did to the call that no axis has a place for."""

    reason: str
    pos: int


def agent_error(evidence: Evidence) -> AgentError | None:
    """That the agent raised, hung or fell silent, left before it was asked anything, never spoke, or let nobody else speak."""
    timeline = evidence.timeline
    for pos, error in timeline.line_errors:
        if error.by == "agent":
            return AgentError(error.message, pos)
    ended = timeline.line_ended
    if ended is not None and ended[1].by == "agent" and evidence.intent.requested == NEVER:
        return AgentError("the agent ended the call before the request", ended[0])
    if not timeline.agent:
        return AgentError("the agent never spoke", timeline.end)
    if ended is not None and _fell_silent(evidence, ended[1]):
        return AgentError("the agent said and did nothing any more once it had been asked", ended[0])
    if ended is not None and _let_nobody_speak(evidence, ended[1]):
        return AgentError("the agent spoke without a pause, and the caller could never ask", ended[0])
    return None


def _fell_silent(evidence: Evidence, ended: LineEnded) -> bool:
    """Whether the caller gave up on an agent that hangs: it neither spoke nor called anything after the request."""
    asked = evidence.intent.requested
    if ended.by != "caller" or asked == NEVER:
        return False
    timeline = evidence.timeline
    spoke = any(speech.end > asked for speech in timeline.agent)
    called = any(use.sent != NEVER or use.built != NEVER for use in timeline.uses)
    return not spoke and not called


def _let_nobody_speak(evidence: Evidence, ended: LineEnded) -> bool:
    """Whether the time of the call was up, the agent still speaking, and the caller had not had a turn."""
    timeline = evidence.timeline
    if ended.by != "harness" or evidence.intent.requested != NEVER or timeline.acts or timeline.caller:
        return False
    until = timeline.agent[-1].utterance.end_ms
    return until is None or ended.ms - until < _TURN_MS


def unfit(evidence: Evidence) -> Unfit | None:
    """What makes a record no evidence; None for one that fits, however badly the agent did."""
    timeline, scenario = evidence.timeline, evidence.scenario
    failed = _not_the_agent(evidence)
    if failed is not None:
        return failed
    if (slow := _not_in_time(timeline.record.header.harness)) is not None:
        return slow
    if evidence.complete and timeline.line_ended is None:
        return _broken("the record breaks off before the end of the call")
    name = timeline.record.header.id
    # "suite/scenario#2": the second trial of a scenario of which two suites have one of that name. Either may have a slash itself.
    if evidence.complete and not f"/{name.partition('#')[0]}".endswith(f"/{scenario.id}"):
        return _broken(f"the record is of {name!r}, not of scenario {scenario.id!r}")
    lines = {line.id: line for line in scenario.script}
    for act in timeline.acts:
        line = lines.get(act.id)
        if line is None:
            return _broken(f"the record has an act {act.id!r} that the scenario does not know")
        kind = line.act or ("request" if line.request is not None else None)
        if act.event.kind != kind:
            return _broken(f"act {act.id!r} is a {act.event.kind} in the record, not a {kind}")
        wrong = _other_values(evidence, line, act)
        if wrong is not None:
            return wrong
    phases = _phases(evidence)
    if phases is not None:
        return phases
    lacking = timeline.before is None or timeline.after is None
    if evidence.complete and lacking and agent_error(evidence) is None:
        return _broken("the record lacks a snapshot of the backend")
    if evidence.sees_all and timeline.before is not None and not _is_seeded(evidence, timeline.before.tables):
        return _broken("the record does not show the backend as the scenario filled it")
    if evidence.intent.requested == NEVER and agent_error(evidence) is None:
        return Unfit("caller", "the caller never said the request in full")
    return None


def _is_seeded(evidence: Evidence, tables: Mapping[str, Mapping[str, Row]]) -> bool:
    """Whether the tables that the call is about were filled as the scenario fills them."""
    wanted: dict[str, set[Hashable]] = {
        use.effect.table: set() for use in evidence.write_calls() if use.effect
    }
    for step in evidence.intent.steps:
        for atom in step.wanted:
            records = wanted.setdefault(str(atom[1]), set())
            if atom[0] in ("set", "delete"):
                records.add(atom[2])
    return all(
        evidence.meanings.is_seeded(name, tables.get(name, {}), records) for name, records in wanted.items()
    )


def _not_the_agent(evidence: Evidence) -> Unfit | None:
    first = min(evidence.timeline.line_errors, key=lambda item: item[0], default=None)
    if first is None:
        return None
    _, error = first
    if error.by == "agent":
        return None
    if error.part is not None:
        return Unfit(error.part, error.message)
    return Unfit(error.by or "harness", error.message, crashed=error.by in ("harness", None))


def _not_in_time(own: HarnessTiming | None) -> Unfit | None:
    """That callproof itself was too slow for its call to say anything about the agent."""
    if own is None:
        return None
    if own.late_p99_ms > LATE_LIMIT_MS:
        return Unfit("harness", f"our own frames were late: 99 % within {own.late_p99_ms:.0f} ms")
    if own.frames_lost:
        return Unfit("harness", f"{own.frames_lost} of our own frames were never sent")
    if own.reaction_max_ms is not None and own.reaction_max_ms > REACTION_LIMIT_MS:
        return Unfit("harness", f"our caller was heard only {own.reaction_max_ms} ms after its moment")
    if abs(own.recording_drift_ms) > RECORDING_DRIFT_LIMIT_MS:
        return Unfit(
            "harness", f"the recording was {own.recording_drift_ms:+.0f} ms off at the end of the call"
        )
    if abs(own.wall_drift_ms) > WALL_DRIFT_LIMIT_MS:
        return Unfit(
            "harness", f"the machine's clocks came apart by {own.wall_drift_ms:+.0f} ms during the call"
        )
    return None


def _other_values(evidence: Evidence, line: Line, act: ActUse) -> Unfit | None:
    """An act has to say what the scenario planned, or what it is scored by is not what was asked."""
    planned: Mapping[str, Json] = line.changes
    if line.request is not None and line.act is None:
        goal = evidence.scenario.goals.get(line.request)
        planned = goal.arguments if goal is not None else {}
    said = changes_of(act.event)
    if planned.keys() != said.keys() or any(
        canonical(value) != canonical(said[name]) for name, value in planned.items()
    ):
        return _broken(f"act {act.id!r} does not say what the scenario planned")
    meant = line.request or line.goal
    if meant is not None and len(evidence.scenario.goals) > 1 and act.event.goal != meant:
        return _broken(f"act {act.id!r} does not say which goal it is about")
    if line.act == "negation" and not act.event.negates:
        return _broken(f"act {act.id!r} is a negation that takes nothing back")
    return None


def _phases(evidence: Evidence) -> Unfit | None:
    for use in evidence.timeline.uses:
        if not use.name:
            return _broken(f"tool call {use.id!r} is answered or broken, and was never built or sent")
        if use.tool is None and (use.commits or use.faults) and evidence.sees_all:
            return _broken(f"{use.name!r} is no tool of the scenario, and was carried out or broken")
        if use.finished != NEVER and use.sent == NEVER:
            return _broken(f"tool call {use.id!r} has an answer and was never sent")
        if use.sent != NEVER and use.built != NEVER and use.sent < use.built:
            return _broken(f"tool call {use.id!r} was sent before it was built")
        if use.finished < use.sent and use.sent != NEVER:
            return _broken(f"tool call {use.id!r} was answered before it was sent")
    for act in evidence.timeline.acts:
        if act.complete and act.ended < act.began:
            return _broken(f"act {act.id!r} ends before it begins")
    return None
