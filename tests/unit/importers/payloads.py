"""Payloads of every platform for the tests: the real-shaped files, and whole call objects built around them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PAYLOADS = Path(__file__).parents[2] / "data" / "payloads"


def stored(name: str) -> Any:
    """A file of tests/data/payloads, parsed."""
    return json.loads((PAYLOADS / f"{name}.json").read_text(encoding="utf-8"))


def vapi_report() -> dict[str, Any]:
    """An end-of-call-report: the stored messages with a prompt in front, the call's own data, and the platform's latencies."""
    prompt = {"role": "system", "message": "You are Sam.", "time": 1728862774000, "secondsFromStart": 0}
    return {
        "message": {
            "type": "end-of-call-report",
            "timestamp": 1728862840000,
            "startedAt": "2024-10-13T23:39:34.056Z",
            "endedAt": "2024-10-13T23:40:39.556Z",
            "endedReason": "assistant-ended-call",
            "analysis": {"summary": "A call.", "successEvaluation": "true"},
            "artifact": {
                "messages": [prompt, *stored("vapi_artifact_messages")],
                "transcript": "AI: ...",
                "performanceMetrics": {
                    "turnLatencies": [
                        {"modelLatency": 500, "turnLatency": 1300 + 100 * number} for number in range(7)
                    ],
                    "turnLatencyAverage": 1600,
                },
            },
            "call": {"id": "vapi-1", "orgId": "o", "type": "inboundPhoneCall"},
        }
    }


def retell_call() -> dict[str, Any]:
    """A get-call object around the stored transcript."""
    return {
        "call_id": "retell-1",
        "call_type": "phone_call",
        "agent_id": "a",
        "call_status": "ended",
        "start_timestamp": 1703302407333,
        "end_timestamp": 1703302424000,
        "duration_ms": 16667,
        "transcript": "User: Hello.",
        "transcript_with_tool_calls": stored("retell_transcript_with_tool_calls"),
        "transcript_object": [
            item for item in stored("retell_transcript_with_tool_calls") if "tool_call_id" not in item
        ],
        "latency": {"e2e": {"p50": 500, "num": 4, "values": [500, 480.5, 900, 300]}, "llm": {"values": [1]}},
        "disconnection_reason": "agent_hangup",
        "call_analysis": {"call_successful": True},
    }


def timed_roles_call() -> dict[str, Any]:
    """The stored list with what may stand beside it."""
    return {
        "id": "roles-1",
        "started_at": "2024-10-17T09:00:00+02:00",
        "transcript": stored("timed_role_list"),
    }


def simple_call() -> dict[str, Any]:
    """A call in our own JSON with everything that it can hold."""
    return {
        "id": "simple-1",
        "policy": {"max_refund": 50},
        "completed": True,
        "started_at": "2024-10-17T09:00:00Z",
        "connected_s": 0.2,
        "ended_s": 12.5,
        "ended_by": "caller",
        "ended_reason": "hung up",
        "turns": [
            {"speaker": "agent", "text": "Hello.", "start_s": 0.9, "end_s": 1.4},
            {
                "speaker": "user",
                "text": "Refund fifty.",
                "truth": "Refund fifteen.",
                "start_s": 2.0,
                "end_s": 3.1,
            },
            {
                "speaker": "agent",
                "text": "Done.",
                "truth": "Done!",
                "start_s": 4.0,
                "end_s": 4.6,
                "interrupted": True,
                "actions": [
                    {
                        "name": "refund",
                        "args": {"amount": 50},
                        "consequential": True,
                        "id": "r1",
                        "start_s": 3.2,
                        "end_s": 3.9,
                        "result": {"ok": True},
                    },
                    {"name": "log", "error": "no such table"},
                ],
            },
            {"speaker": "other", "text": "Hold the line."},
            {"speaker": "user", "text": "Thanks.", "start_s": 10.0},
        ],
    }


WHOLE: tuple[Any, ...] = (
    vapi_report(),
    vapi_report()["message"]["artifact"],
    stored("vapi_artifact_messages"),
    retell_call(),
    {"event": "call_ended", "call": retell_call()},
    stored("retell_transcript_with_tool_calls"),
    timed_roles_call(),
    stored("timed_role_list"),
    simple_call(),
    [simple_call(), retell_call(), timed_roles_call()],
)
