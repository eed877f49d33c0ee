"""Any record that can be made can be written and comes back as it was."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, get_args, get_type_hints

from hypothesis import given, settings
from hypothesis import strategies as st

from callproof.errors import Problem
from callproof.evidence import events
from callproof.evidence.events import EVENT_TYPES, AnyEvent, Word
from callproof.evidence.files import (
    _decode,
    _event_adapter,
    _events,
    _Lines,
    decode_record,
    encode_record,
)
from callproof.evidence.record import Header, Record, RuntimeLatency, TimeProblem

# With lone halves of surrogate pairs: what a source cuts off in the middle of an emoji.
TEXT = st.text(st.characters(codec=None), max_size=12)
WHOLE = st.integers(0, 10**9)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
ROW = st.dictionaries(TEXT, JSON, max_size=3)
MAYBE_MS = st.none() | WHOLE
WORDS = st.lists(st.builds(Word, TEXT, MAYBE_MS, MAYBE_MS), max_size=3).map(tuple)
# By field name, where the type says less than is meant.
BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "words": WORDS,
    "arguments": ROW | TEXT,
    "fields": ROW,
    "before": st.none() | ROW,
    "after": st.none() | ROW,
    "tables": st.dictionaries(TEXT, st.dictionaries(TEXT, ROW, max_size=2), max_size=2),
    "old": JSON,
    "new": JSON,
    "result": JSON,
}


def strategy(name: str, hint: Any) -> st.SearchStrategy[Any]:
    if name in BY_NAME:
        return BY_NAME[name]
    if hint is str:
        return TEXT
    if hint is int:
        return WHOLE
    if hint is bool:
        return st.booleans()
    if hint is type(None):
        return st.none()
    if isinstance(hint, type) or not (parts := get_args(hint)):
        raise AssertionError(f"no strategy for {name}: {hint}")
    if all(isinstance(part, str) for part in parts):
        return st.sampled_from(parts)
    return st.one_of([strategy(name, part) for part in parts])


def event_of(cls: type[AnyEvent]) -> st.SearchStrategy[AnyEvent]:
    hints = get_type_hints(cls, vars(events))
    required: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {}
    for field in fields(cls):
        if field.name in ("type", "ms", "seq"):
            continue
        kind = required if field.default is MISSING and field.default_factory is MISSING else optional
        kind[field.name] = strategy(field.name, hints[field.name])
    return st.fixed_dictionaries(required, optional=optional).map(lambda values: cls(ms=0, seq=0, **values))


HEADERS = st.builds(
    Header,
    id=TEXT,
    format=TEXT,
    started_at=st.none() | st.datetimes().map(lambda moment: moment.isoformat()),
    direction=st.sampled_from([None, "inbound", "outbound"]),
    policy=ROW,
    runtime_latencies=st.lists(
        st.builds(RuntimeLatency, ms=st.floats(-1e9, 1e9), utterance=st.none() | TEXT), max_size=2
    ).map(tuple),
    time_problems=st.lists(st.builds(TimeProblem, path=TEXT, message=TEXT), max_size=2).map(tuple),
)


@settings(max_examples=150)
@given(HEADERS)
def test_any_header(header: Header) -> None:
    given = Record(header, ())
    assert decode_record(encode_record(given).splitlines(keepends=True), "f") == given


@settings(max_examples=600)
@given(event=st.sampled_from(EVENT_TYPES).flatmap(event_of))
def test_any_event(event: AnyEvent) -> None:
    """One event alone, whether or not it makes sense: the reading of the line is meant, not the validation."""
    _, line = encode_record(Record(Header(id="c1", format="callproof"), (event,))).splitlines()
    problems: list[Problem] = []
    assert _decode(_Lines([1, 2], [b"", line]), _event_adapter(), "f", problems, _events) == ([2], [event])
    assert problems == []
