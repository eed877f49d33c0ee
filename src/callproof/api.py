"""The verbs of callproof as functions: what the commands do, for Python programs."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from callproof.checking import (
    JudgedLine,
    Plan,
    judge_all,
    judge_documents,
    load_extensions,
    result_text,
    stored_record,
)
from callproof.config import choose_checks, settings_of
from callproof.errors import InputError, Problem
from callproof.evidence.files import CALL_FILE, decode_record, encode_record, read_derivations
from callproof.evidence.runs import RUN_SCHEMA_VERSION, RunWriter, StoredRun, find_run, labelled_run
from callproof.importers.registry import importer_of
from callproof.importers.sources import Document, Skipped, documents, total_bytes
from callproof.scoring.diff import FEWEST_CHANGED, ChangedFindings, Diff, JudgedCall
from callproof.scoring.diff import diff as compare
from callproof.scoring.results import CallResult, Tally
from callproof.version import __version__

if TYPE_CHECKING:
    from callproof.scoring.run_diff import RunDiff

__all__ = [
    "FEWEST_CHANGED",
    "Calls",
    "ChangedFindings",
    "CheckOptions",
    "CheckReport",
    "CheckStream",
    "Diff",
    "ValidatedRecord",
    "check",
    "checks_json",
    "diff",
    "validate",
]

Calls: TypeAlias = str | os.PathLike[str] | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `check` found: a result a call in the order of the input, the sum, and what could not be read.

    `checks` says what judged them: the id, the version and the settings of each check.
    """

    calls: tuple[CallResult, ...]
    summary: Mapping[str, Any]
    errors: tuple[Problem, ...]
    skipped: tuple[str, ...]
    label: str | None = None
    checks: tuple[Mapping[str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The same object that `callproof check --json` prints."""
        return {
            "schema_version": RUN_SCHEMA_VERSION,
            **({} if self.label is None else {"label": self.label}),
            "checks": [dict(check) for check in self.checks],
            "calls": [result.to_json() for result in self.calls],
            "summary": dict(self.summary),
            "errors": [problem.to_json() for problem in self.errors],
            "skipped": list(self.skipped),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """`format` forces one input format; `only`, `skip` and `config` choose checks and their limits (`choose_checks`).

    With `output` the run is saved in that folder, with a `label` alone under `.callproof/runs/<label>`, where `diff` finds it
    by its label; beside `output` a label only names the run. `now` is the time to stamp it with.
    """

    format: str | None = None
    only: Collection[str] = ()
    skip: Collection[str] = ()
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None
    label: str | None = None
    output: str | os.PathLike[str] | None = None
    now: datetime | None = None

    def plan(self) -> Plan:
        """Raises InputError for a format, a check or a setting that there is not."""
        load_extensions()
        if self.format is not None:
            importer_of(self.format)
        config = self.config
        if isinstance(config, str | os.PathLike):
            config = Path(config)
        elif config is not None and not isinstance(config, Mapping):
            raise InputError.of(f"config is {type(config).__name__}, expected a file or an object")
        checks = choose_checks(only=self.only, skip=self.skip, config=config)
        return Plan(checks, self.format, keep_records=self.output is not None or self.label is not None)

    def writer(self, plan: Plan) -> RunWriter | None:
        """The run folder to write to, if any. Raises InputError when there is a run already."""
        folder = Path(self.output) if self.output is not None else None
        if self.label is not None:
            folder = folder or labelled_run(self.label)
        if folder is None:
            return None
        run = {
            "kind": "check",
            "label": self.label,
            "callproof": __version__,
            "started_at": self.now.isoformat() if self.now is not None else None,
            "checks": checks_json(plan),
        }
        return RunWriter(folder, run)


def check(
    calls: Calls | Iterable[Calls],
    *,
    format: str | None = None,
    only: Collection[str] = (),
    skip: Collection[str] = (),
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    label: str | None = None,
    output: str | os.PathLike[str] | None = None,
    now: datetime | None = None,
) -> CheckReport:
    """Judges recorded calls by the clock and by the words.

    `calls` are files, folders or globs of any supported shape, or what comes out of `json.load`: a call object, a list of
    them, or the bare transcript of one call. The options are those of `CheckOptions`. Raises InputError for options that cannot be used; calls that cannot be read are in
    `errors`, and the others are judged.
    """
    chosen = CheckOptions(
        format=format, only=only, skip=skip, config=config, label=label, output=output, now=now
    )
    plan = chosen.plan()
    writer = chosen.writer(plan)
    tally = Tally()
    results: list[CallResult] = []
    errors: list[Problem] = []
    skipped: list[str] = []
    try:
        for judged in judge_documents(_documents(calls), plan):
            if isinstance(judged, Skipped):
                skipped.append(judged.file)
                continue
            if isinstance(judged, Problem):
                errors.append(judged)
                continue
            result, record = judged
            results.append(result)
            tally.add(result)
            if writer is not None:
                writer.add(result.id, result_text(result), encode_record(record))
        report = CheckReport(
            tuple(results), tally.to_json(), tuple(errors), tuple(skipped), label, tuple(checks_json(plan))
        )
        if writer is not None:
            writer.finish(_ending(report.summary, errors, skipped))
    finally:
        if writer is not None:
            writer.close()
    return report


class CheckStream:
    """`check` for any number of calls: iterate over it, then read `summary`. Nothing that is finished is kept.

    `folder` is where the run is saved, if it is; it is there once a call has been judged. `calls` and
    `bytes_read` say how far it has come.

    With several `workers` other processes judge too; each imports the main module anew, so a script that asks for them
    needs its `if __name__ == "__main__"`.
    """

    def __init__(
        self, paths: Iterable[str | os.PathLike[str]], options: CheckOptions, *, workers: int = 1
    ) -> None:
        self._paths = list(paths)
        self._plan = options.plan()
        self._writer = options.writer(self._plan)
        self._workers = workers
        self._tally = Tally()
        self.calls = 0
        self.bytes_read = 0

    @property
    def checks(self) -> list[dict[str, Any]]:
        """What judges the calls, as in `CheckReport`."""
        return checks_json(self._plan)

    @property
    def total_bytes(self) -> int | None:
        """How much there is to read, where the files alone tell."""
        return total_bytes(self._paths)

    @property
    def folder(self) -> Path | None:
        return self._writer.folder if self._writer is not None and self._writer.started else None

    def __iter__(self) -> Iterator[JudgedLine | Problem | Skipped]:
        errors: list[Problem] = []
        skipped: list[str] = []
        writer = self._writer
        try:
            for batch in judge_all(self._documents(), self._plan, workers=self._workers):
                if isinstance(batch, Skipped):
                    skipped.append(batch.file)
                    yield batch
                    continue
                self._tally.merge(batch.tally)
                for item in batch.items:
                    if isinstance(item, Problem):
                        errors.append(item)
                    else:
                        if writer is not None and item.record is not None:
                            writer.add(item.id, item.result, item.record)
                        self.calls += 1
                    yield item
            if writer is not None:
                writer.finish(_ending(self.summary, errors, skipped))
        finally:
            if writer is not None:
                writer.close()

    @property
    def summary(self) -> dict[str, Any]:
        return self._tally.to_json()

    def _documents(self) -> Iterator[Document | Problem | Skipped]:
        for item in documents(self._paths):
            if isinstance(item, Document):
                self.bytes_read += len(item.data)
            yield item


def diff(before: str | os.PathLike[str], after: str | os.PathLike[str]) -> Diff | RunDiff:
    """Compares two saved checks, or two saved runs of suites: folders, outputs of `--json`, or labels. Raises InputError."""
    old, new = find_run(os.fspath(before)), find_run(os.fspath(after))
    if old.kind != new.kind:
        raise InputError.of(
            f"holds the results of {new.kind}, and {os.fspath(before)} those of {old.kind}",
            file=str(new.path),
        )
    for run in (old, new):
        if not run.finished:
            raise InputError.of("the run was broken off before its end; run it again", file=str(run.path))
    if old.kind == "run":
        # Only here: with it come scenarios and the verdicts on them, which recorded calls have none of.
        from callproof.scoring.run_diff import diff_runs

        return diff_runs(old.results(), new.results(), before_label=old.label, after_label=new.label)
    return compare(
        _judged(old),
        _judged(new),
        before_label=old.label,
        after_label=new.label,
        before_checks=old.checks,
        after_checks=new.checks,
    )


@dataclass(frozen=True, slots=True)
class ValidatedRecord:
    """A record and what is wrong with it; not `readable` when it is no record at all. `place` says where in the file it
    stands, if it does not begin it."""

    file: str
    problems: tuple[Problem, ...] = ()
    place: str = ""
    readable: bool = True


def validate(paths: Iterable[str | os.PathLike[str]]) -> Iterator[ValidatedRecord]:
    """Every record of a call behind the paths, which are found as `check` finds calls. A search of a folder passes over files of
    other shapes; a file that was named, or that is called as the records of call folders are, has to be a record."""
    for path in paths:
        yield from _validated(os.fspath(path))


def _validated(path: str) -> Iterator[ValidatedRecord]:
    searched = _is_folder(path)
    last, nothing = "", True
    for item in documents([path], into_runs=True):
        if isinstance(item, Skipped):
            continue
        if isinstance(item, Document) and item.kind == "record":
            yield _validated_record(item)
        elif not isinstance(item, Document):
            yield ValidatedRecord(item.file, (item,), readable=False)
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


def _validated_record(document: Document) -> ValidatedRecord:
    try:
        record = stored_record(document)
        if document.folder is not None:
            read_derivations(Path(document.folder), record)
    except InputError as error:
        return ValidatedRecord(document.file, error.problems, document.line, readable=_has_header(document))
    return ValidatedRecord(document.file, place=document.line)


def _has_header(document: Document) -> bool:
    """Whether the record begins as one does, so that the rest of it can be judged."""
    first = next((line for line in document.data.splitlines() if line.strip()), b"")
    try:
        decode_record([first], document.file)
    except InputError:
        return False
    return True


def _unreadable(file: str, message: str, path: str = "") -> ValidatedRecord:
    return ValidatedRecord(file, (Problem(file, path, message),), readable=False)


def checks_json(plan: Plan) -> list[dict[str, Any]]:
    return [{"id": c.id, "version": c.version, "settings": settings_of(c)} for c in plan.checks]


def _documents(calls: Calls | Iterable[Calls]) -> Iterator[Document | Problem | Skipped]:
    """Paths are looked up; call objects become documents of their own, but a list of nothing else is one, as it would be in
    a file: it may be the transcript of a single call."""
    if isinstance(calls, str | os.PathLike | Mapping):
        calls = [calls]
    elif isinstance(calls, bytes | bytearray | memoryview) or not isinstance(calls, Iterable):
        raise InputError.of(
            f"calls are {type(calls).__name__}, expected files, or call objects as they come out of json.load"
        )
    elif isinstance(calls, list | tuple) and calls and all(isinstance(item, Mapping) for item in calls):
        try:
            data = json.dumps(calls, default=_object).encode()
        except (TypeError, ValueError, RecursionError):
            pass  # each by itself, to name the one that is at fault
        else:
            yield Document("", "json", data, "call")
            return
    for number, item in enumerate(calls):
        if isinstance(item, str | os.PathLike):
            yield from documents([item])
        else:
            try:
                yield Document("", "json", json.dumps(item, default=_object).encode(), f"call#{number}")
            except (TypeError, ValueError, RecursionError) as error:
                yield Problem("", f"[{number}]", f"cannot be written as JSON: {error}")


def _object(value: object) -> dict[Any, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} is no JSON")


def _ending(summary: Mapping[str, Any], errors: list[Problem], skipped: list[str]) -> dict[str, Any]:
    return {
        "summary": dict(summary),
        "errors": [problem.to_json() for problem in errors],
        "skipped": skipped,
    }


def _judged(run: StoredRun) -> Iterator[JudgedCall]:
    for result in run.results():
        findings: dict[tuple[str, str], int] = {}
        for finding in result["findings"]:
            key = (str(finding.get("check")), str(finding.get("severity")))
            findings[key] = findings.get(key, 0) + 1
        missing = frozenset(item["check"] for item in result["not_measured"])
        yield JudgedCall(result["id"], result["passed"], findings, missing)
