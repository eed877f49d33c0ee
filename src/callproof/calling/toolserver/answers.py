"""What came of a tool call, and how it is said."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from callproof.calling.agent import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What came of a tool call. `broken`: the result is a text that is no whole JSON, and goes out as it is."""

    status: int = 200
    result: Json = None
    error: str | None = None
    broken: bool = False


def as_text(answered: Answered) -> str:
    """A result for those who take texts alone."""
    if answered.error is not None:
        return json.dumps({"error": answered.error}, ensure_ascii=False)
    if isinstance(answered.result, str):
        return answered.result
    return json.dumps(answered.result, ensure_ascii=False, default=str)


def as_response(answered: Answered) -> Response:
    """The result, or the error with its own status. A result that a fault has broken off stays broken."""
    if answered.error is not None:
        return said({"error": answered.error}, answered.status)
    if answered.broken:
        return Response(answered.result, media_type="application/json")
    return said(answered.result)


def said(content: Json, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """As JSON."""
    text = json.dumps(content, ensure_ascii=False, default=str)
    return Response(text, status, headers, media_type="application/json")
