"""What has to hold in a scenario beyond its types: everything it names is there, and every line does something."""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import attrgetter

from callproof.problems import found
from callproof.scenario.fault_rules import FAILING, check_faults
from callproof.scenario.model import Change, EndState, Goal, Line, Scenario
from callproof.scenario.moments import TOOL_MOMENTS
from callproof.scenario.report import Report
from callproof.scenario.sameness import canonical, same
from callproof.scenario.wanted import (
    Step,
    changes_anything,
    effect_of,
    final_arguments,
    row_of,
    steps,
)
from callproof.scenario.world_rules import check_values, misfit_argument, misfit_date
from callproof.scenario.worlds import Json, Tool, World

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_LONGEST_ID = 100
# What the caller can answer in, and what an agent says can be read in.
LANGUAGES = ("en", "es", "ko", "ja", "de", "fr", "pt", "it")
_KEYS = re.compile(r"[0-9*#A-D]+")
# What a line of each kind is made of, beside what all have (id, when) and a goal.
_PARTS: dict[str | None, tuple[frozenset[str], frozenset[str]]] = {
    # act: what it needs, what it may have
    None: (frozenset({"say"}), frozenset({"heard", "request"})),
    "correction": (frozenset({"say"}), frozenset({"heard", "changes"})),
    "negation": (frozenset({"say"}), frozenset({"heard"})),
    "interruption": (frozenset({"say"}), frozenset({"heard", "changes", "negates"})),
    "backchannel": (frozenset({"say"}), frozenset({"heard"})),
    "noise": (frozenset(), frozenset({"sound", "ms"})),
    "silence": (frozenset({"ms"}), frozenset()),
    "key_press": (frozenset({"keys"}), frozenset({"ms"})),
}
_ALL_PARTS = ("say", "heard", "request", "changes", "negates", "sound", "keys", "ms")
_parts_of = attrgetter(*_ALL_PARTS)


def check_scenario(scenario: Scenario, report: Report) -> None:
    count = len(report.problems)
    _check_header(scenario, report)
    goals = _check_goals(scenario, report)
    _check_lines(scenario, report)
    if goals:
        _check_steps(scenario, report)
    _check_moments(scenario, report)
    check_faults(scenario, report)
    _check_expectation(scenario, report)
    _check_category(scenario, report)
    if len(report.problems) == count:
        _check_end(scenario, report)


def _check_header(scenario: Scenario, report: Report) -> None:
    if not scenario.id.strip() or len(scenario.id) > _LONGEST_ID or not scenario.id.isprintable():
        report.add(("id",), f"found {found(scenario.id)}, expected one line of 1 to {_LONGEST_ID} characters")
    elif "#" in scenario.id:
        report.add(("id",), "must not have a #, which separates the number of a repeat from the id")
    if (wrong := misfit_date(scenario.today)) is not None:
        report.add(("today",), wrong)
    if scenario.reaction_ms < 0:
        report.add(("reaction_ms",), f"found {scenario.reaction_ms}, expected 0 or more")
    if scenario.longest_ms < 1:
        report.add(("longest_ms",), f"found {scenario.longest_ms}, expected 1 or more")
    if not scenario.requires:
        report.add(("requires",), "is empty, so that any call would pass; leave it out for all six axes")
    for at, text in enumerate(scenario.must_hear):
        if not any(char.isalnum() for char in text):
            report.add(("must_hear", at), f"found {found(text)}, expected words that the agent has to say")
    rate = scenario.persona.words_per_minute
    if not 40 <= rate <= 400:
        report.add(("persona", "words_per_minute"), f"found {rate}, expected 40 to 400")
    pause_ms = scenario.persona.pause_ms
    if not 0 <= pause_ms <= 5000:
        report.add(("persona", "pause_ms"), f"found {pause_ms}, expected 0 to 5000")
    language = scenario.persona.language
    if language not in LANGUAGES:
        expected = f"expected {', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}"
        report.add(("persona", "language"), f"found {found(language)}, {expected}")
    for at, name in enumerate(scenario.agent.tools or ()):
        if name not in scenario.world.tools:
            report.unknown(("agent", "tools", at), name, scenario.world.tools, "tool")


# --- goals --------------------------------------------------------------------------------------------------------


def _check_goals(scenario: Scenario, report: Report) -> bool:
    """Whether all goals are sound, so that the script can be gone through."""
    count = len(report.problems)
    if not scenario.goals:
        report.add(("goals",), "is empty: there is nothing that the caller wants")
    for name, goal in scenario.goals.items():
        tool = scenario.world.tools.get(goal.tool)
        if tool is None:
            report.unknown(("goals", name, "tool"), goal.tool, scenario.world.tools, "tool")
            continue
        place = report.below("goals", name, "arguments")
        check_arguments(goal.arguments, tool, place)
        for parameter, declared in tool.parameters.items():
            if declared.required and parameter not in goal.arguments:
                place.add((parameter,), f"is missing; {goal.tool} needs it")
        _check_row(goal.arguments, tool, scenario.world, place)
    return len(report.problems) == count


def check_arguments(arguments: Mapping[str, Json], tool: Tool, report: Report) -> bool:
    """Whether the values can be given to the tool; which of them are needed is not looked at."""
    count = len(report.problems)
    for name, value in arguments.items():
        parameter = tool.parameters.get(name)
        if parameter is None:
            report.unknown((name,), name, tool.parameters, "parameter")
        elif (wrong := misfit_argument(value, parameter)) is not None:
            report.add((name,), wrong)
    return len(report.problems) == count


def _check_row(arguments: Mapping[str, Json], tool: Tool, world: World, report: Report) -> None:
    """The row that is meant is there; of a new row, its key is not."""
    touched = tool.write or tool.read
    if touched is None:
        return
    arguments = tool.filled(arguments)
    table = world.tables[touched.table]
    value = None if touched.record is None else arguments.get(touched.record)
    if touched.record is not None and isinstance(value, str | int) and row_of(table, value) is None:
        report.add(
            (touched.record,), f"{touched.table} has no row {found(value)}{_rows_there(world, touched.table)}"
        )
    if tool.write is not None and tool.write.kind == "set":
        named = {column for column, name in tool.write.values.items() if name in arguments}
        if (columns := {*named, *tool.write.constants}) and columns <= set(table.ignore):
            report.add(
                (),
                f"sets only what {touched.table} ignores ({', '.join(sorted(columns))}): nothing could be compared",
            )
    if tool.write is not None and tool.write.kind == "insert":
        name = tool.write.values.get(table.key)
        if (
            name is not None
            and name in arguments
            and any(same(row[table.key], arguments[name]) for row in table.rows)
        ):
            report.add((name,), f"{touched.table} has a row {found(arguments[name])} already")


def _rows_there(world: World, name: str) -> str:
    table = world.tables[name]
    keys = [found(row[table.key]) for row in table.rows[:8]]
    return f"; there are {', '.join(keys)}{', …' if len(table.rows) > 8 else ''}" if keys else "; it is empty"


# --- lines --------------------------------------------------------------------------------------------------------


def _check_lines(scenario: Scenario, report: Report) -> None:
    ids: dict[str, int] = {}
    for at, line in enumerate(scenario.script):
        place = report.below("script", at)
        if not line.id.strip():
            place.add(("id",), "is empty")
        elif ids.setdefault(line.id, at) != at:
            place.add(("id",), f"{found(line.id)} is the id of script[{ids[line.id]}] already")
        _check_parts(line, place)
        for part in ("request", "goal"):
            name = getattr(line, part)
            if name is not None and name not in scenario.goals:
                place.unknown((part,), name, scenario.goals, "goal")
    asked: dict[str, int] = {}
    for at, line in enumerate(scenario.script):
        if line.request is not None and asked.setdefault(line.request, at) != at:
            report.add(("script", at, "request"), f"script[{asked[line.request]}] asks for it already")
    for name in scenario.goals:
        if name not in asked:
            report.add(("script",), f"no line asks for the goal {name!r}: give one of them request: {name}")


def _check_parts(line: Line, report: Report) -> None:
    needed, allowed = _PARTS[line.act]
    for part, value in zip(_ALL_PARTS, _parts_of(line), strict=True):
        if value is None or value is False or value == {}:
            if part in needed:
                report.add((part,), f"is missing; {_kind(line)} needs it")
        elif part not in needed and part not in allowed:
            hint = "; give the line an act" if line.act is None and part in ("changes", "negates") else ""
            report.add((part,), f"has no place in {_kind(line)}{hint}")
        elif isinstance(value, str) and not value.strip():
            report.add((part,), "is empty")
    if line.ms is not None and line.ms < 1:
        report.add(("ms",), f"found {line.ms}, expected 1 or more")
    if line.keys is not None and not _KEYS.fullmatch(line.keys):
        report.add(("keys",), f"found {found(line.keys)}, expected keys of a telephone: 0 to 9, *, #, A to D")
    if line.goal is not None and line.act not in (None, "correction", "negation", "interruption"):
        report.add(("goal",), f"has no place in {_kind(line)}, which changes nothing")
    if line.negates and line.changes:
        report.add(("changes",), "are of no use when the line negates the goal")


def _kind(line: Line) -> str:
    kind = f"a {line.act}" if line.act is not None else "a line without act"
    return kind.replace("a interruption", "an interruption")


def _check_steps(scenario: Scenario, report: Report) -> None:
    """The script in its order: each change changes something, each negation takes something back."""
    requested: set[str] = set()
    for at, step in enumerate(steps(scenario.goals, scenario.script)):
        line, place = step.line, report.below("script", at)
        if line.request is not None:
            requested.add(line.request)
        moves = line.act in ("correction", "negation") or bool(line.changes) or line.negates
        if step.goal is None:
            if moves and (line.goal is None or line.goal in scenario.goals):
                place.add(("goal",), f"is missing; the caller wants {' and '.join(scenario.goals)}")
        elif moves and line.act is not None:
            if step.goal not in requested:
                place.add(
                    (), f"comes before the line that asks for {step.goal!r}; the caller wants nothing yet"
                )
            else:
                _check_change(step, scenario.goals[step.goal], scenario.world, place)
        _check_texts(step, place)


def _check_change(step: Step, goal: Goal, world: World, report: Report) -> None:
    line, tool = step.line, world.tools[goal.tool]
    if line.act == "negation" or line.negates:
        if step.before is None:
            report.add((), "takes back what is taken back already")
        return
    if step.before is not None:
        if not line.changes:
            report.add(("changes",), "is missing: a correction says what is wanted instead")
        before = tool.filled(step.before)
        for name, value in line.changes.items():
            if name in before and same(before[name], value):
                report.add(("changes", name), f"is {found(value)}, which is what the caller wants already")
    if check_arguments(line.changes, tool, report.below("changes")):
        _check_row({**step.last, **line.changes}, tool, world, report.below("changes"))


def _check_texts(step: Step, report: Report) -> None:
    """Every `{placeholder}` is a parameter of the line's goal that has a value."""
    values = step.after if step.after is not None else step.last
    for part in ("say", "heard"):
        text = getattr(step.line, part) or ""
        for name in PLACEHOLDER.findall(text):
            if step.goal is None:
                report.add((part,), f"has {{{name}}}, but the line has no goal to take it from")
            elif name not in values:
                report.unknown((part,), name, values, "value")
        rest = PLACEHOLDER.sub("", text)
        if "{" in rest or "}" in rest:
            report.add((part,), "has a brace without its other half")


# --- moments ------------------------------------------------------------------------------------------------------


def _check_moments(scenario: Scenario, report: Report) -> None:
    tools = scenario.world.tools
    first = next((at for at, line in enumerate(scenario.script) if line.request is not None), 0)
    for at, line in enumerate(scenario.script):
        kind, name, place = line.when.kind, line.when.tool, report.below("script", at, "when")
        if kind == "at" and (line.when.ms or 0) >= scenario.longest_ms:
            place.add((), f"can never come: the call is over after {scenario.longest_ms} ms (longest_ms)")
        if kind not in TOOL_MOMENTS or name is None:
            continue
        if at <= first:
            place.add((), f"can never come: no tool is called before the request, which is script[{first}]")
        meant = [tool for tool in tools if tools[tool].write is not None] if name == "*" else [name]
        if name != "*" and name not in tools:
            place.unknown((kind,), name, tools, "tool")
            continue
        visible = scenario.agent.tools
        if visible is not None and not set(meant) & set(visible):
            place.add((), f"can never come: the agent is not given the tool {name} (agent.tools)")
        if kind in ("tool_failed", "tool_retrying") and not any(
            fault.tool in meant and fault.kind in FAILING for fault in scenario.faults
        ):
            place.add((), f"can never come: no fault makes {name if name != '*' else 'a writing tool'} fail")
        if not meant:
            place.add((), "can never come: no tool of this world writes")


# --- what must hold at the end ------------------------------------------------------------------------------------


def _check_expectation(scenario: Scenario, report: Report) -> None:
    for at, end in enumerate(scenario.expect):
        place = report.below("expect", at)
        if end.must_say is not None and not end.changes:
            place.add(("must_say",), "nothing is changed, so there is nothing that stays")
        for number, change in enumerate(end.changes):
            _check_expected(change, scenario.world, place.below("changes", number))
        for earlier in range(at):
            if _alike(end, scenario.expect[earlier]):
                place.add((), f"is the same end as expect[{earlier}]")


def _alike(left: EndState, right: EndState) -> bool:
    return left.must_say == right.must_say and set(map(_key, left.changes)) == set(map(_key, right.changes))


def _key(change: Change) -> tuple[object, ...]:
    values = frozenset((column, canonical(value)) for column, value in change.values.items())
    return change.kind, change.table, canonical(change.record), values


def _check_expected(change: Change, world: World, report: Report) -> None:
    table = world.tables.get(change.table)
    if table is None:
        report.unknown(("table",), change.table, world.tables, "table")
        return
    count = len(report.problems)
    check_values(table, change.values, report.below("values"))
    if change.kind == "insert":
        if change.record is not None:
            report.add(("record",), "a new row has no record yet; its key may stand in values")
        if not change.values:
            report.add(("values",), "is empty: nothing is said of the new row")
        return
    if change.record is None:
        report.add(("record",), "is missing: the key of the row")
    elif row_of(table, change.record) is None:
        report.add(
            ("record",), f"{change.table} has no row {found(change.record)}{_rows_there(world, change.table)}"
        )
    elif change.kind == "delete":
        if change.values:
            report.add(("values",), "a row that is deleted has no values")
    elif not change.values:
        report.add(("values",), "is empty: nothing is set")
    elif len(report.problems) == count:
        row = row_of(table, change.record)
        for column, value in change.values.items():
            if row is not None and same(row.get(column), value):
                report.add(
                    ("values", column), f"is {found(value)} from the start; only what changes is named"
                )


def _check_category(scenario: Scenario, report: Report) -> None:
    acts = {line.act for line in scenario.script}
    if scenario.category == "tool_fault" and not scenario.faults:
        report.add(("category",), "is tool_fault, but faults is empty")
    if scenario.category == "correction" and not acts & {"correction", "negation", "interruption"}:
        report.add(("category",), "is correction, but no line of the script is one")
    if scenario.category == "interruption" and acts == {None}:
        report.add(("category",), "is interruption, but no line of the script has an act")


def _check_end(scenario: Scenario, report: Report) -> None:
    """Doing nothing must not be right while something is wanted."""
    world, anything_wanted = scenario.world, False
    for name, arguments in final_arguments(scenario).items():
        change = None if arguments is None else effect_of(world.tools[scenario.goals[name].tool], arguments)
        if change is None:
            continue
        anything_wanted = True
        if not changes_anything(world, change):
            report.add(
                ("goals", name),
                "is what the backend holds from the start: an agent that does nothing would be right",
            )
    if not anything_wanted or not scenario.expect:
        return
    goal_tools = {goal.tool for goal in scenario.goals.values()}
    kept_from_it = any(
        # Who can never look something up may leave it.
        fault.tool in goal_tools or (fault.nth is None and fault.kind not in ("delay", "late_success"))
        for fault in scenario.faults
    )
    for at, end in enumerate(scenario.expect):
        if not end.changes and not kept_from_it:
            report.add(
                ("expect", at),
                "nothing has changed, although the caller wants something and no fault keeps the agent from it",
            )
