"""The bodies of requests, read within limits."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from starlette.requests import ClientDisconnect, Request

from callproof.calling.agent import Json
from callproof.calling.toolserver.refusals import RefusedError
from callproof.calling.wire.json_messages import MAX_DEPTH, too_deep

# A client that is still sending reads no answer: it would learn nothing but that the connection is gone.
_HEARD_OUT_S = 1.0


async def body_of(request: Request, limit: int) -> bytes:
    """Raises RefusedError (413) for more than `limit` bytes, without keeping them."""
    declared = request.headers.get("content-length", "")
    body = bytearray()
    try:
        if not (declared.isdigit() and int(declared) > limit):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    break
            else:
                return bytes(body)
        with suppress(TimeoutError):
            async with asyncio.timeout(_HEARD_OUT_S):
                async for _ in request.stream():
                    pass
    except ClientDisconnect:
        raise RefusedError(400, "the connection ended in the middle of the request") from None
    raise RefusedError(413, f"the request is larger than {limit} bytes")


def parsed(body: bytes) -> Json:
    """The JSON of a body. Raises RefusedError (400), also for what no file of ours could hold."""
    try:
        value = json.loads(body, parse_constant=_no_number)
        # A surrogate without its other half is JSON, and no text.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise RefusedError(400, f"the body is no JSON that can be used: {reason}") from None
    if too_deep(value):
        raise RefusedError(400, f"the body is no JSON that can be used: nested deeper than {MAX_DEPTH}")
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
