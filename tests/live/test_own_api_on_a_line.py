"""The proxy before an agent's own API, with the agent on a telephone stream, on Pipecat's own connection and behind a protocol of its own: its
requests are tool calls on the call's clock, a moment fires at one, and one is broken."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.test_run_own_backend import events, placed, service
from tests.meta.source import ROOT
from tests.ports import free_port

__all__ = ["service"]

ADDRESS = {
    "twilio": "twilio:ws://127.0.0.1:{}/",
    "pipecat": "pipecat:ws://127.0.0.1:{}/ws-client",
    "websocket": "websocket:ws://127.0.0.1:{}/talk",
}
GREETING = "Order desk, how can I help?"
GOODBYE: dict[str, Any] = {"asks": [], "says": "Goodbye."}


def called(
    folder: Path, service: tuple[Path, str], kind: str, case: str, *turns: dict[str, Any]
) -> dict[str, Any]:
    """What came of a case with an agent that plays its part; a machine that is busy with other things is no fault of it."""
    port = str(free_port())
    script = json.dumps({"greeting": GREETING, "turns": [*turns, GOODBYE]})
    changes: dict[str, Any] = {
        "agent": ADDRESS[kind].format(port),
        "start": {
            "command": [sys.executable, "-m", "tests.live.own_api_peer", kind],
            "folder": str(ROOT),
            "env": {"PORT": port, "SCRIPT": script},
            "ready": {"line": "listening"},
        },
        "chat": None,
    }
    if kind == "websocket":
        example = ROOT / "examples" / "websocket-agent" / "agent.yaml"
        changes["websocket"] = yaml.safe_load(example.read_text())["websocket"]
        changes["websocket"]["send"]["hello"][0]["proxy"] = "$proxy"
    done = None
    for attempt in range(3):
        at = folder / str(attempt)
        at.mkdir()
        done = placed(at, service, changes, "--only", case)
        (result,) = done.json["cases"]
        if result["blame"] != "harness":
            return {**result, "folder": at}
        print(result["reasons"])
    raise AssertionError(done and done.err)


@pytest.mark.parametrize("kind", ["pipecat"])
def test_a_correction_comes_while_a_request_is_held_before_the_api(
    kind: str, tmp_path: Path, service: tuple[Path, str]
) -> None:
    first = {
        "asks": [["GET", "4821"], ["PATCH", "4821", 3]],
        "says": "I have set order 4821 to 3 pieces. Anything else?",
    }
    second = {
        "asks": [["PATCH", "4821", 1], ["PATCH", "4281", 3], ["GET", "4281"]],
        "says": "I have put order 4821 back to 1 piece, and set order 4281 to 3 pieces. Anything else?",
    }
    name = "other-number-in-flight"
    case = called(tmp_path, service, kind, name, first, second)
    asked = [(event["name"], event["arguments"]) for event in events(case["folder"], name, "tool.sent")]
    assert asked == [
        ("find_order", {"order_number": "4821"}),
        ("set_quantity", {"order_number": "4821", "quantity": 3}),
        ("set_quantity", {"order_number": "4821", "quantity": 1}),
        ("set_quantity", {"order_number": "4281", "quantity": 3}),
        ("find_order", {"order_number": "4281"}),
    ]
    sent = [event["ms"] for event in events(case["folder"], name, "tool.sent")]
    began = next(e["ms"] for e in events(case["folder"], name, "caller.began") if e["kind"] == "correction")
    ended = next(e["ms"] for e in events(case["folder"], name, "caller.ended") if e["act"] == "l2")
    writes = events(case["folder"], name, "write.committed")
    assert [(w["key"], w["after"]["quantity"], w["call"]) for w in writes] == [
        ("4821", 3, "t1"),
        ("4821", 1, "t2"),
        ("4281", 3, "t3"),
    ]
    # Held from the moment it came until the caller had finished.
    assert sent[1] <= began <= sent[1] + 60
    assert ended < writes[0]["not_before_ms"]
    assert {verdict["status"] for verdict in case["axes"].values()} == {"pass"}, case


@pytest.mark.parametrize("kind", ["twilio", "websocket"])
def test_an_answer_that_the_proxy_keeps_back(kind: str, tmp_path: Path, service: tuple[Path, str]) -> None:
    turn = {
        "asks": [["PATCH", "5590", 4], ["GET", "5590"]],
        "says": "I have set order 5590 to 4 pieces. Anything else?",
    }
    name = "no-answer-and-done"
    case = called(tmp_path, service, kind, name, turn)
    (fault,) = events(case["folder"], name, "fault.injected")
    assert (fault["kind"], fault["call"]) == ("timeout", "t0")
    (failed,) = events(case["folder"], name, "tool.failed")
    (write,) = events(case["folder"], name, "write.committed")
    assert (write["key"], write["after"]["quantity"], write["call"]) == ("5590", 4, "t0")
    assert failed["call"] == "t0"
    assert failed["ms"] > write["ms"]
    assert {verdict["status"] for verdict in case["axes"].values()} == {"pass"}, case
