"""Building a record: the place of every event, what a missing time becomes, and that any source gives a sound record."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callproof.evidence.building import RecordBuilder
from callproof.evidence.call import fold
from callproof.evidence.events import (
    EVENT_TYPES,
    AnyEvent,
    LineConnected,
    LineEnded,
    LineError,
    SpeechCut,
    SpeechEnded,
    SpeechStarted,
    SpeechText,
    ToolFailed,
    ToolReturned,
    ToolSent,
    Word,
)
from callproof.evidence.files import decode_record, encode_record
from callproof.evidence.record import LONGEST_CALL_MS, Header, Record, RuntimeLatency, TimeProblem
from callproof.evidence.validation import validate

HI = (Word("hi", 100, 200),)


def built(builder: RecordBuilder) -> Record:
    record = builder.build("id", "test")
    assert validate(record) == []
    return record


def short(record: Record) -> list[tuple[int, str, str]]:
    return [(event.ms, event.quality, event.type) for event in record.events]


def noted(record: Record) -> list[tuple[str, str]]:
    return [(problem.path, problem.message) for problem in record.header.time_problems]


# --- every event, in full ------------------------------------------------------------------------------------------


def test_all_that_an_utterance_can_have() -> None:
    builder = RecordBuilder()
    utterance = builder.speech(
        "agent",
        100,
        900,
        said="hi there",
        heard="high there",
        words=HI,
        source="turns[0]",
        quality="measured",
        end_quality="derived",
        speech_ms=700,
        backchannel=False,
        cut=True,
        played="hi",
    )
    assert utterance == "u0"
    who: Any = {"speaker": "agent", "utterance": "u0"}
    assert built(builder).events == (
        SpeechStarted(ms=100, seq=0, quality="measured", source="turns[0]", **who),
        SpeechText(ms=100, seq=1, quality="derived", kind="said", text="hi there", words=HI, **who),
        SpeechText(ms=900, seq=2, quality="derived", kind="heard", text="high there", **who),
        SpeechCut(ms=900, seq=3, quality="derived", played="hi", **who),
        SpeechEnded(ms=900, seq=4, quality="derived", speech_ms=700, backchannel=False, **who),
    )


@pytest.mark.parametrize(
    ("speaker", "texts", "with_words"),
    [
        ("caller", {"said": "a", "heard": "b"}, "heard"),
        ("agent", {"said": "a", "heard": "b"}, "said"),
        ("agent", {"heard": "b"}, "heard"),
        ("other", {"heard": "b"}, "heard"),
        ("other", {"said": "a"}, "said"),
    ],
)
def test_words_belong_to_the_text_that_was_transcribed(
    speaker: Any, texts: dict[str, Any], with_words: str
) -> None:
    builder = RecordBuilder()
    builder.speech(speaker, 0, 500, words=HI, **texts)
    found = {e.kind: e.words for e in built(builder).events if isinstance(e, SpeechText)}
    assert found == {kind: HI if kind == with_words else () for kind in texts}


def test_all_that_a_tool_call_can_have() -> None:
    builder = RecordBuilder()
    sent = builder.tool_sent("c", "f", {"a": 1}, 10, quality="measured", consequential=True, source="s")
    builder.tool_returned(sent, {"ok": True}, 20)
    failed = builder.tool_sent(None, "g", "no json", 10)
    builder.tool_failed(failed, "broken", 30)
    late = builder.tool_sent(None, "h", {}, 10)
    builder.tool_failed(late, None, 40, timeout=True, quality="derived")
    assert built(builder).events == (
        ToolSent(ms=10, seq=0, quality="measured", call="c", name="f", arguments={"a": 1}, consequential=True, source="s"),
        ToolSent(ms=10, seq=1, quality="reported", call="t1", name="g", arguments="no json"),
        ToolSent(ms=10, seq=2, quality="reported", call="t2", name="h", arguments={}),
        ToolReturned(ms=20, seq=3, quality="reported", call="c", result={"ok": True}),
        ToolFailed(ms=30, seq=4, quality="reported", call="t1", reason="error", message="broken"),
        ToolFailed(ms=40, seq=5, quality="derived", call="t2", reason="timeout"),
    )  # fmt: skip


def test_the_line() -> None:
    builder = RecordBuilder()
    builder.line_error("line noise", 300, by="platform")
    builder.ended(500, by="caller", reason="hung up", completed=False)
    builder.connected(50, by="agent")
    assert built(builder).events == (
        LineConnected(ms=50, seq=0, quality="reported", by="agent"),
        LineError(ms=300, seq=1, quality="reported", by="platform", message="line noise"),
        LineEnded(ms=500, seq=2, quality="reported", by="caller", reason="hung up", completed=False),
    )


def test_the_header() -> None:
    builder = RecordBuilder()
    builder.runtime_latency(512.5, "u0", quality="derived")
    builder.runtime_latency(300)
    builder.time_problem("turns[0]", "is strange")
    record = builder.build("id", "acme", started_at="2024-10-13T23:39:34Z", policy={"max": 5})
    assert record == Record(
        Header(
            id="id",
            format="acme",
            started_at="2024-10-13T23:39:34Z",
            policy={"max": 5},
            runtime_latencies=(
                RuntimeLatency(ms=512.5, utterance="u0", quality="derived"),
                RuntimeLatency(ms=300),
            ),
            time_problems=(TimeProblem(path="turns[0]", message="is strange"),),
        ),
        (),
    )


def test_events_are_as_good_as_those_made_by_their_class() -> None:
    """They are equal to them, frozen like them, and no field is left without a value."""
    builder = RecordBuilder()
    builder.connected(0)
    builder.speech("caller", 0, 1, said="a", cut=True)
    call = builder.tool_sent("c", "f", {}, 0)
    builder.tool_returned(call, 1, 1)
    call = builder.tool_sent("d", "f", {}, 0)
    builder.tool_failed(call, "x", 1)
    builder.line_error("x", 1)
    builder.ended(2)
    kinds: set[type[AnyEvent]] = set()
    for event in built(builder).events:
        kinds.add(type(event))
        values: Any = {field.name: getattr(event, field.name) for field in fields(event)}
        assert type(event)(**values) == event
        with pytest.raises(AttributeError):
            event.ms = 5  # type: ignore[misc]
    assert len(kinds) == 10
    assert kinds <= set(EVENT_TYPES)


# --- order ---------------------------------------------------------------------------------------------------------


def test_events_come_by_time_and_those_of_one_ms_as_in_the_source() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 500, 900)
    builder.tool_sent("late", "f", {}, 900)
    builder.tool_sent("early", "f", {}, 100)
    assert [(e.ms, e.seq, e.type) for e in built(builder).events] == [
        (100, 0, "tool.sent"),
        (500, 1, "speech.started"),
        (900, 2, "speech.ended"),
        (900, 3, "tool.sent"),
    ]


def test_ids_that_are_used_twice() -> None:
    builder = RecordBuilder()
    wanted = ["a", "a", "a#2", "a", None, "t4", None]
    assert [builder.tool_sent(id, "f", {}, 0) for id in wanted] == [
        "a",
        "a#2",
        "a#2#2",
        "a#3",
        "t4",
        "t4#2",
        "t6",
    ]


def test_many_calls_of_one_id_are_quick_to_tell_apart() -> None:
    builder = RecordBuilder()
    assert [builder.tool_sent("a", "f", {}, 0) for _ in range(50_000)][-1] == "a#50000"


# --- missing times of speech ---------------------------------------------------------------------------------------


def test_a_missing_end_is_derived_from_the_words() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, None, heard="one two three four")  # 4 / 2.7 s = 1481 ms
    builder.speech("agent", 5000, None, said="one two", heard="one two three")  # what was said: 741 ms
    builder.speech("agent", 9000, None)
    assert short(built(builder)) == [
        (1000, "reported", "speech.started"),
        (2481, "derived", "speech.text"),
        (2481, "derived", "speech.ended"),
        (5000, "reported", "speech.started"),
        (5000, "derived", "speech.text"),
        (5741, "derived", "speech.text"),
        (5741, "derived", "speech.ended"),
        (9000, "reported", "speech.started"),
        (9000, "derived", "speech.ended"),
    ]


@pytest.mark.parametrize(("next_start", "end"), [(1500, 1500), (1000, 1000), (5000, 2481), (None, 2481)])
def test_a_derived_end_is_not_after_the_next_start(next_start: int | None, end: int) -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, None, heard="one two three four")
    builder.tool_sent("c", "f", {}, 1200)
    builder.speech("agent", None, None, said="?")
    if next_start is not None:
        builder.speech("agent", next_start, 9000)
    ends = {e.utterance: (e.ms, e.quality) for e in built(builder).events if isinstance(e, SpeechEnded)}
    assert ends["u0"] == (end, "derived")


def test_a_derived_end_is_not_after_the_end_of_the_call() -> None:
    builder = RecordBuilder()
    builder.speech("agent", 1000, None, said="one two three four")
    builder.ended(1800)
    record = built(builder)
    assert short(record)[2:] == [(1800, "derived", "speech.ended"), (1800, "reported", "line.ended")]
    assert noted(record) == []


def test_a_derived_end_is_not_after_the_end_of_the_longest_call() -> None:
    builder = RecordBuilder()
    builder.speech("agent", LONGEST_CALL_MS - 10, None, said="one two three four")
    assert short(built(builder))[-1] == (LONGEST_CALL_MS, "derived", "speech.ended")


def test_speech_of_unknown_time_keeps_its_place() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, 2000)
    builder.speech("agent", None, None, said="one two three")
    builder.speech("caller", 3000, 4000)
    assert short(built(builder)) == [
        (1000, "reported", "speech.started"),
        (1000, "unknown", "speech.started"),
        (1000, "unknown", "speech.text"),
        (1000, "unknown", "speech.ended"),
        (2000, "reported", "speech.ended"),
        (3000, "reported", "speech.started"),
        (4000, "reported", "speech.ended"),
    ]


def test_the_place_of_what_is_unknown_never_goes_back() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, 2000)
    builder.tool_sent("c", "f", {}, 500)
    builder.speech("agent", None, None)
    assert [e.ms for e in built(builder).events if isinstance(e, SpeechStarted)] == [1000, 1000]


@pytest.mark.parametrize(("end", "start"), [(2500, 1000), (400, 400)])
def test_speech_of_which_only_the_end_is_known(end: int, start: int) -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, 2000)
    builder.speech("agent", None, end, said="x")
    call = fold(built(builder))
    agent = next(u for u in call.utterances if u.speaker == "agent")
    assert (agent.start_ms, agent.timed_end_ms) == (None, end)
    assert [e.ms for e in built(builder).events if isinstance(e, SpeechStarted) and e.speaker == "agent"] == [
        start
    ]


def test_an_end_before_the_start_is_noted_and_derived() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, 400, heard="one two", source="turns[0]")
    builder.speech("caller", 5000, 400, heard="one two")
    record = built(builder)
    assert [e.ms for e in record.events if isinstance(e, SpeechEnded)] == [1741, 5741]
    assert noted(record) == [
        ("turns[0]", "ends at 0.4 s, before it starts at 1 s"),
        ("u1", "ends at 0.4 s, before it starts at 5 s"),
    ]


# --- missing times of tools ----------------------------------------------------------------------------------------


def times(record: Record) -> list[tuple[int, str]]:
    return [(e.ms, e.quality) for e in record.events if isinstance(e, ToolSent | ToolReturned | ToolFailed)]


def test_a_tool_of_unknown_time_keeps_its_place() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, 2000)
    call = builder.tool_sent("c", "f", {}, None)
    builder.tool_returned(call, 1, None)
    assert times(built(builder)) == [(1000, "unknown"), (1000, "unknown")]


def test_a_derived_tool_stands_behind_the_utterance_above_it() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, 2000)
    call = builder.tool_sent("c", "f", {}, None, quality="derived")
    builder.speech("agent", 3000, None, said="one")  # until 3370
    builder.tool_returned(call, 1, None, quality="derived")
    builder.speech("agent", 4000, 5000)
    assert times(built(builder)) == [(2000, "derived"), (3370, "derived")]


@pytest.mark.parametrize(("connected", "place"), [(None, (0, "unknown")), (700, (700, "derived"))])
def test_a_derived_tool_above_all_speech(connected: int | None, place: tuple[int, str]) -> None:
    builder = RecordBuilder()
    builder.tool_sent("c", "f", {}, None, quality="derived")
    if connected is not None:
        builder.connected(connected)
    assert times(built(builder)) == [place]


def test_a_derived_tool_behind_speech_of_unknown_time_is_unknown_too() -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, 2000)
    builder.speech("agent", None, None)
    builder.tool_sent("c", "f", {}, None, quality="derived")
    assert times(built(builder)) == [(1000, "unknown")]


@pytest.mark.parametrize("quality", ["derived", "unknown"])
def test_a_call_without_a_time_was_before_its_answer(quality: Any) -> None:
    builder = RecordBuilder()
    builder.speech("caller", 1000, 2000)
    call = builder.tool_sent("c", "f", {}, None, quality=quality)
    builder.tool_returned(call, 1, 800)
    record = built(builder)
    assert times(record) == [(800, quality), (800, "reported")]
    assert noted(record) == []


def test_an_answer_without_a_time_is_not_before_its_call() -> None:
    builder = RecordBuilder()
    call = builder.tool_sent("c", "f", {}, 5000)
    builder.speech("caller", 1000, 2000)
    builder.tool_failed(call, "x", None, quality="derived")
    assert times(built(builder)) == [(5000, "reported"), (5000, "derived")]


def test_an_answer_before_its_call_is_noted_and_put_at_the_call() -> None:
    builder = RecordBuilder()
    call = builder.tool_sent("c", "f", {}, 5000)
    builder.tool_returned(call, 1, 4000, source="items[3]")
    other = builder.tool_sent("d", "f", {}, 5000)
    builder.tool_failed(other, "x", 4500)
    record = built(builder)
    assert times(record) == [(5000, "reported"), (5000, "derived"), (5000, "reported"), (5000, "derived")]
    assert noted(record) == [
        ("items[3]", "is 4 s, before the tool was called at 5 s"),
        ("d", "is 4.5 s, before the tool was called at 5 s"),
    ]


def test_a_derived_answer_before_its_call_is_only_moved() -> None:
    builder = RecordBuilder()
    call = builder.tool_sent("c", "f", {}, 5000)
    builder.tool_returned(call, 1, 4000, quality="derived")
    record = built(builder)
    assert times(record) == [(5000, "reported"), (5000, "derived")]
    assert noted(record) == []


# --- the end of the call -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ended", "expected", "notes"),
    [
        (None, (2000, "derived"), []),
        (2000, (2000, "reported"), []),
        (5000, (5000, "reported"), []),
    ],
)
def test_the_end_of_the_call(ended: int | None, expected: tuple[int, str], notes: list[Any]) -> None:
    builder = RecordBuilder()
    builder.speech("caller", 500, 2000)
    builder.ended(ended)
    record = built(builder)
    last = record.events[-1]
    assert isinstance(last, LineEnded)
    assert (last.ms, last.quality) == expected
    assert noted(record) == notes


def test_the_line_may_end_while_somebody_speaks() -> None:
    """The caller hangs up at 9 s, and the source gives the whole of the agent's turn, up to 10.001 s."""
    builder = RecordBuilder()
    builder.speech("agent", 6000, 10_001, said="x", heard="y", cut=True)
    builder.ended(9000, by="caller")
    record = built(builder)
    assert short(record) == [
        (6000, "reported", "speech.started"),
        (6000, "derived", "speech.text"),
        (9000, "reported", "line.ended"),
        (10_001, "derived", "speech.text"),
        (10_001, "reported", "speech.cut"),
        (10_001, "reported", "speech.ended"),
    ]
    assert noted(record) == []
    assert validate(record) == []


@pytest.mark.parametrize(
    ("ended", "notes"),
    [
        # Whole seconds are rounded: a turn may seem to start up to one after the end.
        (1000, []),
        (999, [("end of the call", "at 0.999 s, but the call still went on at 2 s")]),
    ],
)
def test_no_turn_starts_after_the_end(ended: int, notes: list[Any]) -> None:
    builder = RecordBuilder()
    builder.speech("caller", 2000, 3500)
    builder.ended(ended)
    record = built(builder)
    assert short(record)[-1] == (3500, "derived", "line.ended")
    assert noted(record) == notes
    assert validate(record) == []


def test_the_line_does_not_end_before_it_connects() -> None:
    builder = RecordBuilder()
    builder.connected(400)
    builder.ended(200)
    assert short(built(builder)) == [(400, "reported", "line.connected"), (400, "derived", "line.ended")]


def test_tools_may_answer_after_the_end() -> None:
    """A call that was in flight when the caller hung up."""
    builder = RecordBuilder()
    builder.speech("caller", 500, 2000)
    call = builder.tool_sent("c", "f", {}, 1900)
    builder.tool_returned(call, 1, 9000)
    builder.ended(2500)
    record = built(builder)
    assert short(record)[-2:] == [(2500, "reported", "line.ended"), (9000, "reported", "tool.returned")]
    assert noted(record) == []


def test_an_end_without_a_time_is_behind_everything() -> None:
    builder = RecordBuilder()
    call = builder.tool_sent("c", "f", {}, 1900)
    builder.tool_returned(call, 1, 9000)
    builder.ended(None)
    assert short(built(builder))[-1] == (9000, "derived", "line.ended")


def test_the_end_of_a_call_of_which_no_time_is_known() -> None:
    builder = RecordBuilder()
    builder.ended(None)
    assert short(built(builder)) == [(0, "unknown", "line.ended")]


# --- any source gives a sound record -------------------------------------------------------------------------------

MS = st.none() | st.integers(0, 50) | st.integers(0, LONGEST_CALL_MS)
QUALITY = st.sampled_from(["measured", "reported", "derived"])
OPERATIONS = st.one_of(
    st.tuples(
        st.just("speech"),
        st.sampled_from(["caller", "agent", "other"]),
        MS,
        MS,
        QUALITY,
        st.text(max_size=30),
    ),
    st.tuples(st.just("sent"), st.sampled_from(["a", "b", "t1", None]), MS, QUALITY),
    st.tuples(st.just("answered"), st.booleans(), MS, QUALITY),
    st.tuples(st.just("connected"), st.integers(0, 50)),
    st.tuples(st.just("error"), MS),
    st.tuples(st.just("ended"), MS),
)


def perform(builder: RecordBuilder, operations: list[Any]) -> None:
    open_calls: list[str] = []
    for name, *values in operations:
        if name == "speech":
            speaker, start, end, quality, text = values
            builder.speech(
                speaker, start, end, said=text, heard=text, quality=quality, cut=len(text) % 2 == 1
            )
        elif name == "sent":
            id, ms, quality = values
            open_calls.append(builder.tool_sent(id, "f", {}, ms, quality=quality))
        elif name == "answered" and open_calls:
            failed, ms, quality = values
            if failed:
                builder.tool_failed(open_calls.pop(0), "x", ms, quality=quality)
            else:
                builder.tool_returned(open_calls.pop(), 1, ms, quality=quality)
        elif name == "connected":
            builder.connected(values[0])
        elif name == "error":
            builder.line_error("x", values[0])
        elif name == "ended":
            builder.ended(values[0])


@settings(max_examples=400, deadline=None)
@given(st.lists(OPERATIONS, max_size=14))
def test_any_source_gives_a_sound_record(operations: list[Any]) -> None:
    builder = RecordBuilder()
    perform(builder, operations)
    record = built(builder)
    spoken = [operation for operation in operations if operation[0] == "speech"]
    call = fold(record)
    assert len(call.utterances) == len(spoken)
    assert decode_record(encode_record(record).splitlines(keepends=True), "f") == record


@settings(deadline=None)
@given(st.lists(OPERATIONS, max_size=14))
def test_a_reported_time_is_kept_and_an_unknown_one_never_made_up(operations: list[Any]) -> None:
    builder = RecordBuilder()
    perform(builder, [operation for operation in operations if operation[0] == "speech"])
    utterances = {u.id: u for u in fold(built(builder)).utterances}
    spoken = [operation for operation in operations if operation[0] == "speech"]
    for number, (_, _, start, end, quality, _) in enumerate(spoken):
        u = utterances[f"u{number}"]
        timed = quality != "derived"
        assert u.timed_start_ms == (start if timed else None)
        believable = end is not None and (start is None or start <= end)
        assert u.timed_end_ms == (end if timed and believable else None)
