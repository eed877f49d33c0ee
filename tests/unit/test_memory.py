"""While calls are judged Python looks for cycles less often, and afterwards as before."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress

import pytest

from callproof.memory import fewer_searches_for_cycles


@pytest.fixture
def nothing_frozen() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


def test_the_usual_pace_holds_again_afterwards(nothing_frozen: None) -> None:
    usual = gc.get_threshold()
    with suppress(ValueError), fewer_searches_for_cycles():
        assert gc.get_threshold() != usual
        raise ValueError
    assert gc.get_threshold() == usual


def test_what_was_made_meanwhile_is_not_searched_at_once_and_its_cycles_are_found_later(
    nothing_frozen: None,
) -> None:
    gc.collect()
    before = gc.get_stats()[0]["collections"]
    with fewer_searches_for_cycles():
        for _ in range(5000):
            cycle: list[object] = []
            cycle.append(cycle)
    assert gc.get_stats()[0]["collections"] == before
    assert gc.get_freeze_count() == 0
    assert gc.collect() >= 4999


def test_what_somebody_else_has_frozen_stays_so(nothing_frozen: None) -> None:
    gc.freeze()
    with fewer_searches_for_cycles():
        kept = [[] for _ in range(3)]  # type: ignore[var-annotated]
    # One or the other of them may have been freed meanwhile.
    assert gc.get_freeze_count() > 0
    assert len(kept) == 3


def test_who_ends_last_sets_the_pace_back(nothing_frozen: None) -> None:
    """Two runs that are judged in two threads, or by turns, of which the first ends first."""
    usual = gc.get_threshold()
    first, second = fewer_searches_for_cycles(), fewer_searches_for_cycles()
    first.__enter__()
    second.__enter__()
    slow = gc.get_threshold()
    first.__exit__(None, None, None)
    still_slow = gc.get_threshold()
    second.__exit__(None, None, None)
    assert still_slow == slow != usual
    assert gc.get_threshold() == usual
