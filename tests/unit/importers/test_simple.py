"""Our simple JSON: every field, what a missing time means, and what is wrong with a call."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import fold
from callproof.evidence.events import SpeechCut
from tests.unit.importers.payloads import simple_call
from tests.unit.importers.tables import line, problems, read, speech, table, tools


def turn(
    speaker: str, start: Any = None, end: Any = None, text: str | None = "Hi.", **more: Any
) -> dict[str, Any]:
    return {"speaker": speaker, "text": text, "start_s": start, "end_s": end, **more}


def test_every_field_and_every_time() -> None:
    record = read(simple_call())
    assert table(record) == [
        (200, "reported", "connected"),
        (900, "reported", "agent u0 starts"),
        (900, "derived", "agent u0 said"),
        (1400, "reported", "agent u0 ends"),
        (2000, "reported", "caller u1 starts"),
        (2000, "derived", "caller u1 said"),
        (3100, "derived", "caller u1 heard"),
        (3100, "reported", "caller u1 ends"),
        (3200, "reported", "r1 refund({'amount': 50})"),
        (3900, "reported", "r1 -> {'ok': True}"),
        (4000, "reported", "agent u2 starts"),
        (4000, "derived", "agent u2 said"),
        # An action without a time happened in its turn.
        (4000, "derived", "t1 log({})"),
        (4000, "derived", "t1 failed: 'no such table'"),
        # Its place is after the start of the turn above it; there is no time to it.
        (4000, "unknown", "other u3 starts"),
        (4000, "unknown", "other u3 said"),
        (4000, "unknown", "other u3 ends"),
        (4600, "derived", "agent u2 heard"),
        (4600, "reported", "speech.cut"),
        (4600, "reported", "agent u2 ends"),
        (10000, "reported", "caller u4 starts"),
        # One word: 1 / 2.7 s.
        (10370, "derived", "caller u4 heard"),
        (10370, "derived", "caller u4 ends"),
        (12500, "reported", "ended by caller: hung up"),
    ]
    header = record.header
    assert (header.id, header.format, header.started_at) == ("simple-1", "simple", "2024-10-17T09:00:00Z")
    assert header.policy == {"max_refund": 50}
    call = fold(record)
    assert [tool.consequential for tool in call.tool_calls] == [True, None]
    assert [tool.source for tool in call.tool_calls] == ["turns[2].actions[0]", "turns[2].actions[1]"]
    assert (call.utterances[1].said, call.utterances[1].heard) == ("Refund fifteen.", "Refund fifty.")
    assert (call.utterances[2].said, call.utterances[2].heard) == ("Done.", "Done!")
    assert call.line.ended is not None
    assert call.line.ended.completed is True


@pytest.mark.parametrize(
    ("speaker", "expected"),
    [
        ("caller", "caller"),
        ("user", "caller"),
        ("customer", "caller"),
        ("agent", "agent"),
        ("assistant", "agent"),
        ("bot", "agent"),
        ("other", "other"),
    ],
)
def test_every_name_of_a_speaker(speaker: str, expected: str) -> None:
    assert speech(read({"turns": [turn(speaker, 1, 2)]})) == [(expected, 1000, "reported", 2000, "reported")]


@pytest.mark.parametrize("interrupted", [True, False, None])
def test_an_interrupted_turn_is_cut_at_its_end(interrupted: bool | None) -> None:
    record = read({"turns": [turn("agent", 1, 2, interrupted=interrupted)]})
    assert [e.ms for e in record.events if isinstance(e, SpeechCut)] == ([2000] if interrupted else [])


def test_a_call_without_turns() -> None:
    assert table(read({"turns": []})) == [(0, "unknown", "ended by None: None")]


def test_a_call_without_an_id_gets_that_of_its_place() -> None:
    assert read({"turns": []}).header.id == "f"
    assert read({"id": 17, "turns": []}).header.id == "17"


def test_a_derived_end_reaches_no_further_than_the_end_of_the_call() -> None:
    """Ten words take 3.7 s, but the line was given up 1 s after they began: the words do not prove it wrong."""
    record = read(
        {"ended_s": 6, "turns": [turn("agent", 5, text="one two three four five six seven eight nine ten")]}
    )
    assert speech(record) == [("agent", 5000, "reported", 6000, "derived")]
    assert line(record) == [(6000, "reported", "ended by None: None")]
    assert record.header.time_problems == ()


def test_times_since_1970_begin_with_the_connection() -> None:
    record = read({"connected_s": 1728862774, "turns": [turn("agent", 1728862775.5, 1728862776)]})
    assert line(record)[0] == (0, "reported", "connected")
    assert speech(record) == [("agent", 1500, "reported", 2000, "reported")]
    assert record.header.started_at == "2024-10-13T23:39:34+00:00"


def test_times_since_1970_begin_with_a_tool_before_the_greeting() -> None:
    lookup = {"name": "lookup", "start_s": 1728862774, "end_s": 1728862774.5}
    record = read({"turns": [turn("agent", 1728862775.5, 1728862776, actions=[lookup])]})
    assert tools(record) == [(0, "reported", "t0 lookup({})"), (500, "reported", "t0 -> None")]
    assert speech(record) == [("agent", 1500, "reported", 2000, "reported")]
    assert record.header.time_problems == ()


def test_a_connection_that_fits_no_other_time_is_not_known() -> None:
    record = read({"connected_s": 1728862774, "turns": [turn("agent", 1.5, 2)]})
    assert [what for _, _, what in line(record)] == ["ended by None: None"]
    assert [(p.path, p.message) for p in record.header.time_problems] == [
        ("connected_s", "is 1728862774 s, which does not fit the other times of the call")
    ]


def test_milliseconds_since_1970_are_not_taken_for_seconds() -> None:
    """As seconds they would make a pause of half an hour out of one of 2 s."""
    record = read({"turns": [turn("agent", 1728862774556), turn("user", 1728862776556)]})
    assert [row[2] for row in speech(record)] == ["unknown", "unknown"]
    assert [p.path for p in record.header.time_problems] == ["turns[0].start_s", "turns[1].start_s"]


def test_an_end_before_the_start_is_a_time_problem() -> None:
    record = read({"turns": [turn("agent", 2, 1)]})
    assert speech(record) == [("agent", 2000, "reported", 2370, "derived")]
    assert [(p.path, p.message) for p in record.header.time_problems] == [
        ("turns[0]", "ends at 1 s, before it starts at 2 s")
    ]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({}, [(1000, "derived", "t0 f({})")]),
        ({"result": 0}, [(1000, "derived", "t0 f({})"), (1000, "derived", "t0 -> 0")]),
        ({"start_s": 1.5}, [(1500, "reported", "t0 f({})")]),
        ({"start_s": 1.5, "end_s": 1.7}, [(1500, "reported", "t0 f({})"), (1700, "reported", "t0 -> None")]),
        (
            {"start_s": 1.5, "error": "no"},
            [(1500, "reported", "t0 f({})"), (1500, "derived", "t0 failed: 'no'")],
        ),
        ({"end_s": 1.7}, [(1000, "derived", "t0 f({})"), (1700, "reported", "t0 -> None")]),
    ],
)
def test_times_of_actions(action: dict[str, Any], expected: Any) -> None:
    assert tools(read({"turns": [turn("agent", 1, 2, actions=[{"name": "f", **action}])]})) == expected


def test_an_action_in_a_turn_of_unknown_start() -> None:
    record = read({"turns": [turn("agent", None, 2, actions=[{"name": "f", "result": 1}])]})
    assert tools(record) == [(2000, "derived", "t0 f({})"), (2000, "derived", "t0 -> 1")]


def test_an_action_that_ends_before_it_starts_is_a_time_problem() -> None:
    action = {"name": "f", "start_s": 1.5, "end_s": 1.2}
    record = read({"turns": [turn("agent", 1, 2, actions=[action])]})
    assert tools(record) == [(1500, "reported", "t0 f({})"), (1500, "derived", "t0 -> None")]
    assert [(p.path, p.message) for p in record.header.time_problems] == [
        ("turns[0].actions[0].end_s", "is 1.2 s, before the tool was called at 1.5 s")
    ]


def test_turns_out_of_order_are_an_error() -> None:
    call = {"turns": [turn("agent", 5, 6), turn("user", 3, 4), turn("user", None, 4), turn("user", 4.5, 5)]}
    below = "before the start of a turn above it (5); list the turns in the order in which they start"
    assert problems(call) == [f"turns[1].start_s: found 3, {below}", f"turns[3].start_s: found 4.5, {below}"]


def test_all_that_is_wrong_is_said_at_once() -> None:
    call = {
        "id": True,
        "polcy": {},
        "completed": "yes",
        "connected_s": -1,
        "ended_by": "nobody",
        "started_at": "soon",
        "direction": "up",
        "error": {"by": "nobody", "mesage": "x"},
        "turns": [
            turn("agent", 5, float("nan"), text="a"),
            turn("cat", "3", 2),
            {"speaker": "user", "txt": "b", "start_s": 4, "interrupted": 1},
            turn("agent", 6, actions=[{"nme": "f", "args": "x", "start_s": float("inf")}, 5]),
            None,
            {"text": "who?"},
        ],
    }
    speakers = "'caller', 'user', 'customer', 'agent', 'assistant', 'bot' or 'other'"
    assert sorted(problems(call)) == sorted(
        [
            "id: found true, expected a text or a number",
            "started_at: found 'soon', expected an ISO 8601 time",
            "direction: found 'up', expected 'inbound' or 'outbound'",
            "error.message: is missing",
            "error.by: found 'nobody', expected 'caller', 'agent', 'platform' or 'harness'",
            "error.mesage: is not a field that is known here. Did you mean 'message'?",
            "completed: found 'yes', expected true or false",
            "connected_s: found -1, expected at least 0",
            "ended_by: found 'nobody', expected 'caller', 'agent', 'platform' or 'harness'",
            "polcy: is not a field that is known here. Did you mean 'policy'?",
            "turns[0].end_s: found NaN, expected a finite number",
            f"turns[1].speaker: found 'cat', expected {speakers}",
            "turns[1].start_s: found '3', expected a number",
            "turns[2].interrupted: found 1, expected true or false",
            "turns[2].txt: is not a field that is known here. Did you mean 'text'?",
            "turns[2].start_s: found 4, before the start of a turn above it (5); "
            "list the turns in the order in which they start",
            "turns[3].actions[0].name: is missing",
            "turns[3].actions[0].nme: is not a field that is known here. Did you mean 'name'?",
            "turns[3].actions[0].args: found 'x', expected an object",
            "turns[3].actions[0].start_s: found an infinite number, expected a finite number",
            "turns[3].actions[1]: found 5, expected an object",
            "turns[4]: found null, expected an object",
            "turns[5].speaker: is missing",
        ]
    )


def test_a_negative_start_is_one_problem() -> None:
    assert problems({"turns": [turn("agent", -1)]}) == ["turns[0].start_s: found -1, expected at least 0"]


def test_an_objects_own_notes_are_no_mistake() -> None:
    call = {
        "turns": [turn("agent", 1, 2, sentiment="good", actions=[{"name": "f", "took": 3}])],
        "tenant": "x",
        "duration": 2,
    }
    assert len(speech(read(call))) == 1


def test_values_that_a_record_cannot_hold() -> None:
    call = {
        "policy": {"max": float("nan")},
        "turns": [turn("agent", 1, actions=[{"name": "f", "result": 10**5000}])],
    }
    assert problems(call) == [
        "turns[0].actions[0].result: holds a number of thousands of digits",
        "policy: holds a number that is not finite",
    ]


@pytest.mark.parametrize("payload", [5, "x", [], None, [{"speaker": "user"}]])
def test_what_is_no_call_at_all(payload: Any) -> None:
    (problem,) = problems(payload, "simple")
    assert problem.endswith("expected a call with turns")


def test_a_call_that_only_lacks_its_turns() -> None:
    assert problems({"id": "a", "turn": []}, "simple") == [
        "turns: is missing",
        "turn: is not a field that is known here. Did you mean 'turns'?",
    ]
    assert problems({"turns": None}) == ["turns: found null, expected a list"]


@pytest.mark.parametrize(
    ("error", "what"),
    [
        ("no route", "error of the None: no route"),
        ({"message": "no route"}, "error of the None: no route"),
        ({"by": "harness", "message": "no route"}, "error of the harness: no route"),
    ],
)
def test_an_error_of_the_call(error: Any, what: str) -> None:
    record = read({"turns": [turn("agent", 1, 2)], "ended_s": 4, "ended_by": "platform", "error": error})
    assert line(record) == [(4000, "reported", what), (4000, "reported", "ended by platform: None")]


def test_the_reason_of_an_end_is_no_error() -> None:
    record = read({"turns": [turn("agent", 1, 2)], "ended_s": 4, "ended_reason": "the error was explained"})
    assert line(record) == [(4000, "reported", "ended by None: the error was explained")]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (5, "found 5, expected a text or an object with a message"),
        ({"message": 5}, "found 5, expected a text"),
    ],
)
def test_an_error_that_is_none(error: Any, said: str) -> None:
    (problem,) = problems({"turns": [], "error": error})
    assert problem.startswith("error")
    assert problem.endswith(said)


@pytest.mark.parametrize("direction", ["inbound", "outbound", None])
def test_who_called_whom(direction: str | None) -> None:
    assert read({"turns": [], "direction": direction}).header.direction == direction


def test_hanging_up_while_the_agent_speaks_is_no_time_problem() -> None:
    record = read({"turns": [turn("agent", 6, 10.001)], "ended_s": 9, "ended_by": "caller"})
    assert line(record) == [(9000, "reported", "ended by caller: None")]
    assert record.header.time_problems == ()
    assert fold(record).ended_ms == 9000
