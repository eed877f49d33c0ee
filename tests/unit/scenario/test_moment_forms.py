"""Moments in the short form: what they mean, what is refused, and how they are written again."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.scenario.moment_forms import read_moment, write_moment
from callproof.scenario.moments import MOMENT_KINDS, TIMED_MOMENTS, TOOL_MOMENTS, Moment
from callproof.scenario.report import Report


def read(data: Any) -> tuple[Moment | None, list[str]]:
    report = Report("")
    moment = read_moment(data, report.below("when"))
    return moment, [str(problem) for problem in report.problems]


@pytest.mark.parametrize(
    ("data", "moment"),
    [
        ("after_agent_turn", Moment()),
        ({"after_agent_turn": None}, Moment()),
        ({"after_agent_turn": True, "nth": 2}, Moment(nth=2)),
        ({"tool_in_flight": "update_order", "hold": "reply", "nth": 2}, Moment(kind="tool_in_flight", tool="update_order", hold="reply", nth=2)),
        ({"tool_sent": "*"}, Moment(kind="tool_sent", tool="*")),
        ({"agent_speaking": 400}, Moment(kind="agent_speaking", ms=400)),
        ({"agent_says": "4821"}, Moment(kind="agent_says", text="4821")),
        ({"silence": 2000}, Moment(kind="silence", ms=2000)),
        ({"at": 0}, Moment(kind="at", ms=0)),
    ],
)  # fmt: skip
def test_what_a_moment_means(data: Any, moment: Moment) -> None:
    assert read(data) == (moment, [])


def test_every_moment_comes_back_as_it_was_written() -> None:
    for kind in MOMENT_KINDS:
        tool = "t" if kind in TOOL_MOMENTS else None
        text = "x" if kind == "agent_says" else None
        ms = 0 if kind in TIMED_MOMENTS else None
        for nth in (1, 3) if kind != "at" else (1,):
            for hold in ("commit", "reply") if kind == "tool_in_flight" else ("commit",):
                moment = Moment(kind=kind, tool=tool, text=text, ms=ms, nth=nth, hold=hold)
                assert read(write_moment(moment)) == (moment, [])


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("after_agnt_turn", "when: found 'after_agnt_turn', expected a moment: "),
        ("after_agnt_turn", " Did you mean 'after_agent_turn'?"),
        ("tool_sent", "when: tool_sent needs a tool's name: {tool_sent: NAME}"),
        ("silence", "when: silence needs whole milliseconds: {silence: 400}"),
        (None, "when: found null, expected a moment"),
        (["at"], "when: found a list of 1, expected a moment"),
        ({}, "when: found an empty object, expected one moment"),
        ({"nth": 2}, "when: found an object, expected one moment"),
        ({"at": 1, "silence": 2}, "when: found at and silence, expected one moment"),
        ({"tool_snt": "x"}, "when.tool_snt: is no moment and no option of one. Did you mean 'tool_sent'?"),
        ({"tool_sent": "x", "holds": "reply"}, "when.holds: is no moment and no option of one. Did you mean 'hold'?"),
        ({"tool_sent": 3}, "when.tool_sent: found 3, expected a tool's name"),
        ({"tool_sent": ""}, "when.tool_sent: found '', expected a tool's name"),
        ({"agent_says": 4821}, "when.agent_says: found 4821, expected a text (write it in quotes)"),
        ({"agent_says": " "}, "when.agent_says: found ' ', expected a text"),
        ({"agent_speaking": "400"}, "when.agent_speaking: found '400', expected whole milliseconds"),
        ({"agent_speaking": -1}, "when.agent_speaking: found -1, expected whole milliseconds"),
        ({"silence": True}, "when.silence: found true, expected whole milliseconds"),
        ({"after_agent_turn": 2}, "when.after_agent_turn: found 2, expected nothing"),
        ({"tool_sent": "x", "hold": "reply"}, "when.hold: says what waits while a call is under way; only tool_in_flight has it"),
        ({"tool_in_flight": "x", "hold": "both"}, "when.hold: found 'both', expected commit or reply"),
        ({"tool_sent": "x", "nth": 0}, "when.nth: found 0, expected a whole number from 1"),
        ({"tool_sent": "x", "nth": 1.0}, "when.nth: found 1.0, expected a whole number from 1"),
        ({"at": 5, "nth": 2}, "when.nth: a time comes once; at has no nth"),
    ],
)  # fmt: skip
def test_a_moment_that_is_refused(data: Any, problem: str) -> None:
    moment, problems = read(data)
    assert moment is None
    assert len(problems) == 1
    assert problem in problems[0]
