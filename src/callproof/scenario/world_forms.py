"""Where a scenario's world comes from: its own, one of the suite's, a file beside the suite, one that ships with callproof, or one
of these with other rows and tools."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from callproof.errors import InputError, Problem, did_you_mean
from callproof.problems import found
from callproof.scenario.documents import FILE_NAMES, read_documents
from callproof.scenario.fields import decode, encode, expect_object, field_names
from callproof.scenario.packs import world_file, world_names
from callproof.scenario.report import Report
from callproof.scenario.world_rules import check_rows, check_world
from callproof.scenario.worlds import Table, Tool, World

_OVERRIDE = ("use", "rows", "tools")
_EXPECTED = "a world: a name, a file beside this one, tables and tools, or use with rows and tools"


@dataclass(frozen=True, slots=True)
class Known:
    """A world as it was read, with the plain values that others are made from; None when something is wrong with it."""

    world: World | None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Worlds:
    """The worlds that a file can name. Each is read once, and what is wrong with it is reported once.

    `folder` is where its files have to be, None when it can have none. `tools` are what functions declare: they are there in every
    world, and what a world leaves out of a tool of that name is as the function says.
    """

    folder: Path | None
    report: Report
    tools: Mapping[str, Tool] = field(default_factory=dict)
    unreadable: bool = False
    _named: dict[str, Known] = field(default_factory=dict)
    _own: list[str] = field(default_factory=list)
    _files: dict[Path, Known] = field(default_factory=dict)

    def define(self, data: Any, report: Report) -> None:
        """The suite's `worlds`."""
        named = expect_object(data, report, "an object of worlds by name")
        self.unreadable = named is None
        for name, value in (named or {}).items():
            place = report.below(name)
            self._own.append(name)
            if isinstance(value, str):
                self._named[name] = (
                    self._from_file(value, place) if value.endswith(FILE_NAMES) else Known(None)
                )
                if not value.endswith(FILE_NAMES):
                    place.add((), f"found {found(value)}, expected tables and tools, or a file's name")
            else:
                self._named[name] = self._plain(value, place)

    def only(self) -> str | None:
        """The world that is meant where none is named: the suite's only one."""
        return next(iter(self._own)) if len(self._own) == 1 else None

    def resolve(self, data: Any, report: Report) -> World | None:
        """The world that a scenario means; None when the report says why there is none."""
        return self._known(data, report).world

    def _known(self, data: Any, report: Report) -> Known:
        if isinstance(data, str):
            return self._by_name(data, report)
        if isinstance(data, World):
            return Known(data)
        if not isinstance(data, dict):
            report.add((), f"found {found(data)}, expected {_EXPECTED}")
            return Known(None)
        if "use" not in data:
            return self._plain(data, report)
        for name in data:
            if name not in _OVERRIDE:
                report.unknown_field((name,), _OVERRIDE)
        if not isinstance(data["use"], str):
            report.add(("use",), f"found {found(data['use'])}, expected the name of a world")
            return Known(None)
        base = self._by_name(data["use"], report.below("use"))
        return Known(None) if base.world is None else Known(self._changed(base, base.world, data, report))

    def _by_name(self, name: str, report: Report) -> Known:
        if name in self._named:
            return self._named[name]
        if name.endswith(FILE_NAMES):
            return self._from_file(name, report)
        shipped = world_file(name)
        if shipped is not None:
            self._named[name] = self._read(shipped)
            return self._named[name]
        known = (*self._own, *world_names())
        listed = ", ".join(known) or "none"
        report.add((), f"there is no world {found(name)}; known: {listed}.{did_you_mean(name, known)}")
        return Known(None)

    def _from_file(self, name: str, report: Report) -> Known:
        if self.folder is None:
            report.add((), f"names the file {found(name)}, but what was given is in no folder")
            return Known(None)
        try:
            path = (self.folder / name).resolve()
            inside = not Path(name).is_absolute() and path.is_relative_to(self.folder.resolve())
        except (OSError, ValueError, RuntimeError):
            inside = False
        if not inside:
            report.add(
                (), f"{found(name)} leads out of the folder of this file; worlds stand beside or below it"
            )
            return Known(None)
        path = self.folder / name
        if not path.is_file():
            report.add((), f"there is no file {found(name)} beside this one")
            return Known(None)
        return self._read(path)

    def _read(self, path: Path) -> Known:
        if path not in self._files:
            report = Report(str(path), problems=self.report.problems)
            try:
                documents = read_documents(path)
            except InputError as error:
                report.problems.extend(error.problems)
                documents = []
            if len(documents) == 1:
                self._files[path] = self._plain(documents[0].data, report)
            else:
                self._files[path] = Known(None)
                if documents:
                    report.add((), f"holds {len(documents)} values, expected one world")
        return self._files[path]

    def _plain(self, data: Any, report: Report) -> Known:
        if not isinstance(data, dict):
            report.add((), f"found {found(data)}, expected a world: an object with tables and tools")
            return Known(None)
        count, own = len(report.problems), _given(data, "tools")
        if self.tools:
            data = {**data, "tools": self._with_functions(own)}
        # `sound_world` has no place in a file to speak of: what is wrong is found again, where it stands.
        world = sound_world(json.dumps(data, default=str))
        if world is None:
            world = decode(World, data, report)
            if world is not None:
                check_world(world, report)
        if world is not None:
            self._check_functions(world, report)
        if len(report.problems) == count:
            return Known(world, data)
        if isinstance(own, dict):
            self._speak_of_functions(report, count, own)
        return Known(None)

    def _speak_of_functions(self, report: Report, count: int, own: Collection[str]) -> None:
        """What is wrong with a tool that only a function declares has no place in the file."""
        for name in self.tools:
            place = report.below("tools", name).place
            for at, problem in enumerate(report.problems[count:], count):
                path, message = problem.path, problem.message
                if name not in own and (path == place or path.startswith(f"{place}.")):
                    inside = f"{path[len(place) + 1 :]}: {message}" if path != place else message
                    said = f"the function {name}, which --tools makes a tool of every world: {inside}"
                    report.problems[at] = Problem(problem.file, report.place, said)

    def _with_functions(self, tools: Any) -> Any:
        """The tools of a world and those of the functions."""
        if not isinstance(tools, dict):
            return tools
        own = {name: encode(tool) for name, tool in self.tools.items()}
        return {
            **own,
            **{name: _joined(own[name], tool) if name in own else tool for name, tool in tools.items()},
        }

    def _check_functions(self, world: World, report: Report) -> None:
        """A function can only be called with the parameters that it has."""
        for name, function in self.tools.items():
            given = world.tools[name].parameters if name in world.tools else function.parameters
            wrong = [f"does not take {other}" for other in given if other not in function.parameters]
            wrong += [
                f"also needs {other}"
                for other, parameter in function.parameters.items()
                if parameter.required and other not in given
            ]
            if wrong:
                report.add(("tools", name, "parameters"), f"the function {name} {' and '.join(wrong)}")

    def _changed(self, base: Known, world: World, data: Mapping[str, Any], report: Report) -> World | None:
        count = len(report.problems)
        tables, tools = dict(world.tables), dict(world.tools)
        rows = (
            expect_object(_given(data, "rows"), report.below("rows"), "an object of lists of rows, by table")
            or {}
        )
        for name, value in rows.items():
            if name not in tables:
                report.unknown(("rows", name), name, tables, "table")
                continue
            place = report.below("rows", name, renamed=((("rows",), ()),))
            table = decode(Table, {**base.data["tables"][name], "rows": value}, place)
            if table is not None:
                check_rows(table, place.below("rows"))
                tables[name] = table
        changed = (
            expect_object(_given(data, "tools"), report.below("tools"), "an object of tools by name") or {}
        )
        for name, value in changed.items():
            self._change_tool(name, value, base, tools, report.below("tools", name))
        made = replace(world, tables=tables, tools=tools)
        if len(report.problems) == count and changed:
            check_world(made, report)
            self._check_functions(made, report)
        return made if len(report.problems) == count else None

    def _change_tool(
        self, name: str, value: Any, base: Known, tools: dict[str, Tool], report: Report
    ) -> None:
        old = base.data["tools"].get(name)
        if value is None:
            if old is None:
                report.unknown((), name, tools, "tool")
            tools.pop(name, None)
            return
        if not isinstance(value, dict):
            report.add((), f"found {found(value)}, expected the fields of a tool, or null to take it away")
            return
        if old is None and "description" not in value and set(value) <= set(field_names(Tool)):
            report.unknown((), name, tools, "tool")
            return
        tool = decode(Tool, {**(old or {}), **value}, report)
        if tool is not None:
            tools[name] = tool


@lru_cache(maxsize=64)
def sound_world(text: str) -> World | None:
    """The world of a JSON text if nothing is wrong with it. Every stored scenario has its world in it, most often the same."""
    report = Report("")
    world = decode(World, json.loads(text), report)
    if world is not None:
        check_world(world, report)
    return None if report.problems else world


def _joined(function: Mapping[str, Any], tool: Any) -> Any:
    """A tool as a world has it, with what it leaves out as the function says. What it touches is one thing, said by either."""
    if not isinstance(tool, dict):
        return tool
    touched = {"read", "write"} if {"read", "write"} & set(tool) else set[str]()
    return {**{name: value for name, value in function.items() if name not in touched}, **tool}


def _given(data: Mapping[str, Any], name: str) -> Any:
    value = data.get(name)
    return {} if value is None else value
