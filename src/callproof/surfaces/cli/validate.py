"""`callproof validate`: do these files hold together?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from callproof.errors import InputError, Problem, did_you_mean
from callproof.surfaces.cli.command import BAD_INPUT, FAILED

_SCHEMAS = ("call",)


@dataclass(frozen=True, slots=True)
class _Validated:
    """A record file and what is wrong with it; not `readable` when it is no record at all."""

    file: str
    problems: tuple[Problem, ...] = ()
    readable: bool = True


@dataclass(frozen=True, kw_only=True)
class ValidateCommand:
    """Check that call records hold together.

    PATHS are call folders, call.jsonl files, or folders with call folders in them. Each line that does not fit is named.
    """

    paths: Annotated[list[str], typer.Argument(metavar="PATHS", help="Call folders or call.jsonl files.")] = (
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
        results = [result for path in self.paths for result in _validated(Path(path))]
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


def _validated(path: Path) -> Iterator[_Validated]:
    from callproof.evidence.files import CALL_FILE

    try:
        if not path.is_dir() or (path / CALL_FILE).is_file():
            yield _record(path)
            return
        files = sorted(path.rglob(CALL_FILE))
    except (OSError, ValueError) as error:
        yield _unreadable(str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}")
        return
    if not files:
        yield _unreadable(str(path), f"there is no {CALL_FILE} in this folder")
    for file in files:
        yield _record(file.parent)


def _record(path: Path) -> _Validated:
    from callproof.evidence.files import CALL_FILE, read_derivations, read_record

    file = path / CALL_FILE if path.is_dir() else path
    name = str(file)
    try:
        record = read_record(file)
        if file.name == CALL_FILE:
            read_derivations(file.parent, record)
    except InputError as error:
        return _Validated(name, error.problems, readable=_has_header(file))
    return _Validated(name)


def _has_header(file: Path) -> bool:
    """Whether the file begins as a record does, so that the rest of it can be judged."""
    from callproof.evidence.files import decode_record

    try:
        with file.open("rb") as stream:
            first = next((line for line in stream if line.strip()), b"")
        decode_record([first], str(file))
    except (InputError, OSError):
        return False
    return True


def _unreadable(file: str, message: str) -> _Validated:
    return _Validated(file, (Problem(file, "", message),), readable=False)


def _print_json(results: list[_Validated]) -> None:
    records = [
        {
            "file": result.file,
            "valid": not result.problems,
            "problems": [{"file": p.file, "path": p.path, "message": p.message} for p in result.problems],
        }
        for result in results
    ]
    print(json.dumps({"records": records}))


def _print_report(results: list[_Validated]) -> None:
    from callproof.surfaces.reports.terminal import console_on, print_validation

    print_validation(console_on(sys.stdout), len(results), [p for result in results for p in result.problems])
