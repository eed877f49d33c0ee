"""Messages as Vapi lists them, for the tests."""

from __future__ import annotations

from typing import Any

# 13 October 2024, 23:39:34.556 UTC: where the secondsFromStart of everything said in the stored list count from.
T0 = 1728862774556


def said(role: str, text: str, start_ms: int, end_ms: int | None = None, **more: Any) -> dict[str, Any]:
    """A spoken message `start_ms` after T0."""
    message = {"role": role, "message": text, "time": T0 + start_ms, "secondsFromStart": start_ms / 1000}
    if end_ms is not None:
        message["endTime"] = T0 + end_ms
    return message | more


def tool_calls(*calls: tuple[str | None, str, Any], at: int | None) -> dict[str, Any]:
    message: dict[str, Any] = {
        "role": "tool_calls",
        "message": "",
        "toolCalls": [
            {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}
            for id, name, arguments in calls
        ],
    }
    return message if at is None else message | {"time": T0 + at, "secondsFromStart": (at - 1168) / 1000}


def tool_result(id: str | None, result: Any, at: int | None, name: str | None = "f") -> dict[str, Any]:
    message = {"role": "tool_call_result", "toolCallId": id, "name": name, "result": result}
    return message if at is None else message | {"time": T0 + at}


CALL = [said("user", "Hello.", 1000, 2000), said("bot", "Good morning.", 2500, 3500)]
