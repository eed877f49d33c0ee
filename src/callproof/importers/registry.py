"""The door for call formats: a function from a payload to a record, put in with `@importer`; our own use it too.

    @importer("acme", recognises=lambda data: isinstance(data, dict) and "acme_call_id" in data, keys=("acme_call_id",))
    def read_acme(data: Any, place: Place) -> Record: ...

A payload is recognised by its shape, never by the name of its file. Importers of other packages are found by the entry point
group `callproof.importers`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from callproof.errors import InputError, Problem, did_you_mean
from callproof.evidence.frozen import quick_init
from callproof.evidence.record import Record
from callproof.problems import dotted, found, from_pydantic

if TYPE_CHECKING:
    from pydantic import ValidationError

ENTRY_POINTS = "callproof.importers"

# What platforms and webhooks put around a call, and around several.
_WRAPPERS = ("message", "data", "call", "calls", "conversation", "results", "items", "artifact")
_DEEPEST_WRAPPER = 4


@quick_init
@dataclass(frozen=True, slots=True)
class Place:
    """Where a payload stands: the file, the line or item inside it, and the id it gets if it has none of its own."""

    file: str
    default_id: str
    line: str = ""
    path: tuple[str | int, ...] = ()

    def at(self, *parts: str | int) -> str:
        """`line 17: turns[3].start_s` for ("turns", 3, "start_s")."""
        return self._in_line(dotted((*self.path, *parts)))

    def problem(self, message: str, *parts: str | int) -> Problem:
        return Problem(self.file, self.at(*parts), message)

    def invalid(self, error: ValidationError, *, known: Collection[str] = ()) -> list[Problem]:
        """What pydantic found, at this place."""
        problems = from_pydantic(error, self.file, known=known, within=self.path)
        return [Problem(problem.file, self._in_line(problem.path), problem.message) for problem in problems]

    def _in_line(self, path: str) -> str:
        return ": ".join(part for part in (self.line, path) if part)


Recognise: TypeAlias = Callable[[Any], bool]
Read: TypeAlias = Callable[[Any, Place], Record]


@dataclass(frozen=True, slots=True)
class Importer:
    """`keys` are field names that are typical of the format, to name the nearest one for a payload that fits none."""

    format: str
    recognises: Recognise
    keys: frozenset[str]
    read: Read


_registered: dict[str, Importer] = {}


def importer(format: str, *, recognises: Recognise, keys: Collection[str]) -> Callable[[Read], Read]:
    """Registers a function that reads one call of a format."""

    def register(read: Read) -> Read:
        if format in _registered:
            raise ValueError(f"two importers for the format {format!r}")
        _registered[format] = Importer(format, recognises, frozenset(keys), read)
        return read

    return register


def importers() -> tuple[Importer, ...]:
    """All registered importers; an earlier one wins where two recognise a payload."""
    return tuple(_registered.values())


def read_payload(data: Any, place: Place, format: str | None = None) -> Iterator[Record | InputError]:
    """The records of all calls in a payload: one call, a list of calls, or either in a platform's wrapper.

    With a `format` only that one is tried. What is wrong with one call does not touch the others: its InputError comes in
    its place.
    """
    candidates = importers() if format is None else (importer_of(format),)
    for chosen, inner, where in _calls(data, place, candidates, _DEEPEST_WRAPPER):
        if chosen is None and format is not None:
            chosen = candidates[0]
        if chosen is None:
            yield InputError([where.problem(_unknown(inner, candidates))])
            continue
        try:
            yield chosen.read(inner, where)
        except InputError as error:
            yield error


def importer_of(format: str) -> Importer:
    """The importer of a format by its name; raises InputError with the names there are."""
    if format not in _registered:
        names = ", ".join(_registered)
        raise InputError.of(f"no format {format!r}; there are {names}.{did_you_mean(format, _registered)}")
    return _registered[format]


def _calls(
    data: Any, place: Place, candidates: tuple[Importer, ...], depth: int
) -> Iterator[tuple[Importer | None, Any, Place]]:
    """Each call in a payload with the importer that recognises it; None where none does."""
    for candidate in candidates:
        if candidate.recognises(data):
            yield candidate, data, place
            return
    if isinstance(data, dict) and depth:
        for name in _WRAPPERS:
            inner = data.get(name)
            if isinstance(inner, dict | list) and inner:
                inside = list(_calls(inner, replace(place, path=(*place.path, name)), candidates, depth - 1))
                if any(chosen is not None for chosen, _, _ in inside):
                    yield from inside
                    return
    elif isinstance(data, list) and depth and any(isinstance(item, dict | list) for item in data):
        items = [
            found_call
            for index, item in enumerate(data)
            for found_call in _calls(item, _item(place, index), candidates, depth - 1)
        ]
        if any(chosen is not None for chosen, _, _ in items):
            yield from items
            return
    yield None, data, place


def _item(place: Place, index: int) -> Place:
    return replace(place, path=(*place.path, index), default_id=f"{place.default_id}#{index}")


def _unknown(data: Any, candidates: tuple[Importer, ...]) -> str:
    """The sentence about a payload that no importer recognises, with the nearest format."""
    names = _names(data)
    formats = ", ".join(candidate.format for candidate in candidates)
    nearest = max(candidates, key=lambda candidate: len(names & candidate.keys))
    shared = sorted(names & nearest.keys)
    if not shared:
        return f"found {found(data)}, which is no call in a shape that is known: {formats}"
    missing = ", ".join(sorted(nearest.keys - names))
    return f"no call in a shape that is known; nearest is {nearest.format} (has {', '.join(shared)}; lacks {missing})"


def _names(data: Any, depth: int = 2) -> set[str]:
    """The field names of a payload and of what lies right inside it; of a list, those of its first object."""
    if isinstance(data, list):
        data = next((item for item in data if isinstance(item, dict)), None)
    if not isinstance(data, dict):
        return set()
    names = set(data)
    for inner in data.values() if depth else ():
        names |= _names(inner, depth - 1)
    return names
