"""`callproof validate`: do these files hold together?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from callproof.errors import InputError, Problem, did_you_mean
from callproof.surfaces.cli.command import BAD_INPUT, FAILED

if TYPE_CHECKING:
    from callproof.importers.sources import Document

_SCHEMAS = ("call",)


@dataclass(frozen=True, slots=True)
class _Validated:
    """A record and what is wrong with it; not `readable` when it is no record at all. `place` says where in the file it
    stands, if it does not begin it."""

    file: str
    problems: tuple[Problem, ...] = ()
    place: str = ""
    readable: bool = True


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
        results = [result for path in self.paths for result in _validated(path)]
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


def _validated(path: str) -> Iterator[_Validated]:
    """Every record behind a path. A search of a folder passes over files of other shapes; a file that was named, or that is
    called as the records of call folders are, has to be a record."""
    from callproof.evidence.files import CALL_FILE
    from callproof.importers.sources import Document, Skipped, documents

    searched = _is_folder(path)
    last, nothing = "", True
    for item in documents([path], into_runs=True):
        if isinstance(item, Skipped):
            continue
        if isinstance(item, Document) and item.kind == "record":
            yield _record(item)
        elif not isinstance(item, Document):
            yield _Validated(item.file, (item,), readable=False)
        elif searched and Path(item.file).name != CALL_FILE:
            continue
        elif item.file != last:  # of a file with a call a line this is said once
            last = item.file
            yield _unreadable(last, 'expected the header, an object with "type": "call"', "line 1")
        nothing = False
    if nothing:
        yield _unreadable(path, "there is no record of a call in this folder")


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def _record(document: Document) -> _Validated:
    from callproof.checking import stored_record
    from callproof.evidence.files import read_derivations

    try:
        record = stored_record(document)
        if document.folder is not None:
            read_derivations(Path(document.folder), record)
    except InputError as error:
        return _Validated(document.file, error.problems, document.line, readable=_has_header(document))
    return _Validated(document.file, place=document.line)


def _has_header(document: Document) -> bool:
    """Whether the record begins as one does, so that the rest of it can be judged."""
    from callproof.evidence.files import decode_record

    first = next((line for line in document.data.splitlines() if line.strip()), b"")
    try:
        decode_record([first], document.file)
    except InputError:
        return False
    return True


def _unreadable(file: str, message: str, path: str = "") -> _Validated:
    return _Validated(file, (Problem(file, path, message),), readable=False)


def _print_json(results: list[_Validated]) -> None:
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


def _print_report(results: list[_Validated]) -> None:
    from callproof.surfaces.reports.terminal import console_on, print_validation

    problems = [problem for result in results for problem in result.problems]
    bad = sum(bool(result.problems) for result in results)
    print_validation(console_on(sys.stdout), len(results), bad, problems)
