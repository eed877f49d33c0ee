"""Turns of the caller's that were never answered."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.no_response import NoResponse
from tests.unit.scoring.calls import agent, call_of, caller, findings, only_finding, other, outcome

CHECK = NoResponse()


@pytest.mark.parametrize(("again", "high"), [(11.0, False), (11.001, True)])
def test_the_caller_speaks_again(again: float, high: bool) -> None:
    call = call_of(caller(0, 1, "where is it?"), caller(again, 12, "so where?"), agent(12.5, 13))
    assert findings(CHECK, call) == ([("high", 0)] if high else [])


@pytest.mark.parametrize(("ended", "high"), [(13.0, False), (13.001, True)])
def test_the_line_ends(ended: float, high: bool) -> None:
    call = call_of(agent(0, 1), caller(2, 3, "where is it?"), ended_s=ended)
    assert findings(CHECK, call) == ([("high", 1)] if high else [])


def test_the_finding_says_how_long_and_until_when() -> None:
    call = call_of(agent(0, 1), caller(2, 3, "where is it?"), ended_s=20)
    finding = only_finding(CHECK, call)
    assert finding.message == (
        "the caller waited 17 s for an answer that never came, until the call ended (limit 10 s)"
    )
    assert (finding.turn, finding.start_ms, finding.end_ms) == (1, 3000, 20_000)
    assert finding.evidence == {
        "waited_ms": 17_000, "limit_ms": 10_000, "until_end": True, "asked_again": False, "events": [4],
    }  # fmt: skip
    again = only_finding(CHECK, call_of(caller(0, 1, "a"), caller(14, 15, "b"), agent(15.5, 16)))
    assert "13 s for an answer that never came, and then spoke again" in again.message


def test_a_late_answer_is_an_answer() -> None:
    assert findings(CHECK, call_of(caller(0, 1, "where is it?"), agent(13, 14), ended_s=15)) == []


def test_the_last_turn_is_open_without_an_end_of_the_line() -> None:
    call = call_of(caller(0, 1, "a"), agent(2, 3), caller(4, 5, "b"))
    result = outcome(CHECK, call)
    assert (result.findings, result.measured) == ((), True)
    assert result.missing == "the caller spoke last, and it is not known for how long nobody answered"
    assert outcome(CHECK, call_of(caller(0, 1, "a"), agent(2, 3))).missing is None


def test_an_open_last_turn_alone_measures_nothing() -> None:
    assert not outcome(CHECK, call_of(agent(0, 1), caller(2, 3, "a"))).measured


def test_a_turn_without_an_end_is_counted() -> None:
    call = call_of(caller(0, text="a"), caller(14, 15, "b"), agent(15.5, 16))
    result = outcome(CHECK, call)
    assert (result.findings, result.measured) == ((), True)
    assert result.missing == "1 of 2 turns of the caller's has no known end"


def test_what_needs_no_answer() -> None:
    goodbye = call_of(agent(0, 1, "Have a nice day!"), caller(2, 3, "Thanks, bye."), ended_s=30)
    assert findings(CHECK, goodbye) == []
    time = call_of(caller(0, 1, "let me find it"), caller(14, 15, "it is 42"), agent(15.5, 16))
    assert findings(CHECK, time) == []
    held = call_of(agent(0, 20, "a long list"), caller(5, 7, "no, wait"), ended_s=40)
    assert findings(CHECK, held) == []


def test_an_agent_that_stopped_with_the_caller_owes_an_answer() -> None:
    call = call_of(agent(0, 7.4, "a long list"), caller(5, 7, "no, wait"), ended_s=40)
    assert findings(CHECK, call) == [("high", 1)]


def test_perfect_platform_metrics_and_no_audio_are_no_answer() -> None:
    call = call_of(caller(0, 1, "where is it?"), agent(1.5, 1.5), ended_s=20)
    assert findings(CHECK, call) == [("high", 0)]


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([caller(None, text="a"), agent(None, text="b")], "the record has no times of speech"),
        ([agent(0, 1)], "the caller said nothing"),
    ],
)
def test_nothing_to_measure(turns: list[dict[str, object]], reason: str) -> None:
    result = outcome(CHECK, call_of(*turns))
    assert (result.measured, result.missing) == (False, reason)


def test_a_caller_who_asks_again_has_waited_all_the_while() -> None:
    """No single gap is over 10 s; the wait from 5 s to the hang-up at 32 s is."""
    turns = [
        caller(3.6, 5, "where is my order?"),
        caller(13.5, 14, "Hello?"),
        caller(23, 24, "Are you there?"),
    ]
    finding = only_finding(CHECK, call_of(*turns, ended_s=32, ended_by="caller"))
    assert (finding.evidence["waited_ms"], finding.evidence["until_end"], finding.turn) == (27_000, True, 0)
    answered = only_finding(CHECK, call_of(*turns, agent(25, 26, "Yes."), ended_s=30))
    assert answered.evidence["waited_ms"] == 20_000
    assert answered.message == "the caller waited 20 s for an answer, and had to ask again (limit 10 s)"


def test_the_same_words_again_are_no_thinking_pause() -> None:
    said = "My balance please."
    turns = [caller(0, 1, said), caller(8, 9, said), caller(16, 17, said)]
    assert findings(CHECK, call_of(*turns, agent(18, 19, "Ten."), ended_s=20)) == [("high", 0)]


def test_another_voice_that_answers_ends_the_wait() -> None:
    turns = [
        caller(12, 14, "Can I talk to a person?"),
        other(14.8, 30, "Hello, this is Ann."),
        caller(31, 32, "Hi."),
    ]
    assert findings(CHECK, call_of(*turns, other(32.5, 40, "Bye."), ended_s=52)) == []
