"""Many calls: the cases of suites, played one after the other or several at a time.

A case is one trial of one scenario. Whatever happens in a case stays in its record; no case stops the others.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from callproof.calling.simulation.call import AgentSpec, Settings, place_call
from callproof.errors import InputError, did_you_mean
from callproof.evidence.derived import Derivation
from callproof.evidence.events import LineEnded, LineError
from callproof.evidence.record import Header, Record
from callproof.scenario.model import Scenario, Suite


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One trial of a scenario: `id` is the scenario's, with `#2` for a second trial. `seed` is the case's own."""

    id: str
    scenario: Scenario
    suite: str
    trial: int = 1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A case that was played: its record, what was derived from its sound while it ran, and the files of its recording and of its
    messages."""

    case: Case
    record: Record
    derived: tuple[Derivation, ...] = ()
    recording: Path | None = None
    wire: Path | None = None


def cases_of(
    suites: Iterable[Suite], *, trials: int = 1, seed: int = 0, only: Collection[str] = ()
) -> list[Case]:
    """Every trial of every scenario, scenario by scenario. Where two suites have a scenario of the same id, its cases are
    called `suite/id`.

    `only` are patterns (`corr-*`) of which a case's id, its scenario's id or its category must match one. Raises InputError for
    a pattern that matches nothing, and for two suites of one name with the same scenario.
    """
    suites = list(suites)
    counts = Counter(scenario.id for suite in suites for scenario in suite.scenarios)
    cases: list[Case] = []
    names: set[str] = set()
    for suite in suites:
        for scenario in suite.scenarios:
            name = scenario.id if counts[scenario.id] == 1 else f"{suite.name}/{scenario.id}"
            if name in names:
                raise InputError.of(
                    f"the scenario {scenario.id!r} is there twice in suites called {suite.name!r}"
                )
            names.add(name)
            cases.extend(_trial(name, scenario, suite.name, number, seed) for number in range(1, trials + 1))
    return _chosen(cases, only)


def case_seed(seed: int, scenario: str, trial: int) -> int:
    """The seed of one case: of the run's, but its own, and the same whichever other cases are run."""
    digest = hashlib.sha256(f"{seed}:{scenario}:{trial}".encode(errors="surrogatepass")).digest()
    return int.from_bytes(digest[:4], "big")


def _trial(name: str, scenario: Scenario, suite: str, number: int, seed: int) -> Case:
    id = name if number == 1 else f"{name}#{number}"
    return Case(id=id, scenario=scenario, suite=suite, trial=number, seed=case_seed(seed, name, number))


def _chosen(cases: Sequence[Case], patterns: Collection[str]) -> list[Case]:
    if not patterns:
        return list(cases)
    names = [(case.id, case.scenario.id, case.scenario.category) for case in cases]
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for known in names for name in known):
            known_names = sorted({name for known in names for name in known})
            raise InputError.of(f"--only {pattern!r} matches no case.{_meant(pattern, known_names)}")
    return [
        case
        for case, known in zip(cases, names, strict=True)
        if any(fnmatchcase(name, pattern) for name in known for pattern in patterns)
    ]


def _meant(pattern: str, names: Sequence[str]) -> str:
    """What may have been meant by a pattern: a part of a name, other letters, another word."""
    for guess in (f"{pattern}*", f"*{pattern}*", pattern.lower(), f"{pattern.lower()}*"):
        if pattern.strip("*") and any(fnmatchcase(name, guess) for name in names):
            return f" Did you mean {guess!r}?"
    return did_you_mean(pattern, names) or " --list shows them all."


def play(
    cases: Iterable[Case],
    agent: AgentSpec | Callable[[Case], AgentSpec],
    settings: Settings | None = None,
    *,
    at_once: int = 1,
) -> Iterator[tuple[Case, Record]]:
    """Places the calls and yields each with its record as it finishes: in the order of the cases with one `at_once`. The agent may be
    another for each case.

    An error of callproof's own becomes a record that says so. Whoever stops listening stops the run after the calls under way.
    """
    if at_once <= 1:
        for case in cases:
            yield case, _record(case, agent, settings)
        return
    waiting = iter(cases)
    running: dict[Future[Record], Case] = {}
    with ThreadPoolExecutor(at_once) as pool:
        while True:
            while len(running) < at_once and (following := next(waiting, None)) is not None:
                running[pool.submit(_record, following, agent, settings)] = following
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()


def _record(case: Case, chosen: AgentSpec | Callable[[Case], AgentSpec], settings: Settings | None) -> Record:
    agent = chosen if isinstance(chosen, AgentSpec) else chosen(case)
    try:
        return place_call(case.scenario, agent, id=case.id, seed=case.seed, settings=settings)
    except Exception as error:
        header = Header(id=case.id, format="callproof", agent=agent.name)
        message = f"{type(error).__name__}: {error}"
        return Record(
            header,
            (
                LineError(ms=0, seq=0, quality="measured", by="harness", message=message),
                LineEnded(ms=0, seq=1, quality="measured", by="harness", reason="harness error"),
            ),
        )
