"""The layer of state: what the backend holds in the end, and what the agent says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from callproof.scenario.model import EndState
from callproof.scenario.sameness import as_written, canonical
from callproof.scoring.outcome.account import Account, Judged
from callproof.scoring.outcome.effects import Atom
from callproof.scoring.outcome.evidence import Evidence
from callproof.scoring.outcome.intent import Step
from callproof.scoring.outcome.knowledge import rows_of
from callproof.scoring.outcome.timeline import NEVER
from callproof.scoring.outcome.verdicts import AxisResult

SNAPSHOTS_ALONE = (
    "the backend was read before and after the call alone, and what came and went in it was not seen"
)


def backend(evidence: Evidence, account: Account) -> AxisResult:
    ledger, timeline = evidence.ledger, evidence.timeline
    if timeline.before is None or timeline.after is None:
        return evidence.result("not_measured", "the record has no snapshots before and after the call")
    end = _after_position(evidence)
    # Whoever changes rows of the user's own backend need not be the agent of this call, and is not seen.
    own = timeline.record.header.own_backend is not None
    if not own and (evidence.complete or timeline.commits) and not ledger.leads_to_snapshot():
        broken = next((commit.pos for commit in timeline.commits if not commit.chained), end)
        return evidence.result(
            "fail", "the writes of the log do not lead from the first snapshot to the last", broken
        )
    reasons = []
    for expected, state in _end_states(evidence):
        if not _same(expected, ledger.net, loose=state is not None and bool(evidence.scenario.expect)):
            reasons.append(_difference(expected, ledger.net))
        elif state is not None and state.must_say == "stays" and not account.stays:
            reasons.append("it is as written, which is right only if the agent says that it stays")
        elif not evidence.intent.whole:
            return evidence.result("not_measured", _not_applied(evidence))
        else:
            return evidence.result("pass", "the backend changed exactly as the caller wanted", end)
    return evidence.result(
        "fail", reasons[0], *[commit.pos for commit in timeline.commits][-2:], end, pos=end
    )


def _after_position(evidence: Evidence) -> int:
    after = evidence.timeline.after
    events = evidence.timeline.events
    return next((i for i in range(len(events) - 1, -1, -1) if events[i] is after), len(events) - 1)


def _not_applied(evidence: Evidence) -> str:
    if evidence.intent.requested == NEVER:
        return "nothing was asked for in this call"
    missing = [event.name for event in evidence.intent.planned if not event.applied]
    return f"not applied: {', '.join(missing)} did not happen in this call"


def _end_states(evidence: Evidence) -> list[tuple[Counter[Atom], EndState | None]]:
    """The right ends. Without a list of the scenario's own: what is wanted in the end; and, where that was taken back after a write
    that nothing can undo, as written, if the agent says so."""
    if evidence.scenario.expect:
        return [(changes_of_state(evidence, state), state) for state in evidence.scenario.expect]
    found: list[tuple[Counter[Atom], EndState | None]] = [
        (evidence.ledger.expected(evidence.intent.final.wanted), None)
    ]
    written = _written_for_good(evidence)
    if written is not None:
        found.append((evidence.ledger.expected(written), EndState(must_say="stays")))
    return found


def _written_for_good(evidence: Evidence) -> Mapping[Atom, int] | None:
    """What was wanted before the last negation, if it had been written by then and no tool can take it back."""
    intent = evidence.intent
    last: Step | None = None
    for before, step in zip(intent.steps, intent.steps[1:], strict=False):
        if step.act is not None and step.act.event.negates:
            last = before
    if last is None or intent.final.act is None or not intent.final.act.event.negates:
        return None
    atoms = {atom: count for atom, count in last.wanted.items() if atom not in intent.final.wanted}
    for atom in atoms:
        use = next((u for u in evidence.write_calls() if atom in u.atoms and u.commits), None)
        if use is None or evidence.meanings.reversible(use.name):
            return None
        if any(not intent.count(atom, pos) for pos in evidence.effect_times(use)):
            return None
    return last.wanted if atoms else None


def changes_of_state(evidence: Evidence, state: EndState) -> Counter[Atom]:
    wanted: dict[Atom, int] = {}
    for change in state.changes:
        record = canonical(change.record)
        if change.kind == "delete":
            wanted[("delete", change.table, record)] = 1
        elif change.kind == "insert":
            items = frozenset((column, canonical(value)) for column, value in change.values.items())
            atom: Atom = ("insert", change.table, items)
            wanted[atom] = wanted.get(atom, 0) + 1
        else:
            for column, value in change.values.items():
                wanted[("set", change.table, record, column, canonical(value))] = 1
    return evidence.ledger.expected(wanted)


def _same(expected: Counter[Atom], actual: Counter[Atom], *, loose: bool) -> bool:
    """`loose`: of a new row only the columns named are compared."""
    if dict.__eq__(expected, actual) or expected == actual:
        return True
    if not loose:
        return False
    left = Counter(actual)
    for atom, count in expected.items():
        for _ in range(count):
            hit = next((other for other in left if _covers(other, atom)), None)
            if hit is None:
                return False
            left[hit] -= 1
            if not left[hit]:
                del left[hit]
    return not left


def _covers(actual: Atom, named: Atom) -> bool:
    if actual[:2] != named[:2] or named[0] != "insert":
        return actual == named
    there, wanted = actual[2], named[2]
    return isinstance(there, frozenset) and isinstance(wanted, frozenset) and wanted <= there


def _difference(expected: Counter[Atom], actual: Counter[Atom]) -> str:
    missing, extra = expected - actual, actual - expected
    parts = []
    if missing:
        parts.append(f"missing: {describe(missing)}")
    if extra:
        parts.append(f"not wanted: {describe(extra)}")
    return "; ".join(parts)


def describe(atoms: Mapping[Atom, int]) -> str:
    return ", ".join(
        f"{describe_atom(atom)}{f' ({count} times)' if count > 1 else ''}" for atom, count in atoms.items()
    )


def describe_atom(atom: Atom) -> str:
    if atom[0] == "set":
        return f"{atom[1]} {as_written(atom[2])} {atom[3]} = {as_written(atom[4])}"
    if atom[0] == "insert" and isinstance(atom[2], frozenset):
        items = ", ".join(f"{column} {as_written(value)}" for column, value in sorted(atom[2], key=str))
        return f"a new row in {atom[1]} ({items})"
    if atom[0] == "delete":
        return f"{atom[1]} {as_written(atom[2])} removed"
    return f"{atom[1]} {as_written(atom[2])} read"


def confirmation(evidence: Evidence, account: Account) -> AxisResult:
    if evidence.timeline.before is None or evidence.timeline.after is None:
        return evidence.result(
            "not_measured", "the record has no snapshots to hold the agent's words against"
        )
    if any(evidence.may_take_back(use) for use in evidence.write_calls()):
        # What was true in between is in no snapshot.
        return evidence.result("not_measured", SNAPSHOTS_ALONE)
    bad = untrue(account)
    if bad:
        first = bad[0]
        return evidence.result("fail", _untrue_reason(first), first.statement.speech.start)
    unclear = [judged for judged in account.judged if judged.untruth == "unclear"]
    wanted = evidence.intent.final.effects
    if not account.given:
        if wanted and all(effect.kind == "read" for effect in wanted):
            return _told_what_was_read(evidence)
        return evidence.result("not_measured", _no_account(evidence))
    said: dict[Atom, int] = {}
    for effect in account.effects:
        for atom in effect.atoms:
            said[atom] = max(1, evidence.intent.final.wanted.get(atom, 0) if atom[0] == "insert" else 1)
    expected = evidence.ledger.expected(said)
    last = account.judged[-1].statement.speech.start
    if expected != evidence.ledger.net:
        unsaid, untold = evidence.ledger.net - expected, expected - evidence.ledger.net
        parts = []
        if unsaid:
            parts.append(f"changed and not said: {describe(unsaid)}")
        if untold:
            parts.append(f"said and not so: {describe(untold)}")
        return evidence.result("fail", "; ".join(parts), last)
    if evidence.unseen_writes:
        reason = (
            "what the agent said is what the backend holds in the end, but no call shows when it could know"
        )
        return evidence.result("not_measured", reason, last)
    if unclear:
        return evidence.result(
            "not_measured",
            "whether the agent knew what it said when it said it cannot be told without times of words",
            unclear[0].statement.speech.start,
        )
    unheard = [speech for speech in evidence.timeline.agent if speech.unknown]
    if unheard:
        return evidence.result("not_measured", "nobody knows all that the agent said", unheard[0].start)
    if not evidence.intent.whole:
        return evidence.result("not_measured", _not_applied(evidence))
    return evidence.result("pass", "what the agent said is what the backend holds", last)


def _no_account(evidence: Evidence) -> str:
    acted = max((use.sent for use in evidence.write_calls()), default=evidence.intent.requested)
    if any(speech.text and speech.start > acted for speech in evidence.timeline.agent):
        return "nothing that the agent said was understood as an account of what it has done or not done"
    return "the agent never said what it has done or not done"


def untrue(account: Account) -> list[Judged]:
    return [judged for judged in account.judged if judged.untruth in ("premature", "false")]


def _untrue_reason(judged: Judged) -> str:
    text = judged.statement.told.text
    if judged.untruth == "premature":
        return f'the agent said "{text}" before any answer had told it so'
    return f'the agent said "{text}", which was not so'


def _told_what_was_read(evidence: Evidence) -> AxisResult:
    """The account of a wish to know something is what was found out."""
    for use in evidence.timeline.uses:
        if use.finished == NEVER or not use.told_ok or not use.atoms & evidence.intent.final.wanted.keys():
            continue
        values = [value for row in rows_of(use.result) for value in row.values()]
        asked = {atom[2] for atom in use.atoms}
        for speech in evidence.timeline.agent:
            if speech.start > use.finished and speech.text and any(
                canonical(value) not in asked and evidence.words.affirms(speech.text, value)
                for value in values
            ):  # fmt: skip
                return evidence.result("pass", "the agent told what it had looked up", speech.start)
    return evidence.result("not_measured", "the agent never told what it had looked up")
