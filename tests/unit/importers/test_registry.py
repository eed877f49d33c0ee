"""The door for formats: by shape, through wrappers, one bad call beside good ones, and an importer of somebody else's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from callproof.errors import InputError
from callproof.evidence.building import RecordBuilder
from callproof.evidence.record import Record
from callproof.importers import registry
from callproof.importers.registry import Place, importer, importer_of, importers, read_payload
from tests.unit.importers.payloads import retell_call, simple_call, timed_roles_call, vapi_report
from tests.unit.importers.tables import problems, read, read_all

SIMPLE = {"id": "s", "turns": []}
ITEMS = "simple, vapi, retell, timed_roles"


@pytest.mark.parametrize(
    ("payload", "format"),
    [
        (simple_call(), "simple"),
        (vapi_report(), "vapi"),
        (retell_call(), "retell"),
        (timed_roles_call(), "timed_roles"),
    ],
)
def test_each_format_is_told_by_its_shape_and_may_be_named(payload: Any, format: str) -> None:
    assert read(payload).header.format == format
    assert read(payload, format).header.format == format


def test_the_built_in_formats_come_in_a_fixed_order() -> None:
    assert ", ".join(i.format for i in importers()) == ITEMS


def test_mixed_calls_in_one_list() -> None:
    calls = [simple_call(), vapi_report(), retell_call(), timed_roles_call()]
    assert [r.header.format for r in read_all(calls)] == ["simple", "vapi", "retell", "timed_roles"]


@pytest.mark.parametrize(
    ("payload", "path"),
    [
        ({"turns": 5}, "turns"),
        ({"data": {"turns": 5}}, "data.turns"),
        ({"calls": [SIMPLE, {"turns": 5}]}, "calls[1].turns"),
        ({"results": {"items": [{"call": {"turns": 5}}]}}, "results.items[0].call.turns"),
        ([[SIMPLE], [{"turns": 5}]], "[1][0].turns"),
    ],
)
def test_wrappers_are_opened_and_named(payload: Any, path: str) -> None:
    items = list(read_payload(payload, Place("f", "f", line="line 3")))
    (error,) = [item for item in items if isinstance(item, InputError)]
    assert [str(problem) for problem in error.problems] == [f"f: line 3: {path}: found 5, expected a list"]


def test_five_wrappers_are_too_many() -> None:
    payload: Any = {"turns": []}
    for _ in range(4):
        payload = {"data": payload}
    assert read(payload).header.format == "simple"
    assert problems({"data": payload}) == [
        f": found an object, which is no call in a shape that is known: {ITEMS}"
    ]


def test_ids_of_calls_in_a_list_say_which() -> None:
    calls = [{"turns": []}, {"id": "own", "turns": []}, {"calls": [{"turns": []}]}]
    assert [r.header.id for r in read_all(calls)] == ["f#0", "own", "f#2#0"]


def test_what_is_wrong_with_one_call_does_not_touch_the_others() -> None:
    items = list(read_payload([SIMPLE, {"turns": 5}, "noise", SIMPLE], Place("f", "f")))
    assert [type(item) for item in items] == [Record, InputError, InputError, Record]
    assert str(items[2]) == f"f: [2]: found 'noise', which is no call in a shape that is known: {ITEMS}"


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ({"turns": [{"who": "a"}]}, "nearest is simple (has turns; lacks end_s, speaker, start_s, text)"),
        (
            {"call_id": "x", "transcript": "User: hi"},
            "nearest is retell (has call_id; lacks role, transcript_object, transcript_with_tool_calls, words)",
        ),
        (
            {"lines": [{"role": "user", "text": "x", "start_time": 1}]},
            "nearest is timed_roles (has role, start_time; lacks content, end_time)",
        ),
    ],
)
def test_an_unknown_shape_is_told_the_nearest_format(payload: Any, message: str) -> None:
    assert problems(payload) == [f": no call in a shape that is known; {message}"]


@pytest.mark.parametrize(
    ("payload", "found"),
    [
        (5, "5"),
        ([], "an empty list"),
        ({}, "an empty object"),
        (None, "null"),
        ([1, 2], "a list of 2"),
        ("x", "'x'"),
    ],
)
def test_what_is_like_no_format(payload: Any, found: str) -> None:
    assert problems(payload) == [f": found {found}, which is no call in a shape that is known: {ITEMS}"]


def test_a_list_of_numbers_is_looked_at_as_a_whole() -> None:
    assert len(problems(list(range(100_000)))) == 1


def test_a_format_that_there_is_not() -> None:
    with pytest.raises(InputError) as caught:
        importer_of("vappi")
    assert str(caught.value) == f"no format 'vappi'; there are {ITEMS}. Did you mean 'vapi'?"
    with pytest.raises(InputError):
        list(read_payload(SIMPLE, Place("f", "f"), "vappi"))


def test_a_named_format_reads_what_others_would_claim() -> None:
    assert problems(simple_call(), "retell")[0].endswith("expected a call of Retell's or its transcript")


@pytest.fixture
def toy() -> Iterator[str]:
    """An importer as another package would bring it, gone again after the test."""

    @importer("toy", recognises=lambda data: isinstance(data, dict) and "toy" in data, keys=("toy",))
    def read_toy(data: Any, place: Place) -> Record:
        if not isinstance(data["toy"], str):
            raise InputError([place.problem("expected a text", "toy")])
        builder = RecordBuilder()
        builder.speech("agent", 0, 1000, said=data["toy"])
        return builder.build(place.default_id, "toy")

    yield "toy"
    del registry._registered["toy"]


def test_an_importer_of_somebody_elses(toy: str) -> None:
    record = read({"calls": [{"toy": "hello"}]})
    assert (record.header.format, record.header.id) == (toy, "f#0")
    assert problems({"call": {"toy": 5}}) == ["call.toy: expected a text"]


def test_two_importers_of_one_format(toy: str) -> None:
    with pytest.raises(ValueError, match="two importers for the format 'toy'"):
        importer(toy, recognises=lambda data: False, keys=())(lambda data, place: read({"turns": []}))


@pytest.mark.parametrize(
    ("place", "parts", "expected"),
    [
        (Place("f", "f"), ("turns", 3, "start_s"), "turns[3].start_s"),
        (Place("f", "f", line="line 17"), ("turns", 3), "line 17: turns[3]"),
        (Place("f", "f", line="line 17"), (), "line 17"),
        (Place("f", "f", path=("data", 0)), ("turns",), "data[0].turns"),
        (Place("f", "f"), (), ""),
    ],
)
def test_a_place_names_itself(place: Place, parts: tuple[str | int, ...], expected: str) -> None:
    assert place.at(*parts) == expected
