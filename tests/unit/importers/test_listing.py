"""What all lists of messages have in common: roles, items, tool calls with their results, latencies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest

from callproof.errors import Problem
from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import Call, fold
from callproof.importers.listing import Listing, read_item, role_of, variables
from callproof.importers.registry import Place
from tests.strategies import nested

PLACE = Place("f", "f", line="line 2", path=("messages",))


def folded(builder: RecordBuilder) -> Call:
    return fold(builder.build("id", "test"))


@pytest.mark.parametrize(
    ("item", "role", "problem"),
    [
        ({"role": "bot"}, "bot", None),
        ({"role": ""}, "", None),
        ({}, None, "messages[4].role: is missing"),
        ({"role": None}, None, "messages[4].role: found null, expected a text"),
        ({"role": ["bot"]}, None, "messages[4].role: found a list of 1, expected a text"),
        ("bot", None, "messages[4]: found 'bot', expected an object"),
        (None, None, "messages[4]: found null, expected an object"),
    ],
)
def test_the_role_of_an_item(item: Any, role: str | None, problem: str | None) -> None:
    problems: list[Problem] = []
    assert role_of(item, 4, PLACE, problems) == role
    assert [str(p) for p in problems] == ([] if problem is None else [f"f: line 2: {problem}"])


@dataclass
class Item:
    count: int


def test_an_item_as_what_it_should_be() -> None:
    problems: list[Problem] = []
    assert read_item(Item, {"count": 3}, PLACE, (4,), problems) == Item(3)
    assert problems == []
    assert read_item(Item, {"count": "x"}, PLACE, (4,), problems) is None
    assert [str(p) for p in problems] == ["f: line 2: messages[4].count: found 'x', expected a whole number"]


@pytest.mark.parametrize(
    ("text", "start", "end", "turns"),
    [("", None, None, 0), (None, None, None, 0), ("a", None, None, 1), ("", 0, None, 1), (None, None, 0, 1)],
)
def test_a_turn_has_a_text_or_a_time(
    text: str | None, start: int | None, end: int | None, turns: int
) -> None:
    builder = RecordBuilder()
    Listing(builder).turn("caller", start, end, text, source="s")
    assert len(folded(builder).utterances) == turns


def test_results_find_their_calls() -> None:
    builder = RecordBuilder()
    listing = Listing(builder)
    listing.tool_call("a", "f", "{}", 0, source="0")
    listing.tool_call(None, "g", {"x": 1}, 0, source="1")
    listing.tool_call(None, "f", "", 0, source="2")
    listing.tool_call("a", "f", None, 0, source="3")
    # Without an id: the first call of that name that has no result yet.
    listing.tool_result(None, "g", "of g", 10, source="4")
    listing.tool_result("a", None, "of the first a", 20, source="5")
    listing.tool_result(None, "f", "of the third", 30, source="6")
    listing.tool_result("a", "another name", "of the second a", 40, source="7", failed=True)
    listing.tool_result("a", "f", "one too many", 50, source="8")
    # Nothing is open: this one's call is not in the list.
    listing.tool_result(None, "f", "of nobody", 60, source="9")
    calls = folded(builder).tool_calls
    assert [(c.id, c.source, c.arguments, c.result, c.error, c.finished_ms) for c in calls] == [
        ("a", "0", {}, "of the first a", None, 20),
        ("t1", "1", {"x": 1}, "of g", None, 10),
        ("t2", "2", {}, "of the third", None, 30),
        ("a#2", "3", {}, None, "of the second a", 40),
        ("t4", "9", "", "of nobody", None, 60),
    ]


def test_many_open_calls_and_results_are_quick_to_pair() -> None:
    builder = RecordBuilder()
    listing = Listing(builder)
    for number in range(20_000):
        listing.tool_call(None if number % 2 else "same", "f", "{}", number, source="s")
    for number in range(20_000):
        listing.tool_result(None if number % 2 else "same", "f", number, number, source="s")
    assert sum(call.status == "returned" for call in folded(builder).tool_calls) == 20_000


def spoken(*speakers: str) -> tuple[RecordBuilder, Listing]:
    builder = RecordBuilder()
    listing = Listing(builder)
    for number, speaker in enumerate(speakers):
        backchannel = True if speaker.startswith("(") else None
        who: Any = speaker.strip("()")
        listing.turn(who, number * 1000, number * 1000 + 500, "x", source="s", backchannel=backchannel)
    return builder, listing


@pytest.mark.parametrize(
    ("speakers", "answers"),
    [
        (("agent", "caller", "agent"), ["u2"]),
        (("caller", "agent", "agent", "caller", "agent"), ["u1", "u4"]),
        (("caller", "caller", "agent"), ["u2"]),
        # A remark in the other side's turn neither asks nor answers.
        (("caller", "(agent)", "agent", "(caller)", "agent"), ["u2"]),
        (("caller", "other", "agent"), []),
        (("agent",), []),
    ],
)
def test_whose_the_latencies_are(speakers: tuple[str, ...], answers: list[str]) -> None:
    builder, listing = spoken(*speakers)
    listing.runtime_latencies([100.0 + number for number in range(len(answers))], "e2e[{n}]")
    latencies = builder.build("id", "test").header.runtime_latencies
    assert [r.utterance for r in latencies] == answers
    assert all(r.quality == "derived" for r in latencies)


def test_latencies_of_another_number() -> None:
    builder, listing = spoken("caller", "agent", "caller", "agent")
    listing.runtime_latencies([100, None, 300], "e2e[{n}]")
    latencies = builder.build("id", "test").header.runtime_latencies
    assert [(r.ms, r.utterance, r.quality) for r in latencies] == [
        (100, None, "reported"),
        (300, None, "reported"),
    ]


def test_a_latency_that_was_not_measured_keeps_its_place() -> None:
    builder, listing = spoken("caller", "agent", "caller", "agent")
    listing.runtime_latencies([None, 300], "e2e[{n}]")
    assert [(r.ms, r.utterance) for r in builder.build("id", "test").header.runtime_latencies] == [
        (300, "u3")
    ]


def test_a_latency_that_cannot_be_true_is_a_time_problem_and_keeps_its_place() -> None:
    builder, listing = spoken("caller", "agent", "caller", "agent", "caller", "agent", "caller", "agent")
    listing.runtime_latencies([-120, math.nan, math.inf, 300], "e2e[{n}]")
    header = builder.build("id", "test").header
    assert [(r.ms, r.utterance) for r in header.runtime_latencies] == [(300, "u7")]
    assert [(p.path, p.message) for p in header.time_problems] == [
        ("e2e[0]", "is -120 ms, which no latency can be"),
        ("e2e[1]", "is NaN, which no latency can be"),
        ("e2e[2]", "is an infinite number, which no latency can be"),
    ]


# --- what the agent was told before the call ------------------------------------------------------------------------


def test_variables_come_from_several_places_and_the_later_one_holds() -> None:
    problems: list[Problem] = []
    data = {"a": {"in": {"x": 1, "y": 2}}, "b": {"x": 3}, "c": [4]}
    assert variables(data, (("a", "in"), ("b",), ("c",), ("d", "e")), PLACE, problems) == {"x": 3, "y": 2}
    assert problems == []


def test_a_variable_that_a_record_cannot_hold_is_a_problem() -> None:
    problems: list[Problem] = []
    data = {"a": {"rate": math.nan, "name": "Bob", "deep": nested(200)}}
    assert variables(data, (("a",),), PLACE, problems) == {"name": "Bob"}
    assert [(p.path, p.message) for p in problems] == [
        ("line 2: messages.a.rate", "holds a number that is not finite"),
        ("line 2: messages.a.deep", "holds objects nested more than 100 deep"),
    ]
