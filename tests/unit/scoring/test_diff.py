"""Two runs of the same calls, paired."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.scoring.diff import FEWEST_CHANGED, SIGNIFICANT, ChangedFindings, Diff, JudgedCall, diff
from callproof.scoring.statistics import mcnemar

HIGH = ("slow_response", "high")
MEDIUM = ("dead_air", "medium")

CHECKS: dict[str, object] = {"slow_response": [1, {"high_ms": 3000}], "dead_air": [1, {}]}


def passed(id: str, **findings: int) -> JudgedCall:
    return JudgedCall(id, True, {(name, "medium"): n for name, n in findings.items()})


def failed(id: str, check: str = "slow_response", n: int = 1) -> JudgedCall:
    return JudgedCall(id, False, {(check, "high"): n})


def compared(before: Iterable[JudgedCall], after: Iterable[JudgedCall]) -> Diff:
    return diff(before, after, before_label="v1", after_label="v2", before_checks=CHECKS, after_checks=CHECKS)


def test_what_regressed_and_what_was_fixed() -> None:
    change = compared(
        [passed("a"), passed("b"), failed("c"), failed("d")],
        [passed("a"), failed("b"), passed("c"), failed("d")],
    )
    assert (change.regressed, change.fixed) == (("b",), ("c",))
    assert (change.before_calls, change.before_passed) == (4, 2)
    assert (change.after_calls, change.after_passed) == (4, 2)
    assert (change.pairs, change.p_value) == (4, 1.0)
    assert change.verdict == "regression"
    assert not change.acceptable


def test_findings_that_changed_without_a_change_of_the_verdict() -> None:
    before = JudgedCall("a", False, {HIGH: 2, MEDIUM: 1})
    after = JudgedCall("a", False, {HIGH: 1, ("incomplete", "medium"): 3})
    (changed,) = compared([before], [after]).changed
    assert changed == ChangedFindings("a", {("incomplete", "medium"): 3}, {HIGH: 1, MEDIUM: 1})
    assert changed.to_json() == {
        "id": "a",
        "added": [{"check": "incomplete", "severity": "medium", "n": 3}],
        "removed": [
            {"check": "dead_air", "severity": "medium", "n": 1},
            {"check": "slow_response", "severity": "high", "n": 1},
        ],
        "unmeasured": [],
    }


def test_a_finding_that_becomes_worse_is_gone_and_new() -> None:
    before = JudgedCall("a", True, {("dead_air", "medium"): 1})
    after = JudgedCall("a", False, {("dead_air", "high"): 1})
    change = compared([before], [after])
    assert change.changed == (ChangedFindings("a", {("dead_air", "high"): 1}, {("dead_air", "medium"): 1}),)
    assert change.regressed == ("a",)


def test_calls_on_one_side_only_count_there_and_are_listed() -> None:
    change = compared([passed("a"), failed("old")], [passed("a"), passed("new"), failed("newer")])
    assert (change.only_before, change.only_after) == (("old",), ("new", "newer"))
    assert (change.before_calls, change.after_calls, change.pairs) == (2, 3, 1)
    assert change.verdict == "partly_compared"
    assert not change.acceptable
    assert compared([passed("a")], [passed("a"), failed("new")]).acceptable


def test_without_pairs_nothing_is_compared() -> None:
    for before, after in ([[passed("a")], [passed("b")]], [[], []], [[passed("a")], []], [[], [passed("a")]]):
        change = compared(before, after)
        assert change.verdict == "not_comparable"
        assert change.p_value is None
        assert change.significant is None
        assert not change.acceptable


def test_calls_of_the_same_id_are_paired_in_their_order() -> None:
    change = compared([passed("a"), failed("a"), passed("a")], [failed("a"), failed("a")])
    assert change.regressed == ("a",)
    assert change.pairs == 2
    assert change.only_before == ("a",)


def test_a_call_is_not_fixed_by_not_being_measured() -> None:
    after = JudgedCall("a", True, {}, frozenset({"slow_response"}))
    change = compared([failed("a")], [after])
    assert (change.verdict, change.fixed, change.unproven, change.p_value) == ("no_change", (), ("a",), 1.0)
    assert change.changed == (ChangedFindings("a", {}, {HIGH: 1}, ("slow_response",)),)


def test_what_was_not_measured_before_either_proves_nothing_and_takes_nothing_away() -> None:
    missing = frozenset({"slow_response"})
    before = replace(failed("a"), not_measured=missing)
    assert compared([before], [JudgedCall("a", True, {}, missing)]).fixed == ("a",)
    other = JudgedCall("a", True, {}, frozenset({"greeting_late"}))
    assert compared([failed("a")], [other]).fixed == ("a",)


def test_a_call_that_had_nothing_measured_and_passes_now_is_fixed() -> None:
    before = JudgedCall("a", False, {}, frozenset({"slow_response"}))
    assert compared([before], [passed("a")]).fixed == ("a",)
    assert compared([passed("a")], [before]).regressed == ("a",)


def with_checks(before: dict[str, object] | None, after: dict[str, object] | None) -> Diff:
    return diff(
        [failed("a"), passed("b")],
        [passed("a"), passed("b")],
        before_label="v1",
        after_label="v2",
        before_checks=before,
        after_checks=after,
    )


def test_a_check_that_no_longer_runs_fixes_nothing_and_is_not_accepted() -> None:
    change = with_checks(CHECKS, {"dead_air": [1, {}]})
    assert change.dropped_checks == change.other_checks == ("slow_response",)
    assert (change.unproven, change.fixed) == (("a",), ())
    assert not change.acceptable


def test_checks_with_other_settings_are_named() -> None:
    change = with_checks(
        CHECKS, {"slow_response": [1, {"high_ms": 9000}], "dead_air": [1, {}], "new": [1, {}]}
    )
    assert change.other_checks == ("new", "slow_response")
    assert change.dropped_checks == ()
    assert change.fixed == ("a",)
    assert not change.acceptable


@pytest.mark.parametrize(
    ("before", "after"), [(None, CHECKS), (CHECKS, None), (None, None), (CHECKS, CHECKS)]
)
def test_nothing_is_said_of_checks_that_are_the_same_or_not_known(
    before: dict[str, object] | None, after: dict[str, object] | None
) -> None:
    change = with_checks(before, after)
    assert (change.other_checks, change.dropped_checks) == ((), ())
    assert change.fixed == ("a",)
    known = before is not None and after is not None
    assert (change.checks_known, change.acceptable) == (known, known)


def test_when_a_difference_can_be_significant_at_all() -> None:
    assert mcnemar(FEWEST_CHANGED, 0) < SIGNIFICANT <= mcnemar(FEWEST_CHANGED - 1, 0)
    names = [f"c{n}" for n in range(10)]
    for n, significant in ((FEWEST_CHANGED - 1, False), (FEWEST_CHANGED, True)):
        after = [failed(name) if i < n else passed(name) for i, name in enumerate(names)]
        change = compared([passed(name) for name in names], after)
        assert change.conclusive is significant
        assert change.significant is significant


def test_the_json_has_everything() -> None:
    change = compared([passed("a"), passed("b")], [failed("a"), passed("c")])
    assert change.to_json() == {
        "verdict": "regression",
        "before": {"label": "v1", "calls": 2, "passed": 2, "pass_rate": 1.0},
        "after": {"label": "v2", "calls": 2, "passed": 1, "pass_rate": 0.5},
        "pairs": 1,
        "regressed": ["a"],
        "fixed": [],
        "unproven": [],
        "changed": [
            {
                "id": "a",
                "added": [{"check": "slow_response", "severity": "high", "n": 1}],
                "removed": [],
                "unmeasured": [],
            }
        ],
        "only_before": ["b"],
        "only_after": ["c"],
        "other_checks": [],
        "dropped_checks": [],
        "checks_known": True,
        "acceptable": False,
        "mcnemar": {
            "regressed": 1, "fixed": 0, "p_value": 1.0, "significant": False, "conclusive": False,
        },
    }  # fmt: skip


JUDGED = st.builds(
    JudgedCall,
    st.sampled_from(["a", "b", "c", "d"]),
    st.booleans(),
    st.dictionaries(st.sampled_from([HIGH, MEDIUM]), st.integers(1, 3)),
)
RUNS = st.lists(JUDGED, max_size=12)


@given(calls=RUNS)
def test_a_run_does_not_differ_from_itself(calls: list[JudgedCall]) -> None:
    change = compared(calls, calls)
    assert change.verdict == ("no_change" if calls else "not_comparable")
    assert (change.changed, change.only_before, change.only_after, change.unproven) == ((), (), (), ())
    assert change.p_value == (1.0 if calls else None)


@given(before=RUNS, after=RUNS)
def test_swapping_the_sides_swaps_what_they_say(before: list[JudgedCall], after: list[JudgedCall]) -> None:
    there, back = compared(before, after), compared(after, before)
    assert sorted(there.regressed) == sorted(back.fixed)
    assert sorted(there.fixed) == sorted(back.regressed)
    assert (there.only_before, there.only_after) == (back.only_after, back.only_before)
    assert there.p_value == back.p_value
    assert sorted(
        (c.id, sorted(c.added.items()), sorted(c.removed.items())) for c in there.changed
    ) == sorted((c.id, sorted(c.removed.items()), sorted(c.added.items())) for c in back.changed)


@given(before=RUNS, after=RUNS)
def test_no_call_is_lost(before: list[JudgedCall], after: list[JudgedCall]) -> None:
    change = compared(before, after)
    assert change.pairs + len(change.only_before) == len(before) == change.before_calls
    assert change.pairs + len(change.only_after) == len(after) == change.after_calls


@given(before=RUNS, after=RUNS, lost=st.frozensets(st.sampled_from(["slow_response", "dead_air"])))
def test_losing_a_measurement_never_makes_a_comparison_better(
    before: list[JudgedCall], after: list[JudgedCall], lost: frozenset[str]
) -> None:
    """The same verdicts afterwards, but with less behind them."""
    blind = [replace(call, not_measured=lost) for call in after]
    seen, unseen = compared(before, after), compared(before, blind)
    assert unseen.regressed == seen.regressed
    assert set(unseen.fixed) <= set(seen.fixed)
    assert not (unseen.verdict == "improved" and seen.verdict != "improved")
