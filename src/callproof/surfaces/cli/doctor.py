"""`callproof doctor`: is everything here that calls need, and does it work?"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import dataclass
from typing import Annotated

import typer

from callproof.surfaces.cli.command import FAILED


@dataclass(frozen=True, kw_only=True)
class DoctorCommand:
    """Try every part that calls need, and say how to mend it.

    Plays a case, speaks a line and has it recognised, sends frames for two seconds. Keys are named and never shown. Exit code
    0: runs in text work, and nothing that is installed is broken.
    """

    database: Annotated[str | None, typer.Option(help="A PostgreSQL server to try.", metavar="URL")] = None
    within: Annotated[
        float, typer.Option(min=1, help="How many seconds a part for speech may take.", metavar="SECONDS")
    ] = 30.0
    json: Annotated[bool, typer.Option("--json", help="Print the parts as JSON.")] = False

    def run(self) -> int:
        from callproof.doctor import examine, is_well
        from callproof.surfaces.reports.parts import PartLines
        from callproof.surfaces.reports.terminal import console_on

        lines = None if self.json else PartLines(console_on(sys.stdout))
        parts = []
        for part in examine(time.monotonic, os.environ, database=self.database, within_s=self.within):
            parts.append(part)
            if lines is not None:
                lines.show(part.to_json())
        well = is_well(parts)
        if self.json:
            print(json.dumps({"well": well, "parts": [part.to_json() for part in parts]}))
        return 0 if well else FAILED
