"""Failures that people met in the field, judged from the file to the verdict by all checks together."""

from __future__ import annotations

import math
from typing import Any

import pytest

from callproof.errors import InputError
from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import fold
from callproof.evidence.derived import Derivation, EdgeFound
from callproof.scoring.results import CallResult
from callproof.scoring.timing import timing_of
from tests.unit.scoring.calls import (
    action,
    agent,
    call_of,
    caller,
    folded,
    found,
    judged,
    payload,
    record_of,
    timing,
)


def result(*turns: dict[str, Any], **fields: Any) -> CallResult:
    return judged(call_of(*turns, **fields))


def reported_latency(ms: float) -> CallResult:
    builder = RecordBuilder()
    builder.connected(0)
    builder.speech("agent", 500, 2000, said="Hello, how can I help?")
    builder.speech("caller", 2600, 4000, heard="Where is my order?")
    builder.speech("agent", 4700, 6000, said="It has shipped.")
    builder.runtime_latency(ms, "u2")
    builder.ended(6500, by="agent", completed=True)
    return judged(folded(builder))


# --- judging a call ----------------------------------------------------------------------------------------------


def test_an_uh_huh_and_a_prompt_turn() -> None:
    """The agent speaks from 0 to 10, the caller says "uh huh" from 3.0 to 3.4 and speaks at 10.6: no dead air, no talk-over,
    no latency."""
    call = call_of(
        agent(0, 10, "It works like this."), caller(3.0, 3.4, "uh huh"), caller(10.6, 12, "I see, and then?")
    )
    assert judged(call).findings == ()
    assert timing_of(call).responses == ()
    assert timing_of(call).talk_overs == ()


def test_an_agent_that_starts_two_seconds_early() -> None:
    """The caller speaks from 0 to 6 and the agent starts at 4: it interrupts, and there is no latency of -2 s."""
    call = call_of(caller(0, 6, "I would like to change my order"), agent(4, 9, "Your order has shipped."))
    assert found(judged(call)) == {("agent_interrupts", "medium")}
    assert judged(call).metrics.response_latency_ms == []


@pytest.mark.parametrize("pause_s", [8, 12])
def test_a_pause_that_the_caller_asked_for(pause_s: int) -> None:
    """ "Let me find it", 8 s of silence, then the number: the caller's pause."""

    def told(asked: str) -> CallResult:
        at = 4 + pause_s
        return result(
            agent(0, 2, "What is your number?"),
            caller(2.6, 4, asked),
            caller(at, at + 2, "it is 42"),
            agent(at + 2.8, at + 4, "Thank you."),
            completed=True,
        )

    found_it = told("let me find it")
    assert found_it.findings == ()
    assert found_it.metrics.dead_air_ms == 0
    assert list(found_it.metrics.response_latency_ms) == [800]
    # Of whoever asked for none, 8 s may still be a pause for thought.
    waited = found(told("where is my order?"))
    assert waited == (set() if pause_s == 8 else {("no_response", "high")})


def test_a_call_without_turns_does_not_pass() -> None:
    """A call without turns is nothing that went well."""
    empty = result(completed=True)
    assert not empty.passed
    assert found(empty) == set()
    connected = result(completed=True, connected_s=0, ended_s=20)
    assert found(connected) == {("silent_agent", "high")}
    assert not connected.passed


def test_an_agent_that_never_speaks_does_not_pass() -> None:
    """A mute agent has failed; it is not "cannot be scored"."""
    mute = result(caller(0, 2, "hello?"), caller(5, 7, "anybody there?"), completed=True, ended_s=20)
    assert not mute.passed
    assert ("silent_agent", "high") in found(mute)
    assert ("no_response", "high") in found(mute)


def test_turns_out_of_order_are_refused() -> None:
    """Turns that do not stand in the order in which they start are an error of the input, not a call to judge."""
    with pytest.raises(InputError, match=r"turns\[1\]\.start_s"):
        result(caller(5, 6, "b"), agent(1, 2, "a"))


@pytest.mark.parametrize("ms", [math.nan, math.inf, -math.inf, -1, -700.0, 203_000, 1.7e12])
def test_a_latency_that_cannot_be_true_does_not_pass(ms: float) -> None:
    """A latency that is no number, negative, 203 s or a time of day never passes, and is named."""
    told = reported_latency(ms)
    assert not told.passed
    assert found(told) == {("inconsistent_times", "high")}
    assert list(told.metrics.runtime_gap_ms) == ([700 - ms] if math.isfinite(ms) and ms >= 0 else [])


def test_a_latency_that_can_be_true_is_shown_as_a_gap_only() -> None:
    """What the platform reports is never mixed with what we measure."""
    told = reported_latency(300)
    assert told.passed
    assert list(told.metrics.response_latency_ms) == [700]
    assert list(told.metrics.runtime_gap_ms) == [400.0]


@pytest.mark.parametrize("start", [math.nan, math.inf, -0.5])
def test_a_start_that_is_no_time_is_refused(start: float) -> None:
    """No number and a negative one are no times."""
    with pytest.raises(InputError, match=r"turns\[0\]\.start_s"):
        result(caller(start, 1, "a"))


def test_a_missing_latency_is_said_and_passes_nothing() -> None:
    """No figure leaves out the answer that has no value without saying so."""
    told = result(
        caller(0, text="where is it?"), agent(2, 3), caller(4, 5, "and the other one?"), agent(6, 7)
    )
    assert told.metrics.responses_unknown == 1
    assert told.metrics.to_json()["response_latency_ms"]["not_measured"] == 1
    assert "1 of 2 answers has no known start or end" in [item.reason for item in told.not_measured]


def test_without_any_time_nothing_passes() -> None:
    """All that could be looked at is a claim, and a call of which nothing could be measured is not passed."""
    told = result(caller(None, text="hello"), agent(None, text="hello"))
    assert not told.passed
    assert told.findings == ()
    assert len(told.not_measured) == 11


def test_stopped_before_it_started() -> None:
    """A turn that ends before it starts is refused as inconsistent, and named."""
    told = result(caller(4, 3, "where is it?"), agent(5, 6, "It has shipped."), completed=True)
    assert not told.passed
    (finding,) = told.findings
    assert (finding.check, finding.message) == (
        "inconsistent_times",
        "turns[0] ends at 3 s, before it starts at 4 s",
    )


def test_a_wait_of_203_seconds() -> None:
    """A delay of 203 s is no answer time: it says that the clocks do not fit."""
    told = result(caller(0, 1, "where is it?"), agent(204, 205, "It has shipped."), completed=True)
    assert not told.passed
    assert found(told) == {("inconsistent_times", "high")}
    assert "203 s" in told.findings[0].message
    assert list(told.metrics.response_latency_ms) == []
    assert told.metrics.responses_unknown == 1


def test_a_time_of_day_among_seconds_of_the_call() -> None:
    """A start at 1.7e9 beside one at 0 does not give a delay of 1.7e9 s."""
    told = result(caller(0, 1, "where is it?"), agent(1.7e9, 1.7e9 + 1, "It has shipped."), completed=True)
    assert not told.passed
    assert found(told) == {("inconsistent_times", "high")}


def test_times_of_day_throughout_are_fine() -> None:
    """If all times are times of day, the first one is the start of the call."""
    told = result(caller(1.7e9, 1.7e9 + 1, "where is it?"), agent(1.7e9 + 1.7, 1.7e9 + 3, "It has shipped."))
    assert told.findings == ()
    assert list(told.metrics.response_latency_ms) == [700]


def test_two_turns_of_the_caller_are_answered_once() -> None:
    """Caller 0-1, caller 3-4, agent 5-6: one latency of 1 s, not two."""
    told = result(caller(0, 1, "hello"), caller(3, 4, "where is it?"), agent(5, 6, "It has shipped."))
    assert list(told.metrics.response_latency_ms) == [1000]
    assert told.findings == ()


def test_the_platforms_detector_is_late() -> None:
    """The caller stops at 3.00, the platform's detector says 3.55, the agent starts at 4.20: 1.20 s by the audio."""
    record = record_of(payload(caller(0, 3.55, "where is it?"), agent(4.2, 6, "It has shipped.")))
    (end,) = (e.seq for e in record.events if e.type == "speech.ended" and e.speaker == "caller")
    measured = Derivation(
        producer="edges", version="1", items=(EdgeFound(event=end, ms=3000, uncertainty_ms=5),)
    )
    assert list(judged(fold(record)).metrics.response_latency_ms) == [650]
    assert list(judged(fold(record, [measured])).metrics.response_latency_ms) == [1200]


def test_a_filler_and_the_answer_are_both_reported() -> None:
    """ "Let me pull that up" at 0.6 and the answer at 6.2: report both."""
    told = result(
        caller(0, 5, "where is it?"), agent(5.6, 6.6, "Let me pull that up."), agent(11.2, 13, "It is here.")
    )
    assert list(told.metrics.response_latency_ms) == [600]
    assert list(told.metrics.response_latency_ex_filler_ms) == [6200]


def test_a_filler_and_silence_are_no_answer_in_time() -> None:
    """A filler after 0.7 s that is followed by 4 s of silence: the silence is the agent's."""
    told = result(
        caller(0, 5, "where is it?"), agent(5.7, 6.7, "One moment, please."), agent(10.7, 12, "It is here.")
    )
    assert found(told) == {("dead_air", "medium")}
    (finding,) = told.findings
    assert finding.evidence["silence_ms"] == 4000


def test_perfect_metrics_without_audio_are_no_answer() -> None:
    """The platform lists a turn and a latency of half a second, and there was no sound at all."""
    builder = RecordBuilder()
    builder.speech("agent", 0, 1000, said="How can I help?")
    builder.speech("caller", 2000, 3000, heard="Where is my order?")
    silent = builder.speech("agent", 3500, 3500)
    builder.runtime_latency(500, silent)
    builder.ended(20_000, by="caller", completed=True)
    told = judged(folded(builder))
    assert not told.passed
    assert found(told) == {("no_response", "high"), ("dead_air", "high"), ("abandoned_in_silence", "high")}


def test_silence_in_front_of_the_agents_words_is_no_answer_yet() -> None:
    """300 ms of zeros come first: the first packet is there after 0.70 s, and the caller hears a word after 1.00 s."""
    record = record_of(payload(caller(0, 3, "where is it?"), agent(3.7, 6, "It has shipped.")))
    (start,) = (e.seq for e in record.events if e.type == "speech.started" and e.speaker == "agent")
    measured = Derivation(
        producer="edges", version="1", items=(EdgeFound(event=start, ms=4000, uncertainty_ms=5),)
    )
    assert list(judged(fold(record)).metrics.response_latency_ms) == [700]
    assert list(judged(fold(record, [measured])).metrics.response_latency_ms) == [1000]


def test_a_phone_number_digit_by_digit_is_one_turn() -> None:
    """Ten digits with gaps of 0.4 s: one turn of the caller's and one answer."""
    digits = [caller(0.8 * place, 0.8 * place + 0.4, digit) for place, digit in enumerate("5550123456")]
    told = result(*digits, agent(8.4, 10, "Thank you."))
    assert told.findings == ()
    assert list(told.metrics.response_latency_ms) == [800]


def test_a_greeting_and_a_question_are_one_turn() -> None:
    """A greeting, 0.7 s, a question: one turn of the agent's, and no silence."""
    call = call_of(
        agent(0, 2, "Hello."), agent(2.7, 4, "How can I help?"), caller(4.6, 6, "Where is it?"), agent(6.7, 8)
    )
    assert judged(call).findings == ()
    assert list(judged(call).metrics.response_latency_ms) == [700]
    assert timing_of(call).silences == ()


# --- interruptions and tools, as far as the clock can tell --------------------------------------------------------


@pytest.mark.parametrize("text", ["yeah", "thank you", "makes sense", "hmm"])
def test_words_of_listening_do_not_stop_the_agent(text: str) -> None:
    """The agent goes on and does not answer them."""
    told = result(
        agent(0, 10, "It works like this."),
        caller(4, 5, text),
        agent(10.3, 12, "And like that."),
        completed=True,
    )
    assert told.findings == ()
    assert list(told.metrics.response_latency_ms) == []


def test_wait_listen_must_stop_the_agent() -> None:
    """The caller says "wait, listen" and the agent goes on for 6 s: it did not yield, whatever its log says."""
    told = result(agent(0, 9, "It works like this."), caller(3, 4, "wait, listen"), completed=True)
    assert ("talked_over_caller", "medium") in found(told)
    assert list(told.metrics.yield_time_ms) == []


def test_a_reservation_that_is_made_twice() -> None:
    """create_reservation(6) succeeded, the caller speaks, and it is called again: two rows."""
    made = action("create_reservation", {"size": 6}, consequential=True, result={"id": 1})
    told = result(
        caller(0, 2, "a table for six"),
        agent(2.7, 4, "It is booked.", actions=[made]),
        caller(4.6, 6, "by the window"),
        agent(6.7, 8, "It is booked.", actions=[made]),
        completed=True,
    )
    assert not told.passed
    assert found(told) == {("duplicate_action", "high")}


def test_one_fault_two_bookings_and_a_retry() -> None:
    """Same name, time and phone twice is one fault; two times are two bookings; a retry after a failure is fine."""

    def booked(*actions: dict[str, Any]) -> set[tuple[str, str]]:
        return found(
            result(caller(0, 2, "please"), agent(2.7, 4, "Sure.", actions=list(actions)), completed=True)
        )

    six = action("book_table", {"name": "Ann", "time": "18:00", "phone": "555"})
    seven = action("book_table", {"name": "Ann", "time": "19:00", "phone": "555"})
    failed = action("book_table", {"name": "Ann", "time": "18:00", "phone": "555"}, error="timeout")
    assert booked(six, six) == {("duplicate_action", "medium")}
    assert booked(six, seven) == set()
    assert booked(failed, six) == set()


def test_hang_up_337_times() -> None:
    """hang_up called 337 times in 148 s: one finding with the number."""
    turns = [agent(0, 148, "Goodbye.", actions=[action("hang_up") for _ in range(337)])]
    (finding,) = result(*turns, completed=True).findings
    assert (finding.check, finding.evidence["count"]) == ("duplicate_action", 337)


def test_a_fault_of_the_platforms_is_named_as_such() -> None:
    """The recogniser answered 502 at connect: the platform's fault, not the agent's."""
    builder = RecordBuilder()
    builder.line_error("recogniser answered 502", 100, by="platform")
    builder.ended(200, by="platform")
    told = judged(folded(builder))
    assert not told.passed
    (finding,) = told.findings
    assert finding.message == "an error on the platform's side, not the agent's: recogniser answered 502"


# --- whole calls -------------------------------------------------------------------------------------------------

CLEAN_CALL = payload(
    agent(0.9, 3.2, "Green Garden, good morning, how can I help?"),
    caller(3.7, 6.9, "Hi, I would like to move my delivery to Friday."),
    agent(7.8, 10.1, "Sure. What is your order number?"),
    caller(12.4, 15.2, "Let me see. It is four two eight one."),
    agent(16.3, 19.9, "Thank you. I have moved order four two eight one to Friday.",
          actions=[action("get_order", {"id": "4281"}, start_s=15.6, end_s=15.8, result={"day": "Monday"}),
                   action("update_order", {"id": "4281", "day": "Friday"}, start_s=15.9, end_s=16.2,
                          consequential=True, result={"ok": True})]),
    caller(18.1, 18.5, "mm-hm"),
    caller(20.3, 21.4, "Great, thanks, bye."),
    agent(21.9, 23.1, "Have a nice day, goodbye."),
    completed=True, connected_s=0.2, ended_s=23.9, ended_by="caller",
)  # fmt: skip


def test_a_clean_call_has_no_finding_under_any_check() -> None:
    """Eight turns with a backchannel, a thinking pause of 2.3 s, a lookup and a write."""
    told = judged(fold(record_of(CLEAN_CALL)))
    assert told.passed
    assert told.findings == ()
    assert told.not_measured == ()
    assert list(told.metrics.response_latency_ms) == [900, 1100, 500]
    assert told.metrics.greeting_latency_ms == 700


def test_a_slow_overlapping_incomplete_call() -> None:
    told = result(
        agent(0.5, 3, "Hello, how can I help?"),
        caller(3.5, 6, "I would like to change my order"),
        agent(10.2, 16, "Certainly. Your order was placed on Monday and it will be sent"),
        caller(13, 15, "no, wait, that is the wrong one"),
        completed=False,
        ended_s=16.5,
        ended_by="caller",
    )
    assert not told.passed
    assert [(f.check, f.severity, f.turn) for f in told.findings] == [
        ("slow_response", "high", 2),
        ("incomplete", "medium", None),
        ("dead_air", "medium", 1),
        ("talked_over_caller", "medium", 2),
    ]


def test_percentiles_are_not_spoken_of_for_seven_turns() -> None:
    """P95 of seven turns would be the largest of them under another name."""
    turns = [
        t for s in range(0, 70, 10) for t in (caller(s, s + 3, "and then?"), agent(s + 4, s + 9, "That."))
    ]
    shown = result(*turns).metrics.to_json()["response_latency_ms"]
    assert (shown["n"], shown["p50"], shown["p95"], shown["p99"], shown["max"]) == (7, 1000, None, None, 1000)


def test_an_overlap_does_not_lower_the_mean() -> None:
    """An answer two seconds early is left out and counted, and not averaged in as -2 s."""
    told = result(
        caller(0, 5, "one thing and another"),
        agent(3, 7, "Sure."),
        caller(8, 9, "and that?"),
        agent(10, 11, "Yes."),
    )
    assert list(told.metrics.response_latency_ms) == [1000]
    assert told.metrics.responses_not_due == 1


def test_no_dead_air_while_the_caller_speaks() -> None:
    found_silences = timing(
        agent(0, 2, "Hello."), caller(2.5, 40, "a very long story"), agent(40.7, 42, "I see.")
    ).silences
    assert found_silences == ()
