"""The gate's rules, what is let through, and the counts over a run."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callproof.scenario.model import Axis
from callproof.scoring.outcome.case import crashed
from callproof.scoring.outcome.gate import (
    RULES,
    Accepted,
    Baseline,
    Gate,
    KnownFailure,
    Policy,
    Rule,
    baseline_of,
    gate,
)
from callproof.scoring.outcome.gate_facts import RETRIES, VERIFIED
from callproof.scoring.outcome.repairs import REPAIRS
from callproof.scoring.outcome.summary import counted, ranked_causes
from callproof.scoring.outcome.verdicts import (
    AXES,
    CAUSES,
    AxisResult,
    AxisStatus,
    CaseResult,
    Cause,
    CauseName,
    GateFact,
    integrity_of,
)
from tests.unit.scoring.outcome.played import suite

SCENARIO = suite("outcomes-30").scenarios[0]
TODAY = datetime.date(2026, 3, 10)


def case(
    id: str,
    *failed: Axis,
    status: Any = None,
    cause: CauseName | None = None,
    unmeasured: Sequence[Axis] = (),
    **other: Any,
) -> CaseResult:
    axes = {
        axis: AxisResult("fail" if axis in failed else "not_measured" if axis in unmeasured else "pass", "")
        for axis in AXES
    }
    other.setdefault("category", "correction")
    other.setdefault("measured", (VERIFIED,))
    return CaseResult(
        id=id,
        scenario=id,
        status=status or ("failed" if failed else "passed"),
        axes=axes,
        integrity=integrity_of(axes),
        cause=Cause(cause, REPAIRS[cause].layer, "", "") if cause else None,
        **other,
    )


def judged(*results: CaseResult, policy: Policy | None = None, baseline: Baseline | None = None) -> Gate:
    return gate(results, policy, baseline=baseline, today=TODAY)


def rule(result: Gate, name: str) -> Rule:
    return next(item for item in result.rules if item.name == name)


def test_a_clean_run_passes() -> None:
    result = judged(case("a"), case("b", measured=(RETRIES, VERIFIED)))
    assert result.passed
    assert [item.name for item in result.rules] == [
        "no_stale_write",
        "confirmation_equals_backend",
        "retries_idempotent",
        "critical_actions_verified",
        "invalid_share",
    ]


@pytest.mark.parametrize(
    ("broken", "name"),
    [
        (case("x", "stale_write_prevented"), "no_stale_write"),
        (case("x", "confirmation_matches_backend"), "confirmation_equals_backend"),
        (case("x", measured=(RETRIES,), breaches=(GateFact(RETRIES, "again"),)), "retries_idempotent"),
        (case("x", breaches=(GateFact(VERIFIED, "blind"),)), "critical_actions_verified"),
    ],
)
def test_each_rule_names_the_cases_that_break_it(broken: CaseResult, name: str) -> None:
    result = judged(case("a"), broken)
    assert not result.passed
    assert [item.name for item in result.rules if not item.passed] == [name]
    assert rule(result, name).cases == ("x",)


def test_a_stale_write_counts_in_its_suites_only() -> None:
    elsewhere = case("x", "stale_write_prevented", category="tool_fault")
    assert judged(case("a"), elsewhere).passed


def test_a_policy_that_asks_for_nothing_in_the_run_does_not_pass() -> None:
    right = case("x", category="correction")
    of_tasks = Policy(rules=("no_stale_write",), stale_categories=("task",), required=())
    found = gate([right], of_tasks, today=TODAY)
    assert (found.passed, found.rules[0].status, found.rules[0].passed) == (False, "not_measured", False)
    assert gate([right], replace(of_tasks, no_failed_case=True), today=TODAY).passed
    assert gate([case("x", category="task")], of_tasks, today=TODAY).passed


def test_nothing_measured_fails() -> None:
    assert not judged().passed
    nothing = case("x", status="invalid", unmeasured=AXES, measured=())
    assert not judged(nothing).passed
    silent = case("x", status="failed", unmeasured=("confirmation_matches_backend",))
    result = judged(silent)
    assert not result.passed
    assert rule(result, "confirmation_equals_backend").unmeasured == ("x",)
    # No retry happened in the run: that is listed, and is no failure.
    assert rule(judged(case("a")), "retries_idempotent").status == "not_measured"


def test_a_run_that_was_not_played_to_its_end_does_not_pass() -> None:
    held = gate([case("a")], today=TODAY, unplayed=("b", "c"))
    assert not held.passed
    assert rule(held, "complete").cases == ("b", "c")
    assert rule(held, "complete").reason == "2 cases were not run"


def test_too_many_invalid_cases() -> None:
    invalid = case("x", status="invalid", blame="recogniser", unmeasured=AXES)
    assert judged(*[case(str(n)) for n in range(19)], invalid).passed
    assert not judged(*[case(str(n)) for n in range(18)], invalid).passed


@pytest.mark.parametrize(
    "unknown",
    [
        case("x", status="invalid", unmeasured=AXES),
        case("x", status="invalid", unmeasured=AXES, blame="harness", crashed=True),
        case("x", status="failed", unmeasured=AXES),
        case("x", status="failed", cause="agent_error"),
        case("x", status="not_run", unmeasured=AXES),
    ],
    ids=["cannot tell", "our own crash", "unmeasured failure", "agent crashed", "not run"],
)
def test_a_case_that_a_rule_could_not_look_at_is_no_pass(unknown: CaseResult) -> None:
    result = judged(*[case(str(n)) for n in range(40)], unknown)
    assert not result.passed
    held = rule(result, "confirmation_equals_backend")
    assert (held.status, held.passed, held.unmeasured) == ("not_measured", False, ("x",))
    assert held.reason == "1 case could not be held to it"


def test_a_record_that_cannot_tell_what_was_done_cannot_tell_whether_it_was_looked_at() -> None:
    blind = case("x", "backend_correct", unknown=(VERIFIED,), measured=())
    result = judged(*[case(str(n)) for n in range(40)], blind)
    held = rule(result, "critical_actions_verified")
    assert (held.status, held.passed, held.unmeasured) == ("not_measured", False, ("x",))


def test_what_is_not_measured_is_no_matter_to_a_rule_that_does_not_ask_for_it() -> None:
    unseen = case("x", status="invalid", unmeasured=("active_state_correct",))
    assert judged(*[case(str(n)) for n in range(40)], unseen).passed


def test_the_share_of_right_cases_is_of_all() -> None:
    spoiled = case("x", status="invalid", blame="platform", unmeasured=AXES)
    for share, passed in ((0.95, True), (0.96, False)):
        result = judged(*[case(str(n)) for n in range(19)], spoiled, policy=Policy(integrity_at_least=share))
        assert result.passed is passed


@pytest.mark.parametrize(
    ("expires", "passed"), [("2026-03-10", True), ("2026-03-09", False), ("soon", False)]
)
def test_an_accepted_failure_holds_until_its_day(expires: str, passed: bool) -> None:
    accepted = Accepted(case="x", reason="ticket 12", expires=expires, cause="stale_tool_args")
    broken = case("x", "stale_write_prevented", cause="stale_tool_args")
    result = judged(case("a"), broken, policy=Policy(accepted=(accepted,)))
    assert result.passed is passed
    assert rule(result, "no_stale_write").let_through == (("x",) if passed else ())
    assert result.expired == (() if passed else ("x",))


def test_an_accepted_failure_is_accepted_for_its_cause_alone() -> None:
    accepted = Accepted(case="x", reason="ticket 12", expires="2026-12-31", cause="unsafe_retry")
    broken = case("x", "stale_write_prevented", cause="stale_tool_args")
    assert not judged(case("a"), broken, policy=Policy(accepted=(accepted,))).passed


def test_a_baseline_lets_through_what_it_knows() -> None:
    known = case("x", "stale_write_prevented", cause="stale_tool_args")
    baseline = baseline_of([case("a"), known])
    assert baseline.failures == (KnownFailure(case="x", cause="stale_tool_args"),)
    assert judged(case("a"), known, baseline=baseline).passed
    other = case("x", "stale_write_prevented", cause="unsafe_retry")
    assert not judged(case("a"), other, baseline=baseline).passed
    worse = case("a", "captured", cause="correction_missed")
    assert rule(judged(worse, known, baseline=baseline), "no_regression").cases == ("a",)


def test_a_baseline_knows_a_case_that_is_right_and_was_never_looked_at() -> None:
    unseen = case("x", breaches=(GateFact(VERIFIED, ""),))
    baseline = baseline_of([case("a"), unseen])
    assert baseline.breaches == {"critical_actions_verified": ("x",)}
    assert not judged(case("a"), unseen).passed
    held = judged(case("a"), unseen, baseline=baseline)
    assert held.passed
    assert rule(held, "critical_actions_verified").let_through == ("x",)
    also = case("a", breaches=(GateFact(VERIFIED, ""),))
    assert rule(judged(also, unseen, baseline=baseline), "critical_actions_verified").cases == ("a",)
    retried = case("x", breaches=(GateFact(RETRIES, ""),))
    assert rule(judged(case("a"), retried, baseline=baseline), "retries_idempotent").cases == ("x",)


def test_a_known_failure_lets_no_other_rule_be_broken() -> None:
    """What is known to write old values is known for nothing else; what is known to crash may not have come so far."""
    known = case("x", "stale_write_prevented", cause="stale_tool_args")
    baseline = baseline_of([case("a"), known])
    for worse in (
        replace(known, breaches=(GateFact(VERIFIED, ""),)),
        replace(known, unknown=(VERIFIED,)),
        replace(known, breaches=(GateFact(VERIFIED, ""),), unknown=(VERIFIED,)),
    ):
        held = judged(case("a"), worse, baseline=baseline)
        assert [item.name for item in held.rules if not item.passed] == ["critical_actions_verified"]
        assert judged(case("a"), worse, baseline=baseline_of([case("a"), worse])).passed
    crash = case("x", status="failed", cause="agent_error", measured=())
    assert judged(case("a"), crash, baseline=baseline_of([case("a"), crash])).passed


def test_what_a_baseline_could_not_tell_lets_nothing_through_that_is_known_now() -> None:
    """A run of which nobody knew whether it was looked at is no leave to look no more; nor is one that crashed on the way."""
    untold = case("x", unknown=(VERIFIED,))
    baseline = baseline_of([case("a"), untold])
    assert (baseline.breaches, baseline.unknown) == ({}, {"critical_actions_verified": ("x",)})
    assert rule(judged(case("a"), untold, baseline=baseline), "critical_actions_verified").let_through == (
        "x",
    )
    unseen = case("x", breaches=(GateFact(VERIFIED, ""),))
    assert rule(judged(case("a"), unseen, baseline=baseline), "critical_actions_verified").cases == ("x",)
    assert judged(case("a"), untold, baseline=baseline_of([case("a"), unseen])).passed
    crash = case("x", status="failed", cause="agent_error", measured=())
    further = replace(crash, breaches=(GateFact(RETRIES, ""),))
    held = judged(case("a"), further, baseline=baseline_of([case("a"), crash]))
    assert rule(held, "retries_idempotent").cases == ("x",)


def test_a_run_that_lacks_cases_of_the_baseline_is_not_held_to_it() -> None:
    baseline = baseline_of([case("a"), case("b"), case("x", "captured", cause="correction_missed")])
    held = judged(case("a"), case("b"), baseline=baseline)
    assert not held.passed
    (open_rule,) = (item for item in held.rules if not item.passed)
    assert (open_rule.name, open_rule.status) == ("no_regression", "not_measured")
    assert open_rule.reason == "this run has 2 cases, and the baseline had 3: what is missing may fail"
    worse = judged(case("a", "captured", cause="correction_missed"), case("b"), baseline=baseline)
    assert rule(worse, "no_regression").cases == ("a",)


def test_extra_limits() -> None:
    failed = case("x", "captured", cause="correction_missed")
    assert judged(case("a"), failed).passed
    assert not judged(case("a"), failed, policy=Policy(no_failed_case=True)).passed
    assert judged(case("a"), failed, policy=Policy(integrity_at_least=0.5)).passed
    assert not judged(case("a"), failed, policy=Policy(integrity_at_least=0.6)).passed


OTHER_CAUSES = tuple(cause for cause in CAUSES if cause != "agent_error")


@st.composite
def judged_cases(draw: st.DrawFn, id: str) -> CaseResult:
    """A case that passed or failed, with axes that go with it."""
    axes = {axis: AxisResult("pass", "") for axis in AXES}
    for axis in draw(st.sets(st.sampled_from(AXES), max_size=2)):
        statuses: list[AxisStatus] = ["fail", "not_measured"]
        axes[axis] = AxisResult(draw(st.sampled_from(statuses)), "")
    # A suite may require less than all six; and a case may fail for what is not told at all.
    right = all(result.status == "pass" for result in axes.values())
    status = "passed" if right else draw(st.sampled_from(["failed", "failed", "passed"]))
    return CaseResult(
        id=id,
        scenario=id,
        category=draw(st.sampled_from(["correction", "interruption", "tool_fault"])),
        status=status,  # type: ignore[arg-type]
        axes=axes,
        integrity=integrity_of(axes),
        cause=Cause(draw(st.sampled_from(OTHER_CAUSES)), "state", "", "") if status == "failed" else None,
        measured=(RETRIES, VERIFIED),
        breaches=tuple(GateFact(rule, "") for rule in draw(st.sets(st.sampled_from([RETRIES, VERIFIED])))),
    )


@st.composite
def known_less(draw: st.DrawFn, before: CaseResult) -> CaseResult | None:
    """What the case may come to when something of it is not measured or crashes. None: it was never played."""
    lost = draw(st.sets(st.sampled_from(AXES), min_size=1))
    axes = {
        axis: AxisResult("not_measured", "") if axis in lost else result
        for axis, result in before.axes.items()
    }
    unmeasured = replace(before, axes=axes, integrity=integrity_of(axes))
    untold = replace(unmeasured, status="invalid", cause=None)
    without_failures = {axis: result for axis, result in unmeasured.axes.items() if result.status != "fail"}
    broken_off = {axis: without_failures.get(axis, AxisResult("not_measured", "")) for axis in AXES}
    agent_crashed = replace(
        before,
        status="failed",
        cause=Cause("agent_error", "execution", "", ""),
        axes=broken_off,
        integrity=integrity_of(broken_off),
        measured=draw(st.sampled_from([(), before.measured])),
        breaches=(),
    )
    we_crashed = crashed(SCENARIO, before.id, ValueError("no"))
    blind = tuple(breach.rule for breach in before.breaches)
    not_told = replace(before, breaches=(), unknown=blind) if blind else unmeasured
    return draw(st.sampled_from([unmeasured, untold, not_told, agent_crashed, we_crashed, None]))


def run_of(size: int) -> st.SearchStrategy[list[CaseResult]]:
    return st.tuples(*[judged_cases(f"case-{n}") for n in range(size)]).map(list)


policies = st.builds(
    Policy,
    rules=st.sampled_from([RULES, *((name,) for name in RULES), ()]),
    invalid_share=st.sampled_from([0.0, 0.05, 1.0]),
    integrity_at_least=st.sampled_from([None, 0.5, 0.9]),
    no_failed_case=st.booleans(),
    accepted=st.lists(
        st.builds(
            Accepted,
            case=st.sampled_from(["case-0", "case-1"]),
            reason=st.just("known"),
            expires=st.just("2027-01-01"),
            cause=st.sampled_from([None, *OTHER_CAUSES]),
        ),
        max_size=1,
    ).map(tuple),
)


@settings(max_examples=500)
@given(st.data())
def test_a_run_of_which_less_is_known_never_passes_a_gate_that_it_failed(data: st.DataObject) -> None:
    """Whatever a case is replaced by: not measured, or a crash, is no better than what was there."""
    results = data.draw(st.sampled_from([1, 1, 2]).flatmap(run_of))
    right = [case(f"right-{n}") for n in range(data.draw(st.sampled_from([1, 40])))]
    policy = data.draw(policies)
    baseline = baseline_of([*right, *data.draw(run_of(len(results)))]) if data.draw(st.booleans()) else None
    worse = data.draw(known_less(results[0]))
    unplayed = [results[0].id] if worse is None else []
    after = [*([] if worse is None else [worse]), *results[1:], *right]
    passes = gate(after, policy, baseline=baseline, today=TODAY, unplayed=unplayed).passed
    if not gate([*results, *right], policy, baseline=baseline, today=TODAY).passed:
        assert not passes


def test_the_summary_counts_and_ranks() -> None:
    results = [
        case("a"),
        case("b", "tool_args_correct", cause="stale_tool_args"),
        case("c", "tool_args_correct", "backend_correct", cause="stale_tool_args"),
        case("d", "captured", cause="noise_taken_as_interruption"),
        case("e", status="invalid", unmeasured=AXES, blame="caller"),
    ]
    summary = counted(results)
    assert summary["total"] == 5
    assert summary["axes"]["tool_args_correct"] == {"pass": 2, "fail": 2, "not_measured": 1}
    assert summary["layers"]["execution"] == {"pass": 2, "fail": 2, "not_measured": 1}
    assert summary["integrity"] == {"pass": 1, "fail": 3, "not_measured": 1}
    assert summary["root_causes"] == {"stale_tool_args": 2, "noise_taken_as_interruption": 1}
    assert (summary["invalid"], summary["blame"]) == (1, {"caller": 1})
    assert ranked_causes(results)[0].sentence == "2 of 3: arguments were built on old values"


def test_an_inferred_state_is_counted_apart() -> None:
    seen = case("a")
    guessed = case("b")
    axes = {**guessed.axes, "active_state_correct": AxisResult("pass", "", inferred=True)}
    counts = counted([seen, replace(guessed, axes=axes)])["axes"]["active_state_correct"]
    assert counts == {
        "pass": 1,
        "fail": 0,
        "not_measured": 0,
        "inferred": {"pass": 1, "fail": 0, "not_measured": 0},
    }


def test_every_cause_says_what_to_repair() -> None:
    assert set(REPAIRS) == set(CAUSES)
    assert all(item.many and item.repair for item in REPAIRS.values())
