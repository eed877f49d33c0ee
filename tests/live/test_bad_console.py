"""What goes wrong with an agent that is started for its call is named, and no call hangs."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from callproof.calling.live_agent import LiveAgent, Start
from callproof.calling.live_agents import called
from callproof.calling.simulation.live import LiveCall, live_call
from callproof.evidence.validation import validate
from callproof.models.workers import SpeechWorkers
from callproof.scoring.outcome.case import score
from tests.unit.calling.simulation.shop import only, scenario

WHAT = replace(scenario(), longest_ms=12_000)
FAKE = Path(__file__).parents[1] / "unit" / "calling" / "console_agent.py"


@pytest.fixture(scope="module")
def speech(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpeechWorkers]:
    with SpeechWorkers(cache=tmp_path_factory.mktemp("lines")) as workers:
        yield workers


def call(speech: SpeechWorkers, behaviour: str) -> tuple[LiveCall, str, str | None]:
    """One call, whose record is sound, the status of the case, and who is to blame."""
    start = Start(
        command=(sys.executable, str(FAKE)),
        env={"BEHAVIOUR": behaviour, "PYTHONPATH": os.pathsep.join(sys.path)},
        within_s=3.0 if behaviour == "never dials" else 20.0,
    )

    async def main() -> LiveCall:
        async with called(LiveAgent("livekit-console", __file__, start=start)) as peer:
            return await live_call(WHAT, peer, speech)

    placed = asyncio.run(main())
    assert validate(placed.record) == []
    result = score(placed.record, WHAT, placed.derivations).to_json()
    return placed, result["status"], result["blame"]


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        ("crashes", "the agent's process ended with exit code 3; the end of its log:"),
        ("never dials", "the agent did not connect within 3 s; the end of its log:"),
    ],
)
def test_one_that_does_not_come_up_is_invalid_with_its_log(
    speech: SpeechWorkers, behaviour: str, said: str
) -> None:
    placed, status, blame = call(speech, behaviour)
    assert only(placed.record, "line.ended").reason == "unreachable"
    message = only(placed.record, "line.error").message
    assert message.startswith(said)
    assert "arguments -m livekit.agents console" in message
    assert (status, blame) == ("invalid", "platform")


def test_one_whose_process_ends_in_the_call_is_invalid_with_its_log(speech: SpeechWorkers) -> None:
    placed, status, blame = call(speech, "dies")
    ended = only(placed.record, "line.ended")
    assert (ended.by, ended.reason) == (
        "agent",
        "connection lost: the agent's process ended with exit code 9",
    )
    assert only(placed.record, "line.error").message.endswith("boom")
    assert (status, blame) == ("invalid", "platform")


def test_one_that_only_sends_back_what_it_gets_fails(speech: SpeechWorkers) -> None:
    placed, status, _ = call(speech, "talks")
    assert only(placed.record, "line.ended").by in {"caller", "harness"}
    assert status == "failed"
