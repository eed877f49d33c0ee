"""The pipeline behind `run` and `demo`: suites -> cases -> calls -> verdicts, each saved as it finishes."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from pydantic_core import to_json as json_bytes

from callproof.audio.line_forms import LineEffect, line_of
from callproof.calling import agent_blocks, choosing
from callproof.calling.agents import SINGLE_DEFECT_AGENTS
from callproof.calling.engine import Case, Placed, cases_of, play
from callproof.calling.live_agent import KINDS, LiveAgent
from callproof.calling.loading import load_agent, load_tools
from callproof.calling.simulation.call import AgentSpec, Settings
from callproof.calling.world.database import Backend
from callproof.calling.world.functions import ToolRegistry
from callproof.errors import HarnessError, InputError, Problem
from callproof.evidence.derived import Derivation
from callproof.evidence.events import AnyEvent
from callproof.evidence.files import encode_record
from callproof.evidence.record import Record
from callproof.evidence.runs import RunWriter, StoredRun, labelled_run
from callproof.models.parts import USUAL_PARTS, SpeechParts
from callproof.proving.confusion import Confusion, row_of
from callproof.reporting import JudgedCase, RunReport, digest, judged, report_of
from callproof.scenario.files import load_suites
from callproof.scenario.model import Scenario, Suite
from callproof.scenario.worlds import Tool, World
from callproof.scenario.writing import to_json
from callproof.version import __version__

PACKS = ("outcomes-30", "outcomes-extended")
DEMO_SUITE = PACKS[0]
# The one of them that is placed with real speech.
DEMO_SPOKEN = "intr-07-date-in-flight"

__all__ = ["PACKS", "Case", "RunOptions", "RunStream", "Suites", "chosen_agent", "run", "selftest"]

Suites: TypeAlias = str | os.PathLike[str] | Suite | Iterable[str | os.PathLike[str] | Suite]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """`only` are patterns over ids and categories; `tools` names a module or file of tool functions (or holds them); `database` is an
    SQLAlchemy URL. With `output` the run is saved in that folder, with a `label` alone under `.callproof/runs/<label>`. `now` is
    the time to stamp it with; `at_once` how many calls are placed at a time. With `wire` the messages of a live agent's protocol are kept
    in the saved run.

    For agents with a voice alone: `line` is what the line does to the caller's voice (`noise=babble:10dB`), `voice` the caller's
    voice and `recognisers` who listens to the agent, each as `name` or `name:variant`. Of two recognisers the second reads what the
    agent said once more.
    """

    trials: int = 1
    seed: int = 0
    only: Collection[str] = ()
    tools: str | ToolRegistry | None = None
    database: str | None = None
    label: str | None = None
    output: str | os.PathLike[str] | None = None
    at_once: int = 1
    wire: bool = False
    now: datetime | None = None
    line: Sequence[str] = ()
    voice: str | None = None
    recognisers: Sequence[str] = ()

    def effects(self, agent: LiveAgent) -> tuple[LineEffect, ...]:
        """What the line does: what is asked for here, or else what the agent's file says. Raises InputError."""
        if self.line:
            return line_of(self.line)
        return line_of(agent.line, "line", file=agent.file)

    def parts(self) -> SpeechParts:
        """Raises InputError for a part that there is not."""
        if len(self.recognisers) > 2:
            raise InputError.of(
                f"--recogniser is there {len(self.recognisers)} times, expected once or twice"
            )
        first, second = (*self.recognisers, None, None)[:2]
        voice, recogniser = self.voice or USUAL_PARTS.voice, first or USUAL_PARTS.recogniser
        parts = SpeechParts(voice, recogniser, second)
        parts.check()
        return parts

    def cases(self, suites: Suites) -> list[Case]:
        """Raises InputError for suites that cannot be read, and patterns that match nothing."""
        for name, value in (("trials", self.trials), ("at_once", self.at_once)):
            if value < 1:
                raise InputError.of(f"{name} is {value}, expected 1 or more")
        # What the functions declare is part of every world, for the agent and for the judge alike.
        loaded = _loaded(suites, self.functions())
        return cases_of(loaded, trials=self.trials, seed=self.seed, only=self.only)

    def functions(self) -> ToolRegistry:
        if isinstance(self.tools, ToolRegistry):
            return self.tools
        return load_tools(self.tools) if self.tools is not None else ToolRegistry()

    def folder(self) -> Path | None:
        if self.output is not None:
            return Path(self.output)
        return labelled_run(self.label) if self.label is not None else None


class RunStream:
    """A run of one agent: iterate over it for the results as the calls finish, then ask for the `report`.

    `watch` is told of every event of every call while it runs.
    """

    def __init__(
        self,
        cases: Sequence[Case],
        agent: AgentSpec | LiveAgent,
        options: RunOptions,
        *,
        watch: Callable[[AnyEvent], None] | None = None,
    ) -> None:
        self._cases = cases
        self._agent = agent
        self._options = options
        self._watch = watch
        self._parts = options.parts()
        self._effects: tuple[LineEffect, ...] = ()
        if isinstance(agent, LiveAgent) and agent.has_voice and agent.input != "text":
            self._effects = options.effects(agent)
        elif options.line or options.voice is not None or options.recognisers:
            raise InputError.of(
                f"--line, --voice and --recogniser are for agents with a voice, and {agent.name} is called in text"
            )
        if options.wire and options.folder() is None:
            raise InputError.of("--wire keeps messages in a saved run; say where with -o DIR or --label NAME")
        if options.wire and not isinstance(agent, LiveAgent):
            raise InputError.of(
                f"--wire is for agents behind a connection, and {agent.name} runs inside callproof"
            )
        self._own = None
        if isinstance(agent, LiveAgent) and (agent.backend is not None or agent.proxy is not None):
            from callproof.calling.own_api import own_api

            self._own = own_api(agent)
        if options.database is not None:
            if self._own is not None:
                raise InputError.of(
                    f"--database is where callproof's own world lives, and {agent.name} has a backend of its own"
                )
            _reach(options.database)
        # What people should know of the run, and is no one's fault in a call.
        self.notes: list[str] = []
        self._at_once = self._calls_at_once()
        self._results: dict[str, JudgedCase] = {}
        self._scenarios: dict[int, bytes] = {}
        folder = options.folder()
        self._writer = RunWriter(folder, self.about) if folder is not None else None

    @property
    def total(self) -> int:
        return len(self._cases)

    @property
    def done(self) -> int:
        return len(self._results)

    @property
    def folder(self) -> Path | None:
        return self._writer.folder if self._writer is not None and self._writer.started else None

    def __iter__(self) -> Generator[Mapping[str, Any]]:
        try:
            for placed in self._played():
                scenario = self._scenario(placed.case.scenario)
                result = result_of(placed.case, placed.record, digest(scenario), placed.derived)
                if self._writer is not None:
                    self._writer.add(
                        placed.case.id,
                        json.dumps(result.line),
                        encode_record(placed.record),
                        scenario,
                        derived=placed.derived,
                        recording=placed.recording,
                        wire=placed.wire,
                    )
                self._results[placed.case.id] = result
                yield result.line
            if self._writer is not None:
                report = self.report
                self._writer.finish(
                    {"summary": dict(report.summary), "gate": dict(report.gate), "notes": self.notes}
                )
        finally:
            if self._writer is not None:
                self._writer.close()

    def _played(self) -> Iterator[Placed]:
        options = self._options
        if isinstance(self._agent, AgentSpec):
            settings = Settings(database=options.database, functions=options.functions(), watch=self._watch)
            for case, record in play(self._cases, self._agent, settings, at_once=options.at_once):
                yield Placed(case, record)
            return
        if not self._agent.has_voice:
            from callproof.calling.text_engine import place_text

            settings = Settings(database=options.database, functions=options.functions(), watch=self._watch)
            yield from place_text(
                self._cases,
                self._agent,
                settings,
                environment=os.environ,
                at_once=self._at_once,
                keep_wire=options.wire,
            )
            return
        # What a call with sound needs is loaded for one alone.
        from callproof.calling.live_engine import place_live

        yield from place_live(
            self._cases,
            self._agent,
            database=options.database,
            functions=options.functions(),
            watch=self._watch,
            at_once=self._at_once,
            keep_recordings=self._writer is not None,
            keep_wire=options.wire,
            note=self._note,
            now=options.now,
            line=self._effects,
            parts=self._parts,
        )

    def _calls_at_once(self) -> int:
        """No two, where an agent cannot say which call it asks for its tools in."""
        at_once = self._options.at_once
        if at_once > 1 and self._own is not None and self._own.shared:
            self._note(
                "calls go one at a time: they share the rows of the agent's backend; where each call has its own, say `shared: false` "
                "in `backend`"
            )
            return 1
        if at_once > 1 and isinstance(self._agent, LiveAgent) and self._agent.call_told_by is None:
            self._note(
                f"calls go one at a time: an agent of the kind {self._agent.kind} has one static URL for its tools and cannot say which "
                "call it is in; if yours can, say `names_call: true` in its file"
            )
            return 1
        return at_once

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    @property
    def report(self) -> RunReport:
        """Of what has been played so far."""
        results = tuple(self._results[case.id] for case in self._cases if case.id in self._results)
        return report_of(results, {**self.about, "notes": self.notes})

    @property
    def about(self) -> dict[str, Any]:
        """What `run.json` says from the start."""
        options = self._options
        return {
            "kind": "run",
            "label": options.label,
            "agent": self._agent.name,
            "suites": list(dict.fromkeys(case.suite for case in self._cases)),
            "seed": options.seed,
            "trials": options.trials,
            "only": list(options.only),
            **self._speech_head(),
            "cases": [case.id for case in self._cases],
            "callproof": __version__,
            "started_at": options.now.isoformat() if options.now is not None else None,
        }

    def _speech_head(self) -> dict[str, Any]:
        """Who spoke and who listened, and over what line."""
        agent = self._agent
        if not isinstance(agent, LiveAgent):
            return {}
        known = {
            "at_once": self._at_once,
            "call_told_by": agent.call_told_by or "static URL",
            "input": agent.input or KINDS[agent.kind].inputs[0],
        }
        if not agent.has_voice:
            return known
        parts = self._parts
        listening = [parts.recogniser, *([parts.second] if parts.second is not None else [])]
        return {
            **known,
            "line": [str(effect) for effect in self._effects],
            "voice": parts.voice,
            "recognisers": listening,
        }

    def _scenario(self, scenario: Scenario) -> bytes:
        """As bytes; the same for all trials of one."""
        key = id(scenario)
        if key not in self._scenarios:
            self._scenarios[key] = json_bytes(to_json(scenario), indent=1)
        return self._scenarios[key]


def run(
    suites: Suites,
    agent: Any,
    *,
    input: str | None = None,
    trials: int = 1,
    seed: int = 0,
    only: str | Collection[str] = (),
    tools: str | ToolRegistry | None = None,
    database: str | None = None,
    label: str | None = None,
    output: str | os.PathLike[str] | None = None,
    at_once: int = 1,
    wire: bool = False,
    now: datetime | None = None,
    line: Sequence[str] = (),
    voice: str | None = None,
    recognisers: Sequence[str] = (),
) -> RunReport:
    """Plays suites against an agent and judges every call.

    `suites` are names of packs, files, folders or `Suite` objects; `agent` is what `--agent` takes, or the agent itself: a
    function, a class with `run`, or an object of one; `input` is what `--input` takes. The options are those of `RunOptions`. Raises InputError for what cannot be
    used; whatever happens in a call is in its result.
    """
    options = RunOptions(
        trials=trials,
        seed=seed,
        only=[only] if isinstance(only, str) else only,
        tools=tools,
        database=database,
        label=label,
        output=output,
        at_once=at_once,
        wire=wire,
        now=now,
        line=line,
        voice=voice,
        recognisers=recognisers,
    )
    stream = RunStream(options.cases(suites), chosen_agent(agent, input), options)
    for _ in stream:
        pass
    return stream.report


def chosen_agent(agent: Any, input: str | None = None) -> AgentSpec | LiveAgent:
    """An agent by what `--agent` and `--input` say, or from a Python object. Raises InputError."""
    return choosing.chosen_agent(agent, environment=os.environ, input=input)


def agent_file_problems(path: str) -> tuple[Problem, ...]:
    """What is wrong with an agent.yaml."""
    return agent_blocks.problems_of(path, os.environ)


def agent_file_schema() -> dict[str, Any]:
    """The JSON Schema of agent.yaml."""
    return agent_blocks.agent_schema()


def result_of(
    case: Case, record: Record, scenario_digest: str = "", derived: Iterable[Derivation] = ()
) -> JudgedCase:
    """The verdict on a case that was played; its line lacks only the place of the record."""
    beside = {
        "suite": case.suite,
        "trial": case.trial,
        "seed": case.seed,
        "scenario_digest": scenario_digest,
    }
    return judged(record, case.scenario, derived, beside)


def selftest(suites: Suites = PACKS) -> Confusion:
    """Plays suites against the agent without a defect and every agent with one, to see whether each defect is found under its
    own name."""
    options = RunOptions()
    cases = options.cases(suites)
    agents = {"sound": None, **{agent: defect for defect, agent in SINGLE_DEFECT_AGENTS.items()}}
    rows = []
    for name, defect in agents.items():
        results = (result_of(case, record).line for case, record in play(cases, load_agent(name)))
        rows.append(row_of(name, defect, results))
    return Confusion(tuple(dict.fromkeys(case.suite for case in cases)), tuple(rows))


def _reach(database: str) -> None:
    """Says before the first call what would be wrong with every one."""
    try:
        Backend(World(tables={}, tools={}), url=database).close()
    except HarnessError as error:
        raise InputError.of(f"--database: {error}") from None


def declared_tools(tools: str) -> Mapping[str, Tool]:
    """What the functions of a module or a Python file declare. Raises InputError."""
    return _declared(load_tools(tools))


def _declared(functions: ToolRegistry) -> Mapping[str, Tool]:
    return functions.merged(World(tables={}, tools={})).tools


def _loaded(suites: Suites, functions: ToolRegistry) -> list[Suite]:
    if isinstance(suites, str | os.PathLike | Suite):
        suites = [suites]
    loaded: list[Suite] = []
    problems: list[Problem] = []
    suites = list(suites)
    if not suites:
        raise InputError.of("no suite is named; expected names of packs, files or folders")
    for item in suites:
        if isinstance(item, Suite):
            scenarios = (replace(one, world=functions.merged(one.world)) for one in item.scenarios)
            loaded.append(replace(item, scenarios=tuple(scenarios)) if len(functions) else item)
            continue
        try:
            loaded.extend(load_suites([item], tools=_declared(functions)))
        except InputError as error:
            problems.extend(_in_other_words(os.fspath(item)) or error.problems)
    if problems:
        raise InputError(problems)
    return loaded


def _in_other_words(name: str) -> list[Problem]:
    """What to say of a file that is no suite because it holds recorded calls, or what came of some."""
    quoted, path = shlex.quote(name), Path(name)
    if not _is_stored(path):
        return []
    kind = _kind_of_run(path)
    if kind == "check":
        return [Problem(name, "", "holds the results of check and no scenarios")]
    if kind == "run":
        use = f"to judge it again, use: callproof score {quoted}"
        if not path.is_dir():
            use = f"to decide on it, use: callproof gate {quoted}"
        return [Problem(name, "", f"is a run; {use}")]
    if not _holds_calls(name):
        return []
    return [Problem(name, "", f"holds recorded calls and no scenarios; use check: callproof check {quoted}")]


def _is_stored(path: Path) -> bool:
    """Whether there is a file or a folder; a pipe would be waited for."""
    try:
        return path.is_file() or path.is_dir()
    except (OSError, ValueError):
        return False


def _kind_of_run(path: Path) -> str | None:
    """What the saved run at a path is of; None where there is none."""
    try:
        return StoredRun(path).kind
    except InputError:
        return None


def _holds_calls(name: str) -> bool:
    # Slow to load, and needed for one sentence alone.
    from callproof.evidence.jsontext import parse_json
    from callproof.importers.registry import Place, read_payload
    from callproof.importers.sources import Document, documents

    first = next((item for item in documents([name]) if isinstance(item, Document)), None)
    if first is None or first.kind == "record":
        return first is not None
    try:
        data = parse_json(first.data)
    except ValueError:
        return False
    return any(isinstance(item, Record) for item in read_payload(data, Place(name, "call")))
