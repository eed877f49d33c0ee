"""Tools that are called over and over."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import Call
from callproof.scoring.checks.runaway_tool import RunawayTool
from tests.unit.scoring.calls import action, agent, call_of, caller, findings, only_finding, outcome

CHECK = RunawayTool()


def called(times: int, seconds: float, name: str = "hang_up", **more: Any) -> Call:
    turns = [caller(0, 0.5, "Bye.")]
    for place in range(times):
        start = 1 + place * seconds
        turns.append(agent(start, start, "Bye.", actions=[action(name, start_s=start, **more)]))
    return call_of(*turns)


def test_hang_up_337_times_in_148_seconds() -> None:
    finding = only_finding(CHECK, called(337, 148 / 336))
    assert finding.message == "hang_up was called 337 times in 148 s"
    assert (finding.severity, finding.turn, finding.start_ms) == ("high", 1, 1000)
    assert (finding.evidence["count"], finding.evidence["at_once"]) == (337, 137)
    assert finding.evidence["limits"] == {"most": 25, "most_at_once": 10, "window_ms": 60000}
    assert len(finding.evidence["events"]) == 337


@pytest.mark.parametrize(
    ("times", "seconds", "expected"),
    [
        (10, 1, False),
        (11, 1, True),
        (11, 6, True),  # the eleventh is exactly a minute after the first
        (11, 6.1, False),
        (25, 61, False),
        (26, 61, True),
    ],
)
def test_the_limits(times: int, seconds: float, expected: bool) -> None:
    assert (findings(CHECK, called(times, seconds)) != []) == expected


def test_different_tools_are_counted_apart() -> None:
    turns = [agent(i, i, "Hm.", actions=[action(f"step_{i}", start_s=i)]) for i in range(40)]
    assert findings(CHECK, call_of(*turns)) == []


def test_other_arguments_are_the_same_tool() -> None:
    turns = [agent(i, i, "Hm.", actions=[action("find", {"page": i}, start_s=i)]) for i in range(12)]
    assert findings(CHECK, call_of(*turns)) == [("high", 0)]


def test_without_times_only_the_number_can_be_judged() -> None:
    def untimed(times: int) -> Call:
        return call_of(agent(None, None, "Hm.", actions=[action("find")] * times))

    assert outcome(CHECK, untimed(10)).missing is None
    result = outcome(CHECK, untimed(11))
    assert (result.findings, result.measured) == ((), True)
    assert result.missing == "it is not known when a tool was called that was called often"
    assert findings(CHECK, untimed(26)) == [("high", 0)]


def test_without_tool_calls_nothing_is_measured() -> None:
    assert outcome(CHECK, call_of(agent(0, 1, "Hi."))).missing == "the record has no tool calls"


def test_the_limits_are_settings() -> None:
    assert findings(RunawayTool(most=3, severity="low"), called(4, 100)) == [("low", 1)]
    assert findings(RunawayTool(window_ms=5000), called(11, 1)) == []
