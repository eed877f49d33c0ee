"""The operations of an OpenAPI 3 document as tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from callproof.errors import InputError
from callproof.problems import found
from callproof.scenario.drafting.declared import Declared, DeclaredParameter, DeclaredTool
from callproof.scenario.drafting.json_schema import Schemas
from callproof.scenario.drafting.wording import tool_name

_METHODS = ("get", "post", "put", "patch", "delete")
_HOLE = re.compile(r"\{([^{}]*)\}")
_LONGEST_TEXT = 600


def is_openapi(data: Any) -> bool:
    return isinstance(data, dict) and ("openapi" in data or "swagger" in data)


def read_openapi(data: dict[str, Any], file: str) -> Declared:
    """Raises InputError for what is no document of version 3; operations that cannot be read are told, and the others go on."""
    version = data.get("openapi")
    if not isinstance(version, str) or not version.startswith("3."):
        what = f"swagger {data['swagger']}" if "swagger" in data else f"openapi: {found(version)}"
        raise InputError.of(
            f"is {what}; OpenAPI 3 is read (converters for older documents: swagger2openapi)", file=file
        )
    paths = data.get("paths")
    if not isinstance(paths, dict):
        raise InputError.of(
            "has no paths: there is nothing that an agent could call", file=file, path="paths"
        )
    info = data.get("info")
    title = info.get("title") if isinstance(info, dict) else None
    declared = Declared(file, title if isinstance(title, str) else "")
    schemas = Schemas(data)
    for path, item in paths.items():
        whole = schemas.resolved(item)
        for method in _METHODS:
            operation = whole.get(method)
            if isinstance(operation, dict):
                _operation(path, method, operation, whole.get("parameters"), schemas, declared)
            elif operation is not None:
                declared.miss(f"paths.{path}.{method}", f"found {found(operation)}, expected an operation")
    return declared


def _operation(
    path: str, method: str, operation: dict[str, Any], shared: Any, schemas: Schemas, declared: Declared
) -> None:
    place = f"paths.{path}.{method}"
    parameters: dict[str, DeclaredParameter] = {}
    for parameter in _parameters(shared, operation, schemas):
        where, name = parameter.get("in"), parameter.get("name")
        if not isinstance(name, str):
            declared.miss(place, "a parameter has no name")
        elif where in ("path", "query"):
            schema = {**schemas.resolved(parameter.get("schema"))}
            for word in ("description", "example", "examples"):
                if word in parameter:
                    schema[word] = parameter[word]
            required = where == "path" or parameter.get("required") is True
            parameters[name] = schemas.parameter(name, _with_values(schema), required=required)
    body = schemas.resolved(operation.get("requestBody"))
    if body:
        schema = _json_schema(body, schemas)
        if schema is None:
            declared.miss(place, "its request body is no JSON; its fields are not known")
        else:
            for parameter_of_body in schemas.parameters(schema):
                parameters.setdefault(parameter_of_body.name, parameter_of_body)
    for name in filter(None, map(holes, path.split("/"))):
        # Documents forget them; the path itself says that they are there.
        parameters.setdefault(name, DeclaredParameter(name=name, type="string"))
    texts = [operation.get(word) for word in ("summary", "description")]
    said = [" ".join(text.split()) for text in texts if isinstance(text, str) and text.strip()]
    named = operation.get("operationId")
    declared.add(
        DeclaredTool(
            name=tool_name(named if isinstance(named, str) and named else f"{method} {path}"),
            place=place,
            description=". ".join(text.rstrip(".") for text in said)[:_LONGEST_TEXT],
            parameters=tuple(parameters.values()),
            method=method,
            path=tuple(part for part in path.split("/") if part),
            result=schemas.row(_answer(operation, schemas)),
        )
    )


def _parameters(shared: Any, operation: dict[str, Any], schemas: Schemas) -> Iterator[dict[str, Any]]:
    for listed in (shared, operation.get("parameters")):
        if isinstance(listed, list):
            yield from (dict(schemas.resolved(item)) for item in listed)


def _with_values(schema: dict[str, Any]) -> dict[str, Any]:
    """OpenAPI names its examples, and puts each into a `value`."""
    examples = schema.get("examples")
    if isinstance(examples, dict):
        schema["examples"] = [item.get("value") for item in examples.values() if isinstance(item, dict)]
    return schema


def _json_schema(body: Any, schemas: Schemas) -> Any:
    """The schema of the JSON among the forms of a body."""
    content = schemas.resolved(body).get("content")
    for kind, media in (content if isinstance(content, dict) else {}).items():
        if "json" in kind and isinstance(media, dict):
            return media.get("schema")
    return None


def _answer(operation: dict[str, Any], schemas: Schemas) -> Any:
    responses = operation.get("responses")
    if not isinstance(responses, dict):
        return None
    good = sorted(code for code in responses if code.startswith("2")) or ["default"]
    return next(
        (schema for code in good if (schema := _json_schema(responses.get(code), schemas)) is not None), None
    )


def holes(part: str) -> str | None:
    """The parameter that a part of a path stands for: `order_number` for `{order_number}`."""
    match = _HOLE.fullmatch(part)
    return match[1] if match else None
