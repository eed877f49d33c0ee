"""Saved runs judged again, and compared: what `score` and `diff` of runs do. No call is placed here."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

from callproof.errors import InputError, Problem
from callproof.evidence.files import decode_record, read_derivations, read_lines, read_stored
from callproof.evidence.jsontext import parse_json
from callproof.evidence.runs import CALLS_FOLDER, SCENARIO_FILE, StoredRun, find_run, write_scores
from callproof.memory import fewer_searches_for_cycles
from callproof.problems import found
from callproof.reporting import (
    DIGEST_LENGTH,
    JudgedCase,
    RunReport,
    ToJudge,
    judged_together,
    report_of,
    stored_case,
    unplayed_in,
    whole_digest,
)
from callproof.scenario.documents import unfit
from callproof.scenario.model import Scenario
from callproof.scenario.world_forms import sound_world
from callproof.scenario.worlds import World
from callproof.scenario.writing import from_json
from callproof.scoring.run_diff import CaseChange, RunDiff, diff_runs
from callproof.version import __version__

__all__ = [
    "CaseChange",
    "Rescored",
    "RunDiff",
    "RunPath",
    "compare_reports",
    "score",
    "stored_cases",
    "unplayed_of",
]

RunPath: TypeAlias = str | os.PathLike[str]
P = ParamSpec("P")
T = TypeVar("T")

# Where the world of a stored scenario begins and ends, as we write it, and a text that no scenario can hold.
_WORLD, _WORLD_ENDS = b'\n "world": ', b"\n }"
_PLACE_HELD = "\0"
_IN_ITS_PLACE = json.dumps(_PLACE_HELD).encode()
_MOST_WORLDS = 64
# So many calls are looked at together, or as many as have so many bytes; a call of two minutes has twenty thousand.
_AT_ONCE = 64
_MOST_BYTES = 8 * 2**20
_KEPT = ("id", "status", "record", "suite", "trial", "seed")


@dataclass(frozen=True, slots=True)
class Rescored:
    """A run judged again. `folder` is where the new results are, `changed` the cases that come out otherwise than before, `errors`
    what could not be read and is judged by nobody."""

    report: RunReport
    folder: Path
    changed: tuple[str, ...]
    errors: tuple[Problem, ...]

    def to_json(self) -> dict[str, Any]:
        """The same object that `callproof score --json` prints."""
        return {
            **self.report.to_json(),
            "scores": str(self.folder),
            "changed": list(self.changed),
            "errors": [problem.to_json() for problem in self.errors],
        }


def score(run: RunPath) -> Rescored:
    """Judges a run again from its records and scenarios alone, and saves that as `scores/<n>` in its folder.

    A run that was broken off is judged as far as it came. Raises InputError for what is no folder of a run.
    """
    stored = run_at(run, "score")
    errors: list[Problem] = []
    with fewer_searches_for_cycles():
        lines = {str(line.get("record")): _kept(line) for line in stored.readable(errors, latest=False)}
        before = {line["id"]: line["status"] for line in lines.values()}
        if stored.judged_again:
            # It knows nothing of a call that it could not read, and of one whose first result is lost it may.
            for line in stored.readable(errors, latest=True):
                before[line["id"]] = line["status"]
                lines.setdefault(str(line.get("record")), _kept(line))
        cases = list(_judged_again(stored, lines, errors))
    errors.extend(_twice(stored, cases))
    changed = [
        case.result.id
        for case in cases
        if before.get(case.result.id, case.result.status) != case.result.status
    ]
    report = report_of(cases, stored.run)
    head = {
        "kind": "scores",
        "callproof": __version__,
        "summary": dict(report.summary),
        "gate": dict(report.gate),
    }
    folder = write_scores(stored.path, [json.dumps(case.line) for case in cases], head)
    return Rescored(report, folder, tuple(changed), tuple(errors))


def _kept(line: Mapping[str, Any]) -> dict[str, Any]:
    """What else a result says is asked of the record again, and would only lie about."""
    return {name: line[name] for name in _KEPT if name in line}


def _twice(stored: StoredRun, cases: Sequence[JudgedCase]) -> Iterator[Problem]:
    places: dict[str, str] = {}
    for case in cases:
        place = str(case.line["record"])
        first = places.setdefault(case.result.id, place)
        if place != first:
            message = f"is of case {found(case.result.id)}, and so is {first}"
            yield Problem(str(stored.path / place), "", message)


def stored_cases(stored: StoredRun) -> list[JudgedCase]:
    """The results of a whole run, by its latest scoring. Raises InputError for a run that was broken off, and for one that has two
    results of a case."""
    if not stored.finished:
        raise InputError.of("the run was broken off before its end; run it again", file=str(stored.path))
    return [stored_case(line, str(stored.path)) for line in stored.results()]


def unplayed_of(stored: StoredRun, cases: Sequence[JudgedCase]) -> tuple[str, ...]:
    """The cases that a run was to have, and has no result of."""
    judged_ids = {case.result.id for case in cases}
    planned = unplayed_in(stored.run.get("cases"), judged_ids)
    # What `run --json` and `score --json` print has the results in that place, and says by itself what was not played.
    return planned or unplayed_in(stored.run.get("unplayed"), judged_ids)


def compare_reports(before: RunReport, after: RunReport) -> RunDiff:
    """Two agents on the same suites."""
    return diff_runs(before.cases, after.cases, before_label=before.agent, after_label=after.agent)


def run_at(run: RunPath, command: str | None = None) -> StoredRun:
    """The run of suites at a path or under a label; `command` is what is asked of it. Raises InputError."""
    stored = find_run(os.fspath(run), command)
    if stored.kind != "run":
        raise InputError.of("holds the results of check, not of run", file=str(stored.path))
    return stored


def _judged_again(
    stored: StoredRun, lines: Mapping[str, Mapping[str, Any]], errors: list[Problem]
) -> Iterator[JudgedCase]:
    scenarios = StoredScenarios()
    folders = iter(stored.calls(lines))
    unwritten: list[_StoredCall] = []
    # The files of some calls, then their scenarios, their records, the verdicts: a processor that does one kind of work for a while
    # does it a fifth faster than one that goes from this to that with every call.
    while some := _some(folders):
        for call in some:
            call.read(scenarios)
        group: list[ToJudge] = []
        for call in some:
            place = f"{CALLS_FOLDER}/{call.folder.name}"
            group += call.to_judge(lines.get(place, {}), stored.run, place)
        yield from judged_together(group)
        for call in some:
            if call.problems and not stored.finished and f"{CALLS_FOLDER}/{call.folder.name}" not in lines:
                unwritten.append(call)
            else:
                errors.extend(call.problems)
    # One call was being written when the run was broken off, and counts as not run; more than one are damaged.
    if len(unwritten) > 1:
        errors.extend(problem for call in unwritten for problem in call.problems)


def _some(folders: Iterator[Path]) -> list[_StoredCall]:
    """The next calls, until they are many or large: not all that is stored need be held at once."""
    some: list[_StoredCall] = []
    size = 0
    for folder in folders:
        call = _StoredCall(folder)
        size += call.open()
        some.append(call)
        if len(some) == _AT_ONCE or size >= _MOST_BYTES:
            break
    return some


class _StoredCall:
    """A call of a run and what was read of it so far; what could not be is among the problems."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self._scenario_text: bytes | None = None
        self._scenario: tuple[Scenario, str] | None = None
        self._lines: tuple[list[bytes], str] | None = None

    def open(self) -> int:
        """Reads the files, and tells how large they are."""
        self._scenario_text = self._tried(read_stored, self.folder / SCENARIO_FILE)
        if self._scenario_text is None:
            return 0
        self._lines = self._tried(read_lines, self.folder)
        return len(self._scenario_text) + (sum(map(len, self._lines[0])) if self._lines is not None else 0)

    def read(self, scenarios: StoredScenarios) -> None:
        if self._scenario_text is not None:
            self._scenario = self._tried(scenarios.of, self._scenario_text, self.folder / SCENARIO_FILE)

    def to_judge(self, line: Mapping[str, Any], run: Mapping[str, Any], place: str) -> Iterator[ToJudge]:
        """The call, if all of it can be read. `line` is what its result says of it."""
        lines, self._lines = self._lines, None
        if self._scenario is None or lines is None:
            return
        scenario, scenario_digest = self._scenario
        record = self._tried(decode_record, *lines)
        derived = None if record is None else self._tried(read_derivations, self.folder, record)
        if record is not None and derived is not None:
            known = _known(line, record.header.id, run)
            yield record, scenario, derived, {**known, "scenario_digest": scenario_digest, "record": place}

    def _tried(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        try:
            return read(*args, **kwargs)
        except InputError as error:
            self.problems += error.problems
            return None


class StoredScenarios:
    """The scenarios of a run as they were stored. One that was played several times is read once, and so is a world that many have."""

    def __init__(self) -> None:
        self._read: dict[str, Scenario] = {}
        self._worlds: dict[bytes, World] = {}

    def of(self, raw: bytes, file: Path) -> tuple[Scenario, str]:
        """The scenario of a stored text, and what tells it from others; `file` is for messages. Raises InputError."""
        whole = whole_digest(raw)
        known = self._read.get(whole)
        if known is None:
            known = self._read[whole] = self.parse(raw, file)
        return known, whole[:DIGEST_LENGTH]

    def parse(self, raw: bytes, file: Path) -> Scenario:
        """The scenario of a stored text; `file` is for messages. Raises InputError."""
        try:
            data = self._values(raw)
        except ValueError as error:
            raise InputError.of(f"is not valid JSON: {error}", file=str(file)) from None
        if not isinstance(data, dict):
            raise InputError.of(f"found {found(data)}, expected a scenario: an object", file=str(file))
        return from_json(data, file=str(file))

    def _values(self, raw: bytes) -> Any:
        """The values of a scenario. A world that was read already stands in them itself: it is most of the text. Raises ValueError."""
        at = raw.find(_WORLD)
        start = at + len(_WORLD)
        text = self._world_text(raw, start) if at >= 0 else None
        if text is not None:
            with suppress(ValueError):
                data = parse_json(raw[:start] + _IN_ITS_PLACE + raw[start + len(text) :])
                if isinstance(data, dict) and data.get("world") == _PLACE_HELD:
                    return {**data, "world": self._worlds[text]}
        return parse_json(raw)

    def _world_text(self, raw: bytes, start: int) -> bytes | None:
        """The text of the world that begins there, which `_worlds` then has; None for one with anything wrong with it, which is then
        said of it in its place."""
        # Comparing with those that are known is quicker than looking for the end.
        for text in self._worlds:
            if raw.startswith(text, start):
                return text
        end = raw.find(_WORLD_ENDS, start)
        text = raw[start : end + len(_WORLD_ENDS)]
        world = _world(text) if end >= 0 else None
        if world is None:
            return None
        if len(self._worlds) >= _MOST_WORLDS:
            self._worlds.clear()
        self._worlds[text] = world
        return text


def _world(text: bytes) -> World | None:
    try:
        data = parse_json(text)
    except ValueError:
        return None
    return sound_world(json.dumps(data, default=str)) if unfit({"world": data}) is None else None


def _known(line: Mapping[str, Any], id: str, run: Mapping[str, Any]) -> dict[str, Any]:
    """What a result says of its case beside the verdict; of a call whose result was not written any more, what is known."""
    suites = run.get("suites")
    trial = id.rpartition("#")[2]
    known = {
        "suite": suites[0] if isinstance(suites, list) and len(suites) == 1 else "",
        "trial": int(trial) if trial.isdecimal() else 1,
        "seed": None,
    }
    return {name: line.get(name, value) for name, value in known.items()}
