"""The tables after a call, read as a change of those before it, are the tables of their text, or none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from callproof.evidence.snapshots import Backend, Tables, backend_of, tables_of

BEFORE: dict[str, Any] = {
    "orders": {"4821": {"order_number": "4821", "quantity": 1, "gift": False}, "4790": {"quantity": 2}},
    "notes": {},
    "customers": {"1": {"name": 'Mei "the" Tanaka,', "tags": ["a", {"b": '},"notes":{'}], "total": 1.5}},
}


def written(tables: Any) -> bytes:
    return json.dumps(tables, separators=(",", ":")).encode()


def backend(tables: Any = BEFORE) -> Backend:
    text = written(tables)
    made = Backend(text, tables_of(text))
    made.seen_again()
    return made


def to_the_letter(tables: Tables | None) -> str:
    """With the order of the keys, and 1 told from true and 1.0."""
    return json.dumps(tables)


def changed(table: str, key: str, row: Any) -> dict[str, Any]:
    return {**BEFORE, table: {**BEFORE[table], key: row}}


@pytest.mark.parametrize(
    "after",
    [
        BEFORE,
        changed("orders", "4821", {"order_number": "4821", "quantity": 3, "gift": False}),
        changed("orders", "4821", {"order_number": "4821", "quantity": True, "gift": 0}),
        changed("notes", "n1", {"text": '}}, "customers":{'}),
        changed("customers", "2", {"name": "Omar"}),
        {**BEFORE, "customers": {}},
        {**BEFORE, "orders": {}, "notes": {"n": {}}, "customers": {}},
    ],
)
def test_what_has_changed_is_read_and_the_rest_is_the_same_object(after: dict[str, Any]) -> None:
    before = backend()
    read = before.changed(written(after))
    assert to_the_letter(read) == to_the_letter(after)
    assert read is not None
    same = [name for name in BEFORE if written(after[name]) == written(BEFORE[name])]
    assert [name for name in read if read[name] is before.tables[name]] == same


@pytest.mark.parametrize(
    "text",
    [
        b"{}",
        b"",
        written(BEFORE)[:-1],
        written(BEFORE) + b"}",
        written(BEFORE) + b" ",
        written(dict(reversed(BEFORE.items()))),
        written({**BEFORE, "more": {}}),
        written({"orders": BEFORE["orders"]}),
        written({**BEFORE, "orders": {"1": 2}}),
        written({**BEFORE, "customers": []}),
        written(BEFORE).replace(b'"quantity":2', b'"quantity":02'),
    ],
)
def test_any_other_difference_is_none(text: bytes) -> None:
    assert backend().changed(text) is None


@given(st.data())
def test_whatever_is_done_to_the_text_nothing_is_read_that_it_does_not_say(data: st.DataObject) -> None:
    text = written(BEFORE)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 12, len(text))))
    piece = data.draw(
        st.sampled_from([b"", b"}", b"{", b'"', b",", b"1", b"true", b"null", b'"a":{}', b"},", b":"])
    )
    other = text[:start] + piece + text[end:]
    read = backend().changed(other)
    if read is None:
        return
    try:
        whole = tables_of(other)
    except ValidationError:
        whole = None
    assert to_the_letter(read) == to_the_letter(whole)


@pytest.mark.parametrize("text", [b'{ "a":{}}', b'{"a":{},"a":{}}', '{"ä":{"1":{"x":"ü"}}}'.encode(), b"{}"])
def test_a_text_that_is_not_as_we_write_it_is_read_whole_each_time(text: bytes) -> None:
    made = Backend(text, tables_of(text))
    made.seen_again()
    assert made.changed(text) is None


def test_a_backend_is_known_again_by_its_text_to_the_letter() -> None:
    one = written({"t": {"r": {"x": 1}}})
    assert backend_of(one) is backend_of(bytes(bytearray(one)))
    assert to_the_letter(backend_of(written({"t": {"r": {"x": True}}})).tables) == '{"t": {"r": {"x": true}}}'
