"""Tools in the shapes of models and platforms."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.errors import InputError
from callproof.scenario.drafting.tool_lists import read_tools
from tests.unit.scenario.drafting.sources import source, tools_of

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
PLAIN = {"name": "t", "description": "Set it.", "parameters": SCHEMA}


@pytest.mark.parametrize(
    "data",
    [
        [{"type": "function", "function": PLAIN}],
        [{"type": "function", **PLAIN}],
        [{"name": "t", "description": "Set it.", "input_schema": SCHEMA}],
        {"tools": [{"name": "t", "description": "Set it.", "inputSchema": SCHEMA}]},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "t", "description": "Set it.", "inputSchema": SCHEMA}]}},
        {"function_declarations": [PLAIN]},
        {"tools": [{"functionDeclarations": [PLAIN]}]},
        {"tools": [{"toolSpec": {"name": "t", "description": "Set it.", "inputSchema": {"json": SCHEMA}}}]},
        {"model": {"tools": [{"type": "function", "function": PLAIN, "server": {"url": "https://example.com"}}]}},
        {"general_tools": [{"type": "custom", "url": "https://example.com", **PLAIN}]},
        {"conversation_config": {"agent": {"prompt": {"tools": [
            {"type": "webhook", "name": "t", "description": "Set it.", "api_schema": {"url": "https://example.com", "method": "POST",
             "request_body_schema": {"type": "object", "properties": [{"id": "n", "type": "integer", "required": True}]}}}]}}}},
        PLAIN,
    ],
    ids=["chat", "realtime", "anthropic", "mcp", "mcp-rpc", "gemini", "gemini-tools", "bedrock", "vapi", "retell", "elevenlabs", "one"],
)  # fmt: skip
def test_a_shape(data: Any) -> None:
    declared = read_tools(data, "tools.json")
    (tool,) = declared.tools
    assert (tool.name, tool.description) == ("t", "Set it.")
    assert [(p.name, p.type, p.required) for p in tool.parameters] == [("n", "integer", True)]
    assert declared.problems == []


def test_several_shapes_in_one_list() -> None:
    tools = tools_of("tools.json")
    assert list(tools) == [
        "lookup_account", "change_plan", "schedule_technician", "list_technicians", "issue_credit", "cancel_service", "escalate",
    ]  # fmt: skip
    assert tools["change_plan"].parameters[1].choices == ("basic", "family", "premium")
    assert [(p.name, p.required) for p in tools["cancel_service"].parameters] == [
        ("account_number", True),
        ("reason", False),
    ]


def test_what_is_about_the_line_is_told() -> None:
    (problem,) = source("tools.json").declared.problems
    assert (problem.path, problem.message) == (
        "[5]",
        "'end_call' is about the call itself, and reads or writes nothing",
    )


def test_what_cannot_be_read_is_told_and_the_rest_goes_on() -> None:
    declared = read_tools(
        [17, {"name": ""}, PLAIN, {**PLAIN, "description": "Another."}, PLAIN], "tools.json"
    )
    assert [tool.name for tool in declared.tools] == ["t"]
    assert [(p.path, p.message) for p in declared.problems] == [
        ("[0]", "found 17, expected a tool"),
        ("[1]", "has no name"),
        ("[3]", "another tool 't'; the first one is taken"),
        ("[4]", "another tool 't'; the first one is taken"),
    ]


@pytest.mark.parametrize("data", [None, 3, "x", [], {}, {"tools": []}, {"name": "x"}])
def test_what_holds_no_tools(data: Any) -> None:
    with pytest.raises(InputError, match="expected an OpenAPI 3 document or a list of tools"):
        read_tools(data, "tools.json")
