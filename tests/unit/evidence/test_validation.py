"""Each rule of a sound record, with a record that breaks it and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from callproof.evidence.events import (
    AnyEvent,
    CallerBegan,
    CallerEnded,
    FaultInjected,
    LineConnected,
    LineEnded,
    SnapshotTaken,
    SpeechCut,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    WriteCommitted,
)
from callproof.evidence.files import read_record
from callproof.evidence.validation import validate
from tests.unit.evidence.events import ended, record, returned, sent, started, text

EXAMPLES = Path(__file__).parents[3] / "examples"


def connected(ms: int, seq: int) -> LineConnected:
    return LineConnected(ms=ms, seq=seq, quality="measured")


def line_ended(ms: int, seq: int) -> LineEnded:
    return LineEnded(ms=ms, seq=seq, quality="measured")


def cut(ms: int, seq: int) -> SpeechCut:
    return SpeechCut(ms=ms, seq=seq, quality="measured", speaker="caller", utterance="u0")


def built(ms: int, seq: int, name: str = "book") -> ToolBuilt:
    return ToolBuilt(ms=ms, seq=seq, quality="measured", call="t0", name=name, arguments={})


def failed(ms: int, seq: int) -> ToolFailed:
    return ToolFailed(ms=ms, seq=seq, quality="measured", call="t0", reason="error")


def cancelled(ms: int, seq: int) -> ToolCancelled:
    return ToolCancelled(ms=ms, seq=seq, quality="measured", call="t0", in_time=True)


def wrote(ms: int, seq: int, call: str | None = None, after: dict[str, int] | None = None) -> WriteCommitted:
    return WriteCommitted(
        ms=ms, seq=seq, quality="measured", table="t", key="1", before=None, after=after, call=call
    )


def snapshot(ms: int, seq: int, moment: str) -> SnapshotTaken:
    return SnapshotTaken(
        ms=ms, seq=seq, quality="measured", moment="before" if moment == "before" else "after", tables={}
    )


def began(ms: int, seq: int) -> CallerBegan:
    return CallerBegan(ms=ms, seq=seq, quality="measured", act="a0", kind="noise")


def act_ended(ms: int, seq: int) -> CallerEnded:
    return CallerEnded(ms=ms, seq=seq, quality="measured", act="a0")


def unsure(ms: int) -> AnyEvent:
    return LineConnected(ms=0, seq=0, quality="measured", uncertainty_ms=ms)


WRONG: list[tuple[list[AnyEvent], int, str]] = [
    ([connected(-1, 0)], 0, "ms is -1; a time counts from the start of the call, up to seven days"),
    ([connected(604_800_001, 0)], 0, "ms is 604800001; a time counts from the start of the call, up to seven days"),
    ([unsure(-5)], 0, "uncertainty_ms is -5; it cannot be negative"),
    ([started(0, 3), ended(0, 3)], 1, "seq is 3 after 3; sequence numbers rise from event to event"),
    ([started(5, 0), ended(4, 1)], 1, "ms is 4 after 5; events are in the order of their times"),
    ([started(0, 0), started(1, 1)], 1, "utterance 'u0' starts a second time"),
    ([text(0, 0, "x")], 0, "utterance 'u0' has not started"),
    ([started(0, 0), ended(1, 1, "agent")], 1, "utterance 'u0' is the caller's, not the agent's"),
    ([started(0, 0), ended(1, 1), ended(2, 2)], 2, "utterance 'u0' has a second speech.ended"),
    ([started(0, 0), cut(1, 1), cut(2, 2)], 2, "utterance 'u0' has a second speech.cut"),
    ([started(0, 0), ended(1, 1), cut(2, 2)], 2, "utterance 'u0' is cut after it has ended"),
    ([line_ended(0, 0), started(1, 1)], 1, "utterance 'u0' starts after the line has ended"),
    ([sent(0, 0), sent(1, 1)], 1, "tool call 't0' has a second tool.sent"),
    ([built(0, 0, "pay"), sent(1, 1)], 1, "tool call 't0' is of 'pay', not of 'book'"),
    ([sent(0, 0), built(1, 1)], 1, "tool call 't0' is built after it was sent"),
    ([cancelled(0, 0), sent(1, 1)], 0, "tool call 't0' is cancelled before it was built or sent"),
    ([built(0, 0), returned(1, 1)], 1, "tool call 't0' has a tool.returned before its tool.sent"),
    ([sent(0, 0), returned(1, 1), failed(2, 2)], 2, "tool call 't0' both returned and failed"),
    ([began(0, 0), began(1, 1)], 1, "act 'a0' has a second caller.began"),
    ([act_ended(0, 0), began(1, 1)], 0, "act 'a0' ends before it began"),
    ([FaultInjected(ms=0, seq=0, quality="measured", call="t9", kind="delay")], 0, "there is no tool call 't9' in the record"),
    ([wrote(0, 0, "t9", {"a": 1})], 0, "there is no tool call 't9' in the record"),
    ([wrote(0, 0)], 0, "has neither a before nor an after: nothing changed"),
    ([snapshot(0, 0, "before"), snapshot(1, 1, "before")], 1, "a second snapshot before"),
    ([snapshot(0, 0, "after"), snapshot(1, 1, "before")], 1, "the snapshot before the call comes after the one after it"),
    ([connected(0, 0), connected(1, 1)], 1, "a second line.connected"),
    ([line_ended(0, 0), line_ended(1, 1)], 1, "a second line.ended"),
    ([line_ended(0, 0), connected(1, 1)], 1, "the line connects after it has ended"),
]  # fmt: skip


@pytest.mark.parametrize(("events", "index", "message"), WRONG, ids=[message for _, _, message in WRONG])
def test_each_rule_names_what_is_wrong_and_where(events: list[AnyEvent], index: int, message: str) -> None:
    assert [(p.index, p.message) for p in validate(record(*events))] == [(index, message)]


def test_problems_come_in_the_order_of_the_events() -> None:
    events: list[AnyEvent] = [ended(5, 0), started(4, 0), sent(6, 1), sent(7, 2)]
    assert [problem.index for problem in validate(record(*events))] == [0, 1, 1, 3]


SOUND: list[list[AnyEvent]] = [
    [],
    [started(0, 0), cut(1, 1), ended(1, 2), text(2, 3, "late", "heard")],
    [built(0, 0), cancelled(1, 1)],
    [sent(0, 0), cancelled(1, 1), returned(2, 2)],
    [sent(0, 0), failed(1, 1), wrote(2, 2, "t0", {"a": 1})],
    [wrote(0, 0, None, {"a": 1})],
    [began(0, 0)],
    [started(0, 0), line_ended(1, 1), ended(1, 2), text(1, 3, "x"), snapshot(2, 4, "after")],
    [started(7, 10), ended(7, 90)],
]


@pytest.mark.parametrize("events", SOUND, ids=range(len(SOUND)))
def test_what_an_agent_does_wrong_is_no_fault_of_the_record(events: list[AnyEvent]) -> None:
    assert validate(record(*events)) == []


@pytest.mark.parametrize("file", sorted(EXAMPLES.rglob("call.jsonl")), ids=lambda path: path.parent.name)
def test_the_examples_are_sound(file: Path) -> None:
    assert validate(read_record(file)) == []


def test_there_are_examples_to_validate() -> None:
    assert len(list(EXAMPLES.rglob("call.jsonl"))) >= 4


def test_a_turn_may_outlast_the_line_but_not_start_after_it() -> None:
    """Hanging up cuts the other side off: only that it begins to speak later cannot be."""
    assert (
        validate(record(started(0, 0), line_ended(500, 1), text(600, 2, "hi"), cut(600, 3), ended(600, 4)))
        == []
    )
    (problem,) = validate(record(line_ended(500, 0), started(600, 1), ended(700, 2)))
    assert (problem.index, problem.message) == (1, "utterance 'u0' starts after the line has ended")
