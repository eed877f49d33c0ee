"""Tools that a Python file of a Pipecat or LiveKit agent declares. The file is read, never imported and never run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from callproof.errors import InputError
from callproof.scenario.drafting.declared import Declared, DeclaredTool
from callproof.scenario.drafting.docstrings import Signatures
from callproof.scenario.drafting.json_schema import Schemas
from callproof.scenario.drafting.literals import Literals, NotLiteralError, last_name
from callproof.scenario.drafting.tool_lists import read_tools
from callproof.scenario.drafting.wording import tool_name

_DECORATORS = frozenset(("function_tool", "ai_callable", "tool_callable"))
_SCHEMA_CLASSES = frozenset(("FunctionSchema", "FlowsFunctionSchema"))
# Where functions are given whose signature is the schema.
_TAKES_FUNCTIONS = frozenset(("ToolsSchema", "register_direct_function", "function_tool"))
_PARAMS = "FunctionCallParams"
_MOST_NODES = 200_000


def parse(source: str, file: str) -> ast.Module:
    """Raises InputError for what is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except SyntaxError as error:
        raise InputError.of(
            f"is not valid Python: {error.msg}", file=file, path=f"line {error.lineno or 1}"
        ) from None
    except (RecursionError, MemoryError, ValueError) as error:
        raise InputError.of(f"cannot be read as Python: {error or 'nested too deeply'}", file=file) from None


def beside(tree: ast.Module) -> list[str]:
    """The modules that a file imports and that may be files beside it, in their order: `tools` for `from tools import Desk`."""
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level <= 1:
            if node.module:
                names[node.module] = None
            elif node.level:
                names.update((alias.name, None) for alias in node.names)
    return [name for name in names if name.count(".") < 3]


def read_python(tree: ast.Module, file: str, declared: Declared) -> None:
    """Adds the tools of one file to those that were found before."""
    try:
        nodes = []
        for node in ast.walk(tree):
            nodes.append(node)
            if len(nodes) > _MOST_NODES:
                raise InputError.of("is too long to be an agent's file", file=file)
        _Reader(tree, nodes, file, declared).read()
    except RecursionError:
        raise InputError.of("is nested too deeply", file=file) from None


class _Reader:
    def __init__(self, tree: ast.Module, nodes: list[ast.AST], file: str, declared: Declared) -> None:
        self._nodes = nodes
        self._file = file
        self._declared = declared
        self._literals = Literals(tree)
        self._signatures = Signatures(tree, self._literals)
        self._given = self._functions_given()

    def read(self) -> None:
        found: list[tuple[int, DeclaredTool]] = []
        for node in self._nodes:
            try:
                found.extend((getattr(node, "lineno", 0), tool) for tool in self._tools_of(node))
            except NotLiteralError as error:
                self._declared.miss(f"line {error.line}", str(error), file=self._file)
        for _, tool in sorted(found, key=lambda item: item[0]):
            self._declared.add(tool, file=self._file)

    def _tools_of(self, node: ast.AST) -> Iterator[DeclaredTool]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorator = next((item for item in node.decorator_list if last_name(item) in _DECORATORS), None)
            if decorator is not None:
                yield self._decorated(node, decorator)
            elif self._is_direct(node):
                yield self._signatures.tool(node)
        elif isinstance(node, ast.Call):
            if last_name(node) in _SCHEMA_CLASSES:
                yield self._function_schema(node)
            elif last_name(node) in _DECORATORS:
                yield from self._raw(node)
        elif isinstance(node, ast.Dict):
            yield from self._dict(node)

    def _functions_given(self) -> frozenset[str]:
        names: set[str] = set()
        for node in self._nodes:
            if isinstance(node, ast.Call) and last_name(node) in _TAKES_FUNCTIONS:
                values = [*node.args, *(keyword.value for keyword in node.keywords)]
                for value in values:
                    names.update(self._listed(value))
        return frozenset(names)

    def _listed(self, value: ast.expr) -> Iterator[str]:
        """The names of functions in a list of tools. What is made by a call there cannot be read."""
        whole = isinstance(value, ast.List | ast.Tuple)
        for item in value.elts if isinstance(value, ast.List | ast.Tuple) else [value]:
            if isinstance(item, ast.Name):
                yield item.id
            elif isinstance(item, ast.Attribute):
                yield item.attr
            elif (
                whole and isinstance(item, ast.Call) and last_name(item) not in _SCHEMA_CLASSES | _DECORATORS
            ):
                message = f"the tool that {last_name(item) or 'a call'}(...) makes is only known when the program runs"
                self._declared.miss(_line(item), message, file=self._file)

    # -- Pipecat -------------------------------------------------------------------------------------------------------

    def _is_direct(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """A function whose signature is the schema. One that takes the params alone is what a schema elsewhere leads to."""
        arguments = [
            arg for arg in (*node.args.posonlyargs, *node.args.args) if arg.arg not in ("self", "cls")
        ]
        if not arguments or last_name(arguments[0].annotation) != _PARAMS:
            return False
        return len(arguments) + len(node.args.kwonlyargs) > 1 or node.name in self._given

    def _function_schema(self, node: ast.Call) -> DeclaredTool:
        parts = dict(zip(("name", "description", "properties", "required"), node.args, strict=False))
        parts.update((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg is not None)
        if "name" not in parts:
            raise NotLiteralError(node, "a FunctionSchema has no name that could be read")
        values: dict[str, Any] = {}
        for part in ("name", "description", "properties", "required"):
            if part in parts:
                values[part] = self._literals.value(parts[part], f"the {part} of a FunctionSchema")
        if not isinstance(values["name"], str):
            raise NotLiteralError(node, "the name of a FunctionSchema is no text")
        schema = {"properties": values.get("properties"), "required": values.get("required")}
        return self._tool(node, values["name"], values.get("description"), schema)

    # -- LiveKit -------------------------------------------------------------------------------------------------------

    def _decorated(self, node: ast.FunctionDef | ast.AsyncFunctionDef, decorator: ast.expr) -> DeclaredTool:
        given: dict[str, Any] = {}
        if isinstance(decorator, ast.Call):
            for keyword in decorator.keywords:
                if keyword.arg in ("name", "description", "raw_schema"):
                    given[keyword.arg] = self._literals.value(
                        keyword.value, f"the {keyword.arg} of the tool {node.name}"
                    )
        raw = given.get("raw_schema")
        if isinstance(raw, dict):
            return self._of_schema(node, raw)
        return self._signatures.tool(node, name=given.get("name"), description=given.get("description"))

    def _raw(self, node: ast.Call) -> Iterator[DeclaredTool]:
        """`function_tool(use, raw_schema=...)`, where it decorates nothing."""
        for keyword in node.keywords:
            if keyword.arg == "raw_schema" and node.args:
                raw = self._literals.value(keyword.value, "the raw_schema of a function_tool")
                if isinstance(raw, dict):
                    yield self._of_schema(node, raw)

    def _of_schema(self, node: ast.AST, raw: Mapping[str, Any]) -> DeclaredTool:
        name = raw.get("name")
        if not isinstance(name, str):
            raise NotLiteralError(node, "a raw_schema has no name")
        return self._tool(node, name, raw.get("description"), raw.get("parameters"))

    # -- schemas as dicts ----------------------------------------------------------------------------------------------

    def _dict(self, node: ast.Dict) -> Iterator[DeclaredTool]:
        keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
        whole = "function" in keys and "type" in keys
        flat = "name" in keys and bool(keys & {"input_schema", "inputSchema"})
        realtime = {"type", "name", "parameters"} <= keys
        if not (whole or flat or realtime):
            return
        value = self._literals.value(node, "a tool's schema")
        if whole and not isinstance(value.get("function"), dict):
            return
        for tool in read_tools([value], self._file).tools:
            yield replace(tool, place=_line(node))

    def _tool(self, node: ast.AST, name: str, description: Any, schema: Any) -> DeclaredTool:
        return DeclaredTool(
            name=tool_name(name),
            place=_line(node),
            description=" ".join(description.split())[:600] if isinstance(description, str) else "",
            parameters=Schemas(schema).parameters(schema),
        )


def _line(node: ast.AST) -> str:
    return f"line {getattr(node, 'lineno', 1)}"
