"""Words that were heard otherwise, with no value among them."""

from __future__ import annotations

import pytest

from callproof.scoring.checks.misheard import Misheard
from tests.unit.scoring.calls import findings, only_finding
from tests.unit.scoring.talks import talk

CHECK = Misheard()


def test_words_that_were_lost() -> None:
    call = talk(("c: I want it gift wrapped", "I want it gift wrapped and delivered to my neighbour"))
    finding = only_finding(CHECK, call)
    assert finding.message == (
        'the caller said "I want it gift wrapped and delivered to my neighbour", '
        'the agent heard "I want it gift wrapped"'
    )
    assert (finding.severity, finding.evidence["outcome"]) == ("medium", "substance")
    assert finding.evidence["wer"] > 0
    assert ["and delivered to my neighbour", ""] in finding.evidence["words"]


def test_nothing_was_heard_at_all() -> None:
    finding = only_finding(CHECK, talk(("c:", "My parcel is broken")))
    assert finding.message == 'the caller said "My parcel is broken", and the agent heard nothing'


def test_something_was_heard_that_nobody_said() -> None:
    finding = only_finding(CHECK, talk(("c: Thank you for watching", "")))
    assert finding.message == 'the agent heard "Thank you for watching", and the caller said nothing'


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Um, I, uh, want a refund.", "I want a refund"),
        ("I'd like a refund", "i would like a refund"),
        ("My name is Katherine Cole", "My name is Catherine Cole"),
        ("Refund fifteen.", "Refund 15!"),
    ],
)
def test_fillers_spelling_and_names_by_sound_do_not_count(said: str, heard: str) -> None:
    assert findings(CHECK, talk((f"c: {heard}", said))) == []


def test_another_value_is_not_said_twice() -> None:
    """One turn, one finding: what differs in a value is `misheard_number`."""
    assert findings(CHECK, talk(("c: Refund fifty and no more.", "Refund fifteen, please."))) == []


def test_a_long_text_is_cut_in_the_sentence_and_whole_in_the_evidence() -> None:
    said = "The parcel that I have ordered for my mother in the green box with the ribbon is broken"
    finding = only_finding(CHECK, talk(("c: The parcel is broken", said)))
    assert "…" in finding.message
    assert finding.evidence["said"] == said
