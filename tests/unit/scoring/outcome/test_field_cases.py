"""Failures that people met in the field, played by agents that make them, against scenarios of the packs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from callproof.calling.agent import (
    CallerSaid,
    CallerStarted,
    FunctionAgent,
    NoiseEnded,
    NoiseStarted,
    Session,
)
from callproof.calling.simulation.call import AgentSpec, place_call
from callproof.evidence.call import Call, Utterance, fold
from callproof.evidence.events import CallerBegan
from callproof.evidence.record import Record
from callproof.scenario.model import Line, Scenario
from callproof.scenario.moments import Moment
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import CaseResult
from tests.unit.packs.playing import PACKS, call, pack
from tests.unit.scoring.outcome.stories import Story, scenario

SCENARIOS = {s.id: s for name in PACKS for s in pack(name).scenarios}
GREETING = "Northwind, how can I help?"


def against(id: str, agent: Callable[[Session], Awaitable[None]]) -> tuple[Record, CaseResult]:
    wanted = SCENARIOS[id]
    record = place_call(wanted, AgentSpec(name="test", make=lambda: FunctionAgent(agent, virtual_time=True)))
    return record, score(record, wanted)


def cause_of(result: CaseResult) -> str | None:
    return result.cause.name if result.cause is not None else None


def agent_speech(record: Record) -> list[Utterance]:
    told: Call = fold(record)
    return [u for u in told.utterances if u.speaker == "agent"]


def new_rows(record: Record, table: str) -> list[Any]:
    told = fold(record)
    assert told.before is not None
    assert told.after is not None
    before, after = told.before.tables[table], told.after.tables[table]
    return [row for key, row in after.items() if key not in before]


def began(record: Record, act: str) -> CallerBegan:
    (found,) = (e for e in record.events if isinstance(e, CallerBegan) and e.act == act)
    return found


# --- interruptions ------------------------------------------------------------------------------------------------


def reads_for_long(*, stops: bool) -> Callable[[Session], Awaitable[None]]:
    """Reads a long sentence to the caller, and stops for them or does not; the refund is right either way."""

    async def agent(call: Session) -> None:
        await call.say(GREETING)
        text = "So that is order 8302, and it is about a refund to the card that you paid with, in the amount of 24.50."
        turns = call.turns()
        await anext(turns)
        if stops:
            await call.say(text)
            await anext(turns)
        else:
            await call.speak(text).done()
        await call.tool("refund", order_number="8302", amount=24.5)
        shown = await call.tool("list_refunds", order_number="8302")
        assert shown
        await call.say("Yes, I am here. I have refunded 24 dollars and 50 cents on order 8302.")
        async for _ in turns:
            await call.say("Goodbye!")

    return agent


def test_wait_listen_must_stop_the_agent() -> None:
    """ "Wait, listen" over what the agent reads: it stops within half a second, or it has not noticed."""
    record, result = against("intr-02-over-the-read-back", reads_for_long(stops=True))
    assert result.axes["captured"].status == "pass"
    cut = next(u for u in agent_speech(record) if u.cut)
    assert cut.end_ms is not None
    assert cut.end_ms - began(record, "l2").ms <= 500

    record, result = against("intr-02-over-the-read-back", reads_for_long(stops=False))
    assert result.axes["captured"].status == "fail"
    assert "spoke on for" in result.axes["captured"].reason
    assert not any(u.cut for u in agent_speech(record))


@pytest.mark.parametrize("id", ["intr-02-over-the-read-back", "intr-12-twice"])
def test_the_sound_agent_stops_for_wait_listen(id: str) -> None:
    record = call(SCENARIOS[id], "sound")
    at = began(record, "l2").ms
    (spoken,) = (u for u in agent_speech(record) if (u.start_ms or 0) < at < (u.end_ms or 0))
    assert spoken.cut
    assert spoken.end_ms is not None
    assert spoken.end_ms - at <= 500


BACKCHANNELS = [
    ("intr-20-backchannel-over-the-read-back", "Yeah."),
    ("intr-21-thank-you-over-the-read-back", "Thank you."),
    ("intr-22-makes-sense-over-the-confirmation", "Makes sense."),
    ("intr-23-hmm-over-the-announcement", "Hmm."),
]


@pytest.mark.parametrize(("id", "words"), BACKCHANNELS)
def test_words_of_listening_are_spoken_over_and_not_answered(id: str, words: str) -> None:
    """The agent says all that it says when nobody utters a sound, to the end, and nothing more."""
    wanted = SCENARIOS[id]
    (heard,) = (line for line in wanted.script if line.act == "backchannel")
    assert heard.say == words
    without = replace(wanted, script=tuple(line for line in wanted.script if line is not heard))
    with_it, alone = agent_speech(call(wanted, "sound")), agent_speech(call(without, "sound"))
    at = began(call(wanted, "sound"), heard.id).ms
    assert any((u.start_ms or 0) < at < (u.end_ms or 0) and not u.cut for u in with_it)
    assert [u.said for u in with_it] == [u.said for u in alone]


def test_an_interruption_whose_moment_never_came_was_not_survived() -> None:
    """It was to come while the agent reads the number back; this one does all that is right and reads nothing back."""

    async def terse(call: Session) -> None:
        await call.say(GREETING)
        async for text in call.turns():
            if "refund" not in text:
                await call.say("Goodbye!")
                continue
            await call.tool("refund", order_number="8302", amount=24.5)
            await call.tool("list_refunds", order_number="8302")
            await call.say("I have refunded 24 dollars and 50 cents.")

    record, result = against("intr-02-over-the-read-back", terse)
    assert not any(isinstance(e, CallerBegan) and e.act == "l2" for e in record.events)
    assert [row["amount"] for row in new_rows(record, "refunds")] == [24.5]
    assert (result.status, result.blame) == ("invalid", "harness")
    assert result.reasons[0] == "not applied: interruption 'l2'"
    assert result.axes["captured"].status == "not_measured"
    assert result.integrity == "not_measured"


def test_a_reply_that_is_cut_at_once_was_not_said() -> None:
    """Cut 100 ms after it began, before its first word was out: the caller has been told nothing."""
    wanted = scenario("refund", {"order_number": "4821", "amount": 40})
    story = Story(wanted).request("40 dollars back for 4821.")
    story.write("t1", "refund", key="k", order_number="4821", amount=40)
    result = score(story.says("I have refunded 40 dollars on order 4821.", cut_after=0).end(), wanted)
    assert (result.status, cause_of(result)) == ("failed", "no_confirmation")
    whole = Story(wanted).request("40 dollars back for 4821.")
    whole.write("t1", "refund", key="k", order_number="4821", amount=40)
    assert score(whole.says("I have refunded 40 dollars on order 4821.").end(), wanted).passed


@pytest.mark.parametrize("again", [True, False])
def test_a_confirmation_that_a_hello_cuts_off_has_to_be_heard_once(*, again: bool) -> None:
    """Cut 0.1 s after it began; only whoever says it again has told the caller anything."""

    async def ships(call: Session) -> None:
        await call.say(GREETING)
        turns = call.turns()
        await anext(turns)
        await call.tool("ship_order", order_number="5599", method="overnight")
        await call.tool("list_shipments", order_number="5599")
        confirmation = call.speak("I have shipped order 5599, overnight.")
        async for event in call.events():
            if isinstance(event, CallerStarted):
                confirmation.stop()
            elif isinstance(event, CallerSaid) and again:
                await call.say("I have shipped order 5599, overnight.")
                break
            elif isinstance(event, CallerSaid):
                await call.say("I am still here.")
                break
        async for _ in turns:
            await call.say("Goodbye!")

    hello = Line(id="l2", when=Moment(kind="agent_speaking", ms=100), act="interruption", say="Hello?")
    wanted = replace(SCENARIOS["task-01-ship"], script=(*SCENARIOS["task-01-ship"].script, hello))
    record = place_call(wanted, AgentSpec(name="test", make=lambda: FunctionAgent(ships, virtual_time=True)))
    (cut,) = (u for u in agent_speech(record) if u.cut)
    assert began(record, "l2").ms - (cut.start_ms or 0) == 100
    result = score(record, wanted)
    assert new_rows(record, "shipments")
    assert (result.passed, cause_of(result)) == ((True, None) if again else (False, "no_confirmation"))


@pytest.mark.parametrize("again", [True, False])
def test_a_disclosure_that_a_hello_cuts_off_has_to_be_heard_in_full(*, again: bool) -> None:
    """The law wants it heard; "hello?" comes 0.3 s into it, and all that the caller asks for is done either way."""
    notice = "This call is recorded for training purposes."

    async def discloses(call: Session) -> None:
        spoken = call.speak(f"{notice} {GREETING}")
        async for event in call.events():
            if isinstance(event, CallerStarted) and spoken.playing:
                spoken.stop()
            elif isinstance(event, CallerSaid) and "Hello" in event.text:
                await call.say(
                    f"I am here. {notice} How can I help?" if again else "I am here. How can I help?"
                )
            elif isinstance(event, CallerSaid) and "quantity" in event.text:
                await call.tool("update_order", order_number="7183", quantity=4)
                await call.tool("find_order", order_number="7183")
                await call.say("I have changed the quantity of order 7183 to 4.")
            elif isinstance(event, CallerSaid):
                await call.say("Goodbye!")

    over_the_greeting = SCENARIOS["intr-01-over-the-greeting"]
    hello, request = over_the_greeting.script
    hello = replace(hello, when=Moment(kind="agent_speaking", ms=300), say="Hello?")
    wanted = replace(over_the_greeting, script=(hello, request), must_hear=(notice,))
    record = place_call(
        wanted, AgentSpec(name="test", make=lambda: FunctionAgent(discloses, virtual_time=True))
    )
    assert began(record, hello.id).ms == 300
    (cut,) = (u for u in agent_speech(record) if u.cut)
    assert notice not in (cut.played or "")
    result = score(record, wanted)
    if again:
        assert result.passed
        return
    assert (result.status, cause_of(result)) == ("failed", "not_heard_in_full")
    assert {axis for axis, found in result.axes.items() if found.status != "pass"} == {"captured"}


@pytest.mark.parametrize("answers", [True, False])
def test_a_clap_just_after_the_caller_has_finished_takes_no_answer_away(*, answers: bool) -> None:
    """0.2 s after the caller's last word, when the agent has not begun to answer yet: whoever takes it for a new turn never does."""

    async def slow(call: Session) -> None:
        await call.say(GREETING)
        asked = False
        async for event in call.events():
            if isinstance(event, NoiseStarted):
                asked = asked and answers
            elif isinstance(event, NoiseEnded) and asked:
                asked = False
                await call.tool("update_order", order_number="5380", quantity=5)
                await call.tool("find_order", order_number="5380")
                await call.say("I have changed the quantity of order 5380 to 5.")
            elif isinstance(event, CallerSaid) and "quantity" in event.text:
                asked = True
            elif isinstance(event, CallerSaid):
                await call.say("Goodbye!")

    wanted = SCENARIOS["intr-24-clap-after-the-request"]
    request, clap = wanted.script
    wanted = replace(wanted, script=(request, replace(clap, when=Moment(kind="silence", ms=200))))
    record = place_call(wanted, AgentSpec(name="test", make=lambda: FunctionAgent(slow, virtual_time=True)))
    (asked,) = (act.ended for act in fold(record).acts if act.began.act == request.id)
    assert asked is not None
    assert began(record, clap.id).ms == asked.ms + 200
    result = score(record, wanted)
    assert (result.status, cause_of(result)) == (("passed", None) if answers else ("failed", "agent_error"))


def test_what_a_hello_cut_off_is_said_again_in_full() -> None:
    """What has to be heard is broken off early by "hello?": it is heard from its first word to its last afterwards."""
    record = call(SCENARIOS["intr-11-hello-early-in-the-read-back"], "sound")
    at = began(record, "l2").ms
    (broken_off,) = (u for u in agent_speech(record) if u.cut)
    assert (broken_off.start_ms or 0) < at
    later = [u for u in agent_speech(record) if (u.start_ms or 0) > at]
    assert any(broken_off.said and u.said and u.said.endswith(broken_off.said) and not u.cut for u in later)


# --- tools and outcomes -------------------------------------------------------------------------------------------


def books_again(*, waits: bool) -> Callable[[Session], Awaitable[None]]:
    """Takes every utterance of the caller's, until it has confirmed, for the request, and books once more."""

    async def agent(call: Session) -> None:
        await call.say(GREETING)
        wanted = {"order_number": "6052", "date": "2026-03-26", "time": "15:30"}
        if waits:
            wanted = {"order_number": "5718", "date": "2026-03-16", "time": "12:00"}
        bookings: list[Any] = []
        async for event in call.events():
            if not isinstance(event, CallerSaid):
                continue
            if len(bookings) == 2:
                await call.say("Goodbye!")
                continue
            booking = call.build("book_visit", wanted)
            bookings.append(booking)
            booking.send()
            if waits:
                await booking.answer()
            if len(bookings) == 2:
                for made in bookings:
                    await made.answer()
                await call.tool("list_visits", order_number=wanted["order_number"])
                spoken = "March 26th at half past three" if not waits else "March 16th at noon"
                await call.say(f"I have booked the visit for order {wanted['order_number']} on {spoken}.")

    return agent


@pytest.mark.parametrize(
    ("id", "waits"), [("intr-18-thanks-after-success", True), ("intr-17-that-is-it-while-under-way", False)]
)
def test_a_second_booking_because_the_caller_spoke(id: str, waits: bool) -> None:
    """create_reservation has succeeded, or still runs; the caller says a word, and a second one is made: two rows."""
    record, result = against(id, books_again(waits=waits))
    first, second = new_rows(record, "visits")
    assert (first["order_number"], first["date"], first["time"]) == (
        second["order_number"],
        second["date"],
        second["time"],
    )
    assert result.status == "failed"
    for axis in ("stale_write_prevented", "backend_correct"):
        assert result.axes[axis].status == "fail"
    # One fault, not two.
    assert cause_of(result) == "duplicate_write"
    assert [cause.name for cause in result.contributing if cause.name == "duplicate_write"] == []


def test_a_look_up_that_was_dropped_does_not_mean_not_on_file() -> None:
    """One more short sentence makes the agent drop its look-up, and it says that there is no such order."""

    async def hasty(call: Session) -> None:
        await call.say(GREETING)
        turns = call.turns()
        await anext(turns)
        look = call.build("find_order", {"order_number": "5718"})
        look.send()
        await call.sleep(10)
        look.cancel()
        await anext(turns)
        await call.say("I am sorry, there is no order 5718 on file.")
        async for _ in turns:
            await call.say("Goodbye!")

    record, result = against("intr-19-one-more-sentence-during-the-lookup", hasty)
    told = fold(record)
    (look,) = told.tool_calls
    assert look.sent_ms is not None
    assert (look.name, look.cancelled_ms) == ("find_order", look.sent_ms + 10)
    assert told.before is not None
    assert "5718" in told.before.tables["orders"]
    assert (result.status, result.axes["backend_correct"].status) == ("failed", "fail")
    assert cause_of(result) == "write_missing"


def test_what_was_called_off_is_delivered_45_seconds_later() -> None:
    """ "A refund" - "never mind, a voucher" - and the refund comes all the same, 45 s later."""

    async def forgets_a_timer(call: Session) -> None:
        await call.say(GREETING)
        turns = call.turns()
        await anext(turns)
        dropped = call.build("refund", {"order_number": "5834", "amount": 25})
        await anext(turns)
        assert dropped.cancel()
        called_off = call.now_ms
        await call.say("All right, no refund.")
        await anext(turns)
        await call.tool("send_voucher", order_number="5834", amount=30)
        await call.tool("list_vouchers", order_number="5834")
        while call.now_ms < called_off + 45_000:
            await call.say("One moment, please.")
            await call.sleep(5_000)
        await call.tool("refund", order_number="5834", amount=25)
        await call.say("I have sent the voucher of 30 dollars for order 5834.")
        async for _ in turns:
            await call.say("Goodbye!")

    record, result = against("corr-31-something-else-instead", forgets_a_timer)
    (paid,) = new_rows(record, "refunds")
    assert paid["amount"] == 25
    told = fold(record)
    (negated,) = (act.ended for act in told.acts if act.began.act == "l2")
    (written,) = (write.ms for write in told.writes if write.table == "refunds")
    assert negated is not None
    assert written - negated.ms > 45_000
    assert result.status == "failed"
    for axis in ("tool_args_correct", "stale_write_prevented", "backend_correct"):
        assert result.axes[axis].status == "fail"
    assert cause_of(result) == "stale_tool_args"


def attempts(record: Record, tool: str) -> list[str]:
    return [made.status for made in fold(record).tool_calls if made.name == tool]


@pytest.mark.parametrize(
    ("id", "tool", "statuses"),
    [
        ("fault-02-timeout-before-commit", "ship_order", ["failed", "returned"]),
        ("fault-18-change-fails-before-commit", "update_order", ["failed", "returned"]),
        ("fault-22-shipment-fails-twice", "ship_order", ["failed", "failed", "returned"]),
    ],
)
def test_a_retry_after_an_attempt_that_failed_is_fine(id: str, tool: str, statuses: list[str]) -> None:
    wanted: Scenario = SCENARIOS[id]
    record = call(wanted, "sound")
    assert attempts(record, tool) == statuses
    assert score(record, wanted).passed


def test_two_times_are_two_bookings() -> None:
    wanted = SCENARIOS["task-02-two-bookings"]
    record = call(wanted, "sound")
    assert [row["time"] for row in new_rows(record, "visits")] == ["09:30", "14:00"]
    assert score(record, wanted).passed


@pytest.mark.parametrize("agent", ["only-says-done", "fluent-liar"])
def test_a_claim_without_any_tool_call_never_passes(agent: str) -> None:
    """ "I've placed the order", and nothing was called."""
    wanted = SCENARIOS["task-01-ship"]
    record = call(wanted, agent)
    assert fold(record).tool_calls == ()
    result = score(record, wanted)
    assert result.status == "failed"
    assert result.axes["confirmation_matches_backend"].status == "fail"


@pytest.mark.parametrize(
    ("day", "right"), [("2026-03-11", True), ("2026-03-10", False), ("2026-03-12", False)]
)
def test_tomorrow_is_the_day_after_the_day_of_the_call(day: str, right: bool) -> None:
    """Said on the 10th of March it is the 11th, whatever day the agent takes it for."""

    async def clerk(call: Session) -> None:
        assert call.today == "2026-03-10"
        await call.say(GREETING)
        turns = call.turns()
        await anext(turns)
        await call.tool("update_order", order_number="5834", delivery_date=day)
        await call.tool("find_order", order_number="5834")
        await call.say(f"Order 5834 has been moved to March {int(day[-2:])}th.")
        async for _ in turns:
            await call.say("Goodbye!")

    _, result = against("task-04-tomorrow", clerk)
    assert result.passed is right
    assert (result.axes["backend_correct"].status == "pass") is right
