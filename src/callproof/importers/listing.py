"""What platforms that list a call's messages have in common: turns and tool entries, one after the other."""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from callproof.errors import Problem
from callproof.evidence.building import RecordBuilder
from callproof.evidence.events import Quality, Speaker, Word
from callproof.importers.fields import arguments as parsed
from callproof.importers.fields import carried
from callproof.importers.registry import Place
from callproof.problems import found

T = TypeVar("T")

# Arguments of a call that only its result speaks of. Text, because an empty object would say that there were none.
UNKNOWN_ARGUMENTS = ""


class Listing:
    """Reads the items of such a list, in its order, into a record."""

    def __init__(self, builder: RecordBuilder) -> None:
        self._builder = builder
        self._speaker: Speaker | None = None
        self._answers: list[str] = []
        # The calls that have no result yet: all of them, and by the id that the source gave them.
        self._pending: deque[_Pending] = deque()
        self._by_id: dict[str, deque[_Pending]] = {}

    def turn(
        self,
        speaker: Speaker,
        start_ms: int | None,
        end_ms: int | None,
        text: str | None,
        *,
        source: str,
        quality: Quality = "reported",
        end_quality: Quality | None = None,
        words: tuple[Word, ...] = (),
        speech_ms: int | None = None,
        backchannel: bool | None = None,
    ) -> None:
        """One utterance. The agent's text is what it sent to its voice, everybody else's is what a recogniser heard.

        An item that has neither a text nor a time is none: lists have empty ones beside tool calls and for speech that was
        never begun.
        """
        if not text and start_ms is None and end_ms is None:
            return
        agent = speaker == "agent"
        utterance = self._builder.speech(
            speaker,
            start_ms,
            end_ms,
            said=text if agent else None,
            heard=None if agent else text,
            words=words,
            source=source,
            quality=quality,
            end_quality=end_quality,
            speech_ms=speech_ms,
            backchannel=backchannel,
        )
        if backchannel:
            return
        if agent and self._speaker == "caller":
            self._answers.append(utterance)
        self._speaker = speaker

    def tool_call(self, id: str | None, name: str, arguments: Any, ms: int | None, *, source: str) -> None:
        """A tool call; without a time it is put behind the utterance listed before it."""
        quality: Quality = "derived" if ms is None else "reported"
        call = self._builder.tool_sent(id, name, parsed(arguments), ms, quality=quality, source=source)
        pending = _Pending(name, call)
        self._pending.append(pending)
        if id is not None:
            self._by_id.setdefault(id, deque()).append(pending)

    def tool_result(
        self,
        id: str | None,
        name: str | None,
        result: Any,
        ms: int | None,
        *,
        source: str,
        failed: bool = False,
    ) -> None:
        """The result of the call with that id; without an id, of the first call of that name that has none yet.

        A result whose call is not listed proves that there was one: it is put in, with a time and arguments that are not
        known. A second result of one call says nothing new, and is left out.
        """
        known = id is not None and id in self._by_id
        call = self._take(id, name)
        if call is None and known:
            return
        if call is None:
            call = self._builder.tool_sent(
                id, name or "", UNKNOWN_ARGUMENTS, None, quality="unknown", source=source
            )
            if id is not None:
                self._by_id[id] = deque()
        quality: Quality = "derived" if ms is None else "reported"
        if failed:
            message = result if result is None or isinstance(result, str) else json.dumps(result)
            self._builder.tool_failed(call, message, ms, quality=quality, source=source)
        else:
            self._builder.tool_returned(call, result, ms, quality=quality, source=source)

    def runtime_latencies(self, values: Sequence[float | None], path: str) -> None:
        """The platform's own latency of each answer, in ms; None for one that it did not measure. `path` names the n-th in
        the source, with `{n}` for n. One that is negative or not finite cannot be true, and is noted as a time problem.

        They carry no turn. If there are as many as turns of the agent's that follow one of the caller's, they are taken to be
        theirs in order; else nobody can tell whose they are.
        """
        aligned = len(values) == len(self._answers)
        for index, value in enumerate(values):
            if value is not None and not 0 <= value < math.inf:
                told = f"{value:.10g} ms" if math.isfinite(value) else found(value)
                self._builder.time_problem(path.format(n=index), f"is {told}, which no latency can be")
            elif value is not None and aligned:
                self._builder.runtime_latency(value, self._answers[index], quality="derived")
            elif value is not None:
                self._builder.runtime_latency(value)

    def _take(self, id: str | None, name: str | None) -> str | None:
        queue = self._pending if id is None else self._by_id.get(id, ())
        for pending in queue:
            if not pending.done and (id is not None or name is None or pending.name == name):
                pending.done = True
                break
        else:
            return None
        for line in (self._pending, self._by_id.get(id or "", deque())):
            while line and line[0].done:
                line.popleft()
        return pending.call


class _Pending:
    __slots__ = ("call", "done", "name")

    def __init__(self, name: str, call: str) -> None:
        self.name = name
        self.call = call
        self.done = False


def role_of(item: Any, index: int, place: Place, problems: list[Problem]) -> str | None:
    """The role of an item of the list; None, and a problem, for an item that has none."""
    if not isinstance(item, dict):
        problems.append(place.problem(f"found {found(item)}, expected an object", index))
        return None
    role = item.get("role")
    if isinstance(role, str):
        return role
    message = "is missing" if "role" not in item else f"found {found(role)}, expected a text"
    problems.append(place.problem(message, index, "role"))
    return None


def read_item(
    cls: type[T], item: Any, place: Place, path: tuple[str | int, ...], problems: list[Problem]
) -> T | None:
    """An item, or the whole payload, as what it should be; None, and the problems, where it is not."""
    try:
        adapter: TypeAdapter[T] = _adapter(cls)  # type: ignore[arg-type]
        value = adapter.validate_python(item)
    except ValidationError as error:
        problems.extend(replace(place, path=(*place.path, *path)).invalid(error))
        return None
    return value


def at(data: Any, path: Iterable[str]) -> Any:
    """What stands in a payload behind some names; None where there is nothing."""
    for name in path:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def variables(
    data: Any, paths: Iterable[tuple[str, ...]], place: Place, problems: list[Problem]
) -> dict[str, Any]:
    """What the agent was told before the call: the objects at these paths of a payload, a later one over an earlier.

    What is no object is passed over; a value that a record cannot hold is a problem.
    """
    told: dict[str, Any] = {}
    for path in paths:
        values = at(data, path)
        for name, value in values.items() if isinstance(values, dict) else ():
            try:
                told[name] = carried(value)
            except ValueError as error:
                problems.append(place.problem(str(error), *path, name))
    return told


@cache
def _adapter(cls: Any) -> TypeAdapter[Any]:
    return TypeAdapter(cls)
