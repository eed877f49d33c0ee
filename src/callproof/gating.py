"""A saved run held to the gate: its policy, its baseline and the failures that are accepted, from files."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from callproof.errors import InputError, Problem
from callproof.problems import found, from_pydantic
from callproof.rescoring import RunPath, run_at, stored_cases, unplayed_of
from callproof.scenario.documents import read_documents
from callproof.scoring.outcome.gate import Accepted, Baseline, Policy, baseline_of
from callproof.scoring.outcome.gate import gate as judge

T = TypeVar("T")


def gate(
    run: RunPath,
    *,
    policy: RunPath | Mapping[str, Any] | Policy | None = None,
    baseline: RunPath | Baseline | None = None,
    accept: RunPath | None = None,
    today: datetime.date | None = None,
) -> dict[str, Any]:
    """Whether a run may go out, as `callproof gate --json` prints it.

    `policy` is a file, or what it holds; `baseline` a run, or the small file that `save_baseline` wrote; `accept` a file with
    failures that are known: a list of {case, reason, expires}, with a cause if only that one is accepted. `today` tells which
    of them have expired. Raises InputError for what cannot be used, and for a run that was broken off.
    """
    stored = run_at(run, "gate")
    judged = stored_cases(stored)
    cases = [case.result for case in judged]
    rules = _policy(policy)
    if accept is not None:
        rules = replace(rules, accepted=(*rules.accepted, *_accepted(Path(accept))))
    if rules.accepted and today is None:
        raise InputError.of("today is needed to tell which accepted failures have expired")
    held = baseline if isinstance(baseline, Baseline) or baseline is None else _baseline(baseline)
    unplayed = unplayed_of(stored, judged)
    return judge(cases, rules, baseline=held, today=today or datetime.date.min, unplayed=unplayed).to_json()


def save_baseline(run: RunPath, file: RunPath) -> None:
    """Writes what later runs are held against: how many cases passed each axis, and which fail and why. Raises InputError."""
    cases = [case.result for case in stored_cases(run_at(run, "gate"))]
    text = json.dumps(baseline_of(cases).to_json(), indent=1) + "\n"
    try:
        Path(file).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.of(f"cannot be written: {reason}", file=str(file)) from None


def _policy(policy: RunPath | Mapping[str, Any] | Policy | None) -> Policy:
    if policy is None or isinstance(policy, Policy):
        return policy or Policy()
    file = "policy" if isinstance(policy, Mapping) else str(policy)
    data = dict(policy) if isinstance(policy, Mapping) else _data(Path(policy))
    # A file with nothing but comments in it changes nothing.
    rules = _decoded(TypeAdapter(Policy), data if data is not None else {}, file)
    problems = [
        Problem(file, name, f"found {found(share)}, expected a share from 0 to 1")
        for name in ("invalid_share", "integrity_at_least")
        if (share := getattr(rules, name)) is not None and not 0 <= share <= 1
    ]
    if isinstance(data, dict) and "required" in data:
        problems += [
            Problem(file, f"required[{n}]", f"{name} is not among the rules, and would not be looked at")
            for n, name in enumerate(rules.required)
            if name not in rules.rules
        ]
    if not (rules.rules or rules.no_failed_case or rules.integrity_at_least is not None):
        message = "is empty, and nothing else is asked: every run would pass, whatever the agent did"
        problems.append(Problem(file, "rules", message))
    problems += _unusable(rules.accepted, file, "accepted")
    if problems:
        raise InputError(problems)
    return rules


def _accepted(file: Path) -> tuple[Accepted, ...]:
    data = _data(file)
    if isinstance(data, dict) and set(data) == {"accepted"}:
        data = data["accepted"]
    accepted = _decoded(TypeAdapter(tuple[Accepted, ...]), data if data is not None else [], str(file))
    problems = _unusable(accepted, str(file), "")
    if problems:
        raise InputError(problems)
    return accepted


def _unusable(accepted: tuple[Accepted, ...], file: str, where: str) -> list[Problem]:
    problems: list[Problem] = []
    for n, item in enumerate(accepted):
        if not item.reason.strip():
            problems.append(Problem(file, f"{where}[{n}].reason", "is empty; say why it is let through"))
        try:
            datetime.date.fromisoformat(item.expires)
        except ValueError:
            message = f"found {found(item.expires)}, expected a day as 2026-12-31"
            problems.append(Problem(file, f"{where}[{n}].expires", message))
    return problems


def _baseline(baseline: RunPath) -> Baseline:
    """A baseline is small; a run of which it could have been made does as well."""
    path = Path(baseline)
    if path.is_file():
        data = _data(path)
        if not (isinstance(data, dict) and "cases" in data):
            return _decoded(TypeAdapter(Baseline), data, str(path))
    return baseline_of([case.result for case in stored_cases(run_at(baseline))])


def _data(file: Path) -> Any:
    documents = read_documents(file)
    if len(documents) != 1:
        raise InputError.of(f"holds {len(documents)} values, expected one", file=str(file))
    return documents[0].data


def _decoded(adapter: TypeAdapter[T], data: Any, file: str) -> T:
    """Through JSON, where lists become the tuples of our own values."""
    known = [name for kind in (Policy, Accepted, Baseline) for name in kind.__dataclass_fields__]
    try:
        return adapter.validate_json(json.dumps(data))
    except ValidationError as error:
        raise InputError(from_pydantic(error, file, known=known)) from None
