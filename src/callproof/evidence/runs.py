"""Run folders: what a `check` or a `run` leaves behind, written as it goes.

`run.json` says what was done (and, once it is finished, the summary), `results.jsonl` holds a line a call as it was judged,
`calls/` the records. Results are plain JSON values here; what they mean is for scoring to say.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic_core import from_json

from callproof.errors import InputError
from callproof.evidence.files import CALL_FILE
from callproof.problems import found

RUN_SCHEMA_VERSION = 1
RUN_FILE = "run.json"
RESULTS_FILE = "results.jsonl"
CALLS_FOLDER = "calls"
LABELLED_RUNS = Path(".callproof") / "runs"

_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 80


class RunWriter:
    """Writes a run folder. `run` is what `run.json` says from the start; the folder must be new or empty."""

    def __init__(self, folder: Path, run: Mapping[str, Any]) -> None:
        self.folder = folder
        self._run = {"schema_version": RUN_SCHEMA_VERSION, "finished": False, **run}
        self._names: set[str] = set()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise InputError.of(
                    "the folder is not empty; a run is never written over another, choose a new folder",
                    file=str(folder),
                )
            (folder / CALLS_FOLDER).mkdir()
            self._write_run()
            self._results = (folder / RESULTS_FILE).open("xb")
        except OSError as error:
            raise InputError.of(f"cannot be written: {error.strerror}", file=str(folder)) from None

    def add(self, id: str, result: str, record: bytes) -> None:
        """One judged call: its result as a JSON object in text, and its record as the bytes of a `call.jsonl`."""
        name = self._name(id)
        folder = self.folder / CALLS_FOLDER / name
        folder.mkdir()
        (folder / CALL_FILE).write_bytes(record)
        # The record's place is the last field of the line; the result itself is not taken apart for it.
        line = f'{result.removesuffix("}")},"record":"{CALLS_FOLDER}/{name}"}}\n'
        self._results.write(line.encode("utf-8", errors="backslashreplace"))
        self._results.flush()

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Adds what is known only at the end; a run without it was broken off."""
        self._run.update(summary)
        self._run["finished"] = True
        self._write_run()

    def close(self) -> None:
        self._results.close()

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write_run(self) -> None:
        """In one step, so that a reader never sees half of it."""
        text = json.dumps(self._run, ensure_ascii=False, indent=1)
        draft = self.folder / f"{RUN_FILE}.part"
        draft.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
        draft.replace(self.folder / RUN_FILE)

    def _name(self, id: str) -> str:
        """A folder name for an id: the id itself where it is fit for one and not taken, else told apart by a hash."""
        name = _NOT_IN_NAME.sub("_", id)[:_LONGEST_NAME].lstrip(".") or "call"
        if name != id:
            name += "-" + hashlib.sha256(id.encode("utf-8", errors="surrogatepass")).hexdigest()[:8]
        unique, n = name, 2
        # Some file systems take upper and lower case for the same.
        while unique.lower() in self._names:
            unique, n = f"{name}-{n}", n + 1
        self._names.add(unique.lower())
        return unique


class StoredRun:
    """A run that was saved: a run folder, or the JSON that `check --json` printed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._results: list[Any] | None = None
        if path.is_dir():
            self.run = self._load(path / RUN_FILE)
        else:
            self.run = self._load(path)
            calls = self.run.get("calls")
            if not isinstance(calls, list) or "summary" not in self.run:
                raise InputError.of(
                    "is neither a run folder nor the output of `check --json`", file=str(path)
                )
            self._results = calls
        version = self.run.get("schema_version", RUN_SCHEMA_VERSION)
        if not isinstance(version, int) or version > RUN_SCHEMA_VERSION:
            raise InputError.of(
                f"found {found(version)}, but this callproof reads up to {RUN_SCHEMA_VERSION}; update callproof",
                file=str(path),
                path="schema_version",
            )

    @property
    def label(self) -> str:
        label = self.run.get("label")
        return label if isinstance(label, str) and label else self.path.name

    @property
    def finished(self) -> bool:
        return self._results is not None or self.run.get("finished") is True

    def results(self) -> Iterator[dict[str, Any]]:
        """The results, a plain object a call. Raises InputError for a line that is none."""
        if self._results is not None:
            yield from (self._checked(item, f"calls[{n}]") for n, item in enumerate(self._results))
            return
        file = self.path / RESULTS_FILE
        try:
            with file.open("rb") as lines:
                for number, line in enumerate(lines, 1):
                    try:
                        data = from_json(line)
                    except ValueError:
                        data = None
                    yield self._checked(data, f"line {number}", file)
        except OSError as error:
            raise InputError.of(f"cannot be read: {error.strerror}", file=str(file)) from None

    def _checked(self, data: Any, place: str, file: Path | None = None) -> dict[str, Any]:
        name = str(file or self.path)
        if not isinstance(data, dict):
            raise InputError.of(f"found {found(data)}, expected the result of a call", file=name, path=place)
        for field, kind, words in (
            ("id", str, "a text"),
            ("passed", bool, "true or false"),
            ("findings", list, "a list"),
        ):
            if not isinstance(data.get(field), kind):
                raise InputError.of(
                    f"found {found(data.get(field))}, expected {words}", file=name, path=f"{place}: {field}"
                )
        return data

    def _load(self, file: Path) -> dict[str, Any]:
        try:
            data = from_json(file.read_bytes())
        except FileNotFoundError:
            raise InputError.of("is no run folder: it has no run.json", file=str(file.parent)) from None
        except OSError as error:
            raise InputError.of(f"cannot be read: {error.strerror}", file=str(file)) from None
        except ValueError as error:
            raise InputError.of(f"is not valid JSON: {error}", file=str(file)) from None
        if not isinstance(data, dict):
            raise InputError.of(f"found {found(data)}, expected an object", file=str(file))
        return data


def labelled_run(label: str) -> Path:
    """The folder of the run that is saved under a label, below the current folder. Raises InputError for a bad label."""
    if not _LABEL.fullmatch(label):
        raise InputError.of(
            f"{label!r} cannot be a label: letters, digits, dot, dash and underscore, up to 100"
        )
    return LABELLED_RUNS / label


def find_run(name: str) -> StoredRun:
    """The run at a path, or else the one saved under a label."""
    path = Path(name)
    if not path.exists() and _LABEL.fullmatch(name) and labelled_run(name).is_dir():
        path = labelled_run(name)
    if not path.exists():
        known = ", ".join(sorted(p.name for p in LABELLED_RUNS.glob("*"))) or "none"
        raise InputError.of(
            f"there is no such run folder, file or label (labels saved here: {known})", file=name
        )
    return StoredRun(path)
