"""Voices and recognisers at work in processes of their own, so that no frame of a running call waits for a model."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TypeVar, TypeVarTuple

import numpy as np

from callproof.errors import CallproofError, HarnessError
from callproof.models import phrases
from callproof.models.cache import SpokenLines
from callproof.models.parts import (
    RECOGNISERS,
    USUAL_PARTS,
    VOICES,
    Signal,
    SpeechIn,
    SpeechOut,
    SpeechParts,
    Transcript,
    Voice,
)
from callproof.models.registers import REGISTERS
from callproof.models.worker_start import start_worker

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_DIED = "a process for speech died"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line as sound, at `rate_hz`."""

    signal: Signal
    rate_hz: int


@dataclass(frozen=True, slots=True)
class About:
    """What a part is, with its version; the languages that it speaks or understands; of a voice its callers by name, where it has
    no others."""

    id: str
    languages: tuple[str, ...]
    callers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class AboutParts:
    voice: About
    recogniser: About
    second: About | None


class SpeechWorkers:
    """The parts of a run. `cache` is the folder of spoken lines (None: nothing is kept).

    Each part has a process of its own, which starts with the first thing asked of it: a line is not kept waiting by what is being heard,
    nor one recogniser by another. What fails in one raises here: InputError for a part that is missing, HarnessError where its process
    died.
    """

    def __init__(self, parts: SpeechParts = USUAL_PARTS, *, cache: Path | None = None) -> None:
        self.parts = parts
        self.about: AboutParts | None = None
        self._cache = cache
        self._voice, self._recogniser = _Process(), _Process()
        self._second = None if parts.second is None else _Process()

    def loaded(self) -> SpeechWorkers:
        """Loads every part and waits for it. Raises InputError for what is not installed, or lacks its key."""
        parts = self.parts
        try:
            voice = self._voice.submit(about_voice, parts.voice)
            recogniser = self._recogniser.submit(about_recogniser, parts.recogniser)
            second = None
            if self._second is not None and parts.second is not None:
                second = self._second.submit(about_recogniser, parts.second)
            self.about = AboutParts(
                voice.result(), recogniser.result(), None if second is None else second.result()
            )
        except BaseException as error:
            self.close()
            if isinstance(error, CallproofError) or not isinstance(error, Exception):
                raise
            what = (
                f"{_DIED} while it was loaded" if isinstance(error, BrokenProcessPool) else _unloaded(error)
            )
            raise HarnessError(f"{what}; callproof doctor tries each part") from None
        return self

    @property
    def ids(self) -> dict[str, str]:
        """What the parts are, with their versions; nothing before they are loaded."""
        if self.about is None:
            return {}
        second = {} if self.about.second is None else {"second recogniser": self.about.second.id}
        return {"voice": self.about.voice.id, "recogniser": self.about.recogniser.id, **second}

    async def speak(self, text: str, voice: Voice) -> Spoken:
        data, rate_hz = await self._voice.work(speak_with, self.parts.voice, self._cache, text, voice)
        return Spoken(np.frombuffer(data, np.float32), rate_hz)

    async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        data = np.asarray(signal, np.float32).tobytes()
        return await self._recogniser.work(hear_with, self.parts.recogniser, data, rate_hz, language)

    async def hear_again(self, signal: Signal, rate_hz: int, language: str) -> Transcript | None:
        """What the second recogniser makes of it; None without one."""
        if self._second is None or self.parts.second is None:
            return None
        data = np.asarray(signal, np.float32).tobytes()
        return await self._second.work(hear_with, self.parts.second, data, rate_hz, language)

    def close(self) -> None:
        for process in (self._voice, self._recogniser, self._second):
            if process is not None:
                process.close()

    def __enter__(self) -> SpeechWorkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Process:
    """The process of a part. One that dies is replaced, and what was asked of it is asked once more: whoever killed it, a machine without
    memory for one, spoils a call at most, and not all that come after it."""

    def __init__(self) -> None:
        self._pool = _pool()

    def submit(self, function: Callable[[*Ts], T], *arguments: *Ts) -> Future[T]:
        return self._pool.submit(function, *arguments)

    async def work(self, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        loop = asyncio.get_running_loop()
        pool = self._pool
        try:
            return await loop.run_in_executor(pool, function, *arguments)
        except BrokenProcessPool:
            # Somebody else may have replaced it meanwhile.
            if self._pool is pool:
                self._pool = _pool()
        try:
            return await loop.run_in_executor(self._pool, function, *arguments)
        except BrokenProcessPool:
            raise HarnessError(f"{_DIED}, and the one that replaced it") from None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _unloaded(error: Exception) -> str:
    return f"a part for speech cannot be loaded: {' '.join(str(error).split()) or type(error).__name__}"


def _pool() -> ProcessPoolExecutor:
    # Forking a process with running loops and threads is not safe.
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=spawn, initializer=start_worker)


@cache
def _made(name: str) -> SpeechOut:
    return VOICES.make(name)


@cache
def _voice(name: str, folder: Path | None) -> SpeechOut:
    voice = _made(name)
    return voice if folder is None else SpokenLines(voice, folder)


@cache
def _recogniser(name: str) -> SpeechIn:
    return RECOGNISERS.make(name)


def about_voice(name: str) -> About:
    part = _voice(name, None)
    # Others than these may have more speakers than they can name.
    return About(part.id, part.languages, part.voices if part.voices == REGISTERS else None)


def about_recogniser(name: str) -> About:
    part = _recogniser(name)
    return About(part.id, part.languages)


def speak_with(name: str, folder: Path | None, text: str, voice: Voice) -> tuple[bytes, int]:
    part = _voice(name, folder)
    return np.asarray(phrases.speak(part, text, voice), np.float32).tobytes(), part.rate_hz


def hear_with(name: str, data: bytes, rate_hz: int, language: str) -> Transcript:
    return _recogniser(name).transcribe(np.frombuffer(data, np.float32), rate_hz, language)
