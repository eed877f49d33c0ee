"""Which test shows each failure from the field that takes a line or sound to be shown: interruptions, tools and outcomes, harness."""

from __future__ import annotations

import pytest

from tests.named import assert_test_is_there

CALLING = "tests/unit/calling"
HERE = f"{CALLING}/test_field_cases.py"
SOUND = f"{CALLING}/simulation/test_audio_parts.py"
PLAYBACK = f"{CALLING}/simulation/test_playback.py"
LINE = f"{CALLING}/simulation/test_line.py"
EARS = f"{CALLING}/serving/test_ears.py"
HEARING = f"{CALLING}/agents/test_hearing.py"
FIELD = "tests/live/test_field_cases.py"
PIPECAT = "tests/live/test_pipecat_agent.py"
LIVEKIT = "tests/live/test_livekit_agent.py"
SPOKEN_OVER = f"{FIELD}::test_it_is_spoken_over"
STOPPED = f"{FIELD}::test_it_stops_the_agent_which_says_it_again"

INTERRUPTIONS = {
    "9.5 s are sent in 0.85 s, and go on for 6 s after the caller broke in": (
        f"{SOUND}::test_what_is_sent_at_once_is_played_in_its_own_time",
        f"{HERE}::test_an_agent_that_has_sent_all_of_it_and_plays_on_did_not_yield",
    ),
    "4 s are queued, 1 s is played, then cleared": (
        f"{PLAYBACK}::test_what_was_cleared_is_not_heard_and_its_marks_come_back_as_the_platform_does_it",
        f"{HERE}::test_an_agent_that_drops_what_it_has_sent_was_heard_to_there",
    ),
    "a mark that comes back because of clear was not played": (
        f"{SOUND}::test_a_mark_is_passed_when_everything_before_it_has_played_and_not_when_it_was_cleared",
        f"{PLAYBACK}::test_a_mark_comes_back_when_what_is_before_it_has_been_heard_and_not_when_it_came",
    ),
    "a reply that is cut 100 ms after its first frame": (
        f"{HERE}::test_a_reply_that_is_cut_after_100_ms_was_not_said",
        f"{CALLING}/simulation/test_said_in_place.py::test_of_a_sentence_that_is_broken_off_counts_what_was_played",
    ),
    # Of an agent whose recogniser is in time for it; in text the packs have a case for each.
    "yeah, thank you while the agent speaks": (
        f"{HEARING}::test_listening_is_no_wish",
        f"{CALLING}/agents/test_backchannels.py::test_the_first_words_of_a_backchannel",
    ),
    "wait, listen stops it": (STOPPED, f"{LIVEKIT}::test_it_is_interrupted_at_the_moment_and_is_cut_off"),
    "a clap just after the caller has finished": (
        f"{PIPECAT}::test_a_clap_does_not_stop_it",
        f"{LIVEKIT}::test_a_real_agent_is_recorded_and_judged",
        f"{EARS}::test_a_click_is_nothing_and_a_noise_is_no_speech",
    ),
    "the agent's own sound, 20 dB below and 150 ms later": (
        f"{LINE}::test_the_echo_is_what_the_agent_itself_said",
        f"{EARS}::test_the_agent_s_own_echo_is_no_interruption",
    ),
    "a television that talks, 15 dB below": (
        SPOKEN_OVER,
        f"{EARS}::test_a_television_is_no_turn_and_holds_none_open",
    ),
    "the moment of an interruption never came": (
        f"{HERE}::test_an_act_hangs_on_what_happens_and_is_not_applied_where_it_does_not",
    ),
    "what hello cuts off is heard in full once": (
        STOPPED,
        "tests/unit/scoring/outcome/test_must_hear.py::test_where_a_recogniser_alone_tells_it_a_few_words_may_differ",
    ),
}

TOOLS_AND_OUTCOMES = {
    "a call in flight, and the caller speaks": (
        f"{PIPECAT}::test_a_call_in_flight_is_taken_back",
        f"{LIVEKIT}::test_a_call_in_flight_is_taken_back",
    ),
    "an answer that never comes, and no second booking": (
        f"{PIPECAT}::test_it_looks_before_it_would_try_again",
        "tests/live/test_own_api_on_a_line.py::test_an_answer_that_the_proxy_keeps_back",
    ),
    "a goodbye of 7 s in 1 s, and the line is dropped": (
        f"{PLAYBACK}::test_what_is_queued_when_the_agent_drops_the_line_is_not_heard",
        f"{CALLING}/simulation/test_call.py::test_an_agent_that_hangs_up_in_mid_sentence",
    ),
}

HARNESS = {
    "a caller that hears nothing and goes on inventing": (
        f"{HERE}::test_a_caller_that_understands_nothing_invents_nothing",
    ),
    "a caller that hangs up while it says yes": (f"{HERE}::test_a_caller_who_agrees_stays_on_the_line",),
    "say goodbye to high prices": (f"{HERE}::test_only_a_farewell_ends_a_call",),
    "nobody joined": (
        f"{HERE}::test_an_agent_that_takes_the_call_and_never_joins_has_failed",
        "tests/live/test_bad_peers.py::test_an_agent_that_is_not_there_is_the_platform_s_fault",
    ),
    "502 at connect": (
        f"{HERE}::test_an_agent_s_platform_that_fails_at_connect_is_named_and_is_not_the_agent",
        f"{CALLING}/simulation/test_recognition.py::test_a_recogniser_that_fails_is_our_fault_and_named",
    ),
    "a scenario that passes half the time": (
        "tests/cli/test_run.py::test_a_scenario_that_passes_at_times_has_a_rate_with_an_interval",
    ),
    "a noise of -42 dBFS under the agent": (
        f"{HERE}::test_an_agent_with_a_noise_under_its_voice_comes_to_an_end",
        f"{SOUND}::test_speech_with_a_noise_under_it_ends",
    ),
    "a tone is no speech": (f"{HERE}::test_a_tone_is_no_greeting", f"{SOUND}::test_a_tone_is_no_speech"),
    "a recording that is placed by what came": (
        f"{HERE}::test_latencies_are_right_for_an_agent_that_sends_faster_than_real_time",
        f"{CALLING}/simulation/test_five_minutes.py::test_what_is_written_is_what_is_heard_at_both_ends_of_five_minutes",
    ),
}

TABLE = {**INTERRUPTIONS, **TOOLS_AND_OUTCOMES, **HARNESS}


@pytest.mark.parametrize("case", TABLE)
def test_there_is_a_test_that_shows_it(case: str) -> None:
    assert TABLE[case]
    for test in TABLE[case]:
        assert_test_is_there(test)
