"""The sound reference agent as a session of the Realtime API: speech both ways, its tools carried out by our world over the same connection."""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from tests.live.real_agents import (
    PlacedCall,
    assert_both_sides_are_heard,
    assert_tools_are_on_the_clock,
    placed,
)
from tests.ports import free_port

SPEECH, IN_FLIGHT = "intr-02-over-the-read-back", "intr-07-date-in-flight"


def agent_file(folder: Path) -> str:
    port = free_port()
    serve = [sys.executable, "-m", "callproof", "agent", "sound", "--serve", "openai-realtime"]
    settings = {
        "agent": f"openai-realtime:ws://127.0.0.1:{port}/",
        "start": {
            "command": [*serve, "--port", str(port)],
            "env": {"CALLPROOF_AGENT_TOKEN": "of this test"},
            "ready": {"line": "serving at ws://"},
        },
        "headers": {"Authorization": "Bearer of this test"},
    }
    path = folder / "agent.yaml"
    path.write_text(yaml.safe_dump(settings))
    return str(path)


def test_an_interruption_and_a_correction_in_flight(tmp_path: Path) -> None:
    should_be = {SPEECH: "passed", IN_FLIGHT: "failed"}
    calls = placed(agent_file(tmp_path), list(should_be), tmp_path, status=should_be)
    assert set(calls) == {SPEECH, IN_FLIGHT}
    for call in calls.values():
        assert_both_sides_are_heard(call)
        assert_tools_are_on_the_clock(call)
    assert calls[SPEECH].result["status"] == "passed"
    assert_it_gave_way(calls[SPEECH])
    assert_what_left_could_not_be_taken_back(calls[IN_FLIGHT])


def assert_it_gave_way(placed: PlacedCall) -> None:
    """Within half a second of the caller's voice, and what was heard until then is in the record."""
    act = next(e for e in placed.record.events if e.type == "caller.began" and e.act == "l2")
    cut = next(e for e in placed.record.events if e.type == "speech.cut" and e.seq > act.seq)
    assert cut.speaker == "agent"
    assert cut.ms - act.ms <= 500
    assert cut.played


def assert_what_left_could_not_be_taken_back(placed: PlacedCall) -> None:
    """The protocol has no words for it. The agent puts it right afterwards, and the outdated write is found."""
    assert placed.cause == "inflight_call_not_cancelled"
    assert placed.axes["backend_correct"] == "pass"
    (first, second) = (e for e in placed.record.events if e.type == "tool.sent" and e.name == "update_order")
    act = next(e for e in placed.record.events if e.type == "caller.began" and e.act == "l2")
    assert first.ms <= act.ms <= first.ms + 60
    assert second.arguments == {"order_number": "6271", "delivery_date": "2026-03-23"}
    assert not [e for e in placed.record.events if e.type == "tool.cancelled"]
