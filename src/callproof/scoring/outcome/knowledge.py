"""What the agent could know: results and reads tell it, at the time they reach it, not at the time of the commit."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from callproof.evidence.events import FaultKind, Json
from callproof.scenario.sameness import canonical
from callproof.scoring.actions import MAPPINGS
from callproof.scoring.outcome.effects import Atom, Meanings, is_live
from callproof.scoring.outcome.ledger import Ledger
from callproof.scoring.outcome.timeline import NEVER, Timeline, ToolUse

# Faults by which an answer tells nothing, and by which none comes.
_EMPTYING: frozenset[FaultKind] = frozenset({"empty", "malformed", "partial"})
_DELAYING: frozenset[FaultKind] = frozenset({"timeout", "delay", "late_success"})


class Knowledge:
    def __init__(self, timeline: Timeline, ledger: Ledger, meanings: Meanings) -> None:
        self._timeline = timeline
        self._ledger = ledger
        self._meanings = meanings
        self._reads = [use for use in timeline.uses if use.reads and use.returned]

    def told(self, atom: Atom, pos: float) -> bool:
        """Whether an answer before a position told the agent that an effect is there."""
        for use in self._timeline.uses:
            if use.finished < pos and use.writes and atom in use.atoms and use.told_ok:
                return True
        for use in self._reads:  # noqa: SIM110 - it is asked often, and a generator would take twice as long
            if use.finished < pos and self.shows(use, atom):
                return True
        return False

    def may_be_told(self, atom: Atom, pos: float) -> bool:
        """Whether an answer before a position told the agent that an effect is there, or one that can have done so is not known."""
        if self.told(atom, pos):
            return True
        for use in self._timeline.uses:
            if use.writes:
                if atom in use.atoms and self.is_lost(use, pos):
                    return True
            # What was not there yet no look can have shown.
            elif (
                (self.is_lost(use, pos) or (use.finished < pos and self._hides(use, atom)))
                and self.reads_record(use, frozenset({atom}))
                and self._ledger.is_live(atom, min(use.finished, pos))
            ):
                return True
        return False

    def is_lost(self, use: ToolUse, pos: float) -> bool:
        """Whether what a call was answered before a position is not known."""
        if use.finished < pos:
            if not use.returned or (use.result is not None and use.result not in ("", {}, [])):
                return False
            if any(kind in _EMPTYING for _, kind in use.faults):
                return False
            # That no rows fit is an answer to a look at several.
            read = use.tool.read if use.tool is not None else None
            return use.result != [] or read is None or read.record is not None
        # callproof's own tools answer every call in their time.
        return (
            use.finished == NEVER
            and use.cancelled == NEVER
            and use.sent < pos
            and use.tool is not None
            and not any(kind in _DELAYING for _, kind in use.faults)
            and self._timeline.record.header.format == "callproof"
            and self._timeline.ms(use.sent) + use.tool.reply_after_ms <= self._timeline.ms(pos)
        )

    def _hides(self, use: ToolUse, atom: Atom) -> bool:
        """Whether the answer of a read may have shown an effect, for all that is missing in its rows."""
        if use.faults or atom[0] == "delete":
            return False
        table = str(atom[1])
        wanted = {atom[3]: atom[4]} if atom[0] == "set" else dict(_items(atom))
        return any(
            (atom[0] == "insert" or self._key(table, row) in (atom[2], None))
            and all(
                row.get(str(column)) is None or canonical(row[str(column)]) == value
                for column, value in wanted.items()
            )
            for row in rows_of(use.result)
        )

    def told_gone(self, atom: Atom, pos: float) -> bool:
        """Whether an answer before a position told the agent that an effect is not there: a call was taken back in time, one that
        takes the effect back worked, or a read shows otherwise."""
        for use in self._timeline.uses:
            if use.cancelled < pos and use.in_time and atom in use.atoms:
                return True
            if use.finished < pos and use.writes and use.told_ok and self._undoes(use, atom):
                return True
        return any(use.finished < pos and self.denies(use, atom) for use in self._reads)

    def _undoes(self, use: ToolUse, atom: Atom) -> bool:
        for other in use.atoms:
            if atom[0] == "set" and other[0] == "set" and other[:4] == atom[:4] and other != atom:
                return True
            if atom[0] == "insert" and other[0] in ("set", "delete") and other[1] == atom[1]:
                return True
            if atom[0] == "delete" and other[0] == "insert" and other[1] == atom[1]:
                return True
        return False

    def shows(self, use: ToolUse, atom: Atom) -> bool:
        """Whether the answer of a read shows an effect."""
        table = str(atom[1])
        if use.tool is None or use.tool.read is None or use.tool.read.table != table:
            return False
        rows = rows_of(use.result)
        if atom[0] == "set":
            column = str(atom[3])
            for row in rows:
                if column in row and canonical(row[column]) == atom[4] and self._key(table, row) == atom[2]:
                    return True
            return False
        if atom[0] == "insert":
            items = _items(atom)
            declared = self._meanings.table(table)
            return any(
                is_live(declared, row)
                and all(column in row and canonical(row[column]) == value for column, value in items)
                for row in rows
            )
        return (
            atom[0] == "delete"
            and (self._shows_none(use, rows, atom[2]) or self._lists_others(use, rows, table, atom[2]))
            and self._ledger.is_live(atom, use.finished) > 0
        )

    def _shows_none(self, use: ToolUse, rows: Sequence[Mapping[str, Json]], record: object) -> bool:
        # The answer of a look at a row that is gone is null, as is one that nobody knows: it tells of nothing that is not so.
        return not rows and use.result in (None, []) and self._asks_for(use, record)

    def _lists_others(
        self, use: ToolUse, rows: Sequence[Mapping[str, Json]], table: str, record: Hashable
    ) -> bool:
        """Whether a list has not the row that would be in it, were it there."""
        row = self._ledger.last_row(table, record)
        asked = [item for atom in use.atoms if isinstance(atom[2], frozenset) for item in atom[2]]
        read = use.tool.read if use.tool is not None else None
        lists_all = read is not None and read.record is None and not read.where
        return (
            isinstance(use.result, (list, tuple))
            and len(rows) == len(use.result)
            and row is not None
            and (bool(asked) or lists_all)
            and all(canonical(row.get(column)) == value for column, value in asked)
            and all(self._key(table, other) not in (None, "", record) for other in rows)
        )

    def denies(self, use: ToolUse, atom: Atom) -> bool:
        """Whether the answer of a read shows that an effect is not there."""
        table = str(atom[1])
        if use.tool is None or use.tool.read is None or use.tool.read.table != table or not use.told_ok:
            return False
        rows = rows_of(use.result)
        if atom[0] == "set":
            return any(
                self._key(table, row) == atom[2] and str(atom[3]) in row
                and canonical(row[str(atom[3])]) != atom[4]
                for row in rows
            )  # fmt: skip
        if atom[0] == "delete":
            return any(self._key(table, row) == atom[2] for row in rows)
        return not self.shows(use, atom)

    def reads_record(self, use: ToolUse, atoms: frozenset[Atom]) -> bool:
        """Whether a call looks at what effects are about: their record, or the table of a new row."""
        if not use.reads or use.tool is None or use.tool.read is None:
            return False
        for atom in atoms:
            if use.tool.read.table != atom[1]:
                continue
            if atom[0] == "insert":
                return True
            if use.tool.read.record is None or self._asks_for(use, atom[2]):
                return True
        return False

    def _asks_for(self, use: ToolUse, record: object) -> bool:
        # A look at nobody's record is no look at what nobody knows whose it is.
        return bool(record) and any(atom[0] == "read" and atom[2] == record for atom in use.atoms)

    def _key(self, table: str, row: Mapping[str, Json]) -> str | None:
        declared = self._meanings.table(table)
        return canonical(row.get(declared.key)) if declared is not None else None


def _items(atom: Atom) -> frozenset[tuple[str, str | None]]:
    """The columns and values of a new row."""
    items = atom[2]
    return items if isinstance(items, frozenset) else frozenset()


def rows_of(result: Json) -> list[Mapping[str, Json]]:
    """The rows in the answer of a read: one object, a list of them, or one of these as JSON in a text."""
    if isinstance(result, str):
        result = _parsed(result)
    if isinstance(result, MAPPINGS):
        record = result.get("record")
        return [record] if isinstance(record, MAPPINGS) else [result] if result else []
    if isinstance(result, (list, tuple)):
        return [row for row in result if isinstance(row, MAPPINGS)]
    return []


@lru_cache(maxsize=256)
def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
