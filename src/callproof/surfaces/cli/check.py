"""`callproof check`: which of these calls went wrong, and where."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, repeat
from typing import TYPE_CHECKING, Annotated

import typer

from callproof.errors import Problem
from callproof.surfaces.cli.command import BAD_INPUT, FAILED, HARNESS_FAILED, INTERRUPTED, complain

if TYPE_CHECKING:
    from callproof.api import CheckStream
    from callproof.checking import JudgedLine


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, kw_only=True)
class CheckCommand:
    """Judge recorded calls by the clock and by the words, worst first.

    PATHS are files, folders or globs, or - for standard input: JSON, JSON Lines or gzip of either, in any shape that is known
    (detected by shape, never by name).
    """

    paths: Annotated[list[str], typer.Argument(metavar="PATHS", help="Files, folders, globs, or -.")]
    label: Annotated[
        str | None,
        typer.Option(help="Save the run under this name, for diff; with -o, name it so.", metavar="NAME"),
    ] = None
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="Save the run in this new folder.", metavar="DIR")
    ] = None
    format: Annotated[
        str | None, typer.Option("--from", help="Take the input for this format.", metavar="FORMAT")
    ] = None
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if any call did not pass.")] = False
    only: Annotated[
        list[str], typer.Option(help="Run these checks only; repeat, or a,b.", metavar="CHECK")
    ] = field(default_factory=list)
    skip: Annotated[
        list[str], typer.Option(help="Leave these checks out; repeat, or a,b.", metavar="CHECK")
    ] = field(default_factory=list)
    config: Annotated[str | None, typer.Option(help="YAML with checks and their limits.", metavar="FILE")] = (
        None
    )
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False
    workers: Annotated[
        int, typer.Option(min=1, help="Processes for much input.", show_default="all cores")
    ] = field(default_factory=_cores)

    def run(self) -> int:
        from callproof.memory import fewer_searches_for_cycles

        # From the imports on, which make objects by the ten thousand that stay.
        with fewer_searches_for_cycles():
            return self._run()

    def _run(self) -> int:
        from callproof.api import CheckOptions, CheckStream

        options = CheckOptions(
            format=self.format,
            only=_split(self.only),
            skip=_split(self.skip),
            config=self.config,
            label=self.label,
            output=self.output,
            now=datetime.now(UTC),
        )
        stream = CheckStream(self.paths, options, workers=self.workers)
        try:
            errors = self._print_json(stream) if self.json else self._print_report(stream)
        except KeyboardInterrupt:
            n, folder = stream.calls, stream.folder
            complain(f"stopped{f'; the {n} calls judged so far are kept in {folder}' if folder else ''}")
            return INTERRUPTED
        crashed = [name for name, counts in stream.summary["by_check"].items() if counts["crashed"]]
        if crashed:
            complain(
                f"checks failed at their own work, which says nothing about the calls: {', '.join(crashed)}",
                "What went wrong stands beside the calls, under not measured. Please report it.",
            )
            return HARNESS_FAILED
        if errors:
            return BAD_INPUT
        return FAILED if self.strict and stream.summary["failed"] else 0

    def _print_json(self, stream: CheckStream) -> list[Problem]:
        """One object, written call by call, a call a line."""
        from callproof.evidence.runs import RUN_SCHEMA_VERSION

        write = sys.stdout.write
        separators = chain(["\n"], repeat(",\n"))
        label = f'"label":{json.dumps(self.label)},' if self.label is not None else ""
        checks = json.dumps(stream.checks)
        write(f'{{"schema_version":{RUN_SCHEMA_VERSION},{label}"checks":{checks},\n"calls":[')
        errors, skipped = self._follow(stream, lambda call: write(next(separators) + call.result))
        parts = {
            "summary": stream.summary,
            "errors": [problem.to_json() for problem in errors],
            "skipped": skipped,
        }
        write("\n]" + "".join([f',\n"{name}":{json.dumps(part)}' for name, part in parts.items()]) + "}\n")
        if errors:
            complain(f"{len(errors)} problems in the input, listed under errors")
        return errors

    def _print_report(self, stream: CheckStream) -> list[Problem]:
        from callproof.surfaces.reports.terminal import Ending, WorstCalls, console_on, print_check

        worst = WorstCalls()
        errors, skipped = self._follow(stream, worst.add)
        # A label beside a folder only names the run; diff then needs the folder.
        label = self.label if self.output is None else None
        ending = Ending(stream.summary, errors, skipped, stream.folder, label)
        print_check(console_on(sys.stdout), worst, ending)
        return errors

    def _follow(
        self, stream: CheckStream, take: Callable[[JudgedLine], object]
    ) -> tuple[list[Problem], list[str]]:
        """Hands over every call as it is judged; returns what could not be read and what was skipped."""
        from callproof.checking import JudgedLine

        errors: list[Problem] = []
        skipped: list[str] = []
        with self._progress(stream):
            for item in stream:
                if isinstance(item, Problem):
                    errors.append(item)
                elif isinstance(item, JudgedLine):
                    take(item)
                else:
                    skipped.append(item.file)
        return errors, skipped

    def _progress(self, stream: CheckStream) -> AbstractContextManager[None]:
        """Only for a person who watches, and never into the JSON on the same screen."""
        if not sys.stderr.isatty() or (self.json and sys.stdout.isatty()):
            return nullcontext()
        from callproof.surfaces.cli.progress import progress

        return progress(stream)


def _split(names: list[str]) -> list[str]:
    return [part.strip() for name in names for part in name.split(",")]
