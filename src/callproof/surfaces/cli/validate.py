"""`callproof validate`: do these files hold together?"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from callproof.errors import InputError, did_you_mean
from callproof.surfaces.cli.command import BAD_INPUT, FAILED

if TYPE_CHECKING:
    from callproof.api import ValidatedRecord

_SCHEMAS = ("call",)


@dataclass(frozen=True, kw_only=True)
class ValidateCommand:
    """Check that call records hold together.

    PATHS are call folders, call.jsonl files, folders with such in them, globs, or - for standard input; a file may be
    gzipped and may hold several records. Each line that does not fit is named.
    """

    paths: Annotated[list[str], typer.Argument(metavar="PATHS", help="Records, folders, globs, or -.")] = (
        field(default_factory=list)
    )
    schema: Annotated[str | None, typer.Option(help="Print a JSON Schema instead: call.", metavar="NAME")] = (
        None
    )
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False

    def run(self) -> int:
        if self.schema is not None:
            return self._print_schema(self.schema)
        if not self.paths:
            raise InputError.of("name a call folder or a call.jsonl file, or --schema call")
        from callproof.api import validate

        results = list(validate(self.paths))
        if self.json:
            _print_json(results)
        else:
            _print_report(results)
        if any(not result.readable for result in results):
            return BAD_INPUT
        return FAILED if any(result.problems for result in results) else 0

    def _print_schema(self, name: str) -> int:
        if self.paths:
            raise InputError.of("--schema prints a schema and takes no files")
        if name not in _SCHEMAS:
            raise InputError.of(
                f"no schema {name!r}; there are {', '.join(_SCHEMAS)}.{did_you_mean(name, _SCHEMAS)}"
            )
        from callproof.evidence.files import call_schema

        print(json.dumps(call_schema(), indent=2))
        return 0


def _print_json(results: list[ValidatedRecord]) -> None:
    records = [
        {
            "file": result.file,
            **({"place": result.place} if result.place else {}),
            "valid": not result.problems,
            "problems": [{"file": p.file, "path": p.path, "message": p.message} for p in result.problems],
        }
        for result in results
    ]
    print(json.dumps({"records": records}))


def _print_report(results: list[ValidatedRecord]) -> None:
    from callproof.surfaces.reports.terminal import console_on, print_validation

    problems = [problem for result in results for problem in result.problems]
    bad = sum(bool(result.problems) for result in results)
    print_validation(console_on(sys.stdout), len(results), bad, problems)
