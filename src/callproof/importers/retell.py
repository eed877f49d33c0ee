"""Calls of Retell: a call object, a webhook or a list of them, or a bare transcript with word times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, TypeAlias

from callproof.errors import InputError, Problem
from callproof.evidence.building import RecordBuilder
from callproof.evidence.events import Party, Quality, Speaker
from callproof.evidence.events import Word as TimedWord
from callproof.evidence.record import Direction, Record
from callproof.importers.clock import Clock, in_seconds, out_of_order
from callproof.importers.fields import TOLERANT, Amount, Carried, Figure, Flag, Id, Text
from callproof.importers.listing import Listing, read_item, role_of, variables
from callproof.importers.registry import Place, importer
from callproof.problems import dotted, found

_SPEAKERS: Mapping[str, Speaker] = {"user": "caller", "agent": "agent", "transfer_target": "other"}
_INVOCATION, _RESULT = "tool_call_invocation", "tool_call_result"
# Only the lists of what happened inside the call: those of before and after it have names of their own. The one with the
# tools comes first; a scrubbed one has personal details taken out, and is all there is where nothing else is stored.
_LISTS = (
    "transcript_with_tool_calls",
    "scrubbed_transcript_with_tool_calls",
    "transcript_object",
    "scrubbed_transcript_object",
)
_CALL_MARKS = frozenset(("call_status", "disconnection_reason", "start_timestamp", "agent_id", "call_type"))
_NOT_OVER = frozenset(("registered", "ongoing"))
_NEVER_CONNECTED = frozenset(("registered", "not_connected"))
# Reasons of calls that nobody took, a machine aside: the agent had no one to greet.
_NOT_TAKEN = frozenset(
    (
        "dial_busy",
        "dial_failed",
        "dial_no_answer",
        "user_declined",
        "voicemail_reached",
        "invalid_destination",
        "telephony_provider_permission_denied",
        "telephony_provider_unavailable",
        "sip_routing_error",
        "marked_as_spam",
        "concurrency_limit_reached",
        "registered_call_timeout",
        "error_user_not_joined",
    )
)
# Those of the prompt, and those that the flow has filled.
_VARIABLES = (("retell_llm_dynamic_variables",), ("collected_dynamic_variables",))
_DIRECTIONS: Mapping[str | None, Direction] = {"inbound": "inbound", "outbound": "outbound"}

_ENDED_BY: Mapping[str, Party] = {
    "user_hangup": "caller",
    "user_declined": "caller",
    "agent_hangup": "agent",
    "call_transfer": "agent",
    "inactivity": "platform",
    "max_duration_reached": "platform",
}
_PLATFORM_ERROR = re.compile(
    r"^error_|^telephony_provider_|^(concurrency_limit_reached|dial_failed|invalid_destination|sip_routing_error|"
    r"marked_as_spam|no_valid_payment|scam_detected|registered_call_timeout)$"
)


@dataclass(slots=True)
class _Word:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    word: Text | None = None
    start: Amount | None = None
    end: Amount | None = None


@dataclass(slots=True)
class _Metadata:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    is_backchannel: Flag | None = None


@dataclass(slots=True)
class _Utterance:
    """Word times are seconds from the start of the audio, which begins with the call."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    content: Text | None = None
    words: list[_Word] | None = None
    metadata: _Metadata | None = None


@dataclass(slots=True)
class _Invocation:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    name: Text
    tool_call_id: Id | None = None
    arguments: Carried = None


@dataclass(slots=True)
class _Result:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    tool_call_id: Id | None = None
    content: Carried = None
    successful: Flag | None = None


@dataclass(slots=True)
class _Latency:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    values: list[Figure | None] | None = None


@dataclass(slots=True)
class _Latencies:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    e2e: _Latency | None = None


@dataclass(slots=True)
class _Analysis:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    call_successful: Flag | None = None


@dataclass(slots=True)
class _Call:
    """Timestamps count ms from 1970, latencies are in ms; `e2e_latency` is where older objects have `latency.e2e`."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = TOLERANT

    call_id: Id | None = None
    call_status: Text | None = None
    direction: Text | None = None
    start_timestamp: Amount | None = None
    end_timestamp: Amount | None = None
    duration_ms: Amount | None = None
    disconnection_reason: Text | None = None
    latency: _Latencies | None = None
    e2e_latency: _Latency | None = None
    call_analysis: _Analysis | None = None


_Item: TypeAlias = _Utterance | _Invocation | _Result


class _Entry(NamedTuple):
    at: int
    speaker: Speaker | None
    item: _Item


# --- telling it apart ----------------------------------------------------------------------------------------------


def _recognises(data: Any) -> bool:
    if isinstance(data, list):
        return any(_is_entry(item) for item in data)
    if not isinstance(data, dict):
        return False
    if "call_id" in data and not _CALL_MARKS.isdisjoint(data):
        return True
    return any(isinstance(data.get(name), list) for name in _LISTS)


def _is_entry(item: Any) -> bool:
    """Whether an item of a list has what only Retell's have."""
    if not isinstance(item, dict) or not isinstance(item.get("role"), str):
        return False
    if item["role"] in _SPEAKERS:
        return "words" in item
    return "tool_call_id" in item and item["role"] in (_INVOCATION, _RESULT)


def _list_of(data: dict[str, Any]) -> tuple[tuple[str, ...], list[Any]]:
    """Where the list to read stands, and the list; an empty one if there is none."""
    for name in _LISTS:
        items = data.get(name)
        if isinstance(items, list) and items:
            return (name,), items
    return (_LISTS[0],), []


# --- reading -------------------------------------------------------------------------------------------------------


@importer(
    "retell",
    recognises=_recognises,
    keys=("call_id", "transcript_object", "transcript_with_tool_calls", "role", "words"),
)
def read_retell(data: Any, place: Place) -> Record:
    path: tuple[str, ...] = ()
    call, items = _Call(), data
    problems: list[Problem] = []
    if isinstance(data, dict):
        path, items = _list_of(data)
        call = read_item(_Call, data, place, (), problems) or call
    if not isinstance(items, list) or not (items or _recognises(data)):
        raise InputError(
            [place.problem(f"found {found(data)}, expected a call of Retell's or its transcript")]
        )
    inside = replace(place, path=(*place.path, *path))
    entries = [entry for index, item in enumerate(items) if (entry := _entry(index, item, inside, problems))]
    problems.extend(out_of_order(inside, _given_starts(entries)))
    given = variables(data, _VARIABLES, place, problems)
    if problems:
        raise InputError(problems)
    builder = RecordBuilder()
    stamps = Clock([in_seconds(call.start_timestamp)], builder)
    if stamps.is_wall_clock and _took_place(call, entries):
        builder.connected(0)
    listing = Listing(builder)
    audio = Clock((), builder)
    for entry in entries:
        _add(listing, audio, entry, dotted((*path, entry.at)))
    latency, field = call.e2e_latency, "e2e_latency"
    if call.latency is not None and call.latency.e2e is not None:
        latency, field = call.latency.e2e, "latency.e2e"
    listing.runtime_latencies((latency.values if latency is not None else None) or (), field + ".values[{n}]")
    _end(builder, call, stamps, audio)
    return builder.build(
        call.call_id or place.default_id,
        "retell",
        started_at=stamps.started_at,
        direction=_DIRECTIONS.get(call.direction),
        given=given,
    )


def _took_place(call: _Call, entries: list[_Entry]) -> bool:
    """Whether there was a call to speak in. start_timestamp stands in calls that still ring and in calls that nobody took."""
    if call.call_status in _NEVER_CONNECTED or call.disconnection_reason in _NOT_TAKEN:
        return False
    return bool(entries) or not _goes_on(call)


def _goes_on(call: _Call) -> bool:
    return call.disconnection_reason is None and call.end_timestamp is None and call.call_status in _NOT_OVER


def _entry(index: int, item: Any, place: Place, problems: list[Problem]) -> _Entry | None:
    """What an item of the list is to the call. None for what is neither said nor a tool's (moves between the nodes of a
    flow, keys, messages put in), and for what is wrong."""
    role = role_of(item, index, place, problems)
    if role is None:
        return None
    speaker = _SPEAKERS.get(role)
    if speaker is None and role not in (_INVOCATION, _RESULT):
        # Who spoke for a time is somebody, even in a role that we do not know: to leave that out would invent a silence.
        if not (item.get("content") and item.get("words")):
            return None
        speaker = "other"
    kind: type[_Item] = _Utterance
    if speaker is None:
        kind = _Invocation if role == _INVOCATION else _Result
    read = read_item(kind, item, place, (index,), problems)
    return None if read is None else _Entry(index, speaker, read)


def _given_starts(entries: list[_Entry]) -> Iterator[tuple[tuple[str | int, ...], float, Any]]:
    for entry in entries:
        words = entry.item.words if isinstance(entry.item, _Utterance) else None
        for number, word in enumerate(words or ()):
            if word.start is not None:
                yield (entry.at, "words", number, "start"), word.start, word.start
                break


def _add(listing: Listing, audio: Clock, entry: _Entry, source: str) -> None:
    item = entry.item
    if isinstance(item, _Invocation):
        # Tool entries have no times: all that is known is which words they stand between.
        listing.tool_call(item.tool_call_id, item.name, item.arguments, None, source=source)
    elif isinstance(item, _Result):
        failed = item.successful is False
        listing.tool_result(item.tool_call_id, None, item.content, None, source=source, failed=failed)
    else:
        _add_turn(listing, audio, entry.speaker or "other", item, source)


def _add_turn(listing: Listing, audio: Clock, speaker: Speaker, item: _Utterance, source: str) -> None:
    given = item.words or ()
    words = tuple(
        [
            TimedWord(
                (word.word or "").strip(),
                audio.ms(word.start, f"{source}.words[{number}].start"),
                audio.ms(word.end, f"{source}.words[{number}].end"),
            )
            for number, word in enumerate(given)
        ]
    )
    start, start_quality = _edge([word.start_ms for word in words])
    end, end_quality = _edge([word.end_ms for word in reversed(words)])
    listing.turn(
        speaker,
        start,
        end,
        item.content,
        source=source,
        quality=start_quality,
        end_quality=end_quality,
        words=tuple([word for word in words if word.text]),
        backchannel=item.metadata.is_backchannel if item.metadata is not None else None,
    )


def _edge(times: list[int | None]) -> tuple[int | None, Quality]:
    """The first time that is known. If it is not that of the outermost word, the turn reaches further out than that, and
    nobody knows how far."""
    known = next((ms for ms in times if ms is not None), None)
    return known, "reported" if known is not None and times[0] is not None else "derived"


def _end(builder: RecordBuilder, call: _Call, stamps: Clock, audio: Clock) -> None:
    reason = call.disconnection_reason
    if _goes_on(call):
        return
    ended = stamps.ms(in_seconds(call.end_timestamp), "end_timestamp") if stamps.is_wall_clock else None
    if ended is None and call.duration_ms is not None:
        ended = audio.ms(call.duration_ms / 1000, "duration_ms")
    broken = reason is not None and _PLATFORM_ERROR.search(reason) is not None
    if reason is not None and broken:
        builder.line_error(reason, ended, by="platform")
    builder.ended(
        ended,
        by="platform" if broken else _ENDED_BY.get(reason or ""),
        reason=reason,
        completed=call.call_analysis.call_successful if call.call_analysis is not None else None,
    )
