"""A small suite as plain values, and ways to change it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from callproof.errors import InputError, Problem
from callproof.scenario.documents import Document
from callproof.scenario.files import suite_from
from callproof.scenario.model import Scenario, Suite

MISSING = object()

WORLD: dict[str, Any] = {
    "tables": {
        "parcels": {
            "key": "number",
            "columns": {
                "number": "text",
                "address": "text",
                "pieces": "integer",
                "weight": "number",
                "fragile": "boolean",
            },
            "rows": [
                {"number": "4821", "address": "12 Oak Road", "pieces": 1, "weight": 2.5, "fragile": False},
                {"number": "4281", "address": "7 Mill Lane", "pieces": 1},
            ],
        },
        "labels": {
            "key": "label",
            "columns": {"label": "text", "number": "text", "state": "text"},
            "rows": [{"label": "L1", "number": "4821", "state": "printed"}],
            "void": {"state": "void"},
        },
    },
    "tools": {
        "find_parcel": {
            "description": "Look up a parcel.",
            "parameters": {"number": {"type": "string"}},
            "read": {"table": "parcels", "record": "number"},
        },
        "set_pieces": {
            "description": "Set the pieces.",
            "parameters": {"number": {"type": "string"}, "pieces": {"type": "integer"}},
            "write": {"kind": "set", "table": "parcels", "record": "number", "values": {"pieces": "pieces"}},
            "cancellable": True,
        },
        "print_label": {
            "description": "Print a label.",
            "parameters": {"number": {"type": "string"}, "label": {"type": "string", "required": False}},
            "write": {
                "kind": "insert",
                "table": "labels",
                "values": {"number": "number", "label": "label"},
                "constants": {"state": "printed"},
            },
            "keyed": True,
            "undo": "void_label",
        },
        "void_label": {
            "description": "Void a label.",
            "parameters": {"label": {"type": "string"}},
            "write": {"kind": "set", "table": "labels", "record": "label", "constants": {"state": "void"}},
        },
        "drop_parcel": {
            "description": "Delete a parcel.",
            "parameters": {"number": {"type": "string"}},
            "write": {"kind": "delete", "table": "parcels", "record": "number"},
        },
    },
}
SUITE: dict[str, Any] = {
    "suite": "desk",
    "worlds": {"desk": WORLD},
    "scenarios": [
        {
            "id": "one",
            "category": "correction",
            "goal": {"tool": "set_pieces", "arguments": {"number": "4821", "pieces": 3}},
            "script": [
                {"say": "Set parcel {number} to {pieces}."},
                {
                    "when": {"tool_preparing": "set_pieces"},
                    "act": "correction",
                    "say": "No, four.",
                    "changes": {"pieces": 4},
                },
            ],
            "faults": [{"tool": "find_parcel", "kind": "wrong_record", "record": "4281"}],
        }
    ],
}
ONE = ("scenarios", 0)


def changed(path: tuple[str | int, ...], value: Any, data: dict[str, Any] | None = None) -> dict[str, Any]:
    """The suite with another value at a place, or without the place if the value is MISSING."""
    whole: Any = copy.deepcopy(SUITE if data is None else data)
    inner = whole
    for part in path[:-1]:
        inner = inner[part]
    if value is MISSING:
        del inner[path[-1]]
    elif isinstance(inner, list) and path[-1] == len(inner):
        inner.append(value)
    else:
        inner[path[-1]] = copy.deepcopy(value)
    return whole  # type: ignore[no-any-return]


def suite(data: Any) -> Suite:
    return suite_from([Document("s.yaml", "", data)], "s.yaml")


def scenario(data: Any) -> Scenario:
    (only,) = suite(data).scenarios
    return only


def complaints(work: Callable[[], object]) -> tuple[Problem, ...]:
    """The problems of the one error that the work may end in; any other error goes through."""
    try:
        work()
    except InputError as error:
        return error.problems
    return ()


def problems(data: Any) -> list[str]:
    """What is wrong with a file, as the person who made it reads it; nothing when it is fine."""
    return [str(problem).removeprefix("s.yaml: ") for problem in complaints(lambda: suite(data))]
