"""From paths to documents."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from callproof.errors import Problem
from callproof.importers import sources
from callproof.importers.sources import Document, Skipped, documents, total_bytes

HEADER = b'{"type":"call","schema_version":1,"id":"c","format":"x"}\n'
EVENT = b'{"type":"line.connected","ms":0,"seq":0,"quality":"measured"}\n'


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put(path: str, data: bytes | str = b"{}") -> str:
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def seen(*paths: str) -> list[str]:
    """What came, in a word each: the file of a document, `!file` for a problem, `~file` for a skipped one."""
    marks = {Document: "", Problem: "!", Skipped: "~"}
    return [f"{marks[type(item)]}{item.file}" for item in documents(paths)]


def docs(path: str) -> list[Document]:
    found = list(documents([path]))
    assert all(isinstance(item, Document) for item in found), found
    return [item for item in found if isinstance(item, Document)]


def problem(path: str) -> Problem:
    (item,) = documents([path])
    assert isinstance(item, Problem)
    return item


# --- one file -------------------------------------------------------------------------------------------------------


def test_one_json_document_over_one_line_or_many() -> None:
    for data in (b'{"a": 1}', b'{"a":\n1}', b'\xef\xbb\xbf{"a": 1}', b'\n\n  {"a": 1}\n\n'):
        (document,) = docs(put("c.json", data))
        assert json.loads(document.data) == {"a": 1}
        assert (document.kind, document.default_id, document.line) == ("json", "c", "")


def test_json_lines_are_documents_of_their_own_with_their_numbers() -> None:
    found = docs(put("calls.jsonl", b'{"a":1}\n\n[2]\r\n3'))
    assert [(d.line, d.default_id, json.loads(d.data)) for d in found] == [
        ("line 1", "calls#1", {"a": 1}),
        ("line 3", "calls#3", [2]),
        ("line 4", "calls#4", 3),
    ]


def test_a_broken_first_line_does_not_hide_the_others() -> None:
    found = docs(put("calls.jsonl", b'{"a":\n{"b":2}\n{"c":3}'))
    assert [d.line for d in found] == ["line 1", "line 2", "line 3"]
    (whole,) = docs(put("one.json", b'{"a":\n{"b":2}\n}'))
    assert json.loads(whole.data) == {"a": {"b": 2}}


def test_line_numbers_in_messages_are_those_of_the_file() -> None:
    (document,) = docs(put("c.json", b'{\n\n"a": 1,\n\n\n"b" 2}'))
    with pytest.raises(json.JSONDecodeError) as error:
        json.loads(document.data)
    assert error.value.lineno == 6


def test_a_record_and_several_after_each_other() -> None:
    (one,) = docs(put("r.jsonl", HEADER + EVENT))
    assert (one.kind, one.data, one.line, one.folder) == ("record", HEADER + EVENT, "", None)
    first, second, third = docs(put("rs.jsonl", HEADER + EVENT + b"\n" + HEADER + HEADER + EVENT + EVENT))
    assert [d.line for d in (first, second, third)] == ["", "record from line 4", "record from line 5"]
    assert third.data == HEADER + EVENT + EVENT


def test_a_call_folder_is_one_record_with_its_folder() -> None:
    put("calls/a-1/call.jsonl", HEADER + EVENT)
    put("calls/a-1/derived/x@1.jsonl", "not looked at here")
    put("calls/a-1/notes.json", "nor this")
    for path in ("calls", "calls/a-1", "calls/a-1/call.jsonl"):
        (document,) = docs(path)
        assert (document.kind, document.default_id) == ("record", "a-1")
        assert document.folder == "calls/a-1"


@pytest.mark.parametrize("name", ["c.json", "c", "c.json.gz", "c.JSONL.GZ", "c.txt"])
def test_zipped_or_not_is_told_by_the_bytes(name: str) -> None:
    for data in (b'{"a":1}', gzip.compress(b'{"a":1}'), gzip.compress(b'{"a"') + gzip.compress(b":1}")):
        (document,) = docs(put(name, data))
        assert json.loads(document.data) == {"a": 1}


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("a.json", "a"),
        ("a.b.jsonl", "a.b"),
        ("a.JSON.GZ", "a"),
        ("a.gz", "a"),
        ("a", "a"),
        (".json", ".json"),
    ],
)
def test_the_id_of_a_call_without_one_is_the_name_of_its_file(name: str, id: str) -> None:
    assert [d.default_id for d in docs(put(name))] == [id]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (gzip.compress(b"", mtime=0), "the file is empty"),
        (gzip.compress(b'{"a":1}', mtime=0)[:-3], "the gzip data is damaged: "),
        (b"\x1f\x8bnonsense", "the gzip data is damaged: "),
        ('{"a":1}'.encode("utf-16"), "is UTF-16 text, but JSON is UTF-8; save it as UTF-8"),
    ],
)
def test_a_file_without_a_document_is_a_problem(data: bytes, message: str) -> None:
    found = problem(put("c.json", data))
    assert (found.file, found.path) == ("c.json", "")
    assert found.message.startswith(message)


def test_documents_over_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LARGEST_DOCUMENT", 100)
    put("line.json", b'{"a":1}\n' + b"x" * 101)
    assert seen("line.json") == ["!line.json"]
    put("whole.json", b"{\n" + b"  1,\n" * 30)
    assert "give the calls as JSON Lines" in problem("whole.json").message
    put("record/call.jsonl", HEADER + EVENT)
    assert "give the calls as JSON Lines" in problem("record").message
    put("records.jsonl", HEADER + EVENT)
    assert seen("records.jsonl") == ["!records.jsonl"]
    put("many.jsonl", b'{"a":1}\n' * 100)
    assert len(docs("many.jsonl")) == 100


# --- standard input -------------------------------------------------------------------------------------------------


class _Stdin:
    def __init__(self, data: bytes, *, seekable: bool) -> None:
        raw = io.BytesIO(data)
        self.buffer = raw if seekable else io.BufferedReader(_Pipe(data))


class _Pipe(io.RawIOBase):
    """Bytes that come in small pieces and cannot be wound back."""

    def __init__(self, data: bytes) -> None:
        self._rest = data

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece, self._rest = self._rest[:3], self._rest[3:]
        buffer[: len(piece)] = piece
        return len(piece)


@pytest.mark.parametrize("seekable", [True, False])
@pytest.mark.parametrize("zipped", [True, False])
def test_standard_input(monkeypatch: pytest.MonkeyPatch, seekable: bool, zipped: bool) -> None:
    data = b'{"a":1}\n{"a":2}\n'
    monkeypatch.setattr("sys.stdin", _Stdin(gzip.compress(data) if zipped else data, seekable=seekable))
    assert [(d.file, d.line, d.default_id) for d in docs("-")] == [
        ("standard input", "line 1", "stdin#1"),
        ("standard input", "line 2", "stdin#2"),
    ]


def test_a_standard_input_that_is_closed_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert str(problem("-")) == "standard input: is closed"


# --- folders and globs ----------------------------------------------------------------------------------------------


def test_a_folder_is_searched_by_name_to_the_bottom() -> None:
    for path in ("f/b.json", "f/a/z.jsonl", "f/c", "f/.hidden.json", "f/.git/x.json"):
        put(path)
    put("f/readme.md", "# notes")
    put("f/table.csv", "a,b")
    assert seen("f") == ["f/a/z.jsonl", "f/b.json", "f/c", "~f/readme.md", "~f/table.csv"]


def test_a_file_that_was_named_has_to_be_json_and_one_that_was_found_need_not() -> None:
    put("f/notes.txt", "hello")
    put("f/bad.json", "hello")
    put("f/zipped.bin", gzip.compress(b"hello"))
    put("f/zipped.dat", gzip.compress(b" [1]"))
    assert seen("f") == ["f/bad.json", "~f/notes.txt", "~f/zipped.bin", "f/zipped.dat"]
    assert seen("f/notes.txt") == ["f/notes.txt"]


def test_a_run_folder_is_its_calls_when_it_is_named_and_is_left_out_when_it_is_found() -> None:
    put("f/run/run.json")
    put("f/run/results.jsonl")
    put("f/run/calls/a/call.jsonl", HEADER)
    put("f/run/calls/b/call.jsonl", HEADER)
    put("f/c.json")
    assert seen("f/run") == ["f/run/calls/a/call.jsonl", "f/run/calls/b/call.jsonl"]
    assert seen("f") == ["f/c.json", "~f/run"]


def test_a_folder_without_calls_is_a_problem_when_it_is_named() -> None:
    Path("empty/deeper").mkdir(parents=True)
    put("notes/a.txt", "hello")
    assert str(problem("empty")) == "empty: there is no file with calls in this folder"
    assert seen("notes") == ["~notes/a.txt", "!notes"]
    put("f/c.json")
    Path("f/empty").mkdir()
    assert seen("f") == ["f/c.json"]


def test_globs() -> None:
    for path in ("a1.json", "a2.json", "b/a3.json", "b/c/a4.json"):
        put(path)
    assert seen("a*.json") == ["a1.json", "a2.json"]
    assert seen("**/a?.json") == ["a1.json", "a2.json", "b/a3.json", "b/c/a4.json"]
    assert seen(str(Path.cwd() / "a[2]*")) == [str(Path.cwd() / "a2.json")]
    assert seen("?") == ["b/a3.json", "b/c/a4.json"]
    assert str(problem("z*")) == "z*: there is no such file or folder"


def test_a_name_with_glob_signs_is_that_file_if_there_is_one() -> None:
    put("a[1].json")
    put("a1.json")
    assert seen("a[1].json") == ["a[1].json"]


@pytest.mark.parametrize("path", ["nowhere", "no/where", "x\x00y"])
def test_what_is_not_there_is_a_problem(path: str) -> None:
    assert problem(path).message == "there is no such file or folder"


def test_a_name_that_no_file_can_have_is_a_problem() -> None:
    put("c.json")
    assert problem("").message == "the name of a file or folder is empty"
    assert problem("x" * 5000).message == "cannot be read: File name too long"


@pytest.mark.skipif(os.name == "nt", reason="links and pipes are others there")
def test_links_and_pipes_in_a_folder_are_not_followed_out_of_it() -> None:
    put("f/c.json")
    put("outside.json")
    Path("f/inside.json").symlink_to("c.json")
    Path("f/out.json").symlink_to("../outside.json")
    Path("f/up").symlink_to("..")
    Path("f/loop").symlink_to("loop")
    Path("f/nowhere").symlink_to("gone")
    os.mkfifo("f/pipe")
    assert seen("f") == [
        "f/c.json",
        "f/inside.json",
        "~f/loop",
        "~f/nowhere",
        "~f/out.json",
        "~f/pipe",
        "~f/up",
    ]
    Path("link").symlink_to("f")
    assert seen("link")[0] == "link/c.json"


@pytest.mark.skipif(sys.platform != "linux", reason="paths are shorter there")
def test_folders_may_be_nested_deeper_than_python_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    top, depth = Path.cwd(), 1200
    for _ in range(depth):
        Path("d").mkdir()
        monkeypatch.chdir("d")
    put("c.json")
    monkeypatch.chdir(top)
    try:
        assert len(docs("d")) == 1
    finally:
        # From the inside out: what cleans up after tests cannot go so deep.
        for level in range(depth, 0, -1):
            folder = "/".join(["d"] * level)
            (Path(folder) / "c.json").unlink(missing_ok=True)
            Path(folder).rmdir()


def test_how_much_there_is_to_read() -> None:
    put("a.json", b"x" * 10)
    put("b.json", b"x" * 5)
    put("c.json.gz", gzip.compress(b""))
    Path("f").mkdir()
    assert total_bytes(["a.json", "b.json"]) == 15
    for path in ("-", "f", "c.json.gz", "nowhere", "*.json"):
        assert total_bytes(["a.json", path]) is None


def test_a_pipe_that_is_named_as_a_record_is_not_waited_for() -> None:
    put("d/other.json")
    os.mkfifo("d/call.jsonl")
    assert seen("d") == ["~d/call.jsonl", "d/other.json"]


def test_a_file_of_the_users_named_as_a_record_hides_nothing() -> None:
    put("d/call.jsonl", b'{"turns": []}\n')
    put("d/other.json")
    put("d/deep/c.json")
    assert sorted(seen("d")) == ["d/call.jsonl", "d/deep/c.json", "d/other.json"]


def test_a_folder_named_as_a_record_is_searched() -> None:
    put("d/call.jsonl/c.json")
    put("d/other.json")
    assert sorted(seen("d")) == ["d/call.jsonl/c.json", "d/other.json"]


def test_a_link_named_as_a_record_does_not_lead_out_of_the_folder() -> None:
    put("outside.jsonl", HEADER + EVENT)
    put("d/other.json")
    Path("d/call.jsonl").symlink_to("../outside.jsonl")
    assert seen("d") == ["~d/call.jsonl", "d/other.json"]


def test_a_list_that_breaks_off_is_one_document_and_not_its_turns() -> None:
    turns = b'[\n{"role": "user", "content": "Hi"},\n{"role": "agent", "content": "Hello"}\n'
    (document,) = docs(put("c.json", turns))
    assert (document.line, document.data) == ("", turns)


def test_run_folders_are_searched_where_that_is_asked_for() -> None:
    put("d/run/run.json")
    put("d/run/calls/a/call.jsonl", HEADER + EVENT)
    assert seen("d")[:1] == ["~d/run"]
    assert [item.file for item in documents(["d"], into_runs=True)] == ["d/run/calls/a/call.jsonl"]
