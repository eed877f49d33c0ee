"""The few rules of protocol buffers, with the check vectors of their own documentation and of the formats that use them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.calling.wire import protobuf

Pairs = list[tuple[int, int | bytes]]


def test_the_examples_of_the_documentation() -> None:
    assert protobuf.write((1, 150)) == bytes.fromhex("089601")
    assert protobuf.write((2, "testing")) == bytes.fromhex("120774657374696e67")
    assert protobuf.write((3, protobuf.write((1, 150)))) == bytes.fromhex("1a03089601")
    assert protobuf.write((1, -2)) == bytes.fromhex("08feffffffffffffffff01")
    assert protobuf.read(bytes.fromhex("089601")) == {1: [150]}


def test_nothing_is_written_for_nothing_but_an_empty_message_is() -> None:
    assert protobuf.write((1, 0), (2, "")) == b""
    assert protobuf.write((8, b"")) == bytes.fromhex("4200")


def test_what_is_left_out_reads_as_nothing() -> None:
    fields = protobuf.read(b"")
    assert (protobuf.number(fields, 1), protobuf.text(fields, 1), protobuf.message(fields, 1)) == (
        0,
        "",
        None,
    )


def test_the_last_value_counts_and_kinds_do_not_mix() -> None:
    fields = protobuf.read(protobuf.write((1, 3), (1, 4), (2, "x")))
    assert (protobuf.number(fields, 1), protobuf.raw(fields, 1)) == (4, b"")
    assert (protobuf.number(fields, 2), protobuf.text(fields, 2)) == (0, "x")


def test_fixed_sizes_are_passed_over_by_their_size() -> None:
    data = bytes.fromhex("09 0102030405060708 15 01020304 1801")
    assert protobuf.read(data) == {1: [bytes(range(1, 9))], 2: [b"\x01\x02\x03\x04"], 3: [1]}


@pytest.mark.parametrize(
    "data",
    [
        "08",  # no value
        "0a05ff",  # shorter than it says
        "00",  # field 0
        "0b",  # a group, which proto3 has not
        "08ffffffffffffffffffffff01",  # a number without end
        "0affffffffffffffffff01",  # a length beyond everything
    ],
)
def test_what_is_no_message(data: str) -> None:
    with pytest.raises(ValueError, match=r"byte|number"):
        protobuf.read(bytes.fromhex(data))


@given(st.binary())
def test_any_bytes_are_fields_or_a_value_error(data: bytes) -> None:
    try:
        fields = protobuf.read(data)
    except ValueError:
        return
    assert all(isinstance(value, int | bytes) for values in fields.values() for value in values)


_NUMBERS = st.integers(1, 2**64 - 1)


@given(st.lists(st.tuples(st.integers(1, 2000), _NUMBERS | st.binary())))
def test_what_is_written_is_read(pairs: Pairs) -> None:
    expected: dict[int, list[int | bytes]] = {}
    for field, value in pairs:
        expected.setdefault(field, []).append(value)
    assert protobuf.read(protobuf.write(*pairs)) == expected
