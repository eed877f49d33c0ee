"""`callproof validate`: do these files hold together?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from callproof.errors import InputError, Problem, did_you_mean
from callproof.surfaces.cli.command import BAD_INPUT, FAILED

if TYPE_CHECKING:
    from callproof.api import ValidatedRecord
    from callproof.scenario.model import Suite
    from callproof.scenario.worlds import Tool

_SCHEMAS = ("call", "suite", "case", "agent")


@dataclass(frozen=True, slots=True)
class _ValidatedSuite:
    """A file of scenarios, or an agent's, and what is wrong with it; not `readable` when it is no YAML or JSON at all."""

    file: str
    scenarios: int = 0
    problems: tuple[Problem, ...] = ()
    readable: bool = True
    is_agent: bool = False


@dataclass(frozen=True, kw_only=True)
class ValidateCommand:
    """Check that call records and files of scenarios hold together.

    PATHS are call folders, call.jsonl files, files of scenarios (YAML, JSON, JSON Lines), folders with such in them, globs,
    names of suites that ship with callproof, agent.yaml, or - for standard input; a file of calls may be gzipped and may hold several
    records. Everything that does not fit is named, with its place. A suite is valid if run can play it; one whose tools are
    functions of yours needs their --tools for both.
    """

    paths: Annotated[
        list[str], typer.Argument(metavar="PATHS", help="Records, suites, folders, globs, or -.")
    ] = field(default_factory=list)
    schema: Annotated[
        str | None,
        typer.Option(help="Print a JSON Schema instead: call, suite, case or agent.", metavar="NAME"),
    ] = None
    tools: Annotated[
        str | None, typer.Option(help="Module or file with functions of tools, as for run.", metavar="MODULE")
    ] = None
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False

    def run(self) -> int:
        if self.schema is not None:
            return self._print_schema(self.schema)
        if not self.paths:
            raise InputError.of("name a call folder, a call.jsonl file or a suite, or --schema NAME")
        records, suites = _validated(self.paths, self._declared())
        if self.json:
            _print_json(records, suites)
        else:
            _print_report(records, suites)
        results: list[ValidatedRecord | _ValidatedSuite] = [*records, *suites]
        if any(not result.readable for result in results):
            return BAD_INPUT
        return FAILED if any(result.problems for result in results) else 0

    def _declared(self) -> Mapping[str, Tool]:
        if self.tools is None:
            return {}
        # What a module prints while it is loaded must not stand in the JSON.
        with redirect_stdout(sys.stderr):
            from callproof.running import declared_tools

            return declared_tools(self.tools)

    def _print_schema(self, name: str) -> int:
        if self.paths:
            raise InputError.of("--schema prints a schema and takes no files")
        if name not in _SCHEMAS:
            raise InputError.of(
                f"no schema {name!r}; there are {', '.join(_SCHEMAS)}.{did_you_mean(name, _SCHEMAS)}"
            )
        print(json.dumps(_schema(name), indent=2))
        return 0


def _schema(name: str) -> dict[str, Any]:
    if name == "call":
        from callproof.evidence.files import call_schema

        return call_schema()
    if name == "agent":
        from callproof.running import agent_file_schema

        return agent_file_schema()
    from callproof.scenario.schema import case_schema, suite_schema

    return suite_schema() if name == "suite" else case_schema()


def _validated(
    paths: list[str], tools: Mapping[str, Tool]
) -> tuple[list[ValidatedRecord], list[_ValidatedSuite]]:
    """The records and the suites behind the paths. A folder may hold both."""
    from callproof.api import validate
    from callproof.scenario.files import scenario_files

    records: list[ValidatedRecord] = []
    suites: list[_ValidatedSuite] = []
    for path in paths:
        files = scenario_files(path)
        suites.extend(_validated_suites(files, tools))
        if not files:
            records.extend(validate([path]))
        elif not Path(path).is_file():
            seen = {str(file) for file in files}
            # That there is no record in it is said of the folder itself, and is no fault of one with suites.
            records.extend(
                found
                for found in validate([path])
                if found.file not in seen and (found.readable or found.file != path)
            )
    return records, suites


def _validated_suites(files: list[Path], tools: Mapping[str, Tool]) -> Iterator[_ValidatedSuite]:
    """The files behind one path, each by itself and beside the others."""
    from callproof.scenario.files import same_cases

    suites: list[tuple[Path, Suite]] = []
    results = [(file, _validated_suite(file, tools, suites)) for file in files]
    twice: dict[str, list[Problem]] = {}
    for problem in same_cases(suites):
        twice.setdefault(problem.file, []).append(problem)
    for file, result in results:
        yield replace(result, problems=(*result.problems, *twice.get(str(file), ())))


def _validated_suite(
    file: Path, tools: Mapping[str, Tool], suites: list[tuple[Path, Suite]]
) -> _ValidatedSuite:
    """What is wrong with a file; the suite of one with nothing wrong with it is added to the `suites`."""
    from callproof.scenario.documents import read_documents
    from callproof.scenario.files import load_suite

    if _describes_agent(file):
        from callproof.running import agent_file_problems

        return _ValidatedSuite(str(file), problems=agent_file_problems(str(file)), is_agent=True)
    try:
        suite = load_suite(file, tools=tools)
    except InputError as error:
        try:
            read_documents(file)
        except InputError:
            return _ValidatedSuite(str(file), problems=error.problems, readable=False)
        return _ValidatedSuite(str(file), problems=error.problems)
    suites.append((file, suite))
    return _ValidatedSuite(str(file), len(suite.scenarios))


def _describes_agent(file: Path) -> bool:
    from callproof.scenario.documents import YAML_NAMES, read_documents
    from callproof.scenario.forms import looks_meant

    if file.suffix.lower() not in YAML_NAMES:
        return False
    try:
        data = read_documents(file)[0].data
    except InputError:
        return False
    return isinstance(data, dict) and "agent" in data and not looks_meant(data)


def _print_json(records: list[ValidatedRecord], suites: list[_ValidatedSuite]) -> None:
    data: dict[str, Any] = {
        "records": [
            {
                "file": record.file,
                **({"place": record.place} if record.place else {}),
                "valid": not record.problems,
                "problems": [problem.to_json() for problem in record.problems],
            }
            for record in records
        ]
    }
    for name, items in (
        ("suites", [s for s in suites if not s.is_agent]),
        ("agents", [s for s in suites if s.is_agent]),
    ):
        if items:
            data[name] = [
                {
                    "file": item.file,
                    **({} if item.is_agent else {"scenarios": item.scenarios}),
                    "valid": not item.problems,
                    "problems": [problem.to_json() for problem in item.problems],
                }
                for item in items
            ]
    print(json.dumps(data))


def _print_report(records: list[ValidatedRecord], suites: list[_ValidatedSuite]) -> None:
    from callproof.surfaces.reports.terminal import console_on, print_validation

    console = console_on(sys.stdout)
    groups: tuple[tuple[str, list[Any]], ...] = (
        ("record", list(records)),
        ("suite", [suite for suite in suites if not suite.is_agent]),
        ("agent", [suite for suite in suites if suite.is_agent]),
    )
    for what, results in groups:
        if results:
            problems = [problem for result in results for problem in result.problems]
            bad = sum(bool(result.problems) for result in results)
            print_validation(console, len(results), bad, problems, what=what)
