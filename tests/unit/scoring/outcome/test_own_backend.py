"""Records of calls to a backend of the user's own: what was read is measured, and of the rest nothing is claimed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from callproof.evidence.events import AnyEvent, SnapshotTaken, WriteCommitted
from callproof.evidence.record import Record
from callproof.scenario.model import Axis, Scenario
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import AXES, CaseResult
from tests.unit.scoring.outcome.played import BOTH, played
from tests.unit.scoring.outcome.stories import renumbered

AGENTS = ("sound", "naive", "unsafe-retry", "premature-confirmation", "inflight-call-not-cancelled")


def snapshots_alone(record: Record) -> Record:
    """As when the backend was read before and after the call, and its writes were not seen."""
    kept: list[AnyEvent] = [event for event in record.events if not isinstance(event, WriteCommitted)]
    return replace(renumbered(record, kept), header=replace(record.header, own_backend="snapshots"))


def watched(record: Record, every_ms: int) -> Record:
    """As when the backend was read every so often: each write is seen at the next reading, before what comes then."""
    events: list[AnyEvent] = []
    waiting: list[WriteCommitted] = []
    for event in record.events:
        while waiting and (event.ms > waiting[0].ms or isinstance(event, SnapshotTaken)):
            seen = waiting.pop(0)
            events.append(seen if seen.ms <= event.ms else replace(seen, ms=event.ms))
        if isinstance(event, WriteCommitted):
            begun = event.ms // every_ms * every_ms
            waiting.append(replace(event, ms=begun + every_ms, not_before_ms=begun, quality="derived"))
        else:
            events.append(event)
    assert not waiting
    return replace(renumbered(record, events), header=replace(record.header, own_backend="watched"))


def statuses(result: CaseResult) -> dict[Axis, str]:
    return {name: result.axes[name].status for name in AXES}


@pytest.mark.parametrize("agent", AGENTS)
def test_from_snapshots_alone_the_state_is_judged_as_ever_and_no_write_is_called_right(agent: str) -> None:
    seen: Counter[str] = Counter()
    for scenario, record in played(agent, BOTH):
        known, now = score(record, scenario), score(snapshots_alone(record), scenario)
        assert now.axes["backend_correct"].status == known.axes["backend_correct"].status, record.header.id
        assert now.axes["stale_write_prevented"].status != "pass", record.header.id
        assert now.status != "passed" or "stale_write_prevented" not in scenario.requires
        _is_no_better(known, now)
        seen[now.axes["stale_write_prevented"].status] += 1
        seen[f"confirmation {now.axes['confirmation_matches_backend'].status}"] += 1
    assert seen["not_measured"] > 10
    assert seen["confirmation pass"] + seen["confirmation fail"] > 40


@pytest.mark.parametrize("every_ms", [1, 40, 250])
@pytest.mark.parametrize("agent", AGENTS)
def test_what_is_known_to_within_a_reading_never_turns_a_failure_into_a_pass(
    agent: str, every_ms: int
) -> None:
    same = total = 0
    for scenario, record in played(agent, BOTH):
        known, now = score(record, scenario), score(watched(record, every_ms), scenario)
        _is_no_better(known, now)
        same += statuses(known) == statuses(now)
        total += 1
    # What can be told of a quick backend is what can be told of ours.
    assert same >= total * (0.9 if every_ms == 1 else 0.5)


@pytest.mark.parametrize("every_ms", [1, 40])
def test_an_agent_without_a_defect_has_none_in_a_backend_of_its_own(every_ms: int) -> None:
    for scenario, record in played("sound", BOTH):
        now = score(watched(record, every_ms), scenario)
        assert now.status != "failed", (record.header.id, now.reasons)


def _is_no_better(known: CaseResult, now: CaseResult) -> None:
    for name in AXES[2:]:
        was, became = known.axes[name].status, now.axes[name].status
        assert (was, became) != ("fail", "pass"), (known.id, name, known.axes[name].reason)
        assert (was, became) != ("pass", "fail"), (known.id, name, now.axes[name].reason)


# -- what no call explains ---------------------------------------------------------------------------------------------


def _right() -> tuple[Scenario, Record]:
    """A call that passes, with one write."""
    return next(
        (scenario, watched(record, 1))
        for scenario, record in played("sound", BOTH)
        if sum(isinstance(event, WriteCommitted) for event in record.events) == 1
        and score(watched(record, 1), scenario).status == "passed"
    )


def test_a_row_that_somebody_else_changes_is_not_put_down_to_the_agents_tools() -> None:
    scenario, record = _right()
    (write,) = (event for event in record.events if isinstance(event, WriteCommitted))
    others = replace(write, call=None)
    events = [others if event is write else event for event in record.events]
    result = score(renumbered(record, events), scenario)
    assert result.axes["stale_write_prevented"].status == "not_measured"
    row = f"{write.table} {write.key}"
    assert (
        result.axes["stale_write_prevented"].reason == f"no tool call of the log explains that {row} changed"
    )
    # What is stored in the end is what it is.
    assert result.axes["backend_correct"].status == "pass"
    assert result.status == "invalid"


def test_a_change_that_shows_in_the_last_reading_alone_fails_the_backend_and_measures_no_write() -> None:
    scenario, record = _right()
    after = next(e for e in record.events if isinstance(e, SnapshotTaken) and e.moment == "after")
    table = next(iter(after.tables))
    key, row = next(iter(after.tables[table].items()))
    changed = {**row, next(column for column in row if column != key and row[column] != key): "other"}
    tables = {**after.tables, table: {**after.tables[table], key: changed}}
    events = [replace(after, tables=tables) if event is after else event for event in record.events]
    result = score(renumbered(record, events), scenario)
    assert result.axes["backend_correct"].status == "fail"
    assert "not wanted" in result.axes["backend_correct"].reason
    for axis in ("tool_args_correct", "stale_write_prevented"):
        assert result.axes[axis].status == "not_measured"
        assert result.axes[axis].reason == "the backend shows changes that the log has no writes for"


def test_without_a_call_to_be_seen_the_words_are_held_against_the_end_alone() -> None:
    scenario, record = _right()
    no_calls: list[AnyEvent] = [
        e for e in record.events if not e.type.startswith(("tool.", "fault.")) and e.type != "write.committed"
    ]
    unseen = replace(renumbered(record, no_calls), header=replace(record.header, own_backend="snapshots"))
    result = score(unseen, scenario)
    assert result.axes["backend_correct"].status == "pass"
    confirmed = result.axes["confirmation_matches_backend"]
    assert (confirmed.status, confirmed.reason) == (
        "not_measured",
        "what the agent said is what the backend holds in the end, but no call shows when it could know",
    )
    assert result.status == "invalid"
    # Said and not there in the end is false, whoever carried it out.
    before, after = (e for e in unseen.events if isinstance(e, SnapshotTaken))
    as_it_was = [replace(after, tables=before.tables) if e is after else e for e in unseen.events]
    result = score(replace(renumbered(unseen, as_it_was), header=unseen.header), scenario)
    assert result.axes["backend_correct"].status == "fail"
    assert result.axes["confirmation_matches_backend"].status == "fail"
