"""Webhooks of platforms, in their own shapes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from callproof.scenario.model import Fault
from tests.unit.calling.toolserver.running import Running, run, serving

THREE = {"order_number": "4821", "quantity": 3}
FOUND = {"order_number": "4821", "quantity": 1}


def _posted(path: str, body: Any, *faults: Fault) -> tuple[int, Any, Running]:
    """Status and text of the answer, and the call."""
    answers: list[tuple[int, Any]] = []

    async def test() -> Running:
        call = Running("a", *faults)
        async with serving(call) as (_, client):
            answer = await client.post(path, json=body)
            answers.append((answer.status_code, answer.json()))
        return call

    call = run(test)
    return *answers[0], call


def _vapi(*tools: dict[str, Any], type: str = "tool-calls") -> dict[str, Any]:
    return {"message": {"type": type, "timestamp": 1, "toolCallList": list(tools), "call": {"id": "c"}}}


@pytest.mark.parametrize(
    "tool",
    [
        {"id": "v1", "name": "set_quantity", "arguments": THREE},
        {"id": "v1", "name": "set_quantity", "parameters": THREE},
        {"id": "v1", "name": "set_quantity", "arguments": json.dumps(THREE)},
        {
            "id": "v1",
            "type": "function",
            "function": {"name": "set_quantity", "arguments": json.dumps(THREE)},
        },
        {"id": "v1", "function": {"name": "set_quantity", "parameters": THREE}},
    ],
)
def test_vapi_gets_results_as_texts(tool: dict[str, Any]) -> None:
    status, body, call = _posted("/hooks/vapi", _vapi(tool))
    assert status == 200
    (result,) = body["results"]
    assert (result["toolCallId"], result["name"]) == ("v1", "set_quantity")
    assert json.loads(result["result"]) == {"ok": True, "record": THREE}
    assert call.events("tool.sent")[0].arguments == THREE


def test_vapi_gets_an_answer_to_each_call_and_errors_in_their_place() -> None:
    status, body, call = _posted(
        "/hooks/vapi",
        _vapi(
            {"id": "v1", "name": "find_order", "arguments": {"order_number": "4821"}},
            {"id": "v2", "name": "set_quantity", "arguments": {"order_number": "1", "quantity": 1}},
            {"id": "v3", "name": "set_quantity", "arguments": "no json"},
        ),
    )
    assert status == 200
    assert body["results"] == [
        {"toolCallId": "v1", "name": "find_order", "result": json.dumps(FOUND)},
        {"toolCallId": "v2", "name": "set_quantity", "error": "404 no order 1"},
        {"toolCallId": "v3", "name": "set_quantity", "error": "400 the arguments are no JSON object"},
    ]
    assert [event.arguments for event in call.events("tool.sent")][2] == "no json"


def test_vapi_finds_its_calls_beside_their_tools_too() -> None:
    message = _vapi()
    del message["message"]["toolCallList"]
    tool_call = {
        "id": "v1",
        "type": "function",
        "function": {"name": "find_order", "arguments": {"order_number": "4821"}},
    }
    message["message"]["toolWithToolCallList"] = [{"type": "function", "toolCall": tool_call}]
    _, body, _ = _posted("/hooks/vapi", message)
    assert json.loads(body["results"][0]["result"]) == FOUND


def test_other_messages_of_vapi_are_let_by() -> None:
    status, body, call = _posted("/hooks/vapi", _vapi(type="status-update"))
    assert (status, body) == (200, {})
    assert call.log.events == ()


def test_a_broken_result_is_broken_for_vapi_too() -> None:
    _, body, _ = _posted(
        "/hooks/vapi",
        _vapi({"id": "v1", "name": "find_order", "arguments": {"order_number": "4821"}}),
        Fault(tool="find_order", kind="malformed"),
    )
    with pytest.raises(json.JSONDecodeError):
        json.loads(body["results"][0]["result"])


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/hooks/retell", {"name": "set_quantity", "args": THREE, "call": {"call_id": "r1"}}),
        ("/hooks/retell/set_quantity", {"name": "set_quantity", "args": THREE, "call": {"call_id": "r1"}}),
        # "Payload: args only"
        ("/hooks/retell/set_quantity", THREE),
        ("/hooks/elevenlabs/set_quantity", THREE),
        ("/hooks/elevenlabs/set_quantity", {**THREE, "system__conversation_id": "conv_1"}),
        (
            "/hooks/elevenlabs/set_quantity",
            {**THREE, "dynamic_variables": {"system__conversation_id": "conv_1"}},
        ),
    ],
)
def test_retell_and_elevenlabs_get_the_bare_result(path: str, body: Any) -> None:
    status, result, call = _posted(path, body)
    assert (status, result) == (200, {"ok": True, "record": THREE})
    assert call.events("tool.sent")[0].arguments == THREE


def test_their_errors_have_a_status() -> None:
    status, result, _ = _posted("/hooks/retell", {"name": "find_order", "args": {}, "call": {}})
    assert (status, result) == (400, {"error": "400 missing argument order_number"})


def test_chat_models_tool_calls() -> None:
    one = {
        "id": "c1",
        "type": "function",
        "function": {"name": "find_order", "arguments": '{"order_number": "4821"}'},
    }
    message = {"role": "tool", "tool_call_id": "c1", "content": json.dumps(FOUND)}
    assert _posted("/hooks/openai", one)[:2] == (200, message)
    assert _posted("/hooks/openai", [one])[:2] == (200, [message])
    assert _posted("/hooks/openai", {"role": "assistant", "tool_calls": [one]})[:2] == (200, [message])


def test_realtime_models_function_calls() -> None:
    item = {
        "type": "function_call",
        "call_id": "c1",
        "name": "find_order",
        "arguments": '{"order_number": 1}',
    }
    status, body, _ = _posted("/hooks/openai", item)
    assert status == 200
    error = json.dumps({"error": "400 order_number must be a string, not 1"})
    assert body == {"type": "function_call_output", "call_id": "c1", "output": error}


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("/hooks/bland", {}, 404, "no webhook is called 'bland'; there are vapi, retell, elevenlabs, openai"),
        ("/hooks/vapi", [], 400, "what vapi posts is a JSON object"),
        ("/hooks/vapi", {"message": {"type": "tool-calls"}}, 400, "has no toolCallList"),
        ("/hooks/vapi", _vapi({"id": "v1"}), 400, "a tool call has no name"),
        ("/hooks/retell", {"args": {}}, 400, "a tool call has no name"),
        ("/hooks/elevenlabs", {}, 404, "ends with its name"),
        ("/hooks/openai", [], 400, "there are no tool calls"),
        ("/hooks/openai", 3, 400, "a tool call is a JSON object"),
    ],
)
def test_what_has_another_shape_is_refused(path: str, body: Any, status: int, sentence: str) -> None:
    answered, result, call = _posted(path, body)
    assert answered == status
    assert sentence in result["error"]
    assert call.log.events == ()
