"""Call folders: `call.jsonl` (a header, then an event a line) and `derived/<producer>@<version>.jsonl`.

Files are written as the call goes, a line an event, and are never changed afterwards. Every line is one JSON object, so
that a folder can be read with `less`.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from callproof.errors import InputError, Problem
from callproof.evidence.derived import (
    DERIVED_SCHEMA_VERSION,
    Derivation,
    DerivedItem,
    EdgeFound,
    SpeechFound,
    TextFound,
)
from callproof.evidence.events import EVENT_TYPES, AnyEvent, SnapshotTaken
from callproof.evidence.jsontext import parse_json, without_surrogates
from callproof.evidence.record import SCHEMA_VERSION, Header, Record, is_moment
from callproof.evidence.snapshots import Backend, Tables, backend_of, tables_of
from callproof.evidence.validation import validate
from callproof.problems import found, from_pydantic

CALL_FILE = "call.jsonl"
DERIVED_FOLDER = "derived"

_BATCH = 512
# A line that is one, as we write it: with the tables last.
_SNAPSHOT = b'{"type":"snapshot.taken",'
_TABLES = b'"tables":'
# Longer ones are read anew each time, so that what is remembered stays small.
_LONGEST_REMEMBERED = 32_768
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_DERIVED_NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)@([A-Za-z0-9][A-Za-z0-9._-]*)\.jsonl")

T = TypeVar("T")


class CallWriter:
    """Writes a call while it goes: the header at once, then each event as a line that is on its way to the disk when
    `append` returns. The folder must not hold a call yet."""

    def __init__(self, folder: Path, header: Header) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        # backslashreplace turns a lone surrogate into its JSON escape, so that any text can be stored.
        self._file = (folder / CALL_FILE).open("x", encoding="utf-8", errors="backslashreplace", newline="\n")
        self._file.write(_line(header))
        self._file.flush()

    def append(self, event: AnyEvent) -> None:
        self._file.write(_line(event))
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> CallWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def encode_record(record: Record) -> bytes:
    """A whole record as the bytes of its `call.jsonl`."""
    text = _line(record.header) + "".join([_line(event) for event in record.events])
    return text.encode("utf-8", errors="backslashreplace")


def read_record(path: Path) -> Record:
    """The record in a call folder, or in a `call.jsonl` file.

    Raises InputError with all that is wrong: lines that are no events, and events that do not fit together.
    """
    return decode_record(*read_lines(path))


def read_lines(path: Path) -> tuple[list[bytes], str]:
    """The lines of the record in a call folder, or in a `call.jsonl` file, and the name of the file. Raises InputError."""
    file = path / CALL_FILE if path.is_dir() else path
    return read_stored(file).split(b"\n"), str(file)


def read_stored(file: Path) -> bytes:
    """The bytes of a file that was stored. Raises InputError, also for what is no file: nobody may ever write into a pipe."""
    try:
        with open_stored(file) as stream:
            return stream.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.of(f"cannot be read: {reason}", file=str(file)) from None


def open_stored(file: Path) -> FileIO:
    """Opens a file that was stored, to be read. Raises OSError, also for what is no file."""
    stream = FileIO(file, "rb", opener=_at_once)
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, "it is no file")
    return stream


def _at_once(file: str, flags: int) -> int:
    # Where there is no such flag, nothing waits when it is opened.
    return os.open(file, flags | getattr(os, "O_NONBLOCK", 0))


def decode_record(lines: Iterable[bytes], file: str) -> Record:
    """A record from the lines of a `call.jsonl`; `file` is for messages. Raises InputError."""
    numbered = _numbered(lines)
    header = _decode_header(numbered, file)
    problems: list[Problem] = []
    numbers, events = _decode(numbered, _event_adapter(), file, problems, _events)
    record = Record(header, tuple(events))
    if not problems:
        problems = [Problem(file, f"line {numbers[p.index]}", p.message) for p in validate(record)]
    if problems:
        raise InputError(problems)
    return record


def write_derivation(folder: Path, derivation: Derivation) -> Path:
    """Adds derived evidence to a call folder. The same producer and version cannot be written twice."""
    for name in (derivation.producer, derivation.version):
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name for a file: letters, digits, dot, dash and underscore")
    path = folder / DERIVED_FOLDER / f"{derivation.producer}@{derivation.version}.jsonl"
    path.parent.mkdir(exist_ok=True)
    with path.open("x", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.write(json.dumps({"type": "derivation", "schema_version": DERIVED_SCHEMA_VERSION}) + "\n")
        file.writelines(_line(item) for item in derivation.items)
    return path


def read_derivations(folder: Path, record: Record) -> list[Derivation]:
    """All derived evidence of a call folder, by file name. Raises InputError, also for an event that is not there."""
    derivations: list[Derivation] = []
    problems: list[Problem] = []
    try:
        # A third of what `iterdir` takes to find that there is no such folder.
        names = os.listdir(f"{folder}/{DERIVED_FOLDER}")  # noqa: PTH208
    except FileNotFoundError:  # most calls have none
        return derivations
    except OSError as error:
        raise InputError.of(f"cannot be read: {error.strerror}", file=f"{folder}/{DERIVED_FOLDER}") from None
    paths = sorted(folder / DERIVED_FOLDER / name for name in names if name.endswith(".jsonl"))
    kinds = {event.seq: event.type for event in record.events}
    for path in paths:
        name = _DERIVED_NAME.fullmatch(path.name)
        if name is None:
            problems.append(
                Problem(str(path), "", "expected a file name of the form <producer>@<version>.jsonl")
            )
            continue
        try:
            items = _read_items(path, kinds, problems)
        except InputError as error:
            problems.extend(error.problems)
        else:
            derivations.append(Derivation(producer=name[1], version=name[2], items=items))
    if problems:
        raise InputError(problems)
    return derivations


def _read_items(path: Path, kinds: Mapping[int, str], problems: list[Problem]) -> tuple[DerivedItem, ...]:
    numbered = _numbered(read_stored(path).split(b"\n"))
    _head(numbered, str(path), "derivation", DERIVED_SCHEMA_VERSION)
    numbers, items = _decode(numbered, _derived_adapter(), str(path), problems)
    problems.extend(
        Problem(str(path), f"line {number}", message)
        for number, item in zip(numbers, items, strict=True)
        for message in _misplaced(item, kinds)
    )
    return tuple(items)


def _misplaced(item: DerivedItem, kinds: Mapping[int, str]) -> Iterator[str]:
    wanted = {EdgeFound: ("speech.started", "speech.ended"), TextFound: ("speech.started",)}.get(type(item))
    if wanted is None or isinstance(item, SpeechFound):
        return
    kind = kinds.get(item.event)
    if kind is None:
        yield f"event {item.event} is not in the call"
    elif kind not in wanted:
        yield f"event {item.event} is a {kind}, expected {' or '.join(wanted)}"


def call_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of one line of a `call.jsonl`: the header or an event."""
    schema = TypeAdapter(Annotated[Header | AnyEvent, Field(discriminator="type")]).json_schema()
    # Every line names its type, although the classes need not be told theirs.
    for definition in schema["$defs"].values():
        if "type" in definition.get("properties", {}):
            definition["required"] = ["type", *definition.get("required", [])]
    header = schema["$defs"]["Header"]
    header["properties"]["schema_version"] = {"const": SCHEMA_VERSION}
    header["required"].append("schema_version")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "callproof call record: one line of call.jsonl",
        "description": f"schema_version {SCHEMA_VERSION}; the first line is the header, each other line an event",
        **schema,
    }


def _line(value: Any) -> str:
    data = {"type": value.type, **_plain(value)}
    return _ENCODER.encode(data) + "\n"


def _plain(value: object) -> dict[str, Any]:
    """The fields of a dataclass that say something: all but those that hold their default."""
    cls: Any = type(value)
    return {
        name: item
        for name, default in _fields(cls)
        if (item := getattr(value, name)) is not default and item != default
    }


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain)


@cache
def _fields(cls: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a line in their order, each with the default that need not be written; MISSING: always written."""
    listed: list[tuple[str, Any]] = []
    for field in fields(cls):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if field.name != "type":
            listed.append((field.name, MISSING if field.name == "schema_version" else default))
    return tuple(listed)


@cache
def _event_adapter() -> TypeAdapter[list[AnyEvent]]:
    return TypeAdapter(list[Annotated[AnyEvent, Field(discriminator="type")]])


@cache
def _derived_adapter() -> TypeAdapter[list[DerivedItem]]:
    return TypeAdapter(list[Annotated[DerivedItem, Field(discriminator="type")]])


@cache
def _header_adapter() -> TypeAdapter[Header]:
    return TypeAdapter(Header)


@cache
def _field_names() -> tuple[str, ...]:
    classes = (*EVENT_TYPES, Header, EdgeFound, TextFound, SpeechFound)
    return tuple({field.name: None for cls in classes for field in fields(cls)})


@cache
def _type_names() -> tuple[str, ...]:
    classes = (*EVENT_TYPES, EdgeFound, TextFound, SpeechFound)
    return tuple(str(field.default) for cls in classes for field in fields(cls) if field.name == "type")


class _Lines(NamedTuple):
    """The lines of a file that hold anything, with their numbers. The first is the header."""

    numbers: Sequence[int]
    texts: list[bytes]


def _numbered(lines: Iterable[bytes]) -> _Lines:
    every = list(lines)
    filled = [line for line in every if line and not line.isspace()]
    # A file that ends in a line feed is cut into one line more than it has.
    if len(filled) == len(every) or filled == every[:-1]:
        return _Lines(range(1, len(filled) + 1), filled)
    return _Lines([n for n, line in enumerate(every, 1) if line and not line.isspace()], filled)


def _head(numbered: _Lines, file: str, kind: str, newest: int) -> tuple[int, bytes]:
    """The number and bytes of the first line, once it is known to be a header of a version that we read."""
    number, line = next(zip(numbered.numbers, numbered.texts, strict=False), (1, b""))
    try:
        data = parse_json(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("type") != kind:
        raise InputError.of(
            f'expected the header, an object with "type": "{kind}"', file=file, path=f"line {number}"
        )
    version = data.get("schema_version")
    path = f"line {number}: schema_version"
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InputError.of(
            f"found {found(version)}, expected a whole number from 1 to {newest}", file=file, path=path
        )
    if version > newest:
        message = f"found {version}, but this callproof reads up to {newest}: a newer one wrote the file, update callproof"
        raise InputError.of(message, file=file, path=path)
    return number, line


def _decode_header(numbered: _Lines, file: str) -> Header:
    number, line = _head(numbered, file, "call", SCHEMA_VERSION)
    try:
        header = _validated(_header_adapter(), line)
    except ValidationError as error:
        raise InputError(_at_line(from_pydantic(error, file, known=_field_names()), number)) from None
    if header.started_at is not None and not is_moment(header.started_at):
        message = f"found {found(header.started_at)}, expected an ISO 8601 time"
        raise InputError.of(message, file=file, path=f"line {number}: started_at")
    return header


def _at_line(problems: Iterable[Problem], number: int) -> list[Problem]:
    return [
        Problem(p.file, f"line {number}: {p.path}" if p.path else f"line {number}", p.message)
        for p in problems
    ]


def _decode(
    numbered: _Lines,
    adapter: TypeAdapter[list[T]],
    file: str,
    problems: list[Problem],
    at_once: Callable[[list[bytes]], list[T]] | None = None,
) -> tuple[Sequence[int], list[T]]:
    """The objects of all lines but the header, and the numbers of these lines. Whole batches are decoded at once; only a batch with
    a fault in it is taken line by line, to name the line."""
    numbers: list[int] = []
    items: list[T] = []
    for start in range(1, len(numbered.texts), _BATCH):
        lines = numbered.texts[start : start + _BATCH]
        places = numbered.numbers[start : start + _BATCH]
        try:
            decoded = at_once(lines) if at_once else adapter.validate_json(_listed(lines))
            if len(decoded) == len(lines):
                numbers.extend(places)
                items.extend(decoded)
                continue
        except ValidationError:
            pass
        for number, line in zip(places, lines, strict=True):
            try:
                (item,) = _validated(adapter, b"[" + line + b"]")
            except ValidationError as error:
                problems.extend(
                    _at_line(
                        from_pydantic(error, file, known=_field_names(), tags=_type_names(), skip=1), number
                    )
                )
            except ValueError:
                problems.append(Problem(file, f"line {number}", "holds more than one JSON object"))
            else:
                numbers.append(number)
                items.append(item)
    return numbers, items


def _events(lines: list[bytes]) -> list[AnyEvent]:
    """The events of some lines. Raises ValidationError.

    Of snapshots, which are half of a record, only the tables are read that were not read a while ago.
    """
    snapshots: dict[int, Tables] = {}
    backend: Backend | None = None
    shortened = list(lines)
    for n, line in enumerate(lines):
        at = line.find(_TABLES) if line.startswith(_SNAPSHOT) and len(line) <= _LONGEST_REMEMBERED else -1
        if at > 0:
            at += len(_TABLES)
            # Both halves are read as JSON, so that nothing can stand after the tables, and they in nothing else.
            text = line[at:].rstrip().removesuffix(b"}")
            tables = None if backend is None else backend.changed(text)
            if backend is None:
                backend = backend_of(text)
                tables = backend.tables
            snapshots[n] = tables_of(text) if tables is None else tables
            shortened[n] = line[:at] + b"{}}"
    events = _event_adapter().validate_json(_listed(shortened))
    if len(events) == len(lines):
        for n, tables in snapshots.items():
            event = events[n]
            if isinstance(event, SnapshotTaken):
                events[n] = SnapshotTaken(
                    ms=event.ms,
                    seq=event.seq,
                    quality=event.quality,
                    uncertainty_ms=event.uncertainty_ms,
                    moment=event.moment,
                    tables=tables,
                )
    return events


def _listed(lines: list[bytes]) -> bytes:
    return b"[" + b",".join(lines) + b"]"


def _validated(adapter: TypeAdapter[T], data: bytes) -> T:
    try:
        return adapter.validate_json(data)
    except ValidationError:
        whole = without_surrogates(data)
        if whole == data:
            raise
        # With the halves patched everything else is checked as strictly as ever; only then are they taken as they are.
        adapter.validate_json(whole)
        return adapter.validate_python(json.loads(data), strict=False)
