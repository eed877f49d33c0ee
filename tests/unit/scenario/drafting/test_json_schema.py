"""What is read out of JSON Schema, and what keeps it from being read for ever."""

from __future__ import annotations

from typing import Any

from callproof.scenario.drafting.json_schema import Schemas

DOCUMENT = {
    "components": {
        "schemas": {
            "Base": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "Order": {
                "allOf": [
                    {"$ref": "#/components/schemas/Base"},
                    {"type": "object", "properties": {"total": {"type": "number", "example": 12.5}}},
                ]
            },
            "Loop": {"$ref": "#/components/schemas/Loop"},
            "Tree": {
                "type": "object",
                "properties": {"next": {"$ref": "#/components/schemas/Tree"}, "n": {"type": "integer"}},
            },
            "a/b~c": {"type": "boolean"},
        }
    }
}


def parameter(schema: Any) -> tuple[str, tuple[Any, ...], str | None]:
    found = Schemas(DOCUMENT).parameter("p", schema, required=True)
    return found.type, found.choices, found.format


def test_types_in_every_dialect() -> None:
    assert parameter({"type": "STRING", "format": "date"}) == ("string", (), "date")
    assert parameter({"type": ["null", "integer"]}) == ("integer", (), None)
    assert parameter({"anyOf": [{"type": "null"}, {"type": "number"}]}) == ("number", (), None)
    assert parameter({"enum": ["a", "b", None]}) == ("string", ("a", "b"), None)
    assert parameter({"const": 3}) == ("integer", (3,), None)
    assert parameter({"properties": {}}) == ("object", (), None)
    assert parameter("nonsense") == ("", (), None)


def test_references_and_their_parts() -> None:
    order = Schemas(DOCUMENT).parameters({"$ref": "#/components/schemas/Order"})
    assert [(p.name, p.type, p.required, p.examples) for p in order] == [
        ("id", "string", True, ()),
        ("total", "number", False, (12.5,)),
    ]
    assert parameter({"$ref": "#/components/schemas/a~1b~0c"})[0] == "boolean"


def test_references_lead_nowhere_else() -> None:
    for reference in (
        "other.yaml#/Order",
        "https://example.com/schema.json",
        "#/components/none",
        "/etc/passwd",
        "#",
    ):
        assert parameter({"$ref": reference}) == ("", (), None)


def test_what_leads_to_itself_ends() -> None:
    assert parameter({"$ref": "#/components/schemas/Loop"}) == ("", (), None)
    assert list(Schemas(DOCUMENT).row({"$ref": "#/components/schemas/Tree"})) == ["n"]


def test_what_doubles_with_each_level_ends() -> None:
    levels: dict[str, Any] = {"s0": {"type": "object", "properties": {"x": {"type": "string"}}}}
    for level in range(1, 60):
        levels[f"s{level}"] = {"allOf": [{"$ref": f"#/s{level - 1}"}] * 8}
    schemas = Schemas(levels)
    assert schemas.parameters({"$ref": "#/s59"}) == ()
    assert [p.name for p in Schemas(levels).parameters({"$ref": "#/s2"})] == ["x"]


def test_rows_are_found_in_their_wrapping() -> None:
    row = {"type": "object", "properties": {"id": {"type": "string"}, "tags": {"type": "array"}}}
    page = {"data": {"type": "array", "items": row}, "next": {"type": "string"}}
    for schema in (
        row,
        {"type": "array", "items": row},
        {"type": "object", "properties": page},
        {"type": "object", "properties": {"data": row}},
    ):
        assert list(Schemas(schema).row(schema)) == ["id"]
