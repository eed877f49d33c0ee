"""Voices and recognisers at work in processes of their own, so that no frame of a running call waits for a model."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TypeVar, TypeVarTuple

import numpy as np

from callproof.models.cache import SpokenLines
from callproof.models.parts import RECOGNISERS, VOICES, Signal, SpeechIn, SpeechOut, Transcript, Voice

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line as sound, at `rate_hz`."""

    signal: Signal
    rate_hz: int


class SpeechWorkers:
    """A voice and a recogniser by name. `cache` is the folder of spoken lines (None: nothing is kept).

    The processes start with the first thing asked of them. What fails in one raises here: InputError for a part that is missing.
    """

    def __init__(
        self,
        *,
        voice: str = "hibari",
        recogniser: str = "moonshine",
        cache: Path | None = None,
        processes: int = 1,
    ) -> None:
        self.voice = voice
        self.recogniser = recogniser
        self._cache = cache
        # Forking a process with running loops and threads is not safe.
        self._pool = ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))

    async def speak(self, text: str, voice: Voice) -> Spoken:
        data, rate_hz = await self._work(_speak, self.voice, self._cache, text, voice)
        return Spoken(np.frombuffer(data, np.float32), rate_hz)

    async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript:
        data = np.asarray(signal, np.float32).tobytes()
        return await self._work(_hear, self.recogniser, data, rate_hz, language)

    async def _work(self, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def __enter__(self) -> SpeechWorkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@cache
def _voice(name: str, folder: Path | None) -> SpeechOut:
    voice = VOICES.make(name)
    return voice if folder is None else SpokenLines(voice, folder)


@cache
def _recogniser(name: str) -> SpeechIn:
    return RECOGNISERS.make(name)


def _speak(name: str, folder: Path | None, text: str, voice: Voice) -> tuple[bytes, int]:
    part = _voice(name, folder)
    return np.asarray(part.speak(text, voice), np.float32).tobytes(), part.rate_hz


def _hear(name: str, data: bytes, rate_hz: int, language: str) -> Transcript:
    return _recogniser(name).transcribe(np.frombuffer(data, np.float32), rate_hz, language)
