"""The walk over a call: answers, silences, talk-overs, interruptions, the greeting."""

from __future__ import annotations

import pytest

from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import fold
from callproof.evidence.derived import Derivation, EdgeFound, SpeechFound
from callproof.scoring.timing import Timing, timing_of
from tests.unit.scoring.calls import action, agent, call_of, caller, folded, other, payload, record_of, timing


def latencies(found: Timing) -> list[int]:
    return [response.latency_ms for response in found.responses]


def silences(found: Timing) -> list[tuple[int, int, str]]:
    return [(s.start_ms, s.end_ms, s.owner) for s in found.silences]


def interruptions(found: Timing) -> list[int]:
    return [interruption.early_ms for interruption in found.agent_interruptions]


def overlaps(found: Timing) -> list[tuple[int, int | None]]:
    return [(talk_over.overlap_ms, talk_over.yield_ms) for talk_over in found.talk_overs]


# --- answers -----------------------------------------------------------------------------------------------------


def test_an_answer_is_measured_from_the_last_sound_to_the_first() -> None:
    found = timing(agent(0, 2), caller(3, 5), agent(5.7, 8), caller(8.5, 9), agent(10.2, 11))
    assert latencies(found) == [700, 1200]
    assert found.responses[0].caller.index == 1
    assert found.responses[0].agent.index == 2


def test_an_answer_up_to_50_ms_early_is_an_answer_without_a_wait() -> None:
    assert latencies(timing(caller(0, 5), agent(4.95, 8))) == [0]
    early = timing(caller(0, 5), agent(4.949, 8))
    assert latencies(early) == []
    assert early.not_due == 1


def test_a_call_without_turns_has_nothing() -> None:
    found = timing()
    assert not found.timed
    assert found.responses == ()
    assert found.silences == ()
    assert (found.caller_turns, found.agent_turns, found.tail_ms) == (0, 0, None)


def test_an_unknown_end_gives_no_latency_and_is_counted() -> None:
    found = timing(caller(0, text="hello there"), agent(3, 4), caller(5, 6), agent(7, 8))
    assert latencies(found) == [1000]
    assert found.responses_unknown == 1


def test_an_unknown_start_gives_no_latency_and_is_counted() -> None:
    found = timing(caller(0, 1), agent(None, None, "yes"), caller(5, 6), agent(7, 8))
    assert latencies(found) == [1000]
    assert found.responses_unknown == 1


def test_nothing_is_known_without_times() -> None:
    found = timing(caller(None, text="a"), agent(None, text="b"), caller(None, text="c"))
    assert not found.timed
    assert found.responses_unknown == 1
    assert found.agent_turns == 1
    assert found.agent_turns_timed == 0


def test_a_filler_is_the_answer_and_what_follows_it_is_the_content() -> None:
    found = timing(caller(0, 5), agent(5.6, 6.4, "Let me pull that up."), agent(11.2, 14, "It has shipped."))
    assert latencies(found) == [600]
    assert found.responses[0].content_ms == 6200


def test_two_fillers_and_an_okay_do_not_hide_the_content() -> None:
    found = timing(
        caller(0, 5, "where is it?"),
        agent(5.6, 6.4, "One moment."),
        caller(6.8, 7.1, "okay"),
        agent(8.5, 9, "Still checking."),
        agent(12, 14, "It has shipped."),
    )
    assert [(r.latency_ms, r.content_ms) for r in found.responses] == [(600, 7000)]
    assert [u.text for u in found.backchannels] == ["okay"]


def test_a_second_sentence_is_no_content_of_its_own() -> None:
    found = timing(caller(0, 5), agent(5.6, 6.4, "It has shipped."), agent(7, 8, "Anything else?"))
    assert found.responses[0].content_ms == 600


def test_a_caller_who_asked_for_time_is_not_kept_waiting() -> None:
    found = timing(caller(0, 1, "Hold on, let me find it."), agent(9, 10, "Take your time."))
    assert latencies(found) == []
    assert found.not_due == 1
    prompt = timing(caller(0, 1, "Hold on, let me find it."), agent(1.6, 2, "Sure."))
    assert latencies(prompt) == [600]


def test_an_agent_that_kept_the_floor_has_not_answered() -> None:
    """It spoke for 2 s after the caller had finished, so its next words may be anything."""
    found = timing(agent(0, 10), caller(6, 8, "no, not that one"), agent(12, 13))
    assert latencies(found) == []
    assert found.not_due == 1


def test_an_agent_that_stopped_with_the_caller_is_timed_from_the_caller() -> None:
    found = timing(agent(0, 8.5), caller(6, 8, "no, not that one"), agent(9, 13))
    assert latencies(found) == [1000]


@pytest.mark.parametrize(("start", "implausible"), [(121.0, False), (121.001, True)])
def test_a_wait_over_two_minutes_is_no_answer_time(start: float, implausible: bool) -> None:
    found = timing(caller(0, 1), agent(start, 130))
    assert len(found.implausible) == implausible
    assert latencies(found) == ([] if implausible else [120_000])


def test_a_yes_at_the_end_of_the_question_is_its_answer() -> None:
    found = timing(agent(0, 5, "Shall I book it?"), caller(4.6, 4.9, "Yes."), agent(5.6, 7, "Done."))
    assert found.talk_overs == ()
    assert found.backchannels == ()
    assert latencies(found) == [700]


def test_a_yes_in_the_middle_of_a_statement_is_a_backchannel() -> None:
    found = timing(
        agent(0, 5, "You have two bookings."), caller(4.6, 4.9, "Yes."), agent(5.6, 7, "One is on Friday.")
    )
    assert [u.index for u in found.backchannels] == [1]
    assert latencies(found) == []


# --- unanswered --------------------------------------------------------------------------------------------------


def test_the_caller_goes_on_without_an_answer() -> None:
    found = timing(caller(0, 1, "a"), caller(13.5, 14, "b"), agent(14.5, 15))
    assert [(u.caller.index, u.waited_ms, u.until_end) for u in found.unanswered] == [(0, 12_500, False)]
    assert latencies(found) == [500]


def test_the_line_ends_without_an_answer() -> None:
    found = timing(agent(0, 1), caller(2, 3, "where is it?"), ended_s=20)
    assert [(u.caller.index, u.waited_ms, u.until_end) for u in found.unanswered] == [(1, 17_000, True)]
    assert not found.last_turn_open


def test_how_long_the_last_turn_waited_is_open_without_an_end_of_the_line() -> None:
    found = timing(agent(0, 1), caller(2, 3, "where is it?"))
    assert found.unanswered == ()
    assert found.unanswered_unknown == 1
    assert found.last_turn_open


@pytest.mark.parametrize("goodbye", ["Thanks, bye.", "Goodbye", "Hold on, let me find it."])
def test_a_goodbye_or_a_request_for_time_needs_no_answer(goodbye: str) -> None:
    for fields in ({}, {"ended_s": 20}):
        found = timing(agent(0, 1), caller(2, 3, goodbye), **fields)
        assert found.unanswered == ()
        assert found.unanswered_unknown == 0


def test_a_thank_you_after_the_agents_goodbye_needs_no_answer() -> None:
    found = timing(agent(0, 1, "Have a nice day, bye."), caller(2, 3, "Thank you."), ended_s=20)
    assert found.unanswered == ()
    assert silences(found) == [(1000, 2000, "caller"), (3000, 20_000, "caller")]


# --- silences ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "owner"),
    [
        (caller(0, 1, "where is it?"), agent(9, 10), "agent"),
        (caller(0, 1, "let me find it"), caller(9, 10, "it is 42"), "caller"),
        (caller(0, 1, "let me find it"), agent(9, 10, "Take your time."), "caller"),
        (caller(0, 1, "my number is"), caller(9, 10, "A 1 2"), "caller"),
        (caller(0, 1, "where is it?"), caller(9, 10, "Hello?"), "agent"),
        (caller(0, 1, "where is it?"), caller(9, 10, "Hello, where is it?"), "caller"),
        (caller(0, 1, "where is it?"), other(9, 10), "agent"),
        (agent(0, 1, "What is your number?"), caller(9, 10, "42"), "caller"),
        (agent(0, 1, "What is your number?"), caller(9, 10, "Hello?"), "caller"),
        (agent(0, 1, "What is your number?"), agent(9, 10, "And your name?"), "caller"),
        (agent(0, 1, "Please say your number."), agent(9, 10, "And your name?"), "caller"),
        (agent(0, 1, "It has shipped."), agent(9, 10, "Are you still there?"), "caller"),
        (agent(0, 1, "It has shipped."), agent(9, 10, "Anything else?"), "unknown"),
        (agent(0, 1, "It has shipped."), agent(9, 10, "It arrives tomorrow."), "agent"),
        (agent(0, 1, "Tell me your number. It is on the receipt."), agent(9, 10, "At the top."), "caller"),
        (agent(0, 1, "I just need your number."), agent(9, 10, "At the top."), "caller"),
        (agent(0, 1, "It has shipped."), caller(9, 10, "Good."), "caller"),
        (agent(0, 1, "I have found it."), caller(9, 10, "Hello?"), "agent"),
        (agent(0, 1, "Let me check that."), agent(9, 10, "It has shipped."), "agent"),
        (agent(0, 1, "One moment, please."), caller(9, 10, "So?"), "agent"),
        (agent(0, 1), agent(9, 10), "unknown"),
        (agent(0, 1), agent(9, 10, "Are you still there?"), "caller"),
        (agent(0, 1), caller(9, 10), "caller"),
        (agent(0, 1), caller(9, 10, "Hello?"), "unknown"),
        (agent(0, 1, "It has shipped."), other(9, 10), "unknown"),
        (other(0, 1), agent(9, 10), "unknown"),
    ],
)  # fmt: skip
def test_whose_a_silence_is(before: dict[str, object], after: dict[str, object], owner: str) -> None:
    assert silences(timing(before, after)) == [(1000, 9000, owner)]


def test_a_silence_after_somebody_else_belongs_to_who_was_to_speak_before() -> None:
    found = timing(caller(0, 1, "where is it?"), other(2.5, 3), agent(6, 7))
    assert silences(found) == [(1000, 2500, "agent"), (3000, 6000, "agent")]


@pytest.mark.parametrize(
    ("sent", "done", "owner"),
    [
        (1.0, 8.5, "agent"),
        (1.0, 3.0, "caller"),
        (1.0, 5.0, "caller"),
        (1.0, 5.001, "agent"),
        (0.5, None, "agent"),
        (9.5, 10.0, "caller"),
    ],
)
def test_a_tool_that_runs_for_most_of_a_silence_makes_it_the_agents(
    sent: float, done: float | None, owner: str
) -> None:
    book = action("book", start_s=sent, end_s=done)
    found = timing(agent(0, 1, "I will book that.", actions=[book]), caller(9, 10, "So what?"))
    assert silences(found) == [(1000, 9000, owner)]


def test_a_question_leaves_the_silence_to_the_caller_though_a_tool_runs() -> None:
    log = action("log", start_s=0.5, end_s=8)
    found = timing(agent(0, 1, "And your name?", actions=[log]), caller(9, 10, "Ann"))
    assert silences(found) == [(1000, 9000, "caller")]


def test_a_tool_without_a_result_is_not_running_for_ever() -> None:
    """After it was sent the agent has spoken again: nobody knows when it ended."""
    book = action("book", start_s=0.5)
    found = timing(
        agent(0, 1, "Sure.", actions=[book]), agent(1.2, 2, "It is booked."), caller(9, 10, "So what?")
    )
    assert silences(found) == [(2000, 9000, "caller")]


def test_short_gaps_are_judged_but_not_listed() -> None:
    found = timing(agent(0, 1), caller(1.999, 3), agent(4, 5))
    assert silences(found) == [(3000, 4000, "agent")]
    assert found.silences_judged == 2


def test_nobody_is_silent_while_somebody_speaks() -> None:
    found = timing(agent(0, 10), caller(3, 3.4, "uh huh"), caller(10.6, 12))
    assert found.silences == ()


def test_a_gap_without_an_end_is_unknown() -> None:
    found = timing(agent(0, text="hello"), caller(9, 10), agent(15, 16), ended_s=17)
    assert silences(found) == [(10_000, 15_000, "agent"), (16_000, 17_000, "caller")]
    assert (found.silences_judged, found.silences_unknown) == (2, 1)


def test_the_silence_at_the_end_of_the_call() -> None:
    found = timing(agent(0, 1), caller(2, 3, "where is it?"), ended_s=9)
    assert silences(found) == [(1000, 2000, "caller"), (3000, 9000, "agent")]
    assert found.tail_ms == 6000


def test_a_silence_too_long_to_be_true_is_nobodys() -> None:
    assert silences(timing(caller(0, 1), agent(204, 205))) == [(1000, 204_000, "unknown")]


# --- overlaps ----------------------------------------------------------------------------------------------------


def test_the_caller_takes_the_floor_and_the_agent_yields() -> None:
    found = timing(agent(0, 5.4), caller(5, 7, "no, wait, listen"))
    assert overlaps(found) == [(400, 400)]
    assert found.talk_overs[0].agent.index == 0


def test_an_agent_that_goes_on_long_after_the_caller_has_not_yielded() -> None:
    assert overlaps(timing(agent(0, 7.6), caller(5, 7, "no, wait, listen"))) == [(2000, 2600)]
    assert overlaps(timing(agent(0, 7.601), caller(5, 7, "no, wait, listen"))) == [(2000, None)]


def test_an_agent_that_resumes_over_the_caller_has_not_yielded() -> None:
    found = timing(agent(0, 5.4), caller(5, 9, "no, wait, listen to me"), agent(6.4, 8))
    assert overlaps(found) == [(400 + 1600, None)]
    assert found.agent_interruptions == ()


def test_an_agent_that_was_quiet_for_long_has_yielded_and_then_interrupts() -> None:
    found = timing(agent(0, 5.4), caller(5, 9, "no, wait, listen to me"), agent(6.5, 9.5))
    assert overlaps(found) == [(400, 400)]
    assert interruptions(found) == [2500]


@pytest.mark.parametrize("text", ["uh huh", "yeah", "Thank you.", "makes sense", "hmm"])
def test_words_of_listening_take_no_floor(text: str) -> None:
    found = timing(agent(0, 10), caller(3, 4.2, text), caller(10.6, 12))
    assert found.talk_overs == ()
    assert [u.index for u in found.backchannels] == [1]


def test_without_words_a_short_sound_is_a_backchannel() -> None:
    assert overlaps(timing(agent(0, 10), caller(3, 3.799))) == []
    assert overlaps(timing(agent(0, 10), caller(3, 3.8))) == [(800, None)]


def test_a_short_word_that_wants_the_floor_takes_it() -> None:
    assert overlaps(timing(agent(0, 10), caller(3, 3.4, "Stop!"))) == [(400, None)]


def test_a_backchannel_in_the_agents_sentence_pause_is_no_turn() -> None:
    found = timing(
        agent(0, 5, "It has shipped."), caller(5.1, 5.4, "mm-hm"), agent(5.35, 8, "It comes on Friday.")
    )
    assert found.agent_interruptions == ()
    assert found.responses == ()
    assert [u.index for u in found.backchannels] == [1]


def test_both_at_once_is_nobodys_fault() -> None:
    """Within 50 ms nobody can tell who took the floor from whom; at 51 ms one can."""
    for agent_start, caller_start in ((1.0, 1.0), (1.05, 1.0), (1.0, 1.05)):
        turns = sorted(
            [agent(agent_start, 3), caller(caller_start, 4)], key=lambda turn: float(turn["start_s"])
        )
        found = timing(*turns)
        assert (found.talk_overs, found.agent_interruptions) == ((), ())
    assert [t.overlap_ms for t in timing(agent(1.0, 3), caller(1.051, 4)).talk_overs] == [1949]
    assert [i.early_ms for i in timing(caller(1.0, 4), agent(1.051, 3)).agent_interruptions] == [2949]


def test_an_agent_that_goes_on_after_its_own_pause_speaks_over_the_caller() -> None:
    found = timing(agent(0, 5), caller(5.2, 8, "I want to change it"), agent(5.49, 7))
    assert interruptions(found) == []
    assert overlaps(found) == [(1510, 1800)]
    assert interruptions(timing(agent(0, 5), caller(5.2, 8, "I want to"), agent(5.5, 7))) == [2500]


@pytest.mark.parametrize(("start", "early"), [(4.0, [2000]), (5.949, [51]), (5.95, []), (6.5, [])])
def test_the_agent_starts_inside_the_callers_turn(start: float, early: list[int]) -> None:
    assert interruptions(timing(caller(0, 6, "I want to change it"), agent(start, 8))) == early


def test_the_agents_own_mm_hm_is_no_interruption_and_no_answer() -> None:
    found = timing(caller(0, 6, "I want to change it"), agent(3, 3.4, "Mm-hm."), agent(6.8, 8, "Sure."))
    assert found.agent_interruptions == ()
    assert latencies(found) == [800]


def test_a_remark_inside_the_callers_turn_does_not_answer_it() -> None:
    found = timing(caller(0, 6, "I want to change it"), agent(3, 4, "Sorry, what"), agent(6.8, 8, "Sure."))
    assert interruptions(found) == [3000]
    assert latencies(found) == [800]


def test_overlaps_are_unknown_where_an_end_is() -> None:
    found = timing(agent(0, text="hello"), caller(3, text="hi"), agent(5, text="yes"))
    assert (found.caller_onsets_judged, found.caller_onsets_unknown) == (0, 1)
    assert (found.agent_onsets_judged, found.agent_onsets_unknown) == (1, 1)


def test_merged_fragments_overlap_only_where_they_must() -> None:
    """15 s from start to end with 10 s of speech: the other may have spoken in the pauses."""
    builder = RecordBuilder()
    builder.speech("agent", 0, 15_000, said="one thing and another", speech_ms=10_000)
    builder.speech("caller", 5000, 7000, heard="I want to change it")
    builder.speech("caller", 8000, 14_000, heard="and that one as well, please")
    found = timing_of(folded(builder))
    assert overlaps(found) == [(1000, None)]
    assert (found.caller_onsets_judged, found.caller_onsets_unknown) == (1, 1)


def test_the_sources_own_verdict_on_a_backchannel_holds() -> None:
    builder = RecordBuilder()
    builder.speech("agent", 0, 10_000, said="one thing and another")
    builder.speech("caller", 5000, 7000, heard="oh is that so", backchannel=True)
    builder.speech("caller", 8000, 8300, heard="uh huh", backchannel=False)
    found = timing_of(folded(builder))
    assert [u.index for u in found.backchannels] == [1]
    assert overlaps(found) == [(300, None)]


# --- the greeting ------------------------------------------------------------------------------------------------


def test_the_greeting_is_timed_from_the_connection() -> None:
    found = timing(agent(1.8, 3), caller(4, 5), connected_s=0.5)
    assert (found.greeting_ms, found.caller_opened_ms) == (1300, None)


def test_a_caller_who_speaks_first_had_waited() -> None:
    found = timing(caller(4, 5), agent(6, 7), connected_s=0.5)
    assert (found.greeting_ms, found.caller_opened_ms) == (None, 3500)


def test_no_greeting_time_without_a_connection_or_a_start() -> None:
    assert timing(agent(1.8, 3)).greeting_ms is None
    assert timing(agent(None, None, "hi"), agent(2, 3), connected_s=0).greeting_ms is None


def test_a_first_word_long_before_the_connection_is_no_greeting_time() -> None:
    assert timing(agent(0, 3), connected_s=1).greeting_ms == 0
    assert timing(agent(0, 3), connected_s=1.001).greeting_ms is None


# --- the rest ----------------------------------------------------------------------------------------------------


def test_a_turn_with_neither_length_nor_text_is_not_heard() -> None:
    found = timing(caller(0, 1), agent(2, 2), agent(2.5, 2.5, " "), ended_s=20)
    assert found.agent_turns == 0
    assert found.responses == ()
    assert [u.waited_ms for u in found.unanswered] == [19_000]


def test_a_measured_edge_takes_the_place_of_a_reported_one() -> None:
    """The platform's detector says 3.55 s; the audio says that the caller stopped at 3.00 s."""
    record = record_of(payload(caller(0, 3.55), agent(4.2, 6)))
    (end,) = (e.seq for e in record.events if e.type == "speech.ended" and e.speaker == "caller")
    edge = EdgeFound(event=end, ms=3000, uncertainty_ms=5)
    call = fold(record, [Derivation(producer="edges", version="1", items=(edge,))])
    assert latencies(timing_of(call)) == [1200]


def test_speech_that_only_the_audio_knows_of_counts() -> None:
    record = record_of(payload(caller(0, 3, "where is it?"), agent(9, 10)))
    heard = SpeechFound(speaker="agent", start_ms=3700, end_ms=5000, uncertainty_ms=5)
    call = fold(record, [Derivation(producer="edges", version="1", items=(heard,))])
    assert latencies(timing_of(call)) == [700]


def test_speech_is_summed_and_what_is_missing_is_counted() -> None:
    found = timing(agent(0, 2), caller(3, 4.5), agent(5), other(7, 8))
    assert (found.agent_speech_ms, found.caller_speech_ms, found.speech_unknown) == (2000, 1500, 1)


def test_a_step_costs_the_same_however_long_the_call_is() -> None:
    turns = [
        turn
        for second in range(0, 40_000, 10)
        for turn in (caller(second, second + 2, "and then?"), agent(second + 3, second + 8, "That."))
    ]
    found = timing_of(call_of(*turns))
    assert len(found.responses) == 4000
    assert {response.latency_ms for response in found.responses} == {1000}
