"""Any JSON at all gives a sound record or an input error, never another exception."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from callproof.errors import InputError
from callproof.evidence.call import fold
from callproof.evidence.files import decode_record, encode_record
from callproof.evidence.record import Record
from callproof.evidence.validation import validate
from callproof.importers.registry import Place, importers, read_payload
from tests.strategies import JSON_VALUES, ODD_VALUES, damaged, nested, simple_calls
from tests.unit.importers.payloads import WHOLE, simple_call

FORMATS = (None, "simple", "vapi", "retell", "timed_roles")
PLACE = Place("calls.json", "calls", line="line 3")


def read_soundly(data: Any, format: str | None) -> list[Record | InputError]:
    """Everything that is read, once each record is found to hold together and to come back from its bytes."""
    items = list(read_payload(data, PLACE, format))
    assert items
    for item in items:
        if isinstance(item, InputError):
            assert item.problems
            for problem in item.problems:
                assert problem.file == "calls.json"
                assert problem.path.startswith("line 3")
                assert 3 < len(problem.message) < 600
            continue
        assert validate(item) == []
        fold(item)
        assert decode_record(encode_record(item).splitlines(keepends=True), "calls.json") == item
    return items


def test_the_formats_here_are_all_there_are() -> None:
    assert tuple(importer.format for importer in importers()) == FORMATS[1:]


@settings(max_examples=300, deadline=None)
@given(JSON_VALUES | ODD_VALUES, st.sampled_from(FORMATS))
@example([], None)
@example({}, "simple")
@example({"turns": None}, None)
@example({"turns": []}, None)
@example({"turns": [None, 5]}, None)
@example([{"role": None}], "vapi")
@example([[[[[[]]]]]], "retell")
def test_any_value(data: Any, format: str | None) -> None:
    read_soundly(data, format)


@settings(max_examples=1000, deadline=None)
@given(st.sampled_from(WHOLE).flatmap(damaged), st.sampled_from(FORMATS))
def test_a_damaged_call(data: Any, format: str | None) -> None:
    read_soundly(data, format)


@settings(deadline=None)
@given(st.sampled_from(WHOLE).flatmap(damaged), JSON_VALUES)
def test_what_is_wrong_with_one_call_does_not_touch_the_next(data: Any, other: Any) -> None:
    items = read_soundly([data, other, simple_call()], None)
    last = items[-1]
    assert isinstance(last, Record)
    assert last.header.id == "simple-1"


@settings(deadline=None)
@given(simple_calls())
def test_a_sound_simple_call_is_read_without_a_complaint(call: dict[str, Any]) -> None:
    (record,) = read_soundly(call, None)
    assert isinstance(record, Record)
    assert record.header.time_problems == ()
    folded = fold(record)
    assert len(folded.utterances) == len(call["turns"])
    assert len(folded.tool_calls) == sum(len(turn.get("actions", ())) for turn in call["turns"])


EXTREMES: tuple[Any, ...] = (
    None, True, -1, 0, 1e308, float("nan"), 10**400, 10**5000, "", "x" * 100_000, [], [None], {}, {"": {}}, nested(3000),
)  # fmt: skip


def kinds_of_places(value: Any, path: tuple[Any, ...] = (), kind: tuple[Any, ...] = ()) -> dict[Any, Any]:
    """The first place of each kind in a payload; all items of one list are of one kind."""
    places: dict[Any, Any] = {kind: path}
    if isinstance(value, dict):
        inner: list[tuple[Any, Any, Any]] = [(key, key, item) for key, item in value.items()]
    else:
        inner = [(key, "[]", item) for key, item in enumerate(value)] if isinstance(value, list) else []
    for key, name, item in inner:
        # Different roles are different kinds.
        name = (name, item.get("role")) if isinstance(item, dict) else name
        for found, place in kinds_of_places(item, (*path, key), (*kind, name)).items():
            places.setdefault(found, place)
    return places


def with_it(value: Any, path: tuple[Any, ...], there: Any) -> Any:
    """The payload with something else at a place; what is not on the way there is shared, since copies take longer than reading."""
    if not path:
        return there
    key, *rest = path
    changed = value.copy()
    changed[key] = with_it(value[key], tuple(rest), there)
    return changed


# The last one only holds others.
@pytest.mark.parametrize("number", range(len(WHOLE) - 1))
def test_an_extreme_value_in_every_kind_of_place(number: int) -> None:
    whole = copy.deepcopy(WHOLE[number])
    for path in kinds_of_places(WHOLE[number]).values():
        for extreme in EXTREMES:
            data = with_it(WHOLE[number], path, extreme)
            for format in FORMATS:
                read_soundly(data, format)
    # Whoever reads a payload leaves it as it is.
    assert WHOLE[number] == whole


@pytest.mark.parametrize("whole", WHOLE)
def test_the_whole_payloads_are_read_without_a_complaint(whole: Any) -> None:
    for record in read_soundly(whole, None):
        assert isinstance(record, Record)
        assert record.header.time_problems == ()
