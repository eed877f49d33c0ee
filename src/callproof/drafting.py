"""The verb behind `init --from`: a suite drafted from an agent's own schemas, and tried with the reference agent."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from callproof.calling.agents import REFERENCE_AGENTS
from callproof.calling.simulation.call import AgentSpec, place_call
from callproof.errors import InputError, Problem
from callproof.scenario.documents import Document
from callproof.scenario.drafting.cases import DraftScenario, guess_scenarios
from callproof.scenario.drafting.files import TODAY, WORLD, SuiteText, agent_text
from callproof.scenario.drafting.source import Source, read_source
from callproof.scenario.drafting.starter import SHOP
from callproof.scenario.drafting.world import guess_world
from callproof.scenario.files import suite_from
from callproof.scenario.model import Scenario
from callproof.scoring.outcome.case import score

_SOUND = "sound"
_MOST_FORMS = 9


@dataclass(frozen=True, slots=True)
class Draft:
    """`files` are texts by name. `tools` counts those that were placed, `left` names those that were not, with the reason; `gone` are
    scenarios that the reference agent did not pass in any wording. Where it passed none at all they are the suite, and it is not `tried`.
    """

    files: Mapping[str, str]
    tools: int
    scenarios: int
    left: tuple[tuple[str, str], ...] = ()
    gone: tuple[tuple[str, str], ...] = ()
    problems: tuple[Problem, ...] = ()
    tried: bool = True


def draft(source: str, folder: str | os.PathLike[str] = ".") -> Draft:
    """A suite and an agent's file for `folder`, made from `source` (see `docs/init.md`); nothing is written. Raises InputError."""
    target = Path(folder)
    found = read_source(source, [target, Path()])
    tools = tuple(found.declared.tools) or SHOP
    world = guess_world(tools)
    drafted = guess_scenarios(world)
    left = tuple((item.tool.name, item.reason) for item in world.left)
    name = found.declared.file
    if not world.tools or not drafted:
        raise InputError([*found.declared.problems, *_nothing_to_test(name, left)])
    data = world.to_json()
    chosen: list[Mapping[str, Any]] = []
    gone: list[tuple[Mapping[str, Any], str]] = []
    failed: set[str] = set()
    for scenario in drafted:
        form, why = _passed(scenario, data, name)
        if form is not None and scenario.tool not in failed:
            chosen.append(form)
        elif form is not None or why:
            # Where it does not do what is plainly asked, an act that keeps it from doing anything shows nothing.
            failed |= {scenario.tool} if form is None and scenario.forms[0]["category"] == "task" else set()
            gone.append((form or scenario.forms[0], why or "does not do what is plainly asked"))
    if not chosen and not gone:
        raise InputError(_nothing_to_test(name, left))
    tried = bool(chosen)
    if not tried:  # better than nothing, for somebody who reads them
        chosen, gone = [form for form, _ in gone], []
    problems = tuple(found.declared.problems)
    suite = SuiteText(_name_of(found), _origin(found), world, chosen, gone, problems, tried)
    files = {"suite.yaml": str(suite), "agent.yaml": agent_text(found.platform, _from(found, target))}
    return Draft(
        files,
        len(world.tools),
        len(chosen),
        left,
        tuple((str(form["id"]), why) for form, why in gone),
        problems,
        tried,
    )


def _nothing_to_test(file: str, left: Sequence[tuple[str, str]]) -> Iterator[Problem]:
    yield from (Problem(file, tool, reason) for tool, reason in left)
    yield Problem(
        file, "", "holds no tool that can be seen to write anything, so that there is nothing to test"
    )


def _passed(
    scenario: DraftScenario, world: Mapping[str, Any], file: str
) -> tuple[Mapping[str, Any] | None, str]:
    """The first wording that the reference agent understands and does right; without one, what was wrong with the first. A scenario that
    makes no sense with these rows (a correction to what is there already) is nobody's loss, and has no reason."""
    why = ""
    for form in scenario.forms[:_MOST_FORMS]:
        try:
            whole = _whole(form, world, file)
        except InputError:
            continue
        reason = _why_not(whole)
        if reason is None:
            return form, ""
        why = why or reason
    return None, why


def _whole(form: Mapping[str, Any], world: Mapping[str, Any], file: str) -> Scenario:
    data = {
        "worlds": {WORLD: world},
        "defaults": {"world": WORLD, "today": TODAY, "persona": {"name": "Dana Reyes"}},
        "scenarios": [form],
    }
    return suite_from([Document(file, "", data)], file).scenarios[0]


def _why_not(scenario: Scenario) -> str | None:
    record = place_call(scenario, AgentSpec(name=_SOUND, make=REFERENCE_AGENTS[_SOUND]))
    result = score(record, scenario)
    if result.status == "passed":
        return None
    return result.cause.name.replace("_", " ") if result.cause is not None else result.status


def _name_of(found: Source) -> str:
    if found.file is None:
        return f"{found.platform}-suite"
    stem = "".join(character if character.isalnum() else "-" for character in found.file.stem).strip("-")
    return f"{stem[:60] or 'my'}-suite"


def _origin(found: Source) -> str:
    if found.file is None:
        return f"a starter's tools, for {found.platform}"
    title = f" ({found.declared.title[:80]})" if found.declared.title else ""
    if not found.declared.tools:
        return f"a starter's tools, since none can be read in {found.file.name}"
    return f"{found.file.name}{title}"


def _from(found: Source, folder: Path) -> str | None:
    """The agent's own file, as seen from the folder of the suite."""
    if found.file is None or found.file.suffix != ".py":
        return None
    try:
        return Path(os.path.relpath(found.file.resolve(), folder.resolve())).as_posix()
    except (OSError, ValueError):
        return found.file.resolve().as_posix()
