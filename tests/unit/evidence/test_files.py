"""Call folders: written line by line, read back the same, and refused with all that is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from callproof.errors import InputError
from callproof.evidence.events import AnyEvent, SnapshotTaken, ToolCancelled, Word, WriteCommitted
from callproof.evidence.files import (
    CallWriter,
    call_schema,
    decode_record,
    encode_record,
    read_record,
)
from callproof.evidence.record import Header, Record
from tests.unit.evidence.events import ended, record, returned, sent, started, text
from tests.unit.evidence.test_golden import CALL_V1

HEADER = b'{"type":"call","schema_version":1,"id":"c1","format":"simple"}\n'
CONNECTED = b'{"type":"line.connected","ms":0,"seq":0,"quality":"measured"}\n'


def decoded(data: bytes) -> Record:
    return decode_record(data.splitlines(keepends=True), "call.jsonl")


def problems(data: bytes) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        decoded(data)
    assert all(problem.file == "call.jsonl" for problem in caught.value.problems)
    return [(problem.path, problem.message) for problem in caught.value.problems]


# --- what is written is read ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "plain",
        'naïve café — “quoted” \\ " \t \n \r \x00 \x7f',
        "😀 日本語 עברית \u2028\u2029\ufeff",
        "half an emoji \ud83d and the other half \ude00",
        "a backslash before a half \\\ud800, and text that looks like one: \\ud800",
    ],
)
def test_any_text_comes_back(words: str) -> None:
    given = record(
        started(0, 0),
        text(0, 1, words, words=(Word(words, 1, 2), Word("x"))),
        ended(5, 2),
        id=words,
        policy={words: words},
    )
    assert decoded(encode_record(given)) == given


def test_a_missing_value_that_has_to_be_there_is_written() -> None:
    given = record(
        sent(0, 0),
        WriteCommitted(ms=1, seq=1, quality="measured", table="t", key="1", before=None, after={"a": None}),
        WriteCommitted(ms=2, seq=2, quality="measured", table="t", key="1", before={"a": None}, after=None),
        ToolCancelled(ms=3, seq=3, quality="measured", call="t0", in_time=None),
        returned(4, 4, result=None),
    )
    assert decoded(encode_record(given)) == given


def test_arguments_keep_their_kind() -> None:
    deep: dict[str, Any] = {"i": 1, "f": 1.0, "n": None, "b": False, "l": [[], {}, ""], "big": 10**30}
    given = record(sent(0, 0, arguments=deep), sent(1, 1, "t1", arguments="not { json"))
    again = decoded(encode_record(given))
    assert again == given
    assert [type(v) for v in again.events[0].arguments.values()] == [type(v) for v in deep.values()]  # type: ignore[union-attr]


def test_what_holds_its_default_is_left_out() -> None:
    lines = encode_record(record(started(0, 0))).splitlines()
    assert lines == [
        b'{"type":"call","schema_version":1,"id":"c1","format":"callproof"}',
        b'{"type":"speech.started","ms":0,"seq":0,"quality":"measured","speaker":"caller","utterance":"u0"}',
    ]


# --- the streaming writer -----------------------------------------------------------------------------------------


def test_each_event_is_visible_once_it_is_appended(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "c1"
    file = folder / "call.jsonl"
    events: tuple[AnyEvent, ...] = (started(0, 0), ended(900, 1))
    with CallWriter(folder, Header(id="c1", format="callproof")) as writer:
        assert len(file.read_bytes().splitlines()) == 1
        for seq, event in enumerate(events, 2):
            writer.append(event)
            assert len(file.read_bytes().splitlines()) == seq
            assert file.read_bytes().endswith(b"\n")
    assert read_record(folder) == record(started(0, 0), ended(900, 1))
    assert read_record(file) == read_record(folder)


def test_a_call_is_never_written_over_another(tmp_path: Path) -> None:
    CallWriter(tmp_path, Header(id="first", format="callproof")).close()
    with pytest.raises(FileExistsError):
        CallWriter(tmp_path, Header(id="second", format="callproof"))
    assert read_record(tmp_path).header.id == "first"


def test_a_call_that_was_broken_off_in_a_line(tmp_path: Path) -> None:
    whole = encode_record(record(started(0, 0), ended(900, 1)))
    (tmp_path / "call.jsonl").write_bytes(whole[:-20])
    with pytest.raises(InputError) as caught:
        read_record(tmp_path)
    (problem,) = caught.value.problems
    assert problem.path == "line 3"
    assert "is not valid JSON" in problem.message


# --- what is refused ----------------------------------------------------------------------------------------------


def test_a_newer_version_is_refused_with_a_sentence() -> None:
    assert problems(b'{"type":"call","schema_version":2,"id":"c1","format":"x","colour":"red"}\n') == [
        (
            "line 1: schema_version",
            "found 2, but this callproof reads up to 1: a newer one wrote the file, update callproof",
        )
    ]


@pytest.mark.parametrize(
    ("version", "shown"), [("0", "0"), ("true", "true"), ('"1"', "'1'"), ("null", "null"), ("1.0", "1.0")]
)
def test_a_version_that_is_none(version: str, shown: str) -> None:
    line = f'{{"type":"call","schema_version":{version},"id":"c1","format":"x"}}\n'.encode()
    assert problems(line) == [
        ("line 1: schema_version", f"found {shown}, expected a whole number from 1 to 1")
    ]


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"[]\n", b"7\n", b"{not json\n", CONNECTED, b"\xff\xfe\x00", b"[" * 100_000]
)
def test_a_file_without_a_header(data: bytes) -> None:
    ((path, message),) = problems(data)
    assert path == "line 1"
    assert message == 'expected the header, an object with "type": "call"'


def test_all_problems_come_at_once_with_their_lines() -> None:
    data = (
        HEADER
        + b"\n"
        + b'{"type":"line.connected","ms":"0","seq":0,"quality":"measured"}\n'
        + CONNECTED.replace(b'"seq":0', b'"seq":1')
        + b'{"type":"line.connectd","ms":0,"seq":2,"quality":"measured"}\n'
        + b'{"ms":0,"seq":3,"quality":"measured"}\n'
        + b'{"type":"speech.started","ms":-1.5,"seq":4,"quality":"guessed","speaker":"user","utterance":"u0"}\n'
        + b'{"type":"speech.started","ms":3,"seq":5,"quality":"measured","speaker":"caller","utterence":"u0"}\n'
        + b'{"type":"line.ended","ms":NaN,"seq":6,"quality":"measured"}\n'
        + b"{}{}\n"
        + b"\xff\n"
    )
    found = problems(data)
    by_line = {path.split(":")[0] for path, _ in found}
    assert by_line == {f"line {n}" for n in (3, 5, 6, 7, 8, 9, 10, 11)}
    assert ("line 3: ms", "found '0', expected a whole number") in found
    assert any(path == "line 5" and "'line.connectd'" in message for path, message in found)
    assert ("line 6", "has no 'type'") in found
    assert ("line 7: speaker", "found 'user', expected 'caller', 'agent' or 'other'") in found
    assert ("line 8: utterance", "is missing") in found
    assert (
        "line 8: utterence",
        "is not a field that is known here. Did you mean 'utterance'?",
    ) in found


def test_an_unknown_field_of_the_header() -> None:
    assert problems(HEADER.replace(b'"format"', b'"formt":"y","format"')) == [
        ("line 1: formt", "is not a field that is known here. Did you mean 'format'?")
    ]


def test_two_objects_on_a_line() -> None:
    assert problems(HEADER + CONNECTED.strip() + b"," + CONNECTED) == [
        ("line 2", "holds more than one JSON object")
    ]


SNAPSHOT = b'{"type":"snapshot.taken","ms":%d,"seq":%d,"quality":"measured","moment":"%s","tables":{"t":{"7":{"n":%s}}}%s}\n'


def test_snapshots_of_one_backend_are_told_apart_by_what_surrounds_it() -> None:
    for _ in range(2):
        before, after = decoded(
            HEADER + SNAPSHOT % (0, 0, b"before", b"1", b"") + SNAPSHOT % (90, 1, b"after", b"1", b"")
        ).events
        assert isinstance(before, SnapshotTaken)
        assert isinstance(after, SnapshotTaken)
        assert (before.ms, before.moment, after.ms, after.moment) == (0, "before", 90, "after")
        assert before.tables == after.tables == {"t": {"7": {"n": 1}}}


@pytest.mark.parametrize(
    ("value", "more", "expected"),
    [
        (
            b"1",
            b',"ms":-5',
            [("line 2", "ms is -5; a time counts from the start of the call, up to seven days")],
        ),
        (b"1", b',"note":1', [("line 2: note", "is not a field that is known here.")]),
        (b"1", b',"tables":3', [("line 2: tables", "found 3, expected an object")]),
    ],
)
def test_what_follows_the_tables_of_a_snapshot_counts(
    value: bytes, more: bytes, expected: list[tuple[str, str]]
) -> None:
    decoded(HEADER + SNAPSHOT % (0, 0, b"before", b"1", b""))
    assert problems(HEADER + SNAPSHOT % (0, 0, b"before", value, more)) == expected


def test_half_an_emoji_loosens_nothing_else() -> None:
    line = b'{"type":"speech.text","ms":"7","seq":0,"quality":"measured","speaker":"caller","utterance":"u0",'
    line += b'"kind":"said","text":"\\ud83d"}\n'
    assert problems(HEADER + line) == [("line 2: ms", "found '7', expected a whole number")]


def test_events_that_do_not_fit_together_are_named_by_line() -> None:
    data = HEADER + b"\n" + CONNECTED + CONNECTED.replace(b'"seq":0', b'"seq":1')
    assert problems(data) == [("line 4", "a second line.connected")]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file or directory"):
        read_record(tmp_path / "nowhere")


def test_a_fault_in_the_middle_of_a_long_call_is_found() -> None:
    lines = [
        b'{"type":"line.error","ms":%d,"seq":%d,"quality":"measured","message":"m"}\n' % (n, n)
        for n in range(1500)
    ]
    assert len(decoded(HEADER + b"".join(lines)).events) == 1500
    lines[700] = lines[700].replace(b'"message"', b'"mesage"')
    assert [path for path, _ in problems(HEADER + b"".join(lines))] == [
        "line 702: message",
        "line 702: mesage",
    ]


# --- the published schema -------------------------------------------------------------------------------------------


def validator() -> jsonschema.Draft202012Validator:
    schema = call_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_schema_takes_every_line_of_the_goldens() -> None:
    schema = validator()
    for file in (CALL_V1, *sorted((Path(__file__).parents[3] / "examples").rglob("call.jsonl"))):
        for line in file.read_text(encoding="utf-8").splitlines():
            schema.validate(json.loads(line))


@pytest.mark.parametrize(
    "change",
    [
        {"type": "line.conected"},
        {"ms": "0"},
        {"ms": 0.5},
        {"seq": None},
        {"quality": "guessed"},
        {"by": "nobody"},
        {"colour": "red"},
    ],
)
def test_the_schema_refuses_a_wrong_line(change: dict[str, Any]) -> None:
    right = json.loads(CONNECTED)
    assert validator().is_valid(right)
    assert not validator().is_valid({**right, **change})


def test_the_schema_refuses_a_line_without_a_field() -> None:
    right = json.loads(CONNECTED)
    for name in right:
        assert not validator().is_valid({key: value for key, value in right.items() if key != name}), name


def test_the_schema_knows_its_version() -> None:
    right = json.loads(HEADER)
    assert validator().is_valid(right)
    assert not validator().is_valid({**right, "schema_version": 2})
    del right["schema_version"]
    assert not validator().is_valid(right)


@pytest.mark.parametrize("started_at", ["yesterday", "2026-13-01T00:00:00Z", ""])
def test_a_date_of_the_call_that_is_none_is_named(started_at: str) -> None:
    header = json.dumps(
        {"type": "call", "schema_version": 1, "id": "c", "format": "x", "started_at": started_at}
    )
    assert problems(header.encode() + b"\n" + CONNECTED) == [
        ("line 1: started_at", f"found {started_at!r}, expected an ISO 8601 time")
    ]


def test_who_called_whom_is_kept_and_nothing_else_is_taken_for_it() -> None:
    header = HEADER.replace(b'"simple"', b'"simple","direction":"outbound"')
    assert decoded(header).header.direction == "outbound"
    assert b'"direction":"outbound"' in encode_record(decoded(header))
    assert decoded(HEADER).header.direction is None
    ((path, message),) = problems(header.replace(b"outbound", b"sideways"))
    assert (path, message) == ("line 1: direction", "found 'sideways', expected 'inbound' or 'outbound'")
