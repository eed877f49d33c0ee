"""Values that stand in a Python file as they are: literals, and names of the module that are bound to one."""

from __future__ import annotations

import ast
from typing import Any

_DEEPEST = 40
# For a whole file. A list of a list of lists, each named several times in the next, stands for more than any memory holds.
_MOST_STEPS = 200_000
_LONGEST_TEXT = 10_000


class NotLiteralError(Exception):
    """A value that is only known when the program runs."""

    def __init__(self, node: ast.AST | None, message: str) -> None:
        super().__init__(message)
        self.line = getattr(node, "lineno", 1)


class Literals:
    """The names that a module, or a class of it, binds once and to a literal."""

    def __init__(self, tree: ast.Module) -> None:
        self._bound: dict[str, ast.expr] = {}
        self._steps = 0
        twice: set[str] = set()
        for body in (tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))):
            for statement in body:
                if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                    target, value = statement.targets[0], statement.value
                elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                    target, value = statement.target, statement.value
                else:
                    continue
                if isinstance(target, ast.Name):
                    if target.id in self._bound:
                        twice.add(target.id)
                    self._bound[target.id] = value
        for name in twice:
            del self._bound[name]

    def value(self, node: ast.AST | None, what: str, depth: int = 0) -> Any:
        """Raises NotLiteralError, with `what` in it, for what does not stand in the file."""
        self._steps += 1
        if depth > _DEEPEST:
            raise NotLiteralError(node, f"{what} is nested too deeply")
        if self._steps > _MOST_STEPS:
            raise NotLiteralError(node, f"{what} is not read any more: the values of this file are too many")
        below = depth + 1
        if isinstance(node, ast.Constant) and (
            node.value is None or isinstance(node.value, str | int | float | bool)
        ):
            return node.value
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            return [self.value(item, what, below) for item in node.elts]
        if isinstance(node, ast.Dict):
            return {
                self._key(key, what, below): self.value(item, what, below)
                for key, item in zip(node.keys, node.values, strict=True)
            }
        if isinstance(node, ast.Name) and node.id in self._bound:
            return self.value(self._bound[node.id], what, below)
        if isinstance(node, ast.Attribute) and last_name(node.value) in ("self", "cls"):
            return self.value(ast.copy_location(ast.Name(node.attr), node), what, below)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self.value(node.left, what, below), self.value(node.right, what, below)
            if isinstance(left, str) and isinstance(right, str) and len(left) + len(right) <= _LONGEST_TEXT:
                return left + right
        if (
            isinstance(node, ast.Call)
            and last_name(node) in ("list", "tuple", "sorted")
            and len(node.args) == 1
        ):
            items = self.value(node.args[0], what, below)
            if isinstance(items, list | dict) and not node.keywords:
                return list(items)
        if isinstance(node, ast.JoinedStr):
            parts = [self.value(_inner(part), what, below) for part in node.values]
            return "".join(map(str, parts))[:_LONGEST_TEXT]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = self.value(node.operand, what, below)
            if isinstance(number, int | float):
                return -number
        raise NotLiteralError(node, f"{what} is only known when the program runs")

    def _key(self, node: ast.expr | None, what: str, depth: int) -> str:
        key = None if node is None else self.value(node, what, depth)
        if not isinstance(key, str):
            raise NotLiteralError(node, f"{what} has a key that is only known when the program runs")
        return key


def _inner(part: ast.expr) -> ast.expr:
    """What stands in a hole of an f-string, where it is put in as it is."""
    plain = isinstance(part, ast.FormattedValue) and part.conversion == -1 and part.format_spec is None
    return part.value if isinstance(part, ast.FormattedValue) and plain else part


def last_name(node: ast.AST | None) -> str:
    """`function_tool` for `llm.function_tool(...)`; of a subscript, what is subscripted; empty for anything else."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Constant) and isinstance(node.value, str):  # an annotation in quotes
        return node.value.rpartition(".")[2].partition("[")[0]
    return node.id if isinstance(node, ast.Name) else ""
