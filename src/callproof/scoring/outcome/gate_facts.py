"""What the gate wants to know of one record beyond the axes: whether retries were safe, and whether what was done was looked at."""

from __future__ import annotations

from callproof.scoring.outcome.account import Account
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.timeline import NEVER, ToolUse
from callproof.scoring.outcome.verdicts import GateFact

RETRIES = "retries_idempotent"
VERIFIED = "critical_actions_verified"
CONFIRMED = "confirmation_equals_backend"
STALE = "no_stale_write"


def gate_facts(evidence: Evidence, account: Account) -> tuple[tuple[str, ...], tuple[GateFact, ...]]:
    """The rules that a record had anything for, and where it broke them."""
    measured: list[str] = []
    broken: list[GateFact] = []
    for again, first in retries(evidence):
        measured.append(RETRIES)
        same_key = again.key is not None and again.key == first.key
        if not same_key and not _looked_between(evidence, first, again):
            broken.append(
                GateFact(
                    RETRIES,
                    f"{again.name} was sent again with neither the same key nor a look at the record",
                    _seqs(evidence, first.sent, again.sent),
                )
            )
    for use in critical(evidence):
        measured.append(VERIFIED)
        if not verified(evidence, account, use):
            broken.append(
                GateFact(
                    VERIFIED,
                    f"nobody looked whether {use.name} had worked before it was told",
                    _seqs(evidence, use.sent),
                )
            )
    return tuple(dict.fromkeys(measured)), tuple(broken)


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


def critical(evidence: Evidence) -> list[ToolUse]:
    """The calls with consequences whose effect still stands at the end, and which the agent has a tool to look at with."""
    end = len(evidence.timeline.events)
    readable = _readable(evidence)
    return [
        use
        for use in evidence.write_calls()
        if use.tool is not None
        and use.tool.has_consequences
        and any(commit.changes for commit in use.commits)
        and any(
            atom[1] in readable
            and evidence.ledger.is_live(atom, end)
            and not evidence.ledger.changes_nothing(atom)
            for atom in use.atoms
        )
    ]


def _readable(evidence: Evidence) -> set[str]:
    """The tables that the agent's tools can look at."""
    shown = evidence.scenario.agent.tools
    tools = evidence.scenario.world.tools.items()
    return {
        tool.read.table for name, tool in tools if tool.read is not None and (shown is None or name in shown)
    }


def verified(evidence: Evidence, account: Account, use: ToolUse) -> bool:
    """Whether a read after the answer, and before the first claim of it, shows what the call did."""
    if use.finished == NEVER:
        return False
    claims = [
        judged.statement.pos
        for judged in account.judged
        if judged.kind == "done" and any(effect.atoms & use.atoms for effect in judged.effects)
    ]
    # A retry may have been what was looked at: the first commit decides what there was to see.
    landed = min([commit.pos for commit in use.commits])
    told = min((pos for pos in claims if pos > landed), default=NEVER)
    reads = [
        read
        for read in evidence.timeline.uses
        if read.reads and read.returned and landed < read.sent and read.finished < told
    ]
    if not reads:
        return False
    readable = _readable(evidence)
    changing = [
        atom for atom in use.atoms if atom[1] in readable and not evidence.ledger.changes_nothing(atom)
    ]
    return any(all(evidence.knowledge.shows(read, atom) for atom in changing) for read in reads)


def _seqs(evidence: Evidence, *positions: int) -> tuple[int, ...]:
    return tuple(seq for pos in positions if (seq := evidence.timeline.seq(pos)) is not None)
