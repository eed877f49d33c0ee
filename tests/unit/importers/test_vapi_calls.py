"""Vapi: the call as a whole, its tools, and what is wrong with a payload."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import fold
from callproof.evidence.events import SpeechStarted
from tests.unit.importers.tables import line, problems, read, speech, tools
from tests.unit.importers.vapi_messages import CALL, T0, said, tool_calls, tool_result

# --- the call as a whole -------------------------------------------------------------------------------------------


def whole(**more: Any) -> dict[str, Any]:
    return {"type": "webCall", "artifact": {"messages": CALL}, **more}


@pytest.mark.parametrize(
    ("reason", "by", "error_of"),
    [
        ("customer-ended-call", "caller", None),
        ("customer-ended-call-during-transfer", "caller", None),
        ("customer-busy", None, None),
        ("assistant-ended-call", "agent", None),
        ("assistant-said-end-call-phrase", "agent", None),
        ("assistant-forwarded-call", "agent", None),
        ("assistant-error", "agent", "agent"),
        ("assistant-not-found", "agent", "agent"),
        ("assistant-join-timed-out", "agent", "agent"),
        ("assistant-request-returned-no-assistant", "agent", "agent"),
        ("pipeline-error-openai-llm-failed", "platform", "platform"),
        ("pipeline-no-available-llm-model", "platform", "platform"),
        ("call.start.error-get-org", "platform", "platform"),
        ("call.in-progress.error-vapifault-worker-died", "platform", "platform"),
        ("worker-shutdown", "platform", "platform"),
        ("phone-call-provider-closed-websocket", "platform", "platform"),
        ("twilio-failed-to-connect-call", "platform", "platform"),
        ("vonage-disconnected", "platform", "platform"),
        ("vonage-completed", None, None),
        ("db-error", "platform", "platform"),
        ("silence-timed-out", "platform", None),
        ("exceeded-max-duration", "platform", None),
        ("call.in-progress.twilio-completed-call", None, None),
        ("manually-canceled", None, None),
        ("a-word-of-next-year", None, None),
    ],
)
def test_who_ended_the_call(reason: str, by: str | None, error_of: str | None) -> None:
    record = read(whole(endedReason=reason, endedAt="2024-10-13T23:39:40.556Z"))
    error = [] if error_of is None else [(6000, "reported", f"error of the {error_of}: {reason}")]
    assert line(record) == [*error, (6000, "reported", f"ended by {by}: {reason}")]


def test_an_error_without_a_time_is_not_dated() -> None:
    record = read(whole(endedReason="pipeline-error-x"))
    assert line(record) == [
        (2500, "unknown", "error of the platform: pipeline-error-x"),
        (3500, "derived", "ended by platform: pipeline-error-x"),
    ]


@pytest.mark.parametrize(
    ("verdict", "completed"),
    [
        ("true", True),
        ("false", False),
        (True, True),
        (False, False),
        ("7", None),
        (7, None),
        (None, None),
        ([1], None),
    ],
)
def test_the_platforms_verdict_counts_where_it_is_yes_or_no(verdict: Any, completed: bool | None) -> None:
    ended = fold(read(whole(analysis={"successEvaluation": verdict}))).line.ended
    assert ended is not None
    assert ended.completed is completed


def test_the_connection_may_come_after_the_zero_of_the_messages() -> None:
    record = read(whole(startedAt="2024-10-13T23:39:34.956Z"))
    assert line(record)[0] == (400, "reported", "connected")
    assert speech(record)[0][1] == 1000


def test_a_connection_after_the_first_turn_is_a_time_problem() -> None:
    record = read(whole(startedAt="2024-10-13T23:39:37.000Z"))
    assert [what for _, _, what in line(record)] == ["ended by None: None"]
    assert [(p.path, p.message) for p in record.header.time_problems] == [
        ("startedAt", "is 1.444 s after the first turn of the call")
    ]


def test_a_connection_without_a_zone_is_not_known() -> None:
    record = read(whole(startedAt="2024-10-13T23:39:34"))
    assert [what for _, _, what in line(record)] == ["ended by None: None"]
    assert record.header.time_problems == ()


def test_an_end_before_a_turn_starts_is_a_time_problem() -> None:
    record = read(whole(endedAt="2024-10-13T23:39:35.956Z"))
    assert line(record) == [(3500, "derived", "ended by None: None")]
    assert [(p.path, p.message) for p in record.header.time_problems] == [
        ("end of the call", "at 1.4 s, but the call still went on at 2.5 s")
    ]


def test_an_end_inside_the_last_turn_stays_where_it_is() -> None:
    record = read(whole(endedAt="2024-10-13T23:39:37.256Z"))
    assert line(record) == [(2700, "reported", "ended by None: None")]
    assert record.header.time_problems == ()


STARTED = "2024-10-13T23:39:34.556Z"


def connections(payload: dict[str, Any]) -> int:
    return [what for _, _, what in line(read(payload))].count("connected")


@pytest.mark.parametrize("status", ["scheduled", "queued", "ringing", "in-progress"])
def test_a_call_that_nobody_spoke_in_yet_has_no_connection(status: str) -> None:
    assert connections({"id": "x", "type": "webCall", "status": status, "startedAt": STARTED}) == 0


@pytest.mark.parametrize(
    "reason",
    [
        "customer-did-not-answer",
        "customer-busy",
        "voicemail",
        "customer-did-not-give-microphone-permission",
        "twilio-failed-to-connect-call",
        "vonage-rejected",
        "call.start.error-get-assistant",
        "call.in-progress.error-sip-outbound-call-failed-to-connect",
        "assistant-not-found",
    ],
)
def test_a_call_that_nobody_took_has_no_connection(reason: str) -> None:
    assert connections(whole(startedAt=STARTED, endedReason=reason)) == 0
    assert connections({"id": "x", "type": "webCall", "startedAt": STARTED, "endedReason": reason}) == 0


def test_a_call_that_was_taken_has_one() -> None:
    assert connections(whole(startedAt=STARTED, endedReason="customer-ended-call")) == 1
    assert connections(whole(startedAt=STARTED, status="in-progress")) == 1
    # Nobody ever spoke; the call inside a report often still has the status that it was made with.
    call = {"id": "x", "type": "webCall", "status": "queued"}
    silent = {"startedAt": STARTED, "endedReason": "silence-timed-out", "call": call}
    assert connections({"type": "end-of-call-report", **silent}) == 1


@pytest.mark.parametrize(
    ("payload", "direction"),
    [
        ({"type": "inboundPhoneCall"}, "inbound"),
        ({"type": "outboundPhoneCall"}, "outbound"),
        ({"type": "webCall"}, None),
        ({"type": "end-of-call-report", "call": {"type": "outboundPhoneCall"}}, "outbound"),
    ],
)
def test_who_called_whom(payload: dict[str, Any], direction: str | None) -> None:
    assert read(whole(**payload)).header.direction == direction


@pytest.mark.parametrize(("value", "told"), [(-5, "-5 ms"), (float("inf"), "an infinite number")])
def test_a_latency_that_cannot_be_true_leaves_the_call_readable(value: float, told: str) -> None:
    metrics = {"performanceMetrics": {"turnLatencies": [{"turnLatency": value}]}}
    artifact = {"messages": CALL, **metrics}
    for payload, path in (({"artifact": artifact}, ""), ({"call": {"artifact": artifact}}, "call.")):
        header = read({"type": "end-of-call-report", **payload}).header
        assert header.runtime_latencies == ()
        assert [(p.path, p.message) for p in header.time_problems] == [
            (
                f"{path}artifact.performanceMetrics.turnLatencies[0].turnLatency",
                f"is {told}, which no latency can be",
            )
        ]


@pytest.mark.parametrize(
    "running",
    [
        {"status": "in-progress"},
        {"status": "queued"},
        {"type": "conversation-update"},
        {"type": "tool-calls"},
    ],
)
def test_a_call_that_goes_on_has_no_end(running: dict[str, Any]) -> None:
    assert line(read(whole(**running))) == []


def test_a_call_that_has_an_end_is_over_whatever_its_status() -> None:
    for ending in ({"endedAt": "2024-10-13T23:39:40Z"}, {"endedReason": "customer-ended-call"}):
        assert len(line(read(whole(status="in-progress", **ending)))) == 1


def test_an_ended_call_has_one_whatever_its_type() -> None:
    assert len(line(read(whole(type="hologramCall", status="ended")))) == 1


# --- tools ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ('{"id": "EM1", "n": 2}', {"id": "EM1", "n": 2}),
        ({"id": "EM1"}, {"id": "EM1"}),
        ("", {}),
        (None, {}),
        ("{}", {}),
        ('{"id": ', '{"id": '),
        ("[1, 2]", "[1, 2]"),
        ([1, "é"], '[1, "é"]'),
        ('{"n": NaN}', '{"n": NaN}'),
    ],
)
def test_arguments(arguments: Any, expected: Any) -> None:
    (tool,) = fold(read([*CALL, tool_calls(("c", "f", arguments), at=4000)])).tool_calls
    assert tool.arguments == expected


def test_arguments_under_their_other_name() -> None:
    message = tool_calls(("c", "f", None), at=4000)
    message["toolCalls"][0]["function"] = {"name": "f", "parameters": {"a": 1}}
    assert fold(read([*CALL, message])).tool_calls[0].arguments == {"a": 1}


def test_two_calls_at_once_and_their_results_in_another_order() -> None:
    messages = [
        *CALL,
        tool_calls(("a", "f", "{}"), ("b", "g", "{}"), at=4000),
        tool_result("b", "second", 4200),
        tool_result("a", "first", 4600),
    ]
    assert tools(read(messages)) == [
        (4000, "reported", "a f({})"),
        (4000, "reported", "b g({})"),
        (4200, "reported", "b -> 'second'"),
        (4600, "reported", "a -> 'first'"),
    ]


def test_an_id_that_is_used_twice() -> None:
    messages = [
        *CALL,
        tool_calls(("c", "f", '{"n": 1}'), at=4000),
        tool_result("c", "one", 4200),
        tool_calls(("c", "f", '{"n": 2}'), at=5000),
        tool_result("c", "two", 5200),
    ]
    calls = fold(read(messages)).tool_calls
    assert [(c.id, c.arguments, c.result, c.sent_ms, c.finished_ms) for c in calls] == [
        ("c", {"n": 1}, "one", 4000, 4200),
        ("c#2", {"n": 2}, "two", 5000, 5200),
    ]


def test_a_result_of_an_unknown_call_proves_that_there_was_one() -> None:
    record = read([*CALL, tool_result("nowhere", "ok", 4500, name="refund")])
    assert tools(record) == [
        (2500, "unknown", "nowhere refund('')"),
        (4500, "reported", "nowhere -> 'ok'"),
    ]


def test_a_second_result_of_a_call_is_left_out() -> None:
    messages = [
        *CALL,
        tool_calls(("c", "f", "{}"), at=4000),
        tool_result("c", "one", 4200),
        tool_result("c", "2", 4300),
    ]
    assert [what for _, _, what in tools(read(messages))] == ["c f({})", "c -> 'one'"]


def test_a_second_result_of_an_unknown_call_is_left_out_too() -> None:
    messages = [*CALL, tool_result("nowhere", "one", 4200), tool_result("nowhere", "two", 4300)]
    assert [what for _, _, what in tools(read(messages))] == ["nowhere f('')", "nowhere -> 'one'"]


def test_a_result_without_an_id_takes_the_call_from_later_results() -> None:
    messages = [
        *CALL,
        tool_calls(("c", "f", "{}"), at=4000),
        tool_result(None, "one", 4200),
        tool_result("c", "two", 4300),
    ]
    assert [what for _, _, what in tools(read(messages))] == ["c f({})", "c -> 'one'"]


def test_calls_and_a_result_in_one_message() -> None:
    message = tool_calls(("c", "f", "{}"), at=4000) | {"toolCallId": "c", "result": "ok"}
    assert [what for _, _, what in tools(read([*CALL, message]))] == ["c f({})", "c -> 'ok'"]


def test_a_result_without_an_id_belongs_to_the_first_call_of_its_name() -> None:
    messages = [
        *CALL,
        tool_calls((None, "f", "{}"), (None, "g", "{}"), at=4000),
        tool_result(None, "of g", 4200, name="g"),
        tool_result(None, "of f", 4300, name=None),
    ]
    assert [what for _, _, what in tools(read(messages))] == [
        "t0 f({})",
        "t1 g({})",
        "t1 -> 'of g'",
        "t0 -> 'of f'",
    ]


def test_a_result_before_its_call_is_a_time_problem() -> None:
    record = read([*CALL, tool_calls(("c", "f", "{}"), at=4000), tool_result("c", "ok", 3900)])
    assert tools(record)[1] == (4000, "derived", "c -> 'ok'")
    assert [(p.path, p.message) for p in record.header.time_problems] == [
        ("[3]", "is 3.9 s, before the tool was called at 4 s")
    ]


def test_tools_without_times_stand_behind_the_turn_above_them() -> None:
    messages = [CALL[0], tool_calls(("c", "f", "{}"), at=None), tool_result("c", "ok", None), CALL[1]]
    assert tools(read(messages)) == [(2000, "derived", "c f({})"), (2000, "derived", "c -> 'ok'")]


# --- tolerance and errors ------------------------------------------------------------------------------------------


def test_unknown_fields_and_nulls_are_tolerated() -> None:
    messages = [
        said(
            "user",
            "Hello.",
            1000,
            2000,
            confidence=0.9,
            metadata={"wordLevelConfidence": [{}]},
            isFiltered=None,
        ),
        said("bot", "Good morning.", 2500, 3500, duration=None, source=""),
        {"role": "tool_calls", "toolCalls": None, "time": None},
        {"role": "hold-music", "volume": "loud"},
        {"role": "note", "message": "A moment, not speech.", "time": T0 + 3000},
    ]
    payload: dict[str, Any] = {
        "artifact": {"messages": messages, "performanceMetrics": None},
        "messages": None,
        "analysis": None,
        "call": None,
        "costs": [{}],
        "endedReason": None,
    }
    record = read(payload)
    assert len(speech(record)) == 2
    assert tools(record) == []


def test_speech_in_an_unknown_role_is_no_silence() -> None:
    record = read([*CALL, said("supervisor", "One moment.", 4000, 5000)])
    assert speech(record)[2] == ("other", 4000, "reported", 5000, "reported")


def test_an_end_before_the_start_is_a_time_problem_and_unknown() -> None:
    record = read([said("user", "Hello there you.", 5000, 4000)])
    # Three words: 3 / 2.7 s.
    assert speech(record) == [("caller", 5000, "reported", 6111, "derived")]
    assert [(p.path, p.message) for p in record.header.time_problems] == [
        ("[0]", "ends at 4 s, before it starts at 5 s")
    ]


def test_turns_out_of_order_are_an_error() -> None:
    messages = [said("user", "a", 1000, 2000), said("bot", "b", 500, 900), said("user", "c", 700, 800)]
    below = (
        "before the start of a turn above it (1728862775556); list the turns in the order in which they start"
    )
    assert problems({"messages": messages}) == [
        f"messages[1].time: found 1728862775056, {below}",
        f"messages[2].time: found 1728862775256, {below}",
    ]
    webhook = {"message": {"type": "end-of-call-report", "artifact": {"messages": messages[:2]}}}
    assert problems(webhook) == [f"message.artifact.messages[1].time: found 1728862775056, {below}"]
    assert problems(messages[:2]) == [f"[1].time: found 1728862775056, {below}"]


def test_turns_that_start_together_are_in_order() -> None:
    assert len(speech(read([said("user", "a", 1000, 2000), said("bot", "b", 1000, 1500)]))) == 2


def test_all_that_is_wrong_is_said_at_once() -> None:
    messages = [
        said("user", "a", 1000, 2000, duration=-3),
        {"role": "bot", "message": 5, "time": "noon", "endTime": float("nan"), "secondsFromStart": True},
        {"role": "tool_calls", "toolCalls": [{"id": "c", "function": {"arguments": "{}"}}, 7]},
        {"role": "tool_calls", "toolCalls": {"id": "c"}},
        "hello",
        {"message": "no role"},
        {"role": None, "message": "no role"},
    ]
    assert problems({"artifact": {"messages": messages}, "startedAt": "noon", "endedReason": 5}) == [
        "startedAt: found 'noon', expected an ISO 8601 time",
        "endedReason: found 5, expected a text",
        "artifact.messages[0].duration: found -3, expected at least 0",
        "artifact.messages[1].message: found 5, expected a text",
        "artifact.messages[1].time: found 'noon', expected a number",
        "artifact.messages[1].endTime: found NaN, expected a finite number",
        "artifact.messages[1].secondsFromStart: found true, expected a number",
        "artifact.messages[2].toolCalls[0].function.name: is missing",
        "artifact.messages[2].toolCalls[1]: found 7, expected an object",
        "artifact.messages[3].toolCalls: found an object, expected a list",
        "artifact.messages[4]: found 'hello', expected an object",
        "artifact.messages[5].role: is missing",
        "artifact.messages[6].role: found null, expected a text",
    ]


@pytest.mark.parametrize("payload", [5, "x", [], {}, {"messages": []}, None])
def test_what_is_no_call_at_all(payload: Any) -> None:
    (problem,) = problems(payload, "vapi")
    assert problem.endswith("expected a call of Vapi's or its messages")


def test_a_time_that_fits_no_other_is_noted() -> None:
    record = read([*CALL, said("user", "Later.", 3_000_000_000, 3_000_001_000)])
    assert speech(record)[2] == ("caller", 2500, "unknown", 2500, "unknown")
    paths = [p.path for p in record.header.time_problems]
    assert paths == ["[2].time", "[2].endTime"]


def test_a_wild_seconds_from_start_moves_nothing() -> None:
    messages = [CALL[0], CALL[1] | {"secondsFromStart": 1e9}]
    assert speech(read(messages))[0][1] == 1000


def test_the_events_of_a_turn_name_their_item() -> None:
    starts = [e for e in read({"messages": CALL}).events if isinstance(e, SpeechStarted)]
    assert [e.source for e in starts] == ["messages[0]", "messages[1]"]
