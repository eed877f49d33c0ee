"""What the backend held, at every position: the writes one after the other, what they put there, and what is left of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import NoneType

from callproof.evidence.events import Row, WriteCommitted
from callproof.scenario.sameness import canonical
from callproof.scoring.outcome.effects import Atom, Meanings, is_live
from callproof.scoring.outcome.intent import Intent
from callproof.scoring.outcome.timeline import NEVER, Commit, Timeline, ToolUse

Cell = tuple[str, Hashable, Hashable]
_PLAIN = frozenset({str, int, float, NoneType})


@dataclass(slots=True, eq=False)
class Created:
    """A row that was added in this call: from when, until when (deleted or void), by which tool."""

    atom: Atom
    table: str
    key: Hashable
    pos: float
    tool: str
    gone: float = NEVER


class Ledger:
    def __init__(self, timeline: Timeline, meanings: Meanings) -> None:
        self._timeline = timeline
        self._meanings = meanings
        self.before: Mapping[str, Mapping[str, Row]] = timeline.before.tables if timeline.before else {}
        self.after: Mapping[str, Mapping[str, Row]] = timeline.after.tables if timeline.after else {}
        self._cells: dict[Cell, list[tuple[float, str | None]]] = {}
        self._rows: dict[tuple[str, str], Row | None] = {}
        self.created: list[Created] = []
        self._deleted: dict[tuple[str, Hashable], list[tuple[float, bool, Row | None]]] = {}
        self._keys: dict[str, dict[str | None, str]] = {}
        for commit in timeline.commits:
            self._book(commit)
        if timeline.record.header.own_backend is not None:
            self._book_what_is_left()
        self._changed = self._differences()
        self.net = self._net()
        self._leads: bool | None = None

    def _book(self, commit: Commit) -> None:
        event = commit.event
        table, key = place = (event.table, event.key)
        stored = self._rows[place] if place in self._rows else self.before.get(table, {}).get(key)
        commit.chained = self._meanings.same_row(table, stored, event.before)
        commit.changes = self._meanings.changes(table, key, event.before, event.after)
        self._rows[place] = event.after
        record = canonical(key)
        declared = self._meanings.table(table)
        if event.before is None and event.after is not None:
            tool = commit.use.name if commit.use is not None else ""
            if is_live(declared, event.after):
                self.created.append(Created(commit.changes[0], table, record, commit.pos, tool))
            self._deleted.setdefault((table, record), []).append((commit.pos, True, event.after))
        elif event.after is None:
            self._deleted.setdefault((table, record), []).append((commit.pos, False, event.before))
        for created in self.created:
            if created.table == table and created.key == record and created.pos < commit.pos:
                if not is_live(declared, event.after):
                    created.gone = min(created.gone, commit.pos)
                elif created.gone == NEVER and event.after is not None and event.before is not None:
                    created.atom = self._meanings.row_atom(table, event.after)
        if event.before is not None and event.after is not None:
            for atom in commit.changes:
                column = atom[3]
                cell = self._cells.setdefault((table, record, column), [])
                if not cell:
                    cell.append((-1, canonical(event.before.get(str(column)))))
                cell.append((commit.pos, canonical(event.after.get(str(column)))))

    def _book_what_is_left(self) -> None:
        """What the last reading of the user's own backend shows and none before it did, as far as a call explains it."""
        timeline, after = self._timeline, self._timeline.after
        if timeline.before is None or after is None:
            return
        until = next(n for n in range(len(timeline.events) - 1, -1, -1) if timeline.events[n] is after)
        left = []
        for table in {**self.before, **self.after}:
            keys = {**self.before.get(table, {}), **self.after.get(table, {})}
            for key in keys:
                held = self._rows.get((table, key), self.before.get(table, {}).get(key))
                now = self.after.get(table, {}).get(key)
                if changes := self._meanings.changes(table, key, held, now):
                    left.append((table, key, held, now, changes))
        for table, key, held, now, changes in left:
            use = next(
                (
                    use
                    for use in reversed(timeline.uses)
                    if use.writes and use.ran and all(atom in use.atoms for atom in changes)
                ),
                None,
            )
            if use is None:
                continue
            event = WriteCommitted(
                ms=after.ms,
                seq=after.seq,
                quality="derived",
                table=table,
                key=key,
                before=held,
                after=now,
                call=use.id,
                not_before_ms=0,
            )
            commit = timeline.read_commit(event, use, 0, until)
            timeline.book(commit)
            self._book(commit)

    # -- what was stored -----------------------------------------------------------------------------------------------

    def stored(self, table: str, record: Hashable, column: Hashable, pos: float) -> str | None:
        """The value of one cell before the event at a position."""
        cell = self._cells.get((table, record, column))
        if cell is None:
            row = self._row(table, record)
            return canonical(row.get(str(column))) if row is not None else None
        value = cell[0][1]
        for at, held in cell:
            if at < pos:
                value = held
        return value

    def held(self, table: str, record: Hashable, column: Hashable, pos: float) -> list[str | None]:
        """All values that a cell had up to a position, the first first."""
        cell = self._cells.get((table, record, column))
        if cell is None:
            return [self.stored(table, record, column, pos)]
        return [value for at, value in cell if at < pos]

    def row(self, table: str, record: Hashable) -> Row | None:
        """A row as it was before the call."""
        return self._row(table, record)

    def last_row(self, table: str, record: Hashable) -> Row | None:
        """A row as it was before it was last deleted; of one that never was, as it was before the call."""
        gone = [row for _, there, row in self._deleted.get((table, record), ()) if not there]
        return gone[-1] if gone else self._row(table, record)

    def _row(self, table: str, record: Hashable) -> Row | None:
        rows = self.before.get(table)
        if rows is None or not isinstance(record, str):
            return None
        # Most keys are canonical as they stand; only for others ("A-117") all of them are looked through.
        if record in rows and canonical(record) == record:
            return rows[record]
        keys = self._keys.get(table)
        if keys is None:
            keys = self._keys[table] = {canonical(key): key for key in rows}
        key = keys.get(record)
        return rows[key] if key is not None else None

    def is_live(self, atom: Atom, pos: float) -> int:
        """How often an effect is in the backend at a position."""
        kind, table = atom[0], str(atom[1])
        if kind == "set":
            return int(self.stored(table, atom[2], atom[3], pos) == atom[4])
        if kind == "insert":
            return sum(created.pos < pos <= created.gone and created.atom == atom for created in self.created)
        if kind == "delete":
            state = self._row(table, atom[2]) is not None
            gone = False
            for at, there, _ in self._deleted.get((table, atom[2]), ()):
                if at < pos:
                    state, gone = there, not there
            return int(gone and not state)
        return 1

    def removes(self, atoms: Iterable[Atom]) -> bool:
        """Whether effects only take away rows that were there before the call."""
        found = self.expected(dict.fromkeys(atoms, 1))
        return bool(found) and all(atom[0] == "delete" for atom in found)

    def changes_nothing(self, atom: Atom) -> bool:
        """Whether an effect is what the backend held before the call."""
        return atom[0] == "set" and self.is_live(atom, 0) > 0

    # -- compensation --------------------------------------------------------------------------------------------------

    def takes_back(self, atom: Atom, pos: float, intent: Intent, use: ToolUse | None) -> bool:
        """Whether an effect would undo, at a position, what this call put there and nobody wants."""
        kind, table = atom[0], str(atom[1])
        if kind == "set":
            record, column, value = atom[2], atom[3], atom[4]
            if self.created and self._voids(table, record, column, value, pos, intent, use):
                return True
            held = self.held(table, record, column, pos)
            # Where the first value is back already there is nothing to take back.
            if held and held[-1] not in (value, held[0]) and value in held[:-1]:
                return not intent.least((*atom[:4], held[-1]), pos)
            # An attempt of which nobody knows whether it worked may be set back too; that changes nothing.
            return len(held) == 1 and held[0] == value and self._attempted(atom, pos, intent)
        if kind == "delete":
            return any(
                created.table == table
                and created.key == atom[2]
                and created.pos < pos <= created.gone
                and self._too_many(created, pos, intent)
                for created in self.created
            )
        if kind == "insert":
            return any(
                place[0] == table
                and self._was_deleted(atom, states, pos)
                and not intent.least(("delete", table, place[1]), pos)
                for place, states in self._deleted.items()
            )
        return False

    def _was_deleted(self, atom: Atom, states: Iterable[tuple[float, bool, Row | None]], pos: float) -> bool:
        """Whether a row that this call would add is one that was deleted in this call, and is still gone at a position."""
        earlier = [state for state in states if state[0] < pos]
        if not earlier:
            return False
        _, there, row = earlier[-1]
        return not there and row is not None and self._meanings.row_atom(str(atom[1]), row) == atom

    def _too_many(self, created: Created, pos: float, intent: Intent) -> bool:
        return self.is_live(created.atom, pos) > intent.least(created.atom, pos)

    def _voids(
        self,
        table: str,
        record: Hashable,
        column: Hashable,
        value: Hashable,
        pos: float,
        intent: Intent,
        use: ToolUse | None,
    ) -> bool:
        declared = self._meanings.table(table)
        voiding = declared is not None and canonical(declared.void.get(str(column))) == value
        undoing = self._meanings.undoes(use.name) if use is not None else set()
        return any(
            created.table == table
            and created.key == record
            and created.pos < pos <= created.gone
            and ((voiding and value is not None) or created.tool in undoing)
            and self._too_many(created, pos, intent)
            for created in self.created
        )

    def _attempted(self, atom: Atom, pos: float, intent: Intent) -> bool:
        return any(
            use.writes
            and use.sent < pos
            and any(
                other[:4] == atom[:4] and other != atom and not intent.least(other, pos)
                for other in use.atoms
                if other[0] == "set"
            )
            for use in self._timeline.uses
        )

    # -- the difference ------------------------------------------------------------------------------------------------

    def _differences(self) -> list[tuple[str, str, Row | None]]:
        """The rows that the two snapshots have otherwise, as they were before."""
        found: list[tuple[str, str, Row | None]] = []
        for table in {**self.before, **self.after}:
            old, new = self.before.get(table, {}), self.after.get(table, {})
            if old is new or old == new:
                continue
            found += [(table, key, old.get(key)) for key, row in new.items() if old.get(key) != row]
            found += [(table, key, row) for key, row in old.items() if key not in new]
        return found

    def _net(self) -> Counter[Atom]:
        found: list[Atom] = []
        for table, key, one in self._changed:
            found += self._meanings.net(table, key, one, self.after.get(table, {}).get(key))
        return Counter(found)

    @cached_property
    def as_logged(self) -> Counter[Atom]:
        """Where the writes of the log end up; equal to the snapshot unless something is not in the log."""
        found: Counter[Atom] = Counter()
        for (table, key), row in self._rows.items():
            old = self.before.get(table, {}).get(key)
            if old != row:
                found.update(self._meanings.net(table, key, old, row))
        return found

    def leads_to_snapshot(self) -> bool:
        """Whether every write starts from what was stored, and the last ones leave what the snapshot shows: the rows that are void by
        then as well, which no difference has."""
        if self._leads is None:
            self._leads = self._all_lead()
        return self._leads

    def _all_lead(self) -> bool:
        for commit in self._timeline.commits:
            if not commit.chained:
                return False
        alike = True
        for table, key in {(table, key) for table, key, _ in self._changed} | self._rows.keys():
            place = (table, key)
            held = self._rows[place] if place in self._rows else self.before.get(table, {}).get(key)
            after = self.after.get(table, {}).get(key)
            if held != after or not _is_plain(held) or not _is_plain(after):
                alike = False
                # What came and went between two readings of the user's own backend was not seen.
                if self._timeline.record.header.own_backend is None and not self._meanings.same_row(
                    table, held, after
                ):
                    return False
        # Where all rows are the same, so is what they come to.
        return alike or self.as_logged == self.net

    def expected(self, wanted: Mapping[Atom, int]) -> Counter[Atom]:
        """The difference that wishes come to: what changes nothing is left out."""
        found: Counter[Atom] = Counter()
        sets: dict[tuple[str, Hashable], list[Atom]] = {}
        for atom, count in wanted.items():
            if atom[0] == "set":
                sets.setdefault((str(atom[1]), atom[2]), []).append(atom)
            elif atom[0] == "insert":
                found[atom] += count
            elif atom[0] == "delete":
                found[atom] += 1
        for (table, record), atoms in sets.items():
            declared = self._meanings.table(table)
            row = self._row(table, record)
            if row is not None and declared is not None and declared.void and is_live(declared, row):
                new = {**row, **{str(atom[3]): atom[4] for atom in atoms}}
                if not is_live(declared, new):
                    found[("delete", table, record)] += 1
                    continue
            for atom in atoms:
                if not self.is_live(atom, 0):
                    found[atom] += 1
        return found


def _is_plain(row: Row | None) -> bool:
    """Whether two rows like this one are the same to the letter if they are equal: to Python, 1 and true are."""
    return row is None or _PLAIN.issuperset(map(type, row.values()))


def explained(commit: Commit) -> bool:
    """Whether a call that was under way brought a write about: sent, not taken back in time, not yet answered with success."""
    use = commit.use
    if use is None or not use.sent < commit.pos or not use.ran:
        return False
    # What a backend does after it has answered is still what it was asked for.
    if use.returned and use.finished < commit.pos and not commit.read:
        return False
    if use.tool is None:
        return True
    if use.tool.write is None or not all(atom in use.atoms for atom in commit.changes):
        return False
    # What it says to write has to be what is there then, after the last of its steps.
    row = _last_step(use, commit).event.after or {}
    return all(
        canonical(row.get(str(atom[3]))) == atom[4]
        for atom in use.atoms
        if atom[0] == "set" and atom[1] == commit.event.table and atom[2] == canonical(commit.event.key)
    )


def _last_step(use: ToolUse, commit: Commit) -> Commit:
    """The last write of a call to a row in the same moment: a function may change one row in several steps."""
    event = commit.event
    return next(
        (
            step
            for step in reversed(use.commits)
            if (step.event.table, step.event.key, step.event.ms) == (event.table, event.key, event.ms)
        ),
        commit,
    )


def is_accounted_for(use: ToolUse) -> bool:
    """Whether what a call carried says of all that it changed that it would, and of something that it wrote that it did. A write that
    changed nothing is told by no difference: without arguments nobody knows whose row it was to be, and what was to be in it."""
    if not use.writes or not all(atom in use.atoms for commit in use.commits for atom in commit.changes):
        return False
    effect = use.effect
    if effect is None or not effect.told:
        return False
    own = [commit for commit in use.commits if commit.event.table == effect.table]
    # A function that finds its own row to be right already may touch others all the same.
    return not own or any(
        commit.changes or effect.kind == "insert" or canonical(commit.event.key) == effect.record
        for commit in own
    )
