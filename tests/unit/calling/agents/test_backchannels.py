"""What recognisers make of a caller who merely listens: seen of the voices that callproof speaks with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from callproof.calling.agents.backchannels import is_listening, may_be_listening
from callproof.calling.engine import cases_of
from callproof.calling.loading import load_agent
from callproof.calling.simulation.call import place_call
from callproof.scenario.files import load_suites
from callproof.scoring.outcome.case import score


@pytest.mark.parametrize(
    "text",
    ["Makes sense.", "Make sense.", "That make sense", "It makes sense to me.", "Makes since.", "Got you.", "mm", "Mhm.", "uh huh",
     "Yeah.", "Right?", "Ok,", "Oh, okay.", "Okay, make sense."],
)  # fmt: skip
def test_listening_is_that_wherever_it_is_said(text: str) -> None:
    assert is_listening(text, over_speech=True)
    assert is_listening(text, over_speech=False)


@pytest.mark.parametrize(
    "text", ["Her.", "Him", "Hum.", "Man,", "Mum.", "Mmkay.", "M.", "Ah ha!", "Her, okay."]
)
def test_a_hum_is_listening_over_the_agents_speech(text: str) -> None:
    assert is_listening(text, over_speech=True)
    assert not is_listening(text, over_speech=False)


@pytest.mark.parametrize(
    "text",
    ["", "No.", "Stop.", "Wait.", "Make it four.", "Make sense of it.", "Send it to her.", "Her order is 4821.", "Got you wrong.",
     "Hold on.", "Mr. Chen here.", "Him, four.", "Home.", "More.", "Monday.", "Nine.", "Ham sandwich"],
)  # fmt: skip
def test_whoever_says_more_wants_something(text: str) -> None:
    assert not is_listening(text, over_speech=True)


@pytest.mark.parametrize(
    ("words", "may_be"),
    [("thank", True), ("Yeah.", True), ("makes", True), ("Make", True), ("Make that.", True), ("Makes fat.", True), ("Her.", True),
     ("go", False), ("No,", False), ("wait", False), ("Make it", False), ("Make that four", False)],
)  # fmt: skip
def test_the_first_words_of_a_backchannel(words: str, may_be: bool) -> None:
    assert may_be_listening(words) is may_be


@pytest.mark.parametrize(
    ("case", "heard"),
    [
        ("intr-22-makes-sense-over-the-confirmation", "Make sense."),
        ("intr-23-hmm-over-the-announcement", "Her."),
        # A sound in which a recogniser finds no word.
        ("intr-23-hmm-over-the-announcement", ""),
    ],
)
def test_a_misheard_backchannel_moves_the_sound_agent_in_nothing(case: str, heard: str) -> None:
    (found,) = cases_of(load_suites(["outcomes-extended"]), trials=1, seed=0, only=[case])
    *before, line = found.scenario.script
    assert line.act == "backchannel"
    scenario = replace(found.scenario, script=(*before, replace(line, heard=heard)))
    result = score(place_call(scenario, load_agent("sound"), id=found.id), scenario)
    assert (result.status, result.reasons) == ("passed", ())
