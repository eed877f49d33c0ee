"""What went wrong with agents on real lines: sounds that are no interruption, and words that are, over a telephone stream with a real voice and
real ears."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.live.real_agents import PlacedCall, placed

TELEVISION, HELLO = "intr-28-television-while-preparing", "intr-11-hello-early-in-the-read-back"


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, PlacedCall]:
    cases = (TELEVISION, HELLO)
    return placed("spoken:sound", cases, tmp_path_factory.mktemp("runs"), status="passed")


def cut(call: PlacedCall) -> bool:
    """Whether the agent broke off what it was saying when its caller broke in."""
    began = next(
        event.ms
        for event in call.record.events
        if event.type == "caller.began" and event.kind in ("interruption", "noise")
    )
    cuts = [e.ms for e in call.record.events if e.type == "speech.cut" and e.speaker == "agent"]
    return any(0 <= ms - began <= 1000 for ms in cuts)


def test_it_is_spoken_over(calls: Mapping[str, PlacedCall]) -> None:
    assert TELEVISION in calls, "invalid in every attempt"
    assert calls[TELEVISION].result["status"] == "passed", calls[TELEVISION].result["reasons"]
    assert not cut(calls[TELEVISION])


def test_it_stops_the_agent_which_says_it_again(calls: Mapping[str, PlacedCall]) -> None:
    assert HELLO in calls, "invalid in every attempt"
    assert calls[HELLO].result["status"] == "passed", calls[HELLO].result["reasons"]
    assert cut(calls[HELLO])
