"""Hypothesis strategies that several test modules share: JSON of every kind, damage to JSON, and sound calls."""

from __future__ import annotations

import copy
from typing import Any, TypeAlias

from hypothesis import strategies as st

Call: TypeAlias = dict[str, Any]

# Halves of surrogate pairs too: JSON can carry them as escapes, and cut emoji leave them behind.
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=12)

SCALARS: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    ANY_TEXT,
)

JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)


def nested(depth: int, innermost: Any = None) -> Any:
    """A value inside `depth` lists and objects."""
    value = innermost
    for level in range(depth):
        value = [value] if level % 2 else {"inner": value}
    return value


# What turns up where something else should be.
ODD_VALUES: st.SearchStrategy[Any] = st.one_of(
    JSON_VALUES,
    st.sampled_from(
        [
            -1,
            -0.001,
            0,
            0.0005,
            61,
            1e11,
            1e12,
            1.7e9,
            1.7e12,
            1e308,
            float("nan"),
            float("inf"),
            10**400,
            10**4000,
            "",
            "{}",
            "[1]",
            '{"a": NaN}',
            '{"a": 1e999}',
            '"\\ud800"',
            "2024-10-13T23:39:34.556Z",
            "2024-10-13T23:39:34",
            "0001-01-01T00:00:00+23:59",
            "9999-12-31T23:59:59-23:59",
            "user",
            "system",
            "word " * 3000,
        ]
    ),
    st.builds(nested, st.sampled_from([2, 60, 98, 99, 100, 101, 250])),
    st.builds(lambda depth: "[" * depth + "]" * depth, st.sampled_from([150, 250, 100_000])),
)


@st.composite
def damaged(draw: st.DrawFn, whole: Any) -> Any:
    """`whole` with one to three faults: a key or an item dropped or doubled, or a value replaced by an odd one."""
    data = copy.deepcopy(whole)
    for _ in range(draw(st.integers(1, 3))):
        inner, key = _somewhere(draw, data)
        if inner is None:
            return draw(ODD_VALUES)
        kind = draw(st.sampled_from(["drop", "replace", "replace", "double", "swap"]))
        if kind == "drop":
            del inner[key]
        elif kind == "replace":
            inner[key] = draw(ODD_VALUES)
        elif kind == "double" and isinstance(inner, list):
            inner.insert(key, copy.deepcopy(inner[key]))
        elif kind == "swap" and isinstance(inner, list):
            inner[key], inner[0] = inner[0], inner[key]
    return data


def _somewhere(draw: st.DrawFn, data: Any) -> tuple[Any, Any]:
    """A place inside `data`: a list or an object, and an index or a key in it; (None, None) for a bare scalar."""
    inner: Any = None
    key: Any = None
    value = data
    while isinstance(value, dict | list) and value:
        if inner is not None and draw(st.integers(0, 3)) == 0:
            break
        inner = value
        key = draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
        value = inner[key]
    return inner, key


WORDS = st.lists(
    st.sampled_from(["yes", "no", "order", "fifty", "please", "I", "want", "it", "changed", "now"]),
    min_size=1,
    max_size=8,
).map(" ".join)


@st.composite
def actions(draw: st.DrawFn, start_ms: int) -> Call:
    """One tool call in our simple JSON, sent at `start_ms` or at no known time."""
    action: Call = {"name": draw(st.sampled_from(["update_order", "refund", "lookup"]))}
    if draw(st.booleans()):
        action["args"] = draw(
            st.dictionaries(st.sampled_from(["id", "amount", "note"]), SIMPLE_VALUES, max_size=3)
        )
    if draw(st.booleans()):
        action["consequential"] = draw(st.booleans())
    if draw(st.booleans()):
        action["start_s"] = start_ms / 1000
        if draw(st.booleans()):
            action["end_s"] = (start_ms + draw(st.integers(0, 5000))) / 1000
    ending = draw(st.sampled_from(["result", "error", "nothing"]))
    if ending == "result":
        action["result"] = draw(SIMPLE_VALUES)
    elif ending == "error":
        action["error"] = draw(WORDS)
    return action


SIMPLE_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(-100, 100_000), st.floats(0, 1000), WORDS
)


@st.composite
def simple_calls(draw: st.DrawFn, *, max_turns: int = 12, timed: bool = False) -> Call:
    """A sound call in our simple JSON: turns in the order of their starts, which may overlap.

    With `timed` every turn has a start and an end; else some have none, and the call may lack the rest too. Times are whole
    milliseconds.
    """
    turns: list[Call] = []
    start_ms = draw(st.integers(0, 3000))
    end_ms = start_ms
    for _ in range(draw(st.integers(0, max_turns))):
        turn: Call = {"speaker": draw(st.sampled_from(["user", "agent"])), "text": draw(WORDS)}
        length_ms = draw(st.integers(0, 15_000))
        if timed or draw(st.integers(0, 5)):
            turn["start_s"] = start_ms / 1000
        if timed or draw(st.integers(0, 5)):
            turn["end_s"] = (start_ms + length_ms) / 1000
        if turn["speaker"] == "user" and draw(st.booleans()):
            turn["truth"] = draw(WORDS)
        if turn["speaker"] == "agent" and draw(st.integers(0, 2)) == 0:
            turn["actions"] = draw(st.lists(actions(start_ms), max_size=3))
        if draw(st.integers(0, 9)) == 0:
            turn["interrupted"] = draw(st.booleans())
        turns.append(turn)
        end_ms = max(end_ms, start_ms + length_ms)
        # From right on top of it to long after it.
        start_ms += draw(st.sampled_from([0, length_ms // 2, length_ms])) + draw(st.integers(0, 6000))
    call: Call = {"id": draw(st.sampled_from(["c1", "order-17"])), "turns": turns}
    if draw(st.booleans()):
        call["completed"] = draw(st.booleans())
    if draw(st.booleans()):
        call["connected_s"] = 0
    if draw(st.booleans()):
        call["ended_s"] = (end_ms + draw(st.integers(0, 20_000))) / 1000
        call["ended_by"] = draw(st.sampled_from(["caller", "agent", "platform"]))
    return call
