"""Everything that the axes look at, worked out once for a record."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from callproof.evidence.derived import Derivation
from callproof.evidence.record import Record
from callproof.scenario.model import Scenario
from callproof.scoring.outcome.agent_state import AgentState, Subject
from callproof.scoring.outcome.effects import Atom, Effect, Meanings
from callproof.scoring.outcome.intent import Intent
from callproof.scoring.outcome.knowledge import Knowledge
from callproof.scoring.outcome.ledger import Ledger, explained
from callproof.scoring.outcome.statements import Statement, statements_of
from callproof.scoring.outcome.timeline import NEVER, Commit, Timeline, ToolUse
from callproof.scoring.outcome.verdicts import AxisResult, AxisStatus
from callproof.scoring.outcome.wording import Words


class Evidence:
    """`statements` are made when they are first asked for: reading words costs more than all the rest."""

    def __init__(
        self, record: Record, scenario: Scenario, meanings: Meanings, derived: Iterable[Derivation] = ()
    ) -> None:
        self.scenario = scenario
        self.meanings = meanings
        self.timeline = Timeline(record, meanings, derived)
        self.intent = Intent(scenario, meanings, self.timeline)
        self.ledger = Ledger(self.timeline, meanings)
        self.words = Words.of(scenario.persona.language, scenario.today)
        self.knowledge = Knowledge(self.timeline, self.ledger, meanings)
        self._statements: list[Statement] | None = None
        # By call, the positions at which it carried what was not wanted; filled when they are first asked for.
        self.bad_moments: dict[ToolUse, list[float]] = {}
        # What of the writes nobody knows, as a verdict; empty until it is first asked for.
        self.gaps: list[AxisResult | None] = []
        self._write_calls = sorted(
            [use for use in self.timeline.uses if use.writes and use.ran], key=lambda use: use.sent
        )

    @property
    def statements(self) -> list[Statement]:
        if self._statements is None:
            self._statements = statements_of(self.timeline, self.words)
        return self._statements

    @cached_property
    def agent_state(self) -> AgentState:
        subjects = []
        for name, goal in self.scenario.goals.items():
            wanted = [goal.arguments, *(step.goals.get(name) or {} for step in self.intent.steps)]
            called = [
                use.sent
                for use in self.timeline.uses
                if use.name == goal.tool and use.sent > self.intent.requested
            ]
            parameters = frozenset(parameter for arguments in wanted for parameter in arguments)
            subjects.append(Subject(goal.tool, parameters, min(called, default=NEVER)))
        return AgentState(self.timeline.states, subjects)

    @property
    def complete(self) -> bool:
        """Whether callproof placed the call itself, so that every write is in the log."""
        return self.timeline.record.header.format == "callproof"

    @property
    def sees_all(self) -> bool:
        """Whether the backend was callproof's own: it is known in full, and every write of it is that of a call."""
        return self.complete and self.timeline.record.header.own_backend is None

    @property
    def snapshots_alone(self) -> bool:
        """Whether the backend is the user's own and was read before and after the call alone: what came and went was not seen."""
        return self.timeline.record.header.own_backend == "snapshots"

    @cached_property
    def unseen_writes(self) -> bool:
        """Whether the backend changed in a way that no write of the log shows, or no call of it explains: what the agent knew of it is
        not known. A log without any writes is an imported one's, which never has them."""
        timeline = self.timeline
        if timeline.record.header.own_backend is None and not (self.complete or timeline.commits):
            return False
        read = (commit for commit in timeline.commits if commit.read)
        return not self.ledger.leads_to_snapshot() or not all(explained(commit) for commit in read)

    def may_take_back(self, use: ToolUse) -> bool:
        """Whether a call can have taken back what an earlier one had done, and nobody saw what that was."""
        if not self.snapshots_alone:
            return False
        tables = {atom[1] for atom in use.atoms}
        return any(
            atom[1] in tables
            for earlier in self._write_calls
            if earlier.sent < use.sent
            for atom in earlier.atoms
        )

    def write_calls(self) -> list[ToolUse]:
        """The write calls that ran, in the order of their sending."""
        return list(self._write_calls)

    def effect_times(self, use: ToolUse) -> list[float]:
        """The last moments at which the agent could still have stopped a call: its commits if it can be taken back, else its
        sending. Commits that fell somewhere between a moment at which they were wanted and one at which they were not are left out."""
        if use.tool is not None and not use.tool.cancellable:
            return [use.sent]
        return [
            commit.pos for commit in use.commits if commit.until == NEVER or not self.is_unclear(commit)
        ] or [use.sent]

    def is_unclear(self, commit: Commit) -> bool:
        """Whether a write that is known from a reading was wanted for a part of the time in which it can have been made."""
        use = commit.use
        if not commit.read or use is None or (use.tool is not None and not use.tool.cancellable):
            return False
        atoms = commit.changes or list(use.atoms)
        return self.is_wanted(atoms, commit.pos, use) != self.is_wanted(atoms, commit.until, use)

    def is_wanted(self, atoms: Iterable[Atom], pos: float, use: ToolUse | None) -> bool:
        """Whether effects together are one version of what is wanted at a position, or take something back.

        What changes nothing on a record that is wanted does no harm ("quantity 2" where it is 2 already).
        """
        atoms = tuple(atoms)
        for step in self.intent.current(pos):
            wanted = step.wanted
            others = [atom for atom in atoms if atom not in wanted]
            if not others:
                return True
            records = {atom[2] for atom in wanted if atom[0] == "set"}
            if all(
                self.ledger.takes_back(atom, pos, self.intent, use)
                or (atom[0] == "set" and atom[2] in records and self.ledger.changes_nothing(atom)
                    and not any(w[:4] == atom[:4] for w in wanted))
                for atom in others
            ):  # fmt: skip
                return True
        return False

    @cached_property
    def undoings(self) -> set[Atom]:
        """The effects of calls that took something back."""
        return {
            atom
            for use in self._write_calls
            for atom in use.atoms
            if any(
                self.ledger.takes_back(atom, pos, self.intent, use)
                for pos in (use.sent, *(commit.pos for commit in use.commits))
            )
        }

    def candidates(self) -> list[Effect]:
        """Every effect that anybody can have meant: what was wanted at any time, and what was called."""
        found: dict[frozenset[Atom], Effect] = {}
        for step in self.intent.steps:
            for effect in step.effects:
                found.setdefault(effect.atoms, effect)
        for use in self.timeline.uses:
            if use.writes and use.effect is not None and use.sent != NEVER:
                found.setdefault(use.effect.atoms, use.effect)
        return list(found.values())

    def result(
        self, status: AxisStatus, reason: str, *positions: float, pos: float | None = None
    ) -> AxisResult:
        """A verdict with the events at some positions; the first is where it shows, unless `pos` says otherwise."""
        events = self.timeline.events
        last = len(events)
        seqs = [events[int(at)].seq for at in positions if 0 <= at < last]
        if pos is None and positions:
            pos = positions[0]
        return AxisResult(status, reason, tuple(dict.fromkeys(seqs) if len(seqs) > 1 else seqs), False, pos)
