"""What went wrong with agents on real lines: sounds that are no interruption, and words that are, over a telephone stream with a real voice and
real ears."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.live.real_agents import PlacedCall, placed

CLAP, TELEVISION = "intr-24-clap-after-the-request", "intr-28-television-while-preparing"
WAIT, HELLO = "intr-02-over-the-read-back", "intr-11-hello-early-in-the-read-back"


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, PlacedCall]:
    cases = (CLAP, TELEVISION, WAIT, HELLO)
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


@pytest.mark.parametrize("case", [CLAP, TELEVISION])
def test_it_is_spoken_over(calls: Mapping[str, PlacedCall], case: str) -> None:
    assert case in calls, "invalid in every attempt"
    assert calls[case].result["status"] == "passed", calls[case].result["reasons"]
    assert not cut(calls[case])


@pytest.mark.parametrize("case", [WAIT, HELLO])
def test_it_stops_the_agent_which_says_it_again(calls: Mapping[str, PlacedCall], case: str) -> None:
    assert case in calls, "invalid in every attempt"
    assert calls[case].result["status"] == "passed", calls[case].result["reasons"]
    assert cut(calls[case])
