"""Vapi: every time of the real-shaped list and how it is known, and each trap of the format."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import fold
from callproof.evidence.events import SpeechText
from tests.unit.importers.payloads import stored, vapi_report
from tests.unit.importers.tables import line, problems, read, read_all, speech, table, tools
from tests.unit.importers.vapi_messages import CALL, said, tool_calls, tool_result

# --- the real-shaped list ------------------------------------------------------------------------------------------


def test_every_time_of_the_stored_list() -> None:
    record = read(stored("vapi_artifact_messages"))
    assert table(record) == [
        (2320, "reported", "caller u0 starts"),
        (4260, "derived", "caller u0 heard"),
        (4260, "reported", "caller u0 ends"),
        (7820, "reported", "agent u1 starts"),
        (7820, "derived", "agent u1 said"),
        (9530, "reported", "agent u1 ends (1390 ms of speech)"),
        (10660, "reported", "caller u2 starts"),
        (14730, "derived", "caller u2 heard"),
        (14730, "reported", "caller u2 ends"),
        (15200, "reported", "agent u3 starts"),
        (15200, "derived", "agent u3 said"),
        (16840, "reported", "agent u3 ends"),
        (18380, "reported", "caller u4 starts"),
        (37260, "derived", "caller u4 heard"),
        (37260, "reported", "caller u4 ends (15120 ms of speech)"),
        (38950, "reported", "agent u5 starts"),
        (38950, "derived", "agent u5 said"),
        (39690, "reported", "agent u5 ends"),
        (41160, "reported", "caller u6 starts"),
        (43790, "derived", "caller u6 heard"),
        (43790, "reported", "caller u6 ends (2230 ms of speech)"),
        (44850, "reported", "agent u7 starts"),
        (44850, "derived", "agent u7 said"),
        (46290, "reported", "agent u7 ends"),
        (47220, "reported", "caller u8 starts"),
        (49030, "derived", "caller u8 heard"),
        (49030, "reported", "caller u8 ends"),
        (49840, "reported", "agent u9 starts"),
        (49840, "derived", "agent u9 said"),
        (52180, "reported", "agent u9 ends"),
        (53500, "reported", "caller u10 starts"),
        (54720, "reported", "agent u11 starts"),
        (54720, "derived", "agent u11 said"),
        (55220, "reported", "agent u11 ends"),
        (55280, "derived", "caller u10 heard"),
        (55280, "reported", "caller u10 ends"),
        (55850, "reported", "caller u12 starts"),
        (57630, "derived", "caller u12 heard"),
        (57630, "reported", "caller u12 ends"),
        (58480, "reported", "agent u13 starts"),
        (58480, "derived", "agent u13 said"),
        (60500, "reported", "agent u13 ends"),
        (61910, "reported", "caller u14 starts"),
        (63782, "reported", "call_8VwgRTTlD2084TgFhoIFScCy endCall({})"),
        (63790, "derived", "caller u14 heard"),
        (63790, "reported", "caller u14 ends (1780 ms of speech)"),
        (64501, "reported", "call_8VwgRTTlD2084TgFhoIFScCy -> 'Success.'"),
        (64501, "derived", "ended by None: None"),
    ]
    assert record.header.id == "f"
    assert record.header.format == "vapi"
    assert record.header.started_at == "2024-10-13T23:39:34.556000+00:00"
    assert record.header.time_problems == ()


def test_sources_and_texts_of_the_stored_list() -> None:
    record = read(stored("vapi_artifact_messages"))
    call = fold(record)
    assert [u.source for u in call.utterances] == [f"[{index}]" for index in range(15)]
    assert call.utterances[11].said == "Yeah."
    assert call.utterances[11].heard is None
    assert call.utterances[14].heard == "Great. That's it. Okay."
    assert call.utterances[14].said is None
    assert call.tool_calls[0].source == "[15].toolCalls[0]"


def test_the_whole_report() -> None:
    """The same list in a webhook: connected half a second before the first zero point, ended when the webhook says."""
    record = read(vapi_report())
    assert record.header.id == "vapi-1"
    assert record.header.started_at == "2024-10-13T23:39:34.056000+00:00"
    assert line(record) == [
        (0, "reported", "connected"),
        (65500, "reported", "ended by agent: assistant-ended-call"),
    ]
    assert speech(record)[0] == ("caller", 2820, "reported", 4760, "reported")
    assert tools(record)[0][:2] == (64282, "reported")
    call = fold(record)
    assert call.utterances[0].source == "artifact.messages[1]"
    assert call.line.ended is not None
    assert call.line.ended.completed is True
    assert call.duration_ms == 65500
    assert record.header.time_problems == ()


# --- where the messages stand --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "payload",
    [
        CALL,
        {"messages": CALL},
        {"artifact": {"messages": CALL}},
        {"call": {"artifact": {"messages": CALL}}},
        {"artifact": {"messages": CALL}, "messages": [said("bot", "older", 0, 10)]},
        {"messages": CALL, "call": {"artifact": {"messages": [said("bot", "older", 0, 10)]}}},
        {"artifact": {"messages": []}, "messages": CALL},
        {"artifact": {"messages": None}, "messages": None, "call": {"artifact": {"messages": CALL}}},
        {"artifact": None, "messages": CALL},
        {"message": {"type": "end-of-call-report", "artifact": {"messages": CALL}, "call": {"id": "x"}}},
        {"message": {"type": "end-of-call-report", "call": {"id": "x", "artifact": {"messages": CALL}}}},
        [{"type": "webCall", "artifact": {"messages": CALL}}],
        {"results": [{"type": "webCall", "artifact": {"messages": CALL}}], "metadata": {"totalItems": 1}},
    ],
)
def test_the_messages_are_found_wherever_they_stand(payload: Any) -> None:
    record = read(payload)
    assert record.header.format == "vapi"
    assert speech(record) == [
        ("caller", 1000, "reported", 2000, "reported"),
        ("agent", 2500, "reported", 3500, "reported"),
    ]


def test_a_page_of_calls_has_the_id_of_each() -> None:
    page = [{"id": id, "type": "webCall", "messages": CALL} for id in ("a", "b", None)]
    assert [record.header.id for record in read_all(page)] == ["a", "b", "f#2"]


def test_a_call_that_nobody_answered_is_a_call_without_turns() -> None:
    record = read(
        {
            "id": "x",
            "type": "outboundPhoneCall",
            "status": "ended",
            "startedAt": "2024-10-13T23:39:34.556Z",
            "endedAt": "2024-10-13T23:39:54.556Z",
            "endedReason": "customer-did-not-answer",
            "messages": [],
        }
    )
    # Nothing dates the end but startedAt: zero is there.
    assert table(record) == [(20000, "reported", "ended by None: customer-did-not-answer")]


def test_a_list_of_other_messages_is_not_taken_for_vapi() -> None:
    listing = [{"role": "agent", "message": "Hi", "time_in_call_secs": 0}]
    assert problems(listing) == [
        ": no call in a shape that is known; nearest is vapi (has message, role; lacks artifact, endedReason, "
        "messages, time)"
    ]


# --- the traps -----------------------------------------------------------------------------------------------------


def test_trap_1_times_in_seconds_since_1970() -> None:
    messages = [
        {"role": "user", "message": "Hello.", "time": 1728862776.876, "endTime": 1728862778.816},
        {"role": "bot", "message": "Yes?", "time": 1728862782.376, "endTime": 1728862784.086},
    ]
    record = read(messages)
    # 776.876 is zero: nothing says that the call began before.
    assert speech(record) == [
        ("caller", 0, "reported", 1940, "reported"),
        ("agent", 5500, "reported", 7210, "reported"),
    ]
    assert record.header.started_at == "2024-10-13T23:39:36.876000+00:00"


def test_trap_1_units_are_told_apart_time_by_time() -> None:
    messages = [{"role": "user", "message": "Hello.", "time": 1728862776.876, "endTime": 1728862778816}]
    assert speech(read(messages)) == [("caller", 0, "reported", 1940, "reported")]


@pytest.mark.parametrize(
    ("duration", "end_ms"),
    [
        (9371, 10371),  # over 60: ms, whatever the documentation says
        (1390.0012, 2390),
        (60.5, 1060),
        (60, 61000),  # s, as documented
        (2.5, 3500),
    ],
)
def test_trap_2_a_duration_stands_in_for_a_missing_end(duration: float, end_ms: int) -> None:
    """It is at least that long: pauses between joined fragments are left out, so that the end is only derived."""
    record = read([said("user", "Hello.", 1000, duration=duration)])
    assert speech(record) == [("caller", 1000, "reported", end_ms, "derived")]


@pytest.mark.parametrize("duration", [1710.0002, 1.71, 1709, 9371, 500_000, 0, None])
def test_trap_2_the_end_time_decides(duration: float | None) -> None:
    """Neither a duration of the same length, in ms or in s, nor an impossible one changes the end."""
    record = read([said("bot", "What do you want?", 7820, 9530, duration=duration)])
    assert table(record)[2] == (9530, "reported", "agent u0 ends")


@pytest.mark.parametrize("duration", [15119.998046875, 15.12])
def test_trap_3_merged_fragments_say_how_much_of_the_turn_was_speech(duration: float) -> None:
    record = read([said("user", "So that's great. Hello.", 18380, 37260, duration=duration)])
    assert table(record)[2] == (37260, "reported", "caller u0 ends (15120 ms of speech)")


def test_trap_3_a_duration_that_would_be_too_long_in_seconds_is_in_milliseconds() -> None:
    record = read([said("user", "Oh. Hi.", 1000, 1300, duration=50)])
    assert table(record)[2] == (1300, "reported", "caller u0 ends (50 ms of speech)")


def test_trap_4_the_two_zero_points_of_seconds_from_start() -> None:
    """The tool's secondsFromStart is 1168 ms behind: by it the call would be sent before the caller had finished."""
    messages = [
        said("user", "Change it.", 1000, 2000),
        tool_calls(("c", "f", "{}"), at=2400),
        tool_result("c", "ok", 3000),
        said("bot", "Done.", 3200, 4000),
    ]
    assert messages[1]["secondsFromStart"] == 1.232
    record = read(messages)
    assert tools(record) == [(2400, "reported", "c f({})"), (3000, "reported", "c -> 'ok'")]
    assert speech(record)[1][:2] == ("agent", 3200)


def test_trap_4_a_spoken_message_without_time_is_placed_among_the_spoken() -> None:
    messages = [
        said("user", "Hello.", 1000, 2000),
        {"role": "bot", "message": "Good morning to you.", "secondsFromStart": 2.5},
        said("user", "Change it.", 6000, 7000),
    ]
    # Four words: 4 / 2.7 s = 1481 ms.
    assert speech(read(messages))[1] == ("agent", 2500, "reported", 3981, "derived")
    # Where even their zero points differ, the earliest is the call's.
    messages[2]["secondsFromStart"] = 5.9
    assert speech(read(messages))[1][1] == 2500


def test_trap_4_without_any_time_the_seconds_from_start_are_the_clock() -> None:
    messages = [
        {"role": "user", "message": "Hello.", "secondsFromStart": 2.32},
        {"role": "bot", "message": "Yes?", "secondsFromStart": 7.82},
        {"role": "tool_calls", "secondsFromStart": 3, "toolCalls": [{"function": {"name": "f"}}]},
    ]
    record = read(
        {"messages": messages, "startedAt": "2024-10-13T23:39:34.556Z", "endedAt": "2024-10-13T23:40:34Z"}
    )
    assert [row[:3] for row in speech(record)] == [("caller", 2320, "reported"), ("agent", 7820, "reported")]
    # A tool's counts from another moment; it is put behind the turn above it, whose end is 1 / 2.7 s after its start.
    assert tools(record) == [(8190, "derived", "t0 f({})")]
    # Nothing says when these seconds began: neither the connection nor the end can be placed among them.
    assert line(record) == [(8190, "derived", "ended by None: None")]
    assert record.header.started_at == "2024-10-13T23:39:34.556Z"
    assert record.header.time_problems == ()


def test_trap_4_a_call_may_begin_with_a_tool() -> None:
    messages = [tool_calls(("c", "greet", "{}"), at=400), said("bot", "Hello.", 1000, 1500)]
    for message in messages:
        del message["secondsFromStart"]
    record = read(messages)
    assert tools(record) == [(0, "reported", "c greet({})")]
    assert speech(record) == [("agent", 600, "reported", 1100, "reported")]


def test_trap_5_overlap_is_left_as_it_is() -> None:
    messages = [
        said("user", "Okay. Great. And your", 53500, 55280),
        said("bot", "Yeah.", 54720, 55220),
        said("user", "physical address", 55850, 57630),
    ]
    record = read(messages)
    assert speech(record) == [
        ("caller", 53500, "reported", 55280, "reported"),
        ("agent", 54720, "reported", 55220, "reported"),
        ("caller", 55850, "reported", 57630, "reported"),
    ]
    assert fold(record).utterances[1].backchannel is None


@pytest.mark.parametrize(
    ("role", "speaker"),
    [("user", "caller"), ("customer", "caller"), ("bot", "agent"), ("assistant", "agent")],
)
def test_trap_6_both_names_of_each_side(role: str, speaker: str) -> None:
    assert [row[0] for row in speech(read([said(role, "Hello.", 0, 500)]))] == [speaker]


def test_trap_6_the_prompt_is_not_a_turn() -> None:
    prompt = said("system", "You are Sam.", -5000, -4000) | {"secondsFromStart": 0}
    record = read([prompt, *CALL])
    assert [row[0] for row in speech(record)] == ["caller", "agent"]
    # Nor does the moment at which it was set begin the call.
    assert speech(record)[0][1] == 1000
    assert fold(record).utterances[0].source == "[1]"


def test_trap_6_texts_in_the_openai_form_have_no_times() -> None:
    formatted = [
        {"role": "system", "content": "You are Sam."},
        {"role": "assistant", "content": "Hello."},
        {"role": "user", "content": "Hi."},
    ]
    record = read({"type": "webCall", "artifact": {"messages": [], "messagesOpenAIFormatted": formatted}})
    assert speech(record) == [("agent", 0, "unknown", 0, "unknown"), ("caller", 0, "unknown", 0, "unknown")]
    assert [u.text for u in fold(record).utterances] == ["Hello.", "Hi."]
    assert fold(record).utterances[1].source == "artifact.messagesOpenAIFormatted[2]"


def test_trap_7_the_time_of_a_tool_is_from_its_call_to_its_result() -> None:
    call = fold(read(stored("vapi_artifact_messages")))
    (tool,) = call.tool_calls
    assert (tool.timed_sent_ms, tool.timed_finished_ms) == (63782, 64501)
    assert tool.status == "returned"


def test_trap_7_a_missing_result_was_pending_at_the_hang_up() -> None:
    (tool,) = fold(read([*CALL, tool_calls(("c", "f", "{}"), at=4000)])).tool_calls
    assert (tool.status, tool.timed_finished_ms) == ("sent", None)


@pytest.mark.parametrize(
    "result", ["No result returned.", "Success.", '{"ok": true}', "", {"ok": True}, None]
)
def test_trap_7_results_are_literal(result: Any) -> None:
    (tool,) = fold(
        read([*CALL, tool_calls(("c", "f", "{}"), at=4000), tool_result("c", result, 4500)])
    ).tool_calls
    assert tool.status == "returned"
    assert tool.result == result


def test_trap_8_the_agents_text_is_what_it_sent_to_its_voice() -> None:
    texts = [e for e in read(CALL).events if isinstance(e, SpeechText)]
    assert [(e.speaker, e.kind, e.text, e.quality) for e in texts] == [
        ("caller", "heard", "Hello.", "derived"),
        ("agent", "said", "Good morning.", "derived"),
    ]


def test_trap_9_latencies_are_milliseconds_of_the_answers_in_their_order() -> None:
    record = read(vapi_report())
    # The agent answers in u1, u3, u5, u7, u9, u11 and u13: as often as there are latencies.
    assert [(r.ms, r.utterance, r.quality) for r in record.header.runtime_latencies] == [
        (1300, "u1", "derived"),
        (1400, "u3", "derived"),
        (1500, "u5", "derived"),
        (1600, "u7", "derived"),
        (1700, "u9", "derived"),
        (1800, "u11", "derived"),
        (1900, "u13", "derived"),
    ]


def test_trap_9_a_greeting_is_no_answer() -> None:
    messages = [
        said("bot", "Welcome.", 500, 1000),
        said("user", "Hello.", 1500, 2000),
        said("bot", "Yes?", 2500, 3000),
        said("bot", "Anything else?", 4000, 5000),
    ]
    metrics = {"turnLatencies": [{"turnLatency": 512.5}]}
    record = read({"artifact": {"messages": messages, "performanceMetrics": metrics}})
    assert [(r.ms, r.utterance) for r in record.header.runtime_latencies] == [(512.5, "u2")]


def test_trap_9_another_number_of_latencies_belongs_to_no_turn() -> None:
    metrics = {"turnLatencies": [{"turnLatency": 500}, None, {"turnLatency": None}, {"modelLatency": 3}]}
    record = read({"artifact": {"messages": CALL, "performanceMetrics": metrics}})
    assert [(r.ms, r.utterance, r.quality) for r in record.header.runtime_latencies] == [
        (500, None, "reported")
    ]


# --- what the agent was given before the call -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    [
        {"assistantOverrides": {"variableValues": {"order": "4821"}}},
        {"artifact": {"variableValues": {"order": "4821"}}},
        {"call": {"assistantOverrides": {"variableValues": {"order": "4821"}}}},
        {"call": {"artifact": {"variableValues": {"order": "4821"}}}},
    ],
)
def test_variables_are_what_the_agent_was_given(place: dict[str, Any]) -> None:
    payload = {"type": "end-of-call-report", "messages": [said("user", "Hello.", 1000, 2000)], **place}
    assert read(payload).header.given == {"order": "4821"}


def test_a_variable_that_no_record_can_hold_is_refused_with_its_place() -> None:
    payload = {
        "messages": [said("user", "Hello.", 1000, 2000)],
        "assistantOverrides": {"variableValues": {"rate": float("nan")}},
    }
    assert problems(payload) == ["assistantOverrides.variableValues.rate: holds a number that is not finite"]


@pytest.mark.parametrize("values", [None, "x", [1], {}])
def test_what_is_no_table_of_variables_is_passed_over(values: Any) -> None:
    payload = {
        "messages": [said("user", "Hello.", 1000, 2000)],
        "assistantOverrides": {"variableValues": values},
    }
    assert read(payload).header.given == {}
