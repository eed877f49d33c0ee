"""From the plain values of a file to scenarios: short forms are written out, defaults put in, everything checked."""

from __future__ import annotations

import difflib
from typing import Any

from callproof.problems import found
from callproof.scenario.fields import Defaults, ScenarioFields, decode, field_names
from callproof.scenario.minimal import build_case, check_should_execute
from callproof.scenario.model import Scenario
from callproof.scenario.moment_forms import read_moment
from callproof.scenario.moments import Moment
from callproof.scenario.report import Path, Report
from callproof.scenario.rules import check_scenario
from callproof.scenario.world_forms import Worlds
from callproof.scenario.worlds import World

SCENARIO_SCHEMA_VERSION = 1
ONLY_GOAL = "main"
DEFAULT_WORLD = "northwind"
SUITE_FIELDS = ("schema_version", "suite", "description", "defaults", "worlds", "scenarios")
SCENARIO_FIELDS = ("schema_version", *field_names(ScenarioFields), "goal", "world")
_KNOWN_FIELDS = frozenset(SCENARIO_FIELDS)
_OWN_FIELDS = frozenset(field_names(ScenarioFields))
# Fields of defaults that a scenario adds to, one by one, and does not replace.
_MERGED = ("persona", "agent")


class ScenarioReader:
    """Reads the scenarios of one file, with the file's worlds and defaults."""

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        self._defaults: dict[str, Any] = {}
        # A default that is wrong is reported once and then not put in.
        self.defaults_hold = True

    def set_defaults(self, data: Any, report: Report) -> None:
        if not isinstance(data, dict):
            report.add((), f"found {found(data)}, expected an object")
            return
        made = decode(Defaults, data, report)
        self.defaults_hold = made is not None
        names = field_names(Defaults) if made is not None else ("world",)
        self._defaults = {name: value for name, value in data.items() if name in names and value is not None}

    def read(self, data: Any, report: Report) -> Scenario | None:
        """One scenario in its full or its minimal form; None when the report has what is wrong with it."""
        if not isinstance(data, dict):
            report.add((), f"found {found(data)}, expected a scenario: an object")
            return None
        if "setup" in data or ("expected" in data and "script" not in data):
            return self._read_case(data, report)
        check_version(data, report)
        for name in data:
            if name not in _KNOWN_FIELDS:
                report.unknown_field((name,), SCENARIO_FIELDS)
        report, goals = _goals(data, report)
        values = {
            **self._common(data),
            **{name: value for name, value in data.items() if name in _OWN_FIELDS},
            **self._merged(data),
            **({} if goals is None else {"goals": goals}),
        }
        count = len(report.problems)
        values["script"] = _script(values.get("script"), goals, report)
        if values["script"] is None:
            del values["script"]
        scripted = len(report.problems) == count
        made = decode(ScenarioFields, values, report)
        world = self._world(data, report)
        if made is None or world is None or not scripted:
            return None
        scenario = made.in_world(world, _source(report))
        count = len(report.problems)
        check_scenario(scenario, report)
        return scenario if len(report.problems) == count else None

    def _read_case(self, data: dict[str, Any], report: Report) -> Scenario | None:
        name = self._worlds.only() or DEFAULT_WORLD
        world = self._worlds.resolve(self._defaults.get("world", name), report.below(only=()))
        check_version(data, report)
        written = build_case(data, world, report) if world is not None else None
        if written is None:
            return None
        # From here on the paths are those of the scenario that was made of the case, which the file does not have.
        case = report.below(only=("id", "description"))
        values = {**self._common(written.fields), **written.fields}
        values["script"] = _script(values["script"], values["goals"], case)
        made = decode(ScenarioFields, values, case)
        if made is None:
            return None
        scenario = made.in_world(written.world, _source(report))
        count = len(report.problems)
        check_scenario(scenario, case)
        if len(report.problems) == count:
            check_should_execute(scenario, written.should_execute, report)
        return scenario if len(report.problems) == count else None

    def _common(self, data: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in self._defaults.items() if name != "world" and name not in data}

    def _merged(self, data: dict[str, Any]) -> dict[str, Any]:
        return {
            name: {**self._defaults[name], **data[name]}
            for name in _MERGED
            if isinstance(data.get(name), dict) and isinstance(self._defaults.get(name), dict)
        }

    def _world(self, data: dict[str, Any], report: Report) -> World | None:
        if "world" in data:
            return self._worlds.resolve(data["world"], report.below("world"))
        wanted = self._defaults.get("world", self._worlds.only())
        if wanted is None:
            if self.defaults_hold and not self._worlds.unreadable:
                report.add(("world",), "is missing: the tables and tools of the backend, or a world's name")
            return None
        return self._worlds.resolve(
            wanted, Report(report.file, "", ("defaults", "world"), (), (), report.problems)
        )


def check_version(data: dict[str, Any], report: Report) -> None:
    version = data.get("schema_version", SCENARIO_SCHEMA_VERSION)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        report.add(("schema_version",), f"found {found(version)}, expected {SCENARIO_SCHEMA_VERSION}")
    elif version > SCENARIO_SCHEMA_VERSION:
        report.add(
            ("schema_version",),
            f"found {version}, but this callproof reads up to {SCENARIO_SCHEMA_VERSION}: update callproof",
        )


def _goals(data: dict[str, Any], report: Report) -> tuple[Report, Any]:
    """The goals; where the file has one `goal`, or none at all, the report speaks of that."""
    if "goals" in data and "goal" not in data:
        return report, data["goals"]
    if "goal" not in data:
        return report.below(renamed=((("goals",), ("goal",)),)), None
    if "goals" in data:
        report.add(("goal",), "is there beside goals; write one of them")
    renamed: tuple[tuple[Path, Path], ...] = ((("goals", ONLY_GOAL), ("goal",)),)
    return report.below(renamed=renamed), {ONLY_GOAL: data["goal"]}


def _script(data: Any, goals: Any, report: Report) -> Any:
    """The lines with their moments, ids, the request and the goals of their acts written out; what is no list as it is."""
    if not isinstance(data, list):
        return data
    only = next(iter(goals)) if isinstance(goals, dict) and len(goals) == 1 else None
    lines = [dict(line) if isinstance(line, dict) else line for line in data]
    whole = [line for line in lines if isinstance(line, dict)]
    if only is not None and not any(line.get("request") is not None for line in whole):
        asking = next(
            (line for line in whole if line.get("act") is None and line.get("say") is not None), None
        )
        if asking is not None:
            asking["request"] = only
    for at, line in enumerate(lines):
        if not isinstance(line, dict):
            continue
        line.setdefault("id", f"l{at + 1}")
        moves = (
            line.get("changes")
            or line.get("negates") is True
            or line.get("act") in ("correction", "negation")
        )
        if only is not None and line.get("goal") is None and moves and line.get("act") is not None:
            line["goal"] = only
        if "when" in line:
            moment = read_moment(line.pop("when"), report.below("script", at, "when"))
            if moment is not None:
                line["when"] = {name: getattr(moment, name) for name in field_names(Moment)}
    return lines


def _source(report: Report) -> str:
    return f"{report.file}: {report.place}" if report.place else report.file


def is_scenario(data: Any) -> bool:
    """Whether it is one scenario and no suite; also one whose script or setup is misspelt."""
    return isinstance(data, dict) and (
        "category" in data or not {"script", "setup", "goal", "goals"}.isdisjoint(data)
    )


def looks_meant(data: Any) -> bool:
    """Whether a file that a search came upon seems to be meant as scenarios, right or wrong."""
    items = data if isinstance(data, list) else [data]
    known = ("suite", "scenarios", "script", "setup", "goals")
    return any(
        isinstance(item, dict) and any(difflib.get_close_matches(name, known, cutoff=0.85) for name in item)
        for item in items[:3]
    )
