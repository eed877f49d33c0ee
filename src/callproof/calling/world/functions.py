"""Tools whose work is a Python function.

    @callproof.tool(write=Write(kind="insert", table="shipments", values={"order": "order_number"}), keyed=True)
    def ship_order(db: Transaction, order_number: str, quantity: int = 1) -> dict:
        \"\"\"Ships an order.

        Args:
            order_number: The number of the order.
        \"\"\"
        return {"ok": True, "record": db.insert("shipments", order=order_number, quantity=quantity)}

The first parameter is the transaction that all of its work happens in; the others are what the agent is told of, by their
types, their defaults and the docstring. It may raise `ApiError(409, "already on its way")`; any other exception is a "500" to
the agent, and nothing of what it did stays.
"""

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import FunctionType, ModuleType
from typing import Any, cast, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from callproof.calling.world.database import ApiError, Transaction
from callproof.errors import InputError
from callproof.problems import found
from callproof.scenario.world_rules import misfit_argument
from callproof.scenario.worlds import Json, Parameter, ParameterType, Read, Tool, World, Write

_KINDS = ("set", "insert", "delete")
_FIELD = re.compile(r"^\s*(?::param\s+)?(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$")
_SECTION = re.compile(r"^(Args|Arguments|Parameters|Returns|Raises|Yields|Examples?|Notes?):\s*$")


@dataclass(frozen=True, eq=False)
class FunctionTool:
    """A function and what it declares. It can still be called as the function it is."""

    name: str
    declared: Tool
    function: Callable[..., Any]
    types: Mapping[str, TypeAdapter[Any]]
    # Parameters without a default that may be left out all the same: they get None.
    nullable: tuple[str, ...] = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def run(self, transaction: Transaction, arguments: Mapping[str, Json]) -> Json:
        """The function's answer as plain JSON. Raises ApiError for arguments that its types refuse."""
        given: dict[str, Any] = dict.fromkeys(self.nullable)
        for name, value in arguments.items():
            try:
                given[name] = self.types[name].validate_python(value)
            except ValidationError as error:
                raise ApiError(400, f"{name}: {error.errors(include_url=False)[0]['msg']}") from None
        result = to_jsonable_python(self.function(transaction, **given))
        json.dumps(result, allow_nan=False)  # NaN and infinity are no JSON either
        return result


def tool(
    *,
    write: Write | None = None,
    read: Read | None = None,
    consequential: bool | None = None,
    keyed: bool = False,
    cancellable: bool = False,
    undo: str | None = None,
    commit_after_ms: int = 150,
    reply_after_ms: int = 300,
    name: str | None = None,
) -> Callable[[Callable[..., Any]], FunctionTool]:
    """Makes a function a tool. What the options mean: `Tool`; `name` is the function's own by default."""

    def decorate(function: Callable[..., Any]) -> FunctionTool:
        called = name or str(getattr(function, "__name__", type(function).__name__))
        if not isinstance(function, FunctionType) or inspect.iscoroutinefunction(function):
            raise InputError.of(f"the tool {called} is no plain function (def, not async def)")
        if write is not None and write.kind not in _KINDS:
            raise InputError.of(
                f"the tool {called}: write.kind: found {found(write.kind)}, expected {', '.join(_KINDS)}"
            )
        types = _types(called, function)
        description, told = _read_docstring(inspect.getdoc(function) or "")
        declared = Tool(
            description=description or called.replace("_", " "),
            parameters=_parameters(called, function, types, told),
            write=write,
            read=read,
            consequential=consequential,
            keyed=keyed,
            cancellable=cancellable,
            undo=undo,
            commit_after_ms=commit_after_ms,
            reply_after_ms=reply_after_ms,
        )
        nullable = tuple(
            parameter.name
            for parameter in _agents_parameters(function)
            if parameter.default is parameter.empty and not declared.parameters[parameter.name].required
        )
        return FunctionTool(called, declared, function, types, nullable)

    return decorate


class ToolRegistry:
    """The functions behind tools, by name."""

    def __init__(self, functions: Iterable[FunctionTool] = ()) -> None:
        self._functions: dict[str, FunctionTool] = {}
        for function in functions:
            self.add(function)

    @classmethod
    def of(cls, module: ModuleType) -> ToolRegistry:
        """All tools of a module, those it imported too."""
        return cls(dict.fromkeys(value for value in vars(module).values() if isinstance(value, FunctionTool)))

    def add(self, function: FunctionTool) -> None:
        if function.name in self._functions:
            raise InputError.of(f"two functions are both the tool {function.name}")
        self._functions[function.name] = function

    def get(self, name: str) -> FunctionTool | None:
        return self._functions.get(name)

    def __len__(self) -> int:
        return len(self._functions)

    def merged(self, world: World) -> World:
        """The world with the tools of these functions.

        A tool that the world declares stays as declared there, where it says something; the function does its work.
        """
        if not self._functions:
            return world
        tools = dict(world.tools)
        for name, function in self._functions.items():
            declared = tools.get(name)
            tools[name] = function.declared if declared is None else _joined(declared, function)
        return replace(world, tools=tools)


def _joined(declared: Tool, function: FunctionTool) -> Tool:
    own = function.declared
    touches_nothing = declared.write is None and declared.read is None
    joined = replace(
        declared,
        description=declared.description or own.description,
        parameters=_with_defaults(function.name, declared.parameters, own.parameters) or own.parameters,
        write=own.write if touches_nothing else declared.write,
        read=own.read if touches_nothing else declared.read,
    )
    unknown = [name for name in joined.parameters if name not in own.parameters]
    unfilled = [n for n, p in own.parameters.items() if p.required and n not in joined.parameters]
    if unknown or unfilled:
        wrong = [f"does not take {name}" for name in unknown] + [f"also needs {name}" for name in unfilled]
        raise InputError.of(
            f"the function {function.name} {' and '.join(wrong)}: its parameters are not those that the world declares"
        )
    return joined


def _with_defaults(
    called: str, declared: Mapping[str, Parameter], own: Mapping[str, Parameter]
) -> Mapping[str, Parameter]:
    """A default is the function's own where the world says nothing of one."""
    filled = dict(declared)
    for name, parameter in declared.items():
        default = own[name].default if name in own and not parameter.required else None
        if parameter.default is None and default is not None:
            if (wrong := misfit_argument(default, parameter)) is not None:
                raise InputError.of(f"the function {called} has a default for {name}: {wrong}")
            filled[name] = replace(parameter, default=default)
    return filled


def _agents_parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())[1:]


def _types(called: str, function: FunctionType) -> dict[str, TypeAdapter[Any]]:
    everything = list(inspect.signature(function).parameters.values())
    if not everything or everything[0].kind not in (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
    ):
        raise InputError.of(f"the tool {called} needs a first parameter, for the transaction it works in")
    for parameter in everything[1:]:
        if parameter.kind not in (
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            inspect.Parameter.KEYWORD_ONLY,
        ):
            raise InputError.of(f"the tool {called}: {parameter} cannot be given by name")
        if parameter.annotation is parameter.empty:
            raise InputError.of(f"the tool {called}: the parameter {parameter.name} has no type")

    # The transaction's own type is often imported for the type checker alone, so it is not looked up.
    def holder() -> None: ...

    holder.__annotations__ = {p.name: p.annotation for p in everything[1:]}
    try:
        hints = get_type_hints(holder, globalns=function.__globals__, include_extras=True)
    except NameError as error:
        raise InputError.of(f"the tool {called}: {error}") from None
    adapters: dict[str, TypeAdapter[Any]] = {}
    for name, hint in hints.items():
        try:
            adapters[name] = TypeAdapter(hint)
            adapters[name].json_schema()
        except (RuntimeError, TypeError):  # what pydantic raises for a type that it has no schema for
            raise InputError.of(f"the tool {called}: {name} is of a type that JSON has not: {hint}") from None
    return adapters


def _parameters(
    called: str, function: FunctionType, types: Mapping[str, TypeAdapter[Any]], told: Mapping[str, str]
) -> dict[str, Parameter]:
    made = {}
    for parameter in _agents_parameters(function):
        name = parameter.name
        schema, nullable = _plain(types[name].json_schema())
        choices = tuple(schema.get("enum", (schema["const"],) if "const" in schema else ()))
        kind = schema.get("type") or _type_of(choices)
        if kind not in get_args(ParameterType):
            raise InputError.of(
                f"the tool {called}: {name} must be a text, a number or true/false, not {kind or 'anything'}"
            )
        made[name] = Parameter(
            type=cast("ParameterType", kind),
            description=told.get(name) or schema.get("description", ""),
            required=parameter.default is parameter.empty and not nullable,
            format=schema.get("format"),
            choices=choices,
            default=_default_of(parameter),
        )
    return made


def _default_of(parameter: inspect.Parameter) -> Json:
    """What a call without it means, where that can be told in JSON."""
    if parameter.default is parameter.empty:
        return None
    value = to_jsonable_python(parameter.default, fallback=lambda value: None)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, (str, int, float)) else None


def _plain(schema: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
    """The schema of a type without what stands around it, and whether it may be null."""
    options = [option for option in schema.get("anyOf", ()) if option.get("type") != "null"]
    nullable = len(options) < len(schema.get("anyOf", ()))
    merged = {**schema, **(options[0] if len(options) == 1 else {})}
    if "$ref" in merged:
        merged |= schema.get("$defs", {}).get(str(merged["$ref"]).rpartition("/")[2], {})
    return merged, nullable


def _type_of(choices: tuple[Any, ...]) -> str | None:
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string"}
    found = {kinds.get(type(choice)) for choice in choices}
    return found.pop() if len(found) == 1 else None


def _read_docstring(text: str) -> tuple[str, dict[str, str]]:
    """The first paragraph, and what is said of each parameter (`Args:` or `:param name:`)."""
    described: dict[str, str] = {}
    summary: list[str] = []
    in_summary, in_arguments, last = True, False, ""
    for line in text.splitlines():
        section = _SECTION.match(line)
        if section or line.startswith(":"):
            in_summary, in_arguments = (
                False,
                line.startswith(":param")
                or bool(section and section[1] in ("Args", "Arguments", "Parameters")),
            )
            last = ""
            if section:
                continue
        if in_arguments and (field := _FIELD.match(line)) and not (last and _is_deeper(line)):
            last = field[1]
            described[last] = field[2].strip()
        elif in_arguments and last and line.strip():
            described[last] = f"{described[last]} {line.strip()}".strip()
        elif in_summary and line.strip():
            summary.append(line.strip())
        elif in_summary and summary:
            in_summary = False
    return " ".join(summary), described


def _is_deeper(line: str) -> bool:
    return line.startswith((" " * 8, "\t\t"))
