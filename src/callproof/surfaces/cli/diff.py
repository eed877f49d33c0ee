"""`callproof diff`: what changed between two runs."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Annotated

import typer

from callproof.surfaces.cli.command import FAILED


@dataclass(frozen=True, kw_only=True)
class DiffCommand:
    """Compare two checks of the same calls, or two runs of the same suites.

    BEFORE and AFTER are run folders, outputs of check --json or run --json, or labels.
    """

    before: Annotated[str, typer.Argument(metavar="BEFORE", help="Run folder, JSON file or label.")]
    after: Annotated[str, typer.Argument(metavar="AFTER", help="Run folder, JSON file or label.")]
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Exit with 1 if a call regressed or is missing in AFTER, or was judged otherwise.",
        ),
    ] = False
    json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON.")] = False

    def run(self) -> int:
        from callproof.api import Diff, diff

        change = diff(self.before, self.after)
        if self.json:
            print(json.dumps(change.to_json()))
        else:
            from callproof.surfaces.reports.comparison import print_diff
            from callproof.surfaces.reports.run_comparison import print_run_diff
            from callproof.surfaces.reports.terminal import console_on

            console = console_on(sys.stdout)
            if isinstance(change, Diff):
                print_diff(console, change)
            else:
                print_run_diff(console, change)
        return FAILED if self.strict and not change.acceptable else 0
