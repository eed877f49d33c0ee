"""Suites and scenarios from files: YAML, JSON, JSON Lines; in full or in the minimal form."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from glob import glob
from pathlib import Path
from typing import Any, Never

from callproof.errors import InputError, Problem, did_you_mean
from callproof.problems import found
from callproof.scenario.documents import FILE_NAMES, YAML_NAMES, Document, read_documents
from callproof.scenario.forms import (
    SUITE_FIELDS,
    ScenarioReader,
    check_version,
    is_scenario,
    looks_meant,
)
from callproof.scenario.model import Scenario, Suite
from callproof.scenario.packs import pack_file, pack_names
from callproof.scenario.report import Report
from callproof.scenario.world_forms import Worlds
from callproof.scenario.worlds import Tool

_WORLD_FIELDS = frozenset(("tables", "tools"))
_GLOB_SIGNS = frozenset("*?[")
_PYTHON_NAMES = (".py", ".pyi")
# What a JSON file of scenarios has in it, also one that is damaged. A record has no category.
_SUITE_KEY = re.compile(rb'"scenarios"\s*:')
_SCENARIO_KEYS = (re.compile(rb'"category"\s*:'), re.compile(rb'"(?:script|setup)"\s*:'))
_BEGINNING = 2**16
# Folders with one of these hold a run or a call. The scenario in it is a copy of one that was played.
_LEFT_BEHIND = frozenset(("run.json", "call.jsonl"))


def load_suites(
    names: Iterable[str | os.PathLike[str]], *, tools: Mapping[str, Tool] | None = None
) -> list[Suite]:
    """The suites behind the names, in their order. A name is that of a pack, of a file, or of a folder, of which every file of
    scenarios is a suite. `tools` are what functions declare, for every world. Raises InputError with all that is wrong with all of them."""
    suites: list[Suite] = []
    problems: list[Problem] = []
    for name in names:
        loaded: list[tuple[Path, Suite]] = []
        try:
            paths = _files(os.fspath(name))
        except InputError as error:
            problems.extend(error.problems)
            continue
        for path in paths:
            try:
                loaded.append((path, load_suite(path, tools=tools)))
            except InputError as error:
                problems.extend(error.problems)
        problems.extend(same_cases(loaded))
        suites.extend(suite for _, suite in loaded)
    if problems:
        raise InputError(problems)
    return suites


def same_cases(loaded: Iterable[tuple[Path, Suite]]) -> Iterator[Problem]:
    """Which scenarios of the files of a folder nobody could tell apart: suites of one name have them both."""
    places: dict[tuple[str, str], Path] = {}
    for path, suite in loaded:
        for scenario in suite.scenarios:
            first = places.setdefault((suite.name, scenario.id), path)
            if first != path:
                message = (
                    f"the scenario {found(scenario.id)} of the suite {found(suite.name)} is in {first} already; "
                    "give one of the suites another name"
                )
                yield Problem(str(path), "", message)


def load_suite(path: str | os.PathLike[str], *, tools: Mapping[str, Tool] | None = None) -> Suite:
    """The suite of one file: a suite, one scenario, a list of scenarios, or a case a line. Raises InputError with all problems."""
    file = Path(path)
    return suite_from(read_documents(file), str(file), folder=file.parent, name=file.stem, tools=tools)


def suite_from(
    documents: Sequence[Document],
    file: str,
    *,
    folder: Path | None = None,
    name: str = "suite",
    tools: Mapping[str, Tool] | None = None,
) -> Suite:
    """The suite of values that were read already. `name` is the suite's if the values have none, `folder` holds its worlds."""
    report = Report(file)
    if not documents:
        raise InputError.of("is empty, expected scenarios", file=file)
    data, worlds = documents[0].data, Worlds(folder, report, tools or {})
    if len(documents) == 1 and isinstance(data, dict) and not is_scenario(data):
        suite = _suite(data, _at(report, documents[0]), worlds, name)
    else:
        reader = ScenarioReader(worlds)
        suite = Suite(name=name, scenarios=_scenarios(_places(documents, report), reader))
    if report.problems:
        raise InputError(report.problems)
    return suite


def _at(report: Report, document: Document) -> Report:
    return Report(report.file, document.place, problems=report.problems)


def _places(documents: Sequence[Document], report: Report) -> Iterator[tuple[Any, Report]]:
    """Each scenario of a file without a head, with its place."""
    for document in documents:
        place = _at(report, document)
        if isinstance(document.data, list):
            if not document.data:
                place.add((), "is an empty list, expected scenarios")
            yield from ((item, place.below(at)) for at, item in enumerate(document.data))
        elif document.data is None and len(documents) == 1:
            place.add((), "is empty, expected scenarios")
        else:
            yield document.data, place


def _suite(data: dict[str, Any], report: Report, worlds: Worlds, name: str) -> Suite:
    if not set(data) - _WORLD_FIELDS and data:
        report.add((), "is a world and no suite: it has no scenarios")
        return Suite(name=name, scenarios=())
    check_version(data, report)
    for field in data:
        if field not in SUITE_FIELDS:
            report.unknown_field((field,), SUITE_FIELDS)
    for field in ("suite", "description"):
        value = data.get(field)
        if field in data and (not isinstance(value, str) or (field == "suite" and not value.strip())):
            report.add((field,), f"found {found(value)}, expected a text")
    if data.get("worlds") is not None:
        worlds.define(data["worlds"], report.below("worlds"))
    reader = ScenarioReader(worlds)
    if data.get("defaults") is not None:
        reader.set_defaults(data["defaults"], report.below("defaults"))
    scenarios = data.get("scenarios")
    place = report.below("scenarios")
    if not isinstance(scenarios, list):
        missing = "scenarios" not in data
        place.add(
            (), "is missing: a list" if missing else f"found {found(scenarios)}, expected a list of scenarios"
        )
        scenarios = []
    elif not scenarios:
        place.add((), "is an empty list, expected scenarios")
    items = ((item, place.below(at)) for at, item in enumerate(scenarios))
    return Suite(
        name=str(data.get("suite", name)),
        description=str(data.get("description", "")),
        scenarios=_scenarios(items, reader),
    )


def _scenarios(items: Iterable[tuple[Any, Report]], reader: ScenarioReader) -> tuple[Scenario, ...]:
    scenarios: list[Scenario] = []
    ids: dict[str, str] = {}
    for data, place in items:
        scenario = reader.read(data, place)
        if scenario is not None:
            scenarios.append(scenario)
        name = data.get("id") if isinstance(data, dict) else None
        if isinstance(name, str):
            here = place.place
            if ids.setdefault(name, here) != here:
                place.add(("id",), f"{found(name)} is the id of {ids[name]} already")
    return tuple(scenarios)


# --- names --------------------------------------------------------------------------------------------------------


def _files(name: str) -> list[Path]:
    pack = pack_file(name)
    if pack is not None:
        return [pack]
    path = Path(name)
    try:
        folder, exists = path.is_dir(), path.exists()
    except PermissionError as error:
        raise InputError.of(f"cannot be read: {error.strerror}", file=name) from None
    except (OSError, ValueError):
        folder, exists = False, False
    if not exists and (matches := _matching(name)):
        return matches
    if not name or not exists:
        packs = pack_names()
        listed = ", ".join(packs) or "none"
        raise InputError.of(
            f"there is no such file or folder, and no suite of this name ships with callproof ({listed})."
            f"{did_you_mean(name, packs)}",
            file=name or "''",
        )
    if not folder:
        if path.suffix.lower() in _PYTHON_NAMES:
            raise InputError.of("is a Python file, expected scenarios: YAML, JSON or JSON Lines", file=name)
        return [path]
    inside = _inside(path)
    if not inside:
        raise InputError.of("there is no file of scenarios in this folder", file=name)
    return inside


def scenario_files(name: str | os.PathLike[str]) -> list[Path]:
    """The files behind a name that are meant as scenarios, right or wrong; none where it leads to files of other kinds."""
    try:
        files = _files(os.fspath(name))
    except InputError:
        return []
    # One that was named, if only by a pattern, can be nothing else: no record is YAML.
    named = not Path(name).is_dir()
    return [file for file in files if (named and _is_yaml(file)) or _holds_scenarios(file)]


def _is_yaml(file: Path) -> bool:
    return file.suffix.lower() in YAML_NAMES


def _matching(pattern: str) -> list[Path]:
    """The files of a pattern that could be scenarios by their names, and those in the folders that it finds."""
    files: list[Path] = []
    # Path.glob takes no absolute pattern.
    matches = sorted(glob(pattern, recursive=True)) if _GLOB_SIGNS & set(pattern) else []  # noqa: PTH207
    for match in matches:
        path = Path(match)
        if path.is_dir():
            files += _inside(path)
        elif path.suffix.lower() in FILE_NAMES:
            files.append(path)
    return list(dict.fromkeys(files))


def _inside(folder: Path) -> list[Path]:
    return [file for file in _below(folder) if _holds_scenarios(file)]


def _below(folder: Path) -> list[Path]:
    """Files of a folder and the folders in it, by name; nothing hidden, and nothing that runs and calls left behind."""
    found_files: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=_unreadable):
        if _LEFT_BEHIND & set(names):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files = (Path(place) / name for name in sorted(names) if not name.startswith("."))
        found_files.extend(file for file in files if file.suffix.lower() in FILE_NAMES and file.is_file())
    return sorted(found_files)


def _unreadable(error: OSError) -> Never:
    """What lies in a folder that cannot be read would be passed over in silence."""
    raise InputError.of(f"cannot be read: {error.strerror}", file=str(error.filename)) from None


def _holds_scenarios(file: Path) -> bool:
    """Whether a file that a search came upon is meant as scenarios: worlds and files of other kinds lie beside them."""
    try:
        documents = read_documents(file)
    except InputError:
        # Whoever reads it then says what is wrong; a JSON file of another kind may be anything.
        return _is_yaml(file) or _begins_like_scenarios(file)
    return any(looks_meant(document.data) for document in documents[:3])


def _begins_like_scenarios(file: Path) -> bool:
    try:
        if not file.is_file():  # a pipe would be waited for
            return False
        with file.open("rb") as stream:
            text = stream.read(_BEGINNING)
    except OSError:
        return False
    return bool(_SUITE_KEY.search(text)) or all(key.search(text) for key in _SCENARIO_KEYS)
