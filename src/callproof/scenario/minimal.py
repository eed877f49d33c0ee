"""The minimal form of a case: a category, a few words of `setup`, and what is expected, as many test sheets have it.

    {"id": "corr-02", "category": "correction",
     "setup": {"field": "order_number", "initial_value": "5590", "corrected_value": "5599", "interrupt_stage": "during_tool_prep"},
     "expected": {"backend_correct": true, "should_execute": true}}

It becomes a whole scenario: goal, script, faults, and a world in which the rows that it speaks of are there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from callproof.errors import did_you_mean
from callproof.problems import found
from callproof.scenario.documents import unfit
from callproof.scenario.fields import expect_object
from callproof.scenario.minimal_tables import (
    AXES,
    BACKCHANNEL,
    CASE_FIELDS,
    CONFLICTS,
    CORRECTIONS,
    EXPECTED_FIELDS,
    FAULT_NAMES,
    FAULTS,
    INTERRUPTION_TYPES,
    NEGATION,
    REQUESTS,
    SETUP_FIELDS,
    SOUND,
    STAGES,
    STOP,
    TALK_OVER,
    TOOLS_BY_FIELD,
    USUAL_STAGE,
    UsualFault,
)
from callproof.scenario.model import Scenario
from callproof.scenario.report import Report
from callproof.scenario.sameness import same
from callproof.scenario.wanted import end_states, row_of
from callproof.scenario.world_rules import misfit_argument
from callproof.scenario.worlds import Json, Parameter, Table, Tool, World, Write

_GOAL = "main"
# `corrected_value: null` takes the request back, `nth: null` is every call.
_MAY_BE_NULL = ("corrected_value", "nth")


@dataclass(frozen=True, slots=True)
class Case:
    """A case written out: the fields of a scenario, its world, and whether anything is to be executed (None: not said)."""

    fields: dict[str, Any]
    world: World
    should_execute: bool | None


def build_case(data: Mapping[str, Any], world: World, report: Report) -> Case | None:
    """The case in full; None when the report has what is wrong with it."""
    count = len(report.problems)
    for name in data:
        if name not in CASE_FIELDS:
            report.unknown_field((name,), CASE_FIELDS)
    for name in ("id", "category", "setup"):
        if name not in data:
            report.add((name,), "is missing")
    requires, should_execute = _expected(data.get("expected", {}), report.below("expected"))
    category, setup = data.get("category"), data.get("setup")
    if not isinstance(category, str) or category not in SETUP_FIELDS:
        if "category" in data:
            hint = did_you_mean(category, SETUP_FIELDS) if isinstance(category, str) else ""
            report.add(
                ("category",),
                f"found {found(category)}, expected one of {', '.join(SETUP_FIELDS)} for a case with a setup; "
                f"others are written as whole scenarios.{hint}",
            )
        return None
    place = report.below("setup")
    if "setup" not in data or expect_object(setup, place, "an object") is None:
        return None
    for name in setup or {}:
        if name not in SETUP_FIELDS[category]:
            place.unknown_field((name,), SETUP_FIELDS[category])
    builder = _Builder(dict(setup or {}), world, place)
    fields = builder.build(category)
    if fields is None or len(report.problems) > count:
        return None
    whole = {name: data[name] for name in ("id", "category", "description") if name in data}
    return Case({**fields, **whole, "requires": requires}, builder.world, should_execute)


def _expected(data: Any, report: Report) -> tuple[list[str], bool | None]:
    expected = expect_object(data, report, "an object") or {}
    axes: list[str] = []
    for name, value in expected.items():
        if name not in EXPECTED_FIELDS:
            report.unknown_field((name,), EXPECTED_FIELDS)
        elif name == "should_execute":
            if not isinstance(value, bool):
                report.add((name,), f"found {found(value)}, expected true or false")
        elif value is True:
            axes.append(name)
        else:
            report.add(
                (name,),
                f"found {found(value)}, expected true: a case says what a sound agent does; "
                "leave out an axis that does not matter",
            )
    should = expected.get("should_execute")
    whole = not axes or len(axes) == len(AXES)
    return ["integrity"] if whole else axes, should if isinstance(should, bool) else None


def check_should_execute(scenario: Scenario, should: bool | None, report: Report) -> None:
    """`should_execute` is what the backend of the scenario says: whether it differs at the end."""
    executes = {bool(end.changes) for end in end_states(scenario)}
    if should is None or should in executes:
        return
    is_so = "something is to differ" if not should else "nothing is to differ"
    report.add(
        ("expected", "should_execute"),
        f"is {found(should)}, but with this setup {is_so} in the backend at the end",
    )


class _Builder:
    """Writes out one setup. What is wrong with it goes to the report, and then there is no result."""

    def __init__(self, setup: dict[str, Any], world: World, report: Report) -> None:
        # A key without a value says nothing, but for these two.
        self._setup = {name: v for name, v in setup.items() if v is not None or name in _MAY_BE_NULL}
        self.world = world
        self._report = report

    def build(self, category: str) -> dict[str, Any] | None:
        if category == "tool_fault":
            return self._fault_case()
        if category == "state_conflict":
            return self._conflict_case()
        kind = "change"
        if category == "interruption":
            usual = "change" if "corrected_value" in self._setup else "stop"
            kind = self._one_of("interruption_type", INTERRUPTION_TYPES, usual)
        return self._change_case("interruption" if category == "interruption" else "correction", kind)

    # --- the four categories --------------------------------------------------------------------------------------

    def _change_case(self, act: str, kind: str) -> dict[str, Any] | None:
        """A request, and what the caller does to it at the stage."""
        setup = self._setup
        name = self._field()
        tool = self._tool(name)
        if tool is None or name is None:
            return None
        first = self._value("initial_value", name, tool)
        negated = setup.get("corrected_value", first if act == "interruption" else None) is None
        if act == "correction" and "corrected_value" not in setup:
            self._report.add(("corrected_value",), "is missing; null takes the request back")
            return None
        if kind == "change" and negated:
            kind = "stop"
        if kind == "change" and "corrected_value" not in setup:
            self._report.add(("corrected_value",), "is missing; it is what the caller changes to")
            return None
        if kind != "change" and setup.get("corrected_value") is not None:
            self._report.add(("corrected_value",), f"has no place in an interruption of the type {kind}")
        if kind != "noise" and "sound" in setup:
            self._report.add(("sound",), "has a place only in an interruption of the type noise")
        then = self._value("corrected_value", name, tool) if kind == "change" else None
        arguments = self._arguments(name, first, tool)
        if arguments is None or first is None or (kind == "change" and then is None):
            return None
        if kind == "change" and same(first, then):
            self._report.add(
                ("corrected_value",), f"is {found(then)}, as the initial_value: it changes nothing"
            )
            return None
        line = self._act(act, kind, name, then)
        when = self._stage(kind, first)
        if when is None or line is None:
            return None
        request = {"id": "request", "request": _GOAL, "say": self._request(name, arguments)}
        line = {"id": "act", "when": when, **line}
        early = self._setup.get("interrupt_stage") == "during_greeting"
        wanted = [arguments, {**arguments, name: then}] if kind == "change" else [arguments]
        self._provide(tool, wanted)
        return {
            "goals": {_GOAL: {"tool": self._tool_name(name), "arguments": arguments}},
            "script": [line, request] if early else [request, line],
        }

    def _fault_case(self) -> dict[str, Any] | None:
        setup = self._setup
        word = setup.get("fault")
        kind = FAULT_NAMES.get(word) if isinstance(word, str) else None
        if kind is None:
            what = "is missing" if word is None else f"found {found(word)}"
            hint = did_you_mean(word, FAULT_NAMES) if isinstance(word, str) else ""
            self._report.add(("fault",), f"{what}, expected one of {', '.join(FAULT_NAMES)}.{hint}")
            return None
        usual = FAULTS[kind]
        setup.setdefault("field", usual.about)
        name = self._field()
        tool = self._tool(name)
        if tool is None or name is None:
            return None
        if "value" not in setup:
            if name != usual.about:
                self._report.add(("value",), f"is missing; it is the {name} that the caller asks for")
                return None
            setup["value"] = usual.value
        value = self._value("value", name, tool)
        arguments = self._arguments(name, value, tool)
        if arguments is None or value is None:
            return None
        self._provide(tool, [arguments])
        goal = self._tool_name(name)
        broken = self._broken(usual, goal, arguments)
        if broken is None:
            return None
        settings = dict(usual.settings)
        if self.world.tools[broken].write is None:
            # The usual ones are those of a tool that writes.
            settings.pop("committed", None)
        fault = {"tool": broken, "kind": kind, **settings, **self._fault_settings()}
        if kind == "wrong_record":
            fault["record"] = self._wrong_record(broken, fault.get("record"), arguments)
        elif kind == "partial":
            fault.setdefault("keep", self._all_but_its_key(broken))
        fields: dict[str, Any] = {
            "goals": {_GOAL: {"tool": goal, "arguments": arguments}},
            "script": [{"id": "request", "request": _GOAL, "say": self._request(name, arguments)}],
            "faults": [fault],
        }
        if fault.get("nth", 1) is None and _never_works(fault):
            # Where no call can ever do it, leaving all as it is and saying so is right; so it is where the record is never found.
            if broken == goal:
                fields["expect"] = [{"changes": []}]
            elif tool.write is not None and broken == _look_up(self.world, tool, arguments):
                change = _change(tool.write, tool.filled(arguments))
                fields["expect"] = [{"changes": [change]}, {"changes": []}]
        return fields

    def _broken(self, usual: UsualFault, goal: str, arguments: Mapping[str, Json]) -> str | None:
        """The tool that breaks: the one that is named, or the usual one for the fault."""
        named = self._setup.get("faulty_tool")
        if named is not None:
            if isinstance(named, str) and named in self.world.tools:
                return named
            self._report.unknown(("faulty_tool",), str(named), self.world.tools, "tool")
            return None
        tool = self.world.tools[goal]
        if usual.breaks == "goal":
            return goal
        look = _look_up if usual.breaks == "look_up" else _look_after
        found_tool = look(self.world, tool, arguments)
        if found_tool is None:
            about = "looks up what" if usual.breaks == "look_up" else "looks at what"
            does = "is about" if usual.breaks == "look_up" else "has done"
            self._report.add(("faulty_tool",), f"is missing; no tool of this world {about} {goal} {does}")
        return found_tool

    def _wrong_record(self, broken: str, named: Json, arguments: Mapping[str, Json]) -> Json:
        """The row that comes back instead: the one that is named, which is there then, or the first that is not meant."""
        read = self.world.tools[broken].read
        if read is None:
            return named
        if isinstance(named, str | int):
            self._add_row(read.table, named)
            return str(named)
        table = self.world.tables[read.table]
        meant = arguments.get(read.record or "")
        return next((str(row[table.key]) for row in table.rows if not same(row[table.key], meant)), None)

    def _all_but_its_key(self, broken: str) -> list[str]:
        read = self.world.tools[broken].read
        table = None if read is None else self.world.tables[read.table]
        return [] if table is None else [column for column in table.columns if column != table.key]

    def _fault_settings(self) -> dict[str, Any]:
        named = {"delay_ms": "ms", "wrong_record": "record"}
        plain = ("nth", "committed", "status", "late", "keep")
        return {named.get(name, name): self._setup[name] for name in (*named, *plain) if name in self._setup}

    def _conflict_case(self) -> dict[str, Any] | None:
        conflict = self._one_of("conflict", CONFLICTS, None)
        if conflict is None:
            return None
        if conflict != "write_never_lands":
            # What gets stuck is the agent's doing; the caller does the same in all three.
            return self._change_case("correction", "change")
        for name in ("corrected_value", "interrupt_stage"):
            if name in self._setup:
                self._report.add((name,), "has no place here: the caller does not change anything")
        setup = {"fault": "acknowledged_but_lost"}
        setup.update(
            {name: self._setup[name] for name in ("field", "tool", "arguments") if name in self._setup}
        )
        if "initial_value" in self._setup:
            setup["value"] = self._setup["initial_value"]
        inner = _Builder(setup, self.world, self._report)
        fields = inner._fault_case()
        self.world = inner.world
        return fields

    # --- the words of a setup -------------------------------------------------------------------------------------

    def _one_of(self, name: str, known: tuple[str, ...], usual: str | None) -> Any:
        value = self._setup.get(name, usual)
        if value in known:
            return value
        what = "is missing" if value is None else f"found {found(value)}"
        hint = did_you_mean(value, known) if isinstance(value, str) else ""
        self._report.add((name,), f"{what}, expected one of {', '.join(known)}.{hint}")
        return usual

    def _field(self) -> str | None:
        name = self._setup.get("field")
        if isinstance(name, str) and (name in TOOLS_BY_FIELD or "tool" in self._setup):
            return name
        if name is None:
            self._report.add(("field",), f"is missing: what it is about, as {', '.join(TOOLS_BY_FIELD)}")
        elif not isinstance(name, str):
            self._report.add(("field",), f"found {found(name)}, expected a text")
        else:
            known = ", ".join(TOOLS_BY_FIELD)
            self._report.add(
                ("field",),
                f"found {name!r}, expected one of {known}, or a parameter of the tool that tool names."
                f"{did_you_mean(name, TOOLS_BY_FIELD)}",
            )
        return None

    def _tool_name(self, name: str) -> str:
        named = self._setup.get("tool")
        return named if isinstance(named, str) else TOOLS_BY_FIELD[name].tool

    def _tool(self, name: str | None) -> Tool | None:
        if name is None:
            return None
        named = self._setup.get("tool")
        if named is not None and not isinstance(named, str):
            self._report.add(("tool",), f"found {found(named)}, expected a text")
            return None
        chosen = self._tool_name(name)
        tool = self.world.tools.get(chosen)
        if tool is None:
            self._report.unknown(("tool",), chosen, self.world.tools, "tool")
        elif name not in tool.parameters:
            self._report.unknown(("field",), name, tool.parameters, f"parameter of {chosen}")
            return None
        return tool

    def _value(self, key: str, name: str, tool: Tool) -> Json:
        if self._setup.get(key) is None:
            self._report.add((key,), f"is missing: the {name} that the caller says")
            return None
        value = in_type(self._setup[key], tool.parameters[name])
        wrong = misfit_argument(value, tool.parameters[name])
        if wrong is not None:
            self._report.add((key,), wrong)
            return None
        return value

    def _arguments(self, name: str, value: Json, tool: Tool) -> dict[str, Json] | None:
        usual = TOOLS_BY_FIELD.get(name)
        others: dict[str, Json] = {}
        if usual is not None and usual.tool == self._tool_name(name):
            others = dict(usual.arguments)
        given = expect_object(self._setup.get("arguments", {}), self._report.below("arguments"), "an object")
        if given is None:
            return None
        for key, item in given.items():
            place = self._report.below("arguments")
            if key not in tool.parameters:
                place.unknown((key,), key, tool.parameters, "parameter")
            elif key == name:
                place.add((key,), "is the field itself")
            else:
                others[key] = in_type(item, tool.parameters[key])
        for key, parameter in tool.parameters.items():
            if parameter.required and key != name and key not in others:
                self._report.add(("arguments", key), f"is missing; {self._tool_name(name)} needs it")
                return None
        # In the order that the tool has them, as a person would name them.
        whole = {**others, name: value}
        return {key: whole[key] for key in tool.parameters if key in whole}

    def _stage(self, kind: str, first: Json) -> Any:
        stage = self._one_of("interrupt_stage", tuple(STAGES), USUAL_STAGE)
        if stage == "during_greeting" and kind != "talk_over":
            self._report.add(
                ("interrupt_stage",),
                "the greeting is before the request; only an interruption of the type talk_over is possible then",
            )
            return None
        name = self._tool_name(str(self._setup["field"]))
        return {
            key: value.format(tool=name, initial_value=first) if isinstance(value, str) else value
            for key, value in STAGES[stage].items()
        }

    def _act(self, act: str, kind: str, name: str, then: Json) -> dict[str, Any] | None:
        if kind == "change":
            say = CORRECTIONS.get(name, f"No, sorry, {name.replace('_', ' ')} {{{name}}}.")
            return {"act": act, "say": say, "changes": {name: then}, "goal": _GOAL}
        if kind == "stop":
            if act == "correction":
                return {"act": "negation", "say": NEGATION, "goal": _GOAL}
            return {"act": "interruption", "say": STOP, "negates": True, "goal": _GOAL}
        if kind == "talk_over":
            return {"act": "interruption", "say": TALK_OVER}
        if kind == "backchannel":
            return {"act": "backchannel", "say": BACKCHANNEL}
        return {"act": "noise", "sound": self._setup.get("sound", SOUND)}

    def _request(self, name: str, arguments: Mapping[str, Json]) -> str:
        tool = self._tool_name(name)
        for (known, _), text in REQUESTS.items():
            if known == tool and all(f"{{{key}}}" in text for key in arguments):
                return text
        about = ", ".join(f"{key.replace('_', ' ')} {{{key}}}" for key in arguments)
        return f"Please {tool.replace('_', ' ')}: {about}."

    # --- the world ------------------------------------------------------------------------------------------------

    def _provide(self, tool: Tool, wanted: list[dict[str, Json]]) -> None:
        """Rows that the case speaks of are there, and hold something else than what is asked for."""
        write = tool.write
        for other in self.world.tools.values():
            # An order that is only mentioned in a new row is to be found by those who look it up.
            read = other.read
            if read is not None and read.record is not None:
                for arguments in wanted:
                    if read.record in arguments:
                        self._add_row(read.table, arguments[read.record])
        if write is None or write.kind == "insert" or write.record is None:
            return
        for arguments in wanted:
            record = arguments.get(write.record)
            self._add_row(write.table, record)
            for column, parameter in write.values.items():
                held = [item[parameter] for item in wanted if parameter in item]
                self._differ(write.table, record, column, held)

    def _add_row(self, name: str, record: Json) -> None:
        table = self.world.tables[name]
        if row_of(table, record) is not None or not table.rows:
            return
        key = in_type(record, Parameter(type="string" if table.columns[table.key] == "text" else "integer"))
        self._replace(name, replace(table, rows=(*table.rows, {**table.rows[0], table.key: key})))

    def _differ(self, name: str, record: Json, column: str, held: list[Json]) -> None:
        table = self.world.tables[name]
        row = row_of(table, record)
        if row is None or not any(same(row.get(column), value) for value in held):
            return
        others = [item.get(column) for item in table.rows if not any(same(item.get(column), v) for v in held)]
        value = others[0] if others else None
        rows = tuple({**item, column: value} if item is row else item for item in table.rows)
        self._replace(name, replace(table, rows=rows))

    def _replace(self, name: str, table: Table) -> None:
        self.world = replace(self.world, tables={**self.world.tables, name: table})


def _look_up(world: World, tool: Tool, arguments: Mapping[str, Json]) -> str | None:
    """The tool that finds the record that a call is about: the row that it changes, or one that its new row names."""
    for name, other in world.tools.items():
        read = other.read
        if read is None or read.record is None:
            continue
        if tool.write is not None and tool.write.record is not None:
            if read.table == tool.write.table:
                return name
        elif read.record in arguments:
            return name
    return None


def _look_after(world: World, tool: Tool, arguments: Mapping[str, Json]) -> str | None:
    """The tool that shows what a call has written."""
    if tool.write is not None and tool.write.record is not None:
        return _look_up(world, tool, arguments)
    for name, other in world.tools.items():
        if other.read is not None and tool.write is not None and other.read.table == tool.write.table:
            return name
    return None


def _never_works(fault: Mapping[str, Any]) -> bool:
    """Whether a tool that fails so each time is of no use to anybody."""
    if fault["kind"] in ("timeout", "error_status"):
        return not fault.get("committed")
    return fault["kind"] in ("acknowledged_but_lost", "empty", "partial", "wrong_record", "malformed")


def _change(write: Write, arguments: Mapping[str, Json]) -> dict[str, Any]:
    """What a call that writes does to the backend."""
    values = {column: arguments[name] for column, name in write.values.items() if name in arguments}
    change = {"kind": write.kind, "table": write.table, "values": {**values, **write.constants}}
    return change if write.record is None else {**change, "record": arguments[write.record]}


def in_type(value: Json, parameter: Parameter) -> Json:
    """A value as the parameter has it, where it says the same: the order number 5590 is "5590", the quantity "3" is 3."""
    if parameter.type == "string" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if parameter.type in ("integer", "number") and isinstance(value, str):
        text = value.strip()
        try:
            number = int(text) if parameter.type == "integer" or text.isdigit() else float(text)
        except ValueError:
            return value
        # "nan" and "1e999" are numbers to Python alone.
        return number if unfit(number) is None else value
    return value
