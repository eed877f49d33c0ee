"""Timed role lists: every time of the real-shaped list and how it is known, and every shape of the format."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import fold
from callproof.evidence.events import SpeechText
from tests.unit.importers.payloads import stored, timed_roles_call
from tests.unit.importers.tables import line, problems, read, read_all, speech, table, tools


def said(role: str, text: str, start: float | None = None, end: float | None = None) -> dict[str, Any]:
    item: dict[str, Any] = {"role": role, "content": text}
    if start is not None:
        item["start_time"] = start
    if end is not None:
        item["end_time"] = end
    return item


CALL = [said("user", "Hello.", 1.2, 1.8), said("assistant", "Of course!", 1.9, 2.5)]
TIMES = [("caller", 1200, "reported", 1800, "reported"), ("agent", 1900, "reported", 2500, "reported")]


# --- the real-shaped list ------------------------------------------------------------------------------------------


def test_every_time_of_the_stored_list() -> None:
    record = read(stored("timed_role_list"))
    id = "call_5otWH44dxeXEHY8RlhYYaFbV"
    assert table(record) == [
        (1440, "reported", "caller u0 starts"),
        (1940, "derived", "caller u0 heard"),
        (1940, "reported", "caller u0 ends"),
        (3100, "reported", "agent u1 starts"),
        (3100, "derived", "agent u1 said"),
        (7540, "reported", "agent u1 ends"),
        (12010, "reported", "caller u2 starts"),
        (15710, "derived", "caller u2 heard"),
        (15710, "reported", "caller u2 ends"),
        (17610, "reported", "agent u3 starts"),
        (17610, "derived", "agent u3 said"),
        (18270, "reported", "agent u3 ends"),
        (19160, "reported", "caller u4 starts"),
        (21450, "derived", "caller u4 heard"),
        (21450, "reported", "caller u4 ends"),
        (22750, "reported", "agent u5 starts"),
        (22750, "derived", "agent u5 said"),
        (
            23164,
            "reported",
            f"{id} bookUserAppointment({{'name': 'Sam', 'datetime': '2024-10-17T18:00:00'}})",
        ),
        (23250, "reported", "agent u5 ends"),
        (24600, "reported", f"{id} -> 'No result returned.'"),
        (25100, "reported", "caller u6 starts"),
        (25920, "derived", "caller u6 heard"),
        (25920, "reported", "caller u6 ends"),
        (27080, "reported", "agent u7 starts"),
        (27080, "derived", "agent u7 said"),
        (27080, "reported", "caller u8 starts"),
        (27980, "reported", "agent u7 ends"),
        (29500, "derived", "caller u8 heard"),
        (29500, "reported", "caller u8 ends"),
        (30640, "reported", "agent u9 starts"),
        (30640, "derived", "agent u9 said"),
        (31720, "reported", "agent u9 ends"),
        (33100, "reported", "caller u10 starts"),
        (33600, "derived", "caller u10 heard"),
        (33600, "reported", "caller u10 ends"),
        (33600, "derived", "ended by None: None"),
    ]
    assert record.header.format == "timed_roles"
    assert record.header.started_at is None
    assert record.header.time_problems == ()


def test_the_testing_agent_is_the_caller() -> None:
    """Although in this list it does the booking: the names say which side a test plays, the words do not."""
    call = fold(read(stored("timed_role_list")))
    assert call.utterances[4].heard == "Great. I'll book that for you. Just a sec."
    assert call.utterances[4].speaker == "caller"
    assert call.utterances[1].said == "Hello. I want to book appointment today. My name is Sam."
    assert call.utterances[1].speaker == "agent"
    assert [u.source for u in call.utterances] == [f"[{n}]" for n in (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12)]


def test_the_list_with_what_stands_beside_it() -> None:
    record = read(timed_roles_call())
    assert record.header.id == "roles-1"
    # Where the seconds of the list begin is not said, only on which day: there is no connection to be placed.
    assert record.header.started_at == "2024-10-17T09:00:00+02:00"
    assert line(record) == [(33600, "derived", "ended by None: None")]
    assert fold(record).utterances[0].source == "transcript[0]"


# --- shapes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "payload",
    [
        CALL,
        {"transcript": CALL},
        {"messages": CALL},
        {"turns": CALL},
        {"conversation": CALL},
        {"transcript": [], "messages": CALL},
        {"transcript": "User: Hello.", "messages": CALL},
        {"data": {"messages": CALL}},
        {"conversation": {"messages": CALL}},
        [{"transcript": CALL}],
        [said("Testing Agent", "Hello.", 1.2, 1.8), said("Main Agent", "Of course!", 1.9, 2.5)],
        [said("testing_agent", "Hello.", 1.2, 1.8), said("MAIN-AGENT ", "Of course!", 1.9, 2.5)],
        [said("caller", "Hello.", 1.2, 1.8), said("agent", "Of course!", 1.9, 2.5)],
        [said("customer", "Hello.", 1.2, 1.8), said("bot", "Of course!", 1.9, 2.5)],
        [said("human", "Hello.", 1.2, 1.8), said("assistant", "Of course!", 1.9, 2.5)],
        [said("system", "You are Sam."), *CALL],
        [said("developer", "You are Sam.", 0, 0), *CALL],
    ],
)
def test_every_shape_of_the_list(payload: Any) -> None:
    record = read(payload)
    assert record.header.format == "timed_roles"
    assert speech(record) == TIMES


@pytest.mark.parametrize(
    ("beside", "id"),
    [
        ({"id": "a"}, "a"),
        ({"id": 17}, "17"),
        ({"call_id": "b"}, "b"),
        ({"id": None, "call_id": None}, "f"),
        ({}, "f"),
    ],
)
def test_the_id_stands_beside_the_list(beside: dict[str, Any], id: str) -> None:
    assert read({"transcript": CALL, **beside}).header.id == id


def test_several_calls_in_one_list() -> None:
    calls = [{"id": "a", "messages": CALL}, {"messages": CALL}, CALL]
    assert [record.header.id for record in read_all(calls)] == ["a", "f#1", "f#2"]


def test_a_list_without_times_is_an_order_only() -> None:
    turns = [said("user", "I can't log in."), said("assistant", "Which address?"), said("user", "Mine.")]
    record = read(turns)
    assert speech(record) == [
        ("caller", 0, "unknown", 0, "unknown"),
        ("agent", 0, "unknown", 0, "unknown"),
        ("caller", 0, "unknown", 0, "unknown"),
    ]
    assert [u.text for u in fold(record).utterances] == ["I can't log in.", "Which address?", "Mine."]
    assert line(record) == [(0, "unknown", "ended by None: None")]


def test_a_timestamp_is_a_start_and_the_end_is_derived() -> None:
    turns = [
        {"role": "user", "content": "Hello, I need help with my account", "timestamp": 0},
        {
            "role": "assistant",
            "content": "Hi there! What specific issue are you experiencing?",
            "timestamp": 2,
        },
        {"role": "user", "content": "I can't log in", "timestamp": 10},
    ]
    # 7 words / 2.7 s = 2593 ms, but the answer begins at 2 s; 8 words = 2963 ms; 4 words = 1481 ms.
    assert speech(read(turns)) == [
        ("caller", 0, "reported", 2000, "derived"),
        ("agent", 2000, "reported", 4963, "derived"),
        ("caller", 10000, "reported", 11481, "derived"),
    ]


def test_a_start_time_is_preferred_to_a_timestamp() -> None:
    assert speech(read([{**CALL[0], "timestamp": 7}]))[0] == TIMES[0]


def test_caller_text_is_heard_and_agent_text_is_said() -> None:
    texts = [e for e in read(CALL).events if isinstance(e, SpeechText)]
    assert [(e.speaker, e.kind, e.text) for e in texts] == [
        ("caller", "heard", "Hello."),
        ("agent", "said", "Of course!"),
    ]


@pytest.mark.parametrize("factor", [1, 1000])
def test_times_since_1970_begin_with_the_first_turn(factor: int) -> None:
    turns = [
        said("user", "Hello.", 1728862776.876 * factor, 1728862778.816 * factor),
        said("assistant", "Yes?", 1728862782.376 * factor, 1728862784.086 * factor),
    ]
    record = read(turns)
    assert speech(record) == [
        ("caller", 0, "reported", 1940, "reported"),
        ("agent", 5500, "reported", 7210, "reported"),
    ]
    assert record.header.started_at == "2024-10-13T23:39:36.876000+00:00"
    assert [what for _, _, what in line(record)] == ["ended by None: None"]


def test_times_since_1970_can_be_placed_after_the_connection() -> None:
    turns = [said("user", "Hello.", 1728862776.876, 1728862778.816)]
    record = read({"started_at": "2024-10-13T23:39:34.556Z", "transcript": turns})
    assert line(record)[0] == (0, "reported", "connected")
    assert speech(record) == [("caller", 2320, "reported", 4260, "reported")]


# --- tools ---------------------------------------------------------------------------------------------------------


def call(id: Any, name: str = "f", arguments: Any = "{}", **times: float) -> dict[str, Any]:
    return {"role": "tool_call", "data": {"id": id, "name": name, "arguments": arguments}, **times}


def result(id: Any, value: Any = "ok", **times: float) -> dict[str, Any]:
    return {"role": "tool_call_result", "data": {"id": id, "name": "f", "result": value}, **times}


def test_tools_without_times_stand_behind_the_turn_above_them() -> None:
    turns = [*CALL, call("c", arguments='{"email": "j@example.com"}'), result("c", '{"status": "active"}')]
    assert tools(read(turns)) == [
        (2500, "derived", "c f({'email': 'j@example.com'})"),
        (2500, "derived", 'c -> \'{"status": "active"}\''),
    ]


def test_tools_behind_a_turn_of_derived_end() -> None:
    turns = [{"role": "user", "content": "I can't log in", "timestamp": 10}, call("c")]
    assert tools(read(turns)) == [(11481, "derived", "c f({})")]


@pytest.mark.parametrize(
    ("role", "result_role"),
    [
        ("Function Call", "Function Call Result"),
        ("function_call", "function_call_result"),
        ("tool_call", "tool_call_result"),
        ("tool_call", "tool_result"),
    ],
)
def test_every_name_of_a_tools_entries(role: str, result_role: str) -> None:
    turns = [
        *CALL,
        call("c", start_time=2.6) | {"role": role},
        result("c", start_time=3) | {"role": result_role},
    ]
    assert tools(read(turns)) == [(2600, "reported", "c f({})"), (3000, "reported", "c -> 'ok'")]


@pytest.mark.parametrize(
    ("times", "ms"),
    [
        ({"start_time": 3.0, "end_time": 3.5}, 3000),
        ({"end_time": 3.5}, 3500),
        ({"timestamp": 3.2}, 3200),
    ],
)
def test_the_time_of_a_result(times: dict[str, float], ms: int) -> None:
    turns = [*CALL, call("c", timestamp=2.6), result("c", **times)]
    assert tools(read(turns)) == [(2600, "reported", "c f({})"), (ms, "reported", "c -> 'ok'")]


def test_a_call_of_unknown_time_was_not_after_its_result() -> None:
    """Behind the turn above it would be 2.5 s, but the result was there at 2.2 s."""
    turns = [*CALL, call("c"), result("c", start_time=2.2)]
    record = read(turns)
    assert tools(record) == [(2200, "derived", "c f({})"), (2200, "reported", "c -> 'ok'")]
    assert record.header.time_problems == ()


def test_a_result_may_stand_with_its_call() -> None:
    turn = {
        "role": "tool_call",
        "data": {"name": "f", "arguments": {"a": 1}, "result": {"ok": True}},
        "start_time": 2.6,
        "end_time": 3.1,
    }
    assert tools(read([*CALL, turn])) == [
        (2600, "reported", "t0 f({'a': 1})"),
        (3100, "reported", "t0 -> {'ok': True}"),
    ]


def test_a_result_may_be_the_content() -> None:
    turns = [*CALL, call(None), {"role": "tool_result", "content": "ok"}]
    assert [what for _, _, what in tools(read(turns))] == ["t0 f({})", "t0 -> 'ok'"]


def test_an_error_is_a_failed_call() -> None:
    failed = {"role": "tool_call_result", "data": {"id": 7, "error": "timeout of the server"}}
    (tool,) = fold(read([*CALL, call(7), failed])).tool_calls
    assert (tool.id, tool.status, tool.error) == ("7", "failed", "timeout of the server")


def test_ids_that_do_not_pair() -> None:
    turns = [
        *CALL,
        call("a"),
        call("a"),
        call("pending"),
        result("a", "1"),
        result("a", "2"),
        result("a", "3"),
    ]
    calls = fold(read([*turns, result("stray", "4")])).tool_calls
    assert [(c.id, c.status, c.result) for c in calls] == [
        ("a", "returned", "1"),
        ("a#2", "returned", "2"),
        ("pending", "sent", None),
        ("stray", "returned", "4"),
    ]


def test_an_item_beside_a_tool_call_that_says_nothing_is_no_turn() -> None:
    turns = [CALL[0], {"role": "assistant", "content": None, "tool_calls": []}, CALL[1]]
    assert len(speech(read(turns))) == 2


# --- errors --------------------------------------------------------------------------------------------------------


def test_turns_out_of_order_are_an_error() -> None:
    turns = [CALL[1], {"role": "user", "content": "x", "timestamp": 1}, call("c", start_time=0.5)]
    assert problems({"id": "a", "messages": turns}) == [
        "messages[1].timestamp: found 1, before the start of a turn above it (1.9); "
        "list the turns in the order in which they start"
    ]
    # A tool may be listed where it belongs, not where it comes by the clock.
    assert tools(read([*CALL, call("c", start_time=0.5)])) == [(500, "reported", "c f({})")]


def test_all_that_is_wrong_is_said_at_once() -> None:
    turns = [
        {"role": "user", "content": 5, "start_time": -1, "end_time": float("inf")},
        {"role": "asistant", "content": "b"},
        {"role": "narrator of the story", "content": "c"},
        {"role": "tool_call", "content": "d"},
        {"role": "tool_call", "data": {"id": {}, "arguments": {"a": float("nan")}}},
        {"content": "e"},
        [],
    ]
    found = problems({"messages": turns, "id": [], "started_at": "soon"})
    known = found.pop(6)
    assert found == [
        "id: found an empty list, expected a text or a number",
        "started_at: found 'soon', expected an ISO 8601 time",
        "messages[0].content: found 5, expected a text",
        "messages[0].start_time: found -1, expected at least 0",
        "messages[0].end_time: found an infinite number, expected a finite number",
        "messages[1].role: found 'asistant', which is no role. Did you mean 'assistant'?",
        "messages[3].data: is missing",
        "messages[4].data.name: is missing",
        "messages[4].data.id: found an empty object, expected a text or a number",
        "messages[4].data.arguments: holds a number that is not finite",
        "messages[5].role: is missing",
        "messages[6]: found an empty list, expected an object",
    ]
    assert known.startswith("messages[2].role: found 'narrator of the story', which is no role. Known are ")


@pytest.mark.parametrize("payload", [5, "x", [], {}, {"messages": None}, {"messages": []}, None])
def test_what_is_no_call_at_all(payload: Any) -> None:
    (problem,) = problems(payload, "timed_roles")
    assert problem.endswith("expected a list of timed roles")


def test_unknown_fields_and_nulls_are_tolerated() -> None:
    turns = [{**item, "confidence": None, "data": {"x": 1}, "timestamp": None} for item in CALL]
    assert speech(read({"messages": turns, "started_at": None, "agent": {"name": "x"}})) == TIMES


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"start": 1, "end_time": 2}, {"start": "start_time"}),
        ({"start": 1, "end": 2}, {"end": "end_time", "start": "start_time"}),
        ({"start_s": 1, "end_s": 2}, {"end_s": "end_time", "start_s": "start_time"}),
        ({"startTime": 1, "endTime": 2}, {"endTime": "end_time", "startTime": "start_time"}),
        ({"time": 1}, {"time": "start_time"}),
        ({"timestamp": 1, "end": 2}, {"end": "end_time"}),
        ({"time_stamp": 1}, {"time_stamp": "timestamp"}),
    ],
)
def test_a_near_miss_of_a_field_is_an_error(given: dict[str, Any], meant: dict[str, str]) -> None:
    assert problems([*CALL, {"role": "user", "content": "x", **given}]) == [
        f"[{len(CALL)}].{name}: is not a field that is known here. Did you mean {field!r}?"
        for name, field in meant.items()
    ]


def test_a_near_miss_in_a_tools_entry_is_an_error() -> None:
    tool = {"role": "tool_call", "data": {"id": "c", "name": "f", "args": "{}"}, "start_time": 3, "end": 4}
    assert problems([*CALL, tool]) == [
        f"[{len(CALL)}].end: is not a field that is known here. Did you mean 'end_time'?",
        f"[{len(CALL)}].data.args: is not a field that is known here. Did you mean 'arguments'?",
    ]


def test_own_notes_beside_the_times_are_no_mistake() -> None:
    noted = [{**item, "start": 1, "end": 2, "time": "noon", "context": "x", "duration": 3} for item in CALL]
    assert speech(read(noted)) == TIMES
