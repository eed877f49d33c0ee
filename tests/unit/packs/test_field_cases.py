"""Which scenario or test shows each failure that people met in the field, as far as interruptions, tools and outcomes go."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from callproof.scenario.model import Scenario
from tests.unit.packs.playing import PACKS, pack, played

ROOT = Path(__file__).parents[3]
SUITE_OF = {scenario.id: name for name in PACKS for scenario in pack(name).scenarios}

PLAYED = "tests/unit/scoring/outcome/test_field_cases.py"
AXES = "tests/unit/scoring/outcome/test_axes.py"
CASES = "tests/unit/scoring/outcome/test_case.py"
CLOCK = "tests/unit/scoring/test_field_cases.py"
WORDS = "tests/unit/scoring/test_field_cases_words.py"
SOUND = "tests/unit/calling/simulation/test_audio_parts.py"
LINE = "tests/unit/calling/simulation/test_line.py"
EARS = "tests/unit/calling/serving/test_ears.py"
CALL = "tests/unit/calling/simulation/test_call.py"


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that holds one thing (an act with its moment and words, a fault, two goals), which the sound agent passes and
    each agent of `fails` fails under that cause."""

    id: str
    holds: str
    fails: Mapping[str, str] = field(default_factory=dict)


Shown = Played | str

NOISE = {"noise-taken-as-interruption": "noise_taken_as_interruption"}
TWICE = {"repeats-each-write": "duplicate_write"}
STALE = {"stale-tool-args": "stale_tool_args"}
UNCHECKED = {"tool-result-unchecked": "tool_result_unchecked"}
RETRY = {"unsafe-retry": "unsafe_retry"}
KEYLESS = {"missing-idempotency-key": "missing_idempotency_key"}

INTERRUPTIONS: dict[str, tuple[Shown, ...]] = {
    "the agent talks on for 6 s, whatever its own log says": (
        f"{AXES}::test_yielding_takes_half_a_second_at_most",
        f"{CLOCK}::test_wait_listen_must_stop_the_agent",
    ),
    "yeah is spoken over and not answered": (
        Played("intr-20-backchannel-over-the-read-back", "backchannel at agent_says: 4812: Yeah.", NOISE),
        f"{PLAYED}::test_words_of_listening_are_spoken_over_and_not_answered",
        f"{CLOCK}::test_words_of_listening_do_not_stop_the_agent",
    ),
    "thank you is spoken over": (
        Played("intr-21-thank-you-over-the-read-back", "backchannel at agent_says: 5602: Thank you.", NOISE),
    ),
    "makes sense is spoken over": (
        Played(
            "intr-22-makes-sense-over-the-confirmation",
            "backchannel at agent_says: refunded: Makes sense.",
            NOISE,
        ),
    ),
    "hmm is spoken over": (
        Played("intr-23-hmm-over-the-announcement", "backchannel at agent_speaking: 500 ms: Hmm.", NOISE),
    ),
    "wait, listen stops the agent": (
        Played(
            "intr-02-over-the-read-back",
            "interruption at agent_says: 8302: Wait, listen, are you still there?",
        ),
        Played("intr-12-twice", "interruption at agent_says: 5107: Wait, listen."),
        f"{PLAYED}::test_wait_listen_must_stop_the_agent",
        f"{PLAYED}::test_the_sound_agent_stops_for_wait_listen",
    ),
    "a clap after the caller has finished, and the agent answers": (
        Played("intr-24-clap-after-the-request", "noise at agent_speaking: 200 ms: a clap", NOISE),
        f"{PLAYED}::test_a_clap_just_after_the_caller_has_finished_takes_no_answer_away",
    ),
    "a television is no turn": (
        Played(
            "intr-28-television-while-preparing", "noise at tool_preparing: ship_order: a television", NOISE
        ),
    ),
    "an interruption whose moment never came is not applied": (
        f"{PLAYED}::test_an_interruption_whose_moment_never_came_was_not_survived",
        f"{CASES}::test_a_moment_that_never_came_otherwise_is_invalid",
    ),
    "a reply cut 100 ms after its beginning was not said": (
        f"{PLAYED}::test_a_reply_that_is_cut_at_once_was_not_said",
        f"{PLAYED}::test_a_confirmation_that_a_hello_cuts_off_has_to_be_heard_once",
        f"{AXES}::test_what_was_cut_off_was_not_said",
    ),
    "what hello cuts off is heard in full once": (
        f"{PLAYED}::test_a_disclosure_that_a_hello_cuts_off_has_to_be_heard_in_full",
        "tests/unit/scoring/outcome/test_must_hear.py::test_what_was_broken_off_has_to_be_said_again",
        Played("intr-11-hello-early-in-the-read-back", "interruption at agent_says: order 5946: Hello?"),
        f"{PLAYED}::test_what_a_hello_cut_off_is_said_again_in_full",
    ),
}

TOOLS_AND_OUTCOMES: dict[str, tuple[Shown, ...]] = {
    "a second reservation after the first has succeeded": (
        Played(
            "intr-18-thanks-after-success",
            "interruption at tool_succeeded: book_visit: Are you still there?",
            TWICE,
        ),
        f"{PLAYED}::test_a_second_booking_because_the_caller_spoke",
        f"{CLOCK}::test_a_reservation_that_is_made_twice",
    ),
    "a second booking while the first still runs": (
        Played(
            "intr-17-that-is-it-while-under-way",
            "interruption at tool_in_flight: book_visit: No. That's it.",
            TWICE,
        ),
        f"{PLAYED}::test_a_second_booking_because_the_caller_spoke",
    ),
    "a look-up that one more sentence cancels does not mean not on file": (
        Played(
            "intr-19-one-more-sentence-during-the-lookup",
            "interruption at tool_sent: find_order: It's the one from last week.",
        ),
        Played("fault-05-empty-lookup", "empty of find_order", UNCHECKED),
        f"{PLAYED}::test_a_look_up_that_was_dropped_does_not_mean_not_on_file",
    ),
    "what was called off for something else is not delivered later": (
        Played(
            "corr-31-something-else-instead",
            "negation at tool_preparing: refund: Never mind the refund.",
            STALE,
        ),
        f"{PLAYED}::test_what_was_called_off_is_delivered_45_seconds_later",
    ),
    "the same booking twice is one fault": (
        f"{CLOCK}::test_one_fault_two_bookings_and_a_retry",
        f"{AXES}::test_the_same_again_after_it_had_worked",
        f"{PLAYED}::test_a_second_booking_because_the_caller_spoke",
    ),
    "two times are two bookings": (
        Played("task-02-two-bookings", "goals first and second", TWICE),
        f"{PLAYED}::test_two_times_are_two_bookings",
    ),
    "a retry after an attempt that failed is fine, and one that had worked is not": (
        Played("fault-02-timeout-before-commit", "timeout of ship_order"),
        Played("fault-22-shipment-fails-twice", "error_status of ship_order"),
        Played("fault-07-timeout-after-commit", "timeout of ship_order, committed", RETRY),
        Played("fault-10-delivered-twice", "duplicate_delivery of ship_order", KEYLESS),
        f"{PLAYED}::test_a_retry_after_an_attempt_that_failed_is_fine",
    ),
    "I've placed the order, with no tool call": (
        f"{WORDS}::test_an_order_with_no_tool_call",
        f"{PLAYED}::test_a_claim_without_any_tool_call_never_passes",
        "tests/unit/packs/test_figures.py::test_whoever_does_nothing_or_only_talks_passes_nothing",
    ),
    "completed, with no attempt": (f"{WORDS}::test_completed_with_no_attempt",),
    "hang_up 337 times in 148 s": (
        f"{WORDS}::test_hang_up_called_337_times",
        f"{CLOCK}::test_hang_up_337_times",
    ),
    "the agent's own question is not the answer": (
        f"{WORDS}::test_a_question_of_the_agents_is_not_the_answer",
    ),
    "tomorrow, said in the evening in Los Angeles": (
        Played("task-04-tomorrow", "goals main", TWICE),
        f"{WORDS}::test_tomorrow_said_in_los_angeles_in_the_evening",
        f"{PLAYED}::test_tomorrow_is_the_day_after_the_day_of_the_call",
    ),
}

# What takes sound to be shown: what there is without a real agent on the line.
NEEDS_A_LINE: dict[str, tuple[Shown, ...]] = {
    "9.5 s sent in 0.85 s are played in their own time": (
        f"{SOUND}::test_what_is_sent_at_once_is_played_in_its_own_time",
    ),
    "4 s queued, 1 s played, then cleared": (
        f"{SOUND}::test_what_is_sent_at_once_is_played_in_its_own_time",
    ),
    "a mark that comes back because of clear was not played": (
        f"{SOUND}::test_a_mark_is_passed_when_everything_before_it_has_played_and_not_when_it_was_cleared",
        "tests/unit/calling/wire/test_twilio.py::test_marks_come_back_at_once_when_the_queue_is_dropped",
    ),
    "the agent's own sound on the caller's channel": (
        f"{LINE}::test_the_echo_is_what_the_agent_itself_said",
    ),
    "a noise and another's voice are no turn of the caller's": (
        f"{EARS}::test_a_click_is_nothing_and_a_noise_is_no_speech",
        f"{LINE}::test_a_second_speaker_is_another_one_and_as_loud_as_it_says",
    ),
    "a goodbye of 7 s and a line that is dropped at once": (
        "tests/unit/calling/simulation/test_playback.py::test_what_is_queued_when_the_agent_drops_the_line_is_not_heard",
        f"{CALL}::test_an_agent_that_hangs_up_in_mid_sentence",
    ),
}

TABLE = {**INTERRUPTIONS, **TOOLS_AND_OUTCOMES, **NEEDS_A_LINE}
SCENARIOS = [shown for ways in TABLE.values() for shown in ways if isinstance(shown, Played)]
TESTS = sorted({shown for ways in TABLE.values() for shown in ways if isinstance(shown, str)})


def held(scenario: Scenario) -> set[str]:
    """What a scenario holds, in the words of the table."""
    acts = {f"{line.act} at {line.when}: {line.say or line.sound}" for line in scenario.events}
    faults = {f"{f.kind} of {f.tool}{', committed' if f.committed else ''}" for f in scenario.faults}
    return acts | faults | {f"goals {' and '.join(scenario.goals)}"}


@pytest.mark.parametrize("shown", SCENARIOS, ids=lambda shown: shown.id)
def test_a_scenario_holds_what_it_is_there_for(shown: Played) -> None:
    (scenario,) = (s for s in pack(SUITE_OF[shown.id]).scenarios if s.id == shown.id)
    assert shown.holds in held(scenario)


@pytest.mark.parametrize("shown", SCENARIOS, ids=lambda shown: shown.id)
def test_the_sound_agent_passes_it_and_the_defective_ones_fail_under_their_cause(shown: Played) -> None:
    suite = SUITE_OF[shown.id]
    assert played(suite, "sound")[shown.id].status == "passed"
    found = {agent: played(suite, agent)[shown.id] for agent in shown.fails}
    assert {agent: (r.status, r.cause and r.cause.name) for agent, r in found.items()} == {
        agent: ("failed", cause) for agent, cause in shown.fails.items()
    }


@cache
def names_of(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("test", TESTS)
def test_the_test_that_is_named_is_there(test: str) -> None:
    file, name = test.split("::")
    assert name in names_of(file)
    assert name.startswith("test_")


def test_a_scenario_that_no_single_defect_fails_has_a_test_beside_it() -> None:
    """That the sound agent passes it proves nothing by itself."""
    for case, ways in TABLE.items():
        scenarios = [shown for shown in ways if isinstance(shown, Played)]
        if scenarios and not any(shown.fails for shown in scenarios):
            assert any(isinstance(shown, str) for shown in ways), case
