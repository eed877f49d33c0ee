"""`callproof run` and `callproof demo`: place the calls of suites against an agent, and judge each."""

from __future__ import annotations

import json
import re
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from callproof.errors import InputError
from callproof.surfaces.cli.command import FAILED, HARNESS_FAILED, INTERRUPTED, complain
from callproof.surfaces.reports.text import counted, shown

if TYPE_CHECKING:
    from callproof.evidence.events import AnyEvent
    from callproof.reporting import RunReport
    from callproof.running import Case, RunOptions, RunStream

_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9._-]+")
# Of an agent's name, the end: where it is a path, what comes before that says least. A label takes a hundred.
_LONGEST_NAME = 60


@dataclass(frozen=True, kw_only=True)
class RunCommand:
    """Place the calls of SUITES (files, folders, globs, or outcomes-30 and outcomes-extended, which ship with callproof) against an agent:
    MODULE:NAME, a Python file, naive or sound, a live one (twilio:ws://HOST/PATH), or agent.yaml; two are compared.
    """

    suites: Annotated[list[str], typer.Argument(metavar="SUITES", hidden=True)]
    agent: Annotated[
        list[str], typer.Option("--agent", help="The agent to call; repeat to compare.", metavar="SPEC")
    ] = field(default_factory=list)
    input: Annotated[
        str | None, typer.Option(help="What it is given, if it takes both: text or speech.", metavar="KIND")
    ] = None
    trials: Annotated[int, typer.Option(min=1, help="How often to play each scenario.", metavar="N")] = 1
    seed: Annotated[int, typer.Option(help="Varies how people speak.", metavar="S")] = 0
    only: Annotated[
        list[str], typer.Option(help="Ids or categories, * allowed; repeat, or a,b.", metavar="PATTERN")
    ] = field(default_factory=list)
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Save the run in this new folder; two in a folder each.",
            metavar="DIR",
        ),
    ] = None
    label: Annotated[
        str | None,
        typer.Option(help="Keep the run by this name; with -o, name it so.", metavar="NAME"),
    ] = None
    tools: Annotated[
        str | None, typer.Option(help="Module or file with functions of tools.", metavar="MODULE")
    ] = None
    database: Annotated[
        str | None, typer.Option(help="Where the world lives; SQLite in memory if not given.", metavar="URL")
    ] = None
    line: Annotated[
        list[str], typer.Option(help="noise=babble:10dB, telephone, loss=3%:bursts, ...", metavar="EFFECT")
    ] = field(default_factory=list)
    voice: Annotated[str | None, typer.Option(help="The caller's voice.", metavar="NAME")] = None
    recogniser: Annotated[
        list[str], typer.Option(help="Who listens; repeat for a second opinion.", metavar="NAME")
    ] = field(default_factory=list)
    at_once: Annotated[int, typer.Option(min=1, help="Calls at a time.", metavar="N")] = 1
    wire: Annotated[bool, typer.Option("--wire", help="Save the raw messages of each call too.")] = False
    watch: Annotated[bool, typer.Option("--watch", help="Show the call of one case while it runs.")] = False
    only_list: Annotated[bool, typer.Option("--list", help="List the cases, and call nobody.")] = False
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False

    def run(self) -> int:
        from callproof.running import RunOptions, chosen_agent

        options = RunOptions(
            trials=self.trials,
            seed=self.seed,
            only=[part.strip() for names in self.only for part in names.split(",")],
            tools=self.tools,
            database=self.database,
            label=self.label,
            output=self.output,
            at_once=self.at_once,
            wire=self.wire,
            line=self.line,
            voice=self.voice,
            recognisers=self.recogniser,
            now=datetime.now(UTC),
        )
        with _prints_aside(self.json):
            cases = options.cases(self.suites)
        if self.only_list:
            return self._print_cases(cases)
        if not self.agent:
            raise InputError.of("name the agent to call: --agent module:name, a Python file, or naive")
        if self.watch:
            self._check_watch(len(cases))
        with _prints_aside(self.json):
            agents = [chosen_agent(spec, self.input) for spec in self.agent]
        several = len(agents) > 1
        names = _names([agent.name for agent in agents])
        streams = [
            _stream(cases, agent, _for_one(options, name) if several else options, watch=self.watch)
            for agent, name in zip(agents, names, strict=True)
        ]
        return play_and_print(streams, as_json=self.json, label=self.label if self.output is None else None)

    def _check_watch(self, cases: int) -> None:
        if self.json:
            raise InputError.of("--watch is for people and --json for machines; leave one of them out")
        if cases > 1 or len(self.agent) > 1:
            what = f"{cases} cases" if cases > 1 else f"{len(self.agent)} agents"
            choose = "choose one with --only" if cases > 1 else "name one"
            raise InputError.of(f"--watch shows one case of one agent, and here are {what}; {choose}")

    def _print_cases(self, cases: list[Case]) -> int:
        if self.json:
            print(json.dumps({"cases": [_listed(case) for case in cases]}))
        else:
            from callproof.surfaces.reports.scoreboard import print_list
            from callproof.surfaces.reports.terminal import console_on

            print_list(console_on(sys.stdout), [_listed(case) for case in cases])
        return 0


@dataclass(frozen=True, kw_only=True)
class DemoCommand:
    """Thirty calls against an agent with seven planted defects.

    No key, no network: the calls, the backend and the agents ship with callproof. `--agent sound` has none of the defects,
    `--agent stale-tool-args` one. With --audio one call is placed to the same agent instead, with real speech both ways: a
    correction while a tool call is under way. Its recording can be listened to.
    """

    agent: Annotated[str, typer.Option("--agent", help="The agent to call.", metavar="SPEC")] = "naive"
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="Save the run in this new folder.", metavar="DIR")
    ] = None
    audio: Annotated[bool, typer.Option("--audio", help="One call with real speech; takes a minute.")] = False
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False

    def run(self) -> int:
        from callproof.evidence.runs import AUDIO_FILE, CALLS_FOLDER
        from callproof.running import DEMO_SPOKEN, DEMO_SUITE, RunOptions, chosen_agent

        now = datetime.now(UTC)
        agent, options = self.agent, RunOptions(output=self.output, now=now)
        if self.audio:
            agent = f"spoken:{agent}"
            # A recording that is not kept cannot be listened to.
            label = None if self.output is not None else f"demo-audio-{now:%Y%m%d-%H%M%S}"
            options = replace(options, only=[DEMO_SPOKEN], label=label)
        stream = _stream(options.cases(DEMO_SUITE), chosen_agent(agent), options)
        code = play_and_print([stream], as_json=self.json)
        if self.audio and stream.folder is not None and not self.json:
            print(f"\nlisten: {shown(str(stream.folder / CALLS_FOLDER / DEMO_SPOKEN / AUDIO_FILE))}")
        # That calls fail is what the demo shows.
        return 0 if code == FAILED else code


def _stream(cases: Any, agent: Any, options: RunOptions, *, watch: bool = False) -> RunStream:
    from callproof.running import RunStream

    return RunStream(cases, agent, options, watch=_watcher() if watch else None)


def _watcher() -> Callable[[AnyEvent], None]:
    from callproof.surfaces.reports.live import LiveCall
    from callproof.surfaces.reports.terminal import console_on

    return LiveCall(console_on(sys.stdout)).show


def play_and_print(streams: list[RunStream], *, as_json: bool, label: str | None = None) -> int:
    """Plays the run of each agent; two or more are compared with the first. Returns the exit code."""
    reports: list[RunReport] = []
    for stream in streams:
        try:
            quiet = as_json and sys.stdout.isatty()
            with (
                _stops_when_told(),
                _prints_aside(as_json),
                _progress(stream, quiet=quiet),
                # Closed at once, whatever happens: what was started for the run has to be stopped.
                closing(iter(stream)) as calls,
            ):
                for _ in calls:
                    pass
        except (KeyboardInterrupt, InputError) as error:
            # What the agents before it came to may have taken an hour.
            if reports and not as_json:
                _print_reports(reports, [before.folder for before in streams[: len(reports)]], None)
            if isinstance(error, InputError):
                raise
            complain(f"stopped{_kept(stream)}")
            return INTERRUPTED
        reports.append(stream.report)
        for note in stream.notes:
            print("note:", shown(note), file=sys.stderr)
    folders = [stream.folder for stream in streams]
    if as_json:
        _print_json(reports)
    else:
        _print_reports(reports, folders, label)
    return max((exit_code(report) for report in reports), key=[0, FAILED, HARNESS_FAILED].index)


def _kept(stream: RunStream) -> str:
    if stream.folder is None:
        return ""
    judge = f"callproof score {shlex.quote(str(stream.folder))}"
    return f"; {counted(stream.done, 'call')} played so far, kept in {stream.folder}; to judge what is there: {judge}"


def exit_code(report: RunReport) -> int:
    """What callproof itself did wrong says nothing about the agent and has its own code, unless a case failed too."""
    if report.crashed and not any(case["status"] == "failed" for case in report.cases):
        complain(
            "callproof itself failed in some calls, which says nothing about the agent; see the invalid cases"
        )
        return HARNESS_FAILED
    return 0 if report.passed else FAILED


def _print_json(reports: list[RunReport]) -> None:
    from callproof.rescoring import compare_reports

    if len(reports) == 1:
        print(json.dumps(reports[0].to_json()))
        return
    first, *others = reports
    diffs = [compare_reports(first, other).to_json() for other in others]
    print(json.dumps({"runs": [report.to_json() for report in reports], "diffs": diffs}))


def _print_reports(reports: list[RunReport], folders: list[Path | None], label: str | None) -> None:
    from callproof.surfaces.reports.scoreboard import print_run
    from callproof.surfaces.reports.terminal import console_on

    console = console_on(sys.stdout)
    for n, (report, folder) in enumerate(zip(reports, folders, strict=True)):
        if n:
            console.print()
        print_run(console, report.to_json(), folder=folder, label=label if len(reports) == 1 else None)
    for other in reports[1:]:
        from callproof.rescoring import compare_reports
        from callproof.surfaces.reports.run_comparison import print_run_diff

        console.print()
        print_run_diff(console, compare_reports(reports[0], other))


@contextmanager
def _stops_when_told() -> Iterator[None]:
    """A run that is ended from outside stops as by Ctrl-C: agents that were started for it must not stay behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, signal.default_int_handler) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _progress(stream: RunStream, *, quiet: bool) -> Iterator[None]:
    """Only for a person who watches."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    from callproof.surfaces.cli.run_progress import progress

    with progress(stream):
        yield


def _prints_aside(as_json: bool) -> AbstractContextManager[object]:
    """What an agent or a tool prints must not stand in the JSON; it goes to standard error."""
    return redirect_stdout(sys.stderr) if as_json else nullcontext()


def _names(agents: list[str]) -> list[str]:
    """A folder name for each agent."""
    names: list[str] = []
    for agent in agents:
        name = _NOT_IN_NAME.sub("-", agent)[-_LONGEST_NAME:].strip("-.") or "agent"
        names.append(name if name not in names else f"{name}-{len(names) + 1}")
    return names


def _for_one(options: RunOptions, name: str) -> RunOptions:
    """The options for one of several agents: a folder or a label of its own."""
    if options.output is not None:
        return replace(options, output=Path(options.output) / name)
    return replace(options, label=f"{options.label}-{name}") if options.label is not None else options


def _listed(case: Case) -> dict[str, Any]:
    scenario = case.scenario
    return {
        "id": case.id,
        "suite": case.suite,
        "category": scenario.category,
        "description": scenario.description,
        "seed": case.seed,
    }
