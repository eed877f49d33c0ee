"""What a run came to, for people: the axes by layer, the causes, the cases that failed, the gate.

Six axes stand beside each other and are never blended into one figure; what was inferred stands apart from what was reported.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from callproof.reporting import AXES_BY_LAYER
from callproof.surfaces.reports.terminal import names_of, print_rows
from callproof.surfaces.reports.text import clock, counted, shown

_MOST_CASES = 30
_FEW_CASES = 4
# Up to so many failed cases are shown with their traces; of more, the first one of each cause.
_MOST_TRACES = 5
_LONGEST_ID = 60

_AXES = {
    "captured": "captured",
    "active_state_correct": "active state correct",
    "tool_args_correct": "tool arguments correct",
    "stale_write_prevented": "stale write prevented",
    "backend_correct": "backend correct",
    "confirmation_matches_backend": "confirmation matches backend",
}
AXIS_WORDS = {
    "captured": "captured",
    "active_state_correct": "state",
    "tool_args_correct": "args",
    "stale_write_prevented": "stale",
    "backend_correct": "backend",
    "confirmation_matches_backend": "confirmation",
}
_STYLES = {"pass": "bold green", "fail": "bold red", "not_measured": "bold magenta"}


def print_run(
    console: Console, report: Mapping[str, Any], *, folder: Path | None = None, label: str | None = None
) -> None:
    """`report` is what `run --json` prints; `folder` is where it was saved, `label` what diff finds it by."""
    print_cases(console, report["cases"])
    print_board(console, report)
    print_causes(console, report)
    console.print()
    print_gate(console, report["gate"], most=_FEW_CASES)
    if folder is not None:
        name = shown(label or shlex.quote(str(folder)))
        text = f"\nsaved in {shown(str(folder))}; to compare: callproof diff {name} OTHER; to decide: callproof gate {name}"
        console.print(Text(text), soft_wrap=True)


def print_rescored(console: Console, scored: Mapping[str, Any]) -> None:
    """`scored` is what `score --json` prints."""
    print_run(console, scored)
    changed = scored["changed"]
    note = (
        f"judged otherwise than before ({len(changed)}): {names_of(changed)}"
        if changed
        else "judged as before"
    )
    console.print(Text(f"\nsaved in {shown(scored['scores'])}; {note}"), soft_wrap=True)


def print_list(console: Console, cases: Sequence[Mapping[str, Any]]) -> None:
    """The cases of a run that is not made."""
    rows = [
        (Text(shown(case["id"], _LONGEST_ID)), Text(case["category"]), Text(shown(case["description"])))
        for case in cases
    ]
    print_rows(console, rows, indent=0)
    console.print(Text(counted(len(cases), "case")))


def print_board(console: Console, report: Mapping[str, Any]) -> None:
    suites = ", ".join(shown(name, _LONGEST_ID) for name in report["suites"])
    trials = f", {counted(report['trials'], 'trial')} each" if report["trials"] != 1 else ""
    head = Text(f"{suites} against {shown(str(report['agent']), _LONGEST_ID)}", style="bold")
    head.append(f"  {counted(report['total'], 'case')}{trials}, seed {report['seed']}", style="not bold")
    console.print(head, soft_wrap=True)
    if report.get("line"):
        console.print(Text(f"on a line with {shown(', '.join(report['line']))}"), soft_wrap=True)
    rows = [(Text("layer"), Text(), *(Text(f"{word:>12}") for word in ("pass", "fail", "not measured")))]
    for layer, axes in AXES_BY_LAYER.items():
        for n, axis in enumerate(axes):
            rows.extend(_axis_rows(layer if n == 0 else "", axis, report))
    rows.append((Text(), Text("End-to-End Task Integrity", style="bold"), *_figures(report["integrity"])))
    print_rows(console, rows)
    if report["invalid"]:
        cases = [case for case in report["cases"] if case["status"] == "invalid"]
        console.print(
            Text(f"\ninvalid ({report['invalid']}), nobody's pass and nobody's failure:", style="magenta")
        )
        print_rows(
            console,
            [
                (Text(shown(case["id"], _LONGEST_ID)), Text(shown(case["blame"] or "")), Text(_reasons(case)))
                for case in cases[:_MOST_CASES]
            ],
        )
    if report["unstable"]:
        console.print(
            Text(f"\npassed at times ({counted(len(report['unstable']), 'scenario')}):", style="yellow")
        )
        print_rows(console, [_unstable(item) for item in report["unstable"][:_MOST_CASES]])
    if report["unplayed"]:
        console.print(
            Text(f"\nnot run ({len(report['unplayed'])}): {names_of(report['unplayed'])}", style="bold red")
        )


def _unstable(item: Mapping[str, Any]) -> tuple[Text, ...]:
    low, high = item["interval"]
    return (
        Text(shown(item["scenario"], _LONGEST_ID)),
        Text(f"{item['passed']} of {item['trials']}"),
        Text(f"95 % interval {low:.0%} to {high:.0%}"),
        Text(f"failed: {names_of(item['failing'], _FEW_CASES)}"),
    )


def _axis_rows(layer: str, axis: str, report: Mapping[str, Any]) -> list[tuple[Text, ...]]:
    """One row, or two where some cases' verdicts were inferred: they are never counted together."""
    counts: Mapping[str, Any] = report["axes"][axis]
    inferred: Mapping[str, int] = counts.get("inferred", {})
    if not any(inferred.values()):
        return [(Text(layer), Text(_AXES[axis]), *_figures(counts))]
    rows = [(f"{_AXES[axis]}, inferred", inferred)]
    if any(counts[status] for status in _STYLES):
        rows.insert(0, (f"{_AXES[axis]}, reported", counts))
    return [
        (Text(layer if n == 0 else ""), Text(name), *_figures(figures))
        for n, (name, figures) in enumerate(rows)
    ]


def _figures(counts: Mapping[str, int]) -> list[Text]:
    cells: list[Text] = []
    for status in ("pass", "fail", "not_measured"):
        n = counts.get(status, 0)
        cells.append(Text(f"{n or '–':>12}", style=_STYLES[status] if n else "dim"))
    return cells


def print_causes(console: Console, report: Mapping[str, Any]) -> None:
    causes = report["ranked_causes"]
    if not causes:
        return
    console.print(Text("\nwhat to repair, by the cases that it would save", style="bold"))
    for cause in causes:
        sentence = Text(shown(cause["sentence"]), style="bold")
        sentence.append(f"  ({shown(cause['name'])}, {shown(cause['layer'])})", style="not bold dim")
        print_rows(console, [(sentence,)])
        print_rows(console, [(Text("->"), Text(shown(cause["repair"])))], indent=6)


def print_cases(console: Console, cases: Sequence[Mapping[str, Any]]) -> None:
    """The failed ones, worst first: those that break the most axes, then in their order."""
    failed = sorted((case for case in cases if case["status"] == "failed"), key=badness, reverse=True)
    seen: set[str] = set()
    for case in failed[:_MOST_CASES]:
        cause = (case["cause"] or {}).get("name", "")
        print_case(console, case, trace=len(failed) <= _MOST_TRACES or cause not in seen)
        seen.add(cause)
    if len(failed) > _MOST_CASES:
        console.print(
            Text(f"… and {len(failed) - _MOST_CASES} more that failed (all with --json)", style="dim")
        )
    if failed:
        console.print()


def badness(case: Mapping[str, Any]) -> tuple[int, int]:
    statuses = [axis["status"] for axis in case["axes"].values()]
    return statuses.count("fail"), statuses.count("not_measured")


def print_case(console: Console, case: Mapping[str, Any], *, trace: bool) -> None:
    cause = case["cause"] or {}
    head = Text("FAIL", style="bold red")
    head.append(f"  {shown(case['id'], _LONGEST_ID)}", style="bold default")
    head.append(f"  {shown(cause.get('name', 'no cause found'))}", style="not bold default")
    head.append(f"  {_broken(case)}", style="not bold default")
    head.append(f"  {clock(case.get('duration_ms'))}", style="not bold dim default")
    console.print(head, soft_wrap=True)
    sentence = cause.get("reason") or _reasons(case)
    if sentence:
        print_rows(console, [(Text(shown(sentence)),)], indent=6)
    if trace:
        print_rows(console, [(Text("|"), Text(shown(line))) for line in case["trace"]], indent=6)


def _broken(case: Mapping[str, Any]) -> str:
    """What failed, in short; where nothing did, what could not be measured, which is no pass either."""
    axes = case["axes"].items()
    if found := [AXIS_WORDS[name] for name, axis in axes if axis["status"] == "fail"]:
        return f"breaks {', '.join(found)}"
    open_axes = [AXIS_WORDS[name] for name, axis in axes if axis["status"] != "pass"]
    return "nothing measured" if len(open_axes) == len(axes) else f"not measured {', '.join(open_axes)}"


def _reasons(case: Mapping[str, Any]) -> str:
    # The end of an agent's log has lines of its own.
    return "; ".join("\n".join([shown(line) for line in reason.split("\n")]) for reason in case["reasons"])


def print_gate(console: Console, gate: Mapping[str, Any], *, most: int = _MOST_CASES) -> None:
    """At most so many cases are named for each rule."""
    word, style = ("GATE PASSED", "bold green") if gate["passed"] else ("GATE FAILED", "bold red")
    console.print(Text(word, style=style))
    marks = {
        "pass": ("pass", "green"),
        "fail": ("FAIL", "bold red"),
        "not_measured": ("not measured", "magenta"),
    }
    rows: list[tuple[Text, ...]] = []
    for rule in gate["rules"]:
        mark, colour = marks[rule["status"]]
        if rule["status"] == "not_measured" and not rule["passed"]:
            mark, colour = "NOT MEASURED", "bold magenta"
        text = f"{shown(rule['says'])}: {shown(rule['reason'])}"
        if rule["cases"]:
            text += f": {names_of(rule['cases'], most)}"
        for words, cases in (("let through", rule["let_through"]), ("not measured in", rule["not_measured"])):
            if cases:
                text += f"; {words} {names_of(cases, most)}"
        rows.append((Text(mark, style=colour), Text(text)))
    print_rows(console, rows)
    if gate["expired"]:
        text = f"accepted until a day that has passed, and counted again: {names_of(gate['expired'])}"
        console.print(Text(f"  {text}", style="yellow"), soft_wrap=True)
    if strangers := gate.get("not_in_run"):
        text = f"accepted, and no case of this run: {names_of(strangers)}"
        console.print(Text(f"  {text}", style="yellow"), soft_wrap=True)
