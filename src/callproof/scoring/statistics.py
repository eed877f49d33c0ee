"""Figures over many values, each with the n behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from callproof.evidence.frozen import quick_init

# Fewer values than these say nothing about so far a tail.
_SMALLEST_N_P95 = 20
_SMALLEST_N_P99 = 100


@quick_init
@dataclass(frozen=True, slots=True)
class Distribution:
    """Percentiles of a metric; None where n is too small to speak of them (P95 from 20, P99 from 100)."""

    n: int
    p50: float | None
    p95: float | None
    p99: float | None
    max: float | None

    def to_json(self) -> dict[str, Any]:
        return {"n": self.n, "p50": self.p50, "p95": self.p95, "p99": self.p99, "max": self.max}


_NO_VALUES = Distribution(0, None, None, None, None)


def distribution(values: Iterable[float]) -> Distribution:
    ordered = sorted(values)
    n = len(ordered)
    if not n:
        return _NO_VALUES
    return Distribution(
        n,
        percentile(ordered, 50),
        percentile(ordered, 95) if n >= _SMALLEST_N_P95 else None,
        percentile(ordered, 99) if n >= _SMALLEST_N_P99 else None,
        ordered[-1],
    )


def percentile(ordered: Sequence[float], percent: float) -> float:
    """Linear interpolation between the two nearest of the sorted values, as numpy's default: P50 of 1, 2, 4, 8 is 3."""
    if not ordered:
        raise ValueError("no percentile of no values")
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    value = ordered[low] + (ordered[high] - ordered[low]) * (place - low)
    return int(value) if value == int(value) else round(value, 3)


def wilson(passed: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate, after Wilson 1927: 5 of 10 is 0.237 to 0.763, 0 of 10 is 0 to 0.278. Without a trial nothing is
    known: 0 to 1."""
    if n == 0:
        return 0.0, 1.0
    z2 = 1.959964**2
    rate = passed / n
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = (z2 * (rate * (1 - rate) + z2 / (4 * n)) / n) ** 0.5 / (1 + z2 / n)
    return max(0.0, round(middle - half, 4)), min(1.0, round(middle + half, 4))


def mcnemar(only_first: int, only_second: int) -> float:
    """McNemar's exact test, two-sided: the p-value of a split of the discordant pairs as lopsided as this, or more.

    With n = a + b discordant pairs it is twice the binomial tail P(X <= min(a, b)), X ~ B(n, 1/2), at most 1; with none it
    is 1. Source: McNemar 1947, the exact form in Agresti, Categorical Data Analysis, 10.1. Example: 6 against 0 gives
    2 / 2**6 = 0.03125.
    """
    n, k = only_first + only_second, min(only_first, only_second)
    if n == 0:
        return 1.0
    term = tail = 1
    for i in range(1, k + 1):
        term = term * (n - i + 1) // i
        tail += term
    return min(1.0, 2 * tail / (1 << n))
