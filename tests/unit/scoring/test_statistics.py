"""Percentiles and McNemar's test against values worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callproof.scoring.statistics import Distribution, distribution, mcnemar, percentile, wilson

NUMBERS = st.lists(st.integers(0, 10**6), min_size=1, max_size=50).map(sorted)


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([1, 2, 4, 8], 50, 3),
        ([1, 2, 4, 8], 0, 1),
        ([1, 2, 4, 8], 100, 8),
        ([1, 2, 4, 8], 25, 1.75),
        ([5], 95, 5),
        ([1, 2], 50, 1.5),
        (list(range(101)), 95, 95),
        (list(range(1, 21)), 95, 19.05),
        ([0, 0, 1], 50, 0),
        ([0, 10], 33.3333, 3.333),
    ],
)
def test_percentiles_by_hand(values: list[float], percent: float, expected: float) -> None:
    assert percentile(values, percent) == expected


def test_there_is_no_percentile_of_nothing() -> None:
    with pytest.raises(ValueError, match="no values"):
        percentile([], 50)


@given(values=NUMBERS, percent=st.floats(0, 100))
def test_a_percentile_lies_between_the_extremes_and_rises_with_the_percent(
    values: list[int], percent: float
) -> None:
    assert values[0] <= percentile(values, percent) <= values[-1]
    assert percentile(values, percent / 2) <= percentile(values, percent)


@given(values=NUMBERS, shift=st.integers(0, 1000))
def test_a_percentile_moves_with_its_values(values: list[int], shift: int) -> None:
    moved = percentile([value + shift for value in values], 95)
    assert moved == pytest.approx(percentile(values, 95) + shift, abs=0.002)


def test_a_distribution_tells_tails_only_where_there_are_enough_values() -> None:
    assert distribution([]) == Distribution(0, None, None, None, None)
    assert distribution([3, 1, 2]) == Distribution(3, 2, None, None, 3)
    assert distribution(range(19)).p95 is None
    assert distribution(range(20)).p95 == 18.05
    assert distribution(range(99)).p99 is None
    assert distribution(range(100)) == Distribution(100, 49.5, 94.05, 98.01, 99)
    assert distribution([7]).to_json() == {"n": 1, "p50": 7, "p95": None, "p99": None, "max": 7}


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (1, 1, 1.0),
        (5, 0, 2 / 32),
        (6, 0, 2 / 64),
        (0, 6, 0.03125),
        (7, 1, 2 * (1 + 8) / 256),
        (8, 2, 2 * (1 + 10 + 45) / 1024),
        (12, 4, 2 * (1 + 16 + 120 + 560 + 1820) / 65536),
        (10, 10, 1.0),
    ],
)
def test_mcnemar_by_hand(first: int, second: int, p: float) -> None:
    assert mcnemar(first, second) == p


def test_mcnemar_of_very_many_pairs_neither_overflows_nor_is_negative() -> None:
    assert mcnemar(5000, 5000) == 1.0
    assert mcnemar(20_000, 0) == 0.0
    assert 0 < mcnemar(700, 600) < 0.01


@given(first=st.integers(0, 60), second=st.integers(0, 60))
def test_mcnemar_is_twice_the_tail_of_the_binomial(first: int, second: int) -> None:
    n, k = first + second, min(first, second)
    tail = Fraction(sum(comb(n, i) for i in range(k + 1)), 2**n)
    assert mcnemar(first, second) == pytest.approx(float(min(Fraction(1), 2 * tail)), rel=1e-12)
    assert mcnemar(first, second) == mcnemar(second, first)


@given(first=st.integers(0, 40), second=st.integers(0, 40))
def test_a_more_lopsided_split_is_less_likely(first: int, second: int) -> None:
    if second and first >= second:
        assert mcnemar(first + 1, second - 1) <= mcnemar(first, second)


@pytest.mark.parametrize(
    ("passed", "n", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_interval_of_a_rate(passed: int, n: int, low: float, high: float) -> None:
    """5 of 10: (0.5 + 0.1921) / 1.3841 is the middle, 0.5; the half is sqrt(3.8415 * (0.25 + 0.0960) / 10) / 1.3841 = 0.2634."""
    assert wilson(passed, n) == (low, high)


def test_more_trials_narrow_the_interval_and_it_holds_the_rate() -> None:
    before = 1.0
    for n in (2, 4, 8, 16, 32):
        low, high = wilson(n // 2, n)
        assert low < 0.5 < high
        assert high - low < before
        before = high - low
