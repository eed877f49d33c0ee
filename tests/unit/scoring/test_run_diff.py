"""Two runs beside each other: pairs, axes, causes, and the test on scenarios. Figures worked out by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.scoring.outcome.verdicts import AXES
from callproof.scoring.run_diff import RunDiff, diff_runs


def case(
    id: str,
    *broken: str,
    status: str | None = None,
    cause: str | None = None,
    scenario: str | None = None,
    inferred: Collection[str] = (),
    unmeasured: Collection[str] = (),
    digest: str = "same",
) -> dict[str, Any]:
    return {
        "id": id,
        "scenario": scenario or id.partition("#")[0],
        "suite": "s",
        "status": status or ("failed" if broken else "passed"),
        "cause": None if cause is None else {"name": cause},
        "scenario_digest": digest,
        "axes": {
            axis: {
                "status": "fail" if axis in broken else "not_measured" if axis in unmeasured else "pass",
                **({"inferred": True} if axis in inferred else {}),
            }
            for axis in AXES
        },
    }


def compare(before: Iterable[dict[str, Any]], after: Iterable[dict[str, Any]]) -> RunDiff:
    return diff_runs(before, after, before_label="before", after_label="after")


def test_what_got_worse_and_better_is_named() -> None:
    before = [
        case("a"),
        case("b", "captured", cause="correction_missed"),
        case("c", "captured", "backend_correct"),
        case("d", "captured"),
        case("e"),
    ]
    after = [
        case("a", "backend_correct", cause="write_lost"),
        case("b"),
        case("c", "captured"),
        case("d", "captured", "backend_correct"),
        case("e"),
    ]
    change = compare(before, after)
    assert change.verdict == "regression"
    assert [(c.id, c.broken, c.cause_after) for c in change.regressed] == [
        ("a", ("backend_correct",), "write_lost")
    ]
    assert [(c.id, c.repaired, c.cause_before) for c in change.fixed] == [
        ("b", ("captured",), "correction_missed")
    ]
    assert [c.id for c in change.better] == ["c"]
    assert [c.id for c in change.worse] == ["d"]
    assert (change.before["passed"], change.after["passed"], change.pairs) == (2, 2, 5)
    captured = change.axes["captured"]
    assert (captured.before["pass"], captured.after["pass"]) == (2, 3)
    assert (captured.broken, captured.repaired) == ((), ("b",))
    assert change.causes == {"correction_missed": (1, 0), "write_lost": (0, 1)}


def test_six_scenarios_one_way_are_more_than_chance_and_five_are_not() -> None:
    """Twice one half to the power of n: 2 / 2**5 = 0.0625, 2 / 2**6 = 0.03125."""
    for n, p, significant in ((5, 0.0625, False), (6, 0.03125, True)):
        before = [case(str(i), "captured") for i in range(n)]
        change = compare(before, [case(str(i)) for i in range(n)])
        assert (change.p_value, change.significant, change.conclusive) == (p, significant, significant)


def test_trials_of_one_scenario_are_one_piece_of_evidence() -> None:
    before = [case(f"a#{n}", "captured") for n in range(2, 12)]
    change = compare(before, [case(f"a#{n}") for n in range(2, 12)])
    assert len(change.fixed) == 10
    assert (change.scenarios_worse, change.scenarios_better) == (0, 1)
    assert change.significant is False


def test_a_scenario_that_goes_both_ways_counts_for_neither() -> None:
    change = compare([case("a"), case("a#2", "captured")], [case("a", "captured"), case("a#2")])
    assert change.verdict == "regression"
    assert (change.scenarios_worse, change.scenarios_better, change.p_value) == (0, 0, 1.0)


def test_an_axis_that_is_not_measured_any_more_is_not_as_before() -> None:
    """One passed, one failed; of two that were not measured one passes now and one fails."""
    before = [
        case("a"),
        case("b", "captured"),
        case("c", unmeasured=["captured"]),
        case("d", unmeasured=["captured"]),
    ]
    after = [
        case("a", unmeasured=["captured"]),
        case("b", unmeasured=["captured"]),
        case("c"),
        case("d", "captured"),
    ]
    axis = compare(before, after).axes["captured"]
    assert (axis.lost, axis.found, axis.broken, axis.repaired) == (("a", "b"), ("c",), ("d",), ())
    assert (axis.to_json()["lost"], axis.to_json()["found"]) == (["a", "b"], ["c"])
    assert axis.before == {"pass": 1, "fail": 1, "not_measured": 2}


def test_an_inferred_state_is_not_compared_with_a_reported_one() -> None:
    axis = "active_state_correct"
    change = compare(
        [case("a"), case("b", inferred=[axis])],
        [case("a", axis, inferred=[axis]), case("b", axis, inferred=[axis])],
    )
    state = change.axes[axis]
    assert state.unlike == ("a",)
    assert state.broken == ("b",)
    assert sum(state.before.values()) == 1
    assert [c.broken for c in change.regressed] == [(), (axis,)]


def test_what_says_nothing_about_the_agent_is_left_out_and_named() -> None:
    before = [case("a"), case("b"), case("c"), case("gone"), case("changed", digest="1")]
    after = [
        case("a", status="invalid"),
        case("b"),
        case("c", status="not_run"),
        case("new"),
        case("changed", "captured", digest="2"),
    ]
    change = compare(before, after)
    assert (change.pairs, change.verdict) == (1, "partly_compared")
    assert change.invalid == ("a", "c")
    assert (change.only_before, change.only_after) == (("gone",), ("new",))
    assert change.other_scenarios == ("changed",)
    assert not change.acceptable


@pytest.mark.parametrize(
    ("before", "after", "verdict", "acceptable"),
    [
        ([case("a"), case("b", "captured")], [case("a")], "partly_compared", False),
        ([case("a", "captured"), case("b")], [case("a")], "partly_compared", False),
        (
            [case("a", "captured"), case("b")],
            [case("a"), case("b", status="invalid")],
            "partly_compared",
            False,
        ),
        ([case("a"), case("b", digest="1")], [case("a"), case("b", digest="2")], "partly_compared", False),
        ([case("a"), case("b")], [case("a", "captured")], "regression", False),
        ([case("a")], [case("a"), case("b", "captured")], "partly_compared", True),
        ([case("a", "captured")], [case("a"), case("b")], "improved", True),
    ],
)
def test_what_has_nothing_to_be_compared_with_is_neither_equal_nor_better(
    before: list[dict[str, Any]], after: list[dict[str, Any]], verdict: str, acceptable: bool
) -> None:
    change = compare(before, after)
    assert (change.verdict, change.acceptable) == (verdict, acceptable)


def test_those_on_one_side_only_that_failed_are_named() -> None:
    before, after = (
        [case("a", "captured"), case("gone", "captured"), case("left")],
        [case("a"), case("new", "captured")],
    )
    assert compare(before, after).failed_alone == ("gone", "new")


def test_nothing_in_common_is_not_comparable() -> None:
    change = compare([case("a")], [case("b")])
    assert (change.verdict, change.p_value, change.significant) == ("not_comparable", None, None)
    assert not change.acceptable


RESULTS = st.lists(
    st.builds(
        lambda id, broken: case(id, *broken), st.sampled_from("abcdefgh"), st.sets(st.sampled_from(AXES))
    ),
    unique_by=lambda result: result["id"],
)


@given(RESULTS)
def test_a_run_does_not_differ_from_itself(results: list[dict[str, Any]]) -> None:
    change = compare(results, results)
    assert change.verdict == ("no_change" if results else "not_comparable")
    assert (change.regressed, change.fixed, change.worse, change.better) == ((), (), (), ())
    assert all(not axis.broken and not axis.repaired for axis in change.axes.values())


@given(RESULTS, RESULTS)
def test_a_case_that_is_gone_leaves_no_good_word(
    before: list[dict[str, Any]], after: list[dict[str, Any]]
) -> None:
    change = compare([*before, case("gone")], after)
    assert change.verdict not in ("improved", "no_change")
    assert not change.acceptable


@given(RESULTS, RESULTS)
def test_swapping_the_sides_swaps_what_was_found(
    one: list[dict[str, Any]], other: list[dict[str, Any]]
) -> None:
    there, back = compare(one, other), compare(other, one)
    assert {c.id for c in there.regressed} == {c.id for c in back.fixed}
    assert {c.id for c in there.worse} == {c.id for c in back.better}
    assert there.p_value == back.p_value
    assert (there.only_before, there.only_after) == (back.only_after, back.only_before)
    for axis in AXES:
        assert set(there.axes[axis].broken) == set(back.axes[axis].repaired)


@pytest.mark.parametrize("damage", ["invalid", "not_run"])
@given(RESULTS)
def test_what_is_lost_never_looks_better(damage: str, results: list[dict[str, Any]]) -> None:
    change = compare(results, [{**result, "status": damage} for result in results])
    assert not change.fixed
    assert change.acceptable is False


OPEN_RESULTS = st.lists(
    st.builds(
        lambda id, broken, unmeasured: case(id, *broken, unmeasured=unmeasured),
        st.sampled_from("abcd"),
        st.sets(st.sampled_from(AXES)),
        st.sets(st.sampled_from(AXES)),
    ),
    unique_by=lambda result: result["id"],
)


@given(OPEN_RESULTS, OPEN_RESULTS)
def test_every_axis_that_came_out_otherwise_is_named_once(
    before: list[dict[str, Any]], after: list[dict[str, Any]]
) -> None:
    other = {result["id"]: result["axes"] for result in after}
    for name, axis in compare(before, after).axes.items():
        named = sorted(axis.broken + axis.repaired + axis.lost + axis.found)
        changed = (r["id"] for r in before if r["id"] in other and r["axes"][name] != other[r["id"]][name])
        assert named == sorted(changed)
