"""Who is to blame: passed, failed, invalid; records that do not fit their scenario; agents that break."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from callproof.evidence.events import CallerBegan, CallerEnded, SnapshotTaken
from callproof.evidence.record import Record
from callproof.scenario.model import Fault, Line
from callproof.scenario.moments import Moment
from callproof.scoring.outcome.case import crashed, score, score_together
from callproof.scoring.outcome.verdicts import AXES
from tests.unit.scoring.outcome.played import played
from tests.unit.scoring.outcome.stories import Story, renumbered, scenario

SHIP = {"order_number": "4821"}
CORRECTION = Line(
    id="l2",
    act="correction",
    changes={"order_number": "4281"},
    when=Moment(kind="tool_preparing", tool="ship_order"),
)
WANTED = scenario("ship_order", SHIP)


def right(wanted: Any = WANTED) -> Record:
    story = Story(wanted).request("Ship 4821.").write("t1", "ship_order", key="k", **SHIP)
    return story.says("I have shipped order 4821.").end()


def test_the_story_that_the_others_are_made_of_passes() -> None:
    assert score(right(), WANTED).passed


@pytest.mark.parametrize("by", ["caller", "harness", "platform"])
def test_what_was_not_the_agent_is_invalid(by: str) -> None:
    story = Story(WANTED).request("Ship 4821.").error(by, "broken")
    result = score(story.end(), WANTED)
    assert (result.status, result.blame, result.cause) == ("invalid", by, None)
    assert {result.axes[axis].status for axis in AXES} == {"not_measured"}


def test_our_recogniser_has_its_own_blame() -> None:
    story = Story(WANTED).request().error("harness", "502 Bad Gateway", part="recogniser")
    result = score(story.end(), WANTED)
    assert (result.status, result.blame, result.crashed) == ("invalid", "recogniser", False)


@pytest.mark.parametrize(("by", "crashed"), [("platform", False), ("harness", True), ("caller", False)])
def test_whose_fault_it_is_does_not_hang_on_the_words_of_an_error(by: str, crashed: bool) -> None:
    story = Story(WANTED).request().error(by, "the agent's process ended: its recogniser gave up")
    result = score(story.end(), WANTED)
    assert (result.status, result.blame, result.crashed) == ("invalid", by, crashed)


def test_an_agent_that_raises_fails_even_where_all_is_right() -> None:
    story = Story(WANTED).request("Ship 4821.").write("t1", "ship_order", key="k", **SHIP)
    story.says("I have shipped order 4821.").error("agent", "raised ValueError: no")
    result = score(story.end(by="agent", reason="agent error"), WANTED)
    assert (result.status, result.cause and result.cause.name) == ("failed", "agent_error")
    assert result.integrity == "pass"


def test_of_a_backend_that_nobody_looked_at_nothing_is_told() -> None:
    whole = Story(WANTED).error("agent", "hung").end()
    record = Record(whole.header, whole.events[:-1])
    assert score(record, WANTED).trace[-1] == "backend verified: nobody looked"


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("ship/now", True),
        ("ship/now#2", True),
        ("shop/ship/now#2", True),
        ("now", False),
        ("ship/now/later", False),
        ("other-ship/now", False),
    ],
)
def test_a_record_is_of_its_scenario_by_name_whatever_suite_and_trial(name: str, own: bool) -> None:
    wanted = replace(WANTED, id="ship/now")
    story = Story(wanted).request("Ship 4821.").write("t1", "ship_order", key="k", **SHIP)
    record = story.says("I have shipped order 4821.").end()
    result = score(Record(replace(record.header, id=name), record.events), wanted)
    assert result.status == ("passed" if own else "invalid")


def test_a_silent_agent_fails() -> None:
    story = Story(WANTED)
    story.events = [event for event in story.events if not event.type.startswith("speech.")]
    result = score(story.request("Ship 4821.").write("t1", "ship_order", key="k", **SHIP).end(), WANTED)
    assert (result.status, result.cause and result.cause.name) == ("failed", "agent_error")


@pytest.mark.parametrize("events", [0, 1, 3, 10])
def test_a_record_that_breaks_off_says_nothing_about_the_agent(events: int) -> None:
    whole = right()
    result = score(Record(whole.header, whole.events[:events]), WANTED)
    assert (result.status, result.blame) == ("invalid", "harness")
    assert result.reasons == ("the record breaks off before the end of the call",)


def test_an_agent_that_lets_nobody_speak_fails_and_a_caller_who_says_nothing_is_nobodys_failure() -> None:
    talking = Story(WANTED).says("And another thing. " * 50)
    talking.ms -= 400
    result = score(talking.end(by="harness", reason="longest call"), WANTED)
    assert (result.status, result.cause and result.cause.name) == ("failed", "agent_error")
    assert result.reasons[0] == "the agent spoke without a pause, and the caller could never ask"
    waiting = Story(WANTED).says("And another thing. " * 50)
    result = score(waiting.end(by="harness", reason="longest call"), WANTED)
    assert (result.status, result.blame) == ("invalid", "caller")


def changed(change: Callable[[Any], Any]) -> Record:
    record = right()
    return Record(record.header, tuple(event for e in record.events if (event := change(e)) is not None))


@pytest.mark.parametrize(
    ("record", "blame", "words"),
    [
        (changed(lambda e: None if isinstance(e, CallerBegan | CallerEnded) else e), "caller", "request"),
        (
            changed(lambda e: replace(e, new={"order_number": "1"}) if isinstance(e, CallerBegan) else e),
            "harness",
            "planned",
        ),
        (
            changed(lambda e: replace(e, act="l9") if isinstance(e, CallerBegan | CallerEnded) else e),
            "harness",
            "'l9'",
        ),
        (
            changed(lambda e: replace(e, kind="noise") if isinstance(e, CallerBegan) else e),
            "harness",
            "noise",
        ),
        (changed(lambda e: None if isinstance(e, SnapshotTaken) else e), "harness", "snapshot"),
        (changed(lambda e: None if e.type == "tool.sent" else e), "harness", "never sent"),
        (Record(replace(right().header, id="another"), right().events), "harness", "another"),
    ],
)
def test_a_record_that_does_not_fit_is_nobodys_failure(record: Record, blame: str, words: str) -> None:
    result = score(record, WANTED)
    assert (result.status, result.blame) == ("invalid", blame)
    assert words in result.reasons[0]


def test_a_second_trial_and_a_suites_name_are_the_same_scenario() -> None:
    for name in ("story#2", "outcomes/story", "outcomes/story#3"):
        assert score(Record(replace(right().header, id=name), right().events), WANTED).passed


def test_a_moment_that_never_came_for_lack_of_the_call_is_an_omission() -> None:
    wanted = scenario("ship_order", SHIP, CORRECTION, category="correction")
    result = score(Story(wanted).request("Ship 4821.").says("I have shipped order 4821.").end(), wanted)
    assert (result.status, result.cause and result.cause.name) == ("failed", "write_missing")
    assert result.axes["captured"].status == "not_measured"


def test_a_moment_that_never_came_otherwise_is_invalid() -> None:
    """All is right, but the correction was not made: it shows nothing."""
    wanted = scenario("ship_order", SHIP, CORRECTION, category="correction")
    result = score(right(wanted), wanted)
    assert (result.status, result.blame) == ("invalid", "harness")
    assert result.axes["backend_correct"].status == "not_measured"


def test_a_fault_that_did_not_happen_is_not_applied() -> None:
    wanted = scenario(
        "ship_order", SHIP, faults=(Fault(tool="ship_order", kind="timeout", nth=2),), category="tool_fault"
    )
    assert score(right(wanted), wanted).status == "invalid"


def test_what_a_suite_requires_decides() -> None:
    wanted = scenario("ship_order", SHIP, requires=("backend_correct",))
    record = (
        Story(wanted)
        .request("Ship 4821.")
        .write("t1", "ship_order", key="k", **SHIP)
        .says("One moment.")
        .end()
    )
    result = score(record, wanted)
    assert (result.status, result.integrity) == ("passed", "not_measured")


def test_a_write_without_a_call_is_the_agents_and_not_ours() -> None:
    record = changed(lambda e: replace(e, call=None) if e.type == "write.committed" else e)
    result = score(record, WANTED)
    assert result.status == "failed"
    assert result.axes["stale_write_prevented"].status == "fail"
    assert result.cause is not None
    assert result.cause.name == "unrequested_change"


def test_a_case_at_which_scoring_crashed_has_no_verdict() -> None:
    result = crashed(WANTED, "story", ValueError("no"))
    assert (result.status, result.blame, result.crashed) == ("invalid", "harness", True)
    assert result.integrity == "not_measured"
    assert {axis.status for axis in result.axes.values()} == {"not_measured"}


def test_the_trace_tells_the_story() -> None:
    wanted = scenario("ship_order", SHIP, CORRECTION, category="correction")
    story = Story(wanted).request("Ship 4821.").state(order_number="4821").build("t1", "ship_order", **SHIP)
    story.act("l2", "No, 4281.").state(order_number="4281").says("Order 4281.")
    story.write("t2", "ship_order", key="k", order_number="4281").says("I have shipped order 4281.")
    assert score(story.end(), wanted).trace == (
        "customer says 4821 -> state version 1",
        "tool call ship_order built on version 1: 4821",
        "correction 4281 -> state version 2",
        "tool call ship_order built on version 2: 4281",
        "tool call ship_order sent: 4281",
        "backend: a new row in shipments (order_number 4281, state booked)",
        "ship_order answers: ok",
        'agent confirms: "I have shipped order 4281"',
        "backend verified: a new row in shipments (order_number 4281, state booked)",
    )


def test_an_agent_that_falls_silent_once_it_was_asked_has_hung() -> None:
    wanted = scenario("ship_order", SHIP)
    silent = score(Story(wanted).says("Hello.").request("Ship 4821.").end(reason="no answer"), wanted)
    assert silent.status == "failed"
    assert silent.cause is not None
    assert silent.cause.name == "agent_error"
    # One that speaks, or acts, only did not do it.
    spoke = Story(wanted).says("Hello.").request("Ship 4821.").says("One moment.").end(reason="no answer")
    assert [cause.name for cause in [score(spoke, wanted).cause] if cause is not None] == ["write_missing"]


@pytest.mark.parametrize("agent", ["naive", "sound"])
def test_records_that_are_scored_together_come_to_what_each_comes_to(agent: str) -> None:
    calls = played(agent)
    assert score_together([(record, wanted, ()) for wanted, record in calls]) == [
        score(record, wanted) for wanted, record in calls
    ]


def test_of_records_that_are_scored_together_one_that_cannot_be_leaves_the_others_as_they_are() -> None:
    no_world = replace(WANTED, world=None)  # type: ignore[arg-type]
    breaks_off = Story(WANTED).request().error("harness", "502", part="recogniser").end()
    results = score_together([(right(), no_world, ()), (breaks_off, WANTED, ()), (right(), WANTED, ())])
    assert [result.status for result in results] == ["invalid", "invalid", "passed"]
    assert [result.crashed for result in results] == [True, False, False]
    assert results[0].reasons[0].startswith("scoring failed: AttributeError: ")
    assert score_together([]) == []


@pytest.mark.parametrize("case", ["intr-09-noise-after-a-correction", "intr-10-noise-after-another-order"])
def test_a_state_that_went_back_for_a_noise_had_been_updated(case: str) -> None:
    """On a line an agent that broke off is heard to do so only after it has begun its next call."""
    (wanted, record) = next((s, r) for s, r in played("naive", ("outcomes-30",)) if s.id == case)
    noise = next(at for at, event in enumerate(record.events) if getattr(event, "kind", None) == "noise")
    events = list(record.events)
    cut = next(at for at in range(noise, len(events)) if events[at].type == "speech.cut")
    built = next(at for at in range(cut, len(events)) if events[at].type == "tool.built")
    moved = [*events[:cut], *events[cut + 2 : built + 1], *events[cut : cut + 2], *events[built + 1 :]]
    result = score(renumbered(record, moved), wanted)
    assert events[cut + 1].type == "speech.ended"
    assert result.cause is not None
    assert result.cause.name == "noise_taken_as_interruption"


def test_a_correction_without_values_asks_again_for_what_was_taken_back() -> None:
    lines = (
        Line(id="l2", act="negation", say="No.", when=Moment(kind="after_agent_turn")),
        Line(id="l3", act="correction", say="Do it after all.", when=Moment(kind="after_agent_turn")),
    )
    arguments: dict[str, Any] = {"order_number": "4821", "quantity": 3}
    wanted = scenario("set_quantity", arguments, *lines, category="correction")

    def told() -> Story:
        story = Story(wanted).request("Order 4821, three.").says("One moment.").act("l2", "No, better not.")
        return story.says("I have not changed order 4821.").act("l3", "Oh, do it after all.")

    story = told().write("t1", "set_quantity", **arguments).read("t2", "get_order", order_number="4821")
    result = score(story.says("I have set the quantity of order 4821 to 3.").end(), wanted)
    assert result.passed, result.reasons
    assert score(told().says("I have not changed order 4821.").end(), wanted).status == "failed"


def test_what_was_so_and_nothing_had_told_was_said_too_early() -> None:
    """The write of a call that timed out had landed, and nobody had looked."""
    arguments: dict[str, Any] = {"order_number": "4821", "quantity": 3}
    faults = (Fault(tool="set_quantity", kind="timeout", committed=True),)
    wanted = scenario("set_quantity", arguments, category="tool_fault", faults=faults)
    story = Story(wanted).request("Order 4821, three.").build("t1", "set_quantity", **arguments).send("t1")
    story.fault("t1", "timeout").commit("t1").fails("t1")
    axis = score(story.says("I have set the quantity of order 4821 to 3.").end(), wanted).axes[
        "confirmation_matches_backend"
    ]
    assert (axis.status, axis.reason) == (
        "fail",
        'the agent said "I have set the quantity of order 4821 to 3" before any answer had told it so',
    )
