"""The layer of execution: what the tools were sent, and what reached the backend."""

from __future__ import annotations

from callproof.scoring.outcome.effects import Atom, is_told
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.ledger import explained, is_accounted_for
from callproof.scoring.outcome.state_axes import SNAPSHOTS_ALONE, describe_atom
from callproof.scoring.outcome.timeline import NEVER, Commit, ToolUse
from callproof.scoring.outcome.verdicts import AxisResult

_LACKS_WRITES = "the backend shows changes that the log has no writes for"


def goal_calls(evidence: Evidence) -> list[ToolUse]:
    """The calls that count: all writes that ran, and reads where the goal itself is to read."""
    read_tools = {
        goal.tool
        for goal in evidence.scenario.goals.values()
        if (tool := evidence.meanings.tool(goal.tool)) is not None and tool.read is not None
    }
    calls = evidence.write_calls()
    if read_tools:
        calls += [u for u in evidence.timeline.uses if u.name in read_tools and u.ran]
        calls.sort(key=lambda use: use.sent)
    return calls


def bad_moments(evidence: Evidence, use: ToolUse) -> list[float]:
    """The positions at which a call carried what was not wanted: at its sending, or when it took effect."""
    known = evidence.bad_moments.get(use)
    if known is None:
        known = evidence.bad_moments[use] = _bad_moments(evidence, use)
    return known


def _bad_moments(evidence: Evidence, use: ToolUse) -> list[float]:
    # Arguments that nobody can read, or that say nothing of what is to be done, are nothing that anybody wanted.
    if not is_told(use.effect):
        return [use.sent]
    moments: list[float] = [use.sent, *[pos for pos in evidence.effect_times(use) if pos != use.sent]]
    return [pos for pos in moments if not evidence.is_wanted(use.atoms, pos, use)]


def tool_args(evidence: Evidence) -> AxisResult:
    calls = goal_calls(evidence)
    for use in calls:
        bad = bad_moments(evidence, use)
        if bad and not evidence.may_take_back(use):
            when = "when it was sent" if bad[0] == use.sent else "when it took effect"
            return evidence.result(
                "fail",
                f"{use.name} carried {_carried(use)}, which was not wanted {when}",
                use.sent,
                bad[0],
                pos=bad[0],
            )
    if not evidence.intent.all_applied:
        return evidence.result("not_measured", "what should have happened did not happen in this call")
    if (unknown := _unknown(evidence)) is not None:
        return unknown
    if any(evidence.may_take_back(use) and bad_moments(evidence, use) for use in calls):
        return evidence.result("not_measured", SNAPSHOTS_ALONE)
    if calls:
        return evidence.result(
            "pass", "every call that ran carried what was wanted", *(use.sent for use in calls)
        )
    if evidence.intent.requested == NEVER:
        return evidence.result("not_measured", "no call was sent, and nothing was asked for")
    if evidence.intent.final.wanted:
        if _may_be_left(evidence):
            return evidence.result("pass", "no call ran, and what was wanted could be left undone")
        return evidence.result("not_measured", "no call was sent, although something was wanted")
    return evidence.result("pass", "nothing was wanted, and no call ran")


def _may_be_left(evidence: Evidence) -> bool:
    """Whether the scenario takes it for right that nothing is done: no agent can get around its faults."""
    return any(not end.changes for end in evidence.scenario.expect)


def _carried(use: ToolUse) -> str:
    return ", ".join(sorted(describe_atom(atom) for atom in use.atoms)) or str(use.arguments)


def stale_write(evidence: Evidence) -> AxisResult:
    timeline = evidence.timeline
    if not evidence.complete and not timeline.commits and timeline.before is None:
        return evidence.result("not_measured", "the record shows no writes")
    for commit in timeline.commits:
        if commit.read and (not explained(commit) or evidence.is_unclear(commit)):
            continue
        if commit.use is not None and evidence.may_take_back(commit.use):
            continue
        reason = wrong_commit(evidence, commit)
        if reason is not None:
            behind = [commit.use.sent] if commit.use is not None and commit.use.sent != NEVER else []
            return evidence.result("fail", reason, commit.pos, *behind)
    for again, first in repeated(evidence):
        return evidence.result(
            "fail",
            f"{again.name} was sent again although the agent knew that it had worked",
            again.sent,
            first.sent,
        )
    if not evidence.complete and not timeline.commits:
        return evidence.result("not_measured", "the record shows no writes")
    if (unknown := _unknown(evidence)) is not None:
        return unknown
    if evidence.snapshots_alone:
        return evidence.result("not_measured", SNAPSHOTS_ALONE)
    for again, first in repeated(evidence, unsure=True):
        reason = f"{again.name} was sent again, and what the agent had been told by then is not known"
        return evidence.result("not_measured", reason, again.sent, first.sent)
    if not evidence.intent.all_applied:
        return evidence.result("not_measured", "what should have happened did not happen in this call")
    sent = [use for use in timeline.uses if use.writes and use.sent != NEVER]
    wanted = evidence.intent.final.writes_wanted and not _may_be_left(evidence)
    if not sent and (evidence.intent.requested == NEVER or wanted):
        return evidence.result("not_measured", "no write was sent, although something was wanted")
    return evidence.result(
        "pass", "nothing unwanted reached the backend, and nothing twice", *(c.pos for c in timeline.commits)
    )


def _unknown(evidence: Evidence) -> AxisResult | None:
    """What of the writes nobody knows; None where all is known."""
    if not evidence.gaps:
        evidence.gaps.append(_gap(evidence))
    return evidence.gaps[0]


def _gap(evidence: Evidence) -> AxisResult | None:
    if lacks_writes(evidence):
        return evidence.result("not_measured", _LACKS_WRITES)
    for commit in evidence.timeline.commits:
        row = f"{commit.event.table} {commit.event.key}"
        if (commit.read and not explained(commit)) or (commit.use is None and commit.changes):
            return evidence.result(
                "not_measured", f"no tool call of the log explains that {row} changed", commit.until
            )
        if commit.use is not None and not is_accounted_for(commit.use):
            reason = f"the arguments of {commit.use.name} do not tell why {row} was written"
            return evidence.result("not_measured", reason, commit.pos)
        if evidence.is_unclear(commit):
            reason = f"{row} was written some time between two readings of the backend, and was wanted for a part of it"
            return evidence.result("not_measured", reason, commit.until)
    for use in evidence.write_calls():
        if not use.commits and _should_have_written(evidence, use):
            reason = f"{use.name} was answered as if it had worked, and the log has no write of it"
            return evidence.result("not_measured", reason, use.finished, use.sent)
    return None


def _should_have_written(evidence: Evidence, use: ToolUse) -> bool:
    """Whether a call was answered whose work was not done already: by tools of callproof's own any, else one that did what was not
    wanted, or took something back."""
    logged = evidence.complete or bool(evidence.timeline.commits)
    if not logged or evidence.snapshots_alone or not use.returned or use.deduplicated or use.faults:
        return False
    answered = use.told_ok or evidence.knowledge.is_lost(use, NEVER)
    if not answered or not (evidence.sees_all or bad_moments(evidence, use) or evidence.undoings & use.atoms):
        return False
    return not all(evidence.ledger.is_live(atom, use.finished) for atom in use.atoms) or not use.atoms


def lacks_writes(evidence: Evidence) -> bool:
    """Whether something reached the backend of which nobody knows when."""
    timeline = evidence.timeline
    seen = timeline.before is not None and timeline.after is not None
    return seen and not evidence.ledger.leads_to_snapshot()


def wrong_commit(evidence: Evidence, commit: Commit) -> str | None:
    """Why a write should not have reached the backend; None when it was right."""
    use = commit.use
    event = commit.event
    row = f"{event.table} {event.key}"
    if not explained(commit):
        return _unexplained(commit)
    assert use is not None  # noqa: S101
    if not commit.chained:
        return f"the write to {row} does not start from what was stored"
    # A write that changed nothing reached the backend all the same: it is judged by what it carried.
    atoms = commit.changes or list(use.atoms)
    # What can no longer be stopped is judged by when it could.
    uncancellable = use.tool is not None and not use.tool.cancellable
    moment = use.sent if uncancellable else commit.pos
    if not evidence.is_wanted(atoms, moment, use) and not all(
        evidence.ledger.takes_back(atom, commit.pos, evidence.intent, use) for atom in atoms
    ):
        changes = ", ".join(describe_atom(atom) for atom in atoms)
        return f"{changes} was written when it was not wanted"
    for atom in atoms:
        if atom[0] == "insert" and _too_often(evidence, atom, commit.pos, moment):
            return f"{describe_atom(atom)} was written more often than wanted"
    return None


def _unexplained(commit: Commit) -> str:
    use = commit.use
    reason = f"no call explains the write to {commit.event.table} {commit.event.key}"
    if use is None or not use.ran or use.tool is None or use.tool.write is None:
        return reason
    other = [describe_atom(atom) for atom in commit.changes if atom not in use.atoms]
    if not other or not is_told(use.effect):
        return reason
    return f"{reason}: by what {use.name} declares to write, its arguments do not come to {', '.join(other)}"


def _too_often(evidence: Evidence, atom: Atom, pos: float, moment: float) -> bool:
    wanted = evidence.intent.count(atom, moment)
    return wanted > 0 and evidence.ledger.is_live(atom, pos + 0.5) > wanted


def repeated(evidence: Evidence, *, unsure: bool = False) -> list[tuple[ToolUse, ToolUse]]:
    """Write calls sent again after the agent knew that the same had worked, with the call that had worked. `unsure`: also those that
    may be, since what they carried, or what the agent had been told by then, is not known."""
    found = []
    calls = evidence.write_calls()
    ledger = evidence.ledger
    told = evidence.knowledge.may_be_told if unsure else evidence.knowledge.told
    for n, again in enumerate(calls):
        if again.deduplicated:
            continue
        for first in calls[:n]:
            carried = again.atoms
            if unsure and not is_told(again.effect) and again.name == first.name:
                carried = first.atoms
            if not carried or not carried <= first.atoms:
                continue
            known = all(told(atom, again.sent) for atom in carried)
            enough = all(
                ledger.is_live(atom, again.sent) >= max(1, evidence.intent.count(atom, again.sent))
                for atom in carried
            )
            if known and enough:
                found.append((again, first))
                break
    return found
