"""The fold: from point events to utterances, tool calls and the rest of what judges read."""

from __future__ import annotations

from callproof.evidence.call import fold
from callproof.evidence.events import (
    CallerBegan,
    CallerEnded,
    FaultInjected,
    LineConnected,
    LineEnded,
    LineError,
    SnapshotTaken,
    SpeechCut,
    SpeechEnded,
    StateReported,
    ToolBuilt,
    ToolCancelled,
    ToolFailed,
    Word,
)
from callproof.evidence.files import read_record
from tests.unit.evidence.events import ended, record, returned, sent, started, text
from tests.unit.evidence.test_golden import CALL_V1


def test_an_utterance_of_each_side() -> None:
    call = fold(
        record(
            started(300, 0, "agent", "u0"),
            text(300, 1, "Hello, ", "said", "agent", "u0", words=(Word("Hello,", 300, 700),)),
            started(900, 2, "caller", "u1"),
            text(900, 3, "who is there?", "said", "agent", "u0", words=(Word("who"),)),
            ended(1400, 4, "agent", "u0"),
            text(1500, 5, "four", "heard", "caller", "u1"),
            text(1500, 6, "for", "said", "caller", "u1"),
            ended(2000, 7, "caller", "u1"),
        )
    )
    agent, caller = call.utterances
    assert (agent.id, agent.index, agent.speaker) == ("u0", 0, "agent")
    assert (agent.start_ms, agent.end_ms, agent.timed_start_ms, agent.timed_end_ms) == (300, 1400, 300, 1400)
    assert (agent.said, agent.heard, agent.text) == ("Hello, who is there?", None, "Hello, who is there?")
    assert agent.words == (Word("Hello,", 300, 700), Word("who"))
    assert agent.events == (0, 1, 3, 4)
    assert (caller.said, caller.heard, caller.text) == ("for", "four", "four")
    assert call.duration_ms == 1700, "from the first sound to the last one, when there is no line"
    assert call.ended_ms is None


def test_the_words_are_those_of_the_text_that_is_shown() -> None:
    said, heard = (Word("said"),), (Word("heard"),)
    call = fold(
        record(
            started(0, 0, "caller", "u0"),
            text(0, 1, "x", "said", "caller", "u0", words=said),
            text(1, 2, "y", "heard", "caller", "u0", words=heard),
            started(2, 3, "agent", "u1"),
            text(2, 4, "x", "said", "agent", "u1", words=said),
            text(3, 5, "y", "heard", "agent", "u1", words=heard),
            started(4, 6, "agent", "u2"),
            text(4, 7, "x", "said", "agent", "u2"),
            text(5, 8, "y", "heard", "agent", "u2", words=heard),
        )
    )
    assert [u.words for u in call.utterances] == [heard, said, heard]


def test_a_time_that_nobody_knows_is_none_and_one_worked_out_is_never_used() -> None:
    call = fold(
        record(
            started(700, 0, "caller", "u0", q="unknown"),
            ended(700, 1, "caller", "u0", q="unknown"),
            started(1000, 2, "agent", "u1", q="reported"),
            ended(2000, 3, "agent", "u1", q="derived"),
            started(2500, 4, "caller", "u2"),
        )
    )
    unknown, derived, open_end = call.utterances
    assert (unknown.start_ms, unknown.end_ms, unknown.timed_start_ms) == (None, None, None)
    assert (derived.timed_start_ms, derived.end_ms, derived.timed_end_ms) == (1000, 2000, None)
    assert (open_end.end_ms, open_end.end_quality, open_end.timed_end_ms) == (None, "unknown", None)
    assert call.duration_ms == 1000


def test_an_utterance_that_was_broken_off() -> None:
    call = fold(
        record(
            started(0, 0, "agent"),
            SpeechCut(ms=400, seq=1, quality="measured", speaker="agent", utterance="u0", played="One mo"),
            SpeechEnded(
                ms=400, seq=2, quality="measured", speaker="agent", utterance="u0", speech_ms=350,
                backchannel=True, uncertainty_ms=20,
            ),
        )
    )  # fmt: skip
    (agent,) = call.utterances
    assert (agent.cut, agent.played, agent.speech_ms, agent.backchannel) == (True, "One mo", 350, True)
    assert agent.uncertainty_ms == 20


def test_the_phases_of_a_tool_call() -> None:
    arguments = {"order": "17"}
    call = fold(
        record(
            started(0, 0, "caller", "u0"),
            ToolBuilt(
                ms=100,
                seq=1,
                quality="reported",
                call="t0",
                name="book",
                arguments={"order": "1"},
                state_version=1,
            ),
            started(150, 2, "agent", "u1"),
            sent(200, 3, arguments=arguments, idempotency_key="k", state_version=2, consequential=True),
            FaultInjected(ms=200, seq=4, quality="measured", call="t0", kind="delay"),
            returned(900, 5, result={"ok": True}),
        )
    )
    (tool,) = call.tool_calls
    assert (tool.id, tool.name, tool.status) == ("t0", "book", "returned")
    assert (tool.built_ms, tool.sent_ms, tool.finished_ms) == (100, 200, 900)
    assert (tool.arguments, tool.state_version) == (arguments, 2), "what was sent, not what was built"
    assert (tool.idempotency_key, tool.consequential, tool.faults) == ("k", True, ("delay",))
    assert (tool.result, tool.error, tool.cancelled_ms) == ({"ok": True}, None, None)
    assert tool.utterance == "u0", "the utterance that had started last when it was built"
    assert tool.events == (1, 3, 4, 5)


def test_where_a_tool_call_stands() -> None:
    def cancel(seq: int, call: str, in_time: bool | None) -> ToolCancelled:
        return ToolCancelled(ms=300, seq=seq, quality="measured", call=call, in_time=in_time)

    def build(seq: int, call: str) -> ToolBuilt:
        return ToolBuilt(ms=0, seq=seq, quality="measured", call=call, name="book", arguments={})

    def fail(seq: int, call: str, message: str | None) -> ToolFailed:
        return ToolFailed(ms=400, seq=seq, quality="measured", call=call, reason="timeout", message=message)

    call = fold(
        record(
            *(build(0, "built"), build(1, "dropped"), sent(2, 2, "sent"), sent(2, 3, "failed"), sent(2, 4, "named")),
            *(sent(2, 5, "in time"), sent(2, 6, "too late"), sent(2, 7, "nobody knows"), sent(2, 8, "only asked")),
            *(cancel(9, "dropped", True), cancel(10, "in time", True), cancel(11, "too late", False)),
            *(cancel(12, "nobody knows", None), cancel(13, "only asked", None)),
            *(fail(14, "failed", None), fail(15, "named", "no answer")),
            *(returned(400, 16, "in time"), returned(400, 17, "too late"), returned(400, 18, "nobody knows")),
        )
    )  # fmt: skip
    tools = {tool.id: tool for tool in call.tool_calls}
    assert {id: tool.status for id, tool in tools.items()} == {
        "built": "built",
        "dropped": "cancelled",
        "sent": "sent",
        "failed": "failed",
        "named": "failed",
        "in time": "cancelled",
        "too late": "returned",
        "nobody knows": "returned",
        "only asked": "cancelled",
    }
    assert (tools["failed"].error, tools["named"].error) == ("timeout", "no answer")
    assert (tools["too late"].cancelled_ms, tools["too late"].cancelled_in_time) == (300, False)
    assert tools["nobody knows"].cancelled_in_time is None
    assert (tools["built"].sent_ms, tools["built"].timed_sent_ms) == (None, None)


def test_tool_times_that_are_not_known() -> None:
    call = fold(
        record(
            sent(500, 0, quality="unknown"), returned(500, 1, quality="unknown"),
            sent(600, 2, "t1", quality="derived"), returned(600, 3, "t1", quality="derived"),
        )
    )  # fmt: skip
    unknown, derived = call.tool_calls
    assert (unknown.sent_ms, unknown.finished_ms, unknown.status) == (None, None, "returned")
    assert (derived.sent_ms, derived.timed_sent_ms) == (600, None)
    assert (derived.finished_ms, derived.timed_finished_ms) == (600, None)


def test_the_line() -> None:
    connected = LineConnected(ms=100, seq=0, quality="reported")
    error = LineError(ms=300, seq=2, quality="reported", message="lost")
    over = LineEnded(ms=5000, seq=4, quality="reported", by="agent", reason="done", completed=True)
    call = fold(record(connected, started(200, 1), error, ended(900, 3), over))
    assert (call.line.connected, call.line.errors, call.line.ended) == (connected, (error,), over)
    assert (call.ended_ms, call.duration_ms) == (5000, 4900)


def test_an_end_of_the_line_that_was_worked_out_is_no_end() -> None:
    over = LineEnded(ms=5000, seq=2, quality="derived")
    call = fold(record(started(200, 0), ended(900, 1), over))
    assert (call.line.ended, call.ended_ms, call.duration_ms) == (over, None, 700)


def test_a_connection_at_a_time_that_nobody_knows_is_no_start() -> None:
    connected = LineConnected(ms=0, seq=0, quality="unknown")
    assert fold(record(connected, started(200, 1), ended(900, 2))).duration_ms == 700


def test_a_call_of_nothing() -> None:
    call = fold(record())
    assert (call.utterances, call.tool_calls, call.duration_ms, call.ended_ms) == ((), (), None, None)


def test_acts_states_writes_and_snapshots() -> None:
    began = CallerBegan(ms=0, seq=0, quality="measured", act="a0", kind="correction")
    over = CallerEnded(ms=5, seq=1, quality="measured", act="a0")
    unfinished = CallerBegan(ms=6, seq=2, quality="measured", act="a1", kind="noise")
    state = StateReported(ms=7, seq=3, quality="reported", version=4, fields={"day": "Monday"})
    before = SnapshotTaken(ms=7, seq=4, quality="measured", moment="before", tables={})
    call = fold(record(began, over, unfinished, state, before))
    assert [(act.began, act.ended) for act in call.acts] == [(began, over), (unfinished, None)]
    assert (call.states, call.before, call.after, call.writes) == ((state,), before, None, ())


def test_the_golden_call() -> None:
    call = fold(read_record(CALL_V1))
    assert [(u.id, u.start_ms, u.end_ms, u.cut) for u in call.utterances] == [
        ("u0", 400, 1500, False),
        ("u1", 2000, None, True),
    ]
    assert [(t.id, t.status, t.cancelled_in_time, t.faults) for t in call.tool_calls] == [
        ("t0", "failed", False, ("late_success",)),
        ("t1", "returned", None, ()),
    ]
    assert [write.key for write in call.writes] == ["R-1", "17"]
    assert call.before is not None
    assert call.after is not None
    assert call.duration_ms == 4000
