"""Hundreds of small calls, each with all that the checks on words find in it: true faults, near misses, and calls in which all is well.

`tests/data/word_calls.jsonl` has them as `talk` takes them; `platform_calls.jsonl` as they come from Vapi, Retell and a list of timed
turns, which do not say which actions have consequences.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import callproof.importers.retell
import callproof.importers.timed_roles
import callproof.importers.vapi  # noqa: F401  registers the formats
from callproof.evidence.call import Call, fold
from callproof.evidence.record import Record
from callproof.importers.registry import Place, read_payload
from callproof.scoring.results import judge
from tests.meta.source import ROOT
from tests.unit.scoring.talks import WORD_CHECKS, Line, talk

STARTED_MS = 1_773_137_400_000
_FIELDS = ("name", "expect", "lines")


def stored(name: str) -> list[dict[str, Any]]:
    text = (ROOT / "tests" / "data" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


TALKS = stored("word_calls.jsonl")
PLATFORM_CALLS = stored("platform_calls.jsonl")


def found_by_words(call: Call) -> list[str]:
    return sorted(finding.check for finding in judge(call, WORD_CHECKS).findings)


@pytest.mark.parametrize("data", TALKS, ids=[data["name"] for data in TALKS])
def test_a_call_has_these_findings_and_no_others(data: dict[str, Any]) -> None:
    lines: list[Line] = [line[0] if len(line) == 1 else (line[0], line[1]) for line in data["lines"]]
    more = {name: value for name, value in data.items() if name not in _FIELDS}
    assert found_by_words(talk(*lines, **more)) == data["expect"]


def test_the_calls_are_of_both_kinds() -> None:
    names = [data["name"] for data in TALKS]
    assert len(names) == len(set(names)) > 400
    clean = sum(not data["expect"] for data in TALKS)
    assert 150 < clean < len(names) - 150
    found = {id for data in TALKS for id in data["expect"]}
    assert found == {check.id for check in WORD_CHECKS} - {"runaway_tool"}


# --- the same words from platforms ------------------------------------------------------------------------------------


def vapi(items: list[Any]) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    ms = STARTED_MS
    for place, item in enumerate(items):
        if isinstance(item, str):
            role = "bot" if item.startswith("a:") else "user"
            messages.append(
                {
                    "role": role,
                    "message": item[2:].strip(),
                    "time": ms,
                    "endTime": ms + 1500,
                    "duration": 1500,
                }
            )
            ms += 2100
        else:
            name, args, result = item
            call = {
                "id": f"k{place}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(args)},
            }
            messages.append({"role": "tool_calls", "message": "", "time": ms, "toolCalls": [call]})
            messages.append(
                {
                    "role": "tool_call_result",
                    "name": name,
                    "toolCallId": f"k{place}",
                    "result": json.dumps(result),
                    "time": ms + 300,
                }
            )
            ms += 600
    artifact = {"messages": messages}
    return {
        "message": {
            "type": "end-of-call-report",
            "call": {"id": "v"},
            "artifact": artifact,
            "endedReason": "customer-ended-call",
        }
    }


def retell(items: list[Any]) -> dict[str, Any]:
    transcript: list[dict[str, Any]] = []
    start = 0.5
    for place, item in enumerate(items):
        if isinstance(item, str):
            words = [
                {"word": word, "start": start + 0.2 * i, "end": start + 0.2 * i + 0.18}
                for i, word in enumerate(item[2:].split())
            ]
            role = "agent" if item.startswith("a:") else "user"
            transcript.append({"role": role, "content": item[2:].strip(), "words": words})
            start += 0.2 * len(words) + 0.6
        else:
            name, args, result = item
            asked = {
                "role": "tool_call_invocation",
                "tool_call_id": f"k{place}",
                "name": name,
                "arguments": json.dumps(args),
            }
            transcript.append(asked)
            transcript.append(
                {"role": "tool_call_result", "tool_call_id": f"k{place}", "content": json.dumps(result)}
            )
    return {
        "call_id": "r",
        "call_status": "ended",
        "start_timestamp": STARTED_MS,
        "transcript_with_tool_calls": transcript,
    }


def timed_roles(items: list[Any]) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = []
    start = 0.5
    for place, item in enumerate(items):
        if isinstance(item, str):
            role = "assistant" if item.startswith("a:") else "user"
            turns.append(
                {"role": role, "content": item[2:].strip(), "start_time": start, "end_time": start + 1.2}
            )
            start += 1.8
        else:
            name, args, result = item
            sent = {"id": f"k{place}", "name": name, "arguments": json.dumps(args)}
            came = {"id": f"k{place}", "name": name, "result": json.dumps(result)}
            turns.append(
                {"role": "tool_call", "content": "", "data": sent, "start_time": start, "end_time": start}
            )
            turns.append(
                {"role": "tool_call_result", "data": came, "start_time": start + 0.3, "end_time": start + 0.3}
            )
            start += 0.6
    return turns


@pytest.mark.parametrize("shape", [vapi, retell, timed_roles])
@pytest.mark.parametrize("data", PLATFORM_CALLS, ids=[data["name"] for data in PLATFORM_CALLS])
def test_a_platform_s_call_has_these_findings_and_no_others(data: dict[str, Any], shape: Any) -> None:
    (record,) = read_payload(shape(data["items"]), Place("x.json", "x"))
    assert isinstance(record, Record)
    assert found_by_words(fold(record)) == data["expect"]
