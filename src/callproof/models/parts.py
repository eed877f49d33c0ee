"""What a voice, a recogniser and a speech detector are, and where they are found by name.

A part registers a maker under its name; what the maker imports is loaded only when it is called. Signals are one-dimensional float32
arrays with full scale at 1.0, mono.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from callproof.errors import InputError, Problem, did_you_mean

# `numpy.typing.NDArray[numpy.float32]`, spelled out nowhere so that naming a part needs no numpy.
Signal: TypeAlias = Any

# What a part speaks or understands that makes no difference between languages.
LANGUAGES = ("en", "es", "ko", "ja", "de", "fr", "pt", "it")


@dataclass(frozen=True, slots=True)
class Voice:
    """How a line is spoken. `name` is one of the part's voices, `speed` 1.0 its usual rate, `pause_ms` what is waited between two
    phrases beyond the pause that the voice itself makes."""

    name: str = ""
    speed: float = 1.0
    seed: int = 0
    pause_ms: int = 0


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
    """Parts of one kind by name. A name may have a variant behind a colon, which its maker is given ("" without one): a model, or
    one of the voices."""

    def __init__(self, kind: str, modules: Mapping[str, str]) -> None:
        self._kind = kind
        self._modules = dict(modules)
        self._makers: dict[str, Callable[[str], P]] = {}

    @property
    def names(self) -> list[str]:
        return sorted({*self._modules, *self._makers})

    def register(self, name: str) -> Callable[[Callable[[str], P]], Callable[[str], P]]:
        """Makes a function or class the maker of the part of that name."""

        def add(make: Callable[[str], P]) -> Callable[[str], P]:
            self._makers[name] = make
            return make

        return add

    def check(self, name: str) -> None:
        """Raises InputError for a name that is not known; loads nothing."""
        bare = name.partition(":")[0]
        if bare not in self.names:
            raise InputError.of(
                f"there is no {self._kind} {bare!r} (there are: {', '.join(self.names)}).{did_you_mean(bare, self.names)}"
            )

    def make(self, name: str) -> P:
        """A new part. Raises InputError for a name that is not known, and for a part that is not installed."""
        self.check(name)
        bare, _, variant = name.partition(":")
        if bare not in self._makers:
            importlib.import_module(self._modules[bare])
        return self._makers[bare](variant)


_HERE = "callproof.models"
VOICES: Parts[SpeechOut] = Parts(
    "voice",
    {
        "espeak-ng": f"{_HERE}.espeak",
        "hibari": f"{_HERE}.hibari",
        "kokoro": f"{_HERE}.kokoro",
        "openai": f"{_HERE}.openai",
        "piper": f"{_HERE}.piper",
        "polly": f"{_HERE}.polly",
    },
)
RECOGNISERS: Parts[SpeechIn] = Parts(
    "recogniser",
    {
        "deepgram": f"{_HERE}.deepgram",
        "faster-whisper": f"{_HERE}.faster_whisper",
        "moonshine": f"{_HERE}.moonshine",
        "openai": f"{_HERE}.openai",
        "transcribe": f"{_HERE}.transcribe",
    },
)
DETECTORS: Parts[SpeechDetection] = Parts("speech detector", {"silero": f"{_HERE}.silero"})


@dataclass(frozen=True, slots=True)
class SpeechParts:
    """Which parts a run uses, by name. `second` reads what the agent said once more."""

    voice: str = "hibari"
    recogniser: str = "moonshine"
    second: str | None = None

    def check(self) -> None:
        """Raises InputError for a name that there is not; loads nothing."""
        VOICES.check(self.voice)
        RECOGNISERS.check(self.recogniser)
        if self.second is not None:
            RECOGNISERS.check(self.second)
            if self.second == self.recogniser:
                raise InputError.of(
                    f"the recogniser {self.second} is there twice; two of a kind make the same mistakes"
                )


USUAL_PARTS = SpeechParts()


class MissingPartError(InputError):
    """A part that is not installed, or lacks what it needs; `mend` is the command for that."""

    def __init__(self, problems: Iterable[Problem], mend: str = "") -> None:
        super().__init__(problems)
        self.mend = mend

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems, self.mend)

    @classmethod
    def to_mend(cls, what: str, mend: str) -> Self:
        return cls([Problem("", "", f"{what}: {mend}")], mend)


class BrokenPartError(MissingPartError):
    """A part that is installed, and cannot be loaded."""


def required(modules: Iterable[str], part: str, extra: str) -> ModuleType:
    """The first of these modules. Raises InputError that says what to install when one is missing."""
    return needed(modules, part, f"pip install 'callproof[{extra}]'")


def needed(modules: Iterable[str], part: str, install: str) -> ModuleType:
    """The first of these modules. Raises InputError with the command that installs what is missing, or installs it again."""
    loaded = []
    for name in modules:
        try:
            loaded.append(importlib.import_module(name))
        except ModuleNotFoundError as error:
            # A whole package is missing, which pip sees by itself; a piece of one it would not miss.
            if error.name is not None and (error.name == name or "." not in error.name):
                raise MissingPartError.to_mend(f"{part} is not installed ({error})", install) from None
            raise _broken(part, install, error) from None
        except Exception as error:
            # Libraries of the machine's own are loaded then, and whatever they raise is ours to tell.
            raise _broken(part, install, error) from None
    return loaded[0]


def _broken(part: str, install: str, error: Exception) -> BrokenPartError:
    what = " ".join(str(error).split()) or type(error).__name__
    return BrokenPartError.to_mend(
        f"{part} cannot be loaded ({what})", install.replace("pip install", "pip install --force-reinstall")
    )


def region_from(part: str) -> str:
    """Amazon's region. Raises InputError when none is set."""
    region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")
    if not region:
        raise MissingPartError.to_mend(f"{part} needs a region", "export AWS_REGION=...")
    return region


def no_variant(part: str, variant: str) -> None:
    """For a part that there is only one of. Raises InputError."""
    if variant:
        raise InputError.of(f"{part} has no variants, and {variant!r} was asked for")


def key_from(environment: Mapping[str, str], name: str, part: str) -> str:
    """A key from the environment, by the name of its variable. Raises InputError when it is not set; a key is never shown."""
    key = environment.get(name, "").strip()
    if not key:
        raise MissingPartError.to_mend(f"{part} needs a key in the environment", f"export {name}=...")
    return key
