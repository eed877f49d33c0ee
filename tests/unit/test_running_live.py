"""How many live calls go on at once, and what a run says of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import callproof
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


def test_what_a_run_says_of_itself_is_in_its_report_and_in_that_of_its_files(tmp_path: Path) -> None:
    agent = LiveAgent("chat", "http://127.0.0.1:9/v1", names_call=False)
    options = RunOptions(at_once=2, only=["corr-01*"], output=tmp_path / "r")
    stream = RunStream(options.cases("outcomes-30"), agent, options)
    assert [line["blame"] for line in stream] == ["platform"]
    (note,) = stream.report.notes
    assert note.startswith("calls go one at a time: an agent of the kind chat has one static URL")
    assert stream.report.to_json()["notes"] == [note]
    assert callproof.score(tmp_path / "r").to_json()["notes"] == [note]
    # Of a run of which there is nothing to say, nothing is said.
    assert "notes" not in callproof.run("outcomes-30", "naive", only=["corr-01*"]).to_json()
