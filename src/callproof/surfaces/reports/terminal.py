"""Results on a terminal. All that comes from files goes through `shown`, and nothing is read as mark-up."""

from __future__ import annotations

import heapq
import json
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from rich.console import Console
from rich.text import Text

from callproof.errors import Problem
from callproof.surfaces.reports.text import clock, counted, seconds, share, shown

if TYPE_CHECKING:
    from callproof.checking import JudgedLine

MOST_CALLS = 20
_MOST_FINDINGS = 12
_MOST_NAMES = 20
_LONGEST_ID = 100
# Where the width is not known, as in the log of a CI job.
_WIDTH = 120

_FIGURES = {"p50": "P50", "p95": "P95", "p99": "P99", "max": "longest"}
_COLOURS = {"high": "bold red", "medium": "yellow", "low": "cyan"}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Rich would end the program here; what a closed pipe means is for the command to say."""
        raise BrokenPipeError


def console_on(file: TextIO, *, width: int | None = None) -> Console:
    """A console that prints texts as they are. Without a terminal its width is always the same."""
    console = _Console(file=file, width=width, markup=False, highlight=False, emoji=False)
    if width is None and not console.is_terminal:
        console.width = _WIDTH
    return console


class WorstCalls:
    """The calls to show: the worst ones, in memory that does not grow with the number of calls."""

    def __init__(self) -> None:
        self.count = 0
        self.unmeasured = 0
        self._heap: list[tuple[tuple[int, int, int, int], int, str]] = []

    def add(self, call: JudgedLine) -> None:
        self.count += 1
        if _is_unmeasured(call.badness):
            self.unmeasured += 1
        # The earlier of two equally bad calls is shown first.
        place = (call.badness, -self.count)
        if len(self._heap) < MOST_CALLS:
            heapq.heappush(self._heap, (*place, call.result))
        elif place > self._heap[0][:2]:
            heapq.heapreplace(self._heap, (*place, call.result))

    def to_show(self) -> list[tuple[dict[str, Any], bool]]:
        """Each call as its result, worst first, and whether it failed for want of measurement. Calls without a finding are
        among them only where all calls can be shown."""
        whole = self.count <= MOST_CALLS
        return [
            (json.loads(result), _is_unmeasured(badness))
            for badness, _, result in sorted(self._heap, reverse=True)
            if whole or any(badness)
        ]


def _is_unmeasured(badness: tuple[int, int, int, int]) -> bool:
    """A call fails by a finding of high severity, or because what would speak for it was not measured."""
    failed, high, _, _ = badness
    return bool(failed) and not high


@dataclass(frozen=True, slots=True)
class Ending:
    """What is known when all calls are judged. `folder` is where the run was saved, `label` what diff finds it by."""

    summary: Mapping[str, Any]
    errors: Sequence[Problem] = ()
    skipped: Sequence[str] = ()
    folder: Path | None = None
    label: str | None = None


def print_check(console: Console, worst: WorstCalls, ending: Ending) -> None:
    listed = worst.to_show()
    for result, unmeasured in listed:
        _print_call(console, result, unmeasured=unmeasured)
    if listed and worst.count > len(listed):
        failed = ending.summary["failed"] - sum(not result["passed"] for result, _ in listed)
        more = worst.count - len(listed)
        console.print(Text(f"… and {more} more: {failed} failed, {more - failed} passed\n", style="dim"))
    if worst.count:
        _print_summary(console, ending.summary, worst.unmeasured)
    if ending.errors:
        _print_errors(console, ending.errors, apart=bool(worst.count))
    notes: list[str] = []
    if ending.skipped:
        notes.append(f"skipped, not taken for calls ({len(ending.skipped)}): {names_of(ending.skipped)}")
    if ending.folder is not None:
        name = ending.label or shlex.quote(str(ending.folder))
        notes.append(f"saved in {shown(str(ending.folder))}; to compare: callproof diff {shown(name)} OTHER")
    if notes:
        console.print(Text("\n".join(["", *notes])), soft_wrap=True)


def _print_call(console: Console, result: Mapping[str, Any], *, unmeasured: bool) -> None:
    missing: list[dict[str, str]] = result["not_measured"]
    if unmeasured:
        head = Text("NOT MEASURED", style="bold magenta")
    elif result["passed"]:
        head = Text("PASS", style="bold green")
        head.append(" (partly measured)" if missing else "", style="not bold")
    else:
        head = Text("FAIL", style="bold red")
    head.append(f"  {shown(result['id'], _LONGEST_ID)}", style="bold default")
    where = f"  {shown(result['file'])}" if result["file"] else ""
    head.append(f"{where}  {clock(result['duration_ms'])}", style="not bold dim default")
    console.print(head, soft_wrap=True)
    findings = result["findings"]
    print_rows(
        console,
        [
            (
                Text(finding["severity"], style=_COLOURS.get(finding["severity"], "")),
                Text(clock(finding["start_ms"])),
                Text("" if finding["turn"] is None else f"turn {finding['turn']}"),
                Text(shown(finding["check"])),
                Text(shown(finding["message"])),
            )
            for finding in findings[:_MOST_FINDINGS]
        ],
    )
    if len(findings) > _MOST_FINDINGS:
        rest = Counter(finding["severity"] for finding in findings[_MOST_FINDINGS:])
        what = ", ".join(f"{n} {severity}" for severity, n in rest.items())
        console.print(Text(f"  … and {what} more", style="dim"))
    if missing:
        print_rows(console, [(Text("not measured:", style="dim"), Text(_reasons(missing), style="dim"))])
    console.print()


def _reasons(missing: Sequence[Mapping[str, str]]) -> str:
    """Checks that lack the same thing stand together."""
    checks: dict[str, list[str]] = {}
    for item in missing:
        checks.setdefault(item["reason"], []).append(item["check"])
    return "; ".join(f"{shown(', '.join(names))} ({shown(reason)})" for reason, names in checks.items())


def _print_summary(console: Console, summary: Mapping[str, Any], unmeasured: int) -> None:
    calls, passed, failed = summary["calls"], summary["passed"], summary["failed"]
    line = Text(f"{passed} of {counted(calls, 'call')} passed", style="bold")
    line.append(f" ({share(passed, calls)}), {failed} failed", style="not bold")
    if unmeasured:
        line.append(f", {unmeasured} of them not measured", style="not bold")
    console.print(line)
    if summary["by_check"]:
        _print_by_check(console, summary["by_check"])
    for name, noun in (
        ("response_latency_ms", "response latency"),
        ("greeting_latency_ms", "greeting latency"),
        ("yield_time_ms", "yield time"),
    ):
        figures = summary["metrics"][name]
        if figures["n"] or figures.get("not_measured"):
            console.print(Text(_distribution(noun, figures)))


def _print_by_check(console: Console, by_check: Mapping[str, Mapping[str, int]]) -> None:
    names = ("high", "medium", "low", "calls", "not_measured")
    heads = ("high", "medium", "low", "in calls", "not measured in")
    width = max(len(shown(check)) for check in by_check)
    console.print(Text("  ".join([" " * (width + 2), *heads]), style="dim"))
    for check, counts in by_check.items():
        line = Text(f"  {shown(check):<{width}}")
        for name, head in zip(names, heads, strict=True):
            n = counts[name]
            line.append(f"  {n or '–':>{len(head)}}", style=_COLOURS.get(name, "") if n else "dim")
        console.print(line)


def _distribution(noun: str, figures: Mapping[str, Any]) -> str:
    parts = [f"{noun:<17} n = {figures['n']}"]
    if figures.get("not_measured"):
        parts.append(f"{figures['not_measured']} not measured")
    known = [name for name in _FIGURES if figures[name] is not None]
    parts.extend(f"{_FIGURES[name]} {seconds(figures[name])}" for name in known)
    if known and "p95" not in known:
        parts.append("too few for P95")
    return ", ".join(parts)


def print_validation(
    console: Console, total: int, bad: int, problems: Sequence[Problem], *, what: str = "record"
) -> None:
    """`bad` of so many records or suites have problems; one file may hold several of them."""
    _print_problems(console, _by_file(problems))
    if bad:
        console.print(Text(f"{bad} of {counted(total, what)} not valid", style="bold red"))
    else:
        console.print(Text(f"{counted(total, what)} valid", style="bold green"))


def _print_errors(console: Console, errors: Sequence[Problem], *, apart: bool) -> None:
    by_file = _by_file(errors)
    if apart:
        console.print()
    console.print(Text(f"could not be read ({counted(len(by_file), 'file')}):", style="bold red"))
    _print_problems(console, by_file)


def _by_file(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        by_file.setdefault(problem.file, []).append(problem)
    return by_file


def _print_problems(console: Console, by_file: Mapping[str, Sequence[Problem]]) -> None:
    for file, problems in by_file.items():
        console.print(Text(f"  {shown(file)}"), soft_wrap=True)
        for problem in problems:
            where = f"{shown(problem.path)}: " if problem.path else ""
            print_rows(console, [(Text(""), Text(f"{where}{shown(problem.message)}"))])


def print_rows(console: Console, rows: Sequence[Sequence[Text]], *, indent: int = 2) -> None:
    """Columns without lines; the last one takes several lines where it has to."""
    if not rows:
        return
    widths = [max(cell.cell_len for cell in column) for column in list(zip(*rows, strict=True))[:-1]]
    hanging = indent + sum(width + 2 for width in widths)
    for row in rows:
        line = Text(" " * indent)
        for cell, width in zip(row, widths, strict=False):
            line.append_text(cell).append(" " * (width - cell.cell_len + 2))
        for part in row[-1].wrap(console, max(20, console.width - hanging), overflow="fold"):
            part.rstrip()
            console.print(line.append_text(part), soft_wrap=True)
            line = Text(" " * hanging)


def names_of(names: Collection[str], most: int = _MOST_NAMES) -> str:
    first = [shown(name, _LONGEST_ID) for name, _ in zip(names, range(most), strict=False)]
    more = len(names) - len(first)
    return ", ".join(first) + (f" and {more} more" if more else "")
