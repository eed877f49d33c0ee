"""Callers that the parts of a run cannot play are named before anybody is called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from callproof.calling.personas import check_personas
from callproof.errors import InputError
from callproof.models.workers import About, AboutParts
from callproof.scenario.model import Persona
from tests.unit.calling.simulation.shop import scenario

ENGLISH = AboutParts(
    About("hibari 0.2.1", ("en",), ("alto", "soprano", "tenor")),
    About("moonshine-tiny-en 0.1.0", ("en",)),
    None,
)


def wrong(*personas: Persona, parts: AboutParts = ENGLISH) -> list[str]:
    scenarios = [replace(scenario(), id=f"s{n}", persona=persona) for n, persona in enumerate(personas)]
    try:
        check_personas(scenarios, parts)
    except InputError as error:
        return [str(problem) for problem in error.problems]
    return []


def test_those_that_can_be_played() -> None:
    assert wrong(Persona(), Persona(voice="tenor"), Persona(language="en-GB")) == []
    # A voice that does not say whom it has may have more.
    many = AboutParts(About("polly", ("en", "de")), About("openai", ("en", "de")), None)
    assert wrong(Persona(voice="Vicki", language="de"), parts=many) == []


def test_a_voice_that_there_is_not_is_named_once() -> None:
    (one,) = wrong(Persona(voice="tenr"), Persona(voice="tenr"))
    assert one == (
        "scenario s0: persona: the voice hibari 0.2.1 has no caller 'tenr' (it has: alto, soprano, tenor)."
        " Did you mean 'tenor'?"
    )


def test_a_language_that_a_part_does_not_know() -> None:
    speaks, understands = wrong(Persona(language="de"))
    assert "hibari 0.2.1 speaks en and not de; another one: --voice NAME" in speaks
    assert "moonshine-tiny-en 0.1.0 understands en and not de; another one: --recogniser NAME" in understands
    with pytest.raises(InputError, match="whisper understands en"):
        check_personas(
            [replace(scenario(), persona=Persona(language="es"))],
            AboutParts(About("polly", ("es",)), About("openai", ("es",)), About("whisper", ("en",))),
        )
