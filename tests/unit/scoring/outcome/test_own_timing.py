"""A call in which callproof itself was too slow says nothing about the agent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from callproof.evidence.record import HarnessTiming
from callproof.scoring.outcome.case import score
from tests.unit.calling.simulation.shop import called, clerk, scenario

GOOD = HarnessTiming(
    frames=3000,
    frames_lost=0,
    late_p50_ms=0.6,
    late_p99_ms=4.0,
    late_max_ms=40.0,
    reactions=2,
    reaction_max_ms=20,
)


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (replace(GOOD, late_p99_ms=60.1), "our own frames were late: 99 % within 60 ms"),
        (replace(GOOD, frames_lost=1), "1 of our own frames were never sent"),
        (replace(GOOD, reaction_max_ms=201), "our caller was heard only 201 ms after its moment"),
        (replace(GOOD, recording_drift_ms=-101.0), "the recording was -101 ms off at the end of the call"),
        (replace(GOOD, wall_drift_ms=2000.0), "the machine's clocks came apart by +2000 ms during the call"),
    ],
)
def test_over_a_limit_the_case_is_invalid_and_the_harness_to_blame(own: HarnessTiming, reason: str) -> None:
    record = called(scenario(), clerk)
    assert score(record, scenario()).status == "passed"
    kept = replace(record, header=replace(record.header, harness=GOOD))
    assert score(kept, scenario()).status == "passed"
    result = score(replace(record, header=replace(record.header, harness=own)), scenario())
    assert (result.status, result.blame) == ("invalid", "harness")
    assert result.reasons[0] == reason


def test_nothing_that_was_not_measured_is_over_a_limit() -> None:
    record = called(scenario(), clerk)
    none = replace(GOOD, reactions=0, reaction_max_ms=None)
    assert score(replace(record, header=replace(record.header, harness=none)), scenario()).status == "passed"
