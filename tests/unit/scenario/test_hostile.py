"""Any file whatever gives a suite or one clear error, never a traceback."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callproof.errors import InputError
from callproof.scenario.documents import unfit
from callproof.scenario.files import load_suite
from callproof.scenario.writing import from_json
from tests.strategies import JSON_VALUES, ODD_VALUES, nested
from tests.unit.scenario.suites import SUITE, WORLD, complaints, problems
from tests.unit.scenario.test_minimal import ISSUE

NAMES = st.sampled_from(
    ["suite", "scenarios", "defaults", "worlds", "world", "id", "category", "goal", "goals", "script", "when", "say", "act", "changes",
     "setup", "expected", "faults", "expect", "tables", "tools", "use", "rows", "tool", "arguments", "kind", "persona", "requires"]
)  # fmt: skip
VALUES = st.recursive(
    ODD_VALUES
    | st.sampled_from(
        ["correction", "desk", "main", "set_pieces", "after_agent_turn", "northwind", "quantity"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=15,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a value, the value itself left out."""
    inner: list[tuple[Any, ...]] = []
    items: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for name, item in items:
        inner += [(*path, name), *places(item, (*path, name))]
    return inner


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    whole = copy.deepcopy(data)
    inner = whole
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return whole


def clean(value: Any) -> bool:
    """What the readers of files let through at all; `from_json` says the rest itself."""
    return unfit(value) is None


WHOLE = {
    **SUITE["scenarios"][0],
    "world": WORLD,
    "expect": [{"changes": []}],
    "persona": {"name": "x"},
    "agent": {"tools": ["find_parcel"]},
}
BASES = [
    SUITE,
    WHOLE,
    ISSUE,
    {"scenarios": [{**WHOLE, "world": {"use": "northwind", "rows": {}, "tools": {}}}]},
]
PLACES = [(at, path) for at, base in enumerate(BASES) for path in places(base)]


@given(VALUES.filter(clean))
def test_any_value(value: Any) -> None:
    problems(value)


@settings(max_examples=400)
@given(st.sampled_from(PLACES), (JSON_VALUES | ODD_VALUES | VALUES).filter(clean))
def test_any_value_in_any_place(place: tuple[int, tuple[Any, ...]], value: Any) -> None:
    at, path = place
    for line in problems(put(BASES[at], path, value)):
        assert line


@pytest.mark.parametrize(
    "value", [None, True, 0, -1, 1.5, "", "x", [], ["x"], {}, {"x": 1}, [[]], "{}", "*"], ids=repr
)
def test_each_odd_value_in_every_place(value: Any) -> None:
    for at, path in PLACES:
        problems(put(BASES[at], path, value))


@given(st.sampled_from(PLACES), JSON_VALUES)
def test_a_stored_scenario_that_is_damaged(place: tuple[int, tuple[Any, ...]], value: Any) -> None:
    at, path = place
    assert all(problem.message for problem in complaints(lambda: from_json(put(BASES[at], path, value))))


@given(st.text() | st.binary().map(repr), st.sampled_from([".yaml", ".json", ".jsonl"]))
def test_any_text_in_a_file(text: str, ending: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"s{ending}"
        file.write_text(text, encoding="utf-8", errors="replace")
        assert all(problem.file == str(file) for problem in complaints(lambda: load_suite(file)))


def test_deep_values_are_refused_with_a_sentence() -> None:
    with pytest.raises(InputError, match="is nested more than"):
        from_json({"id": nested(500)})
