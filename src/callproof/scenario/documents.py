"""Plain values from YAML, JSON and JSON Lines that people wrote.

YAML is read in its strictest sense: numbers are numbers only as JSON writes them, so that an order number `0042`, a telephone
number `+4930`, a time `12:30`, a date or `no` stay the texts that they are; `true`, `false` and `null` are the only other
words. A key twice, an alias that unfolds without end, a tag of another program: refused, with the line.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never

from callproof.errors import InputError, Problem
from callproof.problems import found

if TYPE_CHECKING:
    from yaml import Event, Mark

LARGEST_FILE = 10 * 2**20
DEEPEST = 64
# How many values the aliases of a file may stand for, all together.
MOST_ALIASED = 100_000
YAML_NAMES = (".yaml", ".yml")
JSON_NAMES = (".json",)
LINES_NAMES = (".jsonl", ".ndjson")
FILE_NAMES = (*YAML_NAMES, *JSON_NAMES, *LINES_NAMES)

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:(?P<fraction>\.[0-9]+)?(?P<power>[eE][-+]?[0-9]+)?)")
_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TAG = "tag:yaml.org,2002:"
_LARGEST_INTEGER = 2**63
_BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Document:
    """One value of a file. `place` says where it begins (`line 17`), for files that hold a value a line."""

    file: str
    place: str
    data: Any


def read_documents(path: Path) -> list[Document]:
    """The values of a file: one, or one a line. Raises InputError with all lines that cannot be read."""
    raw = read_file(path)
    file, ending = str(path), path.suffix.lower()
    if ending in LINES_NAMES:
        return _lines(raw, file)
    if ending in JSON_NAMES:
        return _json_or_lines(raw, file)
    return [Document(file, "", parse_yaml(raw, file))]


def read_file(path: Path) -> bytes:
    """The bytes of a file of a size that a person writes. Raises InputError."""
    file = str(path)
    try:
        if not path.is_file():  # a pipe would be waited for
            what = (
                "is a folder" if path.is_dir() else "is no file" if path.exists() else "there is no such file"
            )
            raise InputError.of(what, file=file)
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.of(f"cannot be read: {reason}", file=file) from None
    if len(raw) > LARGEST_FILE:
        raise InputError.of(f"is over {LARGEST_FILE // 2**20} MiB, more than a person writes", file=file)
    if raw.startswith(_UTF_16):
        raise InputError.of("is UTF-16 text, expected UTF-8", file=file)
    raw = raw.removeprefix(_BOM)
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError.of("is not UTF-8 text", file=file, path=f"line {line}") from None
    return raw


# --- JSON ---------------------------------------------------------------------------------------------------------


def parse_json_text(text: str, file: str, place: str = "") -> Any:
    """Raises InputError, also for what JSON has no word for (NaN), a key twice, and half of a character."""
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_integer)
    except json.JSONDecodeError as error:
        where = place or f"line {error.lineno}"
        message = f"is not valid JSON: {error.msg} (column {error.colno})"
        raise InputError.of(message, file=file, path=where) from None
    except RecursionError:
        raise InputError.of("is nested too deeply", file=file, path=place) from None
    except ValueError as error:
        raise InputError.of(str(error), file=file, path=place) from None
    reason = unfit(data)
    if reason is not None:
        raise InputError.of(reason, file=file, path=place)
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {found(key)} is there twice in one object")
            seen.add(key)
    return data


def _no_number(word: str) -> Never:
    raise ValueError(f"found {word}, which is no number in JSON")


def _integer(digits: str) -> int:
    if len(digits) > 20 or not -_LARGEST_INTEGER <= int(digits) < _LARGEST_INTEGER:
        raise ValueError(f"the number {digits[:24]}… is too large; write it in quotes if it is a text")
    return int(digits)


def unfit(data: Any) -> str | None:
    """What keeps a value from being worked with, although it is JSON, or nearly."""
    return None if _is_fit(data) else _misfit(data)


def _is_fit(data: Any) -> bool:
    """Whether nothing is wrong with a value at first sight; most values are looked at no more."""
    level, texts = [data], list[str]()
    for _ in range(DEEPEST + 1):
        below: list[Any] = []
        for value in level:
            if type(value) is str:
                texts.append(value)
            elif type(value) is dict:
                texts += value
                below += value.values()
            elif type(value) is list:
                below += value
            elif type(value) is int:
                if not -_LARGEST_INTEGER <= value < _LARGEST_INTEGER:
                    return False
            elif isinstance(value, _MORE_KINDS) and type(value) is not bool:
                return False
        if not below:
            break
        level = below
    else:
        return False
    try:
        return b"\0" not in "".join(texts).encode()
    except (TypeError, UnicodeEncodeError):  # a key that is no text, half of a character
        return False


_MORE_KINDS = (str, dict, list, int, float)
_TEXT = {str}


def _misfit(data: Any) -> str | None:
    level = [data]
    for _ in range(DEEPEST + 1):
        if not level:
            return None
        below: list[Any] = []
        # Most are texts and found more than once, as the names of columns are.
        texts: set[str] = set()
        for value in level:
            if type(value) is str:
                texts.add(value)
            elif isinstance(value, dict):
                if not {*map(type, value)} <= _TEXT and not all(isinstance(key, str) for key in value):
                    return "an object has a key that is no text"
                texts.update(value)
                below.extend(value.values())
            elif isinstance(value, list):
                below.extend(value)
            elif isinstance(value, float) and not math.isfinite(value):
                return f"found {found(value)}, which is no number in JSON"
            elif isinstance(value, int) and not -_LARGEST_INTEGER <= value < _LARGEST_INTEGER:
                return "a number is too large"
            elif isinstance(value, str):
                texts.add(value)
        for text in texts:
            if "\0" in text or (not text.isascii() and _has_surrogate(text)):
                return f"the text {text[:40]!a} holds a character that is none"
        level = below
    return f"is nested more than {DEEPEST} deep"


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _json_or_lines(raw: bytes, file: str) -> list[Document]:
    try:
        return [Document(file, "", parse_json_text(raw.decode(), file))]
    except InputError:
        # One object a line is common in files that are called .json, too; else the first complaint is the right one.
        lines = [line for line in raw.splitlines() if line.strip()]
        if len(lines) < 2 or not all(line.lstrip().startswith(b"{") for line in lines):
            raise
        if not lines[0].rstrip().endswith(b"}"):
            raise
    return _lines(raw, file)


def _lines(raw: bytes, file: str) -> list[Document]:
    documents: list[Document] = []
    problems: list[Problem] = []
    # Not str.splitlines: a text in JSON may hold other line separators than \n.
    for number, line in enumerate(raw.decode().split("\n"), 1):
        if not line.strip():
            continue
        try:
            documents.append(Document(file, f"line {number}", parse_json_text(line, file, f"line {number}")))
        except InputError as error:
            problems.extend(error.problems)
    if problems:
        raise InputError(problems)
    return documents


# --- YAML ---------------------------------------------------------------------------------------------------------


def parse_yaml(raw: bytes, file: str) -> Any:
    """The value of a YAML file with one document. Raises InputError."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        parser = loader(raw)
    except (yaml.YAMLError, ValueError) as error:
        raise InputError.of(f"is not valid YAML: {_first_line(error)}", file=file) from None
    try:
        return _Builder(file).build(parser.get_event)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        where = f"line {mark.line + 1}" if mark is not None else ""
        reason = getattr(error, "problem", None) or _first_line(error)
        raise InputError.of(f"is not valid YAML: {reason}", file=file, path=where) from None
    except RecursionError:
        raise InputError.of("is nested too deeply", file=file) from None
    finally:
        parser.dispose()


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0]


@dataclass(slots=True)
class _Open:
    """A collection that has begun. `size` counts the values in it, those of aliases as often as they stand there."""

    items: dict[str, Any] | list[Any]
    anchor: str | None
    key: str | None = None
    size: int = 1


class _Builder:
    """Makes values of the parser's events, with a stack of its own: nothing here can run out of Python's."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._aliased = 0
        self._root: list[Any] = []

    def build(self, next_event: Callable[[], Event | None]) -> Any:
        documents = 0
        for event in iter(next_event, None):
            kind = type(event).__name__
            if kind == "ScalarEvent":
                self._scalar(event)
            elif kind in ("MappingStartEvent", "SequenceStartEvent"):
                self._start(event, {} if kind == "MappingStartEvent" else [])
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                closed = self._open.pop()
                if closed.anchor is not None:
                    self._anchors[closed.anchor] = (closed.items, closed.size)
                self._add(closed.items, closed.size, event, key=False)
            elif kind == "AliasEvent":
                self._alias(event)
            elif kind == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    self._refuse(event, "a second document begins (---); a file holds one")
            elif kind == "StreamEndEvent":
                break
        return self._root[0] if self._root else None

    def _start(self, event: Any, items: dict[str, Any] | list[Any]) -> None:
        if len(self._open) >= DEEPEST:
            self._refuse(event, f"is nested more than {DEEPEST} deep")
        if self._open and isinstance(self._open[-1].items, dict) and self._open[-1].key is None:
            self._refuse(event, "a key has to be a text")
        if event.tag not in (None, "!", f"{_TAG}map", f"{_TAG}seq"):
            self._refuse(event, f"the tag {found(event.tag)} is not known here")
        self._open.append(_Open(items, event.anchor))

    def _scalar(self, event: Any) -> None:
        is_key = bool(self._open) and isinstance(self._open[-1].items, dict) and self._open[-1].key is None
        text, tag = event.value, event.tag
        if "\0" in text:
            self._refuse(event, "a text holds the character NUL")
        if is_key:
            if text == "<<" and event.implicit[0]:
                self._refuse(
                    event, "merging keys (<<) is not part of YAML 1.2; write the fields, or use defaults"
                )
            value: Any = text
        elif tag is None or (tag == "!" and event.implicit[0]):
            value = self._plain(text, event) if event.implicit[0] else text
        elif tag in ("!", f"{_TAG}str"):
            value = text
        else:
            self._refuse(event, f"the tag {found(tag)} is not known here")
        if event.anchor is not None:
            self._anchors[event.anchor] = (value, 1)
        self._add(value, 1, event, key=is_key)

    def _plain(self, text: str, event: Any) -> Any:
        if text in _WORDS:
            return _WORDS[text]
        match = _NUMBER.fullmatch(text) if text[0] in "-0123456789" else None
        if match is None:
            return text
        if match["fraction"] is None and match["power"] is None:
            try:
                return _integer(text)
            except ValueError as error:
                self._refuse(event, str(error))
        number = float(text)
        if not math.isfinite(number):
            self._refuse(event, f"the number {text[:24]} is too large")
        return number

    def _alias(self, event: Any) -> None:
        if event.anchor not in self._anchors:
            inside = any(item.anchor == event.anchor for item in self._open)
            what = "stands inside of what it names" if inside else "names nothing above it"
            self._refuse(event, f"the alias *{event.anchor} {what}")
        value, size = self._anchors[event.anchor]
        self._aliased += size
        if self._aliased > MOST_ALIASED:
            self._refuse(event, f"the aliases of this file stand for more than {MOST_ALIASED:,} values")
        is_key = bool(self._open) and isinstance(self._open[-1].items, dict) and self._open[-1].key is None
        if is_key and not isinstance(value, str):
            self._refuse(event, "a key has to be a text")
        self._add(value, size, event, key=is_key)

    def _add(self, value: Any, size: int, event: Any, *, key: bool) -> None:
        if not self._open:
            self._root.append(value)
            return
        parent = self._open[-1]
        parent.size += size
        if isinstance(parent.items, list):
            parent.items.append(value)
        elif key:
            if value in parent.items:
                self._refuse(event, f"the key {found(value)} is there twice in one object")
            parent.key = value
            parent.items[value] = None
        else:
            assert parent.key is not None  # noqa: S101 - the parser gives keys and values in turn
            parent.items[parent.key] = value
            parent.key = None

    def _refuse(self, event: Any, message: str) -> Never:
        mark: Mark | None = event.start_mark
        where = f"line {mark.line + 1}" if mark is not None else ""
        raise InputError.of(message, file=self._file, path=where)
