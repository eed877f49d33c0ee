"""The list of timed roles that home-made agents and test tools write: [{role, content, start_time, end_time}].

docs/formats.md describes every field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, TypeAlias

from callproof.errors import InputError, Problem, did_you_mean
from callproof.evidence.building import RecordBuilder
from callproof.evidence.events import Speaker
from callproof.evidence.record import Record
from callproof.importers.clock import Clock, epoch_s, in_seconds, out_of_order
from callproof.importers.fields import TOLERANT, Amount, Carried, Id, Moment, Text
from callproof.importers.listing import Listing, read_item, role_of
from callproof.importers.registry import Place, importer
from callproof.problems import dotted, found

# "Testing Agent" is the caller: in the tool that writes these names it is the simulated customer who calls, and "Main Agent"
# is the agent under test. What they say does not decide it: in the published sample the Main Agent asks for an appointment
# and the Testing Agent books it, and by what is said alone a customer and a clerk cannot be told apart in general. Tool
# entries name no speaker and are the agent's, which alone has tools.
_SPEAKERS: Mapping[str, Speaker] = {
    "testing agent": "caller",
    "user": "caller",
    "caller": "caller",
    "customer": "caller",
    "human": "caller",
    "main agent": "agent",
    "assistant": "agent",
    "agent": "agent",
    "bot": "agent",
    "other": "other",
}
_CALL_ROLES = frozenset(("function call", "tool call"))
_RESULT_ROLES = frozenset(("function call result", "tool call result", "function result", "tool result"))
_PROMPT_ROLES = frozenset(("system", "developer"))
_KNOWN_ROLES = (*_SPEAKERS, *sorted(_CALL_ROLES), *sorted(_RESULT_ROLES), *sorted(_PROMPT_ROLES))
_LISTS = ("transcript", "messages", "turns", "conversation")

_TIMES = frozenset(("start_time", "end_time", "timestamp"))
_ENTRY_KEYS, _DATA_KEYS = _TIMES | {"content"}, frozenset(("name", "arguments", "result", "error"))
# What others call these fields, and what is too far from them to be found as a slip of the pen.
_OTHER_NAMES: Mapping[str, str] = {
    "start": "start_time",
    "start_s": "start_time",
    "time": "start_time",
    "end": "end_time",
    "end_s": "end_time",
    "args": "arguments",
}


@dataclass(slots=True)
class _Turn:
    """Times are seconds from the start of the call, or since 1970; `timestamp` is the start."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    content: Text | None = None
    start_time: Amount | None = None
    end_time: Amount | None = None
    timestamp: Amount | None = None


@dataclass(slots=True)
class _CallData:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    name: Text
    id: Id | None = None
    arguments: Carried = None
    result: Carried = None


@dataclass(slots=True)
class _ResultData:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    name: Text | None = None
    id: Id | None = None
    result: Carried = None
    error: Carried = None


@dataclass(slots=True)
class _ToolCall:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    data: _CallData
    start_time: Amount | None = None
    end_time: Amount | None = None
    timestamp: Amount | None = None


@dataclass(slots=True)
class _ToolResult:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    data: _ResultData | None = None
    content: Carried = None
    start_time: Amount | None = None
    end_time: Amount | None = None
    timestamp: Amount | None = None


@dataclass(slots=True)
class _Call:
    """What may stand beside the list."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    id: Id | None = None
    call_id: Id | None = None
    started_at: Moment | None = None


_Item: TypeAlias = _Turn | _ToolCall | _ToolResult


class _Entry(NamedTuple):
    at: int
    speaker: Speaker | None
    item: _Item


# --- telling it apart ----------------------------------------------------------------------------------------------


def _recognises(data: Any) -> bool:
    items = data if isinstance(data, list) else _list_of(data)[1]
    return any(_is_entry(item) for item in items)


def _is_entry(item: Any) -> bool:
    if not isinstance(item, dict) or not isinstance(item.get("role"), str):
        return False
    role = _plain(item["role"])
    if role in _CALL_ROLES or role in _RESULT_ROLES:
        return "data" in item
    return role in _SPEAKERS and "content" in item


def _plain(role: str) -> str:
    return role.strip().lower().replace("_", " ").replace("-", " ")


def _list_of(data: Any) -> tuple[tuple[str, ...], list[Any]]:
    """Where the list to read stands, and the list; an empty one if there is none."""
    for name in _LISTS if isinstance(data, dict) else ():
        items = data.get(name)
        if isinstance(items, list) and items:
            return (name,), items
    return (_LISTS[0],), []


# --- reading -------------------------------------------------------------------------------------------------------


@importer("timed_roles", recognises=_recognises, keys=("role", "content", "start_time", "end_time"))
def read_timed_roles(data: Any, place: Place) -> Record:
    path: tuple[str, ...] = ()
    call, items = _Call(), data
    problems: list[Problem] = []
    if isinstance(data, dict):
        path, items = _list_of(data)
        call = read_item(_Call, data, place, (), problems) or call
    if not isinstance(items, list) or not items:
        raise InputError([place.problem(f"found {found(data)}, expected a list of timed roles")])
    inside = replace(place, path=(*place.path, *path))
    entries = [entry for index, item in enumerate(items) if (entry := _entry(index, item, inside, problems))]
    problems.extend(out_of_order(inside, _given_starts(entries, items)))
    if problems:
        raise InputError(problems)
    builder = RecordBuilder()
    starts = [_start_s(entry.item) for entry in entries if isinstance(entry.item, _Turn)]
    tools = [_start_s(entry.item) for entry in entries if not isinstance(entry.item, _Turn)]
    started = epoch_s(call.started_at)
    clock = Clock(starts, builder, also=[*tools, started])
    # Where times count from the start of the call nobody says when the line was connected: started_at is a date then.
    connected = clock.connection_ms(started, starts, "started_at")
    if connected is not None:
        builder.connected(connected)
    listing = Listing(builder)
    for entry in entries:
        _add(listing, clock, entry, dotted((*path, entry.at)))
    builder.ended(None)
    id = call.id or call.call_id or place.default_id
    return builder.build(id, "timed_roles", started_at=clock.started_at or call.started_at)


def _entry(index: int, item: Any, place: Place, problems: list[Problem]) -> _Entry | None:
    """What an item of the list is to the call; None for a prompt, and for what is wrong."""
    role = role_of(item, index, place, problems)
    if role is None:
        return None
    plain = _plain(role)
    if plain in _PROMPT_ROLES:
        return None
    if plain in _CALL_ROLES:
        kind: type[_Item] = _ToolCall
    elif plain in _RESULT_ROLES:
        kind = _ToolResult
    elif plain in _SPEAKERS:
        kind = _Turn
    else:
        hint = did_you_mean(plain, _KNOWN_ROLES) or f" Known are {', '.join(_KNOWN_ROLES)}."
        problems.append(place.problem(f"found {found(role)}, which is no role.{hint}", index, "role"))
        return None
    before = len(problems)
    problems.extend(_near(item, _ENTRY_KEYS, place, index))
    if kind is not _Turn and isinstance(item.get("data"), dict):
        problems.extend(_near(item["data"], _DATA_KEYS, place, index, "data"))
    read = read_item(kind, item, place, (index,), problems)
    return None if read is None or len(problems) > before else _Entry(index, _SPEAKERS.get(plain), read)


def _near(data: dict[str, Any], known: frozenset[str], place: Place, *path: str | int) -> Iterator[Problem]:
    """Unknown fields may be anybody's own notes; one that looks like a field of ours that is missing is a mistake."""
    unset = known - data.keys()
    if "timestamp" in data:
        unset = unset - {"start_time"}
    for name in sorted(str(name) for name in data.keys() - known):
        meant = _OTHER_NAMES.get(name)
        hint = f" Did you mean {meant!r}?" if meant in unset else did_you_mean(name, unset)
        if hint:
            yield place.problem(f"is not a field that is known here.{hint}", *path, name)


def _start_s(item: _Item) -> float | None:
    return in_seconds(item.timestamp if item.start_time is None else item.start_time)


def _given_starts(
    entries: list[_Entry], items: list[Any]
) -> Iterator[tuple[tuple[str | int, ...], float, Any]]:
    for entry in entries:
        start = _start_s(entry.item)
        if isinstance(entry.item, _Turn) and start is not None:
            name = "timestamp" if entry.item.start_time is None else "start_time"
            yield (entry.at, name), start, items[entry.at][name]


def _add(listing: Listing, clock: Clock, entry: _Entry, source: str) -> None:
    item = entry.item
    start = clock.ms(_start_s(item), source, ".start_time")
    end = clock.ms(in_seconds(item.end_time), source, ".end_time")
    if isinstance(item, _Turn):
        listing.turn(entry.speaker or "other", start, end, item.content, source=source)
    elif isinstance(item, _ToolCall):
        call = item.data
        listing.tool_call(call.id, call.name, call.arguments, start, source=source)
        if call.result is not None:
            listing.tool_result(call.id, call.name, call.result, end, source=source)
    else:
        data = item.data or _ResultData(result=item.content)
        failed = data.error is not None
        result = data.error if failed else data.result
        listing.tool_result(
            data.id, data.name, result, end if start is None else start, source=source, failed=failed
        )
