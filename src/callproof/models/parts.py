"""What a voice, a recogniser and a speech detector are, and where they are found by name.

A part registers a maker under its name; what the maker imports is loaded only when it is called. Signals are one-dimensional float32
arrays with full scale at 1.0, mono.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from callproof.errors import InputError, did_you_mean

# `numpy.typing.NDArray[numpy.float32]`, spelled out nowhere so that naming a part needs no numpy.
Signal: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Voice:
    """How a line is spoken. `name` is one of the part's voices, `speed` 1.0 its usual rate."""

    name: str = ""
    speed: float = 1.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word with its times in ms from the start of the recording, and how sure the recogniser is (0 to 1) where it says so."""

    text: str
    start_ms: int
    end_ms: int
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a recogniser makes of a recording. Nothing heard is an empty text; `words` only where it gives their times."""

    text: str
    words: tuple[HeardWord, ...] = ()


class SpeechOut(Protocol):
    """A synthetic voice. `id` names it with its version: it is part of what a cached line is stored under."""

    @property
    def id(self) -> str: ...
    @property
    def rate_hz(self) -> int: ...
    @property
    def languages(self) -> tuple[str, ...]: ...
    @property
    def voices(self) -> tuple[str, ...]: ...

    def speak(self, text: str, voice: Voice) -> Signal:
        """The text as sound at `rate_hz`; the same text and voice give the same sound."""


class SpeechIn(Protocol):
    """A recogniser. `id` names it with its version."""

    @property
    def id(self) -> str: ...
    @property
    def languages(self) -> tuple[str, ...]: ...

    def transcribe(self, signal: Signal, rate_hz: int, language: str) -> Transcript: ...


class SpeechDetection(Protocol):
    """Tells speech from other sounds in frames of `frame_ms` at `rate_hz`. Keeps state: one for each channel."""

    @property
    def id(self) -> str: ...
    @property
    def rate_hz(self) -> int: ...
    @property
    def frame_ms(self) -> int: ...

    def probability(self, frame: Signal) -> float:
        """How likely a frame is to be speech, given those before."""

    def reset(self) -> None: ...


P = TypeVar("P")


class Parts(Generic[P]):
    """Parts of one kind by name."""

    def __init__(self, kind: str, modules: Mapping[str, str]) -> None:
        self._kind = kind
        self._modules = dict(modules)
        self._makers: dict[str, Callable[[], P]] = {}

    @property
    def names(self) -> list[str]:
        return sorted({*self._modules, *self._makers})

    def register(self, name: str) -> Callable[[Callable[[], P]], Callable[[], P]]:
        """Makes a function or class the maker of the part of that name."""

        def add(make: Callable[[], P]) -> Callable[[], P]:
            self._makers[name] = make
            return make

        return add

    def make(self, name: str) -> P:
        """A new part. Raises InputError for a name that is not known, and for a part that is not installed."""
        if name not in self._makers and name in self._modules:
            importlib.import_module(self._modules[name])
        if name not in self._makers:
            raise InputError.of(
                f"there is no {self._kind} {name!r} (there are: {', '.join(self.names)}).{did_you_mean(name, self.names)}"
            )
        return self._makers[name]()


_HERE = "callproof.models"
VOICES: Parts[SpeechOut] = Parts("voice", {"hibari": f"{_HERE}.hibari"})
RECOGNISERS: Parts[SpeechIn] = Parts("recogniser", {"moonshine": f"{_HERE}.moonshine"})
DETECTORS: Parts[SpeechDetection] = Parts("speech detector", {"silero": f"{_HERE}.silero"})


def required(modules: Iterable[str], part: str, extra: str) -> ModuleType:
    """The first of these modules. Raises InputError that says what to install when one is missing."""
    loaded = []
    for name in modules:
        try:
            loaded.append(importlib.import_module(name))
        except ImportError as error:
            raise InputError.of(
                f"{part} is not installed ({error}): pip install 'callproof[{extra}]'"
            ) from None
    return loaded[0]
