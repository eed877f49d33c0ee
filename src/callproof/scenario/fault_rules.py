"""What has to hold in the faults of a scenario: each breaks a tool that is there, in a way that the tool can break."""

from __future__ import annotations

from callproof.problems import found
from callproof.scenario.model import Fault, Scenario
from callproof.scenario.report import Report
from callproof.scenario.sameness import same
from callproof.scenario.wanted import row_of, steps
from callproof.scenario.world_rules import check_values
from callproof.scenario.worlds import Tool, World

# After these the agent is told that the call failed.
FAILING = frozenset(("timeout", "error_status"))
_OF_READS = frozenset(("partial", "wrong_record", "stale_read"))
_OF_WRITES = frozenset(("acknowledged_but_lost", "duplicate_delivery"))
# Options and the kinds of faults that look at them.
_OPTIONS: dict[str, tuple[str, ...]] = {
    "committed": ("timeout", "error_status"),
    "status": ("error_status",),
    "ms": ("timeout", "delay", "late_success"),
    "late": ("late_success",),
    "keep": ("partial",),
    "record": ("wrong_record",),
    "row": ("stale_read",),
}
_NEEDED: dict[str, str] = {"partial": "keep", "wrong_record": "record"}


def check_faults(scenario: Scenario, report: Report) -> None:
    seen: dict[tuple[str, str, int | None], int] = {}
    for at, fault in enumerate(scenario.faults):
        place = report.below("faults", at)
        tool = scenario.world.tools.get(fault.tool)
        if tool is None:
            place.unknown(("tool",), fault.tool, scenario.world.tools, "tool")
            continue
        if seen.setdefault((fault.tool, fault.kind, fault.nth), at) != at:
            place.add((), f"is there already, as faults[{seen[fault.tool, fault.kind, fault.nth]}]")
        _check_options(fault, place)
        _check_tool(fault, tool, place)
        _check_rows(fault, tool, scenario, place)


def _check_options(fault: Fault, report: Report) -> None:
    plain = Fault(tool=fault.tool, kind=fault.kind)
    for option, kinds in _OPTIONS.items():
        if getattr(fault, option) != getattr(plain, option) and fault.kind not in kinds:
            report.add((option,), f"has no effect on {fault.kind}; it is for {', '.join(kinds)}")
    needed = _NEEDED.get(fault.kind)
    if needed is not None and not getattr(fault, needed):
        report.add((needed,), f"is missing; {fault.kind} needs it")
    if fault.nth is not None and fault.nth < 1:
        report.add(("nth",), f"found {fault.nth}, expected a whole number from 1, or null for every call")
    if fault.ms is not None and fault.ms < 1:
        report.add(("ms",), f"found {fault.ms}, expected 1 or more")
    if not 400 <= fault.status <= 599:
        report.add(("status",), f"found {fault.status}, expected the status of an error, 400 to 599")


def _check_tool(fault: Fault, tool: Tool, report: Report) -> None:
    if fault.kind in _OF_READS and tool.read is None:
        report.add(("kind",), f"{fault.kind} is a fault of reading; {fault.tool} writes")
    if fault.kind in _OF_WRITES and tool.write is None:
        report.add(("kind",), f"{fault.kind} is a fault of writing; {fault.tool} reads")
    if tool.write is None:
        if fault.committed:
            report.add(("committed",), f"{fault.tool} reads, so there is nothing to commit")
        if fault.late == "commit":
            report.add(("late",), f"{fault.tool} reads, so no commit can be late")


def _check_rows(fault: Fault, tool: Tool, scenario: Scenario, report: Report) -> None:
    if tool.read is None:
        return
    table = scenario.world.tables[tool.read.table]
    if fault.record is not None:
        if row_of(table, fault.record) is None:
            report.add(("record",), f"{tool.read.table} has no row {found(fault.record)}")
        elif _is_right(fault.record, tool, scenario):
            report.add(
                ("record",), f"{found(fault.record)} is the row that the caller means, so it is not wrong"
            )
    for at, column in enumerate(fault.keep):
        if column not in table.columns:
            report.unknown(("keep", at), column, table.columns, "column")
    if fault.keep and set(table.columns) <= set(fault.keep):
        report.add(("keep",), "keeps all columns, so nothing is missing from the answer")
    check_values(table, fault.row, report.below("row"))


def _is_right(record: str, tool: Tool, scenario: Scenario) -> bool:
    """Whether every goal that means a row of this table means this one, at every time."""
    meant = _records(scenario, tool)
    return bool(meant) and all(same(value, record) for value in meant)


def _records(scenario: Scenario, tool: Tool) -> list[object]:
    world: World = scenario.world
    found_records: list[object] = []
    for step in steps(scenario.goals, scenario.script):
        if step.goal is None or step.after is None:
            continue
        goal_tool = world.tools.get(scenario.goals[step.goal].tool)
        touched = None if goal_tool is None else goal_tool.write or goal_tool.read
        if touched is not None and tool.read is not None and touched.table == tool.read.table:
            found_records.append(step.after.get(touched.record or ""))
    return found_records
