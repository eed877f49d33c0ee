"""What the caller has to hear in full: said, broken off, said again, and known from a recogniser alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from callproof.evidence.events import SpeechText
from callproof.evidence.record import Record
from callproof.scoring.outcome.case import score
from callproof.scoring.outcome.verdicts import CaseResult
from tests.unit.scoring.outcome.stories import Story, scenario

SHIP = {"order_number": "4821"}
NOTICE = "This call is recorded for training."
WANTED = scenario("ship_order", SHIP, must_hear=(NOTICE,))


def told(*said: tuple[str, int | None]) -> Story:
    """A right call in which the agent says these things before the work; the number is after how many words it is broken off."""
    story = Story(WANTED).request("Ship order 4821.")
    for text, cut_after in said:
        story.says(text, cut_after=cut_after)
    return story.write("t1", "ship_order", key="k", **SHIP).says("I have shipped order 4821.")


def judged(*said: tuple[str, int | None]) -> CaseResult:
    return score(told(*said).end(), WANTED)


@pytest.mark.parametrize(
    "text",
    [
        NOTICE,
        "this call is um recorded for training",
        "Thank you. This call is recorded for training. I am on it.",
        "Thank you, this call is recorded for training, I am on it.",
    ],
)
def test_words_that_were_played_to_their_end(text: str) -> None:
    result = judged((text, None))
    assert result.passed
    assert f'the caller heard "{NOTICE}"' in result.axes["captured"].reason


@pytest.mark.parametrize(
    "text",
    [
        "I am on it.",
        "This call is not recorded for training.",
        "This call is recorded.",
        "This visit is recorded for training.",
    ],
)
def test_other_words_are_not_these(text: str) -> None:
    result = judged((text, None))
    assert (result.status, result.axes["captured"].status) == ("failed", "fail")
    assert result.cause is not None
    assert (result.cause.name, result.cause.reason) == (
        "not_heard_in_full",
        f'the agent never said "{NOTICE}"',
    )


def test_what_was_broken_off_has_to_be_said_again() -> None:
    once = judged((NOTICE, 1))
    assert once.cause is not None
    assert once.cause.name == "not_heard_in_full"
    assert once.cause.reason == f'the agent was broken off in "{NOTICE}" and did not say it again in full'
    assert judged((NOTICE, 1), (NOTICE, None)).passed
    assert not judged((NOTICE, 1), ("is recorded for training.", None)).passed


def test_numbers_may_be_worded_otherwise_and_not_be_others() -> None:
    days = "You may return it within 30 days."
    wanted = replace(WANTED, must_hear=(days,))
    assert score(told(("You may return it within thirty days.", None)).end(), wanted).passed
    assert not score(told(("You may return it within thirteen days.", None)).end(), wanted).passed


def test_every_text_has_to_be_heard() -> None:
    both = replace(WANTED, must_hear=(NOTICE, "You speak with a machine."))
    assert not score(told((NOTICE, None)).end(), both).passed
    assert score(told((NOTICE, None), ("You speak with a machine.", None)).end(), both).passed


@pytest.mark.parametrize(
    ("recognised", "status"),
    [
        ("This call is recorded for training", "pass"),
        ("This call is recorded for trading", "pass"),
        ("This call is recorded four training", "not_measured"),
        ("This cold is regarded for training", "not_measured"),
        ("Thank you for your order", "fail"),
        ("", "not_measured"),
    ],
)
def test_where_a_recogniser_alone_tells_it_a_few_words_may_differ(recognised: str, status: str) -> None:
    record = told((NOTICE, None)).end()
    events = tuple(
        replace(event, kind="heard", text=recognised)
        if isinstance(event, SpeechText) and event.text == NOTICE and recognised
        else replace(event, text="")
        if isinstance(event, SpeechText) and event.text == NOTICE
        else event
        for event in record.events
    )
    assert score(Record(record.header, events), WANTED).axes["captured"].status == status
