"""The grace of a live call ends where the agent is known to have heard what the caller changed, and with what it has not told, nothing is won."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from callproof.evidence.events import SpeechStarted, SpeechText
from callproof.evidence.record import Record
from callproof.scenario.model import Axis, Line, Scenario
from callproof.scenario.moments import Moment
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import CaseResult
from tests.unit.scoring.outcome.stories import Story, renumbered, scenario

ARGS: Axis = "tool_args_correct"
STALE: Axis = "stale_write_prevented"
PREPARING = Moment(kind="tool_preparing", tool="*")
SHIP = {"order_number": "4821"}
OTHER = scenario(
    "ship_order",
    SHIP,
    Line(id="l2", act="correction", changes={"order_number": "4281"}, when=PREPARING),
    category="correction",
)
FEWER = scenario(
    "set_quantity",
    {"order_number": "5590", "quantity": 2},
    Line(id="l2", act="correction", changes={"quantity": 15}, when=PREPARING),
    category="correction",
)
NOT_AT_ALL = scenario(
    "ship_order", SHIP, Line(id="l2", act="negation", when=PREPARING), category="correction"
)


class Call(Story):
    """A call with a voice: what the agent's recogniser makes of a line comes when it comes."""

    def __init__(self, wanted: Scenario) -> None:
        super().__init__(wanted, clock="real")
        self.changed = 0

    def tells(self, text: str) -> Call:
        """The agent tells what it has heard of the caller's last line."""
        last = next(
            event.utterance
            for event in reversed(self.events)
            if isinstance(event, SpeechStarted) and event.speaker == "caller"
        )
        self._put(SpeechText, speaker="caller", utterance=last, kind="heard", text=text)
        return self

    def corrects(self, text: str) -> Call:
        self.act("l2", text)
        self.changed = self.ms
        return self

    def at(self, ms: int) -> Call:
        """That long after the change had been said."""
        self.wait(self.changed + ms - self.ms)
        return self


def asked(*, tells: bool = True) -> Call:
    """The order is asked for, and its shipping put together."""
    call = Call(OTHER)
    call.request("Ship order 4821.")
    if tells:
        call.wait(200).build("t0", "get_order", **SHIP)
        call.tells("Ship order four eight two one.")
    call.build("t1", "ship_order", **SHIP)
    return call


def sent_at(call: Call, ms: int) -> CaseResult:
    """The old call leaves then, and is put right afterwards, so that nothing but its moment can be wrong."""
    call.at(ms).send("t1", key="k1").commit("t1").wait(1).returns("t1").wait(2000)
    call.write("t2", "recall_shipment", id=1)
    call.write("t3", "ship_order", key="k3", order_number="4281").read(
        "t4", "find_shipments", order_number="4281"
    )
    return score(call.says("I have shipped order 4281, and not order 4821.").end(), OTHER)


def verdict(result: CaseResult) -> tuple[str, str]:
    return result.axes[ARGS].status, result.axes[STALE].status


@pytest.mark.parametrize(
    ("heard", "sent", "found"),
    [
        (300, 399, "pass"),  # what has just been heard is given 100 ms
        (300, 400, "fail"),
        (300, 1400, "fail"),
        (1200, 900, "pass"),  # not heard yet
        (1200, 1299, "pass"),
        (1200, 1300, "fail"),
        (1450, 1499, "pass"),
        (1450, 1500, "fail"),  # never longer than reaction_ms
        (2000, 1499, "pass"),
    ],
)
def test_the_grace_ends_soon_after_the_change_was_heard(heard: int, sent: int, found: str) -> None:
    call = asked().corrects("No, order 4281.")
    steps = sorted([(heard, "heard"), (sent, "sent")])
    for ms, what in steps:
        call.at(ms)
        if what == "heard":
            call.tells("No, order four two eight one.")
        else:
            call.send("t1", key="k1").commit("t1")
    call.wait(1).returns("t1").wait(2000).write("t2", "recall_shipment", id=1)
    call.write("t3", "ship_order", key="k3", order_number="4281")
    call.read("t4", "find_shipments", order_number="4281").says("I have shipped order 4281.")
    result = score(call.end(), OTHER)
    assert verdict(result) == (found, found)
    assert (result.cause and result.cause.name) == ("stale_tool_args" if found == "fail" else None)


def test_a_call_under_way_may_land_until_then_and_no_longer() -> None:
    for landed, found in ((399, "pass"), (400, "fail")):
        call = asked()
        call.send("t1", key="k1")
        call.corrects("No, order 4281.").at(300).tells("No, order 4281.")
        call.at(landed).commit("t1").returns("t1")
        result = score(call.says("Okay, order 4281.").end(), OTHER)
        assert result.axes[STALE].status == found
        assert result.cause is not None
        assert result.cause.name == "inflight_call_not_cancelled"


def test_who_tells_nothing_of_its_hearing_has_the_whole_grace() -> None:
    assert verdict(sent_at(asked(tells=False).corrects("No, order 4281."), 1499)) == ("pass", "pass")
    assert verdict(sent_at(asked(tells=False).corrects("No, order 4281."), 1500)) == ("fail", "fail")


def test_what_is_handed_over_in_writing_does_not_say_when_it_was_read() -> None:
    call = asked(tells=False)
    call.act("l2", "No, order 4281.", heard="No, order 4281.")
    call.changed = call.ms
    assert verdict(sent_at(call, 1100)) == ("pass", "pass")


def test_a_piece_before_the_end_ends_no_grace_before_it() -> None:
    for sent, found in ((99, "pass"), (100, "fail")):
        call = asked()
        call.begin("l2").hears("No, 4281,")
        call.tells("No, 4281,").hears("that was wrong.").finish("l2")
        call.changed = call.ms
        assert verdict(sent_at(call, sent)) == (found, found)


def test_only_the_piece_that_carries_the_value_counts() -> None:
    for sent, found in ((850, "pass"), (900, "fail")):
        call = (
            asked()
            .corrects("No, sorry, order 4281.")
            .at(200)
            .tells("No, sorry,")
            .at(800)
            .tells("order 4281.")
        )
        assert verdict(sent_at(call, sent)) == (found, found)


@pytest.mark.parametrize("told", [(), ("No, sorry,",), ("No, order 4288.",)])
def test_where_the_agent_tells_what_it_hears_a_change_that_it_does_not_tell_of_leaves_the_grace_open(
    told: tuple[str, ...],
) -> None:
    call = asked().corrects("No, sorry, order 4281.").at(300)
    for text in told:
        call.tells(text)
    result = sent_at(call, 900)
    assert verdict(result) == ("not_measured", "not_measured")
    assert (result.status, result.blame, result.cause) == ("invalid", None, None)
    assert "correction 'l2'" in result.reasons[0]


def test_what_is_right_or_wrong_whenever_it_was_heard_is_measured_all_the_same() -> None:
    for sent, found in ((99, "pass"), (1500, "fail")):
        assert verdict(sent_at(asked().corrects("No, order 4281."), sent)) == (found, found)


def test_a_case_that_fails_either_way_stays_failed() -> None:
    call = asked().corrects("No, order 4281.").at(900)
    call.send("t1", key="k1").commit("t1").returns("t1").says("I have shipped order 4821.")
    result = score(call.end(), OTHER)
    assert verdict(result) == ("not_measured", "not_measured")
    assert (result.status, result.axes["backend_correct"].status) == ("failed", "fail")
    assert result.cause is not None


def test_a_misheard_value_stays_the_cause() -> None:
    call = Call(FEWER)
    call.request("Two pieces of order 5590.")
    call.tells("Two pieces of order 5590.").build("t1", "set_quantity", order_number="5590", quantity=2)
    call.corrects("No, fifteen.").at(700).tells("No, fifty.")
    call.at(900).send("t1").commit("t1").returns("t1")
    call.write("t2", "set_quantity", order_number="5590", quantity=50)
    result = score(call.says("The quantity of order 5590 is 50 now.").end(), FEWER)
    assert result.cause is not None
    assert result.cause.name == "misheard_value"
    # The old value landed before anybody can say what the agent had understood; the wrong one was never wanted.
    assert verdict(result) == ("fail", "fail")


def test_a_recogniser_s_commas_do_not_matter() -> None:
    call = Call(FEWER)
    call.request("Two pieces of order 5590.").wait(700)
    call.tells("Two pieces of order 5590.").build("t1", "set_quantity", order_number="5590", quantity=2)
    call.corrects("No, fifteen.").at(700).tells("No fifteen.")
    call.at(900).send("t1").commit("t1").returns("t1")
    assert score(call.says("Okay.").end(), FEWER).axes[STALE].status == "fail"


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("No, better not. Leave it.",), "fail"),
        (("No better not", "Leave it."), "fail"),
        (("Yes, please.", "No better not leave it."), "fail"),  # the line before came late
        (("No", "No better", "No better not", "No better not leave it"), "fail"),  # more of it each time
        (("No", "No better", "No better not"), "not_measured"),
        (("No, better not.",), "not_measured"),
        (("Yes, please.",), "not_measured"),
    ],
)
def test_a_negation_is_heard_when_all_of_it_is(texts: tuple[str, ...], found: str) -> None:
    call = Call(NOT_AT_ALL)
    call.request("Ship order 4821.").wait(700)
    call.tells("Ship order 4821.").build("t1", "ship_order", **SHIP)
    call.corrects("No, better not. Leave it.").at(700)
    for text in texts:
        call.tells(text)
    call.at(900).send("t1", key="k").commit("t1").returns("t1")
    result = score(call.says("Okay.").end(), NOT_AT_ALL)
    assert verdict(result) == (found, found)


def test_a_state_or_a_call_with_the_new_value_shows_that_it_was_heard() -> None:
    for sent, found in ((399, "pass"), (400, "fail")):
        call = asked(tells=False).corrects("No, order 4281.").at(300)
        call.state(order_number="4281")
        assert verdict(sent_at(call, sent)) == (found, found)
        call = asked(tells=False).corrects("No, order 4281.").at(300)
        call.build("t9", "get_order", order_number="4281")
        assert verdict(sent_at(call, sent)) == (found, found)


def test_what_the_agent_held_before_shows_nothing() -> None:
    call = asked(tells=False)
    call.read("t8", order_number="4281")
    call.corrects("No, order 4281.").at(300).state(order_number="4281")
    assert verdict(sent_at(call, 900)) == ("pass", "pass")
    # Back to the first value: it may be the state of then that comes late.
    wanted = scenario(
        "set_quantity",
        {"order_number": "5590", "quantity": 3},
        Line(id="l2", act="correction", changes={"quantity": 4}, when=PREPARING),
        Line(id="l3", act="correction", changes={"quantity": 3}, when=PREPARING),
        category="correction",
    )
    call = Call(wanted)
    call.request("Three.").wait(1500).act("l2", "No, four.").wait(1500)
    call.build("t1", "set_quantity", order_number="5590", quantity=4)
    call.act("l3", "No, three.").wait(300).state(quantity=3).wait(500)
    call.send("t1").commit("t1").returns("t1")
    assert score(call.says("Okay.").end(), wanted).axes[STALE].status == "pass"


def test_a_rule_of_the_gate_that_hangs_on_it_is_left_open() -> None:
    """A call that got no answer is retried by what is sent in its place; by what goes beside it, it is not."""
    call = asked()
    call.send("t1", key="k1")
    call.corrects("No, order 4281.").at(700)
    call.write("t2", "ship_order", key="k2", order_number="4281")
    result = score(call.says("I have shipped order 4281.").end(), OTHER)
    assert "retries_idempotent" in result.unknown
    assert "retries_idempotent" not in {breach.rule for breach in result.breaches}


def test_less_told_of_the_hearing_never_makes_a_case_better() -> None:
    """Whatever of the texts is lost, as long as one is there; of an agent that tells none, nothing is asked."""
    call = asked().corrects("No, sorry, order 4281.").at(300).tells("No, sorry,").at(500).tells("order 4281.")
    call.at(502).state(order_number="4281")
    call.at(550).build("t9", "get_order", order_number="4281")
    sent_at(call, 640)
    whole = call.record()
    told = [event for event in whole.events if isinstance(event, SpeechText) and event.kind == "heard"]
    others = [
        event
        for event in whole.events
        if event.type == "state.reported" or getattr(event, "call", "") == "t9"
    ]
    assert (len(told), len(others)) == (3, 2)
    assert verdict(score(whole, OTHER)) == ("fail", "fail")
    seen = set()
    for gone in ([], others[:1], others[1:], others):
        for n in range(len(told)):
            for lost in combinations(told, n):
                dropped = {id(event) for event in (*lost, *gone)}
                without = renumbered(whole, [event for event in whole.events if id(event) not in dropped])
                emptied = Record(
                    whole.header,
                    tuple(replace(event, text="") if event in lost else event for event in whole.events),
                )
                for record in (without, emptied):
                    result = score(record, OTHER)
                    assert not result.passed
                    assert "pass" not in verdict(result)
                    seen.add(verdict(result))
    assert seen == {("fail", "fail"), ("not_measured", "not_measured")}


def test_in_virtual_time_nothing_of_it_matters() -> None:
    call = asked().corrects("No, order 4281.").at(700).tells("No, order 4281.")
    sent_at(call, 750)
    record = call.record()
    virtual = Record(replace(record.header, clock="virtual"), record.events)
    assert (verdict(score(record, OTHER)), verdict(score(virtual, OTHER))) == (
        ("pass", "pass"),
        ("fail", "fail"),
    )
