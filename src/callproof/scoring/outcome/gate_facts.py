"""What the gate wants to know of one record beyond the axes: whether retries were safe, and whether what was done was looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from callproof.scoring.outcome.account import Account
from callproof.scoring.outcome.effects import Atom
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.execution_axes import lacks_writes
from callproof.scoring.outcome.ledger import is_accounted_for
from callproof.scoring.outcome.statements import Statement, unread_of
from callproof.scoring.outcome.timeline import NEVER, ToolUse
from callproof.scoring.outcome.verdicts import GateFact

RETRIES = "retries_idempotent"
VERIFIED = "critical_actions_verified"
CONFIRMED = "confirmation_equals_backend"
STALE = "no_stale_write"


@dataclass(frozen=True, slots=True)
class GateFacts:
    """The rules that a record had anything for, where it broke them, and those of which it cannot tell."""

    measured: tuple[str, ...] = ()
    breaches: tuple[GateFact, ...] = ()
    unknown: tuple[str, ...] = ()


def gate_facts(evidence: Evidence, account: Account) -> GateFacts:
    measured: list[str] = []
    broken: list[GateFact] = []
    unknown: list[str] = []
    for again, first in retries(evidence):
        measured.append(RETRIES)
        # An empty key is none: the tool does the work of each call that carries it.
        same_key = bool(again.key) and again.key == first.key
        if not same_key and not _looked_between(evidence, first, again):
            broken.append(
                GateFact(
                    RETRIES,
                    f"{again.name} was sent again with neither the same key nor a look at the record",
                    _seqs(evidence, first.sent, again.sent),
                )
            )
    if _may_be_retried(evidence):
        unknown.append(RETRIES)
    for use, atoms in critical(evidence):
        measured.append(VERIFIED)
        if not is_accounted_for(use):
            unknown.append(VERIFIED)
            continue
        told = _told(account, use)
        if not _looked_at(evidence, use, atoms, told):
            broken.append(
                GateFact(
                    VERIFIED,
                    f"nobody looked whether {use.name} had worked before it was told",
                    _seqs(evidence, use.sent),
                )
            )
        elif (unheard := _unheard(evidence, use)) < told and not _looked_at(evidence, use, atoms, unheard):
            unknown.append(VERIFIED)
    # What was done, and so whether it was looked at, is in the writes and in who made them.
    if lacks_writes(evidence) or any(
        commit.changes and (commit.use is None or not is_accounted_for(commit.use))
        for commit in evidence.timeline.commits
    ):
        unknown.append(VERIFIED)
    # A write of a call that the log does not show, or not which tool it was of, may have been that of a retry.
    if evidence.sees_all and any(
        commit.event.call is not None and (commit.use is None or not commit.use.writes)
        for commit in evidence.timeline.commits
    ):
        unknown.append(RETRIES)
    return GateFacts(tuple(dict.fromkeys(measured)), tuple(broken), tuple(dict.fromkeys(unknown)))


def retries(evidence: Evidence) -> list[tuple[ToolUse, ToolUse]]:
    """Write calls sent after one of the same tool had failed, or had got no usable answer, with that one. One that has no answer at
    all is retried by what does the same, or what is wanted in its place; others may go beside it."""
    found = []
    calls = evidence.write_calls()
    for n, again in enumerate(calls):
        first = next(
            (
                other
                for other in reversed(calls[:n])
                if other.name == again.name
                and not other.told_ok
                and (other.finished < again.sent or _replaces(evidence, again, other))
            ),
            None,
        )
        if first is not None:
            found.append((again, first))
    return found


def _may_be_retried(evidence: Evidence) -> bool:
    """Whether a call was sent after one of the same tool of which nobody knows how it was answered."""
    calls = evidence.write_calls()
    return any(
        other.name == again.name
        and other.finished == NEVER
        and evidence.knowledge.is_lost(other, again.sent)
        and not _replaces(evidence, again, other)
        for n, again in enumerate(calls)
        for other in calls[:n]
    )


def _replaces(evidence: Evidence, again: ToolUse, first: ToolUse) -> bool:
    if first.finished != NEVER:
        return False
    return first.atoms == again.atoms or not evidence.is_wanted(first.atoms, again.sent, first)


def _looked_between(evidence: Evidence, first: ToolUse, again: ToolUse) -> bool:
    return any(
        first.finished < use.sent
        and use.finished < again.sent
        and evidence.knowledge.reads_record(use, first.atoms)
        for use in evidence.timeline.uses
    )


def critical(evidence: Evidence) -> list[tuple[ToolUse, list[Atom]]]:
    """The calls with consequences, each with what of its effect still stands at the end and the agent has a tool to look at with;
    those of which there is nothing such are left out."""
    readable = _readable(evidence)
    end = len(evidence.timeline.events)
    found = []
    for use in evidence.write_calls():
        changes = {atom for commit in use.commits for atom in commit.changes}
        if use.tool is None or not use.tool.has_consequences or not changes:
            continue
        atoms = [
            atom
            # Where arguments do not tell what came of them, that something did is known all the same.
            for atom in (use.atoms if is_accounted_for(use) else changes)
            if atom[1] in readable
            and evidence.ledger.is_live(atom, end)
            and not evidence.ledger.changes_nothing(atom)
        ]
        if atoms:
            found.append((use, atoms))
    return found


def _readable(evidence: Evidence) -> set[str]:
    """The tables that the agent's tools can look at."""
    shown = evidence.scenario.agent.tools
    tools = evidence.scenario.world.tools.items()
    return {
        tool.read.table for name, tool in tools if tool.read is not None and (shown is None or name in shown)
    }


def _told(account: Account, use: ToolUse) -> float:
    """When the agent first claimed what a call did, once there was anything to see of it."""
    claims = [
        judged.statement.pos
        for judged in account.judged
        if judged.kind == "done" and any(effect.atoms & use.atoms for effect in judged.effects)
    ]
    landed = _landed(use)
    return min((pos for pos in claims if pos > landed), default=NEVER)


def _unheard(evidence: Evidence, use: ToolUse) -> float:
    """When the agent can first have said, after a call had worked, that it had: where nobody knows what it said, or when, or what it
    knew by then."""
    landed = _landed(use)
    found: list[float] = [
        speech.start for speech in evidence.timeline.agent if speech.unknown and speech.end > landed
    ]
    lost = evidence.knowledge.is_lost(use, NEVER)
    unread: list[Statement] = []
    if lost or any(speech.unplaced for speech in evidence.timeline.agent):
        unread = unread_of(evidence.timeline, evidence.words)
    made = [*evidence.statements, *unread]
    found += [statement.pos for statement in made if statement.pos <= landed < statement.until]
    found += [s.pos for s in unread if s.pos > landed and (lost or s.speech.unplaced)]
    return min(found, default=NEVER)


def _landed(use: ToolUse) -> float:
    # A retry may have been what was looked at: the first commit decides what there was to see.
    return min(commit.pos for commit in use.commits)


def _looked_at(evidence: Evidence, use: ToolUse, atoms: Sequence[Atom], until: float) -> bool:
    """Whether a read after a call had worked, and over before a position, shows what it did."""
    if use.finished == NEVER:
        return False
    landed = _landed(use)
    return any(
        read.reads
        and read.returned
        and landed < read.sent
        and read.finished < until
        and all(evidence.knowledge.shows(read, atom) for atom in atoms)
        for read in evidence.timeline.uses
    )


def _seqs(evidence: Evidence, *positions: int) -> tuple[int, ...]:
    return tuple(seq for pos in positions if (seq := evidence.timeline.seq(pos)) is not None)
