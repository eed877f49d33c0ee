"""Parameters out of JSON Schema, in the dialects that tools are declared in. References lead inside the document and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from callproof.scenario.drafting.declared import MOST_PARAMETERS, DeclaredParameter

# Deeper, or in more steps altogether, nobody declares a tool: the rest counts as not there.
_DEEPEST = 12
_MOST_STEPS = 50_000
_LONGEST_TEXT = 400
_SCALARS = ("string", "integer", "number", "boolean")
# Where the rows are in an answer that wraps them.
_WRAPPERS = ("data", "items", "results", "result", "value")


@dataclass(slots=True)
class Schemas:
    """The schemas of one document."""

    root: Any
    _steps: int = 0

    def resolved(self, schema: Any, depth: int = 0) -> Mapping[str, Any]:
        """The schema itself: behind its references, with the parts of `allOf`, and of several forms the first that is not null."""
        self._steps += 1
        if not isinstance(schema, dict) or depth > _DEEPEST or self._steps > _MOST_STEPS:
            return {}
        reference = schema.get("$ref")
        if isinstance(reference, str):
            return self.resolved(self.at(reference), depth + 1)
        merged = {str(key): value for key, value in schema.items()}
        parts = [self.resolved(part, depth + 1) for part in _list(schema.get("allOf"))]
        if parts:
            whole = [*parts, merged]
            properties = {
                name: value for part in whole for name, value in _dict(part.get("properties")).items()
            }
            required = [name for part in whole for name in _list(part.get("required"))]
            merged = {key: value for part in whole for key, value in part.items()}
            merged |= {"properties": properties, "required": required}
        for word in ("anyOf", "oneOf"):
            forms = [self.resolved(form, depth + 1) for form in _list(schema.get(word))]
            chosen = next((form for form in forms if form.get("type") != "null"), None)
            if chosen is not None:
                merged = {**chosen, **merged}
        return merged

    def at(self, reference: str) -> Any:
        """What `#/components/schemas/Order` names; None for what is not in the document."""
        if not reference.startswith("#/"):
            return None
        value = self.root
        for part in reference[2:].split("/"):
            key = part.replace("~1", "/").replace("~0", "~")
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def parameter(self, name: str, schema: Any, *, required: bool) -> DeclaredParameter:
        found = self.resolved(schema)
        kind, choices = found.get("type"), _list(found.get("enum"))
        if isinstance(kind, list):
            kind = next((item for item in kind if item != "null"), None)
        if "const" in found:
            choices = [found["const"]]
        choices = [choice for choice in choices if choice is not None]
        kind = str(kind).lower() if isinstance(kind, str) else ""
        if not kind:
            kind = _kind_of(choices[0]) if choices else "object" if "properties" in found else ""
        description = found.get("description") or found.get("title") or ""
        return DeclaredParameter(
            name=name,
            type=kind,
            description=" ".join(description.split())[:_LONGEST_TEXT] if isinstance(description, str) else "",
            required=required,
            format=found["format"] if isinstance(found.get("format"), str) else None,
            choices=tuple(choices[:20]),
            examples=tuple(value for value in _examples(found) if isinstance(value, str | int | float)),
        )

    def parameters(self, schema: Any) -> tuple[DeclaredParameter, ...]:
        """The properties of an object."""
        found = self.resolved(schema)
        required = {item for item in _list(found.get("required")) if isinstance(item, str)}
        properties = found.get("properties")
        if isinstance(properties, list):  # some platforms list them, each with its name
            named = [(_dict(item).get("id") or _dict(item).get("name"), item) for item in properties]
            return tuple(
                self.parameter(name, item, required=name in required or _dict(item).get("required") is True)
                for name, item in named[:MOST_PARAMETERS]
                if isinstance(name, str)
            )
        return tuple(
            self.parameter(name, item, required=name in required)
            for name, item in list(_dict(properties).items())[:MOST_PARAMETERS]
        )

    def row(self, schema: Any) -> dict[str, DeclaredParameter]:
        """The fields of the row, or the rows, that an answer holds."""
        found = self.resolved(schema)
        for _ in range(3):
            if found.get("type") == "array" or "items" in found:
                return self._fields(self.resolved(found.get("items")))
            properties = _dict(found.get("properties"))
            wrapped = [name for name in properties if name in _WRAPPERS]
            inner = self.resolved(properties[wrapped[0]]) if wrapped else {}
            if not ("properties" in inner or "items" in inner):
                break
            found = inner
        return self._fields(found)

    def _fields(self, found: Mapping[str, Any]) -> dict[str, DeclaredParameter]:
        example = _dict(found.get("example"))
        fields: dict[str, DeclaredParameter] = {}
        for name, schema in list(_dict(found.get("properties")).items())[:MOST_PARAMETERS]:
            field = self.parameter(name, schema, required=False)
            if field.type in _SCALARS:
                more = (example[name],) if isinstance(example.get(name), str | int | float) else ()
                fields[name] = DeclaredParameter(
                    name=name,
                    type=field.type,
                    description=field.description,
                    required=False,
                    format=field.format,
                    choices=field.choices,
                    examples=(*field.examples, *more),
                )
        return fields


def _examples(found: Mapping[str, Any]) -> Iterator[Any]:
    yield from (found[word] for word in ("example", "default") if word in found)
    examples = found.get("examples")
    yield from (examples if isinstance(examples, list) else _dict(examples).values())


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    return "number" if isinstance(value, float) else "string"


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
