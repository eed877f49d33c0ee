"""The scorer held against the reference agents: the numbers of the thirty, the diagonal, and laws over all their calls."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

import pytest

from callproof.calling.agents.registry import SINGLE_DEFECT_AGENTS
from callproof.evidence.events import (
    AnyEvent,
    Json,
    SnapshotTaken,
    SpeechCut,
    SpeechText,
    StateReported,
    ToolBuilt,
    ToolReturned,
    ToolSent,
    WriteCommitted,
)
from callproof.evidence.files import decode_record, encode_record
from callproof.evidence.record import Record
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.gate import RULES, Policy, gate
from callproof.scoring.outcome.summary import counted
from callproof.scoring.outcome.verdicts import AXES, CaseResult
from tests.unit.scoring.outcome.mutations import MUTATIONS, Mutation
from tests.unit.scoring.outcome.played import BOTH, THIRTY, played

TODAY = datetime.date(2026, 3, 10)


def scored(agent: str, names: tuple[str, ...] = BOTH) -> list[CaseResult]:
    return [score(record, scenario) for scenario, record in played(agent, names)]


def test_the_defective_agent_on_the_thirty() -> None:
    summary = counted(scored("naive", THIRTY))
    passes = [summary["axes"][axis]["pass"] for axis in AXES]
    assert (summary["total"], passes, summary["integrity"]["pass"]) == (30, [24, 24, 11, 8, 8, 7], 7)
    assert summary["root_causes"] == {
        "stale_tool_args": 10,
        "tool_result_unchecked": 4,
        "inflight_call_not_cancelled": 3,
        "noise_taken_as_interruption": 2,
        "unsafe_retry": 2,
        "premature_confirmation": 1,
        "missing_idempotency_key": 1,
    }
    assert summary["invalid"] == 0
    assert all(sum(counts.values()) == 30 for counts in summary["axes"].values())


def test_a_sound_agent_passes_every_case() -> None:
    assert [(result.id, result.reasons) for result in scored("sound") if not result.passed] == []


@pytest.mark.parametrize(("defect", "agent"), SINGLE_DEFECT_AGENTS.items())
def test_one_defect_is_found_under_its_own_name(defect: str, agent: str) -> None:
    failed = [result for result in scored(agent, THIRTY) if result.status != "passed"]
    assert failed
    assert [(r.id, r.status) for r in failed if r.cause is None or r.cause.name != defect] == []


@pytest.mark.parametrize("agent", ["sound", "naive"])
def test_without_reports_only_the_state_may_come_out_otherwise(agent: str) -> None:
    for scenario, record in played(agent, BOTH if agent == "sound" else THIRTY):
        bare = Record(record.header, tuple(e for e in record.events if not isinstance(e, StateReported)))
        one, other = score(record, scenario), score(bare, scenario)
        assert other.axes["active_state_correct"].inferred
        for axis in AXES:
            if axis != "active_state_correct":
                assert one.axes[axis].status == other.axes[axis].status, (record.header.id, axis)


def test_a_black_box_still_passes_when_it_is_sound() -> None:
    """No state, no building: what was wanted and done shows all the same, but for the state where nothing tells of it."""
    found: Counter[str] = Counter()
    for scenario, record in played("sound"):
        events = tuple(e for e in record.events if not isinstance(e, StateReported | ToolBuilt))
        result = score(Record(record.header, events), scenario)
        assert result.status != "failed", (result.id, result.reasons)
        found[result.status] += 1
        assert all(result.axes[axis].status == "pass" for axis in AXES if axis != "active_state_correct")
    assert found["passed"] > 0.95 * found.total()


@pytest.mark.parametrize("agent", ["sound", "naive"])
def test_a_record_scores_the_same_from_its_file_and_an_hour_later(agent: str) -> None:
    for scenario, record in played(agent, THIRTY):
        stored = decode_record(encode_record(record).splitlines(), "call.jsonl")
        assert score(stored, scenario) == score(record, scenario)
        later = Record(record.header, tuple(_later(event, 3_600_000) for event in record.events))
        one, other = score(record, scenario), score(later, scenario)
        assert [one.axes[axis] for axis in AXES] == [other.axes[axis] for axis in AXES]


def _later(event: AnyEvent, by: int) -> AnyEvent:
    if isinstance(event, SpeechText):
        words = tuple(
            word._replace(
                start_ms=None if word.start_ms is None else word.start_ms + by,
                end_ms=None if word.end_ms is None else word.end_ms + by,
            )
            for word in event.words
        )
        return replace(event, ms=event.ms + by, words=words)
    return replace(event, ms=event.ms + by)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_no_mutant_of_a_right_call_survives(mutation: Mutation) -> None:
    made = 0
    for scenario, record in played("sound"):
        mutant = mutation.mutate(record, scenario)
        if mutant is None:
            continue
        made += 1
        result = score(mutant, scenario)
        found = {axis: result.axes[axis].status for axis in mutation.axes}
        assert result.status == "failed", (mutation.name, record.header.id, result.reasons)
        assert "pass" not in found.values(), (mutation.name, record.header.id)
        if mutation.fails:
            assert set(found.values()) == {"fail"}, (mutation.name, record.header.id, found)
    assert made >= 20


def test_an_agent_that_fails_fails_too_when_it_breaks_off() -> None:
    """Whatever comes after any moment of a failed call is cut away: never does that make it pass."""
    for scenario, record in played("naive", THIRTY):
        for share in (0.3, 0.6, 0.9):
            kept = int(len(record.events) * share)
            after = record.events[-1]
            cut = Record(record.header, (*record.events[:kept], replace(after, ms=record.events[kept].ms)))
            result = score(cut, scenario)
            whole = score(record, scenario)
            assert whole.passed or not result.passed, (record.header.id, share)


# What is itself the fault, and what is worked out from speech where it is not reported.
SHOWN_BY = {SpeechCut: "captured", StateReported: "active_state_correct"}


@pytest.mark.parametrize("agent", ["naive", "premature-confirmation"])
def test_a_call_of_which_less_is_known_comes_out_no_better(agent: str) -> None:
    """All events of a kind are taken away: no axis that failed passes, and neither does the call."""
    for scenario, record in played(agent):
        whole = score(record, scenario)
        if whole.passed:
            continue
        for kind in {type(event) for event in record.events} - {WriteCommitted}:
            kept = tuple(event for event in record.events if type(event) is not kind)
            less = score(Record(record.header, kept), scenario)
            failed = [axis for axis in AXES if whole.axes[axis].status == "fail"]
            better = {axis for axis in failed if less.axes[axis].status == "pass"}
            assert better <= {SHOWN_BY.get(kind)}, (record.header.id, kind.__name__)
            assert better or not less.passed, (record.header.id, kind.__name__)


Change = Callable[[Mapping[str, Json]], Mapping[str, Json] | str]
UNREADABLE: dict[str, Change] = {
    "empty": lambda arguments: {},
    "text": lambda arguments: "{",
    "null": lambda arguments: dict.fromkeys(arguments),
    "first missing": lambda arguments: dict(list(arguments.items())[1:]),
    "last missing": lambda arguments: dict(list(arguments.items())[:-1]),
}


RULES_ALONE = [Policy(rules=(name,), required=(), invalid_share=1) for name in RULES]


def assert_no_better(whole: CaseResult, less: CaseResult, how: object) -> None:
    """Nothing that failed passes: no axis, no rule of the gate, and not the case."""
    for axis in AXES:
        assert (whole.axes[axis].status, less.axes[axis].status) != ("fail", "pass"), (whole.id, how, axis)
    for rule in RULES_ALONE:
        before, after = (gate([result], rule, today=TODAY).passed for result in (whole, less))
        assert before or not after, (whole.id, how, rule.rules)
    assert not less.passed, (whole.id, how)


@pytest.mark.parametrize("agent", ["naive", "repeats-each-write", "writes-before-asked", "stuck-payload"])
@pytest.mark.parametrize("change", UNREADABLE)
def test_a_call_whose_arguments_do_not_tell_what_it_wrote_comes_out_no_better(
    agent: str, change: str
) -> None:
    """One call of a record, all that wrote, and all."""
    judged = 0
    for scenario, record in played(agent):
        whole = score(record, scenario)
        if whole.status != "failed":
            continue
        writes = {event.call for event in record.events if isinstance(event, WriteCommitted)}
        every: set[str | None] = {event.call for event in record.events if isinstance(event, ToolSent)}
        groups = [*({call} for call in sorted(writes, key=str)), writes, every]
        for calls in groups:
            less = score(_with_arguments(record, calls, UNREADABLE[change]), scenario)
            assert_no_better(whole, less, calls)
            judged += 1
    assert judged > 30


@pytest.mark.parametrize("agent", ["naive", "repeats-each-write", "premature-confirmation"])
def test_a_call_comes_out_no_better_where_an_answer_or_a_text_is_not_known(agent: str) -> None:
    judged = 0
    for scenario, record in played(agent):
        whole = score(record, scenario)
        if whole.status != "failed":
            continue
        answers = [e.seq for e in record.events if isinstance(e, ToolReturned)]
        texts = [e.seq for e in record.events if isinstance(e, SpeechText) and e.speaker == "agent"]
        for seqs in (*({seq} for seq in answers), set(answers), *({seq} for seq in texts)):
            events = (_unknown(event) if event.seq in seqs else event for event in record.events)
            assert_no_better(whole, score(Record(record.header, tuple(events)), scenario), seqs)
            judged += 1
    assert judged > 30


def _unknown(event: AnyEvent) -> AnyEvent:
    if isinstance(event, SpeechText):
        return replace(event, text="", words=())
    return replace(event, result=None) if isinstance(event, ToolReturned) else event


def _with_arguments(record: Record, calls: Collection[str | None], change: Change) -> Record:
    return Record(
        record.header,
        tuple(
            replace(event, arguments=change(event.arguments))
            if isinstance(event, ToolBuilt | ToolSent) and event.call in calls and not isinstance(event.arguments, str)
            else event
            for event in record.events
        ),
    )  # fmt: skip


@pytest.mark.parametrize("agent", ["naive", "unsafe-retry"])
def test_a_call_of_which_less_is_known_opens_no_gate(agent: str) -> None:
    """A rule that only the record shows to be broken is not held because some of what shows it is gone."""
    right = [score(record, scenario) for scenario, record in played("sound", THIRTY)]
    breaking = 0
    for scenario, record in played(agent):
        whole = score(record, scenario)
        if whole.status == "invalid" or not whole.breaches or gate([*right, whole], today=TODAY).passed:
            continue
        breaking += 1
        for kind in {type(event) for event in record.events} - {WriteCommitted}:
            kept = tuple(event for event in record.events if type(event) is not kind)
            less = score(Record(record.header, kept), scenario)
            assert not gate([*right, less], today=TODAY).passed, (record.header.id, kind.__name__)
    assert breaking >= 5


def test_a_row_that_came_and_was_taken_back_has_to_be_in_the_log() -> None:
    """The rows differ by one that is void, and by nothing that counts."""
    (scenario, record), *_ = (
        (scenario, record)
        for scenario, record in played("stuck-payload")
        if scenario.id == "corr-21-negation-after-a-shipment"
    )
    whole = score(record, scenario).axes
    assert (whole["backend_correct"].status, whole["stale_write_prevented"].status) == ("pass", "pass")
    kept = tuple(event for event in record.events if not isinstance(event, WriteCommitted))
    axes = score(Record(record.header, kept), scenario).axes
    assert axes["backend_correct"].status == "fail"
    assert axes["stale_write_prevented"].status == "not_measured"


def test_without_its_writes_no_call_passes_that_changed_something() -> None:
    for scenario, record in played("sound", THIRTY):
        before, after = (event for event in record.events if isinstance(event, SnapshotTaken))
        if before.tables == after.tables:
            continue
        kept = tuple(event for event in record.events if not isinstance(event, WriteCommitted))
        result = score(Record(record.header, kept), scenario)
        axes = result.axes
        assert result.unknown == ("critical_actions_verified",), record.header.id
        assert axes["backend_correct"].status == "fail", record.header.id
        assert axes["stale_write_prevented"].status == "not_measured", record.header.id
        assert axes["tool_args_correct"].status == "not_measured", record.header.id


def test_what_nobody_knows_of_the_agent_s_words_clears_no_claim() -> None:
    for scenario, record in played("naive", THIRTY):
        whole = score(record, scenario)
        for n, event in enumerate(record.events):
            if not isinstance(event, SpeechText) or event.speaker != "agent":
                continue
            less = score(Record(record.header, record.events[:n] + record.events[n + 1 :]), scenario)
            assert less.axes["confirmation_matches_backend"].status != "pass", (record.header.id, n)
            assert whole.passed or not less.passed
