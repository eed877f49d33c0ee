"""`callproof gate`: may this be released?"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

import typer

from callproof.surfaces.cli.command import FAILED


@dataclass(frozen=True, kw_only=True)
class GateCommand:
    """Hold a run to the rules of a release.

    RUN is a run folder, an output of run --json, or a label. Without a policy the rules are: no stale write in corrections
    and interruptions, what was confirmed is in the backend, retries are idempotent, critical actions are verified. What was
    never measured does not pass.
    """

    run_path: Annotated[str, typer.Argument(metavar="RUN", help="Run folder, JSON file or label.")]
    policy: Annotated[str | None, typer.Option(help="YAML with the rules.", metavar="FILE")] = None
    baseline: Annotated[
        str | None, typer.Option(help="Run or baseline file to be no worse than.", metavar="RUN")
    ] = None
    accept: Annotated[
        str | None,
        typer.Option(help="YAML with failures that are known, why and until when.", metavar="FILE"),
    ] = None
    save_baseline: Annotated[
        str | None, typer.Option(help="Write a baseline of this run, small enough to commit.", metavar="FILE")
    ] = None
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False

    def run(self) -> int:
        from callproof.gating import gate, save_baseline

        if self.save_baseline is not None:
            save_baseline(self.run_path, self.save_baseline)
        verdict = gate(
            self.run_path,
            policy=self.policy,
            baseline=self.baseline,
            accept=self.accept,
            today=datetime.now(UTC).date(),
        )
        if self.json:
            print(json.dumps(verdict))
        else:
            from callproof.surfaces.reports.scoreboard import print_gate
            from callproof.surfaces.reports.terminal import console_on

            print_gate(console_on(sys.stdout), verdict)
        return 0 if verdict["passed"] else FAILED
