"""Tests that a table names."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


def assert_test_is_there(test: str) -> None:
    """`test` is `tests/unit/.../test_x.py::test_name`."""
    file, name = test.split("::")
    assert name.startswith("test_")
    assert name in _names_of(file), f"{file} has no {name}"


@cache
def _names_of(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
