"""JSON as it comes from a stranger: any text in, an object or a problem out."""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Mapping
from typing import TypeAlias

from callproof.calling.wire.events import Json, Message, Problem

# Texts, tools and states are far below this.
LARGEST_TEXT = 1024 * 1024
# A whole utterance of half a minute at 48 kHz in base64; to take more apart at once would hold up the frames of calls.
LARGEST_SOUND = 4 * 1024 * 1024
# Looking into a message costs by its size where it is one long text, and by what is in it where it is not: neither may hold up frames.
MOST_VALUES = 20_000
_LARGE = 64 * 1024
# Whatever walks over a message must come back, and be able to write it again; a tool's arguments may have 64.
MAX_DEPTH = 60
JsonObject: TypeAlias = dict[str, Json]
_SHOWN = 80


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{number[:20]} is no number that JSON has")
    return value


# Python's own reads NaN and 1e999, which no file of ours can hold, and no platform lets through.
_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_finite)


def compact(value: Json) -> str:
    """A value as JSON text; what JSON has no form for is written as text."""
    return json.dumps(value, separators=(",", ":"), default=str)


def parse_object(message: Message, *, limit: int = LARGEST_TEXT) -> JsonObject | Problem:
    """The object in a text message. Its texts can all be written as UTF-8, whatever was escaped in them. What is refused for its size is not
    looked into."""
    if isinstance(message, bytes):
        return Problem("wrong_frame", f"a binary message of {len(message)} bytes where JSON text is spoken")
    if problem := too_large(message, limit):
        return problem
    large = len(message) > _LARGE
    if large and message.count(",") > MOST_VALUES:
        return Problem("too_large", f"a message of more than {MOST_VALUES} values: {shown(message[:_SHOWN])}")
    try:
        value = _DECODER.decode(message)
    except RecursionError:
        return Problem("too_large", f"nested deeper than {MAX_DEPTH}: {shown(message)}")
    except json.JSONDecodeError as error:
        return Problem("not_json", f"{brief(str(error))}: {shown(message)}")
    except ValueError as error:
        # What Python says of a number of thousands of digits is for programmers.
        reason = (
            "a number of thousands of digits" if "int_max_str_digits" in str(error) else brief(str(error))
        )
        return Problem("not_json", f"{reason}: {shown(message)}")
    if not isinstance(value, dict):
        return Problem("not_json", f"not an object: {shown(message)}")
    # What is long has few values in it, and is counted through faster in them.
    may_be_deep = large or message.count("{") + message.count("[") > MAX_DEPTH
    if may_be_deep and too_deep(value):
        return Problem("too_large", f"nested deeper than {MAX_DEPTH}: {shown(message)}")
    escaped = "\\" in message and ("\\ud" in message or "\\uD" in message)
    if escaped or not _encodable(message):
        cleaned: JsonObject = _cleaned(value)
        return cleaned
    return value


def too_large(message: Message, limit: int) -> Problem | None:
    """That a message is larger than its protocol has any use for."""
    if len(message) <= limit:
        return None
    what = "bytes" if isinstance(message, bytes) else "characters"
    return Problem("too_large", f"a message of {len(message)} {what}, more than {limit}")


def shown(message: str) -> str:
    """The start of a message, for a person to read."""
    return repr(brief(_clean(message), _SHOWN))


def brief(text: str, length: int = 300) -> str:
    """A text of a stranger's, cut to a length that a finding can have."""
    return text if len(text) <= length else text[: length - 1] + "…"


def text_at(body: Json, *path: str) -> str | None:
    """The text at a path of keys; None where there is none."""
    value = value_at(body, *path)
    return value if isinstance(value, str) else None


def value_at(body: Json, *path: str) -> Json:
    for key in path:
        if not isinstance(body, Mapping):
            return None
        body = body.get(key)
    return body


def object_at(body: Json, *path: str) -> JsonObject:
    """The object at a path; an empty one where there is none."""
    value = value_at(body, *path)
    return value if isinstance(value, dict) else {}


def laid_over(below: JsonObject, above: Mapping[str, Json]) -> JsonObject:
    """The fields of both, objects into objects; where both have one that is none, that of `above`."""
    both = dict(below)
    for key, value in above.items():
        under = both.get(key)
        both[key] = (
            laid_over(under, value) if isinstance(under, dict) and isinstance(value, Mapping) else value
        )
    return both


def whole_number(value: Json) -> int | None:
    """A number that can stand for milliseconds, hertz or an id; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if abs(value) < 2**53 else None


def from_base64(payload: Json) -> bytes | Problem:
    if not isinstance(payload, str):
        return Problem("malformed", "audio without a payload of base64 text")
    try:
        return base64.b64decode(payload, validate=True)
    except (binascii.Error, ValueError) as error:
        return Problem("bad_base64", f"{error}: {shown(payload)}")


def to_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def tool_arguments(value: Json) -> Mapping[str, Json] | str:
    """Arguments as an object, if that is what they are or what their text holds; else as text."""
    if isinstance(value, Mapping):
        return value
    if not isinstance(value, str):
        return "" if value is None else compact(value)
    parsed = parse_object(value) if value.strip() else {}
    return value if isinstance(parsed, Problem) else parsed


def too_deep(value: Json) -> bool:
    """Whether it is nested deeper than `MAX_DEPTH`."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for item in level
            if isinstance(item, dict | list)
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
    return bool(level)


def _encodable(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _clean(text: str) -> str:
    """Half a surrogate pair, which no file can hold, becomes a question mark."""
    return text.encode(errors="replace").decode()


def _cleaned(value: Json) -> Json:
    if isinstance(value, str):
        return _clean(value)
    if isinstance(value, dict):
        return {_clean(key): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    return value
