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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal, TypeAlias

from pydantic_core import from_json

from callproof.errors import Problem
from callproof.evidence.files import CALL_FILE
from callproof.evidence.runs import CALLS_FOLDER, RUN_FILE

STDIN = "-"


# A whole JSON document has to be in memory; a longer one is to be given as JSON Lines.
LARGEST_DOCUMENT = 512 * 2**20
_JSON_NAMES = (".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".ndjson.gz")
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_GLOB_SIGNS = frozenset("*?[")

DocumentKind: TypeAlias = Literal["json", "record"]


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
    """A file in a folder that is not JSON and does not look as if it were meant to be."""

    file: str


def documents(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Document | Problem | Skipped]:
    """Every document behind the paths, in their order, folders by name. What cannot be read is a Problem in its place."""
    for path in paths:
        yield from _documents_at(os.fspath(path))


def _documents_at(path: str) -> Iterator[Document | Problem | Skipped]:
    if path == STDIN:
        yield from _read(sys.stdin.buffer, "standard input", "stdin")
        return
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        # Path.glob takes no absolute pattern.
        matches = sorted(glob.glob(path, recursive=True)) if _GLOB_SIGNS & set(path) else []  # noqa: PTH207
        if not matches:
            yield Problem(path, "", "there is no such file or folder")
        for match in matches:
            yield from _documents_at(match)
        return
    if stat.S_ISDIR(mode):
        yield from _folder(Path(path))
    else:
        yield from _file(Path(path), named=True)


def _folder(folder: Path) -> Iterator[Document | Problem | Skipped]:
    """A call folder is one call, a run folder its calls; any other folder is searched to the bottom."""
    if (folder / CALL_FILE).is_file():
        yield from _file(folder / CALL_FILE, named=True)
        return
    if (folder / RUN_FILE).is_file() and (folder / CALLS_FOLDER).is_dir():
        folder = folder / CALLS_FOLDER
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Problem(str(folder), "", f"cannot be read: {error.strerror}")
        return
    empty = True
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = folder / entry.name
        if entry.is_symlink() and not _stays_inside(path, folder):
            yield Skipped(str(path))
        elif entry.is_dir():
            yield from _folder(path)
        elif entry.is_file():
            yield from _file(path, named=False)
        else:
            yield Skipped(str(path))
        empty = False
    if empty:
        yield Problem(str(folder), "", "the folder is empty")


def _stays_inside(path: Path, folder: Path) -> bool:
    """Whether a link points to a file in its own folder; a linked folder may lead back to itself."""
    target = path.resolve()
    return target.is_file() and folder.resolve() in target.parents


def _file(path: Path, *, named: bool) -> Iterator[Document | Problem | Skipped]:
    """`named`: the user asked for this very file, so that it has to be JSON; else its name or first sign must say so."""
    name = str(path)
    in_call_folder = path.name == CALL_FILE
    default_id = path.parent.name if in_call_folder else _stem(path.name)
    try:
        with path.open("rb") as stream:
            if not named and not path.name.lower().endswith(_JSON_NAMES) and not _looks_like_json(stream):
                yield Skipped(name)
                return
            folder = str(path.parent) if in_call_folder else None
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
        if _head(raw) == _GZIP:
            with gzip.open(raw) as unzipped:
                yield from _split(_lines(unzipped), file, default_id, folder)
        else:
            yield from _split(_lines(raw), file, default_id, folder)
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
    lines: Iterator[tuple[int, bytes]], file: str, default_id: str, folder: str | None
) -> Iterator[Document | Problem]:
    """One document, or one a line, or one a record: the first lines tell."""
    first = next(lines, None)
    if first is None:
        yield Problem(file, "", "the file is empty")
        return
    if _is_header(first[1]):
        yield from _records(chain([first], lines), file, default_id, folder)
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


def _records(
    lines: Iterator[tuple[int, bytes]], file: str, default_id: str, folder: str | None
) -> Iterator[Document]:
    """One or several `call.jsonl` after each other: every header begins a record."""
    held: list[bytes] = []
    began = 1
    for number, line in lines:
        if held and _is_header(line):
            yield Document(file, "record", b"".join(held), default_id, _from_line(began))
            held, began = [], number
        held.append(line)
    yield Document(file, "record", b"".join(held), default_id, _from_line(began), folder)


def _from_line(number: int) -> str:
    return f"from line {number}" if number > 1 else ""


def _whole(lines: Iterator[tuple[int, bytes]], file: str, default_id: str) -> Iterator[Document | Problem]:
    """One document over several lines; or JSON Lines whose first line is broken, which must not hide the others."""
    held: list[tuple[int, bytes]] = []
    size = 0
    for number, line in lines:
        size += len(line)
        if size > LARGEST_DOCUMENT:
            raise _TooLongError(
                f"a JSON document of over {LARGEST_DOCUMENT >> 20} MiB; give the calls as JSON Lines, a call a line"
            )
        held.append((number, line))
    data = b"".join([line for _, line in held])
    if any(line.startswith(b"{") and _is_json(line) for _, line in held[1:]) and not _is_json(data):
        yield from _json_lines(iter(held), file, default_id)
    else:
        yield Document(file, "json", data, default_id)


def _is_header(line: bytes) -> bool:
    if b'"schema_version"' not in line or b'"call"' not in line:
        return False
    try:
        data = from_json(line)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("type") == "call"


def _is_json(data: bytes) -> bool:
    try:
        from_json(data)
    except ValueError:
        return False
    return True
