"""A scenario as plain values, complete in itself, in the form that files are read in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callproof.errors import InputError
from callproof.scenario.documents import Document, unfit
from callproof.scenario.fields import encode
from callproof.scenario.files import suite_from
from callproof.scenario.forms import SCENARIO_SCHEMA_VERSION, ScenarioReader, is_scenario
from callproof.scenario.model import Scenario
from callproof.scenario.report import Report
from callproof.scenario.world_forms import Worlds


def to_json(scenario: Scenario) -> dict[str, Any]:
    """The whole scenario with its world; what holds its default is left out. `source` is where it came from, and is not in it."""
    data = encode(scenario)
    data.pop("source", None)
    return {"schema_version": SCENARIO_SCHEMA_VERSION, **data}


def from_json(data: Mapping[str, Any], *, file: str = "scenario") -> Scenario:
    """The scenario that `to_json` wrote; its world may be one that was read already. Raises InputError."""
    reason = unfit(data)
    if reason is not None:
        raise InputError.of(reason, file=file)
    report = Report(file)
    if is_scenario(data):
        scenario = ScenarioReader(Worlds(None, report)).read(dict(data), report)
        if scenario is not None and not report.problems:
            return scenario
        raise InputError(report.problems)
    suite = suite_from([Document(file, "", dict(data))], file)
    if len(suite.scenarios) != 1:
        raise InputError.of(f"holds {len(suite.scenarios)} scenarios, expected one", file=file)
    return suite.scenarios[0]
