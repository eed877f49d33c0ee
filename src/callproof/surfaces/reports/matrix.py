"""The confusion matrix of the selftest on a terminal: a row an agent, a column a cause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from callproof.surfaces.reports.terminal import print_rows
from callproof.surfaces.reports.text import shown


def print_matrix(console: Console, matrix: Mapping[str, Any]) -> None:
    """The columns carry numbers, and the legend below has their names: seven causes beside each other would not fit."""
    rows = matrix["agents"]
    names = [row["defect"] for row in rows if row["defect"] is not None]
    names += sorted({name for row in rows for name in row["found"] if name != "passed"} - set(names))
    columns = ["passed", *names]
    marks = ["passed", *(str(n) for n in range(1, len(columns)))]
    table = [(Text("agent"), *(Text(f"{mark:>6}") for mark in marks), Text())]
    for row in rows:
        cells = [_cell(row, name) for name in columns]
        verdict = Text("right", style="green") if row["right"] else Text("WRONG", style="bold red")
        table.append((Text(shown(row["agent"])), *cells, verdict))
    print_rows(console, table, indent=0)
    console.print(Text("\nfound under"))
    print_rows(
        console, [(Text(mark), Text(shown(name))) for mark, name in zip(marks[1:], names, strict=True)]
    )
    suites = " and ".join(matrix["suites"])
    if matrix["diagonal"]:
        text = f"DIAGONAL  every planted defect was found under its own name, and nothing else, in {suites}"
        console.print(Text(f"\n{shown(text)}", style="bold green"), soft_wrap=True)
    else:
        text = f"NOT DIAGONAL  callproof took something for what it is not in {suites}"
        console.print(Text(f"\n{shown(text)}", style="bold red"), soft_wrap=True)


def _cell(row: Mapping[str, Any], name: str) -> Text:
    n = row["found"].get(name, 0)
    own = name in ("passed", row["defect"])
    return Text(f"{n or '.':>6}", style="" if own and n else "bold red" if n else "dim")
