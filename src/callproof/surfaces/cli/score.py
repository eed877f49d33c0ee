"""`callproof score`: judge a saved run again."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Annotated

import typer

from callproof.surfaces.cli.command import BAD_INPUT, complain
from callproof.surfaces.cli.run import exit_code


@dataclass(frozen=True, kw_only=True)
class ScoreCommand:
    """Judge a saved run again, without calling anybody.

    RUN is a run folder or a label. Its records and scenarios are all that is needed, also of a run that was broken off; the
    new results are added as scores/<n> in its folder.
    """

    run_path: Annotated[str, typer.Argument(metavar="RUN", help="Run folder or label.")]
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False

    def run(self) -> int:
        from callproof.rescoring import score

        scored = score(self.run_path)
        if self.json:
            print(json.dumps(scored.to_json()))
        else:
            from callproof.surfaces.reports.scoreboard import print_rescored
            from callproof.surfaces.reports.terminal import console_on

            print_rescored(console_on(sys.stdout), scored.to_json())
        for problem in scored.errors:
            complain(str(problem))
        return BAD_INPUT if scored.errors else exit_code(scored.report)
