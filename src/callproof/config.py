"""Which checks run and with which limits: the defaults, a config file, and the options of a command."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

from callproof.errors import InputError, Problem, did_you_mean
from callproof.problems import found, from_pydantic
from callproof.scenario.documents import parse_yaml, read_file
from callproof.scoring.checks.registry import Check, check_class, registered
from callproof.scoring.silences import SHORTEST_SILENCE_MS

_FIELDS = ("checks", "only", "skip")
# Settings of which the first may not be above the second, and what would come of it.
_IN_ORDER = (
    ("medium_ms", "high_ms", "nothing could be medium"),
    ("most_at_once", "most", "most_at_once could never be the limit"),
)
# Limits for silences.
_OF_SILENCES = {
    "dead_air": ("medium_ms", "high_ms"),
    "abandoned_in_silence": ("medium_ms", "high_ms", "agent_last_ms"),
}


def choose_checks(
    *,
    only: Collection[str] = (),
    skip: Collection[str] = (),
    config: Path | Mapping[str, Any] | None = None,
) -> tuple[Check, ...]:
    """The checks to run, with their settings: all there are, unless some are chosen or left out.

    `only` and `skip` take ids or aliases; `only` takes the place of the config's own `only` and `skip`, `skip` comes on top
    of them.

    A config has three fields, all optional:

        checks: {slow_response: {high_ms: 2500}}
        only: [slow_response, dead_air]
        skip: [greeting_late]

    Raises InputError with all that is wrong with it.
    """
    only, skip = ([names] if isinstance(names, str) else names for names in (only, skip))
    file = str(config) if isinstance(config, Path) else "config"
    data = _load(config) if isinstance(config, Path) else dict(config or {})
    problems: list[Problem] = [
        Problem(file, str(name), f"is not a field that is known here.{did_you_mean(str(name), _FIELDS)}")
        for name in data
        if name not in _FIELDS
    ]
    settings = _settings(data.get("checks"), file, problems)
    wanted, unwanted = (_ids(data.get(field), file, field, problems) for field in ("only", "skip"))
    if only:
        wanted, unwanted = _ids(list(only), "", "--only", problems), set()
    unwanted |= _ids(list(skip), "", "--skip", problems)
    if problems:
        raise InputError(problems)
    chosen = tuple(
        _made(cls, settings.get(id, {}), file)
        for id, cls in registered().items()
        if (not wanted or id in wanted) and id not in unwanted
    )
    if not chosen:
        raise InputError.of("every check is left out: nothing could be measured, so no call could pass")
    return chosen


def _made(cls: type[Check], settings: Mapping[str, Any], file: str) -> Check:
    try:
        made = cls(**settings)
    except ValueError as error:  # a check may refuse settings that do not go together
        raise InputError.of(str(error), file=file, path=f"checks.{cls.id}") from None
    if settings:
        problems = [Problem(file, f"checks.{cls.id}{path}", text) for path, text in _without_effect(made)]
        if problems:
            raise InputError(problems)
    return made


def _without_effect(check: Check) -> Iterator[tuple[str, str]]:
    """Settings that could never make a difference, because of the others or because nothing so short is looked at."""
    values = settings_of(check)
    for lower, upper, so in _IN_ORDER:
        if lower in values and upper in values and values[lower] > values[upper]:
            yield (
                "",
                f"{lower} is {values[lower]} and {upper} {values[upper]}, so that {so}; set {lower} to {upper} or less",
            )
    for name in _OF_SILENCES.get(check.id, ()):
        if values[name] < SHORTEST_SILENCE_MS:
            yield (
                f".{name}",
                f"found {values[name]}, expected {SHORTEST_SILENCE_MS} or more: shorter silences are not looked at",
            )


def settings_of(check: Check) -> dict[str, Any]:
    """The settings of a check as plain values, to be stored beside what it found."""
    return {field.name: getattr(check, field.name) for field in fields(check)}  # type: ignore[arg-type]


def _load(path: Path) -> dict[str, Any]:
    data = parse_yaml(read_file(path), str(path))
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise InputError.of(
            f"found {found(data)}, expected an object with {', '.join(_FIELDS)}", file=str(path)
        )
    return data


def _ids(names: Any, file: str, field: str, problems: list[Problem]) -> set[str]:
    if names is None:
        return set()
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        problems.append(Problem(file, field, f"found {found(names)}, expected a list of checks"))
        return set()
    return {id for name in names if (id := _id(name, file, field, problems)) is not None}


def _id(name: str, file: str, field: str, problems: list[Problem]) -> str | None:
    try:
        return check_class(name).id
    except InputError as error:
        problems.extend(Problem(file, field, problem.message) for problem in error.problems)
        return None


def _settings(data: Any, file: str, problems: list[Problem]) -> dict[str, dict[str, Any]]:
    if data is None:
        return {}
    if not isinstance(data, dict):
        problems.append(Problem(file, "checks", f"found {found(data)}, expected an object of checks"))
        return {}
    settings: dict[str, dict[str, Any]] = {}
    for name, values in data.items():
        id = _id(str(name), file, f"checks.{name}", problems)
        if id in settings:
            problems.append(Problem(file, f"checks.{name}", f"is {id}, which is set above already"))
        elif id is not None:
            settings[id] = _check_settings(check_class(id), values, file, f"checks.{name}", problems)
    return settings


def _check_settings(
    cls: type[Check], values: Any, file: str, path: str, problems: list[Problem]
) -> dict[str, Any]:
    from pydantic import TypeAdapter, ValidationError

    if not isinstance(values, dict):
        problems.append(Problem(file, path, f"found {found(values)}, expected an object of settings"))
        return {}
    hints = get_type_hints(cls)
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    accepted: dict[str, Any] = {}
    for name, value in values.items():
        if name not in names:
            known = f"settings of {cls.id}: {', '.join(names) or 'none'}"
            problems.append(
                Problem(file, f"{path}.{name}", f"is no setting; {known}.{did_you_mean(str(name), names)}")
            )
            continue
        try:
            accepted[name] = TypeAdapter(hints[name]).validate_python(value, strict=True)
        except ValidationError as error:
            problems.extend(from_pydantic(error, file, within=(path, name)))
            continue
        if isinstance(accepted[name], int | float) and not 0 <= accepted[name] < math.inf:
            problems.append(Problem(file, f"{path}.{name}", f"found {found(value)}, expected 0 or more"))
    return accepted
