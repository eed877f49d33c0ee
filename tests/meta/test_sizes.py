"""Modules and functions stay small enough to be read at one go."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.meta.source import Module, modules

LONGEST_MODULE = 600
LONGEST_FUNCTION = 60
MOST_PARAMETERS = 8


def oversized(module: Module) -> Iterator[str]:
    lines = len(module.text.splitlines())
    if lines > LONGEST_MODULE:
        yield f"{module.name} has {lines} lines"
    for node in module.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"{module.name}:{node.lineno} {node.name} has {length} lines"
            count = parameters(node)
            if count > MOST_PARAMETERS:
                yield f"{module.name}:{node.lineno} {node.name} has {count} parameters"


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """What a caller has to think of: all parameters but self, cls, and those that are keyword-only with a default.

    The latter are the optional data of one thing, named where they are used; as many as the thing has.
    """
    positional = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args)]
    required = [default for default in node.args.kw_defaults if default is None]
    return len(positional) - (positional[:1] in (["self"], ["cls"])) + len(required)


def test_the_sizes_hold() -> None:
    assert [line for module in modules() for line in oversized(module)] == []


def test_a_planted_giant_is_found() -> None:
    text = "def f(a, b, c, d, e, f, g, h, i):\n" + "    x = 1\n" * 600
    assert list(oversized(Module("callproof.planted", text))) == [
        "callproof.planted has 601 lines",
        "callproof.planted:1 f has 601 lines",
        "callproof.planted:1 f has 9 parameters",
    ]


def test_what_counts_as_a_parameter() -> None:
    def count(signature: str) -> int:
        node = ast.parse(f"def f({signature}): ...").body[0]
        assert isinstance(node, ast.FunctionDef)
        return parameters(node)

    assert count("self, a, b=1") == 2
    assert count("a, /, b, *, c, d=1, e=2") == 3
    assert count("*args, **kwargs") == 0
    assert count("") == 0


def test_the_limits_themselves_are_allowed() -> None:
    text = "def f(a, b, c, d, e, f, g, h):\n" + "    x = 1\n" * 59
    assert list(oversized(Module("callproof.planted", text))) == []
