"""The example calls show what they are there to show: three that only the clock would pass, and a folder with every fault."""

from __future__ import annotations

from pathlib import Path

import pytest

import callproof
from callproof.evidence.call import Call, fold
from callproof.evidence.files import read_record
from callproof.scoring.checks import builtin_checks
from callproof.scoring.results import judge
from tests.meta.source import ROOT
from tests.unit.scoring.calls import CLOCK_CHECKS

THREE = ROOT / "examples" / "three-calls"
CALLS = ROOT / "examples" / "calls"


def three(name: str) -> Call:
    return fold(read_record(THREE / name))


@pytest.mark.parametrize("name", ["corrected-number", "clean-interruption", "write-never-came"])
def test_nothing_by_the_clock_flags_the_three_calls(name: str) -> None:
    result = judge(three(name), CLOCK_CHECKS)
    assert result.findings == ()
    assert result.not_measured == ()
    assert result.passed


@pytest.mark.parametrize(
    ("name", "found"),
    [
        # The words alone give this one away: asked about 4821, the caller had said 4281.
        ("corrected-number", {"acted_against_answer"}),
        ("clean-interruption", set()),
        ("write-never-came", set()),
    ],
)
def test_what_the_words_give_away(name: str, found: set[str]) -> None:
    result = judge(three(name), [check() for check in builtin_checks()])
    assert {finding.check for finding in result.findings} == found
    assert {item.check for item in result.not_measured} == {"policy_violation"}


@pytest.mark.parametrize("name", ["corrected-number", "clean-interruption", "write-never-came"])
def test_the_three_calls_are_complete(name: str) -> None:
    call = three(name)
    assert call.header.id == name
    assert all(u.said and u.heard for u in call.utterances)
    assert all(u.start_quality == u.end_quality == "measured" for u in call.utterances)
    assert len(call.utterances) >= 10
    assert call.line.connected is not None
    assert call.line.ended is not None
    assert call.before is not None
    assert call.after is not None
    assert call.states


def test_the_corrected_number_is_read_back_and_the_old_order_is_updated() -> None:
    call = three("corrected-number")
    (act,) = call.acts
    assert (act.began.kind, act.began.old, act.began.new) == ("correction", "4821", "4281")
    assert call.states[-1].fields["order"] == "4281"
    assert "Order four two eight one will now come on Friday" in (call.utterances[-3].said or "")
    (update,) = [tool for tool in call.tool_calls if tool.consequential]
    assert update.arguments == {"order": "4821", "delivery_day": "Friday"}
    assert update.state_version == 1
    assert (update.built_ms or 0) < act.began.ms < (update.sent_ms or 0)
    assert [(write.key, write.call) for write in call.writes] == [("4821", update.id)]
    assert changed(call) == {("orders", "4821")}


def test_the_agent_falls_silent_and_the_call_in_flight_runs_on() -> None:
    call = three("clean-interruption")
    (act,) = call.acts
    assert act.ended is not None
    assert (act.began.kind, act.began.old, act.began.new) == ("interruption", "Thursday", "Friday")
    (cut,) = [u for u in call.utterances if u.cut]
    assert cut.end_ms is not None
    assert 0 < cut.end_ms - act.began.ms <= 300
    (move,) = [tool for tool in call.tool_calls if tool.consequential]
    assert (move.cancelled_ms, move.status) == (None, "returned")
    assert (move.sent_ms or 0) < act.began.ms < act.ended.ms < call.writes[0].ms
    assert call.writes[0].after == {**(call.writes[0].before or {}), "day": "Thursday"}
    assert call.states[-1].fields["day"] == "Friday"
    assert "now on Friday" in (call.utterances[-3].said or "")
    assert changed(call) == {("appointments", "A-117")}


def test_it_is_updated_is_said_and_the_write_never_landed() -> None:
    call = three("write-never-came")
    (update,) = [tool for tool in call.tool_calls if tool.consequential]
    assert (update.status, update.result) == ("returned", {"status": "ok"})
    assert any((u.said or "").startswith("It is updated.") for u in call.utterances)
    assert call.writes == ()
    assert changed(call) == set()


def changed(call: Call) -> set[tuple[str, str]]:
    """The table and key of each row that differs between the snapshots."""
    assert call.before is not None
    assert call.after is not None
    before, after = (
        {(table, key): row for table, rows in snapshot.tables.items() for key, row in rows.items()}
        for snapshot in (call.before, call.after)
    )
    return {place for place in before.keys() | after.keys() if before.get(place) != after.get(place)}


CLEAN: set[tuple[str, str]] = set()
# What `make demo` shows, by call.
EXPECTED: dict[str, set[tuple[str, str]]] = {
    "clinic-0912": CLEAN,
    # Greeted after 5.8 s; answers after 3.8 and 4.3 s; 15.9 s between "one moment" and the answer; given up.
    "clinic-0913": {
        ("greeting_late", "high"),
        ("slow_response", "high"),
        ("dead_air", "medium"),
        ("dead_air", "high"),
        ("incomplete", "medium"),
    },
    "clinic-0914": {("duplicate_action", "high"), ("no_confirmation", "high")},
    "garden-centre-508": CLEAN,
    "library-0031": {("inconsistent_times", "high")},
    # The caller's question at 17.2 s is never answered; hung up at 31.0 s.
    "night-01": {
        ("no_response", "high"),
        ("dead_air", "high"),
        ("abandoned_in_silence", "high"),
        ("incomplete", "medium"),
    },
    "night-02": CLEAN,
    # Nobody greets within 4.1 s; 8.3 s of silence after the caller's second "hello"; hung up.
    "night-03": {
        ("silent_agent", "high"),
        ("no_response", "high"),
        ("greeting_late", "medium"),
        ("dead_air", "medium"),
        ("abandoned_in_silence", "medium"),
        ("incomplete", "medium"),
    },
    # Fifteen was heard as fifty, and fifty were refunded unasked; the wish to keep the window was lost.
    "ticket-refund-misheard": {
        ("misheard_number", "high"),
        ("no_confirmation", "high"),
        ("misheard", "medium"),
    },
    # "Fifty, right?" - "No, fifteen." - fifty were refunded, over the limit, and fifteen claimed.
    "ticket-refund-against-answer": {
        ("acted_against_answer", "high"),
        ("policy_violation", "high"),
        ("ungrounded_argument", "high"),
        ("claim_differs_from_action", "high"),
    },
    # "I have booked the cabin", and nothing was; the same sentence twice; asterisks read aloud.
    "cabin-never-booked": {
        ("claim_without_action", "high"),
        ("markup_spoken", "medium"),
        ("repeated_reply", "medium"),
    },
    # EM456 was agreed on, EM455 cancelled; then one tool was asked 14 times in 0.3 s.
    "wrong-booking-number": {
        ("no_confirmation", "high"),
        ("ungrounded_argument", "high"),
        ("runaway_tool", "high"),
    },
    # 11.7 s between "let me check" and the answer.
    "pharmacy-roles": {("dead_air", "high")},
    # Over the caller from 15.1 to 18.9 s.
    "refund-2207": {("talked_over_caller", "medium")},
    "call_hotel_5512": CLEAN,
    # 11.5 s until the caller asks whether anybody is there, and 12.5 s without an answer to that.
    "call_hotel_5513": {("dead_air", "high"), ("no_response", "high"), ("abandoned_in_silence", "high")},
    # It starts 1.2 s and 1.4 s before the caller has finished.
    "3f1d5c0a-pizza-0147": {("agent_interrupts", "medium")},
}


def test_the_demo_shows_what_it_is_there_to_show() -> None:
    report = callproof.check(CALLS)
    assert (report.errors, report.skipped) == ((), ())
    found = {result.id: {(f.check, f.severity) for f in result.findings} for result in report.calls}
    assert found == EXPECTED
    assert {name for name, _ in set().union(*found.values())} == {check.id for check in builtin_checks()}


def test_the_demo_has_every_shape() -> None:
    report = callproof.check(CALLS)
    files = {Path(result.file).relative_to(CALLS).as_posix() for result in report.calls}
    assert files == {
        "clinic.jsonl",
        "ferry.jsonl",
        "garden-centre/call.jsonl",
        "library-0031.json",
        "night-shift.jsonl.gz",
        "pharmacy-roles.json",
        "refund-2207.json",
        "retell-hotel.json",
        "vapi-pizza.json",
    }


def test_the_two_versions_differ_as_the_readme_says(tmp_path: Path) -> None:
    for version in ("before", "after"):
        callproof.check(ROOT / "examples" / "two-versions" / f"{version}.jsonl", output=tmp_path / version)
    change = callproof.diff(tmp_path / "before", tmp_path / "after")
    assert (change.regressed, change.fixed) == (("bakery-3",), ("bakery-2",))
    assert (change.only_before, change.only_after) == (("bakery-4",), ("bakery-5",))
