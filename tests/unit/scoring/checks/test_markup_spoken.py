"""Mark-up that is read aloud."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.markup_spoken import MarkupSpoken
from tests.unit.scoring.calls import agent, call_of, findings, only_finding, outcome
from tests.unit.scoring.talks import talk

CHECK = MarkupSpoken()


def test_bold_for_the_ear() -> None:
    finding = only_finding(CHECK, talk("c: Hm?", "a: Your total is **fifty dollars**."))
    assert finding.message == 'the agent\'s words hold mark-up: "**fifty dollars**"'
    assert (finding.severity, finding.turn) == ("medium", 1)
    assert (finding.evidence["kind"], finding.evidence["markup"]) == ("emphasis", "**fifty dollars**")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It is *really* good", "emphasis"),
        ("It is __really__ good", "emphasis"),
        ("## Your order\nOne pizza", "heading"),
        ("We have:\n- pizza\n- pasta", "bullet"),
        ("We have:\n* pizza\n* pasta", "bullet"),
        ("Use `reset` please", "code"),
        ("See [our page](https://example.com)", "link"),
        ("| a | b |\n|---|---|", "table"),
        ("Your total<br>is fifty", "tag"),
        ("<speak>Hello</speak>", "tag"),
        ('One <break time="1s"/> moment', "tag"),
        ("Fish &amp; chips", "entity"),
        ("asterisk asterisk total", "read"),
        ("Total: hash hash fifty", "read"),
    ],
)
def test_every_kind(text: str, kind: str) -> None:
    assert only_finding(CHECK, talk(f"a: {text}")).evidence["kind"] == kind


@pytest.mark.parametrize(
    "text",
    [
        "Your total is fifty dollars.",
        "5 * 3 is 15",
        "It is 2 < 3 and 4 > 3",
        "Your code is A_1 and b_2",
        "Room #5, please",
        "Fish & chips - the best",
        "Press the asterisk key",
        "She is the star of the show",
        "[inaudible]",
        "a | b",
        "- yes, that is right",
    ],
)
def test_what_is_no_markup(text: str) -> None:
    assert findings(CHECK, talk(f"a: {text}")) == []


def test_what_was_heard_of_the_agent_counts_too() -> None:
    call = call_of(agent(0, 1, "Your total is fifty.", truth="your total is asterisk asterisk fifty"))
    assert findings(CHECK, call) == [("medium", 0)]


def test_the_caller_may_say_what_they_like() -> None:
    assert findings(CHECK, talk("c: **what**", "a: Hm?")) == []


def test_each_turn_has_its_own() -> None:
    assert findings(CHECK, talk("a: **One** and **two**", "c: Hm", "a: **three**")) == [
        ("medium", 0),
        ("medium", 2),
    ]


def test_without_words_nothing_is_measured() -> None:
    assert outcome(CHECK, call_of(agent(0, 1))).missing == "the record has no words of the agent's"
