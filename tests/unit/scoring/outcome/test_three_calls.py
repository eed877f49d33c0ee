"""The three example calls, which read perfectly: each fails in the layer that its page says."""

from __future__ import annotations

import pytest

from callproof.evidence.files import read_record
from callproof.scenario.files import load_suite
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import CaseResult
from tests.meta.source import ROOT

THREE = ROOT / "examples" / "three-calls"


def scored(name: str) -> CaseResult:
    (scenario,) = load_suite(THREE / name / "scenario.yaml").scenarios
    return score(read_record(THREE / name), scenario)


@pytest.mark.parametrize(
    ("name", "cause", "layer", "failed"),
    [
        ("corrected-number", "stale_tool_args", "execution", "..xxxx"),
        ("clean-interruption", "inflight_call_not_cancelled", "execution", "..xxxx"),
        ("write-never-came", "write_lost", "state", "x...xx"),
    ],
)
def test_where_each_call_went_wrong(name: str, cause: str, layer: str, failed: str) -> None:
    result = scored(name)
    assert result.status == "failed"
    assert result.cause is not None
    assert (result.cause.name, result.cause.layer) == (cause, layer)
    assert "".join("." if axis.status == "pass" else "x" for axis in result.axes.values()) == failed
    assert not any(axis.inferred for axis in result.axes.values())
