"""MCP over streamable HTTP: a call's tools for agents that take them from an MCP server.

JSON-RPC, one answer to a request and no stream. Nothing is kept between requests but which of them are running, so that
`notifications/cancelled` can take one back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callproof.calling.agent import Json
from callproof.calling.toolserver.answers import as_text
from callproof.calling.toolserver.belonging import NAME
from callproof.calling.toolserver.opened import OpenCall
from callproof.calling.toolserver.refusals import RefusedError
from callproof.calling.toolserver.shapes import without
from callproof.version import __version__

# Newest first.
VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
_INVALID, _NO_METHOD, _BAD_PARAMETERS = -32600, -32601, -32602


def call_named_in(message: Json) -> tuple[str | None, str | None]:
    """The call that a request names in its `_meta`, and the one that it names among a tool's arguments."""
    parameters = _object(_object(message).get("params"))
    named = [_object(parameters.get(place)).get(NAME) for place in ("_meta", "arguments")]
    meta, argument = (value if isinstance(value, str) and value else None for value in named)
    return meta, argument


async def answered(message: Json, call: OpenCall, session: str) -> Json | None:
    """The answer to one message; None for those that get none. `session` tells clients of one call apart."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return _error(None, _INVALID, "this is no JSON-RPC 2.0 message")
    method, id, parameters = message.get("method"), message.get("id"), _object(message.get("params"))
    if method == "notifications/cancelled":
        _cancelled(call, session, parameters.get("requestId"))
    if id is None or method is None:
        return None
    if not isinstance(id, str | int) or isinstance(id, bool):
        return _error(None, _INVALID, "the id of a request is a text or a whole number")
    if method == "initialize":
        return _result(id, _initialized(parameters))
    if method == "ping":
        return _result(id, {})
    if method == "tools/list":
        return _result(id, {"tools": [_described(schema) for schema in call.desk.schemas]})
    if method == "tools/call":
        return await _called(id, parameters, call, session)
    return _error(
        id, _NO_METHOD, f"{method!r} is not done here; initialize, ping, tools/list and tools/call are"
    )


def _initialized(parameters: Mapping[str, Json]) -> Json:
    asked = parameters.get("protocolVersion")
    return {
        "protocolVersion": asked if asked in VERSIONS else VERSIONS[0],
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": {"name": "callproof", "version": __version__},
    }


def _described(schema: Mapping[str, Json]) -> Json:
    function = schema["function"]
    return {
        "name": function["name"],
        "description": function["description"],
        "inputSchema": function["parameters"],
    }


async def _called(id: str | int, parameters: Mapping[str, Json], call: OpenCall, session: str) -> Json:
    name, arguments = parameters.get("name"), parameters.get("arguments")
    if not isinstance(name, str) or not name:
        return _error(id, _BAD_PARAMETERS, "tools/call has no name")
    if arguments is not None and not isinstance(arguments, dict):
        return _error(id, _BAD_PARAMETERS, "the arguments of tools/call are an object")
    given, _ = without(arguments or {}, (NAME,))
    key = _object(parameters.get("_meta")).get("idempotencyKey")
    came = await call.use(
        name, given, key=key if isinstance(key, str) else None, tool_call=_known_as(session, id)
    )
    return _result(
        id, {"content": [{"type": "text", "text": as_text(came)}], "isError": came.error is not None}
    )


def _cancelled(call: OpenCall, session: str, request: Json) -> None:
    try:
        call.cancel(_known_as(session, request))
    except RefusedError:
        return  # it has its answer already, or never was


def _known_as(session: str, request: Json) -> str:
    return f"mcp:{session}:{request!r}"


def _result(id: str | int, result: Json) -> Json:
    return {"jsonrpc": "2.0", "id": id, "result": result}


def _error(id: str | int | None, code: int, message: str) -> Json:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
