"""What the reference agents come to on the packs: every planted defect is found under its own name, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from callproof.calling.agents import NULL_AGENTS, OVERDOING_AGENTS, SINGLE_DEFECT_AGENTS, STUCK_AGENTS
from callproof.calling.agents.defects import DEFECTS, Defect
from callproof.scenario.wanted import wanted_changes
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import CaseResult
from tests.unit.packs.playing import PACKS, call, causes, pack, passed, passes_by_axis, played, played_with
from tests.unit.packs.renaming import renamed

# captured, active state, tool arguments, stale write prevented, backend, confirmation; and all six.
NAIVE = [24, 24, 11, 8, 8, 7, 7]
NAIVE_CAUSES = {
    "stale_tool_args": 10,
    "tool_result_unchecked": 4,
    "inflight_call_not_cancelled": 3,
    "noise_taken_as_interruption": 2,
    "unsafe_retry": 2,
    "premature_confirmation": 1,
    "missing_idempotency_key": 1,
}


def found_under(results: Mapping[str, CaseResult], cause: str) -> set[str]:
    return {id for id, result in results.items() if result.cause is not None and result.cause.name == cause}


@pytest.mark.parametrize("seed", [0, 7])
def test_the_thirty_against_the_naive_agent(seed: int) -> None:
    results = list(played("outcomes-30", "naive", seed).values())
    assert passes_by_axis(results) == NAIVE
    assert causes(results) == NAIVE_CAUSES


@pytest.mark.parametrize(("suite", "seed"), [(PACKS[0], 0), (PACKS[1], 0), (PACKS[0], 7)])
def test_the_sound_agent_passes_everything(suite: str, seed: int) -> None:
    results = played(suite, "sound", seed)
    assert {id: result.reasons for id, result in results.items() if result.status != "passed"} == {}


@pytest.mark.parametrize("off", DEFECTS)
def test_with_one_defect_off_exactly_its_cases_turn_green(off: Defect) -> None:
    before = played("outcomes-30", "naive")
    after = played_with("outcomes-30", frozenset(DEFECTS) - {off})
    assert passed(after) - passed(before) == found_under(before, off)
    assert passed(before) <= passed(after)


@pytest.mark.parametrize("defect", DEFECTS)
@pytest.mark.parametrize("suite", PACKS)
def test_an_agent_with_one_defect_fails_under_its_own_cause_alone(suite: str, defect: Defect) -> None:
    results = played(suite, SINGLE_DEFECT_AGENTS[defect])
    failed = [result for result in results.values() if result.status != "passed"]
    assert failed
    assert {result.status for result in failed} == {"failed"}
    assert set(causes(failed)) == {defect}
    assert sum(causes(failed).values()) == len(failed)


@pytest.mark.parametrize("agent", NULL_AGENTS)
@pytest.mark.parametrize("suite", PACKS)
def test_whoever_does_nothing_or_only_talks_passes_nothing(suite: str, agent: str) -> None:
    assert passed(played(suite, agent)) == set()


@pytest.mark.parametrize("agent", OVERDOING_AGENTS)
@pytest.mark.parametrize("suite", PACKS)
def test_whoever_does_too_much_passes_nothing_that_is_to_be_done(suite: str, agent: str) -> None:
    to_be_done = {
        s.id
        for s in pack(suite).scenarios
        if (any(end.changes for end in s.expect) if s.expect else wanted_changes(s))
    }
    assert len(to_be_done) > len(pack(suite).scenarios) / 2
    assert passed(played(suite, agent)) & to_be_done == set()


@pytest.mark.parametrize(("agent", "cause"), STUCK_AGENTS.items())
def test_state_payload_and_speech_that_stay_behind_are_told_apart(agent: str, cause: str) -> None:
    results = played("outcomes-extended", agent)
    found = causes([results[id] for id in ("state-01-quantity", "state-02-order")])
    assert found == {cause: 2}


@pytest.mark.parametrize("suite", PACKS)
def test_the_agents_know_no_names(suite: str) -> None:
    scenarios = [renamed(s) for s in pack(suite).scenarios]
    sound = [score(call(s, "sound"), s) for s in scenarios]
    assert [result.reasons for result in sound if result.status != "passed"] == []
    if suite == "outcomes-30":
        naive = [score(call(s, "naive"), s) for s in scenarios]
        assert passes_by_axis(naive) == NAIVE
        assert causes(naive) == NAIVE_CAUSES


def test_a_renamed_world_holds_no_name_of_the_first() -> None:
    first = pack("outcomes-30").scenarios[0]
    other = renamed(first)
    known = set(first.world.tables) | set(first.world.tools)
    assert not known & (set(other.world.tables) | set(other.world.tools))
    assert not any(
        name in str(other.world.schemas()) for name in ("order_number", "find_order", "shipment_number")
    )


def test_a_call_comes_out_the_same_every_time() -> None:
    for scenario in pack("outcomes-30").scenarios[:5]:
        assert call(scenario, "naive").events == call(scenario, "naive").events
