"""Lists of tools in the function-calling shapes of platforms and models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from callproof.errors import InputError
from callproof.problems import found
from callproof.scenario.drafting.declared import Declared, DeclaredParameter, DeclaredTool, is_of_the_line
from callproof.scenario.drafting.json_schema import Schemas
from callproof.scenario.drafting.wording import tool_name

# Where a list is, in files that hold more than it: a model's request, a session, an assistant of a platform.
_WHERE: tuple[tuple[str, ...], ...] = (
    ("tools",),
    ("functions",),
    ("function_declarations",),
    ("functionDeclarations",),
    ("general_tools",),
    ("result", "tools"),
    ("session", "tools"),
    ("model", "tools"),
    ("toolConfig", "tools"),
    ("conversation_config", "agent", "prompt", "tools"),
)
# Where the schema of the arguments stands in a tool.
_SCHEMAS = ("parameters", "input_schema", "inputSchema", "parametersJsonSchema", "parameters_json_schema")
_LONGEST_TEXT = 600


def read_tools(data: Any, file: str) -> Declared:
    """Raises InputError for what holds no tools; single ones that cannot be read are told, and the others go on."""
    tools = _listed(data)
    if tools is None:
        raise InputError.of(
            f"found {found(data)}, expected an OpenAPI 3 document or a list of tools (docs/init.md shows the shapes)",
            file=file,
        )
    declared = Declared(file)
    schemas = Schemas(data)
    for place, tool in tools:
        for below, single in _single(tool, place):
            _read(single, below, schemas, declared)
    return declared


def _listed(data: Any) -> list[tuple[str, Any]] | None:
    if isinstance(data, list):
        return [(f"[{at}]", tool) for at, tool in enumerate(data)] if data else None
    if not isinstance(data, dict):
        return None
    for way in _WHERE:
        value: Any = data
        for part in way:
            value = value.get(part) if isinstance(value, dict) else None
        if isinstance(value, list) and value:
            return [(f"{'.'.join(way)}[{at}]", tool) for at, tool in enumerate(value)]
    return [("", data)] if _looks_like_tool(data) else None


def _looks_like_tool(data: dict[str, Any]) -> bool:
    return "function" in data or ("name" in data and any(word in data for word in (*_SCHEMAS, "api_schema")))


def _single(tool: Any, place: str) -> Iterator[tuple[str, Any]]:
    """One tool, or those that are declared together."""
    if isinstance(tool, dict):
        for word in ("function_declarations", "functionDeclarations"):
            if isinstance(tool.get(word), list):
                for at, item in enumerate(tool[word]):
                    yield f"{place}.{word}[{at}]", item
                return
    yield place, tool


def _read(tool: Any, place: str, schemas: Schemas, declared: Declared) -> None:
    if not isinstance(tool, dict):
        declared.miss(place, f"found {found(tool)}, expected a tool")
        return
    inner = next((tool[word] for word in ("function", "toolSpec") if isinstance(tool.get(word), dict)), tool)
    name = inner.get("name")
    kind = tool.get("type")
    if any(isinstance(word, str) and is_of_the_line(word) for word in (kind, name)):
        declared.miss(place, f"{found(name or kind)} is about the call itself, and reads or writes nothing")
        return
    if not isinstance(name, str) or not name.strip():
        declared.miss(place, "has no name")
        return
    description = inner.get("description")
    method: Any = None
    parameters: tuple[DeclaredParameter, ...] = ()
    api = inner.get("api_schema")
    if isinstance(api, dict):
        method = api.get("method")
        parts = ("path_params_schema", "query_params_schema", "request_body_schema")
        parameters = tuple(p for part in parts for p in schemas.parameters(_as_object(api.get(part), part)))
    else:
        schema = next((inner[word] for word in _SCHEMAS if word in inner), None)
        if isinstance(schema, dict) and isinstance(schema.get("json"), dict):
            schema = schema["json"]
        parameters = schemas.parameters(schema)
    declared.add(
        DeclaredTool(
            name=tool_name(name),
            place=place,
            description=" ".join(description.split())[:_LONGEST_TEXT] if isinstance(description, str) else "",
            parameters=parameters,
            method=method.lower() if isinstance(method, str) and method.upper() == "GET" else None,
        )
    )


def _as_object(schema: Any, part: str) -> Any:
    """The parameters of a path are given by name, without an object around them, and are all needed."""
    if part != "path_params_schema" or not isinstance(schema, dict) or "properties" in schema:
        return schema
    return {"type": "object", "properties": schema, "required": list(schema)}
