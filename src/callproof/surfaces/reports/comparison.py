"""Two runs beside each other, on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from callproof.api import FEWEST_CHANGED, ChangedFindings, Diff
from callproof.surfaces.reports.terminal import names_of, print_rows
from callproof.surfaces.reports.text import counted, share, shown

MOST_LISTED = 20

VERDICTS = {
    "regression": ("REGRESSION", "bold red"),
    "improved": ("IMPROVED", "bold green"),
    "no_change": ("NO CHANGE", "bold"),
    "partly_compared": ("PARTLY COMPARED", "bold magenta"),
    "not_comparable": ("NOT COMPARABLE", "bold magenta"),
}


def print_diff(console: Console, diff: Diff) -> None:
    word, style = VERDICTS[diff.verdict]
    console.print(Text(word, style=style).append(f"  {_counts(diff)}", style="not bold default"))
    print_rows(
        console,
        [
            (
                Text(side),
                Text(shown(label)),
                Text(f"{passed} of {counted(calls, 'call')} passed"),
                Text(share(passed, calls)),
            )
            for side, label, passed, calls in (
                ("before", diff.before_label, diff.before_passed, diff.before_calls),
                ("after", diff.after_label, diff.after_passed, diff.after_calls),
            )
        ],
    )
    print_rows(console, [(Text(chance(diff)),)], indent=0)
    print_ids(console, "regressed", diff.regressed, "bold red")
    print_ids(console, "fixed", diff.fixed, "bold green")
    print_ids(
        console, "passed after, but what failed them before was not measured", diff.unproven, "bold magenta"
    )
    _print_changed(console, diff.changed)
    print_ids(console, f"only in {shown(diff.before_label)}", diff.only_before, "bold yellow")
    print_ids(console, f"only in {shown(diff.after_label)}", diff.only_after, "bold yellow")
    others = [name for name in diff.other_checks if name not in diff.dropped_checks]
    if others:
        text = f"The two sides were not judged alike: {names_of(others)} (other versions or settings, or on one side only)"
        console.print()
        print_rows(console, [(Text(text, style="yellow"),)], indent=0)
    if not diff.checks_known:
        text = "Which checks judged is not known of both sides: they may not have been judged alike"
        console.print()
        print_rows(console, [(Text(text, style="bold yellow"),)], indent=0)
    if diff.dropped_checks:
        console.print(Text(f"\nNot run after: {names_of(diff.dropped_checks)}", style="bold yellow"))


def chance(diff: Diff) -> str:
    """Whether the difference is more than noise, in a sentence."""
    regressed, fixed = len(diff.regressed), len(diff.fixed)
    if diff.p_value is None:
        return "No call has the same id on both sides, so nothing can be compared."
    if not regressed + fixed:
        aside = ", the unproven ones aside" if diff.unproven else ""
        return f"No verdict changed on {counted(diff.pairs, 'paired call')}{aside}."
    test = f"{p_in_words(diff.p_value)}, McNemar's exact test on {counted(diff.pairs, 'pair')}: {regressed} regressed, {fixed} fixed"
    if diff.significant:
        return f"The difference is more than chance ({test})."
    if not diff.conclusive:
        return (
            f"Too few verdicts changed to tell the difference from chance ({test}); "
            f"fewer than {FEWEST_CHANGED} are never significant."
        )
    return f"The difference may well be chance ({test})."


def p_in_words(p_value: float) -> str:
    return "p < 0.0001" if p_value < 0.0001 else f"p = {p_value:.3g}"


def _counts(diff: Diff) -> str:
    parts = [f"{len(diff.regressed)} regressed", f"{len(diff.fixed)} fixed"]
    if diff.unproven:
        parts.append(f"{len(diff.unproven)} unproven")
    parts.append(f"{counted(len(diff.changed), 'call')} with changed findings")
    if diff.only_before or diff.only_after:
        parts.append(f"{counted(len(diff.only_before) + len(diff.only_after), 'call')} on one side only")
    return ", ".join(parts)


def print_ids(console: Console, title: str, ids: Sequence[str], style: str, *, note: str = "") -> None:
    """A list of calls or cases under its title; nothing where there are none."""
    if not ids:
        return
    console.print(Text(f"\n{title} ({len(ids)}{note})", style=style))
    for id in ids[:MOST_LISTED]:
        console.print(Text(f"  {shown(id, 100)}"))
    print_more(console, len(ids))


def _print_changed(console: Console, changed: Sequence[ChangedFindings]) -> None:
    if not changed:
        return
    console.print(Text(f"\nchanged findings ({counted(len(changed), 'call')})", style="bold"))
    for item in changed[:MOST_LISTED]:
        console.print(Text(f"  {shown(item.id, 100)}"))
        lines: list[tuple[Text, Text]] = []
        for sign, style, findings in (("+", "red", item.added), ("-", "green", item.removed)):
            for line in _findings(findings, item.unmeasured if sign == "-" else ()):
                lines.append((Text(f"  {sign}", style=style), Text(line)))
        print_rows(console, lines)
    print_more(console, len(changed))


def _findings(findings: Mapping[tuple[str, str], int], unmeasured: Sequence[str]) -> list[str]:
    return [
        f"{shown(check)} {shown(severity)}"
        + (f" x {n}" if n > 1 else "")
        + (" (not measured after)" if check in unmeasured else "")
        for (check, severity), n in sorted(findings.items())
    ]


def print_more(console: Console, n: int) -> None:
    """What is left out of a list of so many."""
    if n > MOST_LISTED:
        console.print(Text(f"  … and {n - MOST_LISTED} more (all with --json)", style="dim"))
