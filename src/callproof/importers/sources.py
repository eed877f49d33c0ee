"""From the paths a user names to single documents: files, folders, globs, standard input; plain or gzip; JSON or JSON Lines.

Files are streamed, so that a JSON Lines file of any length takes no more memory than its longest lines.
"""

from __future__ import annotations

import glob
import gzip
import io
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal, TypeAlias

from callproof.errors import Problem
from callproof.evidence.files import CALL_FILE
from callproof.evidence.frozen import quick_init
from callproof.evidence.jsontext import parse_json
from callproof.evidence.runs import CALLS_FOLDER, RUN_FILE

STDIN = "-"

# A whole JSON document has to be in memory; a longer one is to be given as JSON Lines.
LARGEST_DOCUMENT = 512 * 2**20
_PIECE = 2**16
_LONGEST_HEADER = 2**24
_JSON_NAMES = (".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".ndjson.gz")
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_GLOB_SIGNS = frozenset("*?[")

DocumentKind: TypeAlias = Literal["json", "record"]


@quick_init
@dataclass(frozen=True, slots=True)
class Document:
    """The bytes of one JSON document, or of one record of ours. `line` says where in a JSON Lines file it stands.

    `folder` is the call folder of a stored record, which may hold derived evidence too.
    """

    file: str
    kind: DocumentKind
    data: bytes
    default_id: str
    line: str = ""
    folder: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """What a search of a folder left out: a file that is not JSON and does not look as if it were meant to be, a link that
    leads elsewhere, a run folder (its calls are copies of calls that were judged before; it is judged when it is named).
    """

    file: str


def documents(
    paths: Iterable[str | os.PathLike[str]], *, into_runs: bool = False
) -> Iterator[Document | Problem | Skipped]:
    """Every document behind the paths, in their order, folders by name. What cannot be read is a Problem in its place.

    `into_runs`: run folders that a search comes upon are searched too.
    """
    for path in paths:
        yield from _documents_at(os.fspath(path), into_runs)


def total_bytes(paths: Iterable[str | os.PathLike[str]]) -> int | None:
    """How many bytes `documents` is going to read from plain files; None where only reading would tell."""
    total = 0
    for path in paths:
        try:
            state = Path(path).stat()
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(state.st_mode) or os.fspath(path).endswith(".gz"):
            return None
        total += state.st_size
    return total


def _documents_at(path: str, into_runs: bool) -> Iterator[Document | Problem | Skipped]:
    if path == STDIN:
        yield from _stdin()
        return
    if not path:  # it would be the current folder
        yield Problem("''", "", "the name of a file or folder is empty")
        return
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError) as error:
        # Path.glob takes no absolute pattern.
        matches = sorted(glob.glob(path, recursive=True)) if _GLOB_SIGNS & set(path) else []  # noqa: PTH207
        if not matches:
            yield Problem(path, "", _absent(error))
        for match in matches:
            yield from _named(match, into_runs)
        return
    yield from _named(path, into_runs, mode)


def _absent(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError | ValueError):
        return "there is no such file or folder"
    return f"cannot be read: {error.strerror or error}"


def _named(path: str, into_runs: bool, mode: int | None = None) -> Iterator[Document | Problem | Skipped]:
    """A path that the user asked for. A folder that has no call in it is a mistake then."""
    if mode is None:
        try:
            mode = Path(path).stat().st_mode
        except OSError as error:
            yield Problem(path, "", _absent(error))
            return
    if not stat.S_ISDIR(mode):
        yield from _file(Path(path), named=True)
        return
    empty = True
    for item in _folder(Path(path), into_runs):
        empty = empty and isinstance(item, Skipped)
        yield item
    if empty:
        yield Problem(path, "", "there is no file with calls in this folder")


def _stdin() -> Iterator[Document | Problem]:
    name = "standard input"
    if sys.stdin is None:  # the process was started with it closed
        yield Problem(name, "", "is closed")
        return
    try:
        yield from _read(sys.stdin.buffer, name, "stdin")
    except OSError as error:
        yield Problem(name, "", f"cannot be read: {error.strerror or error}")


def _folder(folder: Path, into_runs: bool) -> Iterator[Document | Problem | Skipped]:
    """A call folder is one call, a run folder its calls; any other folder is searched to the bottom."""
    # A stack and no recursion: folders can be nested deeper than Python's calls.
    searched = [_entries(_calls_of_run(folder) or folder)]
    while searched:
        item = next(searched[-1], None)
        if item is None:
            searched.pop()
        elif not isinstance(item, Path):
            yield item
        elif (calls := _calls_of_run(item)) is None:
            searched.append(_entries(item))
        elif into_runs:
            searched.append(_entries(calls))
        else:
            yield Skipped(str(item))


def _calls_of_run(folder: Path) -> Path | None:
    if not _is(stat.S_ISREG, folder / RUN_FILE):
        return None
    calls = folder / CALLS_FOLDER
    return calls if _is(stat.S_ISDIR, calls) else None


def _is(kind: Callable[[int], bool], path: Path) -> bool:
    """Path.is_file and its like raise for a folder that must not be entered."""
    try:
        return kind(path.stat().st_mode)
    except OSError:
        return False


def _entries(folder: Path) -> Iterator[Document | Problem | Skipped | Path]:
    """What is in a folder, by name; folders in it come as their paths, and a call folder as its one call."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Problem(str(folder), "", f"cannot be read: {error.strerror}")
        return
    if any(entry.name == CALL_FILE and _is_stored_call(entry) for entry in entries):
        yield from _file(folder / CALL_FILE, named=True)
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = folder / entry.name
        if entry.is_symlink():
            yield from _file(path, named=False) if _stays_inside(path, folder) else [Skipped(str(path))]
        elif entry.is_dir(follow_symlinks=False):
            yield path
        elif entry.is_file(follow_symlinks=False):
            yield from _file(path, named=False)
        else:
            yield Skipped(str(path))


def _is_stored_call(entry: os.DirEntry[str]) -> bool:
    """Whether a file of that name is what makes a folder a call folder, and not something of the user's own."""
    try:
        if not entry.is_file(follow_symlinks=False):
            return False
        with Path(entry.path).open("rb") as stream:
            return _is_header(stream.readline(_LONGEST_HEADER).removeprefix(_BOM))
    except OSError:
        return False


def _stays_inside(path: Path, folder: Path) -> bool:
    """Whether a link points to a file in its own folder; a linked folder may lead back to itself."""
    try:
        target = path.resolve(strict=True)
        return target.is_file() and folder.resolve() in target.parents
    except (OSError, RuntimeError):  # it leads nowhere, or to itself
        return False


def _file(path: Path, *, named: bool) -> Iterator[Document | Problem | Skipped]:
    """`named`: the user asked for this very file, so that it has to be JSON; else its name or first sign must say so."""
    name = str(path)
    in_call_folder = path.name == CALL_FILE
    parent = path.parent
    default_id = parent.name if in_call_folder else _stem(path.name)
    try:
        with path.open("rb") as stream:
            if not named and not path.name.lower().endswith(_JSON_NAMES) and not _looks_like_json(stream):
                yield Skipped(name)
                return
            folder = str(parent) if in_call_folder else None
            yield from _read(stream, name, default_id or name, folder)
    except OSError as error:
        yield Problem(name, "", f"cannot be read: {error.strerror or error}")


def _stem(name: str) -> str:
    for ending in sorted(_JSON_NAMES, key=len, reverse=True):
        if name.lower().endswith(ending):
            return name[: -len(ending)]
    return name.removesuffix(".gz")


def _looks_like_json(stream: BinaryIO) -> bool:
    head = stream.read(512)
    stream.seek(0)
    if head.startswith(_GZIP):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, 512)
        except zlib.error:
            return False
    return head.removeprefix(_BOM).lstrip()[:1] in (b"{", b"[")


def _read(
    raw: BinaryIO, file: str, default_id: str, folder: str | None = None
) -> Iterator[Document | Problem]:
    try:
        head = _head(raw)
        if head in _UTF_16:
            yield Problem(file, "", "is UTF-16 text, but JSON is UTF-8; save it as UTF-8")
        elif head == _GZIP:
            with gzip.open(raw) as unzipped:
                yield from _split(unzipped, file, default_id, folder)
        else:
            yield from _split(raw, file, default_id, folder)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        yield Problem(file, "", f"the gzip data is damaged: {error}")
    except _TooLongError as error:
        yield Problem(file, "", str(error))


def _head(raw: BinaryIO) -> bytes:
    """The first two bytes, left in the stream: a pipe can be looked into but not wound back."""
    if isinstance(raw, io.BufferedReader):
        return raw.peek(2)[:2]
    head = raw.read(2)
    raw.seek(0)
    return head


class _TooLongError(Exception):
    pass


def _lines(stream: BinaryIO | gzip.GzipFile) -> Iterator[tuple[int, bytes]]:
    """The lines that hold something, with their numbers from 1."""
    number = 0
    while line := stream.readline(LARGEST_DOCUMENT + 1):
        number += 1
        if len(line) > LARGEST_DOCUMENT:
            raise _TooLongError(f"line {number} is over {LARGEST_DOCUMENT >> 20} MiB long; split the file")
        if number == 1:
            line = line.removeprefix(_BOM)
        if not line.isspace() and line:
            yield number, line


def _split(
    stream: BinaryIO | gzip.GzipFile, file: str, default_id: str, folder: str | None
) -> Iterator[Document | Problem]:
    """One document, or one a line, or one a record: the first lines tell."""
    lines = _lines(stream)
    first = next(lines, None)
    if first is None:
        yield Problem(file, "", "the file is empty")
        return
    if _is_header(first[1]):
        if folder is not None and first[0] == 1:
            yield _stored_record(first[1], stream, file, default_id, folder)
        else:
            yield from _records(chain([first], lines), file, default_id)
        return
    second = next(lines, None)
    if second is None:
        yield Document(file, "json", first[1], default_id)
    elif _is_json(first[1]):
        yield from _json_lines(chain([first, second], lines), file, default_id)
    else:
        yield from _whole(chain([first, second], lines), file, default_id)


def _json_lines(lines: Iterator[tuple[int, bytes]], file: str, default_id: str) -> Iterator[Document]:
    for number, line in lines:
        yield Document(file, "json", line, f"{default_id}#{number}", line=f"line {number}")


def _stored_record(
    header: bytes, stream: BinaryIO | gzip.GzipFile, file: str, default_id: str, folder: str
) -> Document:
    """The `call.jsonl` of a call folder, which holds one record."""
    parts, size = [header], len(header)
    while part := stream.read(_PIECE):
        size = _within_limit(size + len(part))
        parts.append(part)
    return Document(file, "record", b"".join(parts), default_id, folder=folder)


def _records(lines: Iterator[tuple[int, bytes]], file: str, default_id: str) -> Iterator[Document]:
    """One or several `call.jsonl` after each other: every header begins a record."""
    held: list[tuple[int, bytes]] = []
    size = 0
    for number, line in lines:
        if held and _is_header(line):
            yield Document(file, "record", _joined(held), default_id, _from_line(held))
            held, size = [], 0
        size = _within_limit(size + len(line))
        held.append((number, line))
    yield Document(file, "record", _joined(held), default_id, _from_line(held))


def _from_line(held: list[tuple[int, bytes]]) -> str:
    number = held[0][0]
    return f"record from line {number}" if number > 1 else ""


def _joined(held: list[tuple[int, bytes]]) -> bytes:
    """The lines with the empty ones between them, so that a message about a line means the line in the file."""
    parts: list[bytes] = []
    expected = held[0][0]
    for number, line in held:
        parts.append(b"\n" * (number - expected) + line)
        expected = number + 1
    return b"".join(parts)


def _whole(lines: Iterator[tuple[int, bytes]], file: str, default_id: str) -> Iterator[Document | Problem]:
    """One document over several lines; or JSON Lines whose first line is broken, which must not hide the others."""
    held: list[tuple[int, bytes]] = []
    size = 0
    for number, line in lines:
        size = _within_limit(size + len(line))
        held.append((number, line))
    data = _joined(held)
    # The lines of a list that breaks off are calls no more than the turns in it are.
    by_line = held[0][1].lstrip().startswith(b"{")
    if (
        by_line
        and any(line.startswith(b"{") and _is_json(line) for _, line in held[1:])
        and not _is_json(data)
    ):
        yield from _json_lines(iter(held), file, default_id)
    else:
        yield Document(file, "json", data, default_id)


def _within_limit(size: int) -> int:
    if size > LARGEST_DOCUMENT:
        raise _TooLongError(
            f"holds a JSON document of over {LARGEST_DOCUMENT >> 20} MiB; give the calls as JSON Lines, a call a line"
        )
    return size


def _is_header(line: bytes) -> bool:
    if b'"schema_version"' not in line or b'"call"' not in line:
        return False
    try:
        data = parse_json(line)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("type") == "call"


def _is_json(data: bytes) -> bool:
    try:
        parse_json(data)
    except ValueError:
        return False
    return True
