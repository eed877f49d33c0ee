"""What a run of one agent came to, however its results were got at."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from callproof.errors import InputError, Problem
from callproof.evidence.derived import Derivation
from callproof.evidence.record import Record
from callproof.evidence.runs import RUN_SCHEMA_VERSION
from callproof.problems import from_pydantic
from callproof.scenario.model import Scenario
from callproof.scoring.outcome.case import crashed, score, score_together
from callproof.scoring.outcome.gate import Policy, gate
from callproof.scoring.outcome.summary import counted
from callproof.scoring.outcome.verdicts import AXES, CaseResult
from callproof.scoring.outcome.verdicts import AXES_BY_LAYER as AXES_BY_LAYER
from callproof.scoring.statistics import wilson

if TYPE_CHECKING:
    from pydantic import TypeAdapter

DIGEST_LENGTH = 16
# The gate of a report has no accepted failures, so that no day makes a difference.
_ANY_DAY = datetime.date(2000, 1, 1)


# A record, its scenario, what was derived from it, and what else its result says.
ToJudge: TypeAlias = tuple[Record, Scenario, Sequence[Derivation], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """One case: the verdict, and the line that `results.jsonl` has of it."""

    result: CaseResult
    line: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RunReport:
    """`cases` are plain results as `results.jsonl` has them, in the order of the suites; `summary` counts them, `gate` holds them to
    the four rules. `line` is what the line did to the caller's voice. `unplayed` are the ids of cases that were planned and have no result.
    `notes` are what people should know of the run, and is no one's fault in a call."""

    agent: str
    suites: tuple[str, ...]
    seed: int
    trials: int
    cases: tuple[Mapping[str, Any], ...]
    summary: Mapping[str, Any]
    gate: Mapping[str, Any]
    unplayed: tuple[str, ...] = ()
    label: str | None = None
    line: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.label or self.agent

    @property
    def passed(self) -> bool:
        """Whether all was played and every case passed, a few aside that something outside spoiled, so that they say nothing about the
        agent. A case of which the evidence does not tell is none of these."""
        count = self.summary
        if self.unplayed or count["failed"] or count["not_run"] or not count["passed"]:
            return False
        if any(case["status"] == "invalid" and case.get("blame") is None for case in self.cases):
            return False
        return bool(count["invalid"] <= Policy().invalid_share * count["total"])

    @property
    def crashed(self) -> bool:
        """Whether callproof itself failed in a case."""
        return any(case.get("crashed") for case in self.cases)

    @property
    def unstable(self) -> list[dict[str, Any]]:
        """The scenarios that pass in some of their trials and fail in others: how often, the 95 % interval of that rate, and the
        trials that failed."""
        trials: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
        for case in self.cases:
            if case["status"] in ("passed", "failed"):
                trials.setdefault((str(case.get("suite")), case["scenario"]), []).append(case)
        found: list[dict[str, Any]] = []
        for (suite, scenario), cases in trials.items():
            failing = [case["id"] for case in cases if case["status"] == "failed"]
            if 0 < len(failing) < len(cases):
                passed = len(cases) - len(failing)
                found.append(
                    {
                        "scenario": scenario,
                        "suite": suite,
                        "passed": passed,
                        "trials": len(cases),
                        "rate": round(passed / len(cases), 4),
                        "interval": list(wilson(passed, len(cases))),
                        "failing": failing,
                    }
                )
        return found

    def to_json(self) -> dict[str, Any]:
        """The same object that `callproof run --json` prints."""
        return {
            "schema_version": RUN_SCHEMA_VERSION,
            **({} if self.label is None else {"label": self.label}),
            "agent": self.agent,
            "suites": list(self.suites),
            "seed": self.seed,
            "trials": self.trials,
            **({"line": list(self.line)} if self.line else {}),
            **({"notes": list(self.notes)} if self.notes else {}),
            **self.summary,
            "unstable": self.unstable,
            "unplayed": list(self.unplayed),
            "gate": dict(self.gate),
            "cases": [dict(case) for case in self.cases],
        }


def report_of(cases: Sequence[JudgedCase], run: Mapping[str, Any]) -> RunReport:
    """The sum over results; `run` is what `run.json` says of the run."""
    results = [case.result for case in cases]
    played = {result.id for result in results}
    summary = counted(results)
    unplayed = unplayed_in(run.get("cases"), played)
    label = run.get("label")
    return RunReport(
        agent=str(run.get("agent")),
        suites=_texts(run.get("suites")),
        seed=_number(run.get("seed"), 0),
        trials=_number(run.get("trials"), 1),
        cases=tuple(case.line for case in cases),
        summary=summary,
        gate=gate(results, today=_ANY_DAY, unplayed=unplayed).to_json(),
        unplayed=unplayed,
        label=label if isinstance(label, str) else None,
        line=_texts(run.get("line")),
        notes=_texts(run.get("notes")),
    )


def unplayed_in(planned: Any, played: Collection[str]) -> tuple[str, ...]:
    """Those of a list of ids that are not among the played."""
    return tuple(id for id in _texts(planned) if id not in played)


def _texts(value: Any) -> tuple[str, ...]:
    """What a `run.json` that was written by hand may hold in its place is left out."""
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _number(value: Any, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def judged(
    record: Record, scenario: Scenario, derived: Iterable[Derivation], beside: Mapping[str, Any]
) -> JudgedCase:
    """The verdict on one record; `beside` is what else its line says."""
    try:
        result = score(record, scenario, derived)
    except Exception as error:
        result = crashed(scenario, record.header.id, error)
    return _judged(result, record, beside)


def judged_together(calls: Sequence[ToJudge]) -> list[JudgedCase]:
    """The same for several records, which takes less time than one after the other."""
    results = score_together([(record, scenario, derived) for record, scenario, derived, _ in calls])
    return [
        _judged(result, record, beside) for result, (record, _, _, beside) in zip(results, calls, strict=True)
    ]


def _judged(result: CaseResult, record: Record, beside: Mapping[str, Any]) -> JudgedCase:
    line = {
        **result.to_json(),
        **beside,
        "duration_ms": record.events[-1].ms if record.events else 0,
        **({"line": list(record.header.line_effects)} if record.header.line_effects else {}),
    }
    return JudgedCase(result, line)


def stored_case(line: Mapping[str, Any], file: str) -> JudgedCase:
    """A case from its line. Raises InputError for one that is none: an unknown verdict must not pass for a good one."""
    from pydantic import ValidationError

    facts = line.get("gate")
    facts = facts if isinstance(facts, dict) else {}
    data = {
        **line,
        "measured": facts.get("measured"),
        "breaches": facts.get("breaches"),
        "unknown": facts.get("unknown", ()),
    }
    try:
        result = _adapter().validate_python(data)
    except ValidationError as error:
        problems = from_pydantic(error, file)
        place = f"case {line.get('id')}"
        raise InputError([Problem(file, f"{place}: {p.path}", p.message) for p in problems]) from None
    missing = [axis for axis in AXES if axis not in result.axes]
    if missing:
        raise InputError.of(f"has no {missing[0]}", file=file, path=f"case {result.id}: axes")
    return JudgedCase(result, line)


def digest(scenario: bytes) -> str:
    """Tells scenarios apart, so that a changed one is not compared with what it was."""
    return whole_digest(scenario)[:DIGEST_LENGTH]


def whole_digest(scenario: bytes) -> str:
    """What `digest` is the beginning of; no two scenarios have the same."""
    return hashlib.sha256(scenario).hexdigest()


@cache
def _adapter() -> TypeAdapter[CaseResult]:
    from pydantic import TypeAdapter

    return TypeAdapter(CaseResult)
