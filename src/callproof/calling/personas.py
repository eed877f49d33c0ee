"""Whether the parts of a run can play the callers of its scenarios."""

from __future__ import annotations

from collections.abc import Iterable

from callproof.errors import InputError, Problem, did_you_mean
from callproof.models.workers import About, AboutParts
from callproof.scenario.model import Persona, Scenario


def check_personas(scenarios: Iterable[Scenario], parts: AboutParts) -> None:
    """Raises InputError with each caller that cannot be played, before anybody is called."""
    problems: dict[str, Problem] = {}
    for scenario in scenarios:
        for message in _wrong(scenario.persona, parts):
            problems.setdefault(message, Problem("", f"scenario {scenario.id}: persona", message))
    if problems:
        raise InputError(problems.values())


def _wrong(persona: Persona, parts: AboutParts) -> Iterable[str]:
    callers = parts.voice.callers
    if persona.voice is not None and callers is not None and persona.voice not in callers:
        near = did_you_mean(persona.voice, callers)
        yield f"the voice {parts.voice.id} has no caller {persona.voice!r} (it has: {', '.join(callers)}).{near}"
    for part, verb, option in (
        (parts.voice, "speaks", "--voice"),
        (parts.recogniser, "understands", "--recogniser"),
        (parts.second, "understands", "--recogniser"),
    ):
        if part is not None and not _knows(part, persona.language):
            yield f"{part.id} {verb} {', '.join(part.languages)} and not {persona.language}; another one: {option} NAME"


def _knows(part: About, language: str) -> bool:
    return language.partition("-")[0].lower() in part.languages
