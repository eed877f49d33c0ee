"""As much of protocol buffers as a few small messages need: fields by number, without a schema.

https://protobuf.dev/programming-guides/encoding/. Reading takes any bytes: it gives the fields, or raises ValueError.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

# A field's values in the order in which they came: whole numbers as int, texts, bytes, messages and fixed-size values as bytes.
Fields: TypeAlias = dict[int, list[int | bytes]]
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_LONGEST_VARINT = 10
# More fields than any of our messages has, repeated ones included; to take more apart would hold up frames.
_MOST_FIELDS = 10_000


def read(data: bytes) -> Fields:
    """The fields of a message. Raises ValueError for bytes that are none."""
    fields: Fields = {}
    for count, (number, value) in enumerate(_pairs(data)):
        if count > _MOST_FIELDS:
            raise ValueError(f"more than {_MOST_FIELDS} fields")
        fields.setdefault(number, []).append(value)
    return fields


def _pairs(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        number, wire_type = tag >> 3, tag & 7
        if number == 0:
            raise ValueError(f"field number 0 at byte {at}")
        if wire_type == _VARINT:
            whole, at = _varint(data, at)
            yield number, whole
            continue
        if wire_type == _BYTES:
            size, at = _varint(data, at)
        elif wire_type in (_FIXED64, _FIXED32):
            size = 8 if wire_type == _FIXED64 else 4
        else:
            raise ValueError(f"wire type {wire_type} at byte {at}")
        if at + size > len(data):
            raise ValueError(f"a field of {size} bytes at byte {at} of {len(data)}")
        yield number, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for length in range(_LONGEST_VARINT):
        if at + length >= len(data):
            raise ValueError(f"cut off at byte {at + length}")
        byte = data[at + length]
        value |= (byte & 0x7F) << (7 * length)
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at + length + 1
    raise ValueError(f"a number of more than {_LONGEST_VARINT} bytes at byte {at}")


def number(fields: Fields, field: int) -> int:
    """A whole number, enum or truth; 0 where it is left out, as proto3 has it. The last one counts."""
    value = fields[field][-1] if field in fields else 0
    return value if isinstance(value, int) else 0


def raw(fields: Fields, field: int) -> bytes:
    value = fields[field][-1] if field in fields else b""
    return value if isinstance(value, bytes) else b""


def text(fields: Fields, field: int) -> str:
    """A text; what is no UTF-8 in it becomes question marks."""
    return raw(fields, field).decode("utf-8", errors="replace")


def message(fields: Fields, field: int) -> Fields | None:
    """A message inside; None where there is none. Raises ValueError for bytes that are none."""
    return read(raw(fields, field)) if field in fields else None


def messages(fields: Fields, field: int) -> list[Fields]:
    """The messages of a repeated field. Raises ValueError for bytes that are none."""
    return [read(value) for value in fields.get(field, ()) if isinstance(value, bytes)]


def write(*pairs: tuple[int, int | bytes | str]) -> bytes:
    """A message of fields in this order. Zeros and empty texts are left out, as proto3 does; empty messages (bytes) are not."""
    out = bytearray()
    for field, value in pairs:
        if isinstance(value, int):
            if value:
                out += _written(field << 3 | _VARINT) + _written(value)
        elif value or isinstance(value, bytes):
            data = value.encode(errors="replace") if isinstance(value, str) else value
            out += _written(field << 3 | _BYTES) + _written(len(data)) + data
    return bytes(out)


def _written(value: int) -> bytes:
    """A varint; a negative number as its two's complement of 64 bits."""
    value &= 0xFFFF_FFFF_FFFF_FFFF
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
