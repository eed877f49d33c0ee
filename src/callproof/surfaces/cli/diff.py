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
    """Compare two checks of the same calls.

    BEFORE and AFTER are run folders, outputs of check --json, or labels.
    """

    before: Annotated[str, typer.Argument(metavar="BEFORE", help="Run folder, JSON file or label.")]
    after: Annotated[str, typer.Argument(metavar="AFTER", help="Run folder, JSON file or label.")]
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Exit with 1 if a call regressed or is missing in AFTER, or other checks judged it.",
        ),
    ] = False
    json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON.")] = False

    def run(self) -> int:
        from callproof.api import diff

        change = diff(self.before, self.after)
        if self.json:
            print(json.dumps(change.to_json()))
        else:
            from callproof.surfaces.reports.comparison import print_diff
            from callproof.surfaces.reports.terminal import console_on

            print_diff(console_on(sys.stdout), change)
        return FAILED if self.strict and not change.acceptable else 0
