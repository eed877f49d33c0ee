"""A world guessed from the tools: tables with sample rows, and what each tool does to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from callproof.scenario.drafting.declared import DeclaredParameter, DeclaredTool
from callproof.scenario.drafting.describing import described, described_parameter, kind_of
from callproof.scenario.drafting.placing import Placed, Unplaced, place
from callproof.scenario.drafting.samples import format_of, keys_like, numbers, values
from callproof.scenario.drafting.wording import (
    column_name,
    identified,
    is_identifier,
    plural,
    singular,
    status_after,
    without_new,
)

_COLUMN_TYPES = {"string": "text", "integer": "integer", "number": "number", "boolean": "boolean"}
_FITS = {
    "string": ("text",),
    "integer": ("integer", "number"),
    "number": ("number",),
    "boolean": ("boolean",),
}
_MOST_COLUMNS = 14
_ROWS = 3
# How many of a list come, and how they are sorted, is about no column.
_ABOUT_THE_LIST = frozenset(
    ("limit", "offset", "page", "per_page", "page_size", "pagesize", "sort", "order_by", "cursor")
)


@dataclass(slots=True)
class DraftTable:
    """`about` is what the source says of a column."""

    name: str
    noun: str
    key: str
    key_type: str = "text"
    columns: dict[str, str] = field(default_factory=dict)
    about: dict[str, DeclaredParameter] = field(default_factory=dict)
    rows: list[dict[str, Any]] = field(default_factory=list)
    void: dict[str, Any] = field(default_factory=dict)

    def add(self, parameter: DeclaredParameter) -> str | None:
        """The column that a parameter goes into; None where there is none of its type."""
        kind = kind_of(parameter)
        if kind is None:
            return None
        name = column_name(without_new(parameter.name))
        known = next((column for column in self.columns if column.lower() == name.lower()), None)
        if known is None and len(self.columns) < _MOST_COLUMNS:
            self.columns[name] = _COLUMN_TYPES[kind]
            self.about[name] = parameter
            return name
        if known is None or self.columns[known] not in _FITS[kind]:
            return None
        if parameter.choices and not self.about[known].choices:
            self.about[known] = parameter
        return known

    @property
    def status(self) -> str | None:
        return next((name for name in ("status", "state") if self.columns.get(name) == "text"), None)

    def status_like(self, start: str, otherwise: str) -> Any:
        choices = self.about[self.status].choices if self.status else ()
        return next((c for c in choices if isinstance(c, str) and c.lower().startswith(start)), otherwise)

    @property
    def first_status(self) -> Any:
        """The state of a new row."""
        choices = self.about[self.status].choices if self.status else ()
        ended = ("cancel", "void", "complete", "close", "delete")
        return next((c for c in choices if isinstance(c, str) and not c.lower().startswith(ended)), "open")


@dataclass(frozen=True, slots=True)
class DraftTool:
    """`data` is the tool as it stands in a file, `notes` what was guessed that the reader should look at."""

    placed: Placed
    data: dict[str, Any]
    table: DraftTable
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.placed.tool.name

    @property
    def writes(self) -> bool:
        return "write" in self.data

    @property
    def fills(self) -> Mapping[str, str]:
        """The column that each parameter fills."""
        columns: Mapping[str, str] = self.data.get("write", {}).get("values", {})
        return {parameter: column for column, parameter in columns.items()}


@dataclass(slots=True)
class DraftWorld:
    tables: dict[str, DraftTable]
    tools: list[DraftTool]
    left: list[Unplaced]

    def table_of(self, identifier: str) -> DraftTable | None:
        """The table whose rows an identifier names."""
        for table in self.tables.values():
            if table.key == column_name(identifier) and identified(identifier):
                return table
        words = identified(identifier)
        return self.tables.get(singular(words[-1])) if words else None

    def to_json(self) -> dict[str, Any]:
        return {
            "tables": {table.name: table_data(table) for table in self.tables.values()},
            "tools": {tool.name: tool.data for tool in self.tools},
        }


def table_data(table: DraftTable) -> dict[str, Any]:
    data: dict[str, Any] = {"key": table.key, "columns": dict(table.columns)}
    if table.void:
        data["void"] = dict(table.void)
    return {**data, "rows": [dict(row) for row in table.rows]}


def guess_world(tools: Iterable[DeclaredTool]) -> DraftWorld:
    """Tools that cannot be placed are `left`, each with the reason."""
    placed: list[Placed] = []
    left: list[Unplaced] = []
    for tool in tools:
        found = _usable(tool) or place(tool)
        if isinstance(found, Unplaced):
            left.append(found)
        else:
            placed.append(found)
    world = DraftWorld(_tables(placed), [], left)
    for found in placed:
        _add_columns(world.tables[found.noun], found)
    for item in placed:
        if item.part is not None:
            world.tables[item.noun].add(_part_of(item.part))
    for number, table in enumerate(world.tables.values()):
        if any(item.noun == table.noun and item.deed == "mark" for item in placed) and table.status is None:
            table.add(DeclaredParameter(name="status", type="string"))
        _add_keys(table, taken=number * _ROWS)
    for table in world.tables.values():
        _fill_rows(table, world, parts={item.part for item in placed if item.part})
    for item in placed:
        made = _tool(item, world.tables[item.noun])
        if isinstance(made, DraftTool):
            world.tools.append(made)
        else:
            left.append(made)
    _link_undo(world)
    used = {tool.placed.noun for tool in world.tools}
    world.tables = {noun: table for noun, table in world.tables.items() if noun in used}
    return world


def _usable(tool: DeclaredTool) -> Unplaced | None:
    for parameter in tool.parameters:
        if parameter.required and kind_of(parameter) is None:
            what = parameter.type or "something unknown"
            return Unplaced(
                tool,
                f"needs {parameter.name}, of the type {what}; a world has texts, numbers, and true or false",
            )
    return None


# --- tables -------------------------------------------------------------------------------------------------------


def _tables(placed: Sequence[Placed]) -> dict[str, DraftTable]:
    tables: dict[str, DraftTable] = {}
    for item in placed:
        if item.noun not in tables:
            key, key_type = _key_of(item.noun, [other for other in placed if other.noun == item.noun])
            table = DraftTable(plural(item.noun), item.noun, key, key_type)
            table.columns[key] = key_type
            tables[item.noun] = table
    return tables


def _key_of(noun: str, placed: Sequence[Placed]) -> tuple[str, str]:
    """The name and type of the column that names a row: as most tools call it."""
    own = [
        parameter
        for item in placed
        for parameter in item.tool.parameters
        if parameter.name == item.record
        or (item.record is None and item.deed == "insert" and identified(parameter.name)[-1:] == [noun])
    ]
    fields = [f for item in placed for f in item.tool.result.values() if is_identifier(f.name)]
    own += [f for f in fields if identified(f.name)[-1:] == [noun]] or [f for f in fields if f.name == "id"]
    counts: dict[str, int] = {}
    for parameter in own:
        counts[parameter.name] = counts.get(parameter.name, 0) + 1
    if not counts:
        return f"{noun}_number", "text"
    best = max(counts, key=lambda name: counts[name])
    kinds = [kind_of(parameter) for parameter in own if parameter.name == best]
    return column_name(best), "integer" if kinds[0] == "integer" else "text"


def _add_columns(table: DraftTable, placed: Placed) -> None:
    keys = {table.key, placed.record, "id"}
    for parameter in placed.tool.parameters:
        named = parameter.name.lower() in _ABOUT_THE_LIST and placed.deed in ("look", "list")
        if parameter.name not in keys and not named:
            table.add(parameter)
    for name, parameter in placed.tool.result.items():
        if name not in keys and identified(name)[-1:] != [table.noun]:
            table.add(parameter)
    for parameter in (*placed.tool.parameters, *placed.tool.result.values()):
        if column_name(parameter.name) == table.key:
            known = table.about.get(table.key)
            if known is None or not known.examples:
                table.about[table.key] = parameter


def _part_of(part: str) -> DeclaredParameter:
    return DeclaredParameter(name=f"{part}_status", type="string", choices=("active", "cancelled"))


def _add_keys(table: DraftTable, *, taken: int) -> None:
    about = table.about.get(table.key)
    examples = about.examples if about is not None else ()
    keys: list[Any] = keys_like(examples[0] if examples else None, _ROWS, taken)
    if table.key_type == "integer":
        keys = [int(key) for key in numbers(_ROWS, taken)]
    table.rows = [{table.key: key} for key in keys]


def _fill_rows(table: DraftTable, world: DraftWorld, *, parts: Collection[str]) -> None:
    for name, kind in table.columns.items():
        if name == table.key:
            continue
        if name == table.status:
            filled: list[Any] = [table.first_status] * _ROWS
        elif any(table.about[name] == _part_of(item) for item in parts):
            filled = ["active"] * _ROWS
        else:
            other = world.table_of(name)
            filled = (
                [row[other.key] for row in other.rows]
                if other is not None and other is not table and other.rows and other.key_type == kind
                else values(table.about[name], kind, _ROWS)
            )
        for row, value in zip(table.rows, filled, strict=True):
            row[name] = value


# --- tools --------------------------------------------------------------------------------------------------------


def _tool(placed: Placed, table: DraftTable) -> DraftTool | Unplaced:
    notes: list[str] = []
    parameters: dict[str, Any] = {}
    for parameter in placed.tool.parameters:
        kind = kind_of(parameter)
        if kind is None:
            notes.append(
                f"{parameter.name} ({parameter.type or 'of no type'}) is left out: a world has no such type"
            )
            continue
        parameters[parameter.name] = _parameter(parameter, kind, placed)
        if format_of(parameter) not in (parameter.format, None):
            notes.append(f"the format of {parameter.name} is a guess")
    data: dict[str, Any] = {"description": described(placed), "parameters": parameters}
    kept = {p.name: p for p in placed.tool.parameters if p.name in parameters}
    columns = {
        column: name
        for name, p in kept.items()
        if name != placed.record and (column := _column(p, table)) is not None
    }
    unused = [name for name in kept if name != placed.record and name not in columns.values()]
    if unused:
        notes.append(f"no column for {', '.join(unused)}")
    if placed.deed in ("look", "list"):
        data["read"] = {"table": table.name}
        if placed.record is not None:
            data["read"]["record"] = placed.record
        elif columns:
            data["read"]["where"] = columns
        return DraftTool(placed, data, table, tuple(notes))
    write = _write(placed, table, columns)
    if write is None:
        return Unplaced(
            placed.tool, "none of its parameters goes into a column, so that it would change nothing"
        )
    data["write"] = write
    if placed.deed == "insert":
        data["keyed"] = True
    data["cancellable"] = True
    return DraftTool(placed, data, table, tuple(notes))


def _write(placed: Placed, table: DraftTable, columns: dict[str, str]) -> dict[str, Any] | None:
    head: dict[str, Any] = {"table": table.name}
    if placed.record is not None:
        head["record"] = placed.record
    if placed.deed == "insert":
        write: dict[str, Any] = {"kind": "insert", "table": table.name, "values": columns}
        if table.status is not None and table.status not in columns:
            write["constants"] = {table.status: table.first_status}
        return write if columns else None
    if placed.deed == "mark" and table.status is not None:
        stem = placed.verb.removesuffix("e")
        constants = {table.status: table.status_like(stem, status_after(placed.verb))}
        return {"kind": "set", **head, "constants": constants}
    if placed.part is not None:
        return {"kind": "set", **head, "constants": {f"{placed.part}_status": "cancelled"}}
    if placed.deed == "cancel" and table.status is not None:
        constants = {table.status: table.status_like(placed.verb[:6], "cancelled")}
        table.void = dict(constants)
        return {"kind": "set", **head, "constants": constants}
    if placed.deed in ("cancel", "delete"):
        return {"kind": "delete", **head}
    values_ = {column: name for column, name in columns.items() if column != table.key}
    return {"kind": "set", **head, "values": values_} if values_ else None


def _column(parameter: DeclaredParameter, table: DraftTable) -> str | None:
    name = column_name(without_new(parameter.name))
    kind = kind_of(parameter) or ""
    for column, of in table.columns.items():
        if column.lower() == name.lower():
            return column if of in _FITS.get(kind, ()) else None
    return None


def _parameter(parameter: DeclaredParameter, kind: str, placed: Placed) -> dict[str, Any]:
    data: dict[str, Any] = {"type": kind, "description": described_parameter(parameter, placed)}
    if not parameter.required:
        data["required"] = False
    form = format_of(parameter)
    if form is not None and kind == "string":
        data["format"] = form
    wanted: dict[str, type | tuple[type, ...]] = {
        "string": str,
        "integer": int,
        "number": (int, float),
        "boolean": bool,
    }
    choices = [
        c
        for c in parameter.choices
        if isinstance(c, wanted[kind]) and isinstance(c, bool) == (kind == "boolean")
    ]
    if choices and len(choices) == len(parameter.choices):
        data["choices"] = choices
    return data


def _link_undo(world: DraftWorld) -> None:
    """What makes a row is taken back by the tool that cancels or deletes it, if nothing else is needed for that."""
    for tool in world.tools:
        if tool.placed.deed == "insert":
            for other in world.tools:
                needed = [n for n, p in other.data["parameters"].items() if p.get("required", True)]
                takes = (
                    other.table is tool.table
                    and other.placed.part is None
                    and other.placed.deed in ("cancel", "delete")
                )
                if takes and needed == [other.placed.record]:
                    tool.data["undo"] = other.name
                    break
