"""What a tool call means: its effects, as the tools declare them, without ids, keys and times.

An effect is made of atoms: a set is one atom a column, an insert one atom with all its values, a delete one atom. Two calls with
the same atoms mean the same, whatever their tools are called.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from callproof.evidence.events import Json
from callproof.evidence.frozen import quick_init
from callproof.scenario.sameness import canonical
from callproof.scenario.worlds import Table, Tool, World

# ("set", table, record, column, value), ("insert", table, {(column, value), ...}), ("delete", table, record),
# ("read", table, record or {(column, value), ...}); records and values are canonical.
Atom: TypeAlias = tuple[Hashable, ...]
Row: TypeAlias = Mapping[str, Json]

_MOST_EFFECTS = 2048


def _is_required(tool: Tool, name: str) -> bool:
    parameter = tool.parameters.get(name)
    return parameter is not None and parameter.required


def is_live(table: Table | None, row: Row | None) -> bool:
    """Whether a row counts as there: a row that holds all of `void` was taken back without being deleted."""
    if row is None:
        return False
    if table is None or not table.void:
        return True
    return any(canonical(row.get(column)) != canonical(value) for column, value in table.void.items())


@quick_init
@dataclass(frozen=True, slots=True)
class Effect:
    """What one call, or one wish, would bring about. `values` are its data by column, `record` (as the tool was told it) among
    them under "". `told`: the arguments say all that the tool needs to know of what it is to do."""

    tool: str
    table: str
    record: str | None
    atoms: frozenset[Atom]
    values: tuple[tuple[str, Json], ...]
    told: bool = True

    @property
    def kind(self) -> str:
        return str(next(iter(self.atoms))[0]) if self.atoms else ""


NO_ATOMS: frozenset[Atom] = frozenset()


def is_told(effect: Effect | None) -> bool:
    return effect is not None and effect.told


class Meanings:
    """The tools of a world, and what calls of them mean."""

    def __init__(self, world: World) -> None:
        self.world = world
        # The same calls come again and again, in one record and in the next.
        self._effects: dict[tuple[Hashable, ...], Effect] = {}
        # Tables whose key a tool itself fills when it adds a row; else the key is the backend's own affair.
        self._key_given = {
            tool.write.table
            for tool in world.tools.values()
            if tool.write is not None
            and tool.write.kind == "insert"
            and tool.write.table in world.tables
            and world.tables[tool.write.table].key in {*tool.write.values, *tool.write.constants}
        }
        self._hidden: dict[str, frozenset[str]] = {
            name: frozenset(table.ignore)
            | (frozenset() if name in self._key_given else frozenset({table.key}))
            for name, table in world.tables.items()
        }
        self._seeds: dict[str, dict[str, Row]] = {
            name: {
                str(row.get(table.key)): {column: row.get(column) for column in table.columns}
                for row in table.rows
            }
            for name, table in world.tables.items()
        }
        self._undoing: dict[str, set[str]] = {}
        for name, tool in world.tools.items():
            if tool.undo is not None:
                self._undoing.setdefault(tool.undo, set()).add(name)

    def tool(self, name: str) -> Tool | None:
        return self.world.tools.get(name)

    def table(self, name: str) -> Table | None:
        return self.world.tables.get(name)

    def undoes(self, name: str) -> set[str]:
        """The tools whose effect a tool is there to take back."""
        return self._undoing.get(name, set())

    def effect(self, name: str, arguments: Mapping[str, Json] | str) -> Effect | None:
        """None for a tool that is not declared, or arguments that are no JSON."""
        if isinstance(arguments, str):
            return None
        # With the types: 1 and true are one key otherwise.
        values = arguments.values()
        call = (name, *arguments, *values, *map(type, values))
        try:
            effect = self._effects.get(call)
        except TypeError:  # a list or an object among the values
            return self._effect(name, arguments)
        if effect is None:
            effect = self._effect(name, arguments)
            if len(self._effects) >= _MOST_EFFECTS:
                self._effects.clear()
            if effect is not None:
                self._effects[call] = effect
        return effect

    def _effect(self, name: str, arguments: Mapping[str, Json]) -> Effect | None:
        tool = self.world.tools.get(name)
        if tool is None:
            return None
        arguments = tool.filled(arguments)
        if tool.write is None:
            return self._read(name, tool, arguments)
        write = tool.write
        table = self.world.tables.get(write.table)
        ignore = table.ignore if table is not None else ()
        given = {
            column: arguments[parameter]
            for column, parameter in write.values.items()
            if arguments.get(parameter) is not None and column not in ignore
        }
        fixed = {column: value for column, value in write.constants.items() if column not in ignore}
        whole = {**fixed, **given}
        record = canonical(arguments.get(write.record)) if write.record is not None else None
        values = list(given.items())
        needed = [parameter for column, parameter in write.values.items() if column not in ignore]
        if write.record is not None:
            needed.append(write.record)
        missing = {parameter for parameter in needed if canonical(arguments.get(parameter)) in (None, "")}
        if write.kind == "set":  # where a text may well be emptied
            missing -= {p for p in write.values.values() if arguments.get(p) == ""}
        told = not any(_is_required(tool, parameter) for parameter in missing)
        # What goes into a column that nobody compares is said all the same.
        said = given or any(arguments.get(parameter) is not None for parameter in write.values.values())
        if write.kind == "insert":
            if not told and not said:  # nobody can tell one such call from another
                return Effect(name, write.table, None, NO_ATOMS, (), told)
            items = frozenset((column, canonical(value)) for column, value in whole.items())
            added: Atom = ("insert", write.table, items)
            return Effect(name, write.table, None, frozenset({added}), tuple(values), told)
        if write.record is not None:
            values.insert(0, ("", arguments.get(write.record)))
        if write.kind == "delete":
            gone: Atom = ("delete", write.table, record)
            return Effect(name, write.table, record, frozenset({gone}), tuple(values), told)
        atoms = frozenset(
            ("set", write.table, record, column, canonical(value)) for column, value in whole.items()
        )
        told = told and bool(said or write.constants)
        return Effect(name, write.table, record, atoms, tuple(values), told)

    def _read(self, name: str, tool: Tool, arguments: Mapping[str, Json]) -> Effect | None:
        read = tool.read
        if read is None:
            return None
        if read.record is not None:
            value = arguments.get(read.record)
            record = canonical(value)
            return Effect(name, read.table, record, frozenset({("read", read.table, record)}), (("", value),))
        given = {column: arguments.get(parameter) for column, parameter in read.where.items()}
        items = frozenset((column, canonical(value)) for column, value in given.items() if value is not None)
        return Effect(name, read.table, None, frozenset({("read", read.table, items)}), tuple(given.items()))

    def row_atom(self, table: str, row: Row) -> Atom:
        """A new row as an atom: without its key where the backend gives it, and without what is empty."""
        hidden = self._hidden.get(table, frozenset())
        return (
            "insert",
            table,
            frozenset(
                (column, canonical(value))
                for column, value in row.items()
                if value is not None and column not in hidden
            ),
        )

    def changes(self, table: str, key: str, before: Row | None, after: Row | None) -> list[Atom]:
        """How one row differs, as atoms; void rows are taken as they stand."""
        if before is None and after is None:
            return []
        if before is None:
            assert after is not None  # noqa: S101
            return [self.row_atom(table, after)]
        if after is None:
            return [("delete", table, canonical(key))]
        declared = self.world.tables.get(table)
        ignore = declared.ignore if declared is not None else ()
        record = canonical(key)
        return [
            ("set", table, record, column, canonical(after.get(column)))
            for column in {**before, **after}
            if before.get(column) != after.get(column)
            and column not in ignore
            and canonical(before.get(column)) != canonical(after.get(column))
        ]

    def net(self, table: str, key: str, before: Row | None, after: Row | None) -> list[Atom]:
        """How one row differs, where a row that is void counts as not there."""
        declared = self.world.tables.get(table)
        return self.changes(
            table,
            key,
            before if is_live(declared, before) else None,
            after if is_live(declared, after) else None,
        )

    def same_row(self, table: str, one: Row | None, other: Row | None) -> bool:
        if one is None or other is None:
            return one is None and other is None
        if one == other:
            return True
        declared = self.world.tables.get(table)
        left_out = set(declared.ignore) | {declared.key} if declared is not None else set()
        return all(
            canonical(one.get(column)) == canonical(other.get(column))
            for column in {**one, **other}
            if column not in left_out
        )

    def is_seeded(self, name: str, rows: Mapping[str, Row], records: Collection[Hashable]) -> bool:
        """Whether the rows of a table before a call are those that the world fills it with; of those of some records none may be
        missing."""
        seeds = self._seeds.get(name)
        if seeds is None or rows == seeds:
            return True
        key = self.world.tables[name].key
        return all(_alike(row, seeds[one], key) for one, row in rows.items() if one in seeds) and all(
            one in rows for one in seeds if canonical(one) in records
        )

    def reversible(self, name: str) -> bool:
        """Whether any tool of the world can take back what a tool does."""
        tool = self.world.tools.get(name)
        if tool is None or tool.write is None:
            return True
        if tool.undo is not None:
            return True
        write = tool.write
        writers = [t.write for t in self.world.tools.values() if t.write is not None]
        if write.kind == "set":
            settable = {
                column
                for other in writers
                if other.kind == "set" and other.table == write.table
                for column in other.values
            }
            return settable >= {*write.values, *write.constants}
        if write.kind == "insert":
            table = self.world.tables.get(write.table)
            void = table.void if table is not None else {}
            return any(
                other.table == write.table
                and (
                    other.kind == "delete"
                    or (other.kind == "set" and bool(void) and void.items() <= dict(other.constants).items())
                )
                for other in writers
            )
        return any(other.kind == "insert" and other.table == write.table for other in writers)


def _alike(row: Row, other: Row, key: str) -> bool:
    """Whether two rows of one name are the same; the column of the name may be left out."""
    return all(
        column == key or (column in row and canonical(row[column]) == canonical(value))
        for column, value in other.items()
    )


def records_of(atoms: Iterable[Atom]) -> set[tuple[Hashable, Hashable]]:
    """The (table, record) pairs that atoms touch; an insert touches none that exists."""
    return {(atom[1], atom[2]) for atom in atoms if atom[0] in ("set", "delete")}
