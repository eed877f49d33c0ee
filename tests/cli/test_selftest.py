"""`callproof selftest` from end to end."""

from __future__ import annotations

import re
import sys

import pytest

from callproof.surfaces.reports.matrix import print_matrix
from callproof.surfaces.reports.terminal import console_on
from tests.cli.running import Done, run

# The causes that are planted, by the agent that has only this defect.
PLANTED = {
    "stale-tool-args": "stale_tool_args",
    "tool-result-unchecked": "tool_result_unchecked",
    "inflight-call-not-cancelled": "inflight_call_not_cancelled",
    "noise-taken-as-interruption": "noise_taken_as_interruption",
    "unsafe-retry": "unsafe_retry",
    "premature-confirmation": "premature_confirmation",
    "missing-idempotency-key": "missing_idempotency_key",
}


@pytest.fixture(scope="module")
def told() -> Done:
    return run("selftest", "--json")


def test_every_planted_defect_is_found_under_its_own_name_and_nothing_else(told: Done) -> None:
    matrix = told.json
    assert matrix["suites"] == ["outcomes-30", "outcomes-extended"]
    assert {row["agent"]: row["defect"] for row in matrix["agents"]} == {"sound": None, **PLANTED}
    for row in matrix["agents"]:
        assert set(row["found"]) <= {"passed", row["defect"]}, row
        assert row["right"], row
    assert matrix["diagonal"] is True
    assert told.code == 0


def test_every_agent_is_held_to_every_case(told: Done) -> None:
    totals = {sum(row["found"].values()) for row in told.json["agents"]}
    assert len(totals) == 1
    assert totals.pop() >= 80


def test_the_matrix_for_people(told: Done, capsys: pytest.CaptureFixture[str]) -> None:
    print_matrix(console_on(sys.stdout), told.json)
    out = capsys.readouterr().out
    rows = [re.split(r"  +", line) for line in out.splitlines()]
    for number, (agent, cause) in enumerate(PLANTED.items(), 1):
        found = next(row["found"] for row in told.json["agents"] if row["agent"] == agent)
        (row,) = (row for row in rows if row[0] == agent)
        assert row[1] == str(found["passed"])
        assert row[1 + number] == str(found[cause])
        assert row[-1] == "right"
        assert ["", str(number), cause] in rows
    assert "DIAGONAL  every planted defect was found under its own name" in out
