"""The caller acts exactly at the moments that the scenario names."""

from __future__ import annotations

from typing import Any

import pytest

from callproof.evidence.call import fold
from callproof.scenario.model import Fault, Line
from callproof.scenario.moments import Moment
from tests.unit.calling.simulation.shop import (
    began,
    called,
    clerk,
    correction,
    events,
    only,
    said,
    scenario,
)


def test_a_plain_request_is_answered_and_ends_with_a_goodbye() -> None:
    record = called(scenario(), clerk)
    assert said(record, "caller") == [
        "Please send 3 of order 4821.",
        "No, that's all, thank you.",
        "Thank you, goodbye.",
    ]
    request = began(record, "l1")
    assert (request.kind, request.new) == ("request", {"order_number": "4821", "quantity": 3})  # type: ignore[union-attr]
    ended = only(record, "line.ended")
    assert (ended.by, ended.reason) == ("caller", "goodbye")
    assert fold(record).after is not None


def test_during_preparation() -> None:
    record = called(scenario(correction(Moment(kind="tool_preparing", tool="set_quantity"))), clerk)
    assert began(record, "l2").ms == only(record, "tool.built").ms
    assert began(record, "l2").seq < only(record, "tool.sent").seq


def test_the_instant_it_is_sent_holds_nothing() -> None:
    record = called(scenario(correction(Moment(kind="tool_sent", tool="set_quantity"))), clerk)
    sent, committed = only(record, "tool.sent"), only(record, "write.committed")
    assert began(record, "l2").ms == sent.ms
    assert committed.ms == sent.ms + 150


def test_in_flight_holds_the_commit_until_the_caller_has_finished_and_a_little_longer() -> None:
    record = called(scenario(correction(Moment(kind="tool_in_flight", tool="set_quantity"))), clerk)
    (request_end, act_end) = events(record, "caller.ended")
    assert request_end.act == "l1"
    assert began(record, "l2").ms == only(record, "tool.sent").ms
    assert only(record, "write.committed").ms == act_end.ms + 100
    # What follows comes as long after the commit as ever.
    assert only(record, "tool.returned").ms == act_end.ms + 100 + 150


def test_in_flight_can_hold_the_reply_instead() -> None:
    moment = Moment(kind="tool_in_flight", tool="set_quantity", hold="reply")
    record = called(scenario(correction(moment)), clerk)
    committed = only(record, "write.committed")
    assert began(record, "l2").ms == committed.ms == only(record, "tool.sent").ms + 150
    assert only(record, "tool.returned").ms >= events(record, "caller.ended")[1].ms + 100


def test_a_call_that_is_held_can_be_taken_back() -> None:
    async def careful(call: Any) -> None:
        await call.say("Northwind, how can I help you today?")
        change = None
        async for text in call.turns():
            if "Please" in text:
                change = call.build("set_quantity", {"order_number": "4821", "quantity": 3})
                change.send()
            elif "4281" in text:
                assert change is not None
                assert change.cancel()
                assert change.status == "cancelled"
                return

    record = called(scenario(correction(Moment(kind="tool_in_flight", tool="*"))), careful)
    assert only(record, "tool.cancelled").in_time
    assert events(record, "write.committed") == []


@pytest.mark.parametrize(
    ("kind", "type"), [("tool_succeeded", "tool.returned"), ("tool_failed", "tool.failed")]
)
def test_after_the_answer(kind: Any, type: str) -> None:
    faults = (Fault(tool="set_quantity", kind="error_status"),) if kind == "tool_failed" else ()

    async def patient(call: Any) -> None:
        await call.say("Northwind.")
        async for text in call.turns():
            if "Please" in text:
                change = call.build("set_quantity", {"order_number": "4821", "quantity": 3})
                change.send()

    record = called(scenario(correction(Moment(kind=kind, tool="set_quantity")), faults=faults), patient)
    assert began(record, "l2").ms == only(record, type).ms


@pytest.mark.parametrize("built_apart", [True, False])
def test_during_the_retry(built_apart: bool) -> None:
    async def stubborn(call: Any) -> None:
        await call.say("Northwind.")
        async for text in call.turns():
            if "Please" in text:
                for _ in range(2):
                    change = call.build("set_quantity", {"order_number": "4821", "quantity": 3})
                    if built_apart:
                        await call.sleep(300)
                    change.send()
                    await call.sleep(1000)

    moment = Moment(kind="tool_retrying", tool="set_quantity")
    what = scenario(correction(moment), faults=(Fault(tool="set_quantity", kind="error_status"),))
    record = called(what, stubborn)
    assert began(record, "l2").ms == events(record, "tool.built")[1].ms


def test_into_its_speech_and_when_it_says_a_word_or_a_value() -> None:
    record = called(scenario(correction(Moment(kind="agent_speaking", ms=400))), clerk)
    answer = events(record, "speech.started")[2]
    assert answer.speaker == "agent"
    assert began(record, "l2").ms == answer.ms + 400
    # The number is said in full at the end of its word, in whatever form.
    for text in ("4821", "quantity", "four eight two one"):
        record = called(scenario(correction(Moment(kind="agent_says", text=text))), clerk)
        (spoken,) = (e for e in events(record, "speech.text") if e.text.startswith("I have set"))
        word = "quantity " if text == "quantity" else "4821 "
        (end,) = (w.end_ms for w in spoken.words if w.text == word)
        assert began(record, "l2").ms == end, text


def test_after_silence_and_at_a_time() -> None:
    async def mute(call: Any) -> None:
        await call.say("Northwind.")
        async for _ in call.turns():
            await call.sleep(20_000)

    record = called(scenario(correction(Moment(kind="silence", ms=2000))), mute)
    request_end = events(record, "caller.ended")[0]
    assert began(record, "l2").ms == request_end.ms + 2000
    record = called(scenario(correction(Moment(kind="at", ms=9000))), mute)
    assert began(record, "l2").ms == 9000
    # It had passed before the request was over.
    record = called(scenario(correction(Moment(kind="at", ms=10))), mute)
    assert began(record, "l2").ms == events(record, "caller.ended")[0].ms


def test_the_second_time() -> None:
    async def twice(call: Any) -> None:
        await call.say("Northwind.")
        async for text in call.turns():
            if "Please" in text:
                for _ in range(3):
                    await call.tool("find_order", order_number="4821")

    record = called(scenario(correction(Moment(kind="tool_sent", tool="find_order", nth=2))), twice)
    assert began(record, "l2").ms == events(record, "tool.sent")[1].ms


def test_a_moment_before_the_request_does_not_count() -> None:
    async def hasty(call: Any) -> None:
        await call.tool("set_quantity", order_number="4821", quantity=3)
        await call.say("Northwind.")
        async for _ in call.turns():
            pass

    record = called(scenario(correction(Moment(kind="tool_sent", tool="set_quantity"))), hasty)
    assert [event.act for event in events(record, "caller.began")] == ["l1"]
    assert only(record, "line.ended").reason == "no answer"


def test_a_call_under_the_words_of_the_request_is_not_the_one_that_is_waited_for() -> None:
    """The moments of tools count from the end of the request: neither what is called before, nor while it is being said."""

    async def eager(call: Any) -> None:
        await call.tool("set_quantity", order_number="4821", quantity=3)
        await call.say("Northwind.")
        async for event in call.events():
            if type(event).__name__ in ("CallerStarted", "CallerSaid") and event.utterance == "c0":
                await call.tool("set_quantity", order_number="4821", quantity=3)

    record = called(scenario(correction(Moment(kind="tool_sent", tool="set_quantity"))), eager)
    before, under, after = (event.ms for event in events(record, "tool.sent"))
    request, said = events(record, "caller.began")[0].ms, events(record, "caller.ended")[0].ms
    assert before < request <= under < said <= after
    assert began(record, "l2").ms == after


def test_a_turn_is_not_over_while_a_call_is_under_way() -> None:
    async def busy(call: Any) -> None:
        await call.say("Northwind.")
        async for text in call.turns():
            if "Please" not in text:
                continue
            await call.say("One moment.")
            await call.tool("find_order", order_number="4821")
            await call.say("I have it here.")

    slow = Fault(tool="find_order", kind="delay", ms=5000)
    record = called(scenario(correction(Moment(kind="after_agent_turn")), faults=(slow,)), busy)
    moment, found = [e.ms for e in events(record, "speech.ended") if e.speaker == "agent"][1:3]
    (answer,) = events(record, "tool.returned")
    assert moment + 5000 <= answer.ms < found
    assert found < began(record, "l2").ms <= found + 500


@pytest.mark.parametrize(
    "when",
    [
        Moment(kind="after_agent_turn", nth=2),
        Moment(kind="agent_speaking", ms=200, nth=2),
        Moment(kind="agent_says", text="order", nth=2),
        Moment(kind="silence", ms=900, nth=2),
    ],
    ids=str,
)
def test_the_second_time_the_agent_speaks_or_is_silent(when: Moment) -> None:
    async def slow(call: Any) -> None:
        await call.say("Northwind.")
        async for text in call.turns():
            if "Please" in text:
                await call.say("The order, one.")
                await call.sleep(1000)
                await call.say("The order, two.")
                await call.sleep(1000)
                await call.say("The order, three.")

    record = called(scenario(correction(when)), slow)
    spoken = [u for u in fold(record).utterances if u.speaker == "agent" and "order" in (u.said or "")]
    ms = began(record, "l2").ms
    (last,) = (u.said for u in spoken if (u.start_ms or 0) < ms < (u.end_ms or 0) + 1000)
    assert last == "The order, two."


def test_lines_come_in_their_order() -> None:
    lines = (
        correction(Moment(kind="tool_succeeded", tool="set_quantity")),
        Line(id="l3", when=Moment(kind="tool_preparing", tool="set_quantity"), act="negation", say="No."),
    )
    record = called(scenario(*lines), clerk)
    assert [event.act for event in events(record, "caller.began")] == ["l1", "l2"]


def test_noise_and_keys_and_a_backchannel() -> None:
    heard: list[str] = []

    async def listener(call: Any) -> None:
        await call.say("Northwind.")
        async for event in call.events():
            heard.append(type(event).__name__)
            if type(event).__name__ == "CallerSaid" and "Please" in event.text:
                call.speak("Let me look at that order for you, this may take a little while.")

    lines = (
        Line(id="l2", when=Moment(kind="agent_speaking", ms=200), act="noise", sound="dog", ms=300),
        Line(id="l3", when=Moment(kind="at", ms=1), act="backchannel", say="Mm-hm."),
        Line(id="l4", when=Moment(kind="silence", ms=500), act="key_press", keys="42#"),
    )
    record = called(scenario(*lines), listener)
    assert [event.kind for event in events(record, "caller.began")] == [
        "request",
        "noise",
        "backchannel",
        "key_press",
    ]
    assert began(record, "l4").new == "42#"  # type: ignore[union-attr]
    assert heard[1:] == [
        "CallerStarted",
        "CallerSaid",
        "NoiseStarted",
        "NoiseEnded",
        "CallerStarted",
        "CallerSaid",
        "SpeechPlayed",
        "KeyPressed",
        "LineClosed",
    ]


def test_a_caller_who_hears_no_greeting_speaks_first() -> None:
    async def quiet(call: Any) -> None:
        async for _ in call.events():
            pass

    record = called(scenario(), quiet)
    assert began(record, "l1").ms == 4000
    assert only(record, "line.ended").reason == "no answer"


def test_what_the_recogniser_mishears_is_in_the_record_and_reaches_the_agent() -> None:
    heard: list[str] = []

    async def listener(call: Any) -> None:
        await call.say("Northwind.")
        async for text in call.turns():
            heard.append(text)

    line = Line(
        id="l2",
        when=Moment(kind="silence", ms=300),
        act="correction",
        changes={"quantity": 15},
        say="I meant fifteen.",
        heard="I meant fifty.",
    )
    record = called(scenario(line), listener)
    assert heard == ["Please send 3 of order 4821.", "I meant fifty."]
    act = began(record, "l2")
    assert (act.field, act.old, act.new) == ("quantity", 3, 15)  # type: ignore[union-attr]
    utterance = fold(record).utterances[-1]
    assert (utterance.said, utterance.heard) == ("I meant fifteen.", "I meant fifty.")


def test_an_agent_that_reads_back_and_waits_gets_its_answer() -> None:
    heard: list[str] = []

    async def waiting(call: Any) -> None:
        await call.say("Northwind.")
        async for text in call.turns():
            heard.append(text)
            if "Please" in text:
                await call.say("So that is 3 of order 4821.")

    record = called(scenario(), waiting)
    assert heard == ["Please send 3 of order 4821.", "Yes, please."]
    asked, answered = fold(record).utterances[2:4]
    assert (asked.end_ms or 0) + 450 + 1500 == answered.start_ms


def test_what_an_agent_tells_of_what_it_has_done_is_no_question() -> None:
    heard: list[str] = []

    async def telling(call: Any) -> None:
        await call.say("Northwind.")
        async for text in call.turns():
            heard.append(text)
            await call.tool("set_quantity", order_number="4821", quantity=3)
            await call.say("That puts three on order 4821.")

    called(scenario(), telling)
    assert heard == ["Please send 3 of order 4821."]


def test_an_agent_that_speaks_for_long_is_listened_to() -> None:
    async def long_winded(call: Any) -> None:
        await call.say("Before we begin, please listen to the following. " * 12)
        async for _ in call.turns():
            pass

    record = called(scenario(), long_winded)
    greeting = events(record, "speech.ended")[0]
    assert greeting.ms > 20_000
    assert began(record, "l1").ms == greeting.ms + 450
    ended = only(record, "line.ended")
    assert ended.reason == "no answer"
    assert ended.ms == events(record, "caller.ended")[0].ms + 12_000


def test_a_call_that_never_ends_is_ended() -> None:
    async def chatty(call: Any) -> None:
        while True:
            await call.say("Please hold, your call is important to us.")

    record = called(scenario(longest_ms=30_000), chatty)
    ended = only(record, "line.ended")
    assert (ended.ms, ended.by, ended.reason) == (30_000, "harness", "longest call")
