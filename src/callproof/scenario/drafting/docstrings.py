"""Tools whose schema is the signature of a function: annotations, defaults, and what its docstring says of the parameters."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from callproof.scenario.drafting.declared import DeclaredParameter, DeclaredTool
from callproof.scenario.drafting.literals import Literals, NotLiteralError, last_name
from callproof.scenario.drafting.wording import tool_name

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "Decimal": "number", "date": "string",
          "time": "string", "datetime": "string", "list": "array", "List": "array", "dict": "object", "Dict": "object"}  # fmt: skip
_FORMATS = {"date": "date", "time": "time", "datetime": "date-time"}
# What a framework puts in itself.
_CONTEXTS = frozenset(("RunContext", "FunctionCallParams", "AgentCallContext", "CallContext", "FlowManager"))
_ARGS = re.compile(r"^\s*(?:args|arguments|parameters|params)\s*:\s*$", re.IGNORECASE)
_SECTION = re.compile(r"^\s*(?:returns?|raises|yields|examples?|notes?|usage)\s*:", re.IGNORECASE)
_ITEM = re.compile(r"^\s+\*{0,2}(\w+)\s*(?:\(([^)]*)\))?\s*:\s*(.*)$")
_FIELD = re.compile(r"^\s*:param\s+(?:[\w\[\], |]+\s+)?(\w+)\s*:\s*(.*)$")


class Signatures:
    """The functions of one module. Its enumerations are what parameters can be of."""

    def __init__(self, tree: ast.Module, literals: Literals) -> None:
        self._literals = literals
        self._choices: dict[str, tuple[Any, ...]] = {}
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and any("Enum" in last_name(item) for item in node.bases):
                values = [item.value for item in node.body if isinstance(item, ast.Assign)]
                known = [item.value for item in values if isinstance(item, ast.Constant)]
                self._choices[node.name] = tuple(value for value in known if isinstance(value, str | int))

    def tool(self, node: Function, *, name: Any = None, description: Any = None) -> DeclaredTool:
        said, about = documented(ast.get_docstring(node) or "")
        arguments = [*node.args.posonlyargs, *node.args.args]
        defaults: list[ast.expr | None] = [None] * (len(arguments) - len(node.args.defaults))
        pairs = [*zip(arguments, [*defaults, *node.args.defaults], strict=True)]
        pairs += [*zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)]
        parameters = [
            self._parameter(argument, default, about.get(argument.arg, ""))
            for argument, default in pairs
            if argument.arg not in ("self", "cls") and last_name(argument.annotation) not in _CONTEXTS
        ]
        return DeclaredTool(
            name=tool_name(name if isinstance(name, str) else node.name),
            place=f"line {node.lineno}",
            description=description if isinstance(description, str) else said,
            parameters=tuple(parameters),
        )

    def _parameter(self, argument: ast.arg, default: ast.expr | None, about: str) -> DeclaredParameter:
        found = self._annotated(argument.annotation, DeclaredParameter(name=argument.arg))
        examples: tuple[Any, ...] = ()
        required = default is None
        if default is not None and last_name(default) == "Field" and isinstance(default, ast.Call):
            found = self._field(default, found)
            required = not any(keyword.arg in ("default", "default_factory") for keyword in default.keywords)
        elif isinstance(default, ast.Constant) and isinstance(default.value, str | int | float):
            examples = (default.value,) if default.value != "" else ()
        return replace(found, description=found.description or about, required=required, examples=examples)

    def _annotated(
        self, node: ast.expr | None, found: DeclaredParameter, depth: int = 0
    ) -> DeclaredParameter:
        """What an annotation says; what is no type of a tool's stays as it is written."""
        if node is None or depth > 8:
            return found
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                node = ast.parse(node.value, mode="eval").body
            except (SyntaxError, ValueError, RecursionError):
                return found
        name = last_name(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            sides = [side for side in (node.left, node.right) if not _is_none(side)]
            return self._annotated(sides[0], found, depth + 1) if sides else found
        if isinstance(node, ast.Subscript):
            items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if name in ("Optional", "Union"):
                kept = [item for item in items if not _is_none(item)]
                return self._annotated(kept[0], found, depth + 1) if kept else found
            if name == "Literal":
                return self._literal(items, found)
            if name == "Annotated":
                found = self._annotated(items[0], found, depth + 1)
                for extra in items[1:]:
                    found = self._extra(extra, found)
                return found
        if name in self._choices:
            choices = self._choices[name]
            kind = "integer" if choices and all(isinstance(item, int) for item in choices) else "string"
            return replace(found, type=kind, choices=choices)
        return replace(found, type=_TYPES.get(name, name), format=_FORMATS.get(name))

    def _literal(self, items: list[ast.expr], found: DeclaredParameter) -> DeclaredParameter:
        choices = tuple(
            item.value for item in items if isinstance(item, ast.Constant) and item.value is not None
        )
        known = tuple(item for item in choices if isinstance(item, str | int))
        kind = "integer" if known and all(isinstance(item, int) for item in known) else "string"
        return replace(found, type=kind, choices=known)

    def _extra(self, node: ast.expr, found: DeclaredParameter) -> DeclaredParameter:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return replace(found, description=node.value)
        if isinstance(node, ast.Call):
            return self._field(node, found)
        return found

    def _field(self, node: ast.Call, found: DeclaredParameter) -> DeclaredParameter:
        for keyword in node.keywords:
            if keyword.arg == "description":
                try:
                    text = self._literals.value(keyword.value, "a description")
                except NotLiteralError:
                    continue
                if isinstance(text, str):
                    found = replace(found, description=text)
        return found


def documented(text: str) -> tuple[str, Mapping[str, str]]:
    """The words before the parameters, and what is said of each: Google's form and Sphinx's."""
    before: list[str] = []
    about: dict[str, str] = {}
    where, last = "before", ""
    for line in text.splitlines():
        if (field := _FIELD.match(line)) is not None:
            where, last = "fields", field[1]
            about[last] = field[2].strip()
        elif _ARGS.match(line):
            where = "args"
        elif _SECTION.match(line) or line.lstrip().startswith(":return"):
            where = "elsewhere"
        elif where == "before":
            before.append(line.strip())
        elif where == "args" and (item := _ITEM.match(line)) is not None:
            last = item[1]
            about[last] = item[3].strip()
        elif where in ("args", "fields") and line.strip() and last:
            about[last] = f"{about[last]} {line.strip()}".strip()
    return " ".join(" ".join(before).split())[:600], {name: said[:400] for name, said in about.items()}


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
