"""Calls to live agents, several at a time, in one event loop of its own thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from callproof.calling.engine import Case
from callproof.calling.simulation.live import LiveCall, LivePeer, LiveSettings, live_call
from callproof.models.workers import SpeechWorkers

# Gives the peer that is called, while whatever it needs (a tool server) is up.
PeerUp: TypeAlias = Callable[[], AbstractAsyncContextManager[LivePeer]]


def play_live(
    cases: Iterable[Case],
    peer: PeerUp,
    speech: SpeechWorkers,
    settings: LiveSettings,
    *,
    recordings: Path | None = None,
    at_once: int = 1,
) -> Iterator[tuple[Case, LiveCall]]:
    """Places the calls and yields each as it finishes. With a folder for `recordings`, each is there as `<number>.flac`.

    Whoever stops listening stops the run: calls under way are dropped.
    """
    with _loop() as loop:
        manager = peer()
        up = asyncio.run_coroutine_threadsafe(manager.__aenter__(), loop).result()
        running: dict[Future[LiveCall], Case] = {}
        try:
            for number, case in enumerate(cases):
                if len(running) >= at_once:
                    yield from _finished(running)
                file = None if recordings is None else recordings / f"{number}.flac"
                place = live_call(
                    case.scenario,
                    up,
                    speech,
                    id=case.id,
                    seed=case.seed,
                    settings=replace(settings, recording=file),
                )
                running[asyncio.run_coroutine_threadsafe(place, loop)] = case
            while running:
                yield from _finished(running)
        finally:
            for call in running:
                call.cancel()
            asyncio.run_coroutine_threadsafe(manager.__aexit__(None, None, None), loop).result()


def _finished(running: dict[Future[LiveCall], Case]) -> Iterator[tuple[Case, LiveCall]]:
    for done in wait(running, return_when=FIRST_COMPLETED).done:
        yield running.pop(done), done.result()


@contextmanager
def _loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="live calls", daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=5)
        if not loop.is_running():
            loop.close()
