"""Retell: every time of the real-shaped list and how it is known, and each trap of the format."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import fold
from callproof.evidence.events import SpeechText, Word
from tests.unit.importers.payloads import retell_call, stored
from tests.unit.importers.tables import line, problems, read, read_all, speech, table, tools

START = 1703302407333  # 23 December 2023, 03:33:27.333 UTC


def said(role: str, *words: tuple[str | None, float | None, float | None], **more: Any) -> dict[str, Any]:
    return {
        "role": role,
        "content": "".join(word or "" for word, _, _ in words).strip(),
        "words": [{"word": word, "start": start, "end": end} for word, start, end in words],
        **more,
    }


def invocation(id: str | None, name: str = "f", arguments: Any = "{}") -> dict[str, Any]:
    return {"role": "tool_call_invocation", "tool_call_id": id, "name": name, "arguments": arguments}


def result(id: str | None, content: Any = "ok", **more: Any) -> dict[str, Any]:
    return {"role": "tool_call_result", "tool_call_id": id, "content": content, **more}


HELLO = said("user", ("Hello.", 0.5, 1.0))
MORNING = said("agent", ("Good ", 1.5, 1.8), ("morning.", 1.8, 2.4))


# --- the real-shaped list ------------------------------------------------------------------------------------------


def test_every_time_of_the_stored_list() -> None:
    record = read(stored("retell_transcript_with_tool_calls"))
    booked = "{'name': 'Sam', 'datetime': '2023-11-01T19:00:00'}"
    assert table(record) == [
        (0, "reported", "caller u0 starts"),
        (500, "derived", "caller u0 heard"),
        (500, "reported", "caller u0 ends"),
        (1000, "reported", "agent u1 starts"),
        (1000, "derived", "agent u1 said"),
        (2800, "reported", "agent u1 ends"),
        (3000, "reported", "caller u2 starts"),
        (6500, "derived", "caller u2 heard"),
        (6500, "reported", "caller u2 ends"),
        (7000, "reported", "agent u3 starts"),
        (7000, "derived", "agent u3 said"),
        (9000, "reported", "agent u3 ends"),
        (9500, "reported", "caller u4 starts"),
        (10000, "derived", "caller u4 heard"),
        (10000, "reported", "caller u4 ends"),
        (10000, "derived", f"f05058577a1f4ec4 bookAppointment({booked})"),
        (10000, "derived", "f05058577a1f4ec4 -> ''"),
        (11000, "reported", "agent u5 starts"),
        (11000, "derived", "agent u5 said"),
        (12300, "reported", "agent u5 ends"),
        (13000, "reported", "caller u6 starts"),
        (14200, "derived", "caller u6 heard"),
        (14200, "reported", "caller u6 ends"),
        (14500, "reported", "agent u7 starts"),
        (14500, "derived", "agent u7 said"),
        (16000, "reported", "agent u7 ends"),
        (16000, "derived", "ended by None: None"),
    ]
    assert record.header.format == "retell"
    assert record.header.started_at is None
    assert record.header.time_problems == ()


def test_words_of_the_stored_list() -> None:
    call = fold(read(stored("retell_transcript_with_tool_calls")))
    assert call.utterances[1].words == (
        Word("Hello!", 1000, 1500),
        Word("How", 1500, 1700),
        Word("can", 1700, 1900),
        Word("I", 1900, 2000),
        Word("assist", 2000, 2300),
        Word("you", 2300, 2500),
        Word("today?", 2500, 2800),
    )
    assert sum(len(u.words) for u in call.utterances) == 1 + 7 + 17 + 9 + 1 + 5 + 4 + 6
    assert call.utterances[7].words[-1] == Word("😊", 15900, 16000)


def test_the_whole_call() -> None:
    record = read(retell_call())
    assert record.header.id == "retell-1"
    assert record.header.started_at == "2023-12-23T03:33:27.333000+00:00"
    assert line(record) == [
        (0, "reported", "connected"),
        # 1703302424000 - 1703302407333
        (16667, "reported", "ended by agent: agent_hangup"),
    ]
    call = fold(record)
    assert call.duration_ms == 16667
    assert call.line.ended is not None
    assert call.line.ended.completed is True
    assert call.utterances[0].source == "transcript_with_tool_calls[0]"
    assert len(call.tool_calls) == 1


# --- where the transcript stands -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "payload",
    [
        [HELLO, MORNING],
        {"transcript_object": [HELLO, MORNING]},
        {"transcript_with_tool_calls": [HELLO, MORNING], "transcript_object": [MORNING]},
        {"transcript_with_tool_calls": [], "transcript_object": [HELLO, MORNING]},
        {"transcript_with_tool_calls": None, "scrubbed_transcript_with_tool_calls": [HELLO, MORNING]},
        {"scrubbed_transcript_with_tool_calls": [HELLO, MORNING], "transcript_object": [MORNING]},
        {"transcript_with_tool_calls": [HELLO, MORNING], "scrubbed_transcript_with_tool_calls": [MORNING]},
        {"call_id": "x", "scrubbed_transcript_object": [HELLO, MORNING]},
        {
            "transcript_object": [HELLO, MORNING],
            "pre_session_transcript_object": [MORNING],
            "post_session_transcript_with_tool_calls": [MORNING],
        },
        {"event": "call_ended", "call": {"call_id": "x", "transcript_object": [HELLO, MORNING]}},
        {"event": "call_analyzed", "data": {"call_id": "x", "transcript_object": [HELLO, MORNING]}},
        [{"call_id": "x", "call_status": "ended", "transcript_object": [HELLO, MORNING]}],
    ],
)
def test_the_transcript_is_found_wherever_it_stands(payload: Any) -> None:
    record = read(payload)
    assert record.header.format == "retell"
    assert speech(record) == [
        ("caller", 500, "reported", 1000, "reported"),
        ("agent", 1500, "reported", 2400, "reported"),
    ]


def test_a_list_of_calls() -> None:
    calls = [{"call_id": id, "agent_id": "a", "transcript_object": [HELLO]} for id in ("x", "y")]
    assert [record.header.id for record in read_all(calls)] == ["x", "y"]


def test_a_webhook_of_a_call_that_has_only_begun() -> None:
    payload = {
        "event": "call_started",
        "call": {"call_id": "x", "call_status": "ongoing", "start_timestamp": START},
    }
    assert table(read(payload)) == []


def test_a_call_that_goes_on_is_connected_once_somebody_spoke() -> None:
    call = {"call_id": "x", "call_status": "ongoing", "start_timestamp": START, "transcript_object": [HELLO]}
    assert line(read(call)) == [(0, "reported", "connected")]


@pytest.mark.parametrize(
    "reason",
    [
        "dial_no_answer",
        "dial_busy",
        "dial_failed",
        "user_declined",
        "voicemail_reached",
        "error_user_not_joined",
    ],
)
@pytest.mark.parametrize("turns", [[], [HELLO]])
def test_a_call_that_nobody_took_has_no_connection(reason: str, turns: list[Any]) -> None:
    payload = {
        "call_id": "x",
        "call_status": "ended",
        "start_timestamp": START,
        "end_timestamp": START + 9000,
        "disconnection_reason": reason,
        "transcript_object": turns,
    }
    assert "connected" not in [what for _, _, what in line(read(payload))]


def test_a_call_without_turns_that_was_taken_is_connected() -> None:
    payload = {
        "call_id": "x",
        "call_status": "ended",
        "start_timestamp": START,
        "end_timestamp": START + 9000,
        "disconnection_reason": "user_hangup",
    }
    assert line(read(payload)) == [
        (0, "reported", "connected"),
        (9000, "reported", "ended by caller: user_hangup"),
    ]


@pytest.mark.parametrize(
    ("given", "direction"), [("inbound", "inbound"), ("outbound", "outbound"), ("x", None), (None, None)]
)
def test_who_called_whom(given: Any, direction: str | None) -> None:
    assert read(whole(direction=given)).header.direction == direction


def test_a_latency_that_cannot_be_true_leaves_the_call_readable() -> None:
    for more, path in (
        ({"latency": {"e2e": {"values": [-2]}}}, "latency.e2e.values[0]"),
        ({"e2e_latency": {"values": [-2]}}, "e2e_latency.values[0]"),
    ):
        header = read(whole(**more)).header
        assert header.runtime_latencies == ()
        assert [(p.path, p.message) for p in header.time_problems] == [
            (path, "is -2 ms, which no latency can be")
        ]


def test_a_call_that_was_not_connected() -> None:
    payload = {
        "call_id": "x",
        "call_status": "not_connected",
        "start_timestamp": START,
        "end_timestamp": START + 25000,
        "disconnection_reason": "dial_no_answer",
        "transcript_object": [],
    }
    assert table(read(payload)) == [(25000, "reported", "ended by None: dial_no_answer")]


# --- times of turns ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # All that is known of a turn without word times is its place: not before the start of the turn above it.
        ([], ("caller", 1500, "unknown", 1500, "unknown")),
        ([("Yes", None, None)], ("caller", 1500, "unknown", 1500, "unknown")),
        # An edge that is not that of the outermost word is not the turn's edge.
        ([("Oh ", None, None), ("yes", 3.0, 3.5)], ("caller", 3000, "derived", 3500, "reported")),
        ([("Oh ", 3.0, 3.2), ("yes", None, None)], ("caller", 3000, "reported", 3200, "derived")),
        # Two words and no end: 2 / 2.7 s.
        ([("Oh ", 3.0, None), ("yes", 3.3, None)], ("caller", 3000, "reported", 3741, "derived")),
        ([("Oh ", None, 3.2), ("yes", None, 3.5)], ("caller", 1500, "unknown", 3500, "reported")),
    ],
)
def test_missing_word_times(words: list[tuple[str, float | None, float | None]], expected: Any) -> None:
    turn = said("user", *words) | {"content": "Oh yes"}
    assert speech(read({"transcript_object": [HELLO, MORNING, turn]}))[2] == expected


@pytest.mark.parametrize("words", [None, []])
def test_a_list_of_words_may_be_missing(words: Any) -> None:
    turn = {"role": "user", "content": "Yes", "words": words}
    assert speech(read({"transcript_object": [turn, MORNING]}))[0][2] == "unknown"
    del turn["words"]
    assert speech(read({"transcript_object": [turn, MORNING]}))[0][2] == "unknown"


def test_an_empty_item_is_no_turn() -> None:
    """An answer that was broken off before its first word."""
    empty = {"role": "agent", "content": "", "words": []}
    assert len(speech(read([HELLO, empty, MORNING]))) == 2


def test_words_lose_their_spaces_and_keep_their_times() -> None:
    turn = said("agent", (" How ", 1.5, 1.7), ("  ", 1.7, 1.75), (None, 1.75, 1.8), ("you", 1.8, None))
    assert fold(read([turn])).utterances[0].words == (Word("How", 1500, 1700), Word("you", 1800, None))


def test_the_audio_begins_with_the_call() -> None:
    """Word times need no zero point: 0.5 s are half a second after start_timestamp."""
    record = read({"call_id": "x", "start_timestamp": START, "transcript_object": [HELLO]})
    assert line(record)[0] == (0, "reported", "connected")
    assert speech(record) == [("caller", 500, "reported", 1000, "reported")]


def test_the_agents_text_is_said_and_all_others_are_heard() -> None:
    turns = [HELLO, MORNING, said("transfer_target", ("Sales.", 3.0, 3.5))]
    texts = [e for e in read(turns).events if isinstance(e, SpeechText)]
    assert [(e.speaker, e.kind, e.text) for e in texts] == [
        ("caller", "heard", "Hello."),
        ("agent", "said", "Good morning."),
        ("other", "heard", "Sales."),
    ]
    assert [e.words[0].text for e in texts] == ["Hello.", "Good", "Sales."]


@pytest.mark.parametrize(("given", "kept"), [(True, True), (False, False), (None, None)])
def test_the_platforms_word_on_backchannels_is_kept(given: bool | None, kept: bool | None) -> None:
    turn = said("user", ("mm-hm", 1.6, 1.9), metadata={"is_backchannel": given, "response_id": 3})
    assert fold(read([HELLO, MORNING, turn])).utterances[2].backchannel is kept


def test_an_overlap_is_left_as_it_is() -> None:
    turns = [
        said("agent", ("Good", 1.0, 3.0)),
        said("user", ("yes", 2.0, 2.5)),
        said("agent", ("so", 3.1, 3.5)),
    ]
    assert [row[1::2] for row in speech(read(turns))] == [(1000, 3000), (2000, 2500), (3100, 3500)]


# --- tools ---------------------------------------------------------------------------------------------------------


def test_tools_stand_between_the_words_around_them() -> None:
    """A sentence that was split at the tool call; the result came after its second half had begun."""
    turns = [
        HELLO,
        said("agent", ("Let ", 1.5, 1.7), ("me ", 1.7, 1.9)),
        invocation("c", arguments='{"id": "EM1"}'),
        said("agent", ("see.", 2.1, 2.6)),
        result("c", "found"),
        said("agent", ("Done.", 4.0, 4.5)),
    ]
    assert tools(read(turns)) == [
        (1900, "derived", "c f({'id': 'EM1'})"),
        (2600, "derived", "c -> 'found'"),
    ]


def test_derived_times_of_tools_are_in_no_metric() -> None:
    (tool,) = fold(read([HELLO, invocation("c"), result("c"), MORNING])).tool_calls
    assert (tool.sent_ms, tool.finished_ms) == (1000, 1000)
    assert (tool.timed_sent_ms, tool.timed_finished_ms) == (None, None)


def test_a_tool_before_the_first_word_is_put_at_the_connection() -> None:
    listing = [invocation("c"), result("c"), MORNING]
    call = {"call_id": "x", "start_timestamp": START, "transcript_with_tool_calls": listing}
    assert tools(read(call)) == [(0, "derived", "c f({})"), (0, "derived", "c -> 'ok'")]
    # Without one, nobody knows when.
    assert [row[1] for row in tools(read(listing))] == ["unknown", "unknown"]


def test_a_tool_behind_a_turn_of_unknown_time_has_none_either() -> None:
    untimed = {"role": "user", "content": "Yes", "words": []}
    assert [row[:2] for row in tools(read([MORNING, untimed, invocation("c")]))] == [(1500, "unknown")]


def test_a_result_is_never_before_its_call() -> None:
    """The turn above the result ends before the one above the call: 2.5 s, while the call is at 3 s."""
    turns = [
        said("agent", ("Good", 1.0, 3.0)),
        invocation("c"),
        said("user", ("yes", 2.0, 2.5)),
        result("c"),
    ]
    record = read(turns)
    assert tools(record) == [(3000, "derived", "c f({})"), (3000, "derived", "c -> 'ok'")]
    assert record.header.time_problems == ()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("", {}),
        (None, {}),
        ('{"a": 1}', {"a": 1}),
        ("a=1", "a=1"),
        ('"text"', '"text"'),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_arguments(arguments: Any, expected: Any) -> None:
    assert fold(read([HELLO, invocation("c", arguments=arguments)])).tool_calls[0].arguments == expected


@pytest.mark.parametrize("content", ["", "Success.", '{"ok": true}', {"ok": True}])
def test_results_are_literal(content: Any) -> None:
    (tool,) = fold(read([HELLO, invocation("c"), result("c", content, successful=True)])).tool_calls
    assert (tool.status, tool.result) == ("returned", content)


@pytest.mark.parametrize(
    ("content", "error"),
    [("no such order", "no such order"), ({"code": 404}, '{"code": 404}'), (None, "error")],
)
def test_a_result_that_was_not_successful(content: Any, error: str) -> None:
    (tool,) = fold(read([HELLO, invocation("c"), result("c", content, successful=False)])).tool_calls
    assert (tool.status, tool.error, tool.result) == ("failed", error, None)


def test_ids_that_do_not_pair() -> None:
    turns = [
        HELLO,
        invocation("a", "f"),
        invocation("a", "f"),
        invocation("pending", "g"),
        result("a", "1"),
        result("a", "2"),
        result("a", "3"),
        result("stray", "4"),
        MORNING,
    ]
    calls = fold(read(turns)).tool_calls
    assert [(c.id, c.name, c.status, c.result, c.arguments) for c in calls] == [
        ("a", "f", "returned", "1", {}),
        ("a#2", "f", "returned", "2", {}),
        ("pending", "g", "sent", None, {}),
        ("stray", "", "returned", "4", ""),
    ]


def test_without_ids_results_follow_their_calls() -> None:
    turns = [HELLO, invocation(None, "f"), result(None, "1"), invocation(None, "g"), result(None, "2")]
    calls = fold(read({"transcript_with_tool_calls": turns})).tool_calls
    assert [(c.name, c.result) for c in calls] == [("f", "1"), ("g", "2")]


def test_what_is_neither_said_nor_a_tools_is_passed_over() -> None:
    turns = [
        HELLO,
        {"role": "node_transition", "former_node_id": "1", "new_node_id": "2", "transition_type": "edge"},
        {"role": "dtmf", "digit": "5"},
        {"role": "sms", "content": "Your code", "time_sec": 1.2},
        {"role": "injected", "content": "note", "time_sec": 1.3},
        {"role": "system", "content": "You are Sam."},
        {"role": "of next year", "content": "?"},
        MORNING,
    ]
    assert len(speech(read(turns))) == 2


def test_speech_in_an_unknown_role_is_no_silence() -> None:
    turns = [HELLO, said("supervisor", ("One ", 1.1, 1.2), ("moment.", 1.2, 1.4)), MORNING]
    assert speech(read(turns))[1] == ("other", 1100, "reported", 1400, "reported")


# --- the call as a whole -------------------------------------------------------------------------------------------


def whole(**more: Any) -> dict[str, Any]:
    return {"call_id": "x", "start_timestamp": START, "transcript_object": [HELLO, MORNING], **more}


@pytest.mark.parametrize(
    ("reason", "by", "broken"),
    [
        ("user_hangup", "caller", False),
        ("agent_hangup", "agent", False),
        ("call_transfer", "agent", False),
        ("voicemail_reached", None, False),
        ("inactivity", "platform", False),
        ("max_duration_reached", "platform", False),
        ("concurrency_limit_reached", "platform", True),
        ("dial_failed", "platform", True),
        ("dial_busy", None, False),
        ("error_llm_websocket_open", "platform", True),
        ("error_unknown", "platform", True),
        ("error_of_next_year", "platform", True),
        ("registered_call_timeout", "platform", True),
        ("a_word_of_next_year", None, False),
    ],
)
def test_who_ended_the_call(reason: str, by: str | None, broken: bool) -> None:
    record = read(whole(disconnection_reason=reason, end_timestamp=START + 5000))
    error = [(5000, "reported", f"error of the platform: {reason}")] if broken else []
    assert line(record)[-1 - broken :] == [*error, (5000, "reported", f"ended by {by}: {reason}")]


@pytest.mark.parametrize(
    ("more", "end"),
    [
        ({"end_timestamp": START + 5000, "duration_ms": 4000}, (5000, "reported")),
        ({"duration_ms": 4000}, (4000, "reported")),
        ({}, (2400, "derived")),
        ({"end_timestamp": None, "duration_ms": None}, (2400, "derived")),
        ({"start_timestamp": None, "end_timestamp": START + 5000, "duration_ms": 4000}, (4000, "reported")),
        ({"start_timestamp": None, "end_timestamp": START + 5000}, (2400, "derived")),
    ],
)
def test_the_end_of_the_call(more: dict[str, Any], end: tuple[int, str]) -> None:
    assert line(read(whole(**more)))[-1] == (*end, "ended by None: None")


def test_an_end_before_the_start_is_a_time_problem() -> None:
    record = read(whole(end_timestamp=START - 5000))
    assert line(record)[-1][:2] == (2400, "derived")
    assert [(p.path, p.message) for p in record.header.time_problems] == [
        ("end_timestamp", "is 1703302402.333 s, which does not fit the other times of the call")
    ]


@pytest.mark.parametrize("status", ["ongoing", "registered"])
def test_a_call_that_goes_on_has_no_end(status: str) -> None:
    assert [what for _, _, what in line(read(whole(call_status=status)))] in ([], ["connected"])


def test_a_call_that_has_an_end_is_over_whatever_its_status() -> None:
    for ending in ({"end_timestamp": START + 5000}, {"disconnection_reason": "user_hangup"}):
        assert len(line(read(whole(call_status="ongoing", **ending)))) == 2


def test_a_registered_call_is_not_connected() -> None:
    assert line(read(whole(call_status="registered"))) == []


@pytest.mark.parametrize("where", ["latency", "e2e_latency"])
def test_latencies_are_those_of_the_answers(where: str) -> None:
    turns = [
        MORNING,
        said("user", ("Hello.", 3.0, 3.5)),
        said("agent", ("Yes?", 4.0, 4.5)),
        said("user", ("mm-hm", 4.2, 4.4), metadata={"is_backchannel": True}),
        said("agent", ("Well.", 5.0, 5.5)),
        said("user", ("Bye.", 6.0, 6.5)),
        said("agent", ("Bye.", 7.0, 7.5)),
    ]
    values = {"p50": 490, "num": 2, "values": [480.5, 500]}
    more = {"latency": {"e2e": values, "llm": {}}} if where == "latency" else {"e2e_latency": values}
    record = read({"call_id": "x", "agent_id": "a", "transcript_object": turns, **more})
    assert [(r.ms, r.utterance, r.quality) for r in record.header.runtime_latencies] == [
        (480.5, "u2", "derived"),
        (500, "u6", "derived"),
    ]


@pytest.mark.parametrize("values", [[480], [480, None], [480, None, None, None]])
def test_another_number_of_latencies_belongs_to_no_turn(values: Any) -> None:
    turns = [
        said(role, ("x", at, at + 1))
        for at, role in enumerate(["user", "agent", "user", "agent", "user", "agent"])
    ]
    record = read(whole(latency={"e2e": {"num": 1, "values": values}}, transcript_with_tool_calls=turns))
    assert [(r.ms, r.utterance, r.quality) for r in record.header.runtime_latencies] == [
        (480, None, "reported")
    ]


@pytest.mark.parametrize("latency", [None, {}, {"e2e": None}, {"e2e": {"values": None}}, {"e2e": {"p50": 3}}])
def test_latencies_may_be_missing(latency: Any) -> None:
    assert read(whole(latency=latency)).header.runtime_latencies == ()


# --- errors --------------------------------------------------------------------------------------------------------


def test_turns_out_of_order_are_an_error() -> None:
    turns = [MORNING, {"role": "dtmf", "digit": "1"}, said("user", (" ", None, 1.4), ("Hello.", 1.2, 1.6))]
    assert problems(whole(transcript_with_tool_calls=turns)) == [
        "transcript_with_tool_calls[2].words[1].start: found 1.2, before the start of a turn above it (1.5); "
        "list the turns in the order in which they start"
    ]
    assert problems(turns)[0].startswith("[2].words[1].start: found 1.2")


def test_all_that_is_wrong_is_said_at_once() -> None:
    turns = [
        said("user", ("a", -1, float("nan")), ("b", 2, 3), metadata={"is_backchannel": "yes"}),
        {"role": "agent", "content": ["b"], "words": {"word": "b"}},
        {"role": "tool_call_invocation", "tool_call_id": [], "arguments": "{}"},
        {"role": "tool_call_result", "tool_call_id": "c", "successful": "no"},
        {"role": 3},
        None,
    ]
    payload = {
        "call_id": "x",
        "start_timestamp": "yesterday",
        "latency": {"e2e": {"values": [1, "x"]}},
        "transcript_with_tool_calls": turns,
    }
    assert problems({"event": "call_ended", "call": payload}) == [
        "call.start_timestamp: found 'yesterday', expected a number",
        "call.latency.e2e.values[1]: found 'x', expected a number",
        "call.transcript_with_tool_calls[0].words[0].start: found -1, expected at least 0",
        "call.transcript_with_tool_calls[0].words[0].end: found NaN, expected a finite number",
        "call.transcript_with_tool_calls[0].metadata.is_backchannel: found 'yes', expected true or false",
        "call.transcript_with_tool_calls[1].content: found a list of 1, expected a text",
        "call.transcript_with_tool_calls[1].words: found an object, expected a list",
        "call.transcript_with_tool_calls[2].name: is missing",
        "call.transcript_with_tool_calls[2].tool_call_id: found an empty list, expected a text or a number",
        "call.transcript_with_tool_calls[3].successful: found 'no', expected true or false",
        "call.transcript_with_tool_calls[4].role: found 3, expected a text",
        "call.transcript_with_tool_calls[5]: found null, expected an object",
    ]


@pytest.mark.parametrize("payload", [5, "x", [], {}, {"transcript_object": None}, None])
def test_what_is_no_call_at_all(payload: Any) -> None:
    (problem,) = problems(payload, "retell")
    assert problem.endswith("expected a call of Retell's or its transcript")


def test_a_word_that_ends_before_the_turn_starts_is_a_time_problem() -> None:
    record = read([said("user", ("one ", 5.0, 5.1), ("two", 5.2, 4.0))])
    # Two words: 2 / 2.7 s.
    assert speech(record) == [("caller", 5000, "reported", 5741, "derived")]
    assert [p.path for p in record.header.time_problems] == ["[0]"]


def test_a_word_a_year_away_is_a_time_problem() -> None:
    record = read([said("user", ("one ", 5.0, 5.1), ("two", 5.2, 3e7))])
    assert speech(record) == [("caller", 5000, "reported", 5100, "derived")]
    assert [p.path for p in record.header.time_problems] == ["[0].words[1].end"]


# --- what the agent was given before the call -----------------------------------------------------------------------


def test_variables_are_what_the_agent_was_given() -> None:
    call = {
        "call_id": "c",
        "agent_id": "a",
        "transcript_object": [HELLO],
        "retell_llm_dynamic_variables": {"order": "4821", "name": "Bob"},
        "collected_dynamic_variables": {"day": "2026-03-06"},
    }
    assert read(call).header.given == {"order": "4821", "name": "Bob", "day": "2026-03-06"}


def test_a_variable_that_no_record_can_hold_is_refused_with_its_place() -> None:
    call = {
        "call_id": "c",
        "transcript_object": [HELLO],
        "collected_dynamic_variables": {"rate": float("inf")},
    }
    assert problems(call) == ["collected_dynamic_variables.rate: holds a number that is not finite"]


@pytest.mark.parametrize("values", [None, "x", [1], {}])
def test_what_is_no_table_of_variables_is_passed_over(values: Any) -> None:
    assert (
        read(
            {"call_id": "c", "transcript_object": [HELLO], "retell_llm_dynamic_variables": values}
        ).header.given
        == {}
    )
