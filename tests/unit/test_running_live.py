"""How many live calls go on at once, and what a run says of it."""

from __future__ import annotations

import pytest

from callproof.calling.live_agent import LiveAgent
from callproof.running import RunOptions, RunStream


@pytest.mark.parametrize(
    ("agent", "told", "at_once"),
    [
        (LiveAgent("twilio", "ws://h/"), "stream parameters", 3),
        (LiveAgent("openai-realtime", "ws://h/"), "connection", 3),
        (LiveAgent("livekit-console", "agent.py"), "process", 3),
        (LiveAgent("pipecat", "ws://h/"), "static URL", 1),
        (LiveAgent("pipecat", "ws://h/", names_call=True), "connection", 3),
        (LiveAgent("twilio", "ws://h/", names_call=False), "static URL", 1),
    ],
)
def test_no_two_calls_go_on_where_the_agent_cannot_name_its_call(
    agent: LiveAgent, told: str, at_once: int
) -> None:
    stream = RunStream([], agent, RunOptions(at_once=3))
    assert (stream.about["call_told_by"], stream.about["at_once"]) == (told, at_once)
    assert [note.partition(":")[0] for note in stream.notes] == (
        ["calls go one at a time"] if at_once == 1 else []
    )
