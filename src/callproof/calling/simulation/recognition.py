"""What the agent says, as recognisers hear it: the first for the call, a second one for its record."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from callproof.audio.pcm import Signal
from callproof.calling.simulation.log import Log
from callproof.errors import RecogniserError
from callproof.evidence.derived import Derivation, TextFound
from callproof.evidence.events import SpeechText
from callproof.models.parts import SpeechParts, Transcript
from callproof.spoken import compare
from callproof.version import __version__

# Our own recogniser gets this long for what the agent said, before the caller answers without it.
_UNDERSTANDS_WITHIN_S = 10.0
_DIGITS = {"for": "four", "to": "two", "too": "two", "won": "one", "ate": "eight"}
_LIKE_A_DIGIT = re.compile(rf"\b({'|'.join(_DIGITS)})\b", re.IGNORECASE)
_MOST_HOMOPHONES = 4
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class OwnLine:
    """How a line of our own is understood. `wrong`: a value that everybody who listens hears as another one; `whole`: all its words came
    through."""

    wrong: str | None
    whole: bool


def _spellings(heard: str, language: str) -> Iterator[str]:
    """A text, and the digits that its words may have sounded like: "quantity for" is "quantity four" as well."""
    pieces = _LIKE_A_DIGIT.split(heard, _MOST_HOMOPHONES) if language == "en" else [heard]
    # Every second piece is such a word.
    ways = [(piece, _DIGITS[piece.lower()]) if n % 2 else (piece,) for n, piece in enumerate(pieces)]
    for way in product(*ways):
        yield "".join(way)


class Listeners(Protocol):
    """One recogniser, or two: `models.workers.SpeechWorkers`, which see."""

    @property
    def parts(self) -> SpeechParts: ...
    async def hear(self, signal: Signal, rate_hz: int, language: str) -> Transcript: ...
    async def hear_again(self, signal: Signal, rate_hz: int, language: str) -> Transcript | None: ...


class Recognition:
    def __init__(self, log: Log, speech: Listeners, language: str, rate_hz: int) -> None:
        self._log = log
        self._speech = speech
        self._language = language
        self._rate_hz = rate_hz
        self._first: set[asyncio.Task[None]] = set()
        self._again: set[asyncio.Task[None]] = set()
        self._found: list[TextFound] = []

    def hear(self, utterance: str, started: int, signal: Signal) -> None:
        """An utterance that is over; `started` is the event in which it began."""
        self._start(self._first, self._understand(utterance, signal))
        if self._speech.parts.second is not None:
            self._start(self._again, self._hear_again(started, signal))

    async def understood(self) -> None:
        """Waits until what has been said is in the log as text. Nobody waits for the second recogniser while the call goes on."""
        if self._first:
            await asyncio.wait(self._first, timeout=_UNDERSTANDS_WITHIN_S)

    async def all_heard(self) -> None:
        """Waits for everybody, after the call."""
        while waiting := self._first | self._again:
            await asyncio.wait(waiting)

    def second(self) -> Derivation | None:
        """What the second recogniser heard, beside the record; None without one."""
        name = self._speech.parts.second
        if name is None:
            return None
        items = sorted(self._found, key=lambda found: found.event)
        return Derivation(
            producer=_NOT_IN_NAME.sub("-", name).strip("-."), version=__version__, items=tuple(items)
        )

    async def own_line(self, text: str, signal: Signal, rate_hz: int) -> OwnLine:
        """How the caller's own clean voice is understood, by the one who understands it best. Raises RecogniserError."""
        heard = await self._heard(signal, rate_hz)
        if self._came_through(text, heard.text):
            return OwnLine(None, whole=True)
        again = await self._heard_again(signal, rate_hz)
        if again is not None and self._came_through(text, again.text):
            return OwnLine(None, whole=True)
        if any(not self._differs(text, other.text) for other in (heard, again) if other is not None):
            return OwnLine(None, whole=False)
        wrong = f"our own voice is not understood: the line {text!r} is heard as {heard.text!r}"
        return OwnLine(wrong, whole=False)

    def _came_through(self, said: str, heard: str) -> bool:
        return any(
            compare(said, text, language=self._language).outcome in ("match", "filler", "phrasing")
            for text in _spellings(heard, self._language)
        )

    def _differs(self, said: str, heard: str) -> bool:
        """Whether no way to write what was heard has the values of what was said."""
        return all(self._has_other_values(said, text) for text in _spellings(heard, self._language))

    def _has_other_values(self, said: str, heard: str) -> bool:
        """Names are let through: a recogniser that does not know one writes words that sound like it."""
        found = compare(said, heard, language=self._language)
        spans = [span for difference in found.differences for span in (difference.said, difference.heard)]
        return found.outcome == "value" and any(span is not None and span.readings for span in spans)

    async def _understand(self, utterance: str, signal: Signal) -> None:
        try:
            heard = await self._heard(signal, self._rate_hz)
        except RecogniserError as error:
            self._log.broke(error)
            return
        self._log.append(SpeechText, speaker="agent", utterance=utterance, kind="heard", text=heard.text)

    async def _hear_again(self, started: int, signal: Signal) -> None:
        try:
            heard = await self._heard_again(signal, self._rate_hz)
        except RecogniserError as error:
            self._log.broke(error)
            return
        if heard is not None:
            self._found.append(TextFound(event=started, kind="heard", text=heard.text))

    async def _heard(self, signal: Signal, rate_hz: int) -> Transcript:
        try:
            return await self._speech.hear(signal, rate_hz, self._language)
        except Exception as error:
            raise RecogniserError(f"the recogniser failed: {error}") from error

    async def _heard_again(self, signal: Signal, rate_hz: int) -> Transcript | None:
        try:
            return await self._speech.hear_again(signal, rate_hz, self._language)
        except Exception as error:
            raise RecogniserError(f"the second recogniser failed: {error}") from error

    def _start(self, tasks: set[asyncio.Task[None]], work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
