"""Two recognisers that differ on what the agent said: what both heard decides, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from callproof.evidence.derived import Derivation, TextFound
from callproof.evidence.events import AnyEvent, SpeechStarted, SpeechText
from callproof.evidence.record import Record
from callproof.scenario.model import Axis
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.readings import doubts_of
from callproof.scoring.outcome.verdicts import CaseResult
from tests.unit.scoring.outcome.stories import Story, scenario

SHIP = {"order_number": "4821"}
WANTED = scenario("ship_order", SHIP)
RIGHT, WRONG = "I have shipped order 4821.", "I have shipped order 4281."
CONFIRMATION: Axis = "confirmation_matches_backend"


def heard_only(record: Record) -> Record:
    """As of an agent that reports nothing of what it says."""

    def heard(event: AnyEvent) -> AnyEvent:
        if isinstance(event, SpeechText) and event.speaker == "agent":
            return replace(event, kind="heard")
        return event

    return Record(record.header, tuple(heard(event) for event in record.events))


def told(*texts: str) -> Record:
    """A call in which all is done rightly, and these texts are what the first recogniser heard."""
    story = Story(WANTED).request("Ship 4821.").write("t1", "ship_order", key="k", **SHIP)
    for text in texts:
        story.says(text)
    return heard_only(story.end())


def again(record: Record, *texts: str) -> list[Derivation]:
    """What the second recogniser heard, by utterance."""
    started = [e.seq for e in record.events if isinstance(e, SpeechStarted) and e.speaker == "agent"]
    started = started[-len(texts) :]
    items = tuple(
        TextFound(event=seq, kind="heard", text=text) for seq, text in zip(started, texts, strict=True)
    )
    return [Derivation(producer="second", version="1", items=items)]


def judged(first: str, second: str) -> CaseResult:
    record = told(first)
    return score(record, WANTED, again(record, second))


def test_one_recogniser_that_mishears_accuses_nobody() -> None:
    # Alone it would.
    assert score(told(WRONG), WANTED).axes[CONFIRMATION].status == "fail"
    for first, second in ((WRONG, RIGHT), (RIGHT, WRONG)):
        result = judged(first, second)
        assert (result.status, result.blame, result.cause) == ("invalid", "recogniser", None)
        assert result.axes[CONFIRMATION].status == "not_measured"
        assert result.integrity == "not_measured"
        # Both texts are named, and nothing else is in doubt.
        (reason,) = result.reasons
        assert repr(first) in reason
        assert repr(second) in reason
        assert {axis.status for name, axis in result.axes.items() if name != CONFIRMATION} == {"pass"}
        # Nor does the gate hold it against the agent; what was seen in the calls alone it does.
        assert {breach.rule for breach in result.breaches} == {
            breach.rule for breach in score(told(RIGHT), WANTED).breaches
        }


def test_what_both_heard_stands() -> None:
    assert judged(RIGHT, RIGHT).passed
    assert judged(RIGHT, "I've shipped order four eight two one.").passed
    failed = judged(WRONG, "I have shipped order four two eight one.")
    assert (failed.status, failed.axes[CONFIRMATION].status) == ("failed", "fail")
    # Two that hear different wrong things are two that hear a wrong thing.
    assert judged(WRONG, "I have shipped order 4288.").status == "failed"


def test_what_was_done_wrong_stays_wrong_whatever_was_heard() -> None:
    story = Story(WANTED).request("Ship 4821.").write("t1", "ship_order", key="k", order_number="4281")
    record = heard_only(story.says(RIGHT).end())
    result = score(record, WANTED, again(record, WRONG))
    assert result.status == "failed"
    assert result.axes["backend_correct"].status == "fail"
    assert result.cause is not None


def test_each_of_several_utterances_may_be_the_one_that_was_misheard() -> None:
    # Each recogniser is wrong once: no reading as a whole is right, and one from both is.
    record = told("I have shipped order 4281.", "As I said, I have shipped order 4821.")
    result = score(
        record, WANTED, again(record, "I have shipped order 4821.", "As I said, I have shipped order 4281.")
    )
    assert (result.status, result.blame) == ("invalid", "recogniser")


def test_an_agent_s_own_text_is_not_doubted() -> None:
    story = Story(WANTED).request("Ship 4821.").write("t1", "ship_order", key="k", **SHIP).says(RIGHT)
    record = story.end()
    assert doubts_of(record, again(record, WRONG), "en") == ()
    assert score(record, WANTED, again(record, WRONG)).passed


def test_spelling_is_no_doubt() -> None:
    record = told(RIGHT)
    assert doubts_of(record, again(record, "i have shipped order four, eight two one"), "en") == ()
    (doubt,) = doubts_of(record, again(record, WRONG), "en")
    assert (doubt.first, doubt.second) == (RIGHT, WRONG)
    assert doubts_of(record, (), "en") == ()
