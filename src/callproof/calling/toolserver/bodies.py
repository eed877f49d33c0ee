"""The bodies of requests, read within limits."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import ClientDisconnect, Request

from callproof.calling.agent import Json
from callproof.calling.toolserver.refusals import RefusedError


async def body_of(request: Request, limit: int) -> bytes:
    """Raises RefusedError (413) for more than `limit` bytes, without reading them."""
    too_much = RefusedError(413, f"the request is larger than {limit} bytes")
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > limit:
        raise too_much
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise too_much
    except ClientDisconnect:
        raise RefusedError(400, "the connection ended in the middle of the request") from None
    return bytes(body)


def parsed(body: bytes) -> Json:
    """The JSON of a body. Raises RefusedError (400), also for what no file of ours could hold."""
    try:
        value = json.loads(body, parse_constant=_no_number)
        # A surrogate without its other half is JSON, and no text.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise RefusedError(400, f"the body is no JSON that can be used: {reason}") from None
    return value


def arguments_in(body: bytes) -> dict[str, Json] | str:
    """A tool's arguments; what is no JSON object stays the text that it is, for the tool to refuse: the agent's own mistake."""
    if not body.strip():
        return {}
    try:
        value = parsed(body)
    except RefusedError:
        return body.decode(errors="replace")
    return value if isinstance(value, dict) else body.decode(errors="replace")


def read_arguments(value: Json) -> dict[str, Json] | str:
    """The same, of a part of a payload: an object, or a text with an object in it."""
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    return arguments_in(value.encode()) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number in JSON")
