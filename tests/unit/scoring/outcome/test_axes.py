"""The six axes on small calls: a good one, and one with a single thing wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from callproof.evidence.events import CallerBegan, SpeechCut, SpeechEnded
from callproof.evidence.record import Record
from callproof.scenario.model import AgentSettings, Axis, EndState, Fault, Line, Scenario
from callproof.scenario.moments import Moment
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import AXES, CaseResult
from tests.unit.scoring.outcome.stories import Story, scenario

DATE = {"order_number": "4821", "delivery_date": "2026-03-13"}
PREPARING = Moment(kind="tool_preparing", tool="set_delivery_date")
OTHER_ORDER = Line(id="l2", act="correction", when=PREPARING, changes={"order_number": "4281"})
SHIP = {"order_number": "4821"}


def statuses(result: CaseResult) -> str:
    """One sign an axis: "." passes, "x" fails, "?" is not measured."""
    return "".join({"pass": ".", "fail": "x", "not_measured": "?"}[result.axes[axis].status] for axis in AXES)


def reason(result: CaseResult, axis: Axis) -> str:
    return result.axes[axis].reason


def corrected() -> tuple[Scenario, Story]:
    """Up to the end of the correction, with a call built on the old number."""
    wanted = scenario("set_delivery_date", DATE, OTHER_ORDER, category="correction")
    story = (
        Story(wanted)
        .request("Please move order 4821 to March 13th.")
        .state(**DATE)
        .says("Order 4821, to Friday, March 13th.")
        .build("t1", "set_delivery_date", **DATE)
        .act("l2", "No, order 4281.")
    )
    return wanted, story


def right_end(story: Story) -> Record:
    return (
        story.state(order_number="4281", delivery_date="2026-03-13")
        .says("Order 4281, then.")
        .write("t2", "set_delivery_date", order_number="4281", delivery_date="2026-03-13")
        .read("t3", order_number="4281")
        .says("I have moved order 4281 to Friday, March 13th.")
        .end()
    )


def test_a_corrected_call_that_is_right() -> None:
    wanted, story = corrected()
    result = score(right_end(story), wanted)
    assert (result.status, statuses(result), result.integrity) == ("passed", "......", "pass")
    assert result.cause is None


def test_the_old_call_is_sent_after_the_correction() -> None:
    wanted, story = corrected()
    record = (
        story.state(order_number="4281", delivery_date="2026-03-13")
        .says("Order 4281, then.")
        .send("t1")
        .wait(150)
        .commit("t1")
        .wait(150)
        .returns("t1")
        .says("I have moved order 4281 to Friday, March 13th.")
        .end()
    )
    result = score(record, wanted)
    assert (statuses(result), result.cause and result.cause.name) == ("..xxxx", "stale_tool_args")


def test_a_stale_write_that_is_repaired_stays_one() -> None:
    wanted, story = corrected()
    record = (
        story.state(order_number="4281", delivery_date="2026-03-13")
        .says("Order 4281, then.")
        .send("t1")
        .wait(150)
        .commit("t1")
        .wait(150)
        .returns("t1")
        .write("t2", "set_delivery_date", order_number="4821", delivery_date="2026-03-11")
        .write("t3", "set_delivery_date", order_number="4281", delivery_date="2026-03-13")
        .says("I have moved order 4281 to Friday, March 13th.")
        .end()
    )
    assert statuses(score(record, wanted)) == "..xx.."


def test_a_stale_write_that_changes_nothing_is_one_all_the_same() -> None:
    """The order is due on that day already: only the log shows that the old call ran."""
    goal = {"order_number": "4821", "delivery_date": "2026-03-11"}
    wanted = scenario("set_delivery_date", goal, OTHER_ORDER, category="correction")
    story = Story(wanted).request().build("t1", "set_delivery_date", **goal).act("l2", "No, order 4281.")
    record = story.says("Order 4281.").send("t1").wait(150).commit("t1").returns("t1").end()
    assert statuses(score(record, wanted))[2:4] == "xx"


def test_a_call_cancelled_in_time_does_no_harm() -> None:
    wanted, story = corrected()
    result = score(right_end(story.send("t1").wait(50).cancel("t1")), wanted)
    # It was sent after the correction, but never ran.
    assert statuses(result) == "......"


def test_in_flight_is_right_when_sent_and_wrong_when_it_lands() -> None:
    wanted = scenario("set_delivery_date", DATE, OTHER_ORDER, category="interruption")
    record = (
        Story(wanted)
        .request("Please move order 4821 to March 13th.")
        .build("t1", "set_delivery_date", **DATE)
        .send("t1")
        .act("l2", "Wait, order 4281.")
        .says("Order 4281, of course.")
        .commit("t1")
        .returns("t1")
        .says("I have moved order 4281 to Friday.")
        .end()
    )
    result = score(record, wanted)
    assert (statuses(result), result.cause and result.cause.name) == ("..xxxx", "inflight_call_not_cancelled")


def test_the_same_millisecond_is_told_apart_by_the_order_of_the_log() -> None:
    """Sent and interrupted at once: sent first, so it was under way."""
    wanted = scenario("set_delivery_date", DATE, OTHER_ORDER, category="interruption")
    story = (
        Story(wanted).request("Order 4821.").build("t1", "set_delivery_date", **DATE).send("t1").begin("l2")
    )
    sent, began = story.events[-2:]
    assert sent.ms == began.ms
    record = story.hears("No, 4281.").finish("l2").commit("t1").returns("t1").says("Order 4281, then.").end()
    result = score(record, wanted)
    assert result.cause is not None
    assert result.cause.name == "inflight_call_not_cancelled"


def test_grace_for_a_live_call() -> None:
    """Landed 300 ms after the correction's end: no stale write for a live agent, but it has to be taken back."""
    wanted = scenario("set_delivery_date", DATE, OTHER_ORDER, category="interruption", reaction_ms=1500)
    by_clock = {}
    for clock in ("virtual", "real"):
        record = (
            Story(wanted, clock=clock)
            .request("Order 4821.")
            .build("t1", "set_delivery_date", **DATE)
            .send("t1")
            .act("l2", "No, 4281.")
            .wait(300)
            .commit("t1")
            .returns("t1")
            .wait(2000)
            .says("Order 4281, then.")
            .write("t2", "set_delivery_date", order_number="4821", delivery_date="2026-03-11")
            .write("t3", "set_delivery_date", order_number="4281", delivery_date="2026-03-13")
            .says("I have moved order 4281 to Friday.")
            .end()
        )
        by_clock[clock] = statuses(score(record, wanted))
    assert by_clock == {"virtual": "..xx..", "real": "......"}


def negated(
    *, after_write: bool, tool: str = "ship_order", goal: dict[str, Any] = SHIP
) -> tuple[Scenario, Story]:
    line = Line(id="l2", act="negation", when=Moment(kind="tool_preparing", tool=tool))
    wanted = scenario(tool, goal, line, category="correction")
    story = Story(wanted).request("Please do it for order 4821.")
    if after_write:
        story.write("t1", tool, key="k1", **goal)
    else:
        story.build("t1", tool, **goal)
    return wanted, story.act("l2", "No, better not.")


def test_a_negation_needs_to_be_said() -> None:
    wanted, story = negated(after_write=False)
    passed = score(story.says("All right, I have not shipped it.").end(), wanted)
    assert (passed.status, statuses(passed)) == ("passed", "......")
    wanted, story = negated(after_write=False)
    silent = score(story.says("One moment, please.").end(), wanted)
    assert silent.status == "failed"
    assert statuses(silent)[0] == "x"


def test_a_negation_after_the_write_is_undone() -> None:
    wanted, story = negated(after_write=True)
    record = (
        story.says("I have shipped order 4821.")
        .write("t2", "recall_shipment", id=1)
        .says("I have taken that back.")
        .end()
    )
    assert statuses(score(record, wanted)) == "......"
    wanted, story = negated(after_write=True)
    left = score(story.says("I have not shipped it.").end(), wanted)
    assert (statuses(left)[4:], left.cause and left.cause.name) == ("xx", "write_missing")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I am sorry, the refund cannot be undone. It stays as it is.", ".."),
        ("I have not refunded anything.", "xx"),
    ],
)
def test_what_cannot_be_undone_has_to_be_said(text: str, found: str) -> None:
    wanted, story = negated(after_write=True, tool="refund", goal={"order_number": "4821", "amount": 40})
    result = score(story.says("I have refunded 40 dollars for order 4821.").says(text).end(), wanted)
    assert statuses(result)[4:] == found


def test_as_written_means_exactly_as_written() -> None:
    """Both the row and its write are gone: the backend is in fact right, and what the agent says is not."""
    wanted, story = negated(after_write=True, tool="refund", goal={"order_number": "4821", "amount": 40})
    row = story.rows["refunds"]["1"]
    story.rows["refunds"]["1"] = {**row, "amount": 41}
    result = score(story.says("The refund cannot be undone. It stays as it is.").end(), wanted)
    assert result.axes["backend_correct"].status == "fail"


def test_noise_must_not_stop_the_agent() -> None:
    line = Line(id="l2", act="noise", sound="dog", when=Moment(kind="agent_speaking", ms=600))
    wanted = scenario("set_delivery_date", DATE, line, category="interruption")
    went_on = Story(wanted).request("Order 4821.")
    went_on._start("agent", "Order 4821 to Friday.")
    went_on.wait(300).act("l2").wait(600)

    went_on._put(SpeechEnded, speaker="agent", utterance="u2")
    record = went_on.write("t1", "set_delivery_date", **DATE).says("I have moved order 4821 to Friday.").end()
    assert statuses(score(record, wanted)) == "......"
    broke_off = (
        Story(wanted)
        .request("Order 4821.")
        .begin("l2")
        .says("Order 4821 to Friday.", cut_after=1)
        .finish("l2")
    )
    result = score(
        broke_off.write("t1", "set_delivery_date", **DATE).says("I have moved order 4821 to Friday.").end(),
        wanted,
    )
    assert (statuses(result), result.cause and result.cause.name) == ("x.....", "noise_taken_as_interruption")


def test_yielding_takes_half_a_second_at_most() -> None:
    line = Line(
        id="l2",
        act="interruption",
        when=Moment(kind="agent_speaking", ms=600),
        changes={"order_number": "4281"},
    )
    wanted = scenario("set_delivery_date", DATE, line, category="interruption")
    for words, status in ((2, "pass"), (5, "fail")):
        story = Story(wanted).request("Order 4821.")
        start = story.ms
        story.says("So that is order 4821 to Friday.", cut_after=words)
        # The caller broke in after the first word, at 300 ms.

        story.begin("l2")
        began = story.events.pop()
        assert isinstance(began, CallerBegan)
        at = next(n for n, event in enumerate(story.events) if event.ms >= start + 300)

        story.events.insert(at, replace(began, ms=start + 300))
        story.events = [replace(event, seq=seq) for seq, event in enumerate(story.events)]
        story.hears("No, 4281.").finish("l2").says("Order 4281.")
        assert score(story.end(), wanted).axes["captured"].status == status


def faulty(kind: Any, tool: str = "get_order") -> Scenario:
    return scenario("set_delivery_date", DATE, faults=(Fault(tool=tool, kind=kind),), category="tool_fault")


def test_a_wrong_record_is_looked_at_again() -> None:
    wanted = faulty("wrong_record")
    other = {"order_number": "5590", "item": "steel pot", "quantity": 5}
    story = Story(wanted).request("Order 4821 to Friday.")
    story.build("t1", "get_order", order_number="4821").send("t1").fault("t1", "wrong_record").returns(
        "t1", other
    )
    good = story.read("t2", order_number="4821").write("t3", "set_delivery_date", **DATE)
    assert statuses(score(good.says("I have moved order 4821 to Friday.").end(), wanted)) == "......"


def test_a_wrong_record_that_is_used() -> None:
    wanted = faulty("wrong_record")
    other = {"order_number": "5590", "item": "steel pot", "quantity": 5}
    story = Story(wanted).request("Order 4821 to Friday.")
    story.build("t1", "get_order", order_number="4821").send("t1").fault("t1", "wrong_record").returns(
        "t1", other
    )
    story.state(order_number="5590", delivery_date="2026-03-13")
    # Reading on with the number that only the wrong answer gave is no second look.
    story.read("t2", order_number="5590").says("Shall I move it to Friday?").hears("Yes.")
    story.write("t3", "set_delivery_date", order_number="5590", delivery_date="2026-03-13")
    result = score(story.says("I have moved order 4821 to Friday.").end(), wanted)
    assert (statuses(result), result.cause and result.cause.name) == ("xxxxxx", "tool_result_unchecked")
    assert [cause.name for cause in result.contributing] == ["wrong_record"]


def retried(*, look: bool, same_key: bool) -> CaseResult:
    wanted = scenario(
        "ship_order",
        SHIP,
        faults=(Fault(tool="ship_order", kind="timeout", committed=True),),
        category="tool_fault",
    )
    story = Story(wanted).request("Ship order 4821.").build("t1", "ship_order", **SHIP).send("t1", key="k1")
    story.fault("t1", "timeout").wait(150).commit("t1").wait(1350).fails("t1", "timeout")
    if look:
        story.read("t2", "find_shipments", order_number="4821")
        return score(story.says("I have shipped order 4821.").end(), wanted)
    story.build("t3", "ship_order", **SHIP).send("t3", key="k1" if same_key else "k2").wait(150)
    if same_key:
        story.returns("t3", {"ok": True, "deduplicated": True})
    else:
        story.commit("t3").returns("t3")
    return score(story.says("I have shipped order 4821.").end(), wanted)


def test_a_retry_after_a_timeout_that_had_worked() -> None:
    assert statuses(retried(look=True, same_key=False)) == "......"
    assert statuses(retried(look=False, same_key=True)) == "......"
    unsafe = retried(look=False, same_key=False)
    assert (statuses(unsafe), unsafe.cause and unsafe.cause.name) == ("...xxx", "unsafe_retry")
    assert {breach.rule for breach in unsafe.breaches} == {"retries_idempotent", "critical_actions_verified"}


def test_one_call_delivered_twice() -> None:
    wanted = scenario(
        "ship_order",
        SHIP,
        faults=(Fault(tool="ship_order", kind="duplicate_delivery"),),
        category="tool_fault",
    )
    story = Story(wanted).request("Ship order 4821.").build("t1", "ship_order", **SHIP).send("t1")
    story.fault("t1", "duplicate_delivery").wait(150).commit("t1").wait(20).commit("t1").returns("t1")
    result = score(story.says("I have shipped order 4821.").end(), wanted)
    assert (statuses(result), result.cause and result.cause.name) == ("...xxx", "missing_idempotency_key")


def test_the_same_again_after_it_had_worked() -> None:
    wanted = scenario("set_quantity", {"order_number": "4821", "quantity": 3})
    story = Story(wanted).request("Three of order 4821.")
    story.write("t1", "set_quantity", order_number="4821", quantity=3)
    story.write("t2", "set_quantity", order_number="4821", quantity=3)
    result = score(story.says("I have changed order 4821 to 3 items.").end(), wanted)
    assert (statuses(result), result.cause and result.cause.name) == ("...x..", "duplicate_write")


@pytest.mark.parametrize(
    ("late", "cause"), [("after the claim", "premature_confirmation"), ("never", "write_missing")]
)
def test_premature_and_false(late: str, cause: str) -> None:
    wanted = scenario("ship_order", SHIP)
    story = Story(wanted).request("Ship order 4821.")
    if late == "never":
        story.says("I have shipped order 4821.")
    else:
        story.build("t1", "ship_order", **SHIP).send("t1", key="k").wait(150).commit("t1")
        # The commit is there, but nobody has told the agent.
        story.says("I have shipped order 4821.").returns("t1")
    result = score(story.end(), wanted)
    assert result.axes["confirmation_matches_backend"].status == "fail"
    assert result.cause is not None
    assert result.cause.name == cause


def test_a_write_that_was_acknowledged_and_lost() -> None:
    wanted = scenario(
        "ship_order",
        SHIP,
        faults=(Fault(tool="ship_order", kind="acknowledged_but_lost"),),
        category="tool_fault",
    )

    def upto() -> Story:
        story = (
            Story(wanted).request("Ship order 4821.").build("t1", "ship_order", **SHIP).send("t1", key="k1")
        )
        return story.fault("t1", "acknowledged_but_lost").wait(300).returns("t1")

    lost = score(upto().says("I have shipped order 4821.").end(), wanted)
    assert (statuses(lost), lost.cause and lost.cause.name) == ("x...xx", "write_lost")
    ignored = (
        upto().read("t2", "find_shipments", order_number="4821").says("I have shipped order 4821.").end()
    )
    assert [score(ignored, wanted).cause and score(ignored, wanted).cause.name] == ["tool_result_unchecked"]  # type: ignore[union-attr]
    again = (
        upto().read("t2", "find_shipments", order_number="4821").write("t3", "ship_order", key="k2", **SHIP)
    )
    assert statuses(score(again.says("I have shipped order 4821.").end(), wanted)) == "......"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I have refunded 40 dollars for order 4821.", "pass"),
        ("I have refunded forty dollars for order four eight two one.", "pass"),
        ("Done.", "pass"),
        ("Your refund is on its way to you, that is done.", "pass"),
        ("I have refunded 41 dollars for order 4821.", "fail"),
        ("I have refunded 40 dollars for order 4281.", "fail"),
        ("I could not refund order 4821.", "fail"),
        ("Shall I refund 40 dollars?", "not_measured"),
        ("I will refund 40 dollars for order 4821.", "not_measured"),
        ("I have refunded 40 dollars. You will see it in 3 to 5 days.", "pass"),
        ("I have refunded 40 dollars for the 2 copper pans of order 4821.", "pass"),
    ],
)
def test_what_counts_as_the_account(text: str, found: str) -> None:
    wanted = scenario("refund", {"order_number": "4821", "amount": 40})
    story = Story(wanted).request("40 dollars back for 4821.")
    story.write("t1", "refund", key="k", order_number="4821", amount=40)
    result = score(story.says(text).end(), wanted)
    assert result.axes["confirmation_matches_backend"].status == found


def test_what_was_cut_off_was_not_said() -> None:
    wanted = scenario("refund", {"order_number": "4821", "amount": 40})
    story = Story(wanted).request("40 dollars back for 4821.")
    story.write("t1", "refund", key="k", order_number="4821", amount=40)
    result = score(story.says("So I have refunded 40 dollars.", cut_after=1).end(), wanted)
    assert result.axes["confirmation_matches_backend"].status == "not_measured"
    assert (result.status, result.cause and result.cause.name) == ("failed", "no_confirmation")


def test_without_times_of_words_a_claim_may_not_be_placeable() -> None:
    """The answer comes while the agent speaks; the claim is not its first sentence."""
    wanted = scenario("ship_order", SHIP)
    found = {}
    for timed in (True, False):
        story = Story(wanted, timed_words=timed).request("Ship order 4821.")
        story.build("t1", "ship_order", **SHIP).send("t1", key="k").wait(150).commit("t1")
        name, words = story._start("agent", "One moment, please. I have shipped order 4821.")

        story.wait(600).returns("t1").wait(300 * len(words) - 600)
        story._put(SpeechEnded, speaker="agent", utterance=name)
        found[timed] = score(story.end(), wanted).axes["confirmation_matches_backend"].status
    assert found == {True: "pass", False: "not_measured"}


@pytest.mark.parametrize(
    ("tool", "arguments", "said", "axis"),
    [
        ("ship_order", SHIP, "I have shipped order 4821.", "pass"),
        ("ship_order", SHIP, "I have sent order 4821 off.", "pass"),
        ("ship_order", SHIP, "I have refunded order 4821.", "fail"),
        ("ship_order", SHIP, "I have refunded it.", "fail"),
        ("refund", {"order_number": "4821", "amount": 15}, "I have refunded $15 for order 4821.", "pass"),
        ("refund", {"order_number": "4821", "amount": 15}, "I have paid back $15 for order 4821.", "pass"),
    ],
)
def test_nothing_but_money_is_refunded(tool: str, arguments: dict[str, Any], said: str, axis: str) -> None:
    wanted = scenario(tool, arguments)
    story = Story(wanted).request("Please.").write("t1", tool, key="k", **arguments).says(said)
    assert score(story.end(), wanted).axes["confirmation_matches_backend"].status == axis


def test_a_truthful_refusal_is_a_right_account_of_a_wrong_end() -> None:
    wanted = scenario("ship_order", SHIP)
    result = score(
        Story(wanted).request("Ship order 4821.").says("I am sorry, I could not ship order 4821.").end(),
        wanted,
    )
    assert statuses(result)[4:] == "x."
    assert result.cause is not None
    assert result.cause.name == "write_missing"


def test_a_misheard_value_read_back_as_stored() -> None:
    wanted = scenario("set_delivery_date", DATE)
    wrong = {"order_number": "4281", "delivery_date": "2026-03-13"}
    story = (
        Story(wanted)
        .request("Order 4821.", heard="Order 4281.")
        .state(**wrong)
        .write("t1", "set_delivery_date", **wrong)
    )
    result = score(story.says("I have moved order 4281 to Friday.").end(), wanted)
    assert (statuses(result)[1:], result.cause and result.cause.name) == ("xxxx.", "misheard_value")


def test_a_report_of_how_things_stand_is_no_claim() -> None:
    wanted = scenario("set_delivery_date", DATE)
    story = Story(wanted).request("Order 4821.").read("t1", order_number="4821")
    story.says("Order 4821 is now set for March 11th. Shall I move it to March 13th?").hears("Yes.")
    story.write("t2", "set_delivery_date", **DATE)
    assert statuses(score(story.says("Order 4821 is now set for March 13th.").end(), wanted)) == "......"


def test_the_state_without_reports_is_inferred_and_marked() -> None:
    wanted, story = corrected()
    record = right_end(story)
    bare = Record(record.header, tuple(e for e in record.events if e.type != "state.reported"))
    result = score(bare, wanted).axes["active_state_correct"]
    assert (result.status, result.inferred) == ("pass", True)
    assert not score(record, wanted).axes["active_state_correct"].inferred


def test_one_disagreement_of_the_state_is_enough() -> None:
    """The state is put right in the end, but a call was built from the old one."""
    wanted, story = corrected()
    record = (
        story.says("Order 4281, then.")
        .build("t2", "set_delivery_date", order_number="4281", delivery_date="2026-03-13")
        .state(order_number="4281", delivery_date="2026-03-13")
        .send("t2")
        .commit("t2")
        .returns("t2")
        .says("I have moved order 4281 to Friday.")
        .end()
    )
    result = score(record, wanted)
    assert (statuses(result), result.cause and result.cause.name) == (".x....", "state_not_updated")


def test_an_end_state_of_the_scenario_counts_exactly() -> None:
    wanted = scenario("ship_order", SHIP, expect=(EndState(),))
    record = Story(wanted).request("Ship it.").says("I am sorry, I could not ship order 4821.").end()
    assert statuses(score(record, wanted))[4:] == ".."
    record = (
        Story(wanted)
        .request("Ship it.")
        .write("t1", "ship_order", key="k", **SHIP)
        .says("I have shipped it.")
        .end()
    )
    assert score(record, wanted).axes["backend_correct"].status == "fail"


def test_a_correction_overtaken_by_the_next_one() -> None:
    """The agent begins to answer the first and is cut off by the second: no chance to say anything."""
    second = Line(id="l3", act="correction", changes={"order_number": "5590"})
    wanted = scenario("set_delivery_date", DATE, OTHER_ORDER, second, category="correction")
    story = Story(wanted).request("Order 4821.").act("l2", "No, 4281.")
    name, _ = story._start("agent", "I see. Order 4281 then.")
    story.wait(300).begin("l3").hears("Or rather 5590.")

    story._put(SpeechCut, speaker="agent", utterance=name, played="I")
    story._put(SpeechEnded, speaker="agent", utterance=name)
    story.finish("l3").says("Order 5590.")
    story.write("t1", "set_delivery_date", order_number="5590", delivery_date="2026-03-13")
    assert statuses(score(story.says("I have moved order 5590 to Friday.").end(), wanted)) == "......"


def test_a_denial_of_what_was_acknowledged_is_false_even_if_it_is_put_right() -> None:
    """ "I have not shipped it", after the answer that it was shipped; then it is taken back and told."""
    wanted, story = negated(after_write=False)
    story.send("t1", key="k1").wait(150).commit("t1").wait(150).returns("t1").says("I have not shipped it.")
    story.write("t2", "recall_shipment", id=1).says("I have taken back the shipment of order 4821.")
    result = score(story.end(), wanted)
    assert statuses(result) == "..xx.x"


def test_what_was_told_and_is_taken_back_is_no_longer_in_the_account() -> None:
    line = Line(id="l2", act="negation", when=Moment(kind="tool_succeeded", tool="ship_order"))
    wanted = scenario("ship_order", SHIP, line, category="correction")
    story = Story(wanted).request("Ship 4821.").write("t1", "ship_order", key="k", **SHIP)
    story.says("I have shipped order 4821.").act("l2", "Oh no, don't.").write("t2", "recall_shipment", id=1)
    assert statuses(score(story.says("I've cancelled the shipment.").end(), wanted)) == "......"


@pytest.mark.parametrize(("shown", "measured"), [(None, True), (("ship_order", "find_shipments"), True), (("ship_order",), False)])  # fmt: skip
def test_who_has_no_tool_to_look_with_is_not_held_to_looking(
    shown: tuple[str, ...] | None, measured: bool
) -> None:
    wanted = scenario("ship_order", SHIP, agent=AgentSettings(tools=shown))
    story = Story(wanted).request("Ship order 4821.").build("t1", "ship_order", **SHIP).send("t1", key="k1")
    result = score(story.commit("t1").returns("t1").says("I have shipped order 4821.").end(), wanted)
    assert ("critical_actions_verified" in result.measured) is measured
    assert bool(result.breaches) is measured
