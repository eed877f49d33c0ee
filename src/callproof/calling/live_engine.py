"""Calls to live agents, several at a time, in one event loop of its own thread."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from datetime import datetime
from pathlib import Path

from callproof.audio.line_forms import LineEffect
from callproof.calling.background import background_loop, held
from callproof.calling.engine import Case, Placed
from callproof.calling.live_agent import LiveAgent
from callproof.calling.live_agents import called
from callproof.calling.own_api import check_tools, own_api
from callproof.calling.personas import check_personas
from callproof.calling.simulation.frames import undisturbed
from callproof.calling.simulation.live import LiveCall, LiveSettings, live_call
from callproof.calling.world.functions import ToolRegistry
from callproof.errors import InputError
from callproof.evidence.events import AnyEvent
from callproof.models.parts import USUAL_PARTS, SpeechParts
from callproof.models.workers import SpeechWorkers


def place_live(
    cases: Iterable[Case],
    agent: LiveAgent,
    *,
    database: str | None,
    functions: ToolRegistry,
    watch: Callable[[AnyEvent], None] | None,
    at_once: int,
    keep_recordings: bool,
    now: datetime | None,
    line: Sequence[LineEffect] = (),
    parts: SpeechParts = USUAL_PARTS,
    keep_wire: bool = False,
    note: Callable[[str], None] = lambda text: None,
) -> Iterator[Placed]:
    """Places the calls and yields each as it finishes. With `keep_recordings` each has its recording in a file, until the
    next is asked for; with `keep_wire` the messages of its protocol too. `note` is told of what people should know.

    Whoever stops listening stops the run: calls under way are dropped. Raises InputError when a part is not installed, or an
    agent of our own does not start.
    """
    cases = list(cases)
    check_tools(own_api(agent), (case.scenario for case in cases), agent.file)
    running: dict[Future[LiveCall], tuple[Case, Path | None, Path | None]] = {}
    with (
        tempfile.TemporaryDirectory(prefix="callproof-") as folder,
        _speech_for(cases, parts) as speech,
        background_loop("live calls") as loop,
        held(called(agent, note), loop) as peer,
        undisturbed(),
    ):
        try:
            for number, case in enumerate(cases):
                if len(running) >= at_once:
                    yield from _finished(running)
                recording = Path(folder) / f"{number}.flac" if keep_recordings else None
                wire = Path(folder) / f"{number}.wire.jsonl" if keep_wire else None
                settings = LiveSettings(
                    database=database,
                    functions=functions,
                    recording=recording,
                    started_at=None if now is None else now.isoformat(),
                    watch=watch,
                    wire=wire,
                    line=line,
                )
                place = live_call(case.scenario, peer, speech, id=case.id, seed=case.seed, settings=settings)
                running[asyncio.run_coroutine_threadsafe(place, loop)] = (case, recording, wire)
            while running:
                yield from _finished(running)
        finally:
            for call in running:
                call.cancel()


def _speech_for(cases: Iterable[Case], parts: SpeechParts) -> SpeechWorkers:
    """The parts, loaded. Raises InputError for what is not installed, and for callers that they cannot play."""
    speech = SpeechWorkers(parts, cache=lines_folder()).loaded()
    try:
        if speech.about is not None:
            check_personas((case.scenario for case in cases), speech.about)
    except InputError:
        speech.close()
        raise
    return speech


def lines_folder() -> Path:
    """Where lines that have been spoken are kept on this machine."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "callproof" / "lines"


def _finished(running: dict[Future[LiveCall], tuple[Case, Path | None, Path | None]]) -> Iterator[Placed]:
    for done in wait(running, return_when=FIRST_COMPLETED).done:
        case, recording, wire = running.pop(done)
        call = done.result()
        yield Placed(case, call.record, call.derivations, recording, wire)
