"""`callproof selftest`: does callproof find what it says it finds?"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Annotated

import typer

from callproof.surfaces.cli.command import FAILED


@dataclass(frozen=True, kw_only=True)
class SelftestCommand:
    """Check that every planted defect is found under its own name.

    Plays the suites that ship with callproof against an agent with no defect and one agent for each, and prints how often
    each was found under which cause. Anything beside the diagonal is exit code 1.
    """

    json: Annotated[bool, typer.Option("--json", help="Print the matrix as JSON.")] = False

    def run(self) -> int:
        from callproof.running import selftest

        matrix = selftest()
        if self.json:
            print(json.dumps(matrix.to_json()))
        else:
            from callproof.surfaces.reports.matrix import print_matrix
            from callproof.surfaces.reports.terminal import console_on

            print_matrix(console_on(sys.stdout), matrix.to_json())
        return 0 if matrix.diagonal else FAILED
