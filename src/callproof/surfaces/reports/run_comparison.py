"""Two runs of the same cases beside each other, on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from callproof.rescoring import CaseChange, RunDiff
from callproof.surfaces.reports.comparison import MOST_LISTED, VERDICTS, p_in_words, print_ids, print_more
from callproof.surfaces.reports.scoreboard import AXIS_WORDS
from callproof.surfaces.reports.terminal import print_rows
from callproof.surfaces.reports.text import counted, share, shown

_LONGEST_ID = 60


def print_run_diff(console: Console, diff: RunDiff) -> None:
    word, style = VERDICTS[diff.verdict]
    console.print(Text(word, style=style).append(f"  {_counts(diff)}", style="not bold default"))
    print_rows(
        console,
        [
            (
                Text(side),
                Text(shown(label, _LONGEST_ID)),
                Text(f"{found['passed']} of {counted(found['cases'], 'case')} passed"),
                Text(share(found["passed"], found["cases"])),
            )
            for side, label, found in (
                ("before", diff.before_label, diff.before),
                ("after", diff.after_label, diff.after),
            )
        ],
    )
    print_rows(console, [(Text(chance(diff)),)], indent=0)
    _print_axes(console, diff)
    _print_causes(console, diff)
    _print_cases(console, "regressed", diff.regressed, "bold red")
    _print_cases(console, "failed before, and worse now", diff.worse, "red")
    _print_cases(console, "fixed", diff.fixed, "bold green")
    _print_cases(console, "still failing, but better", diff.better, "green")
    for title, ids in (
        (f"only in {shown(diff.before_label, _LONGEST_ID)}", diff.only_before),
        (f"only in {shown(diff.after_label, _LONGEST_ID)}", diff.only_after),
        ("invalid on a side, and not compared", diff.invalid),
        ("not compared: the scenario is another one now", diff.other_scenarios),
    ):
        failed = sum(id in diff.failed_alone for id in ids)
        print_ids(console, title, ids, "bold yellow", note=f", {failed} of them failed" if failed else "")


def _counts(diff: RunDiff) -> str:
    parts = [f"{len(diff.regressed)} regressed", f"{len(diff.fixed)} fixed"]
    for n, what in (
        (len(diff.only_before) + len(diff.only_after), "on one side only"),
        (len(diff.invalid) + len(diff.other_scenarios), "not compared"),
    ):
        if n:
            parts.append(f"{counted(n, 'case')} {what}")
    return ", ".join(parts)


def chance(diff: RunDiff) -> str:
    """Whether the difference is more than noise, in a sentence."""
    worse, better = diff.scenarios_worse, diff.scenarios_better
    if diff.p_value is None:
        if diff.invalid or diff.other_scenarios:
            return "No case that both sides have can be compared: each is invalid on a side, or its scenario is another one now."
        return "No case has the same id on both sides, so nothing can be compared."
    if not worse + better:
        return f"No verdict changed on {counted(diff.pairs, 'paired case')}."
    test = f"{p_in_words(diff.p_value)}, McNemar's exact test on scenarios: {worse} worse, {better} better"
    if diff.significant:
        return f"The difference is more than chance ({test})."
    if not diff.conclusive:
        return f"Too few scenarios changed to tell the difference from chance ({test})."
    return f"The difference may well be chance ({test})."


def _print_axes(console: Console, diff: RunDiff) -> None:
    if not diff.pairs:
        return
    console.print(Text("\naxes (pass before -> after)", style="bold"))
    rows = []
    for name, axis in diff.axes.items():
        change = [
            f"{len(cases)} {what}"
            for cases, what in (
                (axis.broken, "broken"),
                (axis.repaired, "repaired"),
                (axis.lost, "not measured any more"),
                (axis.found, "measured now"),
                (axis.unlike, "not compared: reported on one side, inferred on the other"),
            )
            if cases
        ]
        n = sum(axis.before.values())
        figures = Text(f"{axis.before['pass']:>4} -> {axis.after['pass']:<4} of {n}")
        rows.append((Text(name), figures, Text(", ".join(change) or "as before")))
    print_rows(console, rows)


def _print_causes(console: Console, diff: RunDiff) -> None:
    if not diff.causes:
        return
    console.print(Text("\ncauses (cases before -> after)", style="bold"))
    print_rows(
        console,
        [(Text(shown(name)), Text(f"{old:>4} -> {new}")) for name, (old, new) in diff.causes.items()],
    )


def _print_cases(console: Console, title: str, cases: Sequence[CaseChange], style: str) -> None:
    if not cases:
        return
    console.print(Text(f"\n{title} ({len(cases)})", style=style))
    rows = []
    for case in cases[:MOST_LISTED]:
        changes = [
            f"{what} {', '.join(AXIS_WORDS[name] for name in names)}"
            for what, names in (("breaks", case.broken), ("repairs", case.repaired))
            if names
        ]
        cause = case.cause_after or case.cause_before or ""
        rows.append((Text(shown(case.id, _LONGEST_ID)), Text(shown(cause)), Text("; ".join(changes))))
    print_rows(console, rows)
    print_more(console, len(cases))
