"""Run folders: what a `check` or a `run` leaves behind, written as it goes.

`run.json` says what was done (and, once it is finished, the summary), `results.jsonl` holds a line a call as it was judged,
`calls/` the records, those of a `run` with their scenarios beside them. `scores/<n>/` holds what a later scoring made of the same
records. Results are plain JSON values here; what they mean is for scoring to say.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Literal, TypeAlias

from callproof.errors import InputError, Problem, did_you_mean
from callproof.evidence.derived import Derivation
from callproof.evidence.files import CALL_FILE, open_stored, read_stored, write_derivation
from callproof.evidence.jsontext import parse_json
from callproof.problems import found

RUN_SCHEMA_VERSION = 1
RUN_FILE = "run.json"
RESULTS_FILE = "results.jsonl"
CALLS_FOLDER = "calls"
# Two channels: 0 the caller, 1 the agent.
AUDIO_FILE = "audio.flac"
# The messages of the protocol, where they were asked for.
WIRE_FILE = "wire.jsonl"
SCENARIO_FILE = "scenario.json"
SCORES_FOLDER = "scores"
LABELLED_RUNS = Path(".callproof") / "runs"

# What judged the calls: the checks on recorded calls, or the axes of a suite.
RunKind: TypeAlias = Literal["check", "run"]

_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9._-]+")
# Windows takes these for devices whatever their ending, and drops a dot at the end.
_NO_NAME = re.compile(r"(?i:(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?|.*\.)")
_LONGEST_NAME = 80
_MOST_NAMED = 5
_MOST_LABELS = 20
_NO_RUN = "is neither a run folder nor the output of `check --json` or `run --json`"


class RunWriter:
    """Writes a run folder, which must be new or empty; it is made when there is a first call to put into it, so that a
    run without calls leaves nothing behind. `run` is what `run.json` says from the start. Raises InputError.
    """

    def __init__(self, folder: Path, run: Mapping[str, Any]) -> None:
        self.folder = folder
        self._run = {"schema_version": RUN_SCHEMA_VERSION, "finished": False, **run}
        self._names: set[str] = set()
        self._results: BinaryIO | None = None
        with _writing(folder):
            # Now, and not when the first call is over, which may have cost somebody something.
            place = next(place for place in (folder, *folder.absolute().parents) if place.exists())
            if not place.is_dir():
                where = "is a file" if place == folder else f"cannot be made: {place} is a file"
                raise InputError.of(f"{where}; a run is saved in a folder of its own", file=str(folder))
            if not os.access(place, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            if folder.exists() and any(folder.iterdir()):
                raise InputError.of(
                    "the folder is not empty; a run is never written over another, choose a new folder or label",
                    file=str(folder),
                )

    @property
    def started(self) -> bool:
        """Whether there is anything on the disk."""
        return self._results is not None

    def add(
        self,
        id: str,
        result: str,
        record: bytes,
        scenario: bytes | None = None,
        *,
        derived: Iterable[Derivation] = (),
        recording: Path | None = None,
        wire: Path | None = None,
    ) -> None:
        """One judged call: its result as a JSON object in text, its record as the bytes of a `call.jsonl`, the scenario that was
        played, if one was, what was derived, and the files of its recording and its messages, which are moved."""
        with _writing(self.folder):
            results = self._results or self._start()
            name = self._name(id)
            folder = self.folder / CALLS_FOLDER / name
            folder.mkdir()
            if scenario is not None:
                (folder / SCENARIO_FILE).write_bytes(scenario)
            (folder / CALL_FILE).write_bytes(record)
            for derivation in derived:
                write_derivation(folder, derivation)
            for made, name_there in ((recording, AUDIO_FILE), (wire, WIRE_FILE)):
                if made is not None and made.exists():
                    shutil.move(made, folder / name_there)
            # The record's place is the last field of the line; the result itself is not taken apart for it.
            line = f'{result.removesuffix("}")},"record":"{CALLS_FOLDER}/{name}"}}\n'
            results.write(line.encode("utf-8", errors="backslashreplace"))
            results.flush()

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Adds what is known only at the end; a run without it was broken off."""
        if not self.started:
            return
        self._run.update(summary)
        self._run["finished"] = True
        with _writing(self.folder):
            self._write_run()

    def close(self) -> None:
        if self._results is not None:
            self._results.close()

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> BinaryIO:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / CALLS_FOLDER).mkdir()
        self._write_run()
        self._results = (self.folder / RESULTS_FILE).open("xb")
        return self._results

    def _write_run(self) -> None:
        """In one step, so that a reader never sees half of it."""
        text = json.dumps(self._run, ensure_ascii=False, indent=1)
        draft = self.folder / f"{RUN_FILE}.part"
        draft.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
        draft.replace(self.folder / RUN_FILE)

    def _name(self, id: str) -> str:
        """A folder name for an id: the id itself where it is fit for one and not taken, else told apart by a hash."""
        name = _NOT_IN_NAME.sub("_", id)[:_LONGEST_NAME].lstrip(".") or "call"
        if name != id or _NO_NAME.fullmatch(name):
            name += "-" + hashlib.sha256(id.encode("utf-8", errors="surrogatepass")).hexdigest()[:8]
            if _NO_NAME.fullmatch(name):
                name = f"call-{name}"
        unique, n = name, 2
        # Some file systems take upper and lower case for the same.
        while unique.lower() in self._names:
            unique, n = f"{name}-{n}", n + 1
        self._names.add(unique.lower())
        return unique


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise InputError.of(
            "another run is being written here, or something is in the way", file=str(folder)
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.of(f"cannot be written: {reason}", file=str(folder)) from None


class StoredRun:
    """A run that was saved: a run folder, or the JSON that `check --json` or `run --json` printed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._results: list[Any] | None = None
        self._judged = path
        if _is_folder(path):
            self.run = self._load(path / RUN_FILE)
            self._judged = _newest_scores(path) or path
        else:
            # What a command printed may come through a pipe.
            self.run = self._load(path, Path.read_bytes)
            self._results = self._printed()
        version = self.run.get("schema_version", RUN_SCHEMA_VERSION)
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            expected = f"expected a whole number from 1 to {RUN_SCHEMA_VERSION}"
            raise InputError.of(f"found {found(version)}, {expected}", file=str(path), path="schema_version")
        if version > RUN_SCHEMA_VERSION:
            raise InputError.of(
                f"found {version}, but this callproof reads up to {RUN_SCHEMA_VERSION}; update callproof",
                file=str(path),
                path="schema_version",
            )

    @property
    def label(self) -> str:
        label = self.run.get("label")
        return label if isinstance(label, str) and label else self.path.name or str(self.path)

    @property
    def kind(self) -> RunKind:
        printed = self._results is not None and "cases" in self.run
        return "run" if printed or self.run.get("kind") == "run" else "check"

    @property
    def finished(self) -> bool:
        return self._results is not None or self.run.get("finished") is True

    def calls(self, records: Iterable[str]) -> list[Path]:
        """The folders of the records that results name, in their order, whether they are there or not, and then those with a scenario
        that were not judged any more when the run was broken off. Raises InputError."""
        if self._results is not None:
            raise InputError.of(
                "is no run folder: it has results and no calls; save the run with -o DIR to judge it again",
                file=str(self.path),
            )
        folder = self.path / CALLS_FOLDER
        try:
            there = os.listdir(folder)  # noqa: PTH208 - no path is needed of most of them
        except OSError as error:
            raise InputError.of(f"cannot be read: {error.strerror}", file=str(folder)) from None
        places = (record.partition(f"{CALLS_FOLDER}/") for record in records)
        judged = dict.fromkeys(name for before, _, name in places if not before and _is_name(name))
        left = sorted(
            name
            for name in there
            if name not in judged and os.path.isfile(f"{folder}/{name}/{SCENARIO_FILE}")  # noqa: PTH113
        )
        return [folder / name for name in (*judged, *left)]

    @property
    def checks(self) -> dict[str, Any] | None:
        """What judged the run: version and settings by check; None where that was not stored."""
        checks = self.run.get("checks")
        if not isinstance(checks, list):
            return None
        return {
            str(check.get("id")): [check.get("version"), check.get("settings")]
            for check in checks
            if isinstance(check, dict)
        }

    @property
    def judged_again(self) -> bool:
        """Whether a later scoring says how the calls come out."""
        return self._judged != self.path

    def readable(self, problems: list[Problem], *, latest: bool) -> Iterator[dict[str, Any]]:
        """The results that can be read, of the latest scoring or as the run itself left them; what is wrong with the others is
        added to the problems, and that there are not as many as the run says that it judged."""
        if latest:
            yield from self._all(self._judged, problems)
            return
        count, known = 0, len(problems)
        for result in self._all(self.path, problems):
            count += 1
            yield result
        if len(problems) == known:
            problems.extend(self._miscounted(count, self.run))

    def results(self) -> Iterator[dict[str, Any]]:
        """The results of the latest scoring, a plain object a call. Raises InputError for a line that is none, and at the end if there
        are not as many as it says that it judged, or two of a case. Recorded calls may have an id in common."""
        ids: Counter[str] = Counter()
        for result in self._all(self._judged):
            ids[result["id"]] += 1
            yield result
        if self.kind == "run" and (twice := [id for id, count in ids.items() if count > 1]):
            raise InputError.of(
                f"the run is damaged: it holds more than one result of {', '.join(twice)}",
                file=str(self.path),
            )
        head = self.run
        # A scoring that could not read a call has fewer than the run; that one is missed by its name, if the run says its names.
        if self.judged_again and isinstance(self.run.get("cases"), list):
            head = self._load(self._judged / RUN_FILE)
        problems = self._miscounted(ids.total(), head)
        if problems:
            raise InputError(problems)

    def _miscounted(self, count: int, head: Mapping[str, Any]) -> list[Problem]:
        """What is wrong with so many results, by what was written of them at the end."""
        # What `run --json` prints is the summary itself.
        printed = self._results is not None and self.kind == "run"
        summary = head if printed else head.get("summary")
        judged = (
            summary.get("total" if self.kind == "run" else "calls") if isinstance(summary, Mapping) else None
        )
        if not isinstance(judged, int) or judged == count:
            return []
        message = (
            f"the run is damaged: it says that it judged {judged} calls, but holds the results of {count}"
        )
        return [Problem(str(self.path), "", message)]

    def _printed(self) -> list[Any]:
        """The results in what a command printed."""
        for field, beside in (("calls", "summary"), ("cases", "axes")):
            results = self.run.get(field)
            if isinstance(results, list) and beside in self.run:
                return results
        message = _NO_RUN
        if isinstance(self.run.get("runs"), list):
            message = "holds the runs of several agents; save them with -o, which makes a folder for each"
        raise InputError.of(message, file=str(self.path))

    def _all(self, folder: Path, problems: list[Problem] | None = None) -> Iterator[dict[str, Any]]:
        if self._results is not None:
            field = "cases" if self.kind == "run" else "calls"
            yield from (self._checked(item, f"{field}[{n}]") for n, item in enumerate(self._results))
            return
        file = folder / RESULTS_FILE
        try:
            with BufferedReader(open_stored(file)) as lines:
                for number, line in enumerate(lines, 1):
                    try:
                        result = self._result(line, file, number)
                    except InputError as error:
                        if not self.finished and not line.endswith(b"\n"):
                            return  # the run was broken off while this line was written
                        if problems is None:
                            raise
                        problems.extend(error.problems)
                    else:
                        yield result
        except OSError as error:
            problem = Problem(str(file), "", f"cannot be read: {error.strerror}")
            if problems is None:
                raise InputError([problem]) from None
            problems.append(problem)

    def _result(self, line: bytes, file: Path, number: int) -> dict[str, Any]:
        place = f"line {number}"
        try:
            data = parse_json(line)
        except ValueError as error:
            raise InputError.of(f"is not valid JSON: {error}", file=str(file), path=place) from None
        return self._checked(data, place, file)

    def _checked(self, data: Any, place: str, file: Path | None = None) -> dict[str, Any]:
        name = str(file or self.path)
        if not isinstance(data, dict):
            raise InputError.of(f"found {found(data)}, expected the result of a call", file=name, path=place)
        if self.kind == "check":
            data.setdefault("not_measured", [])
        for field, kind, words in _FIELDS[self.kind]:
            if not isinstance(data.get(field), kind):
                raise InputError.of(
                    f"found {found(data.get(field))}, expected {words}", file=name, path=f"{place}: {field}"
                )
        for field in ("findings", "not_measured") if self.kind == "check" else ():
            for n, item in enumerate(data[field]):
                if not isinstance(item, dict) or not isinstance(item.get("check"), str):
                    raise InputError.of(
                        f"found {found(item)}, expected an object with a check",
                        file=name,
                        path=f"{place}: {field}[{n}]",
                    )
        return data

    def _load(self, file: Path, read: Callable[[Path], bytes] = read_stored) -> dict[str, Any]:
        try:
            file.lstat()
            data = parse_json(read(file))
        except FileNotFoundError:
            raise InputError.of(
                "is no run folder: it has no run.json, as those that `run -o DIR` and `check -o DIR` write",
                file=str(file.parent),
            ) from None
        except OSError as error:
            raise InputError.of(f"cannot be read: {error.strerror}", file=str(file)) from None
        except ValueError as error:
            raise self._unusable(f"is not valid JSON: {error}", file) from None
        if not isinstance(data, dict):
            raise self._unusable(f"found {found(data)}, expected an object", file)
        return data

    def _unusable(self, reason: str, file: Path) -> InputError:
        # A file that was named as a run may be one of another kind altogether.
        return InputError.of(f"{_NO_RUN}: {reason}" if file == self.path else reason, file=str(file))


# What a result has to have, by the kind of the run.
_FIELDS: Mapping[RunKind, tuple[tuple[str, type, str], ...]] = {
    "check": (
        ("id", str, "a text"),
        ("passed", bool, "true or false"),
        ("findings", list, "a list"),
        ("not_measured", list, "a list"),
    ),
    "run": (("id", str, "a text"), ("status", str, "a text"), ("axes", dict, "an object")),
}


def _newest_scores(folder: Path) -> Path | None:
    """The last scoring of a run that was finished. Raises InputError where nobody can tell whether one was."""
    for _, path in sorted(_scores(folder), reverse=True):
        try:
            (path / RUN_FILE).lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise InputError.of(f"cannot be read: {error.strerror}", file=str(path / RUN_FILE)) from None
        return path
    return None


def _scores(folder: Path) -> list[tuple[int, Path]]:
    try:
        return [
            (int(path.name), path) for path in (folder / SCORES_FOLDER).iterdir() if path.name.isdecimal()
        ]
    except FileNotFoundError:
        return []
    except OSError as error:
        # The latest scoring decides, and nobody knows what it said.
        raise InputError.of(f"cannot be read: {error.strerror}", file=str(folder / SCORES_FOLDER)) from None


def write_scores(folder: Path, results: Iterable[str], run: Mapping[str, Any]) -> Path:
    """Adds a later scoring to a run folder: a result a line, and what made them. Returns its folder. Raises InputError."""
    with _writing(folder):
        number = max((n for n, _ in _scores(folder)), default=0) + 1
        target = folder / SCORES_FOLDER / str(number)
        target.mkdir(parents=True)
        text = "".join(f"{result}\n" for result in results)
        (target / RESULTS_FILE).write_bytes(text.encode(errors="backslashreplace"))
        # Last: without it the scoring was broken off.
        whole = {"schema_version": RUN_SCHEMA_VERSION, **run}
        (target / RUN_FILE).write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        return target


def labelled_run(label: str) -> Path:
    """The folder of the run that is saved under a label, below the current folder. Raises InputError for a bad label."""
    if not _LABEL.fullmatch(label):
        raise InputError.of(
            f"{label!r} cannot be a label: letters, digits, dot, dash and underscore, up to 100"
        )
    return LABELLED_RUNS / label


def find_run(name: str, command: str | None = None) -> StoredRun:
    """The run at a path, or else the one saved under a label. A folder that is no run does not hide a label. `command` is what to use
    on another run, where that one is meant."""
    path = Path(name)
    labelled = LABELLED_RUNS / name if _LABEL.fullmatch(name) else None
    try:
        exists = path.exists()
        if labelled is not None and labelled.is_dir() and not (path.is_file() or (path / RUN_FILE).exists()):
            return StoredRun(labelled)
    except (OSError, ValueError) as error:
        raise InputError.of(
            f"cannot be read: {getattr(error, 'strerror', None) or error}", file=name
        ) from None
    if not exists:
        labels = sorted(p.name for p in LABELLED_RUNS.glob("*"))
        more = ", …" if len(labels) > _MOST_LABELS else ""
        known = ", ".join(labels[:_MOST_LABELS]) + more if labels else "none"
        near = did_you_mean(name, labels)
        hint = f".{near}" if near else ""
        raise InputError.of(
            f"there is no such run folder, file or label (labels saved here: {known}){hint}",
            file=name,
        )
    try:
        run = StoredRun(path)
    except InputError:
        if not _is_file(path / RUN_FILE) and (other := _meant(path, command)):
            raise InputError.of(other, file=name) from None
        raise
    if run.run.get("kind") == "scores" and (other := _meant(path, command)):
        raise InputError.of(other, file=name)
    return run


def _meant(path: Path, command: str | None) -> str | None:
    """What to say of a path that is no run and has to do with one: a folder with the runs of several agents in it, a part of a run."""
    around = _run_around(path)
    if around is not None:
        return f"is a part of a run; name its folder: {_asked(around, command)}"
    runs = _runs_in(path)
    if not runs:
        return None
    if len(runs) == 1:
        return f"is no run folder, but holds one: {_asked(runs[0], command)}"
    agents = [_agent_of(folder) for folder in runs[:_MOST_NAMED]]
    by_agent = None not in agents and len(set(agents)) == len(agents)
    names = [str(agent) if by_agent else folder.name for agent, folder in zip(agents, runs, strict=False)]
    if len(runs) > len(names):
        names.append(f"{len(runs) - len(names)} more")
    what = f"the runs of {len(runs)} agents" if by_agent else f"{len(runs)} runs"
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    asked = ", or ".join(_asked(folder, command) for folder in runs[:2])
    return f"holds {what}, {listed}; name one of them: {asked}"


def _asked(folder: Path, command: str | None) -> str:
    quoted = shlex.quote(str(folder))
    return quoted if command is None else f"callproof {command} {quoted}"


def _run_around(path: Path) -> Path | None:
    """The run that a path leads into: calls/<call>/call.jsonl is as deep as it goes."""
    whole = path.resolve()
    around = next((folder for folder in whole.parents[:3] if _is_file(folder / RUN_FILE)), None)
    return around if around is None or path.is_absolute() else Path(os.path.relpath(around))


def _runs_in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if _is_file(path / RUN_FILE))
    except OSError:
        return []


def _agent_of(folder: Path) -> str | None:
    try:
        run = parse_json(read_stored(folder / RUN_FILE))
    except (InputError, ValueError):
        return None
    agent = run.get("agent") if isinstance(run, dict) else None
    return agent if isinstance(agent, str) else None


def _is_name(text: str) -> bool:
    """Whether a text names something in a folder, and nowhere else."""
    return text not in ("", ".", "..") and not any(mark in text for mark in "/\\")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False
