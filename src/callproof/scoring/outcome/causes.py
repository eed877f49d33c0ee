"""Why a case failed. Candidates are collected with the place in the log where they show first; the earliest wins, the rank breaks
ties, the others contribute. Only if there is none, what is missing is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from callproof.evidence.events import Json
from callproof.evidence.frozen import quick_init
from callproof.scenario.model import Axis
from callproof.scenario.sameness import canonical
from callproof.scoring.outcome.account import Account
from callproof.scoring.outcome.active_state import disagreement
from callproof.scoring.outcome.captured import Noticed, look_after
from callproof.scoring.outcome.effects import Atom, records_of
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.execution_axes import bad_moments, goal_calls, repeated
from callproof.scoring.outcome.intent import Step
from callproof.scoring.outcome.ledger import explained
from callproof.scoring.outcome.repairs import REPAIRS
from callproof.scoring.outcome.state_axes import describe_atom, untrue
from callproof.scoring.outcome.timeline import NEVER, Commit, ToolUse
from callproof.scoring.outcome.verdicts import AxisResult, Cause, CauseName


@quick_init
@dataclass(frozen=True, slots=True)
class Candidate:
    pos: float
    rank: int
    name: CauseName
    reason: str


def causes_of(
    evidence: Evidence, account: Account, axes: Mapping[Axis, AxisResult], noticed: list[Noticed]
) -> tuple[Cause | None, tuple[Cause, ...]]:
    """The root cause of a case in which an axis failed or nothing was confirmed, and what contributed."""
    found = sorted(
        collected(evidence, noticed), key=lambda candidate: (candidate.pos, candidate.rank, candidate.name)
    )
    if not found:
        last = _left_over(evidence, account, axes)
        return (None if last is None else _cause(evidence, last)), ()
    unique: dict[CauseName, Candidate] = {}
    for candidate in found:
        unique.setdefault(candidate.name, candidate)
    first, *rest = unique.values()
    return _cause(evidence, first), tuple(_cause(evidence, other) for other in rest)


def cause_named(evidence: Evidence, name: CauseName, reason: str, pos: float) -> Cause:
    return _cause(evidence, Candidate(pos, 0, name, reason))


def _cause(evidence: Evidence, candidate: Candidate) -> Cause:
    repair = REPAIRS[candidate.name]
    return Cause(
        candidate.name,
        repair.layer,
        candidate.reason,
        repair.repair,
        evidence.timeline.seq(candidate.pos),
        evidence.timeline.ms(candidate.pos) if candidate.pos >= 0 else None,
    )


def collected(evidence: Evidence, noticed: list[Noticed]) -> list[Candidate]:
    found = [*_from_captured(evidence, noticed), *_lost(evidence)]
    for use in goal_calls(evidence):
        moments = bad_moments(evidence, use)
        if moments:
            found.extend(_of_bad_call(evidence, use, moments[0]))
    found += _unexplained(evidence)
    found += _duplicates(evidence)
    return found


# -- what the agent noticed ------------------------------------------------------------------------------------------------


def _from_captured(evidence: Evidence, noticed: list[Noticed]) -> Iterator[Candidate]:
    for item in noticed:
        result = item.result
        if result.status != "fail":
            continue
        pos = result.pos if result.pos is not None else 0.0
        if item.event is None:
            continue
        if isinstance(item.event, str):
            yield Candidate(pos, 4, "not_heard_in_full", result.reason)
        elif item.event.line is not None:
            missed = item.event.line.has_content
            yield Candidate(
                pos, 0, "correction_missed" if missed else "noise_taken_as_interruption", result.reason
            )
        elif item.event.fault is not None:
            fault = item.event.fault
            if fault.kind == "acknowledged_but_lost":
                looked = any(look_after(evidence, use) is not None for use in item.event.hit)
                if looked:
                    yield Candidate(pos, 1, "tool_result_unchecked", result.reason)
            elif fault.visible:
                yield Candidate(pos, 1, "tool_result_unchecked", result.reason)
            # A late call sent again or given up shows in what it leaves behind.


def _lost(evidence: Evidence) -> Iterator[Candidate]:
    """Acknowledged, nothing committed, never looked at again."""
    if not evidence.complete or evidence.snapshots_alone:
        return
    for use in evidence.write_calls():
        acknowledged = use.told_ok or any(kind == "acknowledged_but_lost" for _, kind in use.faults)
        if not acknowledged or use.commits or use.deduplicated or not use.atoms:
            continue
        if all(evidence.ledger.is_live(atom, use.finished) for atom in use.atoms):
            continue
        if look_after(evidence, use) is None:
            yield Candidate(
                use.finished, 1, "write_lost", f"{use.name} was acknowledged, and nothing was written"
            )


# -- calls that carried what was not wanted ----------------------------------------------------------------------------------


def _of_bad_call(evidence: Evidence, use: ToolUse, moment: float) -> Iterator[Candidate]:
    intent = evidence.intent
    misheard = _misheard(evidence, use)
    if misheard is not None:
        pos, value = misheard
        yield Candidate(
            pos, -1, "misheard_value", f"{use.name} carried {value}, which was heard and not said"
        )
        return
    carried = ", ".join(sorted(describe_atom(atom) for atom in use.atoms)) or use.name
    if use.sent < intent.requested:
        yield Candidate(
            use.sent, 2, "unrequested_change", f"{use.name} was sent before the caller had asked for anything"
        )
        return
    earlier = _earlier_step(evidence, use, moment)
    if earlier is None:
        name: CauseName = "wrong_record" if _other_record(evidence, use) else "unrequested_change"
        yield Candidate(use.sent, 2, name, f"{use.name} carried {carried}, which was never wanted")
        return
    act = intent.outdated_by(use.atoms, earlier)
    if act is not None and use.sent < act.began:
        yield Candidate(
            moment,
            2,
            "inflight_call_not_cancelled",
            f"{use.name} ({carried}) was under way when the caller took it back",
        )
        return
    answered = act is not None and use.built > act.ended and use.built != NEVER
    if act is not None and answered and _never_updated(evidence, act.began, use.built):
        yield Candidate(
            use.built,
            2,
            "state_not_updated",
            f"{use.name} was built from a state that still held the old value",
        )
        return
    yield Candidate(
        use.sent, 2, "stale_tool_args", f"{use.name} was sent with {carried} after the caller had changed it"
    )


def _never_updated(evidence: Evidence, since: float, until: float) -> bool:
    """Whether what the agent reports held what was not wanted any more, all the way. (A state that was right and then went back, for a
    noise, had been updated.)"""
    state = evidence.agent_state
    if state.report_at(until) is None:
        return False
    moments = [until, *(at + 1 for at, _ in evidence.timeline.states if since < at < until)]
    wrong = [disagreement(evidence, state.at(moment), until) for moment in moments]
    return all(field is not None and not field.is_empty for field in wrong)


def _earlier_step(evidence: Evidence, use: ToolUse, moment: float) -> Step | None:
    """The last step before a moment that a call belongs to: that wants all it carries, or, of a mixture of versions, some of it."""
    intent = evidence.intent
    steps = [step for step in intent.steps if step.pos < moment]
    for step in reversed(steps):
        if use.atoms and all(atom in step.wanted for atom in use.atoms):
            return step
    values = {
        (name, canonical(value))
        for step in steps
        for arguments in step.goals.values()
        for name, value in (arguments or {}).items()
    }
    carried = use.arguments.items() if not isinstance(use.arguments, str) else ()
    known = {name for name, _ in values}
    if carried and all((name, canonical(value)) in values for name, value in carried if name in known):
        touched = [step for step in reversed(steps) if any(_touches(step.wanted, atom) for atom in use.atoms)]
        return touched[0] if touched else None
    return None


def _touches(wanted: Mapping[Atom, int], atom: Atom) -> bool:
    return any(other[:2] == atom[:2] and (atom[0] != "set" or other[3] == atom[3]) for other in wanted)


def _other_record(evidence: Evidence, use: ToolUse) -> bool:
    """Whether a call is about another record than any that was wanted: the row it changes, or one that a new row names."""
    wanted = {place for step in evidence.intent.steps for place in records_of(step.wanted)}
    mine = records_of(use.atoms)
    if mine:
        return bool(mine - wanted)
    keys = {table.key for table in evidence.meanings.world.tables.values()}
    names = {
        canonical(value)
        for step in evidence.intent.steps
        for effect in step.effects
        for column, value in effect.values
        if column in keys
    }
    effect = use.effect
    return effect is not None and any(
        column in keys and canonical(value) not in names for column, value in effect.values
    )


def _misheard(evidence: Evidence, use: ToolUse) -> tuple[int, Json] | None:
    """A value of a call that the recogniser made of something else: the place of the utterance, and the value."""
    wanted = {
        canonical(value)
        for step in evidence.intent.steps
        for arguments in step.goals.values()
        for value in (arguments or {}).values()
    }
    values = list(use.arguments.values()) if not isinstance(use.arguments, str) else []
    for value in values:
        if canonical(value) in wanted or isinstance(value, dict | list):
            continue
        for speech in evidence.timeline.caller:
            said, heard = speech.utterance.said, speech.utterance.heard
            if said is None or heard is None or said == heard or speech.end > use.sent:
                continue
            if evidence.words.names(heard, value) and not evidence.words.names(said, value):
                return speech.end, value
    return None


def _unexplained(evidence: Evidence) -> Iterator[Candidate]:
    for commit in evidence.timeline.commits:
        if commit.changes and not commit.read and not explained(commit):
            yield Candidate(
                commit.pos,
                2,
                "unrequested_change",
                f"{commit.event.table} {commit.event.key} was written without a call",
            )


# -- twice -------------------------------------------------------------------------------------------------------------------


def _duplicates(evidence: Evidence) -> Iterator[Candidate]:
    for use in evidence.write_calls():
        landed = [commit for commit in use.commits if commit.changes]
        if len(landed) > 1 and _repeats_itself(landed):
            keyed = use.tool is not None and use.tool.keyed
            if keyed and not use.key:
                yield Candidate(
                    landed[1].pos,
                    3,
                    "missing_idempotency_key",
                    f"{use.name} arrived twice and carried no key",
                )
            else:
                yield Candidate(landed[1].pos, 3, "duplicate_write", f"{use.name} was carried out twice")
    yield from _unsafe_retries(evidence)
    for again, _ in repeated(evidence):
        yield Candidate(again.sent, 3, "duplicate_write", f"{again.name} was sent again after it had worked")
    for again in _sent_while_under_way(evidence):
        yield Candidate(
            again.sent, 3, "duplicate_write", f"{again.name} was sent again while it was under way"
        )
    for commit in evidence.timeline.commits:
        if not commit.chained and explained(commit):
            yield Candidate(
                commit.pos, 3, "duplicate_write", f"{commit.event.table} {commit.event.key} was written twice"
            )


def _sent_while_under_way(evidence: Evidence) -> Iterator[ToolUse]:
    """Calls that did what another, sent before them and not answered yet, did too, and more often than it is wanted."""
    calls = evidence.write_calls()
    for n, again in enumerate(calls):
        if again.commits and any(
            first.atoms == again.atoms
            and first.commits
            and first.finished > again.sent
            and _one_too_many(evidence, first)
            for first in calls[:n]
        ):
            yield again


def _repeats_itself(landed: list[Commit]) -> bool:
    """Whether two commits of one call did the same; a call may well change several rows, or one row in several steps."""
    first = landed[0]
    places = {atom[:4] for atom in first.changes}
    return any(
        set(commit.changes) & set(first.changes)
        or (commit.event.key == first.event.key and any(atom[:4] in places for atom in commit.changes))
        for commit in landed[1:]
    )


def _unsafe_retries(evidence: Evidence) -> Iterator[Candidate]:
    """An earlier call ended in an error or in silence and had worked; another was sent without a look, and now there is one too many."""
    calls = evidence.write_calls()
    for n, again in enumerate(calls):
        for first in calls[:n]:
            if first.name != again.name or not first.commits or first.told_ok:
                continue
            if first.finished >= again.sent:
                continue
            if again.key and again.key == first.key:
                continue
            if any(
                first.finished < other.sent and other.finished < again.sent
                and evidence.knowledge.reads_record(other, first.atoms)
                for other in evidence.timeline.uses
            ):  # fmt: skip
                continue
            if again.commits and _one_too_many(evidence, first):
                yield Candidate(
                    again.sent,
                    3,
                    "unsafe_retry",
                    f"{again.name} was sent again without a look, and had worked before",
                )
                break


def _one_too_many(evidence: Evidence, first: ToolUse) -> bool:
    """Whether what a call left is more than is wanted in the end."""
    end = len(evidence.timeline.events)
    return any(
        evidence.ledger.is_live(atom, end) > evidence.intent.final.wanted.get(atom, 0)
        and not evidence.ledger.changes_nothing(atom)
        for atom in first.atoms
    )


# -- what is missing -----------------------------------------------------------------------------------------------------------


def _left_over(evidence: Evidence, account: Account, axes: Mapping[Axis, AxisResult]) -> Candidate | None:
    end = len(evidence.timeline.events) - 1
    if axes["backend_correct"].status == "fail":
        return _omission(evidence, axes["backend_correct"].reason)
    state = axes["active_state_correct"]
    if state.status == "fail":
        return Candidate(state.pos if state.pos is not None else end, 4, "state_not_updated", state.reason)
    confirm = axes["confirmation_matches_backend"]
    if confirm.status == "fail":
        bad = untrue(account)
        pos = confirm.pos if confirm.pos is not None else end
        if bad and all(judged.untruth == "premature" for judged in bad):
            return Candidate(pos, 4, "premature_confirmation", confirm.reason)
        return Candidate(pos, 4, "false_confirmation", confirm.reason)
    if confirm.status == "not_measured" and not account.given:
        return Candidate(end, 4, "no_confirmation", confirm.reason)
    if any(axes[name].status == "fail" for name in ("tool_args_correct", "stale_write_prevented")):
        failed = axes["tool_args_correct"]
        if failed.status != "fail":
            failed = axes["stale_write_prevented"]
        return Candidate(failed.pos or end, 4, "unrequested_change", failed.reason)
    return None


def _omission(evidence: Evidence, reason: str) -> Candidate:
    """The backend is not as wanted, and no call is to blame: something was not done, or not undone."""
    timeline, intent, ledger = evidence.timeline, evidence.intent, evidence.ledger
    end = len(timeline.events) - 1
    for act in intent.content:
        if not act.complete:
            continue
        step = intent.at(act.ended)
        for use in timeline.uses:
            if not use.writes or not use.atoms - step.wanted.keys() or use.made > act.began:
                continue
            if use.sent < act.began < use.finished and not (use.in_time and use.cancelled < NEVER):
                return Candidate(
                    act.began,
                    4,
                    "inflight_call_not_cancelled",
                    f"{use.name} was under way, and what replaces it was never done",
                )
            open_build = use.built < act.began and (use.sent > act.began)
            failed = use.finished < act.began and not use.told_ok and use.sent < act.began
            if open_build or failed:
                return Candidate(
                    act.began,
                    4,
                    "stale_tool_args",
                    f"{use.name} held old values, and what replaces it was never done",
                )
    logged, net = ledger.as_logged, ledger.net
    if evidence.complete or timeline.commits:
        if logged - net:
            return Candidate(end, 4, "write_lost", f"what was written is not there: {reason}")
        if net - logged:
            return Candidate(end, 4, "unrequested_change", f"more has changed than was written: {reason}")
    for use in evidence.write_calls():
        if use.told_ok and not use.commits and not use.deduplicated and look_after(evidence, use) is None:
            return Candidate(
                use.finished, 4, "write_lost", f"{use.name} was acknowledged, and nothing was written"
            )
    return Candidate(end, 4, "write_missing", f"what was wanted was never done: {reason}")
