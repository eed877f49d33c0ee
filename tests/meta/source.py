"""The modules of the package as data, for the tests that read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"


@dataclass(frozen=True)
class Module:
    """`name` is the dotted one, `callproof.evidence.files`; a package's own name for its `__init__`."""

    name: str
    text: str
    is_package: bool = False

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Of its whole tree, outer before inner."""
        return tuple(ast.walk(ast.parse(self.text)))

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.name.split("."))

    def imports(self) -> Iterator[tuple[int, str]]:
        """Every module that is imported anywhere in it, absolute, with its line; `from a import b` gives `a.b`."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                source = self._absolute(node)
                yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)
            elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
                yield from (
                    (node.lineno, arg.value)
                    for arg in node.args[:1]
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                )

    def calls(self) -> Iterator[tuple[int, str]]:
        """The name of everything that is called, `open` and `datetime.now`, with its line."""
        for node in self.nodes:
            if isinstance(node, ast.Call):
                yield node.lineno, _called(node)

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        up = node.level - 1 if self.is_package else node.level
        return ".".join([*self.parts[: len(self.parts) - up], *([node.module] if node.module else [])])


def _called(node: ast.Call) -> str:
    """Without what is no name: `.now` for `f().now()`."""
    func: ast.expr = node.func
    names: list[str] = []
    while isinstance(func, ast.Attribute):
        names.append(func.attr)
        func = func.value
    names.append(func.id if isinstance(func, ast.Name) else "")
    return ".".join(reversed(names))


@cache
def modules() -> tuple[Module, ...]:
    found = []
    for path in sorted(SRC.rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if package else parts)
        found.append(Module(name, path.read_text(encoding="utf-8"), package))
    return tuple(found)
